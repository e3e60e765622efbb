//! Are two roadmaps the same, but for the numbers of their places?

use navigant_geometry::Point;
use navigant_mesh::Roadmap;

/// A place and where its ways lead: what is left when numbers are forgotten.
type Seen = (Point, Vec<(Point, f64)>);

/// The first difference between two roadmaps, in words; lengths and places may differ by so many metres.
///
/// Also whether each of them leads both ways, with ways that are at least as long as the line.
pub fn difference(ours: &Roadmap, anew: &Roadmap, leeway: f64) -> Option<String> {
    let (a, b) = (seen(ours, leeway), seen(anew, leeway));
    let (a, b) = match (a, b) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(wrong), _) | (_, Err(wrong)) => return Some(wrong),
    };
    if a.len() != b.len() || ours.way_count() != anew.way_count() {
        let sizes = [ours, anew].map(|r| (r.place_count(), r.way_count()));
        return Some(format!("{:?} places and ways, anew {:?}", sizes[0], sizes[1]));
    }
    let near = |p: Point, q: Point| p.distance(q) <= leeway;
    let same_way = |(p, q): (&(Point, f64), &(Point, f64))| near(p.0, q.0) && (p.1 - q.1).abs() <= leeway;
    let same = |a: &Seen, b: &Seen| near(a.0, b.0) && a.1.len() == b.1.len() && a.1.iter().zip(&b.1).all(same_way);
    a.iter().zip(&b).find(|(a, b)| !same(a, b)).map(|(a, b)| format!("{a:?}, anew {b:?}"))
}

fn seen(roadmap: &Roadmap, leeway: f64) -> Result<Vec<Seen>, String> {
    let mut all = Vec::new();
    for place in roadmap.places() {
        let at = roadmap.point(place).ok_or("a place that is nowhere")?;
        let mut ways = Vec::new();
        for &(end, length) in roadmap.ways(place) {
            let there = roadmap.point(end).ok_or(format!("{place:?} leads to {end:?}, which is nowhere"))?;
            if !roadmap.ways(end).contains(&(place, length)) {
                return Err(format!("the way from {place:?} at {at} to {end:?} at {there} does not lead back"));
            }
            if length < at.distance(there) - leeway {
                return Err(format!("{place:?} to {end:?} is {length} m, less than the line"));
            }
            ways.push((there, length));
        }
        ways.sort_by(|a, b| order(a.0, b.0, leeway).then(a.1.total_cmp(&b.1)));
        all.push((at, ways));
    }
    all.sort_by(|a, b| order(a.0, b.0, leeway));
    Ok(all)
}

/// By multiples of ten times the leeway first, so that rounding seldom decides.
fn order(a: Point, b: Point, leeway: f64) -> std::cmp::Ordering {
    let key = |p: Point| [p.x, p.y].map(|c| if leeway > 0.0 { (c / (10.0 * leeway)).round() } else { c });
    key(a).partial_cmp(&key(b)).unwrap_or(std::cmp::Ordering::Equal)
}
