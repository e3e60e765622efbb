//! check
use navigant_files::Scene;
use navigant_files::csv_queries::*;
use navigant_mesh::*;
use navigant_search::plane::*;
fn main() {
    let a: Vec<String> = std::env::args().collect();
    let scene = Scene::read(&a[1]).unwrap();
    let obs: Vec<Outline> = scene.obstacles.iter().map(|o| o.outline.clone()).collect();
    let t = std::time::Instant::now();
    let (map, _) = Map::build(&scene.floors, &obs).unwrap();
    let bt = t.elapsed();
    let qs = read_queries(&a[2]).unwrap();
    let mut finder = PathFinder::new();
    map.components();
    map.dead_ends();
    let dead = map.faces().filter(|&f| map.is_free(f) && map.dead_ends().contains(f)).count() as f64
        / map.faces().filter(|&f| map.is_free(f)).count() as f64;
    let (mut worst, mut bad, mut none) = (0.0f64, 0, 0);
    let mut times = vec![];
    let mut exp = 0;
    for q in &qs {
        let query = Query::new(q.from, q.to);
        let mut best = f64::MAX;
        for _ in 0..3 {
            let t = std::time::Instant::now();
            let _ = std::hint::black_box(finder.find(&map, &query));
            best = best.min(t.elapsed().as_secs_f64() * 1e6);
        }
        times.push(best);
        let e = {
            let _ = finder.find(&map, &query);
            finder.expansions()
        };
        exp += e;
        match (finder.find(&map, &query), q.length) {
            (Ok(p), ReferenceLength::Known(l)) => {
                let d = (p.length - l).abs() / l.max(1e-9);
                if d > 1e-6 {
                    bad += 1;
                    if bad < 4 {
                        println!("{:?} {} vs {}", q, p.length, l);
                    }
                }
                worst = worst.max(d);
            }
            (Err(e), ReferenceLength::Known(_)) => {
                none += 1;
                if none < 4 {
                    println!("{q:?} {e:?}");
                }
            }
            _ => {}
        }
    }
    times.sort_by(f64::total_cmp);
    println!(
        "{}: {} faces, build {:.1} ms, {:.0}% dead, {} queries, bad {bad}, none {none}, worst {worst:.2e}, mean {:.2} us p99 {:.1} us, exp {:.0}",
        a[1].rsplit('/').next().unwrap(),
        map.face_count(),
        bt.as_secs_f64() * 1e3,
        dead * 100.0,
        qs.len(),
        times.iter().sum::<f64>() / times.len() as f64,
        times[times.len() * 99 / 100],
        exp as f64 / qs.len() as f64
    );
}
