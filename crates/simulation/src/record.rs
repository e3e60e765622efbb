//! Trajectories of a run: the start, and then a frame at an interval of steps.

use crate::Simulation;
use crate::moving::is_body;
use navigant_files::FileError;
use navigant_files::trajectory::Trajectory;
use std::path::Path;

/// A trajectory file that grows with a run.
///
/// ```
/// use navigant_files::trajectory::Replay;
/// use navigant_simulation::{Record, Simulation, embedded};
/// let (scenario, scene) = embedded::open("bottleneck")?;
/// let mut simulation = Simulation::spawn(scene.build().unwrap().map, &scenario, |_| {})?;
/// let file = std::env::temp_dir().join(format!("navigant-record-{}.parquet", std::process::id()));
/// // The start, and every second step.
/// let mut record = Record::begin(&file, &simulation, 2)?;
/// for _ in 0..10 {
///     simulation.step()?;
///     record.add(&simulation)?;
/// }
/// record.finish()?;
/// assert_eq!(Replay::read(&file)?.frames(), 6);
/// # std::fs::remove_file(&file)?;
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct Record {
    trajectory: Trajectory,
    every: u32,
}

impl Record {
    /// Begins a file with everyone where they start.
    ///
    /// # Errors
    /// [`FileError`] when the file cannot be written, or has an ending that says no format.
    pub fn begin(file: &Path, simulation: &Simulation, every: u32) -> Result<Record, FileError> {
        let fps = 1.0 / (simulation.dt() * f64::from(every));
        let trajectory = Trajectory::create(file, simulation.map(), fps)?;
        let mut record = Record { trajectory, every };
        record.add(simulation)?;
        Ok(record)
    }

    /// Adds everyone, if it is time for a frame.
    ///
    /// # Errors
    /// [`FileError`] when the file cannot be written; what was written before stays readable.
    pub fn add(&mut self, simulation: &Simulation) -> Result<(), FileError> {
        let (steps, every) = (simulation.steps(), u64::from(self.every));
        if !steps.is_multiple_of(every) {
            return Ok(());
        }
        let (map, frame, agents) = (simulation.map(), (steps / every) as u32, simulation.agents());
        if agents.iter().any(|agent| is_body(agent.id)) {
            // They are nobody whom an analysis should count.
            let people: Vec<_> = agents.iter().filter(|agent| !is_body(agent.id)).cloned().collect();
            return self.trajectory.add(map, frame, &people);
        }
        self.trajectory.add(map, frame, agents)
    }

    /// Writes what is left and closes the file.
    ///
    /// # Errors
    /// [`FileError`] when the file cannot be written.
    pub fn finish(self) -> Result<(), FileError> {
        self.trajectory.finish()
    }
}
