//! Journeys: premovement, stops, queues, exits, stairs, speeds by age; and what is said of those that cannot be.

use navigant_crowd::Aim;
use navigant_crowd::internals::AgentIdInternals as _;
use navigant_files::scenario::{AGES, Choice, OnArrival, Scenario, Speeds, WhenFull};
use navigant_mesh::{Map, Outline, Point};
use navigant_simulation::{Destination, People, ScenarioBuilder, Simulation, Until, Visit};
use std::collections::BTreeMap;

/// A hall of 40 by 20 metres.
fn hall() -> Map {
    Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap()
}

fn area([x, y]: [f64; 2], [w, h]: [f64; 2]) -> [[f64; 2]; 4] {
    [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
}

/// By source and serial number: where an agent was at the end of each step, and the time.
type Tracks = BTreeMap<(u32, u32), Vec<(f64, Point)>>;

fn run(map: Map, scenario: &Scenario, most_steps: u64) -> (Simulation, Tracks) {
    let mut simulation = Simulation::spawn(map, scenario, |_| ()).unwrap();
    let mut tracks = Tracks::new();
    while !simulation.is_done(Until::Empty).unwrap() && simulation.steps() < most_steps {
        simulation.step().unwrap();
        for agent in simulation.agents() {
            let name = (agent.id.source(), agent.id.serial());
            tracks.entry(name).or_default().push((simulation.seconds(), agent.position));
        }
    }
    (simulation, tracks)
}

#[test]
fn everyone_sets_out_when_its_premovement_time_is_over() {
    let mut scenario = ScenarioBuilder::new();
    for seconds in [1.0, 2.5, 4.0] {
        let from = area([2.0, 2.0 + 4.0 * seconds], [1.0, 1.0]);
        let one = People { premovement: Some([seconds; 2]), ..People::new(1) };
        scenario = scenario.people(one.starting_in(from).going_to([35.0, 10.0]));
    }
    let (simulation, tracks) = run(hall(), &scenario.build().unwrap(), 600);
    assert_eq!(simulation.left(), 3);
    for (source, seconds) in [1.0, 2.5, 4.0].into_iter().enumerate() {
        let track = &tracks[&(source as u32, 0)];
        // The end of the first step in which it moved.
        let moved = track.iter().find(|(_, p)| p.distance(track[0].1) > 1e-6).unwrap().0;
        assert!((moved - 0.1 - seconds).abs() < 0.1, "{moved} s instead of {seconds} s");
    }
}

#[test]
fn stops_are_visited_in_order_and_waited_at() {
    let kiosk = area([15.0, 14.0], [5.0, 4.0]);
    let stops =
        vec![Visit::In(kiosk.map(Point::from).to_vec(), [5.0, 8.0]), Visit::At(Point::new(30.0, 3.0), [0.0; 2])];
    let people = People { stops, ..People::new(8) }.starting_in(area([1.0, 1.0], [5.0, 5.0])).going_to([38.0, 18.0]);
    let (simulation, tracks) = run(hall(), &ScenarioBuilder::new().people(people).build().unwrap(), 2000);
    assert_eq!(simulation.left(), 8);
    for track in tracks.values() {
        let near = |p: Point, [x, y]: [f64; 2], far: f64| p.distance(Point::new(x, y)) < far;
        let in_kiosk = track.iter().filter(|(_, p)| (14.0..21.0).contains(&p.x) && p.y > 13.0);
        let (first, last) = (in_kiosk.clone().next().unwrap().0, in_kiosk.clone().next_back().unwrap().0);
        assert!((5.0..16.0).contains(&(last - first)), "waited for {} s", last - first);
        let second = track.iter().find(|(_, p)| near(*p, [30.0, 3.0], 2.1)).unwrap().0;
        assert!(second > last);
    }
}

#[test]
fn a_queue_is_served_one_after_the_other() {
    let people = People { stops: vec![Visit::Queue("counter".into())], ..People::new(6) };
    let people = people.starting_in(area([1.0, 1.0], [6.0, 6.0])).going_to([38.0, 18.0]);
    let scenario = ScenarioBuilder::new()
        .people(people)
        .queue("counter", [[20.0, 10.0], [14.0, 10.0]], 4.0..=4.0, WhenFull::Refuse)
        .build()
        .unwrap();
    let (simulation, tracks) = run(hall(), &scenario, 2000);
    assert_eq!(simulation.left(), 6);
    // When each left the counter for good.
    let at_counter = |p: &Point| p.distance(Point::new(20.0, 10.0)) < 0.6;
    let mut left: Vec<f64> = tracks.values().map(|t| t.iter().rfind(|(_, p)| at_counter(p)).unwrap().0).collect();
    left.sort_by(f64::total_cmp);
    for (a, b) in left.iter().zip(left.iter().skip(1)) {
        assert!((3.5..6.5).contains(&(b - a)), "{left:?}");
    }
}

#[test]
fn the_nearest_exit_is_taken_unless_it_is_crowded() {
    let scenario = |choice| {
        let people = People { radius: [0.2; 2], ..People::new(60) }.starting_in(area([1.0, 1.0], [12.0, 18.0]));
        ScenarioBuilder::new()
            .people(people.leaving_by(["west", "east"], choice))
            .exit("west", area([0.0, 9.5], [1.0, 1.0]), 0.5)
            .exit("east", area([39.0, 9.5], [1.0, 1.0]), 0.5)
            .build()
            .unwrap()
    };
    let east = |choice| {
        let (simulation, tracks) = run(hall(), &scenario(choice), 4000);
        assert_eq!((simulation.left(), simulation.figures().lost), (60, 0));
        for (name, track) in &tracks {
            let p = track.last().unwrap().1;
            assert!((9.3..10.7).contains(&p.y) && (p.x < 1.2 || p.x > 38.8), "{name:?} left at {p}");
        }
        tracks.values().filter(|track| track.last().unwrap().1.x > 20.0).count()
    };
    assert_eq!(east(Choice::Nearest), 0);
    let diverted = east(Choice::Quickest);
    assert!((5..30).contains(&diverted), "{diverted} of 60 take the other exit");
    assert!((15..45).contains(&east(Choice::Random)));
}

#[test]
fn stairs_slow_those_down_who_are_on_them() {
    let stairs = area([10.0, 0.0], [20.0, 20.0]);
    let times = [([1.0, 9.0], [39.0, 9.5]), ([39.0, 9.0], [1.0, 9.5])].map(|(from, to)| {
        let one = People { speed: [1.2; 2], ..People::new(1) };
        let people = one.starting_in(area([from[0] - 0.5, from[1]], [1.0, 1.0])).going_to(to);
        let scenario = ScenarioBuilder::new().people(people).stairs("long", stairs, [1.0, 0.0], [0.5, 0.75]);
        let (_, tracks) = run(hall(), &scenario.build().unwrap(), 2000);
        let on: Vec<f64> =
            tracks[&(0, 0)].iter().filter(|(_, p)| (10.0..30.0).contains(&p.x)).map(|(t, _)| *t).collect();
        on[on.len() - 1] - on[0]
    });
    for (time, expected) in times.into_iter().zip([20.0 / 0.6, 20.0 / 0.9]) {
        assert!((time - expected).abs() < 0.02 * expected, "{time} s instead of {expected} s");
    }
}

#[test]
fn speeds_follow_ages() {
    let speeds = Some(Speeds::Ages([1.0, 0.0, 1.0, 2.0]));
    let people = People { speeds, arrival: OnArrival::Stay, ..People::new(400) };
    let scenario = ScenarioBuilder::new().people(people).build().unwrap();
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0])).unwrap();
    let simulation = Simulation::spawn(map, &scenario, |_| ()).unwrap();
    let speeds: Vec<f64> =
        simulation.agents().iter().map(|a| simulation.crowd().description(a.id).unwrap().speed).collect();
    let within = |[least, most]: [f64; 2]| speeds.iter().filter(|s| (least - 1e-6..=most + 1e-6).contains(*s)).count();
    assert_eq!(within([0.46, 1.61]), 400);
    assert!(within(AGES[3].1) > 200 && within([1.41, 1.61]) < 40, "the impaired are half of them and more");
}

