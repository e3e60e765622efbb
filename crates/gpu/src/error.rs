//! Errors of devices.

use navigant_field::{BadMapField, FieldError};

/// Why a device has no answer.
#[derive(Clone, Debug, PartialEq)]
pub enum GpuError {
    /// There is no device that can compute; the CPU can.
    NoDevice,
    /// A device could not be opened.
    NotOpened {
        /// Its name.
        name: String,
        /// What it said.
        reason: String,
    },
    /// The grid does not fit; the CPU's memory may hold it.
    TooLarge {
        /// Bytes of the largest buffer that the field needs.
        needed: u64,
        /// The most that the device offers in one.
        most: u64,
    },
    /// The device was lost, or did not do what it was asked.
    Lost(String),
    /// What a field on the CPU would say too.
    Field(FieldError),
    /// What a field over a map on the CPU would say too.
    Map(BadMapField),
}

impl std::fmt::Display for GpuError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            GpuError::NoDevice => write!(f, "no GPU was found; fields are found on the CPU"),
            GpuError::NotOpened { name, reason } => write!(f, "{name} could not be opened: {reason}"),
            GpuError::TooLarge { needed, most } => write!(
                f,
                "the field needs {needed} bytes in one buffer and the device offers {most}; use the field of the CPU, an adaptive grid, or larger cells"
            ),
            GpuError::Lost(reason) => write!(f, "the device was lost: {reason}"),
            GpuError::Field(error) => error.fmt(f),
            GpuError::Map(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for GpuError {}

impl From<FieldError> for GpuError {
    fn from(error: FieldError) -> GpuError {
        GpuError::Field(error)
    }
}

impl From<BadMapField> for GpuError {
    fn from(error: BadMapField) -> GpuError {
        GpuError::Map(error)
    }
}
