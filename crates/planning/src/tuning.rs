//! Tuning constants of domains and published plans; those of constraints stand in `constraint/tuning.rs`. Where no figure is given, the
//! value was chosen by the argument and not by a measurement.

/// Density over time in the dynamic mesh (Σ2).
pub(crate) mod density {
    /// The length of a time slot in seconds: a walker crosses a triangle of three metres in it.
    pub(crate) const DENSITY_SLOT: f64 = 2.0;

    /// The number of slots ahead; later the last one holds: two minutes, a hundred and eighty metres of a walk.
    pub(crate) const SLOTS: usize = 64;

    /// The cost of a wholly covered triangle, in times of an empty one, less one: a detour of up to nine times is taken.
    pub(crate) const WEIGHT: f64 = 8.0;

    /// The share that a triangle to be avoided counts as: more than any crowd makes it, and finite.
    pub(crate) const AVOIDED: f64 = 1000.0;
}

/// What a transition in space-time (Σ4) costs beside a millimetre for a millimetre, in millimetres.
pub(crate) mod price {
    /// A step, also one of standing. How many steps a plan takes follows from its ends, so it need not be much.
    pub(crate) const STEP: f64 = 20.0;

    /// A change of speed by one level: worth a detour of twelve centimetres.
    pub(crate) const SPEED: f64 = 120.0;

    /// A change of heading by π/8: worth six centimetres, so a right angle costs a quarter of a metre.
    pub(crate) const TURN: f64 = 60.0;

    /// A jump: worth a detour of three metres.
    pub(crate) const JUMP: f64 = 3000.0;
}

/// The spatial hash of published plans.
pub(crate) mod published {
    /// The side of a cell in metres: what a walker covers in some slots, and more than a body's diameter.
    pub(crate) const PUBLISHED_CELL: f64 = 4.0;

    /// A time slot in seconds: a walker stays within two cells.
    pub(crate) const PUBLISHED_SLOT: f64 = 1.0;

    /// The largest radius of a body in metres: a ship's.
    pub(crate) const MOST_RADIUS: f64 = 50.0;

    /// The highest speed of a body in metres a second: a train's, and more.
    pub(crate) const MOST_SPEED: f64 = 200.0;

    /// The number of cells above which all bodies are tested instead: more look-ups than most crowds have bodies.
    pub(crate) const MOST_CELLS_SEARCHED: i64 = 1024;

    /// The number of slots after its beginning up to which a plan is looked up: over an hour; what comes later counts as staying.
    pub(crate) const MOST_SLOTS: i32 = 4096;
}

/// Tunnels.
pub(crate) mod tunnel {
    /// What a second of distance in time counts in the heuristic, in metres: a seventh of what a walker covers, so that place counts
    /// more than time.
    pub(crate) const METRES_A_SECOND: f64 = 0.2;
}

/// The table of clearances.
pub(crate) mod clearances {
    /// The side of a cell in metres.
    pub(crate) const CLEARANCE_CELL: f64 = 1.0;

    /// The largest number of cells, 40 MB; beyond it there is no table, and every question is answered by the map.
    pub(crate) const MOST_CLEARANCE_CELLS: f64 = 1e7;
}
