//! Tuning constants and tolerances: a name has one value in the whole workspace.

use crate::run::root;
use crate::sources;
use std::collections::BTreeMap;

pub(crate) fn check() -> Result<(), String> {
    let mut known = BTreeMap::new();
    for source in sources::below(&root().join("crates"), &["rs"])? {
        if source.path.ends_with("tuning.rs") || source.path.ends_with("tolerance.rs") {
            add(&source.text, &source.path.display().to_string(), &mut known)?;
        }
    }
    eprintln!("constants: {} tunables and tolerances, none with two values", known.len());
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
