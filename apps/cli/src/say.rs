//! What the program says, line by line.

use std::fmt::Arguments;
use std::io::{ErrorKind, Write};
use std::sync::OnceLock;

/// Why a line could not be said.
static FAILED: OnceLock<String> = OnceLock::new();

/// Says a line, as `println!` does. Nobody need listen: after `| head -1` the work goes on, and nothing panics.
macro_rules! say {
    ($($words:tt)*) => { $crate::say::line(format_args!($($words)*)) };
}
pub(crate) use say;

pub(crate) fn line(words: Arguments<'_>) {
    if let Err(error) = writeln!(std::io::stdout(), "{words}")
        && error.kind() != ErrorKind::BrokenPipe
    {
        FAILED.get_or_init(|| format!("standard output: {error}"));
    }
}

/// Whether everything could be said to whoever listens.
///
/// # Errors
/// The reason if not, such as a full disk.
pub(crate) fn finish() -> Result<(), Box<dyn std::error::Error>> {
    FAILED.get().map_or(Ok(()), |reason| Err(reason.clone().into()))
}
