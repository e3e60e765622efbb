//! The soak of crowds: pressure against walls, obstacles dropped on crowds, agents of all sizes, steps of all lengths, many on
//! one point. No number is not one, no disc is in a wall, nobody is lost.

use super::case_seed;
use crate::generate::{city, coarse_soup, maze, rooms, soup};
use crate::rng::Rng;
use navigant_crowd::internals::{AgentInternals as _, VectorInternals as _};
use navigant_crowd::{
    Agent, AgentId, Aim, Avoidance, CollisionFreeSpeed, Crowd, Notice, Orca, Planning, Seen, SocialForce, Status,
    Vector, Vision, Weidmann,
};
use navigant_geometry::internals::{LatticeInternals as _, PointInternals as _};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Bounds, EdgeId, FaceId, Map, ObstacleId, Outline, Point};

/// How many steps one case makes.
pub const STEPS_PER_CASE: u64 = 60;

/// One crowd in one hostile world, or every fourth time one crowd against the slow twin of its planning.
///
/// # Errors
/// What went wrong, and in which step.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    if number % 4 == 3 {
        return super::crowd_planning::case(seed, number);
    }
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = Scene::new(&mut rng, number)?;
    for step in 0..STEPS_PER_CASE {
        let before = if rng.one_in(3) { scene.edit(&mut rng)? } else { false };
        scene.step(&mut rng, before).map_err(|reason| format!("step {step}: {reason}"))?;
    }
    Ok(())
}

struct Scene {
    map: Map,
    crowd: Crowd,
    obstacles: Vec<ObstacleId>,
    outlines: Box<dyn Iterator<Item = Outline>>,
    dt: f64,
    /// Everyone who was added and not removed.
    ids: Vec<AgentId>,
    /// By agent, as `ids`: where it was and which face that is, after the last step.
    before: Vec<Option<(Seen, FaceId)>>,
    walls: Walls,
}

const SIZE: f64 = 40.0;

impl Scene {
    fn new(rng: &mut Rng, number: u64) -> Result<Scene, String> {
        let seed = rng.next_u64();
        let world = Bounds { min: Point::ORIGIN, max: Point::new(SIZE, SIZE) };
        let floor = Outline::rectangle(world.min, world.max);
        let (floor, obstacles) = match rng.below(5) {
            0 => city(seed, SIZE, SIZE, 60),
            1 => maze(seed, 6, 6, SIZE / 6.0, *rng.pick(&[0.0, 0.5]), 0.3),
            2 => rooms(seed, SIZE, SIZE, 6.0),
            3 => (floor, soup(seed, world).take(6).collect()),
            _ => (floor, Vec::new()),
        };
        let (map, obstacles) = Map::build(&[floor], &obstacles).map_err(|e| e.to_string())?;
        let outlines: Box<dyn Iterator<Item = Outline>> =
            if rng.one_in(2) { Box::new(soup(!seed, world)) } else { Box::new(coarse_soup(!seed, world, 16)) };
        let planning = Planning {
            expansions_per_step: *rng.pick(&[10, 1_000, 100_000]),
            expansions_per_search: *rng.pick(&[10, 20_000]),
            notice: *rng.pick(&[Notice::AtOnce, Notice::WhenSeen(15.0)]),
            ..Planning::default()
        };
        let crowd = Crowd::new(&map).with_planning(planning);
        let dt = *rng.pick(&[0.001, 0.02, 0.1, 0.1, 0.5, 1.0]);
        let (ids, before, walls) = (Vec::new(), Vec::new(), Walls::of(&map));
        let mut scene = Scene { map, crowd, obstacles, outlines, dt, ids, before, walls };
        scene.populate(rng, number)?;
        Ok(scene)
    }

