//! Hostile outlines on so few coordinates that everything coincides.

use super::shapes::bounds;
use super::soup::{Soup, soup};
use crate::rng::Rng;
use navigant_geometry::internals::OutlineInternals as _;
use navigant_geometry::{Bounds, Outline, Point};

/// How many earlier outlines may come again.
const MEMORY: usize = 16;

/// An endless stream of outlines whose corners all lie on a grid of `cells` × `cells` over `world`.
///
/// Corners, edges and whole outlines coincide all the time, edges run through corners, and nearly every circle through
/// three corners passes through a fourth. Half of the stream is [`soup`] rounded to the grid; the rest are boxes,
/// triangles, polylines, boxes with holes, and outlines that were here before, as they were or turned around. With a
/// world and a number of cells that are powers of two the corners are lattice points exactly.
///
/// ```
/// use navigant_geometry::{Bounds, Point};
/// use navigant_testing::generate::coarse_soup;
/// let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
/// let outline = coarse_soup(7, world, 8).next().unwrap();
/// assert!(outline.rings().flatten().all(|p| p.x % 8.0 == 0.0 && p.y % 8.0 == 0.0));
/// ```
pub fn coarse_soup(seed: u64, world: Bounds, cells: u32) -> CoarseSoup {
    let soup = soup(seed ^ 0xC0A2_5E50, world);
    CoarseSoup { rng: Rng::new(seed), world, cells: cells.max(1), soup, earlier: Vec::new() }
}

/// The iterator that [`coarse_soup`] returns.
#[derive(Clone, Debug)]
pub struct CoarseSoup {
    rng: Rng,
    world: Bounds,
    cells: u32,
    soup: Soup,
    earlier: Vec<Outline>,
}

impl Iterator for CoarseSoup {
    type Item = Outline;

    fn next(&mut self) -> Option<Outline> {
        let outline = match self.rng.below(12) {
            0..6 => rings_mapped(&self.soup.next()?, |ring| ring.iter().map(|&p| self.rounded(p)).collect()),
            6..8 => Outline::polygon(self.boxed()),
            8 => Outline::polygon(self.corners(3)),
            9 => {
                let count = 2 + self.rng.below(4);
                Outline::polyline(self.corners(count))
            }
            10 => Outline::polygon(self.boxed()).with_hole(self.boxed()),
            _ => self.again(),
        };
        if self.earlier.len() < MEMORY {
            self.earlier.push(outline.clone());
        } else {
            let place = self.rng.below(MEMORY as u32) as usize;
            self.earlier[place] = outline.clone();
        }
        Some(outline)
    }
}

impl CoarseSoup {
    fn cell(&self) -> (f64, f64) {
        let (width, height) = self.world.size();
        (width / f64::from(self.cells), height / f64::from(self.cells))
    }

    fn at(&self, x: f64, y: f64) -> Point {
        let (width, height) = self.cell();
        Point::new(self.world.min.x + x * width, self.world.min.y + y * height)
    }

    /// The corner of the grid nearest to a point; the grid goes on beyond the world.
    fn rounded(&self, p: Point) -> Point {
        let (width, height) = self.cell();
        self.at(((p.x - self.world.min.x) / width).round(), ((p.y - self.world.min.y) / height).round())
    }

    fn corners(&mut self, count: u32) -> Vec<Point> {
        (0..count)
            .map(|_| {
                let (x, y) = (self.rng.below(self.cells + 1), self.rng.below(self.cells + 1));
                self.at(f64::from(x), f64::from(y))
            })
            .collect()
    }

    /// The corners of a box: one to three cells wide mostly, sometimes without width or height.
    fn boxed(&mut self) -> Vec<Point> {
        let (x, y) = (f64::from(self.rng.below(self.cells)), f64::from(self.rng.below(self.cells)));
        let largest = if self.rng.chance(0.2) { self.cells + 1 } else { 4 };
        let (width, height) = (f64::from(self.rng.below(largest)), f64::from(self.rng.below(largest)));
        let b = bounds(x, y, width, height);
        [[b.min.x, b.min.y], [b.max.x, b.min.y], [b.max.x, b.max.y], [b.min.x, b.max.y]]
            .map(|[x, y]| self.at(x, y))
            .to_vec()
    }

    /// An earlier outline: the same, backwards, starting elsewhere, or moved by a cell.
    fn again(&mut self) -> Outline {
        if self.earlier.is_empty() {
            return Outline::polygon(self.boxed());
        }
        let outline = self.rng.pick(&self.earlier).clone();
        let (width, height) = self.cell();
        match self.rng.below(4) {
            0 => outline,
            1 => rings_mapped(&outline, |ring| ring.iter().rev().copied().collect()),
            2 => rings_mapped(&outline, |ring| ring.iter().cycle().skip(1).take(ring.len()).copied().collect()),
            _ => outline.translated(
                width * (f64::from(self.rng.below(3)) - 1.0),
                height * (f64::from(self.rng.below(3)) - 1.0),
            ),
        }
    }
}

/// The same outline with each of its rings changed.
fn rings_mapped(outline: &Outline, map: impl Fn(&[Point]) -> Vec<Point>) -> Outline {
    match outline {
        Outline::Polygon { exterior, holes } => {
            Outline::Polygon { exterior: map(exterior), holes: holes.iter().map(|hole| map(hole)).collect() }
        }
        Outline::Polyline(points) => Outline::Polyline(map(points)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const WORLD: Bounds = Bounds { min: Point::new(-8.0, 16.0), max: Point::new(8.0, 32.0) };

    #[test]
    fn a_coarse_soup_follows_from_its_seed_alone() {
        let first = |seed| coarse_soup(seed, WORLD, 8).take(200).collect::<Vec<_>>();
        assert_eq!(first(1), first(1));
        assert_ne!(first(1), first(2));
    }

    #[test]
    fn all_corners_lie_on_the_grid() {
        for outline in coarse_soup(2, WORLD, 8).take(2000) {
            assert!(outline.rings().flatten().all(|p| p.x % 2.0 == 0.0 && p.y % 2.0 == 0.0), "{outline:?}");
        }
    }

    #[test]
    fn whole_outlines_come_again() {
        let outlines: Vec<_> = coarse_soup(3, WORLD, 8).take(500).collect();
        let again = (1..outlines.len()).filter(|&i| outlines[..i].contains(&outlines[i])).count();
        assert!(again > 10, "{again}");
    }
}
