//! `navigant demo`: an embedded city in which obstacles come and go.

use crate::say::say;
use crate::scenes;
use navigant::files::svg;
use navigant::mesh::internals::{ChangeInternals as _, MapInternals as _};
use navigant::prelude::*;
use navigant::simulation::embedded;
use std::error::Error;
use std::path::PathBuf;
use std::time::{Duration, Instant};

#[derive(clap::Args)]
pub(crate) struct Arguments {
    /// Where to draw the city as it is in the end
    #[arg(long, value_name = "FILE", default_value = "navigant-demo.svg")]
    svg: PathBuf,
}

impl Default for Arguments {
    fn default() -> Self {
        Arguments { svg: "navigant-demo.svg".into() }
    }
}

/// What an edit cost.
struct Cost {
    time: Duration,
    faces: usize,
}

pub(crate) fn run(arguments: &Arguments) -> Result<(), Box<dyn Error>> {
    let scene = embedded::scene("town")?;
    let start = Instant::now();
    let (mut map, _) = scenes::build(&scene)?;
    say!(
        "A city of {} obstacles: {} vertices, {} faces, {:.0} m² walkable, built in {:.1} ms.\n",
        scene.obstacles.len(),
        map.vertex_count(),
        map.face_count(),
        map.free_area(),
        start.elapsed().as_secs_f64() * 1e3
    );
    say!("{:<44} {:>9} {:>14} {:>14}", "edit", "time", "faces touched", "free area");
    let costs = edit(&mut map)?;
    say!("");
    let mut times: Vec<f64> = costs.iter().map(|c| c.time.as_secs_f64() * 1e6).collect();
    times.sort_by(f64::total_cmp);
    let faces: usize = costs.iter().map(|c| c.faces).sum();
    say!(
        "{} edits: median {:.1} µs, slowest {:.1} µs, {:.1} of {} faces touched on average; nothing was rebuilt.",
        costs.len(),
        times[times.len() / 2],
        times[times.len() - 1],
        faces as f64 / costs.len() as f64,
        map.face_count()
    );
    std::fs::write(&arguments.svg, svg::draw(&map, &svg::Style::default()))
        .map_err(|reason| format!("{}: {reason}", arguments.svg.display()))?;
    say!("The city as it is now: {}", arguments.svg.display());
    Ok(())
}

/// A market is set up, a bus drives through it, a building is pulled down.
fn edit(map: &mut Map) -> Result<Vec<Cost>, Box<dyn Error>> {
    let mut costs = Vec::new();
    let square = Point::new(155.0, 117.0);
    let mut stalls = Vec::new();
    for (i, (dx, dy)) in
        [(-4.0, -3.0), (0.0, -3.0), (4.0, -3.0), (-4.0, 3.0), (0.0, 3.0), (4.0, 3.0)].into_iter().enumerate()
    {
        let stall =
            Outline::rectangle([square.x + dx - 1.5, square.y + dy - 1.0], [square.x + dx + 1.5, square.y + dy + 1.0]);
        let id = timed(map, &mut costs, &format!("insert market stall {}", i + 1), |map| map.insert(&stall))?;
        stalls.push(id);
    }
    let bus = |at: f64| {
        // Turning a little as it goes, so that nothing lines up.
        let (sin, cos) = (0.1 * at).sin_cos();
        let (x, y) = (square.x - 30.0 + 6.0 * at, square.y + 8.0 * sin);
        let corner = |along: f64, across: f64| [x + along * cos - across * sin, y + along * sin + across * cos];
        Outline::polygon([corner(-6.0, -1.3), corner(6.0, -1.3), corner(6.0, 1.3), corner(-6.0, 1.3)])
    };
    let driving = timed(map, &mut costs, "insert bus", |map| map.insert(&bus(0.0)))?;
    for step in 1..=10 {
        timed(map, &mut costs, &format!("move bus by 6 m ({step})"), |map| {
            map.move_to(driving, &bus(f64::from(step)))
        })?;
    }
    for (i, id) in stalls.into_iter().enumerate().skip(3) {
        timed(map, &mut costs, &format!("remove market stall {}", i + 1), |map| map.remove(id))?;
    }
    let building =
        map.obstacles().max_by_key(|&id| map.outline(id).map_or(0, |o| o.iter().map(|c| c.1.len()).sum::<usize>()));
    if let Some(id) = building {
        timed(map, &mut costs, "pull down the most intricate building", |map| map.remove(id))?;
    }
    let fence = Outline::polyline((0..24).map(|i| {
        let (sin, cos) = (f64::from(i) * 0.25).sin_cos();
        [square.x + 14.0 * cos, square.y + 14.0 * sin]
    }));
    timed(map, &mut costs, "insert fence around the market", |map| map.insert(&fence))?;
    Ok(costs)
}

fn timed<T, E: Error + 'static>(
    map: &mut Map,
    costs: &mut Vec<Cost>,
    what: &str,
    edit: impl FnOnce(&mut Map) -> Result<T, E>,
) -> Result<T, Box<dyn Error>> {
    let start = Instant::now();
    let result = edit(map)?;
    let time = start.elapsed();
    let faces = map.change().faces_touched();
    say!("{what:<44} {:>6.1} µs {faces:>14} {:>11.1} m²", time.as_secs_f64() * 1e6, map.free_area());
    costs.push(Cost { time, faces });
    Ok(result)
}
