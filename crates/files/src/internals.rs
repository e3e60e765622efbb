//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::density_settings::{BadSetting, DensityMod, DensitySettings, RoadmapSearch, Strategy};
pub use crate::gppc::{Command, Patch, Stream, read_patches, read_stream};
pub use crate::svg_graphs::{draw_grid, draw_hybrid, draw_roadmap};
#[cfg(feature = "trajectories")]
pub use crate::trajectory::timeline::{Timeline, TimelinePiece};

use crate::FileError;
use crate::scenario::{Journey, Keyed, NamedThing};
#[cfg(feature = "trajectories")]
use crate::trajectory::{Placed, Replay, Row, Trajectory};
use navigant_geometry::internals::expose;
use navigant_planning::constraint::{BadThing, Thing};

expose! {
    /// What simulations need of [`Journey`] beyond its public interface.
    JourneyInternals for Journey {
        /// Whether they set out at once, for their goal.
        fn is_direct(&self) -> bool;
        /// The rate of the schedule at a time, in agents a second.
        fn rate_at(&self, seconds: f64) -> f64;
    }
}

expose! {
    /// What simulations need of [`NamedThing`] beyond its public interface.
    NamedThingInternals for NamedThing {
        /// The thing where it begins.
        fn thing(&self) -> Result<Thing, BadThing>;
    }
}

/// What simulations need of [`Keyed`] beyond its public interface.
pub trait KeyedInternals {
    /// Why what stands here cannot be.
    fn refuse(&self, why: impl Into<String>) -> FileError;
}

impl<T> KeyedInternals for Keyed<T> {
    fn refuse(&self, why: impl Into<String>) -> FileError {
        Keyed::refuse(self, why)
    }
}

#[cfg(feature = "trajectories")]
expose! {
    /// What the studio needs of [`Replay`] beyond its public interface.
    ReplayInternals for Replay {
        /// Everyone in every frame, frame by frame.
        fn placed(&self) -> &[Placed];
        /// What stood when.
        fn timeline(&self) -> &Timeline;
    }
}

/// A replay of rows that were recorded in memory.
///
/// # Errors
/// [`FileError`], as for a file of these rows.
#[cfg(feature = "trajectories")]
pub fn replay_of_rows(fps: Option<f64>, rows: Vec<Row>, timeline: &Timeline) -> Result<Replay, FileError> {
    Replay::of_rows(fps, rows, timeline)
}

/// Adds rows whose agents have numbers already to a file; see [`Trajectory::add`].
///
/// # Errors
/// As [`Trajectory::add`].
#[cfg(feature = "trajectories")]
pub fn add_rows(
    file: &mut Trajectory,
    map: &navigant_mesh::Map,
    frame: u32,
    rows: impl IntoIterator<Item = Row>,
) -> Result<(), FileError> {
    file.add_rows(map, frame, rows)
}
