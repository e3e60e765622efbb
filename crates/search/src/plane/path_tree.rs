//! The shortest path tree of a point.

use super::places::{PlaceId, Places};
use super::visibility::expansion::Expansion;
use super::visibility::{NoView, stand};
use super::visibility_graph::places_seen;
use crate::graph::StateId;
use crate::graph::open_list::{Key, OpenList, Waiting};
use navigant_geometry::internals::LatticeInternals as _;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Location, Map, Point, VertexId};

/// Where the last straight part of a shortest path begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Parent {
    /// At the source: it is in sight.
    Source,
    /// At the corner of this vertex.
    Vertex(VertexId),
}

/// The shortest paths from a point to every vertex that can be reached, as a tree.
///
/// Dijkstra's algorithm over the reduced visibility graph, of which only what is seen from corners within reach is ever
/// looked at. It borrows the map, so it cannot outlive the version it was made for.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_mesh::internals::MapInternals as _;
/// use navigant_search::internals::{Parent, PathTree};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
/// map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 12.0]]))?;
/// let mut tree = PathTree::grow(&map, [3.0, 0.0])?;
/// let vertex = |at: [f64; 2]| map.vertices().find(|&v| map.point(v) == at.into()).unwrap();
/// assert_eq!(tree.distance(vertex([8.0, 12.0])), Some(13.0));
/// assert_eq!(tree.parent(vertex([16.0, 0.0])), Some(Parent::Vertex(vertex([8.0, 12.0]))));
/// assert_eq!(tree.distance_to([13.0, 0.0])?, Some(26.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PathTree<'m> {
    map: &'m Map,
    source: LatticePoint,
    places: Places,
    /// By place; `None` where it cannot be reached.
    reached: Vec<Option<Reached>>,
    expansion: Expansion,
}

/// How a place is reached.
#[derive(Clone, Copy, Debug)]
struct Reached {
    distance: f64,
    /// The place it is seen from; `None` for the source.
    parent: Option<PlaceId>,
    /// Whether the path could go on from here by bending.
    bends: bool,
}

impl<'m> PathTree<'m> {
    /// The tree of a point. On a wall or a vertex paths start on all sides of it.
    ///
    /// Cost: what is seen from every corner at which shortest paths bend.
    ///
    /// # Errors
    /// [`NoView`] where one cannot stand.
    pub fn grow(map: &'m Map, source: impl Into<Point>) -> Result<Self, NoView> {
        let (source, location) = stand(map, source.into())?;
        let places = Places::of(map);
        let reached = vec![None; places.count()];
        let mut tree = PathTree { map, source, places, reached, expansion: Expansion::default() };
        let mut open = OpenList::default();
        if let Location::Vertex(here) = location {
            for place in tree.places.at(here) {
                tree.reached[place.index()] = Some(Reached { distance: 0.0, parent: None, bends: false });
            }
        }
        tree.expansion.look_from(map, source, location);
        tree.improve(None, 0.0, &mut open);
        while let Some(Waiting { key, state, .. }) = open.pop() {
            let place = PlaceId(state.0);
            // Outdated entries are longer than what is known; where the path cannot bend it ends.
            let best = tree.reached[place.index()].filter(|best| best.distance == key.first() && best.bends);
            if let Some(best) = best {
                tree.expansion.look_from_place(map, tree.places.place(place));
                tree.improve(Some(place), best.distance, &mut open);
            }
        }
        Ok(tree)
    }

    /// Improves what is seen from the source or from a corner.
    fn improve(&mut self, from: Option<PlaceId>, so_far: f64, open: &mut OpenList) {
        let map = self.map;
        let here = self.expansion.viewpoint;
        let start = map.lattice().world(here);
        for passing in &self.expansion.seen {
            let end = map.lattice_point(passing.vertex);
            if from.is_some_and(|place| !self.places.place(place).is_tangent(map, end)) {
                continue;
            }
            let distance = so_far + start.distance(map.lattice().world(end));
            for to in places_seen(map, &self.places, passing) {
                let known = &mut self.reached[to.index()];
                if known.is_none_or(|known| distance < known.distance) {
                    let place = self.places.place(to);
                    let bends = place.is_corner && place.is_tangent(map, here);
                    *known = Some(Reached { distance, parent: from, bends });
                    open.push(Waiting { key: Key::new(distance, 0.0), state: StateId(to.0), ticket: 0 });
                }
            }
        }
    }

    /// The point that all paths come from, on the lattice.
    pub(crate) fn source(&self) -> Point {
        self.map.lattice().world(self.source)
    }

    /// The length of the shortest path to a vertex, on whichever side of its walls; `None` if it cannot be reached.
    pub fn distance(&self, vertex: VertexId) -> Option<f64> {
        self.nearest_place(vertex).map(|reached| reached.distance)
    }

    /// The vertex before the last on the shortest path to a vertex; `None` if it cannot be reached.
    pub fn parent(&self, vertex: VertexId) -> Option<Parent> {
        let reached = self.nearest_place(vertex)?;
        Some(reached.parent.map_or(Parent::Source, |place| Parent::Vertex(self.places.place(place).vertex)))
    }

