//! Teams in small worlds: who waits, who goes first, who finds another way.

use super::*;
use crate::published::{Afterwards, Motion};
use navigant_mesh::Outline;

fn p(x: f64, y: f64) -> Point {
    Point::new(x, y)
}

/// Two rooms, and passages of one metre between them: too narrow for two who meet.
fn rooms(passages: &[f64]) -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [24.0, 12.0])).unwrap();
    let mut low = 0.0;
    for &y in passages {
        map.insert(&Outline::rectangle([8.0, low], [16.0, y - 0.5])).unwrap();
        low = y + 0.5;
    }
    map.insert(&Outline::rectangle([8.0, low], [16.0, 12.0])).unwrap();
    map
}

/// Runs frames, and checks that nobody touches anybody or anything, all along.
fn run(team: &mut Team, map: &Map, seconds: u32, mut each: impl FnMut(&mut Team)) -> Vec<FrameReport> {
    let radius = team.settings.radius;
    let mut reports = Vec::new();
    for _ in 0..seconds * team.settings.frames {
        each(team);
        let ids: Vec<MemberId> = (0..team.members() as u32).map(MemberId).collect();
        let (before, begin) = (ids.iter().map(|&id| team.position(id).unwrap()).collect::<Vec<_>>(), team.time());
        reports.push(team.frame(map, FrameBudget::expansions(4000)));
        let motions: Vec<Motion> = ids
            .iter()
            .zip(&before)
            .map(|(&id, &from)| Motion { from, to: team.position(id).unwrap(), begin, end: team.time() })
            .collect();
        for (i, motion) in motions.iter().enumerate() {
            assert!(map.sees_as_disc(motion.from, motion.to, radius - 1e-6) || motion.from == motion.to);
            for other in &motions[..i] {
                assert!(motion.least_square(other).sqrt() > 2.0 * radius - 1e-6, "{motion:?} {other:?}");
            }
            for (_, body) in team.world.published.bodies().filter(|(_, body)| body.is_obstacle) {
                assert!(!body.comes_near(motion, radius - 1e-6), "{motion:?} meets {body:?}");
            }
        }
    }
    reports
}

fn statuses(team: &Team) -> Vec<TeamStatus> {
    (0..team.members() as u32).map(|id| team.status(MemberId(id)).unwrap()).collect()
}

#[test]
fn two_who_meet_in_a_passage_take_turns() {
    let map = rooms(&[6.0]);
    let mut team = Team::new(&map, TeamSettings::default()).unwrap();
    team.add(&map, p(2.0, 5.0), SpaceTimeGoal::place([22.0, 7.0])).unwrap();
    team.add(&map, p(22.0, 5.0), SpaceTimeGoal::place([2.0, 7.0])).unwrap();
    run(&mut team, &map, 60, |_| {});
    assert_eq!(statuses(&team), [TeamStatus::Arrived; 2]);
}

#[test]
fn a_late_way_makes_the_dynamic_mesh_plan_another() {
    // The short passage is closed by a train of carts for half a minute; the other one is a detour of some metres.
    let map = rooms(&[4.0, 9.5]);
    for interval in [None, Some(0.0..=34.0)] {
        let mut team = Team::new(&map, TeamSettings::default()).unwrap();
        let knots = vec![(0.0, p(12.0, 4.0)), (60.0, p(12.0, 4.0)), (61.0, p(12.0, 2.0))];
        let body = PublishedBody { radius: 0.5, is_obstacle: true, knots, afterwards: Afterwards::Unknown };
        team.add_body(&map, body);
        let goal = SpaceTimeGoal { at: p(22.0, 3.0), arrival: interval };
        team.add(&map, p(2.0, 3.0), goal).unwrap();
        let mut highest = 0.0f64;
        run(&mut team, &map, 50, |team| highest = highest.max(team.position(MemberId(0)).unwrap().y));
        assert_eq!(statuses(&team), [TeamStatus::Arrived]);
        assert!(highest > 8.5, "it took the other passage: {highest}");
    }
}

#[test]
fn frames_do_not_depend_on_the_number_of_threads() {
    let map = rooms(&[3.0, 9.0]);
    let walk = |threads: usize| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut team = Team::new(&map, TeamSettings::default()).unwrap();
            for i in 0..5 {
                let y = 2.0 + 2.0 * f64::from(i);
                team.add(&map, p(2.0, y), SpaceTimeGoal::place([22.0, y])).unwrap();
                team.add(&map, p(21.0, y), SpaceTimeGoal::place([3.0, y])).unwrap();
            }
            let reports = run(&mut team, &map, 100, |_| {});
            assert_eq!(statuses(&team), [TeamStatus::Arrived; 10]);
            reports
        })
    };
    assert!(walk(1) == walk(4));
}

