//! Can a disc get from here to there, asked of every pair of walls.

use super::clearance::{LEEWAY, ROUNDED, clearance, distance, fits, is_blocked, squared_distance};
use super::exact::Square;
use super::walls::{Wall, Walls, steps, upward};
use navigant_geometry::Point;

/// The gaps between any two walls of a map.
///
/// A disc of radius r passes between two walls iff they are at least 2r apart. Let every two walls that are nearer to
/// each other be joined by the segment between their closest points: a *barrier*. Then the disc's centre gets from a to
/// b, both at least r from every wall, iff no closed curve of walls and barriers runs around one of them and not around
/// the other.
///
/// *No way through:* every point of a barrier is less than r from one of its ends, so no centre can be there.
/// *A way otherwise:* if a and b are not joined, a closed curve separates them all of whose points are less than r from
/// a wall. Take points along it as densely as one likes and for each a point of a wall less than r away. Neighbours
/// among these are less than 2r apart, and the curve through them still separates a from b, since the space between the
/// two curves is less than r from walls. Each leg of it, between some two walls, can be slid along these to the barrier
/// between them: it never gets longer than the longer of the two, so a and b are not swept over.
///
/// So the walls are the nodes of a graph, barriers are its edges, and each edge knows how often it crosses a ray from a, and
/// one from b, upward less downward. Around a closed curve these sums are its winding numbers, and differ if it separates a
/// from b. No barrier has to be tested against another one or against other walls.
pub struct Reach<'w> {
    walls: &'w Walls,
    /// Nearest first.
    gaps: Vec<Gap>,
}

/// What lies between two walls.
#[derive(Clone, Debug)]
pub struct Gap {
    /// The walls, by their place among all.
    pub walls: [usize; 2],
    /// How wide it is, in steps.
    pub width: f64,
    /// A point of each, as near to each other as any, in steps.
    pub between: [[f64; 2]; 2],
    /// From each end of one to the other; the width is the root of the least.
    squares: Vec<Square>,
}

impl Gap {
    /// Whether a disc is too large for it; its radius is in steps. A gap of no width is too narrow for anything.
    pub fn is_too_narrow(&self, radius: f64) -> bool {
        self.squares.iter().any(|square| square.numerator == 0 || square.is_below(2.0 * radius))
    }

    /// The middle between the two walls, in steps.
    pub fn middle(&self) -> [f64; 2] {
        let [[ax, ay], [bx, by]] = self.between;
        [ax + (bx - ax) / 2.0, ay + (by - ay) / 2.0]
    }

    fn of(walls: [usize; 2], [v, w]: [Wall; 2]) -> Gap {
        let mut gap = Gap { walls, width: f64::INFINITY, between: [[0.0; 2]; 2], squares: Vec::new() };
        // Walls do not cross, so one of the closest points is an end.
        for (one, other, swapped) in [(v, w, false), (w, v, true)] {
            for end in one.ends() {
                let (width, foot) = distance(other, steps(end));
                if width < gap.width {
                    gap.width = width;
                    gap.between = if swapped { [foot, steps(end)] } else { [steps(end), foot] };
                }
                gap.squares.push(squared_distance(other, end));
            }
        }
        gap
    }
}

/// The largest disc that gets from one place to another.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Widest {
    /// Its radius in metres.
    pub radius: f64,
    /// Where it gets stuck if it is larger: in the middle of a gap, or at the start or the goal. One such place.
    pub narrowest: Point,
}

impl<'w> Reach<'w> {
    /// Measures every pair of walls.
    pub fn of(walls: &'w Walls) -> Self {
        let all: Vec<Wall> = walls.iter().copied().collect();
        let pairs = (0..all.len()).flat_map(|i| (0..i).map(move |j| [j, i]));
        let mut gaps: Vec<Gap> = pairs.map(|[j, i]| Gap::of([j, i], [all[j], all[i]])).collect();
        gaps.sort_by(|g, h| g.width.total_cmp(&h.width));
        Reach { walls, gaps }
    }

