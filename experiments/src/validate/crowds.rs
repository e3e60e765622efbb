//! Tests with many people: exits, bottlenecks one after the other, stairs, routes, corners.

use super::measure::{Passages, voronoi_density};
use super::outcome::Outcome;
use super::walks::name_of;
use super::{Found, area, leaving, pedestrians, rooms, walk};
use crate::frame::Plot;
use navigant_files::scenario::Choice;
use navigant_mesh::{Map, Outline, Point};
use navigant_simulation::{People, ScenarioBuilder};
use std::collections::BTreeMap;
use std::error::Error;

/// A room of 30 × 20 m with doors of 1 m at given corners, and an exit behind each.
fn hall(doors: &[[f64; 2]]) -> Result<Map, Box<dyn Error>> {
    let mut floors = vec![([0.0, 0.0], [30.0, 20.0])];
    // Left and right of the room, a passage of 2 m.
    floors.extend(doors.iter().map(|&[x, y]| ([x, y], [x + 2.0, y + 1.0])));
    rooms(&floors)
}

/// Doors of the hall: two on the left, two on the right.
const DOORS: [[f64; 2]; 4] = [[-2.0, 4.0], [-2.0, 15.0], [30.0, 4.0], [30.0, 15.0]];

/// The exits behind some doors.
fn exits(mut scenario: ScenarioBuilder, doors: &[[f64; 2]]) -> (ScenarioBuilder, Vec<String>) {
    let mut names = Vec::new();
    for (i, &[x, y]) in doors.iter().enumerate() {
        let from = if x < 0.0 { x } else { x + 1.0 };
        names.push(format!("door {i}"));
        scenario = scenario.exit(format!("door {i}"), area([from, y], [1.0, 1.0]), 1.0);
    }
    (scenario, names)
}

/// RiMEA 8: how the time to leave depends on the walking speed, with stairs on the way.
pub(super) fn parameter_study(seeds: &[u32]) -> Found {
    let mut points = Vec::new();
    let mut at_free_speed = Vec::new();
    for speed in [0.8, 1.0, 1.2, 1.34, 1.5] {
        let mut times = Vec::new();
        for &seed in seeds {
            let people = People { speed: [speed; 2], ..pedestrians(100) }.starting_in(area([0.5, 0.5], [9.0, 9.0]));
            let scenario =
                ScenarioBuilder { seed, ..ScenarioBuilder::new() }.people(leaving(people, ["out"], Choice::Nearest));
            let scenario = scenario.stairs("stairs", area([14.0, 4.0], [5.0, 2.0]), [-1.0, 0.0], [0.5, 0.6]).exit(
                "out",
                area([23.0, 4.0], [1.0, 2.0]),
                2.0,
            );
            let run = walk(rooms(&[([0.0, 0.0], [10.0, 10.0]), ([10.0, 4.0], [24.0, 6.0])])?, scenario, |_| ())?;
            times.push(run.seconds());
        }
        let mean = times.iter().sum::<f64>() / times.len().max(1) as f64;
        points.push((speed, mean));
        if speed == 1.34 {
            at_free_speed = times;
        }
    }
    let mut plot = Plot::new("RiMEA 8: time until 100 people have left, down stairs", "free speed, m/s", "s");
    plot.line("mean", points);
    Ok((vec![Outcome::report("RiMEA 8: 100 people down stairs at 1.34 m/s", " s", &at_free_speed)], vec![plot]))
}

/// RiMEA 9: a thousand people leave by four exits, or by two.
pub(super) fn four_exits_or_two(seeds: &[u32]) -> Found {
    let (mut ratios, mut plot) = (Vec::new(), Plot::new("RiMEA 9: people left", "s", "people"));
    for (nth, &seed) in seeds.iter().enumerate() {
        let mut times = Vec::new();
        for doors in [&DOORS[..], &DOORS[..2]] {
            let (scenario, names) = exits(ScenarioBuilder { seed, ..ScenarioBuilder::new() }, doors);
            let people =
                leaving(pedestrians(1000).starting_in(area([0.3, 0.3], [29.4, 19.4])), names, Choice::Quickest);
            let mut left = Vec::new();
            let run = walk(hall(doors)?, scenario.people(people), |run| left.push((run.seconds(), run.left() as f64)))?;
            times.push(if run.left() == 1000 { run.seconds() } else { f64::NAN });
            if nth == 0 {
                plot.steps(&format!("{} exits", doors.len()), left.into_iter().step_by(10).collect());
            }
        }
        ratios.push(times[1] / times[0]);
    }
    let name = "RiMEA 9: time by two exits over time by four, 1,000 people";
    Ok((vec![Outcome::within(name, 1.6..=2.4, "", &ratios)], vec![plot]))
}

