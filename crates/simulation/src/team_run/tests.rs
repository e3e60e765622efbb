//! Scenarios succeed: everyone arrives in time, and nobody touches anything.

use super::*;

fn outcome(name: &str, seed: u64) -> TeamOutcome {
    let mut run = TeamRun::begin(TeamScenario::named(name, seed).unwrap()).unwrap();
    while !run.is_done() {
        run.frame();
    }
    run.outcome()
}

#[test]
fn small_scenarios_succeed() {
    for name in ["deadlock", "choke-point", "space-time-goals"] {
        let outcome = outcome(name, 1);
        assert!(outcome.is_success(), "{name}: {outcome:?}");
    }
}
