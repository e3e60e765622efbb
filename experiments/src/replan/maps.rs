//! Five maps like those of the paper, which are not published.
//!
//! What is published is their size and the numbers of vertices V and edges E of their medial axis. If every vertex is the
//! end of the axis in a corner or a fork of three, these say all: there are E − V + 1 obstacles, and V − (2E − V)/2
//! corners. So ours are boxes with notches, as many of either as that asks for, one in each cell of a grid that is
//! out of line at random. Zelda2x2 and Zelda4x4 are tiles of Zelda, as in the paper.

use navigant_mesh::{Map, Outline, Point};
use navigant_testing::rng::Rng;
use std::error::Error;

/// A map of the paper.
#[derive(Clone, Copy, Debug)]
pub struct Environment {
    /// Its name.
    pub name: &'static str,
    /// Its width and height in metres.
    pub size: f64,
    /// Vertices of its medial axis, as published.
    pub vertices: f64,
    /// Edges of its medial axis, as published.
    pub edges: f64,
    /// How many obstacles come and go.
    pub dynamic: u64,
    /// Published improvements in per cent: insertion affected, deletion unaffected, deletion affected; then the same
    /// for starts that see the obstacle.
    pub published: [[f64; 3]; 2],
    layout: Layout,
}

/// What is built.
#[derive(Clone, Copy, Debug)]
struct Layout {
    seed: u64,
    /// Cells of the grid; the last one stays empty where there are more cells than obstacles.
    columns: u32,
    rows: u32,
    obstacles: usize,
    /// Notches of the obstacles, in turns.
    notches: &'static [u32],
    /// Copies in a row and in a column.
    tiles: u32,
}

const ZELDA: Layout = Layout { seed: 3, columns: 7, rows: 8, obstacles: 56, notches: &[1, 2, 2, 1], tiles: 1 };

/// The five maps with the published figures.
pub fn all() -> [Environment; 5] {
    [
        Environment {
            name: "Military",
            size: 200.0,
            vertices: 56.0,
            edges: 70.0,
            dynamic: 17,
            published: [[-13.35, -17.79, -17.49], [-4.64, -18.45, -19.15]],
            layout: Layout { seed: 1, columns: 4, rows: 4, obstacles: 15, notches: &[1, 0, 1], tiles: 1 },
        },
        Environment {
            name: "City",
            size: 500.0,
            vertices: 1451.0,
            edges: 1631.0,
            dynamic: 70,
            published: [[-10.17, 40.52, 0.82], [16.87, 34.92, 7.27]],
            layout: Layout { seed: 2, columns: 13, rows: 14, obstacles: 181, notches: &[2, 4], tiles: 1 },
        },
        Environment {
            name: "Zelda",
            size: 100.0,
            vertices: 288.0,
            edges: 343.0,
            dynamic: 24,
            published: [[-6.86, 17.67, -7.57], [11.19, 10.79, -5.06]],
            layout: ZELDA,
        },
        Environment {
            name: "Zelda2x2",
            size: 200.0,
            vertices: 1144.0,
            edges: 1368.0,
            dynamic: 106,
            published: [[-2.39, 41.25, 2.56], [25.46, 22.39, 8.67]],
            layout: Layout { tiles: 2, ..ZELDA },
        },
        Environment {
            name: "Zelda4x4",
            size: 400.0,
            vertices: 4560.0,
            edges: 5464.0,
            dynamic: 235,
            published: [[2.62, 62.55, 14.84], [46.35, 46.90, 23.41]],
            layout: Layout { tiles: 4, ..ZELDA },
        },
    ]
}

impl Environment {
    /// Builds the map.
    ///
    /// # Errors
    /// When an outline is refused, which would be a mistake in it.
    pub fn build(&self) -> Result<Map, Box<dyn Error>> {
        let floor = Outline::rectangle([0.0, 0.0], [self.size, self.size]);
        Ok(Map::build(&[floor], &self.outlines())?.0)
    }

    fn outlines(&self) -> Vec<Outline> {
        let Layout { seed, columns, rows, obstacles, notches, tiles } = self.layout;
        let tile = self.size / f64::from(tiles);
        let (width, height) = (tile / f64::from(columns), tile / f64::from(rows));
        let mut outlines = Vec::new();
        for t in 0..tiles * tiles {
            // The same numbers for every tile.
            let mut rng = Rng::new(seed);
            let corner = Point::new(tile * f64::from(t % tiles), tile * f64::from(t / tiles));
            for i in 0..obstacles as u32 {
                let notches = notches[i as usize % notches.len()];
                let cell =
                    Point::new(corner.x + width * f64::from(i % columns), corner.y + height * f64::from(i / columns));
                outlines.push(building(&mut rng, cell, [width, height], notches));
            }
        }
        outlines
    }
}

/// A box somewhere in a cell, with a number of its corners cut in: 1 makes an L, 2 a T, 4 a cross; each is a corner more for
/// the axis to end in.
fn building(rng: &mut Rng, cell: Point, [width, height]: [f64; 2], notches: u32) -> Outline {
    let mut span = |from: f64, size: f64| {
        let length = size * rng.range(0.5..0.72);
        let start = from + (size - length) * rng.range(0.3..0.7);
        [start, start + length]
    };
    let ([left, right], [bottom, top]) = (span(cell.x, width), span(cell.y, height));
    let mut cut = |length: f64| length * rng.range(0.2..0.4);
    let corners = [(left, bottom), (right, bottom), (right, top), (left, top)];
    let mut points: Vec<[f64; 2]> = Vec::new();
    for (i, &(x, y)) in corners.iter().enumerate() {
        if i as u32 >= notches {
            points.push([x, y]);
            continue;
        }
        let inward_x = if x == left { cut(right - left) } else { -cut(right - left) };
        let inward_y = if y == bottom { cut(top - bottom) } else { -cut(top - bottom) };
        let steps = [[x, y + inward_y], [x + inward_x, y + inward_y], [x + inward_x, y]];
        // Counter-clockwise: along the side that leads to the corner first.
        let comes_along_y = i % 2 == 0;
        points.extend(if comes_along_y { steps } else { [steps[2], steps[1], steps[0]] });
    }
    Outline::polygon(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::internals::AxisGraphInternals as _;
    use navigant_mesh::roadmap::AxisGraph;

    #[test]
    fn the_axes_have_the_published_sizes_within_a_tenth() {
        for environment in all() {
            let graph = AxisGraph::of(&environment.build().unwrap(), 0.7);
            let ratios =
                [graph.vertex_count() as f64 / environment.vertices, graph.edge_count() as f64 / environment.edges];
            assert!(ratios.iter().all(|r| (0.9..=1.1).contains(r)), "{}: {ratios:?}", environment.name);
        }
    }
}
