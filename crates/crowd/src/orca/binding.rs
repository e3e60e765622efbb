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
