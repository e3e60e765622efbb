//! Pruning by bounds from the old path.

use super::super::{Heuristic, StateId};
use super::event::ChangedRegion;
use super::search::{Candidate, Pruning, Verdict};
use crate::tolerance::ABOVE;

/// Pruning by the old path.
///
/// R are the deletions, c is what the old path cost. Insertions do not shorten anything, so what avoids R was in the old
/// graph at no higher cost, and there no path was cheaper than c, nor was any way from a state of the old path cheaper than
/// its rest. From this follow lower bounds for whatever goes on from a state V that was reached at a cost of g:
/// 1. If it has avoided R and goes on avoiding it, it costs at least c.
/// 2. If it goes on to R, from V or again, it costs at least g, the way to R, and the way from R to the goal: `detour`.
/// 3. If it has left R at y for good, it costs at least c, less what it has gained on the way to y: in the old graph y was at
///    most so far from the start, so its way on to the goal was, and is, at least what is left of c: `leaving`.
/// 4. If it enters R first at x and leaves it last at y, it costs at least c, less what the deletion gains from x to y. So
///    only some x are worth going to: `entries`.
///
/// Every way on from V either goes to R, 2 and 4, or does not, 1 and 3. V is dropped if both bounds are no less than the cost
/// of a *candidate*, a path that is there: nothing better comes of V. Nothing else is dropped, so what is left when the
/// search ends is a cheapest path. V may be reached again at a lower cost; then it is judged again. On the old path's rest,
/// the rest is a cheapest way that avoids R: V and the rest are one candidate more, and V is expanded only if 2 allows it.
/// (The paper goes on along the rest, state by state, and ends when it comes to the goal.)
///
/// **The paper's flags** say when 1 and 2 may be used. `visitedR`: V was reached through R, so 1 does not hold, and nothing
/// is dropped; 3 is what holds then. `rworse`: 2 exceeds c at V or before it; since [`ChangedRegion::cost_to`] is consistent, g and
/// the way to R do not shrink along a path, and 2 exceeds it at V, too. So whenever a candidate of at most c is known,
/// what the paper drops is dropped here, and in R and behind it more. One is known from the start if the old path is
/// still there (always in scenario 3; in scenario 4 where a deletion takes no edges away, as on grids), or if it can be
/// repaired at no more than c. Otherwise we do not drop by 1 until one turns up, where the paper does: against c, which may
/// be out of reach, and then all it has dropped has to be put back. An answer above c takes at least the expansions of A* so.
pub(super) struct OldPathPruning<'a, R, H> {
    pub(super) goal: StateId,
    /// Where paths have become shorter: R.
    pub(super) shorter: &'a [R],
    /// By region: a lower bound on the cost from it to the goal.
    pub(super) onward: &'a [f64],
    /// By state: one more than its index on the old path's rest, or 0.
    pub(super) places: &'a [u32],
    /// By state that was reached.
    pub(super) trails: &'a mut [Trail],
    pub(super) heuristic: &'a H,
    /// The states at which a path must enter R to be better than the candidate, each with a lower bound on the cost from there to
    /// the goal; `None` if it may enter anywhere.
    pub(super) entries: Option<&'a [(StateId, f64)]>,
    /// By place on the old path: what the rest of it costs. Infinite where it is gone.
    pub(super) rest: &'a [f64],
    /// c.
    pub(super) old_cost: f64,
    /// Whether a path of at most c may be left: only then is it worth while to ask for bounds.
    pub(super) bounded: bool,
    /// How the old path passed R, if R is one region and nothing else has happened.
    pub(super) passage: Option<Passage>,
    /// The cheapest path known.
    pub(super) best: Option<Candidate>,
}

/// How a state was reached.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Trail {
    /// A lower bound on the cost of a path through the state that avoids R from there on.
    without: f64,
    /// Whether it has been in R.
    entered: bool,
}

/// Where the old path entered a region and where it left it, and what it had cost up to there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Passage {
    pub(super) entry: (StateId, f64),
    pub(super) exit: (StateId, f64),
    /// Their places on the old path.
    pub(super) places: [usize; 2],
}

impl<R: ChangedRegion, H: Heuristic> OldPathPruning<'_, R, H> {
    /// A lower bound on the cost from a state through R to the goal; infinite if there is none.
    #[inline]
    fn detour(&self, from: StateId) -> f64 {
        let by = |(region, onward): (&R, &f64)| region.cost_to(from) + onward;
        self.shorter.iter().zip(self.onward).map(by).fold(f64::INFINITY, f64::min)
    }

    /// The same for a state that was reached without passing R.
    #[inline]
    fn first_detour(&self, from: StateId) -> f64 {
        let Some(entries) = self.entries else { return self.detour(from) };
        let by = |&(entry, onward): &(StateId, f64)| self.heuristic.estimate(from, entry) + onward;
        entries.iter().map(by).fold(f64::INFINITY, f64::min)
    }

    #[inline]
    fn best_cost(&self) -> f64 {
        self.best.map_or(f64::INFINITY, |best| best.cost)
    }

    /// A lower bound on the cost of a path that leaves R for good at a state reached at a cost of g.
    fn leaving(&self, at: StateId, g: f64) -> f64 {
        let (Some(passage), [region]) = (self.passage, self.shorter) else { return 0.0 };
        // An upper bound on the cost to get there before.
        let before = |(end, cost): (StateId, f64)| cost + region.old_cost(end, at);
        g + self.old_cost - before(passage.entry).min(before(passage.exit))
    }
}

impl<R: ChangedRegion, H: Heuristic> Pruning for OldPathPruning<'_, R, H> {
    #[inline]
    fn key(&mut self, parent: StateId, to: StateId, g: f64, sum: f64) -> Option<f64> {
        let best = self.best_cost();
        if sum >= best {
            return None;
        }
        if !self.bounded {
            return Some(sum);
        }
        let before = match self.trails.get(parent.index()) {
            Some(trail) if parent != to => *trail,
            _ => Trail { without: self.old_cost, entered: false },
        };
        let trail = if self.shorter.iter().any(|region| region.contains(to)) {
            Trail { without: self.leaving(to, g), entered: true }
        } else {
            before
        };
        if let Some(known) = self.trails.get_mut(to.index()) {
            *known = trail;
        }
        // Keys are g + h as in A*: larger bounds as keys would have states expanded before the best way to them is known.
        if trail.without * ABOVE < best {
            return Some(sum);
        }
        let detour = if trail.entered { self.detour(to) } else { self.first_detour(to) };
        ((g + detour) * ABOVE < best).then_some(sum)
    }

    #[inline]
    fn verdict(&mut self, state: StateId, key: f64, g: f64) -> Verdict {
        if key >= self.best_cost() {
            return Verdict::Finish;
        }
        let Some(place) = self.places.get(state.index()).and_then(|place| place.checked_sub(1)) else {
            return Verdict::Expand;
        };
        let rest = self.rest.get(place as usize).copied().unwrap_or(f64::INFINITY);
        if g + rest < self.best_cost() {
            self.best = Some(Candidate { cost: g + rest, meets: Some(state) });
        }
        if self.shorter.is_empty() && self.best_cost() <= self.old_cost * ABOVE {
            return Verdict::Finish;
        }
        if state == self.goal || (g + self.detour(state)) * ABOVE >= self.best_cost() {
            Verdict::Skip
        } else {
            Verdict::Expand
        }
    }

    fn best(&self) -> Option<Candidate> {
        self.best
    }
}
