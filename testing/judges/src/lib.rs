//! Short soaks as tests: what judges the mutants of a room (`testing/mutants.sh`).
//!
//! A crate of its own, for a test of `navigant-testing` would build its development dependencies, and those are all that there is.

use navigant_testing::soak::run_cases;

/// Runs the first cases of a soak.
///
/// # Errors
/// The case that failed, and why.
pub fn run(seed: u64, cases: u64, case: impl Fn(u64, u64) -> Result<(), String> + Sync) -> Result<(), String> {
    let result = run_cases(cases, |number| case(seed, number), |_| ());
    result.map_err(|failure| format!("seed {seed}, case {}: {}", failure.case, failure.reason))
}
