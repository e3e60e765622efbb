//! The chain of tasks of one agent: Σ1 → Σ2 → Σ3 → λ → Σ4, each focusing the next; and back, where the next one fails.
//!
//! ```text
//!   Σ1 static mesh ──tunnel──▶ Σ2 dynamic mesh ──tunnel or waypoint──▶ Σ3 grid ──times──▶ tunnel ──▶ Σ4 space-time ──▶ T0
//!                                    ▲                                                │                │
//!                                    └──── too late, blocked: another way ────────────┴────────────────┘
//! ```

mod stages;

use super::event_log::{EventLog, PlanEvent};
use super::lines::DomainLines;
use super::task::{PlanStatus, Task};
use super::timing::PathTiming;
use super::{SpaceTimeGoal, WaitReason};
use crate::domain::{Domain as _, Fovea, GridDomain, MeshState, SpaceTime, SpaceTimeState};
use crate::published::{BodyId, Motion};
use crate::tuning::team as tuning;
use crate::tunnel::{Tunnel, Tunnelled};
use crate::world::{Ground, World};
use navigant_geometry::{Bounds, Point};
use navigant_mesh::{CellId, Map};
use navigant_search::graph::{Budget, SearchError};
use navigant_search::internals::BudgetInternals as _;

/// What tasks look at: the same for all agents of a frame.
#[derive(Clone, Copy)]
pub(crate) struct View<'w> {
    pub map: &'w Map,
    pub world: &'w World,
    /// Cells of Σ3 that changed.
    pub cells: &'w EventLog<CellId>,
    /// Plans that were published or withdrawn.
    pub bodies: &'w EventLog<PlanEvent>,
    /// Says when the time is over, if it is limited.
    pub over: Option<&'w (dyn Fn() -> bool + Sync)>,
    /// Metres to the next waypoint.
    pub horizon: f64,
    /// Whether the plans of all domains are kept for those who look at them.
    pub keeps_lines: bool,
}

impl View<'_> {
    fn budget(&self, expansions: u64) -> Budget<'_> {
        match self.over {
            Some(over) => Budget::expansions(expansions).until(over).asking_every(tuning::CLOCK_EVERY),
            None => Budget::expansions(expansions),
        }
    }

    fn is_over(&self) -> bool {
        self.over.is_some_and(|over| over())
    }

    /// Σ3 as an agent sees it.
    fn grid(&self, me: BodyId) -> GridDomain<'_> {
        GridDomain { map: self.map, grid: &self.world.grid, occupied: &self.world.occupied, me: Some(me) }
    }

    /// The speed that times are estimated with where nobody is in the way, one level below the fastest: its number, and metres a second.
    fn cruise(&self) -> (u8, f64) {
        let gait = &self.world.gait;
        let level = gait.fastest().saturating_sub(1).max(1);
        (level, f64::from(level) * gait.slowest() / gait.step())
    }
}

/// The task that is next, by the domain it plans in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Stage {
    StaticMesh,
    DynamicMesh,
    Grid,
    Timing,
    SpaceTime,
}

impl Stage {
    /// μ: the edges to T0 in the chain.
    fn edges(self) -> u32 {
        match self {
            Stage::StaticMesh => 4,
            Stage::DynamicMesh => 3,
            Stage::Grid => 2,
            Stage::Timing | Stage::SpaceTime => 1,
        }
    }

    /// Its row in figures: Σ1, Σ2, Σ3, λ and Σ4.
    pub(crate) fn index(self) -> usize {
        self as usize
    }
}

/// How a way is timed: as usual first; where that is late, as fast as one can; where that is blocked, also close to others. Where no way is
/// left, as if no other agent was about: on a line of its own width nobody can step aside, in the tunnel around it Σ4 can.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Pace {
    Usual,
    Fast,
    Close,
    Through,
}

/// What came of a slice of planning.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Outcome {
    /// The budget is spent.
    Unfinished,
    /// A plan from the departure on; whether it leads to the goal, and not just to a waypoint.
    Planned(Vec<SpaceTimeState>, bool),
    /// There is none now.
    Failed(WaitReason),
}

/// A way with its times.
#[derive(Clone, Debug)]
struct Way {
    knots: Vec<(f64, Point)>,
    arrival: u16,
    /// The first step at which it may arrive.
    earliest: u16,
}

