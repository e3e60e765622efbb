//! profile
use navigant_mesh::*;
use navigant_testing::{generate::city, rng::Rng};
fn main() {
    let n: usize = std::env::args().nth(1).and_then(|a| a.parse().ok()).unwrap_or(21000);
    let (floor, b) = city(1, 500.0, 500.0, n);
    let t = std::time::Instant::now();
    let (mut map, _) = Map::build(&[floor], &b).unwrap();
    let dt = t.elapsed();
    println!(
        "build {} vertices {:.2} ms, {:.0} ns/vertex, {} bytes/vertex",
        map.vertex_count(),
        dt.as_secs_f64() * 1e3,
        dt.as_nanos() as f64 / map.vertex_count() as f64,
        map.memory_bytes() / map.vertex_count()
    );
    if std::env::args().nth(2).is_some() {
        return;
    }
    let mut r = Rng::new(5);
    let (mut ti, mut tr) = (vec![], vec![]);
    let mut faces = 0;
    for _ in 0..5000 {
        let x = r.range(2.0..498.0);
        let y = r.range(2.0..498.0);
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
    println!(
        "insert p50 {:.2} p99 {:.2}  remove p50 {:.2} p99 {:.2} us; faces {:.1}",
        ti[7500],
        ti[14850],
        tr[7500],
        tr[14850],
        faces as f64 / 15000.0
    );
}
