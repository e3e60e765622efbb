//! Tuning constants of scenarios under way: what no scenario file says. Where no figure or source is given, the value was chosen
//! by the argument and not by a measurement.

/// Random places with room.
pub(crate) mod ground {
    /// The number of places that are drawn before it is given up: in a polygon of which a hundredth has room, one of 500 million
    /// tries of this length fails.
    pub(crate) const TRIES: usize = 2000;

    /// The number of places beside another that are drawn: where a twentieth of them is free, one in 27 groups of draws finds none.
    pub(crate) const TRIES_BESIDE: usize = 64;

    /// The number of places that stand for the largest component: an obstacle covers some of them, hardly all.
    pub(crate) const ANCHORS: usize = 32;
}

/// Who comes.
pub(crate) mod population {
    /// The distance in metres within which those who keep together start: two or three abreast.
    pub(crate) const GROUP_SPREAD: f64 = 2.0;
}

/// Stops and arrivals of journeys.
pub(crate) mod journeys {
    /// The distance to its spot, in metres, at which an agent without progress has arrived: others stand in the way, a few deep.
    pub(crate) const SPOT_REACHED: f64 = 2.0;

    /// The time without progress, in seconds, after which that holds: longer than it takes to let somebody pass.
    pub(crate) const STALLED_S: f64 = 3.0;

    /// The speed in metres a second below which no progress is made: a seventh of a walk.
    pub(crate) const STALLED_SPEED: f32 = 0.2;

    /// The number of places of a polygon that are tried for all of them when a journey is checked before the run: a polygon in two
    /// halves, one of them walled off, is taken for connected once in 32.
    pub(crate) const SAMPLES: u64 = 6;

    /// The number of normal deviates that are drawn for one within a range, before its nearer end is taken: the range may be as
    /// rare as one in some hundred.
    pub(crate) const NORMAL_TRIES: usize = 1000;
}

/// The choice of an exit.
pub(crate) mod exits {
    /// Agents a second that leave by an exit, for each metre of its width: the largest specific flow of Weidmann's fundamental
    /// diagram (1.22) and of IMO's doors (1.3), more or less.
    pub(crate) const SPECIFIC_FLOW: f64 = 1.3;

    /// The interval between two looks for a quicker exit, in seconds: a queue at a door changes by some three people.
    pub(crate) const THINKS_EVERY_S: f64 = 2.0;

    /// The share of the time it takes to leave that a change away from the exit chosen first saves at least: people keep to their first choice
    /// (Bode, Codling, "Human exit route choice in virtual crowd evacuations", 2013). Of all that time, from setting out on: of what is left
    /// alone, ever less would have to be saved as the queues grow shorter, and all exits would be used evenly in the end, however
    /// much nearer one of them is. For 1,000 people at two doors 0.1 leaves 50 % at the nearer one, 0.15 49.6 to 52 %, 0.17 51 to 53 %, 0.2 52 to
    /// 57 %; but with 0.2 two exits take up to 2.4 times as long as four, for people stay at the fuller one of two doors (0.17: 1.9 to 2.2 times).
    pub(crate) const SAVING_SHARE: f64 = 0.17;

    /// The time in seconds that any change saves at least: no less than the interval between two looks.
    pub(crate) const SAVING_S: f64 = 2.0;
}

/// Obstacles on their way.
pub(crate) mod moving {
    /// Bodies that an obstacle has at most: those of a longer and thinner one reach farther beyond its sides.
    pub(crate) const MOST_BODIES: usize = 24;

    /// The side in metres that an obstacle is taken to have at least, and the least radius of a body.
    pub(crate) const LEAST_SIDE: f64 = 0.05;
}

/// Queues, in spacings between two people in line.
pub(crate) mod queues {
    /// The distance to a place of the line within which one stands in line: the next place, and half the way to the one after.
    pub(crate) const JOINS_WITHIN: f64 = 1.5;

    /// The distance to the first place within which the first is served: nearer to it than to the second place.
    pub(crate) const SERVED_WITHIN: f64 = 0.75;
}

/// Agents with wishes.
pub(crate) mod wishing {
    /// The size of the cells that constrained plans are made on, in metres: a person's width.
    pub(crate) const PLAN_CELL: f64 = 0.5;

    /// How far ahead on its path an agent is sent, in metres: two cells and a bit, so that it does not stop at each.
    pub(crate) const SENT_AHEAD: f64 = 1.2;

    /// The distance in metres at which an agent goes to its goal by itself: two cells.
    pub(crate) const GOAL_REACHED: f64 = 1.0;

    /// The interval in steps at which constraints follow their things: half a second, in which a person walks less than two cells.
    pub(crate) const EVERY: u64 = 5;
}

/// A run as a whole.
pub(crate) mod run {
    /// Expansions between two looks at the progress of the first plans: a bar need not move more often.
    pub(crate) const EXPANSIONS_AT_A_TIME: u32 = 1_000_000;

    /// The time in seconds without an arrival after which nobody is waited for any more: longer than any walk through a building.
    pub(crate) const NO_ARRIVAL_S: f64 = 600.0;

    /// Bytes that an agent takes with its route, at most: a promise of the crowd, kept by a test there.
    pub(crate) const BYTES_AN_AGENT: u64 = 1024;
}

/// Pictures of a run.
pub(crate) mod picture {
    /// The largest number of agents whose paths are drawn: more hide each other.
    pub(crate) const MOST_PATHS: u64 = 120;

    /// The interval between two points of a path that are kept, in seconds: 0.7 m of a walk.
    pub(crate) const EVERY_S: f64 = 0.5;
}
