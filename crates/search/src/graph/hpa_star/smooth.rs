//! Straightening a path on a grid.

use crate::graph::tuning::hpa_star::{MAX_SHORTCUT, SHORTCUT_INTERVAL};
use crate::graph::{Octile, StateId};
use navigant_mesh::grid::Direction;
use navigant_mesh::internals::{CellInternals as _, GridInternals as _};
use navigant_mesh::{Cell, CellId, Grid};

/// Replaces stretches of a path by ones with a single turn where that is cheaper.
///
/// Between two cells of the path there are two ways with one turn: straight then diagonal, and diagonal then straight. Each
/// that is clear is a shortcut; the cheapest chain of shortcuts and stretches of the old path is the new one. It never costs
/// more.
#[derive(Clone, Debug, Default)]
pub(super) struct Smoother {
    points: Vec<Point>,
    fresh: Vec<StateId>,
}

/// A cell of the old path where shortcuts may begin and end.
#[derive(Clone, Copy, Debug)]
struct Point {
    cell: Cell,
    /// Its place on the old path.
    place: u32,
    /// What the old path costs up to it.
    old: f64,
    /// What the best chain costs up to it.
    best: f64,
    /// The point where the last link of that chain begins, and how it goes.
    from: u32,
    link: Link,
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Link {
    Old,
    DiagonalFirst,
    StraightFirst,
}

impl Smoother {
    /// Straightens a path; returns what it costs then, or `None` if it is empty or no path.
    pub(super) fn run(&mut self, grid: &Grid, path: &mut Vec<StateId>) -> Option<f64> {
        self.collect(grid, path)?;
        let points = &mut self.points[..];
        for number in 0..points.len() {
            let (passed, ahead) = points.split_at_mut(number + 1);
            let from = passed[number];
            if let Some(next) = ahead.first_mut() {
                let best = from.best + (next.old - from.old);
                if best <= next.best {
                    (next.best, next.from, next.link) = (best, number as u32, Link::Old);
                }
            }
            for to in ahead.iter_mut().skip(1).take_while(|to| to.place - from.place <= MAX_SHORTCUT) {
                // Not worth walking where even an empty grid would not be cheaper.
                let least = from.cell.octile(to.cell);
                if least >= to.old - from.old || from.best + least >= to.best {
                    continue;
                }
                for link in [Link::DiagonalFirst, Link::StraightFirst] {
                    let cost = legs(from.cell, to.cell, link).and_then(|legs| walk(grid, path, from.place, legs));
                    if let Some(best) = cost.map(|cost| from.best + cost).filter(|&best| best < to.best) {
                        (to.best, to.from, to.link) = (best, number as u32, link);
                    }
                }
            }
        }
        let cost = points.last()?.best;
        self.write(grid, path);
        Some(cost)
    }

    /// Finds the points of a path.
    fn collect(&mut self, grid: &Grid, path: &[StateId]) -> Option<()> {
        self.points.clear();
        let near = Octile::on(grid);
        let mut cells =
            path.iter().map(|&state| if grid.width() == 1 { Cell::new(0, state.0) } else { near.cell(state) });
        let mut at = cells.next()?;
        let (mut old, mut came, mut last) = (0.0, None, 0);
        self.points.push(Point { cell: at, place: 0, old, best: 0.0, from: 0, link: Link::Old });
        for (place, to) in cells.enumerate() {
            let place = place as u32;
            let direction = at.direction_to(to)?;
            if (came.is_some_and(|came| came != direction) || place - last >= SHORTCUT_INTERVAL) && place > 0 {
                self.points.push(Point { cell: at, place, old, best: f64::INFINITY, from: 0, link: Link::Old });
                last = place;
            }
            old += grid.run(path[place as usize].into(), direction, 1)?.1;
            (at, came) = (to, Some(direction));
        }
        let place = path.len() as u32 - 1;
        if place > 0 {
            self.points.push(Point { cell: at, place, old, best: f64::INFINITY, from: 0, link: Link::Old });
        }
        Some(())
    }

