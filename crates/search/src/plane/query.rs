//! What is asked: from where to where, how wide, for how much.

use super::landmarks::Landmarks;
use super::no_path::NoPath;
use super::tuning::snapping::MOST_LOOKS;
use crate::graph::Budget;
use navigant_mesh::internals::Nearest;
use navigant_mesh::{Map, Point};

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
