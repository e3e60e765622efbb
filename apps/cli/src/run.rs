//! `navigant run [SCENARIO] [--agents N] [--steps N | --until-empty] [--threads N] [--paths] [--out FILE] [--json FILE] [--svg FILE]
//! [--save STATE] [--resume STATE] [--seed N]`

use crate::exit::Code;
use crate::say::{self, say};
use crate::{run_levels, run_roadmap, run_team};
use indicatif::{ProgressBar, ProgressStyle};
use navigant::files::FileError;
use navigant::files::Scenario;
use navigant::files::internals::ScenarioInternals as _;
use navigant::simulation::internals::{FiguresInternals as _, SimulationInternals as _};
use navigant::simulation::{Picture, Record, Simulation, Until, embedded};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// A scenario file (.toml), or the name of an embedded one: see `navigant scenarios`
    #[arg(default_value = embedded::FIRST)]
    pub(crate) scenario: String,
    /// Total number of agents, in the proportions of the scenario [default: the scenario's]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) agents: Option<u32>,
    /// Number of steps [default: the scenario's]
    #[arg(long, value_name = "N", conflicts_with = "until_empty")]
    pub(crate) steps: Option<u64>,
    /// Run until all agents have arrived and left
    #[arg(long)]
    until_empty: bool,
    /// What is random about a scenario that is planned in space and time: deadlock, choke-point, … [default: 1]
    #[arg(long, value_name = "N")]
    pub(crate) seed: Option<u64>,
    /// Number of threads [default: all cores]. The result is the same for any number
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..=1024))]
    threads: Option<u16>,
    /// Let everyone plan a route, also where the scenario says that they follow a field
    #[arg(long)]
    pub(crate) paths: bool,
    /// Write trajectories: .parquet, or .sqlite as JuPedSim writes them
    #[arg(long, value_name = "FILE")]
    pub(crate) out: Option<PathBuf>,
    /// Interval, in steps, of the frames written to trajectories
    #[arg(long, value_name = "N", default_value_t = 1, requires = "out", value_parser = clap::value_parser!(u32).range(1..))]
    every: u32,
    /// Write the figures as JSON; - is standard output
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,
    /// Draw the density and the paths of some agents, as SVG
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write a snapshot of the state after the last step, for --resume
    #[arg(long, value_name = "STATE")]
    pub(crate) save: Option<PathBuf>,
    /// Continue from a snapshot written by --save, with the same scenario; --steps counts from its first step
    #[arg(long, value_name = "STATE")]
    pub(crate) resume: Option<PathBuf>,
}

pub(crate) fn run(arguments: &Arguments) -> Result<Code, Box<dyn Error>> {
    say::keep_for_json(arguments.json.as_deref());
    let pool = rayon::ThreadPoolBuilder::new().num_threads(arguments.threads.map_or(0, usize::from)).build()?;
    pool.install(|| simulate(arguments)).map_err(|error| error as Box<dyn Error>)
}

