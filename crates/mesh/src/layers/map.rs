//! The layered map: what can be asked of several layers.

use super::build::{self, Layer, Seam};
use super::errors::{BadLayers, NotInserted, NotOnFloor};
use super::height::Height;
use super::seams::Stitch;
use super::trace::{Leg, Stretch};
use crate::change::Change;
use crate::clearance::{Reach, Widest};
use crate::errors::UnknownObstacle;
use crate::ids::{FaceId, LayerId, ObstacleId, SeamId};
use crate::journal::Revision;
use crate::map::Map;
use crate::tuning::layers::MAX_STEP;
use navigant_geometry::internals::{LatticeInternals as _, PointInternals as _};
use navigant_geometry::{Lattice, Outline, Point};

/// A walkable map of several layers: storeys, stairs and bridges, joined by [seams](Seam), that changes locally.
///
/// ```
/// use navigant_mesh::{Layer, LayeredMap, Outline, Seam};
/// // A hall, and a bridge over it that is reached by a ramp.
/// let layers = [
///     Layer::level(0.0, [Outline::rectangle([0.0, 0.0], [20.0, 10.0])]),
///     Layer::flight([20.0, 5.0, 0.0], [26.0, 5.0, 3.0], [Outline::rectangle([20.0, 4.0], [26.0, 6.0])]),
/// ];
/// let mut map = LayeredMap::build(&layers, &[Seam::new([0, 1], [20.0, 4.0], [20.0, 6.0])])?;
/// let (hall, ramp) = (map.layer_at([5.0, 5.0, 0.0])?, map.layer_at([23.0, 5.0, 1.4])?);
/// assert!(map.sees((hall, [5.0, 5.0]), (ramp, [25.0, 5.0])));
/// // A crate across the seam is there on both layers.
/// let crate_ = map.insert_on(hall, &Outline::rectangle([19.0, 4.0], [21.0, 6.0]))?;
/// assert!(!map.is_walkable(ramp, [20.5, 5.0]) && !map.sees((hall, [5.0, 5.0]), (ramp, [25.0, 5.0])));
/// map.remove(crate_)?;
/// assert!(map.is_walkable(ramp, [20.5, 5.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct LayeredMap {
    pub(super) map: Map,
}

impl LayeredMap {
    /// The most layers there can be.
    pub const MAX_LAYERS: usize = u16::MAX as usize;

    /// A map of some layers, joined by seams. Layers and seams have the ids of their places in these lists.
    ///
    /// A seam runs along one straight side of a floor in each of its two layers, which lie on either side of it; its ends are points of
    /// that side, and there are walls.
    ///
    /// # Errors
    /// [`BadLayers`] names the layer or seam that is refused, and why.
    pub fn build(layers: &[Layer], seams: &[Seam]) -> Result<LayeredMap, BadLayers> {
        build::build(layers, seams, None)
    }

    /// The same on a lattice that is given.
    ///
    /// # Errors
    /// As of [`LayeredMap::build`].
    pub(crate) fn build_on(lattice: Lattice, layers: &[Layer], seams: &[Seam]) -> Result<LayeredMap, BadLayers> {
        build::build(layers, seams, Some(lattice))
    }

    pub(super) fn of(map: Map) -> LayeredMap {
        LayeredMap { map }
    }

    /// Inserts an obstacle on a layer. It goes on across the seams that it touches: then its whole outline is laid in the layers beyond
    /// them, too.
    ///
    /// # Errors
    /// [`NotInserted`]; the map is unchanged.
    pub fn insert_on(&mut self, layer: LayerId, outline: &Outline) -> Result<ObstacleId, NotInserted> {
        self.map.insert_on(layer, outline)
    }

    /// Removes an obstacle from all layers. The map is then the same as if it had never been inserted.
    ///
    /// # Errors
    /// [`UnknownObstacle`]; the map is unchanged.
    pub fn remove(&mut self, id: ObstacleId) -> Result<(), UnknownObstacle> {
        self.map.remove_from_layers(id)
    }

    /// Gives an obstacle another outline on the layer that it was inserted on, in one edit; it keeps its id.
    ///
    /// # Errors
    /// [`NotInserted`]; the map is unchanged.
    pub fn move_to(&mut self, id: ObstacleId, outline: &Outline) -> Result<(), NotInserted> {
        self.map.move_in_layers(id, outline)
    }

    /// All layers.
    pub(crate) fn layers(&self) -> impl ExactSizeIterator<Item = LayerId> {
        (0..self.map.layer_count() as u16).map(LayerId)
    }

