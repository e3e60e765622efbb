//! Snapshots: serialization of a crowd; a loaded snapshot continues bit-identically.
//!
//! ```text
//!   magic, version │ map │ counters, settings │ sources, districts │ avoidance │ agents │ bends │ edits │ shared goals │ checksum
//! ```
//!
//! All numbers are little-endian. Nothing that is read is trusted: every index, length and number is looked at, and what
//! only saves time is not read at all. The checksum finds accidents, not intentions.
//!
//! | module | what |
//! |---|---|
//! | `bytes` | numbers as bytes; the checksum |
//! | `agents`, `profiles` | one agent; avoidance profiles and aims |
//! | `map_check` | which map a crowd belongs to |
//! | `together` | a map and its crowd in one file |

mod agents;
pub(crate) mod bytes;
mod map_check;
mod profiles;
mod together;

use crate::agent::AgentId;
use crate::avoidance::Avoidance;
use crate::columns::{Motion, Traits};
use crate::crowd::Crowd;
use crate::edit::{Edit, EditLog};
use crate::knowledge::Knowledge;
use crate::plan::{Notice, Planning};
use crate::planning_budget::{District, UsualCost};
use crate::planning_state::{EditNumber, State};
use crate::route::{Bend, Routes, Travel};
use crate::shared_goals::SharedGoals;
use agents::REACH;
pub(crate) use bytes::{Reader, Writer, checksum};
use map_check::map_check;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Effect, Map};
use std::collections::BTreeMap;
pub use together::BadState;

const MAGIC: [u8; 8] = *b"NAVCROWD";
const VERSION: u32 = 12;
/// No counter is higher.
const MOST: u64 = 1 << 48;

/// Why bytes are not a snapshot of a crowd on a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadSnapshot {
    /// It is something else.
    NotASnapshot,
    /// It was written by a version of this program that is not known here.
    UnknownVersion(u32),
    /// It ends too early, or was changed.
    Damaged,
    /// It belongs to another map: one with another lattice or other walls.
    OtherMap,
    /// Something in it cannot be.
    Invalid(&'static str),
}

impl std::fmt::Display for BadSnapshot {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadSnapshot::NotASnapshot => write!(f, "not a snapshot of a crowd"),
            BadSnapshot::UnknownVersion(version) => {
                write!(f, "a snapshot of version {version}; this program reads version {VERSION}")
            }
            BadSnapshot::Damaged => write!(f, "the snapshot ends too early or was changed"),
            BadSnapshot::OtherMap => write!(f, "the snapshot belongs to another map"),
            BadSnapshot::Invalid(what) => write!(f, "the snapshot has {what}"),
        }
    }
}

impl std::error::Error for BadSnapshot {}

/// Writes the checksum of a snapshot that was changed over the old one: for tests of what is behind it.
pub fn write_checksum(snapshot: &mut [u8]) {
    if let Some((body, sum)) = snapshot.split_last_chunk_mut::<8>() {
        *sum = checksum(body).to_le_bytes();
    }
}

