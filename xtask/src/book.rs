//! The guide: its pictures, made by the examples, and the book itself.

use crate::examples;
use crate::run::{Task, install, root, target, title};

pub(crate) const PICTURES: &str = "docs/guide/src/pictures";

/// How the names of pictures begin that `cargo xtask python` and `cargo xtask bevy` make.
const PACKAGES: [&str; 2] = ["python_", "bevy_"];

/// Runs the examples, takes over the pictures that the guide shows, and builds the book.
pub(crate) fn build() -> Result<(), String> {
    let drawn = examples::run(&["--package", "navigant"])?;
    let kept = std::fs::read_dir(root().join(PICTURES)).map_err(|e| format!("{PICTURES}: {e}"))?;
    for picture in kept.flatten().map(|file| file.path()) {
        let Some(name) = picture.file_name() else { continue };
        // The packages draw their own.
        if PACKAGES.iter().any(|package| name.to_string_lossy().starts_with(package)) {
            continue;
        }
        std::fs::copy(drawn.join(name), &picture)
            .map_err(|e| format!("no example draws {}: {e}", name.to_string_lossy()))?;
    }
    title("the book");
    install("mdbook", "mdbook")?;
    Task::new("mdbook").args(["build", "docs/guide"]).run()?;
    eprintln!("{}", target().join("book/index.html").display());
    Ok(())
}
