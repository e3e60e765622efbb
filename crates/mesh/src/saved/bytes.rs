//! Words of four bytes, little-endian, and back.

use super::BadSave;
use navigant_geometry::internals::LatticePoint;

/// A hash over all words in their order. Each step can be undone, so one changed word always shows. Four at a time, each by itself,
/// for a multiplication takes as long as four begin.
pub(super) fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x9E37_79B9_7F4A_7C15).rotate_left(29);
    let (blocks, rest) = bytes.as_chunks::<32>();
    let mut sums = [0x6D61_7073_6176_6564, 1, 2, 3];
    for block in blocks {
        for (sum, word) in sums.iter_mut().zip(block.as_chunks::<8>().0) {
            *sum = mix(*sum, u64::from_le_bytes(*word));
        }
    }
    let sum = sums.into_iter().fold(bytes.len() as u64, mix);
    rest.iter().fold(sum, |sum, &byte| mix(sum, u64::from(byte)))
}

/// What is not there, as a word.
const NONE: u32 = u32::MAX;

#[derive(Default)]
pub(crate) struct Writer(pub(super) Vec<u8>);

impl Writer {
    #[inline]
    pub(crate) fn u32(&mut self, n: u32) {
        self.0.extend(n.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, n: u64) {
        self.0.extend(n.to_le_bytes());
    }

    pub(crate) fn f64(&mut self, x: f64) {
        self.u64(x.to_bits());
    }

    pub(crate) fn option(&mut self, n: Option<u32>) {
        self.u32(n.unwrap_or(NONE));
    }

    /// A list of items of N words each.
    pub(crate) fn list<const N: usize>(&mut self, items: impl ExactSizeIterator<Item = [u32; N]>) {
        self.u32(items.len() as u32);
        self.0.reserve(4 * N * items.len());
        items.flatten().for_each(|word| self.u32(word));
    }

    pub(crate) fn text(&mut self, text: &str) {
        self.u32(text.len() as u32);
        self.0.extend(text.as_bytes());
    }
}

/// Reads what was written, and believes nothing.
pub(crate) struct Reader<'b>(pub(super) &'b [u8]);

impl<'b> Reader<'b> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], BadSave> {
        let (bytes, rest) = self.0.split_first_chunk::<N>().ok_or(BadSave::Damaged)?;
        self.0 = rest;
        Ok(*bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, BadSave> {
        self.take().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, BadSave> {
        self.take().map(u64::from_le_bytes)
    }

    pub(crate) fn f64(&mut self) -> Result<f64, BadSave> {
        self.u64().map(f64::from_bits)
    }

    pub(crate) fn option(&mut self) -> Result<Option<u32>, BadSave> {
        self.u32().map(|n| (n != NONE).then_some(n))
    }

    fn bytes(&mut self, count: usize) -> Result<&'b [u8], BadSave> {
        let (bytes, rest) = self.0.split_at_checked(count).ok_or(BadSave::Damaged)?;
        self.0 = rest;
        Ok(bytes)
    }

    /// Passes over a list of items of N words each.
    pub(crate) fn skip_list<const N: usize>(&mut self) -> Result<(), BadSave> {
        self.list::<N>().map(drop)
    }

    /// The bytes that are left.
    pub(crate) fn rest(&self) -> &'b [u8] {
        self.0
    }

    /// A list of items of N words each: no more are believed than there is room for.
    pub(crate) fn list<const N: usize>(&mut self) -> Result<impl ExactSizeIterator<Item = [u32; N]> + 'b, BadSave> {
        let count = self.u32()? as usize;
        let bytes = self.bytes(count.checked_mul(4 * N).ok_or(BadSave::Damaged)?)?;
        Ok(bytes.chunks_exact(4 * N).map(|item| {
            let mut words = [0; N];
            for (word, bytes) in words.iter_mut().zip(item.as_chunks::<4>().0) {
                *word = u32::from_le_bytes(*bytes);
            }
            words
        }))
    }

    /// A list of items of N words each, what is made of each. Room is made for all at once, which collecting results would not do.
    pub(crate) fn list_of<const N: usize, T>(
        &mut self,
        mut make: impl FnMut([u32; N]) -> Result<T, BadSave>,
    ) -> Result<Vec<T>, BadSave> {
        let items = self.list::<N>()?;
        let mut made = Vec::with_capacity(items.len());
        for item in items {
            made.push(make(item)?);
        }
        Ok(made)
    }

    pub(crate) fn text(&mut self) -> Result<String, BadSave> {
        let count = self.u32()? as usize;
        let text = std::str::from_utf8(self.bytes(count)?);
        text.map(str::to_owned).map_err(|_| BadSave::Invalid("a name that is not text"))
    }
}

/// The point of two words, if it is on the lattice or a corner of its square.
#[inline]
pub(crate) fn point(x: u32, y: u32) -> Result<LatticePoint, BadSave> {
    let p = LatticePoint::new(x as i32, y as i32);
    let reach = 1 << 25;
    let is_in = (-reach..=reach).contains(&p.x) && (-reach..=reach).contains(&p.y);
    if is_in { Ok(p) } else { Err(BadSave::Invalid("a point off the lattice")) }
}
