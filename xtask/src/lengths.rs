//! No source file has more than 500 lines, and most have fewer than 200: one idea a file.

use crate::run::root;
use crate::sources;

/// Lines that no file exceeds.
const MOST: usize = 500;
/// Lines that most files stay below.
const USUAL: usize = 200;

const FOLDERS: [&str; 7] = ["crates", "apps", "bindings", "experiments", "rivals", "testing", "xtask"];

pub(crate) fn check() -> Result<(), String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        let sources = sources::below(&root().join(folder), &["rs"])?;
        files.extend(sources.into_iter().map(|source| (source.path, source.text.lines().count())));
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

#[cfg(test)]
mod tests {
    #[test]
    fn files_are_short() {
        super::check().unwrap();
    }
}
