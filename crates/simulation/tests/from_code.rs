//! Whatever a scenario file can say can be said in code, and whatever code says is checked as a file is.

use navigant_crowd::{Avoidance, CollisionFreeSpeed, Notice, Orca, Planning, SocialForce, Vision, Weidmann};
use navigant_files::scenario::{Choice, Form, NamedThing, OnArrival, Queue, RandomEdits, Scenario, WhenFull};
use navigant_mesh::{Map, Outline, Point};
use navigant_simulation::internals::SimulationInternals as _;
use navigant_simulation::{People, ScenarioBuilder, Simulation, Until};

/// Every key that the docs of `navigant_files::scenario` name.
const FILE: &str = r#"
about = "Everything"
scene = ""
seed = 7
dt = 0.05
steps = 300
[planning]
notice = "when-seen"
sight = 40.0
expansions_per_step = 150000
expansions_per_search = 15000
hysteresis = 0.1
[[agents]]
count = 20
area = [[0, 0], [20, 0], [20, 10], [0, 10]]
radius = [0.2, 0.3]
speed = [1.2, 1.4]
comfort = [0.0, 1.5]
avoidance = "vision"
per_second = 5.0
together = 3
district = 2
goal = { at = [40, 5] }
arrival = "stay"
wishes = "avoid in grass weight 5; never in sight of guard"
wishes_until = 60.0
[[agents]]
count = 12
schedule = [[0, 2.0], [60, 0.5]]
ages = { under_30 = 0.5, over_50 = 0.5 }
premovement = [5, 30]
stops = [{ queue = "tickets" }, { area = [[12, 1], [18, 1], [18, 4], [12, 4]], wait = [20, 60] }, { at = [30, 8] }]
goal = { exits = ["north", "south"], choice = "quickest" }
[[agents]]
count = 3
speed = { mean = 1.3, deviation = 0.2, least = 0.8, most = 1.8 }
avoidance = "social-force"
goal = { area = [[30, 1], [38, 1], [38, 9]] }
arrival = "wander"
[[agents]]
count = 4
avoidance = "collision-free-speed"
goal = { away = [10, 30] }
[[agents]]
count = 4
avoidance = "weidmann"
goal = { exits = ["south"], choice = "random" }
[[agents]]
count = 4
avoidance = "nothing"
goal = { at = [1, 1] }
[[things]]
name = "guard"
at = [20, 5]
radius = 0.3
facing = 90
view = [60, 15]
patrol = [[20, 5], [20, 9]]
speed = 1.5
[[things]]
name = "grass"
outline = [[5, 5], [9, 5], [9, 9]]
reach = 6.0
[[exits]]
name = "north"
area = [[38, 18], [40, 18], [40, 20], [38, 20]]
width = 2.0
[[exits]]
name = "south"
area = [[38, 0], [40, 0], [40, 2], [38, 2]]
width = 1.0
[[queues]]
name = "tickets"
line = [[5, 2], [5, 9]]
service = [10, 20]
spacing = 1.0
most = 5
when_full = "skip"
[[queues]]
name = "coats"
line = [[7, 2], [7, 9]]
service = 1
when_full = "wait"
[[stairs]]
name = "to the platform"
area = [[20, 0], [25, 0], [25, 3], [20, 3]]
up = [1, 0]
ascending = 0.5
descending = 0.6
[[stairs]]
name = "gravel"
area = [[20, 10], [25, 10], [25, 13]]
ascending = 0.7
[[edits]]
at = 10.0
insert = [[18, 4], [19, 4], [19, 6], [18, 6]]
name = "cart"
[[edits]]
at = 25.0
remove = "cart"
[random_edits]
per_second = 5.0
size = [1.0, 3.0]
most = 50
"#;

fn guard() -> NamedThing {
    NamedThing::new("guard", Form::Disc([20.0, 5.0].into(), 0.3))
}