#[test]
fn a_schedule_says_how_many_come_and_when() {
    let people = People {
        schedule: vec![[2.0, 3.0], [6.0, 0.0], [10.0, 5.0]],
        goal: Destination::Away([5.0, 30.0]),
        arrival: OnArrival::Stay,
        ..People::new(100)
    };
    let scenario = ScenarioBuilder::new().people(people).build().unwrap();
    let mut simulation = Simulation::spawn(hall(), &scenario, |_| ()).unwrap();
    let mut came = Vec::new();
    for _ in 0..120 {
        simulation.step().unwrap();
        came.push(simulation.figures().agents);
    }
    assert_eq!((came[19], came[99]), (0, 12));
    assert!((21..=22).contains(&came[119]), "{}", came[119]);
}

#[test]
fn a_resumed_journey_ends_as_one_that_was_not_interrupted() {
    let lounge = area([25.0, 2.0], [8.0, 6.0]).map(Point::from).to_vec();
    let first = People {
        premovement: Some([0.0, 4.0]),
        speeds: Some(Speeds::Ages([1.0; 4])),
        stops: vec![Visit::Queue("counter".into()), Visit::In(lounge, [2.0, 6.0])],
        ..People::new(12)
    };
    let later = People { schedule: vec![[0.0, 1.0], [5.0, 2.0]], ..People::new(10) };
    let scenario = ScenarioBuilder::new()
        .people(first.starting_in(area([1.0, 1.0], [8.0, 8.0])).leaving_by(["north", "south"], Choice::Quickest))
        .people(later.leaving_by(["north"], Choice::Nearest))
        .queue("counter", [[14.0, 10.0], [8.0, 10.0]], 1.0..=3.0, WhenFull::Wait)
        .stairs("steps", area([20.0, 0.0], [3.0, 20.0]), [1.0, 0.0], [0.6, 0.7])
        .exit("north", area([38.0, 17.0], [2.0, 2.0]), 1.0)
        .exit("south", area([38.0, 1.0], [2.0, 2.0]), 1.0)
        .build()
        .unwrap();
    let mut whole = Simulation::spawn(hall(), &scenario, |_| ()).unwrap();
    let mut part = Simulation::spawn(hall(), &scenario, |_| ()).unwrap();
    for step in 0..500 {
        if step % 37 == 0 {
            part = Simulation::resume(&scenario, &part.save(&scenario)).unwrap();
        }
        whole.step().and(part.step()).unwrap();
        assert_eq!(whole.crowd().hash(), part.crowd().hash(), "step {step}");
    }
    assert!(whole.left() > 10 && whole.left() == part.left(), "{} left", whole.left());
}