impl Crowd {
    /// The crowd on its map as bytes: about 150 an agent, and eight for each bend of its route. The map's walls are not in it, but
    /// a number that follows from them: a pass over the map.
    ///
    /// ```
    /// # use navigant_crowd::{Agent, BadSnapshot, Crowd};
    /// # use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
    /// let mut crowd = Crowd::new(&map);
    /// crowd.add(&map, &Agent::new([2.0, 10.0]).with_goal([38.0, 10.0]))?;
    /// crowd.step(&map, Crowd::DT)?;
    /// let saved = crowd.save(&map);
    /// let mut again = Crowd::load(&map, &saved)?;
    /// crowd.step(&map, Crowd::DT)?;
    /// again.step(&map, Crowd::DT)?;
    /// assert_eq!(crowd.hash(), again.hash());
    /// map.insert(&Outline::rectangle([20.0, 2.0], [21.0, 18.0]))?;
    /// assert_eq!(Crowd::load(&map, &saved).err(), Some(BadSnapshot::OtherMap));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self, map: &Map) -> Vec<u8> {
        let mut out = Writer(Vec::with_capacity(256 + 160 * self.len()));
        out.bytes(MAGIC);
        out.u32(VERSION);
        self.write(map, &mut out);
        let sum = checksum(&out.0);
        out.u64(sum);
        out.0
    }

    /// A crowd that was saved, on the map it was on: one with the same lattice and the same walls. If that map was built
    /// again and has another version, what is known about the age of obstacles is forgotten; routes may then be searched for more
    /// often.
    ///
    /// # Errors
    /// [`BadSnapshot`] says what is wrong with the bytes.
    pub fn load(map: &Map, bytes: &[u8]) -> Result<Crowd, BadSnapshot> {
        if !bytes.starts_with(&MAGIC) {
            return Err(BadSnapshot::NotASnapshot);
        }
        let (body, sum) = bytes.split_last_chunk::<8>().ok_or(BadSnapshot::Damaged)?;
        let mut from = Reader(body.get(MAGIC.len()..).ok_or(BadSnapshot::Damaged)?);
        let version = from.u32()?;
        if version != VERSION {
            return Err(BadSnapshot::UnknownVersion(version));
        }
        if checksum(body) != u64::from_le_bytes(*sum) {
            return Err(BadSnapshot::Damaged);
        }
        Crowd::read(map, &mut from)
    }

    fn write(&self, map: &Map, out: &mut Writer) {
        out.point(self.lattice.origin());
        out.f64(self.lattice.step());
        out.u64(map_check(map));
        out.u64(self.origin);
        out.u64(self.steps);
        out.u64(map.version());
        self.planning.write(out);
        out.f64(self.widest);
        let sources: Vec<(u32, u32)> = self.sources.iter().map(|(&source, &count)| (source, count)).collect();
        out.list(&sources, |out, &(source, count)| {
            out.u32(source);
            out.u32(count);
        });
        out.list(&self.districts, |out, district| {
            let numbers = [district.overdrawn, district.usual_cost.search, district.usual_cost.mend];
            numbers.into_iter().for_each(|n| out.u64(n));
        });
        out.list(&self.profiles, |out, profile| profile.write(out));
        out.list(&self.unused, |out, &index| out.u32(index));
        let columns = &self.columns;
        out.u64(columns.len() as u64);
        for ((traits, motion), travel) in columns.traits.iter().zip(&columns.motion).zip(&columns.travel) {
            traits.write(out);
            motion.write(out);
            travel.write(out);
        }
        out.u32(self.groups);
        out.list(self.routes.all(), |out, bend| out.bytes(bend.to_bytes()));
        // With those that it would learn of in the next step.
        let mut log = self.edits.clone();
        self.edits_since(map).into_iter().for_each(|edit| log.push(edit, self.steps as u32));
        let (edits, count, told) = log.parts();
        out.u32(count);
        out.u64(told as u64);
        out.list(edits, |out, edit| {
            edit.write(out);
            out.u32(edit.learnt);
            out.u32(edit.version);
        });
        self.shared.write(out);
        if let Some(knowledge) = &self.knowledge {
            knowledge.write(map, &self.columns.traits, self.steps as u32, out);
        }
    }

    fn read(map: &Map, from: &mut Reader<'_>) -> Result<Crowd, BadSnapshot> {
        let (origin, step) = (from.point()?, from.f64()?);
        if (origin, step) != (map.lattice().origin(), map.lattice().step()) || from.u64()? != map_check(map) {
            return Err(BadSnapshot::OtherMap);
        }
        let mut crowd = Crowd::new(map);
        crowd.origin = from.u64()?;
        crowd.steps = from.u64_within(0..=MOST, "too many steps")?;
        let version = from.u64_within(0..=MOST, "a version that cannot be")?;
        crowd.planning = Planning::read(from)?;
        crowd.widest = from.f64_within(0.0..=1e3, "a largest radius that cannot be")?;
        let sources = from.list(|from| Ok((from.u32()?, from.u32()?)))?;
        crowd.sources = sources.iter().copied().collect::<BTreeMap<u32, u32>>();
        if crowd.sources.len() != sources.len() {
            return Err(BadSnapshot::Invalid("a source twice"));
        }
        crowd.districts = from.list(|from| {
            let overdrawn = from.u64_within(0..=MOST, "a budget that cannot be")?;
            let mut cost = || from.u64_within(1..=MOST, "a cost that cannot be");
            Ok(District { overdrawn, usual_cost: UsualCost { search: cost()?, mend: cost()? } })
        })?;
        crowd.profiles = from.list(Avoidance::read)?;
        crowd.unused = from.list(Reader::u32)?;
        let least = (16.0 * step) as f32;
        let agents = from.list(|from| {
            let traits = Traits::read(from, least)?;
            Ok((traits, Motion::read(map, from)?, Travel::read(from)?))
        })?;
        let columns = &mut crowd.columns;
        for (traits, motion, travel) in agents {
            columns.traits.push(traits);
            columns.motion.push(motion);
            columns.travel.push(travel);
        }
        crowd.groups = from.u32()?;
        crowd.routes = Routes::of(from.list(Bend::read)?);
        let (count, told) = (from.u32()?, from.u64_within(0..=MOST, "edits that are missing")? as usize);
        let edits = from.list(Edit::read)?;
        let log = EditLog::from_parts(edits, count, told, crowd.steps as u32);
        crowd.edits = log.ok_or(BadSnapshot::Invalid("edits that are missing"))?;
        crowd.shared = SharedGoals::read(map, from)?;
        crowd.indices = u32::try_from(crowd.columns.len() + crowd.unused.len()).map_err(|_| BadSnapshot::Damaged)?;
        crowd.check_ids()?;
        if !from.0.is_empty() {
            crowd.knowledge = Some(Box::new(Knowledge::read(map, &crowd.columns.traits, from)?));
        }
        if !from.0.is_empty() {
            return Err(BadSnapshot::Invalid("more in it than there should be"));
        }
        crowd.check_agents()?;
        crowd.attach_to(map, version == map.version());
        Ok(crowd)
    }

    /// Every index is somebody's or unused, and nobody is there twice.
    fn check_ids(&self) -> Result<(), BadSnapshot> {
        let wrong = Err(BadSnapshot::Invalid("ids that do not fit its agents"));
        let ids = self.columns.traits.iter().map(|traits| traits.id);
        let mut is_given = vec![false; self.indices as usize];
        for index in ids.clone().map(|id| id.index).chain(self.unused.iter().copied()) {
            match is_given.get_mut(index as usize) {
                Some(given) if !*given => *given = true,
                _ => return wrong,
            }
        }
        if ids.clone().any(|id| self.sources.get(&id.source).is_none_or(|&count| id.serial >= count)) {
            return wrong;
        }
        let mut names: Vec<(u32, u32)> = ids.map(AgentId::name).collect();
        names.sort_unstable();
        if names.windows(2).any(|two| two[0] == two[1]) { wrong } else { Ok(()) }
    }

    /// Everything that agents refer to is there, and their planning fits what they want.
    fn check_agents(&self) -> Result<(), BadSnapshot> {
        let bends = self.routes.all().len() as u32;
        for (slot, (traits, travel)) in self.columns.traits.iter().zip(&self.columns.travel).enumerate() {
            if usize::from(traits.profile) >= self.profiles.len() {
                return Err(BadSnapshot::Invalid("an agent without an avoidance profile"));
            }
            if usize::from(traits.district) >= self.districts.len() {
                return Err(BadSnapshot::Invalid("an agent without a district"));
            }
            if traits.group > self.groups {
                return Err(BadSnapshot::Invalid("an agent in a group that is not there"));
            }
            if travel.next > travel.end || travel.end > bends {
                return Err(BadSnapshot::Invalid("a route without bends"));
            }
            let has_flow = travel.flow.is_none_or(|flow| usize::from(flow.get()) <= self.shared.len());
            if !has_flow || travel.flow.is_some() && !(self.has_goal(slot) && travel.plan.bound().is_some()) {
                return Err(BadSnapshot::Invalid("an agent that follows what is not there"));
            }
            let is_free = matches!(travel.plan.state(), State::Free);
            if !travel.plan.is_stuck() && is_free == self.has_goal(slot) {
                return Err(BadSnapshot::Invalid("an agent that plans what it does not want"));
            }
        }
        Ok(())
    }

    /// Finds out what was not saved, or cannot be trusted, on the map it was on or one that was built again.
    fn attach_to(&mut self, map: &Map, is_same: bool) {
        for travel in &mut self.columns.travel {
            self.routes.fetch(travel);
            if !is_same {
                travel.plan.forget_ages(crate::changes::short(map.version()));
            }
        }
        if !is_same {
            self.edits.forget_versions();
        }
        // Whoever has no room where it is is moved by the next step.
        let everywhere = Edit::of(map, map.lattice().reach(), Effect::Either);
        self.edits.push(Edit { lengthens: false, shortens: false, ..everywhere }, self.steps as u32);
    }
}

