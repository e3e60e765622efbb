//! A uniform grid over a map, for discs of one radius.

use super::{Cell, CellId, DIAGONAL, Direction, Grid, STRAIGHT, moves};
use crate::change::Change;
use crate::clearance::Room;
use crate::journal::Revision;
use crate::map::Map;
use crate::tolerance::NUDGED;
use navigant_geometry::internals;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::{Bounds, Point};

/// A uniform grid over a [`Map`], 8-connected, for discs of one radius.
///
/// A cell is open exactly if the disc has room at its centre ([`Map::clearance_at`]). Two cells side by side are joined exactly if
/// both are open and the disc can move straight from one centre to the other ([`Map::sees_as_disc`]; for radius 0
/// [`Map::sees`]). Unlike in a [`Grid`], what the cells cover does not count, so a thin wall between two centres is not missed
/// and a corner beside a diagonal is passed where there is room.
///
/// Row 0 is at the top, as in a `Grid`, and the top left corner is that of the floors' box. Centres are rounded to the lattice:
/// whether a disc has room there is decided in integers. Costs are those of a `Grid` of weight 1, so they are exact.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_mesh::grid::MapGrid;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [8.0, 8.0]))?;
/// let mut grid = MapGrid::of(&map, 1.0, 0.4)?;
/// let [left, right] = [[3.5, 3.5], [4.5, 3.5]].map(|p| grid.nearest_open(&map, p).unwrap());
/// assert!(grid.steps(left).any(|(to, _)| to == right));
/// map.insert(&Outline::polyline([[4.0, 2.0], [4.0, 5.0]]))?;
/// grid.follow(&map);
/// assert!(!grid.steps(left).any(|(to, _)| to == right), "a wall of no thickness is between them");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct MapGrid {
    frame: Frame,
    radius: f64,
    open: Vec<bool>,
    /// Which of the eight directions lead to a neighbour, as in a `Grid`.
    moves: Vec<u8>,
    affected: Vec<CellId>,
    revision: Revision,
}

/// Where the cells are.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Frame {
    top_left: Point,
    size: f64,
    width: u32,
    height: u32,
}

/// Why there is no grid over a map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadMapGrid {
    /// The size of a cell is not a positive number of metres.
    CellSize(f64),
    /// The radius is negative or not a number.
    Radius(f64),
    /// There would be more than [`Grid::MAX_CELLS`] cells, or cells smaller than a step of the lattice.
    TooFine {
        /// The size of a cell.
        cell: f64,
        /// The least size that can be.
        least: f64,
    },
}

impl std::fmt::Display for BadMapGrid {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadMapGrid::CellSize(size) => write!(f, "cells of {size} m; their size must be a number above 0"),
            BadMapGrid::Radius(radius) => write!(f, "a radius of {radius} m; it must be a number of 0 or more"),
            BadMapGrid::TooFine { cell, least } => {
                write!(f, "cells of {cell} m are too small for the map; choose {least} m or more")
            }
        }
    }
}

impl std::error::Error for BadMapGrid {}

/// Directions that lead to cells with a greater number: an edge is looked at from the smaller one.
const FORWARD: [Direction; 4] = [Direction::East, Direction::SouthWest, Direction::South, Direction::SouthEast];

impl Frame {
    fn new(map: &Map, size: f64) -> Result<Frame, BadMapGrid> {
        if size.is_nan() || size <= 0.0 {
            return Err(BadMapGrid::CellSize(size));
        }
        // A map has a floor.
        let origin = map.lattice().origin();
        let bounds = map.floor_bounds().unwrap_or(Bounds { min: origin, max: origin });
        let (width, height) = bounds.size();
        let [columns, rows] = [width, height].map(|extent| (extent / size).ceil().max(1.0));
        if columns * rows > Grid::MAX_CELLS as f64 || size < map.lattice().step() {
            // Rounded up to a number that a person would write.
            let least = ((width + size) * (height + size) / Grid::MAX_CELLS as f64).sqrt().max(map.lattice().step());
            return Err(BadMapGrid::TooFine { cell: size, least: 2f64.powf(least.log2().ceil()) });
        }
        let top_left = Point::new(bounds.min.x, bounds.max.y);
        Ok(Frame { top_left, size, width: columns as u32, height: rows as u32 })
    }

    fn cells(&self) -> usize {
        self.width as usize * self.height as usize
    }

    fn centre(&self, map: &Map, id: u32) -> Point {
        let (column, row) = (f64::from(id % self.width) + 0.5, f64::from(id / self.width) + 0.5);
        let p = Point::new(self.top_left.x + column * self.size, self.top_left.y - row * self.size);
        map.lattice().snap(p).map_or(p, |p| map.lattice().world(p))
    }

