//! A run of a team, frame by frame, and what is checked on its trajectories.

use super::TeamScenario;
use navigant_mesh::{BadMapGrid, Map, Point};
use navigant_planning::internals::{BodyId, Motion, PublishedBody, TeamInternals as _};
use navigant_planning::team::{BadGoal, FrameBudget, FrameReport, MemberId, SpaceTimeGoal, Team, TeamStatus};

/// Expansions a frame: about ten milliseconds.
const FRAME_EXPANSIONS: u64 = 2000;
/// How much two discs may seem to overlap by rounding, in metres.
const ROUNDING: f64 = 1e-6;

/// What came of a run. All is read from the trajectories, not from the plans.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TeamOutcome {
    /// How many agents there are.
    pub agents: usize,
    /// How many are at their goal, and were there within their interval if they have one.
    pub arrived: usize,
    /// When the last one arrived, in seconds.
    pub last_arrival: f64,
    /// How often, in frames and pairs, two agents overlapped.
    pub agent_overlaps: u64,
    /// How often, in frames and agents, one overlapped an obstacle, a body or a wall, or had nothing under it.
    pub obstacle_overlaps: u64,
    /// How far the agents walked beyond the straight lines to their goals, in metres, on average.
    pub detour: f64,
    /// The standard deviation of an agent's speed while it is on its way, in metres a second, on average.
    pub speed_variation: f64,
}

impl TeamOutcome {
    /// Whether everyone has arrived in time and nobody touched anything.
    pub fn is_success(&self) -> bool {
        self.arrived == self.agents && self.agent_overlaps == 0 && self.obstacle_overlaps == 0
    }
}

/// A team in a scenario.
#[derive(Clone, Debug)]
pub struct TeamRun {
    scenario: TeamScenario,
    team: Team,
    wanderers: Vec<BodyId>,
    watched: Watched,
    frames: u64,
    reports: FrameReport,
}

impl TeamRun {
    /// A run before its first frame.
    ///
    /// # Errors
    /// [`BadGoal`] or [`BadMapGrid`] when the scenario cannot be.
    pub fn begin(scenario: TeamScenario) -> Result<TeamRun, Box<dyn std::error::Error + Send + Sync>> {
        let mut team = Team::new(&scenario.map, scenario.settings.clone()).map_err(|e: BadMapGrid| e.to_string())?;
        team.set_footing(scenario.footing.clone());
        for body in &scenario.bodies {
            team.add_body(&scenario.map, body.clone());
        }
        let mut wanderers = Vec::new();
        for body in &scenario.wanderers {
            let at = body.at(0.0).unwrap_or(Point::ORIGIN);
            wanderers.push(team.add_observed(&scenario.map, at, body.radius));
        }
        for (start, goal) in &scenario.agents {
            team.add(&scenario.map, *start, goal.clone()).map_err(|e: BadGoal| e.to_string())?;
        }
        let watched = Watched::new(&scenario);
        Ok(TeamRun { scenario, team, wanderers, watched, frames: 0, reports: FrameReport::default() })
    }

    /// The name of the scenario.
    pub fn name(&self) -> &'static str {
        self.scenario.name
    }

    /// The team.
    pub fn team(&self) -> &Team {
        &self.team
    }

    /// What all frames did, in sum.
    pub fn reports(&self) -> FrameReport {
        self.reports
    }

    /// Makes a frame.
    pub fn frame(&mut self) -> FrameReport {
        self.frame_within(FrameBudget::expansions(FRAME_EXPANSIONS))
    }

    /// The scenario, whose map is that of now.
    pub(super) fn scenario(&self) -> &TeamScenario {
        &self.scenario
    }

    /// Keeps the plans of all domains from now on, for who looks at them.
    pub(super) fn keep_lines(&mut self) {
        self.team.keep_lines();
    }

    /// Makes a frame on a map that somebody else has, and may have edited since the last one.
    pub(super) fn frame_on(&mut self, map: &mut Map) {
        std::mem::swap(&mut self.scenario.map, map);
        self.frame();
        std::mem::swap(&mut self.scenario.map, map);
    }

    /// Makes a frame within a budget.
    pub fn frame_within(&mut self, budget: FrameBudget) -> FrameReport {
        let time = self.team.time();
        let step = 1.0 / f64::from(self.scenario.settings.frames.max(1));
        drop_boxes(&mut self.scenario, time, &self.watched.positions);
        for (&id, truth) in self.wanderers.iter().zip(&self.scenario.wanderers) {
            let (Some(at), Some(next)) = (truth.at(time), truth.at(time + step)) else { continue };
            let velocity =
                [(next.x - at.x) / step, (next.y - at.y) / step].map(|v| if v.abs() < 1e-9 { 0.0 } else { v });
            self.team.observe(&self.scenario.map, id, at, velocity, truth.radius);
        }
        let report = self.team.frame(&self.scenario.map, budget);
        self.frames += 1;
        let sum = &mut self.reports;
        sum.expansions.iter_mut().zip(report.expansions).for_each(|(sum, n)| *sum += n);
        sum.tasks += report.tasks;
        sum.taken_up += report.taken_up;
        sum.rejected += report.rejected;
        sum.cut += report.cut;
        sum.waiting += report.waiting;
        let places = self.positions();
        self.watched.look(&self.scenario, &places, time, self.team.time());
        report
    }

    /// Where everyone is.
    pub fn positions(&self) -> Vec<Point> {
        (0..self.team.members() as u32).filter_map(|id| self.team.position(MemberId(id))).collect()
    }

    /// Frames made.
    pub fn frames(&self) -> u64 {
        self.frames
    }

    /// Whether everyone has arrived, or the time is over.
    pub fn is_done(&self) -> bool {
        let ids = (0..self.team.members() as u32).map(MemberId);
        let all = ids.into_iter().all(|id| self.team.status(id) == Some(TeamStatus::Arrived));
        all && self.frames > 0 || self.team.time() >= self.scenario.limit
    }

    /// What came of it so far.
    pub fn outcome(&self) -> TeamOutcome {
        self.watched.outcome(&self.scenario)
    }
}

