//! The studio alone, for work on the page: what `navigant studio [WORLD] [--folder FOLDER] [--no-open]` does, without building the rest
//! of the program. The browser tests run against it as well: `node tests/browser/main.mjs target/release/examples/serve OUT`.

use navigant_studio::{Options, run};

fn main() -> Result<(), Box<dyn std::error::Error + Send + Sync>> {
    let mut options = Options::default();
    let mut given = std::env::args().skip(1);
    while let Some(argument) = given.next() {
        match argument.as_str() {
            "studio" | "--no-open" => {}
            "--folder" => options.folder = given.next().map(Into::into),
            name => options.first = Some(name.to_owned()),
        }
    }
    run(&options)
}
