//! The pieces that barriers cut faces into, computed lazily.
//!
//! ```text
//!            a                 A barrier (┊) between a corner and a wall is a chord of each face that it crosses: it comes in by
//!           ╱┊╲                an edge or starts in a corner, and leaves by an edge or ends on a wall. Chords do not cross, so
//!          ╱ ┊ ╲               they cut a face like brackets cut a line: a walk around the face enters a piece where a chord
//!         ╱  ┊  ╲              begins and leaves it where the chord ends.
//!        b━━━┷━━━c
//! ```

use super::barrier::{Barrier, Part};
use super::feature::Feature;
use crate::ids::{EdgeId, FaceId, VertexId};
use crate::map::Map;
use crate::tolerance::{ABOVE, BARRIER_BESIDE, BARRIER_HELD};
use navigant_geometry::internals::Offset;
use std::cmp::Ordering;

/// The faces visited so far; scratch memory.
#[derive(Debug, Default)]
pub(super) struct Pieces {
    /// Barriers that let discs of this radius pass do not matter, in steps.
    most: f64,
    /// By face: the question in which it was looked at, and its cell.
    cell_of: Vec<(u32, u32)>,
    round: u32,
    cells: Vec<Cell>,
    pub(super) barriers: Vec<Barrier>,
    /// By barrier: the face that its middle lies in.
    pub(super) middles: Vec<FaceId>,
    chords: Vec<Chord>,
    /// By piece: its cell.
    owners: Vec<u32>,
    /// The pieces along the sides of cells.
    along: Vec<PieceId>,
    work: Work,
}

/// A piece of a face, for one question.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PieceId(pub(super) u32);

#[derive(Clone, Copy, Debug)]
struct Cell {
    face: FaceId,
    /// Whether the barriers with their middle in it have been looked for.
    is_searched: bool,
    /// Whether it has been cut: no chord may come any more.
    is_cut: bool,
    /// One more than a place in [`Pieces::chords`]; 0 for none.
    chords: u32,
    first: PieceId,
    /// Where the pieces along its sides begin, and where those of the last one end.
    sides: [u32; 4],
}

/// A barrier in a face.
#[derive(Clone, Copy, Debug)]
struct Chord {
    barrier: u32,
    /// Where it comes from and where it goes.
    ends: [End; 2],
    /// The pieces that it separates: the one that holds the face's first corner, and the other one.
    pieces: [PieceId; 2],
    /// Whether the other one is to the left of the barrier.
    is_left: bool,
    next: u32,
}

/// An end of a chord on the border of a face.
#[derive(Clone, Copy, Debug)]
struct End {
    /// Twice the side, for the corner where the side starts, and one more for the side itself.
    at: u8,
    /// Where on the side.
    part: Option<Part>,
}

#[derive(Debug, Default)]
struct Work {
    near: Vec<(Feature, [Offset; 2])>,
    exits: Vec<EdgeId>,
    /// Edges that a feature is looked at through.
    looked: Vec<EdgeId>,
    /// The ends of a face's chords: the chord, and which end.
    ends: Vec<(u32, usize)>,
    open: Vec<(u32, PieceId)>,
}

