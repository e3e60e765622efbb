//! Trajectories of a run: the start, and then every so many steps a frame.

use super::simulation::Simulation;
use navigant::files::FileError;
use navigant::files::trajectory::Trajectory;
use std::path::Path;

pub(crate) struct Record {
    trajectory: Trajectory,
    every: u32,
}

impl Record {
    /// Begins a file with everyone where they start.
    pub(crate) fn begin(file: &Path, simulation: &Simulation, every: u32) -> Result<Record, FileError> {
        let fps = 1.0 / (simulation.dt * f64::from(every));
        let trajectory = Trajectory::create(file, &simulation.map, fps)?;
        let mut record = Record { trajectory, every };
        record.add(simulation)?;
        Ok(record)
    }

    /// Adds everyone, if it is time for a frame.
    pub(crate) fn add(&mut self, simulation: &Simulation) -> Result<(), FileError> {
        let (steps, every) = (simulation.steps(), u64::from(self.every));
        if !steps.is_multiple_of(every) {
            return Ok(());
        }
        self.trajectory.add(&simulation.map, (steps / every) as u32, &simulation.agents)
    }

    pub(crate) fn finish(self) -> Result<(), FileError> {
        self.trajectory.finish()
    }
}
