//! The soak of crowds on several floors.
//!
//! Buildings: storeys with boxes in them, joined by stairs that turn back. Some stay on their floor, some go to others, and boxes come and go. In
//! every step, nobody is nearer to a wall of its floor than its radius, or has come there but by a line that the map's exact sight
//! follows through seams; and those of a floor that nobody leaves or enters do, to the last bit, what they do alone.
//!
//! Cuts: the same convex floor whole and cut into layers along chords. Everyone whose neighbours are all in sight must get to the same
//! place in a step from the same state, and who walks alone must walk the same way. Left out is who is so near to a wall that its rounding
//! decides, or to a corner that only a cut has made.

use super::case_seed;
use crate::generate::cut;
use crate::rng::Rng;
use navigant_crowd::internals::LayeredCrowdInternals as _;
use navigant_crowd::{Agent, AgentId, Aim, BadAgent, BadLayeredAgent, Crowd, LayeredAgent, LayeredCrowd, LayeredSeen};
use navigant_mesh::internals::{LayerIdInternals as _, LayeredMapInternals as _};
use navigant_mesh::{Layer, LayerId, LayeredMap, Map, ObstacleId, Outline, Point, Seam};
use std::collections::BTreeMap;

/// Scenes of one case: a building and a floor that is cut.
pub const SCENES_PER_CASE: u64 = 2;
/// Steps of a case.
const STEPS: u64 = 70;
/// From where to where a hall reaches, in metres; stairs are beyond its right side.
const HALL: [f64; 2] = [20.0, 16.0];
const STOREY: f64 = 3.0;
/// How far somebody may be on a floor that is cut from where it is on the whole one, in metres: some lattice steps.
const TOLERANCE: f64 = 1e-5;
/// What is nearer to a wall than its radius and this touches it, in metres.
const TOUCHING: f64 = 1e-4;
/// How far from where a cut ends or meets an obstacle walls count for nobody, in metres: the longest look for walls (half a second at 2.8 m/s, and
/// the radius). There a wall has a corner more than on the whole floor, and ORCA treats two walls in a line otherwise than one.
const CORNERED: f64 = 1.7;
/// The same after many steps alone.
const WALK_TOLERANCE: f64 = 1e-3;
/// How far others are looked for, and a little more, in metres.
const SIGHT: f64 = 5.01;

/// One building, and one floor that is cut.
///
/// # Errors
/// Who goes wrong, where and in which step.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    building(&mut rng).map_err(|wrong| format!("building, {wrong}"))?;
    cut_floor(&mut rng).map_err(|wrong| format!("cut floor, {wrong}"))
}

/// Storeys, and stairs between them at some heights along the right side.
fn storeys(rng: &mut Rng) -> Result<(LayeredMap, u16), String> {
    let storeys = rng.between(2, 4) as u16;
    let (mut layers, mut seams) = (Vec::new(), Vec::new());
    for k in 0..storeys {
        layers.push(Layer::level(STOREY * f64::from(k), [Outline::rectangle([0.0, 0.0], HALL)]));
    }
    let (width, run, gap) = (rng.range(0.9..1.8), rng.range(2.0..5.0), *rng.pick(&[0.1, 0.3]));
    // Stairs above each other, or at two places in turn.
    let usual = rng.one_in(2).then(|| rng.range(0.5..10.0));
    for k in 0..storeys - 1 {
        let low = 0.5 + 7.5 * f64::from(k % 2);
        let (z, y) = (STOREY * f64::from(k), usual.unwrap_or_else(|| rng.range(low..low + 3.0)));
        let [x, end] = [HALL[0], HALL[0] + run];
        let (middle, top) = (y + width + gap, y + 2.0 * width + gap);
        let first = layers.len() as u16;
        let [lower, upper] =
            [Outline::rectangle([x, y], [end, y + width]), Outline::rectangle([x, middle], [end, top])];
        layers.push(Layer::flight([x, y, z], [end, y, z + 0.5 * STOREY], [lower]));
        layers.push(Layer::level(z + 0.5 * STOREY, [Outline::rectangle([end, y], [end + width, top])]));
        layers.push(Layer::flight([end, y, z + 0.5 * STOREY], [x, y, z + STOREY], [upper]));
        seams.push(Seam::new([k, first], [x, y], [x, y + width]));
        seams.push(Seam::new([first, first + 1], [end, y], [end, y + width]));
        seams.push(Seam::new([first + 1, first + 2], [end, middle], [end, top]));
        seams.push(Seam::new([first + 2, k + 1], [x, middle], [x, top]));
    }
    Ok((LayeredMap::build(&layers, &seams).map_err(|e| e.to_string())?, storeys))
}

