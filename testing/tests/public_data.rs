//! Shortest paths on the public maps in ../shared/data, where they are: a sample of the queries of every map, each as
//! long as the reference beside it says.
//!
//! All queries of a map: `navigant path MAP --queries FILE` and `navigant path MAP --scen FILE`.

use navigant_files::Scene;
use navigant_files::internals::{ReferenceLength, ReferenceQuery, read_queries};
use navigant_files::moving_ai::{self, ScenQuery};
use navigant_geometry::Outline;
use navigant_mesh::grid::STRAIGHT;
use navigant_mesh::{Grid, Map};
use navigant_search::graph::{AStar, Budget, Octile, StateId};
use navigant_search::plane::{PathFinder, Query};
use navigant_testing::oracle::verify::verify;
use std::path::{Path, PathBuf};

/// One query in this many is run.
const SAMPLE: usize = 50;
/// One found path in this many is verified: the verifier visits every face for every leg.
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

/// How many of a map's queries lead from cell to cell that one can walk on, and how many of these are as long over the
/// grid as their file says.
fn equal_over_the_grid(grid: &Grid, queries: &[ScenQuery]) -> (usize, usize) {
    let mut a_star = AStar::new();
    let mut length = |query: &ScenQuery| {
        let [start, goal] = [query.start, query.goal].map(|cell| grid.id(cell).map(StateId::from));
        let cost = a_star.find(grid, &Octile::on(grid), start?, goal?, Budget::UNLIMITED).ok()?.cost?;
        Some(cost / STRAIGHT)
    };
    let asked = queries.iter().filter(|query| [query.start, query.goal].iter().all(|cell| grid.is_walkable(*cell)));
    let equal = asked.clone().filter(|query| length(query).is_some_and(|l| (l - query.length).abs() <= PRINTED));
    (asked.count(), equal.count())
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
        // A few queries start and end in the water or in the woods, and keep to these.
        let grid = moving_ai::read_grid(&std::fs::read_to_string(path).unwrap()).unwrap();
        let mut queries = moving_ai::read_scen(&text).unwrap();
        queries.retain(|query| [query.start, query.goal].iter().all(|cell| grid.is_walkable(*cell)));
        queries.iter().map(ReferenceQuery::from).collect()
    });
}

#[test]
fn ways_through_the_swamp_are_as_long_as_their_file_says() {
    let Some(folder) = shared("movingai/wc3maps512") else { return };
    let read = |name: &str| std::fs::read_to_string(folder.join(name)).unwrap();
    let grid = moving_ai::read_grid(&read("battleground.map")).unwrap();
    let queries = moving_ai::read_scen(&read("battleground.map.scen")).unwrap();
    // 8 of the 1,237 keep to the water, 3 to the woods, and 4 end out of bounds. The others all have a way. 55 are longer
    // by a corner, about, and neither cut corners nor ways through the water explain that: like the ends out of bounds, it
    // looks as if the map had changed a little since its lengths were made.
    assert_eq!((queries.len(), equal_over_the_grid(&grid, &queries)), (1_237, (1_222, 1_167)));
}

#[test]
fn paths_on_polygon_maps_are_as_long_as_the_references_say() {
    let Some(folder) = shared("iron_harvest") else { return };
    check(&files(&folder, "txt"), |path| read_queries(path.with_extension("csv")).unwrap());
}
