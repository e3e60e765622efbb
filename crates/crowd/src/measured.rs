//! Walls number by number: how far they are from a place is worked out for many at once.

use crate::walls::Wall;
use navigant_geometry::internals::Offset;

/// Walls, and how far they are from a place.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    walls: Vec<Wall>,
    left_x: Vec<f64>,
    left_y: Vec<f64>,
    along_x: Vec<f64>,
    along_y: Vec<f64>,
    /// One by the square of the length; nothing for a point.
    per_squared: Vec<f64>,
    /// The squares of the distances from the place that was measured from last.
    squared: Vec<f64>,
    /// Those near it.
    which: Vec<u32>,
}

impl Measured {
    pub(crate) fn clear(&mut self) {
        self.walls.clear();
        self.left_x.clear();
        self.left_y.clear();
        self.along_x.clear();
        self.along_y.clear();
        self.per_squared.clear();
    }

    pub(crate) fn push(&mut self, wall: Wall) {
        let along = wall.right - wall.left;
        let squared = along.squared();
        self.left_x.push(wall.left.x);
        self.left_y.push(wall.left.y);
        self.along_x.push(along.x);
        self.along_y.push(along.y);
        self.per_squared.push(if squared > 0.0 { 1.0 / squared } else { 0.0 });
        self.walls.push(wall);
    }

    /// Works out how far everything is from a place; what is seen from behind is infinitely far, if only what faces the place
    /// counts.
    #[inline]
    pub(crate) fn measure<const ONLY_FACING: bool>(&mut self, place: Offset) {
        self.squared.resize(self.walls.len(), 0.0);
        let ends = self.left_x.iter().zip(&self.left_y);
        let ways = self.along_x.iter().zip(&self.along_y).zip(&self.per_squared);
        for (squared, ((left_x, left_y), ((along_x, along_y), per_squared))) in
            self.squared.iter_mut().zip(ends.zip(ways))
        {
            let (x, y) = (place.x - left_x, place.y - left_y);
            let foot = (x * along_x + y * along_y) * per_squared;
            let foot = lesser(if foot > 0.0 { foot } else { 0.0 }, 1.0);
            let (x_off, y_off) = (x - along_x * foot, y - along_y * foot);
            let behind = if ONLY_FACING && along_x * y - along_y * x > 0.0 { f64::INFINITY } else { 0.0 };
            // Added, for a choice would become a jump.
            *squared = x_off * x_off + y_off * y_off + behind;
        }
    }

    /// Those nearer than a distance.
    #[inline]
    pub(crate) fn near(&mut self, distance: f64) -> impl Iterator<Item = Wall> + '_ {
        let len = self.list_near(distance);
        self.which[..len].iter().map(|&at| self.walls[at as usize])
    }

    /// The same, nearest first, of equally near ones the first.
    #[inline]
    pub(crate) fn nearest_first(&mut self, distance: f64) -> impl Iterator<Item = &Wall> {
        let len = self.list_near(distance);
        let (which, squared) = (&mut self.which[..len], &self.squared);
        which.sort_by(|&a, &b| squared[a as usize].total_cmp(&squared[b as usize]));
        which.iter().map(|&at| &self.walls[at as usize])
    }

    /// How far the nearest one is.
    pub(crate) fn least_distance(&self) -> f64 {
        self.squared.iter().copied().fold(f64::INFINITY, lesser).sqrt()
    }

    /// Lists those nearer than a distance, and counts them.
    #[inline]
    fn list_near(&mut self, distance: f64) -> usize {
        let (limit, mut len) = (distance * distance, 0);
        if self.which.len() < self.squared.len() {
            self.which.resize(self.squared.len(), 0);
        }
        let which = &mut self.which[..self.squared.len()];
        for (at, &squared) in self.squared.iter().enumerate() {
            // Written whether it counts or not, and kept only if it does: nobody could predict which.
            which[len] = at as u32;
            len += usize::from(squared < limit);
        }
        len
    }
}

#[inline]
fn lesser(a: f64, b: f64) -> f64 {
    if a < b { a } else { b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Rng;
    use crate::walls::tests::wall;

    #[test]
    fn many_at_once_are_as_far_as_one_by_one() {
        let mut rng = Rng::new(7);
        let mut point = |range: f64| Offset::new(rng.range(-range..range).round(), rng.range(-range..range).round());
        for round in 0..2000 {
            let mut measured = Measured::default();
            let range = [3.0, 1e3, 1e8][round % 3];
            let mut walls: Vec<Wall> = (0..round % 23).map(|_| wall(point(range), point(range))).collect();
            walls.extend((0..round % 2).map(|_| point(range)).map(|p| wall(p, p)));
            walls.iter().for_each(|&wall| measured.push(wall));
            let (place, distance) = (point(range), 0.7 * range);
            let is_clear = |wall: &&Wall| (wall.distance(place) - distance).abs() > 1e-6 * range;
            let is_near = |wall: &&Wall| wall.distance(place) < distance;
            let faces = |wall: &&Wall| (wall.left - wall.right).cross(place - wall.right) >= 0.0;
            measured.measure::<false>(place);
            let near: Vec<Wall> = measured.near(distance).filter(|wall| is_clear(&wall)).collect();
            assert_eq!(near, walls.iter().filter(is_near).filter(is_clear).copied().collect::<Vec<_>>(), "{round}");
            let least = walls.iter().map(|wall| wall.distance(place)).fold(f64::INFINITY, f64::min);
            assert!(walls.is_empty() || (measured.least_distance() - least).abs() <= 1e-6 * range, "{round}: {least}");
            measured.measure::<true>(place);
            let facing: Vec<f64> = measured.nearest_first(distance).map(|wall| wall.distance(place)).collect();
            let mut wanted: Vec<f64> =
                walls.iter().filter(is_near).filter(faces).map(|wall| wall.distance(place)).collect();
            wanted.sort_by(f64::total_cmp);
            let is_same =
                facing.len() == wanted.len() && facing.iter().zip(&wanted).all(|(a, b)| (a - b).abs() <= 1e-6 * range);
            assert!(is_same || walls.iter().any(|wall| !is_clear(&wall)), "{round}: {facing:?}, should be {wanted:?}");
        }
    }
}
