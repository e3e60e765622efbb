//! A quad-tree of squares: which of them are free.

use super::graph::WaypointId;
use crate::map::Map;
use crate::query::meets_box;
use crate::tolerance::SQUARE_BESIDE;
use crate::tuning::roadmap::FIXED_LEVELS;
use navigant_geometry::internals::{LatticePoint, PointInternals as _};
use navigant_geometry::{Bounds, Point};

/// A square (or rectangle) of the tree, by its waypoint in the arena.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct SquareId(u32);

#[derive(Clone, Debug)]
pub(super) struct Square {
    pub(super) bounds: Bounds,
    parent: Option<SquareId>,
    /// The first of four that follow each other.
    children: Option<SquareId>,
    level: u8,
    occupied: bool,
    /// Of a free leaf.
    pub(super) waypoint: Option<WaypointId>,
    /// How far the leaves in it look for neighbours, at most.
    reach: f64,
}

#[derive(Clone, Debug)]
pub(super) struct Squares {
    all: Vec<Square>,
    /// Firsts of four that are not in use.
    unused: Vec<SquareId>,
    /// The least width and the least height.
    minimum: [f64; 2],
}

/// What an edit did to the leaves.
#[derive(Clone, Debug, Default)]
pub(super) struct Turnover {
    /// Leaves that are free now and were not, or not so large.
    pub(super) came: Vec<SquareId>,
    /// Waypoints of leaves that are gone, and where they were.
    pub(super) went: Vec<(WaypointId, Bounds)>,
}

impl Squares {
    /// One square around everything, not looked at yet.
    pub(super) fn new(bounds: Bounds, minimum: [f64; 2]) -> Squares {
        let all = vec![Squares::blank(bounds, None, 0)];
        Squares { all, unused: Vec::new(), minimum }
    }

    fn blank(bounds: Bounds, parent: Option<SquareId>, level: u8) -> Square {
        Square { bounds, parent, children: None, level, occupied: true, waypoint: None, reach: 0.0 }
    }

    pub(super) const ROOT: SquareId = SquareId(0);

    pub(super) fn at(&self, id: SquareId) -> &Square {
        &self.all[id.0 as usize]
    }

    pub(super) fn children(&self, id: SquareId) -> impl Iterator<Item = SquareId> + use<> {
        self.at(id).children.into_iter().flat_map(|first| (first.0..first.0 + 4).map(SquareId))
    }

    pub(super) fn centre(&self, id: SquareId) -> Point {
        let Bounds { min, max } = self.at(id).bounds;
        min.lerp(max, 0.5)
    }

    pub(super) fn reach(&self, id: SquareId) -> f64 {
        self.at(id).reach
    }

    pub(super) fn set_place(&mut self, id: SquareId, waypoint: WaypointId) {
        self.all[id.0 as usize].waypoint = Some(waypoint);
    }

    /// A leaf looks so far from now on; so do the squares around it.
    pub(super) fn set_reach(&mut self, id: SquareId, reach: f64) {
        self.all[id.0 as usize].reach = reach;
        let mut above = self.at(id).parent;
        while let Some(parent) = above {
            let most = self.children(parent).map(|child| self.reach(child)).fold(0.0, f64::max);
            self.all[parent.0 as usize].reach = most;
            above = self.at(parent).parent;
        }
    }

    /// Looks again at the squares for which `is_dirty` says so of a box around them.
    pub(super) fn look_again(&mut self, map: &Map, is_dirty: &impl Fn(Bounds) -> bool, turnover: &mut Turnover) {
        self.visit(map, Squares::ROOT, is_dirty, turnover);
    }

    fn visit(&mut self, map: &Map, id: SquareId, is_dirty: &impl Fn(Bounds) -> bool, turnover: &mut Turnover) {
        if !is_dirty(self.at(id).bounds) {
            return;
        }
        if self.at(id).children.is_none() {
            self.classify(map, id, turnover);
            return;
        }
        for child in self.children(id) {
            self.visit(map, child, is_dirty, turnover);
        }
        // What is in a child is in it too, so only four free leaves may be one.
        let all_free = self.children(id).all(|child| self.at(child).children.is_none() && !self.at(child).occupied);
        if all_free && self.at(id).level >= FIXED_LEVELS && !self.is_occupied(map, id) {
            turnover.came.retain(|&came| self.children(id).all(|child| child != came));
            for child in self.children(id) {
                self.vacate(child, turnover);
            }
            let square = &mut self.all[id.0 as usize];
            self.unused.extend(square.children.take());
            self.classify(map, id, turnover);
        }
    }

    /// Classifies a leaf as free or occupied, and splits it if it must be.
    fn classify(&mut self, map: &Map, id: SquareId, turnover: &mut Turnover) {
        let occupied = self.is_occupied(map, id);
        let Square { bounds, level, waypoint, .. } = *self.at(id);
        let (width, height) = bounds.size();
        if level < FIXED_LEVELS || occupied && (width > self.minimum[0] || height > self.minimum[1]) {
            self.vacate(id, turnover);
            self.split(id);
            for child in self.children(id) {
                self.classify(map, child, turnover);
            }
        } else if occupied {
            self.vacate(id, turnover);
        } else if waypoint.is_none() {
            turnover.came.push(id);
        }
        self.all[id.0 as usize].occupied = occupied;
    }

    /// Notes that a square is no longer a free leaf.
    fn vacate(&mut self, id: SquareId, turnover: &mut Turnover) {
        let square = &mut self.all[id.0 as usize];
        square.occupied = true;
        let bounds = square.bounds;
        if let Some(waypoint) = square.waypoint.take() {
            turnover.went.push((waypoint, bounds));
        }
        self.set_reach(id, 0.0);
    }

    fn split(&mut self, id: SquareId) {
        let Square { bounds: Bounds { min, max }, level, .. } = *self.at(id);
        let middle = min.lerp(max, 0.5);
        let first = self.unused.pop().unwrap_or_else(|| {
            let first = SquareId(self.all.len() as u32);
            self.all.resize(self.all.len() + 4, Squares::blank(Bounds { min, max }, None, 0));
            first
        });
        let cut = |x: [f64; 2], y: [f64; 2]| Bounds { min: Point::new(x[0], y[0]), max: Point::new(x[1], y[1]) };
        let halves = [[min.x, middle.x], [middle.x, max.x], [min.y, middle.y], [middle.y, max.y]];
        for i in 0..4 {
            let bounds = cut(halves[i & 1], halves[2 + (i >> 1)]);
            self.all[first.0 as usize + i] = Squares::blank(bounds, Some(id), level + 1);
        }
        self.all[id.0 as usize].children = Some(first);
    }

    /// Whether something reaches into a square.
    fn is_occupied(&self, map: &Map, id: SquareId) -> bool {
        let Bounds { min, max } = self.at(id).bounds;
        let slack = SQUARE_BESIDE * map.lattice().step();
        let inner =
            Bounds { min: Point::new(min.x + slack, min.y + slack), max: Point::new(max.x - slack, max.y - slack) };
        let Some((low, high)) = map.snap_box(inner) else { return true };
        let crosses = |from: LatticePoint, to: LatticePoint| meets_box(from, to, low, high);
        map.faces_in(inner).into_iter().any(|f| {
            !map.is_free(f)
                || f.edges().into_iter().any(|e| {
                    let [from, to] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
                    map.is_wall(e) && crosses(from, to)
                })
        })
    }
}
