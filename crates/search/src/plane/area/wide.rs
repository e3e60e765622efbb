//! Room for discs where regions cost: the free space without what is nearer to walls than a radius.
//!
//! The boundary of that space has arcs around corners, and the graph of Steiner points stands on triangles. So each wall grows into
//! a polygon around its capsule: its long sides are a radius away, its ends are half circles of [`SIDES`] tangents. A path
//! beside it is valid for the disc; around a corner it is longer by a third of a hundredth at most, and gaps that are less than half
//! a hundredth wider than the disc may be closed.

use super::super::tuning::area::SIDES;
use navigant_mesh::internals::{AreaMeshInternals as _, MapInternals as _, RegionsInternals as _};
use navigant_mesh::{AreaMesh, FaceId, Map, Outline, Point, Revision, Role};

/// A map for the centre of a disc, and its areas.
#[derive(Debug)]
pub(super) struct Wide {
    radius: f64,
    forbidden: Vec<bool>,
    revisions: [Revision; 2],
    pub(super) map: Map,
    pub(super) areas: AreaMesh,
}

impl Wide {
    /// The map of where the centre may be: as far as a radius from all walls, those of forbidden kinds of regions included.
    ///
    /// Cost: that of inserting an obstacle for each wall.
    pub(super) fn of(map: &Map, areas: &AreaMesh, forbidden: &[bool], radius: f64) -> Wide {
        let mut wide = areas.closed(|kind| forbidden[kind]);
        // Corners of the polygons are rounded to the lattice.
        let apart = radius + 2.0 * map.lattice().step();
        let is_free = |f| wide.is_free(f);
        let edges = wide.faces().filter(|&f| is_free(f)).flat_map(FaceId::edges);
        let walls = edges.filter(|&e| wide.is_wall(e) && (e < wide.twin(e) || !is_free(wide.twin(e).face())));
        let walls: Vec<_> = walls.map(|e| [wide.origin(e), wide.target(e)].map(|v| wide.point(v))).collect();
        for [a, b] in walls {
            // What reaches beyond the lattice is clipped, and nothing else can be wrong with it.
            let _ = wide.insert(&capsule(a, b, apart));
        }
        let regions = map.regions();
        let mut ids: Vec<_> = regions.iter().collect();
        ids.sort_by_key(|&id| regions.since(id));
        for id in ids {
            if let (Some(kind), Ok(chains)) = (regions.kind(id), regions.outline(id)) {
                let mut rings = chains.into_iter().filter(|(role, _)| *role != Role::Wall).map(|(_, points)| points);
                let exterior = rings.next().unwrap_or_default();
                let _ = wide.insert_region(kind, &Outline::Polygon { exterior, holes: rings.collect() });
            }
        }
        let of_wide = AreaMesh::of(&wide);
        Wide { radius, forbidden: forbidden.to_vec(), revisions: areas.revisions(), map: wide, areas: of_wide }
    }

    /// Whether it is what would be built.
    pub(super) fn is_for(&self, areas: &AreaMesh, forbidden: &[bool], radius: f64) -> bool {
        self.radius == radius && self.forbidden == forbidden && self.revisions == areas.revisions()
    }

    /// An end of a disc's path as the centre takes it: itself, or the nearest place if that is no farther than the tangents stand off.
    pub(super) fn end(&self, p: Point) -> Option<Point> {
        let most = self.radius * 0.01 + 4.0 * self.map.lattice().step();
        self.map.nearest_walkable(p).filter(|place| place.distance(p) <= most)
    }
}

/// A polygon around all points that are no farther than a radius from a segment.
fn capsule(a: Point, b: Point, radius: f64) -> Outline {
    let along = libm::atan2(b.y - a.y, b.x - a.x);
    let half = std::f64::consts::FRAC_PI_2;
    let part = 2.0 * half / f64::from(SIDES);
    let at = |centre: Point, angle: f64, radius: f64| {
        Point::new(centre.x + radius * libm::cos(angle), centre.y + radius * libm::sin(angle))
    };
    // Where two tangents meet.
    let outer = radius / libm::cos(0.5 * part);
    let ring = [(b, along - half), (a, along + half)].into_iter().flat_map(|(centre, from)| {
        let corners = (0..SIDES).map(move |i| at(centre, from + (f64::from(i) + 0.5) * part, outer));
        [at(centre, from, radius)].into_iter().chain(corners).chain([at(centre, from + 2.0 * half, radius)])
    });
    Outline::polygon(ring)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_capsule_holds_all_that_is_near_and_little_else() {
        let (a, b, radius) = (Point::new(3.0, 1.0), Point::new(5.0, 4.0), 0.5);
        let Outline::Polygon { exterior: ring, .. } = capsule(a, b, radius) else { panic!("it is a polygon") };
        for i in 0..ring.len() {
            let (p, q) = (ring[i], ring[(i + 1) % ring.len()]);
            let off = |c: Point| ((q.x - p.x) * (c.y - p.y) - (q.y - p.y) * (c.x - p.x)) / p.distance(q).max(1e-12);
            let near = off(a).min(off(b));
            assert!(near >= radius - 1e-9, "a side comes as near as {near}");
            let far = a.distance(p).min(b.distance(p));
            assert!(far <= radius * 1.005, "a corner is as far as {far}");
        }
    }
}
