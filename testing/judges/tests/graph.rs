//! What judges mutants of `crates/search/src/graph`.

use navigant_testing::soak;

#[test]
fn repaired_plans_are_those_from_scratch() {
    let report = soak::incremental::run(60_000, 20_261_118);
    assert_eq!(report.mismatches, 0, "{report}");
}

#[test]
fn replanning_from_the_path_is_exact() {
    soak::replan::run(60_000, 20_261_118, |_| ()).unwrap();
}