    fn id(&self, column: i64, row: i64) -> Option<u32> {
        let [column, row] = [u32::try_from(column).ok()?, u32::try_from(row).ok()?];
        (column < self.width && row < self.height).then(|| row * self.width + column)
    }

    fn beside(&self, id: u32, direction: Direction) -> Option<u32> {
        let (dx, dy) = direction.offset();
        self.id(i64::from(id % self.width) + i64::from(dx), i64::from(id / self.width) + i64::from(dy))
    }

    /// The cells with their centre in a box, but for rounding.
    fn within(&self, bounds: Bounds) -> impl Iterator<Item = u32> + use<> {
        let span = |low: f64, high: f64, count: u32| {
            let first = (low / self.size - 0.5).ceil().clamp(0.0, f64::from(count));
            let end = ((high / self.size - 0.5).floor() + 1.0).clamp(first, f64::from(count));
            first as u32..end as u32
        };
        let columns = span(bounds.min.x - self.top_left.x, bounds.max.x - self.top_left.x, self.width);
        let rows = span(self.top_left.y - bounds.max.y, self.top_left.y - bounds.min.y, self.height);
        let width = self.width;
        rows.flat_map(move |row| columns.clone().map(move |column| row * width + column))
    }
}

impl MapGrid {
    /// The grid over a map as it is now, for cells of a size and discs of a radius, both in metres.
    ///
    /// Cost: locating each cell, and a look at what is near it.
    ///
    /// # Errors
    /// [`BadMapGrid`] when the size or the radius is none, or when there would be far too many cells.
    pub fn of(map: &Map, size: f64, radius: f64) -> Result<MapGrid, BadMapGrid> {
        if radius.is_nan() || radius < 0.0 {
            return Err(BadMapGrid::Radius(radius));
        }
        let frame = Frame::new(map, size)?;
        let (open, moves) = (vec![false; frame.cells()], vec![0; frame.cells()]);
        let mut grid = MapGrid { frame, radius, open, moves, affected: Vec::new(), revision: map.revision() };
        grid.look_again(map, 0..frame.cells() as u32);
        grid.affected = (0..frame.cells() as u32).map(CellId).collect();
        Ok(grid)
    }

    /// How many cells such a grid has.
    ///
    /// # Errors
    /// [`BadMapGrid`] as [`of`](Self::of).
    pub(crate) fn count(map: &Map, size: f64) -> Result<usize, BadMapGrid> {
        Frame::new(map, size).map(|frame| frame.cells())
    }

    /// Catches up with the edits of its map, by [`Map::changes_since`]. If these are forgotten, or if it is another map, all cells
    /// are looked at again. It then equals a grid that is made of the map as it is now.
    ///
    /// Cost: the cells nearer than the radius to the box of what came or went, and to walls that were nudged by rounding.
    pub fn follow(&mut self, map: &Map) {
        self.affected.clear();
        let dirty: Option<Vec<u32>> = map.changes_since(self.revision).ok().map(|changes| {
            let mut cells: Vec<u32> = changes.flat_map(|change| self.near(map, change)).collect();
            cells.sort_unstable();
            cells.dedup();
            cells
        });
        match dirty {
            Some(dirty) => self.look_again(map, dirty.into_iter()),
            None => self.look_again(map, 0..self.frame.cells() as u32),
        }
        self.affected.sort_unstable();
        self.affected.dedup();
        self.revision = map.revision();
    }

    /// The cells that have something to do with a change, and those beside them.
    fn near(&self, map: &Map, change: &Change) -> Vec<u32> {
        let reach = self.radius + NUDGED * map.lattice().step() + 1.5 * self.frame.size;
        let grown = |b: Bounds| Bounds {
            min: Point::new(b.min.x - reach, b.min.y - reach),
            max: Point::new(b.max.x + reach, b.max.y + reach),
        };
        let mut cells: Vec<u32> = change.region.into_iter().flat_map(|b| self.frame.within(grown(b))).collect();
        for wall in &change.nudged {
            let Some(b) = Bounds::of([wall.from, wall.to]) else { continue };
            let is_near = |&id: &u32| {
                let centre = self.frame.centre(map, id);
                internals::distance_to_segment(centre, wall.from, wall.to) <= reach
            };
            cells.extend(self.frame.within(grown(b)).filter(is_near));
        }
        cells
    }

