//! Saved maps: serialization of a map, ids and revision included, without rebuilding.
//!
//! ```text
//!   magic, version │ lattice, revision, lifetimes │ map: triangulation, owners, segments, shapes, covers │ change │ regions │ checksum
//! ```
//!
//! All numbers are little-endian. A loaded map is the saved one in everything, ids and later edits included, but for older entries
//! of the journal. Two maps with the same revision give the same bytes.
//!
//! The checksum finds every accident: one changed word always shows. Beyond that every index, list and triangle is looked at, so
//! that no query of what was loaded panics or runs for ever, even for forged bytes. Not checked is what only building the map
//! could tell: whether its segments are rounded as ours would be, how many cross, and whether its edges are Delaunay.

pub(crate) mod bytes;
mod threads;

use crate::arrangement::Arrangement;
use crate::change::{Change, Effect, Nudged};
use crate::cover::Covers;
use crate::ids::{FaceId, ObstacleId};
use crate::journal::{Journal, Revision};
use crate::lazy_cache::LazyCache;
use crate::lifetimes::Lifetimes;
use crate::map::Map;
use crate::regions::Regions;
use crate::shapes::Shapes;
use crate::triangulation::Triangulation;
use bytes::checksum;
pub(crate) use bytes::{Reader, Writer, point};
use navigant_geometry::internals::{LatticeInternals as _, Loops, PointInternals as _, lattice_of_parts};
use navigant_geometry::{Bounds, Lattice, Point};
pub(crate) use threads::{aside, in_parts};

const MAGIC: [u8; 8] = *b"NAVIGMAP";
const VERSION: u32 = 1;

/// Why bytes are not a saved map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadSave {
    /// It is something else.
    NotAMap,
    /// It was written by a version of this program that is not known here: build the map again from its outlines.
    UnknownVersion(u32),
    /// It ends too early, goes on too long, or was changed.
    Damaged,
    /// Something in it cannot be.
    Invalid(&'static str),
}

impl std::fmt::Display for BadSave {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadSave::NotAMap => write!(f, "not a saved map"),
            BadSave::UnknownVersion(version) => {
                write!(f, "a map saved in version {version}; this program reads version {VERSION}: build it again")
            }
            BadSave::Damaged => write!(f, "the saved map ends too early, goes on too long or was changed"),
            BadSave::Invalid(what) => write!(f, "the saved map has {what}"),
        }
    }
}

impl std::error::Error for BadSave {}

/// Writes the checksum of a saved map that was changed over the old one: for tests of what is behind it.
pub fn write_checksum(saved: &mut [u8]) {
    if let Some((body, sum)) = saved.split_last_chunk_mut::<8>() {
        *sum = checksum(body).to_le_bytes();
    }
}

/// What a map and its regions both consist of.
pub(crate) struct Parts {
    pub(crate) plane: Arrangement,
    pub(crate) covers: Covers,
    pub(crate) shapes: Shapes,
    pub(crate) revision: Revision,
    pub(crate) journal: Journal,
}

impl Map {
    /// The map as bytes: about 150 for each vertex.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
    /// let pillar = map.insert(&Outline::rectangle([40.0, 20.0], [60.0, 40.0]))?;
    /// let bytes = map.save();
    /// let mut again = Map::load(&bytes)?;
    /// assert!(!again.sees([10.0, 30.0], [90.0, 30.0]));
    /// assert_eq!((again.revision(), again.save()), (map.revision(), bytes));
    /// again.remove(pillar)?;
    /// assert!(again.sees([10.0, 30.0], [90.0, 30.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn save(&self) -> Vec<u8> {
        let mut w = Writer(MAGIC.to_vec());
        w.u32(VERSION);
        let origin = self.lattice.origin();
        [origin.x, origin.y, self.lattice.step()].into_iter().for_each(|number| w.f64(number));
        self.gone.save(&mut w);
        save_parts(&mut w, (&self.plane, &self.covers, &self.shapes), (self.revision, &self.journal));
        self.regions.save(&mut w);
        let sum = checksum(&w.0);
        w.u64(sum);
        w.0
    }

    /// The map that was saved.
    ///
    /// Cost: a pass over the bytes and one over what they say, on all cores; several times faster than building it.
    ///
    /// # Errors
    /// [`BadSave`] says what is wrong with the bytes.
    pub fn load(bytes: &[u8]) -> Result<Map, BadSave> {
        let body = bytes.strip_prefix(&MAGIC).ok_or(BadSave::NotAMap)?;
        let version = Reader(body).u32()?;
        if version != VERSION {
            return Err(BadSave::UnknownVersion(version));
        }
        let (sound, sum) = bytes.split_last_chunk::<8>().ok_or(BadSave::Damaged)?;
        // Nothing that is read is believed, so it can be read while the checksum is still taken.
        let (is_sound, map) = aside(sound.len(), || checksum(sound).to_le_bytes() == *sum, || Map::read(sound));
        if is_sound { map } else { Err(BadSave::Damaged) }
    }

    fn read(bytes: &[u8]) -> Result<Map, BadSave> {
        let mut r = Reader(bytes.get(MAGIC.len() + 4..).ok_or(BadSave::Damaged)?);
        let (origin, step) = (Point::new(r.f64()?, r.f64()?), r.f64()?);
        let lattice = lattice_of_parts(origin, step).ok_or(BadSave::Invalid("a lattice that cannot be"))?;
        let gone = Lifetimes::load(&mut r)?;
        let parts = load_parts(&mut r)?;
        if parts.shapes.of_kind(crate::shapes::Kind::Region).next().is_some() {
            return Err(BadSave::Invalid("a region among the obstacles"));
        }
        let regions = Box::new(Regions::load(&mut r, lattice)?);
        if !r.0.is_empty() {
            return Err(BadSave::Damaged);
        }
        Ok(Map::of_parts(lattice, parts, gone, regions))
    }
}

