//! Heights of layers.

use navigant_geometry::Point;

/// The height of a layer in metres: a plane over x and y.
///
/// ```
/// use navigant_mesh::{Layer, Outline};
/// // A flight of stairs from (10, 4) at 0 m to (16, 4) at 3 m.
/// let flight = Layer::flight([10.0, 4.0, 0.0], [16.0, 4.0, 3.0], [Outline::rectangle([10.0, 3.0], [16.0, 5.0])]);
/// assert_eq!((flight.height.z, flight.height.slope), (-5.0, [0.5, 0.0]));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Height {
    /// Its height at x = y = 0.
    pub z: f64,
    /// How much it rises per metre of x and of y.
    pub slope: [f64; 2],
}

impl Height {
    /// The same height everywhere.
    pub(crate) const fn level(z: f64) -> Height {
        Height { z, slope: [0.0, 0.0] }
    }

    /// A ramp or a flight of stairs that rises evenly from one place to another, and is level across. If they are above each other,
    /// the result is not finite, and no layer is built with it.
    pub(crate) fn between([x, y, z]: [f64; 3], to: [f64; 3]) -> Height {
        let (dx, dy, rise) = (to[0] - x, to[1] - y, to[2] - z);
        let run = dx * dx + dy * dy;
        let slope = [rise * dx / run, rise * dy / run];
        Height { z: z - slope[0] * x - slope[1] * y, slope }
    }

    /// The height at a place.
    pub(crate) fn at(&self, p: impl Into<Point>) -> f64 {
        let p = p.into();
        self.z + self.slope[0] * p.x + self.slope[1] * p.y
    }

    pub(crate) fn is_finite(&self) -> bool {
        self.z.is_finite() && self.slope.iter().all(|s| s.is_finite())
    }
}
