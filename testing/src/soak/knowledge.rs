//! What agents know, against a slow twin that keeps for each agent and each obstacle what it could have learnt and what it must have.
//!
//! The crowd keeps bits of contested obstacles, indices of where they are seen from, and plans on maps that assume the fewest of
//! them. The twin looks from everyone at everything in every step, and builds the map that an agent believes in from its outlines.
//! Nobody knows what it could not have seen or been told; nobody misses what it saw for long; whoever believes in an obstacle has no
//! route through it, and no route is longer than the shortest on what its agent believes: nobody avoids what it does not know. A
//! crowd that was saved and loaded goes on as the other.
//!
//! What is walked is held to the same. Beside the crowd walks another one, on a map where the last obstacle never came: whoever cannot know
//! of it is in the same place in both. Who has known of an obstacle for some steps does not walk into it, be it there or
//! only believed to be, and does not stand before it.

mod walks;

use self::walks::Without;
use super::case_seed;
use crate::generate::rooms;
use crate::rng::Rng;
use navigant_crowd::internals::{AgentInternals as _, CrowdInternals as _};
use navigant_crowd::{Agent, AgentId, Avoidance, Crowd, News, Planning, Seen, Status};
use navigant_mesh::{Map, ObstacleId, Outline, Point};
use navigant_search::plane::{PathFinder, Query};

/// Steps that a crowd makes in a case.
pub const STEPS_PER_CASE: u64 = 150;
const SIZE: f64 = 50.0;
const RADIUS: f64 = 0.25;
/// The interval, in steps, at which agents look around and tell each other (`tuning` of the crowd): what they have seen for as long, and
/// whom they have met for as long, they know about.
const EVERY: u32 = 4;
/// A route may lead through an obstacle by so much: it is told corner by corner, and passes them at the radius.
const SHALLOW: f64 = 2.2 * RADIUS;
/// What is nearer to a limit than this, in metres, may be on either side of it.
const MARGIN: f64 = 0.01;

/// One crowd, and its twin.
///
/// # Errors
/// Who knows what it cannot, misses what it must know, or goes where it should not.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = Scene::new(&mut rng)?;
    for step in 0..STEPS_PER_CASE {
        let named = |reason: String| format!("knowledge, step {step}: {reason}");
        if rng.one_in(6) {
            scene.edit(&mut rng).map_err(named)?;
        }
        if rng.one_in(15) {
            scene.come_or_go(&mut rng).map_err(named)?;
        }
        if rng.one_in(25) {
            scene.saved =
                Some(Crowd::load(&scene.map, &scene.crowd.save(&scene.map)).map_err(|e| named(e.to_string()))?);
        }
        scene.step(step as u32).map_err(named)?;
        scene.check_beliefs().map_err(named)?;
        scene.check_walks().map_err(named)?;
        scene.check_routes(&mut rng).map_err(named)?;
    }
    Ok(())
}

/// What an agent may know of an obstacle.
#[derive(Clone, Copy, Debug, Default)]
struct Mind {
    could_know_it_came: bool,
    could_know_it_went: bool,
    /// Since which step.
    knows_it_came: Option<u32>,
    knows_it_went: Option<u32>,
    /// For how many steps it has seen the place as it is.
    seen: u32,
    /// For how many steps it has believed that it is there.
    believed: u32,
    /// For how many steps it has stood before it.
    held_up: u32,
}

/// An obstacle that came.
struct Fact {
    id: ObstacleId,
    low: Point,
    high: Point,
    is_there: bool,
    /// All knew it once.
    was_common: bool,
    minds: Vec<Mind>,
}

struct Scene {
    floor: Outline,
    walls: Vec<Outline>,
    map: Map,
    crowd: Crowd,
    /// The crowd once more, after it was saved and loaded.
    saved: Option<Crowd>,
    without: Option<Without>,
    news: News,
    agents: Vec<AgentId>,
    /// Where each was before the step, and whether it walked from there.
    before: Vec<Option<Point>>,
    /// The longest route each had on the way to its goal.
    longest: Vec<f64>,
    /// By two agents: for how many steps they have been in contact.
    met: Vec<Vec<u32>>,
    facts: Vec<Fact>,
    /// Obstacles were moved: what agents believe of where they were cannot be asked.
    has_moved: bool,
    avoids: bool,
    finder: PathFinder,
}

