//! No public function that takes an id is left out: the sources of map, search and crowd are read, and each function is looked for
//! in the tests that ask with strange ids.

use std::path::{Path, PathBuf};

/// A public function that takes an id, and the type that it belongs to.
#[derive(Debug, PartialEq, Eq)]
struct Function {
    owner: String,
    name: String,
    file: PathBuf,
}

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    let mut entries: Vec<PathBuf> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    entries.sort();
    for path in entries {
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The words of a text: what identifiers are made of.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric() && c != '_').filter(|word| !word.is_empty())
}

/// Whether arguments hold an id, or what is made of ids. A closure that is called with ids takes none.
fn takes_id(arguments: &str) -> bool {
    let taken = arguments.split("impl Fn").next().unwrap_or_default();
    words(taken).any(|word| word.ends_with("Id") && word != "Id" || matches!(word, "Revision" | "Location" | "Passing"))
}

/// The public functions of a file, up to its tests, that take an id.
fn functions(file: &Path) -> Vec<Function> {
    let text = std::fs::read_to_string(file).unwrap();
    let text = text.split("#[cfg(test)]\nmod tests").next().unwrap_or_default();
    let (mut found, mut owner) = (Vec::new(), String::new());
    let mut rest = text;
    while let Some(start) = rest.find('\n') {
        rest = &rest[start + 1..];
        let line = rest.lines().next().unwrap_or_default();
        if let Some(header) = line.strip_prefix("impl") {
            // `impl<…> Trait for Type<…>`: the word after the parameters, or after `for`.
            let header = header.rsplit(" for ").next().unwrap_or(header);
            let header =
                if header.starts_with('<') { header.split_once("> ").map_or(header, |parts| parts.1) } else { header };
            owner = words(header).next().unwrap_or_default().to_owned();
        }
        // `MapInternals for Map {`: methods for the other crates, listed without `pub`.
        if let Some((_, header)) = line.split_once("Internals for ") {
            owner = words(header).next().unwrap_or_default().to_owned();
        }
        let (keyword, end) = if file.ends_with("internals.rs") { ("fn ", ";\n") } else { ("pub fn ", " {\n") };
        let Some(declaration) = line.trim_start().strip_prefix(keyword) else { continue };
        let name = words(declaration).next().unwrap_or_default().to_owned();
        let signature = &rest[..rest.find(end).unwrap_or(rest.len())];
        let arguments = signature.split_once('(').map_or("", |parts| parts.1);
        let arguments = arguments.split(") ->").next().unwrap_or_default();
        if takes_id(arguments) {
            found.push(Function { owner: owner.clone(), name, file: file.to_owned() });
        }
    }
    found
}

#[test]
fn every_public_function_that_takes_an_id_is_asked_with_strange_ones() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let tests = ["of_maps", "of_followers", "of_layers"].map(|name| format!("testing/tests/strange_ids/{name}.rs"));
    let tests = tests.into_iter().chain(["crates/search/tests/strange_ids.rs".to_owned()]);
    let asked: String = tests.map(|file| std::fs::read_to_string(root.join(file)).unwrap()).collect();
    let mut files = Vec::new();
    for name in ["mesh", "search", "crowd"] {
        sources(&root.join("crates").join(name).join("src"), &mut files);
    }
    let all: Vec<Function> = files.iter().flat_map(|file| functions(file)).collect();
    assert!(all.len() > 120, "only {} were found", all.len());
    let is_called = |name: &str| [".", "::"].iter().any(|by| asked.contains(&format!("{by}{name}(")));
    let is_asked = |function: &Function| {
        let Function { owner, name, .. } = function;
        is_called(name) && (words(&asked).any(|word| word == owner) || is_reached(owner))
    };
    let missing: Vec<&Function> = all.iter().filter(|function| !is_asked(function)).collect();
    assert!(missing.is_empty(), "{} of {}: {missing:#?}", missing.len(), all.len());
}

/// What is reached by a method of a map, so that its type is not named where it is asked.
fn is_reached(owner: &str) -> bool {
    ["Components", "DeadEnds", "Pinches", "Profiles", "Regions", "Roadmap"].contains(&owner)
}
