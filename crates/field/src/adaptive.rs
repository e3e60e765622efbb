//! A field on the squares of an adaptive grid, in metres.

use crate::STRAIGHT_COST;
use crate::field::{CostToGoal, Work};
use crate::lower::Until;
use crate::network::{Network, State, Step, Words};
use crate::over_map::BadMapField;
use crate::solution::{Solution, TooFar};
use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::Map;
use navigant_mesh::grid::{AdaptiveGrid, QuadId};
use navigant_mesh::internals::AdaptiveGridInternals as _;

/// The cost of the cheapest way from every square of an [`AdaptiveGrid`] to the nearest of some goals, following the map's edits: what a
/// [`MapField`](crate::MapField) is to a uniform grid, for worlds that a uniform grid cannot hold.
///
/// A way leads from centre to centre, straight where the disc can move so, and costs its length, rounded for each edge to units of which
/// [`STRAIGHT_COST`] make a cell; so costs are integers and have one solution, whatever the number of threads. Goals lie in single cells. Ways through large
/// squares are longer than they need be; [`path`](Self::path) string-pulls them.
///
/// ```
/// use navigant_field::AdaptiveField;
/// use navigant_mesh::{Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [400.0, 200.0]))?;
/// let mut field = AdaptiveField::of(&map, 0.5, 0.3, &[[380.0, 100.0].into()])?;
/// let length = |path: &[[f64; 2]]| path.windows(2).map(|w| (w[1][0] - w[0][0]).hypot(w[1][1] - w[0][1])).sum::<f64>();
/// assert!((length(&field.path(&map, [20.0, 100.0])) - 360.0).abs() < 1.0);
/// map.insert(&Outline::rectangle([190.0, 40.0], [210.0, 160.0]))?;
/// field.follow(&map)?;
/// assert!(length(&field.path(&map, [20.0, 100.0])) > 370.0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct AdaptiveField {
    grid: AdaptiveGrid,
    goals: Vec<Point>,
    solution: Solution<Squares>,
}

/// The squares of an adaptive grid as waves see them.
#[derive(Debug, Default)]
struct Squares {
    words: Words,
    /// By square: neighbours, and what the way there costs.
    edges: Vec<Vec<(u32, u32)>>,
}

impl Network for Squares {
    #[inline]
    fn words(&self) -> &Words {
        &self.words
    }

    fn words_mut(&mut self) -> &mut Words {
        &mut self.words
    }

    #[inline]
    fn steps(&self, from: u32, _: State) -> impl Iterator<Item = Step> + '_ {
        self.edges[from as usize].iter().zip(0..).map(|(&(slot, cost), direction)| Step {
            direction,
            slot,
            state: self.words.get(slot),
            cost,
        })
    }
}

impl Squares {
    /// Takes over what the grid says of a square. One that was not open has no cost.
    fn update(&mut self, grid: &AdaptiveGrid, id: QuadId) {
        let slot = id.0;
        let old = self.words.get(slot);
        let is_open = grid.is_open(id);
        let new = State::unsolved(u16::from(is_open));
        self.words.set(slot, if is_open && old.is_open() { new.with_cost(old.cost()) } else { new });
        let cost = |length: f64| ((length / grid.cell_size() * f64::from(STRAIGHT_COST)).round() as u32).max(1);
        let edges = &mut self.edges[id.0 as usize];
        edges.clear();
        edges.extend(grid.edges(id).iter().map(|&(to, length)| (to.0, cost(length))));
    }
}

impl AdaptiveField {
    /// The field over a map as it is now, for cells of a size and discs of a radius in metres, to some goals. A goal is reached at
    /// the centre of its cell, where the disc must have room.
    ///
    /// # Errors
    /// [`BadMapField`]: a bad size or radius, no goals, a goal without room, or costs that do not fit.
    pub fn of(map: &Map, cell: f64, radius: f64, goals: &[Point]) -> Result<AdaptiveField, BadMapField> {
        let mut field = AdaptiveField::unsolved(map, cell, radius, goals)?;
        field.solve()?;
        Ok(field)
    }

