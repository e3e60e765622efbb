//! How long an agent waits for its search at most.

use navigant_crowd::{Agent, Crowd, News, Notice, Planning};
use navigant_mesh::{Map, Outline};

/// Agents that all want new routes again and again.
const PEOPLE: u32 = 60;
/// So few expansions a step that plans wait: for one search or two.
const EACH_STEP: u32 = 150;

const STEPS: u32 = 900;

/// Nine rooms with doors, and somebody in each who wants to cross.
fn rooms() -> Map {
    let wall = |low: [f64; 2], high: [f64; 2]| Outline::rectangle(low, high);
    let mut walls = Vec::new();
    for at in [20.0, 40.0] {
        for from in [0.0, 20.0, 40.0] {
            walls.push(wall([at, from], [at + 0.5, from + 8.0]));
            walls.push(wall([at, from + 12.0], [at + 0.5, from + 20.0]));
            walls.push(wall([from, at], [from + 8.0, at + 0.5]));
            walls.push(wall([from + 12.0, at], [from + 20.0, at + 0.5]));
        }
    }
    Map::build(&[Outline::rectangle([0.0, 0.0], [60.0, 60.0])], &walls).unwrap().0
}

/// The longest wait of a crowd with doors that shut and open, beside the bound of [`Planning::longest_wait`].
fn waits(news: Option<News>, notice: Notice) -> (u32, u32) {
    let mut map = rooms();
    let planning =
        Planning { expansions_per_step: EACH_STEP, expansions_per_search: 1_000_000, notice, ..Planning::default() };
    let mut crowd = Crowd::new(&map).with_planning(planning);
    if let Some(news) = news {
        crowd = crowd.with_news(&map, news).unwrap();
    }
    for i in 0..PEOPLE {
        let [x, y] = [f64::from(i % 10), f64::from(i / 10)].map(|x| 2.0 + 1.5 * x);
        crowd.add(&map, &Agent::new([x, y]).with_goal([58.0 - x, 58.0 - y])).unwrap();
    }
    let (mut longest, mut dearest) = (0, 0);
    let mut shut = Vec::new();
    for step in 0..STEPS {
        if step % 20 == 0 {
            let at = [20.0, 40.0][(step / 20 % 2) as usize];
            let along = 8.0 + 20.0 * f64::from(step / 40 % 3);
            match step / 240 % 2 {
                0 => shut.push(map.insert(&Outline::rectangle([at, along], [at + 0.5, along + 4.0])).unwrap()),
                _ => shut.pop().map_or((), |door| map.remove(door).unwrap()),
            }
        }
        let report = crowd.step(&map, Crowd::DT).unwrap();
        longest = longest.max(report.longest_wait);
        // No plan takes more than all of its step.
        dearest = dearest.max(report.expansions);
    }
    (longest, planning.longest_wait(PEOPLE, dearest))
}

#[test]
fn nobody_waits_longer_for_its_search_than_is_stated() {
    let at_once = waits(None, Notice::AtOnce);
    let seen = waits(None, Notice::WhenSeen(30.0));
    let believed = waits(Some(News::default()), Notice::AtOnce);
    for (longest, most) in [at_once, seen, believed] {
        // The bound says something: it is less than all steps there are.
        assert!(longest > 5 && longest <= most && most < STEPS, "{longest} steps, and at most {most} are stated");
    }
}
