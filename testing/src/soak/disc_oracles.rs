//! The oracles of discs against each other: what they agree on, found in different ways, is likely to be right.

use super::case_seed;
use super::disc_scene::DiscScene;
use crate::oracle::axis::{Axis, check_axis_point};
use crate::oracle::axis_sites::Site;
use crate::oracle::axis_widest::widest_on_axis;
use crate::oracle::clearance::{clearance, fits};
use crate::oracle::disc_paths::TangentGraph;
use crate::oracle::disc_reach::Reach;
use crate::oracle::paths::Visibility;
use crate::oracle::verify_disc::verify_disc;
use crate::oracle::walls::Walls;
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_geometry::internals::LatticeInternals as _;
use std::f64::consts::PI;

/// Questions asked in one case.
pub const QUERIES_PER_CASE: u64 = RADII * QUERIES_PER_RADIUS;
const RADII: u64 = 3;
const QUERIES_PER_RADIUS: u64 = 4;

/// One case: a small map, some radii, some places.
///
/// # Errors
/// Which two oracles disagree about what.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = DiscScene::new(&mut rng)?;
    if rng.chance(0.5) {
        scene.edit(&mut rng)?;
    }
    let walls = scene.walls(&mut rng)?;
    let reach = Reach::of(&walls);
    let points = Points { step: walls.lattice().step(), visibility: Visibility::of(&scene.map) };
    for _ in 0..RADII {
        let radius = scene.radius(&mut rng, &reach);
        let graphs = [radius, radius * rng.range(1.0..2.0), radius.min(8.0 * points.step)]
            .map(|radius| (radius, TangentGraph::of(&reach, radius)));
        for _ in 0..QUERIES_PER_RADIUS {
            let (from, to) = (scene.place(&mut rng, &reach, radius), scene.place(&mut rng, &reach, radius));
            let wrong =
                |reason: String| format!("{reason}\nfrom {from} to {to}, radius {radius}, {}", scene.describe());
            check(&reach, &graphs, &points, from, to).map_err(wrong)?;
        }
    }
    Ok(())
}

/// The oracle of paths of points.
struct Points<'m> {
    step: f64,
    visibility: Visibility<'m>,
}

fn check(
    reach: &Reach,
    graphs: &[(f64, TangentGraph); 3],
    points: &Points,
    from: Point,
    to: Point,
) -> Result<(), String> {
    let walls = reach.walls();
    let leeway = 1e-6 * points.step;
    let widest = reach.widest(from, to);
    if let Some(widest) = widest {
        reach.check_widest(from, to, widest, leeway)?;
        if reach.widest(to, from).is_none_or(|back| (back.radius - widest.radius).abs() > leeway) {
            return Err("the way back is not as wide".into());
        }
    }
    let at_all = points.visibility.shortest(from, to);
    let has_room = |p: Point| clearance(walls, p).is_some_and(|c| c.radius > 0.0);
    if has_room(from) && has_room(to) && at_all.is_some() != widest.is_some() {
        return Err(format!("a point gets there: {at_all:?}, a disc gets there: {widest:?}"));
    }
    let mut lengths = Vec::new();
    for (radius, graph) in graphs {
        let (radius, way) = (*radius, graph.shortest(from, to));
        let reaches = reach.reaches(from, to, radius);
        if reaches != way.is_some() {
            return Err(format!("a disc of {radius} reaches it: {reaches}, by {way:?}; the widest is {widest:?}"));
        }
        match widest {
            Some(w) if (w.radius - radius).abs() > leeway && reaches != (radius < w.radius) => {
                return Err(format!("a disc of {radius} reaches it: {reaches}, the widest is {w:?}"));
            }
            None if reaches => return Err(format!("a disc of {radius} reaches it, none should")),
            _ => {}
        }
        let Some(way) = way else { continue };
        if !fits(walls, from, radius) {
            return Err(format!("a disc of {radius} does not even fit at the start"));
        }
        verify_disc(walls, from, to, radius, &way.pieces, way.length).map_err(|wrong| format!("{wrong} by {way:?}"))?;
        if way.length < from.distance(to) - leeway {
            return Err(format!("{way:?} is shorter than straight"));
        }
        lengths.push((radius, way.length));
    }
    lengths.sort_by(|(r, _), (s, _)| r.total_cmp(s));
    for pair in lengths.windows(2) {
        if pair[1].1 < pair[0].1 - leeway - 1e-12 * pair[0].1 {
            return Err(format!("a larger disc has a shorter way: {lengths:?}"));
        }
    }
    let (Some(point), Some(&(radius, length))) = (&at_all, lengths.first()) else { return Ok(()) };
    if length < point.length - leeway - 1e-12 * length {
        return Err(format!("the way of a disc of {radius}, {length} m, is shorter than that of a point, {point:?}"));
    }
    // Each bend of the point's path becomes an arc and shifts two legs; where the disc gets through all gaps of the
    // point's path, which it does if it is smaller than every one of them, it can follow that closely.
    let least_gap = reach.gaps().iter().map(|gap| gap.width).find(|&width| width > 0.0).unwrap_or(f64::INFINITY);
    if 2.0 * radius < least_gap * points.step && length > point.length + 2.0 * PI * radius * point.points.len() as f64 {
        return Err(format!(
            "the way of a disc of {radius}, {length} m, is much longer than that of a point, {point:?}"
        ));
    }
    Ok(())
}

