//! The planning budget of districts, and what plans have cost of late.

use crate::plan::Planning;

/// The planning budget of a district, which is spent on its own agents only.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct District {
    /// By how many expansions the last step has overdrawn it.
    pub(crate) overdrawn: u64,
    pub(crate) usual_cost: UsualCost,
}

impl District {
    /// What may be spent in a step.
    pub(crate) fn budget(&self, planning: &Planning) -> u64 {
        u64::from(planning.expansions_per_step).saturating_sub(self.overdrawn)
    }
}

/// A moving average of what plans cost, in expansions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UsualCost {
    /// Of a search for a whole route.
    pub(crate) search: u64,
    /// Of one that is mended.
    pub(crate) mend: u64,
}

impl Default for UsualCost {
    /// The estimate before anything is known.
    fn default() -> UsualCost {
        UsualCost { search: 300, mend: 100 }
    }
}

impl UsualCost {
    pub(crate) fn of(&mut self, mends: bool) -> &mut u64 {
        if mends { &mut self.mend } else { &mut self.search }
    }

    /// Takes in what a number of plans have cost together.
    pub(crate) fn learn(&mut self, mends: bool, expansions: u64, plans: u64) {
        if let Some(cost) = expansions.checked_div(plans) {
            let usual = self.of(mends);
            *usual = (7 * *usual + cost).div_ceil(8).max(1);
        }
    }
}
