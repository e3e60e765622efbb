//! Files, inside one folder only.
//!
//! A path from the page is names joined by `/`: nothing that leads up, out, or to another drive, and nothing that is decoded.
//! What it leads to, links followed, must lie in the folder. What is saved goes to a file beside, which then takes the other's
//! place: whoever looks sees the old file or the new one, whole.

use crate::refusal::Refusal;
use serde_json::{Value, json};
use std::fs::{self, File, OpenOptions};
use std::io::{Read, Write};
use std::path::{Component, Path, PathBuf};

/// The most entries of a folder that are listed.
const MOST_ENTRIES: usize = 10_000;

/// The folder that was opened.
#[derive(Clone, Debug)]
pub(crate) struct Folder {
    root: PathBuf,
}

impl Folder {
    pub(crate) fn new(path: &Path) -> std::io::Result<Folder> {
        let root = path.canonicalize()?;
        if !root.is_dir() {
            return Err(std::io::Error::new(std::io::ErrorKind::NotADirectory, "this is not a folder"));
        }
        Ok(Folder { root })
    }

    /// Its name, for the page to show.
    pub(crate) fn name(&self) -> String {
        self.root.display().to_string()
    }

    /// A file of the folder that can be read.
    pub(crate) fn file(&self, path: &str) -> Result<PathBuf, Refusal> {
        let file = self.inside(path)?;
        if file.is_file() { Ok(file) } else { Err(Refusal::new(format!("{path:?} is not a file"))) }
    }

    /// A file named by another one: beside that, or in a folder there.
    pub(crate) fn beside(&self, other: &str, name: &str) -> Result<PathBuf, Refusal> {
        match other.rsplit_once('/') {
            Some((folder, _)) => self.file(&format!("{folder}/{name}")),
            None => self.file(name),
        }
    }

    /// The bytes of a file, if they are not too many.
    pub(crate) fn read(&self, path: &str, most: u64) -> Result<Vec<u8>, Refusal> {
        let failed = |error: std::io::Error| Refusal::new(format!("{path:?}: {error}"));
        let file = File::open(self.file(path)?).map_err(failed)?;
        let mut bytes = Vec::new();
        file.take(most + 1).read_to_end(&mut bytes).map_err(failed)?;
        if bytes.len() as u64 > most {
            return Err(Refusal::new(format!("{path:?} has more than {} MiB", most >> 20)));
        }
        Ok(bytes)
    }

    /// What is in a folder of it, by name.
    pub(crate) fn entries(&self, path: &str) -> Result<Value, Refusal> {
        let failed = |error: std::io::Error| Refusal::new(format!("{path:?}: {error}"));
        let mut entries = Vec::new();
        for entry in fs::read_dir(self.inside(path)?).map_err(failed)?.take(MOST_ENTRIES) {
            let entry = entry.map_err(failed)?;
            let (Ok(name), Ok(kind)) = (entry.file_name().into_string(), entry.file_type()) else { continue };
            // Links are left out: most of them lead elsewhere.
            if name.starts_with('.') || !kind.is_dir() && !kind.is_file() {
                continue;
            }
            let bytes = entry.metadata().map_or(0, |file| file.len());
            entries.push((kind.is_file(), name, bytes));
        }
        entries.sort();
        let entries: Vec<Value> = entries
            .into_iter()
            .map(|(is_file, name, bytes)| {
                json!({ "name": name, "kind": if is_file { "file" } else { "folder" }, "bytes": bytes })
            })
            .collect();
        Ok(json!({ "entries": entries }))
    }

    /// Where a file can be written: in a folder that is there.
    pub(crate) fn to_write(&self, path: &str) -> Result<PathBuf, Refusal> {
        let (folder, name) = path.rsplit_once('/').unwrap_or(("", path));
        names(name)?;
        if name.is_empty() {
            return Err(Refusal::new("the file needs a name"));
        }
        let file = self.inside(folder)?.join(name);
        match fs::symlink_metadata(&file) {
            Ok(there) if !there.is_file() => Err(Refusal::new(format!("{path:?} is there and is not a file"))),
            _ => Ok(file),
        }
    }

    /// Saves a file, whole or not at all.
    pub(crate) fn save(&self, path: &str, bytes: &[u8]) -> Result<(), Refusal> {
        let file = self.to_write(path)?;
        replace(&file, |mut new| new.write_all(bytes)).map_err(|error| Refusal::new(format!("{path:?}: {error}")))
    }

    /// Removes a file, if it is there.
    pub(crate) fn forget(&self, path: &str) {
        if let Ok(file) = self.file(path) {
            let _ = fs::remove_file(file);
        }
    }

