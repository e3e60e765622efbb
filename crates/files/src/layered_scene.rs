//! Scenes of several layers, as files have them.

use navigant_mesh::internals::{IdInternals as _, LayerIdInternals as _, LayerInternals as _};
use std::collections::HashMap;
use std::path::Path;

use navigant_geometry::{Outline, Point};
use navigant_mesh::{BadLayers, Height, Layer, LayerId, LayeredMap, NotInserted, ObstacleId, Seam};

use crate::error::{FileError, Reason};
use crate::limits::MAX_BYTES;
use crate::scene::{SceneObstacle, read_bytes};
use crate::{geojson, jupedsim_xml};

/// A scene of several layers: floors at heights, joined by seams, and what stands on them.
///
/// Files are GeoJSON, as [`Scene`](crate::Scene)s are, in which floors name their `layer` and its height `z`, obstacles name their `layer`,
/// and a line of `kind` `seam` names the two `layers` that it joins, and may have `tolls` in metres: a number, or `[there, back]`, of which
/// `"closed"` is infinite.
///
/// ```
/// # use navigant_files::internals::LayeredSceneInternals as _;
/// # use navigant_mesh::internals::{IdInternals as _, LayeredMapInternals as _};
/// use navigant_files::LayeredScene;
/// let text = br#"{"type": "FeatureCollection", "features": [
///   {"type": "Feature", "properties": {"kind": "outline", "layer": "hall", "z": 0},
///    "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [9, 0], [9, 9], [0, 9], [0, 0]]]}},
///   {"type": "Feature", "properties": {"kind": "outline", "layer": "ramp", "z": [[9, 0, 0], [15, 0, 2]]},
///    "geometry": {"type": "Polygon", "coordinates": [[[9, 4], [15, 4], [15, 6], [9, 6], [9, 4]]]}},
///   {"type": "Feature", "properties": {"kind": "seam", "layers": ["hall", "ramp"]},
///    "geometry": {"type": "LineString", "coordinates": [[9, 4], [9, 6]]}},
///   {"type": "Feature", "properties": {"kind": "obstacle", "layer": "hall"},
///    "geometry": {"type": "LineString", "coordinates": [[2, 2], [7, 2]]}}
/// ]}"#;
/// let scene = LayeredScene::parse(text)?;
/// let built = scene.build()?;
/// assert_eq!((built.map.layers().len(), built.ids.len()), (2, 1));
/// assert_eq!(scene.layers[built.map.layer_at([12.0, 5.0, 1.0])?.index()].name, "ramp");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct LayeredScene {
    /// The layers, in the order in which the file names them first.
    pub layers: Vec<SceneLayer>,
    /// The seams.
    pub seams: Vec<Seam>,
    /// The obstacles and the layers they stand on.
    pub obstacles: Vec<(LayerId, SceneObstacle)>,
}

/// A layer of a scene.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneLayer {
    /// What the file calls it.
    pub name: String,
    /// How high it is.
    pub height: Height,
    /// Its floors.
    pub floors: Vec<Outline>,
}

/// The map of a layered scene.
#[derive(Clone, Debug)]
pub struct BuiltLayers {
    /// The map.
    pub map: LayeredMap,
    /// The obstacles, in the order of the scene.
    pub ids: Vec<ObstacleId>,
}

/// Why a layered scene is no map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadLayeredScene {
    /// A layer or a seam is refused.
    Layers(BadLayers),
    /// An obstacle is refused.
    Obstacle {
        /// Which of the obstacles.
        index: usize,
        /// Why.
        reason: NotInserted,
    },
}

impl std::fmt::Display for BadLayeredScene {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadLayeredScene::Layers(reason) => reason.fmt(f),
            BadLayeredScene::Obstacle { index, reason } => write!(f, "obstacle {index}: {reason}"),
        }
    }
}

impl std::error::Error for BadLayeredScene {}

impl LayeredScene {
    /// Reads a GeoJSON file with layers, or a [building of JuPedSim's](crate::jupedsim_xml).
    ///
    /// # Errors
    /// [`FileError`] names the file, the place and the reason.
    pub fn read(path: impl AsRef<Path>) -> Result<LayeredScene, FileError> {
        let path = path.as_ref();
        read_bytes(path).and_then(|bytes| LayeredScene::parse(&bytes)).map_err(|error| error.in_file(path))
    }

