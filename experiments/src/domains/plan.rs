//! One scene planned in every row of Table 1: what each plan took, and the trajectory it leads to.

use super::clock::thread_time;
use super::counted::Counted;
use super::scene::{RADIUS, Scene};
use navigant_mesh::internals::PointInternals as _;
use navigant_mesh::{BadMapGrid, CellId, Point};
use navigant_planning::internals::{Afterwards, BodyId, Motion, PublishedBody};
use navigant_planning::internals::{
    ArrivalWindow, Domain, DomainSearch, DynamicMesh, Fovea, Gait, GridDomain, MeshState, SpaceTime, SpaceTimeState,
    StaticMesh,
};
use navigant_planning::internals::{Ground, World};
use navigant_planning::internals::{Tunnel, Tunnelled};
use navigant_search::graph::{Budget, SearchError, StopReason};
use std::time::Duration;

/// The speed that plans without time are walked at, in metres a second.
pub const SPEED: f64 = 1.0;
/// The size of a cell in Σ3, in metres.
const CELL: f64 = 1.0;
/// The most nodes that a search in Σ4 expands.
pub const MOST_NODES: u64 = 10_000;
/// How far ahead movers have published where they will be, in seconds.
const HORIZON: f64 = 400.0;
/// The inflation of all searches in Σ4.
const EPSILON: f64 = 2.0;
/// The widths of the tunnels in Σ2 and Σ3 around the plan before, in metres.
const MESH_WIDTH: f64 = 14.0;
const GRID_WIDTH: f64 = 8.0;
/// The widths of the tunnel in Σ4, in metres and seconds.
pub const WIDTH: f64 = 0.35;
/// The width in time.
pub const LAG: f64 = 1.0;
/// The width in heading, in radians: of the sixteen headings the one that is nearest to the plan's, or two.
pub const TURN: f64 = 0.35;
/// The same between waypoints, where a wider tunnel costs more than successors: one or two headings more.
const LEG_TURN: f64 = 0.4;
/// How often they are doubled if nothing is found.
pub const WIDENINGS: u32 = 4;
/// The same between two waypoints. From where a mover closes in, no width helps: that leg is planned another way, or the one before.
const LEG_WIDENINGS: u32 = 1;
/// The most nodes in the first tunnel for each step of the way: a few times the least. In each wider one, four times as many.
const NODES_A_STEP: u64 = 6;
/// How far successive waypoints are apart, in metres.
const WAYPOINTS: f64 = 12.0;
/// A waypoint that is nearer than this is left out, in metres.
const NEAR: f64 = 0.4 * WAYPOINTS;
/// The speed with which waypoints are passed, by its number: the usual one.
const PASSING: u8 = 2;

/// The rows of Table 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Row {
    /// Σ1.
    StaticMesh,
    /// Σ2.
    DynamicMesh,
    /// Σ2 in a tunnel around Π(Σ1).
    MeshInTunnel,
    /// Σ3.
    Grid,
    /// Σ4.
    SpaceTime,
    /// Σ4 in a tunnel around Π(Σ3), in a tunnel around Π(Σ2), in a tunnel around Π(Σ1).
    Tunnels,
    /// Successive waypoints of Π(Σ2) as tasks in Σ3 and Σ4.
    Waypoints,
}

impl Row {
    /// All rows, in the order of the table.
    pub const ALL: [Row; 7] =
        [Row::StaticMesh, Row::DynamicMesh, Row::MeshInTunnel, Row::Grid, Row::SpaceTime, Row::Tunnels, Row::Waypoints];

    /// Its name in the table.
    pub fn name(self) -> &'static str {
        match self {
            Row::StaticMesh => "Σ1",
            Row::DynamicMesh => "Σ2",
            Row::MeshInTunnel => "Σ2 ← Σ1",
            Row::Grid => "Σ3",
            Row::SpaceTime => "Σ4",
            Row::Tunnels => "Σ4 ← Σ3,Σ2,Σ1 (tunnels)",
            Row::Waypoints => "Σ Tᵢ(Σ4 …) (waypoints)",
        }
    }
}