impl Planning {
    fn write(&self, out: &mut Writer) {
        out.u32(self.expansions_per_step);
        out.u32(self.expansions_per_search);
        out.f64(self.hysteresis);
        out.f64(match self.notice {
            Notice::AtOnce => f64::INFINITY,
            Notice::WhenSeen(range) => range,
        });
    }

    fn read(from: &mut Reader<'_>) -> Result<Planning, BadSnapshot> {
        let (expansions_per_step, expansions_per_search) = (from.u32()?, from.u32()?);
        let hysteresis = from.f64_within(0.0..=1.0, "a hysteresis that cannot be")?;
        let range = from.f64_within(0.0..=f64::INFINITY, "a sight that cannot be")?;
        let notice = if range == f64::INFINITY { Notice::AtOnce } else { Notice::WhenSeen(range) };
        Ok(Planning { expansions_per_step, expansions_per_search, hysteresis, notice })
    }
}

impl Edit {
    /// Writes what it is; a snapshot has also when it was learnt of and which version it made.
    pub(crate) fn write(&self, out: &mut Writer) {
        out.u32(self.number.get());
        out.offset(self.low);
        out.offset(self.high);
        out.u8(u8::from(self.lengthens) | u8::from(self.shortens) << 1);
        out.f64(self.ring);
        out.u32(self.gone_since);
    }

    fn read(from: &mut Reader<'_>) -> Result<Edit, BadSnapshot> {
        let nowhere = "an edit that is nowhere";
        let number = EditNumber::new(from.u32()?).ok_or(BadSnapshot::Invalid(nowhere))?;
        let (low, high) = (from.offset_within(2.0 * REACH, nowhere)?, from.offset_within(2.0 * REACH, nowhere)?);
        let flags = from.u8()?;
        if low.x > high.x || low.y > high.y || flags > 3 {
            return Err(BadSnapshot::Invalid(nowhere));
        }
        let ring = from.f64_within(0.0..=f64::INFINITY, "an edit with a ring that cannot be")?;
        let (gone_since, learnt, version) = (from.u32()?, from.u32()?, from.u32()?);
        let (lengthens, shortens) = (flags & 1 != 0, flags & 2 != 0);
        Ok(Edit { number, learnt, version, low, high, lengthens, shortens, ring, gone_since })
    }
}
