//! The collision-free speed model: others bend the direction, the space ahead sets the speed.
//!
//! "Collision-free speed model for pedestrian dynamics" (Tordeux, Chraibi, Seyfried, 2016).

use super::{Other, Situation};
use crate::vector::Vector;

/// The parameters of the collision-free speed model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CollisionFreeSpeed {
    /// The time gap kept to the agent ahead, in seconds.
    pub time_gap: f32,
    /// How strongly others bend the direction.
    pub strength: f32,
    /// Over how many metres that falls to a third.
    pub range: f32,
    /// How strongly walls do.
    pub wall_strength: f32,
    /// Over how many metres that falls to a third.
    pub wall_range: f32,
}

impl CollisionFreeSpeed {
    /// As in JuPedSim.
    pub const DEFAULT: CollisionFreeSpeed =
        CollisionFreeSpeed { time_gap: 1.0, strength: 8.0, range: 0.1, wall_strength: 5.0, wall_range: 0.02 };
}

impl Default for CollisionFreeSpeed {
    fn default() -> CollisionFreeSpeed {
        CollisionFreeSpeed::DEFAULT
    }
}

pub(crate) fn velocity(model: &CollisionFreeSpeed, me: &Situation<'_>) -> Vector {
    let speed = me.preferred.length();
    if speed == 0.0 {
        return Vector::ZERO;
    }
    let direction = bent_direction(me, [model.strength, model.range], [model.wall_strength, model.wall_range]);
    // The space to the nearest one ahead whose body is in the way.
    let mut space = f32::INFINITY;
    for other in me.others() {
        let (ahead, aside, reach) =
            (direction.dot(other.way), direction.cross(other.way).abs(), me.radius + other.radius);
        if ahead > 0.0 && aside <= reach {
            space = space.min(other.way.length() - reach);
        }
    }
    direction * (space / model.time_gap).clamp(0.0, speed)
}

/// The direction of the preferred velocity, bent by others and by walls: for both, how strongly, and over how many metres that
/// falls to a third.
pub(super) fn bent_direction(me: &Situation<'_>, others: [f32; 2], walls: [f32; 2]) -> Vector {
    let away = |other: &Other, [strength, range]: [f32; 2]| {
        let gap = other.way.length() - me.radius - other.radius;
        // Overlaps do not push harder than touching.
        other.way.direction() * -(strength * libm::expf(-gap.max(0.0) / range))
    };
    let mut direction = me.preferred.direction();
    for other in me.others() {
        direction += away(&other, others);
    }
    for wall in me.wall_points() {
        direction += away(&wall, walls);
    }
    direction.direction()
}
