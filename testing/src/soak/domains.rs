//! Plans of AD* in Σ1, Σ2, Σ3 and Σ4 against brute force, after random events.

use super::case_seed;
use crate::oracle::domains::{cheapest, check_transitions, cost_of};
use crate::rng::Rng;
use navigant_geometry::{Bounds, Outline, Point};
use navigant_mesh::internals::MapGridInternals as _;
use navigant_mesh::{Map, ObstacleId};
use navigant_planning::internals::World;
use navigant_planning::internals::{Afterwards, BodyId, PublishedBody};
use navigant_planning::internals::{
    ArrivalWindow, Domain, DomainSearch, DynamicMesh, Fovea, Gait, GridDomain, Jump, SpaceTime, SpaceTimeState,
    StaticMesh,
};
use navigant_search::graph::{Budget, StopReason};

/// Plans that are compared in one case.
pub const PLANS_PER_CASE: u64 = 10;

/// The side of a room in metres.
const SIDE: f64 = 5.0;
const ROUNDS: u64 = PLANS_PER_CASE / 2;

/// One case: a room with obstacles and bodies, a plan in Σ3 (or a mesh) and one in Σ4, and events after which both are repaired.
///
/// # Errors
/// What differs, after which event.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    spatial(&mut rng).map_err(|reason| format!("spatial, {reason}"))?;
    space_time(&mut rng).map_err(|reason| format!("Σ4, {reason}"))
}

fn place(rng: &mut Rng) -> Point {
    Point::new(rng.range(0.3..SIDE - 0.3), rng.range(0.3..SIDE - 0.3))
}

fn room(rng: &mut Rng) -> Result<(Map, Vec<ObstacleId>), String> {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [SIDE, SIDE])).map_err(|e| e.to_string())?;
    let mut obstacles = Vec::new();
    for _ in 0..rng.below(4) {
        obstacles.push(insert(rng, &mut map)?);
    }
    Ok((map, obstacles))
}

fn insert(rng: &mut Rng, map: &mut Map) -> Result<ObstacleId, String> {
    let at = place(rng);
    let size = [rng.range(0.2..2.0), rng.range(0.2..2.0)];
    let outline = Outline::rectangle([at.x, at.y], [at.x + size[0], at.y + size[1]]);
    map.insert(&outline).map_err(|e| e.to_string())
}

/// Searches in a few goes at a falling ε; checks every bound, and at ε = 1 the cost. States for which `keep` does not hold come after
/// all goals.
fn compare<D: Domain>(
    rng: &mut Rng,
    domain: &D,
    search: &mut DomainSearch<D::State>,
    epsilon: f64,
    keep: impl Fn(D::State) -> bool,
) -> Result<(), String> {
    let (start, goals) = (search.start(), search.goals().to_vec());
    let expected = cheapest(domain, start, &goals, keep);
    for epsilon in [epsilon, 1.0] {
        search.set_epsilon(epsilon);
        let answer = loop {
            let budget = if rng.chance(0.5) { Budget::UNLIMITED } else { Budget::expansions(rng.below(40).into()) };
            let answer = search.search(domain, budget).map_err(|e| e.to_string())?;
            let found = if search.path().is_empty() { None } else { cost_of(domain, search.path(), start, &goals) };
            if found.map(|cost| cost as f64) != answer.cost {
                return Err(format!("a path of {found:?} is said to cost {:?}: {:?}", answer.cost, search.path()));
            }
            let least = expected.map_or(f64::INFINITY, |cost| cost as f64);
            if answer.lower > least || answer.cost.is_some_and(|cost| cost < least) {
                return Err(format!("{answer:?}, but the optimum is {expected:?}"));
            }
            if matches!(answer.stop, StopReason::Solved | StopReason::NoPath) {
                break answer;
            }
        };
        let worst = expected.map(|cost| cost as f64 * epsilon);
        if answer.cost.is_some() != expected.is_some() || answer.cost > worst {
            return Err(format!("ε {epsilon}: {answer:?}, but the optimum is {expected:?}"));
        }
    }
    Ok(())
}

