//! Wishes: constraints as a person writes them, and the things they name.
//!
//! ```text
//! list   = wish { newline | ";" wish }            # begins a comment
//! wish   = ("avoid" | "prefer") place [ "weight" number ]      soft: repels or attracts; weight 5 if none is said
//!        | "never" place                                      hard: no transition may meet it
//!        | "via" place                                        a goal on the way, in the order written
//! place  = [ "in" | "near" ] region
//! region = name | ("behind" | "in front of" | "left of" | "right of" | "in sight of") name | "between" name "and" name
//! name   = a thing, a kind of region of the map, or "wall", which is every wall; in quotes if it has spaces
//! ```
//!
//! | module | what |
//! |---|---|
//! | `parse` | text to wishes |
//! | `things` | names to shapes |
//! | `error` | what can be wrong with a wish, and where |

mod error;
mod parse;
mod things;

pub use error::{WishError, WishProblem};
pub use things::Things;

use super::annotation::Annotation;
use super::constraint::{Constraint, Preposition};
use super::shape::Shape;

/// One wish, checked for itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Wish {
    /// What is wished.
    pub demand: Demand,
    /// Where.
    pub place: WishPlace,
    /// As it was written.
    pub text: String,
    /// The line it was written on, from 1.
    pub line: usize,
    /// The column it begins at, from 1.
    pub column: usize,
}

/// What is wished of a place.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Demand {
    /// A soft constraint of a weight: below 0 for `avoid`.
    Soft(Preposition, f64),
    /// A hard constraint.
    Never,
    /// A goal on the way.
    Via,
}

/// A region by names.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WishPlace {
    /// An annotation of a named thing; for [`Annotation::Itself`] also a kind of region, or `wall`.
    Of(Annotation, String),
    /// Between two things.
    Between(String, String),
}

impl WishPlace {
    /// Whether it depends on a thing.
    pub(crate) fn names(&self, name: &str) -> bool {
        match self {
            WishPlace::Of(_, a) => a == name,
            WishPlace::Between(a, b) => a == name || b == name,
        }
    }
}

impl std::fmt::Display for WishPlace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (words, name) = match self {
            WishPlace::Between(a, b) => return write!(f, "between {a} and {b}"),
            WishPlace::Of(annotation, name) => match annotation {
                Annotation::Itself => ("", name),
                Annotation::Front => ("in front of ", name),
                Annotation::Back => ("behind ", name),
                Annotation::Left => ("left of ", name),
                Annotation::Right => ("right of ", name),
                Annotation::Sight => ("in sight of ", name),
            },
        };
        write!(f, "{words}{name}")
    }
}

/// A list of wishes that do not contradict each other.
///
/// ```
/// use navigant_planning::constraint::{Demand, Wishes};
/// let wishes = Wishes::parse("avoid in grass weight 5; prefer near wall weight 2\nnever in sight of guard; via behind house")?;
/// assert_eq!(wishes.iter().count(), 4);
/// assert_eq!(wishes.iter().filter(|wish| wish.demand == Demand::Never).count(), 1);
/// let error = Wishes::parse("avoid in grass\nprefer near wall weight 1e9").unwrap_err();
/// assert_eq!(error.to_string(), "line 2, column 25, in `prefer near wall weight 1e9`: a weight of 1000000000; it must be a number from -50 to 50");
/// # Ok::<(), navigant_planning::constraint::WishError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wishes {
    wishes: Vec<Wish>,
}

impl Wishes {
    /// Reads a list of wishes.
    ///
    /// # Errors
    /// [`WishError`] names the wish, its line and column, and what is wrong.
    pub fn parse(text: &str) -> Result<Wishes, WishError> {
        let wishes = parse::wishes(text)?;
        for (i, wish) in wishes.iter().enumerate() {
            if let Some(other) = wishes[..i].iter().find(|other| contradict(other, wish)) {
                let problem = WishProblem::Contradicts { other: other.text.clone(), line: other.line };
                return Err(wish.error(problem));
            }
        }
        Ok(Wishes { wishes })
    }

    /// The wishes, in the order they were written.
    pub fn iter(&self) -> impl Iterator<Item = &Wish> {
        self.wishes.iter()
    }
}

impl IntoIterator for Wishes {
    type Item = Wish;
    type IntoIter = std::vec::IntoIter<Wish>;

    fn into_iter(self) -> Self::IntoIter {
        self.wishes.into_iter()
    }
}

/// What is forbidden cannot be wanted, and the same place cannot be avoided and preferred.
fn contradict(a: &Wish, b: &Wish) -> bool {
    let wants =
        |wish: &Wish| matches!(wish.demand, Demand::Via) || matches!(wish.demand, Demand::Soft(_, w) if w > 0.0);
    let never = |wish: &Wish| wish.demand == Demand::Never;
    a.place == b.place
        && (never(a) && wants(b)
            || never(b) && wants(a)
            || matches!((a.demand, b.demand), (Demand::Soft(p, w), Demand::Soft(q, v)) if p == q && w * v < 0.0))
}

impl Wish {
    /// An error of this wish, at its beginning.
    pub(crate) fn error(&self, problem: WishProblem) -> WishError {
        WishError { text: self.text.clone(), line: self.line, column: self.column, problem }
    }

    /// The constraint it makes of a shape; `None` for a goal on the way.
    ///
    /// # Errors
    /// [`WishError`] if the shape has no inside and the wish needs one.
    pub(crate) fn constraint(&self, shape: Shape) -> Result<Option<Constraint>, WishError> {
        let needs_area = !matches!(self.demand, Demand::Soft(Preposition::Near, _));
        if needs_area && !shape.has_area() {
            return Err(self.error(WishProblem::NoInside));
        }
        match self.demand {
            Demand::Via => Ok(None),
            Demand::Never => Ok(Some(Constraint::hard(shape))),
            Demand::Soft(preposition, weight) => Constraint::soft(preposition, shape, weight)
                .map(Some)
                .map_err(|bad| self.error(WishProblem::Weight(bad))),
        }
    }
}

#[cfg(test)]
mod tests;
