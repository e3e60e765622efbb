//! Numbers as bytes, little-endian, and back.

use super::BadSnapshot;
use navigant_geometry::internals::Offset;
use navigant_mesh::Point;
use std::ops::RangeInclusive;

/// FNV-1a over words of eight bytes.
pub(crate) fn checksum(bytes: &[u8]) -> u64 {
    let mix = |sum: u64, word: u64| (sum ^ word).wrapping_mul(0x0000_0100_0000_01B3).rotate_left(23);
    let (words, rest) = bytes.as_chunks::<8>();
    let sum = words.iter().fold(0xCBF2_9CE4_8422_2325, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    rest.iter().fold(mix(sum, bytes.len() as u64), |sum, &byte| mix(sum, u64::from(byte)))
}

#[derive(Default)]
pub(crate) struct Writer(pub(super) Vec<u8>);

impl Writer {
    pub(crate) fn with_capacity(bytes: usize) -> Writer {
        Writer(Vec::with_capacity(bytes))
    }

    /// The checksum of what was written; then it is empty again.
    pub(crate) fn take_checksum(&mut self) -> u64 {
        let sum = checksum(&self.0);
        self.0.clear();
        sum
    }

    pub(crate) fn bytes<const N: usize>(&mut self, bytes: [u8; N]) {
        self.0.extend(bytes);
    }

    pub(crate) fn u8(&mut self, n: u8) {
        self.0.push(n);
    }

    pub(crate) fn u32(&mut self, n: u32) {
        self.bytes(n.to_le_bytes());
    }

    pub(crate) fn u64(&mut self, n: u64) {
        self.bytes(n.to_le_bytes());
    }

    pub(crate) fn f32(&mut self, x: f32) {
        self.bytes(x.to_le_bytes());
    }

    pub(crate) fn f64(&mut self, x: f64) {
        self.bytes(x.to_le_bytes());
    }

    pub(crate) fn offset(&mut self, p: Offset) {
        self.f64(p.x);
        self.f64(p.y);
    }

    pub(crate) fn point(&mut self, p: Point) {
        self.f64(p.x);
        self.f64(p.y);
    }

    pub(crate) fn list<T>(&mut self, items: &[T], write: impl Fn(&mut Writer, &T)) {
        self.u64(items.len() as u64);
        items.iter().for_each(|item| write(self, item));
    }
}

/// Reads what was written, and believes nothing.
pub(crate) struct Reader<'b>(pub(super) &'b [u8]);

impl Reader<'_> {
    pub(crate) fn take<const N: usize>(&mut self) -> Result<[u8; N], BadSnapshot> {
        let (bytes, rest) = self.0.split_first_chunk::<N>().ok_or(BadSnapshot::Damaged)?;
        self.0 = rest;
        Ok(*bytes)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, BadSnapshot> {
        self.take().map(|[byte]| byte)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, BadSnapshot> {
        self.take().map(u32::from_le_bytes)
    }

    pub(crate) fn u64(&mut self) -> Result<u64, BadSnapshot> {
        self.take().map(u64::from_le_bytes)
    }

    pub(crate) fn f32(&mut self) -> Result<f32, BadSnapshot> {
        self.take().map(f32::from_le_bytes)
    }

    pub(crate) fn f64(&mut self) -> Result<f64, BadSnapshot> {
        self.take().map(f64::from_le_bytes)
    }

    pub(crate) fn point(&mut self) -> Result<Point, BadSnapshot> {
        Ok(Point::new(self.f64()?, self.f64()?))
    }

    /// A place, both of whose coordinates are within a range, in steps.
    pub(crate) fn offset_within(&mut self, most: f64, what: &'static str) -> Result<Offset, BadSnapshot> {
        let place = Offset::new(self.f64()?, self.f64()?);
        if place.x.abs() <= most && place.y.abs() <= most { Ok(place) } else { Err(BadSnapshot::Invalid(what)) }
    }

    /// A number within a range.
    pub(crate) fn u64_within(&mut self, range: RangeInclusive<u64>, what: &'static str) -> Result<u64, BadSnapshot> {
        self.u64().and_then(|n| if range.contains(&n) { Ok(n) } else { Err(BadSnapshot::Invalid(what)) })
    }

    /// The same.
    pub(crate) fn f64_within(&mut self, range: RangeInclusive<f64>, what: &'static str) -> Result<f64, BadSnapshot> {
        self.f64().and_then(|x| if range.contains(&x) { Ok(x) } else { Err(BadSnapshot::Invalid(what)) })
    }

    /// The same.
    pub(crate) fn f32_within(&mut self, range: RangeInclusive<f32>, what: &'static str) -> Result<f32, BadSnapshot> {
        self.f32().and_then(|x| if range.contains(&x) { Ok(x) } else { Err(BadSnapshot::Invalid(what)) })
    }

    /// A list of items, each of which takes up a byte at least: no more are believed than there is room for.
    pub(crate) fn list<T>(
        &mut self,
        mut read: impl FnMut(&mut Self) -> Result<T, BadSnapshot>,
    ) -> Result<Vec<T>, BadSnapshot> {
        let count = self.u64()?;
        if count > self.0.len() as u64 {
            return Err(BadSnapshot::Damaged);
        }
        (0..count).map(|_| read(self)).collect()
    }
}
