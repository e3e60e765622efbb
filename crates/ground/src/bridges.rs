//! Bridges: thin triangles over gaps between borders that are at most the gap apart.
//!
//! A border is a side of a cell that joins nothing. Where two borders face each other, what of each is within the gap of the other spans a
//! quadrilateral: two triangles, which are ground like any other, but for how they lie, and yield to what is there already. What is
//! between the borders cuts them as it cuts any ground.

use crate::boxes::{Box3, Hierarchy};
use crate::cells::{Cells, Side, World};
use crate::cuts::Line;
use crate::facets::{Facet, Kind, rounded, steps};
use crate::outline::Union;
use crate::overlap::Triangle;
use crate::sheet::next;
use crate::soup::Walker;
use crate::tuning::{BORDER_STRAIGHT, BRIDGE_LEVELS, BRIDGE_OVERLAP, FLUSH, NOTCH};
use navigant_geometry::internals::{LatticePoint, orient};

/// A straight border of cells, in steps: sides that join nothing; the cells are to its left.
struct Border {
    ends: [[f64; 2]; 2],
    z: [f64; 2],
    component: u32,
    /// The triangle that it is a border of.
    triangle: usize,
}

/// The bridges between all borders, as facets.
pub(crate) fn bridges(world: &World<'_>, cells: &Cells) -> Vec<Facet> {
    let gap = world.walker.gap / world.lattice.step();
    if gap < 1.0 {
        return Vec::new();
    }
    let borders = borders(world, cells);
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

/// The triangles of all cells, to find those that a bridge yields to.
pub(crate) struct Standing {
    triangles: Vec<Triangle>,
    tree: Hierarchy,
}

fn box_of(facet: &Facet) -> Box3 {
    Box3::of(facet.at.iter().zip(facet.z).map(|(p, z)| [f64::from(p.x), f64::from(p.y), z]))
}

impl Standing {
    pub(crate) fn of(world: &World<'_>, cells: &Cells) -> Standing {
        let place = |ground: u32, p: LatticePoint| [f64::from(p.x), f64::from(p.y), world.height(ground, steps(p))];
        let cells = || cells.triangles.iter().zip(&cells.grounds);
        let boxes = cells().map(|(at, &ground)| Box3::of(at.map(|p| place(ground, p)))).collect();
        Standing { triangles: cells().map(|(at, _)| *at).collect(), tree: Hierarchy::of(boxes) }
    }

    /// The triangles near a bridge, not higher and not lower than a step.
    pub(crate) fn near(&self, bridge: &Facet, walker: &Walker) -> Vec<Vec<LatticePoint>> {
        let mut near = Vec::new();
        let bounds = box_of(bridge).grown([1.0, 1.0, walker.step]);
        self.tree.meeting(&bounds, |cell| near.push(self.triangles[cell as usize].to_vec()));
        near
    }

    /// The sides of bridges that end over nothing: neither over another bridge nor over a cell.
    pub(crate) fn open_sides(&self, world: &World<'_>) -> Vec<Line> {
        let facets = || world.bridges.iter().map(|&bridge| world.facet(bridge));
        let tree = Hierarchy::of(facets().map(box_of).collect());
        let mut open = Vec::new();
        for facet in facets() {
            let mut rings = self.near(facet, world.walker);
            let bounds = box_of(facet).grown([1.0, 1.0, world.walker.step]);
            tree.meeting(&bounds, |other| rings.push(world.facet(world.bridges[other as usize]).at.to_vec()));
            let (union, ring) = (Union::of(None, &rings), facet.at);
            let sides = (0..3).filter(|&side| union.is_border(&ring, side));
            open.extend(sides.map(|side| [ring[side], ring[(side + 1) % 3]]).map(|[a, b]| [a.min(b), a.max(b)]));
        }
        open
    }
}

/// All borders: sides one after another are one as long as they are straight.
fn borders(world: &World<'_>, cells: &Cells) -> Vec<Border> {
    let components = cells.components();
    let is_border = |side: Side| cells.links[side as usize].is_none() && !cells.is_walled[side as usize];
    let place = |side: Side, end: usize| {
        let at = steps(cells.ends(side)[end]);
        [at[0], at[1], world.height(cells.grounds[side as usize / 3], at)]
    };
    let mut is_seen = vec![false; cells.links.len()];
    let mut borders = Vec::new();
    let mut between: Vec<[f64; 3]> = Vec::new();
    for first in (0..cells.links.len() as Side).filter(|&side| is_border(side)) {
        let mut side = first;
        while is_border(side) && !is_seen[side as usize] {
            let (start, mut end) = (place(side, 0), place(side, 1));
            let cell = side / 3;
            between.clear();
            loop {
                is_seen[side as usize] = true;
                side = next(side);
                while let Some(beyond) = cells.links[side as usize] {
                    side = next(beyond);
                }
                let [here, there] = [place(side, 0), place(side, 1)];
                between.extend([end, here]);
                if !is_border(side) || is_seen[side as usize] || !between.iter().all(|&p| is_between(p, start, there)) {
                    break;
                }
                end = there;
            }
            let (plan, z) = ([[start[0], start[1]], [end[0], end[1]]], [start[2], end[2]]);
            let triangle = world.facet(cells.grounds[cell as usize]).triangle;
            borders.push(Border { ends: plan, z, component: components[cell as usize], triangle });
        }
    }
    borders
}

/// Whether a place is on the line between two others, in steps and metres, up to rounding.
fn is_between(p: [f64; 3], a: [f64; 3], b: [f64; 3]) -> bool {
    let (dx, dy) = (b[0] - a[0], b[1] - a[1]);
    let squared = dx * dx + dy * dy;
    let t = ((p[0] - a[0]) * dx + (p[1] - a[1]) * dy) / squared;
    let aside = ((p[0] - a[0]) * dy - (p[1] - a[1]) * dx).abs();
    squared > 0.0
        && (0.0..=1.0).contains(&t)
        && aside <= BORDER_STRAIGHT * squared.sqrt()
        && (p[2] - a[2] - t * (b[2] - a[2])).abs() < FLUSH
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
    // Bridges over little height are level, and all of a place at one height, so that what is above them is cut out of all in one way.
    let heights = [p0.1, p1.1, q0.1, q1.1];
    let (low, high) = heights.into_iter().fold((f64::INFINITY, f64::NEG_INFINITY), |(l, h), z| (l.min(z), h.max(z)));
    let unit = step / BRIDGE_LEVELS;
    let is_level = high - low <= step - unit;
    let level = |z: f64| if is_level { ((low + high) / 2.0 / unit).round() * unit } else { z };
    for [a, b, c] in [[p0, q0, p1], [p0, q1, q0]] {
        if orient(a.0, b.0, c.0) > 0 {
            bridges.push(Facet::new([a.0, b.0, c.0], [a.1, b.1, c.1].map(level), Kind::Bridge, one.triangle));
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
