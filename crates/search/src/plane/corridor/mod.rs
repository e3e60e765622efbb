//! Corridors (channels): chains of free faces from a start to a goal, and the shortest paths inside them by string pulling.
//!
//! ```text
//!        l1────────l2                 Consecutive faces share a free edge, a *portal*. Whoever walks through a
//!       ╱ ╲        ╱ ╲                corridor passes all portals in turn, with one end to the left and one to
//!      ╱   ╲      ╱   ╲   goal        the right.
//! start     ╲    ╱     ╲
//!      ╲     ╲  ╱       ╲
//!       ╲─────r1─────────r2
//! ```
//!
//! | file | what |
//! |---|---|
//! | `funnel` | the shortest path of a point, in one pass over the portals |
//! | `region` | what is in the way of a disc in a set of faces |
//! | `measure` | how far legs and arcs are from corners and edges |
//! | `tangents` | the shortest path of a disc in a region |
//! | `widest` | the largest disc that gets through |
//! | `widen` | paths that keep farther from walls than they must |
//! | `axis_path` | paths along the medial axis |

mod axis_path;
mod funnel;
mod measure;
mod region;
mod tangents;
mod widen;
mod widest;

use super::path::{NoPath, Path, Query};
use super::spending::Spending;
use crate::tolerance::BEYOND_EDGE;
use navigant_geometry::internals::{LatticeInternals as _, Offset, PointInternals as _, orient};
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::{IdInternals as _, MapInternals as _, leeway};
use navigant_mesh::{EdgeId, FaceId, Map, Point};
use region::Region;
use std::collections::HashMap;
use tangents::{Circles, shortest_within};

pub use axis_path::AxisPath;
pub(super) use widen::widened;

/// A corridor (channel): a chain of free faces, each of which shares a free edge with the next, and none comes twice.
///
/// It borrows the map, so it cannot outlive the version it was made for.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::internals::Corridor;
/// use navigant_search::plane::{FindPath, Query};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
/// map.insert(&Outline::rectangle([6.0, 0.0], [10.0, 12.0]))?;
/// // A detour, and the shortest way past the same obstacle.
/// let query = Query::new([2.0, 4.0], [14.0, 4.0]);
/// let corridor = Corridor::along(&map, &[[2.0, 4.0], [2.0, 15.0], [14.0, 15.0], [14.0, 4.0]])?;
/// assert_eq!(corridor.shortest(&query)?.length, map.find_path(query)?.length);
/// let disc = query.with_radius(1.0);
/// assert!((corridor.shortest(&disc)?.length - map.find_path(disc)?.length).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Corridor<'m> {
    map: &'m Map,
    faces: Vec<FaceId>,
    /// Through which edge of each face one comes to the next.
    portals: Vec<EdgeId>,
}

/// Why something is no corridor.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadCorridor {
    /// There are no faces, or no points.
    Empty,
    /// A face is not walkable, or not of this map.
    NotFree(FaceId),
    /// These follow each other but share no free edge.
    NotJoined(FaceId, FaceId),
    /// A face comes twice.
    Repeated(FaceId),
    /// The line cannot be followed from here: it leaves the free space, or is none.
    OutsideAt(Point),
}

impl std::fmt::Display for BadCorridor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadCorridor::Empty => write!(f, "a corridor has at least one face"),
            BadCorridor::NotFree(face) => write!(f, "face {} is not walkable", face.index()),
            BadCorridor::NotJoined(a, b) => write!(f, "faces {} and {} share no free edge", a.index(), b.index()),
            BadCorridor::Repeated(face) => write!(f, "face {} comes twice", face.index()),
            BadCorridor::OutsideAt(p) => write!(f, "the line leaves the free space at {p}"),
        }
    }
}

impl std::error::Error for BadCorridor {}

