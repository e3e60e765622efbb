//! The dynamic map: floors, obstacles, edits.

use crate::arrangement::Arrangement;
use crate::axis::Axis;
use crate::change::{Change, Effect};
use crate::clearance::Profiles;
use crate::components::Components;
use crate::cover::Covers;
use crate::dead_ends::DeadEnds;
use crate::edited::Edited;
pub use crate::errors::{BadMap, NotMoved, UnknownObstacle};
use crate::ids::ObstacleId;
use crate::journal::{Journal, NotFollowed, Revision};
use crate::layers::Seams;
use crate::lazy_cache::LazyCache;
use crate::lifetimes::Lifetimes;
use crate::pinches::Pinches;
use crate::regions::Regions;
use crate::shapes::{Batch, Kind, Shape, Shapes, outline_of};
use navigant_geometry::internals::{BoundsInternals as _, LatticeInternals as _, Loops, PointInternals as _};
use navigant_geometry::{BadExtent, BadOutline, Bounds, Lattice, Outline, Point, Role};
use std::ops::Range;

/// An exact walkable map that changes locally.
///
/// Free is what lies inside a floor and inside no obstacle. Floors are united: where two overlap, or share a piece of their
/// borders on the lattice, no wall is left between them. Nothing passes through the outline of an obstacle, nor out of the
/// floors. The map is the constrained Delaunay triangulation of the border of the united floors and of all edges of
/// obstacles, rounded to a lattice of a few micrometres; it is the same whatever order the edits came in.
///
/// Inserting, moving or removing an obstacle does work only where the obstacle is, and [`Map::change`] tells what it did.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
/// let pillar = map.insert(&Outline::rectangle([40.0, 20.0], [60.0, 40.0]))?;
/// assert!(!map.is_walkable([50.0, 30.0]) && !map.sees([10.0, 30.0], [90.0, 30.0]));
/// map.remove(pillar)?;
/// assert!(map.is_walkable([50.0, 30.0]) && map.sees([10.0, 30.0], [90.0, 30.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Map {
    pub(crate) lattice: Lattice,
    pub(crate) plane: Arrangement,
    pub(crate) covers: Covers,
    pub(crate) shapes: Shapes,
    /// When there were obstacles that have gone since.
    pub(crate) gone: Lifetimes,
    pub(crate) revision: Revision,
    pub(crate) journal: Journal,
    pub(crate) regions: Box<Regions>,
    pub(crate) components: LazyCache<Components>,
    pub(crate) dead_ends: LazyCache<DeadEnds>,
    pub(crate) pinches: LazyCache<Pinches>,
    pub(crate) profiles: LazyCache<Profiles>,
    pub(crate) axis: LazyCache<Axis>,
    /// What joins its layers; nothing in a map of one.
    pub(crate) seams: Seams,
    /// Scratch: the outline of an edit.
    pub(crate) loops: Loops,
}

/// What an edit does to a shape, for the history.
pub(crate) const INSERT: u64 = 1;
pub(crate) const REMOVE: u64 = 2;
pub(crate) const MOVE: u64 = 3;

/// Obstacles of which the floors have been united.
fn with_floor(
    mut union: Loops,
    loops: &Loops,
    obstacles: &[(Kind, Range<usize>)],
) -> (Loops, Vec<(Kind, Range<usize>)>) {
    let mut shapes = vec![(Kind::Floor, 0..union.chains().len())];
    shapes.extend(obstacles.iter().map(|(kind, chains)| (*kind, union.add_chains(loops, chains.clone()))));
    (union, shapes)
}

impl Map {
    /// A map of one floor without obstacles.
    ///
    /// # Errors
    /// [`BadMap`] says what is wrong with the floor.
    pub fn new(floor: &Outline) -> Result<Map, BadMap> {
        Map::build(std::slice::from_ref(floor), &[]).map(|(map, _)| map)
    }

