//! Tuning constants and tolerances: a name has one value in the whole workspace.

use crate::run::root;
use std::collections::BTreeMap;
use std::path::Path;

pub(crate) fn check() -> Result<(), String> {
    let mut known = BTreeMap::new();
    gather(&root().join("crates"), &mut known)?;
    eprintln!("constants: {} tunables and tolerances, none with two values", known.len());
    Ok(())
}

/// Reads the constants of all `tuning.rs` and `tolerance.rs` below a folder.
fn gather(folder: &Path, known: &mut BTreeMap<String, (String, String)>) -> Result<(), String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    let mut paths: Vec<_> = entries.flatten().map(|entry| entry.path()).collect();
    paths.sort();
    for path in paths {
        if path.is_dir() && !path.ends_with("target") {
            gather(&path, known)?;
        } else if path.ends_with("tuning.rs") || path.ends_with("tolerance.rs") {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            add(&text, &path.display().to_string(), known)?;
        }
    }
    Ok(())
}

fn add(text: &str, file: &str, known: &mut BTreeMap<String, (String, String)>) -> Result<(), String> {
    for line in text.lines().filter(|line| !line.trim_start().starts_with("//")) {
        let Some((name, rest)) = line.split_once("const ").and_then(|(_, rest)| rest.split_once(": ")) else {
            continue;
        };
        let Some((_, value)) = rest.split_once(" = ") else { continue };
        let (there, other) = known.entry(name.to_owned()).or_insert_with(|| (file.to_owned(), value.to_owned()));
        if other != value {
            return Err(format!("{name} is {other} in {there} and {value} in {file}: give one another name"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tunables_have_one_value() {
        check().unwrap();
    }

    #[test]
    fn two_values_of_one_name_are_refused() {
        let mut known = BTreeMap::new();
        add("pub(crate) const NEAR: f64 = 2.0;\n// const NEAR: f64 = 9.0;\n", "a", &mut known).unwrap();
        add("const NEAR: f64 = 2.0;\n", "b", &mut known).unwrap();
        assert!(add("    pub const NEAR: f64 = 1.0;\n", "c", &mut known).is_err());
    }
}
