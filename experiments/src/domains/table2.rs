//! Table 2: problems at most 20 cells apart, in Σ4 with a tunnel and without one.

use super::clock::thread_time;
use super::plan::{LAG, Setting, TURN, WIDENINGS, Work, around, space_time_tunnel};
use super::scene::{RADIUS, SIDE, Scene};
use crate::frame::{Comparison, Report, Table, progress};
use navigant_mesh::Point;
use navigant_planning::internals::ArrivalWindow;
use navigant_testing::rng::Rng;
use serde::Serialize;
use std::error::Error;
use std::time::Duration;

/// What the table says of one kind of search.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Search {
    nodes: f64,
    ms: f64,
    /// Problems that it did not solve in time.
    failed: u32,
}

/// The table.
#[derive(Clone, Debug, Serialize)]
pub(super) struct Figures {
    problems: u32,
    grid: Search,
    space_time_in_tunnel: Search,
    both: Search,
    space_time_alone: Search,
    /// Problems for which the first tunnel was too narrow.
    widened: u32,
}

/// The most time that a problem may take.
const MOST_TIME: Duration = Duration::from_millis(100);
/// Metres between start and goal.
const NEAR: f64 = 8.0;
const FAR: f64 = 20.0;

/// Plans all problems.
///
/// # Errors
/// When a search meets an error.
pub(super) fn run(seed: u64, problems: u32, repeats: u32) -> Result<Figures, Box<dyn Error>> {
    let bar = progress("short problems", problems.into());
    let mut figures = Figures {
        problems,
        grid: Search::default(),
        space_time_in_tunnel: Search::default(),
        both: Search::default(),
        space_time_alone: Search::default(),
        widened: 0,
    };
    let mut number = 0;
    while bar.position() < problems.into() {
        // Scenes that Table 1 does not use.
        number += 1;
        let Some(setting) = problem(seed, number)? else { continue };
        if add(&mut figures, &setting, repeats)? {
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let count = f64::from(problems);
    for search in
        [&mut figures.grid, &mut figures.space_time_in_tunnel, &mut figures.both, &mut figures.space_time_alone]
    {
        (search.nodes, search.ms) = (search.nodes / count, search.ms / count);
    }
    Ok(figures)
}

/// A scene with start and goal near each other.
fn problem(seed: u64, number: u64) -> Result<Option<Setting>, Box<dyn Error>> {
    let mut scene = Scene::random(seed ^ 0x7AB1_E200, number)?;
    let mut rng = Rng::new(seed ^ number);
    let mut place = || Point::new(rng.range(0.0..SIDE), rng.range(0.0..SIDE));
    let is_free = |scene: &Scene, p: Point| {
        scene.map.has_room_at(p, 2.0 * RADIUS)
            && scene.parked.iter().all(|other| other.at.distance(p) > other.radius + 2.0 * RADIUS)
            && scene.movers.iter().all(|other| other.at(0.0).distance(p) > other.radius + 5.0 * RADIUS)
    };
    for _ in 0..200 {
        let [start, goal] = [place(), place()];
        if (NEAR..FAR).contains(&start.distance(goal)) && is_free(&scene, start) && is_free(&scene, goal) {
            (scene.start, scene.goal) = (start, goal);
            return Ok(Some(Setting::new(scene)?));
        }
    }
    Ok(None)
}

/// Adds a problem; says whether Σ3 has a path, for else there is nothing to be compared.
fn add(figures: &mut Figures, setting: &Setting, repeats: u32) -> Result<bool, Box<dyn Error>> {
    let (start, goal) = (setting.scene.start, setting.scene.goal);
    let mut times = [Duration::MAX; 3];
    let mut outcome = None;
    for _ in 0..repeats.max(1) {
        let (mut grid, mut tunnelled, mut alone) = (Work::default(), Work::default(), Work::default());
        let begin = thread_time();
        let Some(line) = setting.grid(&mut grid, start, goal, None)? else { return Ok(false) };
        times[0] = times[0].min(thread_time().saturating_sub(begin));
        let Some(tunnel) = space_time_tunnel(&line, 0.0, TURN) else { return Ok(false) };
        let arrival = ArrivalWindow { at: goal, window: 0, steps: around(tunnel.end()), speed: 0 };
        let departure = setting.departure(line.get(2).copied().unwrap_or(goal));
        let begin = thread_time();
        let inside = setting.space_time_in(&tunnel, WIDENINGS, &mut tunnelled, departure, &arrival)?;
        times[1] = times[1].min(thread_time().saturating_sub(begin));
        let begin = thread_time();
        let steps = 1..=(tunnel.end() * 2.0 + 2.0 * LAG) as u16;
        let free = setting.space_time(&mut alone, departure, &ArrivalWindow { steps, ..arrival })?;
        times[2] = times[2].min(thread_time().saturating_sub(begin));
        outcome = Some((grid, tunnelled, alone, inside.is_some(), free.is_some()));
    }
    let Some((grid, tunnelled, alone, inside, free)) = outcome else { return Ok(false) };
    let ms = times.map(|time| time.as_secs_f64() * 1e3);
    let add = |search: &mut Search, nodes: u64, ms: f64, solved: bool| {
        search.nodes += nodes as f64;
        search.ms += ms;
        search.failed += u32::from(!solved || ms > MOST_TIME.as_secs_f64() * 1e3);
    };
    add(&mut figures.grid, grid.nodes, ms[0], true);
    add(&mut figures.space_time_in_tunnel, tunnelled.nodes, ms[1], inside);
    add(&mut figures.both, grid.nodes + tunnelled.nodes, ms[0] + ms[1], inside);
    add(&mut figures.space_time_alone, alone.nodes, ms[2], free);
    figures.widened += u32::from(tunnelled.widened > 0);
    Ok(true)
}

/// The table, and what must hold.
pub(super) fn compare(report: &mut Report, figures: &Figures) {
    let published = [[47.0, 3.5], [246.0, 7.3], [293.0, 10.8], [1041.0, 21.2]];
    let names = ["Σ3", "Σ4 ← Σ3", "Σ3 and Σ4 ← Σ3", "Σ4"];
    let searches = [figures.grid, figures.space_time_in_tunnel, figures.both, figures.space_time_alone];
    let mut table = Table::new("Table 2", &["", "nodes", "ms", "failed"]);
    for ((name, search), published) in names.iter().zip(searches).zip(published) {
        table.row(name, &[search.nodes, search.ms, f64::from(search.failed)]);
        table.row("  published", &published);
        // What is asked of Table 2 is about nodes, widths and failures: its times stand beside the published ones, and nothing hangs on them.
        report.compare(Comparison::beside(&format!("Table 2, {name}: T"), published[1], search.ms, " ms"));
    }
    report.table(table);
    let fewer = figures.space_time_alone.nodes / figures.space_time_in_tunnel.nodes;
    report.compare(Comparison::at_least("Table 2: nodes of Σ4 / nodes in the tunnel", 4.2, fewer, "×"));
    let share = f64::from(figures.widened) / f64::from(figures.problems);
    report.compare(Comparison::at_most("Table 2: share that needed a wider tunnel", 0.08, share, ""));
    report.compare(Comparison::exactly(
        "Table 2: failures in tunnels",
        0.0,
        figures.space_time_in_tunnel.failed.into(),
    ));
}