    /// A map of some floors and obstacles, built at once: much faster than one by one, and the same map.
    ///
    /// Floors that overlap or touch are one floor. The ids come in the order of the obstacles.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let rooms = [Outline::rectangle([0.0, 0.0], [10.0, 8.0]), Outline::rectangle([10.0, 2.0], [30.0, 12.0])];
    /// let (map, _) = Map::build(&rooms, &[])?;
    /// assert!(map.sees([1.0, 5.0], [29.0, 5.0]), "two rooms side by side are one");
    /// let wall = Outline::polyline([[10.0, 2.0], [10.0, 8.0]]);
    /// let (map, _) = Map::build(&rooms, &[wall])?;
    /// assert!(!map.sees([1.0, 5.0], [29.0, 5.0]), "a wall between them is drawn as a wall");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BadMap`] names the first outline that is refused, and why.
    pub fn build(floors: &[Outline], obstacles: &[Outline]) -> Result<(Map, Vec<ObstacleId>), BadMap> {
        for (index, floor) in floors.iter().enumerate() {
            let rings = floor.rings().enumerate();
            for (ring, points) in rings {
                if let Some(at) = points.iter().position(|p| !p.is_finite()) {
                    let reason = BadOutline::NotFinite { ring, index: at, point: points[at] };
                    return Err(BadMap::Floor { index, reason });
                }
            }
        }
        let world = Bounds::of(floors.iter().flat_map(Outline::rings).flatten().copied()).ok_or(BadMap::NoFloor)?;
        let lattice = Lattice::covering(world).map_err(|reason| match reason {
            BadExtent::TooSmall { extent: 0.0 } => BadMap::Floor { index: 0, reason: BadOutline::NoArea },
            other => BadMap::Extent(other),
        })?;
        let mut loops = Loops::default();
        let mut shapes = Vec::with_capacity(floors.len() + obstacles.len());
        for (index, floor) in floors.iter().enumerate() {
            let chains = loops.add(floor, &lattice).map_err(|reason| BadMap::Floor { index, reason })?;
            shapes.push((Kind::Floor, chains));
        }
        for (index, obstacle) in obstacles.iter().enumerate() {
            let chains = loops.add(obstacle, &lattice).map_err(|reason| BadMap::Obstacle { index, reason })?;
            shapes.push((Kind::Obstacle, chains));
        }
        if let Some(union) = crate::floors::unite(&lattice, &loops, &shapes[..floors.len()])? {
            (loops, shapes) = with_floor(union, &loops, &shapes[floors.len()..]);
        }
        let map = Map::of_shapes(lattice, &loops, &shapes);
        let floors = shapes.len() - obstacles.len();
        if let Some(index) = map.covers.first_without_area(floors) {
            return Err(BadMap::Floor { index, reason: BadOutline::NoArea });
        }
        let ids = map.obstacles().collect();
        Ok((map, ids))
    }

    /// The arrangement of some outlines without a floor, in which shapes are numbered as the outlines, each a range of chains: for questions
    /// which outlines cover a face. Nothing in it is walkable.
    pub(crate) fn of_outlines(lattice: Lattice, loops: &Loops, outlines: &[Range<usize>]) -> Map {
        let shapes: Vec<_> = outlines.iter().map(|chains| (Kind::Obstacle, chains.clone())).collect();
        Map::of_shapes(lattice, loops, &shapes)
    }

    /// The map of some shapes, none of them checked.
    pub(crate) fn of_shapes(lattice: Lattice, loops: &Loops, shapes: &[(Kind, Range<usize>)]) -> Map {
        Map::of_layers(lattice, Batch { loops, shapes, layers: std::slice::from_ref(&(0..shapes.len())) })
    }

    /// The map of some shapes, none of them checked, in one or several layers. There are no seams yet.
    pub(crate) fn of_layers(lattice: Lattice, batch: Batch<'_>) -> Map {
        let Batch { loops, shapes, layers } = batch;
        let words = shapes.iter().map(|(kind, chains)| (chains.len() as u64) << 2 | *kind as u64);
        let ends = layers.iter().skip(1).map(|range| range.start as u64);
        let revision = Revision::first(&lattice, loops, words.chain(ends));
        let mut map = Map {
            lattice,
            plane: Arrangement::of_layers(layers.len() as u16),
            covers: Covers::new(),
            shapes: Shapes::default(),
            gone: Lifetimes::default(),
            revision: Revision::NONE,
            journal: Journal::default(),
            regions: Box::new(Regions::new(lattice, revision)),
            components: LazyCache::new(),
            dead_ends: LazyCache::new(),
            pinches: LazyCache::new(),
            profiles: LazyCache::new(),
            axis: LazyCache::new(),
            seams: Seams::default(),
            loops: Loops::default(),
        };
        map.shapes.load((&mut map.plane, &mut map.covers), batch, (revision.version, revision.mark()));
        map.record_change(revision, 0, None, Effect::Either);
        map
    }

