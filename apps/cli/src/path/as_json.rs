//! Paths, and reasons for their absence, as JSON.

use navigant::prelude::*;
use navigant::search::plane::{NoPath, Path, PathPiece};
use serde_json::{Value, json};

/// How far a polyline may be from an arc, in parts of its radius.
const TOLERANCE: f64 = 1e-3;

/// An answer: what was found, or why nothing was.
pub(super) fn answer(answer: Result<&Path, &NoPath>) -> Value {
    match answer {
        Ok(path) => {
            let points: Vec<[f64; 2]> = polyline(path).into_iter().map(<[f64; 2]>::from).collect();
            let pieces: Vec<Value> = path.pieces().map(piece).collect();
            json!({
                "found": true,
                "length": path.length,
                "radius": path.radius,
                "points": points,
                "pieces": pieces,
                "code": null,
                "reason": null,
            })
        }
        Err(reason) => json!({
            "found": false,
            "length": null,
            "radius": null,
            "points": [],
            "pieces": [],
            "code": code(reason),
            "reason": reason.to_string(),
        }),
    }
}

fn piece(piece: PathPiece) -> Value {
    let at = <[f64; 2]>::from;
    match piece {
        PathPiece::Straight { from, to } => json!({ "kind": "straight", "from": at(from), "to": at(to) }),
        PathPiece::Arc { centre, from, to, turn } => json!({
            "kind": "arc",
            "from": at(from),
            "to": at(to),
            "centre": at(centre),
            "radius": from.distance(centre),
            "turn": turn,
        }),
    }
}

/// The path as a line of points that keeps the radius: round a corner it goes along tangents of the arc, not along chords.
pub(super) fn polyline(path: &Path) -> Vec<Point> {
    let mut line: Vec<Point> = path.points.first().copied().into_iter().collect();
    for piece in path.pieces() {
        if let PathPiece::Arc { centre, from, turn, .. } = piece {
            line.extend(tangent_corners(centre, from, turn));
        }
        let (PathPiece::Straight { to, .. } | PathPiece::Arc { to, .. }) = piece;
        line.push(to);
    }
    line
}

/// The points where tangents of an arc meet: enough that the polyline is nowhere farther from it than the tolerance.
fn tangent_corners(centre: Point, from: Point, turn: f64) -> impl Iterator<Item = Point> {
    // A tangent corner that is an angle of 2a wide lies at 1 / cos a times the radius.
    let widest = 2.0 * (1.0 / (1.0 + TOLERANCE)).acos();
    let count = (turn.abs() / widest).ceil().max(1.0);
    let (dx, dy) = (from.x - centre.x, from.y - centre.y);
    let outward = 1.0 / (0.5 * turn / count).cos();
    (0..count as u32).map(move |number| {
        let (sin, cos) = ((f64::from(number) + 0.5) * turn / count).sin_cos();
        Point::new(centre.x + outward * (dx * cos - dy * sin), centre.y + outward * (dx * sin + dy * cos))
    })
}

/// What a reason is called: a name that stays.
pub(super) fn code(reason: &NoPath) -> &'static str {
    match reason {
        NoPath::NotFinite(_) => "not_a_point",
        NoPath::BadRadius(_) => "not_a_radius",
        NoPath::BadComfort(_) => "not_a_comfort",
        NoPath::NoRoomAtStart { .. } => "no_room_at_start",
        NoPath::NoRoomAtGoal { .. } => "no_room_at_goal",
        NoPath::TooNarrow { .. } => "too_narrow",
        NoPath::StartOutside { .. } => "start_outside",
        NoPath::GoalOutside { .. } => "goal_outside",
        NoPath::Disconnected { .. } => "walled_off",
        NoPath::BudgetSpent { .. } => "budget_spent",
        NoPath::Inconsistent { .. } => "inconsistent",
    }
}

/// Whether the question was wrong, whatever the map.
pub(super) fn is_misuse(reason: &NoPath) -> bool {
    matches!(reason, NoPath::NotFinite(_) | NoPath::BadRadius(_) | NoPath::BadComfort(_))
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::search::plane::{PathFinder, Query};

    #[test]
    fn answers_are_json_with_or_without_a_path() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 16.0]])).unwrap();
        let mut finder = PathFinder::new();
        let found = finder.find(&map, &Query::new([0.0, 0.0], [3.0, 4.0]));
        let found = answer(found.as_ref().map(|path| *path));
        assert_eq!((&found["length"], &found["points"]), (&json!(5.0), &json!([[0.0, 0.0], [3.0, 4.0]])));
        assert_eq!(found["pieces"], json!([{ "kind": "straight", "from": [0.0, 0.0], "to": [3.0, 4.0] }]));
        let walled_off = finder.find(&map, &Query::new([0.0, 0.0], [12.0, 4.0]));
        let walled_off = answer(walled_off.as_ref().map(|path| *path));
        assert_eq!((&walled_off["found"], &walled_off["points"]), (&json!(false), &json!([])));
        assert_eq!(walled_off["code"], "walled_off");
        assert!(walled_off["reason"].as_str().unwrap().contains("(8, 4)"), "{walled_off}");
    }

    #[test]
    fn a_polyline_keeps_the_radius_where_a_chord_would_not() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 8.0]])).unwrap();
        let mut finder = PathFinder::new();
        let path = finder.find(&map, &Query::new([4.0, 4.0], [12.0, 4.0]).with_radius(2.0)).unwrap();
        let (line, corner) = (polyline(path), Point::new(8.0, 8.0));
        for leg in line.windows(2) {
            for i in 0..=100 {
                let at = |a: f64, b: f64| a + (b - a) * f64::from(i) / 100.0;
                let p = Point::new(at(leg[0].x, leg[1].x), at(leg[0].y, leg[1].y));
                assert!(p.distance(corner) >= 2.0 - map.lattice().step(), "{p}");
            }
        }
        let length: f64 = line.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        assert!(length >= path.length && length < path.length * 1.002, "{length} {}", path.length);
    }
}
