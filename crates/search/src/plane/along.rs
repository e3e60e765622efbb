//! Walking along a path: arc length, the point at a distance, what is left.

use super::path::{Path, PathPiece, Proof};
use navigant_geometry::internals::{PointInternals as _, nearest_on_segment};
use navigant_mesh::Point;

impl PathPiece {
    /// Its length in metres.
    fn length(&self) -> f64 {
        match *self {
            PathPiece::Straight { from, to } => from.distance(to),
            PathPiece::Arc { centre, from, turn, .. } => from.distance(centre) * turn.abs(),
        }
    }

    /// Its point at a fraction of its length.
    pub(super) fn point_at(&self, fraction: f64) -> Point {
        match *self {
            PathPiece::Straight { from, to } => from.lerp(to, fraction),
            PathPiece::Arc { centre, from, turn, .. } => {
                let (sin, cos) = libm::sincos(turn * fraction);
                let (x, y) = (from.x - centre.x, from.y - centre.y);
                Point::new(centre.x + cos * x - sin * y, centre.y + sin * x + cos * y)
            }
        }
    }

    /// Where it comes nearest to a point, as a fraction of its length.
    fn nearest_fraction(&self, p: Point) -> f64 {
        match *self {
            PathPiece::Straight { from, to } => {
                let length = from.distance(to);
                if length > 0.0 { from.distance(nearest_on_segment(p, from, to)) / length } else { 0.0 }
            }
            PathPiece::Arc { centre, from, turn, .. } => {
                let [(ax, ay), (bx, by)] = [from, p].map(|p| (p.x - centre.x, p.y - centre.y));
                let angle = libm::atan2(ax * by - ay * bx, ax * bx + ay * by) * turn.signum();
                // Behind the start by less than what is left of the circle is nearer to the start than to the end.
                let rest = std::f64::consts::TAU - turn.abs();
                let angle = if angle < -0.5 * rest { angle + std::f64::consts::TAU } else { angle };
                if turn == 0.0 { 0.0 } else { (angle / turn.abs()).clamp(0.0, 1.0) }
            }
        }
    }
}

/// Where something is on a path.
#[derive(Clone, Copy, Debug)]
pub(super) struct OnPath {
    /// The distance from the start along the path, in metres.
    pub(super) distance: f64,
    /// How far off the path it is, in metres.
    pub(super) off: f64,
}

