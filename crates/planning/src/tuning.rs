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

/// Who stands where, for Σ3.
pub(crate) mod grid {
    /// The side of the squares by which bodies are found, in metres: some diameters.
    pub(crate) const OCCUPIED_SQUARE: f64 = 4.0;

    /// How many cells away a free one is looked for where a place is occupied.
    pub(crate) const NEAR_CELLS: u32 = 6;
}

/// Tunnels.
pub(crate) mod tunnel {
    /// What a second of distance in time counts in the heuristic, in metres: a seventh of what a walker covers, so that place counts
    /// more than time.
    pub(crate) const METRES_A_SECOND: f64 = 0.2;

    /// Nearer than this to the end of a plan, in metres, one has arrived: more than a walk's lattice rounds by, less than a step.
    pub(crate) const ARRIVED: f64 = 0.25;
}

/// The times of a path: λ(s, Σ3, Σ4).
pub(crate) mod timing {
    /// How far a timed path keeps from bodies beyond touching, in metres: half a unit of a walk's lattice, which Σ4 rounds to.
    pub(crate) const SLACK: f64 = 0.125;

    /// The most expansions before a way counts as blocked: all of sixty metres, at every speed, for a minute of waiting.
    pub(crate) const MOST_EXPANSIONS: u64 = 12_000;

    /// The most steps from departure to arrival: ten minutes of a walk, more than anybody waits.
    pub(crate) const MOST_STEPS: u16 = 600;
}

/// Tasks, and the team that has them.
pub(crate) mod team {
    /// The width of the tunnel in Σ2 around Π(Σ1), in metres: some triangles to either side.
    pub(crate) const MESH_WIDTH: f64 = 14.0;

    /// The width of the tunnel in Σ3 around Π(Σ2), in metres: room to pass a group.
    pub(crate) const GRID_WIDTH: f64 = 8.0;

    /// The widths of the first tunnel in Σ4, in metres and seconds: a unit of a walk's lattice to either side, and one step.
    pub(crate) const WIDTH: f64 = 0.35;
    /// The width in time.
    pub(crate) const LAG: f64 = 1.0;

    /// The width in heading, in radians: of the sixteen headings the one that is nearest to the plan's, or two.
    pub(crate) const HEADING_WIDTH: f64 = 0.35;

    /// How often the tunnel in Σ4 is widened, to twice the width each time, when nothing is found.
    pub(crate) const WIDENINGS: u32 = 2;

    /// The most nodes in the first tunnel in Σ4; in each wider one, four times as many.
    pub(crate) const NARROW_NODES: u64 = 2000;

    /// The most states of a task in Σ4: 180 KB. One that needs more is given up, and the agent tries a wider tunnel, another way, or again
    /// later. With 500, one of a hundred agents at a crossing has no plan within minutes.
    pub(crate) const MOST_STATES: usize = 2000;

    /// How many states an expansion makes: more than the mean in a tunnel.
    pub(crate) const STATES_AN_EXPANSION: u64 = 4;

    /// The inflation that Σ4 begins with.
    pub(crate) const EPSILON: f64 = 1.6;

    /// The most states of a task in Σ4 that is repaired or improved. Whoever looks at every state, and recomputes the keys of those that wait, does so
    /// between two looks at the clock: that many take a fifth of a millisecond. A larger task goes on as it is; its plan is checked when it is there.
    pub(crate) const MOST_REPAIRED: usize = 1000;

    /// The most pairs of a state and a body that are looked at for a repair, for the same reason.
    pub(crate) const MOST_PAIRS: usize = 8000;

    /// The interval at which tasks ask the clock, in expansions: a hundred microseconds in Σ4.
    pub(crate) const CLOCK_EVERY: u64 = 8;

    /// Farther than this from its plan, in metres, a task that is started elsewhere begins from scratch.
    pub(crate) const FAR: f64 = 3.0;

    /// How many steps later than at constant speed a way may arrive before another one is looked for.
    pub(crate) const PATIENCE: u16 = 4;

    /// Who has stood for this long, in seconds, and is to stand for as long again, makes another plan.
    pub(crate) const PATIENT: f64 = 10.0;

    /// How many other ways are looked for.
    pub(crate) const MOST_WAYS: u32 = 3;

