//! Straightening a path on a grid.

use crate::graph::StateId;
use navigant_mesh::{CellId, Grid};

/// How many cells of the path ahead a shortcut may skip.
const REACH: usize = 40;
/// Shortcuts begin and end at every so manyth cell.
const EVERY: usize = 2;

/// Replaces stretches of a path by ones with a single turn where that is cheaper.
///
/// Between two cells of the path there are two ways with one turn: straight then diagonal, and diagonal then straight. Each
/// that is clear is a shortcut; the cheapest chain of shortcuts and old steps is the new path. It never costs more.
#[derive(Clone, Debug, Default)]
pub(super) struct Smoother {
    /// Cost of the best chain to each cell of the old path, where its last link begins, and how it goes.
    best: Vec<(f64, usize, Link)>,
    fresh: Vec<StateId>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Link {
    /// One step of the old path.
    Step,
    DiagonalFirst,
    StraightFirst,
}

impl Smoother {
    pub(super) fn run(&mut self, grid: &Grid, path: &mut Vec<StateId>) {
        self.best.clear();
        self.best.resize(path.len(), (f64::INFINITY, 0, Link::Step));
        let Some(first) = self.best.first_mut() else { return };
        first.0 = 0.0;
        for from in 0..path.len() {
            let here = self.best[from].0;
            if from + 1 < path.len() {
                let step = grid.steps(path[from].into()).find(|&(to, _)| to == CellId::from(path[from + 1]));
                self.offer(from, from + 1, here + step.map_or(f64::INFINITY, |(_, cost)| cost), Link::Step);
            }
            if from % EVERY != 0 {
                continue;
            }
            for to in (from + 2..path.len().min(from + REACH)).filter(|to| to % EVERY == 0 || to + 1 == path.len()) {
                // Not worth walking where even an empty grid would not be cheaper.
                let (a, b) = (path[from].into(), path[to].into());
                if grid.octile(a, b).is_none_or(|least| here + least >= self.best[to].0) {
                    continue;
                }
                for link in [Link::DiagonalFirst, Link::StraightFirst] {
                    if let Some(cost) = walk(grid, a, b, link, |_| ()) {
                        self.offer(from, to, here + cost, link);
                    }
                }
            }
        }
        self.write(grid, path);
    }

    fn offer(&mut self, from: usize, to: usize, cost: f64, link: Link) {
        if cost < self.best[to].0 {
            self.best[to] = (cost, from, link);
        }
    }

    /// Writes the best chain over the old path.
    fn write(&mut self, grid: &Grid, path: &mut Vec<StateId>) {
        self.fresh.clear();
        let mut at = path.len() - 1;
        self.fresh.push(path[at]);
        while at > 0 {
            let (_, from, link) = self.best[at];
            let begin = self.fresh.len();
            match link {
                Link::Step => self.fresh.push(path[from]),
                _ => {
                    self.fresh.push(path[from]);
                    let fresh = &mut self.fresh;
                    let _ = walk(grid, path[from].into(), path[at].into(), link, |cell| fresh.push(cell.into()));
                    fresh.pop();
                    fresh[begin..].reverse();
                }
            }
            at = from;
        }
        self.fresh.reverse();
        std::mem::swap(path, &mut self.fresh);
    }
}

/// Walks from one cell to another with one turn; the cost, or `None` if something is in the way.
fn walk(grid: &Grid, from: CellId, to: CellId, link: Link, mut visit: impl FnMut(CellId)) -> Option<f64> {
    let end = grid.cell(to)?;
    let (mut at, mut id, mut cost) = (grid.cell(from)?, from, 0.0);
    while id != to {
        let (dx, dy) = (at.x.abs_diff(end.x), at.y.abs_diff(end.y));
        let toward = at.direction_to(end)?;
        let straight_now = match link {
            _ if dx == dy => false,
            Link::StraightFirst => true,
            _ => dx.min(dy) == 0,
        };
        let direction = if toward.is_diagonal() && straight_now {
            let along =
                if dx > dy { navigant_mesh::Cell::new(end.x, at.y) } else { navigant_mesh::Cell::new(at.x, end.y) };
            at.direction_to(along)?
        } else {
            toward
        };
        let (next, step) = grid.step(id, direction)?;
        (id, at, cost) = (next, grid.cell(next)?, cost + step);
        visit(id);
    }
    Some(cost)
}