/// What is said of a scenario that cannot be run in a hall with a closed room in it.
fn refused(text: &str) -> String {
    let mut map = hall();
    map.insert(&Outline::polyline([[30.0, 0.0], [30.0, 8.0], [40.0, 8.0]])).unwrap();
    let text = format!("scene = \"hall\"\n{text}");
    match Scenario::parse(text.as_bytes()) {
        Err(error) => error.to_string(),
        Ok(scenario) => {
            let begun = Simulation::spawn(map, &scenario, |_| ());
            let ran = begun.and_then(|mut run| (0..600).try_for_each(|_| run.step()));
            ran.err().map(|error| error.to_string()).unwrap_or_default()
        }
    }
}

#[test]
fn what_cannot_be_is_told_with_group_and_place() {
    let exits = "[[exits]]\nname = \"vault\"\narea = [[35, 1], [38, 1], [38, 4], [35, 4]]\n\
                 [[exits]]\nname = \"door\"\narea = [[0, 9], [1, 9], [1, 11], [0, 11]]\n";
    let start = "[[agents]]\ncount = 9\narea = [[2, 2], [12, 2], [12, 12], [2, 12]]\n";
    let queue = |line: &str| format!("[[queues]]\nname = \"bar\"\nservice = 30\n{line}\n");
    let cases: [(String, &[&str]); 14] = [
        (format!("{start}goal = {{ exits = [\"vault\"] }}\n{exits}"), &["agents[0]", "exit \"vault\"", "walled off"]),
        (
            format!("{start}goal = {{ exits = [\"attic\"] }}\n{exits}"),
            &["agents[0].goal", "\"attic\"", "\"vault\", \"door\""],
        ),
        (
            format!(
                "{}goal = {{ exits = [\"door\"] }}\n{exits}",
                start.replace("[2, 2]", "[62, 2]").replace("[12, 2], [12, 12], [2, 12]", "[72, 2], [72, 12], [62, 12]")
            ),
            &["agents[0].area", "outside or in walls"],
        ),
        (
            format!("{start}stops = [{{ at = [35, 4] }}]\ngoal = {{ exits = [\"door\"] }}\n{exits}"),
            &["agents[0].stops[0]", "nobody of agents[0] gets here"],
        ),
        (
            format!("{start}stops = [{{ at = [60, 4] }}]\ngoal = {{ at = [3, 3] }}\n"),
            &["agents[0].stops[0]", "outside"],
        ),
        (
            format!(
                "{start}stops = [{{ queue = \"bar\" }}]\ngoal = {{ at = [3, 3] }}\n{}",
                queue("line = [[20, 10], [20, 30]]")
            ),
            &["agents[0].stops[0]", "\"bar\" is longer than its place", "place 14 of 26"],
        ),
        (
            format!(
                "{start}stops = [{{ queue = \"bar\" }}]\ngoal = {{ at = [3, 3] }}\n{}",
                queue("line = [[20, 10], [20, 12]]\nmost = 9")
            ),
            &["queues[0]", "\"bar\" is longer than its place", "has room for 3"],
        ),
        (
            format!(
                "{start}stops = [{{ queue = \"bar\" }}]\ngoal = {{ at = [3, 3] }}\n{}",
                queue("line = [[20, 10], [20, 12]]")
            ),
            &["agents[0].stops[0]", "\"bar\" is longer than its place", "it has 3 places"],
        ),
        (
            format!("{start}arrival = \"wander\"\ngoal = {{ exits = [\"door\"] }}\n{exits}"),
            &["agents[0].goal", "leaves"],
        ),
        (
            format!("{start}arrival = \"wander\"\nstops = [{{ at = [9, 9] }}]\ngoal = {{ at = [3, 3] }}"),
            &["agents[0].stops", "wanders"],
        ),
        (format!("{start}goal = {{ at = [3, 3], exits = [\"door\"] }}\n{exits}"), &["agents[0].goal", "contradict"]),
        (
            format!("{start}speed = 1.2\nages = {{ over_50 = 1 }}\ngoal = {{ at = [3, 3] }}"),
            &["agents[0].ages", "contradict"],
        ),
        (
            format!("{start}per_second = 1\nschedule = [[0, 1]]\ngoal = {{ at = [3, 3] }}"),
            &["agents[0].schedule", "contradict"],
        ),
        (
            format!(
                "{start}stops = [{{ queue = \"bar\", wait = 3 }}]\ngoal = {{ at = [3, 3] }}\n{}",
                queue("line = [[20, 10], [20, 18]]")
            ),
            &["agents[0].stops[0]", "contradict"],
        ),
    ];
    for (text, parts) in cases {
        let message = refused(&text);
        for part in parts {
            assert!(message.contains(part), "{part:?} is not in {message:?}\n{text}");
        }
    }
}