    /// The walls it was made of.
    pub fn walls(&self) -> &'w Walls {
        self.walls
    }

    /// All gaps, the narrowest first. There may be other walls in one.
    pub fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Whether a disc fits at a point but for a millionth of a step, and not in the middle of a gap that is too narrow.
    pub fn fits(&self, p: Point, radius: f64) -> bool {
        let at = self.walls.steps(p);
        let steps = radius / self.walls.lattice().step();
        if is_blocked(self.walls, at, steps) {
            return false;
        }
        let leeway = LEEWAY.min(steps * 1e-3) + ROUNDED;
        let is_middle = |gap: &&Gap| {
            if (gap.width - 2.0 * steps).abs() > 8.0 * leeway {
                return false;
            }
            let [x, y] = gap.middle();
            let [v, w] = gap.walls.map(|i| self.walls.all()[i]);
            let touches = |wall: Wall| {
                let ([ax, ay], [bx, by]) = (super::walls::steps(wall.a), super::walls::steps(wall.b));
                let length = (bx - ax).hypot(by - ay);
                let along = ((bx - ax) * (at[0] - ax) + (by - ay) * (at[1] - ay)) / length;
                (-1e-6..=length + 1e-6).contains(&along) && distance(wall, at).0 <= steps + leeway
            };
            let is_between = is_parallel(v, w) && touches(v) && touches(w);
            let is_at = (x - at[0]).hypot(y - at[1]) <= 64.0 * leeway;
            is_at || is_between
        };
        let has_room = |w: &Wall| distance(*w, at).0 >= steps - leeway;
        let is_free = self.walls.iter().all(has_room) && clearance(self.walls, p).is_some();
        is_free && !self.gaps.iter().filter(is_middle).any(|gap| gap.is_too_narrow(steps))
    }

    /// Whether a disc gets from one point to another; its radius is in metres.
    ///
    /// A gap of exactly its diameter passes, and so does a place with exactly its clearance, exactly decided at lattice
    /// points. For radius 0 this is a disc of vanishing radius: nothing passes where walls touch, and from a point on a
    /// wall one gets nowhere.
    pub fn reaches(&self, from: Point, to: Point, radius: f64) -> bool {
        let has_room =
            |p: Point| fits(self.walls, p, radius) && clearance(self.walls, p).is_some_and(|c| c.radius > 0.0);
        has_room(from) && has_room(to) && self.connects(from, to, radius)
    }

    /// Whether no gap that is too narrow for a disc of a radius in metres is between two places; whether it has room there is not
    /// asked.
    pub fn connects(&self, from: Point, to: Point, radius: f64) -> bool {
        let radius = radius / self.walls.lattice().step();
        let mut fence = Fence::between(self.walls, from, to);
        // Widths are rounded, so those within the rounding error are tested too.
        let limit = 2.0 * radius * (1.0 + 1e-9);
        let narrow = self.gaps.iter().take_while(|gap| gap.width <= limit).filter(|gap| gap.is_too_narrow(radius));
        narrow.into_iter().all(|gap| !fence.closes_with(gap))
    }

    /// The largest disc that gets from one point to another; `None` if none does, however small. Every smaller one does.
    pub fn widest(&self, from: Point, to: Point) -> Option<Widest> {
        let room = |p: Point| clearance(self.walls, p).map(|c| Widest { radius: c.radius, narrowest: p });
        let (start, goal) = (room(from)?, room(to)?);
        let mut widest = if start.radius <= goal.radius { start } else { goal };
        let step = self.walls.lattice().step();
        let mut fence = Fence::between(self.walls, from, to);
        for gap in self.gaps.iter().take_while(|gap| gap.width * step / 2.0 < widest.radius) {
            if fence.closes_with(gap) {
                widest = Widest { radius: gap.width * step / 2.0, narrowest: self.walls.world(gap.middle()) };
                break;
            }
        }
        (widest.radius > 0.0).then_some(widest)
    }

    /// Checks what is said about the largest disc: its radius, and that the place is one where it just fits, and to which
    /// it gets. The leeway is in metres.
    ///
    /// # Errors
    /// What is wrong.
    pub fn check_widest(&self, from: Point, to: Point, said: Widest, leeway: f64) -> Result<(), String> {
        let Some(widest) = self.widest(from, to) else { return Err(format!("no disc gets there, {said:?}")) };
        if (said.radius - widest.radius).abs() > leeway {
            return Err(format!("{said:?}, should be {widest:?}"));
        }
        match clearance(self.walls, said.narrowest) {
            Some(c) if (c.radius - widest.radius).abs() <= leeway => {}
            other => return Err(format!("{said:?}, but at the place there is {other:?}")),
        }
        // A little smaller, so that neither rounding nor the leeway gets into its way.
        let smaller = widest.radius - 4.0 * leeway;
        if smaller > 0.0 && !self.reaches(from, said.narrowest, smaller) {
            return Err(format!("{said:?}, but a disc of {smaller} m does not get there"));
        }
        Ok(())
    }
}

