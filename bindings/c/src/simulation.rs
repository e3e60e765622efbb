//! Scenarios under way.

use crate::memory::{out, rows, text};
use crate::outline::NavPoint;
use crate::registry::Registry;
use crate::status::{Failure, NavStatus, answer};
use crate::work::{Shared, by_all, call};
use navigant::files::FileError;
use navigant::simulation::internals::SimulationInternals as _;
use navigant::simulation::{Simulation, embedded};
use std::ffi::c_char;

/// A scenario under way. Free it with `nav_simulation_free`.
#[repr(C)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NavSimulation {
    /// Opaque; 0 is no simulation.
    pub handle: u64,
}

static SIMULATIONS: Registry<Shared<Simulation>> = Registry::new(4);

/// Begins an embedded scenario, such as "bottleneck", or one from a file: everyone is placed and has a route.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_simulation_open(name: *const c_char, simulation: *mut NavSimulation) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a text, and null or a place for a simulation.
        let (name, place) = unsafe { (text(name)?, out(simulation)?) };
        let begun = by_all(|| -> Result<Simulation, Failure> {
            let (scenario, scene) = embedded::open(&name)?;
            let mut begun = Simulation::spawn(scene.build()?.map, &scenario, |_| {})?.without_copy();
            begun.plan_ahead(|_| {});
            Ok(begun)
        })??;
        answer(&place, NavSimulation { handle: SIMULATIONS.insert(Shared::new(begun))? })
    })
}

/// Frees a simulation.
#[unsafe(no_mangle)]
pub extern "C" fn nav_simulation_free(simulation: NavSimulation) -> NavStatus {
    call(|| SIMULATIONS.remove(simulation.handle))
}

/// Makes steps, by all threads.
#[unsafe(no_mangle)]
pub extern "C" fn nav_simulation_step(simulation: NavSimulation, steps: u32) -> NavStatus {
    call(|| {
        let shared = SIMULATIONS.get(simulation.handle)?;
        let mut guard = shared.write()?;
        let simulation = &mut *guard;
        let stepped: Result<(), FileError> = by_all(|| (0..steps).try_for_each(|_| simulation.step()))?;
        Ok(stepped?)
    })
}

/// A number for the state of the crowd: what `navigant run` prints, for the same run.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_simulation_hash(simulation: NavSimulation, hash: *mut u64) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for a number.
        let place = unsafe { out(hash) }?;
        let shared = SIMULATIONS.get(simulation.handle)?;
        let simulation = shared.read()?;
        answer(&place, by_all(|| simulation.crowd().hash())?)
    })
}

/// Where everyone is who is there, in the order of their ids, a stride apart.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn nav_simulation_positions(
    simulation: NavSimulation,
    positions: *mut NavPoint,
    capacity: usize,
    stride: usize,
    count: *mut usize,
) -> NavStatus {
    call(|| {
        // SAFETY: the caller passes null or a place for as many points, a stride apart, and null or a place for their number.
        let place = unsafe { rows(positions, capacity, stride, count) }?;
        let shared = SIMULATIONS.get(simulation.handle)?;
        let simulation = shared.read()?;
        let mut all: Vec<_> = simulation.crowd().agents().map(|agent| (agent.id, agent.position)).collect();
        all.sort_unstable_by_key(|&(id, _)| id);
        place.fill(all.into_iter().map(|(_, position)| position.into()))
    })
}
