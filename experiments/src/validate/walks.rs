//! Tests with one or a few people: a corridor, stairs, reaction times, a corner, ages, assigned exits.

use super::measure::Passages;
use super::outcome::Outcome;
use super::{Found, area, leaving, pedestrians, rooms, walk};
use crate::frame::Plot;
use navigant_crowd::internals::AgentIdInternals as _;
use navigant_crowd::{Crowd, Seen};
use navigant_files::scenario::{AGES, Choice, Speeds};
use navigant_mesh::Point;
use navigant_simulation::internals::SimulationInternals as _;
use navigant_simulation::{People, ScenarioBuilder, Simulation};
use std::collections::BTreeMap;

pub(super) fn name_of(agent: &Seen) -> ((u32, u32), Point) {
    ((agent.id.source(), agent.id.serial()), agent.position)
}

/// The seconds between two lines, of the only one who walks.
fn between(lines: &[Passages; 2]) -> f64 {
    let first = |line: &Passages| line.passed.first().map_or(f64::NAN, |(_, t)| *t);
    first(&lines[1]) - first(&lines[0])
}

fn look(lines: &mut [Passages; 2], simulation: &Simulation) {
    for line in lines {
        line.look(simulation.seconds(), simulation.agents().iter().map(name_of));
    }
}

/// RiMEA 1: one person, 40 m of a corridor 2 m wide.
pub(super) fn corridor(seeds: &[u32]) -> Found {
    let mut times = Vec::new();
    for &seed in seeds {
        let one = People { speed: [1.33; 2], ..pedestrians(1) }
            .starting_in(area([0.3, 0.3], [1.0, 1.4]))
            .going_into(area([43.0, 0.3], [0.7, 1.4]));
        let mut lines = [2.0, 42.0].map(Passages::at);
        walk(
            rooms(&[([0.0, 0.0], [44.0, 2.0])])?,
            ScenarioBuilder { seed, ..ScenarioBuilder::new() }.people(one),
            |run| {
                look(&mut lines, run);
            },
        )?;
        times.push(between(&lines));
    }
    Ok((vec![Outcome::within("RiMEA 1: 40 m of a corridor at 1.33 m/s", 26.0..=34.0, " s", &times)], Vec::new()))
}

fn stairs(name: &str, seeds: &[u32], [from, to]: [[f64; 2]; 2], set: f64) -> Found {
    let mut deviations = Vec::new();
    for &seed in seeds {
        let one = People { speed: [1.0; 2], ..pedestrians(1) };
        let one = one.starting_in(area(from, [1.0, 1.4])).going_into(area(to, [1.0, 1.4]));
        let scenario = ScenarioBuilder { seed, ..ScenarioBuilder::new() }.people(one);
        let scenario = scenario.stairs("stairs", area([5.0, 0.0], [10.0, 2.0]), [1.0, 0.0], [0.5, 0.65]);
        let mut lines = if from[0] < to[0] { [5.0, 15.0] } else { [15.0, 5.0] }.map(Passages::at);
        walk(rooms(&[([0.0, 0.0], [20.0, 2.0])])?, scenario, |run| look(&mut lines, run))?;
        deviations.push(100.0 * (10.0 / between(&lines) / set - 1.0));
    }
    Ok((vec![Outcome::within(name, -5.0..=5.0, " %", &deviations)], Vec::new()))
}

/// RiMEA 2: up ten metres of stairs.
pub(super) fn upstairs(seeds: &[u32]) -> Found {
    stairs("RiMEA 2: up 10 m of stairs, set to 0.5 m/s", seeds, [[1.0, 0.3], [18.0, 0.3]], 0.5)
}

/// RiMEA 3: down ten metres of stairs.
pub(super) fn downstairs(seeds: &[u32]) -> Found {
    stairs("RiMEA 3: down 10 m of stairs, set to 0.65 m/s", seeds, [[18.0, 0.3], [1.0, 0.3]], 0.65)
}

