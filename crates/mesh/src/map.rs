//! The dynamic map: floors, obstacles, edits.

use crate::arrangement::{Arrangement, Record};
use crate::axis::Axis;
use crate::change::{Change, Effect, Nudged};
use crate::clearance::Profiles;
use crate::components::Components;
use crate::cover::Covers;
use crate::dead_ends::DeadEnds;
use crate::ids::{ObstacleId, VertexId};
use crate::kept::Kept;
use crate::lifetimes::Lifetimes;
use crate::pinches::Pinches;
use crate::walls::SegmentId;
use navigant_geometry::{BadExtent, BadOutline, Bounds, Lattice, Loops, Outline, Point, Role, Segment};
use std::ops::Range;

/// An exact walkable map that changes locally.
///
/// Free is what lies inside a floor and inside no obstacle. Nobody gets through an outline, not even through that of a floor that
/// lies on another. The map is the constrained Delaunay triangulation of all
/// their edges, rounded to a lattice of a few micrometres; it is the same whatever order the edits came in.
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
    shapes: Vec<Shape>,
    unused_shapes: Vec<u32>,
    /// When there were obstacles that have gone since.
    gone: Lifetimes,
    /// How many segments are points.
    points: usize,
    change: Change,
    pub(crate) components: Kept<Components>,
    pub(crate) dead_ends: Kept<DeadEnds>,
    pub(crate) pinches: Kept<Pinches>,
    pub(crate) profiles: Kept<Profiles>,
    pub(crate) axis: Kept<Axis>,
    /// Scratch: the segments of one chain.
    chain: Vec<SegmentId>,
    /// Scratch: the outline of an edit.
    loops: Loops,
    /// Scratch: segments to be laid, and the vertices they end in.
    enlisted: Vec<(SegmentId, VertexId)>,
}

/// A floor or an obstacle: a list of segments.
#[derive(Clone, Copy, Debug)]
struct Shape {
    generation: u32,
    kind: Kind,
    first: Option<SegmentId>,
    /// The version with which it came, or was moved last.
    since: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    Floor,
    Obstacle,
    Unused,
}

/// Why no map can be built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadMap {
    /// There is no floor to walk on.
    NoFloor,
    /// The floors' extent has no lattice.
    Extent(BadExtent),
    /// A floor was refused.
    Floor {
        /// Which of the floors.
        index: usize,
        /// Why.
        reason: BadOutline,
    },
    /// An obstacle was refused.
    Obstacle {
        /// Which of the obstacles.
        index: usize,
        /// Why.
        reason: BadOutline,
    },
}

impl std::fmt::Display for BadMap {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadMap::NoFloor => write!(f, "there is no floor: a map needs at least one outline to walk in"),
            BadMap::Extent(reason) => reason.fmt(f),
            BadMap::Floor { index, reason } => write!(f, "floor {index}: {reason}"),
            BadMap::Obstacle { index, reason } => write!(f, "obstacle {index}: {reason}"),
        }
    }
}

impl std::error::Error for BadMap {}

/// No obstacle of the map has this id: it was removed, or belongs to another map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownObstacle(pub ObstacleId);

impl std::fmt::Display for UnknownObstacle {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} is not in the map (removed, or of another map)", self.0)
    }
}

impl std::error::Error for UnknownObstacle {}

/// Why an obstacle was not moved; the map is as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotMoved {
    /// There is no such obstacle.
    Unknown(UnknownObstacle),
    /// Its new outline is refused.
    Outline(BadOutline),
}

impl std::fmt::Display for NotMoved {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotMoved::Unknown(reason) => reason.fmt(f),
            NotMoved::Outline(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for NotMoved {}

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
    /// The ids come in the order of the obstacles.
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
        let mut map = Map {
            lattice,
            plane: Arrangement::new(),
            covers: Covers::new(),
            shapes: Vec::with_capacity(shapes.len()),
            unused_shapes: Vec::new(),
            gone: Lifetimes::default(),
            points: 0,
            change: Change {
                version: 0,
                removed: Vec::new(),
                added: Vec::new(),
                nudged: Vec::new(),
                region: Some(world),
                effect: Effect::Either,
                gone_since: None,
            },
            components: Kept::new(),
            dead_ends: Kept::new(),
            pinches: Kept::new(),
            profiles: Kept::new(),
            axis: Kept::new(),
            chain: Vec::new(),
            loops: Loops::default(),
            enlisted: Vec::new(),
        };
        map.load(&loops, &shapes);
        for index in 0..floors.len() {
            if !map.covers.any_covered_by(index as u32) {
                return Err(BadMap::Floor { index, reason: BadOutline::NoArea });
            }
        }
        let ids = (floors.len()..shapes.len()).map(|i| ObstacleId { index: i as u32, generation: 0 }).collect();
        Ok((map, ids))
    }

