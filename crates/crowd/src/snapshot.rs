//! Snapshots: a crowd as bytes, and back; it goes on as if nothing had happened, to the last bit.
//!
//! ```text
//!   magic, version │ lattice │ counters, settings │ manners │ ids │ agents │ bends │ edits │ checksum
//! ```
//!
//! All numbers are little-endian. Nothing that is read is trusted: every index, length and number is looked at.

use crate::agent::Aim;
use crate::avoidance::{Avoidance, Orca};
use crate::columns::{Motion, Traits};
use crate::crowd::{Crowd, Entry};
use crate::displaced::free_face;
use crate::edit::{Edit, EditLog};
use crate::models::{CollisionFreeSpeed, SocialForce, Vision};
use crate::plan::{Notice, Planning, UsualCost};
use crate::planning_state::{EditNumber, PlanningState};
use crate::route::{Bend, Routes, Travel};
use crate::vector::Vector;
use navigant_geometry::Offset;
use navigant_mesh::{Lattice, Map, Point};

const MAGIC: [u8; 8] = *b"NAVCROWD";
const VERSION: u32 = 5;

/// Why bytes are not a snapshot of a crowd on a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BadSnapshot {
    /// It is something else.
    NotASnapshot,
    /// It was written by a version of this program that is not known here.
    UnknownVersion(u32),
    /// It ends too early, or was changed.
    Damaged,
    /// It belongs to a map with another lattice.
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
            BadSnapshot::OtherMap => write!(f, "the snapshot belongs to a map with another lattice"),
            BadSnapshot::Invalid(what) => write!(f, "the snapshot has {what}"),
        }
    }
}

impl std::error::Error for BadSnapshot {}

