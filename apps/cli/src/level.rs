//! Levels: 3D models that maps of several layers are made of.

use crate::exit::{Code, Failure};
use navigant::files::{UpAxis, read_model};
use navigant::ground::{BadSoup, Ground, Walker};
use std::error::Error;
use std::path::Path;

/// Who walks on a level, and how it is read.
#[derive(clap::Args)]
#[group(skip)]
#[command(next_help_heading = "Levels (.obj, .gltf, .glb)")]
pub(crate) struct Arguments {
    /// How much room there must be above the ground, in metres
    #[arg(long, value_name = "METRES", default_value_t = 1.8, allow_hyphen_values = true)]
    height: f64,
    /// The steepest ground, in degrees
    #[arg(long, value_name = "DEGREES", default_value_t = 45.0, allow_hyphen_values = true)]
    slope: f64,
    /// The highest step, in metres; upright things block from this height on
    #[arg(long, value_name = "METRES", default_value_t = 0.4, allow_hyphen_values = true)]
    step: f64,
    /// The widest gap between floors that is bridged, in metres
    #[arg(long, value_name = "METRES", default_value_t = 0.05, allow_hyphen_values = true)]
    gap: f64,
    /// Which axis of the model is up
    #[arg(long, value_name = "AXIS", default_value = "y")]
    up: Up,
    /// Keep only what can be reached from this place; z is up, as in all that is printed
    #[arg(long, value_name = "X,Y,Z", value_parser = place, allow_hyphen_values = true)]
    keep: Option<[f64; 3]>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Up {
    /// The second: most models, and all of glTF
    Y,
    /// The third
    Z,
}

/// Reads a place.
fn place(text: &str) -> Result<[f64; 3], String> {
    let numbers: Option<Vec<f64>> =
        text.split(',').map(|c| c.trim().parse::<f64>().ok().filter(|c| c.is_finite())).collect();
    let place = numbers.and_then(|numbers| <[f64; 3]>::try_from(numbers).ok());
    place.ok_or_else(|| "a place is three numbers with commas between, such as 3.5,-2,0".to_owned())
}

/// Whether a file is a level, by its name.
pub(crate) fn is_level(name: &str) -> bool {
    let extension = Path::new(name).extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase);
    matches!(extension.as_deref(), Some("obj" | "gltf" | "glb"))
}

/// Reads a level and finds its ground.
pub(crate) fn open(name: &str, arguments: &Arguments) -> Result<Ground, Box<dyn Error>> {
    let &Arguments { height, slope, step, gap, up, keep } = arguments;
    let up = if up == Up::Y { UpAxis::Y } else { UpAxis::Z };
    let soup = read_model(name, up)?;
    Ground::of(&soup, &Walker { height, slope, step, gap }, keep).map_err(|reason| match reason {
        BadSoup::Walker { .. } => Failure { code: Code::Usage, message: reason.to_string() }.into(),
        _ => format!("{name}: {reason}").into(),
    })
}
