//! ORCA: velocities that are free of collisions for a while if everyone chooses so.
//!
//! "Reciprocal n-body collision avoidance" (van den Berg, Guy, Lin, Manocha, 2011). Every neighbour and every wall forbids a
//! half-plane of velocities; of those left the one nearest to the wish is taken.
//!
//! | module | what |
//! |---|---|
//! | `agents` | the half-planes of neighbours |
//! | [`walls`] | the half-planes of walls |
//! | [`lines`], [`program`] | half-planes, and the linear programs over them |

pub(crate) mod agents;
pub mod lines;
pub mod program;
pub mod walls;

pub(crate) use agents::{Around, permit};
pub use lines::{Line, Lines};
pub use program::solve;
pub use walls::{Course, SeenWall};

use crate::avoidance::Orca;
use crate::models::Situation;
use crate::vector::Vector;

/// The velocity of an agent.
#[inline]
pub(crate) fn velocity(lines: &mut Lines, orca: &Orca, me: &Situation<'_>) -> Vector {
    lines.clear();
    let per_horizon = 1.0 / orca.wall_horizon;
    // Half of the lines are kept for neighbours.
    for wall in me.walls.iter().take(Lines::MOST / 2) {
        walls::append(lines, wall, me.velocity, me.radius, per_horizon);
    }
    let hard = lines.len();
    agents::append(lines, me.neighbours, me.velocity, me.radius, orca.horizon, me.dt);
    solve(lines, hard, me.max_speed, me.wish)
}
