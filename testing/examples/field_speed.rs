//! How long a field takes beside Dijkstra's algorithm on the same grid: `field_speed [SIZE] [MAP…]`.

use navigant_field::Field;
use navigant_mesh::{CellId, Grid};
use navigant_search::graph::{Budget, Dijkstra};
use navigant_testing::rng::Rng;
use std::time::Instant;

fn main() {
    let mut args = std::env::args().skip(1);
    let size: u32 = args.next().and_then(|text| text.parse().ok()).unwrap_or(1024);
    let with_dijkstra = !args.any(|arg| arg == "--alone");
    for (name, heaviest, blocked) in [("open", 1, 0.0), ("weighted", 9, 0.1)] {
        let mut rng = Rng::new(7);
        let weights =
            (0..size * size).map(|_| if rng.chance(blocked) { 0 } else { rng.between(1, heaviest) as u8 }).collect();
        let mut grid = Grid::from_weights(size, size, weights).expect("a grid");
        let goal = CellId(size / 2 * size + size / 2);
        let _ = grid.set(grid.cell(goal).expect("a cell"), std::num::NonZeroU8::MIN);
        if with_dijkstra {
            let start = Instant::now();
            let mut dijkstra = Dijkstra::new();
            let answer = dijkstra.flood(&grid, goal.into(), Budget::UNLIMITED).expect("a flood");
            println!(
                "{name} {size}²: Dijkstra {:.3} s, {} expansions",
                start.elapsed().as_secs_f64(),
                answer.expansions
            );
        }
        compare(&format!("{name} {size}²"), &grid, goal);
    }
}

/// The best of five runs each, taken in turns.
fn compare(name: &str, grid: &Grid, goal: CellId) {
    let field = |threads| Field::new(grid, &[goal]).expect("a field").with_threads(threads);
    let cores = std::thread::available_parallelism().map_or(2, usize::from).max(2);
    let mut numbers = vec![1, 2, 4, cores];
    numbers.retain(|&threads| threads <= cores);
    numbers.dedup();
    let mut runs: Vec<_> = numbers.into_iter().map(|threads| (threads, field(threads), f64::INFINITY)).collect();
    let mut work = Default::default();
    for _ in 0..5 {
        for (_, field, best) in &mut runs {
            field.restart();
            let start = Instant::now();
            work = field.compute().expect("in range");
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    for (threads, _, best) in &runs {
        println!("{name}: {threads} threads {:.1} ms", best * 1e3);
    }
    println!("{name}: at last {work:?}");
    for (threads, field, _) in &runs {
        let start = Instant::now();
        let table = field.directions();
        let time = start.elapsed().as_secs_f64() * 1e3;
        println!(
            "{name}: {threads} threads, table of directions {time:.1} ms, {:?} at the first cell",
            table.get(CellId(0))
        );
    }
}
