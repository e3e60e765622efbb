//! The soak of locality: what a crowd does follows from what is around it, and from nothing else in the process.
//!
//! One scene in a hall is simulated four times: alone; with another crowd in a second hall far away; with its agents added in another
//! order; and cut out, without the second hall, its walls and its edits. In every step every agent must be in the same state,
//! to the last bit.
//!
//! In a map that was made otherwise, faces have other numbers, and of nodes with equal keys a search takes another one first. So it finds the
//! same path with a few expansions more or less, and where the budget is short that decides whose turn it is. What is
//! cut out is compared only where there is enough of it.

use super::case_seed;
use crate::generate::{city, coarse_soup, maze, rooms, soup};
use crate::rng::Rng;
use navigant_crowd::internals::VectorInternals as _;
use navigant_crowd::internals::{AgentIdInternals as _, AgentInternals as _, CrowdInternals as _};
use navigant_crowd::{
    Agent, AgentId, Aim, Avoidance, CollisionFreeSpeed, Crowd, Notice, Orca, Planning, SocialForce, Vector, Vision,
};
use navigant_mesh::{Bounds, Map, ObstacleId, Outline, Point};
use std::collections::BTreeMap;

/// How many scenes one case compares.
pub const SCENES_PER_CASE: u64 = 1;
/// Steps of a case.
const STEPS: u64 = 60;
const SIZE: f64 = 40.0;
/// Where the second hall begins.
const FAR: f64 = 1000.0;
/// Agents of the second hall come from other sources, and have a district of their own.
const FAR_SOURCE: u32 = 100;
/// How often something comes and goes far away between two steps: more edits than the journal of a small map holds, and in a few steps
/// more than a crowd remembers without need.
const MANY: u32 = 60;

/// Where an agent comes from, and the how many-th it is.
type Name = (u32, u32);

/// One scene, four times.
///
/// # Errors
/// Who differs, where and in which step.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let scene = Scene::new(&mut rng);
    let all = [Surroundings::Alone, Surroundings::Crowded, Surroundings::Reordered, Surroundings::CutOut];
    let count = if scene.has_budget { 4 } else { 3 };
    let mut worlds: Vec<World> = Vec::new();
    for surroundings in all.into_iter().take(count) {
        worlds.push(World::new(&scene, surroundings, rng.next_u64())?);
    }
    for step in 0..STEPS {
        let mut actions = Vec::new();
        if step == 0 {
            actions.extend((0..scene.count).map(|_| scene.arrival(&mut rng)));
        } else {
            (0..rng.below(4)).for_each(|_| actions.push(scene.action(&mut rng, &worlds[0])));
        }
        let mut hashes: Vec<BTreeMap<Name, u64>> = Vec::new();
        for world in &mut worlds {
            world.act(&actions).map_err(|reason| format!("step {step}, {:?}: {reason}", world.surroundings))?;
            hashes.push(world.hashes()?);
        }
        for (world, hash) in worlds.iter().zip(&hashes).skip(1) {
            if let Some(name) = hashes[0].iter().find_map(|(name, sum)| (hash.get(name) != Some(sum)).then_some(*name))
            {
                let [other, own] = [world, &worlds[0]].map(|world| world.agent(name));
                return Err(format!("step {step}, {:?}: {name:?} differs: {other}, alone {own}", world.surroundings));
            }
            if hash.len() != hashes[0].len() {
                return Err(format!("step {step}, {:?}: {} agents", world.surroundings, hash.len()));
            }
        }
    }
    Ok(())
}

/// What is different about a world.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Surroundings {
    Alone,
    Crowded,
    Reordered,
    CutOut,
}

/// What is the same in all of them.
struct Scene {
    walls: Vec<Outline>,
    far_walls: Vec<Outline>,
    planning: Planning,
    has_budget: bool,
    dt: f64,
    count: u32,
    radius: f64,
    avoidance: Option<Avoidance>,
    crowded: bool,
}

/// What is done before a step.
enum Action {
    Add(u32, Box<Agent>),
    Remove(Name),
    Send(Name, Aim),
    Join(Name, Name),
    Insert(Outline),
    Take(usize),
    /// The same in the second hall.
    InsertFar(Outline),
    TakeFar,
    /// So much happens there that edits are forgotten.
    ManyFar(Outline),
}

