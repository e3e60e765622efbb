//! Building layered maps: floors are united layer by layer, seams are fitted into their borders.

use super::errors::{BadLayers, BadSeam};
use super::height::Height;
use super::map::LayeredMap;
use super::seams::{Seams, Stitch};
use super::surface::Surface;
use crate::box_pairs::LatticeBox;
use crate::errors::BadMap;
use crate::floors::{APART, come_near, fold, unite};
use crate::ids::{EdgeId, LayerId, SeamId, VertexId};
use crate::map::Map;
use crate::shapes::{Batch, Kind};
use crate::tuning::layers::MAX_STEP;
use crate::walls::SegmentId;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::{LatticeInternals as _, Loops, PointInternals as _, Segment};
use navigant_geometry::{BadExtent, BadOutline, Bounds, Lattice, Outline, Point, Role};
use std::ops::Range;
use std::sync::Arc;

/// A layer to build a [`LayeredMap`] of: floors in one plane, and how high they are.
///
/// ```
/// use navigant_mesh::{Layer, Outline};
/// let hall = Layer::level(0.0, [Outline::rectangle([0.0, 0.0], [10.0, 8.0])]);
/// let ramp = Layer::flight([10.0, 4.0, 0.0], [16.0, 4.0, 3.0], [Outline::rectangle([10.0, 3.0], [16.0, 5.0])]);
/// assert_eq!((hall.height.slope, ramp.height.slope), ([0.0, 0.0], [0.5, 0.0]));
/// ```
#[derive(Clone, Debug)]
pub struct Layer {
    /// Its floors; those that overlap or touch are one.
    pub floors: Vec<Outline>,
    /// How high they are.
    pub height: Height,
    /// Walls without thickness that stand on them for good: lines.
    pub walls: Vec<Outline>,
    /// What is known of the ground of an uneven layer: it says how high the floors are where it is given.
    surface: Option<Arc<Surface>>,
}

impl Layer {
    /// Level floors at a height in metres.
    pub fn level(z: f64, floors: impl IntoIterator<Item = Outline>) -> Layer {
        Layer::of(floors.into_iter().collect(), Height::level(z))
    }

    /// Stairs or a ramp that rise evenly from one place `[x, y, z]` to another.
    pub fn flight(from: [f64; 3], to: [f64; 3], floors: impl IntoIterator<Item = Outline>) -> Layer {
        Layer::of(floors.into_iter().collect(), Height::between(from, to))
    }

    /// How high it is at a place.
    fn at(&self, p: Point) -> f64 {
        self.surface.as_ref().and_then(|surface| surface.height_at(p)).unwrap_or(self.height).at(p)
    }

    /// Floors in a plane.
    pub(crate) fn of(floors: Vec<Outline>, height: Height) -> Layer {
        Layer { floors, height, walls: Vec::new(), surface: None }
    }

    /// The same floors over uneven ground.
    pub(crate) fn over(self, surface: Surface) -> Layer {
        Layer { surface: Some(Arc::new(surface)), ..self }
    }
}

/// A straight piece of the border of two layers' floors, at which one goes on as the other.
///
/// ```
/// use navigant_mesh::{Layer, LayeredMap, Outline, Seam};
/// let hall = Layer::level(0.0, [Outline::rectangle([0.0, 0.0], [10.0, 8.0])]);
/// let ramp = Layer::flight([10.0, 4.0, 0.0], [16.0, 4.0, 3.0], [Outline::rectangle([10.0, 3.0], [16.0, 5.0])]);
/// let map = LayeredMap::build(&[hall, ramp], &[Seam::new([0, 1], [10.0, 3.0], [10.0, 5.0])])?;
/// assert!(map.is_walkable(map.layer_at([13.0, 4.0, 1.5])?, [13.0, 4.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seam {
    /// The two layers.
    pub layers: [LayerId; 2],
    /// Its two ends, in plan.
    pub ends: [Point; 2],
    /// What crossing it costs, in metres: from the first layer to the second, and back. Infinite closes it that way.
    pub tolls: [f64; 2],
}

impl Seam {
    /// A seam between the layers with these numbers, from one point in plan to another.
    pub fn new(layers: [u16; 2], from: impl Into<Point>, to: impl Into<Point>) -> Seam {
        Seam { layers: layers.map(LayerId::new), ends: [from.into(), to.into()], tolls: [0.0; 2] }
    }

    /// The same with tolls, in metres: from the first layer to the second, and back. Infinite closes it that way.
    #[must_use]
    pub fn with_tolls(self, there: f64, back: f64) -> Seam {
        Seam { tolls: [there, back], ..self }
    }
}

