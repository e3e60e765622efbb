//! Shortest paths through several layers, for points and discs.
//!
//! The search is that of one plane, which pays the tolls of the seams that it crosses. What is added here are the ends, which are on a layer,
//! and where the answer leads: its layers, heights and seams are traced afterwards. Lengths are measured in plan, in which the surface is flat.

use super::finder::{PathFinder, free};
use super::path::{NoPath, Path, Query, Turn};
use super::sides::Side;
use super::spending::Spending;
use super::taken::{NotTaken, Taken};
use crate::graph::Budget;
use crate::tolerance::VANISHING;
use navigant_geometry::internals::{LatticeInternals as _, PointInternals as _};
use navigant_mesh::internals::HeightInternals as _;
use navigant_mesh::internals::{LayeredMapInternals as _, Leg, MapInternals as _, Stretch};
use navigant_mesh::{LayerId, LayeredMap, Map, NotOnFloor, Point, SeamId};

/// A question for a path through several layers, from one point `[x, y, z]` to another.
///
/// ```
/// use navigant_search::plane::LayeredQuery;
/// let query = LayeredQuery::new([1.0, 2.0, 0.0], [30.0, 4.0, 3.2]);
/// # let _ = query;
/// ```
#[derive(Clone, Copy, Debug)]
pub struct LayeredQuery<'c> {
    /// Where the path starts: on the floor that is nearest to it in height.
    pub from: [f64; 3],
    /// Where it leads to.
    pub to: [f64; 3],
    /// The radius, in metres, of the disc that is to walk there; 0 for a point.
    pub radius: f64,
    /// How much may be spent on finding it.
    pub budget: Budget<'c>,
}

impl LayeredQuery<'static> {
    /// From here to there as a point, whatever it takes.
    pub fn new(from: [f64; 3], to: [f64; 3]) -> Self {
        LayeredQuery { from, to, radius: 0.0, budget: Budget::UNLIMITED }
    }
}

impl<'c> LayeredQuery<'c> {
    /// The same for a disc with a radius in metres.
    #[must_use]
    pub fn with_radius(self, radius: f64) -> Self {
        LayeredQuery { radius, ..self }
    }

    /// The same within a budget.
    #[must_use]
    pub fn with_budget<'b>(self, budget: Budget<'b>) -> LayeredQuery<'b>
    where
        'c: 'b,
    {
        LayeredQuery { budget, ..self }
    }
}

/// A point of a path through layers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LayeredPoint {
    /// Where it is in plan.
    pub point: Point,
    /// How high, in metres.
    pub z: f64,
    /// On which layer; where the path crosses a seam, the one it comes to.
    pub layer: LayerId,
}

/// A path through layers: straight in plan from point to point. That of a disc has points on its arcs too, so near to each other that the
/// line between them is no farther from the arc than a thousandth of the radius.
///
/// ```
/// use navigant_mesh::{Layer, LayeredMap, Outline, Seam};
/// let hall = Layer::level(0.0, [Outline::rectangle([0.0, 0.0], [10.0, 8.0])]);
/// let ramp = Layer::flight([10.0, 4.0, 0.0], [16.0, 4.0, 3.0], [Outline::rectangle([10.0, 3.0], [16.0, 5.0])]);
/// use navigant_search::plane::{FindLayeredPath, LayeredQuery};
/// let map = LayeredMap::build(&[hall, ramp], &[Seam::new([0, 1], [10.0, 3.0], [10.0, 5.0])])?;
/// let path = map.find_path(&LayeredQuery::new([2.0, 4.0, 0.0], [16.0, 4.0, 3.0]))?;
/// assert!((path.plan.length - 14.0).abs() < 1e-3 && path.ground_length > 14.7);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct LayeredPath {
    /// The start, the bends, the places where it crosses seams, and the goal.
    pub points: Vec<LayeredPoint>,
    /// The seams that it crosses, in order.
    pub seams: Vec<SeamId>,
    /// How long it is on the ground, in metres: along slopes.
    pub ground_length: f64,
    /// What it costs, in metres: its length in plan and the tolls of the seams that it crosses. No path costs less.
    pub cost: f64,
    /// The path in plan: where no seam has a toll, no path is shorter there.
    pub plan: Path,
}

