//! Fast marching in slices of counted work, over a ground that stays as it was when the front set out.

use crate::tuning::{MARCH_BUCKET, MARCH_EXACT, MARCH_RING, MARCH_WEIGHT_UNIT};
use navigant_mesh::internals::MapGridInternals as _;
use navigant_mesh::{CellId, MapGrid};
use std::sync::Arc;

/// Bits of the four straight directions in a set of moves.
const NORTH: u8 = 1;
const EAST: u8 = 1 << 2;
const SOUTH: u8 = 1 << 4;
const WEST: u8 = 1 << 6;
const STRAIGHT: u8 = NORTH | EAST | SOUTH | WEST;

/// The cells of a grid as a front finds them: which steps lead where, and what it costs to cross them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Terrain {
    width: u32,
    /// By cell: the set of directions in which a step leads from it.
    moves: Vec<u8>,
    /// By cell: what crossing it costs beyond 1, in sixteenths; empty if it is 1 everywhere.
    extra: Vec<u8>,
}

impl Terrain {
    /// A grid as it is now, with what crossing each cell costs beyond 1, in sixteenths: nothing if that is empty, or not as long as there are
    /// cells.
    pub fn of(grid: &MapGrid, extra: Vec<u8>) -> Terrain {
        let moves = grid.move_sets().to_vec();
        let extra = if extra.len() == moves.len() { extra } else { Vec::new() };
        Terrain { width: grid.width(), moves, extra }
    }

    /// By cell: the set of directions in which a step leads from it.
    pub fn moves(&self) -> &[u8] {
        &self.moves
    }

    /// By cell: what crossing it costs beyond 1, in sixteenths; empty if it is 1 everywhere.
    pub fn extra(&self) -> &[u8] {
        &self.extra
    }

    /// The ground of a grid with other moves and other costs, such as were saved; `None` if there are not as many as cells.
    pub fn from_parts(grid: &MapGrid, moves: Vec<u8>, extra: Vec<u8>) -> Option<Terrain> {
        let fits = moves.len() == grid.cells() && (extra.is_empty() || extra.len() == moves.len());
        fits.then(|| Terrain { width: grid.width(), moves, extra }.without_ways_off())
    }

    /// No step leads off the grid, whatever was said.
    fn without_ways_off(mut self) -> Terrain {
        let (width, cells) = (self.width as usize, self.moves.len());
        let rows = [0..width.min(cells), cells.saturating_sub(width)..cells];
        for (range, side) in rows.into_iter().zip([NORTH, SOUTH]) {
            self.moves[range].iter_mut().for_each(|moves| *moves &= !side);
        }
        for row in self.moves.chunks_mut(width.max(1)) {
            if let Some(first) = row.first_mut() {
                *first &= !WEST;
            }
            if let Some(last) = row.last_mut() {
                *last &= !EAST;
            }
        }
        self
    }

    #[inline]
    fn weight(&self, cell: u32) -> f32 {
        1.0 + self.extra.get(cell as usize).map_or(0.0, |&extra| f32::from(extra) * MARCH_WEIGHT_UNIT)
    }
}

/// A front on its way: the eikonal equation |∇u| = w by fast marching (Sethian, 1996), first order, over straight steps, as
/// [`Eikonal`](crate::Eikonal) has it, but in f32, with buckets instead of a heap, and in slices.
///
/// Cells of a bucket are taken last in, first out, and again where others of the same bucket improve them (Kim, "An O(N) level set method for
/// eikonal equations", 2001, sweeps them instead). One thread, in a fixed order: the same work gives the same bits, in however many slices.
#[derive(Clone, Debug)]
pub struct March {
    terrain: Arc<Terrain>,
    /// The cell that it sets out from.
    start: Option<CellId>,
    /// The same with the goal in columns and rows, until it has set out.
    goal: Option<(CellId, [f64; 2])>,
    /// The cells of a goal that is an area, with their arrivals, until it has set out.
    area: Vec<(CellId, f32)>,
    /// Empty until it has set out.
    arrivals: Vec<f32>,
    /// Cells that wait, with their arrival at the time: stale once the cell has another.
    ring: Vec<Vec<(f32, u32)>>,
    /// The number of the bucket that is emptied now.
    bucket: u64,
    waiting: usize,
    spent: u64,
}

impl March {
    /// A front that sets out from a place, in columns and rows from the top left corner, which lies in or near an open cell. Without a cell
    /// it goes nowhere. The memory of `spare` is used again; it sets out with the first [`go_on`](Self::go_on).
    pub fn begin(terrain: Arc<Terrain>, goal: Option<(CellId, [f64; 2])>, mut spare: Vec<f32>) -> March {
        let ring = vec![Vec::new(); MARCH_RING as usize];
        let goal = goal.filter(|(cell, _)| (cell.0 as usize) < terrain.moves.len());
        let start = goal.map(|(cell, _)| cell);
        spare.clear();
        March { terrain, start, goal, area: Vec::new(), arrivals: spare, ring, bucket: 0, waiting: 0, spent: 0 }
    }