/// The floors of one layer on the lattice, chain by chain.
struct Border {
    chains: Vec<(Role, Vec<LatticePoint>)>,
    /// Which chains make up which floor.
    floors: Vec<Range<usize>>,
}

pub(super) fn build(layers: &[Layer], seams: &[Seam], lattice: Option<Lattice>) -> Result<LayeredMap, BadLayers> {
    if layers.is_empty() || layers.len() > LayeredMap::MAX_LAYERS {
        return Err(BadLayers::Count(layers.len()));
    }
    let ids = || (0..).map(LayerId);
    for (layer, Layer { floors, height, .. }) in ids().zip(layers) {
        check_points(floors).map_err(|reason| BadLayers::Layer { layer, reason })?;
        if !height.is_finite() {
            return Err(BadLayers::Height(layer));
        }
    }
    let points = layers.iter().flat_map(|l| &l.floors).flat_map(Outline::rings).flatten().copied();
    let first = LayerId::default();
    let of_first = |reason| BadLayers::Layer { layer: first, reason };
    let world = Bounds::of(points).ok_or(of_first(BadMap::NoFloor))?;
    let lattice = lattice.map_or_else(|| Lattice::covering(world), Ok).map_err(|reason| match reason {
        BadExtent::TooSmall { extent: 0.0 } => of_first(BadMap::Floor { index: 0, reason: BadOutline::NoArea }),
        other => of_first(BadMap::Extent(other)),
    })?;
    let border =
        |(layer, l): (LayerId, &Layer)| Border::of(&lattice, l).map_err(|reason| BadLayers::Layer { layer, reason });
    let mut borders = ids().zip(layers).map(border).collect::<Result<Vec<Border>, BadLayers>>()?;
    let mut lines = Vec::with_capacity(seams.len());
    for (seam, given) in (0..).map(SeamId).zip(seams) {
        let line = fit(&lattice, layers, &mut borders, given).map_err(|reason| BadLayers::Seam { seam, reason })?;
        lines.push(line);
    }
    let Gathered { loops, shapes, layers: ranges } = gather(&borders);
    let mut map = Map::of_layers(lattice, Batch { loops: &loops, shapes: &shapes, layers: &ranges });
    if let Some(shape) = map.covers.first_without_area(shapes.len()) {
        let layer = ids().zip(&ranges).find(|(_, range)| range.contains(&shape)).map_or(first, |(layer, _)| layer);
        let index = shape - ranges[layer.index()].start;
        return Err(BadLayers::Layer { layer, reason: BadMap::Floor { index, reason: BadOutline::NoArea } });
    }
    let mut stitches = Vec::with_capacity(seams.len());
    for (seam, (given, &line)) in (0..).map(SeamId).zip(seams.iter().zip(&lines)) {
        let stitch = stitch(&map, &borders, &ranges, given, line);
        stitches.push(stitch.map_err(|reason| BadLayers::Seam { seam, reason })?);
    }
    if let Some(seam) = first_overlap(&stitches) {
        return Err(BadLayers::Seam { seam, reason: BadSeam::Overlaps });
    }
    let surfaces = layers.iter().map(|l| l.surface.clone()).collect();
    map.seams = Seams::new(layers.iter().map(|l| l.height).collect(), surfaces, stitches);
    map.join_first();
    for seam in (0..seams.len() as u32).map(SeamId) {
        check_joined(&map, seam).map_err(|reason| BadLayers::Seam { seam, reason })?;
    }
    Ok(LayeredMap::of(map))
}

fn check_points(floors: &[Outline]) -> Result<(), BadMap> {
    if floors.is_empty() {
        return Err(BadMap::NoFloor);
    }
    for (index, floor) in floors.iter().enumerate() {
        for (ring, points) in floor.rings().enumerate() {
            if let Some(at) = points.iter().position(|p| !p.is_finite()) {
                let reason = BadOutline::NotFinite { ring, index: at, point: points[at] };
                return Err(BadMap::Floor { index, reason });
            }
        }
    }
    Ok(())
}

