//! Unstable: what the other crates of this workspace need beyond the public interface, behind the feature `internals`.
//!
//! Every crate of the workspace has such a module. Types that users do not see are re-exported from it; methods that they do not
//! see are private to the crate (`pub(crate)`), and listed here as a trait that [`expose!`] writes.

pub use crate::measure::{distance_to_segment, nearest_on_segment};
pub use crate::offset::Offset;
pub use crate::outline::Loops;
pub use crate::predicates::{in_circle, in_circle_around, is_root_below, orient};
pub use crate::segment::{Band, Segment};
use crate::{Lattice, Point};

/// Declares a trait whose methods call those of the same name of a type, which are private to the type's crate.
///
/// ```text
/// expose! {
///     /// What searches need of a map.
///     MapInternals for Map {
///         /// How many faces there may be.
///         fn face_slots(&self) -> usize;
///     }
/// }
/// ```
#[macro_export]
macro_rules! expose {
    ($(#[$about:meta])* $name:ident for $type:ty {
        $($(#[$doc:meta])* fn $method:ident(&$this:ident $(, $arg:ident: $given:ty)*) $(-> $answer:ty)?;)*
    }) => {
        $(#[$about])*
        pub trait $name {
            $($(#[$doc])* fn $method(&$this $(, $arg: $given)*) $(-> $answer)?;)*
        }
        impl $name for $type {
            $(#[inline] fn $method(&$this $(, $arg: $given)*) $(-> $answer)? { <$type>::$method($this $(, $arg)*) })*
        }
    };
}
pub use expose;

expose! {
    /// A lattice for maps and their files.
    LatticeInternals for Lattice {
        /// A point of the world in lattice steps, not rounded.
        fn steps(&self, p: Point) -> [f64; 2];
    }
}

/// A lattice as it was saved; `None` for parts that no lattice has.
pub fn lattice_of_parts(origin: Point, step: f64) -> Option<Lattice> {
    Lattice::of_parts(origin, step)
}
