//! Tuning constants of the searches in the plane: what trades one kind of work for another. Answers do not depend on them, but for how
//! near to the optimum paths through areas and paths with comfort are. Those of the search for discs stand beside it. Where no figure is
//! given, the value was chosen by the argument and not by a measurement.

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
    pub(crate) const COARSE: f64 = 1.0 / 24.0;

    /// The number of refinements of the graph around the path.
    pub(crate) const ROUNDS: i32 = 3;

    /// The factor on the spacing of each: after three rounds, a 900th of the distance.
    pub(crate) const FINER: f64 = 0.3;

    /// The largest number of sweeps that relax the crossings of a path: it ends earlier once none moves.
    pub(crate) const SWEEPS: usize = 200;
}