    /// Reads the same from memory.
    ///
    /// # Errors
    /// [`FileError`] names the place and the reason.
    pub(crate) fn parse(bytes: &[u8]) -> Result<LayeredScene, FileError> {
        if bytes.len() as u64 > MAX_BYTES {
            return Err(FileError::plain(Reason::FileTooLarge));
        }
        if jupedsim_xml::begins(bytes) { jupedsim_xml::read_layers(bytes) } else { geojson::read_layers(bytes) }
    }

    /// The map of the scene.
    ///
    /// # Errors
    /// [`BadLayeredScene`] names the layer, seam or obstacle that is refused.
    pub fn build(&self) -> Result<BuiltLayers, BadLayeredScene> {
        let layers: Vec<Layer> = self.layers.iter().map(|l| Layer::of(l.floors.clone(), l.height)).collect();
        let mut map = LayeredMap::build(&layers, &self.seams).map_err(BadLayeredScene::Layers)?;
        let mut ids = Vec::with_capacity(self.obstacles.len());
        for (index, (layer, obstacle)) in self.obstacles.iter().enumerate() {
            let id = map.insert_on(*layer, &obstacle.outline);
            ids.push(id.map_err(|reason| BadLayeredScene::Obstacle { index, reason })?);
        }
        Ok(BuiltLayers { map, ids })
    }
}

/// The layers of a file in the making.
#[derive(Default)]
pub(crate) struct LayerAssembly {
    names: Vec<String>,
    by_name: HashMap<String, LayerId>,
    heights: Vec<Option<Height>>,
    floors: Vec<LayerId>,
    obstacles: Vec<LayerId>,
    seams: Vec<Seam>,
}

impl LayerAssembly {
    /// The layer with a name.
    pub(crate) fn layer(&mut self, name: String) -> Result<LayerId, Reason> {
        if let Some(&known) = self.by_name.get(&name) {
            return Ok(known);
        }
        if self.names.len() >= LayeredMap::MAX_LAYERS {
            return Err(Reason::TooMany { what: "layers", limit: LayeredMap::MAX_LAYERS as u64 });
        }
        let layer = LayerId::new(self.names.len() as u16);
        self.by_name.insert(name.clone(), layer);
        self.names.push(name);
        self.heights.push(None);
        Ok(layer)
    }

    /// Says how high a layer is: all its floors say the same, or nothing.
    pub(crate) fn set_height(&mut self, layer: LayerId, height: Height) -> Result<(), Reason> {
        let (Some(known), Some(name)) = (self.heights.get_mut(layer.index()), self.names.get(layer.index())) else {
            return Ok(());
        };
        if known.is_some_and(|known| known != height) {
            return Err(Reason::BadLayer(format!("layer {name} has two heights; a layer is one plane")));
        }
        *known = Some(height);
        Ok(())
    }

    /// All floors and obstacles up to these counts that have no layer yet are on one.
    pub(crate) fn assign(&mut self, layer: LayerId, floors: usize, obstacles: usize) {
        self.floors.resize(floors, layer);
        self.obstacles.resize(obstacles, layer);
    }

    pub(crate) fn seam(&mut self, layers: [LayerId; 2], tolls: [f64; 2], points: &[Point]) -> Result<(), Reason> {
        let &[from, to] = points else {
            let why = format!("a seam of {} points; it is straight, from one point to another", points.len());
            return Err(Reason::BadLayer(why));
        };
        self.seams.push(Seam { layers, ends: [from, to], tolls });
        Ok(())
    }

    /// The scene of floors and obstacles in their order.
    pub(crate) fn scene(self, floors: Vec<Outline>, obstacles: Vec<SceneObstacle>) -> Result<LayeredScene, Reason> {
        let mut layers: Vec<SceneLayer> = Vec::with_capacity(self.names.len());
        for (name, height) in self.names.into_iter().zip(self.heights) {
            let Some(height) = height else {
                return Err(Reason::BadLayer(format!("layer {name} has no floor with a height z")));
            };
            layers.push(SceneLayer { name, height, floors: Vec::new() });
        }
        for (layer, floor) in self.floors.into_iter().zip(floors) {
            if let Some(layer) = layers.get_mut(layer.index()) {
                layer.floors.push(floor);
            }
        }
        Ok(LayeredScene { layers, seams: self.seams, obstacles: self.obstacles.into_iter().zip(obstacles).collect() })
    }
}
