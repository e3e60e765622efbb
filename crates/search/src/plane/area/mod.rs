//! Paths through regions that cost: grass, road, water; who may use what.
//!
//! There is no exact search for weighted regions (De Carufel et al., "A note on the unsolvability of the weighted region shortest
//! path problem", 2014). So the model is a graph of *Steiner points* on the sides of the triangles of an
//! [`AreaMesh`] (Lanthier, Maheshwari, Sack, "Approximating shortest paths on weighted polyhedral surfaces", 2001), searched by
//! A*. The path is then refined twice: with more points on the sides of the triangles around it, and by moving its points to
//! where it is refracted as light is.
//!
//! What can be exact is: where no factor differs from 1 the shortest path is, and forbidden regions are obstacles then. With factors,
//! forbidden regions are never entered either. A disc costs what the regions under its centre cost, and all of it keeps off walls
//! and forbidden regions.
//!
//! | module | what |
//! |---|---|
//! | [`costs`] | what is asked: factors, what is forbidden |
//! | `net` | the graph of Steiner points |
//! | `wide` | where the centre of a disc may be |

mod costs;
mod net;
mod wide;

use super::finder::PathFinder;
use super::path::{NoPath, Path, Proof, Query};
use super::tuning::area::{FINER, FIRST_SPACING, ROUNDS};
use super::visibility::stand;
pub use costs::{AreaCosts, BadFactor};
use navigant_mesh::internals::{AreaMeshInternals as _, MapInternals as _};
use navigant_mesh::{AreaMesh, FaceId, Location, Map, Point, Revision};
use net::{EndPoint, Net, NetPath, Node, On, Weights};
use std::collections::HashSet;
use wide::Wide;

/// Finds cheapest paths where regions cost. Holds what it has built for the costs asked last.
///
/// ```
/// use navigant_mesh::{AreaMesh, Map, Outline};
/// use navigant_search::plane::{AreaCosts, AreaFinder, Query};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [60.0, 40.0]))?;
/// map.insert_region("grass", &Outline::rectangle([20.0, 0.0], [40.0, 36.0]))?;
/// let (areas, mut finder) = (AreaMesh::of(&map), AreaFinder::new());
/// let query = Query::new([10.0, 10.0], [50.0, 10.0]);
/// let dear = finder.find(&map, &areas, &query, &AreaCosts::new().with("grass", 1.5)?)?;
/// assert!((dear.cost - 50.0).abs() < 0.1, "straight through: 20 m, and 20 m of grass");
/// let around = finder.find(&map, &areas, &query, &AreaCosts::new().without("grass"))?;
/// assert!(around.is_exact && around.path.length > 70.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct AreaFinder {
    finder: PathFinder,
    /// The areas' map with the regions of some kinds as obstacles.
    closed: Option<(Vec<bool>, [Revision; 2], Map)>,
    /// Where the centre of the disc asked for last may be.
    wide: Option<Wide>,
}

/// A path, and what it costs.
#[derive(Clone, Debug, PartialEq)]
pub struct AreaPath {
    /// The path.
    pub path: Path,
    /// The sum of lengths times factors, in metres.
    pub cost: f64,
    /// Whether it is the cheapest, exactly; else it is the cheapest but for about a hundredth.
    pub is_exact: bool,
}

/// Why there is no path.
#[derive(Clone, Debug, PartialEq)]
pub enum NoAreaPath {
    /// As for a path without costs.
    NoPath(NoPath),
    /// The map or its regions have been edited since the areas were made.
    Stale,
    /// With factors other than 1, no path was found for a disc, though there is one without factors: it leads through a gap, or starts
    /// or ends in one, that is less than half a hundredth wider than the disc.
    Tight {
        /// The radius that was asked for.
        radius: f64,
    },
    /// An end lies in a region that is forbidden.
    Forbidden(Point),
    /// What is forbidden lies between the ends.
    WalledOff,
}

impl std::fmt::Display for NoAreaPath {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoAreaPath::NoPath(reason) => reason.fmt(f),
            NoAreaPath::Stale => {
                write!(f, "the map or its regions have changed since the areas were made; make them again")
            }
            NoAreaPath::Tight { radius } => {
                write!(
                    f,
                    "gaps are too tight for a radius of {radius} m where regions cost; ask without factors, or for a little less"
                )
            }
            NoAreaPath::Forbidden(p) => write!(f, "{p} lies in a region that is forbidden"),
            NoAreaPath::WalledOff => write!(f, "what is forbidden lies between start and goal"),
        }
    }
}

