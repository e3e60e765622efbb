//! An adaptive grid over a map: large squares where there is room, single cells beside obstacles.

use super::crossing::{Crossing, touching_cells};
use super::over_map::BadMapGrid;
use super::quads::{Content, Quad, Quads};
use crate::change::Change;
use crate::clearance::Room;
use crate::journal::Revision;
use crate::map::Map;
use crate::tolerance::NUDGED;
use navigant_geometry::internals::{BoundsInternals as _, LatticeInternals as _, PointInternals as _};
use navigant_geometry::{Bounds, Point};

pub use super::quads::QuadId;

/// An adaptive grid over a [`Map`], for discs of one radius: a quad-tree whose leaves are joined to those they touch. It needs far
/// fewer squares than a [`MapGrid`](super::MapGrid) has cells, and holds worlds that a uniform grid cannot.
///
/// A square is open if the disc has room at the centres of all its cells and everywhere between them: for a single cell, exactly if
/// it has room at its centre. Squares that no free space reaches into are blocked; all others are divided, down to single cells.
/// Two open squares that touch are joined if the disc can move straight from one centre to the other, or else from a cell of one to
/// a cell of the other that touches it. So it reaches the same cells as on a uniform grid on which it moves straight from
/// cell to cell, in any of the eight directions in which it can.
///
/// The tree follows from the map alone, so a grid that follows edits equals one that is made of the edited map, but for its ids.
///
/// ```
/// # use navigant_mesh::internals::AdaptiveGridInternals as _;
/// use navigant_mesh::{Map, Outline};
/// use navigant_mesh::grid::AdaptiveGrid;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [256.0, 256.0]))?;
/// let mut grid = AdaptiveGrid::of(&map, 0.5, 0.3, &[])?;
/// assert!(grid.open_count() * 20 < 512 * 512, "as many cells a uniform grid has");
/// let before = grid.open_count();
/// map.insert(&Outline::rectangle([100.0, 100.0], [102.0, 102.0]))?;
/// grid.follow(&map);
/// assert!(grid.open_count() > before, "small squares around what came");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct AdaptiveGrid {
    origin: Point,
    cell: f64,
    radius: f64,
    floor: Bounds,
    quads: Quads,
    /// Cells that are not part of larger squares.
    single: Vec<[u32; 2]>,
    /// By square: the open squares it is joined to, by their ids, and how long the ways to their centres are, in metres.
    edges: Vec<Vec<(QuadId, f64)>>,
    open: usize,
    affected: Vec<QuadId>,
    revision: Revision,
}

/// The most levels of the tree: 16 million cells on a side.
const LEVELS: u8 = 24;

/// What a look at the tree after an edit has found.
#[derive(Default)]
struct Turnover {
    /// Open leaves that are new, or near to the edit.
    looked_at: Vec<QuadId>,
    /// Squares whose edges have changed.
    affected: Vec<QuadId>,
}

impl AdaptiveGrid {
    /// The grid over a map as it is now, for cells of a size and discs of a radius, both in metres. The cells that the points of
    /// `single` lie in are not part of larger squares: goals, and whatever else is to be told apart.
    ///
    /// Cost: a look at the map for every square, about four thirds of the leaves in number.
    ///
    /// # Errors
    /// [`BadMapGrid`] when the size or the radius is none, or when there would be more than 2²⁴ cells on a side.
    pub fn of(map: &Map, cell: f64, radius: f64, single: &[Point]) -> Result<AdaptiveGrid, BadMapGrid> {
        if cell.is_nan() || cell <= 0.0 {
            return Err(BadMapGrid::CellSize(cell));
        }
        if radius.is_nan() || radius < 0.0 {
            return Err(BadMapGrid::Radius(radius));
        }
        // A map has a floor.
        let origin = map.lattice().origin();
        let floor = map.floor_bounds().unwrap_or(Bounds { min: origin, max: origin });
        let (width, height) = floor.size();
        let cells = (width.max(height) / cell).ceil().max(1.0);
        if cells > f64::from(1 << LEVELS) || cell < map.lattice().step() {
            let least = (width.max(height) / f64::from(1 << LEVELS)).max(map.lattice().step());
            return Err(BadMapGrid::TooFine { cell, least: 2f64.powf(least.log2().ceil()) });
        }
        let levels = (cells as u32).next_power_of_two().trailing_zeros() as u8;
        let (quads, revision) = (Quads::new(levels), map.revision());
        let (edges, affected) = (Vec::new(), Vec::new());
        let mut grid = AdaptiveGrid {
            origin: floor.min,
            cell,
            radius,
            floor,
            quads,
            single: Vec::new(),
            edges,
            open: 0,
            affected,
            revision,
        };
        grid.single = single.iter().filter_map(|&p| grid.cell_of(p)).collect();
        grid.look_again(map, None);
        Ok(grid)
    }