impl Pieces {
    /// Forgets everything; barriers that let discs of a radius in steps pass will not matter.
    pub(super) fn begin(&mut self, map: &Map, most: f64) {
        self.most = most;
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.cell_of.fill((0, 0));
            self.round = 1;
        }
        if self.cell_of.len() < map.face_slots() {
            self.cell_of.resize(map.face_slots(), (0, 0));
        }
        self.cells.clear();
        self.barriers.clear();
        self.middles.clear();
        self.chords.clear();
        self.owners.clear();
        self.along.clear();
    }

    /// How many pieces there are so far.
    pub(super) fn count(&self) -> usize {
        self.owners.len()
    }

    /// The piece of a free face that a place lies in. On a barrier it may be either: no more room is there than on it.
    pub(super) fn at(&mut self, map: &Map, f: FaceId, place: Offset) -> PieceId {
        let cell = self.cut(map, f);
        let chords = self.chords_of(self.cells[cell]);
        // Chords that are farther in are cut later.
        let inner =
            chords.filter(|chord| (self.barriers[chord.barrier as usize].side_of(place) > 0.0) == chord.is_left);
        inner.map(|chord| chord.pieces[1]).max().unwrap_or(self.cells[cell].first)
    }

    /// Visits what borders a piece: each time the piece beyond, the edge, or none where a barrier is crossed, and the barrier.
    pub(super) fn neighbours(&mut self, map: &Map, piece: PieceId, mut visit: impl FnMut(&Pieces, PieceId, Crossing)) {
        let cell = self.cells[self.owners[piece.0 as usize] as usize];
        for chord in self.chords_of(cell) {
            let [outer, inner] = chord.pieces;
            if piece == outer || piece == inner {
                visit(self, if piece == outer { inner } else { outer }, Crossing::Barrier(chord.barrier));
            }
        }
        for (side, e) in cell.face.edges().into_iter().enumerate() {
            if map.is_wall(e) {
                continue;
            }
            let (start, end) = (cell.sides[side], cell.sides[side + 1]);
            if !self.along[start as usize..end as usize].contains(&piece) {
                continue;
            }
            let twin = map.twin(e);
            let beyond = self.cut(map, twin.face());
            let last = self.cells[beyond].sides[twin.side() + 1];
            for i in start..end {
                if self.along[i as usize] == piece {
                    // The same barriers cross the edge as seen from beyond, the last one first.
                    visit(self, self.along[(last - 1 - (i - start)) as usize], Crossing::Edge(e));
                }
            }
        }
    }

    fn chords_of(&self, cell: Cell) -> impl Iterator<Item = &Chord> {
        let mut next = cell.chords;
        std::iter::from_fn(move || {
            let chord = &self.chords[(next as usize).checked_sub(1)?];
            next = chord.next;
            Some(chord)
        })
    }

    /// The cell of a face.
    fn cell(&mut self, f: FaceId) -> usize {
        let known = &mut self.cell_of[f.index()];
        if known.0 != self.round {
            *known = (self.round, self.cells.len() as u32);
            let (first, sides) = (PieceId(0), [0; 4]);
            self.cells.push(Cell { face: f, is_searched: false, is_cut: false, chords: 0, first, sides });
        }
        known.1 as usize
    }

    /// Cuts a face by all barriers that cross it.
    ///
    /// What is nearest to a place where a barrier crosses an edge is an end of the barrier: the nearer one. So if the middle of
    /// a barrier lies beyond an edge of the face, the edge lists an end of it on the face's side, and so do all edges from there
    /// to the middle.
    fn cut(&mut self, map: &Map, f: FaceId) -> usize {
        let cell = self.cell(f);
        if self.cells[cell].is_cut {
            return cell;
        }
        self.search(map, f);
        for e in f.edges().into_iter().filter(|&e| !map.is_wall(e)) {
            let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
            for feature in map.profiles().left_of(e) {
                if feature.distance_to_segment(map, a, b) < 2.0 * self.most {
                    self.search_beyond(map, e, feature);
                }
            }
        }
        self.lay_out(map, cell);
        cell
    }

    /// Searches the faces beyond an edge as far as they see a feature on this side of it.
    fn search_beyond(&mut self, map: &Map, e: EdgeId, feature: Feature) {
        self.work.looked.clear();
        self.work.looked.push(e);
        let mut next = 0;
        while let Some(&e) = self.work.looked.get(next) {
            next += 1;
            let beyond = map.twin(e);
            self.search(map, beyond.face());
            for e in [beyond.next(), beyond.prev()] {
                let sees = || map.profiles().left_of(e).any(|seen| seen == feature);
                if !map.is_wall(e) && !self.work.looked.contains(&e) && sees() {
                    self.work.looked.push(e);
                }
            }
        }
    }

    /// Finds the barriers whose middle lies in a face, and notes them in all faces that they cross.
    fn search(&mut self, map: &Map, f: FaceId) {
        let cell = self.cell(f);
        if std::mem::replace(&mut self.cells[cell].is_searched, true) {
            return;
        }
        let mut near = std::mem::take(&mut self.work.near);
        near.clear();
        near.extend(map.features_near(f).map(|feature| (feature, feature.ends(map))));
        near.sort_unstable_by_key(|(feature, _)| *feature);
        near.dedup_by_key(|(feature, _)| *feature);
        let sides = f.edges().map(|e| {
            let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
            (a, (b - a) * (1.0 / (b - a).length()))
        });
        // Corners come first.
        let corners = near.partition_point(|(feature, _)| matches!(feature, Feature::Corner(_)));
        let (corners, walls) = near.split_at(corners);
        for &(wall, [a, b]) in walls {
            let Feature::Wall(e) = wall else { continue };
            let (along, squared) = (b - a, (b - a).squared());
            // Width times length, as an upper bound.
            let widest = 2.0 * self.most * squared.sqrt() * ABOVE;
            for &(corner, [at, _]) in corners {
                let Feature::Corner(v) = corner else { continue };
                let (area, foot) = (along.cross(at - a), along.dot(at - a));
                if !(area > 0.0 && area < widest && foot > 0.0 && foot < squared) {
                    continue;
                }
                let middle = at - along.left() * (area / (2.0 * squared));
                if sides.iter().any(|(a, along)| along.cross(middle - *a) < -BARRIER_BESIDE) {
                    continue;
                }
                let radius = (middle - at).length() * (1.0 - BARRIER_HELD) - BARRIER_BESIDE;
                let is_free = |&(feature, [p, q]): &(Feature, [Offset; 2])| {
                    middle.distance_to_segment(p, q) >= radius || !map.is_seen(f, middle, feature)
                };
                if near.iter().all(is_free) {
                    self.add(map, f, Barrier::new(map, v, e));
                }
            }
        }
        if map.has_layers() {
            self.search_over_seams(map, f, &near, corners);
        }
        self.work.near = near;
    }

    /// Finds the barriers between two corners over a seam whose middle lies in a face. In one layer they are edges, for the triangulation
    /// is that of Delaunay; but it ends at seams.
    fn search_over_seams(
        &mut self,
        map: &Map,
        f: FaceId,
        near: &[(Feature, [Offset; 2])],
        corners: &[(Feature, [Offset; 2])],
    ) {
        let vertex = |feature: Feature| if let Feature::Corner(v) = feature { Some(v) } else { None };
        let widest = 2.0 * self.most * ABOVE;
        for (i, &(feature, [a, _])) in corners.iter().enumerate() {
            for &(other, [b, _]) in &corners[..i] {
                let (Some(v), Some(w)) = (vertex(feature), vertex(other)) else { continue };
                let squared = (b - a).squared();
                if squared == 0.0 || squared >= widest * widest {
                    continue;
                }
                let middle = (a + b) * 0.5;
                let is_out = |e: EdgeId| {
                    let [p, q] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
                    (q - p).cross(middle - p) < -BARRIER_BESIDE * (q - p).length()
                };
                if f.edges().into_iter().any(is_out) {
                    continue;
                }
                let radius = 0.5 * squared.sqrt() * (1.0 - BARRIER_HELD) - BARRIER_BESIDE;
                let is_free = |&(feature, [p, q]): &(Feature, [Offset; 2])| {
                    middle.distance_to_segment(p, q) >= radius || !map.is_seen(f, middle, feature)
                };
                if near.iter().all(is_free) {
                    self.add(map, f, Barrier::between(map, v, w));
                }
            }
        }
    }

    /// Adds a barrier to all faces that it crosses, unless it is known or irrelevant. Its middle lies in `middle`.
    ///
    /// Two barriers cross only where both are diameters of one empty circle: a path that crosses one of them there has
    /// crossed shorter barriers between the four places that they touch. So one of them is enough.
    fn add(&mut self, map: &Map, middle: FaceId, barrier: Option<Barrier>) {
        let Some(barrier) = barrier.filter(|barrier| barrier.room < self.most) else { return };
        let mut exits = std::mem::take(&mut self.work.exits);
        let leads_there = barrier.trace(map, &mut exits);
        // A barrier to a corner ends in the face beyond the last edge.
        let last = match barrier.to {
            Feature::Corner(_) => exits.last().map(|&exit| map.twin(exit)),
            Feature::Wall(_) => None,
        };
        let is_free = leads_there
            && exits.iter().map(|exit| exit.face()).chain(last.map(EdgeId::face)).all(|f| {
                let cell = self.cell(f);
                let cell = self.cells[cell];
                let others = self.chords_of(cell).map(|chord| &self.barriers[chord.barrier as usize]);
                let is_same = |other: &Barrier| is_same(map, other, &barrier);
                !cell.is_cut && others.into_iter().all(|other| !is_same(other) && !other.crosses(&barrier))
            });
        if is_free {
            let index = self.barriers.len() as u32;
            self.barriers.push(barrier);
            self.middles.push(middle);
            let mut entry: Option<EdgeId> = None;
            let on_side = |e: EdgeId| End { at: 2 * e.side() as u8 + 1, part: Some(barrier.part(map, e)) };
            let opposite = |e: EdgeId| End { at: 2 * e.prev().side() as u8, part: None };
            let mut add = |f: FaceId, ends: [End; 2]| {
                let cell = self.cell(f);
                let next = std::mem::replace(&mut self.cells[cell].chords, self.chords.len() as u32 + 1);
                self.chords.push(Chord { barrier: index, ends, pieces: [PieceId(0); 2], is_left: false, next });
            };
            for &exit in &exits {
                // It starts in the corner opposite to the first edge.
                add(exit.face(), [entry.map_or(opposite(exit), on_side), on_side(exit)]);
                entry = Some(map.twin(exit));
            }
            if let Some(entry) = last {
                add(entry.face(), [on_side(entry), opposite(entry)]);
            }
        }
        self.work.exits = exits;
    }

    /// Walks around a face and gives each piece its name.
    fn lay_out(&mut self, map: &Map, cell: usize) {
        let Cell { chords, .. } = self.cells[cell];
        let Work { ends, open, .. } = &mut self.work;
        ends.clear();
        open.clear();
        let mut next = chords;
        while let Some(chord) = (next as usize).checked_sub(1) {
            ends.extend([0, 1].map(|end| (chord as u32, end)));
            next = self.chords[chord].next;
        }
        let end = |&(chord, end): &(u32, usize)| self.chords[chord as usize].ends[end];
        let other = |&(chord, end): &(u32, usize)| self.chords[chord as usize].ends[1 - end];
        ends.sort_by(|a, b| {
            let by_part = |p: End, q: End| match (p.part, q.part) {
                (Some(p), Some(q)) => p.compare(&q),
                _ => Ordering::Equal,
            };
            // Of those that meet in a corner, the one that goes farthest around the face encloses the others.
            let (p, q) = (end(a), end(b));
            p.at.cmp(&q.at).then_with(|| by_part(p, q)).then_with(|| by_part(other(b), other(a)))
        });
        let piece = |owners: &mut Vec<u32>| {
            owners.push(cell as u32);
            PieceId(owners.len() as u32 - 1)
        };
        let mut here = piece(&mut self.owners);
        let mut sides = [0; 4];
        let mut next = 0;
        for side in 0..3u8 {
            for at in [2 * side, 2 * side + 1] {
                if at % 2 == 1 {
                    sides[usize::from(side)] = self.along.len() as u32;
                    self.along.push(here);
                }
                while let Some(&(chord, end)) =
                    ends.get(next).filter(|(c, e)| self.chords[*c as usize].ends[*e].at == at)
                {
                    next += 1;
                    match open.iter().rposition(|(other, _)| *other == chord) {
                        Some(from) => {
                            here = open[from].1;
                            open.truncate(from);
                        }
                        None => {
                            open.push((chord, here));
                            let inner = piece(&mut self.owners);
                            let chord = &mut self.chords[chord as usize];
                            chord.pieces = [here, inner];
                            // The border runs to the right of the way from here to the other end.
                            chord.is_left = end == 1;
                            here = inner;
                        }
                    }
                    if at % 2 == 1 {
                        self.along.push(here);
                    }
                }
            }
        }
        sides[3] = self.along.len() as u32;
        let known = &mut self.cells[cell];
        (known.is_cut, known.sides) = (true, sides);
        known.first = here;
        debug_assert!(open.is_empty() && map.is_free(known.face));
    }
}

/// Whether two barriers are the same: a corner at the end of a seam has an id on either layer, and a barrier between two corners may be
/// found from both.
fn is_same(map: &Map, a: &Barrier, b: &Barrier) -> bool {
    let at = |v: VertexId| map.lattice_point(v);
    match (a.to, b.to) {
        (Feature::Corner(p), Feature::Corner(q)) => {
            (at(a.corner), at(p)) == (at(b.corner), at(q)) || (at(a.corner), at(p)) == (at(q), at(b.corner))
        }
        (p, q) => at(a.corner) == at(b.corner) && p == q,
    }
}

/// What is crossed from one piece to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Crossing {
    Edge(EdgeId),
    /// By its place in [`Pieces::barriers`].
    Barrier(u32),
}
