//! Every reader and writer of scenes: the only code of Navigant that sees untrusted bytes.
//!
//! ```text
//!   bytes ── Format ──▶ reader ──▶ Scene { floors, obstacles, regions } ──▶ writer ──▶ text
//!                         │
//!                         └──▶ FileError: file, line, column, reason, what to do
//! ```
//!
//! | format | extension | read | written | what it becomes |
//! |---|---|---|---|---|
//! | GeoJSON ([`geojson`]) | `.geojson`, `.json` | yes | yes | features of kind `outline` are floors, of kind `region` regions, all others obstacles |
//! | GeoJSON with layers ([`layered_scene`]) | `.geojson`, `.json` | yes | no | a scene of several layers: floors with `layer` and `z`, features of kind `seam` |
//! | WKT ([`wkt`]) | `.wkt` | yes | yes | a POLYGON is a walkable area, a LINESTRING a wall, a POINT a post |
//! | polygon list ([`polygon_list`]) | `.txt` | yes | yes | `[BORDER]` rings are floors, `[OBSTACLE]` rings obstacles |
//! | Moving AI grid ([`grid_map`]) | `.map` | yes | no | the grid's rectangle, and an obstacle for each blocked region |
//! | 0/1 grid ([`zero_one_grid`]) | `.txt` | yes | no | the same |
//! | Polyanya mesh ([`polyanya_mesh`]) | `.mesh` | yes | no | its boundary: floors with holes |
//! | JuPedSim's geometry ([`jupedsim_xml`]) | `.xml` | yes | no | subrooms of one plane are a layer with walls, doors between planes are seams |
//! | ROS map ([`ros_map`]) | `.yaml`, `.pgm` | yes | yes | the picture's rectangle, and an obstacle for each region that is not free |
//! | ROS path ([`ros_path`]) | | no | yes | not a scene: a path as `nav_msgs/msg/Path` |
//! | SVG ([`svg`], [`svg_visibility`], [`svg_planar`], [`svg_crowd`], [`svg_news`]) | `.svg` | no | yes | a picture of a map, of what is seen in it, of graphs and shortest path maps over it, of a crowd and what it knows |
//! | OBJ, glTF (`model`) | `.obj`, `.gltf`, `.glb` | yes | no | not a scene: triangles, of which `navigant_ground` makes floors |
//! | Moving AI grids and queries ([`moving_ai`]) | `.map`, `.scen` | yes | no | not a scene: a uniform grid, and what to find on it |
//! | GPPC streams (`gppc`) | `.patch`, `.scen` | yes | no | not a scene: a grid that changes, and what to find on it |
//! | scenario ([`scenario`]) | `.toml` | yes | yes | who walks where in a scene, and what changes while they do |
//! | settings of runs along a roadmap (`density_settings`) | `.toml` | yes | no | not a scene: search, replanning strategy, density parameters |
//! | trajectory ([`trajectory`]) | `.parquet`, `.sqlite` | yes | yes | not a scene: where everyone was in a run |
//! | query list (`csv_queries`) | `.csv` | yes | no | not a scene: points to go between, and known lengths |
//!
//! A `.txt` or a file without a telling extension is recognised by how it begins. One call reads a scene, one converts:
//!
//! ```
//! use navigant_files::{Format, Scene};
//! let scene = Scene::parse(b"POLYGON ((0 0, 9 0, 9 9, 0 9, 0 0))", Format::Wkt)?;
//! assert_eq!((scene.floors.len(), scene.obstacles.len()), (1, 0));
//! let refused = Scene::parse(b"POLYGON ((0 0, 9 NaN))", Format::Wkt).unwrap_err();
//! assert!(refused.to_string().starts_with("line 1, column 18: NaN is not a finite number"));
//! # Ok::<(), navigant_files::FileError>(())
//! ```
//!
//! What every reader keeps: nothing panics; nothing is allocated for a count that the bytes left could not hold; sizes
//! are bounded ([`limits`]); NaN and infinities are refused where they stand; coordinates are the nearest f64 to what
//! is written, and written back in the shortest form that reads as the same f64.

#![cfg_attr(
    not(test),
    deny(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing, clippy::panic, clippy::unreachable)
)]
// Without the feature `internals` nobody uses what only the other crates need.
#![cfg_attr(not(feature = "internals"), allow(dead_code, unreachable_pub, unused_imports))]

mod csv_queries;
mod density_settings;
pub mod error;
pub mod format;
pub mod geojson;
mod gppc;
pub mod grid_map;
#[cfg(feature = "internals")]
#[doc(hidden)]
pub mod internals;
pub mod jupedsim_xml;
pub mod layered_scene;
pub mod limits;
mod model;
pub mod moving_ai;
pub mod polyanya_mesh;
pub mod polygon_list;
pub mod ros_map;
pub mod ros_path;
pub mod scenario;
pub mod scene;
pub mod svg;
pub mod svg_crowd;
mod svg_graphs;
mod svg_layers;
pub mod svg_news;
pub mod svg_planar;
pub mod svg_visibility;
#[cfg(feature = "trajectories")]
pub mod trajectory;
pub mod wkt;
pub mod zero_one_grid;

mod assembly;
mod boundary;
mod boxes;
mod cells;
mod decimal;
mod scanner;

pub use error::{FileError, Reason, TextPosition};
pub use format::Format;
pub use layered_scene::{BadLayeredScene, BuiltLayers, LayeredScene, SceneLayer};
pub use model::{UpAxis, read_model};
pub use scenario::Scenario;
pub use scene::{Built, Scene, SceneObstacle, SceneRegion};
