//! Clearance and reach of discs on random maps that change, against brute force.
//!
//! Whoever is to be tested answers as [`Clearances`]; [`case`] asks.

use super::case_seed;
use super::disc_scene::DiscScene;
use crate::oracle::clearance::clearance;
use crate::oracle::disc_reach::{Reach, Widest};
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{self as ours, EdgeIdInternals as _, Feature, MapInternals as _};
use navigant_mesh::{FaceId, Map};

/// Questions asked in one case.
pub const QUERIES_PER_CASE: u64 = STATES * QUERIES_PER_STATE;
/// States of the map in one case: as built, and after some edits each.
const STATES: u64 = 4;
const QUERIES_PER_STATE: u64 = 25;

/// The system under test.
pub trait Clearances {
    /// The distance from a point to the nearest wall in metres; `None` where it is not free.
    fn clearance_at(&mut self, map: &Map, p: Point) -> Option<f64>;

    /// Whether a disc of a positive radius in metres gets from one point to another.
    fn reaches(&mut self, map: &Map, from: Point, to: Point, radius: f64) -> bool;

    /// The radius of the largest disc that does, and where it gets stuck if it is larger; `None` if it is not asked.
    fn widest(&mut self, _map: &Map, _from: Point, _to: Point) -> Option<Option<(f64, Point)>> {
        None
    }
}

/// One case: a small map, questions about it, edits, questions again, all to one system.
///
/// # Errors
/// The question that is answered wrongly.
pub fn case(seed: u64, number: u64, tested: &mut impl Clearances) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = DiscScene::of_case(number, &mut rng)?;
    for state in 0..STATES {
        if state > 0 {
            scene.edit(&mut rng)?;
        }
        check_passages(&scene.map).map_err(|wrong| format!("{wrong}, {}", scene.describe()))?;
        let walls = scene.walls(&mut rng)?;
        let reach = Reach::of(&walls);
        let mut radius = scene.radius(&mut rng, &reach);
        for query in 0..QUERIES_PER_STATE {
            if query % 5 == 0 {
                radius = scene.radius(&mut rng, &reach);
            }
            let (from, to) = (scene.place(&mut rng, &reach, radius), scene.place(&mut rng, &reach, radius));
            check(&reach, &scene.map, from, to, radius, tested)
                .map_err(|wrong| format!("{wrong}, from {from} to {to}, radius {radius}, {}", scene.describe()))?;
        }
    }
    Ok(())
}

/// One case of our own clearance and axis.
///
/// # Errors
/// The question that is answered wrongly.
pub fn our_case(seed: u64, number: u64) -> Result<(), String> {
    case(seed, number, &mut Ours::default())
}