impl LayeredPath {
    /// An upper bound on how many times as much as the best path on the ground this one costs there, along slopes and with its tolls: no path
    /// costs less on the ground than the best in plan costs in plan.
    pub(crate) fn ground_factor(&self) -> f64 {
        let tolls = self.cost - self.plan.length;
        if self.cost > 0.0 { (self.ground_length + tolls) / self.cost } else { 1.0 }
    }
}

/// Why there is no path through the layers.
#[derive(Clone, Debug, PartialEq)]
pub enum NoLayeredPath {
    /// One cannot stand at the start.
    StartNotOnFloor(NotOnFloor),
    /// One cannot stand at the goal.
    GoalNotOnFloor(NotOnFloor),
    /// The radius is negative or not a number.
    BadRadius(f64),
    /// The start is nearer to a wall than the radius.
    NoRoomAtStart {
        /// Its layer.
        layer: LayerId,
        /// The largest radius that has room there, in metres.
        largest: f64,
    },
    /// The goal is nearer to a wall than the radius.
    NoRoomAtGoal {
        /// Its layer.
        layer: LayerId,
        /// The largest radius that has room there, in metres.
        largest: f64,
    },
    /// The disc does not get through; a smaller one would.
    TooNarrow {
        /// The largest radius that gets to the goal, in metres; an upper bound where seams are closed.
        widest: f64,
        /// Where it only just gets through.
        place: LayeredPoint,
    },
    /// There is no way from the start to the goal.
    Disconnected {
        /// The layer of the start.
        from: LayerId,
        /// The layer of the goal.
        to: LayerId,
    },
    /// The budget was spent before the shortest path was found.
    BudgetSpent {
        /// A lower bound on the length of every path, in plan, in metres.
        lower: f64,
    },
    /// Two parts of the search contradict each other: a bug of this library. Please report it with the map.
    Inconsistent {
        /// Where the path was to start.
        from: [f64; 3],
        /// Where it was to lead to.
        to: [f64; 3],
    },
}

impl std::fmt::Display for NoLayeredPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoLayeredPath::StartNotOnFloor(reason) => write!(f, "the start: {reason}"),
            NoLayeredPath::GoalNotOnFloor(reason) => write!(f, "the goal: {reason}"),
            NoLayeredPath::BadRadius(radius) => write!(f, "{radius} m is no radius"),
            NoLayeredPath::NoRoomAtStart { layer, largest } => {
                write!(f, "the start, on {layer}, is {largest} m from a wall, which is less than the radius")
            }
            NoLayeredPath::NoRoomAtGoal { layer, largest } => {
                write!(f, "the goal, on {layer}, is {largest} m from a wall, which is less than the radius")
            }
            NoLayeredPath::TooNarrow { widest, place: LayeredPoint { point, z, layer } } => {
                write!(f, "a radius of at most {widest} m gets through, at {point} on {layer}, {z} m high")
            }
            NoLayeredPath::Disconnected { from, to } => {
                write!(f, "there is no way from the start, on {from}, to the goal, on {to}")
            }
            NoLayeredPath::BudgetSpent { lower } => {
                write!(f, "the budget is spent; no path is shorter than {lower} m in plan")
            }
            NoLayeredPath::Inconsistent { from, to } => {
                write!(
                    f,
                    "a bug in Navigant: a path from {from:?} to {to:?} exists and was not found; please report it"
                )
            }
        }
    }
}

impl std::error::Error for NoLayeredPath {}

/// Asks a layered map for a path.
///
/// ```
/// use navigant_mesh::{Layer, LayeredMap, Outline, Seam};
/// use navigant_search::plane::{FindLayeredPath, LayeredQuery};
/// // Two floors above each other, and a ramp beside them that leads from one to the other.
/// let hall = || Outline::rectangle([0.0, 0.0], [20.0, 10.0]);
/// let layers = [
///     Layer::level(0.0, [hall(), Outline::rectangle([20.0, 0.0], [22.0, 2.0])]),
///     Layer::flight([21.0, 2.0, 0.0], [21.0, 8.0, 3.0], [Outline::rectangle([20.0, 2.0], [22.0, 8.0])]),
///     Layer::level(3.0, [hall(), Outline::rectangle([20.0, 8.0], [22.0, 10.0])]),
/// ];
/// let seams = [Seam::new([0, 1], [20.0, 2.0], [22.0, 2.0]), Seam::new([1, 2], [20.0, 8.0], [22.0, 8.0])];
/// let map = LayeredMap::build(&layers, &seams)?;
/// let path = map.find_path(&LayeredQuery::new([1.0, 5.0, 0.0], [1.0, 5.0, 3.0]))?;
/// assert_eq!(path.points.iter().map(|p| p.z).collect::<Vec<_>>(), [0.0, 0.0, 3.0, 3.0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait FindLayeredPath {
    /// The path of least cost, exactly: of its length in plan and the tolls of the seams that it crosses. An end on a seam is on both sides
    /// of it.
    ///
    /// # Errors
    /// [`NoLayeredPath`] says why there is none, and on which floor.
    fn find_path(&self, query: &LayeredQuery<'_>) -> Result<LayeredPath, NoLayeredPath>;
}

