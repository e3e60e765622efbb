//! ARCHITECTURE.md is short enough to be read, and names only tests and soaks that exist. Its paths are checked as those of
//! all Markdown files are.

use crate::run::root;
use crate::sources;

/// The most words it may have.
const MOST_WORDS: usize = 2500;

/// Where tests are defined.
const TESTS: [&str; 5] = ["crates", "apps", "testing", "experiments", "bindings"];

pub(crate) fn check() -> Result<(), String> {
    let text = read("ARCHITECTURE.md")?;
    let words = text.split_whitespace().count();
    if words > MOST_WORDS {
        return Err(format!("ARCHITECTURE.md has {words} words, and should have {MOST_WORDS} at most"));
    }
    let mut sources = String::new();
    for folder in TESTS {
        sources.extend(sources::below(&root().join(folder), &["rs"])?.into_iter().map(|source| source.text));
    }
    let soaks = read("testing/src/bin/soak.rs")?;
    let (tests, named_soaks) = (named(&text, "test"), named(&text, "soak"));
    if tests.is_empty() {
        return Err("ARCHITECTURE.md names no tests: is it the right file?".into());
    }
    let no_test = tests.iter().filter(|name| !sources.contains(&format!("fn {name}()")));
    let no_soak = named_soaks.iter().filter(|name| !soaks.contains(&format!("\"{name}\"")));
    let gone: Vec<&str> = no_test.chain(no_soak).copied().collect();
    if gone.is_empty() {
        eprintln!("ARCHITECTURE.md: {words} words, {} tests and {} soaks, all there", tests.len(), named_soaks.len());
        Ok(())
    } else {
        Err(format!("ARCHITECTURE.md names tests or soaks that do not exist: {}", gone.join(", ")))
    }
}

/// The names in backticks right after a word.
fn named<'t>(text: &'t str, word: &str) -> Vec<&'t str> {
    let parts: Vec<&str> = text.split('`').collect();
    let is_named =
        |before: &str| before.split_whitespace().next_back().is_some_and(|w| w.trim_start_matches('(') == word);
    parts.windows(2).step_by(2).filter(|pair| is_named(pair[0])).map(|pair| pair[1]).collect()
}

fn read(file: &str) -> Result<String, String> {
    std::fs::read_to_string(root().join(file)).map_err(|e| format!("{file}: {e}"))
}

#[cfg(test)]
mod tests {
    #[test]
    fn architecture_is_short_and_names_tests_that_exist() {
        super::check().unwrap();
    }
}
