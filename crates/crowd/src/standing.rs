//! Detours around standing agents: a route knows only walls, and agents that have arrived or wait may block it.
//!
//! An agent that makes no progress for some seconds tests whether agents stand on the next metres of its route. If so it searches a
//! small visibility graph, a few points on a circle around each of them, back to its route behind them. The detour
//! becomes bends around points of their discs, which are followed as corners of walls are.

use crate::agent::{AgentId, Aim};
use crate::columns::Columns;
use crate::planning_state::State;
use crate::route::{Bend, Travel, length_by};
use crate::route_repair::{Old, places_of};
use crate::tuning::follow::SLIDING_RADIUS;
use crate::tuning::standing::{
    AHEAD, MAX_AGENTS, MAX_TESTS, PASSING_DISTANCE, POINT_DISTANCE, POINTS, REJOIN_WITHIN, STILL, TEST_COST,
};
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::Offset;
use navigant_mesh::Map;
use navigant_mesh::internals::Room;
use rayon::prelude::*;

/// A standing agent, all in lattice steps.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Stander {
    place: Offset,
    radius: f64,
}

/// The standing agents, in a uniform grid.
#[derive(Debug, Default)]
pub(crate) struct Standing {
    /// Sorted by row and column.
    by_cell: Vec<([i64; 2], AgentId, Stander)>,
    /// The side of a cell, in steps.
    size: f64,
}

impl Standing {
    /// Finds all agents that stand on purpose; `step` is the lattice step, in metres.
    pub(crate) fn among(columns: &Columns, step: f64) -> Standing {
        let size = 4.0 / step;
        let standing = |(slot, travel): (usize, &Travel)| {
            let (motion, traits) = (&columns.motion[slot], &columns.traits[slot]);
            let (place, radius) = (motion.place, f64::from(traits.radius) / step);
            let means_to = match travel.plan.state() {
                State::Arrived(_) | State::Stuck => true,
                State::Free => traits.aim() == Aim::Stand,
                State::NoWay(_) => (travel.target - place).length() <= 3.0 * radius,
                State::Waiting | State::Walking(_) => false,
            };
            let stands = means_to && motion.velocity.squared() < STILL * STILL;
            stands.then(|| (cell(place, size), traits.id, Stander { place, radius }))
        };
        let everyone = columns.travel.par_iter().enumerate().with_min_len(4096);
        let mut by_cell: Vec<_> = everyone.filter_map(standing).collect();
        by_cell.par_sort_unstable_by_key(|&(cell, id, _)| (cell, id));
        Standing { by_cell, size }
    }

    /// The standing agents near a place, nearest first.
    fn near(&self, place: Offset, reach: f64) -> Vec<Stander> {
        let edge = Offset::new(reach, reach);
        let ([low_row, low], [high_row, high]) = (cell(place - edge, self.size), cell(place + edge, self.size));
        let mut near: Vec<(f64, AgentId, Stander)> = Vec::new();
        for row in low_row..=high_row {
            let first = self.by_cell.partition_point(|&(cell, ..)| cell < [row, low]);
            let row = self.by_cell[first..].iter().take_while(|&&(cell, ..)| cell <= [row, high]);
            near.extend(row.map(|&(_, id, stander)| ((stander.place - place).length(), id, stander)));
        }
        near.retain(|&(away, ..)| away <= reach);
        near.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
        near.into_iter().take(MAX_AGENTS).map(|(.., stander)| stander).collect()
    }
}

fn cell(place: Offset, size: f64) -> [i64; 2] {
    [(place.y / size).floor() as i64, (place.x / size).floor() as i64]
}

/// A point that the way may lead by.
#[derive(Clone, Copy, Debug)]
struct Stop {
    place: Offset,
    /// The agent it is a point around; none for the ends.
    around: Option<Stander>,
    so_far: f64,
    before: usize,
    is_done: bool,
}

