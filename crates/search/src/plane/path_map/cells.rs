//! The cells of a shortest path map, and the arcs between them.

use super::envelope::{Fan, Function, Owner, Part, SPECK};
use super::{Seen, ShortestPathMap};
use crate::plane::path::Turn;
use crate::plane::wedge::{Way, Wedge};
use navigant_geometry::internals::{LatticeInternals as _, Offset, PointInternals as _, orient};
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Map, Point};
use std::collections::BTreeSet;

/// The cells of a shortest path map.
#[derive(Clone, Debug, Default)]
pub struct Cells {
    /// How many there are: corners at which shortest paths to somewhere bend last, and the source.
    pub count: usize,
    /// The arcs between them, cut where they cross edges of the triangulation. Walls are none; pieces of less than 64 lattice steps
    /// are left out.
    pub borders: Vec<Border>,
    /// The area of all cells together, in square metres, but for how finely arcs are drawn.
    pub area: f64,
}

/// A piece of an arc between two cells, inside one face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Border {
    /// The face.
    pub face: FaceId,
    /// Where it starts and ends.
    pub ends: [Point; 2],
    /// What it is.
    pub curve: Curve,
    /// The roots of the two cells: the last bends of shortest paths to either side.
    pub roots: [Point; 2],
    /// How long the shortest paths to the roots are, in metres; to the side of a wall from which the cell is seen.
    pub lengths: [f64; 2],
}

/// The shape of an arc between two cells.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Curve {
    /// The prolongation of a leg past the corner at which others bend.
    Straight,
    /// All points as near by way of one root as by the other: a branch of a hyperbola with the roots as foci.
    Hyperbola,
}

impl Border {
    /// Its points, with a number of pieces if it is curved.
    pub fn polyline(&self, pieces: usize) -> Vec<Point> {
        let [from, to] = self.ends;
        match self.curve {
            Curve::Straight => vec![from, to],
            Curve::Hyperbola => {
                let inner = (1..pieces.max(1)).map(|i| self.point_at(i as f64 / pieces as f64));
                std::iter::once(from).chain(inner).chain([to]).collect()
            }
        }
    }

    /// The point at a part of the way along it.
    pub fn point_at(&self, part: f64) -> Point {
        let [from, to] = self.ends;
        if self.curve == Curve::Straight {
            return from.lerp(to, part);
        }
        let ([a, b], lead) = (self.roots, self.lengths[0] - self.lengths[1]);
        let displacement = |p: Point, q: Point| Offset::new(q.x - p.x, q.y - p.y);
        let unit = |w: Offset| w * (1.0 / w.length().max(f64::MIN_POSITIVE));
        let (d, [right, left]) = (displacement(a, b), [from, to].map(|p| unit(displacement(a, p))));
        let w = right + (left - right) * part;
        let s = (d.squared() - lead * lead) / (2.0 * (d.dot(w) + lead * w.length()));
        Point::new(a.x + s * w.x, a.y + s * w.y)
    }
}

/// The cell of one window, in steps from its root.
pub(super) struct WindowCell {
    pub(super) fan: Fan,
    /// Where it ends.
    pub(super) parts: Vec<Part>,
    /// Where it begins, if the root is beyond an edge of the face: at this one.
    pub(super) entry: Option<Entry>,
    /// Whether its first and its last ray are borders of the window.
    is_outermost: [bool; 2],
}

/// The edge through which a face is seen from a root.
#[derive(Clone, Copy)]
pub(super) struct Entry {
    line: Function,
    ends: [LatticePoint; 2],
}

impl WindowCell {
    /// How far from the root the cell begins in a direction.
    pub(super) fn start(&self, t: f64) -> f64 {
        self.entry.map_or(0.0, |entry| 1.0 / self.fan.value(entry.line, t))
    }

    /// How far from the root a part of the border is.
    pub(super) fn end(&self, part: &Part, t: f64) -> f64 {
        1.0 / self.fan.value(part.of, t)
    }
}