/// RiMEA 11: two doors in one wall, one of them nearer for all; some divert.
pub(super) fn nearest_exit(seeds: &[u32]) -> Found {
    let mut nearer = Vec::new();
    for &seed in seeds {
        let floors = [([0.0, 0.0], [30.0, 20.0]), ([21.0, 20.0], [22.0, 22.0]), ([27.0, 20.0], [28.0, 22.0])];
        let people = pedestrians(1000).starting_in(area([0.3, 0.3], [14.7, 19.4]));
        let scenario = ScenarioBuilder { seed, ..ScenarioBuilder::new() }.people(leaving(
            people,
            ["near", "far"],
            Choice::Quickest,
        ));
        let scenario = scenario.exit("near", area([21.0, 21.0], [1.0, 1.0]), 1.0);
        let scenario = scenario.exit("far", area([27.0, 21.0], [1.0, 1.0]), 1.0);
        let mut last: BTreeMap<(u32, u32), Point> = BTreeMap::new();
        walk(rooms(&floors)?, scenario, |run| last.extend(run.agents().iter().map(name_of)))?;
        nearer.push(last.values().filter(|p| p.y > 20.0 && p.x < 24.0).count() as f64 / 1000.0);
    }
    let outcome = Outcome::within("RiMEA 11: share of 1,000 people who take the nearer exit", 0.5..=0.999, "", &nearer);
    Ok((vec![outcome.said("more than half, and not all")], Vec::new()))
}

/// RiMEA 12: a bottleneck, a room, and an exit of the same width.
pub(super) fn two_bottlenecks(seeds: &[u32]) -> Found {
    let (mut differences, mut plot) =
        (Vec::new(), Plot::new("RiMEA 12: N–t at the bottleneck and at the exit", "s", "people"));
    for (nth, &seed) in seeds.iter().enumerate() {
        let floors = [
            ([0.0, 0.0], [10.0, 10.0]),
            ([10.0, 4.5], [15.0, 5.5]),
            ([15.0, 0.0], [25.0, 10.0]),
            ([25.0, 4.5], [27.0, 5.5]),
        ];
        let people = pedestrians(150).starting_in(area([0.3, 0.3], [9.4, 9.4]));
        let scenario =
            ScenarioBuilder { seed, ..ScenarioBuilder::new() }.people(leaving(people, ["out"], Choice::Nearest));
        let scenario = scenario.exit("out", area([26.0, 4.5], [1.0, 1.0]), 1.0);
        let mut lines = [10.2, 25.2].map(Passages::at);
        walk(rooms(&floors)?, scenario, |run| {
            for line in &mut lines {
                line.look(run.seconds(), run.agents().iter().map(name_of));
            }
        })?;
        let [bottleneck, exit] = [&lines[0], &lines[1]].map(|line| line.flow(0.2, 0.8));
        differences.push(bottleneck - exit);
        if nth == 0 {
            plot.steps("bottleneck", lines[0].steps());
            plot.steps("exit", lines[1].steps());
        }
    }
    let name = "RiMEA 12: specific flow of the first bottleneck less the exit's";
    Ok((vec![Outcome::within(name, -0.05..=f64::INFINITY, " p/(m·s)", &differences)], vec![plot]))
}

/// RiMEA 13: people who come to stairs as wide as their corridor.
pub(super) fn before_stairs(seeds: &[u32]) -> Found {
    let (mut ratios, mut plot) =
        (Vec::new(), Plot::new("RiMEA 13: Voronoi density in the corridor", "s", "persons a square metre"));
    for (nth, &seed) in seeds.iter().enumerate() {
        let floors = [([0.0, 0.0], [8.0, 8.0]), ([8.0, 3.0], [30.0, 5.0])];
        let people = pedestrians(150).starting_in(area([0.3, 0.3], [7.4, 7.4]));
        let scenario =
            ScenarioBuilder { seed, ..ScenarioBuilder::new() }.people(leaving(people, ["out"], Choice::Nearest));
        let scenario = scenario.stairs("stairs", area([18.0, 3.0], [6.0, 2.0]), [1.0, 0.0], [0.5, 0.6]).exit(
            "out",
            area([29.0, 3.0], [1.0, 2.0]),
            2.0,
        );
        let corridor = [Point::new(8.0, 3.0), Point::new(30.0, 5.0)];
        let windows = [15.5, 25.0].map(|x| [Point::new(x, 3.0), Point::new(x + 2.0, 5.0)]);
        let mut densities = [Vec::new(), Vec::new()];
        walk(rooms(&floors)?, scenario, |run| {
            if run.steps() % 10 == 0 {
                let people: Vec<Point> = run.agents().iter().map(|a| a.position).filter(|p| p.x > 8.0).collect();
                for (density, window) in densities.iter_mut().zip(windows) {
                    density.push((run.seconds(), voronoi_density(&people, window, corridor)));
                }
            }
        })?;
        // While the stairs are in use by a steady stream.
        let mean = |density: &[(f64, f64)]| {
            let steady: Vec<f64> = density.iter().filter(|(t, _)| (30.0..=70.0).contains(t)).map(|(_, d)| *d).collect();
            steady.iter().sum::<f64>() / steady.len().max(1) as f64
        };
        ratios.push(mean(&densities[0]) / mean(&densities[1]));
        if nth == 0 {
            let [before, behind] = densities;
            plot.line("before the stairs", before);
            plot.line("behind them", behind);
        }
    }
    let outcome =
        Outcome::within("RiMEA 13: density before the stairs over that behind them", 1.5..=f64::INFINITY, "", &ratios);
    Ok((vec![outcome.said("congestion: at least 1.5 times as dense")], vec![plot]))
}