/// What a plan took.
#[derive(Clone, Copy, Debug, Default)]
pub struct Work {
    /// Nodes expanded in the row's own domain.
    pub nodes: u64,
    /// Successors generated there, as the text counts them, if they are counted: see `Counted`.
    pub generated: u64,
    /// Whether they are counted, which takes time.
    pub counts: bool,
    /// Searches in Σ4.
    pub tasks: u64,
    /// Of these, how many found nothing in the first tunnel.
    pub widened: u64,
    /// The processor time of all domains together.
    pub time: Duration,
}

/// Where the agent would be: times and points.
pub type Trajectory = Vec<(f64, Point)>;

/// A scene, and all that the domains look at in it.
pub struct Setting {
    /// The scene.
    pub scene: Scene,
    /// What the domains look at.
    pub world: World,
}

impl Setting {
    /// A scene in which everything has published where it will be.
    ///
    /// # Errors
    /// [`BadMapGrid`], which the sizes here are not.
    pub fn new(scene: Scene) -> Result<Setting, BadMapGrid> {
        let map = &scene.map;
        let mut world = World::of(map, RADIUS, CELL, Gait::walk())?;
        let parked = scene.parked.iter().map(|parked| PublishedBody::standing(parked.at, parked.radius, true));
        let movers = scene.movers.iter().map(|mover| {
            let times = std::iter::once(0.0).chain(mover.turns(HORIZON)).chain([HORIZON]);
            let knots = times.map(|time| (time, mover.at(time))).collect();
            PublishedBody { radius: mover.radius, is_obstacle: true, knots, afterwards: Afterwards::Stays }
        });
        for (number, body) in parked.chain(movers).enumerate() {
            let id = BodyId(number as u32);
            let at = body.at(0.0).map(|at| (at, body.radius));
            world.occupied.put(map, &world.grid, id, at);
            world.published.publish(id, body);
        }
        world.density.count(map, &world.mesh, &world.published, 0.0);
        Ok(Setting { scene, world })
    }

    /// Whether an agent that follows a trajectory touches nothing: static obstacles, parked ones, movers.
    pub fn is_collision_free(&self, trajectory: &[(f64, Point)]) -> bool {
        let ground = self.world.ground(&self.scene.map);
        trajectory.windows(2).all(|pair| {
            let [(begin, from), (end, to)] = [pair[0], pair[1]];
            let motion = Motion { from, to, begin, end };
            ground.is_free(from, to) && !self.world.published.bodies().any(|(_, body)| body.comes_near(&motion, RADIUS))
        })
    }

    /// Plans one row: what it took, and the trajectory if it found one.
    ///
    /// # Errors
    /// [`SearchError`] when a domain is not what it must be.
    pub fn plan(&self, row: Row) -> Result<(Work, Option<Trajectory>), SearchError> {
        self.plan_with(row, Work::default())
    }

    /// The successors that are generated in a row.
    ///
    /// # Errors
    /// As [`plan`](Self::plan).
    pub fn generated(&self, row: Row) -> Result<u64, SearchError> {
        Ok(self.plan_with(row, Work { counts: true, ..Work::default() })?.0.generated)
    }

    fn plan_with(&self, row: Row, mut work: Work) -> Result<(Work, Option<Trajectory>), SearchError> {
        let begin = thread_time();
        let found = match row {
            Row::StaticMesh => self.static_mesh(&mut work)?.map(|line| walked(&line)),
            Row::DynamicMesh => self.dynamic_mesh(&mut work, None)?.map(|line| walked(&line)),
            Row::MeshInTunnel => {
                let first = self.static_mesh(&mut Work::default())?;
                self.dynamic_mesh(&mut work, first.as_deref())?.map(|line| walked(&line))
            }
            Row::Grid => {
                let (start, goal) = (self.scene.start, self.scene.goal);
                self.grid(&mut work, start, goal, None)?.map(|line| walked(&line))
            }
            Row::SpaceTime => self.space_time_alone(&mut work)?,
            Row::Tunnels => self.tunnels(&mut work)?,
            Row::Waypoints => self.waypoints(&mut work)?,
        };
        work.time = thread_time().saturating_sub(begin);
        Ok((work, found))
    }

    fn ends(&self) -> Option<[MeshState; 2]> {
        let Setting { scene, world } = self;
        let state = |p| world.mesh.state_at(&scene.map, p);
        Some([state(scene.start)?, state(scene.goal)?])
    }

