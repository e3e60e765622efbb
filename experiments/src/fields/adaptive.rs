//! Uniform against adaptive: a field over the embedded city with cells of one size, and with squares that are as large as there is room.

use super::rows::Rows;
use super::solver::Device;
use super::{Args, ms};
use crate::frame::{Comparison, Report};
use navigant_field::{AdaptiveField, MapField};
use navigant_mesh::internals::{AdaptiveGridInternals as _, MapGridInternals as _};
use navigant_mesh::{Map, Outline, Point};
use navigant_testing::rng::Rng;
use std::error::Error;
use std::time::Instant;

/// The map.
const CITY: &str = "city";
/// Cells, in metres: such that the uniform grid of a square kilometre can still be made.
const CELL: f64 = 0.5;
/// People, in metres.
const RADIUS: f64 = 0.25;
/// Paths that are compared, from places drawn at random.
const PATHS: usize = 1000;
/// Boxes that come and go.
const EDITS: usize = 100;

/// Times and compares both over the city.
///
/// # Errors
/// When there is no map or no field.
pub(super) fn run(
    args: &Args,
    device: Option<&Device>,
    rows: &mut Rows,
    report: &mut Report,
) -> Result<(), Box<dyn Error>> {
    if rows.is_spent() {
        return Ok(());
    }
    let (seed, cell) = (args.options.seed, if args.options.quick { 2.0 * CELL } else { CELL });
    let mut map = navigant_simulation::embedded::scene(CITY)?.build()?.map;
    let mut rng = Rng::new(seed);
    let floor = map.floor_bounds().ok_or("no floor")?;
    let (width, height) = floor.size();
    let mut place = |map: &Map| -> Point {
        loop {
            let p = Point::new(floor.min.x + rng.range(0.0..width), floor.min.y + rng.range(0.0..height));
            if map.has_room_at(p, 2.0) {
                return p;
            }
        }
    };
    let goal = place(&map);
    // What the map knows of itself is found once for both.
    let _ = map.clearance_at(goal);
    let size = (width / cell) as u32;
    let start = Instant::now();
    let uniform = MapField::of(&map, cell, RADIUS, &[goal])?;
    rows.add(CITY, size, "whole, with its grid", "uniform cells", ms(start), cells(uniform.grid().open_count()));
    let start = Instant::now();
    let mut adaptive = AdaptiveField::of(&map, cell, RADIUS, &[goal])?;
    rows.add(CITY, size, "whole, with its grid", "squares", ms(start), cells(adaptive.grid().open_count()));
    let fewer = uniform.grid().open_count() as f64 / adaptive.grid().open_count() as f64;
    let (mut sums, mut compared, mut worst) = ([0.0; 4], 0, 0.0f64);
    let start = Instant::now();
    for from in (0..PATHS).map(|_| place(&map)).collect::<Vec<_>>() {
        let path: Vec<Point> = adaptive.path(&map, from).into_iter().map(Point::from).collect();
        let (Some(distance), Some(by_centres)) = (uniform.distance(from), adaptive.distance(&map, from)) else {
            continue;
        };
        // Both from the point itself: the uniform way begins at the centre of its cell.
        let grid = uniform.grid();
        let first =
            grid.cell_at(from).and_then(|cell| grid.centre(&map, cell)).map_or(0.0, |centre| from.distance(centre));
        let length: f64 = path.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        if path.len() < 2 || distance < 10.0 {
            continue;
        }
        // The uniform way string-pulled as well: then both are of any angle.
        let centres = grid.cell_at(from).into_iter().flat_map(|cell| uniform.field().path(cell));
        let uniform_pulled = pulled(&map, from, centres.filter_map(|cell| grid.centre(&map, cell)));
        for (sum, part) in sums.iter_mut().zip([first + distance, length, by_centres, uniform_pulled]) {
            *sum += part;
        }
        compared += 1;
        worst = worst.max(length / (first + distance));
    }
    let [whole, squares, by_centres, uniform_pulled] = sums;
    let note = format!(
        "{compared} paths: {:.4} of the uniform grid's cost, {worst:.4} at most; {:.4} of its string-pulled paths; {:.4} by the centres, before \
         string pulling",
        squares / whole,
        squares / uniform_pulled,
        by_centres / whole
    );
    rows.add(CITY, size, "a path", "squares", ms(start) / compared.max(1) as f64, note);
    let followed = |map: &Map| {
        let start = Instant::now();
        let work = adaptive.follow(map)?;
        Ok((ms(start), work.expanded + work.raised))
    };
    edits((&mut map, size, "squares"), followed, &mut place, rows)?;
    if let Some(device) = device {
        on_device(device, &mut map, (goal, cell, size), &mut place, rows)?;
    }
    report.compare(Comparison::at_least("city: open cells, uniform against squares", 10.0, fewer, "×"));
    report.compare(Comparison::at_most("city: cost of paths, squares against uniform", 1.02, squares / whole, "×"));
    report.compare(Comparison::at_most("city: the same, both string-pulled", 1.02, squares / uniform_pulled, "×"));
    Ok(())
}

