//! Agents plan on what they have seen, been told or inferred, and on nothing else.

use navigant_crowd::{Agent, AgentId, BadNews, Crowd, News, Status};
use navigant_mesh::{Map, ObstacleId, Outline, Point};

/// Two walls with two doors each; 20 m apart.
fn two_walls() -> Map {
    let wall = |x: f64, low: f64, high: f64| Outline::rectangle([x, low], [x + 1.0, high]);
    let walls = [30.0, 50.0].map(|x| [wall(x, 0.0, 3.5), wall(x, 6.5, 13.5), wall(x, 16.5, 20.0)]);
    Map::build(&[Outline::rectangle([0.0, 0.0], [70.0, 20.0])], &walls.concat()).unwrap().0
}

/// Something that fills a door: the lower or the upper one of a wall.
fn door(x: f64, y: f64) -> Outline {
    Outline::rectangle([x + 0.2, y - 1.5], [x + 0.8, y + 1.5])
}

const QUIET: News = News { sight: 15.0, contact: 0.0, turning: 0.0 };

fn crowd(map: &Map, news: News, agents: &[Agent]) -> (Crowd, Vec<AgentId>) {
    let mut crowd = Crowd::new(map).with_news(map, news).unwrap();
    let ids = agents.iter().map(|agent| crowd.add(map, agent).unwrap()).collect();
    while crowd.plan_ahead(map, 100_000) > 0 {}
    (crowd, ids)
}

/// Whether a route leads through a box.
fn leads_through(way: &[Point], low: [f64; 2], high: [f64; 2]) -> bool {
    way.windows(2).any(|leg| {
        (0..=100).map(|i| f64::from(i) / 100.0).any(|t| {
            let (x, y) = (leg[0].x + t * (leg[1].x - leg[0].x), leg[0].y + t * (leg[1].y - leg[0].y));
            (low[0]..=high[0]).contains(&x) && (low[1]..=high[1]).contains(&y)
        })
    })
}

fn door_is_used(crowd: &Crowd, id: AgentId, x: f64, y: f64) -> bool {
    leads_through(&crowd.way(id).unwrap(), [x, y - 1.5], [x + 1.0, y + 1.5])
}

#[test]
fn who_replans_for_one_obstacle_still_walks_towards_another_that_it_has_not_seen() {
    let mut map = two_walls();
    let (mut crowd, ids) = crowd(&map, QUIET, &[Agent::new([20.0, 5.0]).with_goal([65.0, 5.0])]);
    let anna = ids[0];
    let near = map.insert(&door(30.0, 5.0)).unwrap();
    let far = map.insert(&door(50.0, 5.0)).unwrap();
    for _ in 0..8 {
        crowd.step(&map, Crowd::DT).unwrap();
    }
    // She has seen the first and goes by the other door of that wall, towards the second.
    assert_ne!(crowd.believes(anna, near), Ok(Some(false)));
    assert_eq!(crowd.believes(anna, far), Ok(Some(false)));
    assert!(door_is_used(&crowd, anna, 30.0, 15.0) && door_is_used(&crowd, anna, 50.0, 5.0));
    let mut turned_at = None;
    for _ in 0..900 {
        crowd.step(&map, Crowd::DT).unwrap();
        if turned_at.is_none() && door_is_used(&crowd, anna, 50.0, 15.0) {
            turned_at = Some(crowd.agent(anna).unwrap().position);
        }
    }
    let place = turned_at.expect("she goes by the upper door in the end");
    let distance = (50.2 - place.x).hypot((place.y - 6.5).max(0.0));
    assert!((10.0..=15.0).contains(&distance), "noticed from {place}, {distance:.1} m away");
    assert_eq!(crowd.agent(anna).unwrap().status, Status::Arrived);
}

#[test]
fn a_ghost_is_walked_around_until_its_place_is_seen() {
    let mut map = two_walls();
    let gone = map.insert(&door(50.0, 5.0)).unwrap();
    let (mut crowd, ids) = crowd(&map, QUIET, &[Agent::new([5.0, 5.0]).with_goal([65.0, 5.0])]);
    let anna = ids[0];
    assert!(door_is_used(&crowd, anna, 50.0, 15.0));
    map.remove(gone).unwrap();
    crowd.step(&map, Crowd::DT).unwrap();
    assert_eq!(crowd.believes(anna, gone), Ok(Some(true)));
    let rumour = crowd.rumours()[0];
    assert_eq!((rumour.is_there, rumour.believers, rumour.others), (false, 1, 0));
    // Another aim makes her plan, and not know.
    crowd.set_aim(anna, navigant_crowd::Aim::Goal([65.0, 4.0].into())).unwrap();
    for _ in 0..50 {
        crowd.step(&map, Crowd::DT).unwrap();
    }
    assert!(door_is_used(&crowd, anna, 50.0, 15.0));
    for _ in 0..900 {
        crowd.step(&map, Crowd::DT).unwrap();
    }
    assert!(crowd.rumours().is_empty() && crowd.agent(anna).unwrap().status == Status::Arrived);
}

