//! The scenarios of §7.3 and §7.4 of the text. Sizes are ours: the text gives none.
//!
//! Starts and goals leave room for each other to pass, so that nobody has to stand where others must get through.

use super::TeamScenario;
use crate::draws::Draws;
use navigant_mesh::{Bounds, Map, Outline, Point};
use navigant_planning::internals::{Afterwards, Footing, Platform, PublishedBody};
use navigant_planning::team::{Gait, SpaceTimeGoal, TeamSettings};

pub(super) fn named(name: &str, seed: u64) -> Option<TeamScenario> {
    let mut draws = Draws::new(seed);
    match name {
        "deadlock" => deadlock(&mut draws),
        "choke-point" => choke_point(&mut draws),
        "unpredictable-change" => unpredictable_change(&mut draws),
        "road-crossing" => road_crossing(&mut draws),
        "lane-selection" => lane_selection(&mut draws),
        "four-way-crossing" => four_way_crossing(&mut draws),
        "space-time-goals" => space_time_goals(&mut draws),
        _ => None,
    }
}

type Corners = [[f64; 2]; 2];

/// A scenario with nothing but floors and obstacles.
fn empty(name: &'static str, about: &'static str, floors: &[Corners], obstacles: &[Corners]) -> Option<TeamScenario> {
    let outlines = |all: &[Corners]| all.iter().map(|&[min, max]| Outline::rectangle(min, max)).collect::<Vec<_>>();
    let (floors, obstacles) = (outlines(floors), outlines(obstacles));
    let (map, _) = Map::build(&floors, &obstacles).ok()?;
    Some(TeamScenario {
        name,
        about,
        map,
        floors,
        obstacles,
        settings: TeamSettings::default(),
        agents: Vec::new(),
        bodies: Vec::new(),
        wanderers: Vec::new(),
        drops: Vec::new(),
        footing: Footing::default(),
        limit: 120.0,
    })
}

/// A point up to some distance from a place, along either axis.
fn near(draws: &mut Draws, [x, y]: [f64; 2], off: f64) -> Point {
    Point::new(x + draws.number([-off, off]), y + draws.number([-off, off]))
}

fn send(scenario: &mut TeamScenario, draws: &mut Draws, from: [f64; 2], to: [f64; 2], off: f64) {
    let (start, goal) = (near(draws, from, off), near(draws, to, off));
    scenario.agents.push((start, SpaceTimeGoal::place(goal)));
}

/// Corridors of one metre, too narrow for two who meet: a crossing of two, and a passage between two rooms.
fn deadlock(draws: &mut Draws) -> Option<TeamScenario> {
    let floors = [
        [[6.0, 11.5], [18.0, 12.5]],
        [[11.5, 6.0], [12.5, 18.0]],
        [[0.0, 9.0], [6.0, 15.0]],
        [[18.0, 9.0], [24.0, 15.0]],
        [[9.0, 0.0], [15.0, 6.0]],
        [[9.0, 18.0], [15.0, 24.0]],
        [[28.0, 8.0], [34.0, 16.0]],
        [[34.0, 11.5], [44.0, 12.5]],
        [[44.0, 8.0], [50.0, 16.0]],
    ];
    let about = "four agents at a crossing of narrow corridors, and four who meet in a narrow passage";
    let mut scenario = empty("deadlock", about, &floors, &[])?;
    for [from, to] in [
        [[3.0, 10.2], [21.0, 13.8]],
        [[21.0, 10.2], [3.0, 13.8]],
        [[10.2, 3.0], [13.8, 21.0]],
        [[10.2, 21.0], [13.8, 3.0]],
        [[30.0, 9.5], [46.0, 14.5]],
        [[32.2, 9.5], [48.2, 14.5]],
        [[46.0, 9.5], [30.0, 14.5]],
        [[48.2, 9.5], [32.2, 14.5]],
    ] {
        send(&mut scenario, draws, from, to, 0.4);
    }
    Some(scenario)
}

