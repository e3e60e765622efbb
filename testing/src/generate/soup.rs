//! Hostile outlines: everything that a user's file could hold and a careless map builder would trip over.

use super::shapes::{bounds, point_in, rectangle, round};
use crate::rng::Rng;
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Bounds, Outline, Point};

/// How many earlier edges new outlines may touch.
const MEMORY: usize = 64;

/// An endless stream of hostile outlines in and around `world`.
///
/// Self-crossing, wound twice, with repeated points, collinear, tiny, huge, spiked, needle-thin; holes that overlap,
/// poke out, or equal their ring; walls and posts. A good part of them touches what came before: shares its corners,
/// lies on its edges, runs along them a hair's breadth off, or crosses them many times near one place. Coordinates are
/// always finite and at most ten times the world's size away from it.
///
/// ```
/// use navigant_geometry::{Bounds, Point};
/// use navigant_testing::generate::soup;
/// let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(100.0, 100.0) };
/// assert_eq!(soup(7, world).take(50).count(), 50);
/// ```
pub fn soup(seed: u64, world: Bounds) -> Soup {
    Soup { rng: Rng::new(seed), world, edges: Vec::new() }
}

/// The iterator that [`soup`] returns.
#[derive(Clone, Debug)]
pub struct Soup {
    rng: Rng,
    world: Bounds,
    edges: Vec<(Point, Point)>,
}

impl Iterator for Soup {
    type Item = Outline;

    fn next(&mut self) -> Option<Outline> {
        let outline = match self.rng.below(20) {
            0..3 => self.tangle(),
            3 => self.wound_twice(),
            4 => self.stammer(),
            5 => self.collinear(),
            6 => self.tiny(),
            7 => self.huge(),
            8 => self.spiked(),
            9 => self.needle(),
            10..12 => self.holed(),
            12 => self.walls(),
            13 => self.post(),
            14..16 => self.touching(),
            16 => self.hair_off(),
            17 => self.fan(),
            _ => self.tame(),
        };
        self.remember(&outline);
        Some(outline)
    }
}

impl Soup {
    fn size(&self) -> f64 {
        let (width, height) = self.world.size();
        width.max(height)
    }

    /// A box somewhere in the world, from a hundredth to a half of its size.
    fn place(&mut self) -> Bounds {
        let at = point_in(&mut self.rng, self.world);
        let largest = self.size() * if self.rng.chance(0.2) { 0.5 } else { 0.15 };
        let mut side = || self.rng.range(0.07..1.0) * largest;
        bounds(at.x, at.y, side(), side())
    }

    fn points_in(&mut self, b: Bounds, count: u32) -> Vec<Point> {
        (0..count).map(|_| point_in(&mut self.rng, b)).collect()
    }

    /// Random corners in random order: crosses itself.
    fn tangle(&mut self) -> Outline {
        let place = self.place();
        let count = 3 + self.rng.below(8);
        Outline::polygon(self.points_in(place, count))
    }

    /// A star that winds twice around its middle.
    fn wound_twice(&mut self) -> Outline {
        let place = self.place();
        let radius = place.size().0 / 2.0;
        let star = round(&mut self.rng, place.min, radius, 5);
        let ring: Vec<Point> = star.rings().flatten().copied().collect();
        Outline::polygon([0, 2, 4, 1, 3].map(|i| ring[i]))
    }

    /// Each point several times, sometimes the whole ring over again, forwards or backwards.
    fn stammer(&mut self) -> Outline {
        let place = self.place();
        let count = 3 + self.rng.below(3);
        let points = self.points_in(place, count);
        let mut ring: Vec<Point> = points.iter().flat_map(|&p| vec![p; 1 + self.rng.below(3) as usize]).collect();
        match self.rng.below(3) {
            0 => ring.extend(points),
            1 => ring.extend(points.into_iter().rev()),
            _ => {}
        }
        Outline::polygon(ring)
    }

    /// All corners on one line, axis-parallel or not.
    fn collinear(&mut self) -> Outline {
        let place = self.place();
        let to = match self.rng.below(3) {
            0 => Point::new(place.max.x, place.min.y),
            1 => Point::new(place.min.x, place.max.y),
            _ => place.max,
        };
        let count = 2 + self.rng.below(5);
        Outline::polygon((0..count).map(|_| place.min.lerp(to, f64::from(self.rng.below(9)) / 8.0)))
    }

