//! Clearance: the distance to the nearest wall, for any radius.
//!
//! ```text
//!      ░░░░░░░░░░░░
//!      ░░░░░░░░░░░░
//!      ─────●─────            A free edge (═) and the features that are nearest to it somewhere:
//!           ┊                 its own ends, the corner ● above, the wall below. A disc crosses the
//!     ●═════╪═════╪═════●     edge where none of them is nearer than its radius: through the *gates*.
//!                 ┊
//!      ─────────────────
//!      ░░░░░░░░░░░░░░░░░
//! ```
//!
//! Every edge that can be crossed knows its *profile*: the features, corners and walls, that are nearest somewhere along
//! it, from which its clearance follows everywhere. The nearest feature of any point in a face is one of the face's own or in the
//! profile of one of its edges: on the straight line from the point to it nothing else is nearer. So all questions about clearance, for any radius, are
//! answered from the profiles nearby, and nothing is rebuilt for another radius ("Dynamic and robust local clearance
//! triangulations", Kallmann, TOG 2014, refines the triangulation for that; we do not).
//!
//! | module | what |
//! |---|---|
//! | `feature` | the features that clearance is measured to: corners and walls |
//! | `disc`, `envelope` | which features are nearest somewhere along an edge: a filter, and the lower envelope |
//! | `profiles`, `worklist` | the clearance profiles, and their incremental update |
//! | `gates` | gates: the intervals of an edge with enough clearance for a disc |
//! | `room` | clearance at a point, and along a line or an arc |
//! | `in_box` | room everywhere in a box |
//! | `reach` | the path of greatest clearance (bottleneck path): the largest disc that gets from one place to another |
//! | `barrier`, `pieces` | barriers between two places for a disc: segments between corners and walls, and faces cut by them |
//! | `beside` | candidates for the nearest point with clearance |
//! | `straight` | straight walks from face to face: what is really near on one of several layers |
//! | `square` | exact squared distances: comparisons of clearance with a radius |

mod barrier;
mod beside;
mod disc;
mod envelope;
mod feature;
mod gates;
mod in_box;
mod pieces;
mod profiles;
mod reach;
mod room;
mod square;
mod straight;
mod worklist;

pub use crate::tolerance::leeway;
pub(crate) use beside::RoomBeside;
pub use feature::Feature;
pub use gates::Gate;
pub use profiles::Profiles;
pub use reach::{Reach, Widest};
pub use room::{Arc, Room};
pub(crate) use square::Square;
pub use square::gap_is_below;
pub(crate) use straight::Straight;
