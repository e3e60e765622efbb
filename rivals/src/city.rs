//! The city where things are built and edited, and where in it a square fits.

use navigant_geometry::{Bounds, Outline, Point};
use navigant_testing::generate;
use navigant_testing::rng::Rng;

/// The side of the square that is inserted and removed, in metres.
pub(crate) const SIDE: f64 = 2.0;
/// How far a square keeps from every wall, in metres: spade cannot undo a crossing.
const GAP: f64 = 0.05;
/// The cells that tell which buildings may be near a point, in metres.
const CELL: f64 = 8.0;

/// The place of an axis-parallel square.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Square {
    pub(crate) bounds: Bounds,
}

impl Square {
    pub(crate) fn around(centre: Point) -> Square {
        let half = SIDE / 2.0;
        let (min, max) = (Point::new(centre.x - half, centre.y - half), Point::new(centre.x + half, centre.y + half));
        Square { bounds: Bounds { min, max } }
    }

    pub(crate) fn corners(self) -> [Point; 4] {
        let Bounds { min, max } = self.bounds;
        [min, Point::new(max.x, min.y), max, Point::new(min.x, max.y)]
    }

    pub(crate) fn outline(self) -> Outline {
        Outline::rectangle(self.bounds.min, self.bounds.max)
    }
}

/// A city and which of its buildings are near where.
pub(crate) struct City {
    pub(crate) side: f64,
    pub(crate) floor: Outline,
    pub(crate) buildings: Vec<Outline>,
    cells: Vec<Vec<u32>>,
}

impl City {
    /// A square city of `side` metres whose buildings have about `corners` corners.
    pub(crate) fn new(seed: u64, side: f64, corners: usize) -> City {
        let (floor, buildings) = generate::city(seed, side, side, corners);
        City::of(side, floor, buildings)
    }

    fn of(side: f64, floor: Outline, buildings: Vec<Outline>) -> City {
        let mut city = City { side, floor, buildings, cells: Vec::new() };
        let across = city.across();
        city.cells.resize(across * across, Vec::new());
        for (index, building) in city.buildings.iter().enumerate() {
            for cell in building.bounds().into_iter().flat_map(|bounds| cells_of(bounds, across)) {
                city.cells[cell].push(index as u32);
            }
        }
        city
    }

    /// How many cells lie side by side.
    fn across(&self) -> usize {
        (self.side / CELL).ceil() as usize
    }

    /// A city as dense as the one of 500 m with 21,000 corners, of any size.
    pub(crate) fn of_corners(seed: u64, corners: usize) -> City {
        City::new(seed, 500.0 * (corners as f64 / 21_000.0).sqrt(), corners)
    }

    /// The same city without the buildings whose box meets the box of one before.
    pub(crate) fn without_contact(mut self) -> City {
        let mut kept: Vec<Option<Bounds>> = Vec::with_capacity(self.buildings.len());
        let (mut cells, across) = (vec![Vec::<u32>::new(); self.cells.len()], self.across());
        for (index, building) in self.buildings.iter().enumerate() {
            let bounds = building.bounds().filter(|&b| {
                let near = cells_of(b, across).flat_map(|cell| &cells[cell]);
                !near.filter_map(|&other| kept[other as usize]).any(|other| overlap(b, other))
            });
            kept.push(bounds);
            if let Some(bounds) = bounds {
                cells_of(bounds, across).for_each(|cell| cells[cell].push(index as u32));
            }
        }
        let mut kept = kept.into_iter();
        self.buildings.retain(|_| kept.next().flatten().is_some());
        City::of(self.side, self.floor, self.buildings)
    }

    /// The buildings within [`SIDE`] of a point, by their boxes, and some more.
    fn near(&self, p: Point) -> impl Iterator<Item = &Outline> {
        let across = self.across();
        self.cells[cell_of(p.y, across) * across + cell_of(p.x, across)]
            .iter()
            .map(|&index| &self.buildings[index as usize])
    }

    /// Whether a point lies in a building.
    pub(crate) fn covers(&self, p: Point) -> bool {
        self.near(p).any(|building| {
            let mut rings = building.rings();
            rings.next().is_some_and(|exterior| winds_around(exterior, p)) && !rings.any(|hole| winds_around(hole, p))
        })
    }

    /// Random squares that stand free: on the floor, in no building, touching no wall.
    pub(crate) fn free_places(&self, seed: u64, count: usize) -> Vec<Square> {
        let mut rng = Rng::new(seed);
        let mut places = Vec::with_capacity(count);
        while places.len() < count {
            let mut coordinate = || rng.range(SIDE..self.side - SIDE);
            let centre = Point::new(coordinate(), coordinate());
            let square = Square::around(centre);
            if self.near(centre).all(|building| stands_clear(square, building)) && !self.covers(centre) {
                places.push(square);
            }
        }
        places
    }
}

/// The row or column of cells for a coordinate; what lies outside the city belongs to its rim.
fn cell_of(coordinate: f64, across: usize) -> usize {
    ((coordinate / CELL).max(0.0) as usize).min(across - 1)
}

