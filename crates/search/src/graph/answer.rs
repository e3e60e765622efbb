//! The answer of a search: why it stopped, the cost, and the proven bound.

/// Why a search stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StopReason {
    /// It has a path and its guarantee: see [`Answer::bound`].
    Solved,
    /// It has seen everything that can be reached: there is no path.
    NoPath,
    /// The budget's expansions are used up.
    OutOfExpansions,
    /// The budget's clock said that the time is over.
    OutOfTime,
}

/// What a search found, what it proved, what it cost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Answer {
    /// Why it stopped.
    pub stop: StopReason,
    /// The cost of the best path known; the searcher's `path()` has that path.
    pub cost: Option<f64>,
    /// A proven lower bound on the cost of any path. Infinite where there is none.
    pub lower: f64,
    /// States expanded by this call: taken from the open list and their edges followed.
    pub expansions: u64,
    /// Edges followed to a state by this call, whether or not they improved it.
    pub generated: u64,
}

impl Answer {
    /// A cheapest path.
    pub(super) fn optimal(cost: f64, expansions: u64, generated: u64) -> Answer {
        Answer { stop: StopReason::Solved, cost: Some(cost), lower: cost, expansions, generated }
    }

    /// There is none.
    pub(super) fn no_path(expansions: u64, generated: u64) -> Answer {
        Answer { stop: StopReason::NoPath, cost: None, lower: f64::INFINITY, expansions, generated }
    }

    /// The search stopped early, without a path.
    pub(super) fn stopped(stop: StopReason, lower: f64, expansions: u64, generated: u64) -> Answer {
        Answer { stop, cost: None, lower, expansions, generated }
    }

    /// The same after more work before it.
    pub(super) fn after(self, expansions: u64, generated: u64) -> Answer {
        Answer { expansions: self.expansions + expansions, generated: self.generated + generated, ..self }
    }

    /// The proven bound ε': the path known costs at most ε' times the cheapest. 1 is optimal; `None` without a path.
    pub fn bound(&self) -> Option<f64> {
        let cost = self.cost?;
        // 0/0: a path that costs nothing is optimal.
        Some(if cost <= self.lower { 1.0 } else { cost / self.lower })
    }

    /// Whether the path known is proved to be a cheapest one.
    pub fn is_optimal(&self) -> bool {
        self.bound() == Some(1.0)
    }
}