    /// The same without any costs yet.
    pub(crate) fn unsolved(map: &Map, cell: f64, radius: f64, goals: &[Point]) -> Result<AdaptiveField, BadMapField> {
        if goals.is_empty() {
            return Err(BadMapField::Field(crate::FieldError::NoGoal));
        }
        let grid = AdaptiveGrid::of(map, cell, radius, goals).map_err(BadMapField::Grid)?;
        for (index, &goal) in goals.iter().enumerate() {
            if grid.quad_at(goal).is_none() {
                return Err(BadMapField::NoRoomAtGoal { index, goal, radius });
            }
        }
        let (goals, solution) = (goals.to_vec(), Solution::new(Squares::default()));
        let mut field = AdaptiveField { grid, goals, solution };
        field.take_over();
        field.solution.goals = field.goal_slots();
        Ok(field)
    }

    /// Finds all costs from the goals.
    pub(crate) fn solve(&mut self) -> Result<Work, BadMapField> {
        self.solution.restart();
        let work = self.solution.go_on(Until::End);
        self.checked(work)
    }

    /// The same with this number of threads for what follows, from 1 to 256. Results do not depend on it.
    #[must_use]
    pub fn with_threads(mut self, threads: usize) -> AdaptiveField {
        self.solution.threads = threads.clamp(1, 256);
        self
    }

    /// Catches up with the edits of the map: the squares are divided and merged where something came or went, and the costs
    /// repaired. It then equals a field that is made of the map as it is now; a goal without room does not count until it has some.
    ///
    /// # Errors
    /// [`BadMapField::TooFar`].
    pub fn follow(&mut self, map: &Map) -> Result<Work, BadMapField> {
        let touched = self.follow_unsolved(map);
        let work = self.solution.repair(&touched);
        self.checked(work)
    }

    /// Lets the squares catch up with the map, and not the costs; says which have changed.
    pub(crate) fn follow_unsolved(&mut self, map: &Map) -> Vec<u32> {
        self.grid.follow(map);
        let touched = self.take_over();
        self.solution.goals = self.goal_slots();
        touched
    }

    /// How many slots there are for squares, used or not.
    pub(crate) fn slots(&self) -> usize {
        self.solution.network.words.len()
    }

    /// The edges of the square in a slot, with what the ways to its neighbours cost; nothing if it is not open.
    pub(crate) fn edges_of(&self, slot: u32) -> Option<&[(u32, u32)]> {
        let edges = self.solution.network.edges.get(slot as usize)?;
        self.solution.network.words.get(slot).is_open().then_some(edges.as_slice())
    }

    /// Takes the costs of all slots from elsewhere; `u32::MAX` where there is no way.
    pub(crate) fn take_costs(&mut self, costs: &[u32]) {
        self.solution.take_costs(costs);
    }

    /// Takes over the squares that were affected last.
    fn take_over(&mut self) -> Vec<u32> {
        let network = &mut self.solution.network;
        network.words.resize(self.grid.slots());
        network.edges.resize_with(self.grid.slots(), Vec::new);
        for &id in self.grid.affected() {
            network.update(&self.grid, id);
        }
        self.grid.affected().iter().map(|id| id.0).collect()
    }

    /// The squares of the goals that have room.
    pub(crate) fn goal_slots(&self) -> Vec<u32> {
        self.goals.iter().filter_map(|&goal| self.grid.quad_at(goal)).map(|id| id.0).collect()
    }

