//! The largest disc that gets through a region.

use super::measure::nearest_on_segment;
use super::region::Region;
use super::tangents::{Circles, shortest};
use crate::plane::path::NoPath;
use navigant_geometry::internals::Offset;
use navigant_mesh::Map;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::MapInternals as _;

/// A place where discs of at most a radius pass, in steps.
#[derive(Clone, Copy, Debug)]
struct Gap {
    radius: f64,
    middle: Offset,
}

/// Says where a disc that does not get through a region gets stuck, and how large it may be.
///
/// A disc gets stuck between two corners, a corner and a wall, or between a corner and a border that its centre must not
/// cross. The largest that gets through just fits one of these gaps: which one is found by halving.
pub(super) fn too_narrow(map: &Map, region: &Region, ends: [LatticePoint; 2], radius: f64) -> NoPath {
    let mut gaps = gaps(region, radius);
    gaps.sort_by(|a, b| a.radius.total_cmp(&b.radius));
    let passes = |gap: &Gap| shortest(region, &Circles::all(region, gap.radius * (1.0 - 1e-9)), ends).is_some();
    let wider = gaps.partition_point(passes);
    let step = map.lattice().step();
    let Some(widest) = wider.checked_sub(1).map(|i| gaps[i]) else {
        // Not even the narrowest gap is passed: nothing is known but that it is too narrow.
        let place = gaps.first().map_or(Offset::to(ends[0]), |gap| gap.middle);
        return NoPath::TooNarrow { widest: 0.0, place: map.at_steps(place), nearest_reachable: None };
    };
    // Of gaps as wide, the one that the path of that disc leads through.
    let circles = Circles::all(region, widest.radius * (1.0 - 1e-9));
    let bends = shortest(region, &circles, ends).unwrap_or_default();
    let runs = circles.runs(region, ends.map(Offset::to), &bends);
    let off = |gap: &Gap| runs.iter().map(|run| run.distance(gap.middle)).fold(f64::INFINITY, f64::min);
    let same = gaps.iter().filter(|gap| (gap.radius - widest.radius).abs() <= 1e-6 * widest.radius);
    let place = same.min_by(|a, b| off(a).total_cmp(&off(b))).map_or(widest.middle, |gap| gap.middle);
    NoPath::TooNarrow { widest: widest.radius * step, place: map.at_steps(place), nearest_reachable: None }
}

/// All gaps that are too narrow for a disc.
fn gaps(region: &Region, radius: f64) -> Vec<Gap> {
    let mut gaps = Vec::new();
    for (i, &(_, corner)) in region.corners.iter().enumerate() {
        let corners = region.corners[..i].iter().map(|&(_, other)| (other, 0.5));
        let walls = region.walls.iter().map(|&[a, b]| (nearest_on_segment(a, b, corner), 0.5));
        let borders = region.borders.iter().map(|&[a, b]| (nearest_on_segment(a, b, corner), 1.0));
        for (foot, part) in corners.chain(walls).chain(borders) {
            let width = (foot - corner).length() * part;
            if width > 0.0 && width < radius {
                gaps.push(Gap { radius: width, middle: corner + (foot - corner) * part });
            }
        }
    }
    gaps
}
