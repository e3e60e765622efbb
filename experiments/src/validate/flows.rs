//! The fundamental diagram, flow through bottlenecks, lanes in counterflow.

use super::measure::{Passages, lane_order, voronoi_density};
use super::outcome::Outcome;
use super::walks::name_of;
use super::{Found, RADIUS, SPEED, area, leaving, pedestrian, pedestrians, rooms, walk};
use crate::frame::Plot;
use navigant_crowd::internals::VectorInternals as _;
use navigant_crowd::internals::{AgentInternals as _, CrowdInternals as _};
use navigant_crowd::{Agent, Aim, Avoidance, Crowd, Vector};
use navigant_files::scenario::Choice;
use navigant_mesh::Point;
use navigant_simulation::{People, ScenarioBuilder, Simulation};
use navigant_testing::rng::Rng;
use std::error::Error;

/// Weidmann's speed at a density, in metres a second.
fn weidmann(density: f64) -> f64 {
    SPEED * (1.0 - (-1.913 * (1.0 / density - 1.0 / 5.4)).exp())
}

/// How long the crowd in the corridor is, and how wide, in metres.
const CROWD: [f64; 2] = [40.0, 6.0];

/// The measured density and mean speed in the middle of a long crowd.
fn speed_at(density: f64, seed: u32) -> Result<(f64, f64), Box<dyn Error>> {
    let [length, width] = CROWD;
    let map = rooms(&[([0.0, 0.0], [length + 40.0, width])])?;
    let mut crowd = Crowd::new(&map).with_widest_radius(RADIUS);
    let mut rng = Rng::new(u64::from(seed));
    // Rows of a triangular pattern, shaken: at four persons a square metre there is no other way to place them at random.
    let spacing = (2.0 / (3f64.sqrt() * density)).sqrt();
    let rows = ((width - 2.0 * RADIUS) / (0.75f64.sqrt() * spacing)).floor() + 1.0;
    let columns = (density * length * width / rows).round();
    let play = 0.45 * (spacing - 2.0 * RADIUS).max(0.0);
    for row in 0..rows as u32 {
        for column in 0..columns as u32 {
            let x =
                length * (f64::from(column) + 0.5 * f64::from(row % 2) + 0.25) / columns + play * rng.range(-0.5..0.5);
            let y = RADIUS + 0.01 + (width - 2.0 * RADIUS - 0.02) * f64::from(row) / (rows - 1.0);
            let y = (y + play * rng.range(-0.5..0.5)).clamp(RADIUS + 0.005, width - RADIUS - 0.005);
            let aim = Aim::Velocity(Vector::new(SPEED as f32, 0.0));
            let agent = Agent::new([x.max(RADIUS + 0.005), y]).with_radius(RADIUS).with_speed(SPEED).with_aim(aim);
            crowd.add(&map, &agent.with_avoidance(pedestrian()))?;
        }
    }
    // What happens at the head and at the tail has not come to the middle between 5 and 12 s.
    let window = [Point::new(0.5 * length - 3.0, 0.0), Point::new(0.5 * length + 3.0, width)];
    let room = [Point::new(0.0, 0.0), Point::new(length + 40.0, width)];
    let (mut densities, mut speeds) = (Vec::new(), Vec::new());
    for step in 0..120 {
        crowd.step(&map, Crowd::DT)?;
        if step >= 50 {
            let inside = |p: Point| (window[0].x..window[1].x).contains(&p.x);
            speeds.extend(crowd.agents().filter(|a| inside(a.position)).map(|a| f64::from(a.velocity.x)));
            if step % 10 == 0 {
                let people: Vec<Point> = crowd.agents().map(|a| a.position).collect();
                densities.push(voronoi_density(&people, window, room));
            }
        }
    }
    let mean = |all: &[f64]| all.iter().sum::<f64>() / all.len().max(1) as f64;
    Ok((mean(&densities), mean(&speeds)))
}

/// RiMEA 4: the fundamental diagram.
pub(super) fn fundamental_diagram(seeds: &[u32]) -> Found {
    let (mut outcomes, mut measured, mut expected) = (Vec::new(), Vec::new(), Vec::new());
    for half in 1..=8 {
        let density = 0.5 * f64::from(half);
        let mut deviations = Vec::new();
        for &seed in seeds {
            let (found, speed) = speed_at(density, seed)?;
            // The density that was found there, unless the crowd is not what it was meant to be.
            let is_meant = (found / density - 1.0).abs() < 0.1;
            deviations.push(if is_meant { 100.0 * (speed / weidmann(found) - 1.0) } else { f64::NAN });
            measured.push((found, speed));
        }
        let name = format!("RiMEA 4: speed at {density} persons a square metre beside Weidmann's");
        outcomes.push(Outcome::within(&name, -20.0..=20.0, " %", &deviations));
        expected.push((density, weidmann(density)));
    }
    measured.sort_by(|a, b| a.0.total_cmp(&b.0));
    let mut plot = Plot::new("RiMEA 4: the fundamental diagram", "persons a square metre (Voronoi)", "m/s");
    plot.line("measured", measured);
    plot.line("Weidmann", expected);
    Ok((outcomes, vec![plot]))
}

