//! One agent in a snapshot. What only saves time (how far walls and neighbours are) is found out again.

use super::BadSnapshot;
use super::bytes::{Reader, Writer};
use crate::agent::{AgentId, Aim, Control};
use crate::columns::{Motion, Traits};
use crate::displaced::free_face;
use crate::follow::Turn;
use crate::guess::UNKNOWN;
use crate::planning_state::PlanningState;
use crate::route::{Bend, Travel};
use crate::shared_goals::FlowId;
use crate::vector::Vector;
use navigant_geometry::internals::Offset;
use navigant_mesh::{Lattice, LayerId, Map};

/// Nothing is faster, in metres a second.
const FASTEST_SAVED: f32 = 1e4;
/// No route is longer, in steps.
const LONGEST_ROUTE: f32 = 1e15;
/// Places are no farther from the origin, in steps.
pub(super) const REACH: f64 = Lattice::REACH as f64;

impl AgentId {
    pub(super) fn write(self, out: &mut Writer) {
        [self.source, self.serial, self.index, self.stamp].into_iter().for_each(|n| out.u32(n));
    }

    pub(super) fn read(from: &mut Reader<'_>) -> Result<AgentId, BadSnapshot> {
        Ok(AgentId { source: from.u32()?, serial: from.u32()?, index: from.u32()?, stamp: from.u32()? })
    }
}

impl Motion {
    pub(super) fn write(&self, out: &mut Writer) {
        out.offset(self.place);
        out.f32(self.velocity.x);
        out.f32(self.velocity.y);
    }

    pub(super) fn read(map: &Map, from: &mut Reader<'_>) -> Result<Motion, BadSnapshot> {
        let place = from.offset_within(REACH, "an agent that is nowhere")?;
        let mut speed = || from.f32_within(-FASTEST_SAVED..=FASTEST_SAVED, "an agent that is too fast");
        let velocity = Vector::new(speed()?, speed()?);
        // Only a place to look from; who has no free face under it is moved by the next step.
        let face =
            free_face(map, LayerId::default(), place).or_else(|| map.faces().next()).ok_or(BadSnapshot::OtherMap)?;
        Ok(Motion { place, velocity, face, room: 0.0, guess: UNKNOWN, layer: LayerId::default(), turn: Turn::UNKNOWN })
    }
}

impl Traits {
    pub(super) fn write(&self, out: &mut Writer) {
        self.id.write(out);
        [self.radius, self.speed, self.max_speed, self.comfort].into_iter().for_each(|x| out.f32(x));
        out.bytes(self.profile.to_le_bytes());
        out.bytes([self.district, self.control as u8]);
        out.u32(self.group);
        self.aim().write(out);
    }

    pub(super) fn read(from: &mut Reader<'_>, least_radius: f32) -> Result<Traits, BadSnapshot> {
        let id = AgentId::read(from)?;
        let radius = from.f32_within(least_radius..=1e3, "an agent whose radius cannot be")?;
        let mut speed = || from.f32_within(0.0..=1e3, "an agent whose speed cannot be");
        let (speed, max_speed) = (speed()?, speed()?);
        let comfort = from.f32_within(0.0..=1e3, "an agent whose comfort cannot be")?;
        let (profile, [district, control]) = (u16::from_le_bytes(from.take()?), from.take()?);
        let control = [Control::Crowd, Control::Outside, Control::Player].get(usize::from(control)).copied();
        let control = control.ok_or(BadSnapshot::Invalid("an agent that nobody moves"))?;
        let (group, aim) = (from.u32()?, Aim::read(from)?);
        if speed > max_speed {
            return Err(BadSnapshot::Invalid("an agent that likes to walk faster than it can"));
        }
        Ok(Traits { id, profile, group, comfort, ..Traits::of(radius, [speed, max_speed], district, control, aim) })
    }
}

impl Travel {
    pub(super) fn write(&self, out: &mut Writer) {
        out.u32(self.next);
        out.u32(self.end);
        out.offset(self.target);
        out.f32(self.length);
        self.plan.write(out);
        out.bytes(self.flow.map_or(0, FlowId::get).to_le_bytes());
    }

    pub(super) fn read(from: &mut Reader<'_>) -> Result<Travel, BadSnapshot> {
        let [next, end] = [from.u32()?, from.u32()?];
        let nowhere = "a route that leads nowhere";
        let (target, length) =
            (from.offset_within(2.0 * REACH, nowhere)?, from.f32_within(0.0..=LONGEST_ROUTE, nowhere)?);
        // Which bend comes next is known once the routes are.
        let travel = Travel::unfetched(next..end, target, length, PlanningState::read(from)?);
        Ok(Travel { flow: FlowId::new(u16::from_le_bytes(from.take()?)), ..travel })
    }
}

impl Bend {
    pub(super) fn read(from: &mut Reader<'_>) -> Result<Bend, BadSnapshot> {
        let bend = Bend::from_bytes(from.take()?);
        let Offset { x, y } = bend.corner();
        let is_inside = x.abs() <= REACH && y.abs() <= REACH;
        if is_inside { Ok(bend) } else { Err(BadSnapshot::Invalid("a bend that is nowhere")) }
    }
}
