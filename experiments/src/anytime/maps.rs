//! Maps and queries to work on.

use navigant_files::moving_ai::{read_grid, read_scen};
use navigant_mesh::{Cell, Grid};
use navigant_search::graph::StateId;
use navigant_testing::rng::Rng;
use std::error::Error;
use std::fs;
use std::path::Path;

/// The 512 × 512 maps of the Moving AI data, one of each kind, and those of Baldur's Gate.
pub(super) const LARGE: [&str; 8] = [
    "bg512/AR0011SR",
    "bg512/AR0400SR",
    "cities/Boston_0_512",
    "mazes/maze512-8-0",
    "random/random512-20-0",
    "rooms/32room_000",
    "sc1/BigGameHunters",
    "wc3maps512/battleground",
];

/// A map and the ends of its queries.
pub(super) struct Map {
    pub(super) grid: Grid,
    /// Shortest first.
    pub(super) queries: Vec<(StateId, StateId)>,
}

/// Reads a map and its queries.
pub(super) fn read(data: &Path, name: &str) -> Result<Map, Box<dyn Error>> {
    let path = data.join("movingai").join(format!("{name}.map"));
    let text = |path: &Path| fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()));
    let grid = read_grid(&text(&path)?)?;
    let mut queries = read_scen(&text(&path.with_extension("map.scen"))?)?;
    queries.sort_by(|a, b| a.length.total_cmp(&b.length));
    let id = |cell: Cell| grid.id(cell).map(StateId::from);
    let queries = queries.iter().filter_map(|q| Some((id(q.start)?, id(q.goal)?))).collect();
    Ok(Map { grid, queries })
}

impl Map {
    /// A number of the queries, spread over easy and hard ones.
    pub(super) fn some_queries(&self, count: usize) -> impl Iterator<Item = (StateId, StateId)> + '_ {
        self.queries.iter().copied().step_by(self.queries.len().div_ceil(count).max(1))
    }

    /// A query at random, from the harder half.
    pub(super) fn hard_query(&self, rng: &mut Rng) -> Option<(StateId, StateId)> {
        let half = self.queries.len() as u32 / 2;
        self.queries.get((half + rng.below(half.max(1))) as usize).copied()
    }
}
