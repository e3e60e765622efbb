//! The visibility graph of a map.

use super::places::{Place, PlaceId, Places};
use super::visibility::expansion::Expansion;
use crate::graph::{Graph, StateId};
use navigant_mesh::Map;
use navigant_mesh::internals::{MapInternals as _, Passing};

/// An edge of a visibility graph, from the place it is listed at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sightline {
    /// The place that is seen.
    pub to: PlaceId,
    /// How far it is, in metres.
    pub length: f64,
}

/// Which vertices of a map see each other, and how far apart they are, for the version of the map it was made from.
///
/// Its states are [`Places`], not vertices: where obstacles touch, a vertex is a place on either side, and lines of sight
/// lead to the one or the other (or to both, along a thin wall). So every path in the graph can be walked. It is a
/// [`Graph`], a place being the state of the same number, and the graph searches run on it.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::internals::VisibilityGraph;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
/// map.insert(&Outline::rectangle([4.0, 4.0], [8.0, 8.0]))?;
/// // Between corners of the room, of the square, and from the room to the square.
/// assert_eq!(VisibilityGraph::full(&map).edge_count(), 5 + 4 + 12);
/// // Shortest paths bend at the square only, and run along its sides.
/// assert_eq!(VisibilityGraph::reduced(&map).edge_count(), 4);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct VisibilityGraph {
    places: Places,
    /// By place: the first of its edges; one more at the end.
    starts: Vec<usize>,
    edges: Vec<Sightline>,
}

impl VisibilityGraph {
    /// All places and all lines of sight between them.
    ///
    /// Cost: what is seen from every vertex; up to quadratic in their number, in memory too.
    pub fn full(map: &Map) -> Self {
        VisibilityGraph::build(map, |_| true, |_, _, _| true)
    }

    /// Only what shortest paths are made of: the corners they can bend at, and the lines of sight that touch a corner at
    /// both of their ends and could be continued a little beyond it. All other places keep their ids, without edges.
    ///
    /// The shortest path between two points is the line between them, or leads along such edges from a corner that the
    /// first one sees to a corner that the second one sees.
    pub fn reduced(map: &Map) -> Self {
        VisibilityGraph::build(
            map,
            |place| place.is_corner,
            |map, from, to| {
                let [start, end] = [from.vertex, to.vertex].map(|v| map.lattice_point(v));
                to.is_corner && from.is_tangent(map, end) && to.is_tangent(map, start)
            },
        )
    }

    fn build(map: &Map, takes_part: impl Fn(&Place) -> bool, keeps: impl Fn(&Map, &Place, &Place) -> bool) -> Self {
        let places = Places::of(map);
        let (mut starts, mut edges) = (Vec::with_capacity(places.count() + 1), Vec::new());
        let mut expansion = Expansion::default();
        for (_, place) in places.iter() {
            starts.push(edges.len());
            if !takes_part(place) {
                continue;
            }
            expansion.look_from_place(map, place);
            let from = map.point(place.vertex);
            for passing in &expansion.seen {
                let length = from.distance(map.point(passing.vertex));
                let seen = places_seen(map, &places, passing).filter(|&to| keeps(map, place, places.place(to)));
                edges.extend(seen.map(|to| Sightline { to, length }));
            }
        }
        starts.push(edges.len());
        VisibilityGraph { places, starts, edges }
    }

    /// The places between which the edges run.
    pub fn places(&self) -> &Places {
        &self.places
    }

    /// The edges at a place, counter-clockwise; none at a place that takes no part or is not of this graph.
    pub fn edges(&self, from: PlaceId) -> &[Sightline] {
        let bounds = self.starts.get(from.index()).zip(self.starts.get(from.index() + 1));
        bounds.map_or(&[], |(&start, &end)| &self.edges[start..end])
    }

    /// How many lines of sight there are; one from here to there and back counts once.
    pub fn edge_count(&self) -> usize {
        self.edges.len() / 2
    }
}

impl Graph for VisibilityGraph {
    fn states(&self) -> usize {
        self.places.count()
    }

    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        for edge in self.edges(PlaceId(from.0)) {
            visit(StateId(edge.to.0), edge.length);
        }
    }
}

/// The places at a vertex that a line of sight comes to: one, or two where it runs along a thin wall.
pub(super) fn places_seen(map: &Map, places: &Places, at: &Passing) -> impl Iterator<Item = PlaceId> + use<> {
    let [left, right] = [at.left, at.right].map(|f| f.and_then(|f| places.in_face(map, f, at.vertex)));
    left.into_iter().chain(right.filter(|_| right != left))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::{Blind, Budget, Dijkstra};
    use navigant_mesh::{Outline, Point, VertexId};

    fn room(obstacles: &[Outline]) -> Map {
        Map::build(&[Outline::rectangle([0.0, 0.0], [16.0, 16.0])], obstacles).unwrap().0
    }

    fn vertex(map: &Map, at: [f64; 2]) -> VertexId {
        map.vertices().find(|&v| map.point(v) == Point::from(at)).unwrap()
    }

    #[test]
    fn every_line_of_sight_is_listed_at_both_of_its_ends() {
        let map = room(&[
            Outline::rectangle([4.0, 4.0], [8.0, 8.0]),
            Outline::rectangle([8.0, 8.0], [12.0, 12.0]),
            Outline::polyline([[2.0, 14.0], [14.0, 14.0], [14.0, 3.0]]),
        ]);
        for graph in [VisibilityGraph::full(&map), VisibilityGraph::reduced(&map)] {
            for (from, _) in graph.places().iter() {
                for edge in graph.edges(from) {
                    let back = graph.edges(edge.to).iter().filter(|back| back.to == from);
                    assert_eq!(back.map(|b| b.length).collect::<Vec<_>>(), [edge.length], "{from:?} {edge:?}");
                }
            }
        }
    }

    #[test]
    fn no_path_of_the_graph_leads_between_two_squares_that_touch() {
        // A chain of touching squares from wall to wall.
        let map = room(&[Outline::rectangle([0.0, 0.0], [8.0, 8.0]), Outline::rectangle([8.0, 8.0], [16.0, 16.0])]);
        let graph = VisibilityGraph::full(&map);
        let [here, there] = [[0.0, 16.0], [16.0, 0.0]].map(|p| graph.places().at(vertex(&map, p)).next().unwrap());
        let [here, there] = [here, there].map(|place| StateId(place.0));
        let answer = Dijkstra::new().find(&graph, here, there, Budget::UNLIMITED).unwrap();
        assert_eq!(answer.cost, None);
    }

    #[test]
    fn a_search_on_the_reduced_graph_finds_the_way_round() {
        let map = room(&[Outline::rectangle([4.0, 4.0], [8.0, 8.0])]);
        let graph = VisibilityGraph::reduced(&map);
        let place = |p| StateId(graph.places().at(vertex(&map, p)).next().unwrap().0);
        let mut search = crate::graph::AStar::new();
        let answer = search.find(&graph, &Blind, place([4.0, 4.0]), place([8.0, 8.0]), Budget::UNLIMITED);
        assert_eq!(answer.unwrap().cost, Some(8.0));
    }
}
