//! Paths along the medial axis.

use super::widened;
use crate::graph::{AStar, Budget, ImplicitGraph, StateId};
use crate::plane::find_path::FindPath;
use crate::plane::path::{Comfort, NoPath, Path, Proof, Query};
use crate::plane::spending::Spending;
use crate::tolerance::NARROWER;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::axis::{ArcId, NodeId, OnArc};
use navigant_mesh::internals::AxisInternals as _;
use navigant_mesh::internals::Retraction;
use navigant_mesh::{Axis, Map, Point};

/// Paths that are sought on the medial axis: a route there, and then a path that leads the same way.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::plane::{AxisPath, Query};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 10.0]))?;
/// map.insert(&Outline::rectangle([14.0, 0.0], [16.0, 6.0]))?;
/// let query = Query::new([4.0, 2.0], [26.0, 2.0]).with_radius(0.25);
/// // Around the corners of the obstacle: at the radius, and as far off as the passage above it allows.
/// let near = map.axis_path(&query, 0.25)?;
/// let far = map.axis_path(&query, 3.0)?;
/// assert!(near.length < far.length);
/// assert!((far.points[1].distance(far.corners[0]) - 2.0).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait AxisPath {
    /// The shortest route along the medial axis for a disc, from and to the places where the ends come to it: all of it
    /// keeps the radius from everything.
    ///
    /// Cost: that of A* on the axis.
    ///
    /// # Errors
    /// [`NoPath`] says why there is none: the radius is not one, there is no room at an end, or it is too narrow between.
    fn axis_route(&self, query: &Query<'_>) -> Result<Vec<Point>, NoPath>;

    /// A path that leads as the route along the axis does, drawn together to circles of up to a *preferred* clearance, in
    /// metres, around corners, and never nearer to anything than the radius. It need not be the shortest: others may lead
    /// another way. Where the route leads through gaps that are just wide enough, rounding may forbid to draw it together:
    /// then it is the shortest path.
    ///
    /// # Errors
    /// As for the route; [`NoPath::BadComfort`] if the preferred clearance is no number.
    fn axis_path(&self, query: &Query<'_>, preferred: f64) -> Result<Path, NoPath>;
}

impl AxisPath for Map {
    fn axis_route(&self, query: &Query<'_>) -> Result<Vec<Point>, NoPath> {
        if let Some(&end) = [query.from, query.to].iter().find(|p| !p.is_finite()) {
            return Err(NoPath::NotFinite(end));
        }
        if query.radius.is_nan() || query.radius < 0.0 {
            return Err(NoPath::BadRadius(query.radius));
        }
        let nearest = |p: Point| self.nearest_with_room(p, query.radius);
        let (from, to, axis) = (query.from, query.to, self.axis());
        let start = axis.retract(self, from).ok_or_else(|| NoPath::StartOutside { nearest: nearest(from) })?;
        let goal = axis.retract(self, to).ok_or_else(|| NoPath::GoalOutside { nearest: nearest(to) })?;
        if !self.has_room_at(from, query.radius) {
            return Err(NoPath::NoRoomAtStart { largest: start.clearance, nearest: nearest(from) });
        }
        if !self.has_room_at(to, query.radius) {
            return Err(NoPath::NoRoomAtGoal { largest: goal.clearance, nearest: nearest(to) });
        }
        let narrow = || match self.widest(from, to) {
            Some(widest) => {
                NoPath::TooNarrow { widest: widest.radius.min(query.radius), place: widest.at, nearest_reachable: None }
            }
            None => NoPath::Disconnected { nearest_reachable: from },
        };
        if !self.reaches(from, to, query.radius) {
            return Err(narrow());
        }
        // That was exact; where a gap is only just wide enough, floats may have it otherwise.
        let step = self.lattice().step();
        let tolerance = (0.05 * query.radius).max(step);
        let with = |radius: f64| Route { axis, radius, step, tolerance }.between(&start, &goal);
        let on_axis = with(query.radius).or_else(|| with(query.radius - NARROWER * step)).ok_or_else(narrow)?;
        Ok([from].into_iter().chain(on_axis).chain([to]).collect())
    }

    fn axis_path(&self, query: &Query<'_>, preferred: f64) -> Result<Path, NoPath> {
        Comfort { extra: preferred, factor: 1.0 }.check()?;
        let line = self.axis_route(query)?;
        // Points are discs of two steps.
        let least = if query.radius > 0.0 { query.radius } else { 2.0 * self.lattice().step() };
        let mut spending = Spending::of(query.budget);
        let drawn = widened(self, query, &line, [least, preferred.max(least)], f64::INFINITY, &mut spending);
        let proof = Proof::AtLeast(query.from.distance(query.to));
        match drawn {
            Some(path) => Ok(Path { proof, ..path }),
            // Gaps of just the disc's width, and of a step or two for a point.
            None => {
                let budget = query.budget.less(spending.expansions());
                self.find_path(Query { comfort: Comfort::NONE, budget, ..*query })
            }
        }
    }
}

/// The search for a route.
struct Route<'a> {
    axis: &'a Axis,
    radius: f64,
    step: f64,
    /// How far chords may be from parabolas, in metres.
    tolerance: f64,
}