    /// Inserts an obstacle. What lies outside the floors is kept but changes nothing.
    ///
    /// Cost: the triangles it touches; those inside it change their cover.
    ///
    /// # Errors
    /// [`BadOutline`] names the bad point; the map is unchanged.
    pub fn insert(&mut self, outline: &Outline) -> Result<ObstacleId, BadOutline> {
        self.loops.clear();
        self.loops.add(outline, &self.lattice)?;
        self.plane.begin_edit();
        // The slot is not known before, and the revision follows from all that is.
        let revision = self.revision.after(INSERT, 0, Some(&self.loops));
        let shape = self.shapes.add(Kind::Obstacle, revision.version, revision.mark());
        self.shapes.lay(&mut self.plane, &mut self.covers, shape, &self.loops);
        self.record_change(revision, shape, outline.bounds(), Effect::Lengthens);
        Ok(ObstacleId { index: shape, generation: self.shapes.generation(shape), mark: revision.mark() })
    }

    /// Removes an obstacle. The map is then the same as if it had never been inserted.
    ///
    /// # Errors
    /// [`UnknownObstacle`]; the map is unchanged.
    pub fn remove(&mut self, id: ObstacleId) -> Result<(), UnknownObstacle> {
        let shape = self.shape_of(id)?;
        let region = self.extent_of(shape);
        self.plane.begin_edit();
        self.shapes.clear(&mut self.plane, &mut self.covers, shape);
        self.shapes.close(&mut self.plane, &mut self.covers);
        let since = self.shapes.remove(shape);
        self.record_change(self.revision.after(REMOVE, shape, None), shape, region, Effect::Shortens);
        self.note_gone(since);
        Ok(())
    }

    /// Gives an obstacle another outline, in one edit; it keeps its id.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
    /// let cart = map.insert(&Outline::rectangle([4.0, 4.0], [6.0, 6.0]))?;
    /// map.move_to(cart, &Outline::rectangle([14.0, 4.0], [16.0, 6.0]))?;
    /// assert!(map.is_walkable([5.0, 5.0]) && !map.is_walkable([15.0, 5.0]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NotMoved`]; the map is unchanged.
    pub fn move_to(&mut self, id: ObstacleId, outline: &Outline) -> Result<(), NotMoved> {
        let shape = self.shape_of(id).map_err(NotMoved::Unknown)?;
        self.loops.clear();
        self.loops.add(outline, &self.lattice).map_err(NotMoved::Outline)?;
        let mut region = self.extent_of(shape);
        for p in outline.rings().flatten() {
            region.get_or_insert(Bounds { min: *p, max: *p }).include(*p);
        }
        let revision = self.revision.after(MOVE, shape, Some(&self.loops));
        self.plane.begin_edit();
        self.shapes.clear(&mut self.plane, &mut self.covers, shape);
        self.shapes.lay(&mut self.plane, &mut self.covers, shape, &self.loops);
        self.record_change(revision, shape, region, Effect::Either);
        let since = self.shapes.renew(shape, revision.version);
        self.note_gone(since);
        Ok(())
    }

    /// The latest edit took something away that had come with a version.
    pub(crate) fn note_gone(&mut self, since: u64) {
        self.journal.latest_mut().gone_since = Some(since);
        self.gone.note(since, self.version());
    }

    /// What the latest edit did.
    pub fn change(&self) -> &Change {
        self.journal.latest()
    }

    /// Which version of which map this is: what derived structures store.
    pub fn revision(&self) -> Revision {
        self.revision
    }

