//! Obstacles that go along a path: avoided locally on their way, planned around once they stand.

use navigant_crowd::{Planning, Seen};
use navigant_files::scenario::Scenario;
use navigant_mesh::{Map, Outline, Point};
use navigant_simulation::{People, ScenarioBuilder, Simulation};

/// A hall with a wall across it, and a door of 6 m in the wall.
fn hall() -> Map {
    let walls = [Outline::rectangle([20.0, 0.0], [21.0, 7.0]), Outline::rectangle([20.0, 13.0], [21.0, 20.0])];
    Map::build(&[Outline::rectangle([0.0, 0.0], [40.0, 20.0])], &walls).unwrap().0
}

fn area([x, y]: [f64; 2], [w, h]: [f64; 2]) -> [[f64; 2]; 4] {
    [[x, y], [x + w, y], [x + w, y + h], [x, y + h]]
}

/// A cart of 3 × 1 m that comes after a second, goes through the door towards the people, and stands in it from 23 s on.
fn scenario() -> ScenarioBuilder {
    let people =
        People::new(30).starting_in(area([1.0, 3.0], [12.0, 14.0])).going_into(area([27.0, 3.0], [12.0, 14.0]));
    ScenarioBuilder { seed: 5, planning: Planning::default(), ..ScenarioBuilder::new() }
        .people(people)
        .insert_at(1.0, "cart", Outline::rectangle([29.0, 9.5], [32.0, 10.5]))
        .move_along(2.0, "cart", [[12.5, 10.0], [14.5, 10.0]], 1.0)
}

fn is_person(agent: &&Seen) -> bool {
    agent.radius < 0.4
}

/// Where the middle of the cart is, by the agents that are its bodies.
fn cart(run: &Simulation) -> Option<Point> {
    let bodies: Vec<Point> =
        run.agents().iter().filter(|agent| !is_person(agent)).map(|agent| agent.position).collect();
    let count = bodies.len() as f64;
    let sum = bodies.iter().fold([0.0; 2], |[x, y], p| [x + p.x, y + p.y]);
    (count > 0.0).then(|| Point::new(sum[0] / count, sum[1] / count))
}

#[test]
fn a_moving_obstacle_is_avoided_locally_and_planned_around_once_it_stands() {
    let mut run = Simulation::spawn(hall(), &scenario().build().unwrap(), |_| ()).unwrap();
    run.plan_ahead(|_| ());
    let (mut revision, mut nearest, mut seen_moving) = (None, f64::INFINITY, 0);
    for step in 0..300u32 {
        run.step().unwrap();
        let obstacles = run.map().obstacles().count();
        let Some(middle) = cart(&run) else { continue };
        seen_moving += 1;
        let gone = 0.1 * f64::from(step + 1) - 2.0;
        let expected = if gone < 18.0 { 30.5 - gone } else { 12.5 + (gone - 18.0) };
        assert!((middle.x - expected).abs() < 1e-6 && (middle.y - 10.0).abs() < 1e-6, "step {step}: at {middle}");
        assert_eq!(obstacles, 2, "on its way it is no part of the map");
        let now = run.map().revision();
        assert_eq!(*revision.get_or_insert(now), now, "step {step}: nothing to plan for has changed");
        for person in run.agents().iter().filter(is_person) {
            let [x, y] = [(person.position.x - middle.x).abs() - 1.5, (person.position.y - middle.y).abs() - 0.5];
            nearest = nearest.min(x.max(0.0).hypot(y.max(0.0)));
        }
    }
    assert_eq!(seen_moving, 199, "20 m at 1 m/s, but for the step in which it stands again");
    assert!(nearest > 0.1, "somebody came as near as {nearest} m to the cart");
    assert_eq!(run.map().obstacles_at([14.5, 10.0]).len(), 1, "it stands at the end");
    let figures = run.figures();
    assert_eq!((figures.edits, figures.lost, figures.wall_crossings), (3, 0, 0));
    assert_eq!(run.agents().iter().filter(|agent| !is_person(agent)).count(), 0, "its bodies are gone");
    assert_eq!(figures.agents, 30);
}

#[test]
fn a_run_resumed_while_an_obstacle_moves_ends_as_one_that_was_not() {
    let scenario = scenario().build().unwrap();
    let mut whole = Simulation::spawn(hall(), &scenario, |_| ()).unwrap();
    let mut part = Simulation::spawn(hall(), &scenario, |_| ()).unwrap();
    for step in 0..260 {
        if [25, 120, 219, 221].contains(&step) {
            part = Simulation::resume(&scenario, &part.save(&scenario)).unwrap();
        }
        whole.step().unwrap();
        part.step().unwrap();
        assert_eq!(part.crowd().hash(), whole.crowd().hash(), "step {step}");
    }
    assert_eq!(part.figures().present, whole.figures().present);
    assert_eq!(part.map().obstacles().count(), 3);
}

/// What an edit while it is on its way does: it goes, it stands elsewhere at once, or it takes another path from where it is.
#[test]
fn on_its_way_it_can_be_taken_away_and_sent_elsewhere() {
    let run = |scenario: ScenarioBuilder| {
        let mut run = Simulation::spawn(hall(), &scenario.build().unwrap(), |_| ()).unwrap();
        (0..150).for_each(|_| run.step().unwrap());
        run
    };
    let removed = run(scenario().remove_at(6.0, "cart"));
    assert_eq!((removed.map().obstacles().count(), cart(&removed)), (2, None));
    let moved = run(scenario().move_at(6.0, "cart", [35.0, 17.0]));
    assert_eq!((moved.map().obstacles_at([35.0, 17.0]).len(), cart(&moved)), (1, None));
    let sent = run(scenario().move_along(6.0, "cart", [[35.0, 10.0]], 2.0));
    assert_eq!((sent.map().obstacles_at([35.0, 10.0]).len(), cart(&sent)), (1, None));
}

#[test]
fn a_path_through_a_wall_is_refused_with_its_place() {
    let scenario = scenario().move_along(4.0, "cart", [[25.0, 3.0], [15.0, 3.0]], 1.0).build().unwrap();
    let mut run = Simulation::spawn(hall(), &scenario, |_| ()).unwrap();
    let refused = (0..60).find_map(|_| run.step().err()).map(|error| error.to_string()).unwrap_or_default();
    assert!(refused.contains("\"cart\" cannot get to (15, 3)") && refused.contains("edits[2]"), "{refused}");
    let text = Scenario::parse(
        b"scene = \"hall\"\n[[agents]]\ncount = 1\ngoal = { at = [3, 3] }\n[[edits]]\nat = 1\nmove = \"cart\"\npath = [[1, 1]]",
    );
    assert!(text.unwrap_err().to_string().contains("there is no \"cart\""));
}
