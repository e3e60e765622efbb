//! Pictures of the map: segments, triangles and points, each vertex with a value.
//!
//! | layer | of | value |
//! |---|---|---|
//! | walls, outline, triangulation | segments | 0 |
//! | clearance | triangles, finer where it bends | metres |
//! | axis | segments, arcs flattened | metres |
//! | quadtree, its graph | segments | depth, 0 |
//! | cells | segments | 0 |
//! | grid | points | 1 where it is blocked |
//! | hybrid | segments: the highways over the grid | 0 |
//! | sampled | segments: a probabilistic roadmap | 0 |
//! | path_map | segments, arcs flattened | 0 straight, 1 hyperbolic |
//! | isochrone | segments, arcs flattened | 0 |
//! | changed | triangles | 0 |
//! | multiplier | triangles | the sum of the weights of wishes: below 0 it repels |
//! | forbidden | triangles | 0 |

mod clearance;
mod graphs;
mod path_map;
mod triangles;
mod wishes;

use crate::refusal::Refusal;
use crate::request::Wanted;
use crate::ways::{MOST_SAMPLES, Roadmaps, Sizes};
use axum::body::Bytes;
use navigant::geometry::internals::PointInternals as _;
use navigant::mesh::internals::{AxisInternals as _, HybridGraphInternals as _, RoadmapInternals as _};
use navigant::mesh::internals::{ConvexCellsInternals as _, MapGridInternals as _, MapInternals as _};
use navigant::mesh::roadmap::MapRoadmap as _;
use navigant::mesh::{Bounds, FaceId, Map, Point};
use navigant::search::internals::ShortestPathMapInternals as _;

/// A layer, by its number in messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Layer {
    Walls,
    Triangulation,
    Clearance,
    Axis,
    QuadTree,
    QuadTreeGraph,
    Cells,
    Grid,
    Changed,
    Outline,
    Hybrid,
    Sampled,
    PathMap,
    Isochrone,
    Multiplier,
    Forbidden,
}

/// How many layers there are.
pub(crate) const COUNT: usize = 16;

const NAMES: [(&str, Layer); COUNT] = [
    ("walls", Layer::Walls),
    ("triangulation", Layer::Triangulation),
    ("clearance", Layer::Clearance),
    ("axis", Layer::Axis),
    ("quadtree", Layer::QuadTree),
    ("quadtree_graph", Layer::QuadTreeGraph),
    ("cells", Layer::Cells),
    ("grid", Layer::Grid),
    ("changed", Layer::Changed),
    ("outline", Layer::Outline),
    ("hybrid", Layer::Hybrid),
    ("sampled", Layer::Sampled),
    ("path_map", Layer::PathMap),
    ("isochrone", Layer::Isochrone),
    ("multiplier", Layer::Multiplier),
    ("forbidden", Layer::Forbidden),
];

impl Layer {
    pub(crate) fn name(self) -> &'static str {
        NAMES.iter().find(|(_, layer)| *layer == self).map_or("", |(name, _)| name)
    }

    /// Whether making it takes long on a large map: it needs more than a look at every triangle.
    fn is_heavy(self) -> bool {
        use Layer::{Changed, Outline, Triangulation, Walls};
        !matches!(self, Changed | Outline | Triangulation | Walls)
    }
}

/// What vertices are joined to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
enum Shape {
    Segments,
    Triangles,
    Points,
}

/// Which layers to draw, and how.
#[derive(Clone, Debug, Default)]
pub(crate) struct View {
    pub(crate) on: Vec<Layer>,
    /// Metres a pixel.
    pixel: f64,
    wanted: Wanted,
    bounds: Option<Bounds>,
}