impl Border {
    /// The border of the union of some floors.
    fn of(lattice: &Lattice, Layer { floors, walls, .. }: &Layer) -> Result<Border, BadMap> {
        let (mut loops, mut shapes) = (Loops::default(), Vec::with_capacity(floors.len()));
        for (index, floor) in floors.iter().enumerate() {
            let chains = loops.add(floor, lattice).map_err(|reason| BadMap::Floor { index, reason })?;
            shapes.push((Kind::Floor, chains));
        }
        let mut ranges: Vec<Range<usize>> = shapes.iter().map(|(_, chains)| chains.clone()).collect();
        if let Some(union) = unite(lattice, &loops, &shapes)? {
            let all = 0..union.chains().len();
            (loops, ranges) = (union, vec![all]);
        }
        // Walls belong to the last floor: they cover nothing, and block as its border does.
        for (index, wall) in walls.iter().enumerate() {
            let Outline::Polyline(_) = wall else { continue };
            loops.add(wall, lattice).map_err(|reason| BadMap::Obstacle { index, reason })?;
        }
        if let Some(last) = ranges.last_mut() {
            last.end = loops.chains().len();
        }
        Ok(Border { chains: loops.chains().map(|(role, points)| (role, points.to_vec())).collect(), floors: ranges })
    }

    /// Makes a line one side of a ring, if the ring runs along it within rounding.
    fn fit(&mut self, line: Segment) -> bool {
        let rings = self.chains.iter_mut().filter(|(role, _)| *role != Role::Wall);
        for (_, ring) in rings {
            if let Some(fitted) = fitted(ring, line) {
                *ring = fitted;
                return true;
            }
        }
        false
    }
}

/// A ring of which a line is one side; `None` if it does not run along the line.
fn fitted(ring: &[LatticePoint], line: Segment) -> Option<Vec<LatticePoint>> {
    let mut ring = ring.to_vec();
    for end in [line.a, line.b] {
        if !ring.contains(&end) {
            let side = |i: usize| Segment::new(ring[i], ring[(i + 1) % ring.len()]);
            let at = (0..ring.len()).find(|&i| side(i).meets_pixel(end))?;
            ring.insert(at + 1, end);
        }
    }
    for [from, to] in [[line.a, line.b], [line.b, line.a]] {
        // A ring that touches itself comes by a corner more than once.
        for start in (0..ring.len()).filter(|&i| ring[i] == from) {
            let at = |i: usize| ring[(start + i) % ring.len()];
            let Some(end) = (1..ring.len()).find(|&i| at(i) == to || !line.meets_pixel(at(i))) else { continue };
            if at(end) == to {
                ring.rotate_left(start);
                ring.drain(1..end);
                return (ring.len() > 2).then_some(ring);
            }
        }
    }
    None
}

/// Fits a seam into the borders of its two layers.
fn fit(lattice: &Lattice, layers: &[Layer], borders: &mut [Border], seam: &Seam) -> Result<Segment, BadSeam> {
    let [here, there] = seam.layers;
    if let Some(&unknown) = seam.layers.iter().find(|layer| layer.index() >= layers.len()) {
        return Err(BadSeam::UnknownLayer(unknown));
    }
    if here == there {
        return Err(BadSeam::SameLayer(here));
    }
    if let Some(&toll) = seam.tolls.iter().find(|toll| toll.is_nan() || **toll < 0.0) {
        return Err(BadSeam::Toll(toll));
    }
    let snap = |p: Point| lattice.snap(p).map_err(|_| BadSeam::BadEnd(p));
    let line = Segment::new(snap(seam.ends[0])?, snap(seam.ends[1])?);
    if line.a == line.b {
        return Err(BadSeam::NoLength);
    }
    // At the corners of uneven ground other pieces meet: who found where it joins has compared their heights.
    let is_uneven = seam.layers.iter().any(|layer| layers[layer.index()].surface.is_some());
    for at in seam.ends.into_iter().filter(|_| !is_uneven) {
        let [low, high] = seam.layers.map(|layer| layers[layer.index()].at(at));
        let step = (high - low).abs();
        if step > MAX_STEP {
            return Err(BadSeam::Step { at, step });
        }
    }
    for layer in seam.layers {
        if !borders[layer.index()].fit(line) {
            return Err(BadSeam::OffBorder { layer });
        }
    }
    Ok(line)
}

/// All borders as shapes, and which are in which layer.
struct Gathered {
    loops: Loops,
    shapes: Vec<(Kind, Range<usize>)>,
    layers: Vec<Range<usize>>,
}

/// All borders as shapes.
fn gather(borders: &[Border]) -> Gathered {
    let (mut loops, mut shapes, mut ranges) = (Loops::default(), Vec::new(), Vec::new());
    for border in borders {
        let first = shapes.len();
        for floor in &border.floors {
            let start = loops.chains().len();
            for (role, points) in &border.chains[floor.clone()] {
                loops.add_points(*role, points.iter().copied());
            }
            shapes.push((Kind::Floor, start..loops.chains().len()));
        }
        ranges.push(first..shapes.len());
    }
    Gathered { loops, shapes, layers: ranges }
}

