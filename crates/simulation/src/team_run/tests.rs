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
    for seed in [2, 2002, 2014] {
        let course = FootstepCourse::of_seed(seed).unwrap();
        let outcome = course.run().unwrap();
        assert!(outcome.is_success(), "{seed}: {outcome:?}");
        let in_stream = outcome.steps.iter().filter(|step| (3.5..7.0).contains(&step.2.x)).count();
        assert!(in_stream >= 4, "{seed}: {outcome:?}");
    }
}

#[test]
fn a_course_without_a_way_is_answered_within_its_limit() {
    let mut course = FootstepCourse::of_seed(3).unwrap();
    // Three stones are gone: no step is as long.
    course.footing.platforms.drain(3..6);
    let outcome = course.run().unwrap();
    assert!(!outcome.arrived && outcome.steps.is_empty(), "{outcome:?}");
    // Stones that are there, and a body that does not get past the post on the bank.
    let mut course = FootstepCourse::of_seed(3).unwrap();
    course.map.insert(&navigant_mesh::Outline::rectangle([9.0, 0.0], [9.2, 4.0])).unwrap();
    let outcome = course.run().unwrap();
    assert!(!outcome.arrived && outcome.expansions[3] <= FootstepCourse::MOST_FOOTSTEPS, "{outcome:?}");
}
