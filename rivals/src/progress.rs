//! A line on the screen that tells how far a benchmark is.

use std::io::{IsTerminal, Write, stderr};

/// Shows a line in the place of the last one. Where nobody watches, nothing is shown.
pub(crate) fn show(line: &str) {
    if stderr().is_terminal() {
        eprint!("\r{line:79}\r");
        let _ = stderr().flush();
    }
}

/// Clears the line.
pub(crate) fn done() {
    show("");
}
