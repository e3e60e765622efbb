//! Where the two ends of a query are, and which dead ends may be entered for their sake.

use navigant_mesh::{FaceId, Map};

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
    epoch: u32,
    /// By face: four times the query in which its dead end may be entered; more if an end lies in it.
    marks: Vec<u32>,
}

impl Ends {
    /// Forgets the last query.
    pub(super) fn begin(&mut self, map: &Map) {
        self.epoch += 1;
        if self.epoch == 1 << 30 {
            self.marks.fill(0);
            self.epoch = 1;
        }
        if self.marks.len() < map.face_slots() {
            self.marks.resize(map.face_slots(), 0);
        }
    }

    /// How faces are marked that an end lies in.
    #[inline]
    pub(super) fn mark_of(&self, end: End) -> u32 {
        self.epoch << 2 | (1 + end as u32)
    }

    /// An end lies in a face: lets searches pass from there to the mouth of its dead end.
    ///
    /// Faces that both ends lie in are seen straight from both: there is nothing to search.
    pub(super) fn mark(&mut self, map: &Map, face: FaceId, end: End) {
        self.open(map, face);
        self.marks[face.index()] = self.mark_of(end);
    }

    /// Lets searches pass from a face to the mouth of its dead end.
    pub(super) fn open(&mut self, map: &Map, face: FaceId) {
        let mut f = face;
        while !self.is_opened(f) {
            self.marks[f.index()] = self.epoch << 2;
            match map.dead_ends().way_out(f) {
                Some(e) => f = map.twin(e).face(),
                None => break,
            }
        }
    }

    #[inline]
    pub(super) fn is_marked(&self, f: FaceId, mark: u32) -> bool {
        self.marks[f.index()] == mark
    }

    /// Whether a face may be entered though it is in a dead end.
    #[inline]
    pub(super) fn is_opened(&self, f: FaceId) -> bool {
        self.marks[f.index()] >> 2 == self.epoch
    }
}