/// RiMEA 14: a short way over stairs, or a long one around.
pub(super) fn route_choice(seeds: &[u32]) -> Found {
    let mut shares = Vec::new();
    for &seed in seeds {
        let floors = [
            ([0.0, 0.0], [6.0, 14.0]),
            ([6.0, 0.0], [20.0, 2.0]),
            ([6.0, 12.0], [20.0, 14.0]),
            ([20.0, 0.0], [26.0, 14.0]),
        ];
        let people = pedestrians(100).starting_in(area([0.5, 0.5], [5.0, 6.0]));
        let scenario =
            ScenarioBuilder { seed, ..ScenarioBuilder::new() }.people(leaving(people, ["out"], Choice::Nearest));
        let scenario = scenario.stairs("stairs", area([8.0, 0.0], [10.0, 2.0]), [1.0, 0.0], [0.5, 0.6]).exit(
            "out",
            area([25.0, 5.0], [1.0, 3.0]),
            3.0,
        );
        let mut over: BTreeMap<(u32, u32), bool> = BTreeMap::new();
        walk(rooms(&floors)?, scenario, |run| {
            for (name, p) in run.agents().iter().map(name_of).filter(|(_, p)| (8.0..18.0).contains(&p.x)) {
                over.insert(name, p.y < 6.0);
            }
        })?;
        shares.push(over.values().filter(|is_short| **is_short).count() as f64 / over.len().max(1) as f64);
    }
    Ok((vec![Outcome::report("RiMEA 14: share who take the short way over stairs", "", &shares)], Vec::new()))
}

/// RiMEA 15: a crowd around a corner takes longer than along a corridor as short as the inner side, and less long than along one as
/// long as the outer side. Corridors are 20 m wide, 81 m and 50 m long; the one with the corner is chamfered outside.
pub(super) fn around_a_corner(seeds: &[u32]) -> Found {
    let bent = Outline::polygon([
        [0.0, 10.0],
        [10.0, 0.0],
        [30.0, 0.0],
        [30.0, 20.0],
        [20.0, 20.0],
        [20.0, 60.0],
        [0.0, 60.0],
    ]);
    let straight = |length: f64| Outline::rectangle([0.0, 0.0], [20.0, length]);
    let end = area([0.0, 0.0], [20.0, 0.5]);
    let courses = [
        ("short", straight(50.0), 50.0, end),
        ("corner", bent, 60.0, area([29.5, 0.0], [0.5, 20.0])),
        ("long", straight(81.0), 81.0, end),
    ];
    let (mut places, mut plot) = (Vec::new(), Plot::new("RiMEA 15: people left", "s", "people"));
    for (nth, &seed) in seeds.iter().enumerate() {
        let mut times = Vec::new();
        for (name, floor, length, exit) in &courses {
            let people = pedestrians(500).starting_in(area([0.3, length - 8.3], [19.4, 8.0]));
            let scenario =
                ScenarioBuilder { seed, ..ScenarioBuilder::new() }.people(leaving(people, ["out"], Choice::Nearest));
            let mut left = Vec::new();
            let run = walk(Map::new(floor)?, scenario.exit("out", *exit, 20.0), |run| {
                left.push((run.seconds(), run.left() as f64));
            })?;
            times.push(if run.left() == 500 { run.seconds() } else { f64::NAN });
            if nth == 0 {
                plot.steps(name, left.into_iter().step_by(5).collect());
            }
        }
        places.push((times[1] - times[0]) / (times[2] - times[0]));
    }
    let outcome = Outcome::within(
        "RiMEA 15: the corner's time between the short (0) and the long (1) corridor's",
        0.0..=1.0,
        "",
        &places,
    );
    Ok((vec![outcome], vec![plot]))
}