impl std::error::Error for NoAreaPath {}

impl From<NoPath> for NoAreaPath {
    fn from(reason: NoPath) -> NoAreaPath {
        NoAreaPath::NoPath(reason)
    }
}

impl AreaFinder {
    /// A finder without memory yet.
    pub fn new() -> AreaFinder {
        AreaFinder::default()
    }

    /// The cheapest path of a query, with what regions cost for it.
    ///
    /// Cost: where factors differ from 1, a pass over all triangles, and a search of a graph with some points on each side. For a
    /// disc, a map with an obstacle for each wall besides, kept for the next query of the same radius.
    ///
    /// # Errors
    /// [`NoAreaPath`].
    pub fn find(
        &mut self,
        map: &Map,
        areas: &AreaMesh,
        query: &Query<'_>,
        costs: &AreaCosts,
    ) -> Result<AreaPath, NoAreaPath> {
        if !areas.is_of(map) {
            return Err(NoAreaPath::Stale);
        }
        let factors = costs.of(areas);
        let forbidden: Vec<bool> = factors.iter().map(Option::is_none).collect();
        let has_costs = factors.iter().any(|&factor| factor.is_some_and(|factor| factor != 1.0));
        if !has_costs {
            let path = self.find_exactly(map, areas, query, forbidden)?;
            return Ok(AreaPath { cost: path.length, path, is_exact: true });
        }
        if query.radius != 0.0 {
            return self.find_for_disc(map, areas, query, &factors);
        }
        // Ends that are none are named as they are without costs.
        let [from, to] = [query.from, query.to].map(|p| stand(map, p));
        if from.is_err() || to.is_err() {
            self.finder.find(map, query)?;
        }
        cheapest(map, areas, [query.from, query.to], &factors)
    }

    /// The shortest path that enters no region of some kinds.
    fn find_exactly(
        &mut self,
        map: &Map,
        areas: &AreaMesh,
        query: &Query<'_>,
        forbidden: Vec<bool>,
    ) -> Result<Path, NoAreaPath> {
        match self.closed_map(areas, forbidden) {
            Some((finder, closed)) => finder.find(closed, query).cloned().map_err(|reason| match reason {
                NoPath::StartOutside { .. } if map.is_walkable(query.from) => NoAreaPath::Forbidden(query.from),
                NoPath::GoalOutside { .. } if map.is_walkable(query.to) => NoAreaPath::Forbidden(query.to),
                reason => reason.into(),
            }),
            None => Ok(self.finder.find(map, query)?.clone()),
        }
    }

    /// The cheapest path of a disc, which there is only where there is a shortest.
    fn find_for_disc(
        &mut self,
        map: &Map,
        areas: &AreaMesh,
        query: &Query<'_>,
        factors: &[Option<f64>],
    ) -> Result<AreaPath, NoAreaPath> {
        let (forbidden, radius): (Vec<bool>, f64) = (factors.iter().map(Option::is_none).collect(), query.radius);
        self.find_exactly(map, areas, query, forbidden.clone())?;
        let known = self.wide.take().filter(|wide| wide.is_for(areas, &forbidden, radius));
        let wide = self.wide.insert(known.unwrap_or_else(|| Wide::of(map, areas, &forbidden, radius)));
        let (Some(from), Some(to)) = (wide.end(query.from), wide.end(query.to)) else {
            return Err(NoAreaPath::Tight { radius });
        };
        let mut found =
            cheapest(&wide.map, &wide.areas, [from, to], factors).map_err(|_| NoAreaPath::Tight { radius })?;
        let path = &mut found.path;
        // What the ends were moved by costs as much as what is beside it.
        let factor = if path.length > 0.0 { found.cost / path.length } else { 1.0 };
        let (first, last) = (query.from.distance(from), query.to.distance(to));
        if first > 0.0 {
            path.points.insert(0, query.from);
        }
        if last > 0.0 {
            path.points.push(query.to);
        }
        path.length += first + last;
        found.cost += factor * (first + last);
        (path.radius, path.revision) = (radius, map.revision());
        path.proof = Proof::AtLeast(query.from.distance(query.to));
        Ok(found)
    }

