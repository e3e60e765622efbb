//! Landmarks: distances of everything from a few places, for the ALT heuristic (A*, landmarks, triangle inequality): lower bounds
//! above the straight-line distance.
//!
//! The ALT heuristic (Goldberg, Harrelson, "Computing the shortest path: A* search meets graph theory", 2005): two corners of
//! which one is much farther from a landmark are far from each other. Obstacles that come only make paths longer, so the bounds
//! stay lower bounds while all obstacles stand that stood when the landmarks were placed (`Map::has_kept_all_of`). Corners are
//! known by their place: vertices that came later have no bounds. The goal's distances are bounded by the corners of its face.

mod choice;

use super::ends::{End, Ends};
use super::frontier::{Frontier, Search};
use super::spending::Spending;
use super::tuning::landmarks::COUNT;
use super::wedge::Way;
use crate::graph::Budget;
use crate::tolerance::LANDMARKS;
use choice::spread;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::internals::{IdInternals as _, LatticePoint};
use navigant_mesh::{Location, Map, Point, Revision, VertexId};
use rayon::prelude::*;
use std::fmt;

/// A few places far from each other, and how far every corner of a map is from each.
///
/// If one corner is much farther from a landmark than another, then the path between the two is long, however short the straight
/// line is: a lower bound by the triangle inequality. Searches with this heuristic expand less and find the same path (ALT: Goldberg, Harrelson, "Computing the shortest path: A* search meets graph theory", SODA 2005).
///
/// They are placed once for a map, and stay good while obstacles come and go, as long as those stay that were there at the
/// time: what comes only makes ways longer. When one of those goes they [know nothing](Self::are_good) until they are placed again.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::plane::{Landmarks, PathFinder, Query};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
/// map.insert(&Outline::rectangle([40.0, 0.0], [60.0, 50.0]))?;
/// let landmarks = Landmarks::place(&map);
/// let mut finder = PathFinder::new();
/// let query = Query::new([10.0, 5.0], [90.0, 5.0]);
/// let length = finder.find(&map, &query.with_landmarks(&landmarks))?.length;
/// assert_eq!(finder.find(&map, &query)?.length, length);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone)]
pub struct Landmarks {
    revision: Revision,
    places: Vec<Point>,
    /// By vertex: where it is, and how far from each landmark; not a number where that is not known.
    corners: Vec<Corner>,
}

#[derive(Clone, Copy)]
struct Corner {
    at: LatticePoint,
    distances: [f32; COUNT],
}

/// How far one end of a query is from each landmark.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ahead<'l> {
    landmarks: &'l Landmarks,
    least: [f32; COUNT],
    most: [f32; COUNT],
}

impl Landmarks {
    /// Places landmarks in the largest part of a map's free space, each far from the others.
    ///
    /// Cost: about three searches along the edges of the triangulation, and then eight through the whole map, in parallel; 40 bytes
    /// for each vertex, and while they are placed some 100 more for each thread. The result does not depend on the number of threads.
    pub fn place(map: &Map) -> Landmarks {
        let unknown = Corner { at: LatticePoint::new(0, 0), distances: [f32::NAN; COUNT] };
        let mut landmarks =
            Landmarks { revision: map.revision(), places: Vec::new(), corners: vec![unknown; map.vertex_slots()] };
        for v in map.vertices() {
            landmarks.corners[v.index()].at = map.lattice_point(v);
        }
        let chosen = some_corner(map).map_or(Vec::new(), |first| spread(map, first, COUNT));
        // Found here once, not by each thread.
        let (_, _) = (map.dead_ends(), map.pinches());
        let mut ends = Ends::default();
        ends.begin(map);
        let surveys =
            chosen.par_iter().map_init(Frontier::default, |frontier, &place| survey(map, &ends, frontier, place));
        let surveys: Vec<Vec<f32>> = surveys.collect();
        for (index, distances) in surveys.iter().enumerate() {
            for (corner, &distance) in landmarks.corners.iter_mut().zip(distances) {
                corner.distances[index] = distance;
            }
        }
        landmarks.places = chosen.into_iter().map(|place| map.point(place)).collect();
        landmarks
    }

    /// Where they are.
    pub(crate) fn places(&self) -> &[Point] {
        &self.places
    }

    /// Whether they are of use: it is the map they were placed in, and all obstacles are still there that were then.
    pub fn are_good(&self, map: &Map) -> bool {
        map.has_kept_all_of(self.revision)
    }

    /// What they know of one end of a query. On a wall, that may be on either side of it.
    pub(super) fn ahead(&self, map: &Map, (at, location): (LatticePoint, Location)) -> Ahead<'_> {
        let (mut least, mut most) = ([f32::INFINITY; COUNT], [0.0f32; COUNT]);
        for f in map.faces_at(location).filter(|&f| map.is_free(f)) {
            let (mut least_here, mut most_here) = ([0.0f32; COUNT], [f32::INFINITY; COUNT]);
            for v in map.corners(f) {
                let Some(distances) = self.of(map, v) else { continue };
                let way = Way::between(at, map.lattice_point(v)).length() as f32;
                for i in 0..COUNT {
                    // What is not a number is not taken.
                    least_here[i] = least_here[i].max(distances[i] - way);
                    most_here[i] = most_here[i].min(distances[i] + way);
                }
            }
            for i in 0..COUNT {
                least[i] = least[i].min(least_here[i]);
                most[i] = most[i].max(most_here[i]);
            }
        }
        Ahead { landmarks: self, least, most }
    }

    /// How far a vertex is from each landmark, if it was there when they were placed.
    #[inline]
    fn of(&self, map: &Map, v: VertexId) -> Option<&[f32; COUNT]> {
        self.corners.get(v.index()).filter(|corner| corner.at == map.lattice_point(v)).map(|corner| &corner.distances)
    }
}