/// Writes what a map and its regions both consist of.
pub(crate) fn save_parts(
    w: &mut Writer,
    (plane, covers, shapes): (&Arrangement, &Covers, &Shapes),
    (revision, journal): (Revision, &Journal),
) {
    plane.save(w);
    shapes.save(w);
    covers.save(w);
    w.u64(revision.version);
    w.u64(revision.history);
    w.u64(journal.from());
    save_change(w, journal.latest());
}

pub(crate) fn load_parts(r: &mut Reader) -> Result<Parts, BadSave> {
    let section = Triangulation::section(r)?;
    let (tri, read) = aside(
        section.len(),
        || Triangulation::load(&mut Reader(section)),
        || {
            let (plane, shapes) = (Arrangement::load_around(r)?, Shapes::of_saved(r)?);
            let covers = Covers::load(r, shapes.slots())?;
            Ok((plane, shapes, covers))
        },
    );
    let (mut plane, mut shapes, mut covers) = read?;
    plane.tri = tri?;
    let (checked, counted) = aside(
        section.len(),
        || plane.check(),
        || {
            shapes.check(&plane)?;
            covers.check(&plane)
        },
    );
    checked?;
    counted?;
    let revision = Revision { version: r.u64()?, history: r.u64()? };
    // Far from where versions would overflow.
    if revision.version > 1 << 60 {
        return Err(BadSave::Invalid("a version that cannot be"));
    }
    let from = r.u64()?;
    let change = load_change(r, &plane)?;
    Ok(Parts { plane, covers, shapes, revision, journal: Journal::beginning_with(from, change) })
}

fn save_change(w: &mut Writer, change: &Change) {
    w.u64(change.version);
    for faces in [&change.removed, &change.added] {
        w.list(faces.iter().map(|f| [f.0]));
    }
    w.u32(change.nudged.len() as u32);
    for nudged in &change.nudged {
        let id = nudged.obstacle;
        w.option(id.map(|id| id.index));
        w.u32(id.map_or(0, |id| id.generation));
        w.u32(id.map_or(0, |id| id.mark));
        [nudged.from, nudged.to].into_iter().flat_map(|p| [p.x, p.y]).for_each(|c| w.f64(c));
    }
    let nowhere = Bounds { min: Point::new(f64::NAN, f64::NAN), max: Point::new(f64::NAN, f64::NAN) };
    let Bounds { min, max } = change.region.unwrap_or(nowhere);
    [min.x, min.y, max.x, max.y].into_iter().for_each(|c| w.f64(c));
    w.u32(change.effect as u32);
    w.u64(change.gone_since.unwrap_or(u64::MAX));
}

fn load_change(r: &mut Reader, plane: &Arrangement) -> Result<Change, BadSave> {
    let version = r.u64()?;
    let slots = plane.tri.face_slots() as u32;
    let mut faces = || -> Result<Vec<FaceId>, BadSave> {
        // Those that went may have had any number.
        Ok(r.list::<1>()?.map(|[f]| FaceId(f)).collect())
    };
    let (removed, added) = (faces()?, faces()?);
    if added.iter().any(|f| f.0 >= slots) {
        return Err(BadSave::Invalid("a change of a face that is not there"));
    }
    let nudged = (0..r.u32()?).map(|_| {
        let (index, generation, mark) = (r.option()?, r.u32()?, r.u32()?);
        let obstacle = index.map(|index| ObstacleId { index, generation, mark });
        let mut p = || Ok(Point::new(r.f64()?, r.f64()?));
        Ok(Nudged { obstacle, from: p()?, to: p()? })
    });
    let nudged = nudged.collect::<Result<Vec<_>, BadSave>>()?;
    let bounds = Bounds { min: Point::new(r.f64()?, r.f64()?), max: Point::new(r.f64()?, r.f64()?) };
    let region = Some(bounds).filter(|b| b.min.is_finite() && b.max.is_finite());
    let effect = match r.u32()? {
        0 => Effect::Lengthens,
        1 => Effect::Shortens,
        2 => Effect::Either,
        _ => return Err(BadSave::Invalid("an effect that is none")),
    };
    let gone_since = Some(r.u64()?).filter(|&since| since != u64::MAX);
    Ok(Change { version, removed, added, nudged, region, effect, gone_since })
}

impl Map {
    fn of_parts(lattice: Lattice, parts: Parts, gone: Lifetimes, regions: Box<Regions>) -> Map {
        let Parts { plane, covers, shapes, revision, journal } = parts;
        Map {
            lattice,
            plane,
            covers,
            shapes,
            gone,
            revision,
            journal,
            regions,
            components: LazyCache::new(),
            dead_ends: LazyCache::new(),
            pinches: LazyCache::new(),
            profiles: LazyCache::new(),
            axis: LazyCache::new(),
            seams: crate::layers::Seams::default(),
            loops: Loops::default(),
        }
    }
}
