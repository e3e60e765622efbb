//! Tuning constants of the searches in the plane: what trades one kind of work for another. Answers do not depend on them, but for how
//! near to the optimum paths through areas and paths with comfort are. Those of the search for discs stand beside it. Where no figure is
//! given, the value was chosen by the argument and not by a measurement.

/// The search from both ends.
pub(super) mod finder {
    /// Expansions from either end before the search continues from the cheaper one: some microseconds, and enough to leave a room.
    pub(crate) const PROBE: u64 = 32;

    /// Expansions per vertex of the map that a disc's guide may make beyond the point's path. Past many gaps that are too narrow for
    /// the disc it would look through every one of them.
    pub(crate) const LOOK_AHEAD_PER_VERTEX: u64 = 8;

    /// The factor by which a disc's path is expected to be longer than a point's, at most: the guide looks that far.
    pub(crate) const LONGER_FOR_DISCS: f64 = 1.05;
}

/// Lookups in shortest path maps.
pub(super) mod path_map {
    /// Lookups that are made together: about as many loads as a core has under way at once.
    pub(crate) const LOOKUPS_TOGETHER: usize = 16;

    /// Windows of a face whose roots are loaded before they are asked for; hardly ever more are looked at.
    pub(crate) const ROOTS_AHEAD: usize = 4;
}

/// Landmarks (ALT).
pub(super) mod landmarks {
    /// The number of landmarks: a corner's distances to all of them are 32 bytes, half a cache line.
    pub(crate) const COUNT: usize = 8;
}

/// Ends that are snapped.
pub(super) mod snapping {
    /// The number of faces that are looked into for a point with room: some milliseconds.
    pub(crate) const MOST_LOOKS: usize = 4096;
}

/// Comfort.
pub(super) mod comfort {
    /// Halvings of the extra clearance in search of the most that is not too long: to a 256th of it.
    pub(crate) const HALVINGS: u32 = 8;

    /// Times that what is near to a path without room is looked for again: every time adds the obstacles that the last one met.
    pub(crate) const LOOKS: u32 = 6;
}

/// Areas that cost: a graph of points on edges, refined around the best path.
pub(super) mod area {
    /// The spacing of points in the first graph, as a part of the distance between the ends.
    pub(crate) const FIRST_SPACING: f64 = 1.0 / 24.0;

    /// The number of refinements of the graph around the path.
    pub(crate) const ROUNDS: i32 = 3;

    /// The factor on the spacing of each: after three rounds, a 900th of the distance.
    pub(crate) const FINER: f64 = 0.3;

    /// The largest number of sweeps that relax the crossings of a path: it ends earlier once none moves.
    pub(crate) const SWEEPS: usize = 200;

    /// Tangents around each end of a wall where discs keep off it: half a hundredth of the radius is lost between two of them.
    pub(crate) const SIDES: i32 = 16;
}
