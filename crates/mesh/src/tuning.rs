//! Tuning constants: thresholds that trade one cost for another. No answer depends on them, only the work; tolerances, on which
//! answers do depend, are in [`tolerance`](crate::tolerance). Each says its unit and why it has this value; where no figure is
//! given, the value was chosen by that argument and not by a measurement.

/// Snap rounding and the arrangement.
pub(crate) mod arrangement {
    /// Edges near a segment, up to which each is examined without the test whether the segment passes beside it: a short segment
    /// meets fewer and is spared the test, a long one through a fan of thin triangles meets many.
    pub(crate) const UNTESTED_EDGES: u32 = 24;

    /// Owners of walls near a segment, up to which owners are enumerated even if the map has fewer segments than that. Beyond the
    /// number of all segments plus this, testing every segment once is the upper bound on the work.
    pub(crate) const ENUMERATED_OWNERS: usize = 64;

    /// Lattice steps around a vertex that must be empty for the shortcut that skips the search for crossings: far more than
    /// rounding moves anything (half a step), far less than the distance between obstacles (512 steps are 8 mm in a 1 km world).
    pub(crate) const CLEAR_STEPS: f64 = 512.0;

    /// Vertices up to which a batch is removed in any order: the order only matters once stars grow by the removals before.
    pub(crate) const UNSORTED_REMOVALS: usize = 16;
}

/// Bulk insertion in a biased randomized insertion order (BRIO).
pub(crate) mod brio {
    /// Rounds before the last; each is 8 times as large as those before it, so 8⁷ = 2 million points fill all of them.
    pub(crate) const LAST_ROUND: usize = 7;

    /// Bits a coordinate on the Hilbert curve: 2¹³ × 2¹³ cells, so that a position along it fits in 26 bits.
    pub(crate) const CURVE_BITS: u32 = 13;
}

/// The hierarchical grid for point location.
pub(crate) mod hierarchical_grid {
    /// Vertices a cell, on average, at which a finer level is added: the walk from a cell's vertex stays within a few triangles.
    pub(crate) const VERTICES_PER_CELL: usize = 4;

    /// Bits a coordinate of the finest level: 2¹² × 2¹² cells of 4 bytes take up 64 MiB.
    pub(crate) const FINEST_BITS: u32 = 12;
}

/// Caches of what follows from the whole map.
pub(crate) mod lazy_cache {
    /// One face in this many touched since the last update: from here on recomputing everything costs less than repairing it.
    pub(crate) const REBUILD_SHARE: usize = 8;

    /// Noted faces up to which duplicates are not removed: 4 KiB of ids. Beyond, a bit for each face of the map tells them.
    pub(crate) const UNSORTED_FACES: usize = 1024;
}

/// The journal of changes.
pub(crate) mod journal {
    /// Changes that are kept: a follower that is further behind rebuilds. Bounds the memory for changes that name few faces.
    pub(crate) const MAX_CHANGES: usize = 4096;

    /// Faces that all kept changes together may name in a small map, beyond [`FACE_SHARE`].
    pub(crate) const MIN_FACES: usize = 4096;

    /// One face of the map in this many may be named by the kept changes: followers that have to look at more rebuild anyway
    /// ([`REBUILD_SHARE`](super::lazy_cache::REBUILD_SHARE)).
    pub(crate) const FACE_SHARE: usize = 4;

    /// Edits that are remembered in each of the 1,365 squares of the lattice, for [`Map::edited_since`](crate::Map::edited_since): as
    /// many as usually come between two steps of a crowd. 9 MiB at most, for a map that was edited everywhere.
    pub(crate) const MAX_EDITED: usize = 64;

    /// Hashes of past revisions that are kept, for [`Map::descends_from`](crate::Map::descends_from): 4 MiB.
    pub(crate) const MAX_MARKS: usize = 1 << 20;
}

/// Connected components, kept as blocks of faces.
pub(crate) mod components {
    /// Times the size of a new block that a block may grow to: larger ones make a split, which visits one block, slow.
    pub(crate) const MAX_GROWTH: u32 = 3;

    /// A block smaller than this part of a new one is merged into a neighbour: smaller ones make a walk over all blocks slow.
    pub(crate) const MIN_PART: u32 = 4;
}

/// Nearest points.
pub(crate) mod nearest {
    /// Faces of a component up to which all of them are examined instead of its blocks.
    pub(crate) const SMALL_COMPONENT: usize = 32;

    /// Faces examined around the query point before the search continues over the blocks of components: the answer is
    /// usually this near, and one block has more faces.
    pub(crate) const LOCAL_FACES: usize = 48;
}

/// Clearance profiles.
pub(crate) mod profiles {
    /// Times an edge is examined in one update: a guard against an endless loop. Features handed around in a circle, which only
    /// walls around a post could be, would be examined for ever.
    pub(crate) const MAX_VISITS: u32 = 1000;

    /// Features above which a list is reduced to its lower envelope: shorter lists are cheaper to read than to reduce.
    pub(crate) const ENVELOPE_FROM: usize = 4;
}

/// The medial axis.
pub(crate) mod axis {
    /// Sites in a part of a face up to which every three are tried: 35 discs.
    pub(crate) const TRIED_SITES: usize = 7;

    /// Sites up to which every three are tried where a cut has not separated them, as around a point that all are equally far
    /// from: 220 discs.
    pub(crate) const TRIED_UNSEPARATED: usize = 12;

    /// Times a face is cut in two: every two cuts halve a part, so 40 halvings of 2²⁶ steps are below any tolerance.
    pub(crate) const MAX_CUTS: usize = 80;

    /// Parts for each site of a face: a guard against endless cutting, far above what is needed.
    pub(crate) const PARTS_PER_SITE: usize = 256;
}

/// Roadmaps.
pub(crate) mod roadmap {
    /// Straight pieces that an arc of a parabola is measured in: the error falls with the square of their number, to 1/256 of that
    /// of one chord.
    pub(crate) const PARABOLA_PIECES: u32 = 16;

    /// Cells between the middle of an edge and the cell that stands for it: 2.5·√2, the corner of the 5 × 5 cells around it.
    pub(crate) const HIGHWAY_REACH: f64 = 3.6;

    /// Levels of the quad-tree that are split whether or not something is there: three, as in the paper.
    pub(crate) const FIXED_LEVELS: u8 = 3;
}

/// Box overlaps by a uniform grid.
pub(crate) mod box_pairs {
    /// Boxes up to which all pairs are tested: 120 comparisons, without building a grid.
    pub(crate) const ALL_PAIRS: usize = 16;

    /// Cells a box, on average, beyond which the test gives up: keeps the work linear.
    pub(crate) const CELLS_PER_BOX: usize = 8;

    /// Tested pairs a box, on average, beyond which the test gives up.
    pub(crate) const PAIRS_PER_BOX: usize = 32;
}

/// Layers and seams.
pub(crate) mod layers {
    /// The most that two floors which a seam joins may differ in height, in metres: two steps of stairs. A point belongs to the floor
    /// that is nearest in height, if it is within this.
    pub(crate) const MAX_STEP: f64 = 0.5;

    /// Cells a side of the grid in which the pieces of an uneven layer are looked up: at most 2¹⁸, for a megabyte.
    pub(crate) const SURFACE_CELLS: usize = 512;
}
