//! spade: a constrained Delaunay triangulation and nothing else. No obstacles, no coverage, no change.

use crate::builds::{Builds, Case, Size};
use crate::city::{City, Square};
use crate::updates::Updates;
use navigant_geometry::{Outline, Point};
use spade::handles::FixedVertexHandle;
use spade::{ConstrainedDelaunayTriangulation, HierarchyHintGenerator, HintGenerator, Point2, Triangulation};
use std::collections::HashMap;

type Cdt<H> = ConstrainedDelaunayTriangulation<Point2<f64>, (), (), (), H>;

/// Where spade begins its walk to a point: its own two ways.
pub(crate) trait Hint: HintGenerator<f64> {
    const NAME: &'static str;
}

impl Hint for spade::LastUsedVertexHintGenerator {
    const NAME: &'static str = "last vertex";
}

impl Hint for HierarchyHintGenerator<f64> {
    const NAME: &'static str = "hierarchy";
}

/// Outlines as spade takes them: distinct vertices, and distinct edges between them.
#[derive(Clone, Default)]
struct Graph {
    vertices: Vec<Point2<f64>>,
    edges: Vec<[usize; 2]>,
}

impl Graph {
    fn of<'a>(outlines: impl IntoIterator<Item = &'a Outline>) -> Graph {
        let mut graph = Graph::default();
        let mut known = HashMap::new();
        let mut vertex = |p: &Point| {
            *known.entry([p.x, p.y].map(f64::to_bits)).or_insert_with(|| {
                graph.vertices.push(Point2::new(p.x, p.y));
                graph.vertices.len() - 1
            })
        };
        for outline in outlines {
            let closed = matches!(outline, Outline::Polygon { .. });
            for ring in outline.rings() {
                let ids: Vec<usize> = ring.iter().map(&mut vertex).collect();
                let back = closed.then(|| [ids[ids.len() - 1], ids[0]]);
                let steps = ids.windows(2).map(|w| [w[0], w[1]]).chain(back);
                graph.edges.extend(steps.filter(|[a, b]| a != b).map(|[a, b]| [a.min(b), a.max(b)]));
            }
        }
        graph.edges.sort_unstable();
        graph.edges.dedup();
        graph
    }

    /// Loads everything that does not cross in bulk, and then splits what does.
    ///
    /// In some cities an assertion of spade's splitting fails (of 40 cities of 3,000 corners in one); we do not know
    /// what triggers it, and neither hint makes a difference.
    fn load<H: Hint>(self) -> Cdt<H> {
        let mut crossing = Vec::new();
        let mut cdt = Cdt::<H>::try_bulk_load_cdt(self.vertices, self.edges, |edge| crossing.push(edge))
            .expect("coordinates are in spade's range");
        split_in(&mut cdt, crossing);
        cdt
    }

    /// Loads the vertices in bulk and adds every edge for itself.
    fn load_one_by_one<H: Hint>(self) -> Cdt<H> {
        let mut cdt = Cdt::<H>::bulk_load_cdt(self.vertices, Vec::new()).expect("coordinates are in spade's range");
        split_in(&mut cdt, self.edges);
        cdt
    }
}

fn split_in<H: Hint>(cdt: &mut Cdt<H>, edges: Vec<[usize; 2]>) {
    for [from, to] in edges {
        cdt.add_constraint_and_split(FixedVertexHandle::from_index(from), FixedVertexHandle::from_index(to), |p| p);
    }
}

/// A triangulation of spade, and the square that stands in it.
pub(crate) struct BareCdt<H: Hint> {
    cdt: Cdt<H>,
    square: Option<[FixedVertexHandle; 4]>,
}

impl<H: Hint> BareCdt<H> {
    pub(crate) fn of_city(city: &City) -> BareCdt<H> {
        // Overlapping buildings are split edge by edge, which has not failed in any city so far. What comes out has no
        // crossings any more, and is loaded in bulk for either hint.
        let split: Cdt<spade::LastUsedVertexHintGenerator> =
            Graph::of(city.buildings.iter().chain([&city.floor])).load_one_by_one();
        let vertices = split.vertices().map(|v| v.position()).collect();
        let constraints = split.undirected_edges().filter(|e| e.is_constraint_edge());
        let edges = constraints.map(|e| e.vertices().map(|v| v.fix().index())).collect();
        let cdt = Cdt::bulk_load_cdt(vertices, edges).expect("it was a triangulation before");
        BareCdt { cdt, square: None }
    }
}

impl<H: Hint> Updates for BareCdt<H> {
    fn name(&self) -> String {
        format!("spade ({})", H::NAME)
    }

    fn vertices(&self) -> Option<usize> {
        Some(self.cdt.num_vertices())
    }

