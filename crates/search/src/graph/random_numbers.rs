//! Random numbers for the tests of this folder.

/// Numbers below a bound, the same for the same seed: the high bits of a linear congruential generator (Knuth's MMIX).
pub(super) fn numbers(mut state: u64) -> impl FnMut(u32) -> u32 {
    move |end| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as u32 % end
    }
}
