//! Regions: outlines that mark an area and do not block.
//!
//! Grass and road, a waiting area, a zone in which something is measured. Regions are snap-rounded and triangulated as
//! obstacles are, each face knows the regions over it, and every edit is local and says what it changed.
//!
//! # Why they have a triangulation of their own
//! Everything that is asked of a map rests on one fact: every vertex is a corner of something solid. Profiles list the corners
//! nearest to an edge, a search bends at its ends, dead ends and components count its triangles. A region's corner in the
//! middle of a hall would be none of that, and a constraint through the hall would change which triangles there are; to tell
//! such vertices and edges apart would have to be asked in every inner loop, and answers would still differ in their last bits,
//! for another triangulation adds in another order. So regions lie in a second constrained Delaunay triangulation over the same
//! lattice. What is walkable does not notice them, by construction: not in its answers, not in its ids, versions and journal, not
//! in the cost of an edit. The price is one more point location for a query of regions, and that an edge of a region and an
//! edge of a wall do not share a vertex where they cross.

use crate::arrangement::Arrangement;
use crate::change::{Change, Effect};
use crate::cover::Covers;
use crate::ids::{FaceId, RegionId};
use crate::journal::{Journal, NotFollowed, Revision};
use crate::map::Map;
use crate::saved::{BadSave, Parts, Reader, Writer, load_parts, save_parts};
use crate::shapes::{Kind, Shape, Shapes, outline_of, shapes_at};
use navigant_geometry::internals::{LatticeInternals as _, Loops};
use navigant_geometry::{BadOutline, Bounds, Lattice, Outline, Point, Role};

/// Why a region was not inserted, moved or removed; nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadRegion {
    /// There is no such region: it was removed, or belongs to another map.
    Unknown(RegionId),
    /// The outline is refused.
    Outline(BadOutline),
}

impl std::fmt::Display for BadRegion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadRegion::Unknown(id) => write!(f, "{id} is not in the map (removed, or of another map)"),
            BadRegion::Outline(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for BadRegion {}

/// The regions of a map, in a triangulation of their own.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
/// let before = map.revision();
/// let lawn = map.insert_region("grass", &Outline::rectangle([20.0, 10.0], [50.0, 40.0]))?;
/// let path = map.insert_region("road", &Outline::rectangle([40.0, 0.0], [44.0, 60.0]))?;
/// assert_eq!(map.regions().at([42.0, 20.0]), [lawn, path]);
/// assert_eq!(map.regions().kind(lawn), Some("grass"));
/// map.move_region(lawn, &Outline::rectangle([60.0, 10.0], [90.0, 40.0]))?;
/// assert_eq!(map.regions().at([42.0, 20.0]), [path]);
/// // What is walkable has not changed.
/// assert_eq!(map.revision(), before);
/// assert!(map.sees([1.0, 20.0], [99.0, 20.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Regions {
    lattice: Lattice,
    plane: Arrangement,
    covers: Covers,
    shapes: Shapes,
    /// By slot.
    kinds: Vec<String>,
    revision: Revision,
    journal: Journal,
    loops: Loops,
}

const INSERT: u64 = 1;
const REMOVE: u64 = 2;
const MOVE: u64 = 3;

impl Regions {
    /// No regions, on the lattice of a map that begins with a revision.
    pub(crate) fn new(lattice: Lattice, revision: Revision) -> Regions {
        Regions {
            lattice,
            plane: Arrangement::new(),
            covers: Covers::new(),
            shapes: Shapes::default(),
            kinds: Vec::new(),
            revision,
            journal: Journal::default(),
            loops: Loops::default(),
        }
    }

    pub(crate) fn save(&self, w: &mut Writer) {
        save_parts(w, (&self.plane, &self.covers, &self.shapes), (self.revision, &self.journal));
        self.kinds.iter().for_each(|kind| w.text(kind));
    }

    pub(crate) fn load(r: &mut Reader, lattice: Lattice) -> Result<Regions, BadSave> {
        let Parts { plane, covers, shapes, revision, journal } = load_parts(r)?;
        if shapes.slots().iter().any(|shape| !matches!(shape.kind, Kind::Region | Kind::Unused)) {
            return Err(BadSave::Invalid("an obstacle among the regions"));
        }
        let kinds = shapes.slots().iter().map(|_| r.text()).collect::<Result<_, BadSave>>()?;
        Ok(Regions { lattice, plane, covers, shapes, kinds, revision, journal, loops: Loops::default() })
    }