impl<'m> Corridor<'m> {
    /// The corridor of these faces, such as a path on the dual graph.
    ///
    /// # Errors
    /// [`BadCorridor`] says what is wrong with them.
    pub fn new(map: &'m Map, faces: Vec<FaceId>) -> Result<Self, BadCorridor> {
        let mut seen = HashMap::new();
        for (i, &f) in faces.iter().enumerate() {
            if f.index() >= map.face_slots() || !map.is_free(f) {
                return Err(BadCorridor::NotFree(f));
            }
            if seen.insert(f, i).is_some() {
                return Err(BadCorridor::Repeated(f));
            }
        }
        let portals = faces.windows(2).map(|pair| {
            let mut open = pair[0].edges().into_iter().filter(|&e| !map.is_wall(e));
            open.find(|&e| map.twin(e).face() == pair[1]).ok_or(BadCorridor::NotJoined(pair[0], pair[1]))
        });
        let portals = portals.collect::<Result<_, _>>()?;
        if faces.is_empty() { Err(BadCorridor::Empty) } else { Ok(Corridor { map, faces, portals }) }
    }

    /// The faces that a line of points leads through; where it comes back to a face, the loop is left out.
    ///
    /// # Errors
    /// [`BadCorridor::OutsideAt`] where the line runs into a wall.
    pub fn along<P: Copy + Into<Point>>(map: &'m Map, line: &[P]) -> Result<Self, BadCorridor> {
        let line: Vec<Point> = line.iter().map(|&p| p.into()).collect();
        let first = *line.first().ok_or(BadCorridor::Empty)?;
        let location = map.locate(first).filter(|_| line.iter().all(|p| p.is_finite()));
        let mut here = location.into_iter().flat_map(|location| map.faces_at(location)).filter(|&f| map.is_free(f));
        let mut faces = vec![here.next().ok_or(BadCorridor::OutsideAt(first))?];
        let mut places = HashMap::from([(faces[0], 0)]);
        let mut enter = |faces: &mut Vec<FaceId>, f: FaceId| {
            if let Some(&place) = places.get(&f) {
                for loose in faces.drain(place + 1..) {
                    places.remove(&loose);
                }
            } else {
                places.insert(f, faces.len());
                faces.push(f);
            }
        };
        for leg in line.windows(2) {
            let [from, to] = [leg[0], leg[1]].map(|p| map.steps(p));
            let mut entry = None;
            // A line through a vertex may go back and forth between the faces around it, but not for ever.
            for _ in 0..=map.face_slots() {
                let Some(e) = exit(map, faces[faces.len() - 1], entry, from, to) else { break };
                if map.is_wall(e) {
                    return Err(BadCorridor::OutsideAt(leg[0]));
                }
                entry = Some(map.twin(e));
                enter(&mut faces, map.twin(e).face());
            }
        }
        // The last point may be beyond an edge by less than floats tell; decided exactly, where it is rounded to.
        let last = line.last().and_then(|&p| map.lattice().snap(p).ok());
        for _ in 0..3 {
            let is_beyond = |e: EdgeId| {
                let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
                last.is_some_and(|last| orient(a, b, last) < 0)
            };
            let Some(e) = faces[faces.len() - 1].edges().into_iter().find(|&e| !map.is_wall(e) && is_beyond(e)) else {
                break;
            };
            enter(&mut faces, map.twin(e).face());
        }
        Corridor::new(map, faces)
    }

    /// The faces that a path leads through.
    ///
    /// A path of a point may run along walls and through corners, where it is in no face or in many: then this may fail. A
    /// disc's path never does; but an arc that leads out of a face and back into it is not inside its corridor, as no face
    /// comes twice.
    ///
    /// # Errors
    /// As for [`Corridor::along`].
    pub fn along_path(map: &'m Map, path: &Path) -> Result<Self, BadCorridor> {
        Corridor::along(map, &path.polyline(map.lattice().step()))
    }

    /// The faces, from the first to the last.
    pub fn faces(&self) -> &[FaceId] {
        &self.faces
    }

    /// The edges through which each face leads to the next.
    pub fn portals(&self) -> &[EdgeId] {
        &self.portals
    }