    /// Catches up with the edits of its map, by [`Map::changes_since`]. If these are forgotten, or if it is another map, everything is
    /// looked at again. It then equals a grid that is made of the map as it is now, but for the ids of squares.
    ///
    /// Cost: the squares that are as near to what came or went as the disc reaches.
    pub fn follow(&mut self, map: &Map) {
        let dirty = map.changes_since(self.revision).ok().map(|changes| {
            let boxes = |change: &Change| {
                let nudged = change.nudged.iter().filter_map(|wall| Bounds::of([wall.from, wall.to]));
                change.region.into_iter().chain(nudged).collect::<Vec<Bounds>>()
            };
            changes.flat_map(boxes).collect::<Vec<Bounds>>()
        });
        self.revision = map.revision();
        self.look_again(map, dirty.as_deref());
    }

    /// Looks again at the squares that some boxes concern, or at all.
    fn look_again(&mut self, map: &Map, dirty: Option<&[Bounds]>) {
        let mut turnover = Turnover::default();
        self.visit(map, Quads::ROOT, dirty, &mut turnover);
        let Turnover { mut looked_at, mut affected } = turnover;
        // A leaf may have been divided or taken away after it was looked at.
        looked_at.retain(|&id| self.is_open(id));
        looked_at.sort_unstable();
        looked_at.dedup();
        self.join(map, &looked_at, &mut affected);
        affected.sort_unstable();
        affected.dedup();
        self.affected = affected;
    }

    fn visit(&mut self, map: &Map, id: QuadId, dirty: Option<&[Bounds]>, turnover: &mut Turnover) {
        let quad = self.quads.quad(id);
        if dirty.is_some_and(|boxes| !self.is_concerned(map, quad, boxes)) {
            return;
        }
        match (self.classify(map, quad), self.quads.content(id)) {
            (None, Content::Split(first)) => {
                Quads::four(first).into_iter().for_each(|child| self.visit(map, child, dirty, turnover));
            }
            (None, _) => {
                self.replace(id, Content::Blocked, turnover);
                let first = self.quads.split(id);
                Quads::four(first).into_iter().for_each(|child| self.visit(map, child, None, turnover));
            }
            (Some(content), _) => self.replace(id, content, turnover),
        }
    }

    /// Makes a square a leaf with some content.
    fn replace(&mut self, id: QuadId, content: Content, turnover: &mut Turnover) {
        if let Content::Split(first) = self.quads.content(id) {
            for child in Quads::four(first) {
                self.replace(child, Content::Blocked, turnover);
            }
            self.quads.merge(id);
        }
        let is_open = |content: Content| matches!(content, Content::Open { .. });
        let was = is_open(self.quads.content(id));
        if was && !is_open(content) {
            self.open -= 1;
            self.edges.resize_with(self.edges.len().max(self.quads.slots()), Vec::new);
            for (other, _) in std::mem::take(&mut self.edges[id.index()]) {
                self.edges[other.index()].retain(|&(to, _)| to != id);
                turnover.affected.push(other);
            }
            turnover.affected.push(id);
        }
        if is_open(content) {
            self.open += usize::from(!was);
            if !was {
                turnover.affected.push(id);
            }
            turnover.looked_at.push(id);
        }
        self.quads.set(id, content);
    }

