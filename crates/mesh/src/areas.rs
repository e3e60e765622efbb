//! Area meshes: obstacles and regions in one triangulation, for weighted-region searches.

use crate::ids::{EdgeId, FaceId};
use crate::journal::Revision;
use crate::map::Map;
use crate::shapes::Kind;
use navigant_geometry::internals::Loops;
use navigant_geometry::{Lattice, Outline, Point, Role};
use std::ops::Range;

/// The floors, obstacles and regions of a map in one triangulation: each triangle is walkable or not, and of one kind of region or
/// of none.
///
/// In the map itself regions have a triangulation of their own, so that nothing that is asked of it depends on them. Where they
/// cost, their borders matter, and an edge must not run from grass to road: so this is built when it is needed, once for a map
/// and its regions.
///
/// Where regions overlap, the one that came last lies on top, as in a drawing.
///
/// ```
/// # use navigant_mesh::internals::AreaMeshInternals as _;
/// use navigant_mesh::{AreaMesh, Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 60.0]))?;
/// map.insert_region("grass", &Outline::rectangle([20.0, 10.0], [50.0, 40.0]))?;
/// map.insert_region("road", &Outline::rectangle([40.0, 0.0], [44.0, 60.0]))?;
/// let areas = AreaMesh::of(&map);
/// let kinds = [[30.0, 20.0], [42.0, 20.0], [80.0, 20.0]].map(|p| areas.kind_at(p));
/// assert_eq!(kinds, [Some("grass"), Some("road"), None]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AreaMesh {
    /// Regions are obstacles in it.
    mesh: Map,
    kinds: Vec<String>,
    /// By shape of the mesh: what it is.
    shapes: Vec<What>,
    revisions: [Revision; 2],
}

/// What a shape of the mesh is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Floor,
    Obstacle,
    /// A region of a kind, and the version with which it came.
    Region(usize, u64),
}

impl AreaMesh {
    /// The areas of a map and its regions as they are now.
    ///
    /// Cost: that of building a map of as many outlines.
    pub fn of(map: &Map) -> AreaMesh {
        let (mut loops, mut shapes, mut what) = (Loops::default(), Vec::new(), Vec::new());
        let mut add = |kind: Kind, is: What, chains: &[(Role, Vec<Point>)]| {
            shapes.push((kind, add_chains(&mut loops, chains, map.lattice())));
            what.push(is);
        };
        map.floors().for_each(|chains| add(Kind::Floor, What::Floor, &chains));
        let obstacles = map.obstacles().filter_map(|id| map.outline(id).ok());
        obstacles.for_each(|chains| add(Kind::Obstacle, What::Obstacle, &chains));
        let regions = map.regions();
        let mut kinds: Vec<String> = regions.iter().filter_map(|id| regions.kind(id)).map(str::to_owned).collect();
        kinds.sort_unstable();
        kinds.dedup();
        for id in regions.iter() {
            let kind = regions.kind(id).and_then(|kind| kinds.iter().position(|known| known == kind));
            if let (Some(kind), Ok(chains)) = (kind, regions.outline(id)) {
                add(Kind::Obstacle, What::Region(kind, regions.since(id)), &chains);
            }
        }
        let mesh = Map::of_shapes(*map.lattice(), &loops, &shapes);
        AreaMesh { mesh, kinds, shapes: what, revisions: [map.revision(), regions.revision()] }
    }

    /// Whether the map and its regions are still as they were.
    pub(crate) fn is_of(&self, map: &Map) -> bool {
        self.revisions == [map.revision(), map.regions().revision()]
    }

    /// The revisions of the map and of its regions.
    pub(crate) fn revisions(&self) -> [Revision; 2] {
        self.revisions
    }

    /// The triangulation. What is free in it is what no region covers; ask [`is_walkable`](Self::is_walkable).
    pub(crate) fn mesh(&self) -> &Map {
        &self.mesh
    }

    /// The kinds of regions, sorted.
    pub(crate) fn kinds(&self) -> &[String] {
        &self.kinds
    }

