//! Detour's `findNearestPoly`, `findPath` and `findStraightPath`: what games use. Not the shortest path: A* from the
//! middle of one edge to the middle of the next, and then the straight way through the polygons it went through.
//!
//! The mesh is one tile with a bounding volume tree. Its polygons are the free triangles of our map, merged as Recast
//! merges them, into convex polygons of at most six corners. Detour takes corners as 16-bit integers: the map is laid
//! on a grid whose step is the smallest power of two that fits, so the corners of grid maps stay exact (steps of 1/64
//! for 512 cells) and others are moved by a few millimetres.
//!
//! A tile holds fewer than 2¹⁶ corners and, for neighbours are 15-bit numbers, fewer than 2¹⁵ polygons. Larger maps
//! would have to be cut into tiles, which is another search on another mesh; they are left out.
//!
//! In favour of Detour: the search has as many nodes as there are polygons, and no more to clear; points are looked
//! for in a box of a few centimetres, for all of them lie on the mesh.
//!
//! With `detour` the only module with unsafe code. All objects are made in [`DetourPath::of_map`], owned by the
//! [`DetourPath`], and freed when it is dropped; the pointers never leave it.

use crate::convex_parts::ConvexParts;
use crate::paths::FindsPaths;
use navigant_mesh::internals::{IdInternals as _, MapInternals as _};
use navigant_mesh::{Bounds, Map, Point, VertexId};
use recastnavigation_sys as sys;
use std::ffi::{c_int, c_ushort};
use std::ptr::null_mut;

/// Corners of a polygon, at most.
const CORNERS: usize = sys::DT_VERTS_PER_POLYGON as usize;
/// In Detour's lists: no corner, and an edge without neighbour.
const NOTHING: c_ushort = 0xffff;
/// Steps across the map, at most: query boxes are rounded outwards in 16 bits, too.
const STEPS: f64 = 65_000.0;
/// Corners and polygons of a tile, at most.
const MOST_CORNERS: usize = 0xfffe;
const MOST_POLYGONS: usize = 0x7ffe;
/// Half the height of the box in which a point is looked for, in metres; the mesh is flat.
const HALF_HEIGHT: f32 = 1.0;

/// A map in one tile of Detour's, and what a query needs.
pub(crate) struct DetourPath {
    mesh: *mut sys::dtNavMesh,
    query: *mut sys::dtNavMeshQuery,
    filter: sys::dtQueryFilter,
    half_box: [f32; 3],
    polygons: usize,
    /// Room for the polygons along a path.
    corridor: Vec<sys::dtPolyRef>,
    /// Room for its points.
    points: Vec<[f32; 3]>,
}

/// The grid of 16-bit integers that corners lie on.
#[derive(Clone, Copy)]
struct Quantised {
    low: Point,
    step: f64,
}

impl Quantised {
    fn covering(bounds: Bounds) -> Quantised {
        let (width, height) = bounds.size();
        let step = 2f64.powi((width.max(height) / STEPS).log2().ceil() as i32);
        let down = |c: f64| (c / step).floor() * step;
        Quantised { low: Point::new(down(bounds.min.x), down(bounds.min.y)), step }
    }

    fn at(self, p: Point) -> [c_ushort; 2] {
        [p.x - self.low.x, p.y - self.low.y].map(|c| (c / self.step).round() as c_ushort)
    }
}

