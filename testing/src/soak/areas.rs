//! Paths through weighted and forbidden regions, against a brute-force graph.

use super::case_seed;
use crate::oracle::areas::{Area, cheapest, straight_cost};
use crate::rng::Rng;
use navigant_geometry::{Outline, Point};
use navigant_mesh::{AreaMesh, Map};
use navigant_search::plane::{AreaCosts, AreaFinder, NoAreaPath, PathFinder, Query};
use std::sync::atomic::{AtomicU64, Ordering};

/// Queries in one case.
pub const QUERIES_PER_CASE: u64 = 2;
/// No path costs more than this above the oracle's.
const MOST: f64 = 0.01;

/// How much dearer our paths were than the oracle's, in millionths: the sum, the worst, and how many.
static EXCESS: [AtomicU64; 3] = [const { AtomicU64::new(0) }; 3];

/// What the cases so far came to.
pub fn summary() -> String {
    let [sum, worst, count] = EXCESS.each_ref().map(|n| n.load(Ordering::Relaxed) as f64);
    format!(
        "{count} paths, on average {:.4} % and at most {:.4} % above the oracle",
        sum / count.max(1.0) / 1e4,
        worst / 1e4
    )
}

/// One case: a hall with some boxes, and regions of three kinds over it.
///
/// # Errors
/// A path that costs too much or enters what is forbidden.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).map_err(text)?;
    for _ in 0..rng.below(5) {
        let (x, y) = (rng.range(4.0..50.0), rng.range(4.0..50.0));
        let (w, h) = (rng.range(1.0..14.0), rng.range(1.0..14.0));
        map.insert(&Outline::rectangle([x, y], [x + w, y + h])).map_err(text)?;
    }
    let factors = [Some(rng.range(1.2..6.0)), Some(rng.range(0.3..0.9)), None];
    let kinds = ["grass", "road", "water"];
    let mut areas = Vec::new();
    for _ in 0..rng.between(1, 4) {
        let kind = rng.below(3) as usize;
        let (x, y) = (rng.range(8.0..56.0), rng.range(8.0..56.0));
        let corners = rng.between(3, 6);
        let (turn, size) = (rng.range(0.0..6.0), rng.range(3.0..18.0));
        let ring: Vec<Point> = (0..corners)
            .map(|i| {
                let angle = turn + std::f64::consts::TAU * f64::from(i) / f64::from(corners);
                let stretch = if kind == 1 { 2.0 } else { 1.0 };
                let snap = |c: f64| (c * 64.0).round() / 64.0;
                Point::new(snap(x + stretch * size * angle.cos()), snap(y + size / stretch * angle.sin()))
            })
            .collect();
        map.insert_region(kinds[kind], &Outline::polygon(ring.clone())).map_err(text)?;
        areas.push(Area { ring, factor: factors[kind] });
    }
    let mesh = AreaMesh::of(&map);
    let mut finder = AreaFinder::new();
    for _ in 0..QUERIES_PER_CASE {
        let [from, to] = [(); 2].map(|()| {
            let snap = |c: f64| (c * 64.0).round() / 64.0;
            Point::new(snap(rng.range(1.0..63.0)), snap(rng.range(1.0..63.0)))
        });
        check(&map, &mesh, &mut finder, &areas, [from, to], (&kinds, &factors))
            .map_err(|e| format!("{from} to {to}: {e}\n{areas:?}"))?;
        let radius = 0.2 + 1.3 * from.x.fract();
        check_disc(&map, &mesh, &mut finder, &areas, [from, to], radius, &costs_of(&kinds, &factors)?)
            .map_err(|e| format!("{from} to {to} with radius {radius}: {e}\n{areas:?}"))?;
    }
    Ok(())
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn costs_of(kinds: &[&str; 3], factors: &[Option<f64>; 3]) -> Result<AreaCosts, String> {
    let mut costs = AreaCosts::new();
    for (kind, factor) in kinds.iter().zip(factors) {
        costs = match factor {
            Some(factor) => costs.with(kind, *factor).map_err(text)?,
            None => costs.without(kind),
        };
    }
    Ok(costs)
}