    /// A front that sets out from many cells at once, each at a time of its own from 0 to 2, in cells. Others are left out.
    pub fn begin_along(terrain: Arc<Terrain>, mut area: Vec<(CellId, f32)>, spare: Vec<f32>) -> March {
        area.retain(|&(cell, at)| (cell.0 as usize) < terrain.moves.len() && (0.0..=2.0).contains(&at));
        March { area, ..March::begin(terrain, None, spare) }
    }

    /// Gives the cells around the goal their distance in the plane, as far as all is open and costs 1.
    fn set_out(&mut self, goal: u32, at: [f64; 2]) {
        let width = i64::from(self.terrain.width);
        let height = self.arrivals.len() as i64 / width;
        let (x, y) = (i64::from(goal) % width, i64::from(goal) / width);
        let ring = |radius: i64| {
            let is_rim = move |&(dx, dy): &(i64, i64)| dx.abs().max(dy.abs()) == radius;
            (-radius..=radius).flat_map(move |dy| (-radius..=radius).map(move |dx| (dx, dy))).filter(is_rim)
        };
        let cell = |(dx, dy): (i64, i64)| {
            let (x, y) = (x + dx, y + dy);
            ((0..width).contains(&x) && (0..height).contains(&y)).then(|| (y * width + x) as u32)
        };
        let is_plain = |at: (i64, i64)| {
            cell(at).is_some_and(|id| {
                self.terrain.moves[id as usize] & STRAIGHT == STRAIGHT && self.terrain.weight(id) == 1.0
            })
        };
        let free = (0..=MARCH_EXACT).take_while(|&radius| ring(radius).all(is_plain)).last().unwrap_or(0);
        let near: Vec<(u32, f32)> = (0..=free)
            .flat_map(ring)
            .filter_map(|offset| {
                let [cx, cy] = [(x + offset.0) as f64 + 0.5, (y + offset.1) as f64 + 0.5];
                let distance = ((cx - at[0]) * (cx - at[0]) + (cy - at[1]) * (cy - at[1])).sqrt() as f32;
                // A goal nearly anywhere else than in its cell would be a mistake: the ring of buckets is not that long.
                Some((cell(offset)?, distance.min(2.0 * MARCH_EXACT as f32)))
            })
            .collect();
        near.into_iter().for_each(|(cell, arrival)| self.improve(cell, arrival));
    }

    #[inline]
    fn improve(&mut self, cell: u32, arrival: f32) {
        if arrival < self.arrivals[cell as usize] {
            self.arrivals[cell as usize] = arrival;
            self.ring[((arrival / MARCH_BUCKET) as u64 % MARCH_RING) as usize].push((arrival, cell));
            self.waiting += 1;
        }
    }

    /// Goes on by at most a number of cells; says how many it took.
    pub fn go_on(&mut self, most: u64) -> u64 {
        let (terrain, before) = (Arc::clone(&self.terrain), self.spent);
        if self.arrivals.is_empty() {
            self.arrivals.resize(terrain.moves.len(), f32::INFINITY);
            if let Some((cell, at)) = self.goal.take() {
                self.set_out(cell.0, at);
            }
            std::mem::take(&mut self.area).into_iter().for_each(|(cell, arrival)| self.improve(cell.0, arrival));
        }
        let width = terrain.width;
        while self.waiting > 0 && self.spent - before < most {
            let Some((arrival, cell)) = self.ring[(self.bucket % MARCH_RING) as usize].pop() else {
                self.bucket += 1;
                continue;
            };
            self.waiting -= 1;
            self.spent += 1;
            if arrival != self.arrivals[cell as usize] {
                continue;
            }
            let moves = terrain.moves[cell as usize];
            let sides = [(NORTH, width.wrapping_neg()), (EAST, 1), (SOUTH, width), (WEST, 1u32.wrapping_neg())];
            for (side, stride) in sides {
                if moves & side != 0 {
                    let to = cell.wrapping_add(stride);
                    if self.arrivals[to as usize] > arrival {
                        self.improve(to, self.solve(&terrain, to));
                    }
                }
            }
        }
        self.spent - before
    }

    /// The root of (u − a)² + (u − b)² = w², where a and b are the earlier arrivals beside a cell in either direction.
    #[inline]
    fn solve(&self, terrain: &Terrain, cell: u32) -> f32 {
        let (moves, weight, width) = (terrain.moves[cell as usize], terrain.weight(cell), terrain.width);
        let beside = |side: u8, stride: u32| {
            if moves & side == 0 { f32::INFINITY } else { self.arrivals[cell.wrapping_add(stride) as usize] }
        };
        let a = beside(EAST, 1).min(beside(WEST, 1u32.wrapping_neg()));
        let b = beside(SOUTH, width).min(beside(NORTH, width.wrapping_neg()));
        let gap = (a - b).abs();
        // Also where one of them is infinite, or both and the gap is no number: the front comes along one direction alone.
        let along_one = gap.is_nan() || gap >= weight;
        if along_one { a.min(b) + weight } else { 0.5 * (a + b + (2.0 * weight * weight - gap * gap).sqrt()) }
    }

