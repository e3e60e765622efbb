//! The committed bundle was built from the committed sources: `dist/sources.sha256` says from which.
//!
//! The rule is that of `web/scripts/hash.mjs`: SHA-256 over, for each source file in the order of its path, the path, a NUL,
//! the length in decimal, a NUL, and the bytes, with line ends as LF.

use sha2::{Digest, Sha256};
use std::fs;
use std::path::{Path, PathBuf};

const FILES: [&str; 5] = ["index.html", "package-lock.json", "package.json", "tsconfig.json", "vite.config.ts"];
const FOLDERS: [&str; 2] = ["public", "src"];

fn page() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("web")
}

/// The files in a folder of the page, as paths from the page with slashes.
fn files_in(folder: &str, found: &mut Vec<String>) {
    for entry in fs::read_dir(page().join(folder)).unwrap().map(Result::unwrap) {
        let path = format!("{folder}/{}", entry.file_name().to_str().unwrap());
        if entry.file_type().unwrap().is_dir() { files_in(&path, found) } else { found.push(path) }
    }
}

fn hash_of_sources() -> String {
    let mut paths = FILES.map(str::to_owned).to_vec();
    for folder in FOLDERS {
        files_in(folder, &mut paths);
    }
    paths.sort();
    let mut hash = Sha256::new();
    for path in paths {
        let mut bytes = fs::read(page().join(&path)).unwrap();
        while let Some(at) = bytes.windows(2).position(|pair| pair == b"\r\n") {
            bytes.remove(at);
        }
        hash.update(format!("{path}\0{}\0", bytes.len()));
        hash.update(&bytes);
    }
    hash.finalize().iter().map(|byte| format!("{byte:02x}")).collect()
}

#[test]
fn the_bundle_is_built_from_these_sources() {
    let kept =
        fs::read_to_string(page().join("dist/sources.sha256")).expect("a bundle; make one with `cargo xtask web`");
    assert_eq!(kept.trim(), hash_of_sources(), "the page has changed since it was built: run `cargo xtask web`");
}

#[test]
fn the_bundle_is_modest_and_asks_nobody_else() {
    let mut files = Vec::new();
    files_in("dist", &mut files);
    let bytes: u64 = files.iter().map(|file| page().join(file).metadata().unwrap().len()).sum();
    assert!(bytes < 1_000_000, "{bytes} bytes");
    let html = fs::read_to_string(page().join("dist/index.html")).unwrap();
    assert!(!html.contains("://"), "the page loads from its own address only");
    assert!(html.contains("src=\"./assets/"), "and wherever it lies");
}
