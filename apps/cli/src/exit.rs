//! What the program's exit codes mean.

use std::error::Error;
use std::fmt;
use std::process::ExitCode;

/// How a command ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Code {
    /// It did what it was asked.
    Done = 0,
    /// A file cannot be read or written, or what is in it cannot be.
    Failed = 1,
    /// It was asked for something that cannot be, such as a negative radius.
    Usage = 2,
    /// There is no path, or nothing is seen.
    Nothing = 3,
    /// Answers contradict their reference, or a published figure is missed.
    Missed = 4,
    /// It was interrupted.
    Interrupted = 130,
}

/// The end of `navigant --help`.
pub(crate) const HELP: &str = "\
Exit codes:
  0    done
  1    a file cannot be read or written, or something in it is wrong
  2    asked for what cannot be: an unknown option, a negative radius
  3    there is no path, or nothing is seen; the reason is told
  4    answers contradict their reference, or (experiment --strict) a figure is missed
  130  interrupted; what was done until then is written

With --json FILE, figures and answers are written as JSON; FILE may be -, for standard output, and all else that is said
then goes to standard error. Reasons are told as a code for programs and as a sentence for people.";

impl From<Code> for ExitCode {
    fn from(code: Code) -> ExitCode {
        ExitCode::from(code as u8)
    }
}

/// A failure with a code of its own.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) code: Code,
    pub(crate) message: String,
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.message)
    }
}

impl Error for Failure {}

/// The code of an error.
pub(crate) fn code_of(error: &(dyn Error + 'static)) -> Code {
    error.downcast_ref::<Failure>().map_or(Code::Failed, |failure| failure.code)
}
