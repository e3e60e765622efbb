//! Paths of discs past things in rows: the length is the oracle's and the same in both directions, and work and memory grow with the map.

use super::case_seed;
use super::stored::StoredCase;
use crate::generate::racks;
use crate::oracle::clearance::{clearance, fits};
use crate::oracle::tangent_search::TangentSearch;
use crate::oracle::walls::Walls;
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_mesh::Map;
use navigant_mesh::internals::MapInternals as _;
use navigant_search::internals::PathFinderInternals as _;
use navigant_search::plane::{PathFinder, Query};

/// Queries in one case.
pub const QUERIES_PER_CASE: u64 = 6;
/// Expansions a vertex of the map.
const MOST_EXPANSIONS: u64 = 60;
/// Roots, nodes and tangents a vertex that are kept, for each vertex: all of a row may be seen from all of it, by two tangents each.
const MOST_KEPT: u64 = 2;
/// By how much lengths may differ, in metres.
const LEEWAY: f64 = 1e-6;

/// One case: things in a row, in rows, a comb, a star; a disc from a tenth to ten times as wide as the gaps.
///
/// # Errors
/// The query that is answered wrongly, or with too much work or memory.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let rack = racks(rng.next_u64());
    let (map, _) = Map::build(std::slice::from_ref(&rack.floor), &rack.things).map_err(|e| e.to_string())?;
    let walls = Walls::of(map.lattice(), std::slice::from_ref(&rack.floor), &rack.things).map_err(|e| e.to_string())?;
    let mut finder = PathFinder::new();
    for _ in 0..QUERIES_PER_CASE {
        let radius = rack.gap / 2.0 * 10f64.powf(rng.range(-1.0..1.0));
        let mut place = || {
            let mut place = rack.place(&mut rng);
            for _ in 0..20 {
                if fits(&walls, place, radius) {
                    break;
                }
                place = rack.place(&mut rng);
            }
            place
        };
        let (from, to) = (place(), place());
        check(&map, &walls, &mut finder, [from, to], radius).map_err(|wrong| {
            format!("{wrong}\n{}", StoredCase::asking(&rack.floor, &rack.things, [from, to], radius))
        })?;
    }
    Ok(())
}

fn check(map: &Map, walls: &Walls, finder: &mut PathFinder, [from, to]: [Point; 2], radius: f64) -> Result<(), String> {
    if !fits(walls, from, radius) || !fits(walls, to, radius) {
        let room = |p: Point| clearance(walls, p).map_or(0.0, |c| c.radius);
        return match finder.find(map, &Query::new(from, to).with_radius(radius)) {
            // Within some steps the ends are moved.
            Ok(_) if room(from).min(room(to)) < radius - 4.0 * map.lattice().step() => {
                Err(format!("a path where there is room for {} and {}", room(from), room(to)))
            }
            _ => Ok(()),
        };
    }
    let mut ask = |from: Point, to: Point| {
        let length = finder.find(map, &Query::new(from, to).with_radius(radius)).map(|path| path.length).ok();
        let (expansions, kept, vertices) = (finder.expansions(), finder.kept() as u64, map.vertex_count() as u64);
        if expansions > MOST_EXPANSIONS * vertices || kept > (MOST_EXPANSIONS + MOST_KEPT * vertices) * vertices {
            return Err(format!("{expansions} expansions, {kept} things kept for {vertices} vertices"));
        }
        Ok(length)
    };
    let (there, back) = (ask(from, to)?, ask(to, from)?);
    let most = there.map_or(f64::INFINITY, |length| length + LEEWAY);
    let expected = TangentSearch::new(walls, radius).shortest(from, to, most);
    let is_same = |a: Option<f64>, b: Option<f64>| match (a, b) {
        (Some(a), Some(b)) => (a - b).abs() <= LEEWAY,
        (a, b) => a == b,
    };
    if is_same(there, expected) && is_same(back, expected) {
        return Ok(());
    }
    Err(format!("{there:?} there and {back:?} back, should be {expected:?}"))
}
