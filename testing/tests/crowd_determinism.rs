//! The same bits for any number of threads, debug or release, and after a snapshot.

use navigant_crowd::{Agent, BadSnapshot, Crowd, Notice, Planning};
use navigant_mesh::{Map, ObstacleId, Outline, Point};
use navigant_testing::generate::city;
use navigant_testing::rng::Rng;

const AGENTS: usize = 300;

/// A city in which obstacles come and go while a crowd walks through it.
struct Town {
    map: Map,
    crowd: Crowd,
    rng: Rng,
    crates: Vec<ObstacleId>,
}

impl Town {
    fn new() -> Town {
        let mut rng = Rng::new(7);
        let (floor, buildings) = city(7, 120.0, 120.0, 400);
        let (map, _) = Map::build(&[floor], &buildings).unwrap();
        let planning = Planning { expansions_per_step: 20_000, notice: Notice::WhenSeen(60.0), ..Planning::default() };
        let mut crowd = Crowd::new(&map).with_planning(planning);
        while crowd.len() < AGENTS {
            let (from, goal) = (place(&mut rng), place(&mut rng));
            let radius = rng.range(0.15..0.4);
            // Who has no room there is refused.
            let _ = crowd.add(&map, &Agent::new(from).with_goal(goal).with_radius(radius));
        }
        Town { map, crowd, rng, crates: Vec::new() }
    }

    fn step(&mut self) {
        if self.crowd.steps().is_multiple_of(7) {
            if self.crates.len() > 20 {
                let oldest = self.crates.remove(0);
                self.map.remove(oldest).unwrap();
            } else {
                let p = place(&mut self.rng);
                let size = self.rng.range(0.3..3.0);
                self.crates.push(self.map.insert(&Outline::rectangle(p, [p.x + size, p.y + size])).unwrap());
            }
        }
        self.crowd.step(&self.map, Crowd::DT).unwrap();
        // Who has arrived gets another goal.
        let arrived = self.crowd.agents().filter(|agent| agent.status == navigant_crowd::Status::Arrived);
        let mut arrived: Vec<_> = arrived.map(|agent| agent.id).collect();
        arrived.sort_unstable();
        for id in arrived {
            let goal = place(&mut self.rng);
            self.crowd.set_aim(id, navigant_crowd::Aim::Goal(goal)).unwrap();
        }
    }
}

fn place(rng: &mut Rng) -> Point {
    Point::new(rng.range(1.0..119.0), rng.range(1.0..119.0))
}

fn hash_after(steps: usize, threads: usize) -> u64 {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| {
        let mut town = Town::new();
        (0..steps).for_each(|_| town.step());
        town.crowd.hash()
    })
}

#[test]
fn after_a_thousand_steps_the_hash_is_golden_for_any_number_of_threads() {
    for threads in [1, 2, 8, 16] {
        assert_eq!(hash_after(1000, threads), GOLDEN, "with {threads} threads");
    }
}

/// Changes when the behaviour of crowds does; then look at what has changed before writing the new one here.
const GOLDEN: u64 = 5_850_777_015_937_532_587;

#[test]
fn a_loaded_crowd_goes_on_as_the_saved_one() {
    let mut town = Town::new();
    (0..120).for_each(|_| town.step());
    let mut other = Town {
        map: town.map.clone(),
        crowd: Crowd::load(&town.map, &town.crowd.save(&town.map)).unwrap(),
        rng: town.rng.clone(),
        crates: town.crates.clone(),
    };
    assert_eq!(town.crowd.hash(), other.crowd.hash());
    for step in 0..120 {
        town.step();
        other.step();
        assert_eq!(town.crowd.hash(), other.crowd.hash(), "step {step} after loading");
    }
}

#[test]
fn a_damaged_snapshot_is_refused() {
    let mut town = Town::new();
    (0..5).for_each(|_| town.step());
    let good = town.crowd.save(&town.map);
    let load = |bytes: &[u8]| Crowd::load(&town.map, bytes).map(|_| ());
    assert_eq!(load(&good), Ok(()));
    assert_eq!(load(b"nonsense"), Err(BadSnapshot::NotASnapshot));
    assert_eq!(load(&[]), Err(BadSnapshot::NotASnapshot));
    assert_eq!(load(&good[..good.len() - 1]), Err(BadSnapshot::Damaged));
    assert_eq!(load(&good[..20]), Err(BadSnapshot::Damaged));
    let mut newer = good.clone();
    newer[8] = 99;
    assert_eq!(load(&newer), Err(BadSnapshot::UnknownVersion(99)));
    let mut rng = Rng::new(3);
    for _ in 0..200 {
        let mut changed = good.clone();
        let at = 12 + rng.below(good.len() as u32 - 12) as usize;
        changed[at] ^= 1 << rng.below(8);
        assert_eq!(load(&changed), Err(BadSnapshot::Damaged), "byte {at}");
    }
    let elsewhere = Map::new(&Outline::rectangle([0.0, 0.0], [7.0, 7.0])).unwrap();
    assert_eq!(Crowd::load(&elsewhere, &good).map(|_| ()), Err(BadSnapshot::OtherMap));
}
