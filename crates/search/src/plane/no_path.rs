//! Why there is no path.

use super::path::{Path, Proof};
use super::query::Comfort;
use navigant_mesh::Point;

/// Why there is no path, and where it fails.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::plane::{FindPath, NoPath, Query};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
/// map.insert(&Outline::polyline([[10.0, 0.0], [10.0, 9.5]]))?;
/// // A gap of half a metre: a disc of 0.4 m does not get through.
/// let query = Query::new([2.0, 5.0], [18.0, 5.0]);
/// assert!(map.find_path(query.with_radius(0.4)).is_err() && map.find_path(query.with_radius(0.2)).is_ok());
/// let outside = map.find_path(Query::new([2.0, f64::NAN], [18.0, 5.0]));
/// assert!(matches!(outside, Err(NoPath::NotFinite(_))));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub enum NoPath {
    /// A point is NaN or infinite.
    NotFinite(Point),
    /// The radius is negative or not a number.
    BadRadius(f64),
    /// The extra distance is negative or no number, or the factor is none of at least 1.
    BadComfort(Comfort),
    /// The start is nearer to a wall than the radius.
    NoRoomAtStart {
        /// The largest radius that has room there, in metres.
        largest: f64,
        /// The nearest place with room for the radius; `None` if there is none nearby.
        nearest: Option<Point>,
    },
    /// The goal is nearer to a wall than the radius.
    NoRoomAtGoal {
        /// The largest radius that has room there, in metres.
        largest: f64,
        /// The nearest place with room for the radius; `None` if there is none nearby.
        nearest: Option<Point>,
    },
    /// The disc does not get through; a smaller one would.
    TooNarrow {
        /// The largest radius that gets to the goal, in metres.
        widest: f64,
        /// Where it only just gets through.
        place: Point,
        /// The place nearest to the goal that can be reached; `None` if that was not looked for, within a corridor or by a
        /// budget.
        nearest_reachable: Option<Point>,
    },
    /// One cannot stand at the start.
    StartOutside {
        /// The nearest place with room for the radius; `None` if there is none nearby.
        nearest: Option<Point>,
    },
    /// One cannot stand at the goal.
    GoalOutside {
        /// The nearest place with room for the radius; `None` if there is none nearby.
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
        /// come to; `None` while it has come to none, or if the search for a disc was cut short. Its proof is the lower bound.
        best: Option<Box<Path>>,
        /// A lower bound on the length of every path, in metres: at least the distance between the ends, but for the lattice steps
        /// that ends beside a wall are moved by.
        lower: f64,
    },
    /// Two parts of the search contradict each other: the map says that there is a path, and the search has found none. That
    /// is a bug of this library and none of the query; to ask again gives the same answer. Please report it with the map.
    Inconsistent {
        /// Where the path was to start.
        from: Point,
        /// Where it was to lead to.
        to: Point,
        /// The radius in metres.
        radius: f64,
    },
}

impl NoPath {
    /// The same, with a lower bound that is no higher than this, if a budget was spent.
    pub(super) fn with_lower_at_most(self, most: f64) -> NoPath {
        let NoPath::BudgetSpent { mut best, lower } = self else { return self };
        let lower = lower.min(most).max(0.0);
        if let Some(path) = &mut best {
            path.proof = Proof::AtLeast(lower);
        }
        NoPath::BudgetSpent { best, lower }
    }

    /// The same, or another if both are walled off and one gets nearer to the goal by the other.
    pub(super) fn or_nearer(self, other: NoPath, goal: Point) -> NoPath {
        match (&self, &other) {
            (NoPath::Disconnected { nearest_reachable: a }, NoPath::Disconnected { nearest_reachable: b })
                if b.distance(goal) < a.distance(goal) =>
            {
                other
            }
            _ => self,
        }
    }
}

impl std::fmt::Display for NoPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let or_none = |p: &Option<Point>| {
            p.map_or("there is no room nearby".into(), |p| format!("the nearest place with room is {p}"))
        };
        match self {
            NoPath::NotFinite(p) => write!(f, "not a point: {p}"),
            NoPath::BadRadius(radius) => write!(f, "not a radius: {radius}"),
            NoPath::BadComfort(Comfort { extra, factor }) => {
                write!(
                    f,
                    "not a comfort: {extra} m more for {factor} times the length; it takes at least 0 m, and 1 time"
                )
            }
            NoPath::NoRoomAtStart { largest, nearest } => {
                write!(f, "the start is too near to a wall; the largest radius that has room there is {largest} m")?;
                and_nearest(f, "the nearest place with room is", nearest)
            }
            NoPath::NoRoomAtGoal { largest, nearest } => {
                write!(f, "the goal is too near to a wall; the largest radius that has room there is {largest} m")?;
                and_nearest(f, "the nearest place with room is", nearest)
            }
            NoPath::TooNarrow { widest, place, nearest_reachable } => {
                write!(f, "too narrow at {place}: the largest radius that gets through is {widest} m")?;
                and_nearest(f, "the nearest place within reach is", nearest_reachable)
            }
            NoPath::StartOutside { nearest } => write!(f, "the start is not walkable; {}", or_none(nearest)),
            NoPath::GoalOutside { nearest } => write!(f, "the goal is not walkable; {}", or_none(nearest)),
            NoPath::Disconnected { nearest_reachable } => {
                write!(f, "the goal is walled off; the nearest point within reach is {nearest_reachable}")
            }
            NoPath::BudgetSpent { best: Some(path), lower } => {
                write!(
                    f,
                    "the budget is spent; the best way so far is {} m long, and none is below {lower} m",
                    path.length
                )
            }
            NoPath::BudgetSpent { best: None, lower } => {
                write!(f, "the budget is spent and no path is known yet; none is shorter than {lower} m")
            }
            NoPath::Inconsistent { from, to, radius } => write!(
                f,
                "a bug in Navigant: a path from {from} to {to} for radius {radius} m exists and was not found; please report it"
            ),
        }
    }
}

/// Adds a place, if there is one.
fn and_nearest(f: &mut std::fmt::Formatter<'_>, what: &str, place: &Option<Point>) -> std::fmt::Result {
    place.map_or(Ok(()), |place| write!(f, "; {what} {place}"))
}

impl std::error::Error for NoPath {}
