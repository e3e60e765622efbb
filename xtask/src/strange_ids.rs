//! No public function that takes an id goes unasked: the sources of map, search and crowd are read, and each function is looked for
//! in the tests that ask with strange ids.

use crate::run::root;
use crate::sources;
use std::path::{Path, PathBuf};

/// The tests that ask.
const TESTS: &[&str] = &[
    "testing/tests/strange_ids/of_maps.rs",
    "testing/tests/strange_ids/of_followers.rs",
    "testing/tests/strange_ids/of_layers.rs",
    "crates/search/tests/strange_ids.rs",
];

/// No fewer functions are found, or they are looked for in the wrong way.
const FEWEST: usize = 120;

/// A public function that takes an id, and the type that it belongs to.
#[derive(Debug, PartialEq, Eq)]
struct Function {
    owner: String,
    name: String,
    file: PathBuf,
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
fn functions(file: &Path, text: &str) -> Vec<Function> {
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

pub(crate) fn check() -> Result<(), String> {
    let read = |path: &Path| std::fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
    let mut asked = String::new();
    for test in TESTS {
        asked += &read(&root().join(test))?;
    }
    let mut all: Vec<Function> = Vec::new();
    for name in ["mesh", "search", "crowd"] {
        for source in sources::below(&root().join("crates").join(name).join("src"), &["rs"])? {
            all.extend(functions(&source.path, &source.text));
        }
    }
    if all.len() < FEWEST {
        return Err(format!("only {} public functions that take an id were found", all.len()));
    }
    let is_called = |name: &str| [".", "::"].iter().any(|by| asked.contains(&format!("{by}{name}(")));
    let is_asked = |function: &Function| {
        let Function { owner, name, .. } = function;
        is_called(name) && (words(&asked).any(|word| word == owner) || is_reached(owner))
    };
    if let Some(Function { owner, name, file }) = all.iter().find(|function| !is_asked(function)) {
        let tests = TESTS.join(", ");
        return Err(format!(
            "{}: {owner}::{name} takes an id, and none of {tests} asks it with a strange one",
            file.display()
        ));
    }
    eprintln!("ids: {} public functions take one, each is asked with strange ones", all.len());
    Ok(())
}

/// What is reached by a method of a map, so that its type is not named where it is asked.
fn is_reached(owner: &str) -> bool {
    ["Components", "DeadEnds", "Pinches", "Profiles", "Regions", "Roadmap"].contains(&owner)
}
