//! What judges mutants of `crates/mesh/src/clearance`.

#[path = "../../tests/axis_of_rows.rs"]
mod axis_of_rows;
#[path = "../../tests/disc_paths_found_by_soaks.rs"]
mod disc_paths_found_by_soaks;
#[path = "../../tests/long_edges.rs"]
mod long_edges;

use navigant_judges::run;
use navigant_testing::soak;

const SEED: u64 = 20_261_118;

#[test]
fn clearances_are_the_oracles() -> Result<(), String> {
    run(SEED, 150, soak::clearance::our_case)
}

#[test]
fn an_axis_is_the_oracles() -> Result<(), String> {
    run(SEED, 60, soak::ecm::our_case)
}

#[test]
fn paths_of_discs_are_the_oracles() -> Result<(), String> {
    run(SEED, 150, soak::disc_paths::our_case)
}

#[test]
fn answers_can_be_used_as_queries() -> Result<(), String> {
    run(SEED, 20, soak::again::case)
}

#[test]
fn what_is_reachable_is_the_oracles() -> Result<(), String> {
    run(SEED, 100, soak::reachability::case)
}