    fn insert(&mut self, square: Square) {
        let [a, b, c, d] = square.corners().map(|p| Point2::new(p.x, p.y));
        let first = self.cdt.insert(a).expect("coordinates are in spade's range");
        let mut beside = |p| self.cdt.insert_with_hint(p, first).expect("coordinates are in spade's range");
        let corners = [first, beside(b), beside(c), beside(d)];
        for (from, to) in [(0, 1), (1, 2), (2, 3), (3, 0)] {
            self.cdt.add_constraint(corners[from], corners[to]);
        }
        self.square = Some(corners);
    }

    fn remove(&mut self) {
        // Removing a vertex moves the last one into its place: the youngest goes first.
        for corner in self.square.take().expect("a square was inserted").into_iter().rev() {
            self.cdt.remove(corner);
        }
    }
}

/// How spade is given its edges.
#[derive(Clone, Copy)]
pub(crate) enum Insertion {
    /// All at once, and those that cross again one by one.
    Bulk,
    /// Vertices at once, edges one by one.
    OneByOne,
}

/// Building a triangulation of spade.
pub(crate) struct CdtBuild<H: Hint> {
    insertion: Insertion,
    graph: Graph,
    cdt: Option<Cdt<H>>,
}

impl<H: Hint> CdtBuild<H> {
    pub(crate) fn new(insertion: Insertion) -> Self {
        CdtBuild { insertion, graph: Graph::default(), cdt: None }
    }
}

impl<H: Hint> Builds for CdtBuild<H> {
    fn name(&self) -> String {
        let insertion = match self.insertion {
            Insertion::Bulk => "bulk",
            Insertion::OneByOne => "edge by edge",
        };
        format!("spade ({insertion}, {})", H::NAME)
    }

    fn prepare(&mut self, case: &Case) {
        self.cdt = None;
        self.graph = Graph::of(case.obstacles.iter().chain([&case.floor]));
    }

    fn build(&mut self, _: &Case) {
        let graph = std::mem::take(&mut self.graph);
        self.cdt = Some(match self.insertion {
            Insertion::Bulk => graph.load(),
            Insertion::OneByOne => graph.load_one_by_one(),
        });
    }

    fn size(&self) -> Option<Size> {
        let cdt = self.cdt.as_ref()?;
        Some(Size { vertices: cdt.num_vertices(), faces: cdt.num_inner_faces(), bytes: None })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_testing::rng::Rng;

    #[test]
    fn both_ways_split_crossings_alike() {
        let outlines = [Outline::rectangle([0.0, 0.0], [4.0, 4.0]), Outline::rectangle([2.0, 2.0], [6.0, 6.0])];
        let graph = Graph::of(&outlines);
        assert_eq!((graph.vertices.len(), graph.edges.len()), (8, 8));
        let bulk: Cdt<spade::LastUsedVertexHintGenerator> = graph.clone().load();
        let single: Cdt<spade::LastUsedVertexHintGenerator> = graph.load_one_by_one();
        assert_eq!((bulk.num_vertices(), bulk.num_constraints()), (10, 12));
        assert_eq!((single.num_vertices(), single.num_constraints()), (10, 12));
    }

    #[test]
    fn splitting_loses_no_length() {
        let mut rng = Rng::new(5);
        let mut place = || Point::new(rng.range(0.0..100.0), rng.range(0.0..100.0));
        let walls: Vec<_> = (0..50).map(|_| [place(), place()]).collect();
        let given: f64 = walls.iter().map(|[a, b]| a.distance(*b)).sum();
        let outlines: Vec<_> = walls.into_iter().map(Outline::polyline).collect();
        let cdt: Cdt<spade::LastUsedVertexHintGenerator> = Graph::of(&outlines).load();
        let constraints = cdt.undirected_edges().filter(|e| e.is_constraint_edge());
        let split: f64 = constraints.map(|e| e.length_2().sqrt()).sum();
        assert!((given - split).abs() < 1e-9 * given, "{given} {split}");
    }

    #[test]
    fn removing_a_square_restores_the_triangulation() {
        let city = City::new(3, 60.0, 300);
        let mut cdt = BareCdt::<HierarchyHintGenerator<f64>>::of_city(&city);
        let before = (cdt.cdt.num_vertices(), cdt.cdt.num_constraints());
        for square in city.free_places(4, 20) {
            cdt.insert(square);
            assert_eq!((cdt.cdt.num_vertices(), cdt.cdt.num_constraints()), (before.0 + 4, before.1 + 4));
            cdt.remove();
            assert_eq!((cdt.cdt.num_vertices(), cdt.cdt.num_constraints()), before);
        }
    }
}
