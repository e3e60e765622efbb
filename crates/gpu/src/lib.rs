//! Cost-to-goal fields on a GPU: the same bits as on the CPU.
//!
//! ```text
//!   list of tiles ──▶ a workgroup a tile relaxes it in its own memory until nothing changes ──▶ tiles beside it are woken
//!        ▲                                                                                        │
//!        └──────────────── next round, by indirect dispatch: the host need not know ◀──────────────┘
//! ```
//!
//! The work follows the wave's front, and the host looks only once in many rounds whether the list is empty. A round relaxes the tiles
//! that were woken by costs within a band above the least one, as delta-stepping does, and puts off the others: what runs ahead of a
//! cheaper wave is replaced later. Costs are integers, so the field is unique and does not depend on the order of work.
//!
//! | module | what |
//! |---|---|
//! | `device` | the devices that there are |
//! | `field` | a field on a device, which goes on with the CPU when the device is lost |
//! | `adaptive` | the same on the squares of an adaptive grid over a map |
//! | `error` | what can go wrong |

mod adaptive;
mod buffers;
mod device;
mod error;
mod field;
mod packed;
mod pipelines;
mod tiles;
mod wave;

pub use adaptive::GpuAdaptiveField;
pub use device::{Device, DeviceInfo};
pub use error::GpuError;
pub use field::{GpuField, GpuWork};
