//! Limits and sampling of multiplier fields.

/// The logarithm of the multiplier's base, 1.1: a weight of 1 makes a place 1.1 times cheaper, −1 dearer.
pub(crate) const LN_BASE: f64 = 0.095_310_179_804_324_86;

/// The largest weight of one constraint, and the largest sum of attracting weights: a place is then 1.1⁵⁰ ≈ 117 times cheaper.
pub(crate) const MAX_WEIGHT: f64 = 50.0;

/// Multipliers are kept relative to this weight, so that attractors can make a place cheaper without making another dearer:
/// an attractor that comes or goes changes transitions within its influence and no others.
pub(crate) const RESERVE: f64 = MAX_WEIGHT;

/// The largest exponent of a multiplier. Where repellers overlap so much that it would be exceeded, they get no dearer.
pub(crate) const MAX_EXPONENT: f64 = 100.0;

/// Multipliers are whole numbers of these parts.
pub(crate) const PARTS: f64 = 1024.0;

/// Lengths of transitions are whole numbers of units, these many to a metre, rounded up.
pub(crate) const UNITS_PER_METRE: f64 = 4096.0;

/// Samples of a `near` field per step of a graph.
pub(crate) const SAMPLES_PER_STEP: f64 = 4.0;

/// The largest distance between samples of a `near` field, in metres. The exponent changes by at most 1 a metre and constraint, so
/// that a kink between two samples costs at most 2·ln 1.1·s²/8 metres: 0.15 % of a metre.
pub(crate) const MAX_SPACING: f64 = 0.25;

/// The largest number of constraints of a field.
pub(crate) const MAX_CONSTRAINTS: usize = 4096;

/// The side of a tile that transitions and constraints are found by, in steps of the graph.
pub(crate) const TILE_STEPS: f64 = 4.0;

/// The largest number of tiles, roughly.
pub(crate) const MAX_TILES: f64 = 1_000_000.0;

/// The log of changed transitions is forgotten beyond this many entries; plans that have not looked since plan from scratch.
pub(crate) const LOG_STATES: usize = 1 << 20;

/// The inflation that plans begin with.
pub(crate) const FIRST_EPSILON: f64 = 2.5;

/// By how much each further search lowers the inflation.
pub(crate) const EPSILON_STEP: f64 = 0.5;

/// The inflation of the search on highways alone, which gives the first path where these lead from start to goal.
pub(crate) const HIGHWAY_EPSILON: f64 = 2.5;