/// RiMEA 5: ten people who react after 10, 20, … 100 s.
pub(super) fn reaction_times(seeds: &[u32]) -> Found {
    let mut worst = Vec::new();
    for &seed in seeds {
        let mut scenario =
            ScenarioBuilder { seed, ..ScenarioBuilder::new() }.exit("door", area([8.0, 2.0], [1.0, 1.0]), 1.0);
        for i in 0..10u32 {
            let after = 10.0 * f64::from(i + 1);
            let start = area([0.5 + 1.4 * f64::from(i % 5), 0.5 + 2.5 * f64::from(i / 5)], [1.0, 1.0]);
            let one = People { premovement: Some([after; 2]), ..pedestrians(1) };
            scenario = scenario.people(leaving(one.starting_in(start), ["door"], Choice::Nearest));
        }
        let (mut starts, mut moved): (BTreeMap<u32, Point>, BTreeMap<u32, f64>) = Default::default();
        let room = rooms(&[([0.0, 0.0], [8.0, 5.0]), ([8.0, 2.0], [9.0, 3.0])])?;
        walk(room, scenario, |run| {
            for agent in run.agents() {
                let start = *starts.entry(agent.id.source()).or_insert(agent.position);
                // Who passes may push somebody a little: setting out is walking at half the own speed.
                if agent.position.distance(start) > 1e-9 && agent.velocity.length() > 0.6 {
                    moved.entry(agent.id.source()).or_insert(run.seconds() - run.dt());
                }
            }
        })?;
        let off = |i: u32| moved.get(&i).map_or(f64::NAN, |t| (t - 10.0 * f64::from(i + 1)).abs());
        worst.push((0..10).map(off).fold(0.0, |a: f64, b| if b.is_nan() { b } else { a.max(b) }));
    }
    let outcome = Outcome::within("RiMEA 5: reaction times of 10 to 100 s", 0.0..=0.1 + 1e-9, " s", &worst);
    Ok((vec![outcome.said("kept within 0.1 s")], Vec::new()))
}

/// RiMEA 6: twenty people around a corner.
pub(super) fn corner(seeds: &[u32]) -> Found {
    let mut wrong = Vec::new();
    for &seed in seeds {
        let people = pedestrians(20).starting_in(area([0.3, 0.3], [5.5, 1.4]));
        let scenario = ScenarioBuilder { seed, ..ScenarioBuilder::new() };
        let scenario =
            scenario.people(leaving(people, ["end"], Choice::Nearest)).exit("end", area([10.0, 11.0], [2.0, 1.0]), 2.0);
        let run = walk(rooms(&[([0.0, 0.0], [12.0, 2.0]), ([10.0, 0.0], [12.0, 12.0])])?, scenario, |_| ())?;
        let figures = run.figures();
        wrong.push((figures.wall_crossings + figures.lost + (20 - run.left())) as f64);
    }
    let outcome = Outcome::within("RiMEA 6: twenty people around a corner", 0.0..=0.0, "", &wrong);
    Ok((vec![outcome.said("no wall crossed, all arrive")], Vec::new()))
}