/// Of every edge, how near a corner comes from beyond is what its list of features says now; and no passage is called wider
/// than the way to a corner that is seen through it.
fn check_passages(map: &Map) -> Result<(), String> {
    let profiles = map.profiles();
    let vertices: Vec<Offset> =
        map.faces().flat_map(|f| map.corners(f)).map(|v| Offset::to(map.lattice_point(v))).collect();
    for e in map.faces().filter(|&f| map.is_free(f)).flat_map(FaceId::edges).filter(|&e| !map.is_wall(e)) {
        let [corner, from, to] =
            [map.origin(e.prev()), map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
        let corners = profiles.left_of(map.twin(e)).filter(|feature| matches!(feature, Feature::Corner(_)));
        let nearest = corners.map(|c| c.distance_to_segment(map, from, to)).fold(f64::INFINITY, f64::min);
        let (passage, kept_nearest) = (f64::from(profiles.passage(e)), f64::from(profiles.corner_beyond(e)));
        let wrong = |what: String| {
            let ends = [map.origin(e), map.target(e)].map(|v| map.point(v));
            Err(format!("{what}, beyond {ends:?}"))
        };
        if kept_nearest != nearest && (kept_nearest - nearest).abs() > 1e-6 * nearest {
            return wrong(format!("a corner comes as near as {kept_nearest}, should be {nearest}"));
        }
        // Corners that are seen through the edge, and are nearer than its ends.
        let is_seen = |v: Offset| (from - corner).cross(v - corner) > 0.0 && (v - corner).cross(to - corner) > 0.0;
        let is_beyond = |v: Offset| (to - from).cross(v - from) < 0.0;
        let near = vertices.iter().filter(|&&v| is_seen(v) && is_beyond(v)).map(|&v| (v - corner).length());
        let near = near.fold(f64::INFINITY, f64::min);
        let spokes = (from - corner).length().min((to - corner).length());
        if near < spokes && passage > near * (1.0 + 1e-6) {
            return wrong(format!("a passage of {passage}, with a corner at {near}"));
        }
    }
    Ok(())
}

#[derive(Default)]
struct Ours {
    reach: ours::Reach,
}

impl Clearances for Ours {
    fn clearance_at(&mut self, map: &Map, p: Point) -> Option<f64> {
        map.clearance_at(p)
    }

    fn reaches(&mut self, map: &Map, from: Point, to: Point, radius: f64) -> bool {
        self.reach.reaches(map, from, to, radius)
    }

    fn widest(&mut self, map: &Map, from: Point, to: Point) -> Option<Option<(f64, Point)>> {
        Some(self.reach.widest(map, from, to).map(|widest| (widest.radius, widest.at)))
    }
}

fn check(
    reach: &Reach,
    map: &Map,
    from: Point,
    to: Point,
    radius: f64,
    tested: &mut impl Clearances,
) -> Result<(), String> {
    let expected = clearance(reach.walls(), from).map(|c| c.radius);
    let found = tested.clearance_at(map, from);
    let same = match (found, expected) {
        (Some(found), Some(expected)) => (found - expected).abs() <= 1e-9 * expected.max(map.lattice().step()),
        (None, None) => true,
        _ => false,
    };
    if !same {
        return Err(format!("clearance {found:?}, should be {expected:?}"));
    }
    let expected = reach.reaches(from, to, radius);
    if tested.reaches(map, from, to, radius) != expected {
        return Err(format!("reaches: should be {expected}, the widest is {:?}", reach.widest(from, to)));
    }
    match (tested.widest(map, from, to), reach.widest(from, to)) {
        (None, _) | (Some(None), None) => Ok(()),
        (Some(Some((radius, narrowest))), Some(_)) => {
            reach.check_widest(from, to, Widest { radius, narrowest }, 1e-7 * radius.max(1.0))?;
            // Reaching is not to be larger than the widest, whichever way one asks.
            for (from, to) in [(from, to), (to, from)] {
                let passes = [radius, radius.next_up()].map(|radius| tested.reaches(map, from, to, radius));
                if passes != [true, false] || tested.widest(map, from, to).flatten().map(|w| w.0) != Some(radius) {
                    return Err(format!("the widest is {radius}, it reaches and a larger one: {passes:?}"));
                }
            }
            Ok(())
        }
        (Some(found), expected) => Err(format!("the widest is {found:?}, should be {expected:?}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::oracle::walls::Walls;
    use navigant_geometry::Outline;

    /// Answers by the oracles, for a room with walls in it; for a disc that is larger than asked, if that is wanted.
    struct Itself {
        larger: f64,
    }

    fn walls(map: &Map) -> Walls {
        let outlines = map.obstacles().filter_map(|id| map.outline(id).ok()).flatten();
        let outlines: Vec<Outline> = outlines.map(|(_, points)| Outline::Polyline(points)).collect();
        Walls::of(map.lattice(), &[Outline::rectangle([0.0, 0.0], [16.0, 16.0])], &outlines).unwrap()
    }

    impl Clearances for Itself {
        fn clearance_at(&mut self, map: &Map, p: Point) -> Option<f64> {
            clearance(&walls(map), p).map(|c| c.radius)
        }

        fn reaches(&mut self, map: &Map, from: Point, to: Point, radius: f64) -> bool {
            Reach::of(&walls(map)).reaches(from, to, radius * self.larger)
        }
    }

    #[test]
    fn a_system_that_is_off_by_a_little_is_found_out() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        for (from, to) in [(0.0, 6.0), (8.0, 16.0)] {
            map.insert(&Outline::polyline([[8.0, from], [8.0, to]])).unwrap();
        }
        let (walls, from, to) = (walls(&map), Point::new(4.0, 7.0), Point::new(12.0, 7.0));
        let reach = Reach::of(&walls);
        let ask = |radius: f64, larger: f64| check(&reach, &map, from, to, radius, &mut Itself { larger });
        assert_eq!((ask(1.0, 1.0), ask(1.5, 1.0)), (Ok(()), Ok(())));
        assert!(ask(1.0, 1.0 + 1e-15).is_err());
    }
}