/// Whether two walls are parallel; posts are not.
fn is_parallel(v: Wall, w: Wall) -> bool {
    let way = |wall: Wall| [i64::from(wall.b.x) - i64::from(wall.a.x), i64::from(wall.b.y) - i64::from(wall.a.y)];
    let ([ax, ay], [bx, by]) = (way(v), way(w));
    v.a != v.b && w.a != w.b && ax * by == ay * bx
}

/// Walls joined by barriers, as seen from two points.
struct Fence {
    points: [[f64; 2]; 2],
    /// By wall: where it starts.
    starts: Vec<[f64; 2]>,
    /// By wall: a wall that it is joined to, and how often the way there, from start to start, crosses the first ray more than
    /// the second.
    joined: Vec<(usize, i32)>,
}

impl Fence {
    fn between(walls: &Walls, from: Point, to: Point) -> Self {
        let starts: Vec<[f64; 2]> = walls.iter().map(|w| steps(w.a)).collect();
        let joined = (0..starts.len()).map(|i| (i, 0)).collect();
        Fence { points: [from, to].map(|p| walls.steps(p)), starts, joined }
    }

    /// Adds a barrier; whether a closed curve then separates the two points.
    fn closes_with(&mut self, gap: &Gap) -> bool {
        let [v, w] = gap.walls;
        let crossed = self.crossed(self.starts[v], gap.between[0])
            + self.crossed(gap.between[0], gap.between[1])
            + self.crossed(gap.between[1], self.starts[w]);
        let (v_root, from_v) = self.root(v);
        let (w_root, from_w) = self.root(w);
        if v_root == w_root {
            return crossed + from_w - from_v != 0;
        }
        self.joined[v_root] = (w_root, crossed + from_w - from_v);
        false
    }

    fn root(&self, wall: usize) -> (usize, i32) {
        let (mut at, mut crossed) = (wall, 0);
        while self.joined[at].0 != at {
            crossed += self.joined[at].1;
            at = self.joined[at].0;
        }
        (at, crossed)
    }

    /// How often a straight leg crosses the ray to the right of the first point, more than that of the second: upward less
    /// downward.
    fn crossed(&self, from: [f64; 2], to: [f64; 2]) -> i32 {
        let [first, second] = self.points.map(|[x, y]| {
            if (from[1] <= y) == (to[1] <= y) {
                return 0;
            }
            let side = (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
            upward(from[1] <= y, side)
        });
        first - second
    }
}

#[cfg(test)]
mod tests {
    use super::super::walls::tests::room;
    use super::*;
    use navigant_geometry::Outline;

    fn widest(walls: &Walls, from: [f64; 2], to: [f64; 2]) -> Option<(f64, [f64; 2])> {
        Reach::of(walls).widest(from.into(), to.into()).map(|w| (w.radius, w.narrowest.into()))
    }

    fn reaches(walls: &Walls, from: [f64; 2], to: [f64; 2], radius: f64) -> bool {
        Reach::of(walls).reaches(from.into(), to.into(), radius)
    }

    #[test]
    fn a_door_lets_discs_of_half_its_width_pass() {
        let walls = room(&[Outline::polyline([[8.0, 0.0], [8.0, 6.0]]), Outline::polyline([[8.0, 8.0], [8.0, 16.0]])]);
        let (from, to) = ([4.0, 8.0], [12.0, 7.0]);
        assert_eq!(widest(&walls, from, to), Some((1.0, [8.0, 7.0])));
        assert!(reaches(&walls, from, to, 1.0) && !reaches(&walls, from, to, 1.0f64.next_up()));
        assert!(reaches(&walls, from, to, 1e-9) && reaches(&walls, from, to, 0.0));
        assert_eq!(widest(&walls, [1.0, 7.0], [1.0, 7.0]), Some((1.0, [1.0, 7.0])), "the start has no more room");
        assert!(reaches(&walls, from, [4.0, 4.0], 4.0), "on the same side");
        assert!(!reaches(&walls, from, [4.0, 3.9], 4.0));
    }

