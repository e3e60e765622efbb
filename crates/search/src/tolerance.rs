//! What rounding may do in this crate, all in one place, but for discs, which have theirs beside them.
//! Wedges, and whether a path can bend at a corner, are decided in integers and have no tolerance: these are for lengths.
//!
//! Lengths are sums of square roots, each off by at most 2⁻⁵³ (10⁻¹⁶) of itself, so a path of a thousand legs is off by some
//! 10⁻¹³ of its length.

/// Factor above 1 for lengths that are compared with others that were added up otherwise: ten times what a thousand legs are off
/// by. What is longer by less counts as equally long, and is looked at.
pub(crate) const ABOVE: f64 = 1.0 + 1e-12;
/// The same for a lower bound.
pub(crate) const BELOW: f64 = 1.0 - 1e-12;

/// Costs of graphs that differ by less than this part of themselves are the same: users' costs may be added up in any order, over
/// up to a million edges.
pub(crate) const SAME_COST: f64 = 1e-9;

/// Factor above 1 for how far a disc's guide looks, so that what is exactly as far as the path is seen, whatever rounding did
/// to the two searches.
pub(crate) const AS_FAR: f64 = 1.0 + 1e-9;

/// By how many steps of the lattice a length between ends that were rounded to the lattice may be too long: each end has moved by
/// up to √½ steps, together √2, and lengths are rounded by less than the rest.
pub(crate) const ROUNDED_ENDS: f64 = 2.0;

/// By how many steps an edit elsewhere may change the room beside a path and its length: walls that others cross are nudged by up to
/// a step on either side, and so are corners at both ends of a leg.
pub(crate) const NUDGED: f64 = 4.0;

/// By how many steps distances from landmarks may be off: they are kept as 24 bits, of lengths below 2³⁰ steps in all but absurd
/// mazes (64 steps), and the corners of a way may be nudged by a step when obstacles come.
pub(crate) const LANDMARKS: f32 = 128.0;

/// The radius, in steps, of the disc that stands for a point where a path must run beside corners and not through them: more than
/// the step that a path may be nearer to walls than it should.
pub(crate) const POINT: f64 = 2.0;

/// By how many steps lengths may be off that were added up along different ways, beside what their ends are rounded by: a path of
/// 2²⁷ steps by 10⁻⁷.
pub(crate) const ROUNDED_LENGTHS: f64 = 1e-3;

/// How near a point may be to a wall, in steps, to be on either side of it: a path leads along walls to a lattice point, and is laid
/// out to the point that was rounded to it, √½ steps away; a point of that path is rounded by as much.
pub(crate) const BESIDE_WALL: f64 = 1.5;

/// How far an end of a query may be from a place with room, in steps, to be moved there: a point of a path is rounded to the lattice
/// by up to √½ steps, and on the other side of a wall the next lattice point with room is up to √2 steps away.
pub(crate) const MOVED: f64 = 2.2;

/// How far an end may be from a face that holds no point of the lattice nearby, in steps, to be in it: a path is laid out from points
/// that were rounded by √½ steps.
pub(crate) const IN_THIN_FACE: f64 = 0.75;

/// The radius, in steps, below which a disc is a point: places are rounded by more.
pub(crate) const VANISHING: f64 = 1e-6;

/// By how many steps an arc of the medial axis may be narrower than the disc: its clearance is a root, rounded by less.
pub(crate) const NARROWER: f64 = 1e-6;

/// Paths in a corridor whose lengths differ by less, in steps, are equally long: those of 2²² steps are rounded by this.
pub(crate) const SAME_LENGTH: f64 = 1e-9;

/// How far beyond an edge a point may be and still belong to a face, in steps: a point between two corners is rounded by less.
pub(crate) const BEYOND_EDGE: f64 = 1e-7;
