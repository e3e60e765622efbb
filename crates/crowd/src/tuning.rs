//! Tuning constants of the crowd: what agents do beyond their parameters, and thresholds of work. Each says its unit and why it has
//! this value; where no figure is given it was chosen by that argument, by looking at crowds, and not by a measurement. Those
//! marked *behaviour* change what agents do, and with it every golden hash; the others change only time and memory.

/// Following a route.
pub(crate) mod follow {
    /// *Behaviour.* Distance kept from the corners of a route, in radii: two per cent more than the radius, so that an agent on its
    /// route does not touch the wall.
    pub(crate) const CORNER_DISTANCE: f64 = 1.02;

    /// *Behaviour.* Distance ahead in which the route is checked for room, in radii: 6 m for a pedestrian of 0.25 m, four to five
    /// seconds of walking.
    pub(crate) const LOOK_AHEAD: f64 = 24.0;

    /// *Behaviour.* Radius that must have room on the way, and that ORCA keeps from walls, in radii: four per cent less than the
    /// agent's, for an agent that slides along a wall touches it and must not be told that it has no room.
    pub(crate) const SLIDING_RADIUS: f64 = 0.96;

    /// *Behaviour.* Turn around its next corner from which on an agent on several floors has come by the wrong side of it, in radians: half a turn,
    /// the most of any route, and a sixth of one for who is pushed aside.
    pub(crate) const MOST_TURN: f64 = 4.2;

    /// *Behaviour.* Interval, in steps, at which an agent checks corners farther away than [`LOOK_AHEAD`]: 0.4 s at the usual step,
    /// less than it takes to get there. Agents take turns.
    pub(crate) const FAR_CORNER_INTERVAL: u32 = 4;

    /// *Behaviour.* Interval, in steps, at which an agent checks that it was not pushed off its route: 1.6 s at the usual step. The
    /// check is a clearance test along [`LOOK_AHEAD`], so it is made more seldom than the others.
    pub(crate) const OFF_ROUTE_INTERVAL: u32 = 16;
}

/// How news passes between agents with beliefs.
pub(crate) mod news {
    /// *Behaviour.* Interval, in steps, at which agents tell each other what they know: 0.4 s at the usual step.
    pub(crate) const MEETING_INTERVAL: u32 = 4;

    /// *Behaviour.* Steps for which one sees that somebody has turned back: 10 s at the usual step.
    pub(crate) const TURNED_STEPS: u32 = 100;

    /// *Behaviour.* Cosine of the angle between two directions below which they are opposite: 120°.
    pub(crate) const OPPOSITE: f64 = -0.5;

    /// *Behaviour.* Distance, in radii, at which an agent sees what comes or goes without waiting for its turn to look.
    pub(crate) const CLOSE: f64 = 4.0;

    /// Interval, in steps, at which obstacles about which all agree are found: a pass over all agents.
    pub(crate) const SETTLING_INTERVAL: u32 = 16;

    /// *Behaviour.* Obstacles that agents may differ about, before the oldest news is announced to all: two bits each for every agent.
    pub(crate) const MOST: usize = 4096;

    /// Bits for them: some more, for what comes in one step.
    pub(crate) const FACT_SLOTS: usize = MOST + 512;
}

/// Noticing edits of the map.
pub(crate) mod notice {
    /// *Behaviour.* Interval, in steps, at which an agent looks whether it sees an edit that concerns its route: 0.4 s at the usual
    /// step, a reaction time. Agents take turns.
    pub(crate) const LOOK_INTERVAL: u32 = 4;

    /// *Behaviour.* Distance along its route that an agent knows, as a multiple of the distance at which it sees edits: a route
    /// that bends is longer than the line of sight to the same place.
    pub(crate) const KNOWN_AHEAD: f64 = 1.5;

    /// *Behaviour.* Distance between a route and an edit, in radii, below which the edit may cut the route: one for the agent, one
    /// for the route's own distance from the corners it bends around.
    pub(crate) const CUT_DISTANCE: f64 = 2.0;

