//! ORCA (optimal reciprocal collision avoidance): collision-free velocities by half-planes of velocity obstacles.
//!
//! "Reciprocal n-body collision avoidance" (van den Berg, Guy, Lin, Manocha, 2011). The velocity obstacle of a neighbour or a wall
//! is the set of relative velocities that lead to a collision within the horizon. Each leaves a half-plane of permitted
//! velocities; a linear program takes the one nearest to the preferred velocity.
//!
//! | module | what |
//! |---|---|
//! | `agents` | ORCA half-planes from the velocity obstacles of neighbours |
//! | `walls` | ORCA half-planes from the velocity obstacles of walls |
//! | `binding` | which neighbours need a half-plane at all |
//! | `lines`, `program` | half-planes, and the linear programs over them |

pub(crate) mod agents;
pub(crate) mod binding;
pub(crate) mod lines;
pub(crate) mod program;
pub(crate) mod walls;

pub(crate) use agents::{Around, permit};
pub(crate) use binding::Permitting;
pub(crate) use lines::Lines;
pub(crate) use program::solve;
pub(crate) use walls::{Course, SeenWall};

use crate::avoidance::Orca;
use crate::models::Situation;
use crate::tuning::follow::SLIDING_RADIUS;
use crate::vector::Vector;

/// The half-planes of the walls around an agent.
///
/// Walls are kept from at [`SLIDING_RADIUS`]; moves are clipped at the whole one. In a gap of exactly twice the radius an agent touches both
/// sides, a part of a lattice step too near to one of them, and no velocity at all would lead on.
#[inline]
pub(crate) fn keep_from_walls(lines: &mut Lines, orca: &Orca, walls: &[SeenWall], velocity: Vector, radius: f32) {
    lines.clear();
    let per_horizon = 1.0 / orca.wall_horizon;
    let radius = SLIDING_RADIUS as f32 * radius;
    // Half of the lines are kept for neighbours.
    for wall in walls.iter().take(Lines::MOST / 2) {
        walls::append(lines, wall, velocity, radius, per_horizon);
    }
}

/// The velocity of an agent by all of its neighbours, where the first `hard` lines are those of walls.
#[inline]
pub(crate) fn velocity(lines: &mut Lines, hard: usize, orca: &Orca, me: &Situation<'_>) -> Vector {
    lines.truncate(hard);
    agents::append(lines, me.neighbours, me.velocity, me.radius, orca.horizon, me.dt);
    solve(lines, hard, me.max_speed, me.preferred)
}