impl Scene {
    fn new(rng: &mut Rng) -> Scene {
        let seed = rng.next_u64();
        let hall = Bounds { min: Point::ORIGIN, max: Point::new(SIZE, SIZE) };
        let walls = match rng.below(6) {
            0 => city(seed, SIZE, SIZE, 60).1,
            1 => maze(seed, 6, 6, SIZE / 6.0, *rng.pick(&[0.0, 0.5]), 0.3).1,
            2 => rooms(seed, SIZE, SIZE, 6.0).1,
            3 => soup(seed, hall).take(6).collect(),
            4 => coarse_soup(seed, hall, 16).take(6).collect(),
            _ => Vec::new(),
        };
        let has_budget = rng.one_in(2);
        let planning = Planning {
            expansions_per_step: if has_budget { 1_000_000_000 } else { *rng.pick(&[10, 1_000, 100_000]) },
            expansions_per_search: if has_budget { 1_000_000_000 } else { *rng.pick(&[10, 20_000]) },
            notice: *rng.pick(&[Notice::AtOnce, Notice::WhenSeen(15.0)]),
            ..Planning::default()
        };
        let avoidance = if rng.one_in(4) { None } else { Some(any_avoidance(rng)) };
        Scene {
            walls,
            far_walls: (0..rng.below(8)).map(|_| any_box(rng, FAR)).collect(),
            planning,
            has_budget,
            dt: *rng.pick(&[0.02, 0.1, 0.1, 0.5]),
            count: 1 + rng.below(80),
            radius: *rng.pick(&[0.1, 0.25, 0.25, 1.0]),
            avoidance,
            crowded: rng.one_in(8),
        }
    }

    fn arrival(&self, rng: &mut Rng) -> Action {
        // Now and then many at few places: equally far from everybody, and on top of each other.
        let at = if self.crowded { on_a_grid(rng) } else { anywhere(rng) };
        Action::Add(rng.below(3), Box::new(self.agent(rng, at, 0.0)))
    }

    fn agent(&self, rng: &mut Rng, at: Point, x: f64) -> Agent {
        let goal = |rng: &mut Rng| {
            let p = if self.crowded { on_a_grid(rng) } else { anywhere(rng) };
            Point::new(p.x + x, p.y)
        };
        let aim = match rng.below(6) {
            0 => Aim::Stand,
            1 => Aim::Velocity(Vector::new(rng.range(-3.0..3.0) as f32, rng.range(-3.0..3.0) as f32)),
            2 => Aim::Straight(goal(rng)),
            _ => Aim::Goal(goal(rng)),
        };
        let speed = *rng.pick(&[0.0, 1.3, 1.3, 1.3, 8.0]);
        let radius = if self.crowded { self.radius } else { self.radius * rng.range(0.5..1.0) };
        let avoidance = self.avoidance.unwrap_or_else(|| any_avoidance(rng));
        Agent { radius, ..Agent::new(at) }.with_speed(speed).with_aim(aim).with_avoidance(avoidance)
    }

    fn action(&self, rng: &mut Rng, world: &World) -> Action {
        let names: Vec<Name> = world.ids.keys().copied().collect();
        match rng.below(11) {
            0 | 1 => self.arrival(rng),
            2 if !names.is_empty() => Action::Remove(*rng.pick(&names)),
            3 if !names.is_empty() => Action::Send(*rng.pick(&names), Aim::Goal(anywhere(rng))),
            4 if !names.is_empty() => Action::Join(*rng.pick(&names), *rng.pick(&names)),
            5 if !world.obstacles.is_empty() => Action::Take(rng.below(world.obstacles.len() as u32) as usize),
            6 => Action::ManyFar(small_box(rng, FAR)),
            7 => Action::InsertFar(any_box(rng, FAR)),
            8 => Action::TakeFar,
            _ => Action::Insert(any_box(rng, 0.0)),
        }
    }
}

struct World {
    surroundings: Surroundings,
    map: Map,
    crowd: Crowd,
    dt: f64,
    ids: BTreeMap<Name, AgentId>,
    obstacles: Vec<ObstacleId>,
    far: Vec<ObstacleId>,
}

impl World {
    fn new(scene: &Scene, surroundings: Surroundings, seed: u64) -> Result<World, String> {
        let mut rng = Rng::new(seed);
        let hall = Outline::rectangle([0.0, 0.0], [SIZE, SIZE]);
        // The lattice follows from how far floors reach: something must be there.
        let far = match surroundings {
            Surroundings::CutOut => Outline::rectangle([FAR + SIZE - 1.0, SIZE - 1.0], [FAR + SIZE, SIZE]),
            _ => Outline::rectangle([FAR, 0.0], [FAR + SIZE, SIZE]),
        };
        let mut walls = scene.walls.clone();
        if surroundings != Surroundings::CutOut {
            walls.extend(scene.far_walls.iter().cloned());
        }
        let (map, ids) = Map::build(&[hall, far], &walls).map_err(|reason| reason.to_string())?;
        let mut crowd = Crowd::new(&map).with_planning(scene.planning).with_widest_radius(1.0);
        let far = ids.get(scene.walls.len()..).unwrap_or(&[]).to_vec();
        if surroundings == Surroundings::Crowded {
            for i in 0..rng.below(120) {
                let at = anywhere(&mut rng);
                let agent = scene.agent(&mut rng, Point::new(at.x + FAR, at.y), FAR).with_district(1);
                // Who has no room is not there.
                let _ = crowd.add_from(&map, FAR_SOURCE + i % 2, &agent);
            }
        }
        let (ids, obstacles) = (BTreeMap::new(), Vec::new());
        Ok(World { surroundings, map, crowd, dt: scene.dt, ids, obstacles, far })
    }

