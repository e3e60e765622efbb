//! Tuning constants of the graph searches: thresholds that trade one kind of work for another. Answers do not depend on them, but
//! for HPA*'s crossings and shortcuts, which only change how near to the optimum a path is. Where no figure is given, the value
//! was chosen by the argument and not by a measurement.

/// AD*: repairs that search from the start.
pub(super) mod ad_star {
    /// Part of the path, from the start, beyond which a change is searched around from the start and not from the goal: what a
    /// repair from the goal expands grows with the distance of the change from the start.
    pub(crate) const FORWARD_FROM: f64 = 0.2;

    /// Expansions that the search from the start may make for each state left of the path, before the repair from the goal takes
    /// over: a search that is led well expands little but the path.
    pub(crate) const FORWARD_EXPANSIONS: u64 = 8;
}

/// DPA*.
pub(super) mod dpa_star {
    /// States on the old path below which a deletion on it is answered by plain A*: the other cases pay on every map of
    /// `navigant experiment replan`, this one from about this length on.
    pub(crate) const MIN_PRUNED: usize = 10;

    /// Expansions to reconnect the old path across a removed obstacle: it is a step or two there.
    pub(crate) const RECONNECT_EXPANSIONS: u64 = 32;

    /// Waypoints that stay, up to which the distances between all pairs of them are kept: 16,384 numbers.
    pub(crate) const MAX_PAIRED: usize = 128;
}

/// The replanner's policy on unweighted grids.
pub(super) mod replanner {
    /// Times as large a change counts as large: examining a touched state costs about one expansion there, not ten.
    pub(crate) const GRID_LARGE: f64 = 10.0;

    /// Expansions by planning that one expansion by a repair costs there.
    pub(crate) const GRID_REPAIR_COST: f64 = 2.5;

    /// Expansions that a repair may always make: a few microseconds.
    pub(crate) const GRID_MIN_EXPANSIONS: u64 = 64;

    /// Noted cells that are examined in the time of one expansion of a repair.
    pub(crate) const NOTED_PER_EXPANSION: u64 = 4;

    /// Expansions of a repair that one expansion of a jump point costs: 2 to 4 on the maps of `navigant experiment anytime`, 10 on the
    /// one with random obstacles.
    pub(crate) const JUMP_COST: u64 = 3;

    /// Cells of a path for each jump point that is expanded, as a guess before the first search over jump points.
    pub(crate) const CELLS_PER_JUMP: u64 = 8;

    /// Expansions of a jump point in the time of which a search over jump points begins and ends.
    pub(crate) const JUMP_OVERHEAD: u64 = 8;

    /// Searches from scratch before a repair is tried that has to build its table first: building costs about ten of them, so that a
    /// twentieth of the time is lost where it is of no use.
    pub(crate) const PAUSE_WITHOUT_TABLE: u32 = 256;

    /// Searches from scratch after a repair that failed: a repair that fails costs half as much as one of them, so that at first a 32nd
    /// of the time is lost, and each time that it fails again a quarter of that.
    pub(crate) const FIRST_PAUSE: u32 = 16;

    /// A repair may cost one part in this many of what the last search from scratch did: one that costs more gains too little for those
    /// that fail.
    pub(crate) const REPAIR_SHARE: u64 = 2;

    /// Free cells for each that lies just beyond the end of a wall, below which stepping is tried before jumping: about 5 where a fifth
    /// of all cells is blocked at random, 100 and more on maps of games.
    pub(crate) const CELLS_WORTH_JUMPING: u64 = 16;

    /// The most searches from scratch before a repair is tried again.
    pub(crate) const MAX_PAUSE: u32 = 1024;

    /// Repairs in a row after which the next failure counts as the first.
    pub(crate) const GOOD_REPAIRS: u32 = 4;
}

/// HPA*.
pub(super) mod hpa_star {
    /// Cells of an entrance up to which it gets one crossing in the middle; longer ones get one at each end (fewer than 6 in the paper).
    pub(crate) const SHORT_ENTRANCE: u32 = 5;

    /// Cells of the path that a shortcut may skip.
    pub(crate) const MAX_SHORTCUT: u32 = 48;

    /// The interval, in cells, of points at which shortcuts may begin and end besides turns: keeps the work near-linear.
    pub(crate) const SHORTCUT_INTERVAL: u32 = 4;
}
