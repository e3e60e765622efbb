//! The walls around the free space, by rounding outlines from scratch: no triangulation takes part.

use super::floors::scene;
use super::rounding::{Given, Rounded, round};
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::{BadOutline, Lattice, Outline, Point, Role};
use std::collections::BTreeSet;

/// What bounds the free space: every rounded wall, and every post, that has free space beside it.
///
/// Free is what lies inside a floor and inside no obstacle. Walls inside of obstacles are left out: on the way to them
/// from a free place there is always another one. Floors are united first (`floors`).
#[derive(Clone, Debug)]
pub struct Walls {
    lattice: Lattice,
    walls: Vec<Wall>,
    rounded: Rounded,
    floors: usize,
    shapes: usize,
}

/// A wall, or a post: a wall without length.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Wall {
    /// The smaller end.
    pub a: LatticePoint,
    /// The larger end; the same for a post.
    pub b: LatticePoint,
    /// Whether the space to the left of it, seen from `a` to `b`, is free.
    pub free_left: bool,
    /// Whether the space to its right is.
    pub free_right: bool,
}

impl Wall {
    /// Whether it is a point.
    pub fn is_post(self) -> bool {
        self.a == self.b
    }

    /// Its ends; one for a post.
    pub fn ends(self) -> impl Iterator<Item = LatticePoint> {
        [self.a, self.b].into_iter().take(if self.is_post() { 1 } else { 2 })
    }
}

impl Walls {
    /// Rounds floors and obstacles to a lattice.
    ///
    /// # Errors
    /// What is wrong with an outline.
    pub fn of<'o>(
        lattice: &Lattice,
        floors: &'o [Outline],
        obstacles: impl IntoIterator<Item = &'o Outline>,
    ) -> Result<Walls, BadOutline> {
        let scene = scene(lattice, floors, obstacles)?;
        Ok(Walls::of_segments(lattice, scene.segments, scene.floors, scene.shapes))
    }

    /// Rounds segments as they are, those of the first `floors` shapes as floors.
    pub(super) fn of_segments(lattice: &Lattice, given: Vec<Given>, floors: usize, shapes: usize) -> Walls {
        let mut found = Walls { lattice: *lattice, walls: Vec::new(), rounded: round(given), floors, shapes };
        let walls = found.rounded.walls.keys().map(|&(a, b)| {
            let [free_left, free_right] = [true, false].map(|left| found.is_free_beside(a, b, left));
            Wall { a, b, free_left, free_right }
        });
        let mut walls: Vec<Wall> = walls.collect();
        let ends: BTreeSet<LatticePoint> = walls.iter().flat_map(|w| [w.a, w.b]).collect();
        for &p in found.rounded.hot.keys().filter(|p| !ends.contains(p)) {
            let free = found.is_free_at([f64::from(p.x), f64::from(p.y)]);
            walls.push(Wall { a: p, b: p, free_left: free, free_right: free });
        }
        walls.retain(|w| w.free_left || w.free_right);
        found.walls = walls;
        found
    }

    /// The lattice.
    pub fn lattice(&self) -> &Lattice {
        &self.lattice
    }

    /// All of them; posts come last.
    pub(super) fn all(&self) -> &[Wall] {
        &self.walls
    }

    /// The same, one by one.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &Wall> {
        self.walls.iter()
    }

    /// How many there are.
    pub fn len(&self) -> usize {
        self.walls.len()
    }

    /// Whether there are none: nothing is free.
    pub fn is_empty(&self) -> bool {
        self.walls.is_empty()
    }

    /// The ends of walls and the posts, each once.
    pub fn vertices(&self) -> Vec<LatticePoint> {
        let all: BTreeSet<LatticePoint> = self.walls.iter().flat_map(|w| [w.a, w.b]).collect();
        all.into_iter().collect()
    }

    /// Whether a point that is on none of these walls is in free space; its coordinates are in steps of the lattice. On
    /// walls inside of obstacles, which are not among these, it is not.
    pub fn is_free_at(&self, [x, y]: [f64; 2]) -> bool {
        self.is_free(|a, b| {
            let ([ax, ay], [bx, by]) = (steps(a), steps(b));
            if (ay <= y) == (by <= y) {
                return 0;
            }
            let side = (bx - ax) * (y - ay) - (by - ay) * (x - ax);
            upward(ay <= y, side)
        })
    }

    /// Whether the space beside the middle of a wall is free. A ray is sent to the right or, past a wall that lies flat,
    /// up, from a point beside the middle that is as near as one likes. Nothing else runs through the middle.
    fn is_free_beside(&self, a: LatticePoint, b: LatticePoint, left: bool) -> bool {
        let is_flat = a.y == b.y;
        let wide = |p: LatticePoint| {
            let (x, y) = (i128::from(p.x), i128::from(p.y));
            if is_flat { (y, x) } else { (x, y) }
        };
        let (middle_x, middle_y) = (wide(a).0 + wide(b).0, wide(a).1 + wide(b).1);
        // Whether the wall itself lies to the right of the point beside it.
        let is_before = if is_flat { (b.x > a.x) != left } else { (b.y > a.y) == left };
        self.is_free(|p, q| {
            let ((px, py), (qx, qy)) = (wide(p), wide(q));
            if (2 * py <= middle_y) == (2 * qy <= middle_y) {
                return 0;
            }
            let side = (qx - px) * (middle_y - 2 * py) - (qy - py) * (middle_x - 2 * px);
            let side = if side == 0 && is_before { qy - py } else { side };
            upward(2 * py <= middle_y, side)
        })
    }

    /// By winding numbers: `crossing` says whether a piece of a chain crosses a ray upward or downward.
    fn is_free(&self, crossing: impl Fn(LatticePoint, LatticePoint) -> i32) -> bool {
        // By shape: around its exterior, around its holes.
        let mut windings = vec![[0, 0]; self.shapes];
        for (given, chain) in self.rounded.chains.iter().filter(|(given, _)| given.role != Role::Wall) {
            let turns: i32 = chain.windows(2).map(|pair| crossing(pair[0], pair[1])).sum();
            windings[given.shape][usize::from(given.role == Role::Hole)] += turns;
        }
        let is_inside = |[exterior, holes]: &[i32; 2]| *exterior != 0 && *holes == 0;
        windings[..self.floors].iter().any(is_inside) && !windings[self.floors..].iter().any(is_inside)
    }

    /// A point of the world in steps.
    pub fn steps(&self, p: Point) -> [f64; 2] {
        self.lattice.steps(p)
    }

    /// A point of the world from its steps.
    pub fn world(&self, [x, y]: [f64; 2]) -> Point {
        let (origin, step) = (self.lattice.origin(), self.lattice.step());
        Point::new(origin.x + x * step, origin.y + y * step)
    }
}

