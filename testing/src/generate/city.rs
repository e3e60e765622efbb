//! A city: blocks and streets, buildings of all shapes, trees and cars.

use super::shapes::{bounds, point_in, rectangle, round, turned_rectangle};
use super::{Scene, corners};
use crate::rng::Rng;
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Bounds, Outline, Point};

/// Corners that a lot with its building has on average.
const CORNERS_A_LOT: f64 = 8.6;
/// The part of the floor that lots cover; the rest is streets.
const LOT_SHARE: f64 = 0.58;
/// The part of the corners that belongs to trees and cars.
const FURNITURE_SHARE: f64 = 0.08;

/// A city of `width` × `height` metres whose obstacles have at least `vertices` corners, and hardly more.
///
/// Streets run between blocks of two rows of lots. Lots, and with them streets, are as large as the wanted number
/// of corners allows: 500 × 500 m with 20,000 corners is an old town with houses of about 7 m and alleys of 3 to 6 m.
/// A lot carries a box, an L, a box turned out of line, a block around a courtyard, a tower, or a comb-shaped hall. Row
/// houses share walls exactly, annexes overlap their house and sometimes the street, some lots stay empty.
///
/// ```
/// use navigant_testing::generate::{city, corners};
/// let (_floor, buildings) = city(7, 500.0, 500.0, 20_000);
/// assert!((20_000..20_050).contains(&corners(&buildings)));
/// ```
pub fn city(seed: u64, width: f64, height: f64, vertices: usize) -> Scene {
    let mut rng = Rng::new(seed);
    let floor = bounds(0.0, 0.0, width, height);
    let lot = (width * height * LOT_SHARE * CORNERS_A_LOT / vertices.max(1) as f64).sqrt().min(width.min(height) / 4.0);
    let mut lots = lots(&mut rng, floor, lot);
    rng.shuffle(&mut lots);

    let built = (vertices as f64 * (1.0 - FURNITURE_SHARE)) as usize;
    let mut outlines = Vec::new();
    let mut count = 0;
    for lot in lots {
        if count >= built {
            break;
        }
        let before = outlines.len();
        build_on(&mut rng, lot, &mut outlines);
        count += corners(&outlines[before..]);
    }
    while count < vertices {
        outlines.push(furniture(&mut rng, floor, lot));
        count += corners(&outlines[outlines.len() - 1..]);
    }
    (rectangle(floor), outlines)
}

/// The lots of all blocks. Lots of one block share their borders exactly.
fn lots(rng: &mut Rng, floor: Bounds, lot: f64) -> Vec<Bounds> {
    let mut lots = Vec::new();
    let rows = blocks(rng, floor.min.y, floor.max.y, lot, 2);
    let columns = blocks(rng, floor.min.x, floor.max.x, lot, 6);
    for ys in &rows {
        for xs in &columns {
            let pairs = ys.windows(2).flat_map(|y| xs.windows(2).map(move |x| (x, y)));
            lots.extend(pairs.map(|(x, y)| Bounds { min: Point::new(x[0], y[0]), max: Point::new(x[1], y[1]) }));
        }
    }
    lots
}

/// Cuts one side of the city into blocks of up to `most` lots with streets between; each block is its lots' borders.
fn blocks(rng: &mut Rng, from: f64, to: f64, lot: f64, most: u32) -> Vec<Vec<f64>> {
    let mut blocks = Vec::new();
    let mut at = from + street(rng, lot);
    loop {
        let count = if most > 2 { 2 + rng.below(most - 1) } else { most };
        let mut borders = vec![at];
        for _ in 0..count {
            at += lot * rng.range(0.8..1.2);
            borders.push(at);
        }
        borders.retain(|&border| border < to - lot * 0.3);
        if borders.len() < 2 {
            return blocks;
        }
        blocks.push(borders);
        at += street(rng, lot);
    }
}

/// The width of a street: mostly an alley, sometimes an avenue.
fn street(rng: &mut Rng, lot: f64) -> f64 {
    if rng.chance(0.15) { lot * rng.range(0.8..1.3) } else { lot * rng.range(0.35..0.6) }
}

/// Puts a building on a lot, sometimes with an annex that overlaps it.
fn build_on(rng: &mut Rng, lot: Bounds, outlines: &mut Vec<Outline>) {
    let ground = inset(rng, lot);
    let (width, height) = ground.size();
    let centre = ground.min.lerp(ground.max, 0.5);
    outlines.push(match rng.below(20) {
        0..5 => rectangle(ground),
        5..9 => ell(rng, ground),
        9..12 => {
            let direction = rng.direction();
            turned_rectangle(centre, width * rng.range(0.25..0.4), height * rng.range(0.25..0.4), direction)
        }
        12..15 => courtyard(rng, ground),
        15..17 => {
            let corners = 6 + rng.below(9);
            round(rng, centre, width.min(height) / 2.0, corners)
        }
        _ => comb(rng, ground),
    });
    if rng.chance(0.2) {
        let at = point_in(rng, ground);
        let (w, h) = (width * rng.range(0.15..0.35), height * rng.range(0.15..0.35));
        outlines.push(if rng.chance(0.5) {
            rectangle(bounds(at.x - w, at.y - h, w * 2.0, h * 2.0))
        } else {
            let direction = rng.direction();
            turned_rectangle(at, w, h, direction)
        });
    }
}

/// The part of a lot that is built on: each side either at its border, where the neighbour's wall may be, or inside.
fn inset(rng: &mut Rng, lot: Bounds) -> Bounds {
    let (width, height) = lot.size();
    let mut side = |size: f64| if rng.chance(0.4) { 0.0 } else { size * rng.range(0.05..0.2) };
    Bounds {
        min: Point::new(lot.min.x + side(width), lot.min.y + side(height)),
        max: Point::new(lot.max.x - side(width), lot.max.y - side(height)),
    }
}