/// Two doors in one wall, one of them nearer for all. The first pass over everyone finds the queues that stay: nobody goes to and fro.
#[test]
fn the_nearer_of_two_doors_is_preferred_and_queues_do_not_swing() {
    let floors = [([0.0, 0.0], [30.0, 20.0]), ([21.0, 20.0], [22.0, 22.0]), ([27.0, 20.0], [28.0, 22.0])];
    let floors: Vec<Outline> = floors.map(|(min, max)| Outline::rectangle(min, max)).to_vec();
    let map = Map::build(&floors, &[]).unwrap().0;
    let people = People { radius: [0.2; 2], ..People::new(400) }.starting_in(area([0.3, 0.3], [14.4, 19.2]));
    let people = people.leaving_by(["near", "far"], Choice::Quickest);
    let scenario = ScenarioBuilder::new().people(people).exit("near", area([21.0, 21.0], [1.0, 1.0]), 1.0);
    let scenario = scenario.exit("far", area([27.0, 21.0], [1.0, 1.0]), 1.0).build().unwrap();
    let mut run = Simulation::spawn(map, &scenario, |_| ()).unwrap();
    let mut chosen: BTreeMap<u32, (bool, u32)> = BTreeMap::new();
    for _ in 0..80 {
        run.step().unwrap();
        for agent in run.agents() {
            let Aim::Goal(spot) = agent.aim else { continue };
            let is_near = spot.x < 24.0;
            let (before, changes) = chosen.entry(agent.id.serial()).or_insert((is_near, 0));
            *changes += u32::from(*before != is_near);
            *before = is_near;
        }
    }
    let near = chosen.values().filter(|(is_near, _)| *is_near).count();
    let (once, more) = (chosen.values().filter(|c| c.1 == 1).count(), chosen.values().filter(|c| c.1 > 1).count());
    assert!((201..300).contains(&near), "{near} of 400 walk to the nearer door");
    assert!(once > 100 && more <= once / 5, "{once} changed once, {more} more often");
}

