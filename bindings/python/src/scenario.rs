//! Scenarios, and scenarios under way.

use crate::agent::{AgentId, status_of};
use crate::arrays;
use crate::errors::Raised;
use crate::map::Map;
use crate::order::Order;
use crate::work::{Shared, Spoilt, Threads, long, short};
use navigant::crowd::Seen;
use navigant::files::internals::ScenarioInternals as _;
use navigant::files::{self, FileError, Format, Scene};
use navigant::simulation::internals::FiguresInternals as _;
use navigant::simulation::internals::SimulationInternals as _;
use navigant::simulation::{self, Until, embedded};
use numpy::{PyArray1, PyArray2};
use pyo3::prelude::*;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};

/// The names of the scenarios that the package brings along.
#[pyfunction]
pub(crate) fn scenario_names() -> Vec<&'static str> {
    navigant::simulation::internals::embedded_names().collect()
}

/// Who walks where in a scene, and what changes while they do.
///
/// >>> from navigant import Scenario
/// >>> Scenario.open("bottleneck").dt
/// 0.1
#[pyclass(frozen, module = "navigant")]
pub(crate) struct Scenario {
    scenario: files::Scenario,
    scene: Scene,
}

#[pymethods]
impl Scenario {
    /// A scenario that the package brings along, or a file.
    #[staticmethod]
    #[allow(clippy::needless_pass_by_value)] // What Python hands over.
    fn open(py: Python<'_>, name: std::path::PathBuf) -> PyResult<Scenario> {
        let name = name.display().to_string();
        let opened = short(py, || embedded::open(&name))?;
        opened.map(|(scenario, scene)| Scenario { scenario, scene }).map_err(|error| error.raised(py))
    }

    /// A scenario as TOML, in a scene as GeoJSON or WKT.
    #[staticmethod]
    fn parse(py: Python<'_>, text: &str, scene: &str) -> PyResult<Scenario> {
        let format = if scene.trim_start().starts_with('{') { Format::GeoJson } else { Format::Wkt };
        let scenario = files::Scenario::parse(text.as_bytes()).map_err(|error| error.raised(py))?;
        let scene = Scene::parse(scene.as_bytes(), format).map_err(|error| error.raised(py))?;
        Ok(Scenario { scenario, scene })
    }

    /// The same with as many agents in all, in the same proportions.
    fn with_agents(&self, count: u32) -> Scenario {
        let mut scenario = self.scenario.clone();
        scenario.scale_agents(count.max(1));
        Scenario { scenario, scene: self.scene.clone() }
    }

    /// What it is about.
    #[getter]
    fn about(&self) -> &str {
        &self.scenario.about
    }

    /// Seconds a step.
    #[getter]
    fn dt(&self) -> f64 {
        self.scenario.dt
    }

    /// How many steps it says are to be made.
    #[getter]
    fn steps(&self) -> u64 {
        self.scenario.steps
    }

    /// How many agents there will be.
    #[getter]
    fn agents(&self) -> u64 {
        self.scenario.agent_count()
    }

    /// Itself as TOML.
    fn text(&self) -> String {
        self.scenario.to_text()
    }

    fn __repr__(&self) -> String {
        format!("<Scenario: {} agents; {}>", self.scenario.agent_count(), self.scenario.about)
    }
}

/// A scenario under way: who comes and leaves, what changes, what is measured.
///
/// >>> from navigant import Scenario, Simulation
/// >>> simulation = Simulation(Scenario.open("bottleneck"))
/// >>> simulation.step(20)
/// >>> simulation.figures()["wall_crossings"]
/// 0
#[pyclass(frozen, module = "navigant")]
pub(crate) struct Simulation {
    inner: Shared<simulation::Simulation>,
    order: Mutex<Order>,
}

/// Why steps were not made.
enum Ended {
    Spoilt,
    By(Box<FileError>),
}

impl From<Spoilt> for Ended {
    fn from(_: Spoilt) -> Self {
        Ended::Spoilt
    }
}

impl From<FileError> for Ended {
    fn from(error: FileError) -> Self {
        Ended::By(Box::new(error))
    }
}

impl Ended {
    fn raised(self, py: Python<'_>) -> PyErr {
        match self {
            Ended::Spoilt => Spoilt.into(),
            Ended::By(error) => error.raised(py),
        }
    }
}

impl Simulation {
    fn ask<T: Send>(&self, py: Python<'_>, ask: impl FnOnce(&simulation::Simulation) -> T + Send) -> PyResult<T> {
        Ok(long(py, |threads| {
            let simulation = self.inner.read()?;
            Ok::<_, Spoilt>(threads.by_all(|_| ask(&simulation)))
        })??)
    }