    /// Joins leaves to the open ones they touch, where the disc can move straight from one to the other.
    fn join(&mut self, map: &Map, leaves: &[QuadId], affected: &mut Vec<QuadId>) {
        self.edges.resize_with(self.edges.len().max(self.quads.slots()), Vec::new);
        let (mut around, mut room) = (Vec::new(), Room::default());
        for &leaf in leaves {
            self.quads.around(leaf, &mut around);
            for &other in &around {
                // Of two that are looked at, the first looks.
                if !self.is_open(other) || other < leaf && leaves.binary_search(&other).is_ok() {
                    continue;
                }
                let ends = [leaf, other];
                let length = self.crossing(map, &mut room, ends).map(|crossing| self.length(map, ends, crossing));
                for [from, to] in [ends, [other, leaf]] {
                    if self.set_edge(from, to, length) {
                        affected.push(from);
                    }
                }
            }
        }
    }

    /// Sets the length of an edge, or takes it away; says whether that is new.
    fn set_edge(&mut self, from: QuadId, to: QuadId, length: Option<f64>) -> bool {
        let edges = &mut self.edges[from.index()];
        match (edges.binary_search_by_key(&to, |&(to, _)| to), length) {
            (Ok(at), Some(length)) => std::mem::replace(&mut edges[at].1, length) != length,
            (Ok(at), None) => {
                edges.remove(at);
                true
            }
            (Err(at), Some(length)) => {
                edges.insert(at, (to, length));
                true
            }
            (Err(_), None) => false,
        }
    }

    /// How the disc gets from one to the other of two open squares that touch; `None` if it does not.
    fn crossing(&self, map: &Map, room: &mut Room, ends: [QuadId; 2]) -> Option<Crossing> {
        // The way between centres lies in the two squares.
        if ends.iter().all(|&id| self.quads.content(id) == Content::Open { is_clear: true }) {
            return Some(Crossing::Straight);
        }
        let mut can_move = |[a, b]: [Point; 2]| {
            if self.radius == 0.0 {
                map.sees(a, b)
            } else {
                room.along_line(map, map.steps(a), map.steps(b), self.radius / map.lattice().step())
            }
        };
        // The same both ways.
        let [a, b] = ends.map(|id| self.quads.quad(id));
        let is_turned = a.corner > b.corner;
        let [first, last] = if is_turned { [b, a] } else { [a, b] };
        if can_move([first, last].map(|quad| self.centre_of(map, quad))) {
            return Some(Crossing::Straight);
        }
        if first.level == 0 && last.level == 0 {
            return None;
        }
        let mut pairs = touching_cells(first, last);
        let [p, q] = pairs.find(|&pair| can_move(pair.map(|cell| self.centre_of_cell(map, cell))))?;
        Some(Crossing::By(if is_turned { [q, p] } else { [p, q] }))
    }

    /// The length of the way between the centres of two squares, to the same bit from either end.
    fn length(&self, map: &Map, [from, to]: [QuadId; 2], crossing: Crossing) -> f64 {
        let first = self.centre_of(map, self.quads.quad(from));
        let mut at = first;
        let mut legs = [0.0; 3];
        for (leg, next) in legs.iter_mut().zip(self.along(map, to, crossing)) {
            *leg = at.distance(next);
            at = next;
        }
        // Sums of three floats depend on their order: soak adaptive, seed 7, case 37.
        let is_straight = matches!(crossing, Crossing::Straight);
        if is_straight { legs[0] } else { legs[1] + (legs[0] + legs[2]) }
    }

