//! Σ1: the static navigation mesh.

use super::{Domain, DomainPlace, MILLIMETRES};
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::internals::{IdInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, Map};

/// A state of Σ1 and Σ2: a triangle of the mesh, by its number there.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct MeshState(pub u32);

/// A transition that is no neighbourhood: a jump from one place to another, given by hand.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Jump {
    /// Where it begins.
    pub from: Point,
    /// Where it ends.
    pub to: Point,
    /// What a metre of it costs, in metres of walking: 1 to [`Jump::MOST_FACTOR`].
    pub factor: f64,
}

impl Jump {
    /// The most that a metre may cost.
    pub const MOST_FACTOR: f64 = 1e6;
}

/// The free triangles of a map and their neighbours that a disc can reach: shared by all agents of one radius.
#[derive(Clone, Debug)]
pub struct MeshGraph {
    /// By state: the centre of the triangle and its area in square metres.
    faces: Vec<(Point, f64)>,
    /// By state: where its links begin in `links`; one more at the end.
    first: Vec<u32>,
    links: Vec<Link>,
    /// By face of the map.
    state_of: Vec<Option<MeshState>>,
    jumps: Vec<Jump>,
    /// The jumps as transitions; few.
    long: Vec<LongLink>,
}

/// From one triangle to another.
#[derive(Clone, Copy, Debug)]
struct Link {
    to: MeshState,
    cost: f64,
    /// Where the border is crossed.
    by: Point,
}

/// A jump from one triangle to another.
#[derive(Clone, Copy, Debug)]
struct LongLink {
    from: MeshState,
    to: MeshState,
    cost: f64,
    ends: [Point; 2],
}

impl MeshGraph {
    /// The mesh of a map for discs of a radius, with jumps. Jumps that begin or end in no free triangle, or whose factor is none, are left out.
    pub(crate) fn of(map: &Map, radius: f64, jumps: &[Jump]) -> MeshGraph {
        let mut mesh = MeshGraph {
            faces: Vec::new(),
            first: vec![0],
            links: Vec::new(),
            state_of: vec![None; map.face_slots()],
            jumps: jumps.to_vec(),
            long: Vec::new(),
        };
        let free: Vec<_> = map.faces().filter(|&f| map.is_free(f)).collect();
        for &face in &free {
            let [a, b, c] = map.corners(face).map(|v| map.point(v));
            let centre = Point::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0);
            let area = ((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x)).abs() / 2.0;
            mesh.state_of[face.index()] = Some(MeshState(mesh.faces.len() as u32));
            mesh.faces.push((centre, area));
        }
        for jump in jumps {
            let ends = [jump.from, jump.to];
            let [Some(from), Some(to)] = ends.map(|p| mesh.state_at(map, p)) else { continue };
            if from != to && (1.0..=Jump::MOST_FACTOR).contains(&jump.factor) {
                let cost = (mesh.distance(from, to) * jump.factor).ceil().max(1.0);
                mesh.long.push(LongLink { from, to, cost, ends });
            }
        }
        for (number, face) in free.iter().enumerate() {
            let from = MeshState(number as u32);
            for edge in face.edges() {
                let to = mesh.state_of.get(map.twin(edge).face().index()).copied().flatten();
                if let (Some(to), Some(by)) = (to, gate(map, edge, radius)) {
                    mesh.links.push(Link { to, cost: mesh.distance(from, to).ceil().max(1.0), by });
                }
            }
            mesh.first.push(mesh.links.len() as u32);
        }
        mesh
    }

    /// The jumps that were given.
    pub(crate) fn jumps(&self) -> &[Jump] {
        &self.jumps
    }

    /// How many states there are.
    pub(crate) fn states(&self) -> usize {
        self.faces.len()
    }

    /// The triangle that a point lies in, if it is free.
    pub fn state_at(&self, map: &Map, p: Point) -> Option<MeshState> {
        let location = map.locate(p)?;
        map.faces_at(location).find_map(|face| self.state_of.get(face.index()).copied().flatten())
    }

    /// The centre of a triangle.
    pub(crate) fn centre(&self, state: MeshState) -> Option<Point> {
        self.faces.get(state.0 as usize).map(|face| face.0)
    }

    /// The area of a triangle in square metres.
    pub(crate) fn area(&self, state: MeshState) -> f64 {
        self.faces.get(state.0 as usize).map_or(0.0, |face| face.1)
    }

    /// A path through triangles as a polyline between two points: over the middles of the gates that are crossed, and the ends of jumps.
    pub fn polyline(&self, from: Point, path: &[MeshState], to: Point) -> Vec<Point> {
        let mut line = vec![from];
        for pair in path.windows(2) {
            match self.links_of(pair[0]).iter().find(|link| link.to == pair[1]) {
                Some(beside) => line.push(beside.by),
                None => {
                    let mut jumps = self.long.iter().filter(|jump| (jump.from, jump.to) == (pair[0], pair[1]));
                    line.extend(jumps.next().into_iter().flat_map(|jump| jump.ends));
                }
            }
        }
        line.push(to);
        line
    }

    fn links_of(&self, state: MeshState) -> &[Link] {
        let index = state.0 as usize;
        match (self.first.get(index), self.first.get(index + 1)) {
            (Some(&first), Some(&end)) => &self.links[first as usize..end as usize],
            _ => &[],
        }
    }

    /// The transitions from a state.
    pub(super) fn transitions(&self, from: MeshState) -> impl Iterator<Item = (MeshState, f64)> + '_ {
        let jumps = self.long.iter().filter(move |jump| jump.from == from).map(|jump| (jump.to, jump.cost));
        self.links_of(from).iter().map(|link| (link.to, link.cost)).chain(jumps)
    }

    /// The transitions to a state. All but jumps lead both ways.
    pub(super) fn transitions_to(&self, to: MeshState) -> impl Iterator<Item = (MeshState, f64)> + '_ {
        let lead = move |from: MeshState| {
            let back = self.links_of(from).iter().filter(move |link| link.to == to);
            back.map(move |link| (from, link.cost)).take(1)
        };
        let jumps = self.long.iter().filter(move |jump| jump.to == to).map(|jump| (jump.from, jump.cost));
        self.links_of(to).iter().flat_map(move |link| lead(link.to)).chain(jumps)
    }

    /// The distance of two centres in the unit of costs.
    pub(super) fn distance(&self, a: MeshState, b: MeshState) -> f64 {
        match (self.centre(a), self.centre(b)) {
            (Some(a), Some(b)) => a.distance(b) * MILLIMETRES,
            _ => 0.0,
        }
    }
}