/// The cells within [`SIDE`] of a box.
fn cells_of(Bounds { min, max }: Bounds, across: usize) -> impl Iterator<Item = usize> {
    let span = move |low: f64, high: f64| cell_of(low - SIDE, across)..=cell_of(high + SIDE, across);
    span(min.y, max.y).flat_map(move |y| span(min.x, max.x).map(move |x| y * across + x))
}

/// Whether two boxes have a point in common.
fn overlap(a: Bounds, b: Bounds) -> bool {
    a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
}

/// The edges of a closed ring.
fn edges(ring: &[Point]) -> impl Iterator<Item = (Point, Point)> {
    ring.iter().zip(ring.iter().cycle().skip(1)).map(|(a, b)| (*a, *b))
}

/// Whether no edge of a building comes near a square.
fn stands_clear(square: Square, building: &Outline) -> bool {
    let Bounds { min, max } = square.bounds;
    let kept = Bounds { min: Point::new(min.x - GAP, min.y - GAP), max: Point::new(max.x + GAP, max.y + GAP) };
    !building.rings().flat_map(edges).any(|(a, b)| meets(kept, a, b))
}

/// Whether a segment meets a box: some part of it is left after clipping it by each pair of sides.
fn meets(b: Bounds, from: Point, to: Point) -> bool {
    let (mut enters, mut leaves) = (0.0f64, 1.0f64);
    for (start, end, low, high) in [(from.x, to.x, b.min.x, b.max.x), (from.y, to.y, b.min.y, b.max.y)] {
        if start == end {
            if start < low || start > high {
                return false;
            }
            continue;
        }
        let (at_low, at_high) = ((low - start) / (end - start), (high - start) / (end - start));
        enters = enters.max(at_low.min(at_high));
        leaves = leaves.min(at_low.max(at_high));
    }
    enters <= leaves
}

/// Whether a ring winds around a point, by the edges it crosses to its right.
fn winds_around(ring: &[Point], p: Point) -> bool {
    let mut winding = 0;
    for (a, b) in edges(ring) {
        if (a.y <= p.y) != (b.y <= p.y) {
            let side = (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x);
            if (side > 0.0) == (b.y > a.y) {
                winding += if b.y > a.y { 1 } else { -1 };
            }
        }
    }
    winding != 0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn free_places_touch_no_building() {
        let city = City::new(1, 100.0, 840);
        for square in city.free_places(2, 200) {
            let Bounds { min, max } = square.bounds;
            assert!(min.x > 0.0 && min.y > 0.0 && max.x < 100.0 && max.y < 100.0);
            for i in 0..=8 {
                for j in 0..=8 {
                    let p = Point::new(min.x + SIDE * f64::from(i) / 8.0, min.y + SIDE * f64::from(j) / 8.0);
                    assert!(!city.covers(p), "{p} of {square:?}");
                }
            }
        }
    }

    #[test]
    fn courtyards_are_not_covered_and_walls_are() {
        let hole = [[15.0, 15.0], [25.0, 15.0], [25.0, 25.0], [15.0, 25.0]];
        let building = Outline::rectangle([10.0, 10.0], [30.0, 30.0]).with_hole(hole);
        let city = City::of(40.0, Outline::rectangle([0.0, 0.0], [40.0, 40.0]), vec![building]);
        assert!(city.covers(Point::new(12.0, 20.0)) && !city.covers(Point::new(20.0, 20.0)));
        assert!(!city.covers(Point::new(5.0, 20.0)));
    }

    #[test]
    fn without_contact_no_two_boxes_meet_and_most_buildings_stay() {
        let city = City::new(1, 100.0, 840);
        let count = city.buildings.len();
        let apart = city.without_contact();
        let boxes: Vec<_> = apart.buildings.iter().filter_map(Outline::bounds).collect();
        for (i, a) in boxes.iter().enumerate() {
            assert!(boxes[..i].iter().all(|b| !overlap(*a, *b)));
        }
        assert!(boxes.len() > count / 3, "{} of {count}", boxes.len());
    }

    #[test]
    fn segments_meet_boxes_they_cross_touch_or_lie_in() {
        let b = Bounds { min: Point::new(0.0, 0.0), max: Point::new(2.0, 2.0) };
        let meets = |x0, y0, x1, y1| meets(b, Point::new(x0, y0), Point::new(x1, y1));
        assert!(meets(-1.0, 1.0, 3.0, 1.0) && meets(0.5, 0.5, 1.0, 1.0) && meets(2.0, -1.0, 2.0, 3.0));
        assert!(!meets(-1.0, 2.5, 3.0, 2.5) && !meets(1.0, -2.0, 4.0, 1.0) && !meets(3.0, 1.0, 4.0, 1.0));
    }

    #[test]
    fn all_cities_are_equally_dense() {
        let (small, large) = (City::of_corners(1, 1000), City::of_corners(1, 4000));
        assert!((large.side / small.side - 2.0).abs() < 1e-9);
    }
}