impl FindLayeredPath for LayeredMap {
    fn find_path(&self, query: &LayeredQuery<'_>) -> Result<LayeredPath, NoLayeredPath> {
        PathFinder::new().find_on_layers(self, query)
    }
}

impl PathFinder {
    /// The shortest path through several layers in plan, exactly, for a point.
    ///
    /// # Errors
    /// [`NoLayeredPath`] says why there is none.
    pub(crate) fn find_on_layers(
        &mut self,
        map: &LayeredMap,
        query: &LayeredQuery<'_>,
    ) -> Result<LayeredPath, NoLayeredPath> {
        let from = map.layer_at(query.from).map_err(NoLayeredPath::StartNotOnFloor)?;
        let to = map.layer_at(query.to).map_err(NoLayeredPath::GoalNotOnFloor)?;
        self.find_between_layers(map, query, [from, to])
    }

    /// The same between points of two layers.
    fn find_between_layers(
        &mut self,
        map: &LayeredMap,
        asked: &LayeredQuery<'_>,
        layers: [LayerId; 2],
    ) -> Result<LayeredPath, NoLayeredPath> {
        let plane = map.as_map();
        let points = [asked.from, asked.to].map(|[x, y, _]| Point::new(x, y));
        let mut spending = Spending::of(asked.budget);
        let query = Query::new(points[0], points[1]);
        if asked.radius.is_nan() || asked.radius < 0.0 {
            return Err(NoLayeredPath::BadRadius(asked.radius));
        }
        if asked.radius >= VANISHING * plane.lattice().step() {
            return self.find_disc_between_layers(map, asked, layers, &mut spending);
        }
        let [starts, goals] = [0, 1].map(|i| self.sides(map, layers[i], points[i]));
        let nowhere = |at| NotOnFloor { at, floors: Vec::new() };
        let starts = starts.map_err(|_| NoLayeredPath::StartNotOnFloor(nowhere(asked.from)))?;
        let goals = goals.map_err(|_| NoLayeredPath::GoalNotOnFloor(nowhere(asked.to)))?;
        let (components, step) = (plane.components(), plane.lattice().step());
        let mut best: Option<LayeredPath> = None;
        for start in &starts {
            for goal in &goals {
                let mut pairs =
                    free(plane, start.location).flat_map(|f| free(plane, goal.location).map(move |g| (f, g)));
                if !pairs.any(|(f, g)| components.of(f) == components.of(g)) {
                    continue;
                }
                let found = self.find_for_point(plane, &query, [*start, *goal], &mut spending);
                self.expansions = spending.expansions();
                match found {
                    Ok(()) if best.as_ref().is_some_and(|best| best.cost <= self.path.length + self.tolls * step) => {}
                    Ok(()) => {
                        let path = traced(map, layers[0], [start, goal], &self.path, self.tolls * step);
                        best = Some(path.ok_or(NoLayeredPath::Inconsistent { from: asked.from, to: asked.to })?);
                    }
                    Err(NoPath::BudgetSpent { .. }) => {
                        return Err(NoLayeredPath::BudgetSpent { lower: points[0].distance(points[1]) });
                    }
                    // Seams are closed one way.
                    Err(NoPath::Disconnected { .. }) => {}
                    Err(_) => return Err(NoLayeredPath::Inconsistent { from: asked.from, to: asked.to }),
                }
            }
        }
        best.ok_or(NoLayeredPath::Disconnected { from: layers[0], to: layers[1] })
    }

