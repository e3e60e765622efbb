//! What is asked and what is answered.

use super::disc::turned_on_path;
use super::landmarks::Landmarks;
use super::tuning::snapping::MOST_LOOKS;
use crate::graph::Budget;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::Nearest;
use navigant_mesh::{Map, Point, Revision, VertexId};

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
    /// The radius, in metres, of the disc that is to walk there; 0 for a point.
    pub radius: f64,
    /// How much may be spent on finding it.
    pub budget: Budget<'c>,
    /// How far it should keep from walls beyond the radius.
    pub comfort: Comfort,
    /// What is known about the map, to find it faster.
    pub landmarks: Option<&'c Landmarks>,
    /// How far an end without room may be moved, in metres; 0 for not at all.
    pub snapping: f64,
}

/// How much farther from walls than it must a path keeps, where it can.
///
/// People do not scrape along corners. A path with comfort is bent around corners at a greater distance, as far as the
/// passages between them allow, and as long as it is not longer than a factor times the shortest one.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Comfort {
    /// Up to how many metres more than the radius; 0 for the shortest path.
    pub extra: f64,
    /// How many times as long as the shortest path it may be, at least 1.
    pub factor: f64,
}

impl Comfort {
    /// The shortest path, as near to walls as that is.
    pub const NONE: Comfort = Comfort { extra: 0.0, factor: 1.0 };

    /// Whether it can be asked for.
    pub(super) fn check(self) -> Result<(), NoPath> {
        let is_good = self.extra >= 0.0 && self.extra.is_finite() && self.factor >= 1.0 && self.factor.is_finite();
        if is_good { Ok(()) } else { Err(NoPath::BadComfort(self)) }
    }
}

impl Query<'static> {
    /// From here to there as a point, whatever it takes.
    pub fn new(from: impl Into<Point>, to: impl Into<Point>) -> Self {
        Query {
            from: from.into(),
            to: to.into(),
            radius: 0.0,
            budget: Budget::UNLIMITED,
            comfort: Comfort::NONE,
            landmarks: None,
            snapping: 0.0,
        }
    }
}

/// What can be asked for besides, in any order.
impl<'c> Query<'c> {
    /// The same for a disc with a radius in metres.
    #[must_use]
    pub fn with_radius(self, radius: f64) -> Self {
        Query { radius, ..self }
    }

    /// The same within a budget, which limits all phases of the search together.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_search::graph::Budget;
    /// use navigant_search::plane::{FindPath, NoPath, Query};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
    /// map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 8.0]]))?;
    /// let query = Query::new([2.0, 4.0], [14.0, 4.0]).with_budget(Budget::expansions(0));
    /// let Err(NoPath::BudgetSpent { lower, .. }) = map.find_path(query.with_radius(0.3)) else { panic!() };
    /// assert!(lower >= 12.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_budget<'b>(self, budget: Budget<'b>) -> Query<'b>
    where
        'c: 'b,
    {
        Query { budget, ..self }
    }

    /// The same, with landmarks of the map: the path is the same, but it is found faster. Those that are
    /// [no good](Landmarks::are_good) are not asked.
    #[must_use]
    pub fn with_landmarks<'l>(self, landmarks: &'l Landmarks) -> Query<'l>
    where
        'c: 'l,
    {
        Query { landmarks: Some(landmarks), ..self }
    }

    /// The same, but keeping up to `extra` metres more from walls, where that makes the path at most `factor` times as long
    /// as the shortest: 1.1 for a tenth more.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_search::plane::{FindPath, Query};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
    /// map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 8.0]]))?;
    /// let query = Query::new([2.0, 4.0], [14.0, 4.0]).with_radius(0.25);
    /// let (shortest, comfortable) = (map.find_path(query)?, map.find_path(query.with_comfort(1.0, 1.2))?);
    /// let off = |path: &navigant_search::plane::Path| path.points[1].distance(path.corners[0]);
    /// assert!((off(&shortest) - 0.25).abs() < 1e-6 && (off(&comfortable) - 1.25).abs() < 1e-6);
    /// assert!(comfortable.length <= 1.2 * shortest.length);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_comfort(self, extra: f64, factor: f64) -> Self {
        Query { comfort: Comfort { extra, factor }, ..self }
    }

    /// The same, but an end without room, inside an obstacle or too near to a wall, is moved to the nearest point with room if
    /// that is at most `tolerance` metres away; the path then starts or ends there. A click on a table finds the way to the table.
    ///
    /// The nearest point may be on the other side of a thin wall. Negative tolerances and NaN move nothing.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_search::plane::{FindPath, NoPath, Query};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
    /// map.insert(&Outline::rectangle([10.0, 6.0], [12.0, 8.0]))?;
    /// let onto_table = Query::new([2.0, 7.0], [10.1, 7.0]);
    /// assert!(matches!(map.find_path(onto_table), Err(NoPath::GoalOutside { .. })));
    /// let path = map.find_path(onto_table.with_snapping(0.5).with_radius(0.3))?;
    /// assert!((path.length - 7.7).abs() < 1e-4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn with_snapping(self, tolerance: f64) -> Self {
        Query { snapping: tolerance, ..self }
    }

    /// The query with its ends where they are snapped to.
    pub(super) fn snapped(&self, map: &Map, nearest: &mut Nearest) -> Query<'c> {
        if self.snapping.is_nan() || self.snapping <= 0.0 {
            return *self;
        }
        let mut snap = |p: Point| {
            let found = nearest.find_with_room(map, p, self.radius, MOST_LOOKS, |_| true);
            found.filter(|found| found.distance(p) <= self.snapping).unwrap_or(p)
        };
        Query { from: snap(self.from), to: snap(self.to), ..*self }
    }
}