    fn checked(&self, work: Result<Work, TooFar>) -> Result<Work, BadMapField> {
        work.map_err(|TooFar(slots)| {
            let first =
                slots.into_iter().filter_map(|slot| self.grid.bounds(QuadId(slot))).map(|b| b.min.lerp(b.max, 0.5));
            let first = first.min_by(|a, b| a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y)));
            BadMapField::TooFar { place: first.unwrap_or_default() }
        })
    }

    /// The length of the cheapest way from the centre of a square to a goal, in units of which [`STRAIGHT_COST`] make a cell.
    pub(crate) fn cost(&self, id: QuadId) -> CostToGoal {
        if !self.grid.is_open(id) {
            return CostToGoal::Unreachable;
        }
        self.solution.known(self.solution.network.words.get(id.0))
    }

    /// The length of the cheapest way from a point by the centre of its square to a goal, in metres: an upper bound on the distance, but
    /// for what edges are rounded by. `None` where there is none.
    pub fn distance(&self, map: &Map, p: impl Into<Point>) -> Option<f64> {
        let p = p.into();
        let id = self.grid.quad_at(p)?;
        match self.cost(id) {
            CostToGoal::Known(cost) => {
                let way = f64::from(cost) / f64::from(STRAIGHT_COST) * self.grid.cell_size();
                let step = |(at, length): (Point, f64), next: Point| (next, length + at.distance(next));
                Some(self.approach(map, p).fold((p, way), step).1)
            }
            CostToGoal::Beyond | CostToGoal::Unreachable => None,
        }
    }

    /// The square after a square on the cheapest way, the first by its id if there are several; `None` at a goal and where there is no way.
    pub(crate) fn next(&self, id: QuadId) -> Option<QuadId> {
        if !self.grid.is_open(id) {
            return None;
        }
        self.solution.step_from(id.0).map(|step| QuadId(step.slot))
    }

    /// The direction to walk in from a point, of length 1: to the farthest place on the way to the centre of the next square that the disc
    /// can move to. `None` at a goal and where there is no way.
    pub fn heading(&self, map: &Map, p: impl Into<Point>) -> Option<[f64; 2]> {
        let p = p.into();
        let id = self.grid.quad_at(p)?;
        let way: Vec<Point> = self.approach(map, p).chain(self.grid.way(map, id, self.next(id)?)).collect();
        let is_seen = |to: Point| to != p && map.sees_as_disc(p, to, self.grid.radius());
        // Where there is no room, to the centre of its own cell.
        let own = || way.iter().copied().find(|&to| to != p);
        let to = way.iter().rev().copied().find(|&to| is_seen(to)).or_else(own)?;
        let length = p.distance(to);
        Some([(to.x - p.x) / length, (to.y - p.y) / length])
    }

    /// From a point in an open square to its centre: by the centre of the point's cell if the disc cannot move straight there.
    fn approach(&self, map: &Map, p: Point) -> impl Iterator<Item = Point> {
        let centre = self.grid.quad_at(p).and_then(|id| self.grid.centre(map, id));
        let is_direct = centre.is_some_and(|centre| map.sees_as_disc(p, centre, self.grid.radius()));
        let cell = self.grid.centre_beside(map, p).filter(|&cell| !is_direct && Some(cell) != centre);
        cell.into_iter().chain(centre)
    }

    /// A path from a point to a goal, both included: the cheapest way by centres, string-pulled, so that the disc moves straight from
    /// each point to the next. Empty where there is no way, or no room at the point.
    ///
    /// Cost: a look along the line of sight for every square on the way.
    pub fn path(&self, map: &Map, from: impl Into<Point>) -> Vec<[f64; 2]> {
        let from = from.into();
        let Some(first) = self.grid.quad_at(from).filter(|&id| matches!(self.cost(id), CostToGoal::Known(_))) else {
            return Vec::new();
        };
        let sees = |a: Point, b: Point| map.sees_as_disc(a, b, self.grid.radius());
        let joined =
            std::iter::successors(Some((first, self.next(first))), |&(_, next)| Some((next?, self.next(next?))));
        let ways = joined.flat_map(|(id, next)| next.into_iter().flat_map(move |next| self.grid.way(map, id, next)));
        let mut path = vec![from];
        let mut ahead: Option<Point> = None;
        for place in self.approach(map, from).chain(ways) {
            // The last point but one that is in sight stays.
            if let (Some(kept), Some(&last)) = (ahead, path.last())
                && !sees(last, place)
            {
                path.push(kept);
            }
            ahead = Some(place);
        }
        path.extend(ahead.filter(|&goal| goal != from));
        if path.len() > 1 && !sees(path[0], path[1]) {
            return Vec::new();
        }
        path.into_iter().map(|p| [p.x, p.y]).collect()
    }

    /// The grid that it is on.
    pub fn grid(&self) -> &AdaptiveGrid {
        &self.grid
    }
}
