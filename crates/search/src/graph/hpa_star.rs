//! HPA*: a grid in clusters, searched from border to border.
//!
//! A state is a *portal*: a crossing of a border and the cluster it leads into. The cheapest ways inside a cluster are a table, so
//! passing a cluster is one expansion. Both sides of a border list its crossings in the same order. Keys are g + h in buckets;
//! inside a bucket the order is free and a state may be expanded twice, which costs less than a heap.

mod cluster;
mod clusters;
mod portals;
mod smooth;
mod within;

use super::{AStar, Answer, Budget, Dijkstra, SearchError, StateId, StopReason};
use clusters::Clusters;
use navigant_mesh::internals::{CellInternals as _, GridInternals as _};
use navigant_mesh::{Cell, CellId, Grid};
use portals::PortalSearch;

/// Hierarchical path-finding A* (Botea, Müller, Schaeffer, "Near Optimal Hierarchical Path-Finding", 2004).
///
/// The grid is cut into square clusters. Where one may cross a border between two of them there are crossings, and every
/// cluster has a table of the cheapest ways between its crossings. A query is searched from crossing to crossing, then
/// written out cell by cell without further search: every cell knows which way to go to each crossing of its cluster. The
/// path is near optimal; there is a path exactly if the grid has one.
///
/// An edit rebuilds the cluster it lies in, and those next to it if it lies on their border.
///
/// Unlike the original, start and goal need no search to be joined to the crossings round them, unless they share a cluster.
///
/// With clusters of 32, on the 512² maps of `navigant experiment anytime`, a path smoothed takes a sixth of the time of
/// [`GridAStar`](super::GridAStar) and is 0.6 % longer than the optimum (geometric mean and mean).
///
/// ```
/// use navigant_mesh::{Cell, Grid};
/// use navigant_search::graph::{Budget, HpaStar, StateId};
/// let mut grid = Grid::open(64, 64)?;
/// let mut hpa = HpaStar::new(&grid, 32);
/// let found = hpa.find(&grid, StateId(0), StateId(64 * 64 - 1), Budget::UNLIMITED)?;
/// assert!(found.bound().is_some_and(|bound| bound < 1.1));
/// grid.block(Cell::new(20, 20))?;
/// hpa.update(&grid, Cell::new(20, 20));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct HpaStar {
    clusters: Clusters,
    portal_search: PortalSearch,
    local_search: AStar,
    flood: Dijkstra,
    /// The portals of a path, the last first.
    portals: Vec<u32>,
    path: Vec<StateId>,
    smoother: smooth::Smoother,
}

impl HpaStar {
    /// The shortest and the longest side a cluster may have.
    pub const SIDES: std::ops::RangeInclusive<u32> = 4..=128;

    /// Prepares a grid in clusters of `side` × `side` cells, clamped to [`HpaStar::SIDES`]; 32 is a good choice: with
    /// 16, edits are four times as fast and queries half.
    ///
    /// Takes about a second for a million cells, and some ten bytes a cell.
    pub fn new(grid: &Grid, side: u32) -> HpaStar {
        let side = side.clamp(*HpaStar::SIDES.start(), *HpaStar::SIDES.end());
        let mut flood = Dijkstra::new();
        HpaStar {
            clusters: Clusters::new(grid, side, &mut flood),
            portal_search: PortalSearch::default(),
            local_search: AStar::new(),
            flood,
            portals: Vec::new(),
            path: Vec::new(),
            smoother: smooth::Smoother::default(),
        }
    }

    /// Tells that a cell was changed.
    pub fn update(&mut self, grid: &Grid, cell: Cell) {
        if grid.id(cell).is_some() {
            self.clusters.update(grid, cell, &mut self.flood);
        }
    }

    /// Finds a path. The lower bound in the answer is only the distance.
    ///
    /// # Errors
    /// [`SearchError`] when start or goal are not on the grid.
    pub fn find(&mut self, grid: &Grid, start: StateId, goal: StateId, budget: Budget) -> Result<Answer, SearchError> {
        super::error::check_ends(grid.cells(), start, goal)?;
        self.path.clear();
        let mut answer = Answer::no_path(0, 0);
        let [Some(from), Some(to)] = [start, goal].map(|state| grid.cell(state.into())) else { return Ok(answer) };
        let octile = from.octile(to);
        if self.clusters.index(from) == self.clusters.index(to) {
            let within = self.clusters.around(grid, from);
            let [from, to] = [start, goal].map(|state| within.local(state.into()));
            answer = self.local_search.find(&within, &within.octile(), from, to, budget)?;
            self.path.extend(self.local_search.path().iter().map(|&at| within.global(at)));
        }
        if answer.cost != Some(octile) {
            let known = answer.cost.unwrap_or(f64::INFINITY);
            let left = budget.less(answer.expansions);
            let found = self.portal_search.run(grid, &self.clusters, [from, to], known, left);
            if let Some((last, cost)) = found.best {
                self.refine(grid, start, goal, last);
                answer.cost = Some(cost);
            }
            let cut_short =
                matches!(answer.stop, StopReason::OutOfExpansions | StopReason::OutOfTime).then_some(answer.stop);
            answer.stop = match (cut_short.or(found.stop), answer.cost) {
                (Some(stop), _) => stop,
                (None, Some(_)) => StopReason::Solved,
                (None, None) => StopReason::NoPath,
            };
            answer = answer.after(found.expansions, found.generated);
        }
        answer.lower = if answer.stop == StopReason::NoPath { f64::INFINITY } else { octile };
        Ok(answer)
    }