impl ShortestPathMap {
    /// The cells, and the arcs between them. `None` if the map has been edited since, or is another one.
    ///
    /// Cost: for each face about the square of the number of roots that see it.
    pub(crate) fn cells(&self, map: &Map) -> Option<Cells> {
        if map.revision() != self.revision {
            return None;
        }
        let (mut cells, mut roots) = (Cells::default(), BTreeSet::new());
        for f in map.faces().filter(|&f| map.is_free(f)) {
            let windows = self.windows_of(f);
            for (index, window) in windows.iter().enumerate() {
                for cell in self.cells_of(map, f, index, f64::INFINITY).filter(|cell| !cell.parts.is_empty()) {
                    roots.insert(window.root);
                    cells.area += self.area_of(&cell) * map.lattice().step().powi(2);
                    self.add_borders(map, (f, windows, index), &cell, &mut cells.borders);
                }
            }
        }
        let shortest = ROUNDED * map.lattice().step();
        cells.borders.retain(|border| border.ends[0].distance(border.ends[1]) >= shortest);
        cells.count = roots.len();
        Some(cells)
    }

    /// The cell of a window of a face: what is nearest by its root and no farther from the source than a length, in steps. A wide one
    /// comes in two halves, for rays are told apart by a line across them.
    pub(super) fn cells_of(
        &self,
        map: &Map,
        face: FaceId,
        index: usize,
        most: f64,
    ) -> impl Iterator<Item = WindowCell> + use<'_> {
        let unit = |w: Offset| w * (1.0 / w.length());
        let Wedge { right, left } = self.windows_of(face)[index].wedge;
        let [right, left] = [right, left].map(|w| unit(Offset::new(f64::from(w.x), f64::from(w.y))));
        let fans = if right.dot(left) < 0.0 {
            let middle = unit(right.left() - left.left());
            vec![Fan { right, left: middle }, Fan { right: middle, left }]
        } else {
            vec![Fan { right, left }]
        };
        let last = fans.len() - 1;
        let cells: Vec<WindowCell> = fans
            .into_iter()
            .enumerate()
            .map(|(i, fan)| {
                let whole = [i == 0, i == last];
                WindowCell { is_outermost: whole, ..self.cell_in(map, (face, index), fan, most) }
            })
            .collect();
        cells.into_iter()
    }

    /// The part of a window's cell between two rays.
    fn cell_in(&self, map: &Map, (face, index): (FaceId, usize), fan: Fan, most: f64) -> WindowCell {
        let windows = self.windows_of(face);
        let window = &windows[index];
        let root = &self.roots[window.root as usize];
        let mut cell = WindowCell { fan, parts: Vec::new(), entry: None, is_outermost: [true; 2] };
        let mut exits = Vec::new();
        for e in face.edges() {
            let ends = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
            let [a, b] = ends;
            let side = orient(a, b, root.at);
            let outward = Offset::new(f64::from(b.y - a.y), f64::from(a.x - b.x));
            let line = fan.line(outward, outward.dot(offset(root.at, a)));
            let is_farther = |entry: Entry| fan.value(line, 0.5) < fan.value(entry.line, 0.5);
            if side > 0 {
                exits.push(line);
            } else if side < 0 && cell.entry.is_none_or(is_farther) {
                cell.entry = Some(Entry { line, ends });
            }
        }
        let Some((&first, others)) = exits.split_first() else { return cell };
        let mut parts = vec![Part { from: 0.0, to: 1.0, of: first }];
        others.iter().for_each(|&exit| fan.raise(&mut parts, exit, [0.0, 1.0]));
        if most < f64::INFINITY {
            if most <= root.steps {
                return cell;
            }
            let circle = Function { a: 0.0, b: 0.0, c: 1.0 / (most - root.steps), owner: Owner::Circle };
            fan.raise(&mut parts, circle, [0.0, 1.0]);
        }
        let mut lost = Vec::new();
        for (number, other) in windows.iter().enumerate().filter(|&(number, _)| number != index) {
            self.cut(fan, &mut parts, window, (number, other));
            match cell.entry {
                Some(entry) => self.lose(fan, entry, window, other, &mut lost),
                None => lost.extend(self.lost_at_root(fan, window, other)),
            }
        }
        if let Some(entry) = cell.entry {
            parts = fan.below(&parts, entry.line);
        }
        cell.parts = without(parts, lost);
        // What is left where intervals were too short to be looked at.
        cell.parts.retain(|part| part.to - part.from > 4.0 * SPECK);
        let parts = std::mem::take(&mut cell.parts);
        cell.parts = parts.into_iter().filter(|part| self.is_nearest(&cell, part, windows, index)).collect();
        cell
    }

    /// Whether a window's root is the nearest one in the middle of a part of its cell. Where others see less of the face than
    /// rounding can tell, what they cut off is missed otherwise.
    fn is_nearest(&self, cell: &WindowCell, part: &Part, windows: &[Seen], index: usize) -> bool {
        let here = &self.roots[windows[index].root as usize];
        let t = 0.5 * (part.from + part.to);
        let p = cell.fan.at(t) * (0.5 * (cell.start(t) + cell.end(part, t)));
        let length = here.steps + p.length();
        windows.iter().all(|other| {
            let there = &self.roots[other.root as usize];
            let displacement = p - offset(here.at, there.at);
            let borders = [other.wedge.right, other.wedge.left].map(|w| Offset::new(f64::from(w.x), f64::from(w.y)));
            !is_between(displacement, borders) || there.steps + displacement.length() >= length * (1.0 - 1e-9)
        })
    }

    /// The rays that are lost already where they enter the face: there another window's root is nearer.
    fn lose(&self, fan: Fan, entry: Entry, window: &Seen, other: &Seen, lost: &mut Vec<[f64; 2]>) {
        let [here, there] = [window, other].map(|w| &self.roots[w.root as usize]);
        let (d, delta) = (offset(here.at, there.at), here.steps - there.steps);
        let length = d.length();
        if delta <= -length * (1.0 - 1e-12) {
            return;
        }
        let f = fan.bisector(d, delta, Owner::Edge);
        let is_always = delta >= length * (1.0 - 1e-12);
        let borders = [other.wedge.right, other.wedge.left].map(|w| Offset::new(f64::from(w.x), f64::from(w.y)));
        let is_all_seen = self.sees_edge(entry, other);
        let mut cuts: Vec<f64> = Vec::new();
        if !is_always {
            cuts.extend(fan.meetings(f, entry.line, [0.0, 1.0]));
        }
        if !is_all_seen {
            let [a, b] = entry.ends.map(|end| offset(here.at, end));
            let meets = |v: Offset| {
                let s = (b - a).cross(a - d) / (b - a).cross(v);
                (s > 0.0).then(|| d + v * s)
            };
            cuts.extend(borders.into_iter().filter_map(meets).filter_map(|x| fan.inside(x)));
        }
        let is_lost = |&[from, to]: &[f64; 2]| {
            let middle = 0.5 * (from + to);
            let value = fan.value(entry.line, middle);
            let is_nearer = is_always || fan.value(f, middle) > value;
            is_nearer && (is_all_seen || is_between(fan.at(middle) * (1.0 / value) - d, borders))
        };
        lost.extend(intervals(cuts).into_iter().filter(is_lost));
    }

    /// The rays from a root at a corner of the face that are lost from the beginning: another window's root sees it, and the way by it
    /// is no longer.
    fn lost_at_root(&self, fan: Fan, window: &Seen, other: &Seen) -> Option<[f64; 2]> {
        let [here, there] = [window, other].map(|w| &self.roots[w.root as usize]);
        let (displacement, delta) = (Way::between(there.at, here.at), here.steps - there.steps);
        if delta < displacement.length() * (1.0 - 1e-12)
            || (here.at == there.at && delta <= 0.0)
            || !other.wedge.contains(displacement)
        {
            return None;
        }
        // Where it is on a border of the wedge, only rays to the inside of that.
        let inside = |border: Way, sign: f64| {
            let v = Offset::new(f64::from(border.x), f64::from(border.y)) * sign;
            let (first, last) = (v.cross(fan.right), v.cross(fan.left));
            match (border.cross(displacement) != 0, first > 0.0, last > 0.0) {
                (true, ..) | (_, true, true) => [0.0, 1.0],
                (_, true, false) => [0.0, first / (first - last)],
                (_, false, true) => [first / (first - last), 1.0],
                (_, false, false) => [0.0, 0.0],
            }
        };
        let (a, b) = (inside(other.wedge.right, 1.0), inside(other.wedge.left, -1.0));
        Some([a[0].max(b[0]), a[1].min(b[1])]).filter(|[from, to]| from < to)
    }

    /// Whether a window sees all of an edge along one of its borders: its root is an end of the edge, or in line with it.
    fn sees_edge(&self, entry: Entry, window: &Seen) -> bool {
        let [a, b] = entry.ends;
        let at = self.roots[window.root as usize].at;
        let middle = Way { x: a.x + b.x - 2 * at.x, y: a.y + b.y - 2 * at.y };
        let is_along = |v: Way| v.cross(Way::between(a, b)) == 0 && v.dot(middle) > 0;
        orient(a, b, at) == 0 && [window.wedge.right, window.wedge.left].into_iter().any(is_along)
    }

    /// Cuts off what is nearer by way of another window.
    fn cut(&self, fan: Fan, parts: &mut Vec<Part>, window: &Seen, (number, other): (usize, &Seen)) {
        let [here, there] = [window, other].map(|w| &self.roots[w.root as usize]);
        let (d, delta) = (offset(here.at, there.at), here.steps - there.steps);
        // The same corner, or one on the way to the other: their windows do not overlap, or one is nowhere nearer.
        if d.length() * (1.0 - 1e-12) <= delta.abs() {
            return;
        }
        let f = fan.bisector(d, delta, Owner::Window(number));
        // Where the bisector meets the borders of the other's wedge, or goes to infinity, it is seen by the other or no more.
        let meets = |v: Offset| {
            let towards = -d.dot(v) - delta * v.length();
            (towards > 0.0).then(|| d + v * (0.5 * (d.squared() - delta * delta) / towards))
        };
        let borders = [other.wedge.right, other.wedge.left].map(|w| Offset::new(f64::from(w.x), f64::from(w.y)));
        let mut cuts: Vec<f64> = borders.into_iter().filter_map(meets).filter_map(|x| fan.inside(x)).collect();
        let nothing = Function { a: 0.0, b: 0.0, c: 0.0, owner: Owner::Edge };
        cuts.extend(fan.meetings(f, nothing, [0.0, 1.0]));
        for [from, to] in intervals(cuts) {
            let middle = 0.5 * (from + to);
            let value = fan.value(f, middle);
            if value > 0.0 && is_between(fan.at(middle) * (1.0 / value) - d, borders) {
                fan.raise(parts, f, [from, to]);
            }
        }
    }

    /// Adds the arcs that bound the cell of a window: each once.
    fn add_borders(
        &self,
        map: &Map,
        (face, windows, index): (FaceId, &[Seen], usize),
        cell: &WindowCell,
        borders: &mut Vec<Border>,
    ) {
        let window = &windows[index];
        let root = &self.roots[window.root as usize];
        let at = |t: f64, s: f64| {
            let w = cell.fan.at(t) * s;
            map.at_steps(Offset::to(root.at) + w)
        };
        let place = |root: u32| map.lattice().world(self.roots[root as usize].at);
        let length = |root: u32| self.roots[root as usize].steps * map.lattice().step();
        for part in &cell.parts {
            let Owner::Window(other) = part.of.owner else { continue };
            if index < other {
                let ends = [part.from, part.to].map(|t| at(t, cell.end(part, t)));
                let two = [window.root, windows[other].root];
                let (roots, lengths) = (two.map(place), two.map(length));
                borders.push(Border { face, ends, curve: Curve::Hyperbola, roots, lengths });
            }
        }
        // Past the corner at which the path bends, straight on.
        let Some((before, bend)) = self.bends[window.root as usize] else { return };
        let (border, t, is_outermost) = match bend.turn {
            Turn::Left => (window.wedge.right, 0.0, cell.is_outermost[0]),
            Turn::Right => (window.wedge.left, 1.0, cell.is_outermost[1]),
        };
        let ahead = Way::between(self.roots[before as usize].at, root.at);
        let reaches = |part: &&Part| (part.from - 8.0 * SPECK..=part.to + 8.0 * SPECK).contains(&t);
        let part = cell.parts.iter().find(reaches);
        if let Some(part) = part.filter(|_| is_outermost && border.cross(ahead) == 0) {
            let t = t.clamp(part.from, part.to);
            let ends = [cell.start(t), cell.end(part, t)].map(|s| at(t, s));
            let two = [before, window.root];
            let (roots, lengths) = (two.map(place), two.map(length));
            borders.push(Border { face, ends, curve: Curve::Straight, roots, lengths });
        }
    }

    /// The area of a window's cell, in square steps.
    fn area_of(&self, cell: &WindowCell) -> f64 {
        cell.parts.iter().map(|part| twice_area(&outline_of(cell, part)) * 0.5).sum()
    }
}

