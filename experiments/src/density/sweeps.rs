//! One parameter at a time, on Medium with A*; and threads.

use super::maps::Environment;
use super::trials::{self, Combination};
use crate::frame::{Comparison, Plot, Report, Table};
use navigant_simulation::internals::{DensitySettings, Strategy};
use std::error::Error;

/// The values of a parameter, and how it is set.
struct Sweep {
    name: &'static str,
    strategy: Strategy,
    values: &'static [f64],
    set: fn(&mut DensitySettings, f64),
}

const SWEEPS: [Sweep; 5] = [
    Sweep {
        name: "n",
        strategy: Strategy::PerInit,
        values: &[0.0, 1.0, 2.0, 3.0],
        set: |settings, n| settings.n = n as u32,
    },
    Sweep {
        name: "n",
        strategy: Strategy::Ours,
        values: &[0.0, 1.0, 2.0, 3.0],
        set: |settings, n| settings.n = n as u32,
    },
    Sweep {
        name: "randomness",
        strategy: Strategy::Ours,
        values: &[0.0, 0.25, 0.5, 1.0, 2.0],
        set: |settings, randomness| settings.randomness = randomness,
    },
    Sweep {
        name: "DensityDistEvent",
        strategy: Strategy::Event,
        values: &[5.0, 10.0, 20.0, 40.0, 80.0],
        set: |settings, metres| settings.density_dist_event = metres,
    },
    Sweep {
        name: "DensityTriggerTh",
        strategy: Strategy::Event,
        values: &[0.2, 0.3, 0.45, 0.6, 0.9],
        set: |settings, threshold| settings.density_trigger_th = threshold,
    },
];

/// Adds a table and plots for each parameter, and what the paper says of n if we are to be judged by it.
///
/// # Errors
/// When a run cannot be.
pub(super) fn report(
    report: &mut Report,
    environment: &Environment,
    usual: &DensitySettings,
    agents: u32,
    judge: bool,
    mut done: impl FnMut(),
) -> Result<(), Box<dyn Error>> {
    for sweep in &SWEEPS {
        let strategy = sweep.strategy.name();
        let title = format!("{} under {strategy}, map {}, {}", sweep.name, environment.name, usual.search.name());
        let columns = [sweep.name, "TrvT s", "avCT ms", "searches", "maxA", "clustering"];
        let mut table = Table::new(&title, &columns);
        let mut rows: Vec<(f64, Combination)> = Vec::new();
        for &value in sweep.values {
            let mut settings = trials::of_strategy(usual, sweep.strategy, environment.trips.len());
            (sweep.set)(&mut settings, value);
            let found = trials::run(environment, settings, agents)?;
            let numbers = [found.mean_travel_s(), found.avct_ms, found.searches as f64, f64::from(found.max_agents)];
            table.row(&value.to_string(), &[&numbers[..], &[found.clustering]].concat());
            rows.push((value, found));
            done();
        }
        report.table(table);
        for (y, figure) in
            [("TrvT s", Combination::mean_travel_s as fn(&Combination) -> f64), ("avCT ms", |c| c.avct_ms)]
        {
            let mut plot = Plot::new(&title, sweep.name, y);
            plot.line(strategy, rows.iter().map(|(value, c)| (*value, figure(c))).collect());
            report.plot(plot);
        }
        if let (true, "n", "per_init", [first, .., last]) = (judge, sweep.name, strategy, &rows[..]) {
            let slower = first.1.mean_travel_s() - last.1.mean_travel_s();
            let cheaper = last.1.avct_ms - first.1.avct_ms;
            report.compare(difference("n = 0 against 3: TrvT", "+1 s", slower, "s"));
            report.compare(difference("n = 3 against 0: avCT", "+9 ms", cheaper, "ms"));
        }
    }
    Ok(())
}

fn difference(what: &str, published: &str, ours: f64, unit: &str) -> Comparison {
    Comparison {
        what: what.into(),
        published: published.into(),
        ours: format!("{ours:+.2} {unit}"),
        met: Some(ours > 0.0),
    }
}

/// Adds what more threads change: times, and nothing else.
///
/// # Errors
/// When a run cannot be, or ends otherwise on more threads.
pub(super) fn threads(
    report: &mut Report,
    environment: &Environment,
    usual: &DensitySettings,
    agents: u32,
    threads: &[usize],
) -> Result<(), Box<dyn Error>> {
    let title = format!("Threads, map {}, {}", environment.name, usual.search.name());
    let mut table = Table::new(&title, &["strategy, threads", "avCT ms", "longest step's searches", "steps"]);
    for strategy in [Strategy::PerInit, Strategy::Event, Strategy::Ours] {
        let mut hash = None;
        for &count in threads {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(count).build()?;
            let settings = trials::of_strategy(usual, strategy, environment.trips.len());
            let found = pool.install(|| trials::run(environment, settings, agents).map_err(|e| e.to_string()))?;
            if hash.replace(found.hash).is_some_and(|before| before != found.hash) {
                return Err(format!("{} ends otherwise on {count} threads", strategy.name()).into());
            }
            let name = format!("{}, {count}", strategy.name());
            table.row(&name, &[found.avct_ms, found.most_searches as f64, found.steps as f64]);
        }
    }
    report.table(table);
    Ok(())
}

/// Adds who notices density how, beyond what the paper compares, alone and with another strategy.
///
/// # Errors
/// When a run cannot be.
pub(super) fn notices(
    report: &mut Report,
    environment: &Environment,
    usual: &DensitySettings,
    agents: u32,
) -> Result<(), Box<dyn Error>> {
    let title = format!("How density is noticed, map {}, {}", environment.name, usual.search.name());
    let columns = ["strategy", "TrvT s", "avCT ms", "searches", "longest step's searches", "clustering"];
    let mut table = Table::new(&title, &columns);
    let alone = [Strategy::AtOnce, Strategy::Event, Strategy::Sight].map(|strategy| (strategy, Strategy::None));
    let with = [Strategy::PerInit, Strategy::Ours].map(|strategy| (strategy, Strategy::Sight));
    for (strategy, also) in alone.into_iter().chain(with) {
        let settings = DensitySettings { strategy, also, ..usual.clone() };
        let name = settings.strategy_name();
        let found = trials::run(environment, settings, agents)?;
        let counts = [found.searches as f64, found.most_searches as f64, found.clustering];
        table.row(&name, &[&[found.mean_travel_s(), found.avct_ms][..], &counts].concat());
    }
    report.table(table);
    Ok(())
}