    /// The places at which the way to a square bends, and its centre.
    fn along(&self, map: &Map, to: QuadId, crossing: Crossing) -> impl Iterator<Item = Point> {
        let cells = match crossing {
            Crossing::Straight => [None, None],
            Crossing::By(cells) => cells.map(|cell| Some(self.centre_of_cell(map, cell))),
        };
        cells.into_iter().flatten().chain([self.centre_of(map, self.quads.quad(to))])
    }

    fn centre_of_cell(&self, map: &Map, corner: [u32; 2]) -> Point {
        self.centre_of(map, Quad { corner, level: 0 })
    }

    /// How far from a square something may be that decides about it.
    fn decided_within(&self, map: &Map) -> f64 {
        self.radius + NUDGED * map.lattice().step()
    }

    fn is_concerned(&self, map: &Map, quad: Quad, boxes: &[Bounds]) -> bool {
        let (bounds, within) = (self.bounds_of(quad), self.decided_within(map) + NUDGED * map.lattice().step());
        boxes.iter().any(|&b| bounds.distance_to(b) <= within)
    }

    /// What a square is; `None` if it has to be divided.
    fn classify(&self, map: &Map, quad: Quad) -> Option<Content> {
        let bounds = self.bounds_of(quad);
        let is_beside = bounds.min.x > self.floor.max.x || bounds.min.y > self.floor.max.y;
        if is_beside {
            return Some(Content::Blocked);
        }
        let centre = self.centre_of(map, quad);
        let clearance = map.clearance_at(centre);
        let has_room_in = |bounds| {
            clearance.is_some_and(|clearance| map.has_room_in_box(bounds, clearance, self.decided_within(map)))
        };
        if quad.level == 0 {
            let is_open = clearance.is_some_and(|clearance| self.radius <= clearance);
            return Some(if is_open { Content::Open { is_clear: has_room_in(bounds) } } else { Content::Blocked });
        }
        if self.single.iter().any(|&cell| quad.contains(cell)) {
            return None;
        }
        let half = 0.5 * self.cell;
        let between = Bounds {
            min: Point::new(bounds.min.x + half, bounds.min.y + half),
            max: Point::new(bounds.max.x - half, bounds.max.y - half),
        };
        if has_room_in(between) {
            return Some(Content::Open { is_clear: has_room_in(bounds) });
        }
        let is_off = clearance.is_none() && map.locate(centre).is_none();
        let may_be_blocked = clearance.is_none() && !is_off;
        (may_be_blocked && !map.any_face_in(bounds, |f| map.is_free(f))).then_some(Content::Blocked)
    }

    fn bounds_of(&self, Quad { corner: [x, y], level }: Quad) -> Bounds {
        let at = |x: f64, y: f64| Point::new(self.origin.x + x * self.cell, self.origin.y + y * self.cell);
        let (x, y, side) = (f64::from(x), f64::from(y), f64::from(1u32 << level));
        Bounds { min: at(x, y), max: at(x + side, y + side) }
    }

    /// The centre, rounded to the lattice: there room is decided in integers.
    fn centre_of(&self, map: &Map, quad: Quad) -> Point {
        let Bounds { min, max } = self.bounds_of(quad);
        let p = min.lerp(max, 0.5);
        map.lattice().snap(p).map_or(p, |p| map.lattice().world(p))
    }

    /// Column and row of the cell that a point lies in, in the tree or not.
    fn cell_of(&self, p: Point) -> Option<[u32; 2]> {
        let index = |offset: f64| {
            let cell = (offset / self.cell).floor();
            (0.0..f64::from(u32::MAX)).contains(&cell).then_some(cell as u32)
        };
        Some([index(p.x - self.origin.x)?, index(p.y - self.origin.y)?])
    }

    /// The length of arrays by square.
    pub(crate) fn slots(&self) -> usize {
        self.quads.slots()
    }

    /// How many open squares there are.
    pub(crate) fn open_count(&self) -> usize {
        self.open
    }