    /// All regions, in the order of their slots.
    pub fn iter(&self) -> impl Iterator<Item = RegionId> + '_ {
        self.shapes.of_kind(Kind::Region).map(|(index, shape)| id_of(index, shape))
    }

    /// Whether there are none.
    pub(crate) fn is_empty(&self) -> bool {
        self.iter().next().is_none()
    }

    /// Whether there is a region with this id.
    pub(crate) fn contains(&self, id: RegionId) -> bool {
        self.shape_of(id).is_ok()
    }

    /// The name of a region's kind; `None` if there is no such region.
    pub fn kind(&self, id: RegionId) -> Option<&str> {
        let shape = self.shape_of(id).ok()?;
        self.kinds.get(shape as usize).map(String::as_str)
    }

    /// The version of the regions with which one came, or was moved last; 0 if it is not there.
    pub(crate) fn since(&self, id: RegionId) -> u64 {
        self.shape_of(id).map_or(0, |shape| self.shapes.since(shape))
    }

    /// A region's outline as it lies on the lattice: rings closed implicitly, lines open.
    ///
    /// # Errors
    /// [`BadRegion::Unknown`].
    pub(crate) fn outline(&self, id: RegionId) -> Result<Vec<(Role, Vec<Point>)>, BadRegion> {
        let shape = self.shape_of(id)?;
        Ok(outline_of(&self.plane, self.shapes.segments(&self.plane, shape), |p| self.lattice.world(p)))
    }

    /// The regions at a point, their borders included, sorted; none where the lattice does not reach.
    ///
    /// Cost: a look at the index and a walk over a handful of triangles.
    pub fn at(&self, p: impl Into<Point>) -> Vec<RegionId> {
        let Ok(p) = self.lattice.snap(p.into()) else { return Vec::new() };
        let shapes = shapes_at(&self.plane, &self.covers, self.plane.tri.locate(p));
        shapes.into_iter().filter_map(|shape| self.id_of_shape(shape)).collect()
    }

    /// All triangles; they cover the whole square of the lattice. Their ids are not those of the map's faces.
    pub(crate) fn faces(&self) -> impl Iterator<Item = FaceId> + '_ {
        self.plane.tri.faces()
    }

    /// The corners of a triangle, counter-clockwise.
    pub(crate) fn corners(&self, f: FaceId) -> [Point; 3] {
        self.plane.tri.corners(f).map(|v| self.lattice.world(self.plane.tri.at(v)))
    }

    /// The regions over a triangle.
    pub(crate) fn over(&self, f: FaceId) -> impl Iterator<Item = RegionId> + '_ {
        let windings = self.covers.windings(self.plane.tri.cover(f)).iter();
        windings.filter(|w| w.covers()).filter_map(|w| self.id_of_shape(w.shape))
    }

    /// Which version of the regions of which map this is.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// What the latest edit of a region did: to the triangles of this triangulation, never to paths.
    pub(crate) fn change(&self) -> &Change {
        self.journal.latest()
    }

    /// What the edits of regions since a revision did, the oldest first, as by [`Map::changes_since`].
    ///
    /// # Errors
    /// [`NotFollowed`] when too much has happened since, or when the revision is not one of these regions.
    pub(crate) fn changes_since(&self, since: Revision) -> Result<impl ExactSizeIterator<Item = &Change>, NotFollowed> {
        self.journal.between(since, self.revision)
    }

    fn id_of_shape(&self, shape: u32) -> Option<RegionId> {
        self.shapes.get(shape).filter(|s| s.kind == Kind::Region).map(|s| id_of(shape, s))
    }

    fn shape_of(&self, id: RegionId) -> Result<u32, BadRegion> {
        match self.id_of_shape(id.index) {
            Some(known) if known == id => Ok(id.index),
            _ => Err(BadRegion::Unknown(id)),
        }
    }

    fn extent_of(&self, shape: u32) -> Option<Bounds> {
        Bounds::of(self.shapes.corners(&self.plane, shape).map(|p| self.lattice.world(p)))
    }

    fn insert(&mut self, kind: &str, outline: &Outline) -> Result<RegionId, BadRegion> {
        self.loops.clear();
        self.loops.add(outline, &self.lattice).map_err(BadRegion::Outline)?;
        self.plane.begin_edit();
        let revision = self.revision.after(INSERT, 0, Some(&self.loops));
        let shape = self.shapes.add(Kind::Region, revision.version, revision.mark());
        match self.kinds.get_mut(shape as usize) {
            Some(slot) => kind.clone_into(slot),
            None => self.kinds.push(kind.to_owned()),
        }
        self.shapes.lay(&mut self.plane, &mut self.covers, shape, &self.loops);
        self.record_change(revision, shape, outline.bounds());
        Ok(RegionId { index: shape, generation: self.shapes.generation(shape), mark: revision.mark() })
    }

    fn remove(&mut self, id: RegionId) -> Result<(), BadRegion> {
        let shape = self.shape_of(id)?;
        let region = self.extent_of(shape);
        self.plane.begin_edit();
        self.shapes.clear(&mut self.plane, &mut self.covers, shape);
        self.shapes.close(&mut self.plane, &mut self.covers);
        self.shapes.remove(shape);
        self.record_change(self.revision.after(REMOVE, shape, None), shape, region);
        Ok(())
    }

    fn move_to(&mut self, id: RegionId, outline: &Outline) -> Result<(), BadRegion> {
        let shape = self.shape_of(id)?;
        self.loops.clear();
        self.loops.add(outline, &self.lattice).map_err(BadRegion::Outline)?;
        let corners = self.extent_of(shape).into_iter().flat_map(|b| [b.min, b.max]);
        let region = Bounds::of(corners.chain(outline.rings().flatten().copied()));
        let revision = self.revision.after(MOVE, shape, Some(&self.loops));
        self.plane.begin_edit();
        self.shapes.clear(&mut self.plane, &mut self.covers, shape);
        self.shapes.lay(&mut self.plane, &mut self.covers, shape, &self.loops);
        self.shapes.renew(shape, revision.version);
        self.record_change(revision, shape, region);
        Ok(())
    }

    fn record_change(&mut self, revision: Revision, shape: u32, region: Option<Bounds>) {
        let before = std::mem::replace(&mut self.revision, revision);
        let change = self.journal.begin(before, revision, self.plane.tri.face_count(), &self.lattice);
        (change.effect, change.region, change.gone_since) = (Effect::Either, region, None);
        change.take_log(&mut self.plane, &self.lattice, shape, |_| None);
    }
}

