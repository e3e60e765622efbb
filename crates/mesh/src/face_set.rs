//! Sparse sets of faces, for searches that visit few.

use crate::ids::FaceId;
use std::collections::HashSet;
use std::hash::{BuildHasherDefault, Hasher};

/// A set of faces; it is never iterated over, so its order does not matter.
pub(crate) type FaceSet = HashSet<FaceId, BuildHasherDefault<Scatter>>;

/// Scatters face ids by a multiplication: nobody chooses them to collide.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Scatter(u64);

impl Hasher for Scatter {
    fn finish(&self) -> u64 {
        self.0
    }

    fn write(&mut self, bytes: &[u8]) {
        bytes.iter().for_each(|&byte| self.write_u32(u32::from(byte)));
    }

    fn write_u32(&mut self, n: u32) {
        self.write_u64(u64::from(n));
    }

    fn write_u64(&mut self, n: u64) {
        let mixed = (self.0 ^ n).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        self.0 = mixed ^ mixed >> 32;
    }

    fn write_usize(&mut self, n: usize) {
        self.write_u64(n as u64);
    }
}