/// The tasks of one agent, while there is something to plan.
#[derive(Clone, Debug)]
pub(crate) struct Chain {
    me: BodyId,
    /// Where the lattice of Σ4 has its origin.
    origin: Point,
    departure: SpaceTimeState,
    goal: SpaceTimeGoal,
    stage: Stage,
    static_mesh: Option<Task<MeshState>>,
    dynamic_mesh: Option<Task<MeshState>>,
    /// Around Π(Σ1), until another way is looked for.
    mesh_tunnel: Option<Tunnel>,
    grid: Option<Task<CellId>>,
    grid_tunnel: Option<Tunnel>,
    /// Π(Σ3), or to the next waypoint of it.
    line: Vec<Point>,
    leads_to_goal: bool,
    timing: Option<PathTiming>,
    /// How the way is timed.
    pace: Pace,
    best: Option<Way>,
    /// Triangles that Σ2 is to go around, because a way through them was blocked or late.
    avoided: Vec<MeshState>,
    attempts: u32,
    blocked: Option<Point>,
    space_time: Option<Task<SpaceTimeState>>,
    tunnel: Option<Tunnel>,
    widenings: u32,
    expanded: u64,
    cells_seen: u64,
    bodies_seen: u64,
    /// Expansions of the last slice, by stage.
    pub work: [u64; 5],
}

impl Chain {
    /// Tasks for a goal, from a state on.
    pub(crate) fn new(view: &View, me: BodyId, origin: Point, departure: SpaceTimeState, goal: SpaceTimeGoal) -> Chain {
        Chain {
            me,
            origin,
            departure,
            goal,
            stage: Stage::StaticMesh,
            static_mesh: None,
            dynamic_mesh: None,
            mesh_tunnel: None,
            grid: None,
            grid_tunnel: None,
            line: Vec::new(),
            leads_to_goal: true,
            timing: None,
            pace: Pace::Usual,
            best: None,
            avoided: Vec::new(),
            attempts: 0,
            blocked: None,
            space_time: None,
            tunnel: None,
            widenings: 0,
            expanded: 0,
            cells_seen: view.cells.end(),
            bodies_seen: view.bodies.end(),
            work: [0; 5],
        }
    }

    /// Where the plan is to begin.
    pub(crate) fn departure(&self) -> SpaceTimeState {
        self.departure
    }

    /// The bytes all tasks take, about.
    pub(crate) fn memory_bytes(&self) -> usize {
        let meshes =
            [&self.static_mesh, &self.dynamic_mesh].into_iter().flatten().map(Task::memory_bytes).sum::<usize>();
        let grid = self.grid.as_ref().map_or(0, Task::memory_bytes);
        let space_time = self.space_time.as_ref().map_or(0, Task::memory_bytes);
        let timing = self.timing.as_ref().map_or(0, PathTiming::memory_bytes);
        size_of::<Chain>() + meshes + grid + timing + space_time
    }

    /// The plan of every domain, as it is now.
    pub(crate) fn lines(&self, view: &View) -> DomainLines {
        let mesh = &view.world.mesh;
        let from = self.start_point(view);
        let line = |task: &Option<Task<MeshState>>| {
            let path = task.as_ref().map(Task::path).filter(|path| !path.is_empty());
            path.map_or_else(Vec::new, |path| mesh.polyline(from, path, self.goal.at))
        };
        let factor = f64::from(1u32 << self.widenings);
        DomainLines {
            static_mesh: line(&self.static_mesh),
            dynamic_mesh: line(&self.dynamic_mesh),
            grid: self.line.clone(),
            timed: self.best.as_ref().map_or_else(Vec::new, |way| way.knots.clone()),
            mesh_width: self.mesh_tunnel.as_ref().map(|_| tuning::MESH_WIDTH),
            grid_width: self.grid_tunnel.as_ref().map(|_| tuning::GRID_WIDTH),
            width: tuning::WIDTH * factor,
            lag: tuning::LAG * factor,
        }
    }

    /// The least p = μ · Ω of the tasks that are ready.
    pub(crate) fn priority(&self) -> f64 {
        let edges = self.stage.edges();
        match self.stage {
            Stage::StaticMesh => self.static_mesh.as_ref().map_or(f64::from(edges), |task| task.priority(edges)),
            Stage::DynamicMesh => self.dynamic_mesh.as_ref().map_or(f64::from(edges), |task| task.priority(edges)),
            Stage::Grid => self.grid.as_ref().map_or(f64::from(edges), |task| task.priority(edges)),
            Stage::Timing => f64::from(edges),
            Stage::SpaceTime => self.space_time.as_ref().map_or(f64::from(edges), |task| task.priority(edges)),
        }
    }

