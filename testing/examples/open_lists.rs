//! Which open list is the fastest? The same A* with each of them, on Moving AI maps.
//!
//! `cargo run --release -p navigant-testing --example open_lists -- ../shared/data`

use navigant_files::moving_ai::{read_grid, read_scen};
use navigant_mesh::grid::STRAIGHT;
use navigant_mesh::internals::GridInternals as _;
use navigant_mesh::{CellId, Grid};
use navigant_search::graph::{Heuristic, Octile, StateId};
use navigant_search::internals::{Key, OpenList, Rank, StateIdInternals as _, Waiting};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use std::error::Error;
use std::path::Path;
use std::time::{Duration, Instant};

const MAPS: [&str; 7] = [
    "bg512/AR0011SR",
    "cities/Boston_0_512",
    "dao/arena2",
    "mazes/maze512-8-0",
    "random/random512-20-0",
    "rooms/32room_000",
    "sc1/BigGameHunters",
];

/// What A* needs of an open list.
trait Queue {
    fn clear(&mut self);
    fn push(&mut self, key: Key, state: u32);
    fn pop(&mut self) -> Option<(Key, u32)>;
}

/// Ordered by g + h alone; g tells outdated entries.
impl Queue for OpenList<Rank, f64> {
    fn clear(&mut self) {
        OpenList::clear(self);
    }

    fn push(&mut self, key: Key, state: u32) {
        OpenList::push(self, Waiting { key: Rank::new(key.first()), state: StateId(state), ticket: key.second() });
    }

    fn pop(&mut self) -> Option<(Key, u32)> {
        OpenList::pop(self).map(|entry| (Key::new(entry.key.number(), entry.ticket), entry.state.0))
    }
}

/// The same, ordered by g + h and then by g: fewer entries share a key.
impl Queue for OpenList {
    fn clear(&mut self) {
        OpenList::clear(self);
    }

    fn push(&mut self, key: Key, state: u32) {
        OpenList::push(self, Waiting { key, state: StateId(state), ticket: 0 });
    }

    fn pop(&mut self) -> Option<(Key, u32)> {
        OpenList::pop(self).map(|entry| (entry.key, entry.state.0))
    }
}

/// A 4-ary heap of single entries.
#[derive(Default)]
struct Wide(Vec<(Key, u32)>);

impl Queue for Wide {
    fn clear(&mut self) {
        self.0.clear();
    }

    fn push(&mut self, key: Key, state: u32) {
        let mut hole = self.0.len();
        self.0.push((key, state));
        while hole > 0 && key < self.0[(hole - 1) / 4].0 {
            self.0[hole] = self.0[(hole - 1) / 4];
            hole = (hole - 1) / 4;
        }
        self.0[hole] = (key, state);
    }

    fn pop(&mut self) -> Option<(Key, u32)> {
        let last = self.0.pop()?;
        let Some(&first) = self.0.first() else { return Some(last) };
        let heap = &mut self.0[..];
        let mut hole = 0;
        loop {
            let children = hole * 4 + 1..(hole * 4 + 5).min(heap.len());
            let Some(least) = children.min_by_key(|&child| heap[child].0).filter(|&c| heap[c].0 < last.0) else {
                break;
            };
            heap[hole] = heap[least];
            hole = least;
        }
        heap[hole] = last;
        Some(first)
    }
}

/// The heap of the standard library: binary, on the same integer keys.
impl Queue for BinaryHeap<Reverse<(Key, u32)>> {
    fn clear(&mut self) {
        BinaryHeap::clear(self);
    }

    fn push(&mut self, key: Key, state: u32) {
        BinaryHeap::push(self, Reverse((key, state)));
    }

    fn pop(&mut self) -> Option<(Key, u32)> {
        BinaryHeap::pop(self).map(|Reverse(entry)| entry)
    }
}

/// The same on pairs of floats, as one would write it first.
#[derive(Clone, Copy, PartialEq)]
struct Floats(f64, f64, u32);

impl Eq for Floats {}

impl PartialOrd for Floats {
    fn partial_cmp(&self, other: &Floats) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Floats {
    fn cmp(&self, other: &Floats) -> std::cmp::Ordering {
        other.0.total_cmp(&self.0).then(other.1.total_cmp(&self.1))
    }
}

impl Queue for BinaryHeap<Floats> {
    fn clear(&mut self) {
        BinaryHeap::clear(self);
    }

    fn push(&mut self, key: Key, state: u32) {
        BinaryHeap::push(self, Floats(key.first(), key.second(), state));
    }

    fn pop(&mut self) -> Option<(Key, u32)> {
        BinaryHeap::pop(self).map(|Floats(first, second, state)| (Key::new(first, second), state))
    }
}

/// Buckets of 1/64 cell; what is in the lowest is kept as a heap, so that the order is exact.
#[derive(Default)]
struct Buckets {
    lowest: BinaryHeap<Reverse<(Key, u32)>>,
    current: usize,
    buckets: Vec<Vec<(Key, u32)>>,
    /// The key that the first bucket begins with.
    base: Option<f64>,
}

impl Queue for Buckets {
    fn clear(&mut self) {
        (self.base, self.current) = (None, 0);
        self.lowest.clear();
        self.buckets.iter_mut().for_each(Vec::clear);
    }