impl Path {
    /// The point at a distance in metres along the path; the start for distances below 0, the goal for those beyond its length.
    ///
    /// `None` for a path without points, which no search returns, and for a distance that is not a number. Cost: linear in the
    /// bends.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_search::plane::{FindPath, Query};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 20.0]))?;
    /// map.insert(&Outline::rectangle([9.0, 0.0], [11.0, 10.0]))?;
    /// let path = map.find_path(Query::new([2.0, 2.0], [18.0, 2.0]).with_radius(0.5))?;
    /// assert_eq!(path.at(0.0), Some([2.0, 2.0].into()));
    /// assert_eq!(path.at(path.length / 2.0).map(|p| (p.x * 1e6).round() / 1e6), Some(10.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn at(&self, distance: f64) -> Option<Point> {
        let (start, goal) = (*self.points.first()?, *self.points.last()?);
        if distance.is_nan() {
            return None;
        }
        if distance <= 0.0 {
            return Some(start);
        }
        let found = self.piece_at(distance).map(|(_, piece, fraction)| piece.point_at(fraction));
        Some(found.unwrap_or(goal))
    }

    /// Walks a distance in metres along the path: cuts off what lies behind, and returns where the path begins now. Distances
    /// below 0 count as 0; beyond the end, the path has its goal alone and no length.
    ///
    /// The rest of a shortest path is a shortest path, so the [proof](Proof) holds for it; a lower bound becomes less by the
    /// distance. `None`, and nothing happens, for a path without points and a distance that is not a number.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_search::plane::{FindPath, Query};
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 20.0]))?;
    /// let mut path = map.find_path(Query::new([2.0, 2.0], [18.0, 2.0]))?;
    /// let (speed, dt) = (1.5, 0.1);
    /// while path.length > 0.0 {
    ///     let here = path.advance(speed * dt);
    ///     assert!(here.is_some_and(|here| here.y == 2.0));
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn advance(&mut self, distance: f64) -> Option<Point> {
        let here = self.at(distance)?;
        if distance <= 0.0 {
            return Some(here);
        }
        let is_with_arcs = self.has_arcs();
        let piece = self.piece_at(distance).map(|(index, ..)| index);
        let walked = distance.min(self.length);
        if let Some(index) = piece {
            // Where there are arcs, an odd piece is one, and a leg without length leads to its rest.
            let is_arc = is_with_arcs && index % 2 == 1;
            let bends = if is_with_arcs { index / 2 } else { index };
            self.bends.drain(..bends.min(self.bends.len()));
            self.corners.drain(..bends.min(self.corners.len()));
            self.points.drain(..index);
            self.points[0] = here;
            if is_arc {
                self.points.insert(0, here);
            }
            self.length -= walked;
        } else {
            self.points.drain(..self.points.len() - 1);
            self.points.push(here);
            self.bends.clear();
            self.corners.clear();
            self.length = 0.0;
        }
        if let Proof::AtLeast(lower) = &mut self.proof {
            *lower = (*lower - walked).max(0.0);
        }
        Some(here)
    }

    /// The length in metres that is left from the point of the path that is nearest to a position; for an agent that follows it
    /// from afar or is pushed aside. 0 for a path without points, and for a position that is not a number.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_search::plane::{FindPath, Query};
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 20.0]))?;
    /// let path = map.find_path(Query::new([2.0, 2.0], [18.0, 2.0]))?;
    /// assert_eq!(path.remaining([5.0, 2.4]), 13.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn remaining(&self, from: impl Into<Point>) -> f64 {
        self.nearest(from.into()).map_or(0.0, |on| (self.length - on.distance).max(0.0))
    }

    /// The place on the path that is nearest to a point, the first of several.
    pub(super) fn nearest(&self, p: Point) -> Option<OnPath> {
        if !p.is_finite() {
            return None;
        }
        let mut best: Option<OnPath> = None;
        let mut behind = 0.0;
        for piece in self.pieces() {
            let (fraction, length) = (piece.nearest_fraction(p), piece.length());
            let on = OnPath { distance: behind + fraction * length, off: piece.point_at(fraction).distance(p) };
            if best.is_none_or(|best| on.off < best.off) {
                best = Some(on);
            }
            behind += length;
        }
        best
    }

    /// The piece at a distance along the path, its index, and the fraction of it that lies before; `None` beyond the end.
    fn piece_at(&self, distance: f64) -> Option<(usize, PathPiece, f64)> {
        if distance >= self.length {
            return None;
        }
        let mut left = distance;
        for (index, piece) in self.pieces().enumerate() {
            let length = piece.length();
            if left < length {
                return Some((index, piece, left / length));
            }
            left -= length;
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use crate::plane::{FindPath, Path, PathPiece, Proof, Query};
    use navigant_mesh::{Map, Outline, Point};

    /// Around three walls in turn, to either side.
    fn slalom(radius: f64, extra: f64) -> (Map, Path) {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap();
        for (x, low, high) in [(10.0, 0.0, 12.0), (20.0, 8.0, 20.0), (30.0, 0.0, 12.0)] {
            map.insert(&Outline::rectangle([x, low], [x + 1.0, high])).unwrap();
        }
        let query = Query::new([2.0, 3.0], [38.0, 3.0]).with_radius(radius).with_comfort(extra, 1.2);
        let path = map.find_path(query).unwrap();
        (map, path)
    }

    fn paths() -> Vec<Path> {
        [(0.0, 0.0), (0.5, 0.0), (0.3, 1.0)].map(|(radius, extra)| slalom(radius, extra).1).into()
    }

    #[test]
    fn points_at_distances_lie_on_the_fine_polyline() {
        for path in paths() {
            let line = path.polyline(1e-6);
            let mut walked = 0.0;
            for leg in line.windows(2) {
                walked += leg[0].distance(leg[1]);
                let at = path.at(walked).unwrap();
                assert!(at.distance(leg[1]) < 1e-3, "{at} instead of {} after {walked} m", leg[1]);
            }
            assert!((walked - path.length).abs() < 1e-3);
        }
    }

    #[test]
    fn distances_beyond_the_ends_are_the_ends() {
        for path in paths() {
            let [first, last] = [path.points[0], path.points[path.points.len() - 1]];
            assert_eq!([-1.0, f64::NEG_INFINITY].map(|d| path.at(d)), [Some(first); 2]);
            assert_eq!([path.length, f64::INFINITY].map(|d| path.at(d)), [Some(last); 2]);
            assert_eq!(path.at(f64::NAN), None);
        }
        let mut nowhere = Path::default();
        assert_eq!((nowhere.at(1.0), nowhere.advance(1.0), nowhere.remaining([0.0, 0.0])), (None, None, 0.0));
    }

    #[test]
    fn walking_in_small_steps_comes_by_the_points_at_the_same_distances() {
        for whole in paths() {
            let mut path = whole.clone();
            let mut walked = 0.0;
            while path.length > 0.0 {
                let here = path.advance(0.37).unwrap();
                walked += 0.37;
                assert!(here.distance(whole.at(walked).unwrap()) < 1e-6, "after {walked} m");
                assert!((path.length - (whole.length - walked).max(0.0)).abs() < 1e-6);
                let sum: f64 = path.pieces().map(|piece| piece.length()).sum();
                assert!((sum - path.length).abs() < 1e-6, "{sum} m in pieces, {} m in all", path.length);
                assert!(path.bends.len() == path.corners.len() && path.points[0] == here);
            }
            assert!((path.bends.len(), path.points.last()) == (0, whole.points.last()));
        }
    }

    #[test]
    fn the_rest_of_a_shortest_path_is_the_shortest() {
        for radius in [0.0, 0.5] {
            let (map, mut path) = slalom(radius, 0.0);
            for _ in 0..20 {
                let here = path.advance(2.0).unwrap();
                let fresh = map.find_path(Query::new(here, [38.0, 3.0]).with_radius(radius)).unwrap();
                assert!((fresh.length - path.length).abs() < 1e-4, "{} m instead of {} m", path.length, fresh.length);
                assert_eq!(path.proof, Proof::Shortest);
            }
        }
        let (_, mut path) = slalom(0.3, 1.0);
        let Proof::AtLeast(before) = path.proof else { panic!("{:?}", path.proof) };
        path.advance(5.0);
        assert_eq!(path.proof, Proof::AtLeast(before - 5.0));
    }

    #[test]
    fn what_remains_is_measured_from_the_nearest_place() {
        for path in paths() {
            for i in 0..100 {
                let distance = path.length * f64::from(i) / 100.0;
                let left = path.remaining(path.at(distance).unwrap());
                assert!((left - (path.length - distance)).abs() < 1e-6, "{left} m after {distance} m");
            }
        }
    }

    #[test]
    fn beside_an_arc_its_nearer_end_counts() {
        let [centre, from, to] = [[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Point::from);
        let quarter = PathPiece::Arc { centre, from, to, turn: std::f64::consts::FRAC_PI_2 };
        let fractions = [[2.0, -1.0], [-1.0, 2.0], [3.0, 3.0], [-1.0, -1.1], [-1.1, -1.0]];
        let found = fractions.map(|p| (quarter.nearest_fraction(p.into()) * 1e6).round() / 1e6);
        assert_eq!(found, [0.0, 1.0, 0.5, 0.0, 1.0]);
    }
}