    /// The open squares, by their ids.
    pub(crate) fn open(&self) -> impl Iterator<Item = QuadId> + '_ {
        (0..self.slots() as u32).map(QuadId).filter(|&id| self.is_open(id))
    }

    /// Whether there is an open square with this id.
    #[inline]
    pub(crate) fn is_open(&self, id: QuadId) -> bool {
        matches!(self.quads.get(id), Some((_, Content::Open { .. })))
    }

    /// The open square that a point lies in; `None` where there is none.
    pub(crate) fn quad_at(&self, p: impl Into<Point>) -> Option<QuadId> {
        let p = p.into();
        if !p.is_finite() {
            return None;
        }
        self.quads.locate(self.cell_of(p)?).filter(|&id| self.is_open(id))
    }

    /// The box of an open square.
    pub(crate) fn bounds(&self, id: QuadId) -> Option<Bounds> {
        self.is_open(id).then(|| self.bounds_of(self.quads.quad(id)))
    }

    /// The centre of an open square, as rounded to the map's lattice.
    pub(crate) fn centre(&self, map: &Map, id: QuadId) -> Option<Point> {
        self.is_open(id).then(|| self.centre_of(map, self.quads.quad(id)))
    }

    /// The centre of the cell that a point lies in, where the square that holds it is open.
    pub(crate) fn centre_beside(&self, map: &Map, p: Point) -> Option<Point> {
        self.quad_at(p).and_then(|_| self.cell_of(p)).map(|cell| self.centre_of_cell(map, cell))
    }

    /// The places that the disc moves to, one after the other and straight, to get from the centre of an open square to that of one that
    /// it is joined to; nothing where they are not.
    pub(crate) fn way(&self, map: &Map, from: QuadId, to: QuadId) -> impl Iterator<Item = Point> {
        let is_joined = self.edges(from).binary_search_by_key(&to, |&(to, _)| to).is_ok();
        let crossing = is_joined.then(|| self.crossing(map, &mut Room::default(), [from, to])).flatten();
        crossing.map(|crossing| self.along(map, to, crossing)).into_iter().flatten()
    }

    /// The open squares that the disc can move to from an open square, and how long the ways to their centres are, in metres.
    #[inline]
    pub(crate) fn edges(&self, id: QuadId) -> &[(QuadId, f64)] {
        self.edges.get(id.index()).map_or(&[], Vec::as_slice)
    }

    /// The size of a cell, in metres.
    pub(crate) fn cell_size(&self) -> f64 {
        self.cell
    }

    /// The radius of the discs that it is for, in metres.
    pub(crate) fn radius(&self) -> f64 {
        self.radius
    }

    /// The squares that the edits caught up with last have opened, closed, or given other edges, sorted. Just made: all.
    pub(crate) fn affected(&self) -> &[QuadId] {
        &self.affected
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    #[test]
    fn ways_are_as_long_back_to_the_bit() -> Result<(), Box<dyn std::error::Error>> {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0]))?;
        for at in 0..97 {
            let (x, y) = (2.0 + 0.61 * f64::from(at), 62.0 - 0.59 * f64::from(at * 29 % 97));
            map.insert(&Outline::polyline([[x, y], [x + 0.3, y - 0.2]]))?;
        }
        let mut bent = 0;
        for cell in (0..12).map(|at| 0.51 + 0.137 * f64::from(at)) {
            let grid = AdaptiveGrid::of(&map, cell, 0.0, &[])?;
            for id in grid.open() {
                for &(to, length) in grid.edges(id) {
                    for ends in [[id, to], [to, id]] {
                        let crossing = grid.crossing(&map, &mut Room::default(), ends).ok_or("not joined")?;
                        bent += usize::from(crossing != Crossing::Straight);
                        assert_eq!(grid.length(&map, ends, crossing).to_bits(), length.to_bits());
                    }
                }
            }
        }
        assert!(bent > 200, "{bent}");
        Ok(())
    }
}
