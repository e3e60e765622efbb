//! Seeded scenes, tame and hostile. Every generator draws from an [`Rng`](crate::rng::Rng) and uses plain arithmetic
//! only, so a seed means the same scene, bit for bit, on every machine.
//!
//! | generator | what |
//! |---|---|
//! | [`city`] | blocks, streets, buildings of all shapes, street furniture; any size and number of vertices |
//! | [`crowd`] | crowds in which everyone wants to get to the other side |
//! | [`cut`] | convex floors cut along chords into layers |
//! | [`maze`] | corridors between thin or thick walls |
//! | [`rooms`] | a floor plan: rooms, doors, furniture |
//! | [`racks`] | hundreds of things closer together than a disc is wide: fences, combs, grids, stars |
//! | [`rows`] | small things in a row, on a circle or on a grid |
//! | [`spiral`] | ramps in sectors around a post, one turn over the other |
//! | [`star`] | an outline with many spikes |
//! | [`soup`] | an endless stream of hostile outlines |
//! | [`coarse_soup`] | the same on so few coordinates that everything coincides |

mod city;
mod coarse_soup;
pub mod crowd;
mod cut;
mod maze;
mod racks;
mod rooms;
mod rows;
mod shapes;
mod soup;
mod spiral;
mod spiral_inflated;
mod star;

pub use city::city;
pub use coarse_soup::{CoarseSoup, coarse_soup};
pub use cut::{Cut, cut};
pub use maze::maze;
pub use racks::{Rack, racks};
pub use rooms::rooms;
pub use rows::rows;
pub use soup::{Soup, soup};
pub use spiral::{Spiral, spiral};
pub use spiral_inflated::Thicker;
pub use star::star;

use navigant_geometry::Outline;

/// A floor and what stands on it.
pub type Scene = (Outline, Vec<Outline>);

/// How many corners some outlines have in all.
pub fn corners(outlines: &[Outline]) -> usize {
    outlines.iter().flat_map(Outline::rings).map(<[_]>::len).sum()
}
