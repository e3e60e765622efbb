//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::csv_queries::{ReferenceLength, ReferenceQuery, parse_queries, read_queries};
pub use crate::density_settings::{BadSetting, DensityMod, DensitySettings, RoadmapSearch, Strategy};
pub use crate::gppc::{Command, Patch, Stream, read_patches, read_stream};
pub use crate::model::{ModelFormat, parse_model};
pub use crate::scene::convert;
pub use crate::svg_graphs::{draw_grid, draw_hybrid, draw_roadmap};
pub use crate::svg_layers::draw_layers;
#[cfg(feature = "trajectories")]
pub use crate::trajectory::table::{TableColumn, write_table};
#[cfg(feature = "trajectories")]
pub use crate::trajectory::timeline::{Timeline, TimelinePiece};

use crate::ros_map::RosMap;
use crate::scenario::Scenario;
use crate::scenario::{Journey, Keyed, NamedThing};
use crate::svg_crowd::Density;
#[cfg(feature = "trajectories")]
use crate::trajectory::{Placed, Replay, Row, Trajectory};
use crate::{FileError, Format, LayeredScene, Scene};
use navigant_geometry::Bounds;
use navigant_geometry::Outline;
use navigant_geometry::Point;
use navigant_geometry::internals::expose;
use navigant_planning::constraint::{BadThing, Thing};
use std::path::Path;

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
        /// How many agents there are in all.
        fn agents(&self) -> u32;
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

expose! {
    /// What the other crates need of [`Format`] beyond its public interface.
    FormatInternals for Format {
        /// The format of a file to read: by its extension, or, where several formats share one (`.txt`) or none is known,
        /// by how it begins.
        fn of(path: impl AsRef<Path>, bytes: &[u8]) -> Option<Format>;
        /// The format to write a file in, by its extension; `None` where no writer has it.
        fn to_write(path: impl AsRef<Path>) -> Option<Format>;
    }
}

expose! {
    /// What the other crates need of [`RosMap`] beyond its public interface.
    RosMapInternals for RosMap {
        /// The occupancy of a pixel, 0 to 100; -1 where it is unknown.
        fn occupancy(&self, pixel: u8) -> i8;
    }
}

expose! {
    /// What the other crates need of [`Scenario`] beyond its public interface.
    ScenarioInternals for Scenario {
        /// How many agents there are to be.
        fn agent_count(&self) -> u64;
        /// Scales the groups in proportion to a total number of agents, more or less; no group is left empty.
        fn scale_agents(&mut self, agents: u32);
    }
}

expose! {
    /// What the other crates need of [`Scene`] beyond its public interface.
    SceneInternals for Scene {
        /// All its outlines: the floors, then the obstacles, then the regions.
        fn outlines(&self) -> impl Iterator<Item = &Outline>;
        /// The box around all floors, obstacles and regions; `None` for a scene without points.
        fn bounds(&self) -> Option<Bounds>;
    }
}

expose! {
    /// What tests need of [`Density`] beyond its public interface.
    DensityInternals for Density {
        /// People to a square metre around a place, on average over all times that were counted.
        fn at(&self, p: Point) -> f64;
    }
}

expose! {
    /// What the other crates need of [`LayeredScene`] beyond its public interface.
    LayeredSceneInternals for LayeredScene {
        /// Reads GeoJSON with layers from memory.
        ///
        /// # Errors
        /// [`FileError`] names the place and the reason.
        fn parse(bytes: &[u8]) -> Result<LayeredScene, FileError>;
    }
}
