//! The policy of a replanner, and what it did.

/// When a plan is repaired and when it is made from scratch.
///
/// The shares are of the states that planning from scratch expanded the last time. A repair costs about as much a state as
/// planning does several, since it looks both ways along edges. `navigant experiment anytime` measures what the default
/// saves, and what it costs where it guesses wrong.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Policy {
    /// The inflation ε₀ to begin with, and to return to when the plan is lost: a path soon, a good one later.
    pub epsilon: f64,
    /// By how much each search after a successful one lowers the inflation, until it is 1.
    pub step: f64,
    /// A change is large, and the plan made from scratch, if it touches more than this share of states.
    pub large: f64,
    /// A repair that has expanded more than this share of states is given up, and the plan made from scratch: an upper bound on
    /// what a search costs beyond planning from scratch.
    pub patience: f64,
}

impl Default for Policy {
    fn default() -> Policy {
        Policy { epsilon: 2.5, step: 0.5, large: 0.1, patience: 0.25 }
    }
}

/// What the last search of a [`Replanner`](super::Replanner) did.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Replanned {
    /// Nothing had changed: it went on, or improved the path.
    Improved,
    /// It repaired the plan. `reset`: the path was no longer one, so that ε began at ε₀ again.
    Repaired {
        /// Whether the path was lost.
        reset: bool,
    },
    /// It planned from scratch.
    FromScratch(ReplanReason),
}

/// Why a plan was made from scratch.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReplanReason {
    /// There was none, or no path was found the last time.
    First,
    /// The goal is another one.
    Goal,
    /// The change was large.
    LargeChange,
    /// The repair took too long.
    SlowRepair,
}
