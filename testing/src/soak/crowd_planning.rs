//! The planning of agents against a slow twin that remembers every obstacle and looks at all of them in every step.
//!
//! The crowd keeps two edits an agent that it has not seen yet, and bounds by which most edits are told apart as irrelevant. The
//! twin keeps all obstacles that stand, and who has seen which. Whoever knows of an obstacle must not keep a route through it,
//! and whoever knows everything must not keep a route that is longer than the shortest one by more than the hysteresis.

use super::case_seed;
use super::crowd::STEPS_PER_CASE;
use crate::generate::rooms;
use crate::rng::Rng;
use navigant_crowd::internals::{AgentInternals as _, CrowdInternals as _};
use navigant_crowd::{Agent, AgentId, Avoidance, Crowd, Notice, Planning, Status};
use navigant_mesh::{Bounds, Map, ObstacleId, Outline, Point};
use navigant_search::plane::{PathFinder, Query};

const SIZE: f64 = 60.0;
const RADIUS: f64 = 0.25;
/// The interval, in steps, at which agents look around (`tuning::notice::LOOK_INTERVAL` of the crowd): what they have seen for as
/// long they know.
const LOOK_EVERY: u32 = 4;
/// A route may lead through an obstacle by so much: it is told corner by corner, and passes them at the radius.
const SHALLOW: f64 = 2.2 * RADIUS;
/// With a small budget all plans are to be made within this number of steps after the last edit.
const MOST_STEPS_AFTER: u64 = 30_000;

/// One crowd, and its twin.
///
/// # Errors
/// Who keeps a bad route, and why it is bad.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = Scene::new(&mut rng)?;
    for step in 0..STEPS_PER_CASE {
        let named = |reason: String| format!("planning, step {step}: {reason}");
        for _ in 0..if rng.one_in(3) { rng.between(1, 4) } else { 0 } {
            scene.edit(&mut rng).map_err(named)?;
        }
        scene.step().map_err(named)?;
        if scene.has_budget {
            scene.check().map_err(named)?;
        }
    }
    if !scene.has_budget {
        let steps = scene.finish_plans()?;
        scene.check().map_err(|reason| format!("planning, {steps} steps after the last edit: {reason}"))?;
    }
    Ok(())
}

/// An obstacle that came, and for how many steps each agent has seen it.
struct Standing {
    id: ObstacleId,
    outline: [Point; 2],
    /// Where it changed the map; `None` if it did not.
    region: Option<Bounds>,
    seen: Vec<u32>,
}

/// A lower bound on the length of the shortest path from where an agent is to a goal, in metres.
#[derive(Clone, Copy)]
struct Least {
    length: f64,
    goal: Point,
}

struct Scene {
    map: Map,
    crowd: Crowd,
    agents: Vec<AgentId>,
    /// The longest route each had on the way to its goal.
    longest: Vec<f64>,
    /// By agent: what was found out about the shortest path.
    least: Vec<Option<Least>>,
    standing: Vec<Standing>,
    planning: Planning,
    has_budget: bool,
    /// The number of steps since there were expansions, and how many there were then.
    idle: u64,
    last_spent: u64,
    finder: PathFinder,
}

impl Scene {
    fn new(rng: &mut Rng) -> Result<Scene, String> {
        let world = [[0.0, 0.0], [SIZE, SIZE]].map(Point::from);
        let (floor, walls) = match rng.below(3) {
            0 => (Outline::rectangle(world[0], world[1]), Vec::new()),
            _ => rooms(rng.next_u64(), SIZE, SIZE, 12.0),
        };
        let (map, _) = Map::build(&[floor], &walls).map_err(|reason| reason.to_string())?;
        let has_budget = !rng.one_in(3);
        let planning = Planning {
            expansions_per_step: if has_budget { 10_000_000 } else { *rng.pick(&[300, 2_000]) },
            expansions_per_search: if has_budget { 10_000_000 } else { *rng.pick(&[10, 300]) },
            notice: *rng.pick(&[Notice::AtOnce, Notice::AtOnce, Notice::WhenSeen(15.0)]),
            ..Planning::default()
        };
        let mut crowd = Crowd::new(&map).with_planning(planning);
        let mut agents = Vec::new();
        for _ in 0..rng.between(1, 8) {
            let [from, goal] = [anywhere(rng), anywhere(rng)];
            // They keep exactly to their routes.
            let agent = Agent::new(from).with_radius(RADIUS).with_goal(goal).with_avoidance(Avoidance::Nothing);
            agents.extend(crowd.add(&map, &agent));
        }
        while crowd.plan_ahead(&map, 1_000_000) > 0 {}
        let (longest, least) = (vec![0.0; agents.len()], vec![None; agents.len()]);
        let (standing, finder) = (Vec::new(), PathFinder::new());
        let (idle, last_spent) = (0, 0);
        Ok(Scene { map, crowd, agents, longest, least, standing, planning, has_budget, idle, last_spent, finder })
    }