    /// The same for a disc.
    fn find_disc_between_layers(
        &mut self,
        map: &LayeredMap,
        asked: &LayeredQuery<'_>,
        layers: [LayerId; 2],
        spending: &mut Spending<'_>,
    ) -> Result<LayeredPath, NoLayeredPath> {
        let (plane, radius) = (map.as_map(), asked.radius);
        let points = [asked.from, asked.to].map(|[x, y, _]| Point::new(x, y));
        let taken = |i: usize| Taken::on_layer(plane, layers[i], points[i], radius);
        let nowhere = |at| NotOnFloor { at, floors: Vec::new() };
        let start = taken(0).map_err(|reason| match reason {
            NotTaken::NoRoom(largest, _) => NoLayeredPath::NoRoomAtStart { layer: layers[0], largest },
            _ => NoLayeredPath::StartNotOnFloor(nowhere(asked.from)),
        })?;
        let goal = taken(1).map_err(|reason| match reason {
            NotTaken::NoRoom(largest, _) => NoLayeredPath::NoRoomAtGoal { layer: layers[1], largest },
            _ => NoLayeredPath::GoalNotOnFloor(nowhere(asked.to)),
        })?;
        let query = Query::new(start.point, goal.point).with_radius(radius);
        let found = self.find_for_disc(plane, &query, [start, goal], spending);
        self.expansions = spending.expansions();
        let inconsistent = NoLayeredPath::Inconsistent { from: asked.from, to: asked.to };
        match found {
            Ok(()) => traced_disc(map, &start, &self.path, self.tolls * plane.lattice().step()).ok_or(inconsistent),
            Err(NoPath::BudgetSpent { lower, .. }) => Err(NoLayeredPath::BudgetSpent { lower }),
            Err(NoPath::Disconnected { .. }) => Err(NoLayeredPath::Disconnected { from: layers[0], to: layers[1] }),
            Err(NoPath::TooNarrow { widest, place: point, .. }) => {
                let layer = self.narrow_on;
                let z = map.height_at(layer, point).unwrap_or(0.0);
                Err(NoLayeredPath::TooNarrow { widest, place: LayeredPoint { point, z, layer } })
            }
            Err(_) => Err(inconsistent),
        }
    }

    /// The path of least cost for a disc between points of two layers, in plan. As [`PathFinder::find`], but it names no place that is nearest
    /// or reachable, and no end is moved farther than by rounding.
    ///
    /// # Errors
    /// [`NoPath`] says why there is none.
    pub(crate) fn find_disc_on(
        &mut self,
        map: &Map,
        ends: [(LayerId, Point); 2],
        radius: f64,
        budget: Budget<'_>,
    ) -> Result<&Path, NoPath> {
        let mut spending = Spending::of(budget);
        self.expansions = 0;
        let taken = ends.map(|(layer, p)| match p.is_finite() {
            true => Taken::on_layer(map, layer, p, radius),
            false => Err(NotTaken::NotFinite(p)),
        });
        let [start, goal] = taken;
        let (start, goal) = (start.map_err(NotTaken::at_start)?, goal.map_err(NotTaken::at_goal)?);
        let query = Query::new(start.point, goal.point).with_radius(radius);
        let found = self.find_for_disc(map, &query, [start, goal], &mut spending);
        self.expansions = spending.expansions();
        found.map(|()| &self.path)
    }

    /// The sides of walls that a point of a layer may be on.
    fn sides(&mut self, map: &LayeredMap, layer: LayerId, p: Point) -> Result<Vec<Taken>, NotTaken> {
        let (first, others) = Side::on(map.as_map(), layer, p, &mut self.nearest)?;
        Ok([first].into_iter().chain(others).filter(|side| !side.is_within()).map(|side| side.taken).collect())
    }
}

/// Lattice steps from a corner at which heights are asked for: beyond all rounding.
const BESIDE: f64 = 8.0;

