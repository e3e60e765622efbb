//! `navigant run tower|car-park [--agents N] [--steps N] [--seed N] [--json FILE] [--svg FILE]`: people who leave a building of many storeys.

use crate::exit::Code;
use crate::run::Arguments;
use crate::say::{self, say};
use navigant::files::internals::draw_layers;
use navigant::files::svg;
use navigant::simulation::internals::{BUILDINGS, LevelRun};
use std::error::Error;
use std::time::Instant;

/// Steps after which a run ends even if somebody is left: an hour and twenty minutes.
const MOST_STEPS: u64 = 48_000;

/// Runs a building of that name, if there is one.
pub(crate) fn run(arguments: &Arguments) -> Option<Result<Code, Box<dyn Error + Send + Sync>>> {
    let (name, about) = BUILDINGS.into_iter().find(|(name, _)| *name == arguments.scenario)?;
    let others = [&arguments.out, &arguments.save, &arguments.resume];
    if others.iter().any(|file| file.is_some()) || arguments.paths {
        return Some(Err("runs through buildings take no --out, --save, --resume and --paths yet".into()));
    }
    let start = Instant::now();
    let run = LevelRun::named(name, arguments.agents, arguments.seed.unwrap_or(1))?;
    say!("{name}: {about}");
    Some(walk(arguments, run, start))
}

fn walk(arguments: &Arguments, mut run: LevelRun, start: Instant) -> Result<Code, Box<dyn Error + Send + Sync>> {
    let planned = Instant::now();
    while run.plan_ahead() > 0 {}
    say!(
        "{} agents, ready after {:.1} s, {:.1} s of it for their first routes.",
        run.len(),
        start.elapsed().as_secs_f64(),
        planned.elapsed().as_secs_f64()
    );
    let begin = Instant::now();
    let most = arguments.steps.unwrap_or(MOST_STEPS);
    while !run.is_empty() && run.steps() < most {
        run.step()?;
    }
    let figures = run.figures();
    let row = |name: &str, value: String| say!("  {name:<26} {value}");
    row("layers", figures.layers.to_string());
    row("left", format!("{} of {}", figures.left, figures.agents));
    row("simulated, s", format!("{:.1}", figures.simulated_s()));
    row("steps", format!("{} in {:.1} s, checks counted", figures.steps.count, begin.elapsed().as_secs_f64()));
    row("µs an agent and step", format!("{:.2}", figures.us_per_agent()));
    row("  in the first steps", format!("{:.2}; {:.2} in one plane", figures.first_us, figures.plane_us));
    row("searches, edits", format!("{}, {}", figures.searches, figures.edits));
    row("wall crossings", figures.wall_crossings.to_string());
    row("hash", format!("{:016x}", figures.hash));
    say::json(arguments.json.as_deref(), &figures.json())?;
    if let Some(file) = &arguments.svg {
        let picture = draw_layers(run.map(), svg::Style::default().width, run.way());
        std::fs::write(file, picture).map_err(|reason| format!("{}: {reason}", file.display()))?;
    }
    Ok(Code::Done)
}

/// The lines of `navigant scenarios`.
pub(crate) fn list() {
    for (name, about) in BUILDINGS {
        say!("{name:<20} {:>7} agents  {about}", LevelRun::PEOPLE);
    }
}
