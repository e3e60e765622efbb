//! One question, put to several searches.

use super::find::{find, line};
use super::journey::join;
use super::roadmaps::{Roadmaps, Sizes};
use navigant::mesh::internals::MapGridInternals as _;
use navigant::mesh::roadmap::MapRoadmap as _;
use navigant::mesh::{CellId, Map, MapGrid, Point, Roadmap, WaypointId};
use navigant::search::graph::{AStar, Budget, Octile, RoadmapEnd, RoadmapGraph};
use navigant::search::internals::RoadmapGraphInternals as _;
use navigant::search::plane::PathFinder;
use serde_json::{Value, json};
use std::time::Instant;

/// Asks every search for a way; those on graphs need theirs, which is made before the time is taken.
pub(crate) fn compare(
    finder: &mut PathFinder,
    roadmaps: &mut Roadmaps,
    map: &Map,
    ends: [Point; 2],
    radius: f64,
    sizes: &Sizes,
) -> Value {
    let mut rows = Vec::new();
    for (search, radius) in [("exact, this radius", radius), ("exact, a point", 0.0)] {
        let mut found = find(finder, map, ends, radius, 0.0);
        found["search"] = json!(search);
        found["note"] = match found["reason"].as_str() {
            Some(reason) => json!(reason),
            None => json!("the shortest there is"),
        };
        rows.push(found);
    }
    let dual = roadmaps.dual(map);
    let attachments = ends.map(|p| join(map, dual.roadmap(), p, 0.0));
    rows.push(on_roadmap(
        "A* on the dual graph",
        dual.roadmap(),
        ends,
        &attachments,
        "middles of edges; knows no radius",
    ));
    let cells = roadmaps.cells(map);
    let attachments = ends.map(|p| join(map, cells.roadmap(), p, 0.0));
    rows.push(on_roadmap(
        "A* on convex cells",
        cells.roadmap(),
        ends,
        &attachments,
        "middles of portals; knows no radius",
    ));
    let axis = roadmaps.axis(map, radius);
    let attachments = ends.map(|p| axis.attach(map, p).map_or_else(Vec::new, |attached| attached.edges));
    rows.push(on_roadmap("A* on the medial axis", axis.roadmap(), ends, &attachments, "as far from walls as can be"));
    match roadmaps.quad_tree(map, sizes) {
        Ok(tree) => {
            let attachments = ends.map(|p| join(map, tree.roadmap(), p, 0.0));
            rows.push(on_roadmap(
                "A* on the quad-tree",
                tree.roadmap(),
                ends,
                &attachments,
                "middles of squares; knows no radius",
            ));
        }
        Err(refusal) => rows.push(none("A* on the quad-tree", &refusal.message)),
    }
    rows.push(on_grid(roadmaps, map, ends, (sizes.cell, radius)));
    json!({ "rows": rows })
}

fn none(search: &str, note: &str) -> Value {
    json!({ "search": search, "length": null, "micros": 0, "expansions": 0, "points": [], "note": note })
}

fn on_roadmap(
    search: &str,
    roadmap: &Roadmap,
    ends: [Point; 2],
    attachments: &[Vec<(WaypointId, f64)>; 2],
    note: &str,
) -> Value {
    let [start, goal] =
        [(ends[0], &attachments[0]), (ends[1], &attachments[1])].map(|(at, edges)| RoadmapEnd { at, edges });
    let journey = RoadmapGraph::new(roadmap, start, goal);
    let mut a_star = AStar::new();
    let clock = Instant::now();
    let answer = a_star.find(&journey, &journey, RoadmapGraph::START, RoadmapGraph::GOAL, Budget::UNLIMITED);
    let micros = clock.elapsed().as_secs_f64() * 1e6;
    match answer {
        Ok(answer) => {
            let points: Vec<Point> = a_star.path().iter().filter_map(|&state| journey.point(state)).collect();
            let note = if answer.cost.is_some() { note } else { "no way on this graph" };
            json!({ "search": search, "length": answer.cost, "micros": micros, "expansions": answer.expansions,
                "points": line(&points), "note": note })
        }
        Err(error) => none(search, &error.to_string()),
    }
}

