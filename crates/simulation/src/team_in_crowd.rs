//! T0 in a crowd: agents that plan in space and time, among many that only steer.

use navigant_crowd::internals::AgentIdInternals as _;
use navigant_crowd::{Agent, AgentId, Aim, BadAgent, BadStep, Crowd, Vector};
use navigant_mesh::{Map, Point};
use navigant_planning::internals::{Passerby, TeamInternals as _};
use navigant_planning::team::{BadGoal, FrameBudget, FrameReport, MemberId, SpaceTimeGoal, Team};

/// A team whose agents are walked by a crowd, among others.
///
/// The team plans past where the others seem to go, and around those who stand; the others see its agents as they see everybody. An agent's
/// velocity is the one that brings it to where its plan is at the end of the step; the crowd's avoidance is the safety net that may
/// change it. Whom that leads too far from its plan plans again from there.
///
/// ```
/// use navigant_crowd::{Agent, Crowd};
/// use navigant_mesh::{Map, Outline};
/// use navigant_planning::team::{FrameBudget, SpaceTimeGoal, Team, TeamSettings, TeamStatus};
/// use navigant_simulation::TeamInCrowd;
/// let map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 10.0]))?;
/// let mut crowd = Crowd::new(&map);
/// // Somebody comes the other way, who plans nothing.
/// crowd.add(&map, &Agent::new([28.0, 6.5]).with_goal([2.0, 4.0]))?;
/// let team = Team::new(&map, TeamSettings { frames: 10, ..TeamSettings::default() })?;
/// let mut world = TeamInCrowd::new(team, crowd);
/// let punctual = world.add(&map, [2.0, 5.0].into(), SpaceTimeGoal { at: [28.0, 5.0].into(), arrival: Some(39.0..=41.0) })?;
/// while world.team.time() < 42.0 {
///     world.step(&map, FrameBudget::expansions(2000))?;
/// }
/// assert_eq!(world.team.status(punctual), Some(TeamStatus::Arrived));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct TeamInCrowd {
    /// Those who plan.
    pub team: Team,
    /// Everybody.
    pub crowd: Crowd,
    /// The agents of the team, by their numbers.
    agents: Vec<AgentId>,
    /// By the index of an agent in the crowd.
    others: Vec<Passerby>,
}

/// Why an agent of a team cannot come into a crowd.
#[derive(Clone, Debug, PartialEq)]
pub enum BadMember {
    /// What the team refuses.
    Goal(BadGoal),
    /// What the crowd refuses.
    Agent(BadAgent),
}

