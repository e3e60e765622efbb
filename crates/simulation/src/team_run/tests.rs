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

#[test]
fn feet_cross_the_course_that_a_disc_does_not() {
    for seed in [2, 6] {
        let course = FootstepCourse::of_seed(seed).unwrap();
        let outcome = course.run().unwrap();
        assert!(outcome.is_success(), "{seed}: {outcome:?}");
        let in_stream = outcome.steps.iter().filter(|step| (3.5..7.0).contains(&step.2.x)).count();
        assert!(in_stream >= 4, "{seed}: {outcome:?}");
    }
}
