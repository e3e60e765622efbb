//! A start and a goal joined to a roadmap.

use navigant::mesh::{Map, Point, Roadmap, WaypointId};

/// The number of waypoints that an end is joined to.
const JOINED: usize = 6;
/// The number of nearest waypoints that are tried.
const TRIED: usize = 64;

/// The nearest places of a roadmap that are seen from a point with room for a radius, and how far they are.
pub(super) fn join(map: &Map, roadmap: &Roadmap, from: Point, radius: f64) -> Vec<(WaypointId, f64)> {
    let mut near: Vec<(f64, WaypointId)> =
        roadmap.waypoints().filter_map(|place| Some((roadmap.point(place)?.distance(from), place))).collect();
    if near.len() > TRIED {
        near.select_nth_unstable_by(TRIED, |a, b| a.0.total_cmp(&b.0));
        near.truncate(TRIED);
    }
    near.sort_by(|a, b| a.0.total_cmp(&b.0));
    let is_seen = |place: WaypointId| {
        roadmap
            .point(place)
            .is_some_and(|p| if radius > 0.0 { map.sees_as_disc(from, p, radius) } else { map.sees(from, p) })
    };
    near.into_iter().filter(|(_, place)| is_seen(*place)).take(JOINED).map(|(far, place)| (place, far)).collect()
}
