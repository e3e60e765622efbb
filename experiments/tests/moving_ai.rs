//! Grid lengths of the Moving AI queries, where the public data is at hand.

use navigant_files::moving_ai::{read_grid, read_scen};
use navigant_mesh::CellId;
use navigant_mesh::internals::GridInternals as _;
use navigant_search::graph::{AStar, Budget, Octile};
use navigant_search::internals::JumpPoints;
use std::path::Path;

#[test]
fn paths_are_as_long_as_the_scenario_says() {
    let data = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../shared/data/movingai");
    if !data.is_dir() {
        println!("skipped: no public data in {}", data.display());
        return;
    }
    for name in ["dao/arena2", "dao/den011d", "da2/ca_cave", "cities/Berlin_0_256"] {
        let path = data.join(format!("{name}.map"));
        let grid = read_grid(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let queries = read_scen(&std::fs::read_to_string(path.with_extension("map.scen")).unwrap()).unwrap();
        let (near, jumps) = (Octile::on(&grid), JumpPoints::new(&grid).unwrap());
        let (mut a_star, mut jumper, mut checked) = (AStar::new(), AStar::new(), 0);
        for query in queries.iter().step_by(queries.len().div_ceil(40)) {
            let (start, goal) = (grid.id(query.start).unwrap().into(), grid.id(query.goal).unwrap().into());
            let answer = a_star.find(&grid, &near, start, goal, Budget::UNLIMITED).unwrap();
            let cells: Vec<CellId> = a_star.path().iter().map(|&state| state.into()).collect();
            let length = grid.length(&cells).unwrap();
            // The files print six digits.
            assert!((length - query.length).abs() < 1e-5 * query.length.max(1.0), "{name} {query:?}: {length}");
            let leaps = jumper.find(&jumps.toward(&grid, goal), &near, start, goal, Budget::UNLIMITED).unwrap();
            assert_eq!(leaps.cost, answer.cost, "{name} {query:?}");
            checked += 1;
        }
        assert!(checked > 20, "{name}");
    }
}