fn building(rng: &mut Rng) -> Result<(), String> {
    let (mut map, storeys) = storeys(rng)?;
    let mut boxes: Vec<ObstacleId> = Vec::new();
    for _ in 0..rng.below(12) {
        boxes.extend(put(rng, &mut map, storeys)?);
    }
    // Nobody leaves or enters this one, if there is any.
    let own = rng.one_in(2).then(|| rng.below(u32::from(storeys)) as u16);
    let [mut full, mut alone] = [LayeredCrowd::new(&map), LayeredCrowd::new(&map)];
    let mut pairs: Vec<[AgentId; 2]> = Vec::new();
    for _ in 0..rng.between(20, 120) {
        let mut agent = LayeredAgent::new(place(rng, storeys, None));
        let z = agent.z;
        let goal = place(rng, storeys, own.map(|_| z));
        agent = agent.with_goal(goal);
        let layer = (z / STOREY).round() as u16;
        agent.agent.radius = rng.range(0.15..0.3);
        agent.agent.speed = rng.range(0.8..1.8);
        agent.agent.district = layer as u8;
        // Who has no room is refused.
        let Ok(id) = full.add_from(&map, layer.into(), &agent) else { continue };
        if own == Some(layer) {
            let twin = alone.add_from(&map, layer.into(), &agent).map_err(|e| e.to_string())?;
            pairs.push([id, twin]);
        }
    }
    for crowd in [&mut full, &mut alone] {
        for _ in 0..20 {
            crowd.plan_ahead(&map, 200_000);
        }
    }
    let mut before: BTreeMap<AgentId, LayeredSeen> = BTreeMap::new();
    for step in 0..STEPS {
        let mut is_edited = false;
        while rng.one_in(8) {
            is_edited = true;
            if !boxes.is_empty() && rng.one_in(2) {
                let gone = boxes.swap_remove(rng.below(boxes.len() as u32) as usize);
                map.remove(gone).map_err(|e| e.to_string())?;
            } else {
                boxes.extend(put(rng, &mut map, storeys)?);
            }
        }
        let report = full.step(&map, 0.1).map_err(|e| e.to_string())?;
        alone.step(&map, 0.1).map_err(|e| e.to_string())?;
        for seen in full.agents(&map).filter(|seen| !report.stuck.contains(&seen.agent.id)) {
            let is_moved = is_edited && report.moved.contains(&seen.agent.id);
            let then = before.get(&seen.agent.id).filter(|_| !is_moved);
            check(&map, then, &seen).map_err(|wrong| format!("step {step}: {wrong}"))?;
        }
        before = full.agents(&map).map(|seen| (seen.agent.id, seen)).collect();
        for [id, twin] in &pairs {
            let [one, other] = [(&full, *id), (&alone, *twin)].map(|(crowd, id)| crowd.agent(&map, id));
            let (one, other) = (one.map_err(|e| e.to_string())?, other.map_err(|e| e.to_string())?);
            let same = |s: &LayeredSeen| (s.layer, s.agent.position, s.agent.velocity, s.agent.status);
            if same(&one) != same(&other) {
                return Err(format!("step {step}: with others {one:?}, alone {other:?}"));
            }
        }
    }
    Ok(())
}

