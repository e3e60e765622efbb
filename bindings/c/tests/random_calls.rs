//! Seeded random calls: null, stale, foreign and made-up handles, NaN, huge counts. All are answered with a status.
//! `NAVIGANT_CALLS=1000000 cargo test --release -p navigant-c --test random_calls` makes a million.

use navigant_c::crowd::*;
use navigant_c::map::*;
use navigant_c::memory::NAV_MAX_COUNT;
use navigant_c::outline::*;
use navigant_c::path::*;
use navigant_c::simulation::*;
use navigant_c::status::*;
use std::ffi::{CStr, CString};
use std::ptr::null_mut;

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        let z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, end: u64) -> u64 {
        self.next() % end
    }

    fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    /// A number, now and then one that is none.
    fn number(&mut self) -> f64 {
        match self.below(40) {
            0 => f64::NAN,
            1 => f64::INFINITY,
            2 => -1e300,
            3 => f64::from_bits(self.next()),
            _ => self.below(2000) as f64 / 100.0,
        }
    }

    fn point(&mut self) -> NavPoint {
        NavPoint { x: self.number(), y: self.number() }
    }

    /// One of some, or nothing of the kind.
    fn pick(&mut self, known: &[u64]) -> u64 {
        match self.below(12) {
            0 => 0,
            1 => self.next(),
            2 => u64::MAX,
            _ if known.is_empty() => 7,
            _ => known[self.below(known.len() as u64) as usize],
        }
    }
}

/// Handles and ids that calls gave, freed ones too.
#[derive(Default)]
struct Known {
    maps: Vec<u64>,
    paths: Vec<u64>,
    crowds: Vec<u64>,
    simulations: Vec<u64>,
    obstacles: Vec<u64>,
    agents: Vec<u64>,
}

impl Known {
    /// Handles of all kinds: one is often asked for with another's.
    fn any(&self, random: &mut Random) -> Vec<u64> {
        let kinds = [&self.maps, &self.paths, &self.crowds, &self.simulations, &self.obstacles, &self.agents];
        kinds[random.below(kinds.len() as u64) as usize].clone()
    }
}

/// A buffer that is large enough for what calls are told it has.
const ROOM: usize = 256;

fn count(random: &mut Random) -> usize {
    match random.below(12) {
        0 => usize::MAX,
        1 => NAV_MAX_COUNT + 1,
        2 => isize::MAX as usize,
        _ => random.below(ROOM as u64 / 4) as usize,
    }
}

fn stride(random: &mut Random, size: usize) -> usize {
    match random.below(8) {
        0 => 1,
        1 => usize::MAX,
        2 => size + random.below(8) as usize,
        3 => 2 * size,
        _ => 0,
    }
}

fn maybe<T>(random: &mut Random, place: &mut T) -> *mut T {
    if random.one_in(20) { null_mut() } else { place }
}

#[test]
fn random_calls_are_all_answered() {
    let calls = std::env::var("NAVIGANT_CALLS").ok().and_then(|text| text.parse().ok()).unwrap_or(20_000_u64);
    let seed = std::env::var("NAVIGANT_SEED").ok().and_then(|text| text.parse().ok()).unwrap_or(28);
    let (mut random, mut known) = (Random(seed), Known::default());
    let mut answers = std::collections::BTreeMap::<i32, u64>::new();
    for call in 0..calls {
        let status = one_call(&mut random, &mut known);
        *answers.entry(status as i32).or_default() += 1;
        assert_ne!(status, NavStatus::Internal, "call {call} of seed {seed}: {}", last_error());
        if status != NavStatus::Ok {
            assert!(!last_error().is_empty(), "call {call} of seed {seed}: {status:?} says nothing");
        }
    }
    println!("{calls} calls, seed {seed}, by status: {answers:?}");
    assert!(answers.len() > 10 && answers[&0] > calls / 10, "{answers:?}");
}

