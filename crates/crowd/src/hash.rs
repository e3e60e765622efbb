//! The hash of a crowd's state: a sum over its agents, so their order in memory makes no difference, and the part of a crowd
//! that is somewhere else can be left out.

use crate::agent::{Agent, AgentId};
use crate::crowd::Crowd;
use crate::error::UnknownAgent;
use crate::snapshot::Writer;
use navigant_mesh::internals::IdInternals as _;
use navigant_mesh::{LayerId, Map};
use rayon::prelude::*;
use std::hash::{Hash, Hasher};

impl Crowd {
    /// A number that follows from the state of all agents: the sum of `Crowd::agent_hash`. Equal for crowds that go on
    /// equally, whatever their agents' order in memory.
    pub fn hash(&self) -> u64 {
        let slots = (0..self.len()).into_par_iter().with_min_len(1024);
        slots.map_init(Writer::default, |out, slot| self.hash_at(out, slot)).reduce(|| 0, u64::wrapping_add)
    }

    /// A number that follows from an agent's state: who it is, where it is, how it moves, what it wants, the rest of its route and
    /// the state of its planning. Not from what saves time only, nor from numbers that depend on others.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub(crate) fn agent_hash(&self, id: AgentId) -> Result<u64, UnknownAgent> {
        Ok(self.hash_at(&mut Writer::default(), self.slot(id)?))
    }

    /// What tells the id of an agent that comes now from those of other crowds.
    pub(crate) fn stamp(&self, agent: &Agent) -> u32 {
        let mut out = Writer::with_capacity(160);
        out.u64(self.origin);
        out.u64(self.steps);
        out.point(agent.position);
        [agent.radius, agent.speed, agent.max_speed].into_iter().for_each(|x| out.f64(x));
        agent.aim.write(&mut out);
        agent.avoidance.write(&mut out);
        let sum = out.take_checksum();
        (sum ^ sum >> 32) as u32
    }

    fn hash_at(&self, out: &mut Writer, slot: usize) -> u64 {
        let columns = &self.columns;
        let (traits, motion, travel) = (&columns.traits[slot], &columns.motion[slot], &columns.travel[slot]);
        out.u32(traits.id.source);
        out.u32(traits.id.serial);
        [traits.radius, traits.speed, traits.max_speed].into_iter().for_each(|x| out.f32(x));
        if traits.comfort > 0.0 {
            out.f32(traits.comfort);
        }
        self.profiles[usize::from(traits.profile)].write(out);
        out.bytes([u8::from(traits.group != 0), traits.control as u8]);
        traits.aim().write(out);
        out.offset(motion.place);
        out.f32(motion.velocity.x);
        out.f32(motion.velocity.y);
        if motion.layer != LayerId::default() {
            out.u32(motion.layer.index() as u32);
        }
        self.routes.ahead(travel).iter().for_each(|bend| out.bytes(bend.to_bytes()));
        out.offset(travel.target);
        out.f32(travel.length);
        if let Some(flow) = travel.flow {
            out.bytes(flow.get().to_le_bytes());
        }
        let edit = |number| self.edits.get(number).copied();
        travel.plan.hash(out, edit);
        out.take_checksum()
    }
}

/// A number that differs from map to map.
pub(crate) fn origin_of(map: &Map) -> u64 {
    let mut sum = Sum(0xCBF2_9CE4_8422_2325);
    map.revision().hash(&mut sum);
    sum.finish()
}

/// FNV-1a, byte by byte: the same in every version of the standard library.
struct Sum(u64);

impl Hasher for Sum {
    fn write(&mut self, bytes: &[u8]) {
        self.0 = bytes.iter().fold(self.0, |sum, &byte| (sum ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3));
    }

    fn finish(&self) -> u64 {
        self.0
    }
}