/// One case of the axis: a small map, some places. Whether the axis is certain; if it is not, nothing is compared.
///
/// # Errors
/// What the axis and the other oracles disagree about.
pub fn axis_case(seed: u64, number: u64) -> Result<bool, String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = DiscScene::new(&mut rng)?;
    if rng.chance(0.5) {
        scene.edit(&mut rng)?;
    }
    let walls = scene.walls(&mut rng)?;
    let Ok(axis) = Axis::of(&walls) else { return Ok(false) };
    let wrong = |reason: String| format!("{reason}\n{}", scene.describe());
    check_axis(&walls, &axis).map_err(wrong)?;
    let (reach, medial) = (Reach::of(&walls), axis.medial());
    for _ in 0..QUERIES_PER_CASE {
        let radius = scene.radius(&mut rng, &reach);
        let (from, to) = (scene.place(&mut rng, &reach, radius), scene.place(&mut rng, &reach, radius));
        let expected = reach.widest(from, to).map(|w| w.radius);
        let found =
            widest_on_axis(&medial, &walls, from, to).map_err(|e| wrong(format!("{e}, from {from} to {to}")))?;
        let leeway = 1e-5 * walls.lattice().step();
        if (expected.unwrap_or(0.0) - found.unwrap_or(0.0)).abs() > leeway || expected.is_some() != found.is_some() {
            return Err(wrong(format!("by the axis {found:?}, by gaps {expected:?}, from {from} to {to}")));
        }
    }
    Ok(true)
}

/// Nodes have the clearance they say, and sites that say so too; edges are nowhere narrower than they say.
fn check_axis(walls: &Walls, axis: &Axis) -> Result<(), String> {
    let step = walls.lattice().step();
    for node in &axis.nodes {
        let found = clearance(walls, node.at).map(|c| c.radius);
        if found.is_none_or(|found| (found - node.radius).abs() > 1e-6 * step) {
            return Err(format!("the clearance is {found:?} at {node:?}"));
        }
        for site in &node.sites {
            let nearest = match *site {
                Site::Vertex(v) => walls.lattice().world(v),
                Site::Side(a, b) => {
                    let [a, b] = [a, b].map(|p| walls.lattice().world(p));
                    navigant_geometry::internals::nearest_on_segment(node.at, a, b)
                }
            };
            check_axis_point(walls, node.at, [nearest; 2], node.radius, 1e-6 * step)?;
        }
    }
    for edge in &axis.edges {
        let ends = edge.nodes.map(|n| axis.nodes[n].radius);
        if edge.least > ends[0].min(ends[1]) {
            return Err(format!("{edge:?} is narrower at its ends, {ends:?}"));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::soak::run_cases;
    use std::sync::atomic::{AtomicU64, Ordering};

    /// How many of some cases are certain.
    fn certain(seed: u64, cases: u64) -> u64 {
        let certain = AtomicU64::new(0);
        let one =
            |k| axis_case(seed, k).map(|is_certain| _ = certain.fetch_add(u64::from(is_certain), Ordering::Relaxed));
        run_cases(cases, one, |_| {}).unwrap();
        certain.into_inner()
    }

    #[test]
    fn the_axis_agrees_with_the_others() {
        let certain = certain(1, 60);
        assert!(certain >= 57, "{certain} of 60");
    }

    #[test]
    fn the_oracles_agree() {
        run_cases(150, |k| case(1, k), |_| {}).unwrap();
    }
}