impl View {
    pub(crate) fn of(wanted: &Wanted) -> Result<View, Refusal> {
        let mut on = Vec::new();
        for name in &wanted.on {
            let plain = name.replace([' ', '-'], "_");
            let known = NAMES.iter().find(|(known, _)| *known == plain);
            let (_, layer) = known.ok_or_else(|| {
                Refusal::new(format!(
                    "there is no layer {name:?}; there are {}",
                    NAMES.map(|(name, _)| name).join(", ")
                ))
            })?;
            on.push(*layer);
        }
        let lengths = [wanted.pixel, wanted.grid, wanted.square, wanted.square_height, wanted.within];
        // A radius of nothing is that of a point.
        let radius = wanted.radius.filter(|&radius| radius != 0.0);
        for length in lengths.into_iter().chain([radius]).flatten() {
            if !(1e-6..=1e6).contains(&length) {
                return Err(Refusal::new(format!("a length of {length} m is too small or too large")));
            }
        }
        if let Some(k) = wanted.neighbours.filter(|k| !(1..=MOST_NEIGHBOURS).contains(k)) {
            return Err(Refusal::new(format!("{k} neighbours; choose 1 to {MOST_NEIGHBOURS}")));
        }
        if let Some(samples) = wanted.samples.filter(|&samples| samples > MOST_SAMPLES) {
            return Err(Refusal::new(format!("{samples} samples are too many; at most {MOST_SAMPLES}")));
        }
        let bounds = wanted
            .view
            .map(|[a, b, c, d]| Bounds { min: Point::new(a.min(c), b.min(d)), max: Point::new(a.max(c), b.max(d)) });
        Ok(View { on, pixel: wanted.pixel.unwrap_or(0.05), wanted: wanted.clone(), bounds })
    }

    /// The layers that are made soon, and those that take long.
    pub(crate) fn split(&self) -> [View; 2] {
        let (heavy, light) = self.on.iter().partition(|layer| layer.is_heavy());
        [light, heavy].map(|on| View { on, ..self.clone() })
    }

    /// How the graphs of a map are made.
    pub(crate) fn sizes(&self, map: &Map) -> Sizes {
        let (width, height) = map.floor_bounds().map_or((1.0, 1.0), Bounds::size);
        let least = (width * height / crate::ways::MOST_CELLS).sqrt();
        let extent = width.max(height);
        let Wanted { grid, radius, square, square_height, neighbours, samples, .. } = self.wanted;
        let width = square.unwrap_or((extent / 256.0).max(0.5));
        Sizes {
            cell: grid.unwrap_or((extent / 200.0).max(0.5)).max(least),
            radius: radius.unwrap_or(0.0),
            square: [width, square_height.unwrap_or(width)].map(|side| side.max(extent / 4096.0)),
            neighbours: neighbours.unwrap_or(8),
            samples: samples.unwrap_or(1000),
        }
    }

    /// Where shortest paths start: where the page says, or else in the middle of the floors, as near as can be.
    pub(crate) fn source(&self, map: &Map) -> Result<Point, Refusal> {
        if let Some(source) = self.wanted.source {
            return Ok(source.into());
        }
        let middle = map.floor_bounds().map(|b| b.min.lerp(b.max, 0.5)).and_then(|p| map.nearest_walkable(p));
        middle.ok_or_else(|| Refusal::new("there is nowhere to stand"))
    }

    /// Whether it shows what wishes make of a place.
    pub(crate) fn shows_wishes(&self) -> bool {
        self.on.iter().any(|layer| matches!(layer, Layer::Multiplier | Layer::Forbidden))
    }

    /// The faces that are looked at.
    fn faces(&self, map: &Map) -> Vec<FaceId> {
        match self.bounds {
            Some(bounds) => map.faces_in(bounds),
            None => map.faces().collect(),
        }
    }

    fn sees(&self, a: Point, b: Point) -> bool {
        self.bounds.is_none_or(|view| {
            a.x.max(b.x) >= view.min.x
                && a.x.min(b.x) <= view.max.x
                && a.y.max(b.y) >= view.min.y
                && a.y.min(b.y) <= view.max.y
        })
    }
}

/// A layer that is being drawn.
struct Sheet {
    shape: Shape,
    vertices: Vec<u8>,
}

/// The most nearest squares that a square is joined to.
const MOST_NEIGHBOURS: usize = 64;
/// The most vertices of a layer: 48 MiB.
const MOST_VERTICES: usize = 4 << 20;
const VERTEX: usize = 12;

impl Sheet {
    fn new(shape: Shape) -> Sheet {
        Sheet { shape, vertices: Vec::new() }
    }

    fn is_full(&self) -> bool {
        self.vertices.len() >= MOST_VERTICES * VERTEX
    }

