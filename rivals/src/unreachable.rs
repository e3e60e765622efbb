//! What it costs to learn that there is no way: on a map as it was built, and first thing after an edit. Ours only.
//!
//! A goal is cut off by a wall all around it. On a map as it was built the wall was there from the beginning; after an
//! edit it has just been put up.

use crate::city::City;
use crate::courses::Course;
use crate::progress;
use crate::statistics::{Samples, microseconds, rounded, timed};
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Outline, Point};
use navigant_search::plane::{NoPath, PathFinder, Query};
use serde_json::{Value, json};

/// How many goals are cut off, at most.
const GOALS: usize = 40;
/// How often each query is asked; the fastest counts.
const PASSES: usize = 5;
/// Half the side of the place within the wall and of the wall, in metres.
const INNER: f64 = 0.25;
const OUTER: f64 = 0.5;

/// What it took on one map, in microseconds.
pub(crate) struct Costs {
    name: String,
    faces: usize,
    /// The very first query on a map just built.
    first: f64,
    /// On the map as it was built.
    unedited: Samples,
    /// The first query after an edit, and the next one.
    after_edit: Samples,
    next: Samples,
}

/// The goals of a course's queries are cut off.
pub(crate) fn on_course(course: &Course) -> Costs {
    let step = course.queries.len().div_ceil(GOALS).max(1);
    let queries: Vec<(Point, Point)> = course.queries.iter().step_by(step).map(|q| (q.from, q.to)).collect();
    measure(&course.name, &course.floors, &course.obstacles, &queries)
}

/// Free places of a city, given its number of corners, are cut off.
pub(crate) fn in_city(seed: u64, corners: usize) -> Costs {
    let city = City::of_corners(seed, corners);
    let middle = |b: navigant_mesh::Bounds| b.min.lerp(b.max, 0.5);
    let places: Vec<Point> = city.free_places(seed + 1, 2 * GOALS).iter().map(|place| middle(place.bounds)).collect();
    let queries: Vec<(Point, Point)> = places.chunks_exact(2).map(|pair| (pair[0], pair[1])).collect();
    measure(&format!("city of {corners} corners"), std::slice::from_ref(&city.floor), &city.buildings, &queries)
}

fn measure(name: &str, floors: &[Outline], obstacles: &[Outline], queries: &[(Point, Point)]) -> Costs {
    progress::show(&format!("{name}: cutting off goals"));
    let queries: Vec<(Point, Point)> =
        queries.iter().copied().filter(|(from, to)| from.distance(*to) > 4.0 * OUTER).collect();
    let walls = queries.iter().map(|(_, to)| wall_around(*to, OUTER, OUTER - INNER));
    let walled: Vec<Outline> = obstacles.iter().cloned().chain(walls).collect();
    let (map, _) = Map::build(floors, &walled).expect("walls are good outlines");
    let mut finder = PathFinder::new();
    let mut costs = Costs {
        name: name.into(),
        faces: map.face_count(),
        first: f64::NAN,
        unedited: Samples::default(),
        after_edit: Samples::default(),
        next: Samples::default(),
    };
    for (from, to) in &queries {
        let times: Vec<f64> = (0..PASSES).filter_map(|_| time_to_refuse(&mut finder, &map, *from, *to)).collect();
        if costs.first.is_nan() {
            costs.first = times.first().copied().unwrap_or(f64::NAN);
        }
        if let Some(fastest) = times.into_iter().min_by(f64::total_cmp) {
            costs.unedited.push(fastest);
        }
    }
    let (mut map, _) = Map::build(floors, obstacles).expect("a course is a good map");
    for (from, to) in &queries {
        let mut fastest: Option<(f64, f64)> = None;
        for _ in 0..PASSES {
            let wall = map.insert(&wall_around(*to, OUTER, OUTER - INNER)).expect("a wall is a good outline");
            let mut ask = || time_to_refuse(&mut finder, &map, *from, *to);
            if let (Some(first), Some(next)) = (ask(), ask()) {
                let (a, b) = fastest.unwrap_or((first, next));
                fastest = Some((a.min(first), b.min(next)));
            }
            map.remove(wall).expect("it still stands");
        }
        if let Some((first, next)) = fastest {
            costs.after_edit.push(first);
            costs.next.push(next);
        }
    }
    progress::done();
    costs
}

/// A wall all around a square place, given half the wall's side and its thickness.
pub(crate) fn wall_around(p: Point, outer: f64, thickness: f64) -> Outline {
    let corner = |half: f64| (Point::new(p.x - half, p.y - half), Point::new(p.x + half, p.y + half));
    let ((low, high), (min, max)) = (corner(outer - thickness), corner(outer));
    Outline::rectangle(min, max).with_hole([low, Point::new(high.x, low.y), high, Point::new(low.x, high.y)])
}

/// How long we take to find out that there is no way; `None` if there is one, or no place to stand.
fn time_to_refuse(finder: &mut PathFinder, map: &Map, from: Point, to: Point) -> Option<f64> {
    let (time, cut_off) = timed(|| matches!(finder.find(map, &Query::new(from, to)), Err(NoPath::Disconnected { .. })));
    cut_off.then(|| microseconds(time))
}

impl Costs {
    pub(crate) fn json(&self) -> Value {
        let figures = |samples: &Samples| {
            json!({
                "p50": rounded(samples.median()),
                "p99": rounded(samples.percentile(99.0)),
                "max": rounded(samples.percentile(100.0)),
            })
        };
        json!({
            "name": self.name,
            "faces": self.faces,
            "queries": self.unedited.len(),
            "first_us": rounded(self.first),
            "unedited_us": figures(&self.unedited),
            "first_after_edit_us": figures(&self.after_edit),
            "next_us": figures(&self.next),
        })
    }
}

pub(crate) fn print(all: &[Costs]) {
    println!("\nNo way: µs, p50 and the most; on the map as it was built, and first thing after an edit");
    println!(
        "{:24} {:>8} {:>5} {:>10} {:>17} {:>19} {:>17}",
        "map", "faces", "asked", "very first", "unedited", "after an edit", "the next"
    );
    for costs in all {
        let cell = |samples: &Samples| format!("{:.2} / {:.1}", samples.median(), samples.percentile(100.0));
        println!(
            "{:24} {:>8} {:>5} {:>10.1} {:>17} {:>19} {:>17}",
            costs.name,
            costs.faces,
            costs.unedited.len(),
            costs.first,
            cell(&costs.unedited),
            cell(&costs.after_edit),
            cell(&costs.next)
        );
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_goal_is_cut_off_by_its_wall_alone() {
        let floor = Outline::rectangle([0.0, 0.0], [20.0, 10.0]);
        let queries = [(Point::new(1.0, 1.0), Point::new(10.0, 5.0)), (Point::new(2.0, 1.0), Point::new(15.0, 5.0))];
        let costs = measure("test", &[floor], &[], &queries);
        assert_eq!((costs.unedited.len(), costs.after_edit.len(), costs.next.len()), (2, 2, 2));
        assert!(costs.first.is_finite());
    }
}