    fn static_mesh(&self, work: &mut Work) -> Result<Option<Vec<Point>>, SearchError> {
        let Some([start, goal]) = self.ends() else { return Ok(None) };
        let domain = StaticMesh { map: &self.scene.map, mesh: &self.world.mesh };
        let path = find(&domain, start, vec![goal], work)?;
        Ok(path.map(|path| self.world.mesh.polyline(self.scene.start, &path, self.scene.goal)))
    }

    fn dynamic_mesh(&self, work: &mut Work, around: Option<&[Point]>) -> Result<Option<Vec<Point>>, SearchError> {
        let Some([start, goal]) = self.ends() else { return Ok(None) };
        let World { mesh, density, .. } = &self.world;
        let (map, departure) = (&self.scene.map, (self.scene.start, 0.0));
        let domain = DynamicMesh { map, mesh, density, departure, speed: SPEED, avoided: &[] };
        let path = in_tunnel(&domain, around, MESH_WIDTH, start, goal, work)?;
        Ok(path.map(|path| mesh.polyline(self.scene.start, &path, self.scene.goal)))
    }

    /// A path in Σ3 between two points.
    ///
    /// # Errors
    /// As [`plan`](Self::plan).
    pub fn grid(
        &self,
        work: &mut Work,
        from: Point,
        to: Point,
        around: Option<&[Point]>,
    ) -> Result<Option<Vec<Point>>, SearchError> {
        let Setting { scene, world } = self;
        let domain = GridDomain { map: &scene.map, grid: &world.grid, occupied: &world.occupied, me: None };
        let [start, goal] = [from, to].map(|p| domain.nearest_free(p, 3));
        let (Some(start), Some(goal)) = (start, goal) else { return Ok(None) };
        let path: Option<Vec<CellId>> = in_tunnel(&domain, around, GRID_WIDTH, start, goal, work)?;
        let centre = |cell| world.grid.centre(&scene.map, cell);
        Ok(path.map(|path| {
            // The first and the last cell are where the agent is and where it is going.
            let inner = path.get(1..path.len().saturating_sub(1)).unwrap_or(&[]);
            [from].into_iter().chain(inner.iter().filter_map(|&cell| centre(cell))).chain([to]).collect()
        }))
    }

    /// Σ4 from a state to an arrival.
    ///
    /// # Errors
    /// As [`plan`](Self::plan).
    pub fn space_time(
        &self,
        work: &mut Work,
        start: SpaceTimeState,
        arrival: &ArrivalWindow,
    ) -> Result<Option<Vec<SpaceTimeState>>, SearchError> {
        let ground = self.world.ground(&self.scene.map);
        let domain = self.domain(&ground, Some(start));
        work.tasks += 1;
        search(&domain, start, domain.arrivals(arrival), EPSILON, MOST_NODES, work)
    }

    /// The same in a tunnel, and where nothing is found, in some wider ones.
    ///
    /// # Errors
    /// As [`plan`](Self::plan).
    pub fn space_time_in(
        &self,
        tunnel: &Tunnel,
        widenings: u32,
        work: &mut Work,
        start: SpaceTimeState,
        arrival: &ArrivalWindow,
    ) -> Result<Option<Vec<SpaceTimeState>>, SearchError> {
        let ground = self.world.ground(&self.scene.map);
        let domain = self.domain(&ground, Some(start));
        work.tasks += 1;
        for widening in 0..=widenings {
            let tunnel = tunnel.widened(f64::from(1 << widening));
            // The time of arrival grows with the tunnel.
            let (first, last) = (*arrival.steps.start(), *arrival.steps.end());
            let later = last + (last - first) * ((1 << widening) - 1);
            let goals = domain.arrivals(&ArrivalWindow { steps: first..=later, ..arrival.clone() });
            let most = (NODES_A_STEP * u64::from(later.saturating_sub(start.step))) << (2 * widening);
            let found = search(&Tunnelled::new(&domain, &tunnel), start, goals, EPSILON, most.min(MOST_NODES), work)?;
            if found.is_some() {
                return Ok(found);
            }
            work.widened += u64::from(widening == 0);
        }
        Ok(None)
    }

