//! Budgets: limits on expansions and time.

use super::StopReason;

/// A limit on expansions, on time, on both or on neither.
///
/// Expansions are counted exactly and keep runs reproducible. Time is read from a clock that the caller passes in: a
/// function that says whether the time is over, from any thread. It is asked before the first expansion and then every
/// [`Budget::PATIENCE`] expansions, more often where expansions are dear.
///
/// ```
/// use navigant_search::graph::Budget;
/// use std::time::{Duration, Instant};
/// let begin = Instant::now();
/// let over = || begin.elapsed() > Duration::from_millis(2);
/// let budget = Budget::expansions(10_000).until(&over);
/// # let _ = budget;
/// ```
#[derive(Clone, Copy)]
pub struct Budget<'c> {
    expansions: u64,
    over: Option<&'c (dyn Fn() -> bool + Sync)>,
    /// The interval at which the clock is asked, in expansions; at least 1.
    patience: u64,
}

impl std::fmt::Debug for Budget<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Budget").field("expansions", &self.expansions).field("clock", &self.over.is_some()).finish()
    }
}

impl Budget<'static> {
    /// As much as it takes.
    pub const UNLIMITED: Budget<'static> = Budget { expansions: u64::MAX, over: None, patience: Budget::PATIENCE };

    /// A limit on the number of expansions.
    pub const fn expansions(most: u64) -> Budget<'static> {
        Budget { expansions: most, over: None, patience: Budget::PATIENCE }
    }
}

impl<'c> Budget<'c> {
    /// The interval, in expansions, at which the clock is read: a few microseconds.
    pub const PATIENCE: u64 = 64;

    /// The same budget, and only until the clock says that the time is over.
    pub fn until<'d>(self, over: &'d (dyn Fn() -> bool + Sync)) -> Budget<'d>
    where
        'c: 'd,
    {
        Budget { expansions: self.expansions, over: Some(over), patience: self.patience }
    }

    /// The same budget, whose clock is asked at another interval: for expansions that take much longer than a look at it.
    pub(crate) fn asking_every(self, expansions: u64) -> Budget<'c> {
        Budget { patience: expansions.max(1), ..self }
    }

    /// The same budget with a further limit on expansions.
    pub(crate) fn at_most(self, most: u64) -> Budget<'c> {
        Budget { expansions: self.expansions.min(most), ..self }
    }

    /// The limit on expansions.
    #[inline]
    pub(crate) fn most(&self) -> u64 {
        self.expansions
    }

    /// Whether it can be spent.
    pub(crate) fn is_limited(&self) -> bool {
        self.expansions < u64::MAX || self.has_clock()
    }

    #[inline]
    pub(crate) fn has_clock(&self) -> bool {
        self.over.is_some()
    }

    /// Asks the clock.
    pub(crate) fn is_out_of_time(&self) -> bool {
        self.over.is_some_and(|over| over())
    }

    /// Whether nothing is limited.
    pub(crate) fn is_unlimited(&self) -> bool {
        self.expansions == u64::MAX && self.over.is_none()
    }

    /// What is left of the budget after a number of expansions.
    pub(crate) fn less(self, expansions: u64) -> Budget<'c> {
        let left = if self.expansions == u64::MAX { u64::MAX } else { self.expansions.saturating_sub(expansions) };
        Budget { expansions: left, ..self }
    }

    /// Why a search that has made a number of expansions must stop, if it must.
    #[inline]
    pub(crate) fn spent(&self, expansions: u64) -> Option<StopReason> {
        if expansions >= self.expansions {
            return Some(StopReason::OutOfExpansions);
        }
        match self.over {
            Some(over) if expansions.is_multiple_of(self.patience) && over() => Some(StopReason::OutOfTime),
            _ => None,
        }
    }
}
