//! Replanning from the path alone, against A* from scratch, after every one of many random events.
//!
//! A random graph or grid lives through insertions (edges and cells go or become dearer) and deletions (they come or become
//! cheaper), one at a time or 2 to 16 mixed ones together. One agent replans after each of them, another one once for
//! all; both then walk on for a while. After each replan
//! - its cost must be that of A* from scratch: exactly where costs add up exactly, to 10⁻⁹ where they are rounded;
//! - its path must be there and cost what is said; "no path" is right only where A* says it too;
//! - cut short by a budget, it must prove a bound that holds;
//! - now and then A* itself must agree with Bellman and Ford.
//!
//! Once in a while the old path is spoilt (another version, states at random, a wrong cost): the answer must be planned from scratch.
//!
//! [`maps`] does the same on the graphs of maps, where insertions may shorten paths; [`plane`] replans shortest paths in the
//! plane.

pub mod maps;
pub mod plane;
mod report;
mod scene;

pub use report::{Report, Tally};

use super::{Failure, case_seed, run_cases};
use crate::graph::{World, WorldRegion, bellman_ford, walk};
use crate::rng::Rng;
use navigant_search::graph::{
    AStar, Answer, Budget, DpaStar, Events, NotPruned, OldPath, ReplanCase, SearchError, StateId, StopReason,
};
use std::sync::{Mutex, PoisonError};

/// Events in one case on a graph or grid, at least.
pub const EVENTS_PER_CASE: u64 = 100;
/// One case in this many is on a map.
const MAPS_ONE_IN: u64 = 8;

/// Runs at least a number of events from a seed.
///
/// # Errors
/// The first case that failed.
pub fn run(count: u64, seed: u64, progress: impl Fn(u64) + Sync) -> Result<Report, Failure> {
    let total = Mutex::new(Report::default());
    let one = |number: u64| {
        let report = case(seed, number)?;
        total.lock().unwrap_or_else(PoisonError::into_inner).add(&report);
        Ok(())
    };
    // Those on maps come on top.
    let cases = count.div_ceil(EVENTS_PER_CASE) * MAPS_ONE_IN;
    run_cases(cases.div_ceil(MAPS_ONE_IN - 1), one, progress)?;
    Ok(total.into_inner().unwrap_or_else(PoisonError::into_inner))
}

/// One case.
///
/// # Errors
/// What is wrong, in words.
pub fn case(seed: u64, number: u64) -> Result<Report, String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut report = Report::default();
    if number % MAPS_ONE_IN == MAPS_ONE_IN - 1 {
        maps::live(&mut rng, &mut report)?;
        plane::live(&mut rng, &mut report)?;
        return Ok(report);
    }
    let world = World::random(&mut rng);
    let ends = (world.any_state(&mut rng), world.any_state(&mut rng));
    // The graphs are small, so it would seldom prune after deletions if it decided for itself.
    let dpa = if rng.one_in(4) { DpaStar::new() } else { navigant_search::internals::dpa_star_pruning_from(0) };
    let mut life = Life { world, ends, version: 0, dpa, a_star: AStar::new() };
    while report.events < EVENTS_PER_CASE {
        life.happen(&mut rng, &mut report)?;
    }
    Ok(report)
}

struct Life {
    world: World,
    ends: (StateId, StateId),
    version: u64,
    dpa: DpaStar,
    a_star: AStar,
}

/// An agent's path.
#[derive(Clone)]
struct Path {
    states: Vec<StateId>,
    cost: f64,
    version: u64,
}

impl Path {
    fn old(&self) -> OldPath<'_> {
        OldPath { states: &self.states, cost: self.cost, version: self.version }
    }
}

impl Life {
    /// An agent that plans, some events, and what becomes of its plan.
    fn happen(&mut self, rng: &mut Rng, report: &mut Report) -> Result<(), String> {
        if rng.one_in(8) {
            self.ends = (self.world.any_state(rng), self.world.any_state(rng));
        }
        let (start, goal) = self.ends;
        let fault = |error: SearchError| error.to_string();
        let answer = self.dpa.find(&self.world, &self.world, start, goal, Budget::UNLIMITED).map_err(fault)?;
        let events = if rng.one_in(2) { 1 } else { rng.between(2, 16) };
        let Some(cost) = answer.cost else {
            report.events += 1;
            self.world.make_cheaper(rng);
            self.version += 1;
            return Ok(());
        };
        let first = Path { states: self.dpa.path().to_vec(), cost, version: self.version };
        let mut each = Some(self.walk_on(rng, first.clone())?);
        let together = each.clone();
        let (mut longer, mut shorter) = (Vec::new(), Vec::new());
        let (mut singly, mut alike) = (0, true);
        let since = self.version;
        for _ in 0..events {
            report.events += 1;
            let dearer = rng.one_in(2);
            let touched = if dearer { self.world.make_dearer(rng) } else { self.world.make_cheaper(rng) };
            let region = WorldRegion::of(&self.world, &touched);
            let event =
                if dearer { Events::insertion(self.version, &region) } else { Events::deletion(self.version, &region) };
            self.version += 1;
            if let Some(path) = each {
                let (answer, replanned) = self.replan(rng, &path, &event, report)?;
                singly += answer.expansions;
                each = replanned;
            } else {
                alike = false;
            }
            (if dearer { &mut longer } else { &mut shorter }).push(region);
        }
        let Some(path) = together.filter(|_| events > 1) else { return Ok(()) };
        let event = Events { since, until: self.version, longer: &longer, shorter: &shorter };
        let (answer, _) = self.replan(rng, &path, &event, report)?;
        if alike {
            report.sets += 1;
            report.in_sets.expansions += answer.expansions;
            report.in_sets.unpruned += singly;
        }
        Ok(())
    }

