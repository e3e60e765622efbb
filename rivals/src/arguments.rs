//! The command line.

use std::path::PathBuf;

pub(crate) const USAGE: &str = "usage: rivals updates [--places N] [--streak N] [--seed N] [--json FILE]
       rivals scaling [--vertices N,N,…] [--places N] [--seed N] [--json FILE]
       rivals reachability [--vertices N,N,…] [--places N] [--seed N] [--json FILE]
       rivals spm [--vertices N,N,…] [--rounds N] [--seed N] [--json FILE]
       rivals build [--rounds N] [--seed N] [--json FILE]
       rivals crowd [--agents N,N,…] [--scene SCENE] [--rounds N] [--json FILE]
       rivals grid [--data DIR] [--json FILE]
       rivals paths [--data DIR] [--queries N] [--streak N] [--only NAME] [--each FILE] [--json FILE]";

/// What to run and how.
#[derive(Debug, PartialEq)]
pub(crate) struct Arguments {
    /// The name of the benchmark.
    pub(crate) benchmark: String,
    /// Where the figures go, besides the screen.
    pub(crate) json: Option<PathBuf>,
    /// What places and scenes follow from.
    pub(crate) seed: u64,
    /// How many squares are inserted and removed.
    pub(crate) places: usize,
    /// How many of them, or of queries, one competitor does before the next takes over: with 1, nobody finds his caches
    /// warm.
    pub(crate) streak: usize,
    /// How often each map is built, and how many steps of a crowd are measured.
    pub(crate) rounds: usize,
    /// The folder with the public data.
    pub(crate) data: PathBuf,
    /// The sizes of maps to compare.
    pub(crate) vertices: Vec<usize>,
    /// The sizes of crowds to compare.
    pub(crate) agents: Vec<usize>,
    /// How many queries are asked on a map, at most.
    pub(crate) queries: usize,
    /// Only maps with this in their names.
    pub(crate) only: Option<String>,
    /// Where a line for each query goes.
    pub(crate) each: Option<PathBuf>,
}

impl Arguments {
    /// Reads the arguments after the program's name.
    pub(crate) fn parse(words: impl IntoIterator<Item = String>) -> Result<Arguments, String> {
        let mut words = words.into_iter();
        let mut arguments = Arguments {
            benchmark: words.next().ok_or("which benchmark?")?,
            json: None,
            seed: 7,
            places: 2000,
            streak: 1,
            rounds: 9,
            data: PathBuf::from("../shared/data"),
            vertices: vec![10_000, 100_000, 1_000_000],
            agents: vec![10_000, 50_000, 500_000],
            queries: 1000,
            only: None,
            each: None,
        };
        while let Some(name) = words.next() {
            let value = words.next().ok_or_else(|| format!("{name} wants a value"))?;
            match name.as_str() {
                "--json" => arguments.json = Some(PathBuf::from(value)),
                "--data" => arguments.data = PathBuf::from(value),
                "--seed" => arguments.seed = number(&name, &value)? as u64,
                "--places" => arguments.places = number(&name, &value)?.max(1),
                "--streak" => arguments.streak = number(&name, &value)?.max(1),
                "--rounds" => arguments.rounds = number(&name, &value)?.max(1),
                "--queries" => arguments.queries = number(&name, &value)?.max(1),
                "--only" | "--scene" => arguments.only = Some(value),
                "--each" => arguments.each = Some(PathBuf::from(value)),
                "--vertices" => arguments.vertices = numbers(&name, &value)?,
                "--agents" => arguments.agents = numbers(&name, &value)?,
                _ => return Err(format!("no option is called '{name}'")),
            }
        }
        Ok(arguments)
    }
}

fn numbers(name: &str, value: &str) -> Result<Vec<usize>, String> {
    value.split(',').map(|n| number(name, n)).collect()
}

fn number(name: &str, value: &str) -> Result<usize, String> {
    value.trim().parse().map_err(|_| format!("{name} wants a number, not '{value}'"))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(line: &str) -> Result<Arguments, String> {
        Arguments::parse(line.split_whitespace().map(String::from))
    }

    #[test]
    fn options_are_read_in_any_order() {
        let arguments = parse("scaling --seed 3 --vertices 10,20 --json out.json --places 5").unwrap();
        assert_eq!((arguments.seed, arguments.places, arguments.vertices.as_slice()), (3, 5, [10, 20].as_slice()));
        assert_eq!(arguments.json, Some(PathBuf::from("out.json")));
    }

    #[test]
    fn what_is_wrong_is_named() {
        assert!(parse("").is_err());
        assert!(parse("updates --seed").unwrap_err().contains("--seed"));
        assert!(parse("updates --places many").unwrap_err().contains("many"));
        assert!(parse("updates --sead 1").unwrap_err().contains("--sead"));
    }
}