/// Which way a path turns at a bend; the obstacle it bends around is on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Turn {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

/// A corner that a path bends around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bend {
    /// The vertex; valid for the revision of the map that the path was made for.
    pub vertex: VertexId,
    /// Which way the path turns there.
    pub turn: Turn,
}

/// What is known about a path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proof {
    /// No path is shorter.
    Shortest,
    /// No path in the [corridor](super::Corridor) that it was sought in is shorter.
    ShortestInCorridor,
    /// No path is shorter than this length, in metres.
    AtLeast(f64),
}

/// A path: straight from point to point, or for a disc from arc to arc; then it is the path of its centre.
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Path {
    /// The start, the bends and the goal; for a disc, where each arc starts and where it ends.
    pub points: Vec<Point>,
    /// The corners it bends around, in order.
    pub bends: Vec<Bend>,
    /// Where these corners are.
    pub corners: Vec<Point>,
    /// The radius of the disc in metres; 0 for a point. Arcs may be wider, for [comfort](Comfort).
    pub radius: f64,
    /// How long it is, in metres.
    pub length: f64,
    /// What was proved.
    pub proof: Proof,
    /// The map it was found in, and its version.
    pub revision: Revision,
}

impl Default for Path {
    /// The path of no length from nowhere to nowhere: what a finder holds before its first search.
    fn default() -> Self {
        Path {
            points: Vec::new(),
            bends: Vec::new(),
            corners: Vec::new(),
            radius: 0.0,
            length: 0.0,
            proof: Proof::Shortest,
            revision: Revision::default(),
        }
    }
}

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathPiece {
    /// A straight leg.
    Straight {
        /// Where it starts.
        from: Point,
        /// Where it ends.
        to: Point,
    },
    /// A part of a circle around a corner.
    Arc {
        /// The corner.
        centre: Point,
        /// Where it starts.
        from: Point,
        /// Where it ends.
        to: Point,
        /// By how much it turns, in radians: positive to the left.
        turn: f64,
    },
}

impl Path {
    /// The path as a line of points: itself for a point; for a disc, arcs become chords that are no farther from them than a
    /// tolerance in metres, which is at least a ten-thousandth of their radius.
    pub fn polyline(&self, tolerance: f64) -> Vec<Point> {
        let mut line: Vec<Point> = self.points.first().copied().into_iter().collect();
        for piece in self.pieces() {
            match piece {
                PathPiece::Straight { to, .. } => line.push(to),
                PathPiece::Arc { centre, from, to, turn } => {
                    let radius = from.distance(centre);
                    let flat = (tolerance / radius).clamp(1e-4, 1.0);
                    let chord = 2.0 * libm::acos(1.0 - flat);
                    let count = (turn.abs() / chord).ceil().max(1.0) as u32;
                    let start = libm::atan2(from.y - centre.y, from.x - centre.x);
                    line.extend((1..count).map(|i| {
                        let angle = start + turn * f64::from(i) / f64::from(count);
                        Point::new(centre.x + radius * libm::cos(angle), centre.y + radius * libm::sin(angle))
                    }));
                    line.push(to);
                }
            }
        }
        line
    }

    /// Whether it is that of a disc, of legs and arcs in turn: then each bend has two points.
    pub(super) fn has_arcs(&self) -> bool {
        self.points.len() == 2 * self.bends.len() + 2
    }

    /// The legs of a path, and the arcs between them if it is that of a disc.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_search::plane::{FindPath, PathPiece, Query, Turn};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
    /// map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 8.0]]))?;
    /// let path = map.find_path(Query::new([2.0, 4.0], [14.0, 4.0]).with_radius(0.5))?;
    /// assert_eq!(path.bends[0].turn, Turn::Right);
    /// let pieces: Vec<PathPiece> = path.pieces().collect();
    /// assert!(matches!(pieces[..], [PathPiece::Straight { .. }, PathPiece::Arc { turn, .. }, PathPiece::Straight { .. }] if turn < 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = PathPiece> + '_ {
        let is_disc = self.has_arcs();
        self.points.windows(2).enumerate().map(move |(i, ends)| {
            let (from, to) = (ends[0], ends[1]);
            match (self.corners.get(i / 2), self.bends.get(i / 2)) {
                (Some(&centre), Some(bend)) if is_disc && i % 2 == 1 => {
                    let [a, b] = [from, to].map(|p| Offset::new(p.x - centre.x, p.y - centre.y));
                    let turn = turned_on_path(a, b, bend.turn) * bend.turn.side();
                    PathPiece::Arc { centre, from, to, turn }
                }
                _ => PathPiece::Straight { from, to },
            }
        })
    }
}

/// Why there is no path, and where it fails.
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
