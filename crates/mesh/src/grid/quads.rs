//! A quad-tree of squares of cells, by their quadcodes: splitting, merging, point location and neighbours. It knows no map.

/// A square of an [`AdaptiveGrid`](super::AdaptiveGrid). A square that an edit leaves as it was keeps its id; ids of others are reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct QuadId(pub u32);

impl QuadId {
    /// Its index in arrays by square.
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// A square: 2^level cells on a side, the lower left one at a column and a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Quad {
    pub(super) corner: [u32; 2],
    pub(super) level: u8,
}

impl Quad {
    /// Cells on a side.
    pub(super) fn side(self) -> u32 {
        1 << self.level
    }

    pub(super) fn contains(self, cell: [u32; 2]) -> bool {
        (0..2).all(|axis| cell[axis] >> self.level == self.corner[axis] >> self.level)
    }
}

/// What is known of a square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// Its id is not in use.
    Unused,
    /// No disc can stand at the centre of a cell in it.
    Blocked,
    /// A disc can stand at the centres of its cells and between them; anywhere in it, if it is clear.
    Open { is_clear: bool },
    /// It is divided into four, of which this is the first.
    Split(QuadId),
}

/// The tree. Squares that were divided hold the first of four that follow each other: lower left, lower right, upper left, upper right.
#[derive(Clone, Debug)]
pub(super) struct Quads {
    all: Vec<(Quad, Content)>,
    /// Firsts of four that are not in use.
    unused: Vec<QuadId>,
}

impl Quads {
    pub(super) const ROOT: QuadId = QuadId(0);

    /// A blocked square of 2^levels cells on a side.
    pub(super) fn new(levels: u8) -> Quads {
        Quads { all: vec![(Quad { corner: [0; 2], level: levels }, Content::Blocked)], unused: Vec::new() }
    }

    /// The length of arrays by square.
    pub(super) fn slots(&self) -> usize {
        self.all.len()
    }

    pub(super) fn get(&self, id: QuadId) -> Option<(Quad, Content)> {
        self.all.get(id.index()).copied().filter(|&(_, content)| content != Content::Unused)
    }

    pub(super) fn quad(&self, id: QuadId) -> Quad {
        self.all[id.index()].0
    }

    pub(super) fn content(&self, id: QuadId) -> Content {
        self.all[id.index()].1
    }

    pub(super) fn set(&mut self, id: QuadId, content: Content) {
        self.all[id.index()].1 = content;
    }

    pub(super) fn four(first: QuadId) -> [QuadId; 4] {
        [0, 1, 2, 3].map(|i| QuadId(first.0 + i))
    }

    /// Divides a leaf into four blocked ones.
    pub(super) fn split(&mut self, id: QuadId) -> QuadId {
        let Quad { corner: [x, y], level } = self.quad(id);
        let first = self.unused.pop().unwrap_or(QuadId(self.all.len() as u32));
        let half = 1 << (level - 1);
        for (i, child) in Quads::four(first).into_iter().enumerate() {
            let corner = [x + (i as u32 & 1) * half, y + (i as u32 >> 1) * half];
            let quad = (Quad { corner, level: level - 1 }, Content::Blocked);
            match self.all.get_mut(child.index()) {
                Some(slot) => *slot = quad,
                None => self.all.push(quad),
            }
        }
        self.set(id, Content::Split(first));
        first
    }

    /// Gives up the four parts of a square, which must be leaves. The square is blocked then.
    pub(super) fn merge(&mut self, id: QuadId) {
        if let Content::Split(first) = self.content(id) {
            Quads::four(first).into_iter().for_each(|child| self.set(child, Content::Unused));
            self.unused.push(first);
            self.set(id, Content::Blocked);
        }
    }

    /// The leaf that a cell lies in; `None` off the tree.
    pub(super) fn locate(&self, [x, y]: [u32; 2]) -> Option<QuadId> {
        let (mut id, mut level) = (Quads::ROOT, self.quad(Quads::ROOT).level);
        if u64::from(x.max(y)) >= 1 << level {
            return None;
        }
        while let Content::Split(first) = self.content(id) {
            level -= 1;
            id = QuadId(first.0 + (x >> level & 1) + 2 * (y >> level & 1));
        }
        Some(id)
    }

    /// The leaves that touch a leaf, at a side or a corner, by their ids.
    pub(super) fn around(&self, id: QuadId, found: &mut Vec<QuadId>) {
        found.clear();
        let quad = self.quad(id);
        let ([x, y], side) = (quad.corner, quad.side());
        // The cells outside, around: below and above with the corners, then left and right.
        let (low, high) = (|c: u32| c.checked_sub(1), |c: u32| c.checked_add(side));
        for row in [low(y), high(y)].into_iter().flatten() {
            self.along(0, row, [x.saturating_sub(1), x.saturating_add(side)], found);
        }
        for column in [low(x), high(x)].into_iter().flatten() {
            self.along(1, column, [y, y + (side - 1)], found);
        }
        found.sort_unstable();
        found.dedup();
    }

    /// The leaves along a row (axis 0) or a column (axis 1), from one cell to another.
    fn along(&self, axis: usize, across: u32, [from, to]: [u32; 2], found: &mut Vec<QuadId>) {
        let mut at = from;
        while at <= to {
            let cell = if axis == 0 { [at, across] } else { [across, at] };
            let Some(leaf) = self.locate(cell) else { return };
            found.push(leaf);
            let quad = self.quad(leaf);
            at = quad.corner[axis] + quad.side();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Eight by eight cells: one quarter is divided once, and one of its parts again.
    fn uneven() -> Quads {
        let mut quads = Quads::new(3);
        let first = quads.split(Quads::ROOT);
        let first = quads.split(first);
        quads.split(QuadId(first.0 + 3));
        quads
    }

    #[test]
    fn every_cell_lies_in_one_leaf() {
        let quads = uneven();
        for x in 0..8 {
            for y in 0..8 {
                let leaf = quads.locate([x, y]).unwrap();
                assert!(quads.quad(leaf).contains([x, y]) && !matches!(quads.content(leaf), Content::Split(_)));
            }
        }
        assert_eq!((quads.locate([8, 0]), quads.locate([0, u32::MAX])), (None, None));
    }

    #[test]
    fn neighbours_are_the_leaves_that_touch() {
        let quads = uneven();
        let mut leaves: Vec<QuadId> = (0..64).map(|cell| quads.locate([cell % 8, cell / 8]).unwrap()).collect();
        leaves.sort_unstable();
        leaves.dedup();
        let touch = |a: Quad, b: Quad| {
            (0..2)
                .all(|axis| a.corner[axis] <= b.corner[axis] + b.side() && b.corner[axis] <= a.corner[axis] + a.side())
        };
        let mut found = Vec::new();
        for &leaf in &leaves {
            quads.around(leaf, &mut found);
            let expected: Vec<QuadId> =
                leaves.iter().copied().filter(|&b| b != leaf && touch(quads.quad(leaf), quads.quad(b))).collect();
            assert_eq!(found, expected);
        }
    }

    #[test]
    fn merging_gives_ids_back() {
        let mut quads = uneven();
        let slots = quads.slots();
        let Content::Split(first) = quads.content(QuadId(1)) else { panic!("it was split") };
        quads.merge(QuadId(first.0 + 3));
        quads.split(QuadId(first.0 + 3));
        assert_eq!(quads.slots(), slots);
    }
}