    /// The map with the regions of some kinds as obstacles, kept for the next query, and who searches it; `None` if there are no
    /// such kinds.
    fn closed_map(&mut self, areas: &AreaMesh, forbidden: Vec<bool>) -> Option<(&mut PathFinder, &Map)> {
        if !forbidden.contains(&true) {
            return None;
        }
        let revisions = areas.revisions();
        let is_known = matches!(&self.closed, Some((known, of, _)) if *known == forbidden && *of == revisions);
        if !is_known {
            let closed = areas.closed(|kind| forbidden[kind]);
            self.closed = Some((forbidden, revisions, closed));
        }
        self.closed.as_ref().map(|(_, _, closed)| (&mut self.finder, closed))
    }
}

/// The cheapest path of a point, but for about a hundredth.
fn cheapest(map: &Map, areas: &AreaMesh, points: [Point; 2], factors: &[Option<f64>]) -> Result<AreaPath, NoAreaPath> {
    let weights = Weights::new(areas, factors);
    let [from, to] = points.map(|point| end(&weights, point).ok_or(NoAreaPath::Forbidden(point)));
    let path = search(&weights, [from?, to?]).ok_or(NoAreaPath::WalledOff)?;
    Ok(written(map, &weights, points, &path))
}

/// Where an end is; `None` where it is forbidden to be.
fn end(weights: &Weights, point: Point) -> Option<EndPoint> {
    let location: Location = weights.areas.mesh().locate(point)?;
    let is_free = weights.areas.mesh().faces_at(location).any(|f| weights.of(f).is_some());
    is_free.then_some(EndPoint { location, point })
}

/// Searches a coarse graph of everything, then finer ones around the path.
fn search(weights: &Weights, ends: [EndPoint; 2]) -> Option<NetPath> {
    let mesh = weights.areas.mesh();
    let apart = ends[0].point.distance(ends[1].point) / mesh.lattice().step();
    let mut spacing = (apart * FIRST_SPACING).max(4.0);
    let mut path = Net::new(weights, ends, |_| true, spacing, &[]).cheapest(weights)?;
    path.refract(weights);
    for _ in 0..ROUNDS {
        spacing = (spacing * FINER).max(1.0);
        let around = around(weights, &path);
        let finer = Net::new(weights, ends, |f| around.contains(&f), spacing, &path.nodes).cheapest(weights);
        let Some(mut finer) = finer else { break };
        finer.refract(weights);
        if finer.cost(weights) < path.cost(weights) {
            path = finer;
        }
    }
    Some(path)
}

/// The triangles that a path runs through, and those that touch them.
fn around(weights: &Weights, path: &NetPath) -> HashSet<FaceId> {
    let mesh = weights.areas.mesh();
    let corners = path.faces.iter().flat_map(|&f| mesh.corners(f));
    corners.flat_map(|v| mesh.faces_at(Location::Vertex(v)).collect::<Vec<_>>()).collect()
}

/// The path as points; those at which it does not bend are left out.
fn written(map: &Map, weights: &Weights, [from, to]: [Point; 2], path: &NetPath) -> AreaPath {
    let mut kept: Vec<(Node, Option<f64>)> = Vec::new();
    for (i, node) in path.nodes.iter().enumerate() {
        let weight = path.faces.get(i).and_then(|&f| weights.of(f));
        if let (Some((last, before)), Some(next)) = (kept.last(), path.nodes.get(i + 1)) {
            let (a, b) = (node.at - last.at, next.at - node.at);
            let is_straight = a.cross(b).abs() <= 1e-6 * a.length() * b.length() && a.dot(b) >= 0.0;
            if node.on != On::Fixed && *before == weight && is_straight {
                continue;
            }
        }
        kept.push((*node, weight));
    }
    let mut points: Vec<Point> = kept.iter().map(|(node, _)| map.at_steps(node.at)).collect();
    if let [first, .., last] = points.as_mut_slice() {
        (*first, *last) = (from, to);
    }
    let lengths = points.windows(2).map(|leg| leg[0].distance(leg[1]));
    let cost = lengths.clone().zip(&kept).map(|(length, (_, weight))| length * weight.unwrap_or(1.0)).sum();
    let length = lengths.sum();
    let proof = Proof::AtLeast(from.distance(to));
    let path = Path { points, length, proof, revision: map.revision(), ..Path::default() };
    AreaPath { path, cost, is_exact: false }
}