    /// Σ4 with its lattice at the start.
    fn domain<'s>(&'s self, ground: &'s Ground<'s>, departure: Option<SpaceTimeState>) -> SpaceTime<'s> {
        SpaceTime {
            ground,
            published: &self.world.published,
            me: None,
            gait: &self.world.gait,
            origin: self.scene.start,
            time: 0.0,
            fovea: Fovea::default(),
            departure,
        }
    }

    fn trajectory(&self, states: &[SpaceTimeState]) -> Trajectory {
        let ground = self.world.ground(&self.scene.map);
        let domain = self.domain(&ground, None);
        states.iter().map(|&state| (domain.time_of(state.step), domain.point(state))).collect()
    }

    /// The state at the start: about to leave for a point.
    pub fn departure(&self, towards: Point) -> SpaceTimeState {
        let heading = self.heading(towards);
        SpaceTimeState { step: 0, x: 0, y: 0, speed: 1, heading }
    }

    fn heading(&self, towards: Point) -> u8 {
        let ground = self.world.ground(&self.scene.map);
        self.domain(&ground, None).state_at(self.scene.start, 0, 1, towards).map_or(0, |state| state.heading)
    }

    fn space_time_alone(&self, work: &mut Work) -> Result<Option<Trajectory>, SearchError> {
        let Scene { start, goal, .. } = self.scene;
        // Any time between that of the straight line at the usual speed and twice that.
        let straight = start.distance(goal) / SPEED;
        let steps = straight as u16..=(2.0 * straight) as u16;
        let arrival = ArrivalWindow { at: goal, window: 0, steps, speed: 0 };
        let states = self.space_time(work, self.departure(goal), &arrival)?;
        Ok(states.map(|states| self.trajectory(&states)))
    }

    fn tunnels(&self, work: &mut Work) -> Result<Option<Trajectory>, SearchError> {
        let Scene { start, goal, .. } = self.scene;
        let mut earlier = Work::default();
        let first = self.static_mesh(&mut earlier)?;
        let second = self.dynamic_mesh(&mut earlier, first.as_deref())?;
        let Some(third) = self.grid(&mut earlier, start, goal, second.as_deref())? else { return Ok(None) };
        let Some(tunnel) = space_time_tunnel(&third, 0.0, TURN) else { return Ok(None) };
        let arrival = ArrivalWindow { at: goal, window: 0, steps: around(tunnel.end()), speed: 0 };
        let towards = third.get(2).or(third.last()).copied().unwrap_or(goal);
        let states = self.space_time_in(&tunnel, WIDENINGS, work, self.departure(towards), &arrival)?;
        Ok(states.map(|states| self.trajectory(&states)))
    }

    fn waypoints(&self, work: &mut Work) -> Result<Option<Trajectory>, SearchError> {
        let mut earlier = Work::default();
        let first = self.static_mesh(&mut earlier)?;
        let Some(second) = self.dynamic_mesh(&mut earlier, first.as_deref())? else { return Ok(None) };
        let ground = self.world.ground(&self.scene.map);
        let domain = self.domain(&ground, None);
        let mut states = vec![self.departure(second.get(1).copied().unwrap_or(self.scene.goal))];
        // How many states there were before each leg; whether the waypoint before was left out.
        let (mut legs, mut is_stuck) = (Vec::new(), false);
        let stops = spaced(&second);
        for (number, &stop) in stops.iter().enumerate() {
            let is_last = number + 1 == stops.len();
            loop {
                let Some(&at) = states.last() else { return Ok(None) };
                if !is_last && domain.point(at).distance(stop) < NEAR {
                    break;
                }
                if let Some(leg) = self.leg(work, at, stop, is_last)? {
                    legs.push(states.len());
                    states.extend_from_slice(leg.get(1..).unwrap_or(&[]));
                    is_stuck = false;
                    break;
                }
                // The next one may be reached where this one cannot.
                if !is_last && !std::mem::replace(&mut is_stuck, true) {
                    break;
                }
                // Nor can that one: the last leg led to where a mover closes in. It is taken back.
                let Some(before) = legs.pop() else { return Ok(None) };
                states.truncate(before);
            }
        }
        Ok(Some(self.trajectory(&states)))
    }

    /// The tasks from a state to a waypoint: one in Σ3, and one in Σ4 in a tunnel around its path.
    fn leg(
        &self,
        work: &mut Work,
        at: SpaceTimeState,
        stop: Point,
        is_last: bool,
    ) -> Result<Option<Vec<SpaceTimeState>>, SearchError> {
        let ground = self.world.ground(&self.scene.map);
        let domain = self.domain(&ground, None);
        let Some(mut third) = self.grid(&mut Work::default(), domain.point(at), stop, None)? else { return Ok(None) };
        let around_line = |line: &[Point]| space_time_tunnel(line, domain.time_of(at.step), LEG_TURN);
        let Some(mut tunnel) = around_line(&third) else { return Ok(None) };
        let stands = |step| domain.state_at(stop, step, 0, stop).is_some_and(|state| domain.stands_free(state));
        if !is_last && !around(domain.step_at(tunnel.end())).any(stands) {
            // A waypoint that something stands on is passed beside, in the last cell of the path.
            third.pop();
            let Some(beside) = around_line(&third) else { return Ok(None) };
            tunnel = beside;
        }
        let (to, speed) = (third.last().copied().unwrap_or(stop), if is_last { 0 } else { PASSING });
        let arrival = ArrivalWindow { at: to, window: 0, steps: around(domain.step_at(tunnel.end())), speed };
        self.space_time_in(&tunnel, LEG_WIDENINGS, work, at, &arrival)
    }
}

