//! `navigant run SCENARIO` where the scenario has a section `[roadmap]`: agents walk along its edges, slowed down by density.

use crate::exit::Code;
use crate::run::Arguments;
use crate::say::{self, say};
use navigant::files::{Scenario, Scene};
use navigant::simulation::internals::{RoadmapRun, STEP_S, StepTimesInternals as _, Study};
use serde_json::json;
use std::error::Error;
use std::path::Path;

/// Runs a scenario along a roadmap, if it is one.
pub(crate) fn run(
    arguments: &Arguments,
    scenario: &Scenario,
    scene: &Scene,
) -> Option<Result<Code, Box<dyn Error + Send + Sync>>> {
    scenario.roadmap.as_ref()?;
    let files = [&arguments.out, &arguments.svg, &arguments.save, &arguments.resume];
    if files.iter().any(|file| file.is_some()) || arguments.paths {
        return Some(Err("runs along a roadmap take no --out, --svg, --save, --resume and --paths".into()));
    }
    let built = crate::scenes::build(scene).map_err(|reason| format!("{}: {reason}", scenario.scene.value));
    let (map, _) = match built {
        Ok(built) => built,
        Err(reason) => return Some(Err(reason.into())),
    };
    let run = RoadmapRun::of_scenario(&map, scenario)?.map_err(|mut error| {
        error.file = Some(Path::new(&arguments.scenario).to_owned());
        error
    });
    Some(run.map_err(Into::into).and_then(|run| walk(arguments, run)))
}

fn walk(arguments: &Arguments, mut run: RoadmapRun) -> Result<Code, Box<dyn Error + Send + Sync>> {
    let (graph, settings) = (run.graph(), run.settings());
    let (search, strategy) = (settings.search.name(), settings.strategy_name());
    say!("{} regions with {} edges, {search}/{strategy}.", graph.region_count(), graph.edge_count());
    let people = run.people_to_enter();
    let most = arguments.steps.unwrap_or(u64::MAX);
    let study = Study::of(&mut run, people, |run| run.steps() < most);
    let figures = &study.figures;
    let row = |name: &str, value: String| say!("  {name:<26} {value}");
    let travel: Vec<Option<f64>> = figures.travel_s().collect();
    let told = travel.iter().map(|time| time.map_or("–".to_owned(), |time| format!("{time:.2}")));
    let avct_ms = figures.steps.mean().as_secs_f64() * 1e3;
    row("entered, arrived", format!("{}, {} of {people}", figures.entered, figures.arrived));
    row("steps", format!("{}, {:.1} s", study.steps, study.steps as f64 * STEP_S));
    row("avCT, ms", format!("{avct_ms:.3}"));
    row("pthR, in one step", format!("{}, {} at most", figures.searches, figures.most_searches));
    row("maxA", figures.max_agents.to_string());
    row("AvrA", figures.avr_agents().map_or("–".to_owned(), |mean| format!("{mean:.0}")));
    row("TrvT by group, s", told.collect::<Vec<_>>().join(", "));
    row("clustering", format!("{:.3}", study.clustering));
    row("state", format!("{:016x}", study.hash));
    let json = json!({
        "search": search, "strategy": strategy, "avct_ms": avct_ms, "searches": figures.searches,
        "peak_searches": figures.most_searches, "max_agents": figures.max_agents, "avr_agents": figures.avr_agents(),
        "travel_s": travel, "clustering": study.clustering, "steps": study.steps, "entered": figures.entered,
        "arrived": figures.arrived, "hash": format!("{:016x}", study.hash),
    });
    say::json(arguments.json.as_deref(), &json)?;
    Ok(Code::Done)
}