fn spatial(rng: &mut Rng) -> Result<(), String> {
    let (mut map, mut obstacles) = room(rng)?;
    let mut world = World::of(&map, 0.3, rng.range(0.5..1.2), Gait::walk()).map_err(|e| e.to_string())?;
    let (from, to) = (place(rng), place(rng));
    let epsilon = rng.range(1.0..4.0);
    meshes(rng, &map, &mut world, from, to, epsilon)?;
    let me = Some(BodyId(0));
    world.occupied.put(&map, &world.grid, BodyId(0), Some((from, 0.3)));
    let (Some(start), Some(goal)) = (world.grid.cell_at(from), world.grid.cell_at(to)) else { return Ok(()) };
    let mut search = DomainSearch::new(start, [goal], epsilon);
    for round in 0..ROUNDS {
        let domain = GridDomain { map: &map, grid: &world.grid, occupied: &world.occupied, me };
        check_transitions(&domain, start, search.start())?;
        compare(rng, &domain, &mut search, epsilon, |_| true).map_err(|reason| format!("event {round}: {reason}"))?;
        let mut changed = Vec::new();
        match rng.below(6) {
            0 => {
                let next = search.path().get(1).copied().unwrap_or(start);
                search.move_start(&domain, next);
            }
            1 => {
                if let Some(goal) = world.grid.cell_at(place(rng)) {
                    search.set_goals([goal]);
                }
            }
            2 => {
                if rng.chance(0.5) || obstacles.is_empty() {
                    obstacles.push(insert(rng, &mut map)?);
                } else {
                    let gone = obstacles.swap_remove(rng.below(obstacles.len() as u32) as usize);
                    map.remove(gone).map_err(|e| e.to_string())?;
                }
                world.follow(&map);
                changed.extend_from_slice(world.grid.affected());
            }
            _ => {
                for _ in 0..rng.between(1, 4) {
                    let body = BodyId(rng.below(6));
                    let at = rng.chance(0.8).then(|| (place(rng), rng.range(0.1..1.0)));
                    changed.extend(world.occupied.put(&map, &world.grid, body, at));
                }
            }
        }
        let domain = GridDomain { map: &map, grid: &world.grid, occupied: &world.occupied, me };
        let affected = domain.affected(&changed);
        search.update(|cell| affected.binary_search(&cell).is_ok());
    }
    Ok(())
}

/// Σ1 and Σ2, once, half of the time with jumps.
fn meshes(rng: &mut Rng, map: &Map, world: &mut World, from: Point, to: Point, epsilon: f64) -> Result<(), String> {
    for body in 0..rng.below(5) {
        world.published.publish(BodyId(body), body_of(rng));
    }
    if rng.chance(0.5) {
        let jump = |_| Jump { from: place(rng), to: place(rng), factor: rng.range(0.8..3.0) };
        let jumps: Vec<Jump> = (0..4).map(jump).collect();
        world.set_jumps(map, &jumps);
    }
    world.density.count(map, &world.mesh, &world.published, 0.0);
    let (Some(start), Some(goal)) = (world.mesh.state_at(map, from), world.mesh.state_at(map, to)) else {
        return Ok(());
    };
    let (first, second) = (
        StaticMesh { map, mesh: &world.mesh },
        DynamicMesh {
            map,
            mesh: &world.mesh,
            density: &world.density,
            departure: (from, 0.0),
            speed: 1.0,
            avoided: &[],
        },
    );
    check_transitions(&first, start, goal)?;
    check_transitions(&second, start, goal)?;
    compare(rng, &first, &mut DomainSearch::new(start, [goal], epsilon), epsilon, |_| true)?;
    compare(rng, &second, &mut DomainSearch::new(start, [goal], epsilon), epsilon, |_| true)
}

/// A body that stands, or walks about.
fn body_of(rng: &mut Rng) -> PublishedBody {
    let (radius, is_obstacle) = (rng.range(0.1..0.8), rng.chance(0.5));
    if rng.chance(0.3) {
        return PublishedBody::standing(place(rng), radius, is_obstacle);
    }
    let (mut time, mut knots) = (rng.range(-3.0..3.0), Vec::new());
    for _ in 0..rng.between(1, 4) {
        time += rng.range(0.2..4.0);
        knots.push((time, place(rng)));
    }
    let afterwards = *rng.pick(&[Afterwards::Stays, Afterwards::Unknown]);
    PublishedBody { radius, is_obstacle, knots, afterwards }
}

