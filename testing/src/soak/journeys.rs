//! Journeys against what can be seen of them from outside: random halls, stops, queues and exits; tracks are checked with nothing but
//! the scenario's numbers.

use super::case_seed;
use crate::rng::Rng;
use navigant_crowd::internals::AgentIdInternals as _;
use navigant_files::scenario::{Choice, GoalField, Speeds, WhenFull};
use navigant_geometry::{Outline, Point};
use navigant_mesh::Map;
use navigant_simulation::{People, ScenarioBuilder, Simulation, Until, Visit};
use std::collections::BTreeMap;

/// No case lasts longer.
const MOST_STEPS: u64 = 6_000;
/// A stop counts as reached by one this near who gets no nearer, in metres.
const NEAR: f64 = 2.0 + 0.3;
/// Whoever waits gives way to those who pass, and may be pushed so far, in metres (`--seed 230417 --case 264`: 2.4 m).
const PUSHED: f64 = NEAR + 1.0;
/// Seconds that a time may be off: an aim is given a step before it is walked for, and noticed a step after.
const SLACK: f64 = 0.35;

/// A rectangle.
#[derive(Clone, Copy, Debug)]
struct Place {
    min: [f64; 2],
    size: [f64; 2],
}

impl Place {
    fn ring(self) -> [[f64; 2]; 4] {
        let ([x, y], [w, h]) = (self.min, self.size);
        [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
    }

    fn is_near(self, p: Point, distance: f64) -> bool {
        let outside = |c: f64, min: f64, size: f64| (min - c).max(c - min - size).max(0.0);
        outside(p.x, self.min[0], self.size[0]).hypot(outside(p.y, self.min[1], self.size[1])) <= distance
    }
}

/// What a group is to do.
#[derive(Debug)]
struct Plan {
    premovement: f64,
    stops: Vec<(Place, f64)>,
    queue_after: Option<usize>,
    exits: Vec<usize>,
}

/// One case: everyone's track, and a run that is saved and resumed on the way.
///
/// # Errors
/// Who did what it should not.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let walls = (0..rng.below(4)).map(|_| {
        let (x, y) = (rng.range(10.0..28.0), rng.range(0.0..15.0));
        Outline::rectangle([x, y], [x + rng.range(0.3..3.0), y + rng.range(0.3..4.0)])
    });
    let walls: Vec<Outline> = walls.collect();
    let floor = Outline::rectangle([0.0, 0.0], [40.0, 20.0]);
    let map = || Map::build(std::slice::from_ref(&floor), &walls).map(|(map, _)| map).map_err(|e| e.to_string());
    let exits = [[0.0, 0.0], [38.0, 1.0], [37.5, 16.0]].map(|min| Place { min, size: [2.0, rng.range(1.0..3.0)] });
    let service = rng.range(0.0..4.0);
    let head = [rng.range(31.0..35.0), rng.range(8.0..12.0)];
    let mut scenario = ScenarioBuilder { seed: number as u32, ..ScenarioBuilder::new() }
        .queue("line", [head, [head[0], head[1] - 7.0]], service..=service + 1.0, WhenFull::Wait)
        .stairs("steps", Place { min: [29.0, 0.0], size: [1.0, 20.0] }.ring(), [1.0, 0.0], [rng.range(0.3..1.0), 0.7]);
    for (i, exit) in exits.iter().enumerate() {
        scenario = scenario.exit(format!("{i}"), exit.ring(), 1.0);
    }
    let mut plans = Vec::new();
    for group in 0..rng.between(1, 4) {
        let stop = |rng: &mut Rng| {
            let min = [rng.range(2.0..8.0) + if rng.chance(0.5) { 24.0 } else { 0.0 }, rng.range(4.0..14.0)];
            (Place { min, size: [rng.range(1.5..3.0), rng.range(1.5..5.0)] }, rng.range(0.0..6.0))
        };
        let plan = Plan {
            premovement: rng.range(0.0..8.0),
            stops: (0..rng.below(3)).map(|_| stop(&mut rng)).collect(),
            queue_after: rng.chance(0.5).then(|| rng.below(3) as usize),
            exits: (0..3).filter(|i| *i == group as usize % 3 || rng.chance(0.4)).collect(),
        };
        let choice = *rng.pick(&[Choice::Nearest, Choice::Quickest, Choice::Random]);
        let start = Place { min: [3.0 + 1.5 * f64::from(group), 3.0], size: [1.2, 13.0] };
        let mut people = People::new(rng.between(1, 9)).starting_in(start.ring());
        people.speeds = Some(Speeds::Ages([1.0; 4]));
        people.premovement = Some([plan.premovement; 2]);
        for (i, (place, wait)) in plan.stops.iter().enumerate() {
            if plan.queue_after == Some(i) {
                people.stops.push(Visit::Queue("line".into()));
            }
            people.stops.push(Visit::In(place.ring().map(Point::from).to_vec(), [*wait, *wait + 1.0]));
        }
        if rng.chance(0.5) {
            people.field = Some(GoalField { cell: rng.range(0.3..0.8), density: rng.range(0.0..3.0) });
        }
        let names: Vec<String> = plan.exits.iter().map(|exit| format!("{exit}")).collect();
        scenario = scenario.people(people.leaving_by(names, choice));
        plans.push(plan);
    }
    let scenario = scenario.build().map_err(|e| e.to_string())?;
    // Furniture may stand on a stop, or in the queue.
    let Ok(mut run) = Simulation::spawn(map()?, &scenario, |_| ()) else { return Ok(()) };
    let mut tracks: BTreeMap<(u32, u32), Vec<(f64, Point)>> = BTreeMap::new();
    let pause = u64::from(rng.between(1, 400));
    while !run.is_done(Until::Empty).map_err(|e| e.to_string())? && run.steps() < MOST_STEPS {
        if run.steps() == pause {
            let resumed = Simulation::resume(&scenario, &run.save(&scenario)).map_err(|e| e.to_string())?;
            run.step().map_err(|e| e.to_string())?;
            let mut resumed = resumed;
            resumed.step().map_err(|e| e.to_string())?;
            if resumed.crowd().hash() != run.crowd().hash() {
                return Err(format!("resumed at step {pause}, it goes on otherwise"));
            }
            run = resumed;
        } else {
            run.step().map_err(|e| e.to_string())?;
        }
        for agent in run.agents() {
            tracks.entry((agent.id.source(), agent.id.serial())).or_default().push((run.seconds(), agent.position));
        }
    }
    if run.figures().lost + run.figures().wall_crossings > 0 {
        return Err("somebody is lost or crossed a wall".to_owned());
    }
    for ((group, serial), track) in &tracks {
        let Some(plan) = plans.get(*group as usize) else { continue };
        let has_left = track.last().is_some_and(|(t, _)| *t < run.seconds() - 1e-9) || run.crowd().is_empty();
        check(plan, &exits, track, has_left).map_err(|why| format!("agent {group}.{serial} of {plan:?}: {why}"))?;
    }
    if !run.crowd().is_empty() {
        let last: Vec<_> = run.crowd().agents().map(|a| (a.id.source(), a.position, a.status)).collect();
        return Err(format!(
            "after {} s these have not left: {last:?}; groups {plans:?}, exits {exits:?}",
            run.seconds()
        ));
    }
    Ok(())
}

