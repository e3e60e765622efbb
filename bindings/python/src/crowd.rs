//! Crowds: who is there, where they go, steps.

use crate::agent::{AgentId, AgentView, avoidance_of, goal_of, status_of};
use crate::arrays;
use crate::errors::{self, Raised};
use crate::map::Map;
use crate::order::Order;
use crate::work::{Progress, Shared, Spoilt, Threads, long, long_with, short};
use navigant::crowd::internals::AgentInternals as _;
use navigant::crowd::internals::CrowdInternals as _;
use navigant::crowd::{self, Agent, Aim, Avoidance, BadAgent, BadStep, Notice, Planning, Seen};
use navigant::files::svg::Style;
use navigant::files::svg_crowd::{Density, draw_crowd};
use navigant::mesh;
use numpy::{PyArray1, PyArray2};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use std::sync::atomic::Ordering;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

/// For how long steps are made before others who wait for the crowd get their turn.
const AT_ONCE: Duration = Duration::from_millis(5);

/// What the steps of a call did, together.
#[pyclass(frozen, get_all, module = "navigant")]
#[derive(Default)]
pub(crate) struct Report {
    /// How many steps were made.
    steps: u64,
    /// How many routes were searched for.
    searches: u64,
    /// How many expansions that took.
    expansions: u64,
    /// How many routes were repaired around what was in their way.
    repaired: u64,
    /// Who stood where an obstacle came and was moved.
    moved: Vec<AgentId>,
    /// Who has no place any more.
    stuck: Vec<AgentId>,
}

impl Report {
    fn add(&mut self, report: &crowd::Report) {
        self.steps += 1;
        self.searches += report.searches;
        self.expansions += report.expansions;
        self.repaired += report.repaired;
        self.moved.extend(report.moved.iter().copied().map(AgentId));
        self.stuck.extend(report.stuck.iter().copied().map(AgentId));
    }
}

/// Why a call did not do what it should.
enum Refused<E> {
    Spoilt,
    By(E),
}

impl<E> From<Spoilt> for Refused<E> {
    fn from(_: Spoilt) -> Self {
        Refused::Spoilt
    }
}

impl<E: Raised> Refused<E> {
    fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            Refused::Spoilt => Spoilt.into(),
            Refused::By(error) => error.raised(py),
        }
    }
}

/// A crowd of agents on a map. It learns of the map's edits in its next step.
///
/// >>> import numpy as np
/// >>> from navigant import Crowd, Map, Status
/// >>> hall = Map([[0, 0], [40, 0], [40, 20], [0, 20]])
/// >>> crowd = Crowd(hall)
/// >>> ids = crowd.add_agents([[2, 5], [2, 10], [2, 15]], goals=[[38, 10], [38, 5], [38, 15]])
/// >>> _ = crowd.step(50)
/// >>> door = hall.insert([[20, 2], [21, 2], [21, 18], [20, 18]])
/// >>> _ = crowd.step(350)
/// >>> bool(np.all(crowd.statuses() == Status.ARRIVED))
/// True
#[pyclass(frozen, module = "navigant")]
pub(crate) struct Crowd {
    map: Py<Map>,
    inner: Shared<crowd::Crowd>,
    order: Mutex<Order>,
}

impl Crowd {
    fn of(map: Py<Map>, inner: crowd::Crowd) -> Crowd {
        Crowd { map, inner: Shared::new(inner), order: Mutex::default() }
    }

    fn ask<T: Send>(&self, py: Python<'_>, ask: impl FnOnce(&crowd::Crowd) -> T + Send) -> PyResult<T> {
        Ok(short(py, || self.inner.read().map(|crowd| ask(&crowd)))??)
    }

    /// Changes the crowd, with the map at hand. Everyone takes the map's lock first.
    fn change<T: Send, E: Raised + Send>(
        &self,
        py: Python<'_>,
        change: impl FnOnce(&mut crowd::Crowd, &mesh::Map) -> Result<T, E> + Send,
    ) -> PyResult<T> {
        let map = self.map.get().shared();
        let changed = short(py, || -> Result<T, Refused<E>> {
            let map = map.read()?;
            change(&mut *self.inner.write()?, &map).map_err(Refused::By)
        })?;
        changed.map_err(|refused| refused.raised(py))
    }

    /// Numbers of all agents, in the order of their ids.
    fn column<T: numpy::Element + Copy + Default, const N: usize>(
        &self,
        py: Python<'_>,
        of: impl Fn(&Seen) -> [T; N] + Send,
    ) -> PyResult<Vec<T>> {
        let order = || self.order.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(short(py, || self.inner.read().map(|crowd| order().column(&crowd, of)))??)
    }

