//! HPA*: a grid in clusters, searched from door to door.

mod cluster;
mod smooth;

use super::states::cost_of;
use super::{AStar, Answer, Budget, Dijkstra, Graph, Octile, SearchError, StateId, Stop};
use cluster::{Cluster, Within};
use navigant_mesh::{Cell, CellId, Grid};

/// Hierarchical path-finding A* (Botea, Müller, Schaeffer, "Near Optimal Hierarchical Path-Finding", 2004).
///
/// The grid is cut into square clusters. Where one may cross a border between two of them there are doors, and every
/// cluster knows the cheapest ways between its doors. A query is searched from door to door, then written out cell by
/// cell without further search: every cell knows which way to go to each door of its cluster. The path is near optimal,
/// and [`smooth`](Self::smooth) brings it nearer; there is a path exactly if the grid has one.
///
/// An edit rebuilds the cluster it lies in, and those next to it if it lies on their border.
///
/// Unlike the original, start and goal need no search to be joined to the doors round them, unless they share a cluster.
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{Budget, HpaStar, StateId};
/// let mut grid = Grid::open(64, 64)?;
/// let mut hpa = HpaStar::new(&grid, 16);
/// let found = hpa.find(&grid, StateId(0), StateId(64 * 64 - 1), Budget::UNLIMITED)?;
/// assert!(found.bound().is_some_and(|bound| bound < 1.1));
/// grid.block(Cell::new(20, 20))?;
/// hpa.update(&grid, Cell::new(20, 20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HpaStar {
    /// The length of a cluster's side, in cells.
    side: u32,
    columns: u32,
    rows: u32,
    clusters: Vec<Cluster>,
    abstract_search: AStar,
    local_search: AStar,
    flood: Dijkstra,
    /// The doors of the goal's cluster and what it costs from each to the goal.
    to_goal: Vec<(CellId, f64)>,
    path: Vec<StateId>,
    smoother: smooth::Smoother,
}

impl HpaStar {
    /// The shortest and the longest side a cluster may have.
    pub const SIDES: std::ops::RangeInclusive<u32> = 4..=128;

    /// Prepares a grid in clusters of a side of so many cells, brought into [`HpaStar::SIDES`]; 16 is a good choice.
    ///
    /// Takes about a second for a million cells, and some ten bytes a cell.
    pub fn new(grid: &Grid, side: u32) -> HpaStar {
        let side = side.clamp(*HpaStar::SIDES.start(), *HpaStar::SIDES.end());
        let (columns, rows) = (grid.width().div_ceil(side), grid.height().div_ceil(side));
        let mut hpa = HpaStar {
            side,
            columns,
            rows,
            clusters: vec![Cluster::default(); columns as usize * rows as usize],
            abstract_search: AStar::new(),
            local_search: AStar::new(),
            flood: Dijkstra::new(),
            to_goal: Vec::new(),
            path: Vec::new(),
            smoother: smooth::Smoother::default(),
        };
        for row in 0..rows {
            for column in 0..columns {
                hpa.rebuild(grid, column, row);
            }
        }
        hpa
    }

    /// Tells that a cell was changed.
    pub fn update(&mut self, grid: &Grid, cell: Cell) {
        if grid.id(cell).is_none() {
            return;
        }
        let (column, row) = (cell.x / self.side, cell.y / self.side);
        self.rebuild(grid, column, row);
        let (in_x, in_y, last) = (cell.x % self.side, cell.y % self.side, self.side - 1);
        if in_x == 0 && column > 0 {
            self.rebuild(grid, column - 1, row);
        }
        if in_x == last && column + 1 < self.columns {
            self.rebuild(grid, column + 1, row);
        }
        if in_y == 0 && row > 0 {
            self.rebuild(grid, column, row - 1);
        }
        if in_y == last && row + 1 < self.rows {
            self.rebuild(grid, column, row + 1);
        }
    }