    /// The height of a layer; `None` if there is no such layer.
    pub(crate) fn height(&self, layer: LayerId) -> Option<Height> {
        self.map.seams.heights.get(layer.index()).copied()
    }

    /// The height of a layer at a place; `None` if there is no such layer.
    pub(crate) fn height_at(&self, layer: LayerId, p: impl Into<Point>) -> Option<f64> {
        self.map.seams.height_at(layer, p.into())
    }

    /// The height of the even piece of ground around a place of a layer; `None` if there is no such layer.
    pub(crate) fn ground_at(&self, layer: LayerId, p: Point) -> Option<Height> {
        self.map.seams.ground_at(layer, p)
    }

    /// How long a straight line in plan is on the ground of a layer: along slopes, without what one steps up and down.
    pub(crate) fn ground_length(&self, layer: LayerId, from: Point, to: Point) -> f64 {
        let plan = from.distance(to);
        let height = |p: Point| self.height_at(layer, p).unwrap_or(0.0);
        let surface = self.map.seams.surfaces.get(layer.index()).and_then(Option::as_ref);
        let Some(surface) = surface else { return plan.hypot(height(to) - height(from)) };
        let mut parts = surface.crossings(from, to);
        parts.insert(0, 0.0);
        parts.push(1.0);
        let piece = |ends: &[f64]| {
            // Between two borders the ground is even: two points inside tell its slope.
            let inside = |t: f64| height(from.lerp(to, ends[0] + t * (ends[1] - ends[0])));
            (plan * (ends[1] - ends[0])).hypot(2.0 * (inside(0.75) - inside(0.25)))
        };
        parts.windows(2).map(piece).sum()
    }