/// When the one who cannot see the door learns that it is blocked, in steps; the other has seen it and comes back.
fn told_after(news: News) -> Option<u32> {
    let mut map = two_walls();
    let seer = Agent::new([46.0, 5.0]).with_goal([65.0, 5.0]);
    let blind = Agent::new([5.0, 5.0]).with_goal([65.0, 5.0]);
    let (mut crowd, ids) = crowd(&map, news, &[seer, blind]);
    let shut: Vec<ObstacleId> = [5.0, 15.0].map(|y| map.insert(&door(50.0, y)).unwrap()).to_vec();
    for _ in 0..8 {
        crowd.step(&map, Crowd::DT).unwrap();
    }
    assert_eq!(crowd.believes(ids[0], shut[0]), Ok(Some(true)));
    crowd.set_aim(ids[0], navigant_crowd::Aim::Goal([2.0, 5.2].into())).unwrap();
    for step in 0..300 {
        crowd.step(&map, Crowd::DT).unwrap();
        let place = crowd.agent(ids[1]).unwrap().position;
        if crowd.believes(ids[1], shut[0]) != Ok(Some(false)) {
            assert!(place.x < 34.0, "told at {place}, not seen");
            return Some(step);
        }
        if place.x > 34.0 {
            return None;
        }
    }
    None
}

#[test]
fn news_passes_by_contact() {
    assert_eq!(told_after(QUIET), None);
    let near = told_after(News { contact: 1.5, ..QUIET }).expect("they meet");
    let far = told_after(News { contact: 5.0, ..QUIET }).expect("they meet");
    assert!(far < near, "{far} and {near}");
}

#[test]
fn who_comes_back_tells_by_turning() {
    let mut map = two_walls();
    // One behind the other in a row: the first sees the door and turns, those behind cannot see it from there.
    let row: Vec<Agent> = (0..2).map(|i| Agent::new([41.0 - 6.0 * f64::from(i), 5.0]).with_goal([65.0, 5.0])).collect();
    let learnt = |news: News, map: &mut Map| {
        let (mut crowd, ids) = crowd(map, news, &row);
        let shut = map.insert(&door(50.0, 5.0)).unwrap();
        for _ in 0..12 {
            crowd.step(map, Crowd::DT).unwrap();
        }
        let knows = crowd.believes(ids[1], shut).unwrap() != Some(false);
        (knows, crowd.believes(ids[0], shut).unwrap() != Some(false))
    };
    let short = News { sight: 10.0, ..QUIET };
    assert_eq!(learnt(short, &mut map.clone()), (false, true));
    // Behind this fence the way to the other door leads back.
    map.insert(&Outline::polyline([[33.0, 9.0], [50.0, 9.0]])).unwrap();
    assert_eq!(learnt(short, &mut map.clone()), (false, true));
    assert_eq!(learnt(News { turning: 8.0, ..short }, &mut map), (true, true));
}

#[test]
fn beliefs_do_not_depend_on_threads_and_snapshots() {
    let run = |threads: usize, saves: bool| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut map = two_walls();
            let agents: Vec<Agent> = (0..120)
                .map(|i| {
                    let (column, row) = (f64::from(i % 24), f64::from(i / 24));
                    Agent::new([2.0 + column, 2.0 + 3.5 * row]).with_goal([65.0, 2.0 + 3.5 * row])
                })
                .collect();
            let (mut crowd, _) = crowd(&map, News::default(), &agents);
            let mut shut = Vec::new();
            for step in 0..500 {
                match step % 100 {
                    20 => shut.push(map.insert(&door(50.0, 5.0)).unwrap()),
                    40 => shut.push(map.insert(&door(30.0, 15.0)).unwrap()),
                    90 => shut.drain(..).for_each(|id| map.remove(id).unwrap()),
                    _ => {}
                }
                if saves && step % 37 == 0 {
                    crowd = Crowd::load(&map, &crowd.save(&map)).unwrap();
                }
                crowd.step(&map, Crowd::DT).unwrap();
            }
            let rumours = crowd.rumours().into_iter().map(|rumour| (rumour.is_there, rumour.believers));
            (crowd.hash(), rumours.collect::<Vec<_>>())
        })
    };
    let one = run(1, false);
    assert_eq!(run(2, false), one);
    assert_eq!(run(5, false), one);
    assert_eq!(run(2, true), one);
}

#[test]
fn news_that_cannot_be_is_refused() {
    let map = two_walls();
    for bad in [f64::NAN, -1.0, f64::INFINITY] {
        for news in [News { sight: bad, ..QUIET }, News { contact: bad, ..QUIET }, News { turning: bad, ..QUIET }] {
            assert_eq!(Crowd::new(&map).with_news(&map, news).err(), Some(BadNews::Distance));
        }
    }
    assert_eq!(Crowd::new(&map).with_news(&map, News { sight: 0.0, ..QUIET }).err(), Some(BadNews::Distance));
    let other = Map::new(&Outline::rectangle([0.0, 0.0], [5.0, 5.0])).unwrap();
    assert_eq!(Crowd::new(&map).with_news(&other, QUIET).err(), Some(BadNews::OtherMap));
}