    /// So small that some or all corners fall into one lattice step.
    fn tiny(&mut self) -> Outline {
        let at = point_in(&mut self.rng, self.world);
        let size = self.size() * self.rng.pick(&[1e-9, 1e-8, 3e-8, 1e-7, 1e-6]);
        let count = 3 + self.rng.below(4);
        Outline::polygon(self.points_in(bounds(at.x, at.y, size, size), count))
    }

    /// Larger than the world, around it or through it.
    fn huge(&mut self) -> Outline {
        let size = self.size();
        let around = bounds(self.world.min.x - 5.0 * size, self.world.min.y - 5.0 * size, 11.0 * size, 11.0 * size);
        if self.rng.chance(0.3) {
            let inside = self.place();
            let [x0, y0, x1, y1] = [inside.min.x, inside.min.y, inside.max.x, inside.max.y];
            rectangle(around).with_hole([[x0, y0], [x1, y0], [x1, y1], [x0, y1]])
        } else {
            let corner = point_in(&mut self.rng, self.world);
            let mut points = self.points_in(around, 2);
            points.push(corner);
            Outline::polygon(points)
        }
    }

    /// A box with antennae that run out and back the same way.
    fn spiked(&mut self) -> Outline {
        let place = self.place();
        let mut ring: Vec<Point> = rectangle(place).rings().flatten().copied().collect();
        for _ in 0..1 + self.rng.below(3) {
            let at = self.rng.below(ring.len() as u32) as usize;
            let tip = point_in(&mut self.rng, self.world);
            let foot = ring[at];
            ring.splice(at..at, [foot, tip]);
        }
        Outline::polygon(ring)
    }

    /// A long triangle a few lattice steps wide.
    fn needle(&mut self) -> Outline {
        let ends = self.points_in(self.world, 2);
        let beside = self.near(ends[0]);
        Outline::polygon([ends[0], ends[1], beside])
    }

    /// Holes inside, across the rim, outside, on top of each other, equal to the ring itself.
    fn holed(&mut self) -> Outline {
        let place = self.place();
        let count = 3 + self.rng.below(6);
        let mut outline = if self.rng.chance(0.5) {
            rectangle(place)
        } else {
            round(&mut self.rng, place.min.lerp(place.max, 0.5), place.size().0, count)
        };
        for _ in 0..1 + self.rng.below(3) {
            let hole = match self.rng.below(5) {
                0 => outline.rings().next().unwrap_or(&[]).to_vec(),
                1 => {
                    let elsewhere = self.place();
                    self.points_in(elsewhere, 3)
                }
                _ => {
                    let corners = 3 + self.rng.below(3);
                    self.points_in(place, corners)
                }
            };
            outline = outline.with_hole(hole);
        }
        outline
    }

    /// A polyline, sometimes closed, sometimes through its own points again.
    fn walls(&mut self) -> Outline {
        let place = self.place();
        let count = 2 + self.rng.below(6);
        let mut points = self.points_in(place, count);
        if self.rng.chance(0.3) {
            points.push(points[0]);
        }
        if self.rng.chance(0.2) {
            points.extend(points.clone().into_iter().rev());
        }
        Outline::polyline(points)
    }

    /// One point, as a ring or as a polyline.
    fn post(&mut self) -> Outline {
        let at = vec![point_in(&mut self.rng, self.world); 1 + self.rng.below(3) as usize];
        if self.rng.chance(0.5) { Outline::polygon(at) } else { Outline::polyline(at) }
    }

    /// Corners on the corners and edges of earlier outlines; sometimes one of their edges exactly.
    fn touching(&mut self) -> Outline {
        let place = self.place();
        let mut ring = Vec::new();
        for _ in 0..3 + self.rng.below(3) {
            let (from, to) = self.earlier_edge();
            match self.rng.below(5) {
                0 => ring.extend([from, to]),
                1 => ring.push(from),
                2 => ring.push(from.lerp(to, 0.5)),
                3 => ring.push(from.lerp(to, self.rng.range(0.0..1.0))),
                _ => ring.push(point_in(&mut self.rng, place)),
            }
        }
        Outline::polygon(ring)
    }

    /// Along an earlier edge, or over its ends, a few lattice steps off.
    fn hair_off(&mut self) -> Outline {
        let (from, to) = self.earlier_edge();
        let stretch = self.rng.range(-0.5..0.5);
        let ends = [from.lerp(to, stretch), to.lerp(from, stretch)].map(|p| self.near(p));
        if self.rng.chance(0.5) {
            Outline::polyline(ends)
        } else {
            let corner = point_in(&mut self.rng, self.world);
            Outline::polygon([ends[0], ends[1], corner])
        }
    }