/// Where a route is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Stop {
    Start,
    Node(NodeId),
    Goal,
}

impl Route<'_> {
    /// The points of the route between two places on the axis.
    fn between(&self, start: &Retraction, goal: &Retraction) -> Option<Vec<Point>> {
        let graph = ImplicitGraph::new(|&stop: &Stop, visit: &mut dyn FnMut(Stop, f64)| {
            for (next, line) in self.ways(stop, start, goal) {
                visit(next, line.windows(2).map(|leg| leg[0].distance(leg[1])).sum());
            }
        });
        let at = |id: StateId| match graph.state(id) {
            Some(Stop::Node(n)) => self.axis.point(n),
            Some(Stop::Start) => start.on_axis.at,
            _ => goal.on_axis.at,
        };
        // A little less than the distance: lengths are rounded.
        let ahead = |from: StateId, to: StateId| at(from).distance(at(to)) * (1.0 - 1e-9);
        let (first, last) = (graph.id(&Stop::Start), graph.id(&Stop::Goal));
        let mut a_star = AStar::new();
        a_star.find(&graph, &ahead, first, last, Budget::UNLIMITED).ok()?.cost?;
        let stops: Vec<Stop> = a_star.path().iter().filter_map(|&id| graph.state(id)).collect();
        let mut points = vec![start.on_axis.at];
        for pair in stops.windows(2) {
            let ways = self.ways(pair[0], start, goal).into_iter().filter(|(next, _)| *next == pair[1]);
            let length = |line: &[Point]| line.windows(2).map(|leg| leg[0].distance(leg[1])).sum::<f64>();
            let (_, line) = ways.min_by(|a, b| length(&a.1).total_cmp(&length(&b.1)))?;
            points.extend_from_slice(&line[1..]);
        }
        Some(points)
    }

    /// Where one gets from a stop along one arc that is wide enough, with the line that leads there.
    fn ways(&self, from: Stop, start: &Retraction, goal: &Retraction) -> Vec<(Stop, Vec<Point>)> {
        let mut ways = Vec::new();
        let mut add = |arc: ArcId, from: f64, to: f64, stop: Stop| {
            ways.extend(self.line(arc, from, to).map(|line| (stop, line)));
        };
        let arcs_of = |place: &Retraction| {
            [(place.arc, place.part)].into_iter().chain(self.axis.twin(place.arc).map(|twin| (twin, 1.0 - place.part)))
        };
        match from {
            Stop::Start => {
                for (arc, part) in arcs_of(start) {
                    add(arc, part, 1.0, Stop::Node(self.axis.target(arc)));
                    arcs_of(goal).filter(|&(other, _)| other == arc).for_each(|(_, to)| add(arc, part, to, Stop::Goal));
                }
            }
            Stop::Node(n) => {
                for arc in self.axis.arcs_from(n).filter(|&arc| self.axis.twin(arc).is_some()) {
                    add(arc, 0.0, 1.0, Stop::Node(self.axis.target(arc)));
                    arcs_of(goal).filter(|&(other, _)| other == arc).for_each(|(_, to)| add(arc, 0.0, to, Stop::Goal));
                }
            }
            Stop::Goal => {}
        }
        ways
    }

    /// A part of an arc as a line of points, if all of it is wide enough.
    fn line(&self, arc: ArcId, from: f64, to: f64) -> Option<Vec<Point>> {
        // Parabolas become chords.
        let pieces =
            if self.axis.is_parabola(arc) { self.axis.points(arc, self.tolerance).len().max(2) as u32 - 1 } else { 1 };
        let narrowest = self.axis.narrowest(arc);
        let part = |i: u32| from + (to - from) * f64::from(i) / f64::from(pieces);
        let places: Vec<_> = (0..=pieces).map(|i| self.axis.along(arc, part(i))).collect();
        // The narrowest place of the whole arc counts if it is on this part of it.
        let is_wide = narrowest.clearance >= self.radius
            || places.iter().all(|place| place.clearance >= self.radius) && !self.passes(&places, narrowest.at);
        is_wide.then(|| places.iter().map(|place| place.at).collect())
    }

    /// Whether a place is between the first and the last of some places on one arc.
    fn passes(&self, places: &[OnArc], at: Point) -> bool {
        let near = 1e-3 * self.step;
        places.windows(2).any(|leg| {
            let (whole, parts) = (leg[0].at.distance(leg[1].at), leg[0].at.distance(at) + at.distance(leg[1].at));
            parts <= whole + near
        })
    }
}
