//! Point location in what a shortest path map has seen: a uniform grid over the faces.
//!
//! On a large map a lookup waits for memory and for little else. The walk of [`Map::locate`](navigant_mesh::Map::locate) waits
//! twice a triangle, once for its sides and once for its corners; here a lookup waits for the cell and for the faces that meet it,
//! which lie in a row, corners and all. It is paid for by building it again after edits.

use super::ShortestPathMap;
use navigant_geometry::internals::orient;
use navigant_mesh::Map;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::internals::{IdInternals as _, LatticePoint};
use std::ops::Range;

/// The most faces that a cell lists. Where there are more, among slivers, it lists none and the map is asked: so the grid takes no
/// more than 516 bytes for each face.
const MOST_FACES: u32 = 16;

/// Which faces meet which cell of a uniform grid.
#[derive(Clone, Debug, Default)]
pub(super) struct FaceGrid {
    low: LatticePoint,
    /// The side of a cell, in steps.
    side: i32,
    columns: i32,
    rows: i32,
    /// By cell: where its faces begin.
    first: Vec<u32>,
    faces: Vec<Face>,
}

/// A face in which there are windows.
#[derive(Clone, Copy, Debug)]
struct Face {
    corners: [LatticePoint; 3],
    /// Where its windows begin and end.
    windows: [u32; 2],
}

impl FaceGrid {
    /// The grid of those faces that a shortest path map has windows in, with about as many cells as there are such faces.
    pub(super) fn of(map: &Map, spm: &ShortestPathMap) -> FaceGrid {
        let seen = map.faces().filter(|f| !spm.windows_of(*f).is_empty());
        let faces: Vec<Face> = seen
            .map(|f| {
                let windows = [spm.first[f.index()], spm.first[f.index() + 1]];
                Face { corners: map.corners(f).map(|v| map.lattice_point(v)), windows }
            })
            .collect();
        let (mut low, mut high) = (LatticePoint::new(i32::MAX, i32::MAX), LatticePoint::new(i32::MIN, i32::MIN));
        for p in faces.iter().flat_map(|face| face.corners) {
            low = LatticePoint::new(low.x.min(p.x), low.y.min(p.y));
            high = LatticePoint::new(high.x.max(p.x), high.y.max(p.y));
        }
        if faces.is_empty() {
            return FaceGrid::default();
        }
        let count = faces.len() as f64;
        let [width, height] = [high.x - low.x, high.y - low.y].map(f64::from);
        // A hall that is long and narrow has a row of cells, and no more of them either.
        let side = (width * height / count).sqrt().max(width.max(height) / count).ceil().max(1.0);
        let [columns, rows] = [width, height].map(|length| (length / side) as i32 + 1);
        let mut grid = FaceGrid { low, side: side as i32, columns, rows, ..FaceGrid::default() };
        grid.list(&faces);
        grid
    }

    /// Lists the faces of each cell.
    fn list(&mut self, faces: &[Face]) {
        let cells = (self.columns * self.rows) as usize;
        let mut met: Vec<(u32, u32)> = Vec::with_capacity(4 * faces.len());
        let mut counts = vec![0; cells];
        for (number, face) in (0..).zip(faces) {
            self.for_cells(face.corners, |cell| {
                counts[cell as usize] += 1;
                if counts[cell as usize] <= MOST_FACES {
                    met.push((cell, number));
                }
            });
        }
        self.first.reserve_exact(cells + 1);
        self.first.push(0);
        let mut sum = 0;
        for count in &mut counts {
            let listed = if *count > MOST_FACES { 0 } else { *count };
            // From now on: where the cell's next face goes.
            *count = sum;
            sum += listed;
            self.first.push(sum);
        }
        self.faces = vec![faces[0]; sum as usize];
        for (cell, number) in met {
            let cell = cell as usize;
            if counts[cell] < self.first[cell + 1] {
                self.faces[counts[cell] as usize] = faces[number as usize];
                counts[cell] += 1;
            }
        }
    }

    /// The cells that a triangle meets, and sometimes one more on either side of it in a row.
    fn for_cells(&self, corners: [LatticePoint; 3], mut each: impl FnMut(u32)) {
        let per_step = 1.0 / f64::from(self.side);
        let column = |x: f64| ((x * per_step) as i32).clamp(0, self.columns - 1);
        let points = corners.map(|p| [f64::from(p.x - self.low.x), f64::from(p.y - self.low.y)]);
        let [bottom, top] = [i32::min, i32::max].map(|of| of(of(corners[0].y, corners[1].y), corners[2].y));
        let [bottom, top] = [bottom, top].map(|y| (y - self.low.y) / self.side);
        for row in bottom..=top {
            let band = [row, row + 1].map(|row| f64::from(row) * f64::from(self.side));
            let (mut least, mut most) = (f64::INFINITY, f64::NEG_INFINITY);
            let mut reach = |x: f64| (least, most) = (least.min(x), most.max(x));
            for (i, [x, y]) in points.into_iter().enumerate() {
                if bottom == top || (band[0] <= y && y <= band[1]) {
                    reach(x);
                }
                let [u, v] = points[(i + 1) % 3];
                for line in band {
                    if (y < line) != (v < line) {
                        reach(x + (u - x) * ((line - y) / (v - y)));
                    }
                }
            }
            // Crossings are rounded, by far less than a step.
            for column in column(least - 1.0)..=column(most + 1.0) {
                each((row * self.columns + column) as u32);
            }
        }
    }

    /// Where the faces of a point's cell are; `None` off the grid.
    #[inline]
    pub(super) fn faces_near(&self, p: LatticePoint) -> Option<Range<usize>> {
        let [x, y] = [p.x - self.low.x, p.y - self.low.y];
        if x < 0 || y < 0 || self.side == 0 {
            return None;
        }
        let [x, y] = [x / self.side, y / self.side];
        if x >= self.columns || y >= self.rows {
            return None;
        }
        let cell = (y * self.columns + x) as usize;
        Some(self.first[cell] as usize..self.first[cell + 1] as usize)
    }

    /// The windows of that face of a cell that has a point strictly inside; `None` also where a cell lists no faces.
    #[inline]
    pub(super) fn windows_at(&self, faces: Range<usize>, p: LatticePoint) -> Option<Range<usize>> {
        let is_inside = |face: &&Face| {
            let [a, b, c] = face.corners;
            (orient(a, b, p) > 0) & (orient(b, c, p) > 0) & (orient(c, a, p) > 0)
        };
        let [from, to] = self.faces[faces].iter().find(is_inside)?.windows;
        Some(from as usize..to as usize)
    }

    /// Loads some faces into the cache.
    #[inline]
    pub(super) fn touch(&self, faces: Range<usize>) {
        // Two of them are a line.
        for face in self.faces[faces].iter().step_by(2) {
            std::hint::black_box(face.windows[0]);
        }
    }

    pub(super) fn memory_bytes(&self) -> usize {
        size_of_val(&*self.first) + size_of_val(&*self.faces)
    }
}