fn last_error() -> String {
    // SAFETY: it is a text of this thread's, and is copied before the next call.
    unsafe { CStr::from_ptr(nav_last_error()) }.to_string_lossy().into_owned()
}

fn one_call(random: &mut Random, known: &mut Known) -> NavStatus {
    let foreign = random.one_in(10).then(|| known.any(random));
    let of = |kind: &[u64], random: &mut Random| random.pick(foreign.as_deref().unwrap_or(kind));
    let map = NavMap { handle: of(&known.maps, random) };
    let path = NavPath { handle: of(&known.paths, random) };
    let crowd = NavCrowd { handle: of(&known.crowds, random) };
    let simulation = NavSimulation { handle: of(&known.simulations, random) };
    let (obstacle, agent) =
        (NavObstacle { id: of(&known.obstacles, random) }, NavAgent { id: of(&known.agents, random) });
    let coordinates: Vec<f64> = (0..2 * ROOM).map(|_| random.number()).collect();
    let few = if random.one_in(10) { count(random) } else { 1 + random.below(6) as usize };
    let ring = NavPoints {
        first: if random.one_in(30) { std::ptr::null() } else { coordinates.as_ptr() },
        count: few,
        stride: stride(random, 16),
    };
    let corner = [random.below(15) as f64, random.below(15) as f64];
    let square: Vec<f64> = [[0.0, 0.0], [1.5, 0.0], [1.5, 1.5], [0.0, 1.5]]
        .iter()
        .flat_map(|d| [corner[0] + d[0], corner[1] + d[1]])
        .collect();
    let good = NavPoints { first: square.as_ptr(), count: 4, stride: 0 };
    let rings = [if random.one_in(3) { ring } else { good }, ring];
    let shape = NavOutline {
        rings: if random.one_in(40) { std::ptr::null() } else { rings.as_ptr() },
        ring_count: if random.one_in(20) {
            count(random).min(2).max(usize::from(random.one_in(2)) * usize::MAX)
        } else {
            1
        },
        is_polyline: random.one_in(4).into(),
    };
    let (mut points, mut numbers) = ([NavPoint::default(); 2 * ROOM], [0_i32; 2 * ROOM]);
    let (mut length, mut whole, mut hash) = (0_usize, 0_i32, 0_u64);
    let (mut metres, mut place) = (0.0, NavPoint::default());
    let capacity = count(random);
    let by = stride(random, 16);
    // SAFETY: all pointers are null or lead into the arrays above, which hold whatever the counts and strides that are not refused
    // say: at most ROOM / 4 items, at most twice their size apart.
    unsafe {
        match random.below(34) {
            0 | 1 => {
                let floor = [0.0, 0.0, 20.0, 0.0, 20.0, 20.0, 0.0, 20.0];
                let floor = NavPoints { first: floor.as_ptr(), count: 4, stride: 0 };
                let floor = NavOutline { rings: &floor, ring_count: 1, is_polyline: 0 };
                let mut map = NavMap { handle: 0 };
                let place = maybe(random, &mut map);
                let status = nav_map_build(&floor, 1, &shape, random.below(2) as usize, null_mut(), place);
                known.maps.extend((map.handle != 0).then_some(map.handle));
                status
            }
            2 => {
                let texts = ["POLYGON ((0 0, 9 0, 9 9, 0 9))", "POLYGON ((0 0, 9 NaN))", "{", "", "LINESTRING (1 2)"];
                let text = texts[random.below(5) as usize];
                let bytes = if random.one_in(9) { std::ptr::null() } else { text.as_ptr() };
                let size = if random.one_in(9) { usize::MAX } else { text.len() };
                let mut map = NavMap { handle: 0 };
                let status = nav_map_parse(bytes, size, random.below(3) as i32, maybe(random, &mut map));
                known.maps.extend((map.handle != 0).then_some(map.handle));
                status
            }
            3 => {
                let name = CString::new("no such file.wkt").unwrap();
                let name = if random.one_in(3) { std::ptr::null() } else { name.as_ptr() };
                nav_map_read(name, &mut NavMap { handle: 0 })
            }
            4 if random.one_in(4) => nav_map_free(map),
            4 => nav_map_version(map, maybe(random, &mut hash)),
            5 | 6 => {
                let mut id = NavObstacle::default();
                let place = maybe(random, &mut id);
                let status = nav_map_insert(map, maybe(random, &mut { shape }), place);
                known.obstacles.extend((id.id != 0).then_some(id.id));
                status
            }
            7 => nav_map_move(map, obstacle, &shape),
            8 => nav_map_remove(map, obstacle),
            9 => nav_map_is_walkable(map, random.point(), maybe(random, &mut whole)),
            10 => nav_map_clearance(map, random.point(), maybe(random, &mut metres)),
            11 => nav_map_sees(map, random.point(), random.point(), maybe(random, &mut whole)),
            12 => nav_map_nearest(map, random.point(), maybe(random, &mut place)),
            13 => nav_map_widest(map, random.point(), random.point(), &mut metres, maybe(random, &mut place)),
            14..=16 => {
                let mut path = NavPath { handle: 0 };
                let (from, to) = (random.point(), random.point());
                let radius = if random.one_in(3) { random.number() } else { 0.25 };
                let status = nav_map_find_path(map, from, to, radius, maybe(random, &mut path));
                known.paths.extend((path.handle != 0).then_some(path.handle));
                status
            }
            17 => nav_path_length(path, maybe(random, &mut metres)),
            18 => nav_path_points(path, maybe(random, &mut points[0]), capacity, by, maybe(random, &mut length)),
            19 => nav_path_polyline(path, random.number(), points.as_mut_ptr(), capacity, by, &mut length),
            20 => nav_path_free(path),
            21 | 22 => {
                let mut crowd = NavCrowd { handle: 0 };
                let status = nav_crowd_new(map, maybe(random, &mut crowd));
                known.crowds.extend((crowd.handle != 0).then_some(crowd.handle));
                status
            }
            23 if random.one_in(3) => nav_crowd_free(crowd),
            23..=25 => {
                let mut described = NavAgentDescription {
                    position: random.point(),
                    goal: random.point(),
                    has_goal: random.below(2) as i32,
                    radius: if random.one_in(9) { random.number() } else { 0.2 },
                    speed: if random.one_in(9) { random.number() } else { 1.3 },
                    max_speed: 1.8,
                };
                let mut id = NavAgent::default();
                let place = maybe(random, &mut id);
                let status = nav_crowd_add(crowd, maybe(random, &mut described), place);
                known.agents.extend((id.id != 0).then_some(id.id));
                status
            }
            26 => nav_crowd_remove(crowd, agent),
            27 if random.one_in(2) => nav_crowd_set_goal(crowd, agent, random.point()),
            27 => nav_crowd_set_velocity(crowd, agent, random.point()),
            28 => nav_crowd_step(crowd, random.below(3) as u32, if random.one_in(9) { random.number() } else { 0.1 }),
            29 => nav_crowd_positions(crowd, maybe(random, &mut points[0]), capacity, by, maybe(random, &mut length)),
            30 => match random.below(5) {
                0 => nav_crowd_velocities(crowd, points.as_mut_ptr(), capacity, by, &mut length),
                1 => nav_crowd_statuses(crowd, numbers.as_mut_ptr(), capacity, stride(random, 4), &mut length),
                2 => nav_crowd_ids(crowd, points.as_mut_ptr().cast(), capacity, stride(random, 8), &mut length),
                3 => nav_crowd_len(crowd, maybe(random, &mut length)),
                _ => nav_crowd_hash(crowd, maybe(random, &mut hash)),
            },
            31 => {
                let nothing = NavPoint::default();
                let mut state = NavAgentState {
                    position: nothing,
                    velocity: nothing,
                    radius: 0.0,
                    status: 0,
                    no_way_place: nothing,
                };
                nav_crowd_agent(crowd, agent, maybe(random, &mut state))
            }
            32 => {
                let goals = NavPoints { count: if random.one_in(9) { count(random) } else { ring.count }, ..ring };
                let room = if ring.count < ROOM { points.as_mut_ptr().cast::<f64>() } else { null_mut() };
                nav_map_find_lengths(
                    map,
                    ring,
                    goals,
                    std::ptr::null(),
                    0,
                    room,
                    stride(random, 8),
                    numbers.as_mut_ptr(),
                )
            }
            _ => match random.below(6) {
                0 => {
                    let (mut bytes, mut size) = (vec![0; 1 << 16], 0);
                    let status = nav_map_save(map, bytes.as_mut_ptr(), bytes.len(), &mut size);
                    if status != NavStatus::Ok {
                        return status;
                    }
                    if random.one_in(2) {
                        bytes[random.below(size as u64) as usize] ^= 1 << random.below(8);
                    }
                    let mut map = NavMap { handle: 0 };
                    let status = nav_map_load(bytes.as_ptr(), size, &mut map);
                    known.maps.extend((map.handle != 0).then_some(map.handle));
                    status
                }
                1 => nav_map_obstacles(map, points.as_mut_ptr().cast(), capacity, &mut length),
                2 => nav_simulation_step(simulation, 1),
                3 => nav_simulation_hash(simulation, &mut hash),
                4 => nav_simulation_positions(simulation, points.as_mut_ptr(), capacity, by, &mut length),
                5 if random.one_in(50) => nav_stop_threads(),
                _ => nav_set_threads(2000),
            },
        }
    }
}

