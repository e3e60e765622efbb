//! Triangles as given, and who is to stand on them.

use crate::errors::BadSoup;

/// Triangles in space as a model has them: nothing about them is assumed. Counter-clockwise is the side that faces.
///
/// ```
/// use navigant_ground::Soup;
/// let soup = Soup { vertices: vec![[0.0, 0.0, 0.0], [4.0, 0.0, 0.0], [0.0, 4.0, 0.0]], triangles: vec![[0, 1, 2]] };
/// assert_eq!(soup.triangles.len(), 1);
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Soup {
    /// Points `[x, y, z]` in metres; z is up.
    pub vertices: Vec<[f64; 3]>,
    /// Triangles by the numbers of their corners.
    pub triangles: Vec<[u32; 3]>,
}

impl Soup {
    /// The corners of a triangle; `None` if an index is out of range.
    pub(crate) fn corners(&self, triangle: usize) -> Option<[[f64; 3]; 3]> {
        let [a, b, c] = self.triangles.get(triangle)?.map(|index| self.vertices.get(index as usize).copied());
        Some([a?, b?, c?])
    }

    /// Whether all coordinates are finite and all indices in range.
    pub(crate) fn check(&self) -> Result<(), BadSoup> {
        if let Some(index) = self.vertices.iter().position(|v| v.iter().any(|c| !c.is_finite())) {
            return Err(BadSoup::NotFinite { vertex: index, at: self.vertices[index] });
        }
        for (triangle, corners) in self.triangles.iter().enumerate() {
            if let Some(&index) = corners.iter().find(|&&index| index as usize >= self.vertices.len()) {
                return Err(BadSoup::OutOfRange { triangle, index, vertices: self.vertices.len() });
            }
        }
        if self.triangles.is_empty() { Err(BadSoup::Empty) } else { Ok(()) }
    }
}

/// Who is to stand on the ground: what is too low, too steep, too high to step up, too wide to step over.
///
/// ```
/// use navigant_ground::Walker;
/// let child = Walker { height: 1.1, ..Walker::default() };
/// assert_eq!((child.slope, child.step, child.gap), (45.0, 0.4, 0.05));
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walker {
    /// How much room there must be above the ground, in metres.
    pub height: f64,
    /// The steepest ground, in degrees; less than 90.
    pub slope: f64,
    /// The highest step, in metres, and how high what stands upright must be to block; less than the height.
    pub step: f64,
    /// The widest gap between borders that one goes over, in metres.
    pub gap: f64,
}

impl Default for Walker {
    fn default() -> Walker {
        Walker { height: 1.8, slope: 45.0, step: 0.4, gap: 0.05 }
    }
}

impl Walker {
    pub(crate) fn check(&self) -> Result<(), BadSoup> {
        let bad = |name: &'static str, value: f64, wants: &'static str| Err(BadSoup::Walker { name, value, wants });
        if !(self.height.is_finite() && self.height > 0.0) {
            return bad("height", self.height, "more than 0 m");
        }
        if !(0.0..=89.0).contains(&self.slope) {
            return bad("slope", self.slope, "from 0 to 89 degrees");
        }
        if !(self.step >= 0.0 && 2.0 * self.step < self.height) {
            return bad("step", self.step, "at least 0 m and less than half the height");
        }
        if !(self.gap >= 0.0 && self.gap < self.height) {
            return bad("gap", self.gap, "at least 0 m and less than the height");
        }
        Ok(())
    }
}