fn space_time(rng: &mut Rng) -> Result<(), String> {
    let (mut map, mut obstacles) = room(rng)?;
    let jump = rng.chance(0.3).then_some(1.6);
    let gait = Gait::new(1.0, 0.7, rng.between(1, 2) as u8, 0.7, jump).ok_or("no gait")?;
    let mut world = World::of(&map, 0.3, 1.0, gait.clone()).map_err(|e| e.to_string())?;
    for body in 0..rng.below(4) {
        world.published.publish(BodyId(body), body_of(rng));
    }
    let (origin, to, time) = (place(rng), place(rng), rng.range(0.0..2.0));
    let fovea = Fovea { cosine: rng.range(-1.0..0.5), distance: rng.range(1.0..10.0) };
    let (first, last) = (rng.between(1, 2) as u16, rng.between(2, 4) as u16);
    let epsilon = rng.range(1.0..3.0);
    let start = SpaceTimeState { step: 0, x: 0, y: 0, speed: rng.below(2) as u8, heading: rng.below(16) as u8 };
    let launches = rng.chance(0.7);
    let mut departure = Some(start).filter(|_| launches);
    let mut search: Option<DomainSearch<SpaceTimeState>> = None;
    for round in 0..ROUNDS {
        let ground = world.ground(&map);
        let me = Some(BodyId(2));
        let domain =
            SpaceTime { ground: &ground, published: &world.published, me, gait: &gait, origin, time, fovea, departure };
        let search = search.get_or_insert_with(|| {
            let window = rng.below(2) as i16;
            let goals =
                domain.arrivals(&ArrivalWindow { at: to, window, steps: first..=last, speed: rng.below(2) as u8 });
            DomainSearch::new(start, goals, epsilon)
        });
        let some = *rng.pick(search.goals());
        check_transitions(&domain, search.start(), search.start())?;
        check_transitions(&domain, some, search.start())?;
        compare(rng, &domain, search, epsilon, |state| state.step <= last.max(first))
            .map_err(|reason| format!("event {round}: {reason}"))?;
        let mut touched: Vec<PublishedBody> = Vec::new();
        let mut regions: Vec<Bounds> = Vec::new();
        match rng.below(6) {
            0 => {
                let next = search.path().get(1).copied().unwrap_or(search.start());
                search.move_start(&domain, next);
                departure = departure.map(|_| next);
            }
            1 => {
                let change = if rng.chance(0.5) || obstacles.is_empty() {
                    let before = map.revision();
                    obstacles.push(insert(rng, &mut map)?);
                    before
                } else {
                    let before = map.revision();
                    let gone = obstacles.swap_remove(rng.below(obstacles.len() as u32) as usize);
                    map.remove(gone).map_err(|e| e.to_string())?;
                    before
                };
                for change in map.changes_since(change).map_err(|e| e.to_string())? {
                    regions.extend(change.region);
                    regions.extend(change.nudged.iter().filter_map(|wall| Bounds::of([wall.from, wall.to])));
                }
                world.follow(&map);
            }
            _ => {
                for _ in 0..rng.between(1, 3) {
                    let id = BodyId(rng.below(5));
                    touched.extend(world.published.withdraw(id));
                    if rng.chance(0.8) {
                        let body = body_of(rng);
                        world.published.publish(id, body.clone());
                        touched.push(body);
                    }
                }
            }
        }
        let ground = world.ground(&map);
        let domain =
            SpaceTime { ground: &ground, published: &world.published, me, gait: &gait, origin, time, fovea, departure };
        let is_affected = |state| {
            Some(state) == departure
                || touched.iter().any(|body| domain.concerns(state, body))
                || regions.iter().any(|&region| domain.is_near(state, region))
        };
        search.update(is_affected);
    }
    Ok(())
}