fn simulate(arguments: &Arguments) -> Result<Code, Box<dyn Error + Send + Sync>> {
    let start = Instant::now();
    if let Some(done) = run_team::run(&arguments.scenario, arguments.seed.unwrap_or(1), arguments.json.as_deref()) {
        return done;
    }
    if let Some(done) = run_levels::run(arguments) {
        return done;
    }
    let (mut scenario, scene) = embedded::open(&arguments.scenario)?;
    if let Some(agents) = arguments.agents {
        scenario.scale_agents(agents);
    }
    if arguments.paths {
        scenario.agents.iter_mut().for_each(|group| group.field = None);
    }
    say!("{}: {}", arguments.scenario, scenario.about);
    let named = |mut error: FileError| {
        error.file = Some(Path::new(&arguments.scenario).to_owned());
        error
    };
    if let Some(done) = run_roadmap::run(arguments, &scenario, &scene) {
        return done;
    }
    let bar = ProgressBar::new(scenario.agent_count()).with_style(style("{msg:>12}"));
    bar.set_message("placed");
    let mut simulation = match &arguments.resume {
        Some(file) => resumed(file, &scenario)?,
        None => {
            let built = crate::scenes::build(&scene);
            let (map, _) = built.map_err(|reason| format!("{}: {reason}", scenario.scene.value))?;
            Simulation::spawn(map, &scenario, |placed| bar.set_position(placed)).map_err(named)?
        }
    };
    if arguments.out.is_none() && arguments.svg.is_none() {
        simulation = simulation.without_copy();
    }
    // Before the plans: they may take long, and a file that cannot be written should be told at once.
    let mut record = match &arguments.out {
        Some(file) => Some(Record::begin(file, &simulation, arguments.every)?),
        None => None,
    };
    if let Some(file) = &arguments.save {
        let opened = std::fs::OpenOptions::new().append(true).create(true).open(file);
        opened.map_err(|reason| format!("{}: {reason}", file.display()))?;
    }
    let planned = Instant::now();
    // Who was saved has a route or waits for its turn.
    if arguments.resume.is_none() {
        bar.set_message("routes");
        bar.set_position(0);
        bar.reset_eta();
        simulation.plan_ahead(|routed| bar.set_position(routed));
    }
    bar.finish_and_clear();
    let stop = Arc::new(AtomicBool::new(false));
    let flag = Arc::clone(&stop);
    // Twice within a process only in tests; then the first one stands.
    let _ = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed));
    say!(
        "{} agents from {}, ready after {:.1} s, {:.1} s of it for their first routes.",
        simulation.crowd().len(),
        if arguments.resume.is_some() { "the saved state" } else { "the start" },
        start.elapsed().as_secs_f64(),
        planned.elapsed().as_secs_f64()
    );
    let until = match (arguments.until_empty, arguments.steps) {
        (true, _) => Until::Empty,
        (false, steps) => Until::Steps(steps.unwrap_or(scenario.steps)),
    };
    let mut picture = arguments.svg.as_ref().map(|_| Picture::begin(&simulation));
    let walked = walk(&mut simulation, until, &stop, record.as_mut(), picture.as_mut());
    // What has been walked is written even if the walk went wrong.
    let recorded = record.map_or(Ok(()), Record::finish);
    let outcome = walked.map_err(|error| if error.file.is_some() { error } else { named(error) }).and(recorded);
    let figures = simulation.figures();
    for (name, value) in figures.rows() {
        say!("  {name:<20} {value}");
    }
    say::json(arguments.json.as_deref(), &figures.json())?;
    if let (Some(file), Some(picture)) = (&arguments.svg, picture) {
        std::fs::write(file, picture.svg(&simulation)).map_err(|reason| format!("{}: {reason}", file.display()))?;
    }
    if let Some(file) = &arguments.save {
        let written = std::fs::write(file, simulation.save(&scenario));
        written.map_err(|reason| format!("{}: {reason}", file.display()))?;
    }
    if until == Until::Empty && figures.present > 0 && !stop.load(Ordering::Relaxed) {
        say!("Nobody has arrived for ten minutes; {} are left.", figures.present);
    }
    outcome?;
    if stop.load(Ordering::Relaxed) {
        say!("Interrupted after {} steps.", figures.step_count());
        return Ok(Code::Interrupted);
    }
    Ok(Code::Done)
}

/// The run that a file holds.
fn resumed(file: &Path, scenario: &Scenario) -> Result<Simulation, String> {
    let bytes = std::fs::read(file).map_err(|reason| format!("{}: {reason}", file.display()))?;
    Simulation::resume(scenario, &bytes).map_err(|reason| format!("{}: {reason}", file.display()))
}

/// Makes the steps.
fn walk(
    simulation: &mut Simulation,
    until: Until,
    stop: &AtomicBool,
    mut record: Option<&mut Record>,
    mut picture: Option<&mut Picture>,
) -> Result<(), FileError> {
    let bar = match until {
        Until::Steps(steps) => ProgressBar::new(steps).with_style(style("steps {msg}")),
        Until::Empty => ProgressBar::new(simulation.to_arrive()).with_style(style("arrived {msg}")),
    };
    while !simulation.is_done(until)? && !stop.load(Ordering::Relaxed) {
        simulation.step()?;
        if let Some(record) = &mut record {
            record.add(simulation)?;
        }
        if let Some(picture) = &mut picture {
            picture.add(simulation);
        }
        bar.set_position(match until {
            Until::Steps(_) => simulation.steps(),
            Until::Empty => simulation.left(),
        });
        bar.set_message(simulation.pace());
    }
    bar.finish_and_clear();
    Ok(())
}

/// How progress bars look.
fn style(what: &str) -> ProgressStyle {
    let template = format!("{{bar:40}} {{pos}}/{{len}} {what} {{eta}}");
    ProgressStyle::with_template(&template).unwrap_or_else(|_| ProgressStyle::default_bar())
}

/// `navigant scenarios`: what there is.
pub(crate) fn list() -> Result<(), Box<dyn Error>> {
    for name in navigant::simulation::internals::embedded_names() {
        let (scenario, _): (Scenario, _) = embedded::open(name)?;
        say!("{name:<20} {:>7} agents  {}", scenario.agent_count(), scenario.about);
    }
    say!("Planned in space and time, with the ordinary crowd beside:");
    run_team::list();
    run_levels::list();
    Ok(())
}
