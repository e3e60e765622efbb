//! Numbers as words of eight bytes, and back: what a saved run consists of beside its map and its crowd.

use navigant_mesh::Point;

/// Writes words.
#[derive(Default)]
pub(crate) struct Words(pub(crate) Vec<u64>);

impl Words {
    pub(crate) fn number(&mut self, n: impl Into<u64>) {
        self.0.push(n.into());
    }

    pub(crate) fn real(&mut self, x: f64) {
        self.0.push(x.to_bits());
    }

    pub(crate) fn point(&mut self, p: Point) {
        self.real(p.x);
        self.real(p.y);
    }

    pub(crate) fn list<T>(&mut self, items: impl ExactSizeIterator<Item = T>, mut write: impl FnMut(&mut Words, T)) {
        self.0.push(items.len() as u64);
        items.for_each(|item| write(self, item));
    }
}

/// Reads words, and believes nothing: `None` where something cannot be.
pub(crate) struct Read<'w>(pub(crate) &'w [u64]);

/// No counter is higher.
const MOST: u64 = 1 << 48;
/// No number is larger.
const LARGEST: f64 = 1e15;

impl Read<'_> {
    pub(crate) fn word(&mut self) -> Option<u64> {
        let (&first, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(first)
    }

    pub(crate) fn number(&mut self) -> Option<u64> {
        self.word().filter(|&n| n <= MOST)
    }

    pub(crate) fn small(&mut self) -> Option<u32> {
        self.word().and_then(|n| u32::try_from(n).ok())
    }

    pub(crate) fn real(&mut self) -> Option<f64> {
        self.word().map(f64::from_bits).filter(|x| x.abs() <= LARGEST)
    }

    pub(crate) fn point(&mut self) -> Option<Point> {
        Some(Point::new(self.real()?, self.real()?))
    }

    /// A list of items that take a word each at least.
    pub(crate) fn list<T>(&mut self, mut read: impl FnMut(&mut Self) -> Option<T>) -> Option<Vec<T>> {
        let count = self.word().filter(|&count| count <= self.0.len() as u64)?;
        (0..count).map(|_| read(self)).collect()
    }
}
