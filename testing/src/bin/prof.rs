//! profile
use navigant_mesh::*;
use navigant_testing::{generate::city, rng::Rng};
fn main() {
    let n: usize = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(21000);
    let (floor, b) = city(1, 500.0, 500.0, n);
    let t = std::time::Instant::now();
    let (mut map, _) = Map::build(&[floor], &b).unwrap();
    let dt = t.elapsed();
    println!("build {} vertices {:.2} ms, {:.0} ns/vertex, {} bytes/vertex", map.vertex_count(), dt.as_secs_f64() * 1e3, dt.as_nanos() as f64 / map.vertex_count() as f64, map.memory_bytes() / map.vertex_count());
    if let Some(k) = std::env::args().nth(2) {
        let (floor, b) = city(1, 500.0, 500.0, n);
        let mut best = f64::MAX;
        for _ in 0..k.parse::<u32>().unwrap_or(0) {
            let t = std::time::Instant::now();
            let m = Map::build(&[floor.clone()], &b).unwrap();
            best = best.min(t.elapsed().as_secs_f64() * 1e3);
            drop(m);
        }
        println!("best {best:.2} ms");
        return;
    }
    let mut r = Rng::new(5);
    let (mut ti, mut tr) = (vec![], vec![]);
    let mut faces = 0;
    while ti.len() < 15000 {
        let x = r.range(2.0..498.0);
        let y = r.range(2.0..498.0);
        let b = Bounds { min: Point::new(x - 1.0, y - 1.0), max: Point::new(x + 1.0, y + 1.0) };
        if !map.is_walkable([x, y]) || !map.faces_in(b).iter().all(|&f| map.is_free(f)) {
            continue;
        }
        let o = Outline::rectangle([x - 1.0, y - 1.0], [x + 1.0, y + 1.0]);
        for _ in 0..3 {
            let t = std::time::Instant::now();
            let id = map.insert(&o).unwrap();
            ti.push(t.elapsed().as_nanos() as f64 / 1e3);
            faces += map.change().faces_touched();
            let t = std::time::Instant::now();
            map.remove(id).unwrap();
            tr.push(t.elapsed().as_nanos() as f64 / 1e3);
        }
    }
    ti.sort_by(f64::total_cmp);
    tr.sort_by(f64::total_cmp);
    println!("insert p50 {:.2} p99 {:.2}  remove p50 {:.2} p99 {:.2} us; faces {:.1}", ti[ti.len() / 2], ti[ti.len() * 99 / 100], tr[tr.len() / 2], tr[tr.len() * 99 / 100], faces as f64 / ti.len() as f64);
}