/// Eight agents on a circle who walk through its centre at the same time.
fn choke_point(draws: &mut Draws) -> Option<TeamScenario> {
    let about = "eight agents whose straight ways meet in one point at the same time";
    let mut scenario = empty("choke-point", about, &[[[0.0, 0.0], [24.0, 24.0]]], &[])?;
    let turn = draws.number([0.0, 1.0]);
    for i in 0..8 {
        let at = |eighths: f64| {
            let (sin, cos) = libm::sincos(eighths * std::f64::consts::FRAC_PI_4);
            [12.0 + 9.0 * cos, 12.0 + 9.0 * sin]
        };
        let from = f64::from(i) + turn;
        send(&mut scenario, draws, at(from), at(from + 4.5), 0.2);
    }
    Some(scenario)
}

/// Agents cross a hall; boxes are put in their way, and carts go to and fro as they like.
fn unpredictable_change(draws: &mut Draws) -> Option<TeamScenario> {
    let about = "six agents cross a hall in which boxes are set down and carts turn back when nobody expects it";
    let mut scenario =
        empty("unpredictable-change", about, &[[[0.0, 0.0], [40.0, 20.0]]], &[[[19.0, 8.0], [21.0, 12.0]]])?;
    for i in 0..6 {
        let y = 3.0 + 2.8 * f64::from(i);
        let (west, east) = ([2.0, y], [38.0, y]);
        let [from, to] = if i % 2 == 0 { [west, east] } else { [east, west] };
        send(&mut scenario, draws, from, to, 0.3);
    }
    for i in 0..5 {
        let at = near(draws, [8.0 + 6.0 * f64::from(i), 10.0], 1.5);
        let y = (at.y - 10.0) * 4.0 + 9.0;
        let time = 3.0 + 2.5 * f64::from(i) + draws.number([0.0, 2.0]);
        scenario.drops.push((time, Outline::rectangle([at.x, y], [at.x + 1.5, y + 1.5])));
    }
    for (x, low) in [(12.0, 1.5), (28.0, 10.5)] {
        scenario.wanderers.push(wanderer(draws, x, [low, low + 8.0], scenario.limit));
    }
    Some(scenario)
}

/// A cart on a line along y that turns and stops at random times.
fn wanderer(draws: &mut Draws, x: f64, [low, high]: [f64; 2], until: f64) -> PublishedBody {
    let (mut time, mut y) = (0.0, draws.number([low, high]));
    let mut knots = vec![(0.0, Point::new(x, y))];
    while time < until {
        let to = if draws.below(4) == 0 { y } else { draws.number([low, high]) };
        let duration = if to == y { draws.number([1.0, 4.0]) } else { (to - y).abs() / 0.5 };
        (time, y) = (time + duration.max(0.1), to);
        knots.push((time, Point::new(x, y)));
    }
    PublishedBody { radius: 0.5, is_obstacle: true, knots, afterwards: Afterwards::Stays }
}

/// Forty agents cross a road with fast vehicles in both directions.
fn road_crossing(draws: &mut Draws) -> Option<TeamScenario> {
    let about = "forty agents cross a road with vehicles of 9 m/s in both directions";
    let mut scenario = empty("road-crossing", about, &[[[0.0, 0.0], [60.0, 28.0]]], &[])?;
    for i in 0..20 {
        let x = 6.0 + 4.8 * f64::from(i % 10);
        let row = 2.5 * f64::from(i / 10);
        // Starts and goals of one side stand in columns of their own.
        send(&mut scenario, draws, [x, 2.5 + row], [x, 23.0 + row], 0.2);
        send(&mut scenario, draws, [x + 2.4, 23.0 + row], [x + 2.4, 2.5 + row], 0.2);
    }
    for (y, from, to) in [(12.0, -12.0, 72.0), (16.0, 72.0, -12.0)] {
        let mut time = draws.number([0.0, 6.0]);
        while time < scenario.limit {
            let knots = vec![(time, Point::new(from, y)), (time + 84.0 / 9.0, Point::new(to, y))];
            scenario.bodies.push(PublishedBody {
                radius: 1.0,
                is_obstacle: true,
                knots,
                afterwards: Afterwards::Unknown,
            });
            time += draws.number([5.0, 9.0]);
        }
    }
    Some(scenario)
}

