//! Three maps like those of the paper, of which only this is published: 1920 × 1080 pixels, rectangular obstacles; Big has many
//! regular ones and many routes; Medium has fewer, so that many places become dense; Medium with Narrow Passage has a corridor
//! in the middle that the shortest paths of many lead through, and much longer paths around it. One pixel is 0.1 m here.
//!
//! The paper's figures are lost. Sizes and places of obstacles, starts and goals are ours.

use navigant_mesh::{BadMap, Map, Outline, Point};
use navigant_simulation::internals::Trip;

/// Metres a pixel.
const PIXEL: f64 = 0.1;

/// A rectangle in pixels: left, bottom, right, top.
type Rectangle = [u32; 4];

/// A start and a goal, in pixels.
type Pair = [[u32; 2]; 2];

/// A map with its three pairs of starts and goals.
#[derive(Clone, Debug)]
pub struct Environment {
    /// Its name.
    pub name: &'static str,
    /// What stands in it: lower left and upper right corners, in metres.
    pub obstacles: Vec<[Point; 2]>,
    /// From where to where.
    pub trips: [Trip; 3],
}

/// From left to right, crossing.
const CROSSING: [Pair; 3] = [[[60, 200], [1860, 880]], [[60, 540], [1860, 540]], [[60, 880], [1860, 200]]];

/// The same nearer to the middle, so that the shortest paths meet there.
const NEAR: [Pair; 3] = [[[60, 400], [1860, 680]], [[60, 540], [1860, 540]], [[60, 680], [1860, 400]]];

/// The three maps.
pub fn all() -> [Environment; 3] {
    let blocks: Vec<Rectangle> = blocks().collect();
    [
        Environment::new("big", &blocks, CROSSING),
        Environment::new("medium", &MEDIUM, CROSSING),
        Environment::new("narrow", &NARROW, NEAR),
    ]
}

/// Eight columns and five rows of square blocks with streets of nine metres.
fn blocks() -> impl Iterator<Item = Rectangle> {
    let corners = (0..8).flat_map(|column| (0..5).map(move |row| [180 + 200 * column, 80 + 200 * row]));
    corners.map(|[x, y]| [x, y, x + 110, y + 110])
}

/// Medium: obstacles all over, with several gaps between them.
const MEDIUM: [Rectangle; 14] = [
    [240, 130, 420, 330],
    [250, 450, 400, 640],
    [240, 760, 430, 960],
    [480, 300, 600, 480],
    [700, 80, 880, 300],
    [690, 400, 870, 680],
    [700, 780, 880, 1000],
    [1020, 160, 1200, 420],
    [1030, 520, 1210, 700],
    [1020, 800, 1200, 930],
    [1320, 600, 1440, 780],
    [1500, 120, 1680, 320],
    [1510, 440, 1670, 630],
    [1490, 750, 1680, 950],
];

/// Medium with Narrow Passage: a wall with a passage of eight metres in its middle, and gaps of six at its far ends.
const NARROW: [Rectangle; 10] = [
    [240, 130, 420, 330],
    [240, 760, 430, 960],
    [580, 60, 660, 300],
    [580, 780, 660, 1020],
    [880, 60, 1040, 500],
    [880, 580, 1040, 1020],
    [1260, 60, 1340, 300],
    [1260, 780, 1340, 1020],
    [1500, 120, 1680, 320],
    [1490, 750, 1680, 950],
];

impl Environment {
    fn new(name: &'static str, obstacles: &[Rectangle], pairs: [Pair; 3]) -> Environment {
        let point = |[x, y]: [u32; 2]| Point::new(f64::from(x) * PIXEL, f64::from(y) * PIXEL);
        let corners = |&[left, bottom, right, top]: &Rectangle| [point([left, bottom]), point([right, top])];
        let trips = pairs.map(|[start, goal]| Trip { start: point(start), goal: point(goal) });
        Environment { name, obstacles: obstacles.iter().map(corners).collect(), trips }
    }

    /// The map.
    ///
    /// # Errors
    /// [`BadMap`] when it cannot be built.
    pub fn map(&self) -> Result<Map, BadMap> {
        let floor = Outline::rectangle([0.0, 0.0], [1920.0 * PIXEL, 1080.0 * PIXEL]);
        let obstacles: Vec<Outline> = self.obstacles.iter().map(|&[min, max]| Outline::rectangle(min, max)).collect();
        Map::build(&[floor], &obstacles).map(|(map, _)| map)
    }
}