impl Scene {
    fn new(rng: &mut Rng) -> Result<Scene, String> {
        let (floor, walls) = match rng.below(3) {
            0 => (Outline::rectangle([0.0, 0.0], [SIZE, SIZE]), Vec::new()),
            _ => rooms(rng.next_u64(), SIZE, SIZE, 12.0),
        };
        let (map, _) = Map::build(std::slice::from_ref(&floor), &walls).map_err(|reason| reason.to_string())?;
        let news = News {
            sight: rng.range(3.0..25.0),
            contact: *rng.pick(&[0.0, 1.5, 4.0]),
            turning: *rng.pick(&[0.0, 6.0, 12.0]),
        };
        let planning = Planning { expansions_per_step: 50_000_000, ..Planning::default() };
        let crowd = Crowd::new(&map).with_planning(planning).with_news(&map, news).map_err(|e| e.to_string())?;
        let mut scene = Scene {
            floor,
            walls,
            map,
            crowd,
            saved: None,
            without: None,
            news,
            agents: Vec::new(),
            before: Vec::new(),
            longest: Vec::new(),
            met: Vec::new(),
            facts: Vec::new(),
            has_moved: false,
            avoids: rng.one_in(3),
            finder: PathFinder::new(),
        };
        for _ in 0..rng.between(2, 12) {
            scene.come(rng);
        }
        while scene.crowd.plan_ahead(&scene.map, 1_000_000) > 0 {}
        Ok(scene)
    }

    /// Somebody comes, often near somebody else.
    fn come(&mut self, rng: &mut Rng) {
        let [mut from, goal] = [anywhere(rng), anywhere(rng)];
        if !self.agents.is_empty()
            && rng.one_in(2)
            && let Ok(other) = self.crowd.agent(*rng.pick(&self.agents))
        {
            from = Point::new(other.position.x + rng.range(-2.0..2.0), other.position.y + rng.range(-2.0..2.0));
        }
        let avoidance = if self.avoids { Avoidance::default() } else { Avoidance::Nothing };
        let agent = Agent::new(from).with_radius(RADIUS).with_goal(goal).with_avoidance(avoidance);
        if let Ok(id) = self.crowd.add(&self.map, &agent) {
            if let Some(saved) = &mut self.saved {
                // The other one has room there too.
                let _ = saved.add(&self.map, &agent);
            }
            self.agents.push(id);
            self.longest.push(0.0);
            self.met.iter_mut().for_each(|row| row.push(0));
            self.met.push(vec![0; self.agents.len()]);
            for fact in &mut self.facts {
                let knows = fact.was_common && !fact.is_there;
                fact.minds.push(Mind { could_know_it_came: knows, ..Mind::default() });
            }
        }
    }

    fn come_or_go(&mut self, rng: &mut Rng) -> Result<(), String> {
        self.without = None;
        if self.agents.len() < 2 || self.agents.len() < 14 && rng.one_in(2) {
            self.come(rng);
            return Ok(());
        }
        let at = rng.below(self.agents.len() as u32) as usize;
        let id = self.agents.remove(at);
        self.longest.remove(at);
        self.met.remove(at);
        self.met.iter_mut().for_each(|row| {
            row.remove(at);
        });
        self.facts.iter_mut().for_each(|fact| {
            fact.minds.remove(at);
        });
        let saved = self.saved.as_mut().map_or(Ok(()), |saved| saved.remove(id));
        self.crowd.remove(id).and(saved).map_err(|reason| reason.to_string())
    }

