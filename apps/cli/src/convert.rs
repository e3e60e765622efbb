//! `navigant convert IN OUT`

use crate::say::say;
use std::error::Error;
use std::path::PathBuf;

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// The scene to read: .geojson, .wkt, .map, .mesh, .txt
    input: PathBuf,
    /// The file to write: .geojson, .wkt or .txt
    output: PathBuf,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let scene = navigant::files::internals::convert(&arguments.input, &arguments.output)?;
    say!("{}: {} floors, {} obstacles", arguments.output.display(), scene.floors.len(), scene.obstacles.len());
    Ok(())
}