/// A disc has room all along its path, which costs what it is said to, no less than a point's, and no more than the shortest path.
fn check_disc(
    map: &Map,
    mesh: &AreaMesh,
    finder: &mut AreaFinder,
    areas: &[Area],
    [from, to]: [Point; 2],
    radius: f64,
    costs: &AreaCosts,
) -> Result<(), String> {
    let query = Query::new(from, to).with_radius(radius);
    let found = match finder.find(map, mesh, &query, costs) {
        Ok(found) => found,
        Err(NoAreaPath::Stale | NoAreaPath::WalledOff) => return Err("it is stale or walled off".into()),
        Err(_) => return Ok(()),
    };
    let cost = |points: &[Point]| points.windows(2).map(|leg| straight_cost(map, areas, leg[0], leg[1])).sum::<f64>();
    // Without costs it is the shortest path, which has arcs.
    let points = found.path.polyline(1e-3);
    if let Some(leg) =
        points.windows(2).find(|leg| !map.sees_as_disc(leg[0], leg[1], (radius * (1.0 - 1e-4) - 1e-3).max(0.0)))
    {
        return Err(format!("there is no room from {} to {}", leg[0], leg[1]));
    }
    let measured = cost(&points);
    if found.cost.is_nan() || (measured - found.cost).abs() > 1e-3 * found.cost + 1e-3 {
        return Err(format!("costs {measured}, is said to cost {}: {points:?}", found.cost));
    }
    if let Ok(point) = finder.find(map, mesh, &Query::new(from, to), costs)
        && found.cost < point.cost * (1.0 - MOST)
    {
        return Err(format!("costs {}, a point's path {}", found.cost, point.cost));
    }
    // All of the disc keeps off what is forbidden, so the shortest path does where that is an obstacle.
    let mut closed = map.clone();
    for area in areas.iter().filter(|area| area.factor.is_none()) {
        closed.insert(&Outline::polygon(area.ring.clone())).map_err(text)?;
    }
    if let Ok(shortest) = PathFinder::new().find(&closed, &query) {
        let shortest = cost(&shortest.polyline(1e-3));
        if found.cost > shortest * (1.0 + MOST) {
            return Err(format!("costs {}, the shortest path {shortest}", found.cost));
        }
    }
    Ok(())
}

fn check(
    map: &Map,
    mesh: &AreaMesh,
    finder: &mut AreaFinder,
    areas: &[Area],
    [from, to]: [Point; 2],
    (kinds, factors): (&[&str; 3], &[Option<f64>; 3]),
) -> Result<(), String> {
    let costs = costs_of(kinds, factors)?;
    let query = Query::new(from, to);
    // Without costs it is the shortest path, to the last bit.
    let plain = finder.find(map, mesh, &query, &AreaCosts::new()).map(|found| found.path.length.to_bits());
    let shortest = PathFinder::new().find(map, &query).map(|path| path.length.to_bits());
    if plain != shortest.map_err(NoAreaPath::NoPath) {
        return Err(format!("without costs {plain:?}, not the shortest path"));
    }
    let found = match finder.find(map, mesh, &query, &costs) {
        Ok(found) => found,
        Err(NoAreaPath::Forbidden(_) | NoAreaPath::WalledOff | NoAreaPath::NoPath(_)) => return Ok(()),
        Err(reason) => return Err(reason.to_string()),
    };
    // What it is said to cost is what it costs, and nothing forbidden is entered.
    let mut measured = 0.0;
    for leg in found.path.points.windows(2) {
        measured += straight_cost(map, areas, leg[0], leg[1]);
    }
    if found.cost.is_nan() || (measured - found.cost).abs() > 1e-3 * found.cost + 1e-3 {
        return Err(format!("costs {measured}, is said to cost {}: {:?}", found.cost, found.path.points));
    }
    let Some(expected) = cheapest(map, areas, [from, to], 0.002) else { return Ok(()) };
    let excess = (found.cost / expected - 1.0).max(0.0);
    EXCESS[0].fetch_add((excess * 1e6) as u64, Ordering::Relaxed);
    EXCESS[1].fetch_max((excess * 1e6) as u64, Ordering::Relaxed);
    EXCESS[2].fetch_add(1, Ordering::Relaxed);
    if excess > MOST {
        return Err(format!("costs {}, {expected} is possible: {:?}", found.cost, found.path.points));
    }
    Ok(())
}
