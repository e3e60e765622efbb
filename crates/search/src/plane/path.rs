//! What is asked and what is answered.

use crate::graph::Budget;
use navigant_mesh::{Point, VertexId};

/// A question for a path.
///
/// ```
/// use navigant_search::plane::Query;
/// let query = Query::new([1.0, 2.0], [30.0, 4.0]);
/// # let _ = query;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Query<'c> {
    /// Where the path starts.
    pub from: Point,
    /// Where it leads to.
    pub to: Point,
    /// How much may be spent on finding it.
    pub budget: Budget<'c>,
}

impl Query<'static> {
    /// From here to there, whatever it takes.
    pub fn new(from: impl Into<Point>, to: impl Into<Point>) -> Self {
        Query { from: from.into(), to: to.into(), budget: Budget::UNLIMITED }
    }
}

/// Which way a path turns at a bend; the obstacle it bends around is on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Turn {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

/// A corner that a path bends around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bend {
    /// The vertex; valid for the map version the path was made for.
    pub vertex: VertexId,
    /// Which way the path turns there.
    pub turn: Turn,
}

/// What is known about a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Proof {
    /// No path is shorter.
    Shortest,
    /// No path is shorter than this length, in metres.
    AtLeast(f64),
}

/// A path: straight from point to point.
#[derive(Clone, Debug, PartialEq)]
pub struct Path {
    /// The start, the bends and the goal.
    pub points: Vec<Point>,
    /// The corners at the points between start and goal.
    pub bends: Vec<Bend>,
    /// The sum of the distances, in metres.
    pub length: f64,
    /// What was proved.
    pub proof: Proof,
    /// The version of the map it was found in.
    pub version: u64,
}

impl Default for Path {
    /// The path of no length from nowhere to nowhere: what a finder holds before its first search.
    fn default() -> Self {
        Path { points: Vec::new(), bends: Vec::new(), length: 0.0, proof: Proof::Shortest, version: 0 }
    }
}

/// Why there is no path, and where it fails.
#[derive(Clone, Debug, PartialEq)]
pub enum NoPath {
    /// A point is NaN or infinite.
    NotFinite(Point),
    /// One cannot stand at the start.
    StartOutside {
        /// The nearest place where one can; `None` if there is none at all.
        nearest: Option<Point>,
    },
    /// One cannot stand at the goal.
    GoalOutside {
        /// The nearest place where one can; `None` if there is none at all.
        nearest: Option<Point>,
    },
    /// Start and goal are walled off from each other.
    Disconnected {
        /// The point nearest to the goal that can be reached from the start.
        nearest_reachable: Point,
    },
    /// The budget was spent before the shortest path was found.
    BudgetSpent {
        /// The best that is known: a path to the goal, or the beginning of the most promising one, to the corner it has
        /// come to; `None` while it has come to none. Its proof is a bound for paths to the goal.
        best: Option<Path>,
    },
}

impl std::fmt::Display for NoPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let or_none = |p: &Option<Point>| {
            p.map_or("nothing is walkable".into(), |p| format!("the nearest walkable point is {p}"))
        };
        match self {
            NoPath::NotFinite(p) => write!(f, "not a point: {p}"),
            NoPath::StartOutside { nearest } => write!(f, "the start is not walkable; {}", or_none(nearest)),
            NoPath::GoalOutside { nearest } => write!(f, "the goal is not walkable; {}", or_none(nearest)),
            NoPath::Disconnected { nearest_reachable } => {
                write!(f, "the goal is walled off; the nearest point within reach is {nearest_reachable}")
            }
            NoPath::BudgetSpent { best: Some(path) } => {
                write!(f, "the budget is spent; the best way known so far is {} m long", path.length)
            }
            NoPath::BudgetSpent { best: None } => write!(f, "the budget is spent and no path is known yet"),
        }
    }
}

impl std::error::Error for NoPath {}
