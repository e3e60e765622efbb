//! Are two roadmaps the same, but for the numbers of their places?

use navigant_geometry::Point;
use navigant_mesh::Roadmap;
use navigant_mesh::internals::RoadmapInternals as _;

/// A place and where its ways lead: what is left when numbers are forgotten.
type Seen = (Point, Vec<(Point, f64)>);

/// The first difference between two roadmaps, in words: places and lengths are to be the same to the last bit.
///
/// Also whether each of them leads both ways, with ways that are at least as long as the line.
pub fn difference(ours: &Roadmap, fresh: &Roadmap) -> Option<String> {
    let (a, b) = (seen(ours), seen(fresh));
    let (a, b) = match (a, b) {
        (Ok(a), Ok(b)) => (a, b),
        (Err(wrong), _) | (_, Err(wrong)) => return Some(wrong),
    };
    if a.len() != b.len() || ours.edge_count() != fresh.edge_count() {
        let sizes = [ours, fresh].map(|r| (r.waypoint_count(), r.edge_count()));
        return Some(format!("{:?} places and ways, from scratch {:?}", sizes[0], sizes[1]));
    }
    a.iter().zip(&b).find(|(a, b)| a != b).map(|(a, b)| format!("{a:?}, from scratch {b:?}"))
}

/// By how many parts a sum of lengths may be rounded down.
const ROUNDING: f64 = 1e-12;

fn seen(roadmap: &Roadmap) -> Result<Vec<Seen>, String> {
    let mut all = Vec::new();
    for place in roadmap.waypoints() {
        let at = roadmap.point(place).ok_or("a place that is nowhere")?;
        let mut ways = Vec::new();
        for &(end, length) in roadmap.edges(place) {
            let there = roadmap.point(end).ok_or(format!("{place:?} leads to {end:?}, which is nowhere"))?;
            if !roadmap.edges(end).contains(&(place, length)) {
                return Err(format!("the way from {place:?} at {at} to {end:?} at {there} does not lead back"));
            }
            if length < at.distance(there) * (1.0 - ROUNDING) {
                return Err(format!("{place:?} to {end:?} is {length} m, less than the line"));
            }
            ways.push((there, length));
        }
        ways.sort_by(|a, b| order(a.0, b.0).then(a.1.total_cmp(&b.1)));
        all.push((at, ways));
    }
    all.sort_by(|a, b| order(a.0, b.0));
    Ok(all)
}

fn order(a: Point, b: Point) -> std::cmp::Ordering {
    a.x.total_cmp(&b.x).then(a.y.total_cmp(&b.y))
}