impl std::fmt::Display for BadMember {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadMember::Goal(reason) => reason.fmt(f),
            BadMember::Agent(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for BadMember {}

/// How much faster than its plan an agent may walk, to catch up: a share.
const CATCH_UP: f64 = 1.5;
/// The fastest that plans walk, in metres a second, if they say nothing else.
const FASTEST: f64 = 1.5;

impl TeamInCrowd {
    /// A team without agents, and a crowd of those who only steer.
    pub fn new(team: Team, crowd: Crowd) -> TeamInCrowd {
        TeamInCrowd { team, crowd, agents: Vec::new(), others: Vec::new() }
    }

    /// Adds an agent that plans.
    ///
    /// # Errors
    /// [`BadMember`]; then nobody is added.
    pub fn add(&mut self, map: &Map, start: Point, goal: SpaceTimeGoal) -> Result<MemberId, BadMember> {
        let (radius, _) = self.team.size_and_pace();
        let agent =
            Agent { max_speed: FASTEST * CATCH_UP, ..Agent::new(start).with_radius(radius).with_speed(FASTEST) };
        let id = self.crowd.add(map, &agent).map_err(BadMember::Agent)?;
        match self.team.add(map, start, goal) {
            Ok(member) => {
                self.agents.push(id);
                Ok(member)
            }
            Err(reason) => {
                // It was added just now.
                let _ = self.crowd.remove(id);
                Err(BadMember::Goal(reason))
            }
        }
    }

    /// Makes a step, as long as a frame of the team: others are seen, plans are made within the budget, everybody walks.
    ///
    /// # Errors
    /// [`BadStep`] when the crowd cannot make it.
    pub fn step(&mut self, map: &Map, budget: FrameBudget) -> Result<FrameReport, BadStep> {
        self.look_around(map);
        let report = self.team.frame(map, budget);
        let dt = 1.0 / f64::from(self.team.size_and_pace().1.max(1));
        for (number, &id) in self.agents.iter().enumerate() {
            let (Some(to), Ok(seen)) = (self.team.position(MemberId(number as u32)), self.crowd.agent(id)) else {
                continue;
            };
            let [x, y] = [to.x - seen.position.x, to.y - seen.position.y].map(|d| (d / dt) as f32);
            // A velocity of a known agent that is finite is a good aim.
            let _ = self.crowd.set_aim(id, Aim::Velocity(Vector { x, y }));
        }
        self.crowd.step(map, dt)?;
        for (number, &id) in self.agents.iter().enumerate() {
            if let Ok(seen) = self.crowd.agent(id) {
                // A place in the crowd is finite, and the agent is known.
                let _ = self.team.displace(map, MemberId(number as u32), seen.position);
            }
        }
        Ok(report)
    }

    /// Tells the team where the others are.
    fn look_around(&mut self, map: &Map) {
        let gone = Passerby { at: Point::new(f64::NAN, f64::NAN), velocity: [0.0; 2], radius: 0.0 };
        self.others.fill(gone);
        for seen in self.crowd.agents() {
            let index = seen.id.index();
            if self.others.len() <= index {
                self.others.resize(index + 1, gone);
            }
            let velocity = [seen.velocity.x, seen.velocity.y].map(f64::from);
            self.others[index] = Passerby { at: seen.position, velocity, radius: seen.radius };
        }
        for id in &self.agents {
            if let Some(own) = self.others.get_mut(id.index()) {
                *own = gone;
            }
        }
        self.team.pass_by(map, &self.others);
    }

    /// The agent of the crowd that an agent of the team is.
    pub fn agent(&self, id: MemberId) -> Option<AgentId> {
        self.agents.get(id.0 as usize).copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;
    use navigant_planning::team::{TeamSettings, TeamStatus};

    /// A hall in which 88 cross from south to north and back, who only steer, and six from west to east, who plan and must be there in a
    /// given interval. A wall with two doors is in the way of both.
    #[test]
    fn those_who_plan_arrive_in_time_among_many_who_only_steer() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [50.0, 30.0])).unwrap();
        for [low, high] in [[0.0, 8.0], [11.0, 19.0], [22.0, 30.0]] {
            map.insert(&Outline::rectangle([25.0, low], [26.0, high])).unwrap();
        }
        let mut crowd = Crowd::new(&map);
        let mut ends = Vec::new();
        for i in 0..88 {
            // Eleven columns to either side; nobody walks where the doors lead.
            let x = 3.0 + 1.5 * f64::from(i % 11) + 28.0 * f64::from(i / 11 % 2);
            let y = 2.0 + 1.4 * f64::from(i / 22 % 2);
            let [from, to] = if i < 44 { [y, 30.0 - y] } else { [30.0 - y, y] };
            let id = crowd.add(&map, &Agent::new([x, from]).with_goal([x, to])).unwrap();
            ends.push((id, Point::new(x, from), Point::new(x, to)));
        }
        let team = Team::new(&map, TeamSettings { frames: 10, ..TeamSettings::default() }).unwrap();
        let mut world = TeamInCrowd::new(team, crowd);
        let members: Vec<MemberId> = (0..6)
            .map(|i| {
                let y = 10.0 + 2.0 * f64::from(i);
                let arrival = Some(58.0..=62.0);
                world.add(&map, Point::new(2.0, y), SpaceTimeGoal { at: Point::new(48.0, y), arrival }).unwrap()
            })
            .collect();
        assert_eq!(
            world
                .add(&map, Point::new(-1.0, 0.0), SpaceTimeGoal::place([4.0, 4.0]))
                .map_err(|e| matches!(e, BadMember::Agent(_))),
            Err(true)
        );
        let (count, bad) = (world.crowd.len(), SpaceTimeGoal::place([25.5, 2.0]));
        assert!(matches!(world.add(&map, Point::new(1.0, 28.0), bad), Err(BadMember::Goal(BadGoal::NoRoomAtGoal(_)))));
        assert_eq!(world.crowd.len(), count);
        let mut arrivals = vec![None; members.len()];
        let (mut nearest, mut through_walls) = (f64::INFINITY, 0);
        let mut before: Vec<Point> = Vec::new();
        while world.team.time() < 66.0 {
            world.step(&map, FrameBudget::expansions(2000)).unwrap();
            let places: Vec<Point> =
                members.iter().map(|&id| world.crowd.agent(world.agent(id).unwrap()).unwrap().position).collect();
            for (number, &at) in places.iter().enumerate() {
                let mine = world.agent(members[number]).unwrap();
                for other in world.crowd.agents().filter(|other| other.id != mine) {
                    nearest = nearest.min(other.position.distance(at) - 0.3 - other.radius);
                }
                let from = before.get(number).copied().unwrap_or(at);
                through_walls += u32::from(from != at && !map.sees_as_disc(from, at, 0.3 - 1e-3));
                if world.team.status(members[number]) == Some(TeamStatus::Arrived) && arrivals[number].is_none() {
                    arrivals[number] = Some(world.team.time());
                }
            }
            before = places;
            // Who only steers turns back at its end.
            for (id, from, to) in &mut ends {
                if world.crowd.agent(*id).unwrap().position.distance(*to) < 0.5 {
                    std::mem::swap(from, to);
                    world.crowd.set_aim(*id, Aim::Goal(*to)).unwrap();
                }
            }
        }
        assert!(
            arrivals.iter().all(|at| at.is_some_and(|at| (57.9..=62.1).contains(&at))),
            "{arrivals:?}, {:?}",
            members.iter().map(|&id| (world.team.status(id), world.team.position(id))).collect::<Vec<_>>()
        );
        assert!(nearest > -0.02, "{nearest}");
        assert_eq!(through_walls, 0);
    }
}
