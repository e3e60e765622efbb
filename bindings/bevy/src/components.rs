//! What entities have.

use bevy_ecs::component::Component;
use bevy_math::Vec2;
use bevy_transform::components::Transform;
use navigant::crowd::{self, Avoidance};
use navigant::mesh::Outline;

/// Something that stands in the way; it follows the entity's [`Transform`]: place, turn and scale within the floor's plane.
///
/// Its outline is relative to the entity, in metres.
#[derive(Component, Clone, Debug, PartialEq)]
#[require(Transform)]
pub struct Obstacle(pub Outline);

/// Somebody who walks: a disc. Where it is when it is added is where it begins; from then on the crowd moves its [`Transform`].
///
/// What is changed later counts from the next step.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
#[require(Transform, Velocity)]
pub struct Agent {
    /// How large it is, in metres.
    pub radius: f64,
    /// How fast it likes to walk, in metres a second.
    pub speed: f64,
    /// How fast it can walk, in metres a second.
    pub max_speed: f64,
    /// How it avoids others.
    pub avoidance: Avoidance,
}

impl Default for Agent {
    /// A pedestrian.
    fn default() -> Agent {
        let usual = crowd::Agent::new([0.0, 0.0]);
        Agent { radius: usual.radius, speed: usual.speed, max_speed: usual.max_speed, avoidance: usual.avoidance }
    }
}

/// Where an agent wants to get to, in the floor's plane; without one it stands.
#[derive(Component, Clone, Copy, Debug, PartialEq)]
pub struct Target(pub Vec2);

/// How fast an agent is, in metres a second, in the floor's plane.
#[derive(Component, Clone, Copy, Debug, Default, PartialEq)]
pub struct Velocity(pub Vec2);