    /// Finds a path. The lower bound in the answer is only the distance.
    ///
    /// # Errors
    /// [`SearchError`] when start or goal are not on the grid.
    pub fn find(&mut self, grid: &Grid, start: StateId, goal: StateId, budget: Budget) -> Result<Answer, SearchError> {
        super::error::check_ends(grid.cells(), start, goal)?;
        self.path.clear();
        let near = Octile::on(grid);
        let mut answer = Answer { stop: Stop::NoPath, cost: None, lower: 0.0, expansions: 0, generated: 0 };
        let mut local = None;
        if self.cluster_index(grid, start) == self.cluster_index(grid, goal) {
            let within = Within::new(grid, self.side, start.into());
            let (from, to) = (within.local(grid, start.into()), within.local(grid, goal.into()));
            let octile = within.octile();
            answer = self.local_search.find(&within, &octile, from, to, budget)?;
            local = answer.cost;
            self.path.extend(self.local_search.path().iter().map(|&at| within.global(grid, at)));
        }
        self.to_goal.clear();
        if let Some(cluster) = self.clusters.get(self.cluster_index(grid, goal)) {
            self.to_goal.extend(cluster.ways(grid, self.side, goal.into()));
        }
        let mut search = std::mem::take(&mut self.abstract_search);
        let doors = Doors { hpa: self, grid, start, goal };
        let found = search.find(&doors, &near, start, goal, budget);
        self.abstract_search = search;
        let found = found?;
        if found.stop == Stop::Solved && found.cost < Some(local.unwrap_or(f64::INFINITY)) {
            self.refine(grid);
            answer.cost = cost_of(grid, &self.path);
        }
        answer.stop = if answer.cost.is_some() { Stop::Solved } else { found.stop };
        answer.expansions += found.expansions;
        answer.generated += found.generated;
        answer.lower = match grid.octile(start.into(), goal.into()) {
            Some(octile) if answer.stop != Stop::NoPath => octile,
            _ => f64::INFINITY,
        };
        Ok(answer)
    }

    /// Straightens the path of the last answer where a straighter one is clear and cheaper; returns its cost.
    pub fn smooth(&mut self, grid: &Grid) -> Option<f64> {
        if self.path.is_empty() {
            return None;
        }
        self.smoother.run(grid, &mut self.path);
        cost_of(grid, &self.path)
    }

    /// The path of the last answer, cell by cell from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        &self.path
    }

    /// How many doors there are.
    pub fn doors(&self) -> usize {
        self.clusters.iter().map(|cluster| cluster.doors().len()).sum()
    }

    fn rebuild(&mut self, grid: &Grid, column: u32, row: u32) {
        let corner = Cell::new(column * self.side, row * self.side);
        if let Some(cluster) = self.clusters.get_mut((row * self.columns + column) as usize) {
            cluster.rebuild(grid, self.side, corner, &mut self.flood);
        }
    }

    fn cluster_index(&self, grid: &Grid, state: StateId) -> usize {
        let (x, y) = (state.0 % grid.width(), state.0 / grid.width());
        (y / self.side * self.columns + x / self.side) as usize
    }

    /// Writes out the path from door to door cell by cell.
    fn refine(&mut self, grid: &Grid) {
        self.path.clear();
        let doors = self.abstract_search.path();
        self.path.extend(doors.first());
        for pair in doors.windows(2) {
            let index = self.cluster_index(grid, pair[0]);
            let (Some(cluster), true) = (self.clusters.get(index), index == self.cluster_index(grid, pair[1])) else {
                self.path.push(pair[1]);
                continue;
            };
            let [from, to] = [pair[0], pair[1]].map(CellId::from);
            if let Some(door) = cluster.door(to) {
                self.path.extend(cluster.walk(grid, self.side, from, door).map(|(cell, _)| StateId::from(cell)));
            } else if let Some(door) = cluster.door(from) {
                // From a door to the goal: the way from the goal to that door, backwards.
                let begin = self.path.len();
                self.path.extend(cluster.walk(grid, self.side, to, door).map(|(cell, _)| StateId::from(cell)));
                self.path.pop();
                self.path[begin..].reverse();
                self.path.push(pair[1]);
            }
        }
    }
}

