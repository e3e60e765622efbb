//! Agents whose goals lie in a shared area follow a field to its nearest part.

use navigant_crowd::internals::CrowdInternals as _;
use navigant_crowd::{Agent, AgentId, BadSharedGoal, BadSnapshot, Crowd, SharedGoal, Status};
use navigant_mesh::{Map, Outline, Point};

/// A hall with a strip along its right wall, which lies between the centres of cells.
const STRIP: [[f64; 2]; 4] = [[39.7, 0.0], [40.0, 0.0], [40.0, 20.0], [39.7, 20.0]];

fn hall() -> Map {
    Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap()
}

fn strip() -> Vec<Point> {
    STRIP.map(Point::from).to_vec()
}

/// Twenty on the left, each with a goal of its own in the strip: at the other end of it.
fn crowd(map: &Map, density: f64) -> (Crowd, Vec<AgentId>) {
    let mut crowd = Crowd::new(map);
    let goal = SharedGoal::new(STRIP[0]).with_radius(0.2).with_density(density);
    crowd.share_area(map, &strip(), &goal).unwrap();
    let add = |i: u32| {
        let y = 1.0 + f64::from(i) * 0.9;
        let agent = Agent::new([2.0, y]).with_radius(0.2).with_goal([39.75, 20.0 - y]);
        crowd.add(map, &agent).unwrap()
    };
    let ids = (0..20).map(add).collect();
    (crowd, ids)
}

#[test]
fn everyone_goes_straight_to_the_nearest_part_without_a_search() {
    let map = hall();
    let (mut crowd, ids) = crowd(&map, 0.0);
    let (mut entered, mut searches) = (vec![None; ids.len()], 0);
    for _ in 0..400 {
        searches += crowd.step(&map, Crowd::DT).unwrap().searches;
        for (&id, entered) in ids.iter().zip(&mut entered) {
            // Whoever is inside leaves, as by an exit, or is so near to its own place that it has arrived.
            let seen = crowd.agent(id).ok();
            if let Some(seen) = seen.filter(|seen| seen.position.x >= 39.7 || seen.status == Status::Arrived) {
                *entered = Some(seen.position);
                crowd.remove(id).unwrap();
            }
        }
    }
    for (i, place) in (0u32..).zip(entered) {
        let y = 1.0 + f64::from(i) * 0.9;
        let place = place.unwrap_or_else(|| panic!("{i} never came there"));
        assert!((place.y - y).abs() < 1.0, "{i} set out at {y} and came to {place}");
    }
    assert_eq!(searches, 0);
}

/// Whoever is there goes on to its own place by a route.
#[test]
fn who_has_come_to_the_area_walks_on_to_its_own_place() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    let half = [[20.0, 0.0], [40.0, 0.0], [40.0, 20.0], [20.0, 20.0]].map(Point::from);
    crowd.share_area(&map, &half, &SharedGoal::new(half[0])).unwrap();
    let id = crowd.add(&map, &Agent::new([2.0, 2.0]).with_goal([38.0, 18.0])).unwrap();
    let within = crowd.add(&map, &Agent::new([30.0, 2.0]).with_goal([21.0, 18.0])).unwrap();
    (0..500).for_each(|_| drop(crowd.step(&map, Crowd::DT)));
    assert_eq!(crowd.agent(id).unwrap().status, Status::Arrived);
    assert_eq!(crowd.agent(within).unwrap().status, Status::Arrived);
}

#[test]
fn who_walks_in_a_stream_goes_as_straight_as_alone() {
    let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 10.0])).unwrap();
    let walked = |density: f64| {
        let mut crowd = Crowd::new(&map);
        let area: Vec<Point> = [[39.0, 0.0], [40.0, 0.0], [40.0, 10.0], [39.0, 10.0]].map(Point::from).to_vec();
        let goal = SharedGoal::new(area[0]).with_radius(0.2).with_density(density);
        crowd.share_area(&map, &area, &goal).unwrap();
        let places = (0..60u32).map(|i| [1.0 + 1.3 * f64::from(i / 6), 1.0 + 1.6 * f64::from(i % 6)]);
        let ids: Vec<AgentId> = places
            .map(|at| crowd.add(&map, &Agent::new(at).with_radius(0.2).with_goal([39.5, at[1]])).unwrap())
            .collect();
        let mut sideways = 0.0;
        let mut before: Vec<Point> = ids.iter().map(|&id| crowd.agent(id).unwrap().position).collect();
        for _ in 0..150 {
            crowd.step(&map, Crowd::DT).unwrap();
            for (&id, before) in ids.iter().zip(&mut before) {
                let now = crowd.agent(id).unwrap().position;
                sideways += (now.y - before.y).abs();
                *before = now;
            }
        }
        sideways / ids.len() as f64
    };
    let (minds, does_not) = (walked(2.0), walked(0.0));
    assert!(minds < does_not + 1.0, "{minds} m to the sides, {does_not} m where nobody minds density");
}

