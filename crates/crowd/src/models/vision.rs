//! Vision: an agent looks along directions and takes the one that leads nearest to its goal before something is in the way.
//!
//! "How simple rules determine pedestrian behavior and crowd disasters" (Moussaïd, Helbing, Theraulaz, 2011): two rules, for the
//! direction and for the speed, and a push between those who touch.

use super::{Other, Situation};
use crate::tuning::models::DIRECTIONS_A_SIDE;
use crate::vector::Vector;

/// The parameters of the vision model.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Vision {
    /// How far an agent looks, in metres.
    pub horizon: f32,
    /// How far to either side, in radians.
    pub field: f32,
    /// Seconds kept to what is ahead, and in which velocities change.
    pub relaxation: f32,
    /// How strongly those are pushed apart who overlap, per second squared.
    pub stiffness: f32,
}

impl Vision {
    /// As published, but for a shorter horizon: there are more than two people.
    pub const DEFAULT: Vision = Vision { horizon: 8.0, field: 1.3, relaxation: 0.5, stiffness: 60.0 };
}

impl Default for Vision {
    fn default() -> Vision {
        Vision::DEFAULT
    }
}

pub(crate) fn velocity(model: &Vision, me: &Situation<'_>) -> Vector {
    let speed = me.preferred.length();
    let mut wanted = Vector::ZERO;
    if speed > 0.0 {
        let ahead = me.preferred.direction();
        let mut best = f32::INFINITY;
        for i in 0..=2 * DIRECTIONS_A_SIDE {
            // Straight on first, then ever farther to the right and to the left: ties go to the smaller turn.
            let turn =
                ((i + 1) / 2) as f32 * if i % 2 == 1 { -1.0 } else { 1.0 } / DIRECTIONS_A_SIDE as f32 * model.field;
            let (sin, cos) = (libm::sinf(turn), libm::cosf(turn));
            let direction = ahead * cos + ahead.left() * sin;
            let free = free_way(me, direction, speed, model.horizon);
            // How far from the goal, thought to be at the horizon, one gets.
            let left = model.horizon * model.horizon + free * free - 2.0 * model.horizon * free * cos;
            if left < best - 1e-4 {
                (best, wanted) = (left, direction * (free / model.relaxation).min(speed));
            }
        }
    }
    let mut change = (wanted - me.velocity) * (1.0 / model.relaxation.max(me.dt));
    for Other { way, radius, .. } in me.others().chain(me.wall_points()) {
        let overlap = me.radius + radius - way.length();
        change += way.direction() * -(model.stiffness * overlap.max(0.0));
    }
    (me.velocity + change * me.dt).at_most(me.max_speed)
}

/// How far one gets in a direction before something is in the way, if the others walk on as they do.
fn free_way(me: &Situation<'_>, direction: Vector, speed: f32, horizon: f32) -> f32 {
    let mut time = horizon / speed;
    for other in me.others() {
        let (relative, reach) = (direction * speed - other.velocity, me.radius + other.radius);
        time = time.min(time_to_touch(other.way, relative, reach));
    }
    let mut free = time * speed;
    for wall in me.walls {
        free = free.min(way_to_wall(wall.left, wall.right, direction, me.radius));
    }
    free
}

/// When a disc at a relative velocity touches another; never if it does not. Those who touch already are no longer in the
/// way of who leaves.
fn time_to_touch(way: Vector, relative: Vector, reach: f32) -> f32 {
    let (a, b, c) = (relative.squared(), way.dot(relative), way.squared() - reach * reach);
    let discriminant = b * b - a * c;
    if b <= 0.0 || discriminant < 0.0 {
        f32::INFINITY
    } else if c <= 0.0 {
        0.0
    } else {
        c / (b + discriminant.sqrt())
    }
}

/// How far a disc gets in a direction before it touches a wall.
fn way_to_wall(left: Vector, right: Vector, direction: Vector, radius: f32) -> f32 {
    let ends = time_to_touch(left, direction, radius).min(time_to_touch(right, direction, radius));
    let along = (right - left).direction();
    // The free side is to the right of the way from left to right.
    let (height, sinking) = (along.cross(left), direction.dot(along.left()));
    let way = (height - radius).max(0.0) / sinking;
    let foot = (direction * way - left).dot(along);
    let touches = sinking > 0.0 && (0.0..=(right - left).length()).contains(&foot);
    if touches { way.min(ends) } else { ends }
}
