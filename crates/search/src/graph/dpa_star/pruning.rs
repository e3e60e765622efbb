//! What the old path says about states that come up.

use super::super::StateId;
use super::event::Region;
use super::search::{Place, Pruning, Verdict};

/// By how much a bound must exceed a cost to count as larger: sums of floats differ in their last digits by the order
/// they were added up in.
pub(super) const MARGIN: f64 = 1.0 + 1e-12;

/// A mark: the state was reached by way of a deletion. Below it, one more than its place on the rest of the old path.
const VISITED: u32 = 1 << 31;

/// Pruning by the old path.
///
/// Let c be the old path's cost. Three facts prune; `R` are the deletions only:
/// - From a state of the old path's rest, that rest is the best way that avoids R. If the way by R costs more, nothing else
///   is worth looking at: the state is not expanded, and its path is one candidate more. (The paper goes on along
///   the old path, state by state.)
/// - No path is worth following that costs as much as a candidate.
/// - Whatever avoids R costs at least c. So while paths of at most c are looked for, a state that was reached without
///   passing R has to pass it yet, and waits until that bound comes up. (The paper prunes it only when the bound exceeds
///   c.) What cannot lead to such a path is kept aside. If such paths run out, all keys are g + h again and nothing is
///   aside any more.
pub(super) struct OldPathPruning<'a, R> {
    pub(super) goal: StateId,
    /// Where paths have become shorter.
    pub(super) shorter: &'a [R],
    /// By region: at most the cost from it to the goal.
    pub(super) onward: &'a [f64],
    /// By state.
    pub(super) marks: &'a mut [u32],
    /// By place on the old path: what the rest of it costs. Infinite where it is gone.
    pub(super) rest: &'a [f64],
    /// c.
    pub(super) old_cost: f64,
    /// Whether states wait for the way by R.
    pub(super) lifted: bool,
    /// The cheapest path known, and where it meets the old one.
    pub(super) best: Option<(f64, StateId)>,
}

impl<R: Region> OldPathPruning<'_, R> {
    /// At most the cost from a state to the goal by way of R; infinite if there is none.
    #[inline]
    fn detour(&self, from: StateId) -> f64 {
        let by = |(region, onward): (&R, &f64)| region.cost_to(from) + onward;
        self.shorter.iter().zip(self.onward).map(by).fold(f64::INFINITY, f64::min)
    }

    #[inline]
    fn best_cost(&self) -> f64 {
        self.best.map_or(f64::INFINITY, |(cost, _)| cost)
    }

    /// Whether a candidate is at most c: then what avoids R is no better.
    #[inline]
    fn is_within_old(&self) -> bool {
        self.best_cost() <= self.old_cost * MARGIN
    }

    #[inline]
    fn mark(&self, state: StateId) -> u32 {
        self.marks.get(state.index()).copied().unwrap_or(0)
    }

    fn finish(&mut self) -> Verdict {
        if self.lifted && !self.is_within_old() {
            self.lifted = false;
            return Verdict::Rekey;
        }
        Verdict::Finish
    }
}

/// Marks the states of the old path's rest, which begins at a place of it; says whether all of them exist.
pub(super) fn mark_rest(marks: &mut [u32], states: &[StateId], first: usize) -> bool {
    states.iter().enumerate().skip(first).all(|(place, state)| match marks.get_mut(state.index()) {
        Some(mark) => {
            *mark = place as u32 + 1;
            true
        }
        None => false,
    })
}

impl<R: Region> Pruning for OldPathPruning<'_, R> {
    #[inline]
    fn place(&mut self, parent: StateId, to: StateId, g: f64, sum: f64) -> Place {
        let best = self.best_cost();
        if sum >= best {
            return Place::Nowhere;
        }
        if !self.lifted {
            return Place::Open(sum);
        }
        let most = self.old_cost * MARGIN;
        let mut visited = parent != to && self.mark(parent) & VISITED != 0;
        let mut key = sum;
        if !visited {
            let detour = g + self.detour(to);
            // Where the bound is that large it does not matter whether this is R already.
            visited = detour <= most && self.shorter.iter().any(|region| region.contains(to));
            if !visited {
                key = key.max(detour);
            }
        }
        if let Some(mark) = self.marks.get_mut(to.index()) {
            *mark = *mark & !VISITED | if visited { VISITED } else { 0 };
        }
        match best <= most {
            true if key > best * MARGIN => Place::Nowhere,
            false if key > most => Place::Aside,
            _ => Place::Open(key),
        }
    }

    #[inline]
    fn verdict(&mut self, state: StateId, key: f64, g: f64) -> Verdict {
        if key >= self.best_cost() || self.lifted && key > self.old_cost * MARGIN {
            return self.finish();
        }
        let place = self.mark(state) & !VISITED;
        if place == 0 {
            return Verdict::Expand;
        }
        let rest = self.rest.get(place as usize - 1).copied().unwrap_or(f64::INFINITY);
        if g + rest < self.best_cost() {
            self.best = Some((g + rest, state));
        }
        if self.shorter.is_empty() && self.is_within_old() {
            // Nothing has become shorter.
            return Verdict::Finish;
        }
        let detour = self.detour(state);
        if state == self.goal || detour > rest * MARGIN || g + detour > self.best_cost() * MARGIN {
            Verdict::Skip
        } else {
            Verdict::Expand
        }
    }

    fn exhausted(&mut self) -> Verdict {
        self.finish()
    }

    fn best(&self) -> Option<(f64, StateId)> {
        self.best
    }

    fn lower(&self, key: f64) -> f64 {
        match (self.lifted, self.shorter.is_empty()) {
            // What avoids R costs at least c.
            (true, _) => key.min(self.old_cost),
            (false, true) => key.max(self.old_cost),
            (false, false) => key,
        }
    }
}