    /// Σ4 as this agent sees it.
    fn space_time_domain<'v>(&self, view: &'v View, ground: &'v Ground<'v>) -> SpaceTime<'v> {
        SpaceTime {
            ground,
            published: &view.world.published,
            me: Some(self.me),
            gait: &view.world.gait,
            origin: self.origin,
            time: 0.0,
            fovea: Fovea::ALL,
            departure: Some(self.departure),
        }
    }

    /// Where the plan begins.
    fn start_point(&self, view: &View) -> Point {
        let unit = view.world.gait.unit();
        Point::new(
            self.origin.x + f64::from(self.departure.x) * unit,
            self.origin.y + f64::from(self.departure.y) * unit,
        )
    }

    /// START_CHANGED: the plan begins later, or elsewhere. Σ4 is repaired if that is in its tunnel and the task is small; else the way is
    /// timed again.
    pub(crate) fn start_changed(&mut self, view: &View, departure: SpaceTimeState) {
        let old = std::mem::replace(&mut self.departure, departure);
        let moved = (old.x, old.y) != (departure.x, departure.y);
        let ground = view.world.ground(view.map);
        let domain = self.space_time_domain(view, &ground);
        if let (Stage::SpaceTime, Some(tunnel), Some(task)) = (self.stage, &self.tunnel, &mut self.space_time)
            && tunnel.distance(domain.map_to(departure)).is_some()
            && task.states() <= tuning::MOST_REPAIRED
        {
            let domain = Tunnelled::new(&domain, tunnel);
            task.start_changed(&domain, departure, tuning::FAR);
            task.world_changed(&domain, |state| state == old || state == departure);
            return;
        }
        (self.best, self.timing, self.space_time) = (None, None, None);
        (self.attempts, self.widenings) = (0, 0);
        if moved {
            // Tasks before Σ4 know where, not when.
            self.stage = Stage::StaticMesh;
        } else {
            self.stage = self.stage.min(Stage::Timing);
        }
    }

    /// Plans for a number of expansions; most often that is enough for a plan or a reason.
    ///
    /// # Errors
    /// [`SearchError`] when a domain is not what it must be.
    pub(crate) fn advance(&mut self, view: &View, expansions: u64) -> Result<(u64, Outcome), SearchError> {
        self.work = [0; 5];
        if view.is_over() {
            return Ok((0, Outcome::Unfinished));
        }
        self.world_changed(view);
        let mut left = expansions;
        // Work that expands nothing is bounded, too.
        for _ in 0..tuning::MOST_STAGES {
            if left == 0 || view.is_over() {
                break;
            }
            let stage = self.stage;
            let (spent, outcome) = match stage {
                Stage::StaticMesh => self.plan_static_mesh(view, left)?,
                Stage::DynamicMesh => self.plan_dynamic_mesh(view, left)?,
                Stage::Grid => self.plan_grid(view, left)?,
                Stage::Timing => self.time_way(view, left),
                Stage::SpaceTime => self.plan_space_time(view, left)?,
            };
            self.work[stage.index()] += spent;
            left = left.saturating_sub(spent);
            if let Some(outcome) = outcome {
                return Ok((expansions - left, outcome));
            }
        }
        Ok((expansions - left, Outcome::Unfinished))
    }

    /// WORLD_CHANGED: what was published and who stands where since the last slice.
    fn world_changed(&mut self, view: &View) {
        let (cells, bodies) = (view.cells.since(self.cells_seen), view.bodies.since(self.bodies_seen));
        (self.cells_seen, self.bodies_seen) = (view.cells.end(), view.bodies.end());
        let (Some(cells), Some(bodies)) = (cells, bodies) else {
            // Too long ago: everything may be another.
            *self = Chain::new(view, self.me, self.origin, self.departure, self.goal.clone());
            return;
        };
        if let (false, Some(grid)) = (cells.is_empty(), &mut self.grid) {
            let domain = view.grid(self.me);
            let affected = domain.affected(cells);
            grid.world_changed(&domain, |cell| affected.binary_search(&cell).is_ok());
            if grid.status() == PlanStatus::Invalid && self.stage > Stage::Grid && self.stage < Stage::SpaceTime {
                self.stage = Stage::Grid;
            }
        }
        let Some(way) = self.best.as_ref().filter(|_| self.stage == Stage::SpaceTime) else { return };
        let radius = view.world.radius;
        let reach = radius + view.world.gait.longest() + tuning::WIDTH * f64::from(1u32 << self.widenings);
        let Some(around) = Bounds::of(way.knots.iter().map(|knot| knot.1)).filter(|_| !bodies.is_empty()) else {
            return;
        };
        let near: Vec<&PlanEvent> = bodies.iter().filter(|event| event.is_near(around, reach)).collect();
        if near.is_empty() {
            return;
        }
        // A way that was timed through others is met by them.
        let met = self.pace != Pace::Through
            && way.knots.windows(2).any(|pair| {
                let motion = Motion { from: pair[0].1, to: pair[1].1, begin: pair[0].0, end: pair[1].0 };
                view.world.published.is_met(&motion, radius, Some(self.me), |_, _| true)
            });
        let ground = view.world.ground(view.map);
        let domain = self.space_time_domain(view, &ground);
        if met {
            // TUNNEL_CHANGED: the way has other times now.
            (self.stage, self.timing, self.best, self.attempts) = (Stage::Timing, None, None, 0);
        } else if let (Some(task), Some(tunnel)) = (&mut self.space_time, &self.tunnel)
            && task.states() <= tuning::MOST_REPAIRED
            && task.states() * near.len() <= tuning::MOST_PAIRS
        {
            let domain = Tunnelled::new(&domain, tunnel);
            task.world_changed(&domain, |state| near.iter().any(|event| domain.domain.concerns(state, &event.body)));
        }
    }
}
