//! Scenarios: what is read, and what is refused with its line and its key.

use navigant_crowd::Notice;
use navigant_files::internals::ScenarioInternals as _;
use navigant_files::scenario::{EditKind, Goal, OnArrival};
use navigant_files::{Reason, Scenario};

const HALL: &str = r#"
about = "A hall"
scene = "hall.wkt"
seed = 3

[planning]
notice = "when-seen"
sight = 20.0

[[agents]]
count = 50
area = [[0, 0], [10, 0], [10, 10]]
speed = [1.0, 1.5]
avoidance = "social-force"
goal = { away = [5, 9] }
arrival = "wander"

[[edits]]
at = 9.0
remove = "cart"

[[edits]]
at = 2.0
insert = [[1, 1], [2, 1], [2, 2]]
name = "cart"
"#;

fn refusal(text: &str) -> String {
    Scenario::parse(text.as_bytes()).unwrap_err().to_string()
}

#[test]
fn a_scenario_is_read_and_its_edits_come_in_the_order_of_time() {
    let hall = Scenario::parse(HALL.as_bytes()).unwrap();
    assert_eq!((hall.seed, hall.dt, hall.steps, hall.agent_count()), (3, 0.1, 600, 50));
    assert_eq!(hall.planning.notice, Notice::WhenSeen(20.0));
    let group = &hall.agents[0];
    assert_eq!((group.radius, group.speed, group.arrival), ([0.25; 2], [1.0, 1.5], OnArrival::Wander));
    assert_eq!(group.goal.value, Goal::Away([5.0, 9.0]));
    assert!(matches!(hall.edits[0].change.value, EditKind::Insert(_, Some(_))), "at 2 s, before what is at 9 s");
}

#[test]
fn what_cannot_be_is_refused_with_its_line_and_its_key() {
    for (from, to, expected) in [
        ("seed = 3", "sead = 3", "line 4, column 1: unknown field `sead`"),
        ("count = 50", "count = 0", "line 11, column 9: agents[0].count: must be 1 to 4294967295, not 0"),
        ("count = 50", "count = -5", "line 11, column 9: "),
        ("speed = [1.0, 1.5]", "speed = [1.5, 1.0]", "line 13, column 9: agents[0].speed: must be 0.01 to 100"),
        ("speed = [1.0, 1.5]", "speed = nan", "agents[0].speed"),
        ("speed = [1.0, 1.5]", "speed = \"fast\"", "line 13, column 9: a number, two in brackets"),
        ("\"social-force\"", "\"telepathy\"", "line 14, column 13: unknown variant `telepathy`"),
        ("{ away = [5, 9] }", "{ }", "line 15, column 8: agents[0].goal: needs one of"),
        ("{ away = [5, 9] }", "{ at = [inf, 0] }", "agents[0].goal: at must be a point"),
        ("{ away = [5, 9] }", "{ exit = [1, 0] }", "line 15, column 10: unknown field `exit`"),
        (
            "[[0, 0], [10, 0], [10, 10]]",
            "[[0, 0], [10, 0]]",
            "agents[0].area: a polygon has three points or more, not 2",
        ),
        ("remove = \"cart\"", "remove = \"card\"", "edits[0]: there is no \"card\" at that time"),
        ("remove = \"cart\"", "move = \"card\"\npath = [[1, 2]]", "edits[0]: there is no \"card\" at that time"),
        ("remove = \"cart\"", "move = \"cart\"\npath = []", "path has one point or more"),
        ("remove = \"cart\"", "move = \"cart\"\npath = [[1, nan]]", "point 0 of path is not finite"),
        ("remove = \"cart\"", "move = \"cart\"\npath = [[1, 2]]\nspeed = 0", "speed must be 0.01 to 100 m/s, not 0"),
        ("remove = \"cart\"", "move = \"cart\"\nto = [1, 2]\npath = [[1, 2]]", "to and path contradict each other"),
        ("remove = \"cart\"", "move = \"cart\"\nto = [1, 2]\nspeed = 2", "move and path, belong together"),
        ("remove = \"cart\"", "move = \"cart\"", "move and path, belong together"),
        ("at = 9.0", "at = 1.0", "edits[0]: there is no \"cart\" at that time"),
        ("sight = 20.0", "sight = -1.0", "planning.sight: must be 0 to 10000000, not -1"),
        ("scene = \"hall.wkt\"", "", "missing field `scene`"),
        ("seed = 3", "seed = 3 3", "line 4, column 8: "),
    ] {
        let found = refusal(&HALL.replacen(from, to, 1));
        assert!(found.contains(expected), "{to}: {found}");
    }
    assert!(refusal("scene = \"a\"\nagents = []").contains("agents: nobody is here"));
    assert!(matches!(Scenario::parse(b"scene = \"\xff\"").unwrap_err().reason, Reason::NotText));
}

#[test]
fn a_cut_off_scenario_never_panics() {
    for end in 0..HALL.len() {
        let _ = Scenario::parse(&HALL.as_bytes()[..end]);
    }
}
