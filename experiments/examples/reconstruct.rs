//! Looks for grids that give the published totals 31, 27 and 20: see `anytime::example`.
//!
//! Draws random grids of bars with one island, so that two corridors lead round it; blocks the start and goal never. For each
//! wall cell that the robot could see after two steps, counts what the searches expand when it turns out to be a gap.

use navigant_experiments::anytime::example::{Example, total};
use navigant_testing::rng::Rng;

fn main() {
    let mut arguments = std::env::args().skip(1).filter_map(|a| a.parse::<u64>().ok());
    let (seed, tries) = (arguments.next().unwrap_or(1), arguments.next().unwrap_or(1_000_000));
    let mut rng = Rng::new(seed);
    let mut best = u64::MAX;
    let (mut tried, mut counted) = (0u64, 0u64);
    for _ in 0..tries {
        let Some(mut example) = draw(&mut rng) else { continue };
        tried += 1;
        let Ok(Some(d)) = example.d_star_lite() else { continue };
        if d[0].expansions > 27 || d[0].expansions < 12 {
            continue;
        }
        for gap in gaps(&example, d[0].path[2].0) {
            example.gap = gap;
            counted += 1;
            let Ok(Some(run)) = example.run() else { continue };
            // The gap must be worth it for everyone.
            if [&run.a_star, &run.d_star_lite, &run.ad_star].iter().any(|s| s[s.len() - 1].cost >= s[0].cost.map(|c| c - 2.0)) {
                continue;
            }
            let counts: Vec<u64> = run.ad_star.iter().map(|s| s.expansions).collect();
            let off = total(&run.a_star).abs_diff(31) + total(&run.d_star_lite).abs_diff(27) + counts[0].abs_diff(15) + counts[1] + counts[2].abs_diff(5);
            if off < best || off == 0 {
                best = off;
                println!("off by {off}: A* {}+{} D* Lite {}+{} AD* {counts:?} corners {}", run.a_star[0].expansions, run.a_star[1].expansions, run.d_star_lite[0].expansions, run.d_star_lite[1].expansions, example.cuts_corners);
                show(&example);
            }
        }
    }
    println!("{tried} grids, {counted} gaps, best is off by {best}");
}

fn show(e: &Example) {
    for y in 0..e.height {
        let row: String = (0..e.width).map(|x| y * e.width + x).map(|c| if c == e.gap { 'g' } else if e.blocked[c as usize] { '#' } else { '.' }).collect();
        println!("  {row}");
    }
}

fn draw(rng: &mut Rng) -> Option<Example> {
    let (width, height) = (rng.between(5, 8), rng.between(5, 8));
    let mut blocked = vec![false; (width * height) as usize];
    for _ in 0..rng.between(2, 5) {
        let (x, y) = (rng.below(width), rng.below(height));
        let length = rng.between(2, 6);
        let across = rng.one_in(2);
        for i in 0..length {
            let (x, y) = if across { (x + i, y) } else { (x, y + i) };
            if x < width && y < height {
                blocked[(y * width + x) as usize] = true;
            }
        }
    }
    let last = blocked.len() - 1;
    if blocked[0] || blocked[last] {
        return None;
    }
    let cuts_corners = rng.one_in(2);
    let example = Example { width, height, blocked, gap: 0, cuts_corners };
    (islands(&example) == 1).then_some(example)
}

/// Groups of blocked cells (touching at sides or corners) that do not touch the edge of the grid.
fn islands(e: &Example) -> usize {
    let (w, h) = (e.width as i32, e.height as i32);
    let mut seen = vec![false; e.blocked.len()];
    let mut count = 0;
    for first in 0..e.blocked.len() {
        if !e.blocked[first] || seen[first] {
            continue;
        }
        let (mut stack, mut inside) = (vec![first as i32], true);
        seen[first] = true;
        while let Some(c) = stack.pop() {
            let (x, y) = (c % w, c / w);
            inside &= x > 0 && y > 0 && x < w - 1 && y < h - 1;
            for (dx, dy) in [(0, -1), (1, -1), (1, 0), (1, 1), (0, 1), (-1, 1), (-1, 0), (-1, -1)] {
                let (x, y) = (x + dx, y + dy);
                if x >= 0 && y >= 0 && x < w && y < h {
                    let n = (y * w + x) as usize;
                    if e.blocked[n] && !seen[n] {
                        seen[n] = true;
                        stack.push(n as i32);
                    }
                }
            }
        }
        count += usize::from(inside);
    }
    count
}

/// Wall cells within two cells of the robot.
fn gaps(e: &Example, robot: u32) -> Vec<u32> {
    let near = |a: u32, b: u32| a.abs_diff(b) <= 2;
    (0..e.blocked.len() as u32)
        .filter(|&c| e.blocked[c as usize] && near(c % e.width, robot % e.width) && near(c / e.width, robot / e.width))
        .collect()
}