/// Pieces of arcs that are shorter than this, in steps, are left out: they come from rounding, where arcs meet.
const ROUNDED: f64 = 64.0;

/// The number of straight pieces by which a curved one is drawn.
const PIECES: usize = 16;

/// The outline of the cell up to one part of its border, in steps from the root.
pub(super) fn outline_of(cell: &WindowCell, part: &Part) -> Vec<Offset> {
    let pieces = if part.of.c == 0.0 { 1 } else { PIECES };
    let t = |i: usize| part.from + (part.to - part.from) * i as f64 / pieces as f64;
    let near = |t: f64| cell.fan.at(t) * cell.start(t);
    let mut outline: Vec<Offset> = (0..=pieces).map(|i| cell.fan.at(t(i)) * cell.end(part, t(i))).collect();
    match cell.entry {
        None => outline.push(Offset::new(0.0, 0.0)),
        Some(_) => outline.extend([near(part.to), near(part.from)]),
    }
    outline
}

/// The intervals between 0 and 1 that cuts make.
fn intervals(mut cuts: Vec<f64>) -> Vec<[f64; 2]> {
    cuts.extend([0.0, 1.0]);
    cuts.sort_by(f64::total_cmp);
    cuts.windows(2).map(|pair| [pair[0], pair[1]]).filter(|[from, to]| to - from > SPECK).collect()
}

/// Whether a way leads between two borders, right and left, less than half a turn apart.
fn is_between(displacement: Offset, [right, left]: [Offset; 2]) -> bool {
    right.cross(displacement) >= 0.0 && left.cross(displacement) <= 0.0
}

/// The parts of an envelope outside of some intervals.
fn without(mut parts: Vec<Part>, lost: Vec<[f64; 2]>) -> Vec<Part> {
    for [from, to] in lost {
        let pieces = parts.into_iter().flat_map(|part| {
            let before = Part { to: part.to.min(from), ..part };
            let after = Part { from: part.from.max(to), ..part };
            [before, after].into_iter().filter(|part| part.to - part.from > SPECK)
        });
        parts = pieces.collect();
    }
    parts
}

pub(super) fn twice_area(outline: &[Offset]) -> f64 {
    let next = outline.iter().cycle().skip(1);
    outline.iter().zip(next).map(|(a, b)| a.cross(*b)).sum()
}

fn offset(from: LatticePoint, to: LatticePoint) -> Offset {
    Offset::new(f64::from(to.x - from.x), f64::from(to.y - from.y))
}
