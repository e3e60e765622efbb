//! What rounding may do in this crate, all in one place. Predicates on lattice points have no tolerance: they are decided in
//! integers. These are for constructions: feet, middles, centres of discs, places that are given in metres.
//!
//! Lengths are in steps of the lattice. Coordinates are below 2²⁵ steps, so a float that holds one is off by at most 2⁻²⁸ steps
//! (4·10⁻⁹), and what is computed from a few of them, by a few additions and multiplications, by some 10⁻⁸. In 31 digits
//! (`axis/double.rs`) the same is some 10⁻²³. A tolerance is either *generous*, where a candidate that is taken for nothing is
//! found out later by something exact and one that is missed is lost, or it says what counts as *the same*.

/// Factor above 1 for a bound that is compared with a product of a few rounded factors, each off by 2⁻⁵³ (10⁻¹⁶) of itself.
pub(crate) const ABOVE: f64 = 1.0 + 1e-12;
/// The same for a lower bound.
pub(crate) const BELOW: f64 = 1.0 - 1e-12;

/// By how many steps a place that is rounded to a point of the lattice may come nearer to what it is the nearest to: that is one of the
/// 25 around it, up to 2.5 steps away in either direction, so 3.6 in all.
pub(crate) const NEARER_BY_ROUNDING: f64 = 4.0;

// Clearance.

/// By how much everything may be nearer to a leg or an arc than its distance: the ends of legs are tangent points, constructed
/// from circles of radius r with an error of some 10⁻⁸ steps each, and a hundred times that is still far below the lattice step
/// that a path may be off by. Gaps that are this near to twice the distance are measured in integers.
const ROOM_LEEWAY: f64 = 1e-6;

/// By how many steps of the lattice everything may be nearer to a disc than its radius, in steps: what rounding does. No more than
/// a thousandth of it, so that discs of some steps are not all leeway.
#[inline]
pub fn leeway(distance: f64) -> f64 {
    ROOM_LEEWAY.min(distance * 1e-3)
}

/// The most that [`leeway`] can be.
pub(crate) const MOST_LEEWAY: f64 = ROOM_LEEWAY;

/// By how many leeways a place that is moved to where there is room is moved too far: more than the rounding of constructed places, so
/// that it passes for one with room, and less than [`TAKEN_AS_IT_IS`].
pub(crate) const MOVED_BEYOND: f64 = 0.5;
/// By how many leeways a place may be too near to be taken as it is: searches from there have all of the leeway.
pub(crate) const TAKEN_AS_IT_IS: f64 = 0.75;

/// What is nearer to the middle of a gap than this many leeways is in the middle: where a gap is too narrow by a leeway, there is room
/// beside its middle.
pub(crate) const IN_MIDDLE: f64 = 64.0;
/// What passes the middle of a gap by no more than this many leeways leads through it: both of its sides may be a leeway too near, and
/// so may the ends of a leg.
pub(crate) const THROUGH_MIDDLE: f64 = 4.0;

/// By how much the foot of a place on a wall may be beyond its end: places are rounded by 10⁻⁸.
pub(crate) const FOOT: f64 = 1e-6;

/// By how much the middle of a barrier may lie outside of the face that it is looked for in, and things may be nearer to it than
/// its ends. Generous: it is rounded by 10⁻⁸, and whether a barrier is there and what it lets pass is decided in integers.
pub(crate) const BARRIER_BESIDE: f64 = 1e-6;
/// The same in parts of its length, for barriers across all of the lattice.
pub(crate) const BARRIER_HELD: f64 = 1e-9;

/// By how much a square of a distance along an edge may be off, in parts of the square of the edge: feet and squares are computed
/// from coordinates within two lengths of its ends by some ten operations, each off by 2⁻⁵³ of itself. Generous: what is
/// listed for nothing costs a look.
pub(crate) const ENVELOPE_PART: f64 = 1.0 / (1u64 << 46) as f64;

// Medial axis: discs that touch three sites, found in floats and solved for in 31 digits.

