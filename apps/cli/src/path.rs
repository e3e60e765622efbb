//! `navigant path SCENE --from x,y --to x,y [--radius R] [--comfort C] [--svg FILE] [--json FILE]`, and `--scen FILE` or
//! `--queries FILE` for many.

mod as_json;
mod batch;
mod layered;

use crate::exit::{Code, Failure};
use crate::level;
use crate::say::{self, say};
use crate::scenes;
use navigant::files::svg;
use navigant::prelude::*;
use navigant::search::plane::{PathFinder, Query};
use std::error::Error;
use std::path::PathBuf;
use std::time::Instant;

#[derive(clap::Args)]
#[command(group = clap::ArgGroup::new("what").args(["from", "scen", "queries"]).required(true))]
pub(crate) struct Arguments {
    /// The scene: GeoJSON, WKT, Moving AI .map, Polyanya .mesh, a BORDER/OBSTACLE list, JuPedSim's .xml, a 3D level (.obj, .gltf, .glb), or the name of an
    /// embedded one
    scene: String,
    /// Where the path starts, in metres
    ///
    /// In a scene with layers, Z is the height of the floor; without it, the lowest floor there
    #[arg(long, value_name = "X,Y[,Z]", value_parser = spot, allow_hyphen_values = true, requires = "to")]
    from: Option<Spot>,
    /// Where it leads to
    #[arg(long, value_name = "X,Y[,Z]", value_parser = spot, allow_hyphen_values = true, requires = "from")]
    to: Option<Spot>,
    /// The radius of the agent, in metres
    #[arg(long, value_name = "METRES", default_value_t = 0.0, allow_hyphen_values = true)]
    radius: f64,
    /// Extra clearance in metres: keep up to this much more than the radius from walls, where there is room
    #[arg(long, value_name = "METRES", default_value_t = 0.0, allow_hyphen_values = true, requires = "from")]
    comfort: f64,
    /// With --comfort: upper bound on the length, as a multiple of the shortest path's
    #[arg(long, value_name = "FACTOR", default_value_t = 1.1, allow_hyphen_values = true, requires = "comfort")]
    detour: f64,
    /// Draw the map with the path
    #[arg(long, value_name = "FILE", requires = "from")]
    svg: Option<PathBuf>,
    /// Write the answer as JSON; - is standard output. A path's "points" keep the radius, its "pieces" are straight or arcs
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// All queries of a Moving AI .scen, between the integer coordinates themselves, compared with its grid lengths
    #[arg(long, value_name = "FILE")]
    scen: Option<PathBuf>,
    /// All queries of a .csv with columns sx, sy, gx, gy and, to compare with, length
    #[arg(long, value_name = "FILE")]
    queries: Option<PathBuf>,
    /// In a scene with layers: what a metre of climbing costs, in metres of way; and a metre of going down. "inf": nobody does
    #[arg(long, value_name = "UP[,DOWN]", value_parser = climb, allow_hyphen_values = true, requires = "from")]
    climb: Option<[f64; 2]>,
    #[command(flatten)]
    level: level::Arguments,
}

/// Reads what climbing costs.
fn climb(text: &str) -> Result<[f64; 2], String> {
    let cost = |text: &str| text.trim().parse::<f64>().ok().filter(|cost| *cost >= 0.0);
    let both = text.split_once(',').map_or(Some([cost(text), Some(0.0)]), |(up, down)| Some([cost(up), cost(down)]));
    match both {
        Some([Some(up), Some(down)]) => Ok([up, down]),
        _ => {
            Err("what climbing costs is a number of at least 0, or two with a comma between, such as 3 or 3,0.5"
                .to_owned())
        }
    }
}

/// Reads a point.
pub(crate) fn point(text: &str) -> Result<Point, String> {
    let coordinate = |text: &str| text.trim().parse::<f64>().ok().filter(|c| c.is_finite());
    text.split_once(',')
        .and_then(|(x, y)| Some(Point::new(coordinate(x)?, coordinate(y)?)))
        .ok_or_else(|| "a point is two numbers with a comma between, such as 3.5,-2".to_owned())
}

/// A point, and how high it is.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Spot {
    point: Point,
    z: Option<f64>,
}

/// Reads a point with or without a height.
fn spot(text: &str) -> Result<Spot, String> {
    let Some((plan, z)) = text.rsplit_once(',').filter(|(plan, _)| plan.contains(',')) else {
        return point(text).map(|point| Spot { point, z: None });
    };
    let height = z.trim().parse::<f64>().ok().filter(|z| z.is_finite());
    let height = height.ok_or_else(|| "a height is a number, such as in 3.5,-2,1.8".to_owned())?;
    point(plan).map(|point| Spot { point, z: Some(height) })
}

