//! Shortest paths on the public maps in ../shared/data, where they are: a sample of the queries of every map, each as
//! long as the reference beside it says.
//!
//! All queries of a map: `navigant path MAP --queries FILE` and `navigant path MAP --scen FILE`.

use navigant_files::Scene;
use navigant_files::csv_queries::{ReferenceLength, ReferenceQuery, read_queries};
use navigant_files::moving_ai::{self, ScenQuery};
use navigant_geometry::Outline;
use navigant_mesh::{Grid, Map};
use navigant_search::graph::{AStar, Budget, Octile, StateId};
use navigant_search::plane::{PathFinder, Query};
use navigant_testing::oracle::verify::verify;
use std::path::{Path, PathBuf};

/// One query of so many is asked.
const SAMPLE: usize = 50;
/// One path of so many that are found is verified: the verifier looks at every face for every leg.
const VERIFIED: usize = 10;
/// How far a length may be from the reference, for lengths above 1 relative to them.
const LEEWAY: f64 = 1e-6;
/// Lengths over the grid are printed with as few as two digits.
const PRINTED: f64 = 0.006;

/// A folder of the shared data; prints a line where it is missing.
fn shared(folder: &str) -> Option<PathBuf> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data").join(folder);
    if !path.is_dir() {
        println!("skipped: there is no {}", path.display());
        return None;
    }
    Some(path)
}

/// All files below a folder with an extension, sorted.
fn files(folder: &Path, extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            found.extend(files(&path, extension));
        } else if path.extension().is_some_and(|e| e == extension) {
            found.push(path);
        }
    }
    found.sort();
    found
}

fn build(path: &Path) -> Map {
    let scene = Scene::read(path).unwrap_or_else(|error| panic!("{error}"));
    let obstacles: Vec<Outline> = scene.obstacles.into_iter().map(|o| o.outline).collect();
    Map::build(&scene.floors, &obstacles).unwrap().0
}

/// On maps with swamps and lakes some queries lead through them; here only ground is walkable. Leaves a sample of the
/// queries that have a way over ground, and says how long it is.
fn over_ground_only(grid: &Grid, queries: &mut Vec<ScenQuery>) {
    let mut a_star = AStar::new();
    let mut over_ground = |query: &ScenQuery| {
        let [start, goal] = [query.start, query.goal].map(|cell| grid.id(cell).map(StateId::from));
        a_star.find(grid, &Octile::on(grid), start?, goal?, Budget::UNLIMITED).ok()?.cost
    };
    let asked: Vec<ScenQuery> = queries.drain(..).step_by(SAMPLE / 5).collect();
    queries.extend(asked.into_iter().filter_map(|query| Some(ScenQuery { length: over_ground(&query)?, ..query })));
}

/// Asks a sample of queries; says what is wrong with the answers.
fn differences(map: &Map, queries: &[ReferenceQuery]) -> Vec<String> {
    let mut finder = PathFinder::new();
    let mut wrong = Vec::new();
    for (number, query) in queries.iter().step_by(SAMPLE).enumerate() {
        let answer = finder.find(map, &Query::new(query.from, query.to));
        let length = answer.as_ref().map(|path| path.length);
        let is_right = match (&length, query.length, query.grid_length) {
            (Ok(length), ReferenceLength::Known(expected), _) => {
                (length - expected).abs() <= LEEWAY * expected.max(1.0)
            }
            (Ok(length), ReferenceLength::NotGiven, ReferenceLength::Known(grid)) => *length <= grid + PRINTED,
            (Ok(_), ..) => false,
            (Err(_), ReferenceLength::NoPath, _) => true,
            (Err(_), ReferenceLength::NotGiven, grid) => grid == ReferenceLength::NoPath,
            (Err(_), ..) => false,
        };
        if !is_right {
            wrong.push(format!("{query:?}: {length:?}"));
        } else if let (0, Ok(path)) = (number % VERIFIED, answer)
            && let Err(reason) = verify(map, query.from, query.to, path)
        {
            wrong.push(format!("{query:?}: {reason}"));
        }
    }
    wrong
}

/// Asks on every map and fails with everything that is wrong.
fn check(maps: &[PathBuf], queries_of: impl Fn(&Path) -> Vec<ReferenceQuery>) {
    assert!(!maps.is_empty());
    let mut wrong = String::new();
    for path in maps {
        let queries = queries_of(path);
        assert!(!queries.is_empty(), "{}", path.display());
        for line in differences(&build(path), &queries) {
            wrong.push_str(&format!("\n{}: {line}", path.display()));
        }
    }
    assert!(wrong.is_empty(), "{wrong}");
}

#[test]
fn paths_on_grid_maps_are_as_long_as_the_references_say() {
    let (Some(maps), Some(lengths)) = (shared("movingai"), shared("lengths")) else { return };
    check(&files(&maps, "map"), |path| {
        let exact = lengths.join(path.strip_prefix(&maps).unwrap()).with_extension("csv");
        if exact.is_file() {
            return read_queries(&exact).unwrap();
        }
        let text = std::fs::read_to_string(path.with_extension("map.scen")).unwrap();
        let mut queries = moving_ai::read_scen(&text).unwrap();
        let map = std::fs::read_to_string(path).unwrap();
        if map.lines().skip(4).any(|row| row.contains(['S', 'W'])) {
            over_ground_only(&moving_ai::read_grid(&map).unwrap(), &mut queries);
        }
        queries.iter().map(ReferenceQuery::from).collect()
    });
}

#[test]
fn paths_on_polygon_maps_are_as_long_as_the_references_say() {
    let Some(folder) = shared("iron_harvest") else { return };
    check(&files(&folder, "txt"), |path| read_queries(path.with_extension("csv")).unwrap());
}
