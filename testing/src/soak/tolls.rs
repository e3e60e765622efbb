//! Tolls and one-way seams: what paths cost through floors cut along chords and up ramps that wind over themselves, against all corners.

use super::case_seed;
use crate::generate::{cut, spiral};
use crate::oracle::tolled_paths::TolledCorners;
use crate::rng::Rng;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::{Outline, Point};
use navigant_mesh::internals::{LayerIdInternals as _, LayeredMapInternals as _};
use navigant_mesh::{Layer, LayerId, LayeredMap, Seam};
use navigant_search::internals::PathFinderInternals as _;
use navigant_search::plane::{LayeredQuery, NoLayeredPath, PathFinder};

/// Paths asked for in one case.
pub const QUERIES_PER_CASE: u64 = 10;
/// Metres a side of a floor that is cut.
const SIZE: f64 = 64.0;
/// Dijkstra's search over more corners takes too long.
const MOST_CORNERS: usize = 1500;

/// One case: layers, tolls, obstacles that come and go, and paths.
///
/// # Errors
/// The query that is answered wrongly.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let (layers, mut seams, rise, size) = if rng.one_in(3) {
        let ramp = spiral(&mut rng);
        (ramp.layers, ramp.seams, ramp.rise, 1.0)
    } else {
        let most = rng.between(2, 12) as usize;
        let cut = cut(&mut rng, SIZE, most);
        (cut.layers, cut.seams, 0.0, 4.0)
    };
    for seam in &mut seams {
        let mut toll = || match rng.below(6) {
            0 | 1 => 0.0,
            2 => f64::INFINITY,
            _ => size * rng.range(0.0..5.0),
        };
        *seam = seam.with_tolls(toll(), toll());
    }
    let mut map = LayeredMap::build(&layers, &seams).map_err(|e| format!("{e}: {layers:?} {seams:?}"))?;
    let mut present = Vec::new();
    for _ in 0..rng.between(0, 9) {
        if !present.is_empty() && rng.one_in(4) {
            let (id, _) = present.swap_remove(rng.below(present.len() as u32) as usize);
            map.remove(id).map_err(|e| e.to_string())?;
        } else {
            let (layer, at) = place(&mut rng, &map, &layers);
            let outline = thing(&mut rng, at, size);
            let id = map.insert_on(layer, &outline).map_err(|e| e.to_string())?;
            present.push((id, (layer, outline)));
        }
    }
    let corners = TolledCorners::of(&map);
    if corners.len() > MOST_CORNERS {
        return Ok(());
    }
    let mut finder = PathFinder::new();
    for _ in 0..QUERIES_PER_CASE {
        let [from, to] = [0, 1].map(|_| place(&mut rng, &map, &layers));
        if !map.is_walkable(from.0, from.1) || !map.is_walkable(to.0, to.1) {
            continue;
        }
        compare(&map, &corners, &mut finder, [from, to], rise).map_err(|wrong| {
            let present: Vec<_> = present.iter().map(|(_, what)| what).collect();
            format!("{wrong}\n{layers:?}\n{seams:?}\n{present:?}")
        })?;
    }
    Ok(())
}

fn compare(
    map: &LayeredMap,
    corners: &TolledCorners<'_>,
    finder: &mut PathFinder,
    [from, to]: [(LayerId, Point); 2],
    rise: f64,
) -> Result<(), String> {
    let high = |(layer, p): (LayerId, Point)| {
        [p.x, p.y, if rise > 0.0 { map.height_at(layer, p).unwrap_or(0.0) } else { 0.0 }]
    };
    let answer = finder.find_on_layers(map, &LayeredQuery::new(high(from), high(to)));
    let known = corners.cost(from, to);
    let is_right = match (&answer, known) {
        (Ok(path), Some(cost)) => {
            let is_least = (path.cost - cost).abs() <= 1e-9 * cost.max(1.0);
            is_least && (path.cost - path.plan.length - tolls(map, path.points[0].layer, &path.seams)).abs() < 1e-9
        }
        (Err(NoLayeredPath::Disconnected { .. }), None) => true,
        _ => false,
    };
    if is_right {
        return Ok(());
    }
    let answer = answer.map(|path| (path.cost, path.plan.length, path.seams, path.points));
    Err(format!("{from:?} to {to:?}: {answer:?}, and by brute force {known:?}"))
}

/// What crossing some seams one after another costs, from a layer on.
fn tolls(map: &LayeredMap, mut layer: LayerId, crossed: &[navigant_mesh::SeamId]) -> f64 {
    use navigant_mesh::internals::IdInternals as _;
    let seams: Vec<Seam> = map.seams().collect();
    let mut sum = 0.0;
    for seam in crossed.iter().map(|seam| seams[seam.index()]) {
        let side = usize::from(seam.layers[0] != layer);
        sum += seam.tolls[side];
        layer = seam.layers[1 - side];
    }
    sum
}

/// A point of the lattice on a layer.
fn place(rng: &mut Rng, map: &LayeredMap, layers: &[Layer]) -> (LayerId, Point) {
    let layer = rng.below(layers.len() as u32) as usize;
    let ring: Vec<Point> = layers[layer].floors[0].rings().flatten().copied().collect();
    // Floors of one piece are convex: a mean of their corners is inside.
    let weights: Vec<f64> = ring.iter().map(|_| rng.range(0.01..1.0)).collect();
    let sum: f64 = weights.iter().sum();
    let mean = |c: fn(&Point) -> f64| ring.iter().zip(&weights).map(|(p, w)| c(p) * w / sum).sum::<f64>();
    let p = Point::new(mean(|p| p.x), mean(|p| p.y));
    let lattice = map.as_map().lattice();
    (LayerId::new(layer as u16), lattice.snap(p).map_or(p, |at| lattice.world(at)))
}

/// A wall or a box at a point.
fn thing(rng: &mut Rng, at: Point, size: f64) -> Outline {
    let [dx, dy] = rng.direction();
    let (long, wide) = (size * rng.range(0.2..4.0), size * rng.range(0.1..1.0));
    let corner = |a: f64, b: f64| [at.x + a * long * dx - b * wide * dy, at.y + a * long * dy + b * wide * dx];
    if rng.one_in(2) {
        Outline::polyline([corner(0.0, 0.0), corner(1.0, 0.0)])
    } else {
        Outline::polygon([corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)])
    }
}