    /// The seams as they are on the lattice, in the order they were given.
    pub(crate) fn seams(&self) -> impl ExactSizeIterator<Item = Seam> + '_ {
        let world = |p| self.map.lattice.world(p);
        let seam =
            move |s: &Stitch| Seam { layers: s.layers, ends: [world(s.line.a), world(s.line.b)], tolls: s.tolls };
        self.map.seams.stitches.iter().map(seam)
    }

    /// Whether one gets through any part of a seam; false if there is no such seam.
    pub(crate) fn is_open(&self, seam: SeamId) -> bool {
        seam.index() < self.map.seams.stitches.len() && !self.map.seams.state_of(seam).1.is_empty()
    }

    /// The layer that one stands on at a point `[x, y, z]`: the nearest in height, if it is within half a metre.
    ///
    /// # Errors
    /// [`NotOnFloor`] names the floors above and below.
    pub fn layer_at(&self, at: [f64; 3]) -> Result<LayerId, NotOnFloor> {
        let p = Point::new(at[0], at[1]);
        let height = |layer: LayerId| self.map.seams.height_at(layer, p).unwrap_or(0.0);
        let floors: Vec<(LayerId, f64)> =
            self.layers().filter(|&layer| self.is_walkable(layer, p)).map(|layer| (layer, height(layer))).collect();
        let off = |z: f64| (z - at[2]).abs();
        let nearest = floors.iter().min_by(|a, b| off(a.1).total_cmp(&off(b.1)));
        match nearest.filter(|(_, z)| off(*z) <= MAX_STEP) {
            Some(&(layer, _)) => Ok(layer),
            None => Err(NotOnFloor { at, floors }),
        }
    }

    /// Whether one can stand at a point of a layer: in a free face, or on the border of one.
    pub fn is_walkable(&self, layer: LayerId, p: impl Into<Point>) -> bool {
        self.free_faces(layer, p.into()).next().is_some()
    }

    /// Whether one can walk from one point to another.
    pub(crate) fn are_connected(&self, from: (LayerId, impl Into<Point>), to: (LayerId, impl Into<Point>)) -> bool {
        let components = self.map.components();
        let goals: Vec<FaceId> = self.free_faces(to.0, to.1.into()).collect();
        self.free_faces(from.0, from.1.into()).any(|f| goals.iter().any(|&g| components.of(f) == components.of(g)))
    }

    /// Whether nothing lies between two walkable points: the straight line between them in plan leads from one to the other, through
    /// whatever seams it crosses.
    pub fn sees(&self, from: (LayerId, impl Into<Point>), to: (LayerId, impl Into<Point>)) -> bool {
        let (p, q) = (from.1.into(), to.1.into());
        self.map.locate_on(from.0, p).is_some_and(|location| self.map.line_leads(location, [p, q], to.0))
    }

    /// The clearance at a point of a layer, through seams: the distance in plan to the nearest wall that one gets to in a straight line,
    /// in metres; `None` where one cannot stand. Accurate to a lattice step.
    ///
    /// ```
    /// use navigant_mesh::{Layer, LayeredMap, Outline, Seam};
    /// let hall = Layer::level(0.0, [Outline::rectangle([0.0, 0.0], [10.0, 8.0])]);
    /// let ramp = Layer::flight([10.0, 4.0, 0.0], [16.0, 4.0, 3.0], [Outline::rectangle([10.0, 3.0], [16.0, 5.0])]);
    /// let map = LayeredMap::build(&[hall, ramp], &[Seam::new([0, 1], [10.0, 3.0], [10.0, 5.0])])?;
    /// let (hall, ramp) = (map.layer_at([9.0, 4.0, 0.0])?, map.layer_at([11.0, 4.0, 0.5])?);
    /// // To the end of the seam, and to the ramp's side.
    /// let rooms = [map.clearance_at(hall, [9.75, 4.0]), map.clearance_at(ramp, [11.0, 4.0])].map(Option::unwrap);
    /// assert!((rooms[0] - 1.0625f64.sqrt()).abs() < 1e-6 && (rooms[1] - 1.0).abs() < 1e-6);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn clearance_at(&self, layer: LayerId, p: impl Into<Point>) -> Option<f64> {
        self.map.clearance_on(layer, p.into())
    }

    /// Whether a disc of a radius in metres gets from one point to another, through seams; see [`Map::reaches`].
    pub fn reaches(&self, from: (LayerId, impl Into<Point>), to: (LayerId, impl Into<Point>), radius: f64) -> bool {
        Reach::default().reaches_on(&self.map, [(from.0, from.1.into()), (to.0, to.1.into())], radius)
    }

    /// The largest disc that gets from one point to another, through seams, and where it is narrowest, on which layer; `None` if none
    /// does, however small. See [`Map::widest`].
    pub fn widest(
        &self,
        from: (LayerId, impl Into<Point>),
        to: (LayerId, impl Into<Point>),
    ) -> Option<(Widest, LayerId)> {
        Reach::default().widest_on(&self.map, [(from.0, from.1.into()), (to.0, to.1.into())])
    }

    /// The walkable area of all layers together, in plan, in square metres.
    pub(crate) fn free_area(&self) -> f64 {
        self.map.free_area()
    }

    /// All obstacles, in the order of their slots.
    pub(crate) fn obstacles(&self) -> impl Iterator<Item = ObstacleId> + '_ {
        self.map.obstacles()
    }

    /// The layer that an obstacle was inserted on.
    ///
    /// # Errors
    /// [`UnknownObstacle`].
    pub(crate) fn layer_of(&self, id: ObstacleId) -> Result<LayerId, UnknownObstacle> {
        let shape = self.map.shape_of(id)?;
        Ok(self.map.seams.homes.get(&shape).copied().unwrap_or_default())
    }

    /// What the latest edit did, on all layers: its region is in plan.
    pub(crate) fn change(&self) -> &Change {
        self.map.change()
    }

    /// Which version of which map this is.
    pub(crate) fn revision(&self) -> Revision {
        self.map.revision()
    }

    /// Where a line of points in plan leads, from a point of a layer on: the layers it is in, and the seams it crosses. `None` if
    /// it leads through a wall, or bends where nothing is to bend around.
    pub(crate) fn trace(&self, layer: LayerId, legs: &[Leg]) -> Option<Vec<Stretch>> {
        self.map.trace_legs(layer, legs)
    }

    /// The same for a line of points that keeps away from walls, as the path of a disc does. `None` if it leads through one.
    pub(crate) fn trace_free(&self, layer: LayerId, points: &[Point]) -> Option<Vec<Stretch>> {
        self.map.trace_free(layer, points)
    }

    /// The map of all layers, for searches of this workspace: what it says about points in plan holds for the first layer.
    pub(crate) fn as_map(&self) -> &Map {
        &self.map
    }

    fn free_faces(&self, layer: LayerId, p: Point) -> impl Iterator<Item = FaceId> + '_ {
        let location = self.map.locate_on(layer, p);
        location.into_iter().flat_map(|at| self.map.faces_at(at)).filter(|&f| self.map.is_free(f))
    }
}