/// The graph of doors, with the start and the goal joined to the doors of their clusters.
struct Doors<'a> {
    hpa: &'a HpaStar,
    grid: &'a Grid,
    start: StateId,
    goal: StateId,
}

impl Graph for Doors<'_> {
    fn states(&self) -> usize {
        self.grid.cells()
    }

    fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
        let Some(cluster) = self.hpa.clusters.get(self.hpa.cluster_index(self.grid, from)) else { return };
        let cell = CellId::from(from);
        match cluster.door(cell) {
            Some(door) => {
                cluster.edges(self.grid, door).for_each(|(to, cost)| visit(to.into(), cost));
                let goal = self.hpa.to_goal.iter().find(|&&(at, _)| at == cell);
                if let Some(&(_, cost)) = goal {
                    visit(self.goal, cost);
                }
            }
            None if from == self.start => {
                cluster.ways(self.grid, self.hpa.side, cell).for_each(|(to, cost)| visit(to.into(), cost));
            }
            None => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn numbers(mut state: u64) -> impl FnMut(u32) -> u32 {
        move |end| {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (state >> 33) as u32 % end
        }
    }

    fn random_grid(next: &mut impl FnMut(u32) -> u32, weighted: bool) -> Grid {
        let (width, height, blocked) = (1 + next(50), 1 + next(50), next(5));
        let weight = |next: &mut dyn FnMut(u32) -> u32| match next(10) {
            n if n < blocked => 0,
            n if weighted => n as u8,
            _ => 1,
        };
        let weights = (0..width * height).map(|_| weight(next)).collect();
        Grid::from_weights(width, height, weights).unwrap()
    }

    #[test]
    fn there_is_a_path_from_door_to_door_exactly_if_there_is_one() {
        let mut next = numbers(1);
        let (mut a_star, mut found) = (AStar::new(), 0);
        for round in 0..300 {
            let grid = random_grid(&mut next, round % 2 == 0);
            let mut hpa = HpaStar::new(&grid, 4 + next(12));
            for _ in 0..5 {
                let [start, goal] = [0; 2].map(|_| StateId(next(grid.cells() as u32)));
                let best = a_star.find(&grid, &Octile::on(&grid), start, goal, Budget::UNLIMITED).unwrap();
                let near = hpa.find(&grid, start, goal, Budget::UNLIMITED).unwrap();
                assert_eq!(near.stop, best.stop, "round {round}");
                let Some((best, near)) = best.cost.zip(near.cost) else { continue };
                assert_eq!(cost_of(&grid, hpa.path()), Some(near), "round {round}");
                let smooth = hpa.smooth(&grid).unwrap();
                assert!(best <= smooth && smooth <= near, "round {round}: {best} {smooth} {near}");
                assert_eq!((hpa.path().first(), hpa.path().last()), (Some(&start), Some(&goal)));
                found += 1;
            }
        }
        assert!(found > 300, "{found}");
    }

    #[test]
    fn repaired_clusters_are_those_of_a_rebuild() {
        let mut next = numbers(2);
        for _ in 0..20 {
            let mut grid = random_grid(&mut next, true);
            let mut hpa = HpaStar::new(&grid, 8);
            for _ in 0..20 {
                let cell = Cell::new(next(grid.width()), next(grid.height()));
                match std::num::NonZeroU8::new(next(3) as u8) {
                    Some(weight) => grid.set(cell, weight).unwrap(),
                    None => grid.block(cell).unwrap(),
                };
                hpa.update(&grid, cell);
            }
            assert_eq!(hpa.clusters, HpaStar::new(&grid, 8).clusters);
        }
    }
}