    /// What the edits since a revision did, the oldest first: how derived structures catch up, after any number of edits.
    ///
    /// Some thousand changes are kept, as long as they name no more than about a quarter of the map's faces.
    ///
    /// ```
    /// use navigant_mesh::{Map, NotFollowed, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
    /// let then = map.revision();
    /// let mut other = map.clone();
    /// map.insert(&Outline::rectangle([40.0, 20.0], [60.0, 40.0]))?;
    /// map.insert(&Outline::rectangle([70.0, 20.0], [75.0, 40.0]))?;
    /// assert_eq!(map.changes_since(then)?.map(|change| change.version).collect::<Vec<_>>(), [2, 3]);
    /// // A clone that goes its own way is another map.
    /// other.insert(&Outline::rectangle([10.0, 20.0], [20.0, 40.0]))?;
    /// assert_eq!(map.changes_since(other.revision()).err(), Some(NotFollowed::Foreign));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NotFollowed`] when too much has happened since, or when the revision is not one of this map.
    pub fn changes_since(&self, since: Revision) -> Result<impl ExactSizeIterator<Item = &Change>, NotFollowed> {
        self.journal.between(since, self.revision)
    }

    /// Where edits were made since a revision and what they did, the oldest first; not which faces they touched, but for longer than
    /// [`Map::changes_since`]: after a million edits, and whatever was edited elsewhere. Where hundreds of edits were made close
    /// together, the oldest of them are one.
    ///
    /// ```
    /// use navigant_mesh::{Effect, Map, Outline};
    /// use navigant_mesh::internals::MapInternals as _;
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
    /// let then = map.revision();
    /// map.insert(&Outline::rectangle([4.0, 2.0], [6.0, 4.0]))?;
    /// for _ in 0..5000 {
    ///     let gone = map.insert(&Outline::rectangle([90.0, 50.0], [91.0, 51.0]))?;
    ///     map.remove(gone)?;
    /// }
    /// assert!(map.changes_since(then).is_err());
    /// let edited = map.edited_since(then)?;
    /// assert_eq!(edited[0].effect, Some(Effect::Lengthens));
    /// assert!(edited[0].region.max.x < 6.001 && edited[1].region.min.x > 89.999);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`NotFollowed`] when there were more than a million edits since, or when the revision is not one of this map.
    pub(crate) fn edited_since(&self, since: Revision) -> Result<Vec<Edited>, NotFollowed> {
        self.journal.edited(since, self.revision)
    }

    /// How many edits the map has seen.
    pub(crate) fn version(&self) -> u64 {
        self.revision.version
    }

    /// Whether the map was once at a revision: it is its own, or edits have led from there to here. False for revisions of other
    /// maps, of clones that were edited otherwise, and of more than a million edits ago.
    pub(crate) fn descends_from(&self, revision: Revision) -> bool {
        self.journal.descends(revision, self.revision)
    }