    /// How long ago a file was written; none where there is none.
    pub(crate) fn seconds_since(&self, path: &str) -> Option<u64> {
        let written = fs::metadata(self.file(path).ok()?).and_then(|file| file.modified()).ok()?;
        Some(written.elapsed().map_or(0, |elapsed| elapsed.as_secs()))
    }

    /// What a path leads to, which is in the folder.
    fn inside(&self, path: &str) -> Result<PathBuf, Refusal> {
        let names = names(path)?;
        let found = self.root.join(names).canonicalize();
        match found {
            Ok(found) if found.starts_with(&self.root) => Ok(found),
            _ => Err(Refusal::new(format!("there is no {path:?} in the folder"))),
        }
    }
}

/// A path of names only.
fn names(path: &str) -> Result<&Path, Refusal> {
    let bad = path.len() > 4096 || path.contains(['\0', '\\', ':']);
    let names = Path::new(path);
    if bad || path.starts_with('/') || !names.components().all(|part| matches!(part, Component::Normal(_))) {
        return Err(Refusal::new(format!("{path:?} is not a path in the folder; use names joined by \"/\"")));
    }
    Ok(names)
}

/// Writes a file beside another and lets it take its place.
pub(crate) fn replace(file: &Path, write: impl FnOnce(&File) -> std::io::Result<()>) -> std::io::Result<()> {
    let mut bits = [0u8; 8];
    getrandom::fill(&mut bits)?;
    let name = file.file_name().unwrap_or_default().to_string_lossy();
    let beside = file.with_file_name(format!(".{name}.{:016x}.part", u64::from_le_bytes(bits)));
    let new = OpenOptions::new().write(true).create_new(true).open(&beside)?;
    let replaced = write(&new).and_then(|()| new.sync_all()).and_then(|()| fs::rename(&beside, file));
    if replaced.is_err() {
        let _ = fs::remove_file(&beside);
    } else if let Some(Ok(folder)) = file.parent().map(File::open) {
        // That the name leads to the new file should survive a power cut too. Not every system can promise it.
        let _ = folder.sync_all();
    }
    replaced
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nothing_outside_the_folder_is_read_listed_or_written() {
        let around = tempfile::tempdir().unwrap();
        let root = around.path().join("world");
        fs::create_dir_all(root.join("inner")).unwrap();
        fs::write(around.path().join("secret.wkt"), "POINT (1 1)").unwrap();
        fs::write(root.join("ours.wkt"), "POINT (1 1)").unwrap();
        #[cfg(unix)]
        {
            std::os::unix::fs::symlink(around.path().join("secret.wkt"), root.join("link.wkt")).unwrap();
            std::os::unix::fs::symlink(around.path(), root.join("out")).unwrap();
        }
        let folder = Folder::new(&root).unwrap();
        assert!(folder.file("ours.wkt").is_ok());
        assert!(folder.to_write("inner/new.wkt").is_ok());
        let absolute = around.path().join("secret.wkt").display().to_string();
        for path in [
            "../secret.wkt",
            "inner/../../secret.wkt",
            "./ours.wkt/../../secret.wkt",
            "..",
            "inner/..",
            "..\\secret.wkt",
            "%2e%2e/secret.wkt",
            "..%2fsecret.wkt",
            "link.wkt",
            "out/secret.wkt",
            "out",
            "ours.wkt\0.geojson",
            "C:secret.wkt",
            "//secret.wkt",
            absolute.as_str(),
            "/etc/passwd",
        ] {
            assert!(folder.file(path).is_err(), "read {path:?}");
            assert!(folder.entries(path).is_err(), "list {path:?}");
            assert!(folder.beside("ours.wkt", path).is_err(), "beside {path:?}");
            if !["%2e", "..%"].iter().any(|start| path.starts_with(start)) {
                assert!(folder.save(path, b"x").is_err(), "write {path:?}");
            }
        }
        assert_eq!(fs::read(around.path().join("secret.wkt")).unwrap(), b"POINT (1 1)");
        assert_eq!(fs::read_dir(around.path()).unwrap().count(), 2, "nothing was written outside");
    }

    #[test]
    fn a_file_is_replaced_whole_or_stays_as_it_was() {
        let around = tempfile::tempdir().unwrap();
        let folder = Folder::new(around.path()).unwrap();
        folder.save("a.wkt", b"first").unwrap();
        let file = around.path().join("a.wkt");
        let failed = replace(&file, |mut new| {
            new.write_all(b"sec")?;
            Err(std::io::Error::other("the disk is full"))
        });
        assert!(failed.is_err());
        assert_eq!(fs::read(&file).unwrap(), b"first");
        folder.save("a.wkt", b"second").unwrap();
        assert_eq!(fs::read(&file).unwrap(), b"second");
        assert_eq!(fs::read_dir(around.path()).unwrap().count(), 1, "nothing is left beside it");
    }
}