    /// Distance, in radii, by which an agent may have been pushed back along its route, in the circle outside of which no edit
    /// concerns it: as far as it looks ahead ([`follow::LOOK_AHEAD`](super::follow::LOOK_AHEAD)), beyond which it asks for a new route.
    pub(crate) const PUSHED_BACK: f64 = 24.0;

    /// Distance that an agent may walk without looking around, as a multiple of the distance at which it sees edits, where none that
    /// concerns its route is that much nearer: some seconds for 50 m. The more, the more edits are looked at each time.
    pub(crate) const CALM: f64 = 0.25;

    /// Distance beyond that of sight up to which edits are compared only with the legs of a route near an agent, as a multiple of the
    /// distance of sight: those that reach farther are compared with all legs.
    pub(crate) const NEAR_LEGS: f64 = 0.25;

    /// Legs of a route near an agent that are listed; with more of them edits are compared with all. Most routes have a few within
    /// 60 m.
    pub(crate) const MAX_NEAR_LEGS: usize = 16;

    /// Edits in the log before it is searched for those that no agent needs: a few kilobytes.
    pub(crate) const MIN_LOG: usize = 256;

    /// Cells of the index of edits to the distance of sight: the smaller they are, the fewer edits beyond that distance are
    /// looked at, and the more cells each is entered into.
    pub(crate) const CELLS_IN_SIGHT: f64 = 2.0;

    /// Cells of the spatial hash of edits that one edit is entered into; those that are seen from more are looked at by all. An
    /// obstacle as wide as the distance of sight takes 64.
    pub(crate) const MAX_EDIT_CELLS: i64 = 256;

    /// Buckets of the index of edits, by the number of edits: about as many as there are cells with some.
    pub(crate) const BUCKETS_AN_EDIT: usize = 4;

    /// Buckets of the spatial hash of edits, at the least: a few kilobytes.
    pub(crate) const MIN_BUCKETS: usize = 1024;

    /// *Behaviour.* Steps for which an agent remembers an edit that it has seen, or that cuts its route beside another one: 200 s at
    /// the usual step, 270 m of walking. Not a number of edits, for others make edits too.
    pub(crate) const REMEMBERED_STEPS: u32 = 2048;
}

/// Planning within a budget.
pub(crate) mod planning {
    /// *Behaviour.* Steps of waiting that one level of urgency is worth: three seconds at the usual step. An agent without a route
    /// comes before all that have waited less than nine seconds for a better one.
    pub(crate) const URGENCY_STEPS: u64 = 30;

    /// Interval, in steps, at which the memory of routes is compacted if much of it is unused.
    pub(crate) const PACK_INTERVAL: u64 = 64;

    /// Length of the pieces in which the legs of a route are tested when it is repaired, in radii: a cut is replaced together with
    /// one such piece before and after it.
    pub(crate) const PIECE: f64 = 64.0;

    /// *Behaviour.* Expansions of the search for one piece: it is short, or there is no way nearby and all of the route is searched.
    pub(crate) const PIECE_EXPANSIONS: u64 = 1000;
}

/// Deadlocks: agents that make no progress.
pub(crate) mod deadlock {
    /// *Behaviour.* Steps without progress before an agent steps aside: 0.8 s at the usual step, for most encounters resolve
    /// themselves.
    pub(crate) const WAIT: u8 = 8;

    /// *Behaviour.* Steps for which one side is tried: 1.6 s at the usual step, two metres.
    pub(crate) const TRY: u8 = 16;

    /// *Behaviour.* The attempt from which on an agent also steps back a little: after one to the right and one to a side of its own.
    pub(crate) const BACKWARD_FROM: u8 = 2;

    /// *Behaviour.* Attempts before it begins again with its right side: about ten seconds.
    pub(crate) const ATTEMPTS: u8 = 6;

    /// *Behaviour.* Share of the preferred velocity below which an agent makes no progress, and share of its speed below which it
    /// does not want to.
    pub(crate) const PROGRESS: f32 = 0.2;
}