impl DetourPath {
    /// The free space of a map as one tile; `None` when it does not fit.
    pub(crate) fn of_map(map: &Map) -> Option<DetourPath> {
        let corners = || map.faces().filter(|&face| map.is_free(face)).flat_map(|face| map.corners(face));
        let bounds = Bounds::of(corners().map(|v| map.point(v)))?;
        let grid = Quantised::covering(bounds);
        let at = |v: VertexId| grid.at(map.point(v));
        let parts = ConvexParts::of(map, CORNERS, |v| at(v).map(i64::from));

        let mut number: Vec<Option<c_ushort>> = vec![None; map.vertex_slots()];
        let mut vertices: Vec<[c_ushort; 3]> = Vec::new();
        for v in corners() {
            if number[v.index()].is_none() {
                if vertices.len() == MOST_CORNERS {
                    return None;
                }
                number[v.index()] = Some(vertices.len() as c_ushort);
                let [x, y] = at(v);
                vertices.push([x, 0, y]);
            }
        }
        if parts.parts.len() > MOST_POLYGONS {
            return None;
        }
        let mut polygons = Vec::with_capacity(parts.parts.len());
        for part in &parts.parts {
            let (mut around, mut beyond) = ([NOTHING; CORNERS], [NOTHING; CORNERS]);
            // Detour wants them clockwise in x and z.
            for (i, &e) in part.iter().rev().enumerate() {
                around[i] = number[map.target(e).index()].unwrap_or(NOTHING);
                beyond[i] = parts.beyond(map, e).map_or(NOTHING, |other| other as c_ushort);
            }
            polygons.push([around, beyond]);
        }
        Some(DetourPath::of_polygons(grid, bounds, &vertices, &polygons))
    }

    fn of_polygons(
        grid: Quantised,
        bounds: Bounds,
        vertices: &[[c_ushort; 3]],
        polygons: &[[[c_ushort; CORNERS]; 2]],
    ) -> DetourPath {
        let (flags, areas) = (vec![1; polygons.len()], vec![0; polygons.len()]);
        let mut parameters = sys::dtNavMeshCreateParams {
            verts: vertices.as_ptr().cast(),
            vertCount: vertices.len() as c_int,
            polys: polygons.as_ptr().cast(),
            polyFlags: flags.as_ptr(),
            polyAreas: areas.as_ptr(),
            polyCount: polygons.len() as c_int,
            nvp: CORNERS as c_int,
            detailMeshes: null_mut(),
            detailVerts: null_mut(),
            detailVertsCount: 0,
            detailTris: null_mut(),
            detailTriCount: 0,
            offMeshConVerts: null_mut(),
            offMeshConRad: null_mut(),
            offMeshConFlags: null_mut(),
            offMeshConAreas: null_mut(),
            offMeshConDir: null_mut(),
            offMeshConUserID: null_mut(),
            offMeshConCount: 0,
            userId: 0,
            tileX: 0,
            tileY: 0,
            tileLayer: 0,
            bmin: [grid.low.x as f32, 0.0, grid.low.y as f32],
            bmax: [(bounds.max.x + grid.step) as f32, HALF_HEIGHT, (bounds.max.y + grid.step) as f32],
            walkableHeight: HALF_HEIGHT,
            walkableRadius: 0.0,
            walkableClimb: HALF_HEIGHT,
            cs: grid.step as f32,
            ch: grid.step as f32,
            buildBvTree: true,
        };
        let owned = sys::dtTileFlags_DT_TILE_FREE_DATA as c_int;
        let (mut tile, mut size) = (null_mut(), 0);
        // SAFETY: the arrays have the sizes that are given with them, and are only read while the tile is made. The
        // mesh takes over the tile; the query refers to the mesh and is freed before it.
        let (mesh, query) = unsafe {
            assert!(sys::dtCreateNavMeshData(&mut parameters, &mut tile, &mut size), "Detour refuses the map");
            let mesh = sys::dtAllocNavMesh();
            check((*mesh).init1(tile, size, owned));
            let query = sys::dtAllocNavMeshQuery();
            check((*query).init(mesh, polygons.len().max(4) as c_int + 1));
            (mesh, query)
        };
        let reach = (2.0 * grid.step).max(0.02) as f32;
        DetourPath {
            mesh,
            query,
            filter: sys::dtQueryFilter { m_areaCost: [1.0; 64], m_includeFlags: 0xffff, m_excludeFlags: 0 },
            half_box: [reach, HALF_HEIGHT, reach],
            polygons: polygons.len(),
            corridor: vec![0; polygons.len()],
            points: vec![[0.0; 3]; polygons.len() + 2],
        }
    }

