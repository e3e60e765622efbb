//! Whatever a scenario file can say can be said in code, and whatever code says is checked as a file is.

use navigant_crowd::internals::VectorInternals as _;
use navigant_crowd::{Avoidance, CollisionFreeSpeed, Notice, Orca, Planning, SocialForce, Vision, Weidmann};
use navigant_files::scenario::{Choice, Form, NamedThing, OnArrival, Queue, RandomEdits, Scenario, Speeds, WhenFull};
use navigant_mesh::{Map, Outline, Point};
use navigant_simulation::internals::SimulationInternals as _;
use navigant_simulation::{Destination, People, ScenarioBuilder, Simulation, Until, Visit};

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
    let commuters = People {
        radius: [0.2, 0.3],
        speed: [1.2, 1.4],
        comfort: [0.0, 1.5],
        avoidance: Avoidance::Vision(Vision::DEFAULT),
        per_second: Some(5.0),
        together: 3,
        district: 2,
        arrival: OnArrival::Stay,
        wishes: Some("avoid in grass weight 5; never in sight of guard".into()),
        wishes_until: Some(60.0),
        ..People::new(20)
    };
    let lounge = [[12.0, 1.0], [18.0, 1.0], [18.0, 4.0], [12.0, 4.0]].map(Point::from).into();
    let travellers = People {
        schedule: vec![[0.0, 2.0], [60.0, 0.5]],
        speeds: Some(Speeds::Ages([0.5, 0.0, 0.5, 0.0])),
        premovement: Some([5.0, 30.0]),
        stops: vec![
            Visit::Queue("tickets".into()),
            Visit::In(lounge, [20.0, 60.0]),
            Visit::At(Point::new(30.0, 8.0), [0.0; 2]),
        ],
        ..People::new(12)
    };
    let wanderers = People {
        speed: [0.8, 1.8],
        speeds: Some(Speeds::Normal { mean: 1.3, deviation: 0.2 }),
        avoidance: Avoidance::SocialForce(SocialForce::DEFAULT),
        arrival: OnArrival::Wander,
        ..People::new(3)
    };
    let four = |avoidance: Avoidance| People { avoidance, ..People::new(4) };
    let away = People {
        goal: Destination::Away([10.0, 30.0]),
        ..four(Avoidance::CollisionFreeSpeed(CollisionFreeSpeed::DEFAULT))
    };
    ScenarioBuilder {
        about: "Everything".into(),
        seed: 7,
        dt: 0.05,
        steps: 300,
        planning,
        queues: vec![tickets],
        things: vec![guard, NamedThing { reach: Some(6.0), ..NamedThing::new("grass", Form::Polygon(lawn)) }],
        random_edits: Some(RandomEdits { per_second: 5.0, size: [1.0, 3.0], most: 50 }),
        ..ScenarioBuilder::new()
    }
    .people(commuters.starting_in([[0.0, 0.0], [20.0, 0.0], [20.0, 10.0], [0.0, 10.0]]).going_to([40.0, 5.0]))
    .people(travellers.leaving_by(["north", "south"], Choice::Quickest))
    .people(wanderers.going_into([[30.0, 1.0], [38.0, 1.0], [38.0, 9.0]]))
    .people(away)
    .people(four(Avoidance::Weidmann(Weidmann::DEFAULT)).leaving_by(["south"], Choice::Random))
    .people(four(Avoidance::Nothing).going_to([1.0, 1.0]))
    .exit("north", [[38.0, 18.0], [40.0, 18.0], [40.0, 20.0], [38.0, 20.0]], 2.0)
    .exit("south", [[38.0, 0.0], [40.0, 0.0], [40.0, 2.0], [38.0, 2.0]], 1.0)
    .queue("coats", [[7.0, 2.0], [7.0, 9.0]], 1.0..=1.0, WhenFull::Wait)
    .stairs("to the platform", [[20.0, 0.0], [25.0, 0.0], [25.0, 3.0], [20.0, 3.0]], [1.0, 0.0], [0.5, 0.6])
    .stairs("gravel", [[20.0, 10.0], [25.0, 10.0], [25.0, 13.0]], None, [0.7, 0.7])
    .insert_at(10.0, "cart", Outline::rectangle([18.0, 4.0], [19.0, 6.0]))
    .remove_at(25.0, "cart")
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
    let stop = |visit: Visit| of(People { stops: vec![visit], ..person() });
    let queue = |line: [[f64; 2]; 2], service: [f64; 2], spacing: f64, most: u32| {
        let line = line.map(Point::from).into();
        let queue = Queue { name: "q".into(), line, service, spacing, most, when_full: WhenFull::Wait };
        ScenarioBuilder { queues: vec![queue], ..stop(Visit::Queue("q".into())) }
    };
    let leaving = || of(person().leaving_by(["out"], Choice::Quickest));
    let wish = |wishes: &str| People { wishes: Some(wishes.into()), ..person() };
    let wishing = || of(wish("avoid in sight of guard weight 5"));
    let with = |builder: ScenarioBuilder, thing: NamedThing| ScenarioBuilder { things: vec![thing], ..builder };
    let planning = |planning: Planning| ScenarioBuilder { planning, ..one() };
    let usual = Planning::default();
    let orca = Avoidance::Orca(Orca { horizon: short, ..Orca::default() });
    vec![
        ("dt", ScenarioBuilder { dt: bad, ..one() }),
        ("planning.hysteresis", planning(Planning { hysteresis: bad, ..usual })),
        ("planning.notice", planning(Planning { notice: Notice::WhenSeen(bad), ..usual })),
        ("planning.expansions_per_step", planning(Planning { expansions_per_step: bad as u32, ..usual })),
        ("planning.expansions_per_search", planning(Planning { expansions_per_search: bad as u32, ..usual })),
        ("steps", ScenarioBuilder { steps: bad as u64, ..one() }),
        ("count", of(People::new(if bad < 0.0 { 0 } else { 2 }))),
        ("starting_in.x", of(person().starting_in(ring))),
        ("starting_in.y", of(person().starting_in(flipped))),
        ("coming_per_second", of(People { per_second: Some(bad), ..person() })),
        ("coming_by.from", of(People { schedule: vec![[bad, 1.0]], ..person() })),
        ("coming_by.rate", of(People { schedule: vec![[0.0, bad]], ..person() })),
        ("going_to.x", of(person().going_to([bad, 1.0]))),
        ("going_to.y", of(person().going_to([1.0, bad]))),
        ("going_into.x", of(person().going_into(ring))),
        ("going_into.y", of(person().going_into(flipped))),
        ("going_away.least", of(People { goal: Destination::Away([bad, 30.0]), ..person() })),
        ("going_away.most", of(People { goal: Destination::Away([1.0, bad]), ..person() })),
        ("radius.least", of(People { radius: [bad, 0.25], ..person() })),
        ("radius.most", of(People { radius: [0.25, bad], ..person() })),
        ("speed.least", of(People { speed: [bad, 1.0], ..person() })),
        ("speed.most", of(People { speed: [1.0, bad], ..person() })),
        ("comfort.least", of(People { comfort: [bad, 1.0], ..person() })),
        ("comfort.most", of(People { comfort: [0.0, bad], ..person() })),
        ("avoidance", of(People { avoidance: orca, ..person() })),
        ("in_groups_of", of(People { together: bad as u32, ..person() })),
        ("wishes_until", with(of(People { wishes_until: Some(bad), ..wish("avoid near guard weight 5") }), guard())),
        ("premovement.least", of(People { premovement: Some([bad, 1.0]), ..person() })),
        ("premovement.most", of(People { premovement: Some([0.0, bad]), ..person() })),
        ("ages", of(People { speeds: Some(Speeds::Ages([bad, 1.0, 0.0, 0.0])), ..person() })),
        ("normal_speed.mean", of(People { speeds: Some(Speeds::Normal { mean: bad, deviation: 0.2 }), ..person() })),
        (
            "normal_speed.deviation",
            of(People { speeds: Some(Speeds::Normal { mean: 1.3, deviation: bad }), ..person() }),
        ),
        ("stopping_at.x", stop(Visit::At(Point::from([bad, 1.0]), [0.0, 1.0]))),
        ("stopping_at.y", stop(Visit::At(Point::from([1.0, bad]), [0.0, 1.0]))),
        ("stopping_at.wait", stop(Visit::At(Point::from([2.0, 2.0]), [0.0, bad]))),
        ("stopping_in.x", stop(Visit::In(ring.map(Point::from).into(), [0.0, 1.0]))),
        ("stopping_in.wait", stop(Visit::In(area.map(Point::from).into(), [bad, 1.0]))),
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
        ("thing.at", with(wishing(), NamedThing { form: Form::Disc([bad, 5.0].into(), 0.3), ..guard() })),
        ("thing.radius", with(wishing(), NamedThing { form: Form::Disc([20.0, 5.0].into(), bad), ..guard() })),
        ("thing.outline", with(wishing(), NamedThing { form: Form::Polygon(ring.map(Point::from).into()), ..guard() })),
        ("thing.facing", with(wishing(), NamedThing { facing: bad, ..guard() })),
        ("thing.reach", with(wishing(), NamedThing { reach: Some(bad), ..guard() })),
        ("thing.view.angle", with(wishing(), NamedThing { view: Some([bad, 9.0]), ..guard() })),
        ("thing.view.range", with(wishing(), NamedThing { view: Some([60.0, bad]), ..guard() })),
        (
            "thing.patrol",
            with(wishing(), NamedThing { patrol: vec![[20.0, 5.0].into(), [bad, 5.0].into()], ..guard() }),
        ),
        (
            "thing.speed",
            with(wishing(), NamedThing { patrol: vec![[20.0, 5.0].into(), [21.0, 5.0].into()], speed: bad, ..guard() }),
        ),
        ("insert_at.at", one().insert_at(bad, "cart", Outline::rectangle([18.0, 4.0], [19.0, 6.0]))),
        ("insert_at.outline", one().insert_at(0.1, "cart", Outline::rectangle([18.0, bad], [19.0, 6.0]))),
        ("insert_at.hole", one().insert_at(0.1, "cart", Outline::rectangle([18.0, 4.0], [19.0, 6.0]).with_hole(ring))),
        ("remove_at.at", one().remove_at(bad, "cart")),
        (
            "random_edits.per_second",
            ScenarioBuilder { random_edits: Some(RandomEdits { per_second: bad, size: [1.0, 2.0], most: 9 }), ..one() },
        ),
        (
            "random_edits.size",
            ScenarioBuilder { random_edits: Some(RandomEdits { per_second: 9.0, size: [bad, 2.0], most: 9 }), ..one() },
        ),
        (
            "random_edits.most",
            ScenarioBuilder {
                random_edits: Some(RandomEdits { per_second: 9.0, size: [1.0, 2.0], most: bad as usize }),
                ..one()
            },
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
