//! Runs along a roadmap: agents walk on its edges, slowed down by the density of the regions they are in, without avoidance.
//!
//! ```text
//!   agents ──enter, leave──▶ density of regions ──▶ speed ──▶ costs of edges ──▶ search ──▶ paths ──▶ agents
//!                                   │                                               ▲
//!                                   └──── strategy: who replans in this step ───────┘
//! ```
//! The system of "Multi-agent pathfinding in crowded environments", whose names the
//! [settings](navigant_files::density_settings) bear; where its equations are lost, ours stand in their place. Another kind
//! of run than [`Simulation`](crate::Simulation), whose crowd walks freely and avoids.
//!
//! ```
//! use navigant_mesh::{Map, Outline};
//! use navigant_simulation::internals::{DensitySettings, RegionGraph, RoadmapRun, Trip};
//! let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [96.0, 54.0]))?;
//! map.insert(&Outline::rectangle([30.0, 10.0], [60.0, 40.0]))?;
//! let settings = DensitySettings::default();
//! let graph = RegionGraph::of_quad_tree(&map, &settings)?;
//! let trip = Trip { start: [2.0, 27.0].into(), goal: [94.0, 27.0].into() };
//! let mut run = RoadmapRun::new(graph, &[trip], 100, settings)?;
//! while !run.is_done() {
//!     run.step();
//! }
//! assert_eq!(run.figures().arrived, 100);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | `region_graph` | regions, and the edges between their centres, cut where they leave a region |
//! | `densities` | the density of every region, its speed and its cost, in O(agents that moved) |
//! | `planner` | searches on the graph as it costs now |
//! | `hierarchy` | clusters of regions, for the hierarchical search |
//! | `replanning` | the strategies: who replans in a step |
//! | `sight` | who comes to see a dense region |
//! | `clusters` | groups of agents in connected dense regions |
//! | `agents` | who is where, and the moves |
//! | `run` | the step |
//! | `clustering` | Morisita's index of dispersion |
//! | `figures` | what was measured |
//! | `study` | a whole run, measured |
//! | `scenario` | the run of a scenario with a section `[roadmap]` |
//!
//! The same settings give the same steps, bit for bit, for any number of threads: searches of one step run on all threads of
//! rayon's current pool, each on the densities that the step began with. Searches share their scratch memory, and agents keep that of
//! their paths: once warm, a step on one thread allocates nothing.

mod agents;
mod clustering;
mod clusters;
mod densities;
mod figures;
mod hierarchy;
mod planner;
mod region_graph;
mod replanning;
mod run;
mod scenario;
mod sight;
mod study;

pub use agents::Walker;
pub use clustering::Quadrats;
pub use figures::RoadmapFigures;
pub use navigant_files::internals::{BadSetting, DensityMod, DensitySettings, RoadmapSearch, Strategy};
pub use region_graph::{BadRegionGraph, EdgeId, RegionGraph, RegionId, RoadmapEdge, Shape};
pub use run::{BadRoadmapRun, RoadmapRun, Trip};
pub use study::Study;

/// Seconds of the run's clock that a step takes.
pub const STEP_S: f64 = 0.1;
