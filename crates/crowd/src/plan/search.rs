//! The search for a whole route.

use super::{Found, Job, Outcome};
use crate::agent::NoWayReason;
use crate::displaced::nearest_place;
use crate::planning_state::NoWay;
use crate::route::bends_of;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint, Offset};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Lattice, LayerId, Map};
use navigant_search::graph::Budget;
use navigant_search::internals::PathFinderInternals as _;
use navigant_search::plane::{NoPath, PathFinder, Query};

/// Finds a route to the goal or, where there is none, to the place nearest to it.
pub(super) fn search(map: &Map, job: &Job, finder: &mut PathFinder) -> Outcome {
    let step = map.lattice().step();
    // Agents may stand nearer to walls than their radius, by a part of a step.
    let radius = f64::from(job.radius) - 2.0 * step;
    let from = map.at_steps(job.from);
    let (mut goal, mut expansions, mut no_way) = (job.goal, 0, None);
    let searched = true;
    // The second time, to what the first time said can be reached.
    for _ in 0..2 {
        let budget = Budget::expansions(job.budget.saturating_sub(expansions));
        let found = match job.floors {
            None => finder.find(map, &Query { budget, ..Query::new(from, goal).with_radius(radius) }),
            Some((_, [here, there])) => finder.find_disc_on(map, [(here, from), (there, goal)], radius, budget),
        };
        let answer = found.map(|path| {
            let bends = bends_of(path, |p| map.lattice().snap(p).ok());
            Found::Route { bends, target: map.steps(goal), length: path.length, instead: no_way }
        });
        expansions += finder.expansions();
        let (reason, place, instead) = match answer {
            Ok(found) => return Outcome { expansions, searched, found },
            Err(NoPath::BudgetSpent { .. }) => return Outcome { expansions, searched, found: Found::PutOff },
            Err(NoPath::GoalOutside { nearest }) => (NoWayReason::GoalOutside, nearest.unwrap_or(goal), nearest),
            Err(NoPath::NoRoomAtGoal { .. }) => (NoWayReason::NoRoomAtGoal, goal, Some(goal)),
            Err(NoPath::Disconnected { nearest_reachable: at }) => {
                // On another floor nothing is near.
                (NoWayReason::Disconnected, at, job.floors.is_none().then_some(at))
            }
            Err(NoPath::TooNarrow { place, .. }) => (NoWayReason::TooNarrow, place, None),
            Err(NoPath::Inconsistent { .. }) => (NoWayReason::Inconsistent, from, None),
            Err(_) => (NoWayReason::NoRoomAtStart, from, None),
        };
        no_way.get_or_insert_with(|| NoWay { reason, place: nearest_on_lattice(map.steps(place)) });
        let layer = job.floors.map_or(LayerId::default(), |(_, [_, there])| there);
        let place = instead.and_then(|p| nearest_place(map, layer, map.steps(p), f64::from(job.radius) / step));
        let Some((place, _)) = place else { break };
        goal = map.at_steps(place);
    }
    let start = NoWay { reason: NoWayReason::NoRoomAtStart, place: nearest_on_lattice(job.from) };
    Outcome { expansions, searched, found: Found::Nothing(no_way.unwrap_or(start)) }
}

fn nearest_on_lattice(p: Offset) -> LatticePoint {
    let rounded = |c: f64| c.round().clamp(-f64::from(Lattice::REACH), f64::from(Lattice::REACH)) as i32;
    LatticePoint::new(rounded(p.x), rounded(p.y))
}