    /// The polygon nearest to a point, and the point on it.
    fn locate(&self, p: Point) -> Option<(sys::dtPolyRef, [f32; 3])> {
        let point = [p.x as f32, 0.0, p.y as f32];
        let (mut polygon, mut nearest) = (0, point);
        // SAFETY: three numbers a point, as Detour expects; all pointers are valid for the call.
        let status = unsafe {
            let (point, half_box) = (point.as_ptr(), self.half_box.as_ptr());
            (*self.query).findNearestPoly(point, half_box, &self.filter, &mut polygon, nearest.as_mut_ptr())
        };
        (status & sys::DT_SUCCESS != 0 && polygon != 0).then_some((polygon, nearest))
    }
}

impl FindsPaths for DetourPath {
    fn name(&self) -> &'static str {
        "detour"
    }

    fn polygons(&self) -> usize {
        self.polygons
    }

    fn find(&mut self, from: Point, to: Point) -> Option<f64> {
        let ((first, from), (last, to)) = (self.locate(from)?, self.locate(to)?);
        let (mut along, mut count) = (0, 0);
        let (room, points_room) = (self.corridor.len() as c_int, self.points.len() as c_int);
        // SAFETY: the arrays have the room that is given with them; all pointers are valid for the calls.
        let status = unsafe {
            let (corridor, points) = (self.corridor.as_mut_ptr(), self.points.as_mut_ptr().cast());
            let (from, to) = (from.as_ptr(), to.as_ptr());
            let found = (*self.query).findPath(first, last, from, to, &self.filter, corridor, &mut along, room);
            if found & sys::DT_SUCCESS == 0 || found & sys::DT_PARTIAL_RESULT != 0 {
                return None;
            }
            let (flags, polygons) = (null_mut(), null_mut());
            (*self.query).findStraightPath(
                from,
                to,
                corridor,
                along,
                points,
                flags,
                polygons,
                &mut count,
                points_room,
                0,
            )
        };
        if status & sys::DT_SUCCESS == 0 || status & sys::DT_PARTIAL_RESULT != 0 {
            return None;
        }
        let distance = |[a, b]: [[f32; 3]; 2]| f64::from(b[0] - a[0]).hypot(f64::from(b[2] - a[2]));
        Some(self.points[..count as usize].windows(2).map(|w| distance([w[0], w[1]])).sum())
    }
}

impl Drop for DetourPath {
    fn drop(&mut self) {
        // SAFETY: both were made in `of_polygons`; the query goes before the mesh it refers to.
        unsafe {
            sys::dtFreeNavMeshQuery(self.query);
            sys::dtFreeNavMesh(self.mesh);
        }
    }
}

fn check(status: sys::dtStatus) {
    assert!(status & sys::DT_SUCCESS != 0, "Detour failed with status {status:#x}");
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::tests::yard;

    #[test]
    fn the_way_around_a_house_is_pulled_straight() {
        let mut detour = DetourPath::of_map(&yard()).unwrap();
        let around = detour.find(Point::new(1.0, 5.0), Point::new(19.0, 5.0)).unwrap();
        assert!((around - 20.0).abs() < 1e-4, "{around}");
        let back = detour.find(Point::new(19.0, 5.0), Point::new(1.0, 5.0)).unwrap();
        assert!((back - 20.0).abs() < 1e-4, "{back}");
        assert!(detour.find(Point::new(9.0, 5.0), Point::new(11.0, 5.0)).is_some(), "in the courtyard");
        assert_eq!(detour.find(Point::new(1.0, 5.0), Point::new(10.0, 5.0)), None, "into the courtyard");
    }

    #[test]
    fn corners_of_a_grid_map_stay_exact() {
        let bounds = Bounds { min: Point::new(1.0, 3.0), max: Point::new(510.0, 512.0) };
        let grid = Quantised::covering(bounds);
        for p in [bounds.min, bounds.max, Point::new(77.0, 300.0)] {
            let [x, y] = grid.at(p).map(|c| f64::from(c) * grid.step);
            assert_eq!(Point::new(grid.low.x + x, grid.low.y + y), p);
        }
    }
}
