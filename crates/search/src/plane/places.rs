//! Places at vertices: where one can be when one is at a vertex.
//!
//! ```text
//!        ░░░░░░│
//!        ░░░░░░│  place 1          Two obstacles touch: the vertex is two places,
//!        ──────●──────             and no way leads from one to the other.
//!     place 2  │░░░░░░
//!              │░░░░░░
//! ```

use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::orient;
use navigant_mesh::internals::{EdgeIdInternals as _, IdInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, FaceId, Map, VertexId};

/// A place of a map version, by number: from 0 without gaps.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlaceId(pub u32);

impl PlaceId {
    /// Its place in arrays, below [`Places::count`].
    pub fn index(self) -> usize {
        self.0 as usize
    }
}

/// A place at a vertex: free faces around it that one can turn through without passing a wall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Place {
    /// The vertex.
    pub vertex: VertexId,
    /// The edge from the vertex that the place begins at, counter-clockwise: a wall, unless no wall ends here.
    pub first: EdgeId,
    /// The edge from the vertex that it ends at: the same as the first where the place goes all the way round.
    pub last: EdgeId,
    /// Whether a shortest path can bend here: the place takes up more than half a turn, and a wall is in the rest.
    pub is_corner: bool,
}

impl Place {
    /// Whether a line from here to a point leaves everything that is solid on one side, or runs along it: only on such
    /// lines shortest paths come to a corner and leave it.
    pub fn is_tangent(&self, map: &Map, to: LatticePoint) -> bool {
        let here = map.lattice_point(self.vertex);
        let [first, last] =
            [self.first, self.last].map(|e| orient(here, to, map.lattice_point(map.target(e))).signum());
        first * last >= 0
    }
}

/// All places at the vertices of a map, for the version of the map they were made from.
///
/// Where walls of two obstacles touch, or both sides of a thin wall are free, a vertex is several places: one sees from
/// each, but does not get from one to another. A vertex that touches no free face is none.
#[derive(Clone, Debug, Default)]
pub struct Places {
    places: Vec<Place>,
    /// By vertex: the first of its places; one more at the end.
    starts: Vec<u32>,
    /// By face and corner.
    at_corner: Vec<[Option<PlaceId>; 3]>,
}

impl Places {
    /// The places of a map. Cost: one pass over its vertices.
    pub fn of(map: &Map) -> Places {
        let mut places = Places::default();
        places.refill(map);
        places
    }

    /// The same in the memory that is there.
    pub fn refill(&mut self, map: &Map) {
        self.places.clear();
        self.starts.clear();
        self.at_corner.clear();
        self.at_corner.resize(map.face_slots(), [None; 3]);
        for v in map.vertices() {
            self.starts.resize(v.index() + 1, self.places.len() as u32);
            self.add_around(map, v);
        }
        self.starts.resize(map.vertex_slots() + 1, self.places.len() as u32);
    }

    fn add_around(&mut self, map: &Map, v: VertexId) {
        let is_start = |e: &EdgeId| map.is_wall(*e) && map.is_free(e.face());
        for first in map.edges_from(v).filter(is_start) {
            self.add(map, first);
        }
        // Without walls the whole star is one place.
        if let Some(e) = map.edges_from(v).next().filter(|e| map.is_free(e.face()))
            && !map.edges_from(v).any(|e| map.is_wall(e))
        {
            self.add(map, e);
        }
    }

    fn add(&mut self, map: &Map, first: EdgeId) {
        let id = PlaceId(self.places.len() as u32);
        let mut last = first;
        loop {
            if let Some(corner) = corner_of(last) {
                self.at_corner[last.face().index()][corner] = Some(id);
            }
            last = map.twin(last.prev());
            if last == first || map.is_wall(last) {
                break;
            }
        }
        let vertex = map.origin(first);
        let [here, from, to] = [vertex, map.target(first), map.target(last)].map(|v| map.lattice_point(v));
        let is_corner = map.is_wall(first) && (first == last || orient(here, to, from) > 0);
        self.places.push(Place { vertex, first, last, is_corner });
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.places.len()
    }

    /// A place by its id; `None` if it is not one of these.
    pub fn get(&self, id: PlaceId) -> Option<&Place> {
        self.places.get(id.index())
    }

    /// A place by an id that these have given.
    pub(super) fn place(&self, id: PlaceId) -> &Place {
        &self.places[id.index()]
    }

    /// All places with their ids, in the order of their vertices.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (PlaceId, &Place)> {
        self.places.iter().enumerate().map(|(i, place)| (PlaceId(i as u32), place))
    }

    /// The places at a vertex.
    pub fn at(&self, v: VertexId) -> impl ExactSizeIterator<Item = PlaceId> + use<> {
        let bound = |i: usize| self.starts.get(i).copied().unwrap_or(0);
        (bound(v.index())..bound(v.index() + 1)).map(PlaceId)
    }

    /// The place that a face belongs to at one of its corners; `None` if the face is not free, or has no such corner.
    pub fn in_face(&self, map: &Map, f: FaceId, corner: VertexId) -> Option<PlaceId> {
        let which = map.corners(f).iter().position(|&v| v == corner)?;
        self.at_corner.get(f.index()).and_then(|corners| corners[which])
    }
}

/// Which corner of its face an edge starts at.
fn corner_of(e: EdgeId) -> Option<usize> {
    e.face().edges().iter().position(|&other| other == e)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::{Outline, Point};

    /// How many places there are at a point, and how many of them are corners.
    fn places_at(obstacles: &[Outline], at: [f64; 2]) -> (usize, usize) {
        let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [16.0, 16.0])], obstacles).unwrap();
        let places = Places::of(&map);
        let v = map.vertices().find(|&v| map.point(v) == Point::from(at)).unwrap();
        (places.at(v).len(), places.at(v).filter(|&id| places.place(id).is_corner).count())
    }

    #[test]
    fn the_corner_of_a_square_is_a_place_to_bend_and_the_corner_of_a_room_is_not() {
        let square = [Outline::rectangle([4.0, 4.0], [8.0, 8.0])];
        assert_eq!(places_at(&square, [8.0, 8.0]), (1, 1));
        assert_eq!(places_at(&square, [0.0, 0.0]), (1, 0));
    }

    #[test]
    fn two_touching_squares_make_two_places_of_their_corner() {
        let squares = [Outline::rectangle([4.0, 4.0], [8.0, 8.0]), Outline::rectangle([8.0, 8.0], [12.0, 12.0])];
        assert_eq!(places_at(&squares, [8.0, 8.0]), (2, 0));
    }

    #[test]
    fn a_thin_wall_has_two_sides_and_an_end() {
        let wall = [Outline::polyline([[4.0, 4.0], [8.0, 4.0], [8.0, 8.0]])];
        assert_eq!(places_at(&wall, [8.0, 4.0]), (2, 1));
        assert_eq!(places_at(&wall, [8.0, 8.0]), (1, 1));
    }

    #[test]
    fn a_post_is_a_place_where_no_path_bends_and_a_buried_vertex_is_none() {
        let posts = [Outline::polyline([[4.0, 4.0]]), Outline::rectangle([8.0, 8.0], [12.0, 12.0])];
        assert_eq!(places_at(&posts, [4.0, 4.0]), (1, 0));
        let buried = [Outline::polyline([[10.0, 10.0]]), Outline::rectangle([8.0, 8.0], [12.0, 12.0])];
        assert_eq!(places_at(&buried, [10.0, 10.0]), (0, 0));
    }
}