impl Ahead<'_> {
    /// What no way from a vertex to this end falls below, in steps.
    #[inline]
    pub(super) fn least(&self, map: &Map, v: VertexId) -> f64 {
        let Some(distances) = self.landmarks.of(map, v) else { return 0.0 };
        let mut longest = 0.0f32;
        for ((distance, least), most) in distances.iter().zip(&self.least).zip(&self.most) {
            longest = longest.max(least - distance).max(distance - most);
        }
        f64::from(longest - LANDMARKS)
    }
}

/// A corner in the largest part of the free space.
fn some_corner(map: &Map) -> Option<VertexId> {
    let components = map.components();
    let size = |f| components.of(f).map_or(0, |component| components.face_count(component));
    let face = map.faces().filter(|&f| map.is_free(f)).max_by_key(|&f| size(f))?;
    Some(map.origin(face.edges()[0]))
}

/// How far the vertices are from one of them, in steps; not a number where that is not known.
fn survey(map: &Map, ends: &Ends, frontier: &mut Frontier, from: VertexId) -> Vec<f32> {
    let at = map.lattice_point(from);
    frontier.begin(map, at);
    let search = Search::new(map, ends, at, End::Goal).surveying();
    frontier.set_out(&search, Location::Vertex(from));
    frontier.see_all_within(&search, f64::INFINITY, u64::MAX, &mut Spending::of(Budget::UNLIMITED));
    let mut distances = vec![f32::NAN; map.vertex_slots()];
    for v in map.vertices() {
        distances[v.index()] = frontier.reached().length(v).map_or(f32::NAN, |length| length as f32);
    }
    distances
}

impl fmt::Debug for Landmarks {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Landmarks")
            .field("revision", &self.revision)
            .field("places", &self.places)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::{PathFinder, Query};
    use navigant_mesh::Outline;

    /// Two bays with pillars in them, back to back.
    fn bays() -> Map {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0])).unwrap();
        for (low, high) in [([49.5, 5.0], [50.5, 55.0]), ([10.0, 5.0], [90.0, 6.0]), ([10.0, 54.0], [90.0, 55.0])] {
            map.insert(&Outline::rectangle(low, high)).unwrap();
        }
        for i in 0..64 {
            let (x, y) = (11.0 + 5.0 * f64::from(i % 16), 10.0 + 10.0 * f64::from(i / 16) + f64::from(i % 3));
            map.insert(&Outline::rectangle([x, y], [x + 2.0, y + 3.0])).unwrap();
        }
        map
    }

    #[test]
    fn who_knows_landmarks_finds_the_same_path_and_looks_at_less() {
        let map = bays();
        let landmarks = Landmarks::place(&map);
        assert_eq!(landmarks.places().len(), COUNT);
        let mut finder = PathFinder::new();
        for radius in [0.0, 0.5] {
            let query = Query::new([3.0, 30.0], [97.0, 30.0]).with_radius(radius);
            let length = finder.find(&map, &query).unwrap().length;
            let without = finder.expansions();
            assert_eq!(finder.find(&map, &query.with_landmarks(&landmarks)).unwrap().length, length);
            assert!(finder.expansions() < without, "{} of {without}", finder.expansions());
        }
    }

    #[test]
    fn they_are_good_until_something_goes_that_was_there() {
        let mut map = bays();
        let landmarks = Landmarks::place(&map);
        let first = map.obstacles().next().unwrap();
        let later = map.insert(&Outline::rectangle([2.0, 20.0], [6.0, 24.0])).unwrap();
        assert!(landmarks.are_good(&map));
        map.remove(later).unwrap();
        assert!(landmarks.are_good(&map));
        map.remove(first).unwrap();
        assert!(!landmarks.are_good(&map));
        // The way is shorter now; who believed the landmarks would not find it.
        let query = Query::new([48.0, 8.0], [52.0, 8.0]);
        assert_eq!(PathFinder::new().find(&map, &query.with_landmarks(&landmarks)).unwrap().length, 4.0);
    }

    #[test]
    fn a_map_with_one_face_or_none_to_walk_on_has_landmarks_too() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [8.0, 8.0])).unwrap();
        assert!(!Landmarks::place(&map).places().is_empty());
        map.insert(&Outline::rectangle([-1.0, -1.0], [9.0, 9.0])).unwrap();
        let landmarks = Landmarks::place(&map);
        assert!(landmarks.places().is_empty() && landmarks.are_good(&map));
        let query = Query::new([1.0, 1.0], [2.0, 2.0]).with_landmarks(&landmarks);
        assert!(PathFinder::new().find(&map, &query).is_err());
    }
}
