//! How long outlines take that are hard on a map: built with it, inserted into it, removed from it; and how large what they are
//! rounded to is: vertices, and edges as often as segments run along them, which is what the time follows.
//!
//! `cargo run --release -p navigant-testing --example hostile_outlines [FAMILY N]`

use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Map, Outline};
use std::f64::consts::TAU;
use std::time::Instant;

/// Segments that run to and fro along nearly the same line and cross each other many times.
fn to_and_fro(n: u32) -> Outline {
    let step = 2f64.powi(-20);
    Outline::polyline((0..=n).map(|i| {
        let along = 2.0 * (f64::from(i) * 0.618_033_988_75).fract();
        [if i % 2 == 0 { 10.0 } else { 50.0 } + along, 32.0 + f64::from(i * 37 % 101 % 5) * step]
    }))
}

/// Corners on a circle.
fn circle(n: u32) -> Outline {
    Outline::polygon((0..n).map(|i| {
        let (sin, cos) = (TAU * f64::from(i) / f64::from(n)).sin_cos();
        [32.0 + 20.0 * cos, 32.0 + 20.0 * sin]
    }))
}

/// Corners on a circle with waves.
fn wavy(n: u32) -> Outline {
    Outline::polygon((0..n).map(|i| {
        let (sin, cos) = (TAU * f64::from(i) / f64::from(n)).sin_cos();
        let reach = 20.0 + (TAU * f64::from(i) / 64.0).sin();
        [32.0 + reach * cos, 32.0 + reach * sin]
    }))
}

/// A star whose sides all cross each other.
fn star(n: u32) -> Outline {
    let n = n | 1;
    Outline::polygon((0..n).map(|i| {
        let (sin, cos) = (TAU * f64::from(i * (n / 2) % n) / f64::from(n)).sin_cos();
        [32.0 + 20.0 * cos, 32.0 + 20.0 * sin]
    }))
}

type Family = (&'static str, fn(u32) -> Outline, [u32; 3]);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let families: [Family; 4] = [
        ("to_and_fro", to_and_fro, [100, 200, 400]),
        ("star", star, [101, 201, 401]),
        ("wavy", wavy, [25_000, 50_000, 100_000]),
        ("circle", circle, [25_000, 50_000, 100_000]),
    ];
    let wanted = std::env::args().nth(1);
    let size = std::env::args().nth(2).and_then(|n| n.parse().ok());
    println!(
        "{:<12} {:>8} {:>10} {:>10} {:>10} {:>10} {:>10}",
        "family", "n", "vertices", "edges", "build", "insert", "remove"
    );
    for (name, outline, sizes) in families.into_iter().filter(|f| wanted.as_ref().is_none_or(|w| w == f.0)) {
        for n in sizes.into_iter().take(if size.is_some() { 1 } else { 3 }) {
            let n = size.unwrap_or(n);
            let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
            let outline = outline(n);
            let start = Instant::now();
            let (built, _) = Map::build(std::slice::from_ref(&floor), std::slice::from_ref(&outline))?;
            let build = start.elapsed();
            let mut map = Map::new(&floor)?;
            let start = Instant::now();
            let id = map.insert(&outline)?;
            let insert = start.elapsed();
            let start = Instant::now();
            map.remove(id)?;
            let remove = start.elapsed();
            let [build, insert, remove] = [build, insert, remove].map(|t| 1e3 * t.as_secs_f64());
            let vertices = built.vertex_count();
            let sides = built.faces().flat_map(FaceId::edges).map(|e| built.multiplicity(e));
            let edges = sides.sum::<usize>() / 2;
            println!("{name:<12} {n:>8} {vertices:>10} {edges:>10} {build:>7.0} ms {insert:>7.0} ms {remove:>7.0} ms");
        }
    }
    Ok(())
}
