//! What the old path says about states that come up.

use super::super::{Heuristic, StateId};
use super::event::Region;
use super::search::{Candidate, Pruning, Verdict};

/// By how much a cost must be exceeded for that to count: sums of floats differ in their last digits by the order they were
/// added up in. Nothing is lost by it: whatever is pruned so is no better, to that digit, than a path that is known.
pub(super) const MARGIN: f64 = 1.0 + 1e-12;

/// Pruning by the old path.
///
/// R are the deletions, c is what the old path cost. Insertions do not shorten anything, so what avoids R is in the old
/// graph as well, and there no path was cheaper than c. From this follow lower bounds:
/// - From a state of the old path's rest, that rest is the best way that avoids R. So when such a state comes up, its path
///   and the rest are one candidate more, and it is expanded only if a way by R could be better. (The paper goes on
///   along the rest, state by state.)
/// - Whatever avoids R costs at least c.
/// - Whatever passes R costs, from a state on, at least as much as the way to R and the way from R to the goal.
/// - Whatever has left R at a state y for good costs at least c, less what has been gained on the way to y by the deletion:
///   in the old graph it would have cost c. So who has gained no more than the old path's rest has cannot be better.
/// - Whatever passes R, entering it first at x and leaving it last at y, costs at least c, less what the deletion gains from
///   x to y: in the old graph it would have cost c. So only some pairs of x and y can be better than a candidate.
///
/// A state all of whose bounds are no less than a candidate is dropped. (The paper drops against c. After a deletion on the
/// path c may be out of reach, and it has to begin again; a candidate is a path that is there.)
pub(super) struct OldPathPruning<'a, R, H> {
    pub(super) goal: StateId,
    /// Where paths have become shorter: R.
    pub(super) shorter: &'a [R],
    /// By region: at most the cost from it to the goal.
    pub(super) onward: &'a [f64],
    /// By state: one more than its place on the old path's rest, or 0.
    pub(super) places: &'a [u32],
    /// By state that was reached.
    pub(super) trails: &'a mut [Trail],
    pub(super) heuristic: &'a H,
    /// The states at which a path must enter R to be better than the candidate, and at most what it costs from there to
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
    /// At most the cost of a path by way of the state that avoids R from there on.
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

impl<R: Region, H: Heuristic> OldPathPruning<'_, R, H> {
    /// At most the cost from a state to the goal by way of R; infinite if there is none.
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

    /// At most the cost of a path that leaves R for good at a state that it has reached at a cost of g.
    fn leaving(&self, at: StateId, g: f64) -> f64 {
        let (Some(passage), [region]) = (self.passage, self.shorter) else { return 0.0 };
        // At least what it had cost to get there before.
        let before = |(end, cost): (StateId, f64)| cost + region.old_cost(end, at);
        g + self.old_cost - before(passage.entry).min(before(passage.exit))
    }
}

impl<R: Region, H: Heuristic> Pruning for OldPathPruning<'_, R, H> {
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
        if trail.without * MARGIN < best {
            return Some(sum);
        }
        let detour = if trail.entered { self.detour(to) } else { self.first_detour(to) };
        ((g + detour) * MARGIN < best).then_some(sum)
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
        if self.shorter.is_empty() && self.best_cost() <= self.old_cost * MARGIN {
            return Verdict::Finish;
        }
        if state == self.goal || (g + self.detour(state)) * MARGIN >= self.best_cost() {
            Verdict::Skip
        } else {
            Verdict::Expand
        }
    }

    fn best(&self) -> Option<Candidate> {
        self.best
    }
}