    fn act(&mut self, actions: &[Action]) -> Result<(), String> {
        let mut order: Vec<&Action> = actions.iter().collect();
        if self.surroundings == Surroundings::Reordered && actions.iter().all(|a| matches!(a, Action::Add(..))) {
            order.sort_by_key(|action| if let Action::Add(source, _) = action { u32::MAX - source } else { 0 });
        }
        for action in order {
            self.make(action)?;
        }
        self.crowd.step(&self.map, self.dt).map(drop).map_err(|reason| reason.to_string())
    }

    fn make(&mut self, action: &Action) -> Result<(), String> {
        match action {
            Action::Add(source, agent) => {
                if let Ok(id) = self.crowd.add_from(&self.map, *source, agent) {
                    self.ids.insert((id.source(), id.serial()), id);
                }
            }
            Action::Remove(name) => {
                if let Some(id) = self.ids.remove(name) {
                    self.crowd.remove(id).map_err(|reason| reason.to_string())?;
                }
            }
            Action::Send(name, aim) => {
                if let Some(&id) = self.ids.get(name) {
                    self.crowd.set_aim(id, *aim).map_err(|reason| reason.to_string())?;
                }
            }
            Action::Join(one, other) => {
                if let (Some(&one), Some(&other)) = (self.ids.get(one), self.ids.get(other)) {
                    self.crowd.join(one, other).map_err(|reason| reason.to_string())?;
                }
            }
            Action::Insert(outline) => {
                self.obstacles.push(self.map.insert(outline).map_err(|reason| reason.to_string())?);
            }
            Action::InsertFar(_) | Action::TakeFar | Action::ManyFar(_)
                if self.surroundings == Surroundings::CutOut => {}
            Action::InsertFar(outline) => {
                self.far.push(self.map.insert(outline).map_err(|reason| reason.to_string())?);
            }
            Action::ManyFar(outline) => {
                for _ in 0..MANY {
                    let gone = self.map.insert(outline).map_err(|reason| reason.to_string())?;
                    self.map.remove(gone).map_err(|reason| reason.to_string())?;
                }
            }
            Action::TakeFar => {
                if let Some(gone) = self.far.pop() {
                    self.map.remove(gone).map_err(|reason| reason.to_string())?;
                }
            }
            Action::Take(at) => {
                // One that another action of this step has taken is gone.
                if *at < self.obstacles.len() {
                    let gone = self.obstacles.remove(*at);
                    self.map.remove(gone).map_err(|reason| reason.to_string())?;
                }
            }
        }
        Ok(())
    }

    fn hashes(&self) -> Result<BTreeMap<Name, u64>, String> {
        let hash = |(&name, &id): (&Name, &AgentId)| Ok((name, self.crowd.agent_hash(id).map_err(|e| e.to_string())?));
        self.ids.iter().map(hash).collect()
    }

    fn agent(&self, name: Name) -> String {
        match self.ids.get(&name).map(|&id| (self.crowd.agent(id), self.crowd.way(id))) {
            Some((Ok(agent), Ok(way))) => {
                let (p, v) = (agent.position, agent.velocity);
                format!("{p} at {v:?}, {:?}, {:?}, {way:?}", agent.status, agent.aim)
            }
            _ => "nobody".into(),
        }
    }
}

fn any_avoidance(rng: &mut Rng) -> Avoidance {
    match rng.below(7) {
        0 => Avoidance::Nothing,
        1 => Avoidance::Orca(Orca::CIRCLE),
        2 => Avoidance::Vision(Vision::DEFAULT),
        3 => Avoidance::SocialForce(SocialForce::DEFAULT),
        4 => Avoidance::CollisionFreeSpeed(CollisionFreeSpeed::DEFAULT),
        _ => Avoidance::default(),
    }
}

fn any_box(rng: &mut Rng, x: f64) -> Outline {
    let (p, size) = (anywhere(rng), [rng.range(0.1..5.0), rng.range(0.1..5.0)]);
    let low = [p.x - size[0], p.y - size[1]].map(|c| c.max(0.0));
    let high = [p.x + size[0], p.y + size[1]].map(|c| c.min(SIZE));
    Outline::rectangle([low[0] + x, low[1]], [high[0] + x, high[1]])
}

fn small_box(rng: &mut Rng, x: f64) -> Outline {
    let p = anywhere(rng);
    Outline::rectangle([p.x + x, p.y], [p.x + x + 0.1, p.y + 0.1])
}

fn anywhere(rng: &mut Rng) -> Point {
    Point::new(rng.range(0.0..SIZE), rng.range(0.0..SIZE))
}

fn on_a_grid(rng: &mut Rng) -> Point {
    Point::new(f64::from(1 + rng.below(6)) * 2.0, f64::from(1 + rng.below(6)) * 2.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_soak_finds_nothing() {
        for number in 0..30 {
            if let Err(reason) = case(7, number) {
                panic!("case {number}: {reason}");
            }
        }
    }
}