    /// Whether it has been everywhere.
    pub fn is_done(&self) -> bool {
        self.waiting == 0 && self.goal.is_none() && self.area.is_empty()
    }

    /// How many cells it has taken so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }

    /// The ground that it goes over.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// The arrivals so far.
    pub fn into_flow(self) -> Flow {
        Flow { terrain: self.terrain, start: self.start, arrivals: self.arrivals }
    }

    /// The cell that it set out from, if from any.
    pub fn start(&self) -> Option<CellId> {
        self.start
    }
}

/// The times of arrival of a front at all cells of a grid: which way to walk from anywhere, in a few loads.
#[derive(Clone, Debug)]
pub struct Flow {
    terrain: Arc<Terrain>,
    start: Option<CellId>,
    arrivals: Vec<f32>,
}

impl Flow {
    /// The time of arrival at a cell, in cells of weight 1; `None` where the front does not come, and off the grid.
    #[inline]
    pub fn arrival(&self, cell: CellId) -> Option<f32> {
        self.arrivals.get(cell.0 as usize).copied().filter(|arrival| arrival.is_finite())
    }

    /// The direction to walk in from a place, in columns and rows from the top left corner: against the gradient of the arrivals,
    /// interpolated between the four centres around it. It has length 1, and turns steadily with the place. `None` where one of the four is not
    /// open or not joined to the others in `moves`, the sets of the grid as it is now, and where the ground is level.
    ///
    /// Cost: four arrivals and two sets of moves, in two rows each.
    #[inline]
    pub fn heading(&self, moves: &[u8], [x, y]: [f64; 2]) -> Option<[f32; 2]> {
        let width = self.terrain.width;
        let ([x, y], limit) = ([x - 0.5, y - 0.5], f64::from(u32::MAX / 2));
        // Not for what is not a number.
        if !(0.0..limit).contains(&x) || !(0.0..limit).contains(&y) {
            return None;
        }
        let (column, row) = (x as u32, y as u32);
        if column + 1 >= width {
            return None;
        }
        let cell = row as usize * width as usize + column as usize;
        let below = cell + width as usize;
        let is_whole =
            moves.get(cell)? & (EAST | SOUTH) == EAST | SOUTH && moves.get(below + 1)? & (NORTH | WEST) == NORTH | WEST;
        if !is_whole {
            return None;
        }
        let (&[a, b], &[c, d]) =
            (self.arrivals.get(cell..)?.first_chunk::<2>()?, self.arrivals.get(below..)?.first_chunk::<2>()?);
        let (right, down) = ((x - f64::from(column)) as f32, (y - f64::from(row)) as f32);
        let slope_x = (1.0 - down) * (b - a) + down * (d - c);
        let slope_y = (1.0 - right) * (c - a) + right * (d - b);
        let squared = slope_x * slope_x + slope_y * slope_y;
        // Nor where arrivals are infinite.
        (LEVEL..f32::INFINITY).contains(&squared).then(|| {
            let length = squared.sqrt();
            [-slope_x / length, -slope_y / length]
        })
    }

    /// The direction to walk in from the centre of the cell that a place lies in, where [`heading`](Self::heading) has none: against the gradient by
    /// the better one of its neighbours in either direction, of those that `moves` leads to. `None` where the cell is not open, or nothing
    /// beside it is nearer.
    pub fn heading_of_cell(&self, moves: &[u8], [x, y]: [f64; 2]) -> Option<[f32; 2]> {
        let (width, limit) = (self.terrain.width, f64::from(u32::MAX / 2));
        if !(0.0..f64::from(width)).contains(&x) || !(0.0..limit).contains(&y) {
            return None;
        }
        let cell = y as usize * width as usize + x as usize;
        let (&own, &here) = (moves.get(cell)?, self.arrivals.get(cell)?);
        // By how much it is nearer there; nothing where no step leads, or where the front has not been.
        let gain = |side: u8, to: Option<usize>| {
            let there = to.and_then(|to| self.arrivals.get(to)).filter(|_| own & side != 0);
            there.map_or(0.0, |there| here - there).max(0.0)
        };
        let along = |back: f32, forth: f32| if forth >= back { forth } else { -back };
        let x = along(gain(WEST, cell.checked_sub(1)), gain(EAST, Some(cell + 1)));
        let y = along(gain(NORTH, cell.checked_sub(width as usize)), gain(SOUTH, Some(cell + width as usize)));
        let squared = x * x + y * y;
        (LEVEL..f32::INFINITY).contains(&squared).then(|| [x / squared.sqrt(), y / squared.sqrt()])
    }

    /// The cell that the front set out from, if from any.
    pub fn start(&self) -> Option<CellId> {
        self.start
    }

    /// Its memory, for another front.
    pub fn into_spare(self) -> Vec<f32> {
        self.arrivals
    }

    /// The ground that the front went over.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }
}

/// The square of a slope that counts as level: where ways of equal length meet, and the front was one cell later a cell away.
const LEVEL: f32 = 1e-4;