/// By how much the centre and the radius of a disc found in floats may be off. Generous: conditions of three sites lose about half
/// of the digits where two of them are nearly the same (10⁻⁸ of 2²⁵ is 0.3, but then the disc is far away, see
/// [`COARSE_PART`]); candidates are solved for again in 31 digits.
pub(crate) const COARSE: f64 = 0.05;
/// The same in parts of the radius.
pub(crate) const COARSE_PART: f64 = 1e-9;
/// By how much a distance between a site and a disc that is known in 31 digits may be off in floats: a hundred times the rounding of
/// coordinates. Generous: those in between are measured in 31 digits.
pub(crate) const FLOAT_TOUCH: f64 = 1e-6;
/// What is taken for nothing in 31 digits: equations are solved to some 23 decimals, and things on the lattice that do not
/// coincide are hardly ever nearer to doing so. Corners side by side, far from a node, may differ by 10⁻¹⁴.
pub(crate) const NOTHING: f64 = 1e-17;
/// Newton's iteration ends when nothing moves by more: below [`NOTHING`], above the 10⁻²³ that it can resolve.
pub(crate) const NEWTON_STILL: f64 = 1e-19;
/// What a disc may be off by after it, or it led elsewhere: an iteration that converges ends near 10⁻²³.
pub(crate) const OFF: f64 = 1e-15;
/// The same disc, found from three others of its sites: the square of how far two centres in floats may be apart.
pub(crate) const SAME_DISC_SQUARED: f64 = 1e-14;
/// Nodes of the same sites in one face that are nearer to each other are the same: there are at most two discs that touch the same
/// three sites, and they are apart by more than a root of [`NEWTON_STILL`].
pub(crate) const SAME_IN_FACE: f64 = 1e-9;
/// The same for nodes found from different faces, whose places are solved for from different three of their sites.
pub(crate) const SAME_NODE: f64 = 1e-7;
/// Nodes that are beyond an edge by less are found in the faces on both sides: more than 31 digits leave open.
pub(crate) const NODE_BESIDE: f64 = 1e-9;
/// Those that are beyond by less may be found from there, too: a profile misses what reaches into its disc by less than floats can
/// tell, 2⁻⁵³ of a square of 2⁵², which is a root of 10⁻⁸ away.
pub(crate) const NODE_JUST_BEYOND: f64 = 1e-4;
/// No disc that touches three sites, other than in a corner, is smaller: on a lattice of 2²⁶ × 2²⁶ steps, gaps between things that
/// do not touch are at least 2⁻²⁷ steps wide.
pub(crate) const LEAST_RADIUS: f64 = 1e-10;
/// The square of the sine between two planes in (x, y, radius) that are the same condition twice but for rounding.
pub(crate) const SAME_PLANE: f64 = 1e-28;
/// The sine between two walls below which they are one straight line in floats.
pub(crate) const STRAIGHT: f64 = 1e-9;
/// Parts of a face that reach less far are not cut: below [`COARSE`], cutting tells nothing apart.
pub(crate) const SMALLEST_PART: f64 = 0.02;
/// By how much squares of distances may be off when sites of a part are compared: as much as 10⁻⁶ steps at 10⁴ make.
pub(crate) const PART_SQUARE: f64 = 1e-2;
/// The same in parts of them.
pub(crate) const PART_SQUARE_PART: f64 = 1e-10;
/// What is beyond the normal of a wall by less may be beside it: more than nodes may be beyond an edge.
pub(crate) const PART_BESIDE: f64 = 1e-3;

/// No parabola is drawn finer, whatever is asked for: coordinates are rounded by more.
pub(crate) const FINEST_CURVE: f64 = 1e-9;

// From a place onto the axis.

/// How far beyond an edge a point on the way may be and still belong to a face.
pub(crate) const WAY_BESIDE: f64 = 1e-7;
/// What touches a disc but for rounding.
pub(crate) const TOUCHES: f64 = 1e-6;
/// The same in parts of its radius.
pub(crate) const TOUCHES_PART: f64 = 1e-9;

// Grids and roadmaps.

/// By how many steps walls of others may have moved where something was inserted or removed: walls that others cross are nudged by
/// up to a step on either side, and so are the corners at their ends.
pub(crate) const NUDGED: f64 = 4.0;

/// How far something may reach into a square that counts as free, in steps of the lattice: rounding, on either side.
pub(crate) const SQUARE_BESIDE: f64 = 2.0;
