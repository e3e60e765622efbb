//! Source files below a folder.

use std::path::{Path, PathBuf};

/// A file, and what is in it.
pub(crate) struct Source {
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// What is built or installed, not written.
const BUILT: [&str; 3] = ["target", "node_modules", "dist"];

/// All files below a folder with one of some extensions, in order; none where there is no folder. What is built is left out.
pub(crate) fn below(folder: &Path, extensions: &[&str]) -> Result<Vec<Source>, String> {
    let mut found = Vec::new();
    gather(folder, extensions, &mut found)?;
    found.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(found)
}

fn gather(folder: &Path, extensions: &[&str], found: &mut Vec<Source>) -> Result<(), String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            if !BUILT.iter().any(|name| path.ends_with(name)) {
                gather(&path, extensions, found)?;
            }
        } else if path.extension().and_then(|it| it.to_str()).is_some_and(|it| extensions.contains(&it)) {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            found.push(Source { path, text });
        }
    }
    Ok(())
}