#[test]
fn a_panic_spoils_only_its_map() {
    let floor = c"POLYGON ((0 0, 9 0, 9 9, 0 9))".to_bytes();
    let (mut one, mut other, mut whole) = (NavMap { handle: 0 }, NavMap { handle: 0 }, 0);
    // SAFETY: the text has as many bytes, and all places are valid.
    unsafe {
        for map in [&mut one, &mut other] {
            assert_eq!(nav_map_parse(floor.as_ptr(), floor.len(), NAV_FORMAT_WKT, map), NavStatus::Ok);
        }
        assert_eq!(panic_while_changing(one), NavStatus::Internal);
        assert!(last_error().contains("as asked"));
        assert_eq!(nav_map_is_walkable(one, NavPoint { x: 1.0, y: 1.0 }, &mut whole), NavStatus::Spoilt);
        assert_eq!(nav_map_is_walkable(other, NavPoint { x: 1.0, y: 1.0 }, &mut whole), NavStatus::Ok);
        assert_eq!((nav_map_free(one), nav_map_free(one)), (NavStatus::Ok, NavStatus::UnknownHandle));
    }
}

#[test]
fn the_same_bits_as_the_program() {
    // What `navigant run NAME --steps 300` prints as the state.
    for (name, wanted) in [(c"bottleneck", 0xf706_10d8_4539_73ea_u64), (c"crossing", 0x17b3_518d_42b9_c16d)] {
        for threads in [1, 2] {
            let (mut simulation, mut hash) = (NavSimulation { handle: 0 }, 0);
            assert_eq!(nav_set_threads(threads), NavStatus::Ok);
            // SAFETY: the name ends with a zero, and all places are valid.
            unsafe {
                assert_eq!(nav_simulation_open(name.as_ptr(), &mut simulation), NavStatus::Ok, "{}", last_error());
                assert_eq!(nav_simulation_step(simulation, 300), NavStatus::Ok);
                assert_eq!(nav_simulation_hash(simulation, &mut hash), NavStatus::Ok);
            }
            assert_eq!(hash, wanted, "{name:?} with {threads} threads");
            assert_eq!(nav_simulation_free(simulation), NavStatus::Ok);
        }
    }
}