/// The middle of the widest gate of an edge.
fn gate(map: &Map, edge: EdgeId, radius: f64) -> Option<Point> {
    let gates = map.gates(edge, radius);
    let widest = gates.iter().max_by(|a, b| (a.to - a.from).total_cmp(&(b.to - b.from)))?;
    let [a, b] = [map.point(map.origin(edge)), map.point(map.target(edge))];
    let length = a.distance(b);
    (length > 0.0).then(|| a.lerp(b, (widest.from + widest.to) / 2.0 / length))
}

/// The static navigation mesh domain Σ1: triangles of free space, without anything that moves.
///
/// A transition leads to a triangle beside, if the agent's disc fits through, and by jumps. It costs the distance of the centres;
/// the heuristic is the straight line.
///
/// ```
/// use navigant_mesh::{Map, Outline, Point};
/// use navigant_planning::internals::{Domain, DomainSearch, Gait, Jump, StaticMesh, World};
/// use navigant_search::graph::{Budget, StopReason};
/// // Two banks of a stream, and one place where one can jump over it.
/// let banks = [[[0.0, 0.0], [10.0, 8.0]], [[12.0, 0.0], [22.0, 8.0]]].map(|[min, max]| Outline::rectangle(min, max));
/// let (map, _) = Map::build(&banks, &[])?;
/// let mut world = World::of(&map, 0.3, 0.5, Gait::walk())?;
/// let jump = Jump { from: Point::new(9.5, 2.0), to: Point::new(12.5, 2.0), factor: 3.0 };
/// world.set_jumps(&map, &[jump]);
/// let (west, east) = (Point::new(2.0, 6.0), Point::new(20.0, 6.0));
/// let domain = StaticMesh { map: &map, mesh: &world.mesh };
/// let state = |p: Point| domain.map_from(p.into()).ok_or("off the map");
/// let mut there = DomainSearch::new(state(west)?, [state(east)?], 1.0);
/// assert_eq!(there.search(&domain, Budget::UNLIMITED)?.stop, StopReason::Solved);
/// let line = world.mesh.polyline(west, there.path(), east);
/// assert!(line.windows(2).any(|pair| pair == [jump.from, jump.to]));
/// // Nobody said that one can jump back.
/// let mut back = DomainSearch::new(state(east)?, [state(west)?], 1.0);
/// assert_eq!(back.search(&domain, Budget::UNLIMITED)?.stop, StopReason::NoPath);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StaticMesh<'w> {
    /// The map.
    pub map: &'w Map,
    /// The mesh over it.
    pub mesh: &'w MeshGraph,
}

impl Domain for StaticMesh<'_> {
    type State = MeshState;

    fn successors(&self, state: MeshState, visit: &mut impl FnMut(MeshState, f64)) {
        self.mesh.transitions(state).for_each(|(to, cost)| visit(to, cost));
    }

    fn predecessors(&self, state: MeshState, visit: &mut impl FnMut(MeshState, f64)) {
        self.mesh.transitions_to(state).for_each(|(from, cost)| visit(from, cost));
    }

    fn heuristic(&self, from: MeshState, to: MeshState) -> f64 {
        self.mesh.distance(from, to).floor()
    }

    fn map_to(&self, state: MeshState) -> DomainPlace {
        self.mesh.centre(state).unwrap_or(Point::new(0.0, 0.0)).into()
    }

    fn map_from(&self, place: DomainPlace) -> Option<MeshState> {
        self.mesh.state_at(self.map, place.point)
    }

    fn cost_of_metre(&self) -> f64 {
        MILLIMETRES
    }
}