fn on_grid(roadmaps: &mut Roadmaps, map: &Map, ends: [Point; 2], (cell, radius): (f64, f64)) -> Value {
    let search = "A* on the grid";
    let grid = match roadmaps.grid(map, cell, radius) {
        Ok(grid) => grid,
        Err(refusal) => return none(search, &refusal.message),
    };
    let [Some(start), Some(goal)] = ends.map(|p| seen_cell(grid, map, p)) else {
        return none(search, "no open cell is seen from an end");
    };
    let mut a_star = AStar::new();
    let clock = Instant::now();
    let octile = Octile::over(grid);
    let answer = a_star.find(grid, &octile, start.into(), goal.into(), Budget::UNLIMITED);
    let micros = clock.elapsed().as_secs_f64() * 1e6;
    match answer {
        Ok(answer) => {
            let points: Vec<Point> = a_star.path().iter().filter_map(|&state| grid.centre(map, state.into())).collect();
            let length = answer.cost.map(|cost| grid.metres(cost));
            let note = match length {
                Some(_) => format!("cells of {cell:.2} m, from middle to middle"),
                None => "no way on this grid".to_owned(),
            };
            json!({ "search": search, "length": length, "micros": micros, "expansions": answer.expansions,
                "points": line(&points), "note": note })
        }
        Err(error) => none(search, &error.to_string()),
    }
}

/// The cell to start or end in: the nearest open one whose middle the disc gets to straight from a point.
pub(super) fn seen_cell(grid: &MapGrid, map: &Map, p: Point) -> Option<CellId> {
    let size = grid.cell_size();
    let offsets = (-2..=2).flat_map(|x| (-2..=2).map(move |y| (f64::from(x), f64::from(y))));
    let around = offsets.filter_map(|(x, y)| grid.cell_at([p.x + x * size, p.y + y * size]));
    let middles = around.filter(|&id| grid.is_open(id)).filter_map(|id| Some((id, grid.centre(map, id)?)));
    let seen = middles.filter(|&(_, middle)| map.sees(p, middle));
    seen.min_by(|a, b| a.1.distance(p).total_cmp(&b.1.distance(p))).map(|(id, _)| id)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::mesh::Outline;

    const SIZES: Sizes = Sizes { cell: 0.5, radius: 0.3, square: [0.5; 2], neighbours: 8, samples: 100 };

    /// Walls without width between the middles of cells, on their borders and aslant: 37.7 m are 36.5 m through them.
    #[test]
    fn no_step_on_the_grid_leads_through_a_wall() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap();
        for (x, low) in [(8.0, true), (15.25, false), (22.5, true), (30.1, false)] {
            let (from, to) = if low { ([x, 0.0], [x + 0.3, 13.0]) } else { ([x, 7.0], [x - 0.3, 20.0]) };
            map.insert(&Outline::polyline([from, to])).unwrap();
        }
        let ends = [[1.75, 10.25], [38.25, 10.25]].map(Point::from);
        let exact = find(&mut PathFinder::new(), &map, ends, 0.0, 0.0)["length"].as_f64().unwrap();
        for cell in [0.5, 1.0, 0.7] {
            let row = on_grid(&mut Roadmaps::default(), &map, ends, (cell, 0.0));
            let points: Vec<[f64; 2]> = serde_json::from_value(row["points"].clone()).unwrap();
            assert!(points.len() > 20 && points.array_windows().all(|[a, b]| map.sees(*a, *b)), "{cell}");
            assert!(row["length"].as_f64().unwrap() > exact - 2.0 * cell, "{cell} {row}");
        }
    }

    #[test]
    fn no_search_on_a_graph_beats_the_exact_one() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 30.0])).unwrap();
        for i in 0..12 {
            let (x, y) = (f64::from(i % 4) * 9.0 + 4.0, f64::from(i / 4) * 9.0 + 4.0);
            map.insert(&Outline::rectangle([x, y], [x + 5.0, y + 5.0])).unwrap();
        }
        let ends = [[1.0, 1.0], [39.0, 29.0]].map(Point::from);
        let (mut finder, mut roadmaps) = (PathFinder::new(), Roadmaps::default());
        for _ in 0..2 {
            let told = compare(&mut finder, &mut roadmaps, &map, ends, 0.3, &SIZES);
            let rows = told["rows"].as_array().unwrap();
            assert_eq!(rows.len(), 7);
            let length = |row: &Value| row["length"].as_f64().unwrap_or_else(|| panic!("{row}"));
            for row in rows {
                assert!(length(row) >= length(&rows[1]) - 1e-9, "{row}");
                assert!(row["points"].as_array().unwrap().len() >= 2, "{row}");
            }
            // The graphs follow edits.
            map.insert(&Outline::rectangle([18.0, 0.0], [19.0, 20.0])).unwrap();
            map.insert(&Outline::rectangle([25.0, 10.0], [26.0, 30.0])).unwrap();
        }
        let walled = compare(&mut finder, &mut roadmaps, &map, [ends[0], [100.0, 0.0].into()], 0.3, &SIZES);
        assert!(walled["rows"].as_array().unwrap().iter().all(|row| row["length"].is_null()));
    }
}
