//! What judges mutants of `crates/search/src/plane/disc`.

#[path = "../../tests/disc_paths_found_by_soaks.rs"]
mod disc_paths_found_by_soaks;

use navigant_judges::run;
use navigant_testing::soak;

const SEED: u64 = 20_261_118;

#[test]
fn paths_of_discs_are_the_oracles() -> Result<(), String> {
    run(SEED, 1_000, soak::disc_paths::our_case)
}

#[test]
fn answers_can_be_used_as_queries() -> Result<(), String> {
    run(SEED, 20, soak::again::case)
}

#[test]
fn rows_of_racks_take_work_that_grows_with_their_number() -> Result<(), String> {
    run(SEED, 2, soak::racks::case)
}

#[test]
fn budgets_hold() -> Result<(), String> {
    run(SEED, 40, soak::budgets::case)
}

#[test]
fn comfortable_paths_are_no_longer_than_they_may_be() -> Result<(), String> {
    run(SEED, 40, soak::comfort::case)
}