/// Detours around agents that stand.
pub(crate) mod standing {
    /// *Behaviour.* Speed below which an agent stands, in metres a second: slower than anybody walks; avoidance may still push it.
    pub(crate) const STILL: f32 = 0.2;

    /// *Behaviour.* Distance ahead in which agents that stand on the route are looked for, in radii: 6 m, as far as routes are
    /// checked for room.
    pub(crate) const AHEAD: f64 = 24.0;

    /// *Behaviour.* Distance by which the route must be free again, in radii: 15 m. A crowd that is deeper is no detour but a
    /// queue.
    pub(crate) const REJOIN_WITHIN: f64 = 60.0;

    /// *Behaviour.* Standing agents that are walked around, the nearest ones: bounds the stops of the search to 98 with
    /// [`POINTS`].
    pub(crate) const MAX_AGENTS: usize = 16;

    /// *Behaviour.* Points around each standing agent that the detour may bend at: a hexagon, whose corners are at most 15 per cent
    /// farther away than its sides ([`POINT_DISTANCE`]).
    pub(crate) const POINTS: usize = 6;

    /// *Behaviour.* Distance of these points from the standing agent, in sums of both radii: the sides of the hexagon then stay
    /// outside the disc, 1.15 · cos 30° ≥ 0.99.
    pub(crate) const POINT_DISTANCE: f64 = 1.15;

    /// *Behaviour.* Distance at which a detour may pass a standing agent, in sums of both radii: less than 1, for avoidance keeps the
    /// two apart, and a gap that is too narrow by a little is one that others make way in.
    pub(crate) const PASSING_DISTANCE: f64 = 0.92;

    /// Clearance tests between two points before the search gives up: an upper bound on the work for one agent.
    pub(crate) const MAX_TESTS: u64 = 300;

    /// Expansions of the planning budget that one clearance test counts as.
    pub(crate) const TEST_COST: u64 = 4;
}

/// Social groups.
pub(crate) mod groups {
    /// *Behaviour.* Lead over the last of the group that makes no difference, in metres: about an arm's length.
    pub(crate) const FREE_LEAD: f32 = 0.8;

    /// *Behaviour.* Lead beyond [`FREE_LEAD`] at which an agent stands and waits, in metres; in between its speed falls linearly.
    pub(crate) const STOPPING_LEAD: f32 = 2.0;

    /// *Behaviour.* Distance behind the next one, in metres along the route, from which on an agent is lost and not waited for.
    pub(crate) const LOST: f64 = 25.0;
}

/// Agents whose place has been taken by an obstacle.
pub(crate) mod displaced {
    /// *Behaviour.* Distance that an agent is moved at most, in radii: some hundred metres.
    pub(crate) const MAX_RADII: f64 = 2048.0;

    /// *Behaviour.* Faces that are looked into for a place with room: some milliseconds.
    pub(crate) const MAX_FACES: usize = 4096;
}

/// Moves clipped at walls.
pub(crate) mod clip {
    /// *Behaviour.* Distance by which a disc may be nearer to a wall than its radius, in lattice steps. One step is promised; the rest
    /// is for the rounding of the wall.
    pub(crate) const LEEWAY: f64 = 0.25;

    /// *Behaviour.* Times a move is turned along another wall: two walls make a corner, two more an alcove.
    pub(crate) const MAX_TURNS: usize = 4;
}

/// Shared goals.
pub(crate) mod shared_goals {
    /// *Behaviour.* Cells that a front takes in a step: 1.6 ms at 50 ns each. A hall of a few thousand square metres is done within a step; a city
    /// of 1 km² in cells of a metre within three seconds.
    pub(crate) const CELLS_PER_STEP: u64 = 1 << 15;

    /// *Behaviour.* How many fronts are on their way at once: they share the cores with those who walk.
    pub(crate) const FRONTS: usize = 4;

