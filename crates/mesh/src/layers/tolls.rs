//! Tolls: what crossing the edges of seams costs.

use super::errors::BadSeam;
use super::map::LayeredMap;
use super::seams::Stitch;
use crate::ids::{EdgeId, FaceId, LayerId, VertexId};

/// The tolls of a map, edge by edge. Only maps with a seam that costs something have any.
#[derive(Clone, Debug)]
pub struct Tolls {
    /// Edges of seams out of their faces, in increasing order, and what crossing them costs, in metres.
    edges: Vec<(EdgeId, f64)>,
    /// The vertices of these edges in both layers, in increasing order.
    vertices: Vec<VertexId>,
}

impl Tolls {
    /// Those of some seams, where they are open; `None` if nothing costs anything.
    pub(super) fn of(stitches: &[Stitch], ends: impl Fn(EdgeId) -> [VertexId; 2]) -> Option<Tolls> {
        let tolled = || stitches.iter().filter(|s| s.tolls != [0.0; 2]);
        tolled().next()?;
        let both = |s: &Stitch| {
            let tolls = s.tolls;
            s.glued.iter().flat_map(move |&[here, there]| [(here, tolls[0]), (there, tolls[1])]).collect::<Vec<_>>()
        };
        let mut edges: Vec<(EdgeId, f64)> = tolled().flat_map(both).collect();
        edges.sort_unstable_by_key(|&(e, _)| e);
        let mut vertices: Vec<VertexId> = edges.iter().flat_map(|&(e, _)| ends(e)).collect();
        vertices.sort_unstable();
        vertices.dedup();
        Some(Tolls { edges, vertices })
    }

    /// What it costs to cross an edge out of its face, in metres: 0 for most.
    pub fn over(&self, e: EdgeId) -> f64 {
        let found = self.edges.binary_search_by_key(&e, |&(other, _)| other);
        found.ok().and_then(|at| self.edges.get(at)).map_or(0.0, |&(_, toll)| toll)
    }

    /// Whether a vertex is one of a seam with a toll.
    pub fn is_at(&self, v: VertexId) -> bool {
        self.vertices.binary_search(&v).is_ok()
    }
}

impl LayeredMap {
    /// The same map with tolls for climbing: crossing a seam costs `up` metres more for each metre by which the ground beyond is higher, `down`
    /// for each by which it is lower. The heights compared are those of layers in the mean over their walkable ground, so a way
    /// over a flight of stairs is charged by the difference between the floors that it joins. Infinite: nobody gets up, or down.
    ///
    /// ```
    /// use navigant_mesh::{Layer, LayeredMap, Outline, Seam};
    /// let hall = Layer::level(0.0, [Outline::rectangle([0.0, 0.0], [10.0, 8.0])]);
    /// let ramp = Layer::flight([10.0, 4.0, 0.0], [16.0, 4.0, 3.0], [Outline::rectangle([10.0, 3.0], [16.0, 5.0])]);
    /// let map = LayeredMap::build(&[hall, ramp], &[Seam::new([0, 1], [10.0, 3.0], [10.0, 5.0])])?;
    /// // Up to the middle of the ramp: 1.5 m, at 4 m a metre.
    /// let map = map.with_climb(4.0, 0.0)?;
    /// # use navigant_mesh::internals::LayeredMapInternals as _;
    /// let [up, down] = map.seams().next().unwrap().tolls;
    /// assert!((up - 6.0).abs() < 1e-6 && down == 0.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BadSeam::Toll`] if one of them is less than 0 or not a number.
    pub fn with_climb(mut self, up: f64, down: f64) -> Result<LayeredMap, BadSeam> {
        if let Some(toll) = [up, down].into_iter().find(|toll| toll.is_nan() || *toll < 0.0) {
            return Err(BadSeam::Toll(toll));
        }
        let heights: Vec<f64> = self.layers().map(|layer| self.mean_height(layer)).collect();
        for stitch in &mut self.map.seams.stitches {
            let [here, there] = stitch.layers.map(|layer| heights[layer.index()]);
            let climbs = [there - here, here - there];
            for (toll, climb) in stitch.tolls.iter_mut().zip(climbs) {
                // Infinite times nothing is nothing: what is level stays open.
                *toll += match climb {
                    climb if climb > 0.0 => up * climb,
                    climb if climb < 0.0 => down * -climb,
                    _ => 0.0,
                };
            }
        }
        let tri = &self.map.plane.tri;
        self.map.seams.count_tolls(|e| [tri.origin(e), tri.target(e)]);
        Ok(self)
    }

    /// How high the walkable ground of a layer is in the mean; 0 where there is none.
    fn mean_height(&self, layer: LayerId) -> f64 {
        let map = &self.map;
        let free = map.faces().filter(|&f| map.layer_of(f) == layer && map.is_free(f));
        let of = |f: FaceId| {
            let [a, b, c] = map.corners(f).map(|v| map.point(v));
            let middle = navigant_geometry::Point::new((a.x + b.x + c.x) / 3.0, (a.y + b.y + c.y) / 3.0);
            let area = (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
            [area, area * self.height_at(layer, middle).unwrap_or(0.0)]
        };
        let [area, sum] = free.map(of).fold([0.0, 0.0], |sum, part| [sum[0] + part[0], sum[1] + part[1]]);
        if area > 0.0 { sum / area } else { 0.0 }
    }
}
