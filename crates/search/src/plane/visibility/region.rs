//! The region that is seen from a point.

use super::expansion::{Direction, Expansion, Ray};
use navigant_geometry::internals::orient;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint};
use navigant_mesh::internals::{MapInternals as _, RayEnd};
use navigant_mesh::{EdgeId, Lattice, Location, Map, ObstacleId, Point, VertexId};

/// What a side of a region is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Side {
    /// A part of a wall.
    Wall {
        /// The wall; valid for the map version the region was seen in. [`Map::owners`] names all whose wall it is.
        edge: EdgeId,
        /// Whose wall it is, one of them if there are several; `None` for the border of a floor.
        obstacle: Option<ObstacleId>,
    },
    /// A part of a line of sight, behind which nothing is seen.
    LineOfSight {
        /// The vertex that it passes.
        past: VertexId,
    },
}

/// A corner of a region, and the side from it to the next corner.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Corner {
    /// Where it is: a vertex exactly, or where a line of sight meets a wall, rounded to f64.
    pub point: Point,
    /// The side that starts here.
    pub side: Side,
}

/// The region that is seen from a point: a star-shaped polygon.
///
/// ```text
///    ┌──────────────┐      From a corner or a wall one may see into several parts that only meet at the viewpoint;
///    │·.    ┌───────┤      then the polygon passes through the viewpoint, once between each part and the next.
///    │  ·.  │▒▒▒▒▒▒▒│      A line of sight can graze a corner on its left and later one on its right, and so see on
///    │    ·.│▒▒▒▒▒▒▒│      where no area is seen: such a line is part of what is seen, but not of the polygon.
///    │      ●───────┤
/// ```
#[derive(Clone, Debug)]
pub struct VisibilityRegion {
    lattice: Lattice,
    viewpoint: LatticePoint,
    corners: Vec<Corner>,
    area: f64,
    /// Counter-clockwise from the direction (1, 0).
    sights: Vec<Sight>,
}

/// How far one sees towards a vertex, and from there to the next.
#[derive(Clone, Copy, Debug)]
struct Sight {
    towards: LatticePoint,
    reach: Reach,
    /// The ends of the wall that is seen up to the next sight, the viewpoint to its left.
    wall: Option<[LatticePoint; 2]>,
}

#[derive(Clone, Copy, Debug)]
enum Reach {
    Vertex(LatticePoint),
    Wall([LatticePoint; 2]),
}

impl VisibilityRegion {
    pub(super) fn new(lattice: Lattice) -> Self {
        let viewpoint = LatticePoint::default();
        VisibilityRegion { lattice, viewpoint, corners: Vec::new(), area: 0.0, sights: Vec::new() }
    }

    /// The point that is looked from, on the lattice.
    pub(crate) fn viewpoint(&self) -> Point {
        self.lattice.world(self.viewpoint)
    }

    /// The corners, counter-clockwise, each with the side that starts at it.
    pub fn corners(&self) -> &[Corner] {
        &self.corners
    }

    /// The area in square metres: a sum of triangles, all of them positive, so right to the last few bits.
    pub fn area(&self) -> f64 {
        self.area
    }

    /// Whether a point, rounded to the lattice, is seen: exactly what [`Map::sees`] says, without the map.
    ///
    /// Cost: logarithmic in the number of corners.
    pub fn contains(&self, p: impl Into<Point>) -> bool {
        let Ok(p) = self.lattice.snap(p.into()) else { return false };
        if p == self.viewpoint {
            return true;
        }
        let direction = Direction::between(self.viewpoint, p);
        let of = |sight: &Sight| Direction::between(self.viewpoint, sight.towards);
        let after = self.sights.partition_point(|sight| of(sight) <= direction);
        let before = after.checked_sub(1).or(self.sights.len().checked_sub(1));
        let Some(sight) = before.map(|i| self.sights[i]) else { return false };
        let is_before = |[a, b]: [LatticePoint; 2]| orient(a, b, p) >= 0;
        if of(&sight) != direction {
            return sight.wall.is_some_and(is_before);
        }
        match sight.reach {
            Reach::Vertex(v) => direction.squared() <= Direction::between(self.viewpoint, v).squared(),
            Reach::Wall(wall) => is_before(wall),
        }
    }