#[test]
fn a_run_is_the_same_for_any_number_of_threads_and_after_a_snapshot() {
    let hashes = |threads: usize, saves: bool| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| {
            let mut map = hall();
            let (mut crowd, _) = crowd(&map, 2.0);
            let mut hashes = Vec::new();
            for step in 0..60 {
                if step == 13 {
                    map.insert(&Outline::rectangle([20.0, 3.0], [21.0, 16.0])).unwrap();
                }
                if saves && step % 7 == 4 {
                    crowd = Crowd::load(&map, &crowd.save(&map)).unwrap();
                }
                crowd.step(&map, Crowd::DT).unwrap();
                hashes.push(crowd.hash());
            }
            hashes
        })
    };
    let expected = hashes(1, false);
    assert_eq!(hashes(3, false), expected);
    assert_eq!(hashes(2, true), expected);
}

#[test]
fn areas_that_cannot_be_goals_are_named() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    let goal = SharedGoal::new(STRIP[0]).with_radius(0.2);
    let mut refused = |corners: &[[f64; 2]]| {
        let corners: Vec<Point> = corners.iter().map(|&c| c.into()).collect();
        crowd.share_area(&map, &corners, &goal).unwrap_err()
    };
    assert_eq!(refused(&[]), BadSharedGoal::NotAnArea);
    assert_eq!(refused(&STRIP[..2]), BadSharedGoal::NotAnArea);
    assert_eq!(refused(&[[0.0, 0.0], [f64::NAN, 1.0], [1.0, 1.0]]), BadSharedGoal::NotAnArea);
    assert!(matches!(refused(&[[90.0, 0.0], [99.0, 1.0], [95.0, 9.0]]), BadSharedGoal::NoRoomAtGoal { .. }));
    let other = Map::new(&Outline::rectangle([0.0, 0.0], [1e4, 1e4])).unwrap();
    assert_eq!(crowd.share_area(&other, &strip(), &goal), Err(BadSharedGoal::OtherMap));
    // Whatever it covers, it is answered.
    let huge = [[1e300, 0.0], [1e300, 1.0], [-1e300, 9.0]].map(Point::from);
    let _ = Crowd::new(&map).share_area(&map, &huge, &goal);
    assert_eq!(crowd.share_area(&map, &strip(), &goal), Ok(()));
    assert_eq!(crowd.shared_way([2.0, 5.0].into(), [39.8, 19.0].into(), 0.3), None, "it is wider than the field");
    let way = crowd.shared_way([2.0, 5.0].into(), [39.8, 19.0].into(), 0.2).unwrap();
    assert!((way - 37.7).abs() < 0.5, "{way} m to the nearest part");
}

#[test]
fn a_damaged_snapshot_of_an_area_is_refused_or_goes_on() {
    let map = hall();
    let (mut crowd, _) = crowd(&map, 2.0);
    (0..3).for_each(|_| drop(crowd.step(&map, Crowd::DT)));
    let saved = crowd.save(&map);
    let (mut refused, mut went_on) = (0, 0);
    for at in (8..saved.len() - 8).step_by(41) {
        for bits in [1, 0x80, 0xFF] {
            let mut forged = saved.clone();
            forged[at] ^= bits;
            navigant_crowd::internals::write_checksum(&mut forged);
            match Crowd::load(&map, &forged) {
                Err(BadSnapshot::NotASnapshot | BadSnapshot::UnknownVersion(_)) => {}
                Err(_) => refused += 1,
                Ok(mut crowd) => {
                    crowd.step(&map, Crowd::DT).unwrap();
                    went_on += 1;
                }
            }
        }
    }
    assert!(refused > 20 && went_on > 20, "{refused} refused, {went_on} went on");
}