    fn populate(&mut self, rng: &mut Rng, number: u64) -> Result<(), String> {
        // Now and then some hundred on one point, and now and then two thousand, which take as long as forty other cases.
        let crowded = number % 16 == 6;
        let on_one_point = if number % 128 == 6 { 2_000 } else { 300 };
        let count = if crowded { on_one_point } else { 1 + rng.below(150) };
        let radius = *rng.pick(&[0.05, 0.25, 0.25, 1.0, 5.0]);
        let one_point = anywhere(rng);
        let one_goal = rng.one_in(3).then(|| anywhere(rng));
        let avoidance = match rng.below(8) {
            0 => Avoidance::Nothing,
            1 => Avoidance::Orca(Orca::CIRCLE),
            2 => Avoidance::Vision(Vision::DEFAULT),
            3 => Avoidance::SocialForce(SocialForce::DEFAULT),
            4 => Avoidance::CollisionFreeSpeed(CollisionFreeSpeed::DEFAULT),
            5 => Avoidance::Weidmann(Weidmann::DEFAULT),
            _ => Avoidance::default(),
        };
        for _ in 0..count {
            let at = if crowded { one_point } else { anywhere(rng) };
            let aim = match rng.below(6) {
                0 => Aim::Stand,
                1 => Aim::Velocity(Vector::new(rng.range(-3.0..3.0) as f32, rng.range(-3.0..3.0) as f32)),
                2 => Aim::Straight(one_goal.unwrap_or_else(|| anywhere(rng))),
                _ => Aim::Goal(one_goal.unwrap_or_else(|| anywhere(rng))),
            };
            let speed = *rng.pick(&[0.0, 1.3, 1.3, 30.0]);
            let agent = Agent { radius: radius * rng.range(0.5..1.0), ..Agent::new(at) };
            let agent = agent.with_speed(speed).with_aim(aim).with_avoidance(avoidance);
            match self.crowd.add(&self.map, &agent) {
                Ok(id) => self.ids.push(id),
                Err(navigant_crowd::BadAgent::NoRoom { .. }) => {}
                Err(reason) => return Err(format!("{agent:?} was refused: {reason}")),
            }
        }
        for &id in &self.ids {
            let agent = self.crowd.agent(id).map_err(|e| e.to_string())?;
            self.before.push(face_of(&self.map, agent.position).map(|face| (agent, face)));
        }
        Ok(())
    }

    /// Edits the map, sometimes on top of an agent; says whether anything was edited.
    fn edit(&mut self, rng: &mut Rng) -> Result<bool, String> {
        let victim = self.crowd.agents().nth(rng.below(self.crowd.len() as u32) as usize);
        for _ in 0..rng.between(1, 3) {
            if self.obstacles.len() > 12 || rng.one_in(3) && !self.obstacles.is_empty() {
                let id = self.obstacles.swap_remove(rng.below(self.obstacles.len() as u32) as usize);
                self.map.remove(id).map_err(|e| e.to_string())?;
            } else if let Some(agent) = victim.filter(|_| rng.one_in(2)) {
                let (p, size) = (agent.position, rng.range(0.05..6.0));
                let outline = Outline::rectangle([p.x - size, p.y - size], [p.x + rng.range(0.0..size), p.y + size]);
                self.obstacles.push(self.map.insert(&outline).map_err(|e| e.to_string())?);
            } else if let Some(outline) = self.outlines.next() {
                // Soups contain outlines that are refused.
                self.obstacles.extend(self.map.insert(&outline));
            }
        }
        Ok(true)
    }

    fn step(&mut self, rng: &mut Rng, edited: bool) -> Result<(), String> {
        if rng.one_in(10) && !self.ids.is_empty() {
            let id = *rng.pick(&self.ids);
            let goal = anywhere(rng);
            self.crowd.set_aim(id, Aim::Goal(goal)).map_err(|e| e.to_string())?;
        }
        if rng.one_in(20) && !self.ids.is_empty() {
            let at = rng.below(self.ids.len() as u32) as usize;
            let id = self.ids.swap_remove(at);
            self.before.swap_remove(at);
            self.crowd.remove(id).map_err(|e| e.to_string())?;
        }
        self.crowd.step(&self.map, self.dt).map_err(|e| e.to_string())?;
        if self.crowd.len() != self.ids.len() {
            return Err(format!("{} agents, should be {}", self.crowd.len(), self.ids.len()));
        }
        if edited {
            self.walls = Walls::of(&self.map);
            // They were in a map that is gone.
            self.before.clear();
        }
        let map = &self.map;
        self.before.resize(self.ids.len(), None);
        for (&id, before) in self.ids.iter().zip(&mut self.before) {
            let agent = self.crowd.agent(id).map_err(|e| e.to_string())?;
            let then = before.map(|(_, face)| face);
            let face = self.walls.check(map, &agent, then).map_err(|reason| format!("{id}: {reason}; {agent:?}"))?;
            let now = face.map(|face| (agent, face));
            if let (Some((agent, now)), Some((before, then))) = (now, std::mem::replace(before, now))
                && map.components().of(now) != map.components().of(then)
            {
                return Err(format!("{id} got through a wall from {} to {}", before.position, agent.position));
            }
        }
        Ok(())
    }
}

