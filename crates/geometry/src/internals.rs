//! Unstable: what the other crates of this workspace need beyond the public interface, behind the feature `internals`.
//!
//! Every crate of the workspace has such a module. Types that users do not see are re-exported from it; methods that they do not
//! see are private to the crate (`pub(crate)`), and listed here as a trait that [`expose!`] writes.

pub use crate::lattice::{LatticePoint, OffLattice};
pub use crate::measure::{distance_to_segment, nearest_on_segment};
pub use crate::offset::Offset;
pub use crate::outline::Loops;
pub use crate::predicates::{in_circle, in_circle_around, is_root_below, orient};
pub use crate::segment::{Band, Segment};
use crate::{BadExtent, Bounds, Lattice, Outline, Point};

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
    ($(#[$about:meta])* $name:ident for $type:ty { $($method:tt)* }) => {
        $(#[$about])*
        // Small values are taken as the methods behind take them.
        #[allow(clippy::wrong_self_convention)]
        pub trait $name: Sized {
            $($method)*
        }
        $crate::expose! { @calls $name, $type, [], $($method)* }
    };
    (@calls $name:ident, $type:ty, [$($call:tt)*],) => {
        impl $name for $type { $($call)* }
    };
    (@calls $name:ident, $type:ty, [$($call:tt)*], $(#[$doc:meta])*
        fn $method:ident $(<$($kind:ident: $bound:path),+>)? (&$this:ident $(, $arg:ident: $given:ty)*) $(-> $answer:ty)?; $($rest:tt)*) => {
        $crate::expose! { @calls $name, $type, [$($call)*
            #[inline] fn $method $(<$($kind: $bound),+>)? (&$this $(, $arg: $given)*) $(-> $answer)? { <$type>::$method($this $(, $arg)*) }
        ], $($rest)* }
    };
    (@calls $name:ident, $type:ty, [$($call:tt)*], $(#[$doc:meta])*
        fn $method:ident $(<$($kind:ident: $bound:path),+>)? (&mut $this:ident $(, $arg:ident: $given:ty)*) $(-> $answer:ty)?; $($rest:tt)*) => {
        $crate::expose! { @calls $name, $type, [$($call)*
            #[inline] fn $method $(<$($kind: $bound),+>)? (&mut $this $(, $arg: $given)*) $(-> $answer)? { <$type>::$method($this $(, $arg)*) }
        ], $($rest)* }
    };
    (@calls $name:ident, $type:ty, [$($call:tt)*], $(#[$doc:meta])*
        fn $method:ident $(<$($kind:ident: $bound:path),+>)? ($this:ident $(, $arg:ident: $given:ty)*) $(-> $answer:ty)?; $($rest:tt)*) => {
        $crate::expose! { @calls $name, $type, [$($call)*
            #[inline] fn $method $(<$($kind: $bound),+>)? ($this $(, $arg: $given)*) $(-> $answer)? { <$type>::$method($this $(, $arg)*) }
        ], $($rest)* }
    };
    (@calls $name:ident, $type:ty, [$($call:tt)*], $(#[$doc:meta])*
        fn $method:ident $(<$($kind:ident: $bound:path),+>)? ($($arg:ident: $given:ty),*) $(-> $answer:ty)?; $($rest:tt)*) => {
        $crate::expose! { @calls $name, $type, [$($call)*
            #[inline] fn $method $(<$($kind: $bound),+>)? ($($arg: $given),*) $(-> $answer)? { <$type>::$method($($arg),*) }
        ], $($rest)* }
    };
}
pub use expose;

expose! {
    /// A lattice for maps and their files.
    LatticeInternals for Lattice {
        /// A point of the world in lattice steps, not rounded.
        fn steps(&self, p: Point) -> [f64; 2];
        /// The lattice for a world of the given extent.
        ///
        /// # Errors
        /// [`BadExtent`] when the box is not finite, is a single point, or is beyond 1e±200 m.
        fn covering(world: Bounds) -> Result<Lattice, BadExtent>;
        /// The point of the world at (0, 0).
        fn origin(&self) -> Point;
        /// The box of the world that has lattice points.
        fn reach(&self) -> Bounds;
        /// The lattice point whose half-open pixel holds `p`.
        ///
        /// # Errors
        /// [`OffLattice`] when `p` is not finite or out of reach.
        fn snap(&self, p: Point) -> Result<LatticePoint, OffLattice>;
        /// The point of the world at a lattice point.
        fn world(&self, p: LatticePoint) -> Point;
    }
}

/// A lattice as it was saved; `None` for parts that no lattice has.
pub fn lattice_of_parts(origin: Point, step: f64) -> Option<Lattice> {
    Lattice::of_parts(origin, step)
}

expose! {
    /// What the other crates need of [`Bounds`] beyond its public interface.
    BoundsInternals for Bounds {
        /// Grows the box until it holds `p`.
        fn include(&mut self, p: impl Into<Point>);
        /// How far two boxes are apart; 0 if they meet.
        fn distance_to(self, other: Bounds) -> f64;
    }
}

expose! {
    /// What the other crates need of [`Point`] beyond its public interface.
    PointInternals for Point {
        /// Neither coordinate is NaN or infinite.
        fn is_finite(self) -> bool;
        /// The point `t` of the way to `other`: `self` at 0, `other` at 1.
        fn lerp(self, other: Point, t: f64) -> Point;
    }
}

expose! {
    /// What the other crates need of [`Outline`] beyond its public interface.
    OutlineInternals for Outline {
        /// The same outline moved by `(dx, dy)` metres.
        fn translated(&self, dx: f64, dy: f64) -> Self;
    }
}
