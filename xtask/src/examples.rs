//! The examples of the façade: each is short, opens with a sentence, stands in the README's table, and runs.

use crate::run::{Task, root, target, title};
use std::path::PathBuf;

const FOLDER: &str = "crates/navigant/examples";

/// No example has more lines.
const MOST_LINES: usize = 150;

/// Builds and runs all of them; `packages` is what is built along, so that nothing is built twice. What they draw is left in a
/// folder of its own.
pub(crate) fn run(packages: &[&str]) -> Result<PathBuf, String> {
    title("examples");
    let names = names()?;
    check(&names)?;
    let build = ["build", "--profile", "test", "--examples", "--features", crate::features::ALL_BUT_GPU];
    Task::new("cargo").args(build).args(packages).run()?;
    let pictures = target().join("examples");
    std::fs::create_dir_all(&pictures).map_err(|e| format!("{}: {e}", pictures.display()))?;
    for name in &names {
        let program = target().join("debug/examples").join(name);
        let program = program.to_str().ok_or("the target folder has a name that is no text")?;
        let mut task = Task::new(program);
        if draws(name)? {
            task = task.args([&pictures]);
        }
        task.run()?;
    }
    Ok(pictures)
}

fn names() -> Result<Vec<String>, String> {
    let files = std::fs::read_dir(root().join(FOLDER)).map_err(|e| format!("{FOLDER}: {e}"))?;
    let files = files.flatten().map(|file| file.path()).filter(|path| path.extension().is_some_and(|e| e == "rs"));
    let mut names: Vec<String> = files.filter_map(|path| Some(path.file_stem()?.to_str()?.to_owned())).collect();
    names.sort();
    if names.is_empty() { Err(format!("no examples in {FOLDER}")) } else { Ok(names) }
}

/// Whether an example takes a folder to draw into: its first line says so.
fn draws(name: &str) -> Result<bool, String> {
    Ok(source(name)?.lines().next().is_some_and(|line| line.ends_with("[FOLDER]`")))
}

fn check(names: &[String]) -> Result<(), String> {
    let readme = std::fs::read_to_string(root().join("README.md")).map_err(|e| format!("README.md: {e}"))?;
    for name in names {
        let text = source(name)?;
        let lines = text.lines().count();
        if lines > MOST_LINES {
            return Err(format!("{FOLDER}/{name}.rs has {lines} lines; more than {MOST_LINES} are not read"));
        }
        if !text.starts_with("//! ") {
            return Err(format!("{FOLDER}/{name}.rs does not begin with a sentence that says what it shows"));
        }
        if !readme.contains(&format!("{FOLDER}/{name}.rs")) {
            return Err(format!("{FOLDER}/{name}.rs is not in the README's table of examples"));
        }
    }
    Ok(())
}

fn source(name: &str) -> Result<String, String> {
    std::fs::read_to_string(root().join(FOLDER).join(format!("{name}.rs"))).map_err(|e| format!("{name}: {e}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_example_is_short_says_what_it_shows_and_is_listed() {
        super::check(&super::names().unwrap()).unwrap();
    }
}
