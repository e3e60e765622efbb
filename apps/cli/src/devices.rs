//! `navigant devices`: what fields can be found on.

use crate::say::say;
use std::error::Error;

pub(crate) fn run() -> Result<(), Box<dyn Error>> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    say!("CPU: {threads} threads");
    list();
    Ok(())
}

#[cfg(feature = "gpu")]
fn list() {
    let all = navigant::gpu::DeviceInfo::list();
    if all.is_empty() {
        say!("no GPU was found (Vulkan, Metal, DX12): fields are found on the CPU");
    }
    for device in all {
        let (name, kind, backend, driver) = (&device.name, &device.kind, &device.backend, &device.driver);
        let software = if device.is_software() { ", a CPU that plays a GPU: for tests" } else { "" };
        let side = ((device.largest_buffer / 4) as f64).sqrt() as u64;
        say!("{name} ({kind}, {backend}, {driver}{software}): fields of up to {side}² cells");
    }
}

#[cfg(not(feature = "gpu"))]
fn list() {
    say!("this program was built without GPUs; build it with: cargo build --release --features gpu");
}
