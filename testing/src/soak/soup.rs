//! What one can stand on in hostile soups, and where one gets from there, against the definition asked of every triangle.

use super::case_seed;
use super::soup_scene::{SIZE, soup};
use crate::oracle::ground::{Columns, Over};
use crate::rng::Rng;
use navigant_ground::{BadSoup, Ground, Soup, Walker};
use navigant_mesh::internals::LayeredMapInternals as _;
use navigant_mesh::{LayerId, LayeredMap, Point};
use navigant_search::plane::{FindLayeredPath as _, LayeredPath, LayeredQuery};

/// Columns compared in one case.
pub const COLUMNS_PER_CASE: u64 = 1000;
/// Places that are asked for ways between each other.
const PLACES: usize = 10;
/// Places that may be on the way, for the oracle.
const WAYPOINTS: usize = 30;
/// Metres from a border in plan up to which a lattice step decides: some steps of a world of 10 m.
const MARGIN: f64 = 2e-6;
/// Metres that a path is moved aside when it is asked what is beside it.
const ASIDE: f64 = 1e-5;

/// One case: a soup, columns through it, and ways between some of them.
///
/// # Errors
/// The column or the way that is answered wrongly.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let soup = soup(&mut rng);
    let usual = Walker::default();
    let walker = Walker {
        gap: *rng.pick(&[usual.gap, usual.gap, 0.0]),
        slope: *rng.pick(&[usual.slope, usual.slope, 20.0, 60.0]),
        ..usual
    };
    let tell = |wrong: String| format!("{wrong}\n{walker:?}\n{soup:?}");
    let columns = Columns::of(&soup, &walker);
    let places = random_places(&mut rng, &soup, &columns);
    let ground = match Ground::of(&soup, &walker, None) {
        Ok(ground) => ground,
        Err(BadSoup::NoGround(_)) if places.iter().all(|(_, standing)| standing.is_empty()) => return Ok(()),
        Err(reason) => return Err(tell(reason.to_string())),
    };
    let scene = Scene { columns, walker, map: &ground.map };
    for (at, standing) in &places {
        scene.compare(*at, standing).map_err(tell)?;
    }
    let closed = ground.closed;
    scene.compare_ways(&places).map_err(|wrong| tell(format!("{wrong}; {closed} joins are closed")))
}

type Place = ([f64; 2], Vec<Over>);

/// Columns at random, some beside corners, that no rounding decides.
fn random_places(rng: &mut Rng, soup: &Soup, columns: &Columns) -> Vec<Place> {
    let mut places = Vec::new();
    for _ in 0..COLUMNS_PER_CASE {
        let at = if rng.one_in(3) {
            let [x, y, _] = *rng.pick(&soup.vertices);
            [x + rng.range(-0.05..0.05), y + rng.range(-0.05..0.05)]
        } else {
            [rng.range(-0.5..SIZE + 1.0), rng.range(-0.5..SIZE + 1.0)]
        };
        places.extend(columns.standing(at, MARGIN).map(|standing| (at, standing)));
    }
    places
}

struct Scene<'m> {
    columns: Columns,
    walker: Walker,
    map: &'m LayeredMap,
}

