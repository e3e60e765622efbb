//! Lines of sight, locations and nearest points on random maps, against brute force.

use super::case_seed;
use crate::generate::coarse_soup;
use crate::oracle::sight::sees;
use crate::rng::Rng;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::{Bounds, Outline, Point};
use navigant_mesh::Map;
use navigant_mesh::internals::MapInternals as _;

/// Questions asked in one case.
pub const QUERIES_PER_CASE: u64 = 40;

/// One case: a small map where much coincides, and lines between points of the same coarse grid.
///
/// # Errors
/// The line that is answered wrongly.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
    let cells = [4, 6, 8, 16][rng.below(4) as usize];
    let count = 1 + rng.below(8) as usize;
    let outlines: Vec<Outline> = coarse_soup(rng.next_u64(), world, cells).take(count).collect();
    let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
    let map = Map::build(&[floor], &outlines).map_err(|e| e.to_string())?.0;
    // Half as fine as the soup: points in faces, on edges and on vertices alike.
    let cell = 32.0 / f64::from(cells);
    for _ in 0..QUERIES_PER_CASE {
        let mut place = || {
            let mut at = || f64::from(rng.below(2 * cells + 1)) * cell;
            Point::new(at(), at())
        };
        let (from, to) = (place(), place());
        let [a, b] = [from, to].map(|p| map.lattice().snap(p));
        let (a, b) = (a.map_err(|e| e.to_string())?, b.map_err(|e| e.to_string())?);
        let expected = sees(&map, a, b);
        if map.sees(from, to) != expected {
            return Err(format!("{from} sees {to}: should be {expected}; {outlines:?}"));
        }
        if map.sees(to, from) != expected {
            return Err(format!("{to} sees {from}: should be {expected}; {outlines:?}"));
        }
        check_nearest(&map, from)?;
    }
    Ok(())
}

fn check_nearest(map: &Map, p: Point) -> Result<(), String> {
    let brute = map.faces().filter(|&f| map.is_free(f)).map(|f| {
        let corners = map.corners(f).map(|v| map.point(v));
        let inside = (0..3).all(|i| {
            let (a, b) = (corners[i], corners[(i + 1) % 3]);
            (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0
        });
        let side = |i: usize| navigant_geometry::internals::distance_to_segment(p, corners[i], corners[(i + 1) % 3]);
        if inside { 0.0 } else { side(0).min(side(1)).min(side(2)) }
    });
    let expected = brute.min_by(f64::total_cmp);
    let found = map.nearest_walkable(p).map(|q| q.distance(p));
    match (expected, found) {
        (None, None) => Ok(()),
        // Points are rounded to the lattice before they are asked about.
        (Some(a), Some(b)) if (a - b).abs() <= map.lattice().step() => Ok(()),
        _ => Err(format!("nearest to {p}: at {found:?}, should be at {expected:?}")),
    }
}
