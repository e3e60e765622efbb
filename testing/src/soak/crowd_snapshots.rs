//! Snapshots that somebody has tampered with, down to the checksum: they are refused with a reason, or give a crowd that walks on.

use super::case_seed;
use crate::rng::Rng;
use navigant_crowd::internals::{AgentInternals as _, CrowdInternals as _, VectorInternals as _};
use navigant_crowd::{Agent, Aim, Avoidance, Crowd, Notice, Planning, SocialForce, Vision, internals};
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::{Map, Outline, Point};

/// How many snapshots one case tampers with.
pub const SNAPSHOTS_PER_CASE: u64 = 50;
/// Steps that a loaded crowd walks.
const STEPS: usize = 100;
const SIZE: f64 = 30.0;

/// One crowd, whose snapshot is changed in many ways.
///
/// # Errors
/// What became of a crowd that should not have been loaded.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let (map, good) = scene(&mut rng)?;
    if let Err(reason) = Crowd::load(&map, &good) {
        return Err(format!("a snapshot as it was written is refused: {reason}"));
    }
    for round in 0..SNAPSHOTS_PER_CASE {
        let mut bytes = good.clone();
        for _ in 0..rng.between(1, 4) {
            tamper(&mut rng, &mut bytes);
        }
        holds(&map, &mut bytes).map_err(|reason| format!("snapshot {round}: {reason}"))?;
    }
    Ok(())
}

/// Whether bytes whose checksum is made right are refused, or give a crowd that walks on without losing anybody.
///
/// # Errors
/// What went wrong.
pub fn holds(map: &Map, bytes: &mut [u8]) -> Result<(), String> {
    internals::write_checksum(bytes);
    let Ok(mut crowd) = Crowd::load(map, bytes) else { return Ok(()) };
    let count = crowd.len();
    for step in 0..STEPS {
        crowd.step(map, Crowd::DT).map_err(|reason| format!("step {step}: {reason}"))?;
        if crowd.len() != count {
            return Err(format!("step {step}: {} agents of {count}", crowd.len()));
        }
        for agent in crowd.agents() {
            if !agent.position.is_finite() || !agent.velocity.is_finite() {
                return Err(format!("step {step}: {agent:?}"));
            }
            if crowd.agent(agent.id) != Ok(agent) {
                return Err(format!("step {step}: {} is not found by its id", agent.id));
            }
        }
    }
    Ok(())
}

/// A hall with people who have walked for a while, around obstacles that came and went.
///
/// # Errors
/// What could not be done; nothing, unless there is a bug.
pub fn scene(rng: &mut Rng) -> Result<(Map, Vec<u8>), String> {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [SIZE, SIZE])).map_err(|reason| reason.to_string())?;
    let notice = *rng.pick(&[Notice::AtOnce, Notice::WhenSeen(10.0)]);
    let mut crowd = Crowd::new(&map).with_planning(Planning { notice, ..Planning::default() });
    let place = |rng: &mut Rng| Point::new(rng.range(1.0..SIZE - 1.0), rng.range(1.0..SIZE - 1.0));
    let profiles =
        [Avoidance::default(), Avoidance::Vision(Vision::DEFAULT), Avoidance::SocialForce(SocialForce::DEFAULT)];
    let mut last = None;
    for i in 0..rng.between(2, 12) {
        let (from, goal) = (place(rng), place(rng));
        let agent = Agent::new(from).with_goal(goal).with_avoidance(*rng.pick(&profiles)).with_district((i % 2) as u8);
        let id = crowd.add_from(&map, i % 3, &agent).map_err(|reason| reason.to_string())?;
        if let Some(other) = last.replace(id).filter(|_| rng.one_in(4)) {
            crowd.join(id, other).map_err(|reason| reason.to_string())?;
        }
    }
    let mut boxes = Vec::new();
    for step in 0..rng.between(1, 40) {
        if step % 5 == 0 {
            let p = place(rng);
            let size = rng.range(0.2..4.0);
            boxes.push(
                map.insert(&Outline::rectangle(p, [p.x + size, p.y + size])).map_err(|reason| reason.to_string())?,
            );
        }
        if boxes.len() > 3 {
            map.remove(boxes.remove(0)).map_err(|reason| reason.to_string())?;
        }
        crowd.step(&map, Crowd::DT).map_err(|reason| reason.to_string())?;
    }
    if let Some(id) = last.filter(|_| rng.one_in(2)) {
        crowd.remove(id).map_err(|reason| reason.to_string())?;
    }
    let someone = crowd.agents().next().map(|agent| agent.id);
    if let Some(id) = someone {
        crowd.set_aim(id, Aim::Straight(place(rng))).map_err(|reason| reason.to_string())?;
    }
    Ok((map.clone(), crowd.save(&map)))
}

/// Changes some bytes, often to numbers that are hard to bear.
fn tamper(rng: &mut Rng, bytes: &mut [u8]) {
    // Neither the magic word, the version, the lattice nor the map: those are refused at once.
    const HEAD: usize = 44;
    let room = bytes.len().saturating_sub(HEAD + 16).max(1) as u32;
    let at = HEAD + rng.below(room) as usize;
    let floats = [f64::NAN, f64::INFINITY, -1e300, 1e300, 1e-300, -0.0, 0.0, 1e9, -1.0];
    let numbers = [0, 1, 2, 255, u32::MAX.into(), u64::MAX, 1 << 63, 1 << 47, 1 << 31];
    match rng.below(8) {
        0 => put(bytes, at, &rng.pick(&floats).to_le_bytes()),
        1 => put(bytes, at, &(*rng.pick(&floats) as f32).to_le_bytes()),
        2 => put(bytes, at, &rng.pick(&numbers).to_le_bytes()),
        3 => put(bytes, at, &(*rng.pick(&numbers) as u32).to_le_bytes()),
        4 => put(bytes, at, &[rng.below(256) as u8]),
        5 => put(bytes, at, &[*rng.pick(&[0, 1, 2, 3, 4, 5, 6, 127, 255])]),
        6 => {
            let other = HEAD + rng.below(room) as usize;
            let copy = bytes[other..(other + 8).min(bytes.len())].to_vec();
            put(bytes, at, &copy);
        }
        _ => {
            if let Some(byte) = bytes.get_mut(at) {
                *byte ^= 1 << rng.below(8);
            }
        }
    }
}

fn put(bytes: &mut [u8], at: usize, what: &[u8]) {
    if let Some(part) = bytes.get_mut(at..at + what.len()) {
        part.copy_from_slice(what);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_soak_finds_nothing() {
        for number in 0..40 {
            if let Err(reason) = case(7, number) {
                panic!("case {number}: {reason}");
            }
        }
    }
}
