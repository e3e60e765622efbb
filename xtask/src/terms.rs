//! Who greps for a term of the field finds the file that it is about first.
//!
//! First is the file whose path has the term in it, or, where none has, the one that mentions it most: what `git grep --count` shows,
//! sorted. Words may be parted by a blank, a hyphen or an underscore.
//!
//! And words that this code had of its own, where the field has a term, stay out.

use crate::run::root;
use crate::sources::{self, Source};

/// Terms, and where each should lead.
const TERMS: [(&str, &str); 10] = [
    ("constrained edge flip", "crates/mesh/src/triangulation/constraint.rs"),
    ("hot pixel", "crates/mesh/src/arrangement.rs"),
    ("funnel", "crates/search/src/plane/corridor/funnel.rs"),
    ("clearance", "crates/mesh/src/clearance/mod.rs"),
    ("medial axis", "crates/mesh/src/axis/mod.rs"),
    ("open list", "crates/search/src/graph/open_list.rs"),
    ("velocity obstacle", "crates/crowd/src/orca/mod.rs"),
    ("spatial hash", "crates/crowd/src/cell_list.rs"),
    ("corridor repair", "crates/crowd/src/route_repair.rs"),
    ("snapshot", "crates/crowd/src/snapshot/mod.rs"),
];

/// What is not to be written, and what is instead.
const INSTEAD: [(&str, &str); 13] = [
    ("anew", "again, from scratch"),
    ("so many", "the number, with its unit"),
    ("sleeve", "corridor"),
    ("taut", "string pulling, funnel"),
    ("as the crow flies", "straight-line (Euclidean) distance"),
    ("crow's flight", "straight-line (Euclidean) heuristic"),
    ("manners", "avoidance profile"),
    ("in vain", "dominated, rejected"),
    ("outdone", "dominated"),
    ("hang together", "connected"),
    ("hangs together", "connected component"),
    ("put aside", "INCONS"),
    ("pyramid", "hierarchical grid"),
];

/// Folders whose sources and pages are looked through for these words.
const FOLDERS: [&str; 8] = ["crates", "apps", "bindings", "docs", "experiments", "rivals", "testing", "xtask"];

/// What is looked through in them.
const EXTENSIONS: [&str; 9] = ["rs", "ts", "tsx", "wgsl", "py", "h", "md", "html", "css"];

pub(crate) fn check() -> Result<(), String> {
    check_words()?;
    let files = gathered("crates", &["rs"])?;
    for (term, wanted) in TERMS {
        let found = first(term, &files).ok_or_else(|| format!("no source mentions the {term}"))?;
        if found != wanted {
            return Err(format!("who greps for {term} finds {found} first, and should find {wanted}"));
        }
    }
    eprintln!("terms: {}, each leads to its file", TERMS.len());
    Ok(())
}

/// Whether no source says what the field has a term for.
fn check_words() -> Result<(), String> {
    let mut files = Vec::new();
    for folder in FOLDERS {
        files.extend(gathered(folder, &EXTENSIONS)?);
    }
    for (path, text) in files.iter().filter(|(path, _)| !path.starts_with("xtask/src/terms")) {
        for (word, instead) in INSTEAD {
            if says(text, word) {
                return Err(format!("{path} says \"{word}\": write {instead}"));
            }
        }
    }
    Ok(())
}

/// Whether a text has a word, or some, between other words.
fn says(text: &str, word: &str) -> bool {
    text.match_indices(word).any(|(at, _)| {
        let is_word = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !is_word(text[..at].chars().next_back()) && !is_word(text[at + word.len()..].chars().next())
    })
}

/// The file that a term leads to first.
fn first<'f>(term: &str, files: &'f [(String, String)]) -> Option<&'f str> {
    let term = plain(term);
    let count = |text: &str| text.matches(&term).count();
    let ranked = files.iter().map(|(path, text)| (plain(path).contains(&term), count(text), path));
    let best =
        ranked.filter(|&(_, count, _)| count > 0).max_by(|a, b| (a.0, a.1).cmp(&(b.0, b.1)).then(b.2.cmp(a.2)))?;
    Some(best.2)
}

/// In small letters, with blanks between words.
fn plain(text: &str) -> String {
    text.to_lowercase().replace(['-', '_'], " ")
}

/// All sources below a folder with one of these extensions, as a path from the root and its text; tests and examples left out.
fn gathered(folder: &str, extensions: &[&str]) -> Result<Vec<(String, String)>, String> {
    let mut files = Vec::new();
    for Source { path, text } in sources::below(&root().join(folder), extensions)? {
        let path = path.strip_prefix(root()).map_err(|e| e.to_string())?;
        let is_other = |part: &str| ["tests", "examples", "tests.rs"].contains(&part);
        if !path.iter().filter_map(|part| part.to_str()).any(is_other) {
            files.push((path.display().to_string().replace('\\', "/"), plain(&text)));
        }
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_of_the_field_lead_to_the_files_about_them() {
        check().unwrap();
    }

    #[test]
    fn words_are_found_between_other_words_alone() {
        assert!(says("planned anew, and", "anew") && says("anew", "anew") && says("so many", "so many"));
        assert!(!says("lanewise", "anew") && !says("so manyfold", "so many"));
    }

    #[test]
    fn a_path_comes_before_mentions_and_more_mentions_before_fewer() {
        let file = |path: &str, text: &str| (path.to_owned(), plain(text));
        let files = [file("a.rs", "open list, open-list, Open list"), file("b.rs", "open list"), file("c.rs", "heap")];
        assert_eq!(first("open list", &files), Some("a.rs"));
        let files = [files[0].clone(), file("open_list.rs", "the open_list")];
        assert_eq!(first("open list", &files), Some("open_list.rs"));
        assert_eq!(first("funnel", &files), None);
    }
}
