//! Table 1: all rows over many scenes.

use super::plan::{Row, Setting, Trajectory, Work};
use super::scene::Scene;
use crate::frame::{Comparison, Report, Table, progress};
use serde::Serialize;
use std::error::Error;

/// What a row made of a scene.
#[derive(Clone, Copy, Debug)]
pub(super) struct Outcome {
    work: Work,
    /// The length of a trajectory that touches nothing, as a share of the static optimum: quality.
    quality: Option<f64>,
}

/// A row of the table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct RowFigures {
    row: &'static str,
    bf: f64,
    nodes: f64,
    ms: f64,
    success: f64,
    quality: f64,
    /// Over the scenes that all rows but Σ4 alone solve.
    quality_of_common: f64,
    /// Searches in Σ4 a scene.
    tasks: f64,
    /// Nodes and milliseconds of one of them, with its share of the earlier domains; those of the scene where Σ4 is not searched.
    nodes_a_task: f64,
    ms_a_task: f64,
    /// Share of these that found nothing in the first tunnel.
    widened: f64,
}

/// BF, N, T, S, Q as published.
const PUBLISHED: [[f64; 5]; 7] = [
    [3.7, 43.0, 3.0, 0.17, 0.76],
    [4.6, 85.0, 8.0, 0.23, 0.57],
    [2.1, 17.0, 5.0, 0.32, 0.65],
    [7.4, 187.0, 18.0, 0.68, 0.73],
    [21.5, 10_000.0, 2487.0, 0.34, 0.26],
    [5.6, 765.0, 136.0, 0.92, 0.64],
    [5.4, 75.0, 8.0, 0.86, 0.58],
];

/// Plans all rows of all scenes, one scene at a time.
///
/// # Errors
/// When a search meets an error.
pub(super) fn run(seed: u64, scenes: u64, repeats: u32) -> Result<Vec<[Outcome; 7]>, Box<dyn Error>> {
    let bar = progress("scenes", scenes);
    let mut outcomes = Vec::new();
    for number in 0..scenes {
        let setting = Setting::new(Scene::random(seed, number)?)?;
        let mut outcome = [Outcome { work: Work::default(), quality: None }; 7];
        for (row, outcome) in Row::ALL.into_iter().zip(&mut outcome) {
            // Σ4 alone takes as long as all others together, and its time is the least in question.
            let repeats = if row == Row::SpaceTime { 1 } else { repeats.max(1) };
            for _ in 0..repeats {
                let (work, trajectory) = setting.plan(row)?;
                let time = if outcome.work.time.is_zero() { work.time } else { work.time.min(outcome.work.time) };
                let good = trajectory.filter(|trajectory| setting.is_collision_free(trajectory));
                let quality = good.map(|trajectory| setting.scene.optimum / length(&trajectory));
                *outcome = Outcome { work: Work { time, ..work }, quality };
            }
            outcome.work.generated = setting.generated(row)?;
        }
        outcomes.push(outcome);
        bar.inc(1);
    }
    bar.finish_and_clear();
    Ok(outcomes)
}

fn length(trajectory: &Trajectory) -> f64 {
    trajectory.windows(2).map(|pair| pair[0].1.distance(pair[1].1)).sum()
}

/// The means of all rows.
pub(super) fn figures(outcomes: &[[Outcome; 7]]) -> Vec<RowFigures> {
    let solved = |scene: &&[Outcome; 7]| [5, 6].iter().all(|&row| scene[row].quality.is_some());
    let common: Vec<&[Outcome; 7]> = outcomes.iter().filter(solved).collect();
    let mean = |numbers: &mut dyn Iterator<Item = f64>| {
        let (sum, count) = numbers.fold((0.0, 0u32), |(sum, count), number| (sum + number, count + 1));
        sum / f64::from(count)
    };
    let row_figures = |(number, row): (usize, Row)| {
        let all = || outcomes.iter().map(move |scene| scene[number]);
        let total = |figure: fn(&Work) -> u64| all().map(|o| figure(&o.work) as f64).sum::<f64>();
        let nodes = mean(&mut all().map(|o| o.work.nodes as f64));
        let ms = mean(&mut all().map(|o| o.work.time.as_secs_f64() * 1e3));
        let tasks = mean(&mut all().map(|o| o.work.tasks as f64));
        RowFigures {
            row: row.name(),
            bf: total(|w| w.generated) / total(|w| w.nodes),
            nodes,
            ms,
            success: mean(&mut all().map(|o| f64::from(u8::from(o.quality.is_some())))),
            quality: mean(&mut all().filter_map(|o| o.quality)),
            quality_of_common: mean(&mut common.iter().filter_map(|scene| scene[number].quality)),
            tasks,
            nodes_a_task: nodes / tasks.max(1.0),
            ms_a_task: ms / tasks.max(1.0),
            widened: total(|w| w.widened) / total(|w| w.tasks).max(1.0),
        }
    };
    Row::ALL.into_iter().enumerate().map(row_figures).collect()
}

/// The table, published figures in every second line.
pub(super) fn table(report: &mut Report, rows: &[RowFigures]) {
    let heads = ["", "BF", "N", "T ms", "S", "Q", "Q of common", "Σ4 tasks", "N a task", "T ms a task", "widened"];
    let mut table = Table::new("Table 1", &heads);
    for (row, published) in rows.iter().zip(PUBLISHED) {
        let RowFigures { bf, nodes, ms, success, quality, quality_of_common, tasks, widened, .. } = *row;
        let a_task = [row.nodes_a_task, row.ms_a_task];
        let cells = [bf, nodes, ms, success, quality, quality_of_common, tasks, a_task[0], a_task[1], widened];
        table.row(row.row, &cells);
        table.row("  published", &published);
    }
    report.table(table);
}

/// What must hold.
pub(super) fn compare(report: &mut Report, rows: &[RowFigures]) {
    let [mesh, _, _, grid, alone, tunnels, waypoints] = rows else { return };
    for (row, low, high) in [(mesh, 0.12, 0.22), (grid, 0.61, 0.75)] {
        report.compare(Comparison {
            what: format!("{}: S", row.row),
            published: format!("{low}–{high}"),
            ours: format!("{:.3}", row.success),
            met: Some((low..=high).contains(&row.success)),
        });
    }
    report.compare(Comparison::at_most("Σ4 alone: S", 0.45, alone.success, ""));
    report.compare(Comparison::at_least("BF of Σ4 / BF in tunnels", 3.8, alone.bf / tunnels.bf, "×"));
    report.compare(Comparison::at_least("N of Σ4 / N in tunnels", 13.0, alone.nodes / tunnels.nodes, "×"));
    report.compare(Comparison::at_least("tunnels: S", 0.92, tunnels.success, ""));
    report.compare(Comparison::at_least("waypoints: S", 0.90, waypoints.success, ""));
    report.compare(Comparison::at_least("tunnels: Q", 0.64, tunnels.quality_of_common, ""));
    report.compare(Comparison::at_least("waypoints: Q", 0.58, waypoints.quality_of_common, ""));
    for (row, published) in rows.iter().zip(PUBLISHED) {
        report.compare(Comparison::at_most(&format!("{}: T", row.row), published[2] / 10.0, row.ms, " ms"));
    }
    let [.., published] = PUBLISHED;
    report.compare(Comparison::at_most("waypoints: T a task", published[2] / 10.0, waypoints.ms_a_task, " ms"));
}
