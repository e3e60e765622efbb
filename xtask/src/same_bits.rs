//! The same run ends in the same bits, whoever makes it: the program, Python, C, Bevy.

use crate::run::{Task, root};

/// How many steps are made.
const STEPS: &str = "300";

/// Runs scenarios of `bindings/same_bits.txt` by one thread and by two. The task, given a scenario, a number of steps and one of threads, is
/// to print the state at the end.
pub(crate) fn check(is_run: impl Fn(&str) -> bool, task: impl Fn([&str; 3]) -> Task) -> Result<(), String> {
    for (name, state) in states()?.into_iter().filter(|(name, _)| is_run(name)) {
        for threads in ["1", "2"] {
            let printed = task([&name, STEPS, threads]).output()?;
            if !printed.contains(&state) {
                return Err(format!("{name} by {threads} threads does not end in {state}: {printed}"));
            }
        }
        eprintln!("{name}: {state} by 1 thread and by 2");
    }
    Ok(())
}

/// The names of scenarios, and the states that they end in.
fn states() -> Result<Vec<(String, String)>, String> {
    let file = root().join("bindings/same_bits.txt");
    let text = std::fs::read_to_string(&file).map_err(|e| format!("{}: {e}", file.display()))?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    let pair = |line: &str| line.split_once(' ').map(|(name, state)| (name.to_owned(), state.trim().to_owned()));
    Ok(lines.filter_map(pair).collect())
}