    /// How far behind a blocked place Σ2 is to avoid the triangles, in metres.
    pub(crate) const AVOIDED_AHEAD: [f64; 4] = [0.5, 1.0, 2.0, 3.0];

    /// The most steps that an agent plans to wait on its way, in all.
    pub(crate) const MOST_WAIT: u16 = 90;

    /// The most tasks that one slice runs: each domain some times.
    pub(crate) const MOST_STAGES: u32 = 64;

    /// The expansions of a slice: about two milliseconds.
    pub(crate) const SLICE: u64 = 400;

    /// What a metre to the goal adds to a priority: less than any difference of tasks, within a kilometre.
    pub(crate) const PRIORITY_A_METRE: f64 = 1e-4;

    /// After a failure, an agent looks again after this many seconds.
    pub(crate) const RETRY: f64 = 1.0;

    /// How much before its departure a plan must be ready, in seconds.
    pub(crate) const LEAD: f64 = 0.1;

    /// The next leg is planned when the plan at hand has less left, in seconds: long before the agent would stop at its waypoint.
    pub(crate) const LEG_AHEAD: f64 = 8.0;

    /// How far ahead the motion of a body is guessed that publishes nothing, in seconds.
    pub(crate) const FORECAST: f64 = 6.0;

    /// The speed, in metres a second, that such a body is thought to be able to take up at any moment, at least: also one that stands.
    pub(crate) const WARY_SPEED: f64 = 0.5;

    /// How long an agent takes to heed that such a body moves otherwise, in seconds: a step, and as much for the frames of planning.
    pub(crate) const REACTION: f64 = 1.0;

    /// The most steps by which an agent gets out of the way of such a body: a walker is six metres away then.
    pub(crate) const AWAY: u16 = 4;
}

/// Others in the world of a team.
pub(crate) mod company {
    /// How far ahead the motion of others is guessed, in seconds: what steering does not resolve by itself.
    pub(crate) const GUESS: f64 = 3.0;

    /// A guess is renewed when it lasts for less than this, in seconds.
    pub(crate) const LEFT: f64 = 1.0;

    /// A guess holds while the other is nearer than this to it, in metres: a radius.
    pub(crate) const STRAYED: f64 = 0.3;

    /// Who is slower than this stands, in metres a second.
    pub(crate) const STANDING: f64 = 0.1;

    /// Farther than this from its plan, in metres, an agent plans again: what it walks back in a second. With half of it, agents that are held up
    /// for a moment stand still more often, and come too late.
    pub(crate) const ASTRAY: f64 = 1.0;
}

/// Footsteps (Σ5).
pub(crate) mod footsteps {
    /// The lattice of feet in metres: a third of a foot's length.
    pub(crate) const FOOT_UNIT: f64 = 0.05;
    /// A tick in seconds; periods are 4, 6 and 8 of them.
    pub(crate) const TICK: f64 = 0.1;
    /// Metres a second between two speeds, and the number of the fastest: up to 1.2 m/s.
    pub(crate) const PACE: f64 = 0.4;
    /// The number of the fastest speed.
    pub(crate) const FASTEST: u8 = 3;
    /// From a foot to the centre of the body, in metres.
    pub(crate) const HALF_HIP: f64 = 0.1;
    /// What a step costs in millimetres of walking, beside its length: short steps are not free.
    pub(crate) const STEP_PRICE: f64 = 100.0;
    /// What a change of speed by one level costs.
    pub(crate) const SPEED_PRICE: f64 = 60.0;
    /// What a turn by π/8 costs.
    pub(crate) const TURN_PRICE: f64 = 60.0;
}

/// Motion graphs (Σ6).
pub(crate) mod motion_graph {
    /// The lattice of poses in metres: a seventh of a step.
    pub(crate) const POSE_UNIT: f64 = 0.1;
    /// What a joint of two clips costs, in millimetres of walking: fewer and longer clips look better.
    pub(crate) const CLIP_PRICE: f64 = 50.0;
}

/// The table of clearances.
pub(crate) mod clearances {
    /// The side of a cell in metres.
    pub(crate) const CLEARANCE_CELL: f64 = 1.0;

    /// The largest number of cells, 40 MB; beyond it there is no table, and every question is answered by the map.
    pub(crate) const MOST_CLEARANCE_CELLS: f64 = 1e7;
}