/// A path with its layers, heights and seams.
fn traced(
    map: &LayeredMap,
    layer: LayerId,
    [start, goal]: [&Taken; 2],
    path: &Path,
    tolls: f64,
) -> Option<LayeredPath> {
    let world = |taken: &Taken| map.as_map().lattice().world(taken.at);
    let mut points = path.points.clone();
    // What is followed leads from lattice point to lattice point, as the search did.
    *points.first_mut()? = world(start);
    *points.last_mut()? = world(goal);
    let turn = |i: usize| path.bends.get(i).map(|bend| bend.turn == Turn::Left);
    let legs: Vec<Leg> =
        (0..).zip(points.windows(2)).map(|(i, ends)| Leg { from: ends[0], to: ends[1], turns_left: turn(i) }).collect();
    let mut stretches = map.trace(layer, &legs)?;
    stretches.first_mut()?.from = start.point;
    stretches.last_mut()?.to = goal.point;
    // Where the path bends there are walls, and other ground beyond them: heights are those on the path's side.
    let turn_at =
        |p: Point| points.iter().skip(1).zip(&path.bends).find(|(at, _)| **at == p).map(|(_, bend)| bend.turn);
    let on = |s: &Stretch, is_end: bool| {
        let point = if is_end { s.to } else { s.from };
        let ground = map.ground_at(s.layer, beside(map, s, is_end, turn_at(point)));
        let z = ground.map_or(0.0, |ground| ground.at(point));
        LayeredPoint { point, z, layer: s.layer }
    };
    let mut line: Vec<LayeredPoint> = stretches.iter().map(|s| on(s, false)).collect();
    line.push(on(stretches.last()?, true));
    let along = |s: &Stretch| map.ground_length(s.layer, s.from, s.to);
    Some(LayeredPath {
        points: line,
        seams: stretches.iter().filter_map(|s| s.seam).collect(),
        ground_length: stretches.iter().map(along).sum(),
        cost: path.length + tolls,
        plan: path.clone(),
    })
}

/// The path of a disc with its layers, heights and seams.
fn traced_disc(map: &LayeredMap, start: &Taken, path: &Path, tolls: f64) -> Option<LayeredPath> {
    let plane = map.as_map();
    let mut stretches = map.trace_free(plane.layer_of(start.face?), &path.polyline(path.radius * FLAT))?;
    // A leg between arcs that touch has no length.
    stretches.retain(|s| s.from != s.to || s.seam.is_some());
    let Some((first, last)) = stretches.first().copied().zip(stretches.last().copied()) else {
        return point_path(map, start, path);
    };
    let on =
        |point: Point, layer: LayerId| LayeredPoint { point, z: map.height_at(layer, point).unwrap_or(0.0), layer };
    let mut line: Vec<LayeredPoint> = vec![on(first.from, first.layer)];
    line.extend(stretches.iter().skip(1).map(|s| on(s.from, s.layer)));
    line.push(on(last.to, last.layer));
    Some(LayeredPath {
        points: line,
        seams: stretches.iter().filter_map(|s| s.seam).collect(),
        ground_length: stretches.iter().map(|s| map.ground_length(s.layer, s.from, s.to)).sum(),
        cost: path.length + tolls,
        plan: path.clone(),
    })
}

/// The path of a disc that is where it is to be.
fn point_path(map: &LayeredMap, start: &Taken, path: &Path) -> Option<LayeredPath> {
    let layer = map.as_map().layer_of(start.face?);
    let here = LayeredPoint { point: start.point, z: map.height_at(layer, start.point)?, layer };
    let (points, seams) = (vec![here, here], Vec::new());
    Some(LayeredPath { points, seams, ground_length: 0.0, cost: path.length, plan: path.clone() })
}

/// How far chords may be from arcs, in parts of the radius.
const FLAT: f64 = 1e-3;

/// A place beside an end of a stretch: a few lattice steps along it, and away from the corner that the path turns around there.
fn beside(map: &LayeredMap, s: &Stretch, is_end: bool, turn: Option<Turn>) -> Point {
    let (at, other) = if is_end { (s.to, s.from) } else { (s.from, s.to) };
    let Some(turn) = turn else { return at };
    let long = s.from.distance(s.to);
    let step = BESIDE * map.as_map().lattice().step();
    if long <= 2.0 * step {
        return at;
    }
    let [dx, dy] = [(s.to.x - s.from.x) / long, (s.to.y - s.from.y) / long];
    let right = if turn == Turn::Left { step } else { -step };
    let along = step / long;
    Point::new(at.x + along * (other.x - at.x) + right * dy, at.y + along * (other.y - at.y) - right * dx)
}
