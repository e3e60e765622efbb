//! The boundary of a mesh of polygons, chained to rings.

#![expect(clippy::indexing_slicing, reason = "edges and polygons are numbered by us, vertices were checked when read")]

use navigant_geometry::Point;

use crate::error::Reason;

/// An edge of a polygon, in the polygon's direction.
pub(crate) struct Edge {
    pub(crate) from: u32,
    pub(crate) to: u32,
    pub(crate) polygon: u32,
    /// The polygon across it; none at a wall.
    pub(crate) neighbour: Option<u32>,
    /// The edge that follows it around its polygon.
    pub(crate) next: u32,
}

/// The edges of a mesh, each with its twin: the edge that runs the other way between the same vertices.
pub(crate) struct Boundary<'a> {
    edges: &'a [Edge],
    twins: Vec<Option<u32>>,
}

/// A fault, and the polygon where it shows.
type Fault = (u32, Reason);

impl<'a> Boundary<'a> {
    /// Finds all twins, and checks that polygons on either side of an edge agree whether they are neighbours.
    pub(crate) fn of(edges: &'a [Edge]) -> Result<Self, Fault> {
        let ends = |e: u32| (edges[e as usize].from, edges[e as usize].to);
        let mut sorted: Vec<u32> = (0..edges.len() as u32).collect();
        sorted.sort_by_key(|&e| (ends(e), e));
        for pair in sorted.windows(2) {
            let (from, to) = ends(pair[0]);
            if (from, to) == ends(pair[1]) {
                return Err((edges[pair[1] as usize].polygon, Reason::EdgeUsedTwice { from, to }));
            }
        }
        let twin_of = |edge: &Edge| {
            let found = sorted.binary_search_by_key(&(edge.to, edge.from), |&e| ends(e));
            found.ok().map(|at| sorted[at])
        };
        let twins: Vec<_> = edges.iter().map(twin_of).collect();
        for (edge, twin) in edges.iter().zip(&twins) {
            let across = twin.map(|t| &edges[t as usize]);
            let agree = match (edge.neighbour, across) {
                (None, None) => true,
                (None, Some(across)) => across.neighbour.is_none(),
                (Some(_), None) => false,
                (Some(neighbour), Some(across)) => {
                    across.polygon == neighbour && across.neighbour == Some(edge.polygon)
                }
            };
            if !agree {
                let reason = Reason::NeighboursDisagree { polygon: edge.polygon, from: edge.from, to: edge.to };
                return Err((edge.polygon, reason));
            }
        }
        Ok(Boundary { edges, twins })
    }

    /// The rings of the components of polygons connected by edges, exterior first, in the order of their first polygons.
    pub(crate) fn components(&self, vertices: &[Point]) -> Result<Vec<Vec<Vec<Point>>>, Fault> {
        let (component_of, firsts) = self.component_of_polygons();
        let mut components = vec![Vec::new(); firsts.len()];
        let mut walked = vec![false; self.edges.len()];
        for start in 0..self.edges.len() {
            if self.twins[start].is_none() && !walked[start] {
                let ring = self.walk_around(start, vertices, &mut walked);
                components[component_of[self.edges[start].polygon as usize] as usize].push(ring);
            }
        }
        for (rings, first) in components.iter_mut().zip(firsts) {
            if rings.is_empty() {
                return Err((first, Reason::NoBoundary { polygon: first }));
            }
            put_exterior_first(rings);
        }
        Ok(components)
    }

    /// Edges with a polygon on either side that both call a wall.
    pub(crate) fn walls(&self, vertices: &[Point]) -> impl Iterator<Item = Vec<Point>> {
        let once = |(i, (edge, twin)): (usize, (&Edge, &Option<u32>))| {
            edge.neighbour.is_none() && twin.is_some_and(|t| i < t as usize)
        };
        let walls = self.edges.iter().zip(&self.twins).enumerate().filter(move |&pair| once(pair));
        walls.map(|(_, (edge, _))| vec![vertices[edge.from as usize], vertices[edge.to as usize]])
    }

    /// Follows the boundary from an edge until it comes back.
    ///
    /// At each vertex it turns through the polygons that are connected by edges, so where the mesh touches itself in a
    /// vertex the ring does not cross over. It comes back because each step can be undone: `next` and `twin` are
    /// one-to-one.
    fn walk_around(&self, start: usize, vertices: &[Point], walked: &mut [bool]) -> Vec<Point> {
        let mut ring = Vec::new();
        let mut edge = start;
        loop {
            walked[edge] = true;
            ring.push(vertices[self.edges[edge].from as usize]);
            edge = self.edges[edge].next as usize;
            while let Some(twin) = self.twins[edge] {
                edge = self.edges[twin as usize].next as usize;
            }
            if edge == start {
                return ring;
            }
        }
    }

