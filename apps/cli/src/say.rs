//! What the program says, line by line, and what it writes as JSON.

use std::error::Error;
use std::fmt::Arguments;
use std::io::{self, ErrorKind, Write};
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, Ordering};

/// Why a line could not be said.
static FAILED: OnceLock<String> = OnceLock::new();
/// Whether standard output is for JSON alone.
static JSON_ALONE: AtomicBool = AtomicBool::new(false);

/// Says a line, as `println!` does. Nobody need listen: after `| head -1` the work goes on, and nothing panics.
macro_rules! say {
    ($($words:tt)*) => { $crate::say::line(format_args!($($words)*)) };
}
pub(crate) use say;

pub(crate) fn line(words: Arguments<'_>) {
    if JSON_ALONE.load(Ordering::Relaxed) {
        note(writeln!(io::stderr(), "{words}"), "standard error");
    } else {
        note(writeln!(io::stdout(), "{words}"), "standard output");
    }
}

fn note(said: io::Result<()>, to: &str) {
    if let Err(error) = said
        && error.kind() != ErrorKind::BrokenPipe
    {
        FAILED.get_or_init(|| format!("{to}: {error}"));
    }
}

/// Keeps standard output for JSON if that is to go there, so that all else is said on standard error.
pub(crate) fn keep_for_json(file: Option<&Path>) {
    JSON_ALONE.store(file == Some(Path::new("-")), Ordering::Relaxed);
}

/// Writes JSON to a file, or to standard output for `-`.
///
/// # Errors
/// When the file cannot be written.
pub(crate) fn json(file: Option<&Path>, value: &serde_json::Value) -> Result<(), String> {
    match file {
        None => {}
        Some(file) if file == Path::new("-") => note(writeln!(io::stdout(), "{value}"), "standard output"),
        Some(file) => {
            std::fs::write(file, format!("{value}\n")).map_err(|reason| format!("{}: {reason}", file.display()))?;
        }
    }
    Ok(())
}

/// Whether everything could be said to whoever listens.
///
/// # Errors
/// The reason if not, such as a full disk.
pub(crate) fn finish() -> Result<(), Box<dyn Error>> {
    FAILED.get().map_or(Ok(()), |reason| Err(reason.clone().into()))
}