/// A seam with its two segments.
fn stitch(
    map: &Map,
    borders: &[Border],
    shapes: &[Range<usize>],
    seam: &Seam,
    line: Segment,
) -> Result<Stitch, BadSeam> {
    let is_it = |other: Segment| other == line || other == Segment::new(line.b, line.a);
    let mut segments = [SegmentId(0); 2];
    for (segment, layer) in segments.iter_mut().zip(seam.layers) {
        let mut all = shapes[layer.index()].clone().flat_map(|shape| map.shapes.segments(&map.plane, shape as u32));
        *segment = all.find(|&s| is_it(map.plane.record(s).line)).ok_or(BadSeam::Overlaps)?;
        for (role, chain) in &borders[layer.index()].chains {
            let sides = if *role == Role::Wall { chain.len() - 1 } else { chain.len() };
            let side = |i: usize| Segment::new(chain[i], chain[(i + 1) % chain.len()]);
            if (0..sides).map(side).any(|side| !is_it(side) && comes_near(side, line)) {
                return Err(BadSeam::BorderNear { layer });
            }
        }
    }
    Ok(Stitch::new(seam.layers, line, segments, seam.tolls))
}

/// Whether a side of a floor comes near a seam, but for an end that they share.
fn comes_near(side: Segment, line: Segment) -> bool {
    let back = |s: Segment| Segment::new(s.b, s.a);
    let extent = |s: Segment| LatticeBox::of([s.a, s.b]);
    if !extent(side).meets(extent(line).grown(APART)) {
        return false;
    }
    // Both ends shared: it is beside the seam, or the seam itself the other way around.
    match [side.a == line.a || side.a == line.b, side.b == line.a || side.b == line.b] {
        [false, false] => come_near(side, line),
        [true, _] if side.a == line.b => fold(line, side),
        [true, _] => fold(back(line), side),
        [_, true] if side.b == line.a => fold(side, line),
        [_, true] => fold(side, back(line)),
    }
}

/// The first seam that has a segment of one before it.
fn first_overlap(stitches: &[Stitch]) -> Option<SeamId> {
    let mut seen = std::collections::HashSet::new();
    (0..)
        .map(SeamId)
        .zip(stitches)
        .find(|(_, stitch)| !stitch.segments.iter().all(|s| seen.insert(s.0)))
        .map(|(id, _)| id)
}

/// Whether a seam of a map without obstacles is open all along, and has a wall at each of its vertices, around
/// which one turns at most once.
fn check_joined(map: &Map, seam: SeamId) -> Result<(), BadSeam> {
    let (line, glued, edges) = map.seams.state_of(seam);
    if glued.len() != edges {
        return Err(BadSeam::FoldedBack);
    }
    for &e in glued.iter().flatten() {
        let at = map.point(map.origin(e));
        let wall = wall_beside(map, e).ok_or(BadSeam::NoWall { at })?;
        if turns_more_than_once(map, wall) {
            return Err(BadSeam::FullTurn { at });
        }
    }
    debug_assert!(!glued.is_empty(), "a seam from {:?} to {:?} without an edge", line.a, line.b);
    Ok(())
}

/// The wall that one comes to when turning clockwise around the start of an edge; `None` if there is none.
fn wall_beside(map: &Map, e: EdgeId) -> Option<EdgeId> {
    let mut spoke = e;
    while !map.is_wall(spoke) {
        spoke = map.twin(spoke).next();
        if spoke == e {
            return None;
        }
    }
    Some(spoke)
}

/// Whether the free faces around the start of a wall, counter-clockwise from it to the next wall, are more than a full turn: a path could
/// bend there with no wall within half a turn, which searches take for no bend.
fn turns_more_than_once(map: &Map, wall: EdgeId) -> bool {
    let at = map.lattice_point(map.origin(wall));
    let displacement = |v: VertexId| {
        let p = map.lattice_point(v);
        [i64::from(p.x - at.x), i64::from(p.y - at.y)]
    };
    let cross = |[a, b]: [i64; 2], [c, d]: [i64; 2]| a * d - b * c;
    let first = displacement(map.target(wall));
    let mut spoke = wall;
    while !map.is_wall(spoke.prev()) {
        spoke = map.twin(spoke.prev());
        let (near, far) = (displacement(map.target(spoke)), displacement(map.origin(spoke.prev())));
        let is_first = cross(near, first) == 0 && near[0] * first[0] + near[1] * first[1] > 0;
        if is_first || cross(near, first) > 0 && cross(first, far) > 0 {
            return true;
        }
    }
    false
}