/// RiMEA 7: walking speeds by age.
pub(super) fn ages(seeds: &[u32]) -> Found {
    let mut outside = Vec::new();
    let mut plot = Plot::new("RiMEA 7: speeds by age, sorted", "person of 50", "m/s");
    for (nth, &seed) in seeds.iter().enumerate() {
        let mut scenario = ScenarioBuilder { seed, ..ScenarioBuilder::new() };
        for (group, _) in AGES.iter().enumerate() {
            let mut shares = [0.0; 4];
            shares[group] = 1.0;
            let x = 2.0 + 60.0 * group as f64;
            let people = People { speeds: Some(Speeds::Ages(shares)), ..pedestrians(50) };
            let people = people.starting_in(area([x, 1.0], [0.6, 198.0]));
            scenario = scenario.people(leaving(people, [format!("{group}")], Choice::Nearest)).exit(
                format!("{group}"),
                area([x + 50.0, 0.0], [1.0, 200.0]),
                200.0,
            );
        }
        let mut tracks: BTreeMap<(u32, u32), Vec<Point>> = BTreeMap::new();
        walk(rooms(&[([0.0, 0.0], [240.0, 200.0])])?, scenario, |run| {
            for (name, p) in run.agents().iter().map(name_of) {
                tracks.entry(name).or_default().push(p);
            }
        })?;
        // The median over the steps: overtaking one who is slower takes a while.
        let speed = |track: &[Point]| {
            let mut steps: Vec<f64> = track.windows(2).map(|pair| pair[0].distance(pair[1]) / Crowd::DT).collect();
            steps.sort_by(f64::total_cmp);
            steps.get(steps.len() / 2).copied().unwrap_or(f64::NAN)
        };
        let speeds: Vec<(u32, f64)> = tracks.iter().map(|((group, _), track)| (*group, speed(track))).collect();
        let is_within =
            |group: u32, v: f64| AGES.get(group as usize).is_some_and(|(_, [a, b])| (a - 0.01..=b + 0.01).contains(&v));
        outside.push((speeds.iter().filter(|(group, v)| !is_within(*group, *v)).count() + 200 - speeds.len()) as f64);
        for (group, (name, _)) in AGES.iter().enumerate().filter(|_| nth == 0) {
            let mut of_group: Vec<f64> = speeds.iter().filter(|(g, _)| *g == group as u32).map(|(_, v)| *v).collect();
            of_group.sort_by(f64::total_cmp);
            plot.line(&name.replace('_', " "), of_group.into_iter().enumerate().map(|(i, v)| (i as f64, v)).collect());
        }
    }
    let outcome = Outcome::within("RiMEA 7: people outside of the table of ages, of 200", 0.0..=0.0, "", &outside);
    Ok((vec![outcome.said("none: speeds within RiMEA's table")], vec![plot]))
}

/// RiMEA 10: twelve cabins at a corridor; the people of each have their exit.
pub(super) fn assigned_exits(seeds: &[u32]) -> Found {
    let mut wrong = Vec::new();
    for &seed in seeds {
        // A corridor 1.8 m wide between two rows of six cabins, 3 m deep, with doors of 0.9 m.
        let mut floors = vec![([0.0, 3.2], [20.0, 5.0])];
        let mut scenario = ScenarioBuilder { seed, ..ScenarioBuilder::new() };
        for cabin in 0..12u32 {
            let (x, is_up) = (1.0 + 3.0 * f64::from(cabin % 6), cabin >= 6);
            let [low, high] = if is_up { [5.2, 8.2] } else { [0.0, 3.0] };
            let door = if is_up { [4.9, 5.3] } else { [2.9, 3.3] };
            floors.push(([x, low], [x + 2.8, high]));
            floors.push(([x + 0.9, door[0]], [x + 1.8, door[1]]));
            let exit = if cabin % 6 < 4 { "main" } else { "secondary" };
            let people = pedestrians(2).starting_in(area([x + 0.3, low + 0.3], [2.2, 2.4]));
            scenario = scenario.people(leaving(people, [exit], Choice::Nearest));
        }
        let scenario = scenario.exit("main", area([0.0, 3.2], [0.6, 1.8]), 1.8).exit(
            "secondary",
            area([19.4, 3.2], [0.6, 1.8]),
            1.8,
        );
        let mut last: BTreeMap<(u32, u32), Point> = BTreeMap::new();
        let run = walk(rooms(&floors)?, scenario, |run| last.extend(run.agents().iter().map(name_of)))?;
        let is_wrong = |&(&(group, _), p): &(&(u32, u32), &Point)| if group % 6 < 4 { p.x > 1.0 } else { p.x < 19.0 };
        wrong.push((last.iter().filter(is_wrong).count() as u64 + 24 - run.left()) as f64);
    }
    let outcome = Outcome::within("RiMEA 10: people of 24 who take another exit than theirs", 0.0..=0.0, "", &wrong);
    Ok((vec![outcome.said("none: assigned exits are kept by all")], Vec::new()))
}