    /// Which component each polygon belongs to, and the first polygon of each component.
    fn component_of_polygons(&self) -> (Vec<u32>, Vec<u32>) {
        let count = self.edges.last().map_or(0, |e| e.polygon as usize + 1);
        let mut root: Vec<u32> = (0..count as u32).collect();
        for (edge, twin) in self.edges.iter().zip(&self.twins) {
            if let Some(twin) = twin {
                let a = find(&mut root, edge.polygon);
                let b = find(&mut root, self.edges[*twin as usize].polygon);
                root[a.max(b) as usize] = a.min(b);
            }
        }
        let mut firsts = Vec::new();
        let mut component_of = vec![0; count];
        for polygon in 0..count as u32 {
            let first = find(&mut root, polygon);
            if first == polygon {
                component_of[polygon as usize] = firsts.len() as u32;
                firsts.push(first);
            } else {
                component_of[polygon as usize] = component_of[first as usize];
            }
        }
        (component_of, firsts)
    }
}

/// The lowest polygon of a component, with path halving.
fn find(root: &mut [u32], mut polygon: u32) -> u32 {
    while root[polygon as usize] != polygon {
        root[polygon as usize] = root[root[polygon as usize] as usize];
        polygon = root[polygon as usize];
    }
    polygon
}

/// The exterior winds the way the polygons do, and so does the sum of all rings; it is the largest that does.
fn put_exterior_first(rings: &mut [Vec<Point>]) {
    let areas: Vec<f64> = rings.iter().map(|ring| doubled_area(ring)).collect();
    let winding = areas.iter().sum::<f64>().signum();
    let largest =
        (0..areas.len()).max_by(|&a, &b| (areas[a] * winding).total_cmp(&(areas[b] * winding)).then(b.cmp(&a)));
    rings[..=largest.unwrap_or(0)].rotate_right(1);
}

/// Twice the area within a ring, signed; rounded, which is good enough to tell a ring from those in it.
fn doubled_area(ring: &[Point]) -> f64 {
    let Some(o) = ring.first() else { return 0.0 };
    let cross = |w: &[Point]| (w[0].x - o.x) * (w[1].y - o.y) - (w[1].x - o.x) * (w[0].y - o.y);
    ring.windows(2).map(cross).sum()
}

#[cfg(test)]
mod tests {
    use crate::format::Format;
    use crate::scene::Scene;
    use navigant_geometry::Outline;

    /// Eight unit squares around a missing one, version 1, wound counterclockwise, then clockwise.
    fn annulus(clockwise: bool) -> Scene {
        let places: Vec<(i32, i32)> = (0..9).map(|i| (i % 3, i / 3)).filter(|&p| p != (1, 1)).collect();
        let polygon_at = |x, y| places.iter().position(|&p| p == (x, y)).map_or(-1, |i| i as i32);
        let mut text = String::from("mesh 1 16 8\n");
        for i in 0..16 {
            text += &format!("{} {} 0\n", i % 4, i / 4);
        }
        for &(x, y) in &places {
            let mut corners = [y * 4 + x, y * 4 + x + 1, (y + 1) * 4 + x + 1, (y + 1) * 4 + x];
            let mut around = [polygon_at(x, y - 1), polygon_at(x + 1, y), polygon_at(x, y + 1), polygon_at(x - 1, y)];
            if clockwise {
                corners.reverse();
                around = [around[2], around[1], around[0], around[3]];
            }
            let numbers: Vec<_> = corners.iter().chain(&around).map(i32::to_string).collect();
            text += &format!("4 {}\n", numbers.join(" "));
        }
        Scene::parse(text.as_bytes(), Format::PolyanyaMesh).unwrap()
    }

    #[test]
    fn a_hole_is_told_from_the_exterior_whichever_way_polygons_wind() {
        for clockwise in [false, true] {
            let scene = annulus(clockwise);
            let Outline::Polygon { exterior, holes } = &scene.floors[0] else { unreachable!() };
            assert_eq!((exterior.len(), holes.len(), holes[0].len()), (12, 1, 4), "clockwise: {clockwise}");
        }
    }

    #[test]
    fn polygons_that_touch_in_a_vertex_are_two_floors() {
        let text = "mesh 1 5 2\n0 0 0\n1 0 0\n1 1 0\n2 1 0\n2 2 0\n3 0 1 2 -1 -1 -1\n3 2 3 4 -1 -1 -1\n";
        assert_eq!(Scene::parse(text.as_bytes(), Format::PolyanyaMesh).unwrap().floors.len(), 2);
    }
}