impl Crowd {
    /// The crowd as bytes: about 150 an agent, and eight for each bend of its route.
    ///
    /// ```
    /// # use navigant_crowd::{Agent, Crowd};
    /// # use navigant_mesh::{Map, Outline};
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
    /// let mut crowd = Crowd::new(&map);
    /// crowd.add(&map, &Agent::new([2.0, 10.0]).with_goal([38.0, 10.0]))?;
    /// crowd.step(&map, Crowd::DT)?;
    /// let mut again = Crowd::load(&map, &crowd.save())?;
    /// crowd.step(&map, Crowd::DT)?;
    /// again.step(&map, Crowd::DT)?;
    /// assert_eq!(crowd.hash(), again.hash());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        let mut out = Writer(Vec::with_capacity(256 + 160 * self.len()), None);
        out.0.extend(MAGIC);
        out.u32(VERSION);
        self.write(&mut out);
        let sum = checksum(&out.0);
        out.u64(sum);
        out.0
    }

    /// A number that follows from all of the crowd's state: equal for crowds that will go on equally.
    pub fn hash(&self) -> u64 {
        let mut out = Writer(Vec::new(), Some(0));
        self.write(&mut out);
        out.1.unwrap_or(0) ^ checksum(&out.0)
    }

    /// A crowd that was saved, on the map it was on. If the map has been edited since, the crowd takes note of it.
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

    fn write(&self, out: &mut Writer) {
        out.point(self.lattice.origin());
        out.f64(self.lattice.step());
        [self.steps, self.overdrawn, self.usual_cost.search, self.usual_cost.mend, self.version]
            .into_iter()
            .for_each(|n| out.u64(n));
        out.u32(self.planning.expansions_per_step);
        out.u32(self.planning.expansions_per_search);
        out.f64(self.planning.hysteresis);
        out.f64(match self.planning.notice {
            Notice::AtOnce => f64::INFINITY,
            Notice::WhenSeen(range) => range,
        });
        out.list(&self.manners, |out, manner| manner.write(out));
        let slots = self.found_slots();
        out.u64(slots.len() as u64);
        for (entry, slot) in self.entries.iter().zip(slots) {
            out.u32(entry.generation);
            out.u32(if entry.is_used { slot } else { u32::MAX });
        }
        out.list(&self.unused, |out, &index| out.u32(index));
        let columns = &self.columns;
        out.list(&columns.traits, |out, traits| traits.write(out));
        out.all(&columns.motion, |out, motion| motion.write(out));
        out.all(&columns.travel, |out, travel| travel.write(out));
        out.u32(self.companies);
        out.list(self.routes.all(), |out, bend| out.0.extend(bend.to_bytes()));
        let (edits, count, told) = self.edits.parts();
        out.u32(count);
        out.u64(told as u64);
        out.list(edits, |out, edit| {
            out.u32(edit.number.get());
            out.offset(edit.low);
            out.offset(edit.high);
            out.0.push(u8::from(edit.lengthens) | u8::from(edit.shortens) << 1);
            out.f64(edit.ring);
            out.u32(edit.gone_since);
        });
    }

    fn read(map: &Map, from: &mut Reader<'_>) -> Result<Crowd, BadSnapshot> {
        let (origin, step) = (from.point()?, from.f64()?);
        if (origin, step) != (map.lattice().origin(), map.lattice().step()) {
            return Err(BadSnapshot::OtherMap);
        }
        let mut crowd = Crowd::new(map);
        (crowd.steps, crowd.overdrawn) = (from.u64()?, from.u64()?);
        crowd.usual_cost = UsualCost { search: from.u64()?, mend: from.u64()? };
        crowd.version = from.u64()?;
        let (expansions_per_step, expansions_per_search, hysteresis) = (from.u32()?, from.u32()?, from.f64()?);
        let range = from.f64()?;
        let notice = if range == f64::INFINITY { Notice::AtOnce } else { Notice::WhenSeen(range) };
        crowd.planning = Planning { expansions_per_step, expansions_per_search, hysteresis, notice };
        crowd.manners = from.list(Avoidance::read)?;
        let entries = from.list(|from| Ok((from.u32()?, from.u32()?)))?;
        crowd.entries =
            entries.iter().map(|&(generation, slot)| Entry { generation, is_used: slot != u32::MAX }).collect();
        crowd.slots = entries.iter().map(|&(_, slot)| slot).collect::<Vec<u32>>().into();
        crowd.unused = from.list(Reader::u32)?;
        let columns = &mut crowd.columns;
        columns.traits = from.list(Traits::read)?;
        let count = columns.traits.len();
        columns.motion = from.times(count, |from| Motion::read(map, from))?;
        columns.travel = from.times(count, Travel::read)?;
        crowd.companies = from.u32()?;
        crowd.routes = Routes::of(from.list(|from| Ok(Bend::from_bytes(from.take()?)))?);
        columns.travel.iter_mut().for_each(|travel| crowd.routes.fetch(travel));
        let (count, told) = (from.u32()?, from.u64()? as usize);
        let missing = BadSnapshot::Invalid("edits that are missing");
        let edits = from.list(|from| {
            let number = EditNumber::new(from.u32()?).ok_or(missing.clone())?;
            let (low, high, flags) = (from.offset()?, from.offset()?, from.u8()?);
            let ring = from.f64()?;
            if ring.is_nan() || ring < 0.0 {
                return Err(BadSnapshot::Invalid("an edit with a ring that cannot be"));
            }
            let gone_since = from.u32()?;
            Ok(Edit { number, low, high, lengthens: flags & 1 != 0, shortens: flags & 2 != 0, ring, gone_since })
        })?;
        crowd.edits = EditLog::from_parts(edits, count, told).ok_or(missing.clone())?;
        if !from.0.is_empty() {
            return Err(BadSnapshot::Invalid("more in it than there should be"));
        }
        crowd.fitting()
    }

    /// The crowd, if its parts fit together.
    fn fitting(self) -> Result<Crowd, BadSnapshot> {
        let columns = &self.columns;
        let slots = self.slots.get().map_or(&[][..], Vec::as_slice);
        let is_entry = |(slot, traits): (usize, &Traits)| slots.get(traits.id as usize) == Some(&(slot as u32));
        let used = self.entries.iter().filter(|entry| entry.is_used).count();
        if !columns.traits.iter().enumerate().all(is_entry) || used != columns.len() {
            return Err(BadSnapshot::Invalid("ids that do not fit its agents"));
        }
        let is_unused = |&index: &u32| self.entries.get(index as usize).is_some_and(|entry| !entry.is_used);
        if !self.unused.iter().all(is_unused) {
            return Err(BadSnapshot::Invalid("free ids that are in use"));
        }
        if columns.traits.iter().any(|traits| usize::from(traits.manner) >= self.manners.len()) {
            return Err(BadSnapshot::Invalid("agents without a way of avoiding"));
        }
        let bends = self.routes.all().len() as u32;
        if columns.travel.iter().any(|travel| travel.next > travel.end || travel.end > bends) {
            return Err(BadSnapshot::Invalid("routes without bends"));
        }
        Ok(self)
    }
}

impl Avoidance {
    fn write(&self, out: &mut Writer) {
        match self {
            Avoidance::Nothing => out.0.push(0),
            Avoidance::Orca(orca) => {
                out.0.push(1);
                [orca.neighbour_distance, orca.horizon, orca.wall_horizon].into_iter().for_each(|x| out.f32(x));
                out.u32(orca.most_neighbours);
            }
            Avoidance::Vision(v) => {
                out.0.push(2);
                [v.horizon, v.field, v.relaxation, v.stiffness].into_iter().for_each(|x| out.f32(x));
            }
            Avoidance::SocialForce(f) => {
                out.0.push(3);
                [f.relaxation, f.strength, f.range, f.stiffness].into_iter().for_each(|x| out.f32(x));
            }
            Avoidance::CollisionFreeSpeed(m) => {
                out.0.push(4);
                let numbers = [m.time_gap, m.strength, m.range, m.wall_strength, m.wall_range];
                numbers.into_iter().for_each(|x| out.f32(x));
            }
        }
    }