    /// A box comes, often on somebody's route and on a grid of metres, where much is as long as something else; or one goes or is moved.
    fn edit(&mut self, rng: &mut Rng) -> Result<(), String> {
        let there: Vec<usize> = (0..self.facts.len()).filter(|&at| self.facts[at].is_there).collect();
        let middle = self.on_a_route(rng).unwrap_or_else(|| anywhere(rng));
        let half = [rng.range(0.75..4.0), rng.range(0.75..4.0)];
        let mut corners = [middle.x - half[0], middle.y - half[1], middle.x + half[0], middle.y + half[1]];
        if rng.one_in(2) {
            corners = corners.map(f64::round);
        }
        let [low, high] = [Point::new(corners[0], corners[1]), Point::new(corners[2], corners[3])];
        self.without = None;
        if there.len() > 8 || !there.is_empty() && rng.one_in(2) {
            let at = *rng.pick(&there);
            let id = self.facts[at].id;
            if rng.one_in(8) {
                self.has_moved = true;
                self.map.move_to(id, &Outline::rectangle(low, high)).map_err(|reason| reason.to_string())?;
                // Where it was cannot be asked about.
                self.facts.remove(at);
                self.note(id, low, high);
            } else {
                self.map.remove(id).map_err(|reason| reason.to_string())?;
                self.facts[at].is_there = false;
                self.facts[at].minds.iter_mut().for_each(|mind| mind.seen = 0);
            }
            return Ok(());
        }
        let (map, crowd) = (self.map.clone(), self.crowd.clone());
        let id = self.map.insert(&Outline::rectangle(low, high)).map_err(|reason| reason.to_string())?;
        self.note(id, low, high);
        self.without = Some(Without { id, map, crowd, has_other_news: Vec::new() });
        Ok(())
    }

