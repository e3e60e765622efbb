//! What rounding may do, all in one place: everything else is decided in integers.
//!
//! Lengths are in steps of the lattice. Coordinates are below 2²⁵ steps, so a float that holds one is off by at most 2⁻²⁸
//! steps (4·10⁻⁹), and what is computed from a few of them by some 10⁻⁸.

/// By how much the middle of a barrier may lie outside of the face that it is looked for in, and things may be nearer to it than
/// its ends: more than it is rounded by (10⁻⁸), so that a barrier is found in at least one face. One that is found for nothing
/// costs a look: whether it is there and what it lets pass is decided in integers.
pub(crate) const BARRIER_BESIDE: f64 = 1e-6;
/// The same in parts of its length, for barriers across all of the lattice.
pub(crate) const BARRIER_HELD: f64 = 1e-9;