    fn steps_until(
        &self,
        map: &Shared<mesh::Map>,
        (steps, dt): (u64, f64),
        progress: &Progress,
        threads: &Threads<'_>,
    ) -> Result<Report, Refused<BadStep>> {
        let mut sum = Report::default();
        while sum.steps < steps && !threads.should_stop() {
            let map = map.read()?;
            let mut guard = self.inner.write()?;
            let (crowd, sum) = (&mut *guard, &mut sum);
            // Several short steps at once: to wake the threads up takes as long as a step of a hundred agents.
            let made = threads.by_all(|stop| {
                let begin = Instant::now();
                while sum.steps < steps && !stop.load(Ordering::Relaxed) {
                    sum.add(&crowd.step(&map, dt)?);
                    progress.add(1);
                    if begin.elapsed() >= AT_ONCE {
                        break;
                    }
                }
                Ok(())
            });
            made.map_err(Refused::By)?;
        }
        Ok(sum)
    }
}

/// How a new agent is described.
fn described(place: mesh::Point, goal: Option<mesh::Point>, radius: f64, speed: f64, avoidance: Avoidance) -> Agent {
    let agent = Agent::new(place).with_radius(radius).with_speed(speed).with_avoidance(avoidance);
    match goal {
        Some(goal) => agent.with_goal(goal),
        None => agent,
    }
}

#[pymethods]
impl Crowd {
    /// An empty crowd. Agents learn of edits at once, or when they see the place from no farther than `notice` metres.
    #[new]
    #[pyo3(signature = (map, *, notice=None, expansions_per_step=200_000, hysteresis=0.05))]
    fn new(map: &Bound<'_, Map>, notice: Option<f64>, expansions_per_step: u32, hysteresis: f64) -> PyResult<Crowd> {
        let is_share = (0.0..=1.0).contains(&hysteresis);
        if !is_share || notice.is_some_and(|range| !(range >= 0.0 && range.is_finite())) {
            return Err(PyValueError::new_err("notice is a distance in metres, hysteresis a share from 0 to 1"));
        }
        let notice = notice.map_or(Notice::AtOnce, Notice::WhenSeen);
        let planning = Planning { expansions_per_step, hysteresis, notice, ..Planning::default() };
        let shared = map.get().shared();
        let inner = short(map.py(), || shared.read().map(|map| crowd::Crowd::new(&map).with_planning(planning)))??;
        Ok(Crowd::of(map.clone().unbind(), inner))
    }

    /// The map it is on.
    #[getter]
    fn map(&self, py: Python<'_>) -> Py<Map> {
        self.map.clone_ref(py)
    }

    /// Adds an agent; it stands where it is unless it has a goal. `avoidance` is the name of a model ("orca" if none is given), or a
    /// dict of it and its parameters: `{"model": "collision-free speed", "time_gap": 0.5}`.
    #[pyo3(signature = (position, goal=None, *, radius=0.25, speed=1.3, avoidance=None, source=0))]
    #[allow(clippy::too_many_arguments)] // Python's keywords.
    fn add(
        &self,
        py: Python<'_>,
        position: &Bound<'_, PyAny>,
        goal: Option<&Bound<'_, PyAny>>,
        radius: f64,
        speed: f64,
        avoidance: Option<&Bound<'_, PyAny>>,
        source: u32,
    ) -> PyResult<AgentId> {
        let place = arrays::point(position, "position")?;
        let goal = goal.map(|goal| arrays::point(goal, "goal")).transpose()?;
        let agent = described(place, goal, radius, speed, avoidance_of(avoidance)?);
        self.change(py, |crowd, map| crowd.add_from(map, source, &agent)).map(AgentId)
    }