/// The length of a way from a point along others, string-pulled as the paths over squares are.
fn pulled(map: &Map, from: Point, along: impl Iterator<Item = Point>) -> f64 {
    let (mut last, mut ahead, mut length) = (from, None, 0.0);
    for next in along {
        if let Some(kept) = ahead
            && !map.sees_as_disc(last, next, RADIUS)
        {
            length += last.distance(kept);
            last = kept;
        }
        ahead = Some(next);
    }
    length + ahead.map_or(0.0, |end| last.distance(end))
}

/// The same squares with the costs found on a device.
#[cfg(feature = "gpu")]
fn on_device(
    device: &Device,
    map: &mut Map,
    (goal, cell, size): (Point, f64, u32),
    place: &mut impl FnMut(&Map) -> Point,
    rows: &mut Rows,
) -> Result<(), Box<dyn Error>> {
    let start = Instant::now();
    let mut field = navigant_gpu::GpuAdaptiveField::of(device, map, cell, RADIUS, &[goal])?;
    let (time, work) = (ms(start), field.work());
    let count = field.field().grid().open_count();
    let note = format!(
        "{}; {} rounds, {:.1} visits of a square",
        cells(count),
        work.rounds,
        work.visits as f64 / count as f64
    );
    rows.add(CITY, size, "whole, with its grid", "squares, GPU", time, note);
    let followed = |map: &Map| {
        let before = field.work().visits;
        let start = Instant::now();
        field.follow(map)?;
        let time = ms(start);
        // The count begins again when all costs are found again.
        let visits = field.work().visits;
        Ok((time, visits.checked_sub(before).unwrap_or(visits)))
    };
    edits((map, size, "squares, GPU"), followed, place, rows)
}

#[cfg(not(feature = "gpu"))]
fn on_device(
    device: &Device,
    _: &mut Map,
    _: (Point, f64, u32),
    _: &mut impl FnMut(&Map) -> Point,
    _: &mut Rows,
) -> Result<(), Box<dyn Error>> {
    match *device {}
}

/// Boxes of 2 m come and go, and a field follows each: it says how many milliseconds and how many squares that took.
fn edits(
    (map, size, solver): (&mut Map, u32, &str),
    mut follow: impl FnMut(&Map) -> Result<(f64, u64), Box<dyn Error>>,
    place: &mut impl FnMut(&Map) -> Point,
    rows: &mut Rows,
) -> Result<(), Box<dyn Error>> {
    let (mut time, mut taken) = (0.0, 0);
    for _ in 0..EDITS {
        let p = place(map);
        let id = map.insert(&Outline::rectangle([p.x - 1.0, p.y - 1.0], [p.x + 1.0, p.y + 1.0]))?;
        for is_there in [true, false] {
            if !is_there {
                map.remove(id)?;
            }
            let (took, squares) = follow(map)?;
            time += took;
            taken += squares;
        }
    }
    let count = 2 * EDITS as u64;
    let note = format!("mean of {count} edits of 2 × 2 m, {} squares each", taken / count);
    rows.add(CITY, size, "repair", solver, time / count as f64, note);
    Ok(())
}

fn cells(count: usize) -> String {
    format!("{count} open cells")
}
