//! A run of a team, or the footstep course, whose agents are shown as players of a crowd: whoever watches a crowd watches them.

use super::{FootstepCourse, FootstepOutcome, TeamOutcome, TeamRun, TeamScenario};
use navigant_crowd::{Agent, AgentId, Control, Crowd, Vector};
use navigant_mesh::internals::PointInternals as _;
use navigant_mesh::{Map, Outline, Point};
use navigant_planning::internals::{DomainLines, Footing, PublishedBody, TeamInternals as _};
use navigant_planning::team::{MemberId, TeamStatus};

/// Players are moved, and no faster than this.
const FASTEST_PLAYER: f64 = 20.0;
/// Frames a second in which the footstep course is shown.
const COURSE_FRAMES: u32 = 30;
/// The radius of a walker on the course, in metres.
const WALKER: f64 = 0.25;

/// What is shown.
#[derive(Clone, Debug)]
enum Shown {
    Team(Box<TeamRun>),
    Course(Box<FootstepCourse>, FootstepOutcome),
}

/// A run that goes on frame by frame in somebody's map and crowd.
#[derive(Clone, Debug)]
pub struct TeamShow {
    shown: Shown,
    /// The players that agents are, by their numbers.
    agents: Vec<AgentId>,
    /// Those that vehicles and carts are, while they are on the map.
    bodies: Vec<Option<AgentId>>,
    frames: u64,
}

impl TeamShow {
    /// What a scenario of that name shows, how many agents it has, and its floors and obstacles; `None` without such a scenario.
    pub fn about(name: &str) -> Option<(&'static str, usize, Vec<Outline>, Vec<Outline>)> {
        if name == FootstepCourse::NAME {
            let course = FootstepCourse::of_seed(1)?;
            return Some((FootstepCourse::ABOUT, 1, vec![course.floor], course.posts));
        }
        let scenario = TeamScenario::named(name, 1)?;
        Some((scenario.about, scenario.agents.len(), scenario.floors, scenario.obstacles))
    }

