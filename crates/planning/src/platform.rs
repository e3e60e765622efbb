//! Gaps in the floor, and platforms that move over them.
//!
//! Σ1–Σ3 look at a floor without gaps, as if a platform were always there: whether one is, when it is needed, is for Σ4 to know.

use crate::published::Motion;
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Bounds, Point};

/// A rectangle that moves as published and carries who stands on it.
///
/// Who rides it walks with its velocity: seen from the platform it stands.
#[derive(Clone, Debug, PartialEq)]
pub struct Platform {
    /// Half its extent along x and y, in metres.
    pub half: [f64; 2],
    /// When its centre is where: seconds, rising. Straight and at constant speed between; before and after, it stands.
    pub knots: Vec<(f64, Point)>,
}

impl Platform {
    /// Where the centre is at a time.
    pub fn at(&self, time: f64) -> Option<Point> {
        let next = self.knots.partition_point(|knot| knot.0 <= time);
        match (next.checked_sub(1).map(|i| self.knots[i]), self.knots.get(next)) {
            (Some((begin, from)), Some(&(end, to))) => Some(from.lerp(to, (time - begin) / (end - begin))),
            (Some((_, at)), None) => Some(at),
            (None, first) => first.map(|knot| knot.1),
        }
    }

    /// Whether a point is over it at a time.
    fn is_under(&self, p: Point, time: f64) -> bool {
        let reach = self.half.map(|half| half + 1e-9);
        self.at(time).is_some_and(|at| (p.x - at.x).abs() <= reach[0] && (p.y - at.y).abs() <= reach[1])
    }

    /// Whether it is under a point that moves, from one time to another. Between two knots both move straight, so the ends decide.
    fn carries(&self, motion: &Motion, begin: f64, end: f64) -> bool {
        let turns = self.knots.iter().map(|knot| knot.0).filter(|&time| begin < time && time < end);
        [begin, end].into_iter().chain(turns).all(|time| self.is_under(motion.at(time), time))
    }
}

/// What carries the agents: everything but the gaps, and in these the platforms.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Footing {
    /// Where the floor is missing: open rectangles.
    pub gaps: Vec<Bounds>,
    /// What moves over them.
    pub platforms: Vec<Platform>,
}

impl Footing {
    /// Whether there is something under a point all through its motion.
    pub fn carries(&self, motion: &Motion) -> bool {
        self.gaps
            .iter()
            .filter_map(|gap| over(gap, motion))
            .all(|(begin, end)| self.platforms.iter().any(|platform| platform.carries(motion, begin, end)))
    }
}

/// The time a motion spends over a rectangle, if it does.
fn over(gap: &Bounds, motion: &Motion) -> Option<(f64, f64)> {
    let (mut from, mut to) = (0.0f64, 1.0f64);
    let axes = [(motion.from.x, motion.to.x, gap.min.x, gap.max.x), (motion.from.y, motion.to.y, gap.min.y, gap.max.y)];
    for (a, b, low, high) in axes {
        if a == b {
            if !(low < a && a < high) {
                return None;
            }
            continue;
        }
        let [enter, leave] = [(low - a) / (b - a), (high - a) / (b - a)];
        (from, to) = (from.max(enter.min(leave)), to.min(enter.max(leave)));
    }
    // A motion without duration is over the gap or not.
    let is_over = from < to || from == to && motion.from == motion.to;
    let time = |share: f64| motion.begin + share * (motion.end - motion.begin);
    is_over.then(|| (time(from), time(to)))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn p(x: f64, y: f64) -> Point {
        Point::new(x, y)
    }

    /// A gap from x = 10 to x = 20, and a ferry of two metres that leaves its west side at 5 s and takes 16 s.
    fn ferry() -> Footing {
        let gap = Bounds { min: p(10.0, 0.0), max: p(20.0, 10.0) };
        let knots = vec![(5.0, p(11.0, 5.0)), (21.0, p(19.0, 5.0))];
        Footing { gaps: vec![gap], platforms: vec![Platform { half: [1.0, 1.0], knots }] }
    }

    #[test]
    fn a_gap_carries_only_who_is_on_the_platform() {
        let footing = ferry();
        let stands =
            |x: f64, y: f64, time: f64| footing.carries(&Motion { from: p(x, y), to: p(x, y), begin: time, end: time });
        assert!(stands(9.0, 5.0, 0.0) && stands(10.0, 5.0, 9.0) && stands(25.0, 5.0, 9.0));
        assert!(stands(11.0, 5.0, 0.0) && !stands(11.0, 7.5, 0.0));
        assert!(!stands(11.0, 5.0, 13.0) && stands(15.0, 5.0, 13.0));
    }

    #[test]
    fn who_rides_moves_with_the_platform() {
        let footing = ferry();
        let moves = |from: f64, to: f64, begin: f64, end: f64| {
            footing.carries(&Motion { from: p(from, 5.0), to: p(to, 5.0), begin, end })
        };
        // Steps on board, rides, steps off.
        assert!(moves(9.0, 11.0, 3.0, 5.0) && moves(11.0, 19.0, 5.0, 21.0) && moves(19.0, 21.0, 21.0, 22.0));
        // Stands still while the platform leaves; walks off its bow; waits for the bend of its course and misses it.
        assert!(!moves(11.0, 11.0, 5.0, 13.0) && !moves(11.0, 21.0, 0.0, 8.0) && !moves(11.0, 19.0, 0.0, 21.0));
    }
}
