//! What a query has spent of its budget: one counter through all its phases.

use crate::graph::Budget;

/// The expansions that one query has made so far, and its budget.
#[derive(Debug)]
pub(super) struct Spending<'c> {
    budget: Budget<'c>,
    expansions: u64,
    /// Up to here nothing need be asked: when the clock is asked next, or the end of the budget.
    next_look: u64,
    is_out_of_time: bool,
    was_refused: bool,
}

impl<'c> Spending<'c> {
    pub(super) fn of(budget: Budget<'c>) -> Self {
        let next_look = if budget.has_clock() { 0 } else { budget.most() };
        Spending { budget, expansions: 0, next_look, is_out_of_time: false, was_refused: false }
    }

    /// How many expansions were made, in all phases together.
    pub(super) fn expansions(&self) -> u64 {
        self.expansions
    }

    /// Whether no further expansion may be made. The clock is asked before the first expansion, and then every
    /// [`Budget::PATIENCE`] of them.
    #[inline]
    pub(super) fn is_spent(&mut self) -> bool {
        self.expansions >= self.next_look && self.look()
    }

    /// Asks the clock, if it is time for that.
    #[cold]
    fn look(&mut self) -> bool {
        if self.budget.has_clock() && !self.is_out_of_time {
            self.is_out_of_time = self.budget.is_out_of_time();
            let later = self.budget.most().min(self.expansions.saturating_add(Budget::PATIENCE));
            self.next_look = if self.is_out_of_time { 0 } else { later };
        }
        let is_spent = self.is_out_of_time || self.expansions >= self.budget.most();
        self.was_refused |= is_spent;
        is_spent
    }

    /// Whether an expansion was refused: something was left undone.
    pub(super) fn was_refused(&self) -> bool {
        self.was_refused
    }

    /// How many expansions may be made before it is to be asked again.
    #[inline]
    pub(super) fn allowance(&self) -> u64 {
        self.next_look.saturating_sub(self.expansions)
    }

    #[inline]
    pub(super) fn spend(&mut self, expansions: u64) {
        self.expansions += expansions;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

    #[test]
    fn expansions_are_counted_over_all_phases() {
        let mut spending = Spending::of(Budget::expansions(10));
        assert!(!spending.is_spent() && spending.allowance() == 10);
        spending.spend(7);
        assert!(!spending.is_spent() && spending.allowance() == 3 && !spending.was_refused());
        spending.spend(3);
        assert!(
            spending.is_spent() && spending.allowance() == 0 && spending.was_refused() && spending.expansions() == 10
        );
    }

    /// Whatever the steps in which expansions are made: not only at multiples of the interval.
    #[test]
    fn the_clock_is_asked_whenever_an_interval_has_passed() {
        let asked = AtomicU64::new(0);
        let over = || asked.fetch_add(1, Relaxed) >= 3;
        let mut spending = Spending::of(Budget::UNLIMITED.until(&over));
        while !spending.is_spent() {
            assert!(spending.allowance() <= Budget::PATIENCE);
            spending.spend(7);
        }
        assert_eq!((asked.load(Relaxed), spending.expansions()), (4, 3 * 70));
        assert!(spending.is_spent() && asked.load(Relaxed) == 4, "it stays spent");
    }
}
