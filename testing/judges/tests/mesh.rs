//! What judges mutants of the triangulation, the rounding and the edits.

#[path = "../../tests/same_everywhere.rs"]
mod same_everywhere;

use navigant_judges::run;
use navigant_testing::soak;

const SEED: u64 = 20_261_118;

#[test]
fn edits_give_the_map_that_a_rebuild_gives() -> Result<(), String> {
    run(SEED, 300, soak::edits::case)
}

#[test]
fn floors_are_united() -> Result<(), String> {
    run(SEED, 100, soak::floors::case)
}

#[test]
fn paths_of_points_are_the_oracles() -> Result<(), String> {
    run(SEED, 10, soak::paths::case)
}

#[test]
fn saved_maps_are_the_same() -> Result<(), String> {
    run(SEED, 60, soak::saved::case)
}

#[test]
fn regions_change_nothing_about_what_is_walkable() -> Result<(), String> {
    run(SEED, 60, soak::regions::case)
}