    /// Looks again at some cells, and at the ways between them.
    fn look_again(&mut self, map: &Map, cells: impl Iterator<Item = u32> + Clone) {
        let mut clearances = Vec::new();
        for id in cells.clone() {
            let clearance = map.clearance_at(self.frame.centre(map, id));
            let is_open = clearance.is_some_and(|clearance| self.radius <= clearance);
            if std::mem::replace(&mut self.open[id as usize], is_open) != is_open {
                self.affected.push(CellId(id));
            }
            clearances.push(clearance.unwrap_or(0.0));
        }
        let mut room = Room::default();
        for (id, clearance) in cells.zip(clearances) {
            for direction in FORWARD {
                if let Some(to) = self.frame.beside(id, direction) {
                    let is_joined = self.are_joined(map, &mut room, [id, to], clearance);
                    self.join([id, to], direction, is_joined);
                }
            }
        }
    }

    /// Whether the disc can move straight from one cell, of which the clearance is given, to another.
    fn are_joined(&self, map: &Map, room: &mut Room, [from, to]: [u32; 2], clearance: f64) -> bool {
        if !self.open[from as usize] || !self.open[to as usize] {
            return false;
        }
        let [a, b] = [from, to].map(|id| self.frame.centre(map, id));
        let step = map.lattice().step();
        // Where nothing is as near as that, nothing is in the way either.
        if clearance > self.radius + a.distance(b) + NUDGED * step {
            return true;
        }
        if self.radius == 0.0 {
            map.sees(a, b)
        } else {
            room.along_line(map, map.steps(a), map.steps(b), self.radius / step)
        }
    }

    fn join(&mut self, [from, to]: [u32; 2], direction: Direction, is_joined: bool) {
        for (id, bit) in [(from, direction.bit()), (to, direction.opposite().bit())] {
            let moves = &mut self.moves[id as usize];
            let new = if is_joined { *moves | bit } else { *moves & !bit };
            if std::mem::replace(moves, new) != new {
                self.affected.push(CellId(id));
            }
        }
    }

    /// Width in cells.
    pub(crate) fn width(&self) -> u32 {
        self.frame.width
    }

    /// Height in cells.
    pub(crate) fn height(&self) -> u32 {
        self.frame.height
    }

    /// How many cells there are; their ids are the numbers below it.
    pub(crate) fn cells(&self) -> usize {
        self.open.len()
    }

    /// How many cells are open.
    pub(crate) fn open_count(&self) -> usize {
        self.open.iter().filter(|&&open| open).count()
    }

    /// The size of a cell, in metres.
    pub(crate) fn cell_size(&self) -> f64 {
        self.frame.size
    }

    /// The radius of the discs that it is for, in metres.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// Column and row of a cell; `None` if there is no such cell.
    pub(crate) fn cell(&self, id: CellId) -> Option<Cell> {
        ((id.0 as usize) < self.cells()).then(|| Cell::new(id.0 % self.frame.width, id.0 / self.frame.width))
    }

    /// The cell that a point lies in; `None` off the grid.
    pub(crate) fn cell_at(&self, p: impl Into<Point>) -> Option<CellId> {
        let p = p.into();
        let Frame { top_left, size, .. } = self.frame;
        let (column, row) = (((p.x - top_left.x) / size).floor(), ((top_left.y - p.y) / size).floor());
        // Not a number, or too large a one, becomes one that is off the grid.
        let whole = |x: f64| if x.is_nan() { -1 } else { x as i64 };
        self.frame.id(whole(column), whole(row)).map(CellId)
    }

    /// The centre of a cell, as rounded to the map's lattice; `None` if there is no such cell.
    pub fn centre(&self, map: &Map, id: CellId) -> Option<Point> {
        ((id.0 as usize) < self.cells()).then(|| self.frame.centre(map, id.0))
    }

    /// The open cell with its centre nearest to a point, among the 5 × 5 around the point's own; of two, that with the smaller id.
    pub fn nearest_open(&self, map: &Map, p: impl Into<Point>) -> Option<CellId> {
        let p = p.into();
        let middle = self.cell(self.cell_at(p)?)?;
        let around = (-2..=2).flat_map(|dy| (-2..=2).map(move |dx| (dx, dy)));
        let cells = around.filter_map(|(dx, dy)| self.frame.id(i64::from(middle.x) + dx, i64::from(middle.y) + dy));
        let open = cells.filter(|&id| self.open[id as usize]);
        open.min_by(|&a, &b| {
            let [a, b] = [a, b].map(|id| self.frame.centre(map, id).distance(p));
            a.total_cmp(&b)
        })
        .map(CellId)
    }

    /// Whether the disc has room at the centre of a cell.
    pub(crate) fn is_open(&self, id: CellId) -> bool {
        self.open.get(id.0 as usize).copied().unwrap_or(false)
    }