/// Who leaves by exits may follow fields there; each exit has one.
#[test]
fn exits_have_fields_and_those_without_room_are_named() {
    let text = |cell: f64| {
        format!(
            "scene = \"\"\n[[agents]]\ncount = 30\narea = [[2, 2], [12, 2], [12, 18], [2, 18]]\n\
             goal = {{ exits = [\"left\", \"right\"], choice = \"quickest\", field = true, cell = {cell:?}, density = 2.0 }}\n\
             [[exits]]\nname = \"left\"\narea = [[0, 0], [0.4, 0], [0.4, 20], [0, 20]]\n\
             [[exits]]\nname = \"right\"\narea = [[39.6, 0], [40, 0], [40, 20], [39.6, 20]]\n"
        )
    };
    let scenario = Scenario::parse(text(0.5).as_bytes()).unwrap();
    assert_eq!(Scenario::parse(scenario.to_text().as_bytes()).unwrap().agents[0].field, scenario.agents[0].field);
    let (simulation, tracks) = run(hall(), &scenario, 1000);
    assert_eq!((simulation.left(), simulation.figures().searches), (30, 0), "all leave, and nobody searched");
    assert!(tracks.values().all(|track| track.last().is_some_and(|(_, p)| p.x < 0.7)), "by the nearer one");
    let coarse = Scenario::parse(text(100.0).as_bytes()).unwrap();
    let refused = Simulation::spawn(hall(), &coarse, |_| ()).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("agents[0].goal") && refused.contains("exit \"left\""), "{refused}");
    let two_halves = text(0.5).replace("exits = [\"left\", \"right\"], choice = \"quickest\"", "away = [5, 9]");
    let refused = Scenario::parse(two_halves.as_bytes()).unwrap_err().to_string();
    assert!(refused.contains("shared by those with one goal"), "{refused}");
}

#[test]
fn those_who_keep_together_wait_for_each_other_at_stops_and_leave_by_one_exit() {
    let kiosk = area([17.0, 8.0], [6.0, 4.0]);
    for choice in [Choice::Nearest, Choice::Random] {
        let stops = vec![Visit::In(kiosk.map(Point::from).to_vec(), [2.0, 9.0])];
        let goal = Destination::Exits(vec!["west".into(), "east".into()], choice);
        let people = People { stops, goal, together: 3, ..People::new(24) }.starting_in(area([12.0, 1.0], [16.0, 5.0]));
        let scenario = ScenarioBuilder { seed: 3, ..ScenarioBuilder::new() }
            .people(people)
            .exit("west", area([0.0, 14.0], [2.0, 6.0]), 6.0)
            .exit("east", area([38.0, 14.0], [2.0, 6.0]), 6.0);
        let (simulation, tracks) = run(hall(), &scenario.build().unwrap(), 3000);
        assert_eq!(simulation.left(), 24);
        let mut used = [0, 0];
        for family in 0..8 {
            let members: Vec<_> = (3 * family..3 * family + 3).map(|serial| &tracks[&(0, serial)]).collect();
            let is_east = |track: &&Vec<(f64, Point)>| track.last().unwrap().1.x > 20.0;
            let east = members.iter().filter(|track| is_east(track)).count();
            assert!(east == 0 || east == 3, "family {family} leaves by two exits");
            used[usize::from(east == 3)] += 1;
            // Nobody sets out from the kiosk long before the others: the last to leave its box are a few seconds apart.
            let at_kiosk = |p: Point| (16.0..=24.0).contains(&p.x) && (7.0..=13.0).contains(&p.y);
            let left = members.iter().map(|track| track.iter().rfind(|(_, p)| at_kiosk(*p)).unwrap().0);
            let (first, last) = left.fold((f64::MAX, 0.0f64), |(a, b), t| (a.min(t), b.max(t)));
            assert!(last - first < 8.0, "family {family} is {} s apart", last - first);
        }
        assert!(used[0] > 0 && used[1] > 0, "{used:?} families by each exit");
    }
}
