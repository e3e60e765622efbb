//! Long random runs against the oracles: `soak incremental --count 1000000 --seed 7`.

pub mod incremental;