/// The steady flow of 150 people through a door, in persons a second.
fn flow_through(width: f64, seed: u32) -> Result<Passages, Box<dyn Error>> {
    let floors = [
        ([0.0, 0.0], [10.0, 10.0]),
        ([10.0, 5.0 - 0.5 * width], [10.4, 5.0 + 0.5 * width]),
        ([10.4, 0.0], [16.0, 10.0]),
    ];
    let people = leaving(pedestrians(150).starting_in(area([0.3, 0.3], [9.0, 9.4])), ["out"], Choice::Nearest);
    let scenario = ScenarioBuilder { seed, ..ScenarioBuilder::new() }.people(people).exit(
        "out",
        area([15.0, 0.0], [1.0, 10.0]),
        10.0,
    );
    let mut line = Passages::at(10.2);
    walk(rooms(&floors)?, scenario, |run| line.look(run.seconds(), run.agents().iter().map(name_of)))?;
    Ok(line)
}

/// Flow through a bottleneck grows with its width.
pub(super) fn bottlenecks(seeds: &[u32]) -> Found {
    let widths = [0.8, 1.0, 1.2, 1.6, 2.0, 2.4];
    let (mut growth, mut means) = (vec![f64::INFINITY; seeds.len()], vec![0.0; widths.len()]);
    let mut plots = vec![
        Plot::new("N–t at a door", "s", "people"),
        Plot::new("Flow through a bottleneck", "width, m", "persons a second"),
    ];
    for (nth, &seed) in seeds.iter().enumerate() {
        let mut before = 0.0;
        for (i, &width) in widths.iter().enumerate() {
            let line = flow_through(width, seed)?;
            let flow = if line.passed.len() == 150 { line.flow(0.2, 0.8) } else { f64::NAN };
            growth[nth] = if flow.is_nan() { f64::NAN } else { growth[nth].min(flow - before) };
            means[i] += flow / seeds.len() as f64;
            before = flow;
            if nth == 0 {
                plots[0].steps(&format!("{width} m"), line.steps());
            }
        }
    }
    plots[1].line("mean", widths.into_iter().zip(means).collect());
    let outcome = Outcome::within(
        "Bottleneck: least growth of flow from one width to the next, 0.8 to 2.4 m",
        0.0..=f64::INFINITY,
        " p/s",
        &growth,
    );
    Ok((vec![outcome.said("flow grows with width")], plots))
}

/// IMO's range of the specific flow at doors, in steady flow.
pub(super) fn doors(seeds: &[u32]) -> Found {
    let mut outcomes = Vec::new();
    for width in [0.8, 1.0, 1.2, 2.0] {
        let flows: Result<Vec<f64>, _> =
            seeds.iter().map(|&seed| Ok(flow_through(width, seed)?.flow(0.2, 0.8) / width)).collect();
        let flows = flows.map_err(|error: Box<dyn Error>| error)?;
        outcomes.push(Outcome::within(
            &format!("IMO: specific flow at a door of {width} m"),
            0.8..=1.3,
            " p/(m·s)",
            &flows,
        ));
    }
    Ok((outcomes, Vec::new()))
}

/// How ordered two steady streams of 1.2 persons a second are in a corridor 4 m wide, over time.
fn order(seed: u32, avoidance: Avoidance) -> Result<Vec<(f64, f64)>, Box<dyn Error>> {
    let mut scenario = ScenarioBuilder { seed, ..ScenarioBuilder::new() };
    for [from, to] in [[0.5, 48.5], [48.5, 0.5]] {
        let people = People { per_second: Some(1.2), avoidance, ..pedestrians(200) };
        let people = people.starting_in(area([from, 0.3], [1.0, 3.4])).going_into(area([to, 0.3], [1.0, 3.4]));
        scenario = scenario.people(people);
    }
    let mut run = Simulation::spawn(rooms(&[([0.0, 0.0], [50.0, 4.0])])?, &scenario.build()?, |_| ())?;
    let mut orders = Vec::new();
    for step in 0..1200 {
        run.step()?;
        if step % 10 == 9 {
            let middle = run.agents().iter().filter(|a| (15.0..35.0).contains(&a.position.x));
            let people: Vec<(Point, bool)> = middle.map(|a| (a.position, a.id.source() == 0)).collect();
            orders.push((run.seconds(), lane_order(&people, 0.4, 5.0)));
        }
    }
    Ok(orders)
}

/// Lanes form in counterflow, and not where nobody avoids anybody.
pub(super) fn lanes(seeds: &[u32]) -> Found {
    let (mut ratios, mut plot) = (Vec::new(), Plot::new("Lanes in counterflow", "s", "order, 0 to 1"));
    for (nth, &seed) in seeds.iter().enumerate() {
        let with = order(seed, pedestrian())?;
        let without = order(seed, Avoidance::Nothing)?;
        let mean = |all: &[(f64, f64)]| {
            let late: Vec<f64> = all.iter().filter(|(t, _)| *t >= 60.0).map(|(_, order)| *order).collect();
            late.iter().sum::<f64>() / late.len().max(1) as f64
        };
        ratios.push(mean(&with) / mean(&without));
        if nth == 0 {
            plot.line("with avoidance", with);
            plot.line("without", without);
        }
    }
    let outcome = Outcome::within("Lanes: order with avoidance over order without", 1.25..=f64::INFINITY, "", &ratios);
    Ok((vec![outcome.said("lanes form: at least 1.25 times the order without")], vec![plot]))
}