    fn push(&mut self, key: Key, state: u32) {
        let base = *self.base.get_or_insert(key.first());
        let bucket = ((key.first() - base) * (64.0 / STRAIGHT)) as usize;
        if bucket <= self.current {
            self.lowest.push(Reverse((key, state)));
            return;
        }
        if bucket >= self.buckets.len() {
            self.buckets.resize_with(bucket + 1, Vec::new);
        }
        self.buckets[bucket].push((key, state));
    }

    fn pop(&mut self) -> Option<(Key, u32)> {
        while self.lowest.is_empty() {
            self.current += 1;
            let bucket = self.buckets.get_mut(self.current)?;
            self.lowest.extend(bucket.drain(..).map(Reverse));
        }
        self.lowest.pop().map(|Reverse(entry)| entry)
    }
}

/// A plain A*: every neighbour of a cell is looked at.
struct Search {
    nodes: Vec<(f64, u32)>,
    stamp: u32,
}

impl Search {
    fn run(&mut self, grid: &Grid, open: &mut impl Queue, start: StateId, goal: StateId) -> (Option<f64>, u64) {
        let near = Octile::on(grid);
        self.stamp += 1;
        open.clear();
        open.push(Key::new(near.estimate(start, goal), 0.0), start.0);
        self.nodes[start.index()] = (0.0, self.stamp);
        let mut expansions = 0;
        while let Some((key, state)) = open.pop() {
            let g = -key.second();
            if g != self.nodes[state as usize].0 {
                continue;
            }
            if state == goal.0 {
                return (Some(g), expansions);
            }
            expansions += 1;
            for (to, cost) in grid.steps(CellId(state)) {
                let node = &mut self.nodes[to.0 as usize];
                if node.1 != self.stamp || g + cost < node.0 {
                    *node = (g + cost, self.stamp);
                    open.push(Key::new(g + cost + near.estimate(to.into(), goal), -(g + cost)), to.0);
                }
            }
        }
        (None, expansions)
    }
}

/// Runs a query with an open list and adds up what it took.
fn timed<Q: Queue>(
    search: &mut Search,
    grid: &Grid,
    (start, goal): (StateId, StateId),
    (open, time): (&mut Q, &mut Duration),
) -> (Option<f64>, u64) {
    let begin = Instant::now();
    let found = search.run(grid, open, start, goal);
    *time += begin.elapsed();
    found
}

fn main() -> Result<(), Box<dyn Error>> {
    let data = std::env::args().nth(1).unwrap_or_else(|| "../shared/data".into());
    let mut ours = (OpenList::<Rank, f64>::default(), Duration::ZERO);
    let mut pairs = (OpenList::<Key, u32>::default(), Duration::ZERO);
    let mut wide = (Wide::default(), Duration::ZERO);
    let mut integers = (BinaryHeap::<Reverse<(Key, u32)>>::new(), Duration::ZERO);
    let mut floats = (BinaryHeap::<Floats>::new(), Duration::ZERO);
    let mut buckets = (Buckets::default(), Duration::ZERO);
    let mut expansions = 0;
    for name in MAPS {
        let path = Path::new(&data).join("movingai").join(name).with_extension("map");
        let grid = read_grid(&std::fs::read_to_string(&path)?)?;
        let queries = read_scen(&std::fs::read_to_string(path.with_extension("map.scen"))?)?;
        let mut search = Search { nodes: vec![(0.0, 0); grid.cells()], stamp: 0 };
        for query in queries.iter().step_by(queries.len().div_ceil(40)) {
            let (Some(start), Some(goal)) = (grid.id(query.start), grid.id(query.goal)) else { continue };
            let ends = (start.into(), goal.into());
            let (cost, count) = timed(&mut search, &grid, ends, (&mut ours.0, &mut ours.1));
            expansions += count;
            let others = [
                timed(&mut search, &grid, ends, (&mut pairs.0, &mut pairs.1)),
                timed(&mut search, &grid, ends, (&mut wide.0, &mut wide.1)),
                timed(&mut search, &grid, ends, (&mut integers.0, &mut integers.1)),
                timed(&mut search, &grid, ends, (&mut floats.0, &mut floats.1)),
                timed(&mut search, &grid, ends, (&mut buckets.0, &mut buckets.1)),
            ];
            if others.iter().any(|other| other.0 != cost) {
                return Err(format!("{name}: the open lists disagree").into());
            }
        }
    }
    let lists = [
        ("heap of stacks, by g + h (A*)", ours.1),
        ("heap of stacks, by g + h, then g (repairs)", pairs.1),
        ("4-ary heap, integer keys", wide.1),
        ("binary heap, integer keys", integers.1),
        ("binary heap, floats", floats.1),
        ("buckets", buckets.1),
    ];
    for (name, time) in lists {
        println!("{name:44} {:6.1} ns an expansion", time.as_nanos() as f64 / expansions as f64);
    }
    Ok(())
}