    fn read(from: &mut Reader<'_>) -> Result<Avoidance, BadSnapshot> {
        let avoidance = match from.u8()? {
            0 => Avoidance::Nothing,
            1 => {
                let [neighbour_distance, horizon, wall_horizon] = [from.f32()?, from.f32()?, from.f32()?];
                Avoidance::Orca(Orca { neighbour_distance, most_neighbours: from.u32()?, horizon, wall_horizon })
            }
            2 => {
                let [horizon, field, relaxation, stiffness] = [from.f32()?, from.f32()?, from.f32()?, from.f32()?];
                Avoidance::Vision(Vision { horizon, field, relaxation, stiffness })
            }
            3 => {
                let [relaxation, strength, range, stiffness] = [from.f32()?, from.f32()?, from.f32()?, from.f32()?];
                Avoidance::SocialForce(SocialForce { relaxation, strength, range, stiffness })
            }
            4 => {
                let (time_gap, strength, range) = (from.f32()?, from.f32()?, from.f32()?);
                let (wall_strength, wall_range) = (from.f32()?, from.f32()?);
                Avoidance::CollisionFreeSpeed(CollisionFreeSpeed {
                    time_gap,
                    strength,
                    range,
                    wall_strength,
                    wall_range,
                })
            }
            _ => return Err(BadSnapshot::Invalid("a way of avoiding that is not known")),
        };
        if avoidance.is_sane() { Ok(avoidance) } else { Err(BadSnapshot::Invalid("parameters out of range")) }
    }
}

impl Motion {
    fn write(&self, out: &mut Writer) {
        out.offset(self.place);
        [self.velocity.x, self.velocity.y, self.room, self.guess].into_iter().for_each(|x| out.f32(x));
    }

    fn read(map: &Map, from: &mut Reader<'_>) -> Result<Motion, BadSnapshot> {
        let place = from.offset()?;
        let (velocity, room, guess) = (Vector::new(from.f32()?, from.f32()?), from.f32()?, from.f32()?);
        let is_inside = |c: f64| c.abs() <= f64::from(Lattice::REACH);
        let is_somewhere = is_inside(place.x) && is_inside(place.y) && velocity.is_finite();
        if !is_somewhere || room.is_nan() || guess.is_nan() || guess <= 0.0 {
            return Err(BadSnapshot::Invalid("an agent that is nowhere"));
        }
        // Only a place to look from; who has no face under it is looked after by the next step.
        let face = free_face(map, place).or_else(|| map.faces().next());
        let face = face.ok_or(BadSnapshot::OtherMap)?;
        Ok(Motion { place, velocity, face, room, guess })
    }
}

impl Traits {
    fn write(&self, out: &mut Writer) {
        out.u32(self.id);
        [self.radius, self.speed, self.max_speed].into_iter().for_each(|x| out.f32(x));
        out.u32(u32::from(self.manner));
        out.u32(self.company);
        self.aim.write(out);
    }

    fn read(from: &mut Reader<'_>) -> Result<Traits, BadSnapshot> {
        let id = from.u32()?;
        let [radius, speed, max_speed] = [from.f32()?, from.f32()?, from.f32()?];
        let manner = u16::try_from(from.u32()?).map_err(|_| BadSnapshot::Invalid("an agent without manners"))?;
        let is_sane = [speed, max_speed, radius].iter().all(|x| (0.0..=1e3).contains(x));
        if !is_sane || radius == 0.0 {
            return Err(BadSnapshot::Invalid("an agent of no size or speed"));
        }
        let (company, aim) = (from.u32()?, Aim::read(from)?);
        Ok(Traits { id, radius, speed, max_speed, manner, company, aim })
    }
}

impl Aim {
    fn write(&self, out: &mut Writer) {
        let (kind, x, y) = match *self {
            Aim::Stand => (0, 0.0, 0.0),
            Aim::Velocity(v) => (1, f64::from(v.x), f64::from(v.y)),
            Aim::Straight(p) => (2, p.x, p.y),
            Aim::Goal(p) => (3, p.x, p.y),
        };
        out.0.push(kind);
        out.f64(x);
        out.f64(y);
    }