/// The coordinates of a lattice point.
pub(super) fn steps(p: LatticePoint) -> [f64; 2] {
    [f64::from(p.x), f64::from(p.y)]
}

/// +1 or −1 if a piece that passes the ray's height, starting below it or not, is strictly to the right of its start. The
/// side is positive if the start is to the left of the piece.
pub(super) fn upward<T: Copy + Default + PartialOrd>(starts_below: bool, side: T) -> i32 {
    match starts_below {
        true if side > T::default() => 1,
        false if side < T::default() => -1,
        _ => 0,
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use navigant_geometry::Bounds;

    /// Walls of obstacles in a room from (0, 0) to (16, 16).
    pub(crate) fn room(obstacles: &[Outline]) -> Walls {
        let floor = Outline::rectangle([0.0, 0.0], [16.0, 16.0]);
        let lattice = Lattice::covering(Bounds { min: Point::new(0.0, 0.0), max: Point::new(16.0, 16.0) }).unwrap();
        Walls::of(&lattice, &[floor], obstacles).unwrap()
    }

    fn sides(walls: &Walls, a: [f64; 2], b: [f64; 2]) -> Option<(bool, bool)> {
        let [a, b] = [a, b].map(|p| walls.lattice().snap(p.into()).unwrap());
        walls.iter().find(|w| (w.a, w.b) == (a, b)).map(|w| (w.free_left, w.free_right))
    }

    #[test]
    fn a_room_is_free_inside_its_walls() {
        let walls = room(&[Outline::polyline([[4.0, 4.0], [4.0, 8.0]])]);
        assert_eq!(walls.len(), 5);
        assert_eq!(sides(&walls, [0.0, 0.0], [0.0, 16.0]), Some((false, true)));
        assert_eq!(sides(&walls, [0.0, 0.0], [16.0, 0.0]), Some((true, false)));
        assert_eq!(sides(&walls, [0.0, 16.0], [16.0, 16.0]), Some((false, true)));
        assert_eq!(sides(&walls, [4.0, 4.0], [4.0, 8.0]), Some((true, true)));
    }

    #[test]
    fn what_is_inside_an_obstacle_does_not_count() {
        let walls = room(&[
            Outline::rectangle([4.0, 4.0], [12.0, 12.0]),
            Outline::polyline([[6.0, 6.0], [7.0, 9.0]]),
            Outline::polyline([[8.0, 8.0]]),
            Outline::polyline([[2.0, 2.0]]),
            Outline::rectangle([10.0, 10.0], [14.0, 14.0]),
        ]);
        assert_eq!(sides(&walls, [6.0, 6.0], [7.0, 9.0]), None);
        assert_eq!(sides(&walls, [8.0, 8.0], [8.0, 8.0]), None);
        assert_eq!(sides(&walls, [2.0, 2.0], [2.0, 2.0]), Some((true, true)));
        assert_eq!(sides(&walls, [10.0, 10.0], [10.0, 12.0]), None, "inside the other box");
        assert_eq!(sides(&walls, [10.0, 12.0], [10.0, 14.0]), Some((true, false)));
        assert_eq!(sides(&walls, [4.0, 4.0], [4.0, 12.0]), Some((true, false)));
        assert_eq!(walls.len(), 4 + 8 + 1);
    }

    #[test]
    fn places_are_free_or_not() {
        let yard = Outline::rectangle([4.0, 4.0], [12.0, 12.0]);
        let walls = room(&[yard.with_hole([[6.0, 6.0], [10.0, 6.0], [10.0, 10.0], [6.0, 10.0]])]);
        let is_free = |x: f64, y: f64| walls.is_free_at(walls.steps(Point::new(x, y)));
        assert!(is_free(2.0, 2.0) && is_free(8.0, 8.0) && is_free(8.0, 14.5));
        assert!(!is_free(5.0, 8.0) && !is_free(-1.0, 8.0) && !is_free(16.01, 8.0));
        let backwards = Outline::polygon([[4.0, 0.0], [4.0, 16.0], [16.0, 16.0], [16.0, 0.0]]);
        let walls = room(&[Outline::rectangle([0.0, 0.0], [4.0, 16.0]), backwards]);
        assert!(!walls.is_free_at(walls.steps(Point::new(4.0, 8.0))), "between two boxes");
    }
}