    /// Writes the best chain over the old path.
    fn write(&mut self, grid: &Grid, path: &mut Vec<StateId>) {
        let Smoother { points, fresh } = self;
        fresh.clear();
        let mut to = points.len() - 1;
        while to > 0 {
            let (end, from) = (points[to], points[points[to].from as usize]);
            let begin = fresh.len();
            let cells = &path[from.place as usize..end.place as usize];
            match legs(from.cell, end.cell, end.link) {
                None => fresh.extend(cells.iter().rev()),
                Some(legs) => {
                    let mut at = CellId::from(path[from.place as usize]);
                    for (direction, steps) in legs {
                        for _ in 0..steps {
                            fresh.push(at.into());
                            at = grid.run(at, direction, 1).map_or(at, |(to, _)| to);
                        }
                    }
                    fresh[begin..].reverse();
                }
            }
            to = end.from as usize;
        }
        fresh.reverse();
        fresh.extend(path.last());
        std::mem::swap(path, fresh);
    }
}

/// The two straight runs of a link: direction and number of steps. `None` for a stretch of the old path, and where it is the
/// same as the link that goes diagonally first.
#[inline]
fn legs(from: Cell, to: Cell, link: Link) -> Option<[(Direction, u32); 2]> {
    let (dx, dy) = (from.x.abs_diff(to.x), from.y.abs_diff(to.y));
    let diagonal = (from.direction_to(to)?, dx.min(dy));
    let along = if dx > dy { Cell::new(to.x, from.y) } else { Cell::new(from.x, to.y) };
    let straight = (from.direction_to(along)?, dx.max(dy) - dx.min(dy));
    match link {
        Link::Old => None,
        Link::DiagonalFirst => Some([diagonal, straight]),
        Link::StraightFirst => (diagonal.1 > 0 && straight.1 > 0).then_some([straight, diagonal]),
    }
}

/// What it costs to walk two runs from a place on a path; `None` if something is in the way.
#[inline]
fn walk(grid: &Grid, path: &[StateId], place: u32, legs: [(Direction, u32); 2]) -> Option<f64> {
    let mut at = CellId::from(*path.get(place as usize)?);
    let mut sum = 0.0;
    for (direction, steps) in legs {
        let (to, cost) = grid.run(at, direction, steps)?;
        (at, sum) = (to, sum + cost);
    }
    Some(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::grid::STRAIGHT;

    /// Paths around a right angle, in all directions, on open ground.
    #[test]
    fn a_detour_becomes_steps_from_cell_to_cell_of_the_octile_distance() {
        let (side, middle) = (61, 30);
        let grid = Grid::open(side, side).unwrap();
        for (dx, dy) in [(20i32, 5i32), (5, 20), (-20, 5), (5, -20), (-20, -5), (-5, -20), (20, 0), (13, 13)] {
            let mut cells: Vec<[i32; 2]> = vec![[middle, middle]];
            for (count, step) in [(dy, [0, dy.signum()]), (dx, [dx.signum(), 0])] {
                for _ in 0..i32::abs(count) {
                    let [x, y] = cells[cells.len() - 1];
                    cells.push([x + step[0], y + step[1]]);
                }
            }
            let mut path: Vec<StateId> = cells.iter().map(|[x, y]| StateId((y * side as i32 + x) as u32)).collect();
            let ends = [path[0], path[path.len() - 1]];
            let [from, to] = ends.map(|state| grid.cell(state.into()).unwrap());
            assert_eq!(Smoother::default().run(&grid, &mut path), Some(from.octile(to)), "{dx}, {dy}");
            assert_eq!([path[0], path[path.len() - 1]], ends);
            let cells: Vec<Cell> = path.iter().map(|&state| grid.cell(state.into()).unwrap()).collect();
            let is_step = |pair: &[Cell]| pair[0].x.abs_diff(pair[1].x).max(pair[0].y.abs_diff(pair[1].y)) == 1;
            assert!(cells.windows(2).all(is_step), "{dx}, {dy}: {cells:?}");
        }
    }

    /// A path around a corner, where only the link that goes straight first is free.
    #[test]
    fn a_link_may_go_straight_first() {
        let side = 16;
        let mut grid = Grid::open(side, side).unwrap();
        for x in 0..9 {
            grid.block(Cell::new(x, 5)).unwrap();
        }
        let cells = (0..=10).map(|x| (x, 0)).chain((1..=5).map(|y| (10, y)));
        let mut path: Vec<StateId> = cells.map(|(x, y)| StateId(y * side + x)).collect();
        let shortest = Cell::new(0, 0).octile(Cell::new(10, 5));
        assert_eq!(Smoother::default().run(&grid, &mut path), Some(shortest));
        assert_eq!(path.len(), 11);
    }

    #[test]
    fn shortcuts_leave_a_straight_path_at_intervals() {
        let grid = Grid::open(120, 4).unwrap();
        let path: Vec<StateId> = (0..120).map(StateId).collect();
        let mut smoother = Smoother::default();
        smoother.collect(&grid, &path).unwrap();
        let places: Vec<u32> = smoother.points.iter().map(|point| point.place).collect();
        let inner = (0..119).step_by(SHORTCUT_INTERVAL as usize);
        assert_eq!(places, inner.chain([119]).collect::<Vec<_>>());
    }

    #[test]
    fn a_bump_in_the_middle_of_a_long_path_is_straightened() {
        let grid = Grid::open(120, 4).unwrap();
        let up = (50..53).map(|x| (x, x - 50));
        let down = (60..63).map(|x| (x, 63 - x));
        let cells = (0..50)
            .map(|x| (x, 0))
            .chain(up)
            .chain((53..60).map(|x| (x, 3)))
            .chain(down)
            .chain((63..120).map(|x| (x, 0)));
        let mut path: Vec<StateId> = cells.map(|(x, y)| StateId(y * 120 + x)).collect();
        assert_eq!(Smoother::default().run(&grid, &mut path), Some(119.0 * STRAIGHT));
        assert_eq!(path, (0..120).map(StateId).collect::<Vec<_>>());
    }
}