fn everything() -> ScenarioBuilder {
    let planning = Planning {
        expansions_per_step: 150_000,
        expansions_per_search: 15_000,
        hysteresis: 0.1,
        notice: Notice::WhenSeen(40.0),
    };
    let patrol = [[20.0, 5.0], [20.0, 9.0]].map(Point::from).into();
    let guard = NamedThing { facing: 90.0, view: Some([60.0, 15.0]), patrol, speed: 1.5, ..guard() };
    let lawn = [[5.0, 5.0], [9.0, 5.0], [9.0, 9.0]].map(Point::from).into();
    let tickets = Queue {
        name: "tickets".into(),
        line: [[5.0, 2.0], [5.0, 9.0]].map(Point::from).into(),
        service: [10.0, 20.0],
        spacing: 1.0,
        most: 5,
        when_full: WhenFull::Skip,
    };
    ScenarioBuilder::new()
        .about("Everything")
        .seed(7)
        .dt(0.05)
        .steps(300)
        .planning(planning)
        .people(
            People::new(20)
                .starting_in([[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [0.0, 10.0]])
                .radius(0.2..=0.3)
                .speed(1.2..=1.4)
                .comfort(0.0..=1.5)
                .avoidance(Avoidance::Vision(Vision::DEFAULT))
                .coming_per_second(5.0)
                .in_groups_of(3)
                .district(2)
                .going_to([40.0, 5.0])
                .then(OnArrival::Stay)
                .wishing("avoid in grass weight 5; never in sight of guard")
                .until(60.0),
        )
        .people(
            People::new(12)
                .coming_by([(0.0, 2.0), (60.0, 0.5)])
                .ages([0.5, 0.0, 0.5, 0.0])
                .premovement(5.0..=30.0)
                .queueing_at("tickets")
                .stopping_in([[12.0, 1.0], [18.0, 1.0], [18.0, 4.0], [12.0, 4.0]], 20.0..=60.0)
                .stopping_at([30.0, 8.0], 0.0..=0.0)
                .leaving_by(["north", "south"], Choice::Quickest),
        )
        .people(
            People::new(3)
                .speed(0.8..=1.8)
                .normal_speed(1.3, 0.2)
                .avoidance(Avoidance::SocialForce(SocialForce::DEFAULT))
                .going_into([[30.0, 1.0], [38.0, 1.0], [38.0, 9.0]])
                .then(OnArrival::Wander),
        )
        .people(
            People::new(4)
                .avoidance(Avoidance::CollisionFreeSpeed(CollisionFreeSpeed::DEFAULT))
                .going_away(10.0..=30.0),
        )
        .people(People::new(4).avoidance(Avoidance::Weidmann(Weidmann::DEFAULT)).leaving_by(["south"], Choice::Random))
        .people(People::new(4).avoidance(Avoidance::Nothing).going_to([1.0, 1.0]))
        .thing(guard)
        .thing(NamedThing { reach: Some(6.0), ..NamedThing::new("grass", Form::Polygon(lawn)) })
        .exit("north", [[38.0, 18.0], [40.0, 18.0], [40.0, 20.0], [38.0, 20.0]], 2.0)
        .exit("south", [[38.0, 0.0], [40.0, 0.0], [40.0, 2.0], [38.0, 2.0]], 1.0)
        .queue_of(tickets)
        .queue("coats", [[7.0, 2.0], [7.0, 9.0]], 1.0..=1.0, WhenFull::Wait)
        .stairs("to the platform", [[20.0, 0.0], [25.0, 0.0], [25.0, 3.0], [20.0, 3.0]], [1.0, 0.0], [0.5, 0.6])
        .stairs("gravel", [[20.0, 10.0], [25.0, 10.0], [25.0, 13.0]], None, [0.7, 0.7])
        .insert_at(10.0, "cart", Outline::rectangle([18.0, 4.0], [19.0, 6.0]))
        .remove_at(25.0, "cart")
        .random_edits(RandomEdits { per_second: 5.0, size: [1.0, 3.0], most: 50 })
}

#[test]
fn everything_that_a_file_says_is_said_in_code() {
    let file = Scenario::parse(FILE.as_bytes()).unwrap_or_else(|reason| panic!("{reason}"));
    let code = everything().build().unwrap_or_else(|reason| panic!("{reason}"));
    assert_eq!(code.to_text(), file.to_text());
}

const BAD: [f64; 9] =
    [f64::NAN, f64::INFINITY, f64::NEG_INFINITY, 1e300, -1e300, 1e-300, -1.0, f64::MAX, f64::MIN_POSITIVE];

fn person() -> People {
    People::new(2).starting_in([[1.0, 1.0], [9.0, 1.0], [9.0, 9.0]]).going_to([38.0, 10.0])
}

/// Every number of a scenario that code can set, set to something that is hard to bear.
fn spoilt(bad: f64) -> Vec<(&'static str, ScenarioBuilder)> {
    let ring = [[bad, 1.0], [9.0, 1.0], [9.0, 9.0]];
    let flipped = [[1.0, bad], [9.0, 1.0], [9.0, 9.0]];
    let area = [[30.0, 1.0], [38.0, 1.0], [38.0, 9.0]];
    let short = bad as f32;
    let of = |people: People| ScenarioBuilder::new().people(people);
    let one = || of(person());
    let queue = |line: [[f64; 2]; 2], service: [f64; 2], spacing: f64, most: u32| {
        let line = line.map(Point::from).into();
        let queue = Queue { name: "q".into(), line, service, spacing, most, when_full: WhenFull::Wait };
        of(person().queueing_at("q")).queue_of(queue)
    };
    let leaving = || of(person().leaving_by(["out"], Choice::Quickest));
    let wishing = || of(person().wishing("avoid in sight of guard weight 5"));
    let planning = |planning: Planning| one().planning(planning);
    let usual = Planning::default();
    let orca = Avoidance::Orca(Orca { horizon: short, ..Orca::default() });
    vec![
        ("dt", one().dt(bad)),
        ("planning.hysteresis", planning(Planning { hysteresis: bad, ..usual })),
        ("planning.notice", planning(Planning { notice: Notice::WhenSeen(bad), ..usual })),
        ("planning.expansions_per_step", planning(Planning { expansions_per_step: bad as u32, ..usual })),
        ("planning.expansions_per_search", planning(Planning { expansions_per_search: bad as u32, ..usual })),
        ("steps", one().steps(bad as u64)),
        ("count", of(People::new(if bad < 0.0 { 0 } else { 2 }))),
        ("starting_in.x", of(person().starting_in(ring))),
        ("starting_in.y", of(person().starting_in(flipped))),
        ("coming_per_second", of(person().coming_per_second(bad))),
        ("coming_by.from", of(person().coming_by([(bad, 1.0)]))),
        ("coming_by.rate", of(person().coming_by([(0.0, bad)]))),
        ("going_to.x", of(person().going_to([bad, 1.0]))),
        ("going_to.y", of(person().going_to([1.0, bad]))),
        ("going_into.x", of(person().going_into(ring))),
        ("going_into.y", of(person().going_into(flipped))),
        ("going_away.least", of(person().going_away(bad..=30.0))),
        ("going_away.most", of(person().going_away(1.0..=bad))),
        ("radius.least", of(person().radius(bad..=0.25))),
        ("radius.most", of(person().radius(0.25..=bad))),
        ("speed.least", of(person().speed(bad..=1.0))),
        ("speed.most", of(person().speed(1.0..=bad))),
        ("comfort.least", of(person().comfort(bad..=1.0))),
        ("comfort.most", of(person().comfort(0.0..=bad))),
        ("avoidance", of(person().avoidance(orca))),
        ("in_groups_of", of(person().in_groups_of(bad as u32))),
        ("until", of(person().wishing("avoid near guard weight 5").until(bad)).thing(guard())),
        ("premovement.least", of(person().premovement(bad..=1.0))),
        ("premovement.most", of(person().premovement(0.0..=bad))),
        ("ages", of(person().ages([bad, 1.0, 0.0, 0.0]))),
        ("normal_speed.mean", of(person().normal_speed(bad, 0.2))),
        ("normal_speed.deviation", of(person().normal_speed(1.3, bad))),
        ("stopping_at.x", of(person().stopping_at([bad, 1.0], 0.0..=1.0))),
        ("stopping_at.y", of(person().stopping_at([1.0, bad], 0.0..=1.0))),
        ("stopping_at.wait", of(person().stopping_at([2.0, 2.0], 0.0..=bad))),
        ("stopping_in.x", of(person().stopping_in(ring, 0.0..=1.0))),
        ("stopping_in.wait", of(person().stopping_in(area, bad..=1.0))),
        ("queue.line.x", queue([[bad, 1.0], [5.0, 9.0]], [0.0, 1.0], 0.8, 3)),
        ("queue.line.y", queue([[5.0, 1.0], [5.0, bad]], [0.0, 1.0], 0.8, 3)),
        ("queue.service", queue([[5.0, 1.0], [5.0, 9.0]], [0.0, bad], 0.8, 3)),
        ("queue.spacing", queue([[5.0, 1.0], [5.0, 9.0]], [0.0, 1.0], bad, 3)),
        ("queue.most", queue([[5.0, 1.0], [5.0, 9.0]], [0.0, 1.0], 0.8, bad as u32)),
        ("exit.area.x", leaving().exit("out", ring, 1.0)),
        ("exit.area.y", leaving().exit("out", flipped, 1.0)),
        ("exit.width", leaving().exit("out", area, bad)),
        ("stairs.area", one().stairs("s", ring, [1.0, 0.0], [0.5, 0.5])),
        ("stairs.up", one().stairs("s", area, [bad, 0.0], [0.5, 0.5])),
        ("stairs.ascending", one().stairs("s", area, [1.0, 0.0], [bad, 0.5])),
        ("stairs.descending", one().stairs("s", area, [1.0, 0.0], [0.5, bad])),
        ("thing.at", wishing().thing(NamedThing { form: Form::Disc([bad, 5.0].into(), 0.3), ..guard() })),
        ("thing.radius", wishing().thing(NamedThing { form: Form::Disc([20.0, 5.0].into(), bad), ..guard() })),
        ("thing.outline", wishing().thing(NamedThing { form: Form::Polygon(ring.map(Point::from).into()), ..guard() })),
        ("thing.facing", wishing().thing(NamedThing { facing: bad, ..guard() })),
        ("thing.reach", wishing().thing(NamedThing { reach: Some(bad), ..guard() })),
        ("thing.view.angle", wishing().thing(NamedThing { view: Some([bad, 9.0]), ..guard() })),
        ("thing.view.range", wishing().thing(NamedThing { view: Some([60.0, bad]), ..guard() })),
        (
            "thing.patrol",
            wishing().thing(NamedThing { patrol: vec![[20.0, 5.0].into(), [bad, 5.0].into()], ..guard() }),
        ),
        (
            "thing.speed",
            wishing().thing(NamedThing { patrol: vec![[20.0, 5.0].into(), [21.0, 5.0].into()], speed: bad, ..guard() }),
        ),
        ("insert_at.at", one().insert_at(bad, "cart", Outline::rectangle([18.0, 4.0], [19.0, 6.0]))),
        ("insert_at.outline", one().insert_at(0.1, "cart", Outline::rectangle([18.0, bad], [19.0, 6.0]))),
        ("insert_at.hole", one().insert_at(0.1, "cart", Outline::rectangle([18.0, 4.0], [19.0, 6.0]).with_hole(ring))),
        ("remove_at.at", one().remove_at(bad, "cart")),
        ("random_edits.per_second", one().random_edits(RandomEdits { per_second: bad, size: [1.0, 2.0], most: 9 })),
        ("random_edits.size", one().random_edits(RandomEdits { per_second: 9.0, size: [bad, 2.0], most: 9 })),
        (
            "random_edits.most",
            one().random_edits(RandomEdits { per_second: 9.0, size: [1.0, 2.0], most: bad as usize }),
        ),
    ]
}

/// Whatever is in a field of a scenario: it is refused with a reason, by the builder, when people are spawned or by a step; or all walk
/// on, and nobody is lost.
#[test]
fn no_number_in_any_field_of_a_scenario_makes_anyone_be_nowhere() {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap();
    let mut walked = 0;
    for bad in BAD {
        for (field, builder) in spoilt(bad) {
            let Ok(scenario) = builder.build() else { continue };
            let Ok(mut run) = Simulation::spawn(map.clone(), &scenario, |_| {}) else { continue };
            while !run.is_done(Until::Steps(30)).unwrap() {
                if run.step().is_err() {
                    break;
                }
            }
            walked += 1;
            let is_somewhere =
                |agent: &navigant_crowd::Seen| map.clearance_at(agent.position).is_some() && agent.velocity.is_finite();
            assert!(run.agents().iter().all(is_somewhere), "{field} = {bad}: {:?}", run.agents());
            assert_eq!(run.figures().lost, 0, "{field} = {bad}");
        }
    }
    assert!(walked > 0, "what is no harm is taken");
}

#[test]
fn no_length_of_a_step_and_no_planning_that_is_set_later_harms_anyone() {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap();
    let scenario = ScenarioBuilder::new().people(person()).build().unwrap();
    for bad in BAD.into_iter().chain([0.0, 1e9, 1e-38]) {
        let mut run = Simulation::spawn(map.clone(), &scenario, |_| {}).unwrap();
        run.set_dt(bad);
        assert!(run.step().is_err(), "a step of {bad} s");
        run.set_dt(0.1);
        run.set_planning(Planning { hysteresis: bad, notice: Notice::WhenSeen(bad), ..Planning::default() });
        (0..20).for_each(|_| run.step().unwrap());
        assert_eq!((run.agents().len(), run.figures().lost), (2, 0));
        assert!(run.agents().iter().all(|agent| map.clearance_at(agent.position).is_some()), "{bad}");
        assert!(run.seconds().is_finite(), "{bad}: {}", run.seconds());
    }
}
