//! Shortest paths, why there is none, and what is seen.

use crate::refusal::Refusal;
use navigant::mesh::{Map, Point};
use navigant::search::plane::{NoPath, Path, PathFinder, PathPiece, Query, VisibilityFinder};
use serde_json::{Value, json};
use std::time::Instant;

/// Points as the page takes them.
pub(super) fn line(points: &[Point]) -> Vec<[f64; 2]> {
    points.iter().map(|&p| p.into()).collect()
}

/// How far flattened arcs are from the truth, in metres.
const FLAT: f64 = 0.001;

/// The shortest path for a disc that keeps `comfort` metres more from walls where it can: the widest of some radii between
/// that and its own for which there is a path.
pub(crate) fn find(finder: &mut PathFinder, map: &Map, [from, to]: [Point; 2], radius: f64, comfort: f64) -> Value {
    let start = Instant::now();
    let parts = if comfort > 0.0 { [1.0, 0.5, 0.25, 0.0].as_slice() } else { &[0.0] };
    let mut expansions = 0;
    let mut failure = None;
    for part in parts {
        let extra = if *part > 0.0 { part * comfort } else { 0.0 };
        let found = finder.find(map, &Query::new(from, to).with_radius(radius + extra)).cloned();
        expansions += finder.expansions();
        match found {
            Ok(path) => return told(&path, extra, start, expansions),
            Err(reason) => failure = Some(reason),
        }
    }
    let (reason, at, width) = match &failure {
        Some(failure) => why([from, to], failure),
        None => ("nothing was looked for".to_owned(), None, None),
    };
    let nearest = failure.as_ref().and_then(nearest).map(<[f64; 2]>::from);
    json!({
        "found": false, "length": null, "points": [], "arcs": 0, "bends": 0, "micros": micros(start), "expansions": expansions,
        "reason": reason, "at": at.map(<[f64; 2]>::from), "width": width,
        "nearest": nearest,
    })
}

/// The nearest place that would do instead: with room, or within reach.
fn nearest(failure: &NoPath) -> Option<Point> {
    match failure {
        NoPath::NoRoomAtStart { nearest, .. } | NoPath::NoRoomAtGoal { nearest, .. } => *nearest,
        NoPath::StartOutside { nearest } | NoPath::GoalOutside { nearest } => *nearest,
        NoPath::TooNarrow { nearest_reachable, .. } => *nearest_reachable,
        NoPath::Disconnected { nearest_reachable } => Some(*nearest_reachable),
        _ => None,
    }
}

fn told(path: &Path, comfort: f64, start: Instant, expansions: u64) -> Value {
    let arcs = path.pieces().filter(|piece| matches!(piece, PathPiece::Arc { .. })).count();
    json!({
        "found": true, "length": path.length, "points": line(&path.polyline(FLAT)), "arcs": arcs,
        "bends": path.bends.len(),
        "micros": micros(start), "expansions": expansions, "comfort": comfort,
        "reason": null, "at": null, "width": null, "nearest": null,
    })
}

/// Why there is no path, where that is, and how wide it is there at most.
fn why([from, to]: [Point; 2], failure: &NoPath) -> (String, Option<Point>, Option<f64>) {
    let width = |radius: f64| Some(2.0 * radius).filter(|width| width.is_finite());
    let reason = match failure {
        NoPath::TooNarrow { widest, place, .. } => {
            return (format!("too narrow: {:.2} m wide at most", 2.0 * widest), Some(*place), width(*widest));
        }
        NoPath::NoRoomAtStart { largest, .. } => {
            return (format!("no room at the start: {:.2} m at most", 2.0 * largest), Some(from), width(*largest));
        }
        NoPath::NoRoomAtGoal { largest, .. } => {
            return (format!("no room at the goal: {:.2} m at most", 2.0 * largest), Some(to), width(*largest));
        }
        NoPath::StartOutside { .. } => ("the start is outside or in an obstacle", Some(from)),
        NoPath::GoalOutside { .. } => ("the goal is outside or in an obstacle", Some(to)),
        NoPath::Disconnected { .. } => ("the goal is walled off", Some(to)),
        NoPath::BudgetSpent { .. } => ("the budget was spent", None),
        NoPath::NotFinite(_) | NoPath::BadRadius(_) | NoPath::BadComfort(_) | NoPath::Inconsistent { .. } => {
            return (failure.to_string(), None, None);
        }
    };
    (reason.0.to_owned(), reason.1, None)
}