/// A detour for a stalled agent around standing agents: other bends, and by how much they are longer. `None` if none stand there,
/// or there is no detour. Returns also the cost, in expansions.
pub(crate) fn around(
    map: &Map,
    room: &mut Room,
    standing: &Standing,
    old: &Old<'_>,
) -> (Option<(Vec<Bend>, f64)>, u64) {
    let near = standing.near(old.place, REJOIN_WITHIN * old.radius);
    let is_hit =
        |place: Offset| near.iter().any(|s| (s.place - place).length() < PASSING_DISTANCE * (s.radius + old.radius));
    // The first place of the route behind the standing agents.
    let (mut is_blocked, mut so_far, mut last, mut end) = (false, 0.0, old.place, None);
    for (place, leg) in places_of(old, old.radius) {
        so_far += (place - last).length();
        last = place;
        let hit = is_hit(place);
        is_blocked |= hit && so_far <= AHEAD * old.radius;
        if is_blocked && !hit {
            end = Some((place, leg));
            break;
        }
        if so_far > if is_blocked { REJOIN_WITHIN } else { AHEAD } * old.radius {
            break;
        }
    }
    let Some((end, leg)) = end else { return (None, 1) };
    let mut stops = vec![stop(old.place, None), stop(end, None)];
    for stander in &near {
        for point in 0..POINTS {
            let (sin, cos) = libm::sincos(std::f64::consts::TAU * point as f64 / POINTS as f64);
            let place = stander.place + Offset::new(cos, sin) * (POINT_DISTANCE * (stander.radius + old.radius));
            if !is_hit(place) {
                stops.push(stop(place, Some(*stander)));
            }
        }
    }
    let mut looks = 0;
    let mut is_clear = |a: Offset, b: Offset| {
        // An agent that is touched already does not block leaving.
        let keeps = |s: &Stander| {
            let most = PASSING_DISTANCE * (s.radius + old.radius);
            distance(a, b, s.place) < most.min((s.place - a).length())
        };
        if looks >= MAX_TESTS || near.iter().any(keeps) {
            return false;
        }
        looks += 1;
        room.along_line(map, a, b, old.radius * SLIDING_RADIUS)
    };
    shortest(&mut stops, &mut is_clear);
    let cost = looks * TEST_COST;
    if stops[1].so_far == f64::INFINITY {
        return (None, cost);
    }
    let mut way = vec![1];
    while let Some(&at) = way.last().filter(|&&at| at != 0) {
        way.push(stops[at].before);
    }
    way.reverse();
    let mut bends: Vec<Bend> = Vec::new();
    for three in way.windows(3) {
        let [before, here, after] = [stops[three[0]], stops[three[1]], stops[three[2]]];
        let Some(Stander { place, radius }) = here.around else { continue };
        let out = here.place - place;
        let rim = place + out * (1.1 * radius / out.length());
        let is_left = (after.place - before.place).cross(place - here.place) > 0.0;
        bends.push(Bend::new(LatticePoint::new(rim.x.round() as i32, rim.y.round() as i32), is_left));
    }
    bends.extend_from_slice(&old.bends[leg..]);
    let longer = length_by(old.place, &bends, old.target) - length_by(old.place, old.bends, old.target);
    (Some((bends, longer)), cost)
}

fn stop(place: Offset, around: Option<Stander>) -> Stop {
    Stop { place, around, so_far: f64::INFINITY, before: 0, is_done: false }
}

/// A* from the first stop to the second, which looks at a way between two only when it would be used.
fn shortest(stops: &mut [Stop], is_clear: &mut impl FnMut(Offset, Offset) -> bool) {
    stops[0].so_far = 0.0;
    let goal = stops[1].place;
    loop {
        // Few stops: a heap is not worth its while. Ties go to the first.
        let open = stops.iter().enumerate().filter(|(_, stop)| !stop.is_done && stop.so_far < f64::INFINITY);
        let left = |stop: &Stop| stop.so_far + (goal - stop.place).length();
        let Some((at, &here)) = open.min_by(|(_, a), (_, b)| left(a).total_cmp(&left(b))) else { return };
        if at == 1 {
            return;
        }
        stops[at].is_done = true;
        for stop in stops.iter_mut().filter(|stop| !stop.is_done) {
            let so_far = here.so_far + (stop.place - here.place).length();
            if so_far < stop.so_far && is_clear(here.place, stop.place) {
                (stop.so_far, stop.before) = (so_far, at);
            }
        }
    }
}

fn distance(a: Offset, b: Offset, p: Offset) -> f64 {
    let along = b - a;
    let squared = along.squared();
    let share = if squared > 0.0 { ((p - a).dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
    (a + along * share - p).length()
}