    /// Many long edges through nearly one point, by preference one on an earlier edge.
    fn fan(&mut self) -> Outline {
        let (from, to) = self.earlier_edge();
        let middle = from.lerp(to, self.rng.range(0.0..1.0));
        let length = self.size() * self.rng.range(0.05..0.3);
        let mut ring = Vec::new();
        for _ in 0..3 + self.rng.below(4) {
            let [cos, sin] = self.rng.direction();
            let through = self.near(middle);
            let (dx, dy) = (cos * length, sin * length);
            ring.extend([Point::new(through.x - dx, through.y - dy), Point::new(through.x + dx, through.y + dy)]);
        }
        Outline::polygon(ring)
    }

    /// An ordinary box or round thing, so that the rest has something ordinary to meet.
    fn tame(&mut self) -> Outline {
        let place = self.place();
        if self.rng.chance(0.5) {
            return rectangle(place);
        }
        let corners = 3 + self.rng.below(10);
        round(&mut self.rng, place.min, place.size().0 / 2.0, corners)
    }

    /// A point within a few lattice steps of another: the lattice has about 2²⁶ steps across the world.
    fn near(&mut self, p: Point) -> Point {
        let off = self.size() * 2f64.powi(-26) * self.rng.pick(&[0.0, 0.5, 2.0, 30.0]);
        Point::new(p.x + self.rng.range(-off..off), p.y + self.rng.range(-off..off))
    }

    fn earlier_edge(&mut self) -> (Point, Point) {
        if self.edges.is_empty() {
            return (point_in(&mut self.rng, self.world), point_in(&mut self.rng, self.world));
        }
        *self.rng.pick(&self.edges)
    }

    /// Keeps some edges, in the place of others once there are enough. Those of huge outlines would drag the rest away.
    fn remember(&mut self, outline: &Outline) {
        for ring in outline.rings() {
            let from = self.rng.below(ring.len() as u32) as usize;
            let edge = (ring[from], ring[(from + 1) % ring.len()]);
            if !self.world.contains(edge.0) || !self.world.contains(edge.1) {
                continue;
            }
            if self.edges.len() < MEMORY {
                self.edges.push(edge);
            } else {
                let place = self.rng.below(MEMORY as u32) as usize;
                self.edges[place] = edge;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::internals::LatticeInternals as _;
    use navigant_geometry::internals::Loops;
    use navigant_geometry::{Lattice, Role};

    const WORLD: Bounds = Bounds { min: Point::new(-50.0, 0.0), max: Point::new(50.0, 80.0) };

    #[test]
    fn a_soup_follows_from_its_seed_alone() {
        let first = |seed| soup(seed, WORLD).take(200).collect::<Vec<_>>();
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
    }

    #[test]
    fn every_outline_is_accepted_by_the_lattice() {
        let lattice = Lattice::covering(WORLD).unwrap();
        for outline in soup(3, WORLD).take(5000) {
            assert!(Loops::from_outline(&outline, &lattice).is_ok(), "{outline:?}");
            assert!(outline.rings().flatten().all(|p| p.x.abs() < 1000.0 && p.y.abs() < 1000.0), "{outline:?}");
        }
    }

    #[test]
    fn a_soup_holds_posts_walls_holes_and_outlines_that_share_edges() {
        let lattice = Lattice::covering(WORLD).unwrap();
        let (mut posts, mut walls, mut holes, mut shared) = (0, 0, 0, 0);
        let mut seen = std::collections::BTreeSet::new();
        for outline in soup(4, WORLD).take(1000) {
            let loops = Loops::from_outline(&outline, &lattice).unwrap();
            posts += loops.chains().filter(|(_, points)| points.len() == 1).count();
            walls += loops.chains().filter(|(role, _)| *role == Role::Wall).count();
            holes += loops.chains().filter(|(role, _)| *role == Role::Hole).count();
            let edges: Vec<_> = loops
                .segments(0..loops.chains().count())
                .map(|(_, _, s)| (s.a.min(s.b), s.a.max(s.b)))
                .filter(|(a, b)| a != b)
                .collect();
            shared += usize::from(edges.iter().any(|edge| seen.contains(edge)));
            seen.extend(edges);
        }
        assert!(posts > 20 && walls > 20 && holes > 50 && shared > 20, "{posts} {walls} {holes} {shared}");
    }
}
