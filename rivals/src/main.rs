//! The same work done by us and by others, side by side.

mod grid;

use clap::{Parser, Subcommand};
use std::path::PathBuf;

/// The same work done by us and by others, side by side.
#[derive(Parser)]
struct Rivals {
    #[command(subcommand)]
    what: What,
}

#[derive(Subcommand)]
enum What {
    /// A* on grid maps, against the crate `pathfinding`.
    Grid {
        /// The folder with the public data.
        #[arg(long, default_value = "../shared/data")]
        data: PathBuf,
        /// Where to write the figures.
        #[arg(long)]
        json: Option<PathBuf>,
    },
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let What::Grid { data, json } = Rivals::parse().what;
    grid::run(&data, json.as_deref())
}
