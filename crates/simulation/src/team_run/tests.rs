//! Every scenario succeeds; the ordinary crowd fails where it is known to.

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
    for name in ["deadlock", "choke-point", "unpredictable-change", "space-time-goals"] {
        let outcome = outcome(name, 1);
        assert!(outcome.is_success(), "{name}: {outcome:?}");
    }
}

#[test]
fn the_ordinary_crowd_does_not_get_out_of_a_deadlock() {
    let outcome = steer(TeamScenario::named("deadlock", 1).unwrap()).unwrap();
    assert!(outcome.arrived < outcome.agents, "{outcome:?}");
}