    fn nearest_place(&self, vertex: VertexId) -> Option<Reached> {
        let here = self.places.at(vertex).filter_map(|place| self.reached[place.index()]);
        here.min_by(|a, b| a.distance.total_cmp(&b.distance))
    }

    /// The length of the shortest path to a point; `None` if it cannot be reached.
    ///
    /// Cost: what is seen from the point.
    ///
    /// # Errors
    /// [`NoView`] where one cannot stand.
    pub fn distance_to(&mut self, point: impl Into<Point>) -> Result<Option<f64>, NoView> {
        Ok(self.last_corner(point.into())?.map(|(distance, _)| distance))
    }

    /// The points of the shortest path to a point, from the source on; `None` if it cannot be reached.
    ///
    /// # Errors
    /// [`NoView`] where one cannot stand.
    pub fn path_to(&mut self, point: impl Into<Point>) -> Result<Option<Vec<Point>>, NoView> {
        let point = point.into();
        let Some((_, mut last)) = self.last_corner(point)? else { return Ok(None) };
        let end = self.map.lattice().snap(point).map_or(point, |p| self.map.lattice().world(p));
        let mut points = vec![end];
        while let Some(place) = last {
            points.push(self.map.point(self.places.place(place).vertex));
            last = self.reached[place.index()].and_then(|reached| reached.parent);
        }
        points.push(self.source());
        points.reverse();
        Ok(Some(points))
    }

    /// How far it is to a point, and the last corner on the way; `None` for the source.
    fn last_corner(&mut self, point: Point) -> Result<Option<(f64, Option<PlaceId>)>, NoView> {
        let (end, location) = stand(self.map, point)?;
        let end_point = self.map.lattice().world(end);
        if self.map.sees(self.source(), end_point) {
            return Ok(Some((self.source().distance(end_point), None)));
        }
        self.expansion.look_from(self.map, end, location);
        let mut best: Option<(f64, Option<PlaceId>)> = None;
        for passing in &self.expansion.seen {
            let straight = end_point.distance(self.map.point(passing.vertex));
            for place in places_seen(self.map, &self.places, passing) {
                let Some(reached) = self.reached[place.index()] else { continue };
                let distance = reached.distance + straight;
                if best.is_none_or(|(shortest, _)| distance < shortest) {
                    best = Some((distance, Some(place)));
                }
            }
        }
        Ok(best)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;

    fn room(obstacles: &[Outline]) -> Map {
        Map::build(&[Outline::rectangle([0.0, 0.0], [16.0, 16.0])], obstacles).unwrap().0
    }

    #[test]
    fn in_an_empty_room_every_way_is_straight() {
        let map = room(&[]);
        let mut tree = PathTree::grow(&map, [3.0, 4.0]).unwrap();
        for v in map.vertices() {
            assert_eq!(tree.distance(v), Some(map.point(v).distance(tree.source())));
            assert_eq!(tree.parent(v), Some(Parent::Source));
        }
        assert_eq!(tree.distance_to([0.0, 0.0]), Ok(Some(5.0)));
        assert_eq!(tree.distance_to([3.0, 4.0]), Ok(Some(0.0)));
    }

    #[test]
    fn the_way_round_a_wall_bends_at_its_end() {
        let map = room(&[Outline::polyline([[8.0, 0.0], [8.0, 12.0]])]);
        let mut tree = PathTree::grow(&map, [3.0, 0.0]).unwrap();
        assert_eq!(tree.distance_to([13.0, 0.0]), Ok(Some(26.0)));
        assert_eq!(tree.distance_to([8.0, 1.0]).unwrap(), Some(26f64.sqrt()), "the near side of the wall");
        let path = tree.path_to([13.0, 0.0]).unwrap().unwrap();
        assert_eq!(path, [[3.0, 0.0], [8.0, 12.0], [13.0, 0.0]].map(Point::from));
    }

    #[test]
    fn behind_touching_squares_nothing_is_within_reach() {
        let map = room(&[Outline::rectangle([0.0, 0.0], [8.0, 8.0]), Outline::rectangle([8.0, 8.0], [16.0, 16.0])]);
        let mut tree = PathTree::grow(&map, [0.0, 16.0]).unwrap();
        assert_eq!((tree.distance_to([12.0, 4.0]), tree.path_to([12.0, 4.0])), (Ok(None), Ok(None)));
        let far = map.vertices().find(|&v| map.point(v) == Point::new(16.0, 0.0)).unwrap();
        assert_eq!((tree.distance(far), tree.parent(far)), (None, None));
        // The corner where they touch is seen from here, whatever lies beyond it.
        assert_eq!(tree.distance_to([8.0, 8.0]), Ok(Some(128f64.sqrt())));
    }

    #[test]
    fn bad_points_are_named() {
        let map = room(&[Outline::rectangle([4.0, 4.0], [8.0, 10.0])]);
        let nearest = Some(Point::new(4.0, 6.0));
        assert_eq!(PathTree::grow(&map, [5.0, 6.0]).unwrap_err(), NoView::Outside { nearest });
        let mut tree = PathTree::grow(&map, [1.0, 1.0]).unwrap();
        assert_eq!(tree.distance_to([5.0, 6.0]), Err(NoView::Outside { nearest }));
        assert!(matches!(tree.distance_to([f64::NAN, 6.0]), Err(NoView::NotFinite(_))));
    }
}