    fn over(&self, f: FaceId) -> impl Iterator<Item = What> + '_ {
        let windings = self.mesh.covers.windings(self.mesh.plane.tri.cover(f)).iter().filter(|w| w.covers());
        windings.filter_map(|w| self.shapes.get(w.shape as usize).copied())
    }

    /// Whether a triangle lies on a floor and in no obstacle.
    pub(crate) fn is_walkable(&self, f: FaceId) -> bool {
        let mut is_on_floor = false;
        for what in self.over(f) {
            match what {
                What::Floor => is_on_floor = true,
                What::Obstacle => return false,
                What::Region(..) => {}
            }
        }
        is_on_floor
    }

    /// The kinds of the regions over a triangle, the topmost last.
    pub(crate) fn kinds_over(&self, f: FaceId) -> Vec<usize> {
        let mut regions: Vec<(u64, usize)> = self
            .over(f)
            .filter_map(|what| if let What::Region(kind, since) = what { Some((since, kind)) } else { None })
            .collect();
        regions.sort_unstable();
        regions.into_iter().map(|(_, kind)| kind).collect()
    }

    /// The kind of the topmost region at a point, if there is any.
    pub(crate) fn kind_at(&self, p: impl Into<Point>) -> Option<&str> {
        let location = self.mesh.locate(p)?;
        self.mesh.faces_at(location).find_map(|f| Some(self.kinds[*self.kinds_over(f).last()?].as_str()))
    }

    /// The map without regions, and with those of some kinds as obstacles.
    ///
    /// Cost: that of building it.
    pub(crate) fn closed(&self, is_closed: impl Fn(usize) -> bool) -> Map {
        let (mut loops, mut shapes) = (Loops::default(), Vec::new());
        let outlines = self.mesh.floors().map(|chains| (Kind::Floor, chains));
        let solid = self.mesh.obstacles().filter(|id| match self.shapes.get(id.index as usize) {
            Some(What::Region(kind, _)) => is_closed(*kind),
            _ => true,
        });
        let obstacles = solid.filter_map(|id| Some((Kind::Obstacle, self.mesh.outline(id).ok()?)));
        for (kind, chains) in outlines.chain(obstacles) {
            shapes.push((kind, add_chains(&mut loops, &chains, self.mesh.lattice())));
        }
        Map::of_shapes(*self.mesh.lattice(), &loops, &shapes)
    }

    /// Whether an edge blocks: it is a wall of an obstacle or a border of the floors.
    pub(crate) fn is_wall(&self, e: EdgeId) -> bool {
        let owners = self.mesh.plane.walls.owners(self.mesh.plane.tri.wall(e));
        let mut shapes = owners.map(|segment| self.mesh.plane.record(segment).shape);
        let is_solid = |shape: u32| !matches!(self.shapes.get(shape as usize), Some(What::Region(..)));
        !self.mesh.has_edge(self.mesh.twin(e)) || shapes.any(is_solid)
    }
}

/// Adds the chains of one shape; which they are.
fn add_chains(loops: &mut Loops, chains: &[(Role, Vec<Point>)], lattice: &Lattice) -> Range<usize> {
    let start = loops.chains().len();
    let mut rings = chains.iter().filter(|(role, _)| *role != Role::Wall).map(|(_, points)| points.clone());
    let mut outlines: Vec<Outline> = Vec::new();
    if let Some(exterior) = rings.next() {
        outlines.push(Outline::Polygon { exterior, holes: rings.collect() });
    }
    let walls = chains.iter().filter(|(role, _)| *role == Role::Wall);
    outlines.extend(walls.map(|(_, points)| Outline::Polyline(points.clone())));
    for outline in outlines {
        // What comes from a map is on its lattice already.
        let _ = loops.add(&outline, lattice);
    }
    start..loops.chains().len()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn regions_block_nothing_and_obstacles_do() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        map.insert(&Outline::rectangle([4.0, 4.0], [8.0, 8.0])).unwrap();
        let lawn = map.insert_region("grass", &Outline::rectangle([6.0, 6.0], [12.0, 20.0])).unwrap();
        let areas = AreaMesh::of(&map);
        assert!(areas.is_of(&map));
        let area: f64 = areas
            .mesh()
            .faces()
            .filter(|&f| areas.is_walkable(f))
            .map(|f| {
                let [a, b, c] = areas.mesh().corners(f).map(|v| areas.mesh().point(v));
                0.5 * ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x))
            })
            .sum();
        assert!((area - 240.0).abs() < 1e-6, "{area}");
        assert_eq!((areas.kind_at([10.0, 10.0]), areas.kind_at([7.0, 5.0])), (Some("grass"), None));
        let solid = areas.mesh().faces().flat_map(FaceId::edges).filter(|&e| areas.is_wall(e)).count();
        assert!(solid > 0);
        map.remove_region(lawn).unwrap();
        assert!(!areas.is_of(&map));
        assert!(AreaMesh::of(&map).kinds().is_empty());
    }
}
