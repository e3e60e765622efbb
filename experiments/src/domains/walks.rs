//! Figures 6 and 7: what the tasks of a team take frame by frame, and how its agents walk beside the ordinary crowd.

use crate::frame::{Comparison, Plot, Report, Series, Table, progress};
use navigant_mesh::Point;
use navigant_simulation::internals::{TeamOutcome, TeamRun, TeamScenario, steer_watched};
use serde::Serialize;
use std::error::Error;
use std::fmt::Write;

/// The scenario of Figure 7, and of Figure 6.
const CHOKE_POINT: &str = "choke-point";
const UNPREDICTABLE: &str = "unpredictable-change";
/// The domains as figures name them.
const DOMAINS: [&str; 5] = ["Σ1", "Σ2", "Σ3", "λ", "Σ4"];

/// How agents walk, on average over some seeds.
#[derive(Clone, Copy, Debug, Default, Serialize)]
pub(super) struct Walk {
    /// Metres walked beyond the straight line to the goal.
    deviation: f64,
    /// Standard deviation of an agent's speed, in metres a second.
    speed_variation: f64,
    /// When the last one arrives, in seconds.
    last_arrival: f64,
    /// Pairs and frames in which two overlap.
    overlaps: f64,
}

/// Figure 7: the same scenes planned and steered.
#[derive(Clone, Copy, Debug, Serialize)]
pub(super) struct Figures {
    seeds: u64,
    planned: Walk,
    steered: Walk,
}

type Trajectories = Vec<Vec<Point>>;

/// Walks some seeds of the choke point, and draws the first.
///
/// # Errors
/// When a scenario cannot begin.
pub(super) fn run(report: &mut Report, seed: u64, seeds: u64) -> Result<Figures, Box<dyn Error>> {
    let bar = progress("walks", seeds);
    let mut figures = Figures { seeds, planned: Walk::default(), steered: Walk::default() };
    for number in 0..seeds {
        let scenario = || TeamScenario::named(CHOKE_POINT, seed.wrapping_add(number)).ok_or("no such scenario");
        let (planned, plans) = planned(scenario()?)?;
        let mut steps = Trajectories::new();
        let steered = steer_watched(scenario()?, |places| record(&mut steps, places)).map_err(|e| e.to_string())?;
        add(&mut figures.planned, &planned, seeds);
        add(&mut figures.steered, &steered, seeds);
        if number == 0 {
            report.drawing("Figure 7: eight who meet in one point, planned", drawing(&plans, 30));
            report.drawing("Figure 7: the same, steered", drawing(&steps, 10));
        }
        bar.inc(1);
    }
    bar.finish_and_clear();
    tasks(report, seed)?;
    Ok(figures)
}

fn planned(scenario: TeamScenario) -> Result<(TeamOutcome, Trajectories), Box<dyn Error>> {
    let mut run = TeamRun::begin(scenario).map_err(|e| e.to_string())?;
    let mut all = Trajectories::new();
    while !run.is_done() {
        run.frame();
        record(&mut all, &run.positions());
    }
    Ok((run.outcome(), all))
}

fn record(all: &mut Trajectories, places: &[Point]) {
    all.resize(places.len(), Vec::new());
    for (line, &at) in all.iter_mut().zip(places) {
        line.push(at);
    }
}

fn add(walk: &mut Walk, outcome: &TeamOutcome, seeds: u64) {
    let share = 1.0 / seeds.max(1) as f64;
    walk.deviation += share * outcome.detour;
    walk.speed_variation += share * outcome.speed_variation;
    walk.last_arrival += share * outcome.last_arrival;
    walk.overlaps += share * outcome.agent_overlaps as f64;
}

/// Figure 6: the expansions of the tasks of each domain, frame by frame.
fn tasks(report: &mut Report, seed: u64) -> Result<(), Box<dyn Error>> {
    let scenario = TeamScenario::named(UNPREDICTABLE, seed).ok_or("no such scenario")?;
    let mut run = TeamRun::begin(scenario).map_err(|e| e.to_string())?;
    let mut series = DOMAINS.map(|name| Series { name: name.to_owned(), points: Vec::new(), steps: true });
    while !run.is_done() {
        let frame = run.frames() as f64;
        for (line, expansions) in series.iter_mut().zip(run.frame().expansions) {
            line.points.push((frame, expansions as f64));
        }
    }
    report.plot(Plot {
        title: "Figure 6: expansions of tasks a frame, six agents among boxes and carts that come unannounced".into(),
        x: "frame".into(),
        y: "expansions".into(),
        log_x: false,
        log_y: false,
        series: series.into(),
    });
    Ok(())
}

/// The table, and what must hold: nobody touches anybody. How planned agents walk beside steered ones is shown and not judged: the text's,
/// beside those of an off-the-shelf predictive steering, deviate less and vary their speed instead.
pub(super) fn compare(report: &mut Report, figures: &Figures) {
    let mut table = Table::new("Figure 7", &["", "deviation m", "speed variation m/s", "last arrival s", "overlaps"]);
    for (name, walk) in [("planned", figures.planned), ("steered", figures.steered)] {
        table.row(name, &[walk.deviation, walk.speed_variation, walk.last_arrival, walk.overlaps]);
    }
    report.table(table);
    let Figures { planned, steered, .. } = figures;
    report.note(format!(
        "Figure 7: planned agents walk {:.2} m more than the straight line and vary their speed by {:.2} m/s; steered ones {:.2} m and {:.2} m/s. \
         In the text planned ones deviate less than those of an off-the-shelf predictive steering; ours do{}.",
        planned.deviation,
        planned.speed_variation,
        steered.deviation,
        steered.speed_variation,
        if planned.deviation <= steered.deviation { ", too" } else { " not" }
    ));
    report.compare(Comparison::exactly("Figure 7: overlaps of planned agents", 0.0, figures.planned.overlaps));
}

/// Lines, and a dot a second: where these are close together, an agent is slow.
fn drawing(lines: &Trajectories, a_second: usize) -> String {
    let (scale, side) = (16.0, 24.0);
    let size = side * scale;
    let mut svg = format!(
        "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 {size} {size}' width='{size}'><rect width='{size}' height='{size}' fill='white'/>"
    );
    for (number, line) in lines.iter().enumerate() {
        let at = |p: &Point| format!("{:.1},{:.1}", p.x * scale, size - p.y * scale);
        let points: Vec<String> = line.iter().map(at).collect();
        let hue = number * 360 / lines.len().max(1);
        // Writing to a string cannot fail.
        let _ = write!(
            svg,
            "<polyline points='{}' fill='none' stroke='hsl({hue},70%,40%)' stroke-width='1.5'/>",
            points.join(" ")
        );
        for p in line.iter().step_by(a_second) {
            let _ = write!(
                svg,
                "<circle cx='{:.1}' cy='{:.1}' r='2' fill='hsl({hue},70%,40%)'/>",
                p.x * scale,
                size - p.y * scale
            );
        }
    }
    svg + "</svg>"
}