    /// Straightens the path of the last answer where a straighter one is clear and cheaper; returns its cost.
    pub(crate) fn smooth(&mut self, grid: &Grid) -> Option<f64> {
        self.smoother.run(grid, &mut self.path)
    }

    /// The path of the last answer, cell by cell from start to goal; empty if it has none.
    pub fn path(&self) -> &[StateId] {
        &self.path
    }

    /// Writes out a path from portal to portal cell by cell.
    fn refine(&mut self, grid: &Grid, start: StateId, goal: StateId, last: u32) {
        let HpaStar { clusters, portal_search, portals, path, .. } = self;
        portals.clear();
        portals.extend(portal_search.back_from(last));
        path.clear();
        path.push(start);
        let mut at = CellId::from(start);
        for &portal in portals.iter().rev() {
            let Some((index, crossing)) = clusters.before(portal) else { continue };
            let (Some(cluster), Some(cell)) = (clusters.get(index), grid.cell(at)) else { continue };
            path.extend(cluster.walk(clusters.around(grid, cell), at, crossing).map(|(cell, _)| StateId::from(cell)));
            let outside = cluster.crossings().get(crossing).and_then(|crossing| grid.id(crossing.outside));
            at = outside.unwrap_or(at);
            path.push(at.into());
        }
        // From the last portal to the goal: the way from the goal to there, backwards.
        let (index, entered) = clusters.portal(last);
        if let (Some(cluster), Some(cell)) = (clusters.get(index), grid.cell(at)) {
            let begin = path.len();
            path.extend(
                cluster.walk(clusters.around(grid, cell), goal.into(), entered).map(|(cell, _)| StateId::from(cell)),
            );
            if path.len() > begin {
                path.pop();
                path[begin..].reverse();
                path.push(goal);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::graph::random_numbers::numbers;
    use crate::graph::states::cost_of;
    use crate::graph::{Graph, Octile};

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
    fn there_is_a_path_between_clusters_exactly_if_there_is_one() {
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

    /// The steps that a path from crossing to crossing may take: those inside a cluster, and the crossings.
    struct Crossed<'a>(&'a Grid, &'a HpaStar);

    impl Graph for Crossed<'_> {
        fn states(&self) -> usize {
            self.0.cells()
        }

        fn successors(&self, from: StateId, mut visit: impl FnMut(StateId, f64)) {
            let Crossed(grid, hpa) = self;
            let inside = grid.cell(from.into()).unwrap();
            let cluster = hpa.clusters.index(inside);
            let crossings = hpa.clusters.get(cluster).unwrap().crossings();
            for (to, cost) in grid.steps(from.into()) {
                let outside = grid.cell(to).unwrap();
                let crosses = crossings.iter().any(|c| c.inside == inside && c.outside == outside);
                if crosses || hpa.clusters.index(outside) == cluster {
                    visit(to.into(), cost);
                }
            }
        }
    }

    #[test]
    fn no_path_by_the_same_crossings_is_cheaper() {
        let (mut next, mut a_star) = (numbers(3), AStar::new());
        for round in 0..200 {
            let grid = random_grid(&mut next, round % 2 == 0);
            let mut hpa = HpaStar::new(&grid, 4 + next(12));
            for _ in 0..5 {
                let [start, goal] = [0; 2].map(|_| StateId(next(grid.cells() as u32)));
                let near = hpa.find(&grid, start, goal, Budget::UNLIMITED).unwrap();
                let crossed = Crossed(&grid, &hpa);
                let best = a_star.find(&crossed, &Octile::on(&grid), start, goal, Budget::UNLIMITED).unwrap();
                assert_eq!(near.cost, best.cost, "round {round}");
            }
        }
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
            assert!(hpa.clusters.iter().eq(HpaStar::new(&grid, 8).clusters.iter()));
        }
    }
}