/// The first tunnel in Σ4 around a line that is walked from a time on.
pub fn space_time_tunnel(line: &[Point], begin: f64, turn: f64) -> Option<Tunnel> {
    Some(Tunnel::new(line, begin, SPEED, WIDTH, LAG)?.with_turn(turn))
}

/// The steps within the width in time of a step.
pub fn around(step: f64) -> std::ops::RangeInclusive<u16> {
    (step - LAG).max(1.0) as u16..=(step + LAG).ceil() as u16
}

/// Points along a line, about as far apart as waypoints are, and its end.
fn spaced(line: &[Point]) -> Vec<Point> {
    let mut stops: Vec<Point> = Vec::new();
    let mut walked = 0.0;
    for pair in line.windows(2) {
        let length = pair[0].distance(pair[1]);
        let mut at = WAYPOINTS - walked;
        while at < length {
            stops.push(pair[0].lerp(pair[1], at / length));
            at += WAYPOINTS;
        }
        walked = (walked + length) % WAYPOINTS;
    }
    stops.extend(line.last());
    stops
}

/// A line walked at the usual speed.
fn walked(line: &[Point]) -> Trajectory {
    let mut time = 0.0;
    let mut trajectory = Vec::with_capacity(line.len());
    for (i, &point) in line.iter().enumerate() {
        time += if i > 0 { line[i - 1].distance(point) / SPEED } else { 0.0 };
        trajectory.push((time, point));
    }
    trajectory
}

fn find<D: Domain>(
    domain: &D,
    start: D::State,
    goals: Vec<D::State>,
    work: &mut Work,
) -> Result<Option<Vec<D::State>>, SearchError> {
    search(domain, start, goals, 1.0, MOST_NODES, work)
}

fn search<D: Domain>(
    domain: &D,
    start: D::State,
    goals: Vec<D::State>,
    epsilon: f64,
    most: u64,
    work: &mut Work,
) -> Result<Option<Vec<D::State>>, SearchError> {
    let mut search = DomainSearch::new(start, goals, epsilon);
    let answer = if work.counts {
        let counted = Counted::new(domain);
        let answer = search.search(&counted, Budget::expansions(most))?;
        work.generated += counted.told();
        answer
    } else {
        search.search(domain, Budget::expansions(most))?
    };
    work.nodes += answer.expansions;
    Ok((answer.stop == StopReason::Solved).then(|| search.path().to_vec()))
}

/// A search in a tunnel around a line, and without one where there is no line, or nothing is found.
fn in_tunnel<D: Domain>(
    domain: &D,
    around: Option<&[Point]>,
    width: f64,
    start: D::State,
    goal: D::State,
    work: &mut Work,
) -> Result<Option<Vec<D::State>>, SearchError> {
    if let Some(tunnel) = around.and_then(|line| Tunnel::new(line, 0.0, SPEED, width, 0.0)) {
        let found = find(&Tunnelled::new(domain, &tunnel), start, vec![goal], work)?;
        if found.is_some() {
            return Ok(found);
        }
    }
    find(domain, start, vec![goal], work)
}
