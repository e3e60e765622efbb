//! Square tiles over a graph: which transitions and which constraints are where.

use super::tuning::{MAX_TILES, TILE_STEPS};
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Bounds, Point};

/// By tile: the states in it, the transitions that pass through it, and the constraints whose influence meets it.
#[derive(Clone, Debug)]
pub(super) struct Tiles {
    min: Point,
    size: f64,
    columns: usize,
    rows: usize,
    states: Lists,
    /// Each transition once, seen from the smaller end.
    transitions: Lists,
    constraints: Vec<Vec<u32>>,
    /// By transition: the search that has seen it last.
    seen: Vec<u32>,
    search: u32,
}

/// Lists of numbers, one after the other.
#[derive(Clone, Debug, Default)]
struct Lists {
    first: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    fn new(count: usize, mut pairs: Vec<(u32, u32)>) -> Lists {
        pairs.sort_unstable();
        let mut first = vec![0; count + 1];
        pairs.iter().for_each(|&(list, _)| first[list as usize + 1] += 1);
        (0..count).for_each(|i| first[i + 1] += first[i]);
        Lists { first, items: pairs.into_iter().map(|(_, item)| item).collect() }
    }

    fn get(&self, list: usize) -> &[u32] {
        &self.items[self.first[list] as usize..self.first[list + 1] as usize]
    }
}

impl Tiles {
    pub(super) fn new(points: &[Point], first: &[u32], ends: &[u32], step: f64) -> Tiles {
        let bounds = Bounds::of(points.iter().copied()).unwrap_or(Bounds { min: Point::ORIGIN, max: Point::ORIGIN });
        let (width, height) = bounds.size();
        let size = (step * TILE_STEPS).max((width * height / MAX_TILES).sqrt()).max(width.max(height) / MAX_TILES);
        let [columns, rows] = [width, height].map(|extent| (extent / size).floor() as usize + 1);
        let (states, transitions, constraints) = (Lists::default(), Lists::default(), vec![Vec::new(); columns * rows]);
        let (min, seen) = (bounds.min, vec![0; ends.len()]);
        let mut tiles = Tiles { min, size, columns, rows, states, transitions, constraints, seen, search: 0 };
        let (mut in_tile, mut through) = (Vec::new(), Vec::new());
        for (state, &from) in points.iter().enumerate() {
            let (column, row) = tiles.place(from);
            in_tile.push(((row * columns + column) as u32, state as u32));
            for i in first[state]..first[state + 1] {
                let to = ends[i as usize] as usize;
                if state < to {
                    tiles.along(from, points[to], |tile| through.push((tile as u32, i)));
                }
            }
        }
        tiles.states = Lists::new(columns * rows, in_tile);
        tiles.transitions = Lists::new(columns * rows, through);
        tiles
    }

    fn place(&self, p: Point) -> (usize, usize) {
        let whole = |x: f64, count: usize| ((x / self.size) as usize).min(count - 1);
        (whole(p.x - self.min.x, self.columns), whole(p.y - self.min.y, self.rows))
    }

    /// Calls `visit` with the tiles that meet a box.
    fn within(&self, b: Bounds, mut visit: impl FnMut(usize)) {
        let [from, to] = [b.min, b.max].map(|p| self.place(p));
        for row in from.1..=to.1 {
            (from.0..=to.0).for_each(|column| visit(row * self.columns + column));
        }
    }

    /// Calls `visit` with the tiles that a segment passes through, and a few beside it.
    fn along(&self, a: Point, b: Point, mut visit: impl FnMut(usize)) {
        let ([ax, ay], [bx, by]) = ([a.x.min(b.x), a.y.min(b.y)], [a.x.max(b.x), a.y.max(b.y)]);
        let (from, to) = (self.place(Point::new(ax, ay)), self.place(Point::new(bx, by)));
        let rising = (b.x - a.x) * (b.y - a.y) >= 0.0;
        for row in from.1..=to.1 {
            // The part of the segment within the row, widened by rounding.
            let [low, high] = [row, row + 1].map(|row| {
                let y = (self.min.y + row as f64 * self.size).clamp(ay, by);
                let t = if by > ay { (y - ay) / (by - ay) } else { f64::from(u8::from(y > ay)) };
                if rising { ax + (bx - ax) * t } else { bx - (bx - ax) * t }
            });
            let (low, high) = if by > ay { (low.min(high), low.max(high)) } else { (ax, bx) };
            let slack = self.size * 1e-6;
            let [left, right] = [low - slack, high + slack].map(|x| self.place(Point::new(x, ay)).0);
            (left..=right).for_each(|column| visit(row * self.columns + column));
        }
    }