    /// Fills the region from what is seen.
    pub(super) fn fill(&mut self, map: &Map, seen: &Expansion, location: Location) {
        self.lattice = *map.lattice();
        self.viewpoint = seen.viewpoint;
        self.sights.clear();
        let ends = |e: EdgeId| [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
        self.sights.extend(seen.rays.iter().map(|ray| Sight {
            towards: map.lattice_point(ray.through),
            reach: match ray.end {
                RayEnd::Wall(e) => Reach::Wall(ends(e)),
                RayEnd::Corner(v) => Reach::Vertex(map.lattice_point(v)),
            },
            wall: ray.wall.map(ends),
        }));
        self.measure();
        self.outline(map, &seen.rays, location);
    }

    fn measure(&mut self) {
        let eye = self.viewpoint;
        let ahead = self.sights.iter().cycle().skip(1);
        let areas = self.sights.iter().zip(ahead).filter_map(|(right, left)| {
            let wall = right.wall?;
            let [r, l] = [right.towards, left.towards];
            Some(reach(eye, wall, r) * reach(eye, wall, l) * orient(eye, r, l) as f64)
        });
        self.area = areas.sum::<f64>() / 2.0 * self.lattice.step() * self.lattice.step();
    }

    fn outline(&mut self, map: &Map, rays: &[Ray], location: Location) {
        self.corners.clear();
        for (i, ray) in rays.iter().enumerate() {
            let next = &rays[(i + 1) % rays.len()];
            match ray.wall {
                Some(wall) => self.push_wall(map, wall, ray, next),
                None => self.push_gap(map, ray, next, location),
            }
        }
        // Where the last side meets the first, as everywhere else.
        if let (Some(&first), Some(&last)) = (self.corners.first(), self.corners.last())
            && first.point == last.point
            && self.corners.len() > 1
        {
            self.corners.pop();
            if self.corners.last().is_some_and(|before| before.side == first.side) {
                self.corners.remove(0);
            }
        }
    }

    /// A part of a wall between two rays.
    fn push_wall(&mut self, map: &Map, edge: EdgeId, right: &Ray, left: &Ray) {
        let side = Side::Wall { edge, obstacle: map.owners(edge).next() };
        self.push(self.meeting_point(map, edge, right.through), side);
        let end = self.meeting_point(map, edge, left.through);
        self.corners.push(Corner { point: end, side: Side::LineOfSight { past: left.through } });
    }

    /// Nothing between two rays: along the wall to the viewpoint, and along the next wall away from it.
    fn push_gap(&mut self, map: &Map, right: &Ray, left: &Ray, location: Location) {
        let wall_to = |v: VertexId| {
            let edge = match location {
                Location::Vertex(here) => map.edges_from(here).find(|&e| map.target(e) == v),
                Location::Edge(e) => Some(e),
                Location::Face(_) => None,
            };
            let wall = |edge| Side::Wall { edge, obstacle: map.owners(edge).next() };
            edge.map_or(Side::LineOfSight { past: v }, wall)
        };
        self.push(map.point(right.through), wall_to(right.through));
        self.corners.push(Corner { point: self.viewpoint(), side: wall_to(left.through) });
        let past = Side::LineOfSight { past: left.through };
        self.corners.push(Corner { point: map.point(left.through), side: past });
    }

    /// Starts a side: at the corner where the last one ended, if it is the same point. A side that only goes on is no new
    /// one.
    fn push(&mut self, point: Point, side: Side) {
        if self.corners.last().is_some_and(|last| last.point == point) {
            self.corners.pop();
            if self.corners.last().is_some_and(|before| before.side == side) {
                return;
            }
        }
        self.corners.push(Corner { point, side });
    }

    /// Where the ray through a vertex meets a wall, which spans it.
    fn meeting_point(&self, map: &Map, wall: EdgeId, through: VertexId) -> Point {
        let (eye, towards) = (self.viewpoint, map.lattice_point(through));
        let ends = [map.origin(wall), map.target(wall)];
        // The end of a wall is a vertex, whichever wall ends there and whatever rounding would make of it.
        if let Some(&end) = ends.iter().find(|&&v| orient(eye, towards, map.lattice_point(v)) == 0) {
            return map.point(end);
        }
        let t = reach(eye, ends.map(|v| map.lattice_point(v)), towards);
        let along = |from: i32, to: i32| f64::from(from) + f64::from(to - from) * t;
        let (origin, step) = (self.lattice.origin(), self.lattice.step());
        Point::new(origin.x + along(eye.x, towards.x) * step, origin.y + along(eye.y, towards.y) * step)
    }
}

/// How far it is to a wall, as a multiple of the way to a point: a quotient of integers, rounded once.
fn reach(eye: LatticePoint, [a, b]: [LatticePoint; 2], towards: LatticePoint) -> f64 {
    let (from, to) = (orient(a, b, eye), orient(a, b, towards));
    from as f64 / (from - to) as f64
}
