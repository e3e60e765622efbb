//! Links, paths and includes in all Markdown files lead somewhere.

use crate::run::root;
use std::path::Path;
use std::process::Command;

/// Folders whose paths are checked where they stand in backticks.
const FOLDERS: [&str; 11] = [
    "crates/",
    "apps/",
    "experiments/",
    "rivals/",
    "bindings/",
    "testing/",
    "docs/",
    "examples/",
    "xtask/",
    ".ci/",
    ".cargo/",
];

pub(crate) fn check() -> Result<(), String> {
    let files = files()?;
    let mut faults = Vec::new();
    for file in &files {
        let text = std::fs::read_to_string(root().join(file)).map_err(|e| format!("{file}: {e}"))?;
        faults.extend(faults_in(&root(), file, &text));
    }
    if faults.is_empty() {
        eprintln!("{} Markdown files: every link, path and include leads somewhere", files.len());
        Ok(())
    } else {
        Err(faults.join("\n"))
    }
}

/// All Markdown files that are not ignored; a link to another one is looked at once, under the other's name.
fn files() -> Result<Vec<String>, String> {
    let listing = Command::new("git")
        .current_dir(root())
        .args(["ls-files", "--cached", "--others", "--exclude-standard", "*.md"])
        .output()
        .map_err(|e| format!("git could not be started: {e}"))?;
    let listed = String::from_utf8_lossy(&listing.stdout).into_owned();
    let files: Vec<String> = listed.lines().filter(|file| root().join(file).is_file()).map(str::to_owned).collect();
    if files.is_empty() {
        return Err("git lists no Markdown files".into());
    }
    Ok(files.into_iter().filter(|file| !root().join(file).is_symlink()).collect())
}

/// What is wrong in a file: `FILE:LINE: what`.
fn faults_in(root: &Path, file: &str, text: &str) -> Vec<String> {
    let folder = root.join(file).parent().unwrap_or(root).to_owned();
    let mut faults = Vec::new();
    let mut is_code = false;
    for (number, line) in text.lines().enumerate() {
        let mut fault = |what: String| faults.push(format!("{file}:{}: {what}", number + 1));
        if let Some(include) = between(line, "{{#include ", "}}").next() {
            let (path, anchor) = include.split_once(':').unwrap_or((include, ""));
            let included = std::fs::read_to_string(folder.join(path)).unwrap_or_default();
            let is_there = if anchor.is_empty() {
                !included.is_empty()
            } else {
                let is_anchor = |line: &str| line.trim_start_matches(['/', '#']).trim() == format!("ANCHOR: {anchor}");
                included.lines().any(|line| is_anchor(line.trim()))
            };
            if !is_there {
                fault(format!("nothing to include: {include}"));
            }
        }
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        }
        if is_code {
            continue;
        }
        for target in between(line, "](", ")") {
            if !leads_somewhere(&folder, text, target) {
                fault(format!("a broken link: {target}"));
            }
        }
        for path in line.split('`').skip(1).step_by(2) {
            if FOLDERS.iter().any(|folder| path.starts_with(folder)) && is_path(path) && !root.join(path).exists() {
                fault(format!("no such path: {path}"));
            }
        }
    }
    faults
}

fn is_path(text: &str) -> bool {
    text.chars().all(|c| c.is_ascii_alphanumeric() || "/._-".contains(c))
}

fn leads_somewhere(folder: &Path, text: &str, target: &str) -> bool {
    if ["http://", "https://", "mailto:"].iter().any(|scheme| target.starts_with(scheme)) {
        return true;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    match path {
        "" => has_heading(text, anchor),
        _ if anchor.is_empty() => folder.join(path).exists(),
        _ => std::fs::read_to_string(folder.join(path)).is_ok_and(|text| has_heading(&text, anchor)),
    }
}

/// Whether a heading has this anchor: its words in lower case with hyphens between them.
fn has_heading(text: &str, anchor: &str) -> bool {
    text.lines().filter(|line| line.starts_with('#')).any(|line| {
        let title = line.trim_start_matches('#').trim().to_lowercase();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || [' ', '-', '_'].contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c }).eq(anchor.chars())
    })
}

/// What stands between two marks, each time.
fn between<'t>(line: &'t str, open: &'static str, close: &'static str) -> impl Iterator<Item = &'t str> {
    line.split(open).skip(1).filter_map(move |rest| rest.split_once(close)).map(|(inside, _)| inside)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_link_and_path_in_markdown_leads_somewhere() {
        check().unwrap();
    }

    #[test]
    fn what_leads_nowhere_is_told_with_its_line() {
        let text = "# One two\n[good](xtask/Cargo.toml) [here](#one-two) [away](https://x.y)\n\
                    [bad](gone.md) `crates/gone/x.rs`\n{{#include README.md:gone}}\n[bad](#three)";
        let faults = faults_in(&root(), "any.md", text);
        let lines = ["any.md:3: a broken link: gone.md", "any.md:3: no such path: crates/gone/x.rs"];
        assert_eq!(faults[..2], lines);
        assert_eq!(faults.len(), 4, "{faults:?}");
    }
}
