//! profile
use navigant_mesh::*;
use navigant_testing::rng::Rng;
fn main() {
    let mut r = Rng::new(3);
    let mut o = vec![];
    for _ in 0..80000 { o.push(Outline::polyline([[r.range(0.0..1000.0), r.range(0.0..1000.0)]])); }
    for _ in 0..10000 { let p=[r.range(0.0..1000.0), r.range(0.0..1000.0)]; let l=r.range(1.0..30.0); let d=r.direction(); o.push(Outline::polyline([p,[p[0]+d[0]*l,p[1]+d[1]*l]])); }
    let f=Outline::rectangle([-40.0,-40.0],[1040.0,1040.0]);
    let mut best=f64::MAX;
    for _ in 0..10 { let t=std::time::Instant::now(); let m=Map::build(&[f.clone()],&o).unwrap(); best=best.min(t.elapsed().as_secs_f64()*1e3); if best<0.0 {println!("{}",m.0.vertex_count());} }
    println!("best {best:.1} ms");
}