    fn read(from: &mut Reader<'_>) -> Result<Aim, BadSnapshot> {
        let (kind, p) = (from.u8()?, from.point()?);
        match kind {
            _ if !p.is_finite() => Err(BadSnapshot::Invalid("an aim that is not a number")),
            0 => Ok(Aim::Stand),
            1 => Ok(Aim::Velocity(Vector::new(p.x as f32, p.y as f32))),
            2 => Ok(Aim::Straight(p)),
            3 => Ok(Aim::Goal(p)),
            _ => Err(BadSnapshot::Invalid("an aim that is not known")),
        }
    }
}

impl Travel {
    fn write(&self, out: &mut Writer) {
        [self.next, self.end].into_iter().for_each(|n| out.u32(n));
        out.offset(self.target);
        out.f32(self.length);
        self.plan.write(out);
    }

    fn read(from: &mut Reader<'_>) -> Result<Travel, BadSnapshot> {
        let [next, end] = [from.u32()?, from.u32()?];
        let (target, length) = (from.offset()?, from.f32()?);
        if !(target.x.is_finite() && target.y.is_finite() && length >= 0.0) {
            return Err(BadSnapshot::Invalid("a route that leads nowhere"));
        }
        // Which bend comes next is known once the routes are.
        Ok(Travel { next, end, bend: Bend::default(), target, length, plan: PlanningState::read(from)? })
    }
}

/// FNV-1a over words of eight bytes.
fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(0xCBF2_9CE4_8422_2325, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(mix(sum, bytes.len() as u64), |sum, &byte| mix(sum, u64::from(byte)))
}

/// The bytes, and their sum so far if only that is asked for: then they need not be kept.
pub(crate) struct Writer(Vec<u8>, Option<u64>);

impl Writer {
    pub(crate) fn bytes<const N: usize>(&mut self, bytes: [u8; N]) {
        self.0.extend(bytes);
    }

    pub(crate) fn u32(&mut self, n: u32) {
        self.0.extend(n.to_le_bytes());
    }

    fn u64(&mut self, n: u64) {
        self.0.extend(n.to_le_bytes());
    }

    fn f32(&mut self, x: f32) {
        self.0.extend(x.to_le_bytes());
    }

    fn f64(&mut self, x: f64) {
        self.0.extend(x.to_le_bytes());
    }

    fn offset(&mut self, p: Offset) {
        self.f64(p.x);
        self.f64(p.y);
    }

    fn point(&mut self, p: Point) {
        self.f64(p.x);
        self.f64(p.y);
    }

    fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Writer, &T)) {
        self.u64(items.len() as u64);
        self.all(items, write);
    }

    fn all<T>(&mut self, items: &[T], write: impl Fn(&mut Writer, &T)) {
        for some in items.chunks(4096) {
            some.iter().for_each(|item| write(self, item));
            if let Some(sum) = self.1 {
                self.1 = Some(sum.rotate_left(1) ^ checksum(&self.0));
                self.0.clear();
            }
        }
    }
}

pub(crate) struct Reader<'b>(&'b [u8]);

impl Reader<'_> {
    pub(crate) fn take<const N: usize>(&mut self) -> Result<[u8; N], BadSnapshot> {
        let (bytes, rest) = self.0.split_first_chunk::<N>().ok_or(BadSnapshot::Damaged)?;
        self.0 = rest;
        Ok(*bytes)
    }

    fn u8(&mut self) -> Result<u8, BadSnapshot> {
        self.take().map(|[byte]| byte)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, BadSnapshot> {
        self.take().map(u32::from_le_bytes)
    }

    fn u64(&mut self) -> Result<u64, BadSnapshot> {
        self.take().map(u64::from_le_bytes)
    }

    fn f32(&mut self) -> Result<f32, BadSnapshot> {
        self.take().map(f32::from_le_bytes)
    }

    fn f64(&mut self) -> Result<f64, BadSnapshot> {
        self.take().map(f64::from_le_bytes)
    }

    fn offset(&mut self) -> Result<Offset, BadSnapshot> {
        Ok(Offset::new(self.f64()?, self.f64()?))
    }

    fn point(&mut self) -> Result<Point, BadSnapshot> {
        Ok(Point::new(self.f64()?, self.f64()?))
    }

    fn times<T>(
        &mut self,
        count: usize,
        read: impl Fn(&mut Self) -> Result<T, BadSnapshot>,
    ) -> Result<Vec<T>, BadSnapshot> {
        (0..count).map(|_| read(self)).collect()
    }

    /// A list of items, each of which takes up a byte at least: no more are believed than there is room for.
    fn list<T>(&mut self, read: impl Fn(&mut Self) -> Result<T, BadSnapshot>) -> Result<Vec<T>, BadSnapshot> {
        let count = self.u64()?;
        if count > self.0.len() as u64 {
            return Err(BadSnapshot::Damaged);
        }
        self.times(count as usize, read)
    }
}
