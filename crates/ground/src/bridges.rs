//! Bridges: thin triangles over gaps between borders that are at most the gap apart.
//!
//! A border is a side of a cell that joins nothing. Where two borders face each other, what of each is within the gap of the other spans a
//! quadrilateral: two triangles, which are ground like any other, but for how they lie, and yield to what is there already. What is
//! between the borders cuts them as it cuts any ground.

use crate::boxes::{Box3, Hierarchy};
use crate::cells::{Cells, Side, World};
use crate::facets::{Facet, Kind, rounded, steps};
use crate::tuning::{BRIDGE_OVERLAP, NOTCH};
use navigant_geometry::internals::orient;

/// A side of a cell that joins nothing, in steps; the cell is to its left.
struct Border {
    ends: [[f64; 2]; 2],
    z: [f64; 2],
    component: u32,
}

/// The bridges between all borders, as facets; and between how many pairs of them there are any.
pub(crate) fn bridges(world: &World<'_>, cells: &Cells) -> Vec<Facet> {
    let gap = world.walker.gap / world.lattice.step();
    if gap < 1.0 {
        return Vec::new();
    }
    let components = cells.components();
    let is_border = |&side: &Side| cells.links[side as usize].is_none() && !cells.is_walled[side as usize];
    let borders: Vec<Border> = (0..cells.links.len() as Side)
        .filter(is_border)
        .map(|side| {
            let (ends, ground) = (cells.ends(side).map(steps), cells.grounds[side as usize / 3]);
            Border { ends, z: ends.map(|p| world.height(ground, p)), component: components[side as usize / 3] }
        })
        .collect();
    let bounds = |b: &Border| Box3::of([[b.ends[0][0], b.ends[0][1], b.z[0]], [b.ends[1][0], b.ends[1][1], b.z[1]]]);
    let tree = Hierarchy::of(borders.iter().map(bounds).collect());
    let mut bridges = Vec::new();
    for (number, border) in (0u32..).zip(&borders) {
        let mut near = Vec::new();
        tree.meeting(&bounds(border).grown([gap, gap, world.walker.step]), |other| near.push(other));
        near.sort_unstable();
        for other in near.into_iter().filter(|&other| other > number) {
            bridge([border, &borders[other as usize]], gap, world.walker.step, &mut bridges);
        }
    }
    bridges
}

/// Adds the bridge between two borders, if they face each other within the gap.
fn bridge([one, other]: [&Border; 2], gap: f64, step: f64, bridges: &mut Vec<Facet>) {
    let faces = |a: &Border, b: &Border| b.ends.iter().any(|&p| right_of(a, p) > 1.0);
    if !faces(one, other) || !faces(other, one) || is_notch(one, other) {
        return;
    }
    let (Some(near), Some(far)) = (within(one, other, gap), within(other, one, gap)) else { return };
    let height = |b: &Border, t: f64| b.z[0] + t * (b.z[1] - b.z[0]);
    let ([ax, ay], [bx, by]) = (direction(one), direction(other));
    // Opposite ends, as borders that face each other run against each other.
    let far = if ax * bx + ay * by > 0.0 { far } else { [far[1], far[0]] };
    let rise = [0, 1].map(|i| height(one, near[i]) - height(other, far[i]));
    let Some(parts) = low_part(rise, step) else { return };
    let place = |b: &Border, [from, to]: [f64; 2], part: f64| {
        let t = from + part * (to - from);
        let [dx, dy] = direction(b);
        let p = [b.ends[0][0] + t * (b.ends[1][0] - b.ends[0][0]), b.ends[0][1] + t * (b.ends[1][1] - b.ends[0][1])];
        // A little into the cell, which is to the left.
        (rounded([p[0] - BRIDGE_OVERLAP * dy, p[1] + BRIDGE_OVERLAP * dx]), height(b, t))
    };
    let [p0, p1] = parts.map(|part| place(one, near, part));
    let [q1, q0] = parts.map(|part| place(other, far, part));
    for [a, b, c] in [[p0, q0, p1], [p0, q1, q0]] {
        if orient(a.0, b.0, c.0) > 0 {
            bridges.push(Facet::new([a.0, b.0, c.0], [a.1, b.1, c.1], Kind::Bridge, usize::MAX));
        }
    }
}

/// Where two heights that differ as much at the start and at the end differ by at most the step, as parts of the way; `None` for nowhere.
fn low_part([start, end]: [f64; 2], step: f64) -> Option<[f64; 2]> {
    let (mut from, mut to) = (0.0, 1.0);
    for sign in [1.0, -1.0] {
        let (start, end) = (sign * start, sign * end);
        match [start <= step, end <= step] {
            [true, true] => {}
            [false, false] => return None,
            [false, true] => from = f64::max(from, (start - step) / (start - end)),
            [true, false] => to = f64::min(to, (step - start) / (end - start)),
        }
    }
    (from < to).then_some([from, to])
}

fn direction(b: &Border) -> [f64; 2] {
    let [dx, dy] = [b.ends[1][0] - b.ends[0][0], b.ends[1][1] - b.ends[0][1]];
    let long = dx.hypot(dy);
    [dx / long, dy / long]
}

/// How far right of a border a place is, in steps.
fn right_of(b: &Border, p: [f64; 2]) -> f64 {
    let [dx, dy] = direction(b);
    dy * (p[0] - b.ends[0][0]) - dx * (p[1] - b.ends[0][1])
}

/// Whether two borders of one floor have a common corner, and a wide angle between them.
fn is_notch(one: &Border, other: &Border) -> bool {
    let ([ax, ay], [bx, by]) = (direction(one), direction(other));
    let shares = one.ends[1] == other.ends[0] || one.ends[0] == other.ends[1];
    // Borders around a crack run against each other.
    shares && one.component == other.component && ax * bx + ay * by > -NOTCH
}

/// The part of a border that is within a distance of another one, as parts of its length; `None` if nothing is.
fn within(border: &Border, other: &Border, gap: f64) -> Option<[f64; 2]> {
    let at = |t: f64| {
        let [a, b] = border.ends;
        distance([a[0] + t * (b[0] - a[0]), a[1] + t * (b[1] - a[1])], other.ends)
    };
    // The distance to a line is convex along another: its least, by thirds, and from there where it is the gap.
    let (mut low, mut high) = (0.0, 1.0);
    for _ in 0..60 {
        let (third, two_thirds) = (low + (high - low) / 3.0, high - (high - low) / 3.0);
        if at(third) <= at(two_thirds) { high = two_thirds } else { low = third }
    }
    let least = [0.0, 1.0, (low + high) / 2.0].into_iter().min_by(|&a, &b| at(a).total_cmp(&at(b)))?;
    if at(least) > gap {
        return None;
    }
    let reach = |end: f64| {
        if at(end) <= gap {
            return end;
        }
        let (mut inside, mut outside) = (least, end);
        for _ in 0..40 {
            let middle = (inside + outside) / 2.0;
            if at(middle) <= gap { inside = middle } else { outside = middle }
        }
        inside
    };
    Some([reach(0.0), reach(1.0)])
}

fn distance(p: [f64; 2], [a, b]: [[f64; 2]; 2]) -> f64 {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let t = (((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / (dx * dx + dy * dy)).clamp(0.0, 1.0);
    (p[0] - a[0] - t * dx).hypot(p[1] - a[1] - t * dy)
}
