//! Scenarios through Bevy: the same bits as the program, an entity for everyone.

use bevy_app::App;
use bevy_ecs::query::With;
use bevy_navigant::{Plane, ScenarioAgent, ScenarioPlugin, ScenarioRun, Velocity};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;

fn app(name: &str, plane: Plane) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, ScenarioPlugin::open(name).unwrap().in_plane(plane)));
    let step = app.world().resource::<Time<Fixed>>().timestep();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    app.update();
    app
}

fn run(app: &App) -> &ScenarioRun {
    app.world().resource::<ScenarioRun>()
}

/// By one thread or two: the app stays where it is made, in a thread of the pool.
fn state_after_300(name: &str, threads: usize) -> String {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut app = app(name, Plane::Xy);
        while run(&app).simulation().steps() < 300 {
            app.update();
        }
        format!("{:016x}", run(&app).simulation().crowd().hash())
    })
}

#[test]
fn the_same_bits_as_the_program_for_any_number_of_threads() {
    let states = include_str!("../../same_bits.txt").lines().filter(|line| !line.starts_with('#'));
    // `cargo xtask bevy` runs the city too, in a release.
    for line in states.filter(|line| !line.starts_with("city")) {
        let (name, state) = line.split_once(' ').unwrap();
        for threads in [1, 2] {
            assert_eq!(state_after_300(name, threads), state.trim(), "{name} by {threads} threads");
        }
    }
}

#[test]
fn entities_come_and_go_with_the_agents() {
    let mut app = app("bottleneck", Plane::Xz);
    let (mut most, mut least) = (0, usize::MAX);
    for _ in 0..600 {
        app.update();
        let mut entities = app.world_mut().query_filtered::<(&ScenarioAgent, &Transform, &Velocity), With<Transform>>();
        let seen: Vec<_> = entities.iter(app.world()).map(|(who, at, by)| (*who, *at, *by)).collect();
        let crowd = run(&app).simulation().crowd();
        assert_eq!(seen.len(), crowd.len());
        for (who, transform, velocity) in &seen {
            let agent = crowd.agent(who.agent).unwrap();
            assert_eq!(transform.translation.x, agent.position.x as f32);
            assert_eq!((transform.translation.y, transform.translation.z), (0.0, -agent.position.y as f32));
            assert_eq!((velocity.0.x, velocity.0.y), (agent.velocity.x, agent.velocity.y));
        }
        (most, least) = (most.max(seen.len()), least.min(seen.len()));
        assert!(run(&app).error().is_none());
    }
    assert!(least < most, "somebody has left: {least} to {most}");
}

#[test]
fn a_scenario_that_is_not_there_is_an_error_that_names_it() {
    let error = ScenarioPlugin::open("no such scenario").err().unwrap().to_string();
    assert!(error.contains("no such scenario"), "{error}");
}
