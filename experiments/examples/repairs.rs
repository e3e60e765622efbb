//! The parts of `navigant experiment anytime` in which plans are repaired, alone:
//! `cargo run --release -p navigant-experiments --example repairs [quick]`.

use navigant_experiments::anytime::{moving, repair};
use navigant_experiments::frame::{Options, Report};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let data = std::env::var_os("DATA").map_or_else(|| "../shared/data".into(), Into::into);
    let quick = std::env::args().any(|argument| argument == "quick");
    let options = Options { data, json: None, html: None, quick, seed: 7, strict: false };
    let mut report = Report::new("Repairs", "How much faster is it to repair a plan than to make another?");
    repair::report(&mut report, &options)?;
    moving::report(&mut report, &options)?;
    println!("{report}");
    Ok(())
}