    /// Whether all obstacles of an earlier revision still exist, unmoved: then no shortest path has become shorter since, up to a
    /// lattice step. False if the map does not [descend](Self::descends_from) from that revision.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_mesh::internals::{MapInternals as _, RevisionInternals as _};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
    /// let pillar = map.insert(&Outline::rectangle([40.0, 20.0], [60.0, 40.0]))?;
    /// let then = map.revision();
    /// let box_ = map.insert(&Outline::rectangle([10.0, 20.0], [20.0, 40.0]))?;
    /// map.remove(box_)?;
    /// assert_eq!(map.change().gone_since, Some(then.version() + 1));
    /// assert!(map.has_kept_all_of(then));
    /// map.remove(pillar)?;
    /// assert!(!map.has_kept_all_of(then));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub(crate) fn has_kept_all_of(&self, revision: Revision) -> bool {
        self.descends_from(revision) && !self.gone.contain(revision.version())
    }

    /// Whether there may be vertices in free space without a wall: obstacles of no extent, or so small that they are rounded to
    /// a point.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_mesh::internals::MapInternals as _;
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
    /// let nail = map.insert(&Outline::polyline([[40.0, 20.0], [40.0, 20.0]]))?;
    /// assert!(map.has_points() && map.clearance_at([43.0, 20.0]) == Some(3.0));
    /// map.remove(nail)?;
    /// assert!(!map.has_points());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub(crate) fn has_points(&self) -> bool {
        self.shapes.has_points()
    }

    /// All obstacles, in the order of their slots.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let boxes = [1.0, 5.0].map(|x| Outline::rectangle([x, 1.0], [x + 2.0, 3.0]));
    /// let (map, ids) = Map::build(&[Outline::rectangle([0.0, 0.0], [20.0, 10.0])], &boxes)?;
    /// assert!(map.obstacles().eq(ids));
    /// let corners: usize = map.obstacles().map(|id| map.outline(id).unwrap()[0].1.len()).sum();
    /// assert_eq!(corners, 8);
    /// assert_eq!(map.floor_bounds().unwrap().size(), (20.0, 10.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn obstacles(&self) -> impl Iterator<Item = ObstacleId> + '_ {
        self.shapes.of_kind(Kind::Obstacle).map(|(index, shape)| id_of(index, shape))
    }

    /// The box around all floors.
    pub fn floor_bounds(&self) -> Option<Bounds> {
        let floors = self.shapes.of_kind(Kind::Floor).filter_map(|(shape, _)| self.extent_of(shape));
        Bounds::of(floors.flat_map(|b| [b.min, b.max]))
    }

    /// Whether an obstacle is in the map.
    pub(crate) fn contains(&self, id: ObstacleId) -> bool {
        self.shape_of(id).is_ok()
    }

    /// The version in which an obstacle was inserted, or last moved.
    ///
    /// # Errors
    /// [`UnknownObstacle`].
    pub(crate) fn standing_since(&self, id: ObstacleId) -> Result<u64, UnknownObstacle> {
        self.shape_of(id).map(|shape| self.shapes.since(shape))
    }

    /// The floors' outlines as they lie on the lattice, in the order of their slots: rings closed implicitly.
    pub(crate) fn floors(&self) -> impl Iterator<Item = Vec<(Role, Vec<Point>)>> + '_ {
        self.shapes.of_kind(Kind::Floor).map(|(shape, _)| self.chains_of(shape))
    }

    /// An obstacle's outline as it lies on the lattice: rings closed implicitly, walls open.
    ///
    /// # Errors
    /// [`UnknownObstacle`].
    pub fn outline(&self, id: ObstacleId) -> Result<Vec<(Role, Vec<Point>)>, UnknownObstacle> {
        self.shape_of(id).map(|shape| self.chains_of(shape))
    }

    fn chains_of(&self, shape: u32) -> Vec<(Role, Vec<Point>)> {
        outline_of(&self.plane, self.shapes.segments(&self.plane, shape), |p| self.lattice.world(p))
    }

    pub(crate) fn obstacle_of_shape(&self, shape: u32) -> Option<ObstacleId> {
        obstacle_of(&self.shapes, shape)
    }

    pub(crate) fn shape_of(&self, id: ObstacleId) -> Result<u32, UnknownObstacle> {
        match self.obstacle_of_shape(id.index) {
            Some(known) if known == id => Ok(id.index),
            _ => Err(UnknownObstacle(id)),
        }
    }

    pub(crate) fn extent_of(&self, shape: u32) -> Option<Bounds> {
        Bounds::of(self.shapes.corners(&self.plane, shape).map(|p| self.lattice.world(p)))
    }

    pub(crate) fn record_change(&mut self, revision: Revision, shape: u32, region: Option<Bounds>, effect: Effect) {
        let faces = self.plane.tri.face_count();
        let touched = self.plane.tri.log.touched.iter().map(|&(face, _)| face);
        self.components.outdate(touched.clone());
        self.dead_ends.outdate(touched.clone());
        self.pinches.outdate(touched.clone());
        self.profiles.outdate(touched.clone());
        self.axis.outdate(touched);
        let before = std::mem::replace(&mut self.revision, revision);
        let change = self.journal.begin(before, revision, faces, &self.lattice);
        (change.effect, change.region, change.gone_since) = (effect, region, None);
        let shapes = &self.shapes;
        change.take_log(&mut self.plane, &self.lattice, shape, |other| obstacle_of(shapes, other));
    }
}

fn obstacle_of(shapes: &Shapes, shape: u32) -> Option<ObstacleId> {
    shapes.get(shape).filter(|s| s.kind == Kind::Obstacle).map(|s| id_of(shape, s))
}

fn id_of(index: u32, shape: &Shape) -> ObstacleId {
    ObstacleId { index, generation: shape.generation, mark: shape.mark }
}