    fn column<T: numpy::Element + Copy + Default, const N: usize>(
        &self,
        py: Python<'_>,
        of: impl Fn(&Seen) -> [T; N] + Send,
    ) -> PyResult<Vec<T>> {
        let order = || self.order.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(short(py, || self.inner.read().map(|simulation| order().column(simulation.crowd(), of)))??)
    }

    /// Makes steps until an end, or until it should stop; says whether it is the end.
    fn go(&self, until: Until, threads: &Threads<'_>) -> Result<bool, Ended> {
        while !threads.should_stop() {
            let mut guard = self.inner.write()?;
            if guard.is_done(until)? {
                return Ok(true);
            }
            let simulation = &mut *guard;
            threads.by_all(|_| simulation.step())?;
        }
        Ok(false)
    }
}

#[pymethods]
impl Simulation {
    /// Puts everyone on the map who is there from the start, and finds their first routes.
    #[new]
    fn new(py: Python<'_>, scenario: &Bound<'_, Scenario>) -> PyResult<Simulation> {
        let Scenario { scenario, scene } = scenario.get();
        let built = long(py, |threads| threads.by_all(|_| scene.build()))?.map_err(|error| error.raised(py))?;
        let begin = |_: &AtomicBool| -> Result<simulation::Simulation, FileError> {
            let mut begun = simulation::Simulation::spawn(built.map, scenario, |_| {})?.without_copy();
            begun.plan_ahead(|_| {});
            Ok(begun)
        };
        let begun = long(py, |threads| threads.by_all(begin))?;
        let inner = begun.map_err(|error| error.raised(py))?;
        Ok(Simulation { inner: Shared::new(inner), order: Mutex::default() })
    }

    /// Makes steps. Ctrl-C ends it between two of them, and it can go on.
    #[pyo3(signature = (steps=1))]
    fn step(&self, py: Python<'_>, steps: u64) -> PyResult<()> {
        let done = self.ask(py, simulation::Simulation::steps)?;
        let gone = long(py, |threads| self.go(Until::Steps(done.saturating_add(steps)), threads))?;
        gone.map(|_| ()).map_err(|ended| ended.raised(py))
    }

    /// Whether everyone has arrived and left, or nobody has arrived for ten simulated minutes.
    #[getter]
    fn is_empty(&self, py: Python<'_>) -> PyResult<bool> {
        self.ask(py, |simulation| simulation.is_done(Until::Empty))?.map_err(|error| error.raised(py))
    }

    /// What the run has shown so far: what `navigant run --json` writes, but for `hash`, which is text there too.
    fn figures<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let text = self.ask(py, |simulation| simulation.figures().json().to_string())?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// A number for the state of the crowd, as 16 digits: the same for the same run, on every machine.
    fn hash(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("{:016x}", self.ask(py, |simulation| simulation.crowd().hash())?))
    }

    /// The map as it is now: a copy.
    fn map(&self, py: Python<'_>) -> PyResult<Map> {
        let map = self.ask(py, |simulation| simulation.map().clone())?;
        let ids = map.obstacles().collect();
        Ok(Map::of(map, ids))
    }

    /// How many steps were made.
    #[getter]
    fn steps(&self, py: Python<'_>) -> PyResult<u64> {
        self.ask(py, simulation::Simulation::steps)
    }

    /// How many seconds have been simulated.
    #[getter]
    fn seconds(&self, py: Python<'_>) -> PyResult<f64> {
        self.ask(py, simulation::Simulation::seconds)
    }

    /// Everyone who is there, in the order of the arrays below.
    fn ids(&self, py: Python<'_>) -> PyResult<Vec<AgentId>> {
        let order = || self.order.lock().unwrap_or_else(PoisonError::into_inner);
        let all = |simulation: &simulation::Simulation| {
            order().follow(simulation.crowd()).iter().copied().map(AgentId).collect()
        };
        self.ask(py, all)
    }

    /// Where everyone is, in metres, of shape (n, 2), in the order of ids.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::pairs(py, self.column(py, |agent| [agent.position.x, agent.position.y])?)
    }

    /// How fast everyone is, in metres a second, of shape (n, 2).
    fn velocities<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray2<f64>>> {
        arrays::pairs(py, self.column(py, |agent| [agent.velocity.x, agent.velocity.y].map(f64::from))?)
    }

    /// How everyone is doing, of shape (n,): see `Status`.
    fn statuses<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyArray1<u8>>> {
        Ok(PyArray1::from_vec(py, self.column(py, |agent| [status_of(agent.status)])?))
    }

    fn __len__(&self, py: Python<'_>) -> PyResult<usize> {
        self.ask(py, |simulation| simulation.crowd().len())
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        let (count, steps) = self.ask(py, |simulation| (simulation.crowd().len(), simulation.steps()))?;
        Ok(format!("<Simulation: {count} agents after {steps} steps>"))
    }
}
