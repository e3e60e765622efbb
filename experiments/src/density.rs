//! `navigant experiment density`: density and replanning strategies, 12,000 agents on three maps.
//!
//! The tables and figures of "Multi-agent pathfinding in crowded environments", with a third search and a fifth strategy. Its tables
//! are lost; what is left is what its text says of them.
//!
//! | part | what |
//! |---|---|
//! | [`maps`] | the three maps, rebuilt from their description |
//! | [`trials`] | one combination of map, search and strategy |
//! | `published` | what the paper found, and whether we do |
//! | `sweeps` | n, `DensityDistEvent`, `DensityTriggerTh`, randomness; threads |
//! | `drawing` | density on the mesh; bars |

mod drawing;
pub mod maps;
mod published;
mod sweeps;
pub mod trials;

use crate::frame::{Options, Report, Table, progress};
use maps::Environment;
use navigant_simulation::internals::{DensitySettings, RegionGraph, RoadmapRun, RoadmapSearch, Strategy};
use serde::Serialize;
use std::error::Error;
use std::path::{Path, PathBuf};
use std::{fs, io};
use trials::Combination;

/// What `navigant experiment density` takes.
#[derive(Clone, Debug, clap::Args)]
pub struct Args {
    /// The options of every experiment.
    #[command(flatten)]
    pub options: Options,
    /// Settings in TOML, with the paper's names: AgentSize, DensityDistEvent, DensityMod, DensityTriggerTh, SecToTime, MinimumWidth,
    /// MinimumHeight, k, P, n. Search and strategy are all of them in turn.
    #[arg(long)]
    pub settings: Option<PathBuf>,
    /// Agents in each combination.
    #[arg(long, default_value_t = 12_000)]
    pub agents: u32,
    /// Only the map of this name: big, medium or narrow.
    #[arg(long)]
    pub map: Option<String>,
    /// Leave the sweeps and the threads out.
    #[arg(long)]
    pub no_sweeps: bool,
    /// Numbers of threads to compare.
    #[arg(long, value_delimiter = ',', default_values_t = [1, 2])]
    pub threads: Vec<usize>,
    /// Write the page, and pictures of density on the mesh, into this folder.
    #[arg(long)]
    pub out: Option<PathBuf>,
}

/// The figures as they are written to `--json`.
#[derive(Serialize)]
struct Figures {
    combinations: Vec<Combination>,
}

/// The map with `--quick`, by A* alone: with fewer agents no map becomes crowded, and nothing could be compared.
const QUICK: &str = "medium";

/// Runs all combinations and sweeps, prints the report and writes the files that were asked for.
///
/// # Errors
/// When settings or the name of a map are wrong, or a file cannot be written.
pub fn run(args: &Args) -> Result<Report, Box<dyn Error>> {
    let options = &args.options;
    let usual = match &args.settings {
        Some(path) => DensitySettings::read(path)?,
        None => trials::usual(options.seed),
    };
    let agents = args.agents;
    let mut environments = maps::all().to_vec();
    if let Some(name) = args.map.as_deref().or(options.quick.then_some(QUICK)) {
        environments.retain(|environment| environment.name == name);
        if environments.is_empty() {
            return Err(format!("no map is called {name}; there are big, medium and narrow").into());
        }
    }
    let mut report = Report::new(
        "Density and replanning strategies",
        "Agents walk along the edges of a quad-tree mesh, slowed down by the density of the region they are in, three more in every \
         step. When should they replan, and by which search? avCT is the time of a step with all its searches, on one thread.",
    );
    let searches = if options.quick { &[RoadmapSearch::AStar][..] } else { &RoadmapSearch::ALL };
    let figures = Figures { combinations: combinations(&mut report, &environments, searches, &usual, agents)? };
    table(&mut report, &figures.combinations);
    let is_whole = args.map.is_none() && !options.quick;
    if is_whole {
        published::Outcome(&figures.combinations).compare(&mut report);
    } else if options.quick && args.map.is_none() {
        published::Outcome(&figures.combinations).compare_medium_by_a_star(&mut report);
    }
    let is_swept = !args.no_sweeps && !options.quick;
    if let Some(environment) = environments.iter().find(|e| e.name == "medium").filter(|_| is_swept) {
        let bar = progress("parameters", 23);
        on_one_thread(|| {
            sweeps::report(&mut report, environment, &usual, agents, is_whole, || bar.inc(1)).map_err(|e| e.to_string())
        })??;
        bar.finish_and_clear();
        sweeps::threads(&mut report, environment, &usual, agents, &args.threads)?;
        on_one_thread(|| sweeps::notices(&mut report, environment, &usual, agents).map_err(|e| e.to_string()))??;
    }
    pictures(&mut report, &environments, &usual, agents, args.out.as_deref())?;
    notes(&mut report, &usual);
    report.publish_figures(options, &figures)?;
    if let Some(folder) = &args.out {
        write(&folder.join("density.html"), &report.page())?;
    }
    Ok(report)
}

