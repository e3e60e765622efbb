//! What can be wrong with a wish, and where.

use crate::constraint::annotation::NoAnnotation;
use crate::constraint::constraint::BadWeight;
use crate::constraint::field::BadConstraint;
use navigant_geometry::Point;

/// A wish that cannot be: which, where it stands, and why.
#[derive(Clone, Debug, PartialEq)]
pub struct WishError {
    /// The wish as it was written.
    pub text: String,
    /// The line, from 1.
    pub line: usize,
    /// The column of what is wrong, from 1.
    pub column: usize,
    /// What is wrong.
    pub problem: WishProblem,
}

/// What is wrong with a wish.
#[derive(Clone, Debug, PartialEq)]
pub enum WishProblem {
    /// It does not begin with avoid, prefer, never or via.
    Verb(String),
    /// Another word was expected; an empty one was found at the end.
    Expected {
        /// What was expected.
        expected: &'static str,
        /// What was found.
        found: String,
    },
    /// The weight is no number.
    NoNumber(String),
    /// The weight is a number that cannot be.
    Weight(BadWeight),
    /// The weight is 0 or below: say `avoid` or `prefer` instead of a sign.
    Sign(f64),
    /// A hard wish or a goal has no weight.
    Weightless,
    /// A hard wish or a goal is in a place, not near it.
    NotNear,
    /// It contradicts another wish.
    Contradicts {
        /// The other one.
        other: String,
        /// Its line.
        line: usize,
    },
    /// Nothing has that name.
    Unknown {
        /// The name.
        name: String,
        /// Names that there are.
        known: Vec<String>,
    },
    /// The thing has no such annotation now.
    NoAnnotation(NoAnnotation),
    /// A line or a wall has no inside: only `near` makes sense.
    NoInside,
    /// The field refuses the constraint.
    Constraint(BadConstraint),
    /// A hard constraint covers the goal, so that it cannot be reached.
    CoversGoal(Point),
    /// A hard constraint covers where the plan begins.
    CoversStart(Point),
    /// No place of the graph lies in the region of a goal on the way.
    NowhereIn,
}

impl std::fmt::Display for WishError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let WishError { text, line, column, problem } = self;
        write!(f, "line {line}, column {column}, in `{text}`: {problem}")
    }
}

impl std::fmt::Display for WishProblem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            WishProblem::Verb(word) => write!(f, "a wish begins with avoid, prefer, never or via, not with '{word}'"),
            WishProblem::Expected { expected, found } if found.is_empty() => write!(f, "{expected} is missing"),
            WishProblem::Expected { expected, found } => write!(f, "expected {expected}, found '{found}'"),
            WishProblem::NoNumber(word) => write!(f, "a weight is a number, not '{word}'"),
            WishProblem::Weight(bad) => bad.fmt(f),
            WishProblem::Sign(weight) => {
                write!(f, "a weight of {weight}; weights are above 0: say avoid to repel and prefer to attract")
            }
            WishProblem::Weightless => write!(f, "never and via have no weight"),
            WishProblem::NotNear => write!(f, "never and via are in a place, not near it"),
            WishProblem::Contradicts { other, line } => write!(f, "it contradicts `{other}` on line {line}"),
            WishProblem::Unknown { name, known } if known.is_empty() => write!(f, "nothing is called '{name}'"),
            WishProblem::Unknown { name, known } => {
                write!(f, "nothing is called '{name}'; there are {}", known.join(", "))
            }
            WishProblem::NoAnnotation(reason) => write!(f, "there is no such region now: {reason}"),
            WishProblem::NoInside => write!(f, "a line has no inside; say near"),
            WishProblem::Constraint(reason) => reason.fmt(f),
            WishProblem::CoversGoal(at) => write!(f, "it covers the goal, {at}, which can never be reached"),
            WishProblem::CoversStart(at) => write!(f, "it covers the start, {at}, which can never be left"),
            WishProblem::NowhereIn => write!(f, "no walkable place of the graph lies in it"),
        }
    }
}

impl std::error::Error for WishError {}
