//! The same work done by Navigant and by others, side by side: interleaved in one process, by one compiler's flags.
//!
//! ```text
//! rivals/with_tools.sh cargo run --release -p rivals -- updates [--places 2000] [--streak 1] [--seed 7] [--json FILE]
//! rivals/with_tools.sh cargo run --release -p rivals -- scaling [--vertices 10000,100000,1000000] [--json FILE]
//! rivals/with_tools.sh cargo run --release -p rivals -- build [--rounds 9] [--seed 7] [--json FILE]
//! rivals/with_tools.sh cargo run --release -p rivals -- grid [--data DIR] [--json FILE]
//! ```
//!
//! `with_tools.sh` installs cmake and libclang for Detour; `--no-default-features` runs without Detour and needs
//! neither.
//!
//! | module | what |
//! |---|---|
//! | `updates` | a square is inserted into a city and removed again |
//! | `scaling` | the same edit in ever larger maps, ours only |
//! | `builds` | a map is built from nothing |
//! | `grid` | A* on grid maps, against the crate `pathfinding` |
//! | `ours`, `bare_cdt`, `detour` | the competitors: Navigant, spade, Detour's `TileCache` |
//! | `city` | where all that happens |
//! | `statistics`, `progress`, `arguments` | medians and tails; how far it is; the command line |

mod arguments;
mod bare_cdt;
mod builds;
mod city;
#[cfg(feature = "detour")]
#[allow(unsafe_code)]
mod detour;
mod grid;
mod ours;
mod progress;
mod scaling;
mod statistics;
mod updates;

use arguments::Arguments;
use std::process::ExitCode;

fn main() -> ExitCode {
    let outcome = Arguments::parse(std::env::args().skip(1)).and_then(|arguments| {
        let report = match arguments.benchmark.as_str() {
            "updates" => updates::run(&arguments)?,
            "scaling" => scaling::run(&arguments)?,
            "build" => builds::run(&arguments)?,
            "grid" => grid::run(&arguments)?,
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