fn on_one_thread<T: Send>(work: impl FnOnce() -> T + Send) -> Result<T, rayon::ThreadPoolBuildError> {
    rayon::ThreadPoolBuilder::new().num_threads(1).build().map(|pool| pool.install(work))
}

/// Every map with every search and strategy.
fn combinations(
    report: &mut Report,
    environments: &[Environment],
    searches: &[RoadmapSearch],
    usual: &DensitySettings,
    agents: u32,
) -> Result<Vec<Combination>, Box<dyn Error>> {
    let mut all = Vec::new();
    for environment in environments {
        let bar = progress(environment.name, (searches.len() * Strategy::COMPARED.len()) as u64);
        for &search in searches {
            for strategy in Strategy::COMPARED {
                let settings = trials::of_strategy(usual, strategy, environment.trips.len());
                let settings = DensitySettings { search, ..settings };
                let found = on_one_thread(|| trials::run(environment, settings, agents).map_err(|e| e.to_string()))??;
                if found.unfinished > 0 {
                    let Combination { map, search, strategy, unfinished, steps, .. } = &found;
                    report.note(format!(
                        "{map}, {search}, {strategy}: {unfinished} had not arrived after {steps} steps."
                    ));
                }
                all.push(found);
                bar.inc(1);
            }
        }
        bar.finish_and_clear();
    }
    Ok(all)
}

fn table(report: &mut Report, all: &[Combination]) {
    let columns = ["", "avCT ms", "pthR", "maxA", "AvrA", "TrvT 1 s", "TrvT 2 s", "TrvT 3 s", "clustering"];
    let mut table = Table::new("All combinations", &columns);
    for c in all {
        let name = format!("{} {}/{}", c.map, c.search, c.strategy);
        let counts = [c.avct_ms, c.searches as f64, f64::from(c.max_agents), c.avr_agents.unwrap_or(0.0).round()];
        table.row(&name, &[&counts[..], &c.travel_s, &[c.clustering]].concat());
    }
    report.table(table);
    for map in ["big", "medium", "narrow"] {
        let rows = |figure: fn(&Combination) -> f64| -> Vec<(String, f64)> {
            let here = all.iter().filter(|c| c.map == map);
            here.map(|c| (format!("{}/{}", c.search, c.strategy), figure(c))).collect()
        };
        if all.iter().any(|c| c.map == map) {
            report.drawing(
                &format!("TrvT on {map}, mean of the pairs"),
                drawing::bars(&rows(Combination::mean_travel_s), " s"),
            );
            report.drawing(&format!("avCT on {map}"), drawing::bars(&rows(|c| c.avct_ms), " ms"));
            report.drawing(&format!("Clustering on {map}"), drawing::bars(&rows(|c| c.clustering), ""));
        }
    }
}

/// Density on the mesh, when two thirds have entered.
fn pictures(
    report: &mut Report,
    environments: &[Environment],
    usual: &DensitySettings,
    agents: u32,
    folder: Option<&Path>,
) -> Result<(), Box<dyn Error>> {
    for environment in environments {
        let map = environment.map()?;
        for strategy in Strategy::COMPARED {
            let settings = trials::of_strategy(usual, strategy, environment.trips.len());
            let graph = RegionGraph::of_quad_tree(&map, &settings)?;
            let mut run = RoadmapRun::new(graph, &environment.trips, agents, settings)?;
            (0..agents / 3 * 2 / 3).for_each(|_| run.step());
            let svg = drawing::density(environment, &run);
            if let Some(folder) = folder {
                write(&folder.join(format!("{}_{}.svg", environment.name, strategy.name())), &svg)?;
            }
            report.drawing(
                &format!("{}, {}: density after {} steps", environment.name, strategy.name(), run.steps()),
                svg,
            );
        }
    }
    Ok(())
}

fn write(path: &Path, text: &str) -> io::Result<()> {
    let said = |e: io::Error| io::Error::new(e.kind(), format!("{}: {e}", path.display()));
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder).map_err(said)?;
    }
    fs::write(path, text).map_err(said)
}

fn notes(report: &mut Report, usual: &DensitySettings) {
    report.note(format!(
        "Where the text is silent we chose: obstacles, starts and goals (its figures are lost); one pixel is 0.1 m; AgentSize {} m², \
         DensityDistEvent {} m, DensityTriggerTh {}, SecToTime {}, MinimumWidth {} m, MinimumHeight {} m, k {}, P {}, n {}; steps of \
         0.1 s; {} m/s for an agent alone; per replans n + 3 in turn, so that it makes as many searches a step as per_init.",
        usual.agent_size,
        usual.density_dist_event,
        usual.density_trigger_th,
        usual.sec_to_time,
        usual.minimum_width,
        usual.minimum_height,
        usual.k,
        usual.p,
        usual.n,
        usual.speed,
    ));
    report.note(
        "Nobody turns back on an edge. Dijkstra and A* find paths of the same cost and differ in ties only, so the runs of the two \
         differ as two seeds would.",
    );
}
