#![doc = include_str!("../README.md")]

pub use navigant_crowd as crowd;
#[cfg(feature = "fields")]
pub use navigant_field as field;
#[cfg(feature = "files")]
pub use navigant_files as files;
pub use navigant_geometry as geometry;
#[cfg(feature = "gpu")]
pub use navigant_gpu as gpu;
#[cfg(feature = "levels")]
pub use navigant_ground as ground;
pub use navigant_mesh as mesh;
#[cfg(feature = "planning")]
pub use navigant_planning as planning;
pub use navigant_search as search;
#[cfg(feature = "simulation")]
pub use navigant_simulation as simulation;

/// What most programs need: `use navigant::prelude::*;`.
pub mod prelude {
    pub use navigant_crowd::{Agent, AgentId, Aim, Avoidance, Crowd, Status, Vector};
    #[cfg(feature = "files")]
    pub use navigant_files::Scene;
    pub use navigant_mesh::{
        BadMap, BadOutline, Bounds, Change, Effect, Layer, LayerId, LayeredMap, Location, Map, NotMoved, ObstacleId,
        Outline, Point, Seam, Sight, UnknownObstacle,
    };
    pub use navigant_search::graph::Budget;
    pub use navigant_search::plane::{
        FindLayeredPath, FindPath, Landmarks, LayeredPath, LayeredQuery, NoPath, Path, PathFinder, PathReplanner,
        Query, VisibilityFinder,
    };
}
