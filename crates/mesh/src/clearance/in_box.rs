//! Clearance of a box: whether a disc has room wherever it stands in it.

use crate::map::Map;
use crate::query::meets_box;
use navigant_geometry::Bounds;
use navigant_geometry::internals::{LatticePoint, Offset};

impl Map {
    /// Whether nothing is nearer to a closed box than a distance, in metres. The clearance at the centre of the box is known: what is
    /// decided by the circles that the box lies in and that lie in it is answered at once.
    ///
    /// Cost: the faces nearer to the box than the distance.
    pub(crate) fn has_room_in_box(&self, bounds: Bounds, at_centre: f64, distance: f64) -> bool {
        let (width, height) = bounds.size();
        if at_centre >= distance + 0.5 * width.hypot(height) {
            return true;
        }
        if at_centre < distance + 0.5 * width.min(height) {
            return false;
        }
        let Some(around) = self.snap_box(grown(bounds, distance)) else { return false };
        let steps = distance / self.lattice().step();
        let inner = [bounds.min, bounds.max].map(|p| self.steps(p));
        let is_near = |[p, q]: [LatticePoint; 2]| {
            meets_box(p, q, around.0, around.1) && segment_to_box([p, q].map(Offset::to), inner) < steps
        };
        // Corners are ends of walls, or single points.
        let single = |f: crate::FaceId| self.corners(f).map(|v| [self.lattice_point(v); 2]);
        let walls = |f: crate::FaceId| f.edges().into_iter().filter(|&e| self.is_wall(e));
        let ends = |e| [self.origin(e), self.target(e)].map(|v| self.lattice_point(v));
        !self.any_face_in(grown(bounds, distance), |f| single(f).into_iter().chain(walls(f).map(ends)).any(is_near))
    }
}

fn grown(Bounds { min, max }: Bounds, by: f64) -> Bounds {
    Bounds { min: [min.x - by, min.y - by].into(), max: [max.x + by, max.y + by].into() }
}

/// The distance of a segment, which may be a point, to a box; 0 if they meet.
fn segment_to_box([a, b]: [Offset; 2], [low, high]: [Offset; 2]) -> f64 {
    let to_box = |p: Offset| Offset::new(p.x - p.x.clamp(low.x, high.x), p.y - p.y.clamp(low.y, high.y)).length();
    let corners = [low, Offset::new(high.x, low.y), high, Offset::new(low.x, high.y)];
    let sides = corners.map(|corner| (b - a).cross(corner - a));
    let is_apart = a.x.max(b.x) < low.x || a.x.min(b.x) > high.x || a.y.max(b.y) < low.y || a.y.min(b.y) > high.y;
    if !is_apart && sides.iter().any(|&s| s <= 0.0) && sides.iter().any(|&s| s >= 0.0) {
        return 0.0;
    }
    let to_corners = corners.map(|corner| corner.distance_to_segment(a, b));
    [to_box(a), to_box(b)].into_iter().chain(to_corners).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Outline;

    #[test]
    fn a_segment_is_as_far_from_a_box_as_its_nearest_point() {
        let unit = [Offset::new(0.0, 0.0), Offset::new(10.0, 10.0)];
        let at = |ax: f64, ay: f64, bx: f64, by: f64| segment_to_box([Offset::new(ax, ay), Offset::new(bx, by)], unit);
        assert_eq!(at(13.0, 14.0, 13.0, 14.0), 5.0, "a point beyond a corner");
        assert_eq!(at(-5.0, 5.0, 15.0, 6.0), 0.0, "through it, both ends outside");
        assert_eq!(at(12.0, -50.0, 12.0, 50.0), 2.0, "past a side");
        assert!((at(10.0, 20.0, 20.0, 10.0) - 50f64.sqrt()).abs() < 1e-12, "past a corner");
        assert_eq!(at(4.0, 4.0, 5.0, 5.0), 0.0, "inside");
    }

    #[test]
    fn a_post_in_the_corner_of_a_large_box_is_noticed() -> Result<(), Box<dyn std::error::Error>> {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0]))?;
        let bounds = Bounds { min: [16.0, 16.0].into(), max: [48.0, 48.0].into() };
        let clearance = |map: &Map| map.clearance_at([32.0, 32.0]).unwrap_or_default();
        assert!(map.has_room_in_box(bounds, clearance(&map), 0.5));
        // Nearer to the centre than half a diagonal, and nowhere near the sides.
        map.insert(&Outline::polyline([[45.0, 45.0], [45.5, 45.0]]))?;
        assert!(!map.has_room_in_box(bounds, clearance(&map), 0.5));
        Ok(())
    }

    #[test]
    fn walls_along_the_sides_leave_room_up_to_their_distance() -> Result<(), Box<dyn std::error::Error>> {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [8.0, 8.0]))?;
        let bounds = Bounds { min: [1.0, 1.0].into(), max: [7.0, 7.0].into() };
        let clearance = map.clearance_at([4.0, 4.0]).unwrap_or_default();
        assert!(map.has_room_in_box(bounds, clearance, 1.0) && !map.has_room_in_box(bounds, clearance, 1.001));
        Ok(())
    }
}