    /// The cells one step away and what the step costs; none from a cell that is not open.
    #[inline]
    pub fn steps(&self, from: CellId) -> impl Iterator<Item = (CellId, f64)> + use<'_> {
        let width = self.frame.width;
        self.directions(from).map(move |direction| {
            let (dx, dy) = direction.offset();
            let to = from.0.wrapping_add(dx as u32).wrapping_add((dy as u32).wrapping_mul(width));
            (CellId(to), if direction.is_diagonal() { DIAGONAL } else { STRAIGHT })
        })
    }

    /// The directions in which a step leads from a cell, clockwise from north.
    #[inline]
    pub(crate) fn directions(&self, from: CellId) -> impl Iterator<Item = Direction> + use<> {
        moves::of(self.moves.get(from.0 as usize).copied().unwrap_or(0))
    }

    /// By cell: the set of directions in which a step leads from it, as in a `Grid`.
    pub(crate) fn move_sets(&self) -> &[u8] {
        &self.moves
    }

    /// The top left corner of the first cell.
    pub(crate) fn top_left(&self) -> Point {
        self.frame.top_left
    }

    /// A cost in metres.
    pub fn metres(&self, cost: f64) -> f64 {
        cost / STRAIGHT * self.frame.size
    }

    /// The cells that the edits caught up with last have opened, closed, or given other steps, sorted.
    pub fn affected(&self) -> &[CellId] {
        &self.affected
    }

    /// The revision of the map that it is of.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }
}

/// Grids are equal if they lie on the same place and the same cells are open and joined.
impl PartialEq for MapGrid {
    fn eq(&self, other: &MapGrid) -> bool {
        (self.frame, self.radius) == (other.frame, other.radius)
            && (&self.open, &self.moves) == (&other.open, &other.moves)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    fn hall() -> Map {
        Map::new(&Outline::rectangle([0.0, 0.0], [8.0, 6.0])).unwrap()
    }

    #[test]
    fn an_empty_hall_is_open_but_for_its_rim() {
        let map = hall();
        let grid = MapGrid::of(&map, 1.0, 0.5).unwrap();
        assert_eq!((grid.width(), grid.height(), grid.open_count()), (8, 6, 48));
        assert_eq!(MapGrid::of(&map, 1.0, 0.6).unwrap().open_count(), 24);
        assert_eq!(grid.steps(CellId(9)).count(), 8);
        assert_eq!(grid.cell_at([0.5, 5.5]), Some(CellId(0)), "row 0 is at the top");
        assert_eq!((grid.cell_at([8.5, 1.0]), grid.cell_at([f64::NAN, 1.0])), (None, None));
        assert_eq!((grid.centre(&map, CellId(48)), grid.steps(CellId(48)).count()), (None, 0));
    }

    #[test]
    fn a_gap_of_twice_the_radius_is_passed() {
        for (gap, passes) in [(1.0, true), (0.99, false)] {
            let mut map = hall();
            map.insert(&Outline::rectangle([3.75, 0.0], [4.25, 2.5])).unwrap();
            map.insert(&Outline::rectangle([3.75, 2.5 + gap], [4.25, 6.0])).unwrap();
            let grid = MapGrid::of(&map, 2.0, 0.5).unwrap();
            let [a, b] = [[3.0, 3.0], [5.0, 3.0]].map(|p| grid.nearest_open(&map, p).unwrap());
            assert!(grid.is_open(a) && grid.is_open(b));
            assert_eq!(grid.steps(a).any(|(to, _)| to == b), passes, "{gap}");
        }
    }

    #[test]
    fn an_edit_affects_what_is_near_it() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
        let mut grid = MapGrid::of(&map, 1.0, 0.4).unwrap();
        assert_eq!(grid.affected().len(), 64 * 64);
        let post = map.insert(&Outline::rectangle([30.25, 30.25], [30.75, 30.75])).unwrap();
        grid.follow(&map);
        assert_eq!(grid.affected().len(), 9, "the cell, and the eight beside it");
        map.remove(post).unwrap();
        grid.follow(&map);
        assert_eq!(grid, MapGrid::of(&map, 1.0, 0.4).unwrap());
        grid.follow(&map);
        assert!(grid.affected().is_empty());
    }

    #[test]
    fn bad_sizes_are_named() {
        let map = hall();
        assert_eq!(MapGrid::of(&map, 0.0, 0.5).err(), Some(BadMapGrid::CellSize(0.0)));
        assert!(matches!(MapGrid::of(&map, f64::NAN, 0.5), Err(BadMapGrid::CellSize(_))));
        assert_eq!(MapGrid::of(&map, 1.0, -0.5).err(), Some(BadMapGrid::Radius(-0.5)));
        let Err(BadMapGrid::TooFine { least, .. }) = MapGrid::of(&map, 1e-6, 0.5) else { panic!("far too many cells") };
        assert!(Frame::new(&map, least).is_ok(), "what it advises can be");
        assert_eq!(MapGrid::of(&map, f64::INFINITY, 0.5).map(|grid| grid.cells()), Ok(1));
    }
}
