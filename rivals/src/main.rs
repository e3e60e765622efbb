//! The same work done by Navigant and by others, side by side: interleaved in one process, by one compiler's flags.
//!
//! ```text
//! cargo xtask rivals updates [--places 2000] [--streak 1] [--seed 7] [--json FILE]
//! cargo xtask rivals scaling [--vertices 10000,100000,1000000] [--json FILE]
//! cargo xtask rivals spm [--vertices 1000,10000,100000] [--json FILE]
//! cargo xtask rivals build [--rounds 9] [--seed 7] [--json FILE]
//! cargo xtask rivals grid [--data DIR] [--json FILE]
//! cargo xtask rivals paths [--data DIR] [--queries 1000] [--json FILE]
//! cargo xtask rivals reachability [--vertices 1000,100000] [--places 200]
//! cargo xtask rivals crowd [--agents 10000,50000,500000] [--rounds 9] [--json FILE]
//! ```
//!
//! That installs cmake and libclang (`with_tools.sh`) for Detour, which is behind the feature `detour`;
//! `cargo run --release -p rivals -- …` runs without Detour and needs neither.
//!
//! | module | what |
//! |---|---|
//! | `updates` | a square is inserted into a city and removed again |
//! | `scaling` | the same edit in ever larger maps, ours only |
//! | `spm` | shortest path maps: build beside a flood without a goal, lookups; ours only |
//! | `builds` | a map is built from nothing |
//! | `grid` | A* on grid maps, against the crate `pathfinding` |
//! | `paths` | shortest paths on public maps, against the crate `polyanya` and Detour |
//! | `throughput`, `unreachable` | what two threads get done; what it costs to learn that there is no way; ours only |
//! | `reachability` | the same after many kinds of edits, in ever larger maps, ours only |
//! | `crowd`, `crowd_dodgy`, `crowd_grid` | one step of a crowd, against the crate `dodgy_2d` |
//! | `ours`, `bare_cdt`, `detour` | who edits: Navigant, spade, Detour's `TileCache` |
//! | `our_path`, `polyanya_mesh`, `detour_path` | who finds paths: Navigant, the crate `polyanya`, Detour's `dtNavMeshQuery` |
//! | `city`, `courses` | where all that happens: random cities, public maps |
//! | `regions`, `convex_parts` | our map as others want it: polygons with holes, convex polygons |
//! | `statistics`, `progress`, `arguments` | medians and tails; how far it is; the command line |

mod arguments;
mod bare_cdt;
mod builds;
mod city;
#[cfg(feature = "detour")]
mod convex_parts;
mod courses;
mod crowd;
mod crowd_dodgy;
mod crowd_grid;
#[cfg(feature = "detour")]
#[allow(unsafe_code)]
mod detour;
#[cfg(feature = "detour")]
#[allow(unsafe_code)]
mod detour_path;
mod grid;
mod our_path;
mod ours;
mod paths;
mod polyanya_mesh;
mod progress;
mod reachability;
mod regions;
mod scaling;
mod spm;
mod statistics;
mod throughput;
mod unreachable;
mod updates;

use arguments::Arguments;
use std::process::ExitCode;

fn main() -> ExitCode {
    let outcome = Arguments::parse(std::env::args().skip(1)).and_then(|arguments| {
        let report = match arguments.benchmark.as_str() {
            "updates" => updates::run(&arguments)?,
            "scaling" => scaling::run(&arguments)?,
            "spm" => spm::run(&arguments)?,
            "build" => builds::run(&arguments)?,
            "grid" => grid::run(&arguments)?,
            "reachability" => reachability::run(&arguments)?,
            "crowd" => crowd::run(&arguments)?,
            "paths" => paths::run(&arguments)?,
            other => return Err(format!("no benchmark is called '{other}'")),
        };
        let Some(path) = &arguments.json else { return Ok(()) };
        let text = serde_json::to_string_pretty(&report).expect("a report is plain JSON");
        std::fs::write(path, text + "\n").map_err(|error| format!("{}: {error}", path.display()))
    });
    match outcome {
        Ok(()) => ExitCode::SUCCESS,
        Err(reason) => {
            eprintln!("{reason}\n{}", arguments::USAGE);
            ExitCode::from(2)
        }
    }
}
