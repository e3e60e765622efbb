#![no_main]
//! The bytes are laid over a snapshot and its checksum is made right.
use libfuzzer_sys::fuzz_target;
use navigant_testing::rng::Rng;
use navigant_testing::soak::crowd_snapshots::{holds, scene};

fuzz_target!(|changes: Vec<(u16, u8)>| {
    let (map, mut bytes) = scene(&mut Rng::new(7)).expect("the scene is well made");
    let len = bytes.len();
    for (at, byte) in changes {
        bytes[usize::from(at) % len] = byte;
    }
    holds(&map, &mut bytes).expect("it is refused or walks on");
});
