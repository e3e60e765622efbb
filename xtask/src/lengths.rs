//! No source file has more than 500 lines, and most have fewer than 200: one idea a file.

use crate::run::root;
use std::path::{Path, PathBuf};

/// Lines that no file exceeds.
const MOST: usize = 500;
/// Lines that most files stay below.
const USUAL: usize = 200;

const FOLDERS: [&str; 7] = ["crates", "apps", "bindings", "experiments", "rivals", "testing", "xtask"];

pub(crate) fn check() -> Result<(), String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        gather(&root().join(folder), &mut files)?;
    }
    if let Some((path, lines)) = files.iter().find(|(_, lines)| *lines > MOST) {
        return Err(format!("{} has {lines} lines, and should have {MOST} at most: split it", path.display()));
    }
    let usual = files.iter().filter(|(_, lines)| *lines < USUAL).count();
    if 2 * usual <= files.len() {
        return Err(format!("{usual} of {} files have fewer than {USUAL} lines, and most should", files.len()));
    }
    eprintln!("lengths: none of {} files over {MOST} lines, {usual} under {USUAL}", files.len());
    Ok(())
}

/// All Rust sources below a folder, with their lines.
fn gather(folder: &Path, files: &mut Vec<(PathBuf, usize)>) -> Result<(), String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        let is_built = path.ends_with("target") || path.ends_with("node_modules");
        if path.is_dir() && !is_built {
            gather(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            files.push((path, text.lines().count()));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #[test]
    fn files_are_short() {
        super::check().unwrap();
    }
}
