//! The crate `polyanya`: the shortest path on a mesh of convex polygons, in f32.
//!
//! It gets the merged mesh of Polyanya's authors where there is one. Elsewhere it triangulates the free space itself,
//! merges polygons until no two can be merged, and marks dead ends; a mesh is baked in any case. That is what its
//! documentation recommends, and more than it does by itself.

use crate::courses::Course;
use crate::paths::FindsPaths;
use crate::regions::{Region, free_regions};
use glam::Vec2;
use navigant_mesh::Point;
use polyanya::{Mesh, MeshError, PolyanyaFile, Polygon, Triangulation, Vertex};

/// A mesh of the crate `polyanya`.
pub(crate) struct PolyanyaMesh {
    mesh: Mesh,
}

impl PolyanyaMesh {
    /// The mesh of a course.
    pub(crate) fn of_course(course: &Course) -> Result<PolyanyaMesh, String> {
        let mesh = match &course.merged_mesh {
            Some(file) => {
                let bytes = std::fs::read(file).map_err(|error| format!("{}: {error}", file.display()))?;
                Mesh::try_from(PolyanyaFile::from_bytes(&bytes))
            }
            None => merged(&free_regions(&course.map)),
        };
        mesh.map(|mesh| PolyanyaMesh { mesh }).map_err(|error| format!("{}: {error}", course.name))
    }
}

/// The regions, triangulated by polyanya and merged.
///
/// A triangulation has one outer edge, and layers are for floors above each other; so the regions are triangulated one
/// by one and put into one layer.
fn merged(regions: &[Region]) -> Result<Mesh, MeshError> {
    let (mut vertices, mut polygons) = (Vec::new(), Vec::new());
    for region in regions {
        let mut triangulation = Triangulation::from_outer_edges(&region.outer.iter().map(single).collect::<Vec<_>>());
        triangulation.add_obstacles(region.holes.iter().map(|hole| hole.iter().map(single).collect::<Vec<_>>()));
        let layer = triangulation.as_layer();
        let (first_vertex, first_polygon) = (vertices.len() as u32, polygons.len() as u32);
        let moved = |p: u32| if p == u32::MAX { p } else { p + first_polygon };
        for vertex in layer.vertices {
            vertices.push(Vertex::new(vertex.coords, vertex.polygons.into_iter().map(moved).collect()));
        }
        for polygon in layer.polygons {
            let corners = polygon.vertices.into_iter().map(|v| v + first_vertex).collect();
            polygons.push(Polygon::new(corners, polygon.is_one_way));
        }
    }
    let mut mesh = Mesh::new(vertices, polygons)?;
    while mesh.merge_polygons() {}
    mesh.remove_useless_vertices();
    mesh.update_is_one_way();
    mesh.bake();
    Ok(mesh)
}

fn single(p: &Point) -> Vec2 {
    Vec2::new(p.x as f32, p.y as f32)
}

impl FindsPaths for PolyanyaMesh {
    fn name(&self) -> &'static str {
        "polyanya"
    }

    fn polygons(&self) -> usize {
        self.mesh.layers.iter().map(|layer| layer.polygons.len()).sum()
    }

    fn find(&mut self, from: Point, to: Point) -> Option<f64> {
        let path = self.mesh.path(single(&from), single(&to))?;
        // Its own length is summed in f32; the path deserves better.
        let mut length = 0.0;
        let mut last = from;
        for point in &path.path {
            let point = Point::new(f64::from(point.x), f64::from(point.y));
            length += last.distance(point);
            last = point;
        }
        Some(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::tests::yard;

    #[test]
    fn a_merged_mesh_holds_every_region_and_knows_the_way_around_a_house() {
        let map = yard();
        let mut mesh = PolyanyaMesh { mesh: merged(&free_regions(&map)).unwrap() };
        let triangles = map.faces().filter(|&face| map.is_free(face)).count();
        assert!(mesh.polygons() < triangles, "{} polygons of {triangles} triangles", mesh.polygons());
        let around = mesh.find(Point::new(1.0, 5.0), Point::new(19.0, 5.0)).unwrap();
        assert!((around - 20.0).abs() < 1e-5, "{around}");
        assert!(mesh.find(Point::new(9.0, 5.0), Point::new(11.0, 5.0)).is_some(), "in the courtyard");
        assert_eq!(mesh.find(Point::new(1.0, 5.0), Point::new(10.0, 5.0)), None, "into the courtyard");
    }
}
