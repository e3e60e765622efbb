//! Where the two ends of a query are, and which dead ends may be entered for their sake.

use navigant_mesh::internals::{IdInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, FaceId, Map};

/// One end of a query.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Start,
    Goal,
}

impl End {
    pub(super) fn other(self) -> End {
        match self {
            End::Start => End::Goal,
            End::Goal => End::Start,
        }
    }
}

/// Marks on the faces that the ends of a query lie in, and on those between them and the mouths of their dead ends. What
/// earlier queries marked is forgotten at no cost.
#[derive(Debug, Default)]
pub(super) struct Ends {
    /// Four times the number of this query.
    opened: u32,
    /// By face: four times the query in which its dead end may be entered; more if an end lies in it, or if it is a tail.
    marks: Vec<u32>,
    /// The last faces of the trees of dead ends that the ends lie in.
    last: Vec<FaceId>,
    /// Faces beside the ends that were opened.
    beside: Vec<FaceId>,
}

/// What is added to the mark of a face that leads from where the ways of all ends have met to the last face of their tree.
const TAIL: u32 = 3;

impl Ends {
    /// Forgets the last query.
    pub(super) fn begin(&mut self, map: &Map) {
        self.opened = self.opened.wrapping_add(4);
        if self.opened == 0 {
            self.marks.fill(0);
            self.opened = 4;
        }
        if self.marks.len() < map.face_slots() {
            self.marks.resize(map.face_slots(), 0);
        }
        self.last.clear();
        self.beside.clear();
    }

    /// How faces are marked that an end lies in.
    #[inline]
    pub(super) fn mark_of(&self, end: End) -> u32 {
        self.opened | (1 + end as u32)
    }

    /// An end lies in a face: lets searches pass from there to the mouth of its dead end.
    ///
    /// Faces that both ends lie in are seen straight from both: there is nothing to search.
    pub(super) fn mark(&mut self, map: &Map, face: FaceId, end: End) {
        self.open(map, face);
        self.marks[face.index()] = self.mark_of(end);
    }

    /// A face lies beside an end: lets searches pass from there, too.
    pub(super) fn open_beside(&mut self, map: &Map, face: FaceId) {
        self.open(map, face);
        self.beside.push(face);
    }

    /// Lets searches pass from a face to the mouth of its dead end.
    fn open(&mut self, map: &Map, face: FaceId) {
        let mut f = face;
        while !self.is_opened(f) {
            self.marks[f.index()] = self.opened;
            match map.dead_ends().way_out(f) {
                Some(e) => f = map.twin(e).face(),
                None if map.dead_ends().contains(f) => return self.last.push(f),
                None => return,
            }
        }
    }

    /// Closes the tails, once all is opened: what lies between the last face of a tree and where the ways of all ends have met.
    ///
    /// A part of free space without loops is one tree of dead ends. Which of its faces is the last depends on the edits that led
    /// to the map, and on when its dead ends were asked for. What is left without the tail follows from the ends alone, and with
    /// it the expansions that a search makes.
    pub(super) fn close_tails(&mut self, map: &Map) {
        let dead_ends = map.dead_ends();
        for at in 0..self.last.len() {
            let mut f = self.last[at];
            while self.marks[f.index()] == self.opened && !self.beside.contains(&f) {
                let comes_by = |e: &EdgeId| {
                    let before = map.twin(*e).face();
                    dead_ends.way_out(before) == Some(map.twin(*e)) && self.is_opened(before)
                };
                let mut from = f.edges().into_iter().filter(comes_by);
                let (Some(e), None) = (from.next(), from.next()) else { break };
                self.marks[f.index()] = self.opened | TAIL;
                f = map.twin(e).face();
            }
        }
    }

    /// Whether an edge leads out of a dead end that may not be entered, towards what may: along the way out of its face, or in
    /// a tail against it.
    #[inline]
    pub(super) fn leads_out(&self, map: &Map, e: EdgeId) -> bool {
        let dead_ends = map.dead_ends();
        let mark = self.marks[e.face().index()];
        if mark & !TAIL != self.opened {
            return dead_ends.way_out(e.face()) == Some(e);
        }
        let back = map.twin(e);
        let comes_by =
            || dead_ends.way_out(back.face()) == Some(back) && self.marks[back.face().index()] & !TAIL == self.opened;
        mark == self.opened | TAIL && comes_by()
    }

    #[inline]
    pub(super) fn is_marked(&self, f: FaceId, mark: u32) -> bool {
        self.marks[f.index()] == mark
    }

    /// Whether a face may be entered though it is in a dead end.
    #[inline]
    pub(super) fn is_opened(&self, f: FaceId) -> bool {
        self.marks[f.index()].wrapping_sub(self.opened) < TAIL
    }
}