    /// *Behaviour.* The interval in steps at which fronts that mind density set out again: two seconds, in which a person walks a few cells.
    pub(crate) const DENSITY_INTERVAL: u64 = 20;

    /// *Behaviour.* The side of the window that densities are counted in, in metres: some twenty people in a jam.
    pub(crate) const DENSITY_WINDOW: f64 = 3.0;

    /// *Behaviour.* How far from its goal an agent walks straight to it if it can, in cells: around the goal the interpolated gradient is
    /// that of the cells and not of the point.
    pub(crate) const NEAR_GOAL: f64 = 2.0;

    /// *Behaviour.* Up to how many columns and rows away centres are looked at where there is no gradient: an agent that touches a wall
    /// stands in a cell that is not open, and the next one may not be either.
    pub(crate) const CENTRES_AROUND: i64 = 2;

    /// *Behaviour.* Who is nearer to a centre than this, in cells, is there, and goes to another.
    pub(crate) const ON_CENTRE: f64 = 0.25;
}

/// The cell list and the order of agents in memory.
pub(crate) mod cells {
    /// The size of a cell by the distance to the last of the k nearest neighbours: the block of 3 × 3 cells then contains the
    /// neighbours of most agents.
    pub(crate) const CELL_SIZE: f64 = 1.1;

    /// Agents a task of the thread pool, more or less: large enough to hide its overhead.
    pub(crate) const CHUNK: usize = 512;

    /// Agents a task where little is done for each.
    pub(crate) const GRAIN: usize = 1024;

    /// Rings of cells beyond which a block is found only for agents without near neighbours.
    pub(crate) const MAX_BLOCK_RINGS: u32 = 4;

    /// One agent in this many without a guess from which on counting agents by cell pays.
    pub(crate) const UNGUESSED_SHARE: usize = 8;

    /// Squares of walls that a thread remembers: more than lie side by side in a row of a [`CHUNK`].
    pub(crate) const REMEMBERED_SQUARES: usize = 256;

    /// Agents that are put into order at a time: a block of a column and its copy fit the second-level cache.
    pub(crate) const REORDER_BLOCK: usize = 1024;

    /// One agent in this many that changes its block, from which on one column is reordered after the other.
    pub(crate) const MOVED_SHARE: usize = 8;
}

/// The radix sort.
pub(crate) mod radix {
    /// The mean number of keys in a bucket, least and most, as powers of two: more would not fit the first-level cache with their
    /// copy; fewer would not be worth the counters.
    pub(crate) const KEYS_IN_BUCKET: [u32; 2] = [6, 10];

    /// Bits of the leading digit: the counters of a chunk fit the first-level cache.
    pub(crate) const MAX_LEADING_BITS: u32 = 10;

    /// Bits of a digit within a bucket.
    pub(crate) const MAX_BITS: u32 = 8;

    /// Shifts a key up to which insertion sort is faster: from step to step few agents change their cell.
    pub(crate) const MAX_SHIFTS: usize = 4;

    /// Keys a task of the thread pool.
    pub(crate) const MIN_CHUNK: usize = 1024;

    /// Chunks of a large array: enough for 16 threads and more.
    pub(crate) const CHUNKS: usize = 64;
}

/// Avoidance models.
pub(crate) mod models {
    /// *Behaviour.* The strongest push of the social force model, in metres a second squared: the forces are stiff, and at steps of
    /// 0.1 s an unbounded one would throw agents apart by metres.
    pub(crate) const MAX_PUSH: f32 = 30.0;

    /// *Behaviour.* Cosine of the angle from its direction within which Weidmann's pedestrian looks for the nearest one ahead: 72
    /// degrees, so that in a dense pattern those diagonally ahead count, and those beside do not.
    pub(crate) const CONE: f32 = 0.3;

    /// *Behaviour.* Directions that the vision model looks along to either side: one in six degrees with the default field of
    /// 1.3 radians.
    pub(crate) const DIRECTIONS_A_SIDE: i32 = 12;
}