    fn vertex(&mut self, p: Point, value: f64) {
        for number in [p.x, p.y, value] {
            self.vertices.extend((number as f32).to_le_bytes());
        }
    }

    fn segment(&mut self, a: Point, b: Point, value: f64) {
        if !self.is_full() {
            self.vertex(a, value);
            self.vertex(b, value);
        }
    }

    fn triangle(&mut self, corners: [Point; 3], values: [f64; 3]) {
        if !self.is_full() {
            for (p, value) in corners.into_iter().zip(values) {
                self.vertex(p, value);
            }
        }
    }

    fn message(self, layer: Layer, version: u64) -> Bytes {
        let mut bytes = Vec::with_capacity(12 + self.vertices.len());
        bytes.extend([0x11, layer as u8, 1, self.shape as u8]);
        bytes.extend((version as u32).to_le_bytes());
        bytes.extend(((self.vertices.len() / VERTEX) as u32).to_le_bytes());
        bytes.extend(self.vertices);
        bytes.into()
    }
}

/// How much there is of what the layers show.
pub(crate) fn count(map: &Map, view: &View, roadmaps: &mut Roadmaps) -> Vec<(&'static str, usize)> {
    let sizes = view.sizes(map);
    let mut counts = Vec::new();
    for layer in &view.on {
        match layer {
            Layer::Axis => {
                counts.extend([("axis_nodes", map.axis().node_count()), ("axis_arcs", map.axis().arcs().count())]);
            }
            Layer::QuadTree | Layer::QuadTreeGraph => {
                if let Ok(tree) = roadmaps.quad_tree(map, &sizes) {
                    let roadmap = tree.roadmap();
                    counts.extend([("squares", roadmap.waypoint_count()), ("square_ways", roadmap.edge_count())]);
                }
            }
            Layer::Cells => counts.push(("convex_cells", roadmaps.cells(map).count(map))),
            Layer::Grid => {
                let open =
                    roadmaps.grid(map, sizes.cell, sizes.radius).ok().map(|grid| (grid.cells(), grid.open_count()));
                counts.extend(open.into_iter().flat_map(|(all, open)| [("grid_cells", all), ("open_cells", open)]));
            }
            Layer::Hybrid => {
                counts.extend(roadmaps.hybrid(map, &sizes).ok().map(|graph| ("highways", graph.highway_count())));
            }
            Layer::Sampled => {
                if let Ok(sampled) = roadmaps.sampled(map, &sizes) {
                    let roadmap = sampled.roadmap();
                    counts.extend([("samples_kept", roadmap.waypoint_count()), ("sample_ways", roadmap.edge_count())]);
                }
            }
            Layer::PathMap => {
                let spm = view.source(map).and_then(|source| roadmaps.path_map(map, source));
                counts.extend(spm.ok().and_then(|spm| spm.cells(map)).map(|cells| ("path_map_cells", cells.count)));
            }
            _ => {}
        }
    }
    counts
}