pub(super) fn micros(start: Instant) -> f64 {
    (start.elapsed().as_secs_f64() * 1e7).round() / 10.0
}

/// What is seen from a point.
pub(crate) fn see(finder: &mut VisibilityFinder, map: &Map, from: Point) -> Result<Value, Refusal> {
    let region = finder.visible_region(map, from).map_err(|reason| Refusal::at(reason.to_string(), from))?;
    let corners: Vec<Point> = region.corners().iter().map(|corner| corner.point).collect();
    Ok(json!({ "region": line(&corners), "area": region.area() }))
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::mesh::Outline;

    /// Two rooms and a door of 1.2 m between them at (10, 5).
    fn rooms() -> Map {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        map.insert(&Outline::polyline([[10.0, 0.0], [10.0, 4.4]])).unwrap();
        map.insert(&Outline::polyline([[10.0, 5.6], [10.0, 10.0]])).unwrap();
        map
    }

    #[test]
    fn a_narrow_place_is_told_with_its_width() {
        let (map, mut finder) = (rooms(), PathFinder::new());
        let ends = [[2.0, 2.0], [18.0, 2.0]].map(Point::from);
        let found = find(&mut finder, &map, ends, 0.3, 0.0);
        assert_eq!((&found["found"], &found["reason"]), (&json!(true), &Value::Null));
        assert!(found["arcs"].as_u64().unwrap() >= 1 && found["points"].as_array().unwrap().len() > 4);
        let refused = find(&mut finder, &map, ends, 0.7, 0.0);
        assert_eq!(refused["found"], false);
        assert!((refused["width"].as_f64().unwrap() - 1.2).abs() < 1e-3, "{refused}");
        assert!((refused["at"][0].as_f64().unwrap() - 10.0).abs() < 0.01);
        let outside = find(&mut finder, &map, [ends[0], Point::new(50.0, 50.0)], 0.1, 0.0);
        assert!(outside["reason"].as_str().unwrap().contains("outside"));
        let at =
            |answer: &Value| Point::new(answer["nearest"][0].as_f64().unwrap(), answer["nearest"][1].as_f64().unwrap());
        assert!(at(&outside).distance(Point::new(19.9, 9.9)) < 0.01, "where one could go instead: {outside}");
        let beside = find(&mut finder, &map, [ends[0], Point::new(10.1, 2.0)], 0.4, 0.0);
        assert!(find(&mut finder, &map, [ends[0], at(&beside)], 0.4, 0.0)["found"] == true, "{beside}");
    }

    #[test]
    fn comfort_is_kept_as_far_as_it_can_be() {
        let (map, mut finder) = (rooms(), PathFinder::new());
        let ends = [[2.0, 2.0], [18.0, 2.0]].map(Point::from);
        let plain = find(&mut finder, &map, ends, 0.2, 0.0)["length"].as_f64().unwrap();
        let comfortable = find(&mut finder, &map, ends, 0.2, 0.7);
        assert_eq!(comfortable["comfort"], 0.35, "the door leaves room for half of it");
        assert!(comfortable["length"].as_f64().unwrap() > plain);
    }

    #[test]
    fn bad_ends_and_radii_are_answered() {
        let (map, mut finder) = (rooms(), PathFinder::new());
        for (from, radius) in [([1e300, 0.0], 0.1), ([2.0, 2.0], -1.0), ([2.0, 2.0], 1e300), ([f64::NAN, 0.0], 0.1)] {
            let answer = find(&mut finder, &map, [from.into(), [18.0, 2.0].into()], radius, 0.0);
            assert_eq!(answer["found"], false, "{from:?} {radius}");
        }
        let seen = see(&mut VisibilityFinder::new(), &map, [5.0, 5.0].into()).unwrap();
        assert!(seen["area"].as_f64().unwrap() > 100.0);
        assert!(see(&mut VisibilityFinder::new(), &map, [-5.0, 5.0].into()).is_err());
    }
}
