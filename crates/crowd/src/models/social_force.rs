//! The social force model: repulsive forces of others and walls, and relaxation to the preferred velocity.
//!
//! "Simulating dynamical features of escape panic" (Helbing, Farkas, Vicsek, 2000), without its sliding friction. Its forces are
//! stiff: for steps of 0.1 s the push of those who touch is bounded.

use super::{Other, Situation};
use crate::tuning::models::MAX_PUSH;
use crate::vector::Vector;

/// The parameters of the social force model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct SocialForce {
    /// In how many seconds an agent gets up to the speed it wishes for.
    pub relaxation: f32,
    /// How strongly others push who touch, in metres a second squared.
    pub strength: f32,
    /// Over how many metres that falls to a third.
    pub range: f32,
    /// How strongly those are pushed apart who overlap, per second squared.
    pub stiffness: f32,
}

impl SocialForce {
    /// For pedestrians.
    pub const DEFAULT: SocialForce = SocialForce { relaxation: 0.5, strength: 5.0, range: 0.2, stiffness: 60.0 };
}

impl Default for SocialForce {
    fn default() -> SocialForce {
        SocialForce::DEFAULT
    }
}

pub(crate) fn velocity(model: &SocialForce, me: &Situation<'_>) -> Vector {
    let mut pull = (me.preferred - me.velocity) * (1.0 / model.relaxation);
    for Other { way, radius, .. } in me.others().chain(me.wall_points()) {
        let distance = way.length();
        let gap = distance - me.radius - radius;
        let push = model.strength * libm::expf(-gap / model.range) + model.stiffness * (-gap).max(0.0);
        pull += way.direction() * -push.min(MAX_PUSH);
    }
    (me.velocity + pull * me.dt).at_most(me.max_speed)
}