fn check(plan: &Plan, exits: &[Place], track: &[(f64, Point)], has_left: bool) -> Result<(), String> {
    let (Some(&(_, start)), Some(&(_, end))) = (track.first(), track.last()) else { return Ok(()) };
    // Who stands gives way to others, but does not walk off.
    let early = track.iter().find(|(t, p)| *t < plan.premovement && p.distance(start) > 3.0);
    if let Some((t, p)) = early {
        return Err(format!("is at {p} after {t} s, before it sets out"));
    }
    if !has_left {
        return Ok(());
    }
    let mut from = plan.premovement - SLACK;
    for (i, (place, wait)) in plan.stops.iter().enumerate() {
        let mut since = None;
        let mut over = None;
        for &(t, p) in track.iter().filter(|(t, _)| *t >= from) {
            let reach = if since.is_some() { PUSHED } else { NEAR };
            since = place.is_near(p, reach).then(|| since.unwrap_or(t));
            if since.is_some_and(|since| t - since >= wait - SLACK) {
                over = Some(t);
                break;
            }
        }
        from = over.ok_or_else(|| format!("did not wait {wait} s at stop {i} after {from} s"))?;
    }
    if !plan.exits.iter().any(|&exit| exits.get(exit).is_some_and(|exit| exit.is_near(end, 0.26))) {
        return Err(format!("left at {end}, not by an exit of its own"));
    }
    Ok(())
}
