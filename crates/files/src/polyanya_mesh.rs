//! Polyanya's navigation meshes (`.mesh`), of which the outline is kept.
//!
//! ```text
//! mesh
//! 2
//! 4 2                     vertices, polygons
//! 0.0 0.0 2 0 -1          x, y, how many polygons are around it, which
//! 1.5 0.0 3 0 1 -1
//! 1.5 1.5 2 1 -1
//! 0.0 1.5 3 -1 1 0
//! 3 0 1 3 -1 -1 1         how many corners, which vertices, which neighbours; -1 is a wall
//! 3 1 2 3 0 -1 -1
//! ```
//!
//! Versions 1 and 2, which differ in the order of neighbours, are read. Polygons that are connected by edges become one
//! floor with holes; polygons that only touch at a corner stay apart, as they are for Polyanya. An edge with a polygon
//! on either side that both call a wall becomes an obstacle of its own. Neighbours that contradict each other are
//! refused. What a vertex says about its polygons is skipped: the polygons say it all.
//!
//! Described with M. Cui, D. Harabor, A. Grastien, "Compromise-free Pathfinding on a Navigation Mesh" (2017).

use navigant_geometry::{Outline, Point};

use crate::assembly::{Assembly, polygon};
use crate::boundary::{Boundary, Edge};
use crate::error::{FileError, Reason};
use crate::scanner::Scanner;
use crate::scene::Scene;

/// Reads the outline of a mesh.
pub(crate) fn read(bytes: &[u8]) -> Result<Scene, FileError> {
    let mesh = Mesh::read(&mut Scanner::new(bytes))?;
    let at = |polygon: u32, reason| match mesh.starts.get(polygon as usize) {
        Some(&start) => FileError::at(bytes, start, reason),
        None => FileError::plain(reason),
    };
    let boundary = Boundary::of(&mesh.edges).map_err(|(polygon, reason)| at(polygon, reason))?;
    let mut assembly = Assembly::default();
    for component in boundary.components(&mesh.vertices).map_err(|(polygon, reason)| at(polygon, reason))? {
        let rings = component.into_iter().map(|ring| assembly.ring(ring)).collect::<Result<_, _>>();
        if let Some(floor) = polygon(rings.map_err(FileError::plain)?) {
            assembly.floor(floor);
        }
    }
    for wall in boundary.walls(&mesh.vertices) {
        let wall = assembly.line(wall).map_err(FileError::plain)?;
        assembly.obstacle(Outline::Polyline(wall));
    }
    Ok(assembly.scene)
}

struct Mesh {
    vertices: Vec<Point>,
    edges: Vec<Edge>,
    /// Where in the file each polygon begins.
    starts: Vec<usize>,
}

impl Mesh {
    fn read(scanner: &mut Scanner<'_>) -> Result<Mesh, FileError> {
        scanner.expect(b"mesh", "the word \"mesh\"")?;
        let (version, token) = scanner.integer("the version, 1 or 2")?;
        if version != 1 && version != 2 {
            return Err(scanner.unexpected(token, "the version, 1 or 2"));
        }
        // "0 0 0 " is the shortest vertex, "3 0 0 0 0 0 0 " the shortest polygon.
        let vertex_count = scanner.count("vertices", 6)?;
        let polygon_count = scanner.count("polygons", 14)?;
        let mut mesh = Mesh {
            vertices: Vec::with_capacity(vertex_count),
            edges: Vec::new(),
            starts: Vec::with_capacity(polygon_count),
        };
        for _ in 0..vertex_count {
            mesh.vertices.push(scanner.point()?);
            for _ in 0..scanner.count("polygons around a vertex", 2)? {
                index(scanner, "polygon", polygon_count)?;
            }
        }
        for polygon in 0..polygon_count {
            mesh.read_polygon(scanner, polygon as u32, polygon_count, version)?;
        }
        scanner.end()?;
        Ok(mesh)
    }

    fn read_polygon(
        &mut self,
        scanner: &mut Scanner<'_>,
        polygon: u32,
        polygon_count: usize,
        version: i64,
    ) -> Result<(), FileError> {
        let start = scanner.here();
        self.starts.push(start.at);
        let corners = scanner.count("corners of a polygon", 4)?;
        if corners < 3 {
            return Err(scanner.unexpected(start, "at least 3 corners"));
        }
        let mut vertices = Vec::with_capacity(corners);
        for _ in 0..corners {
            let here = scanner.here();
            let Some(vertex) = index(scanner, "vertex", self.vertices.len())? else {
                let reason = Reason::NoSuch { what: "vertex", index: -1, count: self.vertices.len() as u64 };
                return Err(scanner.fault(here, reason));
            };
            vertices.push(vertex);
        }
        let mut neighbours = Vec::with_capacity(corners);
        for _ in 0..corners {
            neighbours.push(index(scanner, "polygon", polygon_count)?);
        }
        // In version 2 the neighbour at a corner is the one across the edge that leads to it, in 1 away from it.
        if version == 2 {
            neighbours.rotate_left(1);
        }
        let first = self.edges.len() as u32;
        let ends = vertices.iter().zip(vertices.iter().cycle().skip(1));
        for (i, ((&from, &to), &neighbour)) in ends.zip(&neighbours).enumerate() {
            if from == to {
                return Err(scanner.fault(start, Reason::RepeatedVertex { vertex: from }));
            }
            let next = first + if i + 1 < corners { i as u32 + 1 } else { 0 };
            self.edges.push(Edge { from, to, polygon, neighbour, next });
        }
        Ok(())
    }
}