    /// Lays all shapes into the empty map.
    fn load(&mut self, loops: &Loops, shapes: &[(Kind, Range<usize>)]) {
        self.plane.begin_edit();
        let mut hot = crate::bulk::heat_all(&mut self.plane, loops).into_iter();
        for (kind, chains) in shapes {
            let shape = self.new_shape(*kind);
            self.enlist(shape, loops, chains.clone(), |_, _, _| hot.next().unwrap_or_default());
        }
        // Vertices are numbered along a curve through the plane: one after the other, segments are near each other.
        self.enlisted.sort_unstable_by_key(|&(segment, end)| (self.plane.record(segment).start, end));
        self.lay_enlisted();
        self.covers.resolve(&mut self.plane, None);
        self.covers.release_unused(&mut self.plane);
        self.record_change(0, None, Effect::Either);
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
        let shape = self.new_shape(Kind::Obstacle);
        self.add_shape(shape);
        self.record_change(shape, outline.bounds(), Effect::Lengthens);
        Ok(ObstacleId { index: shape, generation: self.shapes[shape as usize].generation })
    }

    /// Removes an obstacle. The map is then the same as if it had never been inserted.
    ///
    /// # Errors
    /// [`UnknownObstacle`]; the map is unchanged.
    pub fn remove(&mut self, id: ObstacleId) -> Result<(), UnknownObstacle> {
        let shape = self.shape_of(id)?;
        let region = self.extent_of(shape);
        self.plane.begin_edit();
        self.clear_shape(shape);
        self.plane.cool();
        self.covers.resolve(&mut self.plane, None);
        self.covers.release_unused(&mut self.plane);
        let since = self.shapes[shape as usize].since;
        self.shapes[shape as usize] = Shape { generation: id.generation + 1, kind: Kind::Unused, first: None, since };
        // A slot whose generations are used up is never used again.
        if id.generation + 1 < u32::MAX {
            self.unused_shapes.push(shape);
        }
        self.record_change(shape, region, Effect::Shortens);
        self.note_gone(since);
        Ok(())
    }

