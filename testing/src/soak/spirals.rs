//! Ramps that wind over themselves, with obstacles, against all vertices that see each other.

mod discs;

use super::case_seed;
use crate::generate::spiral;
use crate::oracle::layered_paths::LayeredVisibility;
use crate::rng::Rng;
use navigant_geometry::internals::{LatticeInternals as _, PointInternals as _};
use navigant_geometry::{Outline, Point};
use navigant_mesh::internals::{IdInternals as _, LayerIdInternals as _, LayeredMapInternals as _};
use navigant_mesh::{LayerId, LayeredMap};
use navigant_search::internals::PathFinderInternals as _;
use navigant_search::plane::{LayeredQuery, NoLayeredPath, PathFinder};

/// Paths asked for in one case, for points and for discs.
pub const QUERIES_PER_CASE: u64 = 2 * STATES * QUERIES_PER_STATE;
const STATES: u64 = 3;
const QUERIES_PER_STATE: u64 = 12;
/// The graph of more vertices takes too long.
const MOST_VERTICES: usize = 160;

/// One case: a ramp, obstacles that come and go, and paths along it.
///
/// # Errors
/// The query that is answered wrongly.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut ramp = spiral(&mut rng);
    let is_tolled = rng.one_in(3);
    if is_tolled {
        let mut toll = || match rng.below(6) {
            0..3 => 0.0,
            3 => f64::INFINITY,
            _ => rng.range(0.0..4.0),
        };
        ramp.seams = ramp.seams.into_iter().map(|seam| seam.with_tolls(toll(), toll())).collect();
    }
    let mut map = LayeredMap::build(&ramp.layers, &ramp.seams).map_err(|e| format!("{e}: {ramp:?}"))?;
    let mut finder = PathFinder::new();
    let mut present = Vec::new();
    for _ in 0..STATES {
        for _ in 0..rng.between(1, 5) {
            if !present.is_empty() && rng.one_in(3) {
                let (id, _) = present.swap_remove(rng.below(present.len() as u32) as usize);
                map.remove(id).map_err(|e| e.to_string())?;
            } else {
                let (layer, at) = place(&mut rng, &ramp.layers);
                let outline = thing(&mut rng, at);
                let id = map.insert_on(layer, &outline).map_err(|e| e.to_string())?;
                present.push((id, (layer, outline)));
            }
        }
        let visibility = LayeredVisibility::of(&map);
        if visibility.len() > MOST_VERTICES {
            return Ok(());
        }
        for _ in 0..QUERIES_PER_STATE {
            let [from, to] = [0, 1].map(|_| {
                let (layer, p) = place(&mut rng, &ramp.layers);
                // On the lattice, so that nothing is rounded.
                (layer, map.as_map().lattice().snap(p).map_or(p, |at| map.as_map().lattice().world(at)))
            });
            if !map.is_walkable(from.0, from.1) || !map.is_walkable(to.0, to.1) {
                continue;
            }
            let high = |(layer, p): (LayerId, Point)| [p.x, p.y, ramp.rise * layer.index() as f64];
            let answer = finder.find_on_layers(&map, &LayeredQuery::new(high(from), high(to)));
            discs::ask(&mut rng, &ramp, &map, &present, [from, to]).map_err(|wrong| {
                let present: Vec<_> = present.iter().map(|(_, what)| what).collect();
                format!("{wrong}\n{ramp:?}\n{present:?}")
            })?;
            // What is paid is held against another oracle by the soak `tolls`.
            if is_tolled {
                continue;
            }
            let known = visibility.distance(&map, from, to);
            let is_right = match (&answer, known) {
                (Ok(path), Some(length)) => (path.plan.length - length).abs() <= 1e-9 * length.max(1.0),
                (Err(NoLayeredPath::Disconnected { .. }), None) => true,
                _ => false,
            };
            if !is_right {
                let answer = answer.map(|path| (path.plan.length, path.points));
                let present: Vec<_> = present.iter().map(|(_, what)| what).collect();
                return Err(format!(
                    "{from:?} to {to:?}: {answer:?}, and by brute force {known:?}\n{ramp:?}\n{present:?}"
                ));
            }
        }
    }
    Ok(())
}

/// A point of a sector.
fn place(rng: &mut Rng, layers: &[navigant_mesh::Layer]) -> (LayerId, Point) {
    let layer = rng.below(layers.len() as u32) as u16;
    let ring: Vec<Point> = layers[usize::from(layer)].floors[0].rings().flatten().copied().collect();
    let (s, t) = (rng.range(0.01..0.99), rng.range(0.01..0.99));
    (LayerId::new(layer), ring[0].lerp(ring[1], s).lerp(ring[3].lerp(ring[2], s), t))
}

/// A wall or a box at a point.
fn thing(rng: &mut Rng, at: Point) -> Outline {
    let [dx, dy] = rng.direction();
    let (long, wide) = (rng.range(0.2..3.0), rng.range(0.1..1.0));
    let corner = |a: f64, b: f64| [at.x + a * long * dx - b * wide * dy, at.y + a * long * dy + b * wide * dx];
    if rng.one_in(2) {
        Outline::polyline([corner(0.0, 0.0), corner(1.0, 0.0)])
    } else {
        Outline::polygon([corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)])
    }
}