/// Inserts a box on some storey.
fn put(rng: &mut Rng, map: &mut LayeredMap, storeys: u16) -> Result<Option<ObstacleId>, String> {
    let low = [rng.range(0.5..HALL[0] - 2.5), rng.range(0.5..HALL[1] - 3.5)];
    let high = [low[0] + rng.range(0.2..2.5), low[1] + rng.range(0.2..2.5)];
    let layer = LayerId::new(rng.below(u32::from(storeys)) as u16);
    map.insert_on(layer, &Outline::rectangle(low, high)).map(Some).map_err(|e| e.to_string())
}

fn place(rng: &mut Rng, storeys: u16, z: Option<f64>) -> [f64; 3] {
    let storey = f64::from(rng.below(u32::from(storeys)));
    [rng.range(0.5..HALL[0] - 0.5), rng.range(0.5..HALL[1] - 0.5), z.unwrap_or(STOREY * storey)]
}

/// Whether an agent has room where it is and came there by a line that leads there.
fn check(map: &LayeredMap, before: Option<&LayeredSeen>, now: &LayeredSeen) -> Result<(), String> {
    let (place, step) = (now.agent.position, map.as_map().lattice().step());
    if now.agent.status == navigant_crowd::Status::Stuck {
        return Ok(());
    }
    let room = map.clearance_at(now.layer, place).unwrap_or(0.0);
    if room < now.agent.radius - 2.0 * step {
        return Err(format!("{now:?} has room for {room}"));
    }
    match before {
        Some(then) if !map.sees((then.layer, then.agent.position), (now.layer, place)) => {
            Err(format!("{then:?} has come to {now:?}"))
        }
        _ => Ok(()),
    }
}

fn cut_floor(rng: &mut Rng) -> Result<(), String> {
    let most = rng.between(2, 8) as usize;
    let size = rng.range(12.0..30.0);
    let cut = cut(rng, size, most);
    let mut whole = Map::new(&cut.floor).map_err(|e| e.to_string())?;
    let mut layers = LayeredMap::build(&cut.layers, &cut.seams).map_err(|e| e.to_string())?;
    for _ in 0..rng.below(8) {
        let low = [rng.range(0.0..size - 2.0), rng.range(0.0..size - 2.0)];
        let outline = Outline::rectangle(low, [low[0] + rng.range(0.2..2.0), low[1] + rng.range(0.2..2.0)]);
        let Some(layer) = layer_of(&layers, [low[0] + 0.1, low[1] + 0.1].into()) else { continue };
        whole.insert(&outline).map_err(|e| e.to_string())?;
        layers.insert_on(layer, &outline).map_err(|e| e.to_string())?;
    }
    let corners = corners_of_cuts(&whole, layers.as_map());
    let mut crowd = Crowd::new(&whole);
    for _ in 0..rng.between(5, 60) {
        let [from, to] = [(); 2].map(|()| Point::new(rng.range(0.0..size), rng.range(0.0..size)));
        let agent = Agent { aim: Aim::Straight(to), ..Agent::new(from).with_speed(rng.range(0.5..2.0)) };
        let _ = crowd.add(&whole, &agent);
    }
    for step in 0..STEPS / 2 {
        let mut twin = LayeredCrowd::new(&layers);
        let state: Vec<Agent> = crowd
            .agents()
            .map(|seen| crowd.description(seen.id))
            .collect::<Result<_, _>>()
            .map_err(|e| e.to_string())?;
        // Everyone once more in both, so that all have the same names.
        crowd = Crowd::new(&whole);
        let mut pairs = Vec::new();
        for agent in &state {
            let id = crowd.add(&whole, agent).map_err(|e| e.to_string())?;
            let on_layer = LayeredAgent { agent: *agent, z: 0.0, goal_z: 0.0 };
            match twin.add(&layers, &on_layer) {
                Ok(other) => pairs.push((id, other)),
                // Where a cut ends the wall is rounded: who touches it may have no room there.
                Err(BadLayeredAgent::Agent(BadAgent::NoRoom { largest, .. })) if is_touching(largest, agent.radius) => {
                    return Ok(());
                }
                Err(reason) => return Err(format!("step {step}: {reason}")),
            }
        }
        crowd.step(&whole, 0.1).map_err(|e| e.to_string())?;
        twin.step(&layers, 0.1).map_err(|e| e.to_string())?;
        for ((id, other), agent) in pairs.into_iter().zip(&state) {
            let (a, b) =
                (crowd.agent(id).map_err(|e| e.to_string())?, twin.agent(&layers, other).map_err(|e| e.to_string())?);
            let near = state.iter().filter(|near| near.position.distance(agent.position) < SIGHT);
            // Who touches a wall may touch its rounding: a cut that ends there bends the wall by a part of a lattice step. And how far one
            // slides along a wall in a step depends on the last bits: `crowd::clip`.
            let touches = |at: Point| whole.clearance_at(at).is_none_or(|room| room < agent.radius + TOUCHING);
            let is_beside = corners.iter().any(|corner| corner.distance(agent.position) < CORNERED);
            let is_decided_by_rounding = is_beside || [agent.position, a.position].into_iter().any(touches);
            if is_decided_by_rounding || !near.into_iter().all(|near| whole.sees(agent.position, near.position)) {
                continue;
            }
            if a.position.distance(b.agent.position) > TOLERANCE {
                return Err(format!("step {step}: from {agent:?} to {a:?} on the whole floor, {b:?} on layers"));
            }
        }
    }
    alone(rng, &whole, &layers, size)
}