    /// The names of all that can be shown.
    pub fn names() -> impl Iterator<Item = &'static str> {
        TeamScenario::NAMES.into_iter().chain([FootstepCourse::NAME])
    }

    /// The length of a frame in seconds.
    pub const FRAME: f64 = 1.0 / COURSE_FRAMES as f64;

    /// A scenario on a map that may have been edited since, before its first frame; the footstep course is planned at once.
    ///
    /// # Errors
    /// Why it cannot be: agents whose starts are walled up, a name that is none.
    pub fn begin(
        name: &str,
        seed: u64,
        map: &Map,
        crowd: &mut Crowd,
    ) -> Result<TeamShow, Box<dyn std::error::Error + Send + Sync>> {
        let shown = if name == FootstepCourse::NAME {
            let course = FootstepCourse::of_seed(seed).ok_or("the course cannot be built")?;
            let course = FootstepCourse { map: map.clone(), ..course };
            let outcome = course.run()?;
            Shown::Course(Box::new(course), outcome)
        } else {
            let scenario = TeamScenario::named(name, seed).ok_or("there is no such scenario")?;
            let mut run = TeamRun::begin(TeamScenario { map: map.clone(), ..scenario })?;
            run.keep_lines();
            Shown::Team(Box::new(run))
        };
        let mut show = TeamShow { shown, agents: Vec::new(), bodies: Vec::new(), frames: 0 };
        let radius = show.radius();
        for at in show.places() {
            let player =
                Agent { control: Control::Player, max_speed: FASTEST_PLAYER, ..Agent::new(at).with_radius(radius) };
            show.agents.push(crowd.add(map, &player)?);
        }
        show.bodies = vec![None; show.published().count()];
        show.place_bodies(map, crowd);
        Ok(show)
    }

    /// Makes a frame.
    pub fn frame(&mut self, map: &mut Map, crowd: &mut Crowd) {
        let before = self.places();
        if let Shown::Team(run) = &mut self.shown {
            run.frame_on(map);
        }
        self.frames += 1;
        for ((&id, from), to) in self.agents.iter().zip(before).zip(self.places()) {
            place(map, crowd, id, from, to);
        }
        self.place_bodies(map, crowd);
    }

    fn place_bodies(&mut self, map: &Map, crowd: &mut Crowd) {
        let time = self.seconds();
        let Some(bounds) = map.floor_bounds() else { return };
        let now: Vec<(Option<Point>, Point, f64)> = self
            .published()
            .map(|body| {
                let inside = |p: &Point| {
                    let within = |x: f64, low: f64, high: f64| low + body.radius < x && x < high - body.radius;
                    within(p.x, bounds.min.x, bounds.max.x) && within(p.y, bounds.min.y, bounds.max.y)
                };
                let begun = body.knots.first().is_some_and(|knot| knot.0 <= time || !knot.0.is_finite());
                let at = body.at(time).filter(|p| begun && inside(p));
                let before = at.and_then(|at| body.at(time - Self::FRAME).or(Some(at)));
                (at, before.unwrap_or(Point::ORIGIN), body.radius)
            })
            .collect();
        for ((at, before, radius), player) in now.into_iter().zip(&mut self.bodies) {
            match (at, *player) {
                (Some(at), Some(id)) => place(map, crowd, id, before, at),
                (Some(at), None) => {
                    let body = Agent {
                        control: Control::Player,
                        max_speed: FASTEST_PLAYER,
                        ..Agent::new(at).with_radius(radius)
                    };
                    *player = crowd.add(map, &body).ok();
                }
                (None, Some(id)) => {
                    // It was there.
                    let _ = crowd.remove(id);
                    *player = None;
                }
                (None, None) => {}
            }
        }
    }

    /// Bodies with known and with unknown motion, as they truly move.
    fn published(&self) -> impl Iterator<Item = &PublishedBody> {
        let scenario = match &self.shown {
            Shown::Team(run) => Some(run.scenario()),
            Shown::Course(..) => None,
        };
        scenario.into_iter().flat_map(|scenario| scenario.bodies.iter().chain(&scenario.wanderers))
    }

    /// Where all agents are.
    fn places(&self) -> Vec<Point> {
        match &self.shown {
            Shown::Team(run) => run.positions(),
            Shown::Course(course, outcome) => vec![along(outcome, self.seconds()).unwrap_or(course.start)],
        }
    }

    fn radius(&self) -> f64 {
        match &self.shown {
            Shown::Team(run) => run.scenario().settings.radius,
            Shown::Course(..) => WALKER,
        }
    }

    /// Seconds since the first frame.
    pub fn seconds(&self) -> f64 {
        self.frames as f64 * Self::FRAME
    }

    /// Whether everyone has arrived, or the time is over.
    pub fn is_done(&self) -> bool {
        match &self.shown {
            Shown::Team(run) => run.is_done(),
            Shown::Course(_, outcome) => outcome.steps.last().is_none_or(|last| self.seconds() >= last.0),
        }
    }

    /// What came of it so far; of the course, when it is over.
    pub fn outcome(&self) -> TeamOutcome {
        match &self.shown {
            Shown::Team(run) => run.outcome(),
            Shown::Course(_, outcome) => TeamOutcome {
                agents: 1,
                arrived: usize::from(self.is_done() && outcome.arrived),
                last_arrival: outcome.steps.last().map_or(0.0, |last| last.0),
                obstacle_overlaps: (outcome.wet + outcome.overlaps) as u64,
                ..TeamOutcome::default()
            },
        }
    }

    /// How many have arrived.
    pub fn arrived(&self) -> u64 {
        match &self.shown {
            Shown::Team(run) => {
                let ids = (0..run.team().members() as u32).map(MemberId);
                ids.filter(|&id| run.team().status(id) == Some(TeamStatus::Arrived)).count() as u64
            }
            Shown::Course(..) => self.outcome().arrived as u64,
        }
    }

    /// The number of the agent that a player is; `None` for vehicles, carts and strangers.
    pub fn member(&self, id: AgentId) -> Option<u32> {
        self.agents.iter().position(|&agent| agent == id).map(|number| number as u32)
    }

    /// Whether a player is a vehicle or a cart.
    pub fn is_body(&self, id: AgentId) -> bool {
        self.bodies.contains(&Some(id))
    }

    /// Gaps in the floor, and what moves over them.
    pub fn footing(&self) -> &Footing {
        match &self.shown {
            Shown::Team(run) => &run.scenario().footing,
            Shown::Course(course, _) => &course.footing,
        }
    }

    /// How far an agent is; on the course, walking until it is over.
    pub fn status(&self, member: u32) -> Option<TeamStatus> {
        match &self.shown {
            Shown::Team(run) => run.team().status(MemberId(member)),
            Shown::Course(..) if self.is_done() => Some(TeamStatus::Arrived),
            Shown::Course(..) => Some(TeamStatus::Walking),
        }
    }

    /// Where an agent is to go, and within which seconds.
    pub fn goal(&self, member: u32) -> Option<(Point, Option<[f64; 2]>)> {
        match &self.shown {
            Shown::Team(run) => {
                let goal = &run.scenario().agents.get(member as usize)?.1;
                Some((goal.at, goal.arrival.as_ref().map(|interval| [*interval.start(), *interval.end()])))
            }
            Shown::Course(course, _) => Some((course.goal, None)),
        }
    }

    /// The plan of an agent in space and time, from now on.
    pub fn plan(&self, member: u32) -> Vec<(f64, Point)> {
        match &self.shown {
            Shown::Team(run) => run.team().plan(MemberId(member)).unwrap_or_default(),
            Shown::Course(_, outcome) => {
                let now = self.seconds();
                let ahead = outcome.steps.iter().zip(&outcome.body).filter(|(step, _)| step.0 > now);
                let here = along(outcome, now).map(|at| (now, at));
                here.into_iter().chain(ahead.map(|(step, &at)| (step.0, at))).collect()
            }
        }
    }

    /// The last plan of an agent in every domain before Σ4, or Σ5.
    pub fn lines(&self, member: u32) -> Option<DomainLines> {
        match &self.shown {
            Shown::Team(run) => run.team().lines(MemberId(member)).cloned(),
            Shown::Course(_, outcome) => {
                let [static_mesh, grid] = outcome.lines.clone();
                Some(DomainLines { static_mesh, grid, width: FootstepCourse::WIDTH, ..DomainLines::default() })
            }
        }
    }

    /// Where feet are set down: when, whether it is the left one, where, and how it is turned.
    pub fn footprints(&self) -> Vec<(f64, bool, Point, f64)> {
        match &self.shown {
            Shown::Team(_) => Vec::new(),
            Shown::Course(_, outcome) => {
                let feet = outcome.steps.iter().zip(&outcome.angles);
                feet.map(|(&(time, left, at), &angle)| (time, left, at, angle)).collect()
            }
        }
    }
}

/// Moves a player.
fn place(map: &Map, crowd: &mut Crowd, id: AgentId, from: Point, to: Point) {
    let [x, y] = [to.x - from.x, to.y - from.y].map(|d| (d / TeamShow::FRAME) as f32);
    // Who is where an obstacle has just come stays where it was seen.
    let _ = crowd.place(map, id, to, Vector { x, y });
}

/// Where the body of a walker is at a time.
fn along(outcome: &FootstepOutcome, time: f64) -> Option<Point> {
    let next = outcome.steps.partition_point(|step| step.0 <= time);
    let (Some(before), Some(&from)) = (outcome.steps.get(next.checked_sub(1)?), outcome.body.get(next - 1)) else {
        return None;
    };
    match (outcome.steps.get(next), outcome.body.get(next)) {
        (Some(after), Some(&to)) => Some(from.lerp(to, (time - before.0) / (after.0 - before.0).max(1e-9))),
        _ => Some(from),
    }
}
