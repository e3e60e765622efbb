//! Runs a scenario without a window and says what state it ends in: the same as `navigant run NAME --steps STEPS` prints.
//!
//! `cargo run --release --example scenario -- bottleneck 300 2`: a name or a file, how many steps, by how many threads.

use bevy_app::App;
use bevy_ecs::query::With;
use bevy_navigant::{ScenarioAgent, ScenarioPlugin, ScenarioRun};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let name = arguments.next().unwrap_or_else(|| "bottleneck".to_owned());
    let steps: u64 = arguments.next().map_or(Ok(300), |steps| steps.parse())?;
    let threads: usize = arguments.next().map_or(Ok(0), |threads| threads.parse())?;
    rayon::ThreadPoolBuilder::new().num_threads(threads).build_global()?;

    // ANCHOR: app
    let mut app = App::new();
    app.add_plugins((TimePlugin, ScenarioPlugin::open(&name)?));
    let step = app.world().resource::<Time<Fixed>>().timestep();
    app.insert_resource(TimeUpdateStrategy::ManualDuration(step));
    while app.world().resource::<ScenarioRun>().simulation().steps() < steps {
        app.update();
        if let Some(error) = app.world().resource::<ScenarioRun>().error() {
            return Err(error.clone().into());
        }
    }
    // ANCHOR_END: app
    let entities = app.world_mut().query_filtered::<(), With<ScenarioAgent>>().iter(app.world()).count();
    let simulation = app.world().resource::<ScenarioRun>().simulation();
    println!("{entities} agents, state {:016x}", simulation.crowd().hash());
    Ok(())
}
