//! `navigant studio [SCENARIO|SCENE] [--folder DIR] [--port N] [--no-open]`

use navigant_studio::Options;
use std::error::Error;
use std::path::{Path, PathBuf};

#[derive(clap::Args, Default)]
pub(crate) struct Arguments {
    /// The scenario or scene to open: an embedded one by name, or a file; see `navigant scenarios`
    #[arg(value_name = "SCENARIO|SCENE")]
    first: Option<String>,
    /// The folder that files are opened from and saved to [default: that of the file, or the current one]
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    /// The port to listen on [default: any free one]
    #[arg(long, value_name = "N", default_value_t = 0)]
    port: u16,
    /// Do not open a browser
    #[arg(long)]
    no_open: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let (mut first, mut folder) = (arguments.first.clone(), arguments.folder.clone());
    // A file elsewhere brings its folder along.
    if let (Some(name), None) = (&arguments.first, &arguments.folder)
        && Path::new(name).is_file()
    {
        let file = Path::new(name).canonicalize()?;
        first = file.file_name().map(|name| name.to_string_lossy().into_owned());
        folder = file.parent().map(Path::to_owned);
    }
    let options = Options { first, folder, port: arguments.port, browser: !arguments.no_open };
    navigant_studio::run(&options).map_err(|error| error as Box<dyn Error>)
}
