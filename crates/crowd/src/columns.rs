//! The agents' state as a structure of arrays, split by access pattern; every step sorts them by cell.

use crate::agent::{AgentId, Aim, AimKind, Control};
use crate::cell_list::{Body, FINE, Fine};
use crate::follow::Turn;
use crate::route::Travel;
use crate::vector::Vector;
use navigant_geometry::internals::Offset;
use navigant_mesh::{FaceId, LayerId, Point};

/// What changes in every step.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Motion {
    /// Where it is, in steps of the lattice.
    pub(crate) place: Offset,
    /// Metres a second.
    pub(crate) velocity: Vector,
    /// The face it was in when walls were last looked at.
    pub(crate) face: FaceId,
    /// Nothing is nearer than this, in steps: the walls are not looked at before it is used up.
    pub(crate) room: f32,
    /// How far the last of its neighbours is, more or less, in metres; infinite before the first step.
    pub(crate) guess: f32,
    /// On several floors: which one it is on; the face is one of that.
    pub(crate) layer: LayerId,
    /// There: how it still turns around its next corner.
    pub(crate) turn: Turn,
}

impl Motion {
    #[inline]
    pub(crate) fn fine(&self) -> Fine {
        Fine { x: rounded(self.place.x * FINE), y: rounded(self.place.y * FINE) }
    }
}

/// The nearest integer. Next to such a large number an f64 has no room for a fraction, and its last bits are the integer's.
#[inline]
fn rounded(x: f64) -> i32 {
    const LARGE: f64 = 3.0 * (1u64 << 51) as f64;
    (x + LARGE).to_bits() as i32
}

/// A distance to the nearest wall as an agent keeps it: a little less, for an f32 is rounded.
#[inline]
pub(crate) fn room_for(distance: f64) -> f32 {
    (distance * (1.0 - 1e-6)) as f32
}

/// Who it is and what it wants.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Traits {
    pub(crate) id: AgentId,
    /// Metres.
    pub(crate) radius: f32,
    /// Metres a second.
    pub(crate) speed: f32,
    pub(crate) max_speed: f32,
    /// How much farther than its radius it likes to keep from corners, in metres.
    pub(crate) comfort: f32,
    /// Which of the crowd's avoidance profiles.
    pub(crate) profile: u16,
    pub(crate) district: u8,
    pub(crate) control: Control,
    /// Its social group, by number; none with 0.
    pub(crate) group: u32,
    pub(crate) aim_kind: AimKind,
    /// On several floors: which one its goal is on.
    pub(crate) goal_layer: LayerId,
    pub(crate) aim_at: Point,
}

impl Traits {
    /// What an agent is that has no id, no avoidance profile and no group yet.
    pub(crate) fn of(radius: f32, [speed, max_speed]: [f32; 2], district: u8, control: Control, aim: Aim) -> Traits {
        let (aim_kind, aim_at) = aim.parts();
        let (id, profile, group) = (AgentId::default(), 0, 0);
        let (comfort, goal_layer) = (0.0, LayerId::default());
        Traits {
            id,
            radius,
            speed,
            max_speed,
            comfort,
            profile,
            district,
            control,
            group,
            aim_kind,
            goal_layer,
            aim_at,
        }
    }

    #[inline]
    pub(crate) fn aim(&self) -> Aim {
        Aim::of(self.aim_kind, self.aim_at)
    }

    pub(crate) fn set_aim(&mut self, aim: Aim) {
        (self.aim_kind, self.aim_at) = aim.parts();
    }

    #[inline]
    pub(crate) fn has_goal(&self) -> bool {
        self.aim_kind == AimKind::Goal
    }
}

/// All agents. What is at one index of each array is one agent; the index is its slot.
#[derive(Clone, Debug, Default)]
pub(crate) struct Columns {
    pub(crate) motion: Vec<Motion>,
    pub(crate) traits: Vec<Traits>,
    pub(crate) travel: Vec<Travel>,
}

impl Columns {
    pub(crate) fn len(&self) -> usize {
        self.traits.len()
    }

    /// What others see of an agent.
    #[inline]
    pub(crate) fn body(&self, slot: usize) -> Body {
        let motion = &self.motion[slot];
        Body { place: motion.fine(), velocity: motion.velocity, radius: self.traits[slot].radius }
    }

    /// Where an agent is sorted in.
    #[inline]
    pub(crate) fn cell_place(&self, slot: usize) -> (Fine, LayerId) {
        let motion = &self.motion[slot];
        (motion.fine(), motion.layer)
    }

    /// Takes an agent out; the last one takes its slot.
    pub(crate) fn swap_remove(&mut self, slot: usize) {
        self.motion.swap_remove(slot);
        self.traits.swap_remove(slot);
        self.travel.swap_remove(slot);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_rounded_to_the_nearest_fine_step() {
        for x in [0.0, 0.4, -0.4, 0.6, -0.6, 1.0, -1.0, 12345.51, -12345.51, 2147483646.7, -2147483646.7] {
            assert_eq!(rounded(x), x.round() as i32, "{x}");
        }
    }

    #[test]
    fn an_agent_takes_less_than_a_kilobyte() {
        let own = size_of::<Motion>() + size_of::<Traits>() + size_of::<Travel>();
        // A key, then what others see of it.
        let in_cells = size_of::<u64>() + size_of::<u32>() + size_of::<Fine>() + size_of::<Body>();
        // A route of forty bends is a long one, and half may be waste.
        let route = 2 * 40 * 8;
        assert!(own + in_cells < 228, "{own} bytes and {in_cells} in cells");
        assert!(own + in_cells + route < 868);
    }
}
