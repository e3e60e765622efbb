//! The collision-free speed model: others bend the direction, the space ahead sets the speed.
//!
//! "Collision-free speed model for pedestrian dynamics" (Tordeux, Chraibi, Seyfried, 2016).

use super::Situation;
use crate::lanes::Lanes;
use crate::neighbours::FixedSum;
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
    direction * (space_ahead(me, direction) / model.time_gap).clamp(0.0, speed)
}

/// How far it is to the nearest one ahead whose body is in the way.
pub(super) fn space_ahead(me: &Situation<'_>, direction: Vector) -> f32 {
    let (dx, dy) = (Lanes::all(direction.x), Lanes::all(direction.y));
    let mut space = Lanes::all(f32::INFINITY);
    for [x, y, reach] in me.bodies.fours() {
        let (ahead, aside) = (dx * x + dy * y, (dx * y - dy * x).abs());
        let is_in_the_way = ahead.above(Lanes::all(0.0)) & aside.at_most(reach);
        space = is_in_the_way.select(((x * x + y * y).sqrt() - reach).min(space), space);
    }
    space.least()
}

/// The direction of the preferred velocity, bent by others and by walls: for both, how strongly, and over how many metres that
/// falls to a third. Overlaps do not bend more strongly than touching.
pub(super) fn bent_direction(me: &Situation<'_>, others: [f32; 2], walls: [f32; 2]) -> Vector {
    let mut direction = me.preferred.direction();
    let per_range = Lanes::all(1.0 / others[1]);
    let [mut towards_x, mut towards_y] = [FixedSum::default(); 2];
    for [x, y, reach] in me.bodies.fours() {
        let distance = (x * x + y * y).sqrt().max(Lanes::all(f32::MIN_POSITIVE));
        let gap = (distance - reach).max(Lanes::all(0.0));
        let share = (gap * per_range).exp_of_minus() / distance;
        towards_x.add(x * share);
        towards_y.add(y * share);
    }
    direction += Vector::new(towards_x.value(), towards_y.value()) * -others[0];
    for wall in me.wall_points() {
        let gap = wall.way.length() - me.radius;
        direction += wall.way.direction() * -(walls[0] * libm::expf(-gap.max(0.0) / walls[1]));
    }
    direction.direction()
}
