//! Who greps for a term of the field finds the file that it is about first.
//!
//! First is the file whose path has the term in it, or, where none has, the one that mentions it most: what `git grep --count` shows,
//! sorted. Words may be parted by a blank, a hyphen or an underscore.

use crate::run::root;
use std::path::Path;

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

pub(crate) fn check() -> Result<(), String> {
    let mut files = Vec::new();
    gather(&root().join("crates"), &mut files)?;
    for (term, wanted) in TERMS {
        let found = first(term, &files).ok_or_else(|| format!("no source mentions the {term}"))?;
        if found != wanted {
            return Err(format!("who greps for {term} finds {found} first, and should find {wanted}"));
        }
    }
    eprintln!("terms: {}, each leads to its file", TERMS.len());
    Ok(())
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

/// All sources below a folder, as a path from the root and its text; tests and examples left out.
fn gather(folder: &Path, files: &mut Vec<(String, String)>) -> Result<(), String> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    for path in entries.flatten().map(|entry| entry.path()) {
        let is_other = ["target", "tests", "examples", "tests.rs"].iter().any(|name| path.ends_with(name));
        if path.is_dir() && !is_other {
            gather(&path, files)?;
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_other {
            let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
            let path = path.strip_prefix(root()).map_err(|e| e.to_string())?;
            files.push((path.display().to_string().replace('\\', "/"), plain(&text)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terms_of_the_field_lead_to_the_files_about_them() {
        check().unwrap();
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
