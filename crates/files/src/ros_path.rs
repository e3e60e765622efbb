//! Paths as ROS messages: `nav_msgs/msg/Path` in CDR, little-endian, as ROS 2 sends and records it.

use navigant_geometry::Point;
use navigant_geometry::internals::PointInternals as _;

/// When a message was made: seconds and nanoseconds since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stamp {
    /// Whole seconds.
    pub seconds: i32,
    /// And nanoseconds.
    pub nanoseconds: u32,
}

/// The message of a line of points in a frame, such as `map`: a pose a point, each looking at the next one and the last one as the one
/// before. Points that are not finite are left out.
///
/// ```
/// use navigant_files::ros_path::{Stamp, message};
/// use navigant_mesh::Point;
/// let bytes = message(&[Point::new(0.0, 0.0), Point::new(3.0, 4.0)], "map", Stamp::default());
/// assert_eq!(bytes[..4], [0, 1, 0, 0], "CDR, little-endian");
/// ```
pub fn message(line: &[Point], frame: &str, stamp: Stamp) -> Vec<u8> {
    let line: Vec<Point> = line.iter().copied().filter(|p| p.is_finite()).collect();
    let mut cdr = Cdr { bytes: vec![0, 1, 0, 0] };
    cdr.header(frame, stamp);
    cdr.number(&u32::try_from(line.len()).unwrap_or(u32::MAX).to_le_bytes());
    let mut yaw = 0.0;
    for (at, p) in line.iter().enumerate() {
        if let Some(next) = line.get(at + 1).filter(|next| *next != p) {
            yaw = libm::atan2(next.y - p.y, next.x - p.x);
        }
        cdr.header(frame, stamp);
        for value in [p.x, p.y, 0.0, 0.0, 0.0, libm::sin(0.5 * yaw), libm::cos(0.5 * yaw)] {
            cdr.number(&value.to_le_bytes());
        }
    }
    cdr.bytes
}

/// A message under way. Numbers are aligned to their size, counted from behind the first four bytes.
struct Cdr {
    bytes: Vec<u8>,
}

impl Cdr {
    fn number(&mut self, bytes: &[u8]) {
        while !(self.bytes.len() - 4).is_multiple_of(bytes.len().max(1)) {
            self.bytes.push(0);
        }
        self.bytes.extend_from_slice(bytes);
    }

    /// `std_msgs/msg/Header`: when, and in which frame.
    fn header(&mut self, frame: &str, stamp: Stamp) {
        self.number(&stamp.seconds.to_le_bytes());
        self.number(&stamp.nanoseconds.to_le_bytes());
        // A text ends with a zero, which is counted.
        let text = frame.as_bytes();
        self.number(&u32::try_from(text.len() + 1).unwrap_or(u32::MAX).to_le_bytes());
        self.bytes.extend_from_slice(text);
        self.bytes.push(0);
    }
}
