//! ORCA without ranking all neighbours: only half-planes that may bind are made.
//!
//! Most of the k nearest neighbours are far away for the horizon, or go away: their half-planes permit every velocity that the linear
//! programs come by, so leaving them out changes no bit of the result. The linear program is solved without those that permit all
//! velocities within some distance of the agent's own; then it is known how far it has come, and if that was farther, it is solved again
//! with more of them.
//!
//! Why the result is the same. Let the program with fewer lines come by the velocities v₀, v₁, …, and let each line that was left out
//! permit all of them, by more than rounding. Then the program with all lines finds the same line violated next; and along that line
//! those left out only cut off places that are not the best one, for the best one is permitted by them. Where the program with fewer
//! lines finds nothing, all are ranked.

use super::agents::{self, Others, Own};
use super::lines::Lines;
use super::program::try_solve;
use crate::lanes::Lanes;
use crate::neighbours::Neighbours;
use crate::vector::Vector;

/// An agent, and how far its velocity may change.
pub(crate) struct Permitting {
    velocity: Vector,
    radius: f32,
    horizon: f32,
    metres: f32,
    change: f32,
}

impl Permitting {
    /// Of an agent whose velocity changes by at most `change`; `metres` is the length of a fine step.
    #[inline]
    pub(crate) fn new((velocity, radius): (Vector, f32), horizon: f32, metres: f32, change: f32) -> Self {
        Permitting { velocity, radius, horizon, metres, change }
    }

    /// Which of four others may forbid such a velocity: a bit each. They are seen from the agent in fine steps.
    #[inline(always)]
    pub(crate) fn may_bind(&self, [dx, dy]: [Lanes; 2], [vx, vy, radius]: [Lanes; 3]) -> u32 {
        let own = Own::new(self.velocity, self.radius, self.horizon, 1.0);
        let metres = Lanes::all(self.metres);
        let others = Others { x: dx * metres, y: dy * metres, vx, vy, radius };
        (!own.surely_allow(&others, Lanes::all(self.change))).bits()
    }
}

/// How far the velocity of an agent is thought to change.
#[inline]
pub(crate) fn first_change(velocity: Vector, preferred: Vector, speed: f32) -> f32 {
    1.05 * (preferred.at_most(speed) - velocity).length() + 0.01 * speed
}

/// Whether few neighbours can be expected to bind: the last of the k nearest is so far away that its half-plane permits such a change, if
/// it stands still towards the agent.
#[inline]
pub(crate) fn is_worth_it(change: f32, farthest: f32, radius: f32, horizon: f32) -> bool {
    2.0 * change * horizon < farthest - 2.0 * radius
}

/// The velocity of an agent by the neighbours that may bind, and how far the program has come; nothing if none is permitted. The first
/// `hard` lines are those of walls.
#[inline]
pub(crate) fn velocity(
    lines: &mut Lines,
    hard: usize,
    neighbours: &Neighbours,
    (velocity, radius): (Vector, f32),
    [horizon, dt]: [f32; 2],
    (preferred, speed): (Vector, f32),
) -> Option<(Vector, f32)> {
    lines.truncate(hard);
    agents::append(lines, neighbours, velocity, radius, horizon, dt);
    try_solve(lines, speed, preferred, velocity)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::avoidance::Orca;
    use crate::cell_list::{Body, CellList, Fine};
    use crate::neighbours::{NeighbourFinder, Reach};
    use crate::orca::{SeenWall, keep_from_walls, program};
    use crate::random::Rng;

    const METRES: f32 = 1e-3;

    /// The slow twin ranks all neighbours, and makes all of their half-planes.
    #[test]
    fn half_planes_that_cannot_bind_change_no_bit() {
        let mut rng = Rng::new(19);
        let (mut finder, mut twin) = (NeighbourFinder::default(), NeighbourFinder::default());
        let (mut lines, mut all) = (Lines::default(), Lines::default());
        let (mut same, mut fewer, mut binding) = (0, 0, 0);
        for case in 0..600 {
            // From those who nearly touch to those who hardly see each other; every fourth crowd on a grid, where many are equally far.
            let spread = [3.0, 8.0, 20.0][case % 3];
            let grid = if case % 4 == 0 { 500 } else { 1 };
            let pace = [0.1, 1.5, 30.0][case / 3 % 3];
            let mut coordinate = || (rng.range(-spread..spread) / f64::from(METRES)) as i32 / grid * grid;
            let places: Vec<Fine> = (0..60).map(|_| Fine { x: coordinate(), y: coordinate() }).collect();
            let bodies: Vec<(Vector, f32)> = (0..60)
                .map(|_| {
                    let [x, y] = [0, 1].map(|_| rng.range(-pace..pace) as f32);
                    (Vector::new(x, y), rng.range(0.1..0.6) as f32)
                })
                .collect();
            let mut cells = CellList::default();
            let body = |slot: usize| Body { velocity: bodies[slot].0, radius: bodies[slot].1, ..Body::default() };
            cells.sort(&places, body, 1000 << rng.below(4));
            let horizon = [0.5, 2.0, 10.0][case / 9 % 3];
            let orca = Orca { neighbour_distance: 9.0, most_neighbours: 1 + rng.below(12), horizon, wall_horizon: 1.0 };
            let (speed, dt) = (rng.range(0.5..3.0) as f32, 0.1);
            let name = |agent: usize| (1, cells.agents().slot[agent]);
            for cell in 0..cells.len() {
                finder.enter(&cells, cell, 1);
                twin.enter(&cells, cell, 1);
                for agent in cells.agents_in(cell) {
                    let Body { velocity, radius, .. } = cells.agents().body[agent];
                    let (distance, count) = (orca.neighbour_distance, orca.most_neighbours as usize);
                    let guess = rng.range(0.5..12.0) as f32;
                    let reach = Reach { distance, count, guess, least_guess: radius };
                    // Mostly near the velocity it has.
                    let off = [0.05, 0.5, 3.0][agent % 3];
                    let by = Vector::new(rng.range(-off..off) as f32, rng.range(-off..off) as f32);
                    let preferred = velocity + by;
                    let walls: &[SeenWall] = &[];
                    keep_from_walls(&mut lines, &orca, walls, velocity, radius);
                    keep_from_walls(&mut all, &orca, walls, velocity, radius);
                    finder.gather(&cells, (cell, agent), reach, METRES, None);
                    twin.find(&cells, (cell, agent), reach, METRES, name);
                    agents::append(&mut all, &twin.found, velocity, radius, horizon, dt);
                    let wanted = program::solve(&all, 0, speed, preferred);
                    let change = first_change(velocity, preferred, speed);
                    let permitting = Permitting::new((velocity, radius), horizon, METRES, change);
                    if finder.rank_binding(&cells, agent, reach, METRES, name, &permitting).is_none() {
                        continue;
                    }
                    let (me, wish) = ((velocity, radius), (preferred, speed));
                    let found = super::velocity(&mut lines, 0, &finder.found, me, [horizon, dt], wish);
                    let Some((found, _)) = found.filter(|&(_, came)| came <= change) else { continue };
                    let bits = |v: Vector| [v.x.to_bits(), v.y.to_bits()];
                    assert_eq!(
                        bits(found),
                        bits(wanted),
                        "case {case}, agent {agent}: {found:?}, should be {wanted:?}"
                    );
                    same += 1;
                    fewer += usize::from(finder.found.len() < twin.found.len());
                    binding += usize::from(found != preferred.at_most(speed));
                }
            }
        }
        assert!(same > 5000 && fewer > 5000 && binding > 1000, "{same} the same, {fewer} by fewer, {binding} bound");
    }
}