    /// A constraint has another influence.
    pub(super) fn mark(&mut self, slot: u32, old: Option<Bounds>, new: Option<Bounds>) {
        let mut tiles = Vec::new();
        old.into_iter().for_each(|b| self.within(b, |tile| tiles.push(tile)));
        for tile in tiles.drain(..) {
            self.constraints[tile].retain(|&other| other != slot);
        }
        new.into_iter().for_each(|b| self.within(b, |tile| tiles.push(tile)));
        for tile in tiles {
            let list = &mut self.constraints[tile];
            if let Err(at) = list.binary_search(&slot) {
                list.insert(at, slot);
            }
        }
    }

    /// The transitions through the tiles of some boxes, each once.
    pub(super) fn transitions_in(&mut self, boxes: [Option<Bounds>; 2]) -> Vec<u32> {
        self.search = self.search.wrapping_add(1);
        if self.search == 0 {
            self.seen.fill(0);
            self.search = 1;
        }
        let mut tiles = Vec::new();
        boxes.into_iter().flatten().for_each(|b| self.within(b, |tile| tiles.push(tile)));
        tiles.sort_unstable();
        tiles.dedup();
        let mut found = Vec::new();
        for &i in tiles.iter().flat_map(|&tile| self.transitions.get(tile)) {
            if std::mem::replace(&mut self.seen[i as usize], self.search) != self.search {
                found.push(i);
            }
        }
        found
    }

    /// The slots of the constraints in the tiles of a box, ascending.
    pub(super) fn constraints_along(&self, b: Bounds, slots: &mut Vec<u32>) {
        slots.clear();
        let mut tiles = 0;
        self.within(b, |tile| {
            slots.extend_from_slice(&self.constraints[tile]);
            tiles += 1;
        });
        if tiles > 1 {
            slots.sort_unstable();
            slots.dedup();
        }
    }

    /// The states in the tiles of a box.
    pub(super) fn states_in(&self, b: Bounds) -> impl Iterator<Item = u32> + '_ {
        let mut tiles = Vec::new();
        self.within(b, |tile| tiles.push(tile));
        tiles.into_iter().flat_map(|tile| self.states.get(tile).iter().copied())
    }

    /// The nearest state that is good and seen, ring by ring of tiles.
    pub(super) fn nearest(
        &self,
        p: Point,
        points: &[Point],
        is_good: impl Fn(u32) -> bool,
        mut sees: impl FnMut(Point) -> bool,
    ) -> Option<u32> {
        if !p.is_finite() {
            return None;
        }
        let mut candidates: Vec<(f64, u32)> = Vec::new();
        let reach = self.size * self.columns.max(self.rows) as f64 + self.outside(p);
        let (mut ring, mut from) = (self.outside(p) + self.size, 0.0);
        loop {
            // Those in the ring, the nearest first.
            let around = Bounds { min: Point::new(p.x - ring, p.y - ring), max: Point::new(p.x + ring, p.y + ring) };
            candidates.clear();
            candidates.extend(self.states_in(around).filter(|&state| is_good(state)).filter_map(|state| {
                let distance = p.distance(points[state as usize]);
                (from <= distance && distance < ring).then_some((distance, state))
            }));
            candidates.sort_unstable_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
            if let Some(&(_, state)) = candidates.iter().find(|&&(_, state)| sees(points[state as usize])) {
                return Some(state);
            }
            if ring > 2.0 * reach {
                return None;
            }
            (from, ring) = (ring, ring * 2.0);
        }
    }

    /// How far a point lies outside of the tiles.
    fn outside(&self, p: Point) -> f64 {
        let far = |x: f64, min: f64, count: usize| (min - x).max(x - min - self.size * count as f64).max(0.0);
        far(p.x, self.min.x, self.columns).hypot(far(p.y, self.min.y, self.rows))
    }
}