    #[test]
    fn of_two_doors_the_wider_one_counts() {
        let walls = room(&[Outline::polyline([[8.0, 1.0], [8.0, 6.0]]), Outline::polyline([[8.0, 9.0], [8.0, 15.5]])]);
        assert_eq!(widest(&walls, [4.0, 8.0], [12.0, 8.0]), Some((1.5, [8.0, 7.5])));
    }

    #[test]
    fn a_post_in_a_door_makes_two_of_it() {
        let door = [Outline::polyline([[8.0, 0.0], [8.0, 4.0]]), Outline::polyline([[8.0, 12.0], [8.0, 16.0]])];
        let with_post = [door.as_slice(), &[Outline::polyline([[8.0, 7.0]])]].concat();
        assert_eq!(widest(&room(&door), [2.0, 8.0], [12.0, 8.0]), Some((2.0, [2.0, 8.0])));
        assert_eq!(widest(&room(&door), [4.0, 8.0], [12.0, 8.0]), Some((4.0, [4.0, 8.0])));
        assert_eq!(widest(&room(&with_post), [4.0, 8.0], [12.0, 8.0]), Some((2.5, [8.0, 9.5])));
    }

    #[test]
    fn a_place_behind_closed_walls_is_out_of_reach() {
        let ring = Outline::polyline([[4.0, 4.0], [12.0, 4.0], [12.0, 12.0], [4.0, 12.0], [4.0, 4.0]]);
        let walls = room(&[ring]);
        assert_eq!(widest(&walls, [8.0, 8.0], [2.0, 8.0]), None);
        assert!(!reaches(&walls, [8.0, 8.0], [2.0, 8.0], 1e-9) && !reaches(&walls, [8.0, 8.0], [2.0, 8.0], 0.0));
        assert_eq!(widest(&walls, [2.0, 8.0], [14.0, 8.0]), Some((2.0, [2.0, 8.0])), "around it");
        assert_eq!(widest(&walls, [8.0, 8.0], [9.0, 8.0]), Some((3.0, [9.0, 8.0])));
    }

    #[test]
    fn boxes_that_touch_at_a_corner_leave_no_gap() {
        let boxes = [([0.0, 0.0], [8.0, 8.0]), ([8.0, 8.0], [16.0, 16.0])].map(|(a, b)| Outline::rectangle(a, b));
        assert_eq!(widest(&room(&boxes), [4.0, 12.0], [12.0, 4.0]), None);
    }

    #[test]
    fn a_slanted_gap_is_decided_exactly() {
        // The distance from (5, 6) to the line through (0, 0) and (8, 4) is 7/√5.
        let walls = room(&[Outline::polyline([[0.0, 0.0], [8.0, 4.0]]), Outline::polyline([[5.0, 6.0], [5.0, 16.0]])]);
        let (from, to) = ([2.0, 12.0], [12.0, 8.0]);
        let radius = 7.0 / 5f64.sqrt() / 2.0;
        let (found, [x, y]) = widest(&walls, from, to).unwrap();
        assert!((found - radius).abs() < 1e-12, "{found} instead of {radius}");
        assert!((x - 5.7).abs() < 1e-12 && (y - 4.6).abs() < 1e-12, "{x} {y}");
        let passes = |radius: f64| reaches(&walls, from, to, radius);
        let exact = if (4.0 * radius).mul_add(radius * 5.0, -49.0) <= 0.0 { radius } else { radius.next_down() };
        assert!(passes(exact.next_down()) && !passes(exact.next_up().next_up()));
    }

    #[test]
    fn wrong_claims_about_the_narrowest_place_are_found() {
        let walls = room(&[Outline::polyline([[8.0, 0.0], [8.0, 6.0]]), Outline::polyline([[8.0, 8.0], [8.0, 16.0]])]);
        let reach = Reach::of(&walls);
        let (from, to) = (Point::new(4.0, 8.0), Point::new(12.0, 7.0));
        let check = |radius: f64, x: f64, y: f64| {
            reach.check_widest(from, to, Widest { radius, narrowest: Point::new(x, y) }, 1e-9)
        };
        assert_eq!(check(1.0, 8.0, 7.0), Ok(()));
        assert!(check(1.1, 8.0, 7.0).is_err() && check(1.0, 8.1, 7.0).is_err() && check(0.9, 8.0, 6.9).is_err());
    }
}