    fn note(&mut self, id: ObstacleId, low: Point, high: Point) {
        let minds = vec![Mind::default(); self.agents.len()];
        self.facts.push(Fact { id, low, high, is_there: true, was_common: false, minds });
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

    fn step(&mut self, step: u32) -> Result<(), String> {
        let agents: Vec<Seen> =
            self.agents.iter().map(|&id| self.crowd.agent(id)).collect::<Result<_, _>>().map_err(|e| e.to_string())?;
        self.look(&agents, step);
        self.meet(&agents, step);
        let report = self.crowd.step(&self.map, Crowd::DT).map_err(|reason| reason.to_string())?;
        if let Some(Without { map, crowd, .. }) = &mut self.without {
            crowd.step(map, Crowd::DT).map_err(|reason| reason.to_string())?;
        }
        let is_put = |id: &AgentId| report.moved.contains(id) || report.stuck.contains(id);
        let before = |(id, agent): (&AgentId, &Seen)| (!is_put(id)).then_some(agent.position);
        self.before = self.agents.iter().zip(&agents).map(before).collect();
        if let Some(saved) = &mut self.saved {
            saved.step(&self.map, Crowd::DT).map_err(|reason| reason.to_string())?;
            if saved.hash() != self.crowd.hash() {
                return Err("a crowd that was saved and loaded goes on as another".into());
            }
        }
        for (at, id) in self.agents.iter().enumerate() {
            // Who was put elsewhere looked around from there.
            if report.moved.contains(id) || report.stuck.contains(id) {
                for fact in &mut self.facts {
                    let mind = &mut fact.minds[at];
                    (mind.could_know_it_came, mind.could_know_it_went, mind.seen) = (true, !fact.is_there, 0);
                }
                self.met.iter_mut().for_each(|row| row[at] = 0);
                self.met[at].fill(0);
            }
        }
        Ok(())
    }

    /// Everybody looks at everything.
    fn look(&mut self, agents: &[Seen], step: u32) {
        for fact in &mut self.facts {
            let (low, high, is_there) = (fact.low, fact.high, fact.is_there);
            for (mind, agent) in fact.minds.iter_mut().zip(agents) {
                let p = agent.position;
                let away = p.distance(Point::new(p.x.clamp(low.x, high.x), p.y.clamp(low.y, high.y)));
                if away <= self.news.sight + MARGIN && around(p).iter().any(|&p| is_seen(&self.map, low, high, p)) {
                    mind.could_know_it_came |= is_there;
                    mind.could_know_it_went |= !is_there;
                }
                let surely =
                    away <= self.news.sight - MARGIN && around(p).iter().all(|&p| is_seen(&self.map, low, high, p));
                mind.seen = if surely { mind.seen + 1 } else { 0 };
                if mind.seen > EVERY && is_there {
                    mind.knows_it_came.get_or_insert(step);
                }
                // Who does not believe in it learns nothing from its place.
                let believed = mind.knows_it_came.is_some_and(|since| since + EVERY < step);
                if mind.seen > EVERY && !is_there && believed {
                    mind.knows_it_went.get_or_insert(step);
                }
            }
        }
    }

    /// Everybody hears from everyone what those could know, or must, before the step.
    fn meet(&mut self, agents: &[Seen], step: u32) {
        for at in 0..agents.len() {
            for other in (0..agents.len()).filter(|&other| other != at) {
                let (own, theirs) = (&agents[at], &agents[other]);
                let away = own.position.distance(theirs.position);
                let sees = around(own.position).map(|p| self.map.sees(p, theirs.position));
                let (might_see, surely_sees) = (sees.contains(&true), sees.iter().all(|sees| *sees));
                let surely = surely_sees && self.news.contact > 0.0 && away <= self.news.contact - MARGIN;
                self.met[at][other] = if surely { self.met[at][other] + 1 } else { 0 };
                let may_tell = might_see && self.news.contact > 0.0 && away <= self.news.contact + MARGIN;
                let comes_back = {
                    let [a, b] = [own.velocity, theirs.velocity].map(|v| [f64::from(v.x), f64::from(v.y)]);
                    let (dot, lengths) = (a[0] * b[0] + a[1] * b[1], a[0].hypot(a[1]) * b[0].hypot(b[1]));
                    dot < -0.49 * lengths
                };
                let may_infer =
                    might_see && self.news.turning > 0.0 && away <= self.news.turning + MARGIN && comes_back;
                let has_met = self.met[at][other] > EVERY;
                for fact in &mut self.facts {
                    let told = fact.minds[other];
                    let mind = &mut fact.minds[at];
                    mind.could_know_it_came |= told.could_know_it_came && (may_tell || may_infer);
                    mind.could_know_it_went |= told.could_know_it_went && may_tell;
                    let was_told = |since: Option<u32>| has_met && since.is_some_and(|since| since + EVERY < step);
                    if was_told(told.knows_it_came) {
                        mind.knows_it_came.get_or_insert(step);
                    }
                    // Who never believed in it tells nobody that it went.
                    if was_told(told.knows_it_went) && was_told(told.knows_it_came) {
                        mind.knows_it_came.get_or_insert(step);
                        mind.knows_it_went.get_or_insert(step);
                    }
                }
            }
        }
    }

    fn check_beliefs(&mut self) -> Result<(), String> {
        let mut settled = Vec::new();
        if self.agents.is_empty() {
            self.facts.iter_mut().for_each(|fact| fact.was_common = true);
        }
        for (number, fact) in self.facts.iter_mut().enumerate() {
            for (at, &id) in self.agents.iter().enumerate() {
                let mind = fact.minds[at];
                let told = || format!("{:?} to {:?}, there: {}, {mind:?}", fact.low, fact.high, fact.is_there);
                match self.crowd.believes(id, fact.id).map_err(|reason| reason.to_string())? {
                    Some(true) if !mind.could_know_it_came => {
                        return Err(format!("{id} knows what it cannot: {}", told()));
                    }
                    Some(true) if !fact.is_there && mind.knows_it_went.is_some() => {
                        return Err(format!("{id} believes in what it saw gone: {}", told()));
                    }
                    Some(false) if fact.is_there && mind.knows_it_came.is_some() => {
                        return Err(format!("{id} does not know what it must: {}", told()));
                    }
                    Some(false) if !fact.is_there && mind.knows_it_came.is_some() && !mind.could_know_it_went => {
                        return Err(format!("{id} knows that something went, and cannot: {}", told()));
                    }
                    None if fact.is_there && !mind.could_know_it_came && !fact.was_common => {
                        return Err(format!("all know it, and {id} cannot: {}", told()));
                    }
                    None if !fact.is_there && mind.knows_it_came.is_some() && !mind.could_know_it_went => {
                        return Err(format!("nobody believes in it, and {id} must: {}", told()));
                    }
                    None if fact.is_there => {
                        fact.was_common = true;
                        let mind = &mut fact.minds[at];
                        (mind.could_know_it_came, mind.knows_it_came) = (true, mind.knows_it_came.or(Some(0)));
                    }
                    None => settled.push(number),
                    Some(_) => {}
                }
            }
        }
        settled.dedup();
        settled.into_iter().rev().for_each(|number| drop(self.facts.remove(number)));
        Ok(())
    }

    /// One of them, with the map that it believes in.
    fn check_routes(&mut self, rng: &mut Rng) -> Result<(), String> {
        if self.has_moved || self.avoids || self.agents.is_empty() {
            return Ok(());
        }
        let at = rng.below(self.agents.len() as u32) as usize;
        let id = self.agents[at];
        let agent = self.crowd.agent(id).map_err(|reason| reason.to_string())?;
        let believes = |fact: &&Fact| self.crowd.believes(id, fact.id).ok().flatten().unwrap_or(fact.is_there);
        let believed: Vec<&Fact> = self.facts.iter().filter(believes).collect();
        let way = self.crowd.way(id).map_err(|reason| reason.to_string())?;
        let Some(&goal) = way.last().filter(|_| agent.status == Status::Walking) else { return Ok(()) };
        if let Some(fact) = believed.iter().find(|fact| way.windows(2).any(|leg| fact.is_crossed(leg[0], leg[1]))) {
            return Err(format!("{id} walks {way:?} through {:?} to {:?}, which it knows", fact.low, fact.high));
        }
        let boxes = believed.iter().map(|fact| Outline::rectangle(fact.low, fact.high));
        let outlines: Vec<Outline> = self.walls.iter().cloned().chain(boxes).collect();
        let (map, _) = Map::build(std::slice::from_ref(&self.floor), &outlines).map_err(|reason| reason.to_string())?;
        let left = self.crowd.way_left(id).map_err(|reason| reason.to_string())?;
        self.longest[at] = left.max(self.longest[at]);
        let radius = RADIUS - 2.0 * map.lattice().step();
        let Ok(path) = self.finder.find(&map, &Query::new(agent.position, goal).with_radius(radius)) else {
            return Ok(());
        };
        // Routes are measured from corner to corner, and a step is made while they are found.
        if left > path.length + 0.05 * self.longest[at] + 1.0 {
            let length = path.length;
            return Err(format!("{id} has {left} m left by {way:?}; on what it believes the shortest has {length} m"));
        }
        Ok(())
    }
}

impl Fact {
    /// Whether a segment leads through the inner part of the box.
    fn is_crossed(&self, from: Point, to: Point) -> bool {
        let (mut begin, mut end) = (0.0f64, 1.0f64);
        for (a, b, low, high) in [(from.x, to.x, self.low.x, self.high.x), (from.y, to.y, self.low.y, self.high.y)] {
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

/// Whether one of ten places of a box is seen, each but for a tenth of a metre.
fn is_seen(map: &Map, low: Point, high: Point, from: Point) -> bool {
    let nearest = Point::new(from.x.clamp(low.x, high.x), from.y.clamp(low.y, high.y));
    let shares = [0.0, 0.5, 1.0];
    let grid = shares.iter().flat_map(|x| shares.map(|y| [*x, y]));
    let grid = grid.map(|[x, y]| Point::new(low.x + x * (high.x - low.x), low.y + y * (high.y - low.y)));
    std::iter::once(nearest).chain(grid).any(|place| {
        let away = from.distance(place);
        let share = (1.0 - 0.1 / away).max(0.0);
        away <= 0.1 || map.sees(from, [from.x + share * (place.x - from.x), from.y + share * (place.y - from.y)])
    })
}

/// A place and some by its side: what is seen from one of them only is at the limit.
fn around(p: Point) -> [Point; 5] {
    let by = 1e-3;
    [[0.0, 0.0], [by, 0.0], [-by, 0.0], [0.0, by], [0.0, -by]].map(|[x, y]| Point::new(p.x + x, p.y + y))
}

fn anywhere(rng: &mut Rng) -> Point {
    Point::new(rng.range(0.5..SIZE - 0.5), rng.range(0.5..SIZE - 0.5))
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
