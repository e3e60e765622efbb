//! Spiral ramps: sectors around a post, each a layer, one turn over the other.

use crate::rng::Rng;
use navigant_geometry::{Outline, Point};
use navigant_mesh::{Layer, Seam};

/// A ramp in sectors around a post.
#[derive(Clone, Debug)]
pub struct Spiral {
    /// A sector each, from the lowest to the highest.
    pub layers: Vec<Layer>,
    /// Each sector is joined to the next.
    pub seams: Vec<Seam>,
    /// The corners of the post, counter-clockwise.
    pub post: Vec<Point>,
    /// How much higher a sector is than the one before, in metres.
    pub rise: f64,
}

/// Corners of a post and of the ramp around it, as multiples of its radius: on a circle, but for rounding.
const AROUND: [[f64; 2]; 8] =
    [[1.0, 0.0], [0.7, 0.7], [0.0, 1.0], [-0.7, 0.7], [-1.0, 0.0], [-0.7, -0.7], [0.0, -1.0], [0.7, -0.7]];

/// A ramp of one to five turns.
pub fn spiral(rng: &mut Rng) -> Spiral {
    let every = *rng.pick(&[1, 2]);
    let sides = AROUND.len() / every;
    let count = rng.between(3, 5 * sides as u32) as usize;
    let (post, width) = (rng.range(0.5..4.0), rng.range(1.0..8.0));
    let rise = 0.45;
    let corner = |i: usize, radius: f64| {
        let [x, y] = AROUND[i * every % AROUND.len()];
        Point::new(radius * x, radius * y)
    };
    let sector = |i: usize| {
        let ring = [corner(i, post), corner(i, post + width), corner(i + 1, post + width), corner(i + 1, post)];
        Layer::level(rise * i as f64, [Outline::polygon(ring)])
    };
    let seam = |i: usize| Seam::new([i as u16 - 1, i as u16], corner(i, post), corner(i, post + width));
    let (layers, seams) = ((0..count).map(sector).collect(), (1..count).map(seam).collect());
    Spiral { layers, seams, post: (0..sides).map(|i| corner(i, post)).collect(), rise }
}