    /// Gives an obstacle another outline, in one edit; it keeps its id.
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
        self.plane.begin_edit();
        self.clear_shape(shape);
        self.add_shape(shape);
        self.record_change(shape, region, Effect::Either);
        let version = self.version();
        let since = std::mem::replace(&mut self.shapes[shape as usize].since, version);
        self.note_gone(since);
        Ok(())
    }

    /// The latest edit took something away that had come with a version.
    fn note_gone(&mut self, since: u64) {
        self.change.gone_since = Some(since);
        self.gone.note(since, self.version());
    }

    /// What the latest edit did.
    pub fn change(&self) -> &Change {
        &self.change
    }

    /// How many edits the map has seen.
    pub fn version(&self) -> u64 {
        self.change.version
    }

    /// Whether all obstacles are still there, and where they were, that were there in an earlier version: then no way has become
    /// shorter since, but for a step of rounding.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
    /// let pillar = map.insert(&Outline::rectangle([40.0, 20.0], [60.0, 40.0]))?;
    /// let then = map.version();
    /// let box_ = map.insert(&Outline::rectangle([10.0, 20.0], [20.0, 40.0]))?;
    /// map.remove(box_)?;
    /// assert_eq!(map.change().gone_since, Some(then + 1));
    /// assert!(map.has_kept_all_of(then));
    /// map.remove(pillar)?;
    /// assert!(!map.has_kept_all_of(then));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_kept_all_of(&self, version: u64) -> bool {
        version <= self.version() && !self.gone.contain(version)
    }

    /// Whether there may be vertices in free space without a wall: obstacles of no extent, or so small that they are rounded to
    /// a point.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
    /// let nail = map.insert(&Outline::polyline([[40.0, 20.0], [40.0, 20.0]]))?;
    /// assert!(map.has_points() && map.clearance_at([43.0, 20.0]) == Some(3.0));
    /// map.remove(nail)?;
    /// assert!(!map.has_points());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn has_points(&self) -> bool {
        self.points > 0
    }

    /// All obstacles, in the order of their slots.
    pub fn obstacles(&self) -> impl Iterator<Item = ObstacleId> + '_ {
        let obstacle = |(index, shape): (usize, &Shape)| {
            (shape.kind == Kind::Obstacle).then_some(ObstacleId { index: index as u32, generation: shape.generation })
        };
        self.shapes.iter().enumerate().filter_map(obstacle)
    }

    /// The box around all floors.
    pub fn floor_bounds(&self) -> Option<Bounds> {
        let floors = (0..self.shapes.len() as u32).filter(|&s| self.shapes[s as usize].kind == Kind::Floor);
        Bounds::of(floors.filter_map(|s| self.extent_of(s)).flat_map(|b| [b.min, b.max]))
    }

    /// Whether an obstacle is in the map.
    pub fn contains(&self, id: ObstacleId) -> bool {
        self.shape_of(id).is_ok()
    }

    /// The version with which an obstacle came, or was moved to where it is.
    ///
    /// # Errors
    /// [`UnknownObstacle`].
    pub fn standing_since(&self, id: ObstacleId) -> Result<u64, UnknownObstacle> {
        self.shape_of(id).map(|shape| self.shapes[shape as usize].since)
    }

    /// The floors' outlines as they lie on the lattice, in the order of their slots: rings closed implicitly.
    pub fn floors(&self) -> impl Iterator<Item = Vec<(Role, Vec<Point>)>> + '_ {
        let floors = (0..self.shapes.len() as u32).filter(|&s| self.shapes[s as usize].kind == Kind::Floor);
        floors.map(|shape| self.chains_of(shape))
    }

    /// An obstacle's outline as it lies on the lattice: rings closed implicitly, walls open.
    ///
    /// # Errors
    /// [`UnknownObstacle`].
    pub fn outline(&self, id: ObstacleId) -> Result<Vec<(Role, Vec<Point>)>, UnknownObstacle> {
        self.shape_of(id).map(|shape| self.chains_of(shape))
    }

    fn chains_of(&self, shape: u32) -> Vec<(Role, Vec<Point>)> {
        let mut chains: Vec<(Role, Vec<Point>)> = Vec::new();
        let mut last = None;
        for record in self.segments_of(shape).map(|s| self.plane.record(s)) {
            if last != Some(record.chain) {
                chains.push((record.role, vec![self.lattice.world(record.line.a)]));
                last = Some(record.chain);
            }
            if let Some((_, points)) = chains.last_mut() {
                points.push(self.lattice.world(record.line.b));
            }
        }
        for (role, points) in &mut chains {
            if *role != Role::Wall || points.len() == 2 && points[0] == points[1] {
                points.pop();
            }
        }
        chains
    }

    pub(crate) fn obstacle_of_shape(&self, shape: u32) -> Option<ObstacleId> {
        let Shape { generation, kind, .. } = self.shapes[shape as usize];
        (kind == Kind::Obstacle).then_some(ObstacleId { index: shape, generation })
    }

    fn shape_of(&self, id: ObstacleId) -> Result<u32, UnknownObstacle> {
        match self.shapes.get(id.index as usize) {
            Some(s) if s.generation == id.generation && s.kind == Kind::Obstacle => Ok(id.index),
            _ => Err(UnknownObstacle(id)),
        }
    }

    fn new_shape(&mut self, kind: Kind) -> u32 {
        let since = self.version() + 1;
        match self.unused_shapes.pop() {
            Some(shape) => {
                let unused = &mut self.shapes[shape as usize];
                (unused.kind, unused.since) = (kind, since);
                shape
            }
            None => {
                self.shapes.push(Shape { generation: 0, kind, first: None, since });
                self.shapes.len() as u32 - 1
            }
        }
    }

    fn segments_of(&self, shape: u32) -> impl Iterator<Item = SegmentId> + '_ {
        let mut current = self.shapes[shape as usize].first;
        std::iter::from_fn(move || {
            let segment = current?;
            current = self.plane.record(segment).rest;
            Some(segment)
        })
    }

    fn extent_of(&self, shape: u32) -> Option<Bounds> {
        let ends = self.segments_of(shape).flat_map(|s| {
            let line = self.plane.record(s).line;
            [line.a, line.b]
        });
        Bounds::of(ends.map(|p| self.lattice.world(p)))
    }

    /// Takes in a shape's segments, to be laid once all their ends are hot; `heated` gives the two vertices of each.
    fn enlist(
        &mut self,
        shape: u32,
        loops: &Loops,
        chains: Range<usize>,
        mut heated: impl FnMut(&mut Arrangement, Segment, Option<VertexId>) -> [VertexId; 2],
    ) {
        let is_floor = self.shapes[shape as usize].kind == Kind::Floor;
        let mut last: Option<(SegmentId, VertexId)> = None;
        for (chain, role, line) in loops.segments(chains) {
            let [start, end] = heated(&mut self.plane, line, last.map(|(_, v)| v));
            let record = Record { line, shape, chain, role, is_floor, start, rest: None, crossings: 0 };
            let segment = self.plane.new_record(record);
            self.points += usize::from(line.a == line.b);
            match last {
                Some((before, _)) => self.plane.set_rest(before, Some(segment)),
                None => self.shapes[shape as usize].first = Some(segment),
            }
            self.enlisted.push((segment, end));
            last = Some((segment, end));
        }
    }

    fn lay_enlisted(&mut self) {
        for (segment, end) in self.enlisted.drain(..) {
            self.plane.lay(segment, end);
        }
    }

    /// Lays the outline of this edit and covers what it winds around: the second half of an edit.
    fn add_shape(&mut self, shape: u32) {
        let loops = std::mem::take(&mut self.loops);
        self.enlist(shape, &loops, 0..loops.chains().len(), |plane, line, near| {
            let start = match near {
                Some(v) if plane.tri.at(v) == line.a => plane.heat_again(v),
                _ => plane.heat(line.a, near),
            };
            let end = if line.a == line.b { start } else { plane.heat(line.b, Some(start)) };
            [start, end]
        });
        self.loops = loops;
        self.lay_enlisted();
        self.plane.cool();
        self.covers.resolve(&mut self.plane, Some(shape));
        self.wind_shape(shape, 1);
        self.covers.release_unused(&mut self.plane);
    }

    /// Uncovers what a shape winds around and takes its segments out: the first half of an edit.
    fn clear_shape(&mut self, shape: u32) {
        self.wind_shape(shape, -1);
        let mut next = self.shapes[shape as usize].first.take();
        while let Some(segment) = next {
            let Record { line, rest, .. } = *self.plane.record(segment);
            next = rest;
            self.points -= usize::from(line.a == line.b);
            self.plane.remove(segment);
        }
        self.plane.tri.settle();
    }

    fn wind_shape(&mut self, shape: u32, times: i32) {
        let mut chain = std::mem::take(&mut self.chain);
        let mut next = self.shapes[shape as usize].first;
        while let Some(first) = next {
            chain.clear();
            let Record { chain: number, role, .. } = *self.plane.record(first);
            while let Some(segment) = next {
                let record = self.plane.record(segment);
                if record.chain != number {
                    break;
                }
                chain.push(segment);
                next = record.rest;
            }
            if role != Role::Wall {
                self.covers.wind_chain(&mut self.plane, &chain, times);
            }
        }
        self.chain = chain;
    }

    fn record_change(&mut self, shape: u32, region: Option<Bounds>, effect: Effect) {
        let faces = self.plane.tri.face_count();
        let touched = self.plane.tri.log.touched.iter().map(|&(face, _)| face);
        self.components.outdate(touched.clone(), faces);
        self.dead_ends.outdate(touched.clone(), faces);
        self.pinches.outdate(touched.clone(), faces);
        self.profiles.outdate(touched.clone(), faces);
        self.axis.outdate(touched, faces);
        self.change.version += 1;
        self.change.effect = effect;
        self.change.region = region;
        self.change.gone_since = None;
        self.change.removed.clear();
        self.change.added.clear();
        self.change.nudged.clear();
        for &(face, existed) in &self.plane.tri.log.touched {
            if existed {
                self.change.removed.push(face);
            }
            if self.plane.tri.is_inner(face) {
                self.change.added.push(face);
            }
        }
        self.plane.rerouted.sort_unstable();
        self.plane.rerouted.dedup();
        for &segment in &self.plane.rerouted {
            let record = self.plane.record(segment);
            if record.shape != shape {
                let [from, to] = [record.line.a, record.line.b].map(|p| self.lattice.world(p));
                let obstacle = self.obstacle_of_shape(record.shape);
                self.change.nudged.push(Nudged { obstacle, from, to });
            }
        }
    }
}