fn anywhere(rng: &mut Rng) -> Point {
    Point::new(rng.range(0.0..SIZE), rng.range(0.0..SIZE))
}

fn face_of(map: &Map, p: Point) -> Option<FaceId> {
    let location = map.locate(p)?;
    map.faces_at(location).find(|&f| map.is_free(f))
}

/// Whether a place is in a face, farther from its sides than rounding to the lattice could take it.
fn is_well_inside(map: &Map, face: FaceId, p: Point) -> bool {
    let [x, y] = map.lattice().steps(p);
    let [a, b, c] = map.corners(face).map(|v| map.lattice_point(v)).map(|p| [p.x, p.y].map(f64::from));
    let is_left = |from: [f64; 2], to: [f64; 2]| {
        let way = [to[0] - from[0], to[1] - from[1]];
        way[0] * (y - from[1]) - way[1] * (x - from[0]) > 2.0 * (way[0].abs() + way[1].abs())
    };
    is_left(a, b) && is_left(b, c) && is_left(c, a)
}

/// All edges of free faces, in lattice steps.
struct Walls(Vec<Edge>);

/// An edge of a free face.
struct Edge {
    /// The lower left and the upper right corner of its bounding box.
    low: [f64; 2],
    high: [f64; 2],
    ends: [[f64; 2]; 2],
    is_wall: bool,
}

impl Walls {
    fn of(map: &Map) -> Walls {
        let ends = |e: EdgeId| [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
        let free = map.faces().filter(|&f| map.is_free(f)).flat_map(FaceId::edges);
        let edge = |e: EdgeId| {
            let [a, b] = ends(e).map(|p| [p.x, p.y].map(f64::from));
            let (low, high) = ([a[0].min(b[0]), a[1].min(b[1])], [a[0].max(b[0]), a[1].max(b[1])]);
            Edge { low, high, ends: [a, b], is_wall: map.is_wall(e) }
        };
        Walls(free.map(edge).collect())
    }

    /// The agent is somewhere, and its disc is in no wall: every wall of every free face is looked at. Returns the face it is in,
    /// which may be the one it was in before; none for one that is stuck.
    fn check(&self, map: &Map, agent: &Seen, then: Option<FaceId>) -> Result<Option<FaceId>, String> {
        if !agent.position.is_finite() || !agent.velocity.is_finite() {
            return Err("not a number".into());
        }
        if agent.status == Status::Stuck {
            return Ok(None);
        }
        let same = then.filter(|&face| is_well_inside(map, face, agent.position));
        let Some(face) = same.or_else(|| face_of(map, agent.position)) else { return Err("outside".into()) };
        let step = map.lattice().step();
        let [x, y] = map.lattice().steps(agent.position);
        let least = agent.radius / step - 1.0;
        let is_near = |edge: &&Edge| {
            (edge.low[0] - x < least)
                & (x - edge.high[0] < least)
                & (edge.low[1] - y < least)
                & (y - edge.high[1] < least)
        };
        for &Edge { ends: [[ax, ay], [bx, by]], is_wall, .. } in self.0.iter().filter(is_near) {
            // Corners of open edges are obstacles, too.
            let mut near = (x - ax).hypot(y - ay);
            let (dx, dy) = (bx - ax, by - ay);
            let along = (x - ax) * dx + (y - ay) * dy;
            if is_wall && along > 0.0 && along < dx * dx + dy * dy {
                near = near.min((dx * (y - ay) - dy * (x - ax)).abs() / dx.hypot(dy));
            }
            if near < least {
                return Err(format!("{} steps from a wall, {} too few", near, least + 1.0 - near));
            }
        }
        Ok(Some(face))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_soak_finds_nothing() {
        for number in 0..24 {
            if let Err(reason) = case(7, number) {
                panic!("case {number}: {reason}");
            }
        }
    }

    #[test]
    fn a_disc_in_a_wall_is_found() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0])).unwrap();
        let mut crowd = Crowd::new(&map);
        let id = crowd.add(&map, &Agent::new([5.0, 5.0])).unwrap();
        let agent = crowd.agent(id).unwrap();
        let check = |agent: &Seen| Walls::of(&map).check(&map, agent, None);
        assert!(check(&agent).is_ok());
        assert!(check(&Seen { position: Point::new(0.2, 5.0), ..agent }).is_err());
        assert!(check(&Seen { position: Point::new(-1.0, 5.0), ..agent }).is_err());
        assert!(check(&Seen { position: Point::new(f64::NAN, 5.0), ..agent }).is_err());
    }
}
