//! Weidmann's pedestrian: others bend the direction, and the speed follows from the density ahead by Weidmann's fundamental
//! diagram.
//!
//! The direction is that of the collision-free speed model (Tordeux, Chraibi, Seyfried, 2016). The speed is
//!
//! ```text
//!   v = v0 · (1 − exp(−γ · (1/ρ − 1/ρ_max)))       γ = 1.913 /m², ρ_max = 5.4 /m²
//! ```
//!
//! (Weidmann, *Transporttechnik der Fußgänger*, 1993), with the density ρ = 1/s² that a distance s from centre to centre stands for
//! where people stand in a square pattern; s is the distance to the nearest one ahead, within [`CONE`] of the direction. A mean over
//! all who are near would be blind to where the gap is: at the edge of a jam those in front have room. Whoever is right in the way is
//! kept at a time gap besides, so that nobody runs into anybody.

use super::Situation;
use super::collision_free_speed::{bent_direction, space_ahead};
use crate::lanes::Lanes;
use crate::tuning::models::CONE;
use crate::vector::Vector;

/// The parameters of Weidmann's pedestrian.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weidmann {
    /// γ, in persons a square metre.
    pub gamma: f32,
    /// The density at which nobody moves, in persons a square metre.
    pub jam_density: f32,
    /// The time gap kept to whoever is right ahead, in seconds.
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

impl Weidmann {
    /// The fundamental diagram as published; directions as in JuPedSim's collision-free speed model.
    pub const DEFAULT: Weidmann = Weidmann {
        gamma: 1.913,
        jam_density: 5.4,
        time_gap: 0.5,
        strength: 8.0,
        range: 0.1,
        wall_strength: 5.0,
        wall_range: 0.02,
    };

    /// The share of its free speed that is left to one at a density, in persons a square metre.
    pub(crate) fn share_of_speed(&self, density: f32) -> f32 {
        1.0 - libm::expf(-self.gamma * (1.0 / density - 1.0 / self.jam_density).max(0.0))
    }
}

impl Default for Weidmann {
    fn default() -> Weidmann {
        Weidmann::DEFAULT
    }
}

pub(crate) fn velocity(model: &Weidmann, me: &Situation<'_>) -> Vector {
    let speed = me.preferred.length();
    if speed == 0.0 {
        return Vector::ZERO;
    }
    let direction = bent_direction(me, [model.strength, model.range], [model.wall_strength, model.wall_range]);
    let (dx, dy) = (Lanes::all(direction.x), Lanes::all(direction.y));
    let mut nearest = Lanes::all(f32::INFINITY);
    for [x, y, _] in me.bodies.fours() {
        let distance = (x * x + y * y).sqrt();
        let is_in_the_cone = (dx * x + dy * y).above(Lanes::all(CONE) * distance);
        nearest = is_in_the_cone.select(distance.min(nearest), nearest);
    }
    let (nearest, space) = (nearest.least(), space_ahead(me, direction));
    let density = 1.0 / (nearest * nearest).max(1e-4);
    let free = speed * model.share_of_speed(density);
    direction * free.min(space / model.time_gap).max(0.0)
}
