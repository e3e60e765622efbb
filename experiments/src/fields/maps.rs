//! The maps: open ground, random weights, rooms with doors, and mazes.

use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{Cell, CellId, Grid};
use navigant_testing::rng::Rng;
use std::fmt;
use std::num::NonZeroU8;

/// A kind of map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// Nothing is blocked.
    Open,
    /// Weights of 1 to 9, a tenth of the cells blocked.
    Weighted,
    /// Rooms of 64 × 64 cells, with a door in most walls.
    Rooms,
    /// Corridors of 6 cells between walls of 2, by depth-first search: one way between any two places.
    Maze,
}

impl fmt::Display for Kind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Kind::Open => "open",
            Kind::Weighted => "weighted",
            Kind::Rooms => "rooms",
            Kind::Maze => "maze",
        })
    }
}

/// Cells from one corridor of a maze to the next.
const PITCH: u32 = 8;
const CORRIDOR: u32 = 6;

/// A square map of a kind, open in the centre.
pub fn grid(kind: Kind, size: u32, seed: u64) -> Grid {
    let mut rng = Rng::new(seed);
    let count = size as usize * size as usize;
    let weights = match kind {
        Kind::Open => vec![1; count],
        Kind::Weighted => (0..count).map(|_| if rng.one_in(10) { 0 } else { rng.between(1, 9) as u8 }).collect(),
        Kind::Rooms => rooms(size, &mut rng),
        Kind::Maze => maze(size, &mut rng),
    };
    let mut grid = Grid::from_weights(size, size, weights).or_else(|_| Grid::open(1, 1)).expect("one cell is a grid");
    let _ = grid.set(Cell::new(size / 2, size / 2), NonZeroU8::MIN);
    grid
}

/// The cell in the middle.
pub fn centre(grid: &Grid) -> CellId {
    CellId(grid.height() / 2 * grid.width() + grid.width() / 2)
}

/// Open cells for agents, within a part of the way from the centre to the sides.
pub fn agents(grid: &Grid, count: u32, part: f64, rng: &mut Rng) -> Vec<CellId> {
    let side = (f64::from(grid.width()) * part).max(1.0) as u32;
    let low = (grid.width() - side.min(grid.width())) / 2;
    let mut agents = Vec::new();
    for _ in 0..count * 100 {
        let cell = Cell::new(low + rng.below(side), low + rng.below(side));
        if grid.is_walkable(cell) && agents.len() < count as usize {
            agents.extend(grid.id(cell));
        }
    }
    agents
}

fn rooms(size: u32, rng: &mut Rng) -> Vec<u8> {
    const ROOM: u32 = 64;
    let mut weights: Vec<u8> = (0..size * size)
        .map(|i| u8::from(![i % size, i / size].iter().any(|at| (at + ROOM / 2).is_multiple_of(ROOM))))
        .collect();
    let mut open = |x: u32, y: u32| {
        if x < size && y < size {
            weights[(y * size + x) as usize] = 1;
        }
    };
    for y in 0..=size / ROOM {
        for x in 0..=size / ROOM {
            // A door of 5 cells in the left wall and one in the upper wall, but for some.
            for (is_left, along) in [(true, 4 + rng.below(ROOM - 12)), (false, 4 + rng.below(ROOM - 12))] {
                if rng.one_in(5) {
                    continue;
                }
                for k in 0..5 {
                    // Walls are half a room from the sides, so that the centre is in the middle of a room.
                    let (wall, door) = (ROOM / 2, along + k);
                    let [left, top] = [x, y].map(|at| at * ROOM);
                    let (px, py) = if is_left { (left + wall, top + door) } else { (left + door, top + wall) };
                    open(px, py);
                }
            }
        }
    }
    weights
}

fn maze(size: u32, rng: &mut Rng) -> Vec<u8> {
    let rooms = (size / PITCH).max(1);
    let mut weights = vec![0; size as usize * size as usize];
    let mut open = |x: u32, y: u32, w: u32, h: u32| {
        for y in y..(y + h).min(size) {
            let row = y as usize * size as usize;
            weights[row + x as usize..row + (x + w).min(size) as usize].fill(1);
        }
    };
    let mut seen = vec![false; (rooms * rooms) as usize];
    let mut stack = vec![(rooms / 2, rooms / 2)];
    seen[(rooms / 2 * rooms + rooms / 2) as usize] = true;
    open(rooms / 2 * PITCH, rooms / 2 * PITCH, CORRIDOR, CORRIDOR);
    while let Some(&(x, y)) = stack.last() {
        let sides = [(1, 0), (-1, 0), (0, 1), (0, -1)];
        let beside = |(dx, dy): (i32, i32)| {
            let (x, y) = (x.checked_add_signed(dx)?, y.checked_add_signed(dy)?);
            (x < rooms && y < rooms && !seen[(y * rooms + x) as usize]).then_some((x, y))
        };
        let free: Vec<(u32, u32)> = sides.into_iter().filter_map(beside).collect();
        if free.is_empty() {
            stack.pop();
            continue;
        }
        let &(nx, ny) = rng.pick(&free);
        seen[(ny * rooms + nx) as usize] = true;
        let (left, top) = (x.min(nx) * PITCH, y.min(ny) * PITCH);
        let long = PITCH + CORRIDOR;
        let (w, h) = if nx == x { (CORRIDOR, long) } else { (long, CORRIDOR) };
        open(left, top, w, h);
        stack.push((nx, ny));
    }
    weights
}
