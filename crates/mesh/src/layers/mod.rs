//! Maps of several layers: storeys, stairs, ramps, bridges.
//!
//! ```text
//!        layer 2 ════════════╗            Each layer is a plane of its own, with floors and obstacles.
//!                            ║ seam       A seam is a straight piece of the border of two floors,
//!          layer 1 ▁▂▃▄▅▆▇█══╝            one on either side: there, one layer goes on as the other.
//!             seam ║
//!        layer 0 ══╝
//! ```
//!
//! All layers share one lattice and one set of ids; the triangulation holds one closed plane for each. Lengths and clearances are those in plan,
//! and coordinates are equal on both sides of a seam, so the surface is flat across it: paths, sight and components cross seams without code
//! of their own. How that is stored says `triangulation::glue`.
//!
//! What an edit has to keep true (`seams`):
//!
//! - A seam is rounded to the same chain of edges on both sides. A chain runs through the hot pixels that its segment meets, so a pixel
//!   on a seam is hot in both layers or in neither. Heat is *mirrored*: it is counted apart from a layer's own, taken off when
//!   an edit begins and spread again from what is hot on its own when it ends, so that two pixels never keep each other hot.
//! - Only an obstacle closes an edge of a seam. An obstacle whose outline comes within rounding of a seam, or lies over it, goes on in
//!   the layer beyond, and from there over further seams: its whole outline is laid in each of these layers.
//! - Every vertex of a free face has a wall, for that is what searches and clearances rest on. So a seam ends at walls, and no other piece
//!   of its own floor's border comes near it.
//!
//! [`LayeredMap`] is a type of its own, so that what cannot be asked of several layers yet cannot be asked.

mod build;
mod edit;
mod errors;
mod height;
mod map;
mod seams;
mod surface;
mod tolls;
mod trace;

pub use build::{Layer, Seam};
pub use errors::{BadLayers, BadSeam, NotInserted, NotOnFloor};
pub use height::Height;
pub use map::LayeredMap;
pub(crate) use seams::Seams;
pub use surface::{Slope, Surface};
pub use tolls::Tolls;
pub use trace::{Leg, Stretch};