impl Scene<'_> {
    /// The layers on which one can stand at a place, with their heights.
    fn found(&self, at: [f64; 2]) -> Vec<(LayerId, f64)> {
        let layers = self.map.layers().filter(|&layer| self.map.is_walkable(layer, at));
        let mut found: Vec<(LayerId, f64)> =
            layers.filter_map(|layer| self.map.height_at(layer, at).map(|z| (layer, z))).collect();
        found.sort_by(|a, b| a.1.total_cmp(&b.1));
        found
    }

    fn compare(&self, at: [f64; 2], standing: &[Over]) -> Result<(), String> {
        let found = self.found(at);
        let close = |a: f64, b: f64| (a - b).abs() < 3e-4;
        for place in standing {
            if !found.iter().any(|&(_, z)| close(z, place.z)) {
                return Err(format!("at {at:?}: one can stand at {}, and not by the map: {found:?}", place.z));
            }
        }
        for &(layer, z) in &found {
            if !standing.iter().any(|place| close(z, place.z)) && !self.is_bridged(at, z) {
                return Err(format!("at {at:?}: one cannot stand at {z}, but by the map on {layer}; {standing:?}"));
            }
        }
        Ok(())
    }

    /// Whether there may be a bridge at a place: one can stand within the gap of it.
    fn is_bridged(&self, at: [f64; 2], z: f64) -> bool {
        let high = self.walker.step + 2.0 * self.walker.gap + 1e-3;
        self.near(at, 0.0).any(|places| places.iter().any(|place| (place.z - z).abs() <= high))
    }

    /// Whether there is a place within the gap that is within a step of two others: across a gap one comes from one to the other by it.
    fn is_stepped_between(&self, [x, y, z]: [f64; 3], [next_x, next_y, next_z]: [f64; 3], slack: f64) -> bool {
        let middle = [(x + next_x) / 2.0, (y + next_y) / 2.0];
        let is_within = |place: &Over, z: f64| (place.z - z).abs() <= self.walker.step + slack;
        self.near(middle, 0.5 * (next_x - x).hypot(next_y - y))
            .any(|places| places.iter().any(|place| is_within(place, z) && is_within(place, next_z)))
    }

    /// What one can stand on around a place, out to the gap and some more.
    fn near(&self, [x, y]: [f64; 2], more: f64) -> impl Iterator<Item = Vec<Over>> {
        (0..240).map(move |i| {
            let (angle, far) = (f64::from(i % 48) * std::f64::consts::TAU / 48.0, f64::from(1 + i / 48) / 5.0);
            let reach = far * (self.walker.gap + 1e-5 + more);
            let near = [x + reach * libm::cos(angle), y + reach * libm::sin(angle)];
            self.columns.standing(near, 0.0).unwrap_or_default()
        })
    }

    /// Whoever can walk from one place to another by definition can do so in the map, and the other way around.
    fn compare_ways(&self, places: &[Place]) -> Result<(), String> {
        let all = places.iter().flat_map(|(at, standing)| standing.iter().map(|place| [at[0], at[1], place.z]));
        let nodes: Vec<[f64; 3]> = all.take(PLACES + WAYPOINTS).collect();
        let components = self.components(&nodes);
        let layer = |[x, y, z]: [f64; 3]| {
            let found = self.found([x, y]);
            found.into_iter().min_by(|a, b| (a.1 - z).abs().total_cmp(&(b.1 - z).abs())).map(|(layer, _)| layer)
        };
        for (i, &from) in nodes.iter().enumerate().take(PLACES) {
            for (j, &to) in nodes.iter().enumerate().take(i) {
                let (Some(a), Some(b)) = (layer(from), layer(to)) else { continue };
                let is_connected = self.map.are_connected((a, [from[0], from[1]]), (b, [to[0], to[1]]));
                if !is_connected && components[i] == components[j] {
                    return Err(format!("one can walk from {from:?} to {to:?}, and not by the map"));
                }
                if is_connected {
                    let path = self.map.find_path(&LayeredQuery::new(from, to));
                    let path = path.map_err(|reason| format!("{from:?} to {to:?}: {reason}"))?;
                    self.verify(&path).map_err(|wrong| format!("{from:?} to {to:?}: {wrong}: {:?}", path.points))?;
                }
            }
        }
        Ok(())
    }

    /// Which places one can walk between, straight on or by way of others: by number, the smallest of its component.
    fn components(&self, nodes: &[[f64; 3]]) -> Vec<usize> {
        let mut of: Vec<usize> = (0..nodes.len()).collect();
        for i in 0..nodes.len() {
            for j in 0..i {
                if of[i] == of[j] {
                    continue;
                }
                let end = self.columns.walk(nodes[i], [nodes[j][0], nodes[j][1]]);
                if end.is_some_and(|z| (z - nodes[j][2]).abs() < 0.1) {
                    let (low, high) = (of[i].min(of[j]), of[i].max(of[j]));
                    of.iter_mut().filter(|c| **c == high).for_each(|c| *c = low);
                }
            }
        }
        of
    }

    /// A path leads where one can stand, in steps that one can take, and through no wall.
    fn verify(&self, path: &LayeredPath) -> Result<(), String> {
        for ends in path.points.windows(2) {
            let (from, to, layer) = (ends[0].point, ends[1].point, ends[0].layer);
            let pieces = (from.distance(to) / 0.01).ceil().clamp(1.0, 2000.0) as u32;
            if from.distance(to) < 1e-3 {
                continue;
            }
            // Where one may be: a path along a wall may be on either side of it.
            let mut before: Vec<[f64; 3]> = Vec::new();
            let long = from.distance(to).max(1e-9);
            let aside = [-(to.y - from.y) / long * ASIDE, (to.x - from.x) / long * ASIDE];
            for i in 0..=pieces {
                // Not at the ends, which are at corners.
                let t = 1e-3 + 0.998 * f64::from(i) / f64::from(pieces);
                let p = Point::new(from.x + t * (to.x - from.x), from.y + t * (to.y - from.y));
                let height =
                    |side: f64| self.map.height_at(layer, Point::new(p.x + side * aside[0], p.y + side * aside[1]));
                let mut here: Vec<[f64; 3]> =
                    [0.0, 1.0, -1.0].into_iter().filter_map(height).map(|z| [p.x, p.y, z]).collect();
                if here.is_empty() {
                    continue;
                }
                let mut reason = String::new();
                here.retain(|&place| {
                    let steps = before.iter().map(|&last| self.verify_step(last, place, aside));
                    let stands = || self.verify_standing(place);
                    let first = if before.is_empty() { Ok(()) } else { steps.reduce(Result::or).unwrap_or(Ok(())) };
                    first.and_then(|()| stands()).map_err(|wrong| reason = wrong).is_ok()
                });
                if here.is_empty() {
                    return Err(reason);
                }
                before = here;
            }
        }
        Ok(())
    }

    fn verify_standing(&self, [x, y, z]: [f64; 3]) -> Result<(), String> {
        let Some(standing) = self.columns.standing([x, y], MARGIN) else { return Ok(()) };
        let stands = standing.iter().any(|place| (place.z - z).abs() < 3e-4) || self.is_bridged([x, y], z);
        if stands { Ok(()) } else { Err(format!("one cannot stand at {x}, {y}, {z}")) }
    }

    /// Whether one can step from one place to another, some millimetres on; `aside` leads off the line between them.
    fn verify_step(&self, last: [f64; 3], here: [f64; 3], aside: [f64; 2]) -> Result<(), String> {
        let slack = 3.0 * (here[0] - last[0]).hypot(here[1] - last[1]) + 1e-3;
        let is_high = (here[2] - last[2]).abs() > self.walker.step + slack;
        if is_high && !self.is_stepped_between(last, here, slack) {
            return Err(format!("from {last:?} to {here:?} is too high a step"));
        }
        let moved = |[x, y, z]: [f64; 3], side: f64| [x + side * aside[0], y + side * aside[1], z];
        let is_walled = |side: f64| self.columns.is_walled(moved(last, side), moved(here, side));
        if is_walled(1.0) && is_walled(-1.0) {
            return Err(format!("a wall is between {last:?} and {here:?}"));
        }
        Ok(())
    }
}
