//! What is no farther from the source than a length.

use super::ShortestPathMap;
use super::cells::{WindowCell, outline_of, twice_area};
use super::envelope::Owner;
use super::lookup::NoRoute;
use navigant_geometry::internals::{LatticeInternals as _, Offset, PointInternals as _};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Point};

/// The region that can be reached from a source within a length.
#[derive(Clone, Debug, Default)]
pub struct Isochrone {
    /// Polygons without overlaps that fill it, each inside one face; arcs are drawn by chords.
    pub pieces: Vec<Vec<Point>>,
    /// Its rim, walls apart: arcs around corners on the way, or around the source.
    pub rim: Vec<RimArc>,
    /// The area of the pieces, in square metres.
    pub area: f64,
}

/// An arc of the rim, inside one face.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct RimArc {
    /// The last bend on the way there, or the source.
    pub centre: Point,
    /// How far it is from there, in metres.
    pub radius: f64,
    /// Where it starts and ends, counterclockwise; less than half a turn.
    pub ends: [Point; 2],
}

impl RimArc {
    /// Its points, with a number of pieces.
    pub(crate) fn polyline(&self, pieces: usize) -> Vec<Point> {
        let [from, to] = self.ends;
        let inner = (1..pieces.max(1)).map(|i| {
            let chord = from.lerp(to, i as f64 / pieces as f64);
            let out = self.centre.distance(chord);
            if out > 0.0 { self.centre.lerp(chord, self.radius / out) } else { chord }
        });
        std::iter::once(from).chain(inner).chain([to]).collect()
    }
}

impl ShortestPathMap {
    /// The region that can be reached within a length, in metres.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_search::plane::ShortestPathMap;
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 20.0]))?;
    /// let region = ShortestPathMap::within(&map, [10.0, 10.0], 5.0)?.isochrone(&map, 5.0)?;
    /// assert!((region.area / (5.0 * 5.0 * std::f64::consts::PI) - 1.0).abs() < 0.01);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: for each face in reach about the square of the number of roots that see it.
    ///
    /// # Errors
    /// [`NoRoute::Stale`] if the map has been edited since or is another one, [`NoRoute::Beyond`] if the length is more than the
    /// map was made for or not a number.
    pub fn isochrone(&self, map: &Map, length: f64) -> Result<Isochrone, NoRoute> {
        if map.revision() != self.revision() {
            return Err(NoRoute::Stale);
        }
        if length.is_nan() || length > self.limit() {
            return Err(NoRoute::Beyond { limit: self.limit() });
        }
        let step = map.lattice().step();
        let mut region = Isochrone::default();
        for f in map.faces().filter(|&f| map.is_free(f)) {
            for index in 0..self.windows_of(f).len() {
                let root = &self.roots[self.windows_of(f)[index].root as usize];
                let at = |p: Offset| map.at_steps(Offset::to(root.at) + p);
                let cells: Vec<WindowCell> = self.cells_of(map, f, index, length / step).collect();
                for (cell, part) in cells.iter().flat_map(|cell| cell.parts.iter().map(move |part| (cell, part))) {
                    let outline = outline_of(cell, part);
                    region.area += 0.5 * twice_area(&outline) * step * step;
                    if part.of.owner == Owner::Circle {
                        let ends = [part.from, part.to].map(|t| at(cell.fan.at(t) * cell.end(part, t)));
                        let radius = length - root.steps * step;
                        region.rim.push(RimArc { centre: map.lattice().world(root.at), radius, ends });
                    }
                    region.pieces.push(outline.into_iter().map(at).collect());
                }
            }
        }
        Ok(region)
    }
}