impl Map {
    /// The regions: outlines that mark an area and do not block.
    pub fn regions(&self) -> &Regions {
        &self.regions
    }

    /// Inserts a region of a kind. It may lie on the floor or off it, and overlap whatever there is.
    ///
    /// Cost: the triangles of other regions that it touches; nothing in the map.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
    /// let lawn = map.insert_region("grass", &Outline::rectangle([2.0, 2.0], [8.0, 8.0]))?;
    /// map.move_region(lawn, &Outline::rectangle([2.0, 2.0], [6.0, 6.0]))?;
    /// assert_eq!((map.regions().kind(lawn), map.is_walkable([4.0, 4.0])), (Some("grass"), true));
    /// map.remove_region(lawn)?;
    /// assert_eq!(map.regions().kind(lawn), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BadRegion::Outline`] names the bad point; nothing has changed.
    pub fn insert_region(&mut self, kind: &str, outline: &Outline) -> Result<RegionId, BadRegion> {
        self.regions.insert(kind, outline)
    }

    /// Gives a region another outline, in one edit; it keeps its id and its kind.
    ///
    /// # Errors
    /// [`BadRegion`]; nothing has changed.
    pub fn move_region(&mut self, id: RegionId, outline: &Outline) -> Result<(), BadRegion> {
        self.regions.move_to(id, outline)
    }

    /// Removes a region.
    ///
    /// # Errors
    /// [`BadRegion::Unknown`]; nothing has changed.
    pub fn remove_region(&mut self, id: RegionId) -> Result<(), BadRegion> {
        self.regions.remove(id)
    }
}

fn id_of(index: u32, shape: &Shape) -> RegionId {
    RegionId { index, generation: shape.generation, mark: shape.mark }
}