    /// The shortest path of a point or a disc that stays inside the corridor, from its first face to its last: its
    /// [proof](super::Proof) is that none in this corridor is shorter.
    ///
    /// A point passes the portals (the funnel algorithm, exact: "Finding the shortest route between two points in the
    /// plane", Chazelle 1982; Lee, Preparata 1984). A disc keeps its radius from the corridor's corners and walls, and its
    /// centre stays inside. What lies beyond the corridor's open edges is not looked at: [`Map::sees_as_disc`] does that.
    ///
    /// Cost for a point: linear. For a disc: for every corner that it may bend around, a look at all others and at what is
    /// in the way to the more promising ones.
    ///
    /// # Errors
    /// [`NoPath`] if a disc is too large for the corridor or for the ends, or an end is not in the face it should be in.
    pub fn shortest(&self, query: &Query<'_>) -> Result<Path, NoPath> {
        let ends = self.ends(query)?;
        if query.radius == 0.0 {
            return Ok(self.funnel(query, ends));
        }
        let region = Region::of(self);
        let circles = Circles::all(&region, query.radius / self.map.lattice().step());
        self.has_room(&region, query, ends)?;
        let mut spending = Spending::of(query.budget);
        match shortest_within(&region, &circles, ends, &mut spending) {
            Some(bends) => Ok(circles.lay_out(&region, self.map, query, &bends)),
            None if spending.was_refused() => {
                Err(NoPath::BudgetSpent { best: None, lower: query.from.distance(query.to) })
            }
            None => Err(widest::too_narrow(self.map, &region, ends, circles.radius)),
        }
    }

    /// The ends of a query on the lattice, if they are in the first face and the last.
    fn ends(&self, query: &Query<'_>) -> Result<[LatticePoint; 2], NoPath> {
        let end = |p: Point, face: Option<&FaceId>| {
            if !p.is_finite() {
                return Err(Err(NoPath::NotFinite(p)));
            }
            let is_in = |at: LatticePoint, f: FaceId| {
                let [a, b, c] = self.map.corners(f).map(|v| self.map.lattice_point(v));
                [(a, b), (b, c), (c, a)].into_iter().all(|(a, b)| orient(a, b, at) >= 0)
            };
            match (self.map.lattice().snap(p), face) {
                (Ok(at), Some(&f)) if is_in(at, f) => Ok(at),
                (_, face) => Err(Ok(face.map(|&f| self.nearest_in(f, p)))),
            }
        };
        let start = end(query.from, self.faces.first());
        let start = start.map_err(|wrong| wrong.map_or_else(|e| e, |nearest| NoPath::StartOutside { nearest }))?;
        if query.radius.is_nan() || query.radius < 0.0 {
            return Err(NoPath::BadRadius(query.radius));
        }
        let goal = end(query.to, self.faces.last());
        let goal = goal.map_err(|wrong| wrong.map_or_else(|e| e, |nearest| NoPath::GoalOutside { nearest }))?;
        Ok([start, goal])
    }

    /// The point of a face that is nearest to one outside.
    fn nearest_in(&self, f: FaceId, p: Point) -> Point {
        let at = self.map.steps(p);
        let nearest = f.edges().map(|e| {
            let [a, b] = [self.map.origin(e), self.map.target(e)].map(|v| Offset::to(self.map.lattice_point(v)));
            measure::nearest_on_segment(a, b, at)
        });
        let nearest = nearest.into_iter().min_by(|a, b| (*a - at).squared().total_cmp(&(*b - at).squared()));
        self.map.at_steps(nearest.unwrap_or(at))
    }

    /// Whether a disc has room at both ends, as far as the corridor is concerned.
    fn has_room(&self, region: &Region, query: &Query<'_>, ends: [LatticePoint; 2]) -> Result<(), NoPath> {
        let step = self.map.lattice().step();
        let [start, goal] = ends.map(|end| region.clearance(Offset::to(end)) * step);
        let enough = query.radius - leeway(query.radius / step) * step;
        if start < enough {
            return Err(NoPath::NoRoomAtStart { largest: start, nearest: None });
        }
        if goal < enough {
            return Err(NoPath::NoRoomAtGoal { largest: goal, nearest: None });
        }
        Ok(())
    }
}

/// The edge through which the way from one point to another leaves a face; `None` if it ends there.
fn exit(map: &Map, f: FaceId, entry: Option<EdgeId>, from: Offset, to: Offset) -> Option<EdgeId> {
    let ways = f.edges().into_iter().filter(|&e| Some(e) != entry).filter_map(|e| {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
        let along = (b - a) * (1.0 / (b - a).length());
        let [before, after] = [from, to].map(|p| along.cross(p - a));
        (after < -BEYOND_EDGE).then(|| ((before / (before - after)).max(0.0), e))
    });
    ways.min_by(|a, b| a.0.total_cmp(&b.0)).map(|(_, e)| e)
}