    /// The agent goes part of its way.
    fn walk_on(&self, rng: &mut Rng, mut path: Path) -> Result<Path, String> {
        if rng.one_in(2) {
            let gone = rng.below(path.states.len() as u32) as usize;
            path.states.drain(..gone);
            let (first, last) = (path.states[0], path.states[path.states.len() - 1]);
            path.cost = walk(&self.world, first, last, &path.states).ok_or("an old path that is none")?;
        }
        Ok(path)
    }

    /// Replans and compares; what the agent's path is now.
    fn replan(
        &mut self,
        rng: &mut Rng,
        path: &Path,
        events: &Events<WorldRegion>,
        report: &mut Report,
    ) -> Result<(Answer, Option<Path>), String> {
        let world = &self.world;
        let fault = |error: SearchError| error.to_string();
        let (start, goal) = (path.states[0], path.states[path.states.len() - 1]);
        let fresh = self.a_star.find(world, world, start, goal, Budget::UNLIMITED).map_err(fault)?;
        if rng.one_in(16) && !self.same(fresh.cost, bellman_ford(world, start, goal)) {
            return Err(format!("A* finds {:?}", fresh.cost));
        }
        if rng.one_in(16) {
            self.spoil(rng, path, events, fresh.cost)?;
        }
        let world = &self.world;
        if rng.one_in(8) {
            let budget = Budget::expansions(u64::from(rng.below(12)));
            let cut = self.dpa.replan(world, world, &path.old(), events, budget).map_err(fault)?;
            self.check(&cut, (start, goal), fresh.cost)?;
            report.interrupted += u64::from(cut.stop == StopReason::OutOfExpansions);
        }
        let answer = self.dpa.replan(world, world, &path.old(), events, Budget::UNLIMITED).map_err(fault)?;
        self.check(&answer, (start, goal), fresh.cost)?;
        if !self.same(answer.cost, fresh.cost) {
            let scenario = self.dpa.case();
            return Err(format!("{scenario:?}: {:?} instead of {:?}", answer.cost, fresh.cost));
        }
        report.count(self.dpa.case(), &answer, &fresh);
        let replanned = answer.cost.map(|cost| Path { states: self.dpa.path().to_vec(), cost, version: self.version });
        Ok((answer, replanned))
    }

    /// The path must be one and cost what is said, and no path may cost less than what is proved.
    fn check(&self, answer: &Answer, (start, goal): (StateId, StateId), optimum: Option<f64>) -> Result<(), String> {
        let walked = walk(&self.world, start, goal, self.dpa.path());
        if answer.cost.is_some() && !self.same(answer.cost, walked) {
            return Err(format!("{answer:?}, but its path costs {walked:?}"));
        }
        let least = optimum.unwrap_or(f64::INFINITY);
        if answer.lower > least * (1.0 + 1e-9) || answer.stop == StopReason::NoPath && optimum.is_some() {
            return Err(format!("{answer:?}, but there is a path of {least}"));
        }
        Ok(())
    }

    /// An old path that is not what it is said to be must be seen through, or do no harm.
    fn spoil(
        &mut self,
        rng: &mut Rng,
        path: &Path,
        events: &Events<WorldRegion>,
        optimum: Option<f64>,
    ) -> Result<(), String> {
        let mut spoilt = path.clone();
        let kind = rng.below(3);
        match kind {
            0 => spoilt.version = if rng.one_in(2) { events.until + 1 } else { u64::MAX },
            1 => spoilt.cost = *rng.pick(&[f64::NAN, f64::INFINITY, -1.0]),
            _ => {
                let place = rng.below(path.states.len() as u32 + 1) as usize;
                let nowhere = self.world.no_state(rng);
                if place > 0 && place < path.states.len() {
                    spoilt.states.insert(place, nowhere);
                }
            }
        }
        let world = &self.world;
        let answer = self.dpa.replan(world, world, &spoilt.old(), events, Budget::UNLIMITED);
        let answer = answer.map_err(|error| error.to_string())?;
        let ends = (path.states[0], path.states[path.states.len() - 1]);
        self.check(&answer, ends, optimum)?;
        let fresh = matches!(
            self.dpa.case(),
            ReplanCase::FromScratch(NotPruned::OtherVersion | NotPruned::NotAPath | NotPruned::Short)
        );
        if kind < 2 && !fresh || !self.same(answer.cost, optimum) {
            return Err(format!("{:?} from a spoilt path: {answer:?}, not {optimum:?}", self.dpa.case()));
        }
        Ok(())
    }

    fn same(&self, a: Option<f64>, b: Option<f64>) -> bool {
        match (a, b) {
            (Some(a), Some(b)) if !self.world.is_exact() => (a - b).abs() <= 1e-9 * a.max(b),
            _ => a == b,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_few_thousand_events_are_replanned_for_exactly_and_sets_take_less() {
        let report = run(4000, 1, |_| ()).unwrap();
        assert!(report.events >= 4000 && report.scenarios[..4].iter().all(|tally| tally.count > 100), "{report}");
        assert!(report.in_sets.expansions < report.in_sets.unpruned, "{report}");
        assert!(report.maps.iter().map(|tally| tally.edits).sum::<u64>() > 0, "{report}");
        assert!(report.plane.iter().all(|tally| tally.kept > 0 && tally.blocked > 0), "{report}");
    }
}
