//! Constants of this crate, each with its unit and the reason for its value.

/// Metres up to which things count as flush with the ground: decals, carpets and two models of one floor are a rounding apart and
/// not above each other. Far below what anybody steps over, far above what f32 coordinates of a level are rounded by.
pub(crate) const FLUSH: f64 = 1e-4;

/// Pairs of a piece of ground and something above it, beyond which a soup is refused: a million triangles in one column are 10¹² pairs.
pub(crate) const MAX_PAIRS: usize = 20_000_000;

/// Triangles that may lie above one piece of ground, beyond which a soup is refused.
pub(crate) const MAX_ABOVE: usize = 200_000;

/// Boxes in a leaf of a bounding volume hierarchy: testing few boxes is cheaper than another level.
pub(crate) const LEAF_BOXES: usize = 4;

/// Lattice steps by which a bridge overlaps the floors that it joins, so that rounding leaves no gap between: rounding moves an end by less
/// than one.
pub(crate) const BRIDGE_OVERLAP: f64 = 3.0;

/// Lattice steps that border and seam of one layer must be apart, as layered maps want it.
pub(crate) const APART: f64 = 4.0;

/// Cosine of the angle between two borders with a common corner from which on what is between them is a notch of the floor and no crack: 60°.
pub(crate) const NOTCH: f64 = 0.5;

/// Corners of a star up to which ears are chosen by the Delaunay criterion when a vertex is removed; larger ones take the first that fits.
pub(crate) const DELAUNAY_STAR: usize = 12;

/// Cells a side of the grid in which overlaps in plan are looked for.
pub(crate) const OVERLAP_CELLS: i64 = 64;

/// Times a triangle is moved to another layer to get a seam away from a border, before the seam is closed.
pub(crate) const MAX_MOVES: u8 = 4;

/// What the cosine of an angle may be short of that of the slope: a ramp that is as steep as the slope is ground, however its corners are rounded.
pub(crate) const LEVELLED: f64 = 1e-9;

/// Lattice steps beyond a piece of ground up to which what is above it is cut out: rounding moves a side by less than one.
pub(crate) const CUT_REACH: f64 = 4.0;

/// Metres up to which heights count as one, for floors that are meant to be level: a hundredth of what is flush.
pub(crate) const LEVEL: f64 = 1e-6;

/// Lattice steps beside a side where it is asked whether something else is above the ground, too: less than rounding moves a side.
pub(crate) const BESIDE: f64 = 0.75;

/// Lattice steps of a side up to which what is left of it counts as nothing: rounding closes such slits.
pub(crate) const SLIT: f64 = 2.0;

/// Lattice steps up to which a ring is thin: rounding may close it, so that what stands upright is a wall there, too.
pub(crate) const THIN: f64 = 4.0;

/// Lattice steps by which sides of cells may be off the line between their ends to be one border: rounding moves each corner by less.
pub(crate) const BORDER_STRAIGHT: f64 = 1.5;

/// Heights at which bridges are put within one step: few, so that neighbours are at the same.
pub(crate) const BRIDGE_LEVELS: f64 = 4.0;