pub(crate) fn run(arguments: &Arguments) -> Result<Code, Box<dyn Error>> {
    say::keep_for_json(arguments.json.as_deref());
    if level::is_level(&arguments.scene) {
        let ground = level::open(&arguments.scene, &arguments.level)?;
        return layered::run(arguments, ground.map, |layer| layer.to_string());
    }
    if let Some(scene) = scenes::layered(&arguments.scene)? {
        let map = scene.build().map_err(|reason| format!("{}: {reason}", arguments.scene))?.map;
        return layered::run(arguments, map, layered::names(&scene));
    }
    if arguments.climb.is_some() {
        let message = format!("{} has no layers: there is nothing to climb", arguments.scene);
        return Err(Failure { code: Code::Usage, message }.into());
    }
    if [arguments.from, arguments.to].into_iter().flatten().any(|spot| spot.z.is_some()) {
        let message = format!("{} has no layers: a point is X,Y", arguments.scene);
        return Err(Failure { code: Code::Usage, message }.into());
    }
    let (map, _) = scenes::open(&arguments.scene)?;
    let json = arguments.json.as_deref();
    if let Some(file) = &arguments.scen {
        return batch::run(&map, &batch::read_scen(file)?, arguments.radius, file, json);
    }
    if let Some(file) = &arguments.queries {
        let queries = navigant::files::internals::read_queries(file)?;
        return batch::run(&map, &queries, arguments.radius, file, json);
    }
    let (Some(from), Some(to)) = (arguments.from, arguments.to) else {
        return Err("both --from and --to are needed".into());
    };
    let (from, to) = (from.point, to.point);
    let mut finder = PathFinder::new();
    let start = Instant::now();
    let query = Query::new(from, to).with_radius(arguments.radius).with_comfort(arguments.comfort, arguments.detour);
    let answer = finder.find(&map, &query);
    let seconds = start.elapsed().as_secs_f64();
    if let Some(file) = &arguments.svg {
        let points = answer.as_ref().map_or_else(|_| Vec::new(), |path| as_json::polyline(path));
        let style = svg::Style { band: arguments.radius, ..svg::Style::default() };
        let picture = svg::draw_paths(&map, &style, &[&points]);
        std::fs::write(file, picture).map_err(|reason| format!("{}: {reason}", file.display()))?;
    }
    say::json(json, &as_json::answer(answer.as_ref().map(|path| *path)))?;
    let code = match answer {
        Ok(path) => {
            say!("{} m, {} bends, found in {:.1} µs:", path.length, path.bends.len(), seconds * 1e6);
            path.points.iter().for_each(|p| say!("  {p}"));
            Code::Done
        }
        Err(reason) if as_json::is_misuse(&reason) => {
            return Err(Failure { code: Code::Usage, message: reason.to_string() }.into());
        }
        Err(reason) => {
            say!("no path from {from} to {to}: {reason}");
            Code::Nothing
        }
    };
    if let Some(file) = &arguments.svg {
        say!("drawn to {}", file.display());
    }
    Ok(code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_are_two_numbers_and_anything_else_is_explained() {
        assert_eq!(point("3.5,-2"), Ok(Point::new(3.5, -2.0)));
        assert_eq!(point(" 1e3 , .5 "), Ok(Point::new(1000.0, 0.5)));
        for text in ["", "3", "3;4", "3,", "3,4,5", "nan,1", "1,inf"] {
            assert!(point(text).unwrap_err().contains("such as"), "{text}");
        }
        assert_eq!(
            (climb("3"), climb("2, 0.5"), climb("inf")),
            (Ok([3.0, 0.0]), Ok([2.0, 0.5]), Ok([f64::INFINITY, 0.0]))
        );
        for text in ["", "-1", "1,", "nan", "1,-2", "1,2,3"] {
            assert!(climb(text).unwrap_err().contains("such as"), "{text}");
        }
        assert_eq!(spot("3.5,-2,1"), Ok(Spot { point: Point::new(3.5, -2.0), z: Some(1.0) }));
        assert_eq!(spot("3.5,-2"), Ok(Spot { point: Point::new(3.5, -2.0), z: None }));
        for text in ["", "3", "3,", "3,4,", "3,4,nan", "1,2,3,4", ",,"] {
            assert!(spot(text).unwrap_err().contains("such as"), "{text}");
        }
    }
}