/// Draws a layer of a map.
pub(crate) fn draw(layer: Layer, map: &Map, view: &View, roadmaps: &mut Roadmaps) -> Result<Bytes, Refusal> {
    let sizes = view.sizes(map);
    let sheet = match layer {
        Layer::Walls => triangles::walls(map, view),
        Layer::Triangulation => triangles::triangulation(map, view),
        Layer::Outline => triangles::outline(map, view),
        Layer::Changed => triangles::changed(map),
        Layer::Clearance => clearance::draw(map, view),
        Layer::Axis => graphs::axis(map, view),
        Layer::QuadTree => graphs::squares(roadmaps.quad_tree(map, &sizes)?, map, view),
        Layer::QuadTreeGraph => graphs::edges(roadmaps.quad_tree(map, &sizes)?.roadmap(), view),
        Layer::Cells => triangles::cells(map, roadmaps.cells(map), view),
        Layer::Grid => graphs::grid(map, roadmaps.grid(map, sizes.cell, sizes.radius)?, view),
        Layer::Hybrid => graphs::highways(map, roadmaps.hybrid(map, &sizes)?, view),
        Layer::Sampled => graphs::edges(roadmaps.sampled(map, &sizes)?.roadmap(), view),
        Layer::PathMap => path_map::arcs(map, roadmaps.path_map(map, view.source(map)?)?, view),
        Layer::Isochrone => path_map::rim(map, roadmaps.path_map(map, view.source(map)?)?, view)?,
        Layer::Multiplier => wishes::weights(map, view, &mut roadmaps.wishing),
        Layer::Forbidden => wishes::forbidden(map, view, &mut roadmaps.wishing),
    };
    Ok(sheet.message(layer, map.version()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant::mesh::Outline;

    fn numbers(bytes: &Bytes) -> (usize, Vec<f32>) {
        let count = u32::from_le_bytes(bytes[8..12].try_into().unwrap()) as usize;
        let values = bytes[12..].chunks_exact(4).map(|c| f32::from_le_bytes(c.try_into().unwrap())).collect();
        (count, values)
    }

    #[test]
    fn every_layer_of_a_room_shows_what_is_in_it() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 8.0])).unwrap();
        map.insert(&Outline::rectangle([6.0, 3.0], [8.0, 5.0])).unwrap();
        map.insert(&Outline::polyline([[12.0, 0.0], [12.0, 3.0]])).unwrap();
        let names = NAMES.map(|(name, _)| name.to_owned()).to_vec();
        let wishes = Some("avoid near wall weight 3; never in pond".to_owned());
        let wanted = Wanted { on: names, pixel: Some(0.02), grid: Some(1.0), wishes, ..Wanted::default() };
        let view = View::of(&wanted).unwrap();
        map.insert_region("pond", &Outline::rectangle([1.0, 1.0], [3.0, 3.0])).unwrap();
        let mut roadmaps = Roadmaps::default();
        for (name, layer) in NAMES {
            let bytes = draw(layer, &map, &view, &mut roadmaps).unwrap();
            assert_eq!(bytes[..3], [0x11, layer as u8, 1], "{name}");
            let (count, values) = numbers(&bytes);
            assert!(count > 0 && values.len() == 3 * count, "{name}");
            assert_eq!(count % [2, 3, 1][usize::from(bytes[3])], 0, "{name}");
            for v in values.chunks(3) {
                assert!((-1e-3..=16.001).contains(&v[0]) && (-1e-3..=8.001).contains(&v[1]), "{name} {v:?}");
            }
        }
        let (_, values) = numbers(&draw(Layer::Clearance, &map, &view, &mut roadmaps).unwrap());
        for v in values.chunks(3) {
            let true_value = map.clearance_at([f64::from(v[0]), f64::from(v[1])]).unwrap_or(0.0);
            assert!((f64::from(v[2]) - true_value).abs() < 1e-3, "{v:?} {true_value}");
        }
        let (count, values) = numbers(&draw(Layer::Grid, &map, &view, &mut roadmaps).unwrap());
        let blocked = values.chunks(3).filter(|v| v[2] == 1.0).count();
        assert_eq!((count, blocked), (16 * 8, 4));
    }

    #[test]
    fn a_view_shows_a_part() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [100.0, 100.0])).unwrap();
        for i in 0..100 {
            let (x, y) = (f64::from(i % 10) * 10.0 + 2.0, f64::from(i / 10) * 10.0 + 2.0);
            map.insert(&Outline::rectangle([x, y], [x + 3.0, y + 3.0])).unwrap();
        }
        let wanted = Wanted { wishes: Some("avoid near wall weight 3".to_owned()), ..Wanted::default() };
        let all = View::of(&wanted).unwrap();
        let part = View::of(&Wanted { view: Some([30.0, 30.0, 0.0, 0.0]), ..wanted }).unwrap();
        let mut roadmaps = Roadmaps::default();
        for (name, layer) in NAMES.into_iter().filter(|(name, _)| !matches!(*name, "changed" | "forbidden")) {
            let [all, part] = [&all, &part].map(|view| numbers(&draw(layer, &map, view, &mut roadmaps).unwrap()).0);
            assert!(part > 0 && part < all / 2, "{name}: {part} of {all}");
        }
        assert!(View::of(&Wanted { on: vec!["x-ray".to_owned()], ..Wanted::default() }).is_err());
        assert!(View::of(&Wanted { pixel: Some(0.0), ..Wanted::default() }).is_err());
    }
}