/// An index below `count`, or -1 for none.
fn index(scanner: &mut Scanner<'_>, what: &'static str, count: usize) -> Result<Option<u32>, FileError> {
    let (index, token) = scanner.integer(what)?;
    match u32::try_from(index) {
        _ if index == -1 => Ok(None),
        Ok(small) if (small as usize) < count => Ok(Some(small)),
        _ => Err(scanner.fault(token, Reason::NoSuch { what, index, count: count as u64 })),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::TextPosition;

    fn refusal(text: &str) -> (Reason, Option<TextPosition>) {
        let error = read(text.as_bytes()).unwrap_err();
        (error.reason, error.place)
    }

    const VERTICES: &str = "0 0 1 0\n2 0 2 0 1\n2 2 1 1\n0 2 2 0 1\n";

    #[test]
    fn both_versions_of_two_triangles_are_one_square() {
        let one = read(format!("mesh 1 4 2\n{VERTICES}3 0 1 3 -1 1 -1\n3 1 2 3 -1 -1 0\n").as_bytes()).unwrap();
        let two = read(format!("mesh 2 4 2\n{VERTICES}3 0 1 3 -1 -1 1\n3 1 2 3 0 -1 -1\n").as_bytes()).unwrap();
        assert_eq!(one.floors, [Outline::rectangle([0.0, 0.0], [2.0, 2.0])]);
        assert_eq!(one, two);
    }

    #[test]
    fn an_edge_that_both_sides_call_a_wall_is_an_obstacle() {
        let scene = read(format!("mesh 1 4 2\n{VERTICES}3 0 1 3 -1 -1 -1\n3 1 2 3 -1 -1 -1\n").as_bytes()).unwrap();
        assert_eq!(scene.floors.len(), 1);
        assert_eq!(scene.obstacles[0].outline, Outline::polyline([[2.0, 0.0], [0.0, 2.0]]));
    }

    #[test]
    fn counts_are_checked_before_anything_is_allocated() {
        let (reason, place) = refusal("mesh\n2\n10000000 1\n0 0 0\n");
        assert!(matches!(reason, Reason::CountBeyondFile { what: "vertices", count: 10_000_000, room: 1 }), "{reason}");
        assert_eq!(place, Some(TextPosition { line: 3, column: 1 }));
        let (reason, _) = refusal("mesh 2 1 1\n0 0 0\n4000000000 0 0\n");
        assert!(matches!(reason, Reason::CountBeyondFile { what: "corners of a polygon", .. }));
    }

    #[test]
    fn contradictions_are_named_with_their_polygon() {
        let mesh = |polygons: &str| refusal(&format!("mesh 1 4 2\n{VERTICES}{polygons}"));
        let line = |line| Some(TextPosition { line, column: 1 });
        let one_way = mesh("3 0 1 3 -1 1 -1\n3 1 2 3 -1 -1 -1\n");
        assert_eq!(one_way, (Reason::NeighboursDisagree { polygon: 0, from: 1, to: 3 }, line(6)));
        let flipped = mesh("3 0 1 3 -1 1 -1\n3 1 3 2 0 -1 -1\n");
        assert_eq!(flipped, (Reason::EdgeUsedTwice { from: 1, to: 3 }, line(7)));
        assert_eq!(mesh("3 0 1 1 -1 1 -1\n3 1 2 3 -1 -1 0\n"), (Reason::RepeatedVertex { vertex: 1 }, line(6)));
        assert!(matches!(
            mesh("3 0 1 4 -1 1 -1\n3 1 2 3 -1 -1 0\n").0,
            Reason::NoSuch { what: "vertex", index: 4, .. }
        ));
        assert!(matches!(
            mesh("3 0 1 3 -1 2 -1\n3 1 2 3 -1 -1 0\n").0,
            Reason::NoSuch { what: "polygon", index: 2, .. }
        ));
        let closed = "mesh 1 3 2\n0 0 0\n1 0 0\n1 1 0\n3 0 1 2 1 1 1\n3 2 1 0 0 0 0\n";
        assert_eq!(refusal(closed).0, Reason::NoBoundary { polygon: 0 });
    }
}