    /// A box comes, often on somebody's route, or one goes.
    fn edit(&mut self, rng: &mut Rng) -> Result<(), String> {
        if self.standing.len() > 10 || !self.standing.is_empty() && rng.one_in(2) {
            let gone = self.standing.swap_remove(rng.below(self.standing.len() as u32) as usize);
            self.map.remove(gone.id).map_err(|reason| reason.to_string())?;
            // Paths may be shorter now.
            self.least.fill(None);
        } else {
            let middle = self.on_a_route(rng).unwrap_or_else(|| anywhere(rng));
            let half = [rng.range(0.75..4.0), rng.range(0.75..4.0)];
            let low = Point::new(middle.x - half[0], middle.y - half[1]);
            let high = Point::new(middle.x + half[0], middle.y + half[1]);
            let id = self.map.insert(&Outline::rectangle(low, high)).map_err(|reason| reason.to_string())?;
            let (region, seen) = (self.map.change().region, vec![0; self.agents.len()]);
            self.standing.push(Standing { id, outline: [low, high], region, seen });
        }
        Ok(())
    }

    fn on_a_route(&self, rng: &mut Rng) -> Option<Point> {
        if self.agents.is_empty() || rng.one_in(3) {
            return None;
        }
        let way = self.crowd.way(*rng.pick(&self.agents)).ok()?;
        let leg = way.windows(2).nth(rng.below(way.len() as u32) as usize)?;
        let share = rng.range(0.2..0.9);
        Some(Point::new(leg[0].x + share * (leg[1].x - leg[0].x), leg[0].y + share * (leg[1].y - leg[0].y)))
    }

    /// Goes on until nobody waits for a plan; says for how many steps.
    ///
    /// What a step overdraws the budget by is missing in the next ones: while these pay it back, no plan is made though somebody
    /// may wait for one. A plan is made as soon as it is paid.
    fn finish_plans(&mut self) -> Result<u64, String> {
        for steps in 0..MOST_STEPS_AFTER {
            self.step()?;
            let paying = self.last_spent / u64::from(self.planning.expansions_per_step);
            if self.idle > paying + u64::from(2 * LOOK_EVERY) {
                return Ok(steps);
            }
        }
        Err(format!("plans are still made {MOST_STEPS_AFTER} steps after the last edit"))
    }

    fn step(&mut self) -> Result<(), String> {
        let before: Vec<Option<Point>> =
            self.agents.iter().map(|&id| self.crowd.agent(id).ok().map(|seen| seen.position)).collect();
        let report = self.crowd.step(&self.map, Crowd::DT).map_err(|reason| reason.to_string())?;
        for (at, (&id, place)) in self.agents.iter().zip(before).enumerate() {
            // Who was put elsewhere looked around from there.
            let place = place.filter(|_| !report.moved.contains(&id) && !report.stuck.contains(&id));
            // Who walks on by so much brings the shortest path down by no more, and what comes makes none shorter. Rounding and moves
            // along walls are worth the margin.
            let now = self.crowd.agent(id).ok().map(|seen| seen.position);
            self.least[at] = match (self.least[at], place, now) {
                (Some(least), Some(place), Some(now)) => {
                    Some(Least { length: least.length - 1.01 * now.distance(place) - 1e-4, ..least })
                }
                _ => None,
            };
            for obstacle in &mut self.standing {
                let sees = place.is_some_and(|place| obstacle.is_seen(&self.map, place, self.planning.notice));
                obstacle.seen[at] = if sees { obstacle.seen[at] + 1 } else { 0 };
            }
        }
        self.idle = if report.expansions > 0 { 0 } else { self.idle + 1 };
        if report.expansions > 0 {
            self.last_spent = report.expansions;
        }
        Ok(())
    }