    /// Adds many agents, or none: `BadAgent` names the first that is refused. Radius and speed are one for all, or arrays.
    #[pyo3(signature = (positions, goals=None, *, radius=None, speed=None, avoidance=None, source=0))]
    #[allow(clippy::too_many_arguments)] // Python's keywords.
    fn add_agents(
        &self,
        py: Python<'_>,
        positions: &Bound<'_, PyAny>,
        goals: Option<&Bound<'_, PyAny>>,
        radius: Option<&Bound<'_, PyAny>>,
        speed: Option<&Bound<'_, PyAny>>,
        avoidance: Option<&Bound<'_, PyAny>>,
        source: u32,
    ) -> PyResult<Vec<AgentId>> {
        let places = arrays::points(positions, "positions")?;
        let goals = goals.map(|goals| arrays::points(goals, "goals")).transpose()?;
        if let Some(goals) = goals.as_ref().filter(|goals| goals.len() != places.len()) {
            let wanted = format!("{} points, one for each position,", places.len());
            return Err(arrays::refuse(py, "goals", &wanted, &goals.len().to_string()));
        }
        let each = |value: Option<&Bound<'_, PyAny>>, name: &str, usual: f64| match value {
            Some(value) => arrays::numbers(value, name, places.len()),
            None => Ok(vec![usual; places.len()]),
        };
        let (radii, speeds) = (each(radius, "radius", 0.25)?, each(speed, "speed", 1.3)?);
        let avoidance = avoidance_of(avoidance)?;
        let map = self.map.get().shared();
        let added = short(py, || -> Result<Vec<AgentId>, Refused<(usize, BadAgent)>> {
            let (map, mut crowd) = (map.read()?, self.inner.write()?);
            let mut ids = Vec::with_capacity(places.len());
            for (index, &place) in places.iter().enumerate() {
                let goal = goals.as_ref().map(|goals| goals[index]);
                let agent = described(place, goal, radii[index], speeds[index], avoidance);
                match crowd.add_from(&map, source, &agent) {
                    Ok(id) => ids.push(AgentId(id)),
                    Err(error) => {
                        for AgentId(id) in ids {
                            let _ = crowd.remove(id);
                        }
                        return Err(Refused::By((index, error)));
                    }
                }
            }
            Ok(ids)
        })?;
        added.map_err(|refused| match refused {
            Refused::Spoilt => Spoilt.into(),
            Refused::By((index, error)) => errors::bad_agent(py, &error, Some(index)),
        })
    }

    /// Removes an agent.
    fn remove(&self, py: Python<'_>, id: &AgentId) -> PyResult<()> {
        let id = id.0;
        self.change(py, |crowd, _| crowd.remove(id))
    }

    /// Gives an agent a goal, to which it finds the shortest way; None to stand. If `straight`, it walks straight there, whatever is
    /// in between.
    #[pyo3(signature = (id, goal, *, straight=false))]
    fn set_goal(&self, py: Python<'_>, id: &AgentId, goal: Option<&Bound<'_, PyAny>>, straight: bool) -> PyResult<()> {
        let id = id.0;
        let way = if straight { Aim::Straight } else { Aim::Goal };
        let aim = goal.map(|goal| arrays::point(goal, "goal")).transpose()?.map_or(Aim::Stand, way);
        self.change(py, |crowd, _| crowd.set_aim(id, aim))
    }

    /// Gives an agent a velocity to walk with, in metres a second.
    fn set_velocity(&self, py: Python<'_>, id: &AgentId, velocity: &Bound<'_, PyAny>) -> PyResult<()> {
        let (id, wish) = (id.0, arrays::point(velocity, "velocity")?);
        let aim = Aim::Velocity(crowd::Vector { x: wish.x as f32, y: wish.y as f32 });
        self.change(py, |crowd, _| crowd.set_aim(id, aim))
    }

    /// Changes how fast an agent likes to walk, in metres a second; it keeps its route.
    fn set_speed(&self, py: Python<'_>, id: &AgentId, speed: f64) -> PyResult<()> {
        let id = id.0;
        self.change(py, |crowd, _| crowd.set_speed(id, speed, Agent::new([0.0, 0.0]).with_speed(speed).max_speed))
    }

    /// Puts an agent somewhere.
    fn place(&self, py: Python<'_>, id: &AgentId, position: &Bound<'_, PyAny>) -> PyResult<()> {
        let (id, position) = (id.0, arrays::point(position, "position")?);
        self.change(py, |crowd, map| crowd.place(map, id, position, crowd::Vector::ZERO))
    }

    /// Makes steps of `dt` seconds each. Ctrl-C ends it between two steps, and the crowd can go on. After a second it shows a bar
    /// on a terminal and in a notebook, or as `progress` says.
    #[pyo3(signature = (steps=1, dt=0.1, *, progress=None))]
    fn step(&self, py: Python<'_>, steps: u64, dt: f64, progress: Option<bool>) -> PyResult<Report> {
        let (map, progress) = (self.map.get().shared(), Progress::new(steps, "steps", progress));
        let done = long_with(py, &progress, |threads| self.steps_until(&map, (steps, dt), &progress, threads))?;
        done.map_err(|refused| refused.raised(py))
    }

    /// Finds the first routes of all who wait for one, before the first step. It shows a bar as `step` does.
    #[pyo3(signature = (*, progress=None))]
    fn plan_ahead(&self, py: Python<'_>, progress: Option<bool>) -> PyResult<()> {
        let (map, progress) = (self.map.get().shared(), Progress::new(0, "agents", progress));
        Ok(long_with(py, &progress, |threads| -> Result<(), Spoilt> {
            {
                let all = self.inner.read()?.len();
                progress.set(0, all as u64);
            }
            while !threads.should_stop() {
                let map = map.read()?;
                let mut guard = self.inner.write()?;
                let crowd = &mut *guard;
                let waiting = threads.by_all(|_| crowd.plan_ahead(&map, 100_000));
                progress.set(crowd.len().saturating_sub(waiting) as u64, crowd.len() as u64);
                if waiting == 0 {
                    break;
                }
            }
            Ok(())
        })??)
    }

    /// Everyone, in the order of all arrays below.
    fn ids(&self, py: Python<'_>) -> PyResult<Vec<AgentId>> {
        let order = || self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let ids = |crowd: &crowd::Crowd| order().follow(crowd).iter().copied().map(AgentId).collect();
        self.ask(py, ids)
    }

    /// Where everyone is, in metres: an array of shape (n, 2), in the order of ids.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::pairs(py, self.column(py, |agent| [agent.position.x, agent.position.y])?)
    }

    /// How fast everyone is, in metres a second, of shape (n, 2).
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::pairs(py, self.column(py, |agent| [agent.velocity.x, agent.velocity.y].map(f64::from))?)
    }

    /// How large everyone is, in metres, of shape (n,).
    fn radii<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<f64>>> {
        Ok(PyArray1::from_vec(py, self.column(py, |agent| [agent.radius])?))
    }

    /// Where everyone wants to get to, of shape (n, 2); NaN for those who do not.
    fn goals<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let goal = |agent: &Seen| goal_of(agent).map_or([f64::NAN; 2], |p| [p.x, p.y]);
        arrays::pairs(py, self.column(py, goal)?)
    }

    /// How everyone is doing, of shape (n,): see `Status`.
    fn statuses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        Ok(PyArray1::from_vec(py, self.column(py, |agent| [status_of(agent.status)])?))
    }

    /// What is to be seen of an agent.
    fn agent(&self, py: Python<'_>, id: &AgentId) -> PyResult<AgentView> {
        let id = id.0;
        let seen = self.ask(py, |crowd| crowd.agent(id))?;
        seen.map(|seen| AgentView::of(&seen)).map_err(|error| error.raised(py))
    }

    /// The rest of an agent's route: where it is, the corners it is to pass, where the route ends.
    fn way<'py>(&self, py: Python<'py>, id: &AgentId) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let id = id.0;
        let way = self.ask(py, |crowd| crowd.way(id))?.map_err(|error| error.raised(py))?;
        arrays::of_points(py, &way)
    }

    /// How many steps have been made.
    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<u64> {
        self.ask(py, crowd::Crowd::steps)
    }

    /// A number for its state, as 16 digits: the same for the same run, on every machine.
    fn hash(&self, py: Python<'_>) -> PyResult<String> {
        let hash = long(py, |threads| {
            let crowd = self.inner.read()?;
            Ok::<_, Spoilt>(threads.by_all(|_| crowd.hash()))
        })??;
        Ok(format!("{hash:016x}"))
    }

    /// The crowd as bytes, for `Crowd.load`.
    fn save<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let map = self.map.get().shared();
        let saved = short(py, || -> Result<Vec<u8>, Spoilt> {
            let map = map.read()?;
            Ok(self.inner.read()?.save(&map))
        })??;
        Ok(PyBytes::new(py, &saved))
    }

    /// A saved crowd, on the map that it was saved with or one with the same walls.
    #[staticmethod]
    fn load(map: &Bound<'_, Map>, saved: &[u8]) -> PyResult<Crowd> {
        let (py, shared) = (map.py(), map.get().shared());
        let inner = short(py, || shared.read().map(|map| crowd::Crowd::load(&map, saved)))??;
        Ok(Crowd::of(map.clone().unbind(), inner.map_err(|error| error.raised(py))?))
    }

    fn _repr_svg_(&self, py: Python<'_>) -> PyResult<String> {
        let map = self.map.get().shared();
        let places: Vec<_> = self.ask(py, |crowd| crowd.agents().map(|agent| agent.position).collect())?;
        let style = Style { width: 600.0, triangles: false, ..Style::default() };
        Ok(short(py, || {
            map.read().map(|map| {
                let mut density = Density::of(&map);
                density.add(places);
                draw_crowd(&map, &style, &density, &[])
            })
        })??)
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.ask(py, crowd::Crowd::len)
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (count, steps) = self.ask(py, |crowd| (crowd.len(), crowd.steps()))?;
        Ok(format!("<Crowd: {count} agents after {steps} steps>"))
    }
}
