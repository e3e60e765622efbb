//! What a radius costs: the same queries for a point and for a disc, on the same maps.
//!
//! `cargo run --release -p navigant-testing --example radius_cost -- DATA [RADIUS [QUERIES]]`; DATA is a folder as
//! `../shared/data`. Of each query the fastest of three passes counts. Printed for each map: mean times and expansions.

use navigant_files::Scene;
use navigant_files::internals::{ReferenceLength, ReferenceQuery, read_queries};
use navigant_mesh::Map;
use navigant_mesh::internals::MapInternals as _;
use navigant_search::plane::{PathFinder, Query};
use std::error::Error;
use std::path::{Path, PathBuf};
use std::time::Instant;

const PASSES: usize = 3;

/// What the queries of a map took.
#[derive(Default)]
struct Cost {
    mean_us: f64,
    expansions: f64,
    length: f64,
}

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let data = PathBuf::from(arguments.next().ok_or("where are the maps?")?);
    let radius: f64 = arguments.next().map_or(Ok(0.4), |text| text.parse())?;
    let most: usize = arguments.next().map_or(Ok(200), |text| text.parse())?;
    println!("{:<26} {:>7} {:>7} {:>18} {:>18} {:>6}", "map", "faces", "queries", "r = 0", "disc", "ratio");
    let mut ratios = Vec::new();
    for (name, scene, queries) in maps(&data)? {
        let map = Scene::read(&scene)?.build()?.map;
        let queries = fitting(&map, read_queries(&queries)?, radius, most);
        if queries.is_empty() {
            continue;
        }
        let [point, disc] = [0.0, radius].map(|radius| measure(&map, &queries, radius));
        let ratio = disc.mean_us / point.mean_us;
        println!(
            "{name:<26} {:>7} {:>7} {:>8.1} µs {:>6.0} {:>8.1} µs {:>6.0} {ratio:>6.2}   {:.6}",
            map.face_count(),
            queries.len(),
            point.mean_us,
            point.expansions,
            disc.mean_us,
            disc.expansions,
            disc.length
        );
        ratios.push(ratio);
    }
    let mean = (ratios.iter().map(|ratio| ratio.ln()).sum::<f64>() / ratios.len() as f64).exp();
    let worst = ratios.iter().copied().fold(0.0, f64::max);
    println!("ratio {mean:.2} (geometric mean), {worst:.2} at most");
    Ok(())
}

/// A name, the file of a scene, and that of queries.
type Named = (String, PathBuf, PathBuf);

/// Maps with queries.
fn maps(data: &Path) -> Result<Vec<Named>, Box<dyn Error>> {
    let mut maps = Vec::new();
    for entry in std::fs::read_dir(data.join("iron_harvest"))? {
        let scene = entry?.path();
        if scene.extension().is_some_and(|e| e == "txt") {
            let name = scene.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            maps.push((name, scene.clone(), scene.with_extension("csv")));
        }
    }
    for folder in std::fs::read_dir(data.join("lengths"))? {
        let folder = folder?;
        for entry in std::fs::read_dir(folder.path())? {
            let queries = entry?.path();
            let stem = queries.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            let name = format!("{}/{stem}", folder.file_name().to_string_lossy());
            let scene = data.join("movingai").join(format!("{name}.map"));
            maps.push((name, scene, queries));
        }
    }
    maps.retain(|(_, scene, queries)| scene.exists() && queries.exists());
    maps.sort();
    Ok(maps)
}

/// Some queries that a disc can fulfil, evenly chosen.
fn fitting(map: &Map, mut queries: Vec<ReferenceQuery>, radius: f64, most: usize) -> Vec<ReferenceQuery> {
    queries.retain(|q| q.length != ReferenceLength::NoPath);
    let step = queries.len().div_ceil(4 * most).max(1);
    let mut fitting: Vec<ReferenceQuery> = queries
        .into_iter()
        .step_by(step)
        .filter(|q| map.has_room_at(q.from, radius) && map.has_room_at(q.to, radius))
        .filter(|q| map.reaches(q.from, q.to, radius))
        .collect();
    let step = fitting.len().div_ceil(most).max(1);
    let mut index = 0;
    fitting.retain(|_| {
        index += 1;
        (index - 1) % step == 0
    });
    fitting
}

fn measure(map: &Map, queries: &[ReferenceQuery], radius: f64) -> Cost {
    let mut finder = PathFinder::new();
    let mut fastest = vec![f64::INFINITY; queries.len()];
    let mut cost = Cost::default();
    for pass in 0..PASSES {
        for (query, fastest) in queries.iter().zip(&mut fastest) {
            let start = Instant::now();
            let found = finder.find(map, &Query::new(query.from, query.to).with_radius(radius));
            *fastest = fastest.min(start.elapsed().as_secs_f64() * 1e6);
            let length = found.map_or(f64::NAN, |path| path.length);
            if pass == 0 {
                cost.length += length;
                cost.expansions += finder.expansions() as f64 / queries.len() as f64;
            }
        }
    }
    cost.mean_us = fastest.iter().sum::<f64>() / queries.len() as f64;
    cost
}