    fn check(&mut self) -> Result<(), String> {
        for (at, &id) in self.agents.iter().enumerate() {
            let agent = self.crowd.agent(id).map_err(|reason| reason.to_string())?;
            if agent.status != Status::Walking {
                continue;
            }
            let way = self.crowd.way(id).map_err(|reason| reason.to_string())?;
            let is_known =
                |obstacle: &&Standing| self.planning.notice == Notice::AtOnce || obstacle.seen[at] >= LOOK_EVERY;
            let crosses = |obstacle: &&Standing| way.windows(2).any(|leg| obstacle.is_crossed(leg[0], leg[1]));
            if let Some(obstacle) = self.standing.iter().filter(crosses).find(is_known) {
                let (outline, notice) = (obstacle.outline, self.planning.notice);
                return Err(format!("{id} walks {way:?} through {outline:?}, which it knows ({notice:?})"));
            }
            if self.planning.notice == Notice::AtOnce && self.has_budget {
                let left = self.crowd.way_left(id).map_err(|reason| reason.to_string())?;
                self.longest[at] = left.max(self.longest[at]);
                let Some(&goal) = way.last() else { continue };
                let allowed = self.planning.hysteresis * self.longest[at] + 1.0;
                // Most need no search.
                let least = self.least[at].filter(|least| least.goal == goal).map_or(0.0, |least| least.length);
                if left <= least.max(agent.position.distance(goal) - 1e-3) + allowed {
                    continue;
                }
                // As the crowd does it: agents may stand nearer to walls by a part of a lattice step.
                let radius = RADIUS - 2.0 * self.map.lattice().step();
                let Ok(path) = self.finder.find(&self.map, &Query::new(agent.position, goal).with_radius(radius))
                else {
                    continue;
                };
                self.least[at] = Some(Least { length: path.length, goal });
                // Routes are measured from corner to corner, and a step is made while they are found.
                if left > path.length + allowed {
                    return Err(format!(
                        "{id} has {left} m left by {way:?}, and the shortest path is {} m",
                        path.length
                    ));
                }
            }
        }
        Ok(())
    }
}

impl Standing {
    fn is_seen(&self, map: &Map, from: Point, notice: Notice) -> bool {
        let Notice::WhenSeen(range) = notice else { return true };
        let Some(region) = self.region else { return false };
        let nearest = Point::new(from.x.clamp(region.min.x, region.max.x), from.y.clamp(region.min.y, region.max.y));
        let away = from.distance(nearest);
        // A little before it; and what is at the very limit is left to the crowd.
        let share = (1.0 - 0.1 / away).max(0.0);
        let before = Point::new(from.x + share * (nearest.x - from.x), from.y + share * (nearest.y - from.y));
        away <= range - 0.01 && map.sees(from, before)
    }

    /// Whether a segment leads through the inner part of the box.
    fn is_crossed(&self, from: Point, to: Point) -> bool {
        let [low, high] = self.outline;
        let (mut begin, mut end) = (0.0f64, 1.0f64);
        for (a, b, low, high) in [(from.x, to.x, low.x, high.x), (from.y, to.y, low.y, high.y)] {
            let (low, high) = (low + SHALLOW, high - SHALLOW);
            if a == b {
                if a <= low || a >= high {
                    return false;
                }
                continue;
            }
            let (p, q) = ((low - a) / (b - a), (high - a) / (b - a));
            (begin, end) = (begin.max(p.min(q)), end.min(p.max(q)));
        }
        begin < end
    }
}

fn anywhere(rng: &mut Rng) -> Point {
    Point::new(rng.range(0.5..SIZE - 0.5), rng.range(0.5..SIZE - 0.5))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_short_soak_finds_nothing() {
        for number in 0..60 {
            if let Err(reason) = case(7, number) {
                panic!("case {number}: {reason}");
            }
        }
    }

    #[test]
    fn a_route_through_a_box_is_told_from_one_past_it() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [SIZE, SIZE])).unwrap();
        let outline = [[10.0, 10.0], [14.0, 12.0]].map(Point::from);
        let id = map.insert(&Outline::rectangle(outline[0], outline[1])).unwrap();
        let standing = Standing { id, outline, region: map.change().region, seen: Vec::new() };
        let crosses = |a: [f64; 2], b: [f64; 2]| standing.is_crossed(a.into(), b.into());
        assert!(crosses([5.0, 11.0], [20.0, 11.0]) && crosses([12.0, 5.0], [12.0, 20.0]));
        assert!(!crosses([5.0, 12.0], [20.0, 12.0]) && !crosses([5.0, 11.0], [10.0, 11.0]));
        assert!(!crosses([5.0, 9.0], [12.0, 20.0]));
        assert!(standing.is_seen(&map, Point::new(2.0, 11.0), Notice::WhenSeen(15.0)));
        assert!(!standing.is_seen(&map, Point::new(30.0, 11.0), Notice::WhenSeen(15.0)));
    }
}