/// An L: a box without one of its quarters.
fn ell(rng: &mut Rng, b: Bounds) -> Outline {
    let cut = Point::new(
        b.min.x + (b.max.x - b.min.x) * rng.range(0.3..0.7),
        b.min.y + (b.max.y - b.min.y) * rng.range(0.3..0.7),
    );
    let corners = [b.min, Point::new(b.max.x, b.min.y), b.max, Point::new(b.min.x, b.max.y)];
    let missing = rng.below(4) as usize;
    Outline::polygon((0..4).flat_map(|i| {
        let corner = corners[i];
        if i != missing {
            return vec![corner];
        }
        let (beside_x, beside_y) = (Point::new(cut.x, corner.y), Point::new(corner.x, cut.y));
        // The two corners at the rim, in the order of the ring.
        if i % 2 == 0 { vec![beside_y, cut, beside_x] } else { vec![beside_x, cut, beside_y] }
    }))
}

/// A box around one or two yards.
fn courtyard(rng: &mut Rng, b: Bounds) -> Outline {
    let wall = rng.range(0.15..0.28);
    let at = |u: f64, v: f64| Point::new(b.min.x + (b.max.x - b.min.x) * u, b.min.y + (b.max.y - b.min.y) * v);
    let yard = |from: f64, to: f64| [at(from, wall), at(to, wall), at(to, 1.0 - wall), at(from, 1.0 - wall)];
    let whole = rectangle(b);
    if rng.chance(0.3) {
        let middle = 0.5 - wall / 3.0;
        whole.with_hole(yard(wall, middle)).with_hole(yard(1.0 - middle, 1.0 - wall))
    } else {
        whole.with_hole(yard(wall, 1.0 - wall))
    }
}

/// A hall with wings: a comb of two to four teeth.
fn comb(rng: &mut Rng, b: Bounds) -> Outline {
    let teeth = 2 + rng.below(3);
    let (width, height) = b.size();
    let slots = f64::from(2 * teeth - 1);
    let inner = b.min.y + height * rng.range(0.3..0.6);
    let mut ring = vec![b.min, Point::new(b.max.x, b.min.y)];
    for slot in (0..2 * teeth - 1).rev() {
        let (right, left) = (b.min.x + width * f64::from(slot + 1) / slots, b.min.x + width * f64::from(slot) / slots);
        let top = if slot % 2 == 0 { b.max.y } else { inner };
        ring.extend([Point::new(right, top), Point::new(left, top)]);
    }
    Outline::polygon(ring)
}

/// A tree or a parked car, anywhere.
fn furniture(rng: &mut Rng, floor: Bounds, lot: f64) -> Outline {
    let at = point_in(rng, floor);
    if rng.chance(0.5) {
        let (radius, corners) = (lot * rng.range(0.03..0.08), 5 + rng.below(4));
        round(rng, at, radius, corners)
    } else {
        let direction = rng.direction();
        turned_rectangle(at, lot * 0.18, lot * 0.08, direction)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_city_follows_from_its_seed_alone() {
        assert_eq!(city(1, 200.0, 100.0, 2000), city(1, 200.0, 100.0, 2000));
        assert_ne!(city(1, 200.0, 100.0, 2000), city(2, 200.0, 100.0, 2000));
    }

    #[test]
    fn a_city_has_the_corners_it_was_asked_for() {
        for (width, height, vertices) in [(500.0, 500.0, 20_000), (30.0, 40.0, 100), (1000.0, 200.0, 5000)] {
            for seed in 0..5 {
                let count = corners(&city(seed, width, height, vertices).1);
                assert!((vertices..vertices + 40).contains(&count), "seed {seed}: {count} of {vertices}");
            }
        }
    }

    #[test]
    fn most_corners_are_buildings_and_houses_stay_on_the_floor() {
        let (floor, outlines) = city(3, 500.0, 500.0, 20_000);
        let furniture = outlines.iter().rev().take_while(|o| o.bounds().unwrap().size().0 < 4.0).count();
        assert!(furniture * 6 < 20_000 / 8, "{furniture} pieces of furniture had to make up for houses");
        let floor = floor.bounds().unwrap();
        let roomy = bounds(-10.0, -10.0, floor.max.x + 20.0, floor.max.y + 20.0);
        assert!(outlines.iter().all(|o| o.rings().flatten().all(|&p| roomy.contains(p))));
    }

    #[test]
    fn a_city_has_every_kind_of_building() {
        let (_, outlines) = city(4, 300.0, 300.0, 5000);
        let has = |what: &str, test: &dyn Fn(&Outline) -> bool| assert!(outlines.iter().any(test), "no {what}");
        let ring = |o: &Outline, i: usize| o.rings().nth(i).map(<[_]>::len);
        has("box", &|o| ring(o, 0) == Some(4));
        has("L", &|o| ring(o, 0) == Some(6));
        has("courtyard", &|o| ring(o, 1) == Some(4));
        has("pair of yards", &|o| ring(o, 2) == Some(4));
        has("tower", &|o| ring(o, 0) == Some(13));
        has("comb", &|o| ring(o, 0) == Some(16));
    }

    #[test]
    fn absurd_wishes_are_harmless() {
        assert!(corners(&city(5, 10.0, 10.0, 0).1) < 40);
        assert!(corners(&city(5, 1.0, 1000.0, 10).1) < 60);
    }
}