/// Twenty agents, ten from either side, and four lanes between dividers.
fn lane_selection(draws: &mut Draws) -> Option<TeamScenario> {
    let dividers = [[2.0, 4.0], [5.2, 7.2], [8.4, 10.4]].map(|[low, high]| [[16.0, low + 0.8], [30.0, high + 0.8]]);
    let walls = [[[16.0, 0.0], [30.0, 1.6]], [[16.0, 12.4], [30.0, 14.0]]];
    let obstacles: Vec<Corners> = dividers.into_iter().chain(walls).collect();
    let about = "twenty agents from both sides choose among four lanes, each too narrow for two who meet";
    let mut scenario = empty("lane-selection", about, &[[[0.0, 0.0], [46.0, 14.0]]], &obstacles)?;
    for i in 0..10 {
        let (x, y) = (2.0 * f64::from(i / 5), 2.0 + 2.5 * f64::from(i % 5));
        send(&mut scenario, draws, [2.0 + x, y], [40.0 + x, y], 0.2);
        send(&mut scenario, draws, [44.0 - x, y + 1.2], [6.0 - x, y + 1.2], 0.2);
    }
    Some(scenario)
}

/// A hundred agents in four groups who all go straight on at a crossing.
fn four_way_crossing(draws: &mut Draws) -> Option<TeamScenario> {
    let about = "a hundred agents in four groups go straight on at a crossing";
    let floors = [[[0.0, 16.0], [48.0, 32.0]], [[16.0, 0.0], [32.0, 48.0]]];
    let mut scenario = empty("four-way-crossing", about, &floors, &[])?;
    for i in 0..25 {
        let (along, across) = (2.0 + 2.2 * f64::from(i % 5), 17.5 + 2.4 * f64::from(i / 5));
        // Who comes back stands between those who left; who leads goes farthest.
        let (beside, far) = (across + 1.2, along + 35.2);
        send(&mut scenario, draws, [along, across], [far, across], 0.1);
        send(&mut scenario, draws, [far, beside], [along, beside], 0.1);
        send(&mut scenario, draws, [across, along], [across, far], 0.1);
        send(&mut scenario, draws, [beside, far], [beside, along], 0.1);
    }
    scenario.limit = 240.0;
    Some(scenario)
}

/// Four agents must be on the other side of a chasm at 40 s, give or take one; two platforms go to and fro over it and meet in the middle.
fn space_time_goals(draws: &mut Draws) -> Option<TeamScenario> {
    let about =
        "four agents cross a chasm on two moving platforms to be on the other side at 40 ± 1 s; four others walk about";
    let chasm = [[[12.0, 0.0], [24.0, 4.0]], [[12.0, 8.0], [24.0, 12.0]]];
    let mut scenario = empty("space-time-goals", about, &[[[0.0, 0.0], [36.0, 12.0]]], &chasm)?;
    scenario.settings.gait = Gait::new(1.0, 0.5, 3, 0.25, Some(1.5))?;
    for i in 0..4 {
        let y = 4.7 + 0.87 * f64::from(i);
        let goal = SpaceTimeGoal { at: near(draws, [32.0, y], 0.02), arrival: Some(39.0..=41.0) };
        scenario.agents.push((near(draws, [5.0, y], 0.02), goal));
    }
    for [from, to] in
        [[[2.0, 1.5], [2.0, 10.5]], [[8.0, 10.5], [8.0, 1.5]], [[27.0, 1.5], [34.5, 10.5]], [[34.5, 1.5], [27.0, 10.5]]]
    {
        send(&mut scenario, draws, from, to, 0.3);
    }
    scenario.footing.gaps.push(Bounds { min: Point::new(12.0, 4.0), max: Point::new(24.0, 8.0) });
    for (dock, middle) in [(13.0, 17.0), (23.0, 19.0)] {
        // Four seconds at the dock, eight to the middle, four there, eight back.
        let mut knots = Vec::new();
        for round in 0..6 {
            let begin = 24.0 * f64::from(round);
            for (after, x) in [(0.0, dock), (8.0, dock), (16.0, middle), (20.0, middle)] {
                knots.push((begin + after, Point::new(x, 6.0)));
            }
        }
        scenario.footing.platforms.push(Platform { half: [1.0, 2.0], knots });
    }
    scenario.limit = 60.0;
    Some(scenario)
}
