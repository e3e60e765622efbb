//! What happens to agents and obstacles.

use bevy_ecs::entity::Entity;
use bevy_ecs::message::Message;
use bevy_math::Vec2;
use navigant::crowd::NoWayReason;

/// An agent is where it wanted to be.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct Arrived {
    /// Which one.
    pub entity: Entity,
}

/// There is no way to an agent's target, for the present; it walks as near to it as it can get.
#[derive(Message, Clone, Copy, Debug, PartialEq)]
pub struct NoWay {
    /// Which one.
    pub entity: Entity,
    /// Why.
    pub reason: NoWayReason,
    /// Where: the narrow place, or the nearest that can be reached, in the floor's plane.
    pub place: Vec2,
}

/// An obstacle, an agent or a target was refused, and why; it counts as if it were not there until it is changed.
#[derive(Message, Clone, Debug, PartialEq)]
pub struct Refused {
    /// Which one.
    pub entity: Entity,
    /// What is wrong with it.
    pub why: String,
}