#[test]
fn bad_input_has_typed_answers_and_agents_wait() {
    let mut map = rooms(&[6.0]);
    let mut team = Team::new(&map, TeamSettings::default()).unwrap();
    let place = SpaceTimeGoal::place([22.0, 6.0]);
    let timed = |low: f64, high: f64| SpaceTimeGoal { at: p(22.0, 6.0), arrival: Some(low..=high) };
    for (start, goal, refused) in [
        (p(f64::NAN, 0.0), place.clone(), BadGoal::NotFinite),
        (p(12.0, 2.0), place.clone(), BadGoal::NoRoomAtStart(p(12.0, 2.0))),
        (p(2.0, 6.0), SpaceTimeGoal::place([12.0, 2.0]), BadGoal::NoRoomAtGoal(p(12.0, 2.0))),
        (p(2.0, 6.0), timed(-3.0, -1.0), BadGoal::IntervalPast),
        (p(2.0, 6.0), timed(30.0, 20.0), BadGoal::IntervalPast),
        (p(2.0, 6.0), timed(0.0, f64::INFINITY), BadGoal::NotFinite),
    ] {
        assert_eq!(team.add(&map, start, goal), Err(refused));
    }
    assert!(matches!(team.add(&map, p(2.0, 6.0), timed(1.0, 2.0)), Err(BadGoal::TooFar { .. })));
    // Two who want to stand at the same place: one does, the other waits and says why.
    team.add(&map, p(2.0, 4.0), place.clone()).unwrap();
    team.add(&map, p(2.0, 8.0), place.clone()).unwrap();
    assert_eq!(team.add(&map, p(2.2, 4.0), place.clone()), Err(BadGoal::StartTaken(p(2.2, 4.0))));
    // One whose interval cannot be met, because the passage is closed until it is over.
    let knots = vec![(0.0, p(12.0, 6.0)), (25.0, p(12.0, 6.0))];
    team.add_body(&map, PublishedBody { radius: 0.4, is_obstacle: true, knots, afterwards: Afterwards::Unknown });
    let late = SpaceTimeGoal { at: p(22.0, 3.0), arrival: Some(18.0..=24.0) };
    team.add(&map, p(4.0, 6.0), late).unwrap();
    run(&mut team, &map, 60, |_| {});
    let answers = statuses(&team);
    assert_eq!(answers.iter().filter(|&&status| status == TeamStatus::Arrived).count(), 1, "{answers:?}");
    assert!(answers.contains(&TeamStatus::Waiting(WaitReason::GoalTaken)), "{answers:?}");
    assert_eq!(answers[2], TeamStatus::Waiting(WaitReason::TooLate));
    // The passage is walled up.
    team.set_goal(&map, MemberId(2), SpaceTimeGoal::place([22.0, 3.0])).unwrap();
    map.insert(&Outline::rectangle([10.0, 5.0], [11.0, 7.0])).unwrap();
    run(&mut team, &map, 5, |_| {});
    assert_eq!(statuses(&team)[2], TeamStatus::Waiting(WaitReason::NoWay));
}

#[test]
fn who_is_buried_waits_until_the_obstacle_is_gone() {
    // Where it starts, and on its way.
    for seconds in [0, 4] {
        let mut map = rooms(&[6.0]);
        let mut team = Team::new(&map, TeamSettings::default()).unwrap();
        let id = team.add(&map, p(2.0, 6.0), SpaceTimeGoal::place([22.0, 6.0])).unwrap();
        run(&mut team, &map, seconds, |_| {});
        let at = team.position(id).unwrap();
        assert_eq!(at == p(2.0, 6.0), seconds == 0);
        let buried = map.insert(&Outline::rectangle([at.x - 0.5, at.y - 0.5], [at.x + 0.5, at.y + 0.5])).unwrap();
        run(&mut team, &map, 3, |_| {});
        assert_eq!((statuses(&team)[0], team.position(id)), (TeamStatus::Waiting(WaitReason::InObstacle), Some(at)));
        map.remove(buried).unwrap();
        run(&mut team, &map, 40, |_| {});
        assert_eq!(statuses(&team)[0], TeamStatus::Arrived);
    }
}

#[test]
fn a_platform_that_never_comes_is_waited_for() {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 4.0])).unwrap();
    let gap = navigant_geometry::Bounds { min: p(8.0, 0.0), max: p(12.0, 4.0) };
    for comes in [false, true] {
        let mut team = Team::new(&map, TeamSettings::default()).unwrap();
        let knots = if comes {
            vec![(20.0, p(11.0, 2.0)), (24.0, p(9.0, 2.0)), (30.0, p(9.0, 2.0)), (34.0, p(11.0, 2.0))]
        } else {
            vec![(0.0, p(11.0, 2.0))]
        };
        let platform = crate::platform::Platform { half: [1.0, 2.0], knots };
        team.set_footing(Footing { gaps: vec![gap], platforms: vec![platform] });
        team.add(&map, p(4.0, 2.0), SpaceTimeGoal::place([16.0, 2.0])).unwrap();
        run(&mut team, &map, 60, |_| {});
        match statuses(&team)[0] {
            TeamStatus::Arrived => assert!(comes),
            TeamStatus::Waiting(WaitReason::Blocked(at)) => assert!(!comes && at.x <= 8.0, "{at}"),
            other => panic!("{other:?}"),
        }
    }
}
