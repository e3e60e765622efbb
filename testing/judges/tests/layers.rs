//! A short soak of layers.

use navigant_judges::run;
use navigant_testing::soak;

#[test]
fn seams_change_no_answer() -> Result<(), String> {
    run(1, std::env::var("CASES").map_or(60, |n| n.parse().unwrap()), soak::layers::case)
}
