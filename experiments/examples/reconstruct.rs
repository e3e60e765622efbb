//! Looks for grids that give the published totals 31, 27 and 20: see `anytime::example`.
//!
//! Draws random walls with one island among them, so that two corridors lead round it. For each wall cell near where the
//! robot is after two steps, with wall on two opposite sides, counts what the searches expand when that cell turns out to
//! be a gap. Takes a seed and a number of drawings: `cargo run --release -p navigant-experiments --example reconstruct 2 40000000`.

use navigant_experiments::anytime::example::{Example, Run, total};
use navigant_testing::rng::Rng;

const AROUND: [(i32, i32); 8] = [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)];

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|argument| argument.parse().ok());
    let (seed, drawings): (u64, u64) = (arguments.next().unwrap_or(2), arguments.next().unwrap_or(1_000_000));
    let mut rng = Rng::new(seed);
    let (mut best, mut grids, mut gaps) = (u64::MAX, 0u64, 0u64);
    for _ in 0..drawings {
        let Some(mut example) = draw(&mut rng) else { continue };
        grids += 1;
        let Ok(Some(steps)) = example.d_star_lite() else { continue };
        let Some(robot) = steps[0].path.get(2).map(|state| state.0) else { continue };
        for gap in walls_near(&example, robot) {
            gaps += 1;
            example.gap = gap;
            let Ok(Some(run)) = example.run() else { continue };
            let off = distance(&run);
            if off < best || off == 0 {
                best = off;
                println!("off by {off}: A* {}, D* Lite {}, AD* {}", counts(&run)[0], counts(&run)[1], counts(&run)[2]);
                show(&example);
            }
        }
    }
    println!("{grids} grids with one island, {gaps} gaps; the best is off by {best}");
}

fn counts(run: &Run) -> [String; 3] {
    [&run.a_star, &run.d_star_lite, &run.ad_star].map(|steps| {
        let counts: Vec<String> = steps.iter().map(|step| step.expansions.to_string()).collect();
        format!("{} = {}", counts.join(" + "), total(steps))
    })
}

/// How far the counts are from the published ones. A gap that does not shorten the way does not count at all.
fn distance(run: &Run) -> u64 {
    let shortens = |steps: &Vec<_>| match &steps[..] {
        [first, .., last] => Example::shortens(first, last),
        _ => false,
    };
    if ![&run.a_star, &run.d_star_lite, &run.ad_star].into_iter().all(shortens) {
        return u64::MAX;
    }
    let ad_star: u64 = run.ad_star.iter().zip([15, 0, 5]).map(|(step, want)| step.expansions.abs_diff(want)).sum();
    total(&run.a_star).abs_diff(31) + total(&run.d_star_lite).abs_diff(27) + ad_star
}

fn show(example: &Example) {
    for (y, row) in example.blocked.chunks(example.width as usize).enumerate() {
        let sign = |(x, &blocked): (usize, &bool)| match blocked {
            true if y * example.width as usize + x == example.gap as usize => 'g',
            true => '#',
            false => '.',
        };
        println!("  {}", row.iter().enumerate().map(sign).collect::<String>());
    }
}

/// A grid of five to eight cells each way with two to five walls, exactly one group of which touches no edge.
fn draw(rng: &mut Rng) -> Option<Example> {
    let (width, height) = (rng.between(5, 8), rng.between(5, 8));
    let mut blocked = vec![false; (width * height) as usize];
    for _ in 0..rng.between(2, 5) {
        let (x, y, length, across) = (rng.below(width), rng.below(height), rng.between(2, 6), rng.one_in(2));
        for i in 0..length {
            let (x, y) = if across { (x + i, y) } else { (x, y + i) };
            if x < width && y < height {
                blocked[(y * width + x) as usize] = true;
            }
        }
    }
    if blocked[0] || blocked[blocked.len() - 1] {
        return None;
    }
    let example = Example { width, height, blocked, gap: 0, cuts_corners: rng.one_in(2) };
    (islands(&example) == 1).then_some(example)
}

fn is_blocked(example: &Example, x: i32, y: i32) -> bool {
    let inside = (0..example.width as i32).contains(&x) && (0..example.height as i32).contains(&y);
    inside && example.blocked[(y * example.width as i32 + x) as usize]
}

/// Groups of blocked cells (touching at sides or corners) that do not touch the edge of the grid.
fn islands(example: &Example) -> usize {
    let (width, height) = (example.width as i32, example.height as i32);
    let mut seen = vec![false; example.blocked.len()];
    let mut count = 0;
    for first in 0..width * height {
        if !example.blocked[first as usize] || std::mem::replace(&mut seen[first as usize], true) {
            continue;
        }
        let (mut group, mut inside) = (vec![first], true);
        while let Some(cell) = group.pop() {
            let (x, y) = (cell % width, cell / width);
            inside &= x > 0 && y > 0 && x < width - 1 && y < height - 1;
            for (dx, dy) in AROUND {
                let next = (y + dy) * width + x + dx;
                if is_blocked(example, x + dx, y + dy) && !std::mem::replace(&mut seen[next as usize], true) {
                    group.push(next);
                }
            }
        }
        count += usize::from(inside);
    }
    count
}

/// Cells within two of the robot that are wall, with wall on two opposite sides.
fn walls_near(example: &Example, robot: u32) -> Vec<u32> {
    let place = |cell: u32| ((cell % example.width) as i32, (cell / example.width) as i32);
    let (rx, ry) = place(robot);
    let fits = |&cell: &u32| {
        let (x, y) = place(cell);
        let between = |dx, dy| is_blocked(example, x + dx, y + dy) && is_blocked(example, x - dx, y - dy);
        let near = (x - rx).abs() <= 2 && (y - ry).abs() <= 2;
        near && is_blocked(example, x, y) && (between(1, 0) || between(0, 1))
    };
    (0..example.width * example.height).filter(fits).collect()
}