/// Sets boxes down whose time has come and that touch nobody.
pub(super) fn drop_boxes(scenario: &mut TeamScenario, time: f64, agents: &[Point]) {
    let room = scenario.settings.radius + 0.1;
    let TeamScenario { drops, map, wanderers, .. } = scenario;
    drops.retain(|(when, outline)| {
        let Some(bounds) = outline.bounds() else { return false };
        let apart = |p: Point| {
            let outside = |x: f64, low: f64, high: f64| (low - x).max(x - high).max(0.0);
            outside(p.x, bounds.min.x, bounds.max.x).hypot(outside(p.y, bounds.min.y, bounds.max.y))
        };
        let is_blocked = agents.iter().any(|&p| apart(p) < room)
            || wanderers.iter().any(|body| body.knots.iter().any(|knot| apart(knot.1) < body.radius + 1.0));
        if *when > time || is_blocked {
            return true;
        }
        // A box that cannot be set down is left out.
        let _ = map.insert(outline);
        false
    });
}

/// What is seen of agents that walk, whoever moves them.
#[derive(Clone, Debug)]
pub(super) struct Watched {
    pub(super) positions: Vec<Point>,
    walked: Vec<f64>,
    /// By agent: sum of speeds, of their squares, and how many, until it arrived.
    speeds: Vec<[f64; 3]>,
    arrivals: Vec<Option<f64>>,
    /// For how long an agent had nothing under it, in seconds.
    aloft: Vec<f64>,
    agent_overlaps: u64,
    obstacle_overlaps: u64,
}

impl Watched {
    pub(super) fn new(scenario: &TeamScenario) -> Watched {
        let count = scenario.agents.len();
        Watched {
            positions: scenario.agents.iter().map(|agent| agent.0).collect(),
            walked: vec![0.0; count],
            speeds: vec![[0.0; 3]; count],
            arrivals: vec![None; count],
            aloft: vec![0.0; count],
            agent_overlaps: 0,
            obstacle_overlaps: 0,
        }
    }

    /// Looks at straight motions from one time to another.
    pub(super) fn look(&mut self, scenario: &TeamScenario, places: &[Point], begin: f64, end: f64) {
        let radius = scenario.settings.radius - ROUNDING;
        let motions: Vec<Motion> =
            self.positions.iter().zip(places).map(|(&from, &to)| Motion { from, to, begin, end }).collect();
        let bodies: Vec<&PublishedBody> = scenario.bodies.iter().chain(&scenario.wanderers).collect();
        for (i, motion) in motions.iter().enumerate() {
            let meets = |other: &&Motion| motion.comes_nearer_than(other, 2.0 * radius);
            self.agent_overlaps += motions[..i].iter().filter(meets).count() as u64;
            let is_clear = if motion.from == motion.to {
                scenario.map.has_room_at(motion.to, radius)
            } else {
                scenario.map.sees_as_disc(motion.from, motion.to, radius)
            };
            // A jump takes a step, and has nothing under it.
            let aloft = if scenario.footing.carries(motion) { 0.0 } else { self.aloft[i] + end - begin };
            self.aloft[i] = aloft;
            let is_carried = aloft <= scenario.settings.gait.jump_time() + ROUNDING;
            let is_met = bodies.iter().any(|body| body.comes_near(motion, radius));
            self.obstacle_overlaps += u64::from(!is_clear || !is_carried || is_met);
            let far = motion.from.distance(motion.to);
            self.walked[i] += far;
            let goal = &scenario.agents[i].1;
            if motion.to.distance(goal.at) > ARRIVED {
                self.arrivals[i] = None;
                let speed = far / (end - begin);
                let [sum, squares, count] = self.speeds[i];
                self.speeds[i] = [sum + speed, squares + speed * speed, count + 1.0];
            } else if self.arrivals[i].is_none() {
                self.arrivals[i] = Some(end);
            }
        }
        self.positions = places.to_vec();
    }

    pub(super) fn all_arrived(&self) -> bool {
        self.arrivals.iter().all(Option::is_some)
    }

    pub(super) fn outcome(&self, scenario: &TeamScenario) -> TeamOutcome {
        let in_time = |(arrival, (_, goal)): (&Option<f64>, &(Point, SpaceTimeGoal))| {
            arrival.is_some_and(|at| goal.arrival.as_ref().is_none_or(|interval| interval.contains(&at)))
        };
        let count = self.positions.len().max(1) as f64;
        let straight: f64 = scenario.agents.iter().map(|(start, goal)| start.distance(goal.at)).sum();
        let variation = |&[sum, squares, n]: &[f64; 3]| {
            let n = n.max(1.0);
            (squares / n - (sum / n) * (sum / n)).max(0.0).sqrt()
        };
        TeamOutcome {
            agents: self.positions.len(),
            arrived: self.arrivals.iter().zip(&scenario.agents).filter(|&pair| in_time(pair)).count(),
            last_arrival: self.arrivals.iter().flatten().copied().fold(0.0, f64::max),
            agent_overlaps: self.agent_overlaps,
            obstacle_overlaps: self.obstacle_overlaps,
            detour: (self.walked.iter().sum::<f64>() - straight) / count,
            speed_variation: self.speeds.iter().map(variation).sum::<f64>() / count,
        }
    }
}

/// Nearer than this to its goal an agent has arrived, in metres.
const ARRIVED: f64 = 0.25;