/// The corners that only the floor that is cut has.
fn corners_of_cuts(whole: &Map, cut: &Map) -> Vec<Point> {
    let corners = |map: &Map| -> Vec<Point> {
        let mut corners: Vec<Point> = map.faces().flat_map(|f| map.corners(f)).map(|v| map.point(v)).collect();
        corners.sort_unstable_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
        corners.dedup();
        corners
    };
    let (known, within) = (corners(whole), 2.0 * whole.lattice().step());
    let is_new = |corner: &Point| known.iter().all(|other| other.distance(*corner) > within);
    corners(cut).into_iter().filter(is_new).collect()
}

/// Whether somebody of a radius has no room but for rounding.
fn is_touching(room: f64, radius: f64) -> bool {
    room >= radius - TOUCHING
}

/// One agent that follows its route on both floors.
fn alone(rng: &mut Rng, whole: &Map, layers: &LayeredMap, size: f64) -> Result<(), String> {
    let (mut one, mut other) = (Crowd::new(whole), LayeredCrowd::new(layers));
    let [from, to] = [(); 2].map(|()| Point::new(rng.range(0.0..size), rng.range(0.0..size)));
    let agent = Agent::new(from).with_goal(to);
    let on_layer = LayeredAgent { agent, z: 0.0, goal_z: 0.0 };
    let (Ok(id), Some(_)) = (one.add(whole, &agent), layer_of(layers, to)) else { return Ok(()) };
    if whole.clearance_at(to).is_none_or(|room| room < 0.3) || !whole.reaches(from, to, 0.25) {
        return Ok(());
    }
    let twin = other.add(layers, &on_layer).map_err(|e| e.to_string())?;
    for step in 0..4 * STEPS {
        one.step(whole, 0.1).map_err(|e| e.to_string())?;
        other.step(layers, 0.1).map_err(|e| e.to_string())?;
        let (a, b) = (one.agent(id).map_err(|e| e.to_string())?, other.agent(layers, twin).map_err(|e| e.to_string())?);
        if a.position.distance(b.agent.position) > WALK_TOLERANCE || a.status != b.agent.status {
            let ways = [one.way(id), other.way(twin)];
            return Err(format!("alone, step {step}: {a:?} on the whole floor, {b:?} on layers; {ways:?}"));
        }
    }
    Ok(())
}

fn layer_of(map: &LayeredMap, p: Point) -> Option<LayerId> {
    map.layers().find(|&layer| map.is_walkable(layer, p))
}
