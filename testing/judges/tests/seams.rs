//! Short soaks of layers.

use navigant_judges::run;
use navigant_testing::soak;

#[test]
fn seams_change_no_answer() -> Result<(), String> {
    run(1, cases(60), soak::layers::case)
}

#[test]
fn paths_over_themselves_are_the_shortest() -> Result<(), String> {
    run(1, cases(60), soak::spirals::case)
}

#[test]
fn ground_is_what_the_definition_says() -> Result<(), String> {
    run(1, cases(60), soak::soup::case)
}

/// How many cases: more for a soak without a release build, by `CASES`.
fn cases(usual: u64) -> u64 {
    std::env::var("CASES").ok().and_then(|count| count.parse().ok()).unwrap_or(usual)
}
