//! Scenes: floors to walk on and obstacles on them, as files have them.

use navigant_geometry::internals::PointInternals as _;
use std::fs::File;
use std::io::{Read, Write};
use std::path::Path;

use navigant_geometry::{Bounds, Outline};
use navigant_mesh::{BadMap, BadRegion, Map, ObstacleId, RegionId};

use crate::cells::Cells;
use crate::error::{FileError, Reason};
use crate::format::Format;
use crate::limits::MAX_BYTES;
use crate::ros_map::{RosMap, Unknown};
use crate::{geojson, grid_map, jupedsim_xml, polyanya_mesh, polygon_list, wkt, zero_one_grid};

/// What a file describes: one may walk on the union of the floors, less the union of the obstacles, and through no outline of an
/// obstacle. Floors that overlap or touch are one floor; a wall between two rooms is an obstacle.
///
/// Readers promise that every coordinate is finite, that every ring and line has a point, that rings do not repeat
/// their first point at their end, and that floors are polygons. They promise nothing about the geometry: what
/// overlapping or degenerate outlines mean is said at [`Outline`].
///
/// ```
/// use navigant_files::{Format, Scene};
/// let mut scene = Scene::parse(b"[BORDER]\n0 0\n8 0\n8 8\n0 8\n\n[OBSTACLE]\n2 2\n4 2\n3 5\n", Format::PolygonList)?;
/// scene.obstacles[0].id = Some("pillar".to_owned());
/// let text = scene.to_text(Format::GeoJson)?;
/// assert_eq!(Scene::parse(text.as_bytes(), Format::GeoJson)?, scene);
/// # Ok::<(), navigant_files::FileError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Scene {
    /// Where one may walk, obstacles aside. None at all means that the file says nothing about it.
    pub floors: Vec<Outline>,
    /// The obstacles.
    pub obstacles: Vec<SceneObstacle>,
    /// The regions, which mark an area and do not block.
    pub regions: Vec<SceneRegion>,
}

/// A region: an outline that marks an area and does not block.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneRegion {
    /// The name of its kind: grass, road, whatever the file says.
    pub kind: String,
    /// Its shape.
    pub outline: Outline,
}

/// The map of a scene.
#[derive(Clone, Debug)]
pub struct Built {
    /// The map.
    pub map: Map,
    /// The obstacles, in the order of the scene.
    pub ids: Vec<ObstacleId>,
    /// The regions, in the order of the scene.
    pub regions: Vec<RegionId>,
    /// Set where the scene has no floor and the box around its obstacles was taken: by how many metres it is larger on every side.
    pub margin: Option<f64>,
}

/// An obstacle: an outline that blocks.
#[derive(Clone, Debug, PartialEq)]
pub struct SceneObstacle {
    /// What the file calls it; nothing says that this is unique.
    pub id: Option<String>,
    /// Its shape.
    pub outline: Outline,
}

impl From<Outline> for SceneObstacle {
    fn from(outline: Outline) -> SceneObstacle {
        SceneObstacle { id: None, outline }
    }
}

impl Scene {
    /// Reads a scene from a file, in the format that its extension tells, or how it begins; a `.yaml` is a [ROS map](crate::ros_map), of which cells of
    /// which nothing is known are not free.
    ///
    /// # Errors
    /// [`FileError`] names the file, the place and the reason.
    pub fn read(path: impl AsRef<Path>) -> Result<Scene, FileError> {
        let path = path.as_ref();
        if is_ros_map(path) {
            return RosMap::read(path)?.scene(Unknown::Blocked);
        }
        let parsed = read_bytes(path).and_then(|bytes| match Format::of(path, &bytes) {
            Some(format) => Scene::parse(&bytes, format),
            None => Err(FileError::plain(Reason::UnknownFormat)),
        });
        parsed.map_err(|error| error.in_file(path))
    }

    /// Reads a scene from memory. Linear in the number of bytes, but for a mesh, whose edges are sorted.
    ///
    /// # Errors
    /// [`FileError`] names the place and the reason.
    pub fn parse(bytes: &[u8], format: Format) -> Result<Scene, FileError> {
        if bytes.len() as u64 > MAX_BYTES {
            return Err(FileError::plain(Reason::FileTooLarge));
        }
        match format {
            Format::GeoJson => geojson::read(bytes),
            Format::Wkt => wkt::read(bytes),
            Format::GridMap => grid_map::read(bytes)?.scene().map_err(FileError::plain),
            Format::ZeroOneGrid => zero_one_grid::read(bytes)?.scene().map_err(FileError::plain),
            Format::PolyanyaMesh => polyanya_mesh::read(bytes),
            Format::PolygonList => polygon_list::read(bytes),
            Format::JuPedSimXml => jupedsim_xml::read(bytes),
        }
    }

    /// Writes the scene to a file, in the format of its extension: `.geojson` or `.json`, `.wkt`, `.txt`.
    ///
    /// Nothing is written unless everything can be: a refused scene leaves the file as it was.
    ///
    /// # Errors
    /// [`FileError`] when the format is not known or not written, cannot say what the scene holds, or on failures of
    /// the file system.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        let text = match Format::to_write(path) {
            Some(format) => self.to_text(format),
            None => Err(FileError::plain(Reason::UnknownFormat)),
        };
        let written = text.and_then(|text| write_whole(path, text.as_bytes()).map_err(|error| FileError::io(&error)));
        written.map_err(|error| error.in_file(path))
    }

    /// The scene as text. What each format cannot say is written at its module.
    ///
    /// # Errors
    /// [`Reason::ReadOnly`] for a format without a writer, [`Reason::CannotSay`] for a scene it cannot express.
    pub fn to_text(&self, format: Format) -> Result<String, FileError> {
        self.check_writable(format)?;
        match format {
            Format::GeoJson => Ok(geojson::write(self)),
            Format::Wkt => wkt::write(self),
            Format::PolygonList => polygon_list::write(self),
            Format::GridMap | Format::ZeroOneGrid | Format::PolyanyaMesh | Format::JuPedSimXml => {
                Err(FileError::plain(Reason::ReadOnly(format)))
            }
        }
    }

    /// Builds its map. Where it has no floor, the box around its obstacles is one, a tenth larger.
    ///
    /// # Errors
    /// [`BadMap`] when there is nothing to build from.
    pub fn build(&self) -> Result<Built, BadMap> {
        let obstacles: Vec<Outline> = self.obstacles.iter().map(|o| o.outline.clone()).collect();
        let ((mut map, ids), margin) = if self.floors.is_empty() {
            let Bounds { min, max } = self.bounds().ok_or(BadMap::NoFloor)?;
            let margin = 0.05 * (max.x - min.x).max(max.y - min.y);
            let floor = Outline::rectangle([min.x - margin, min.y - margin], [max.x + margin, max.y + margin]);
            (Map::build(&[floor], &obstacles)?, Some(margin))
        } else {
            (Map::build(&self.floors, &obstacles)?, None)
        };
        let mut regions = Vec::with_capacity(self.regions.len());
        for (index, region) in self.regions.iter().enumerate() {
            match map.insert_region(&region.kind, &region.outline) {
                Ok(id) => regions.push(id),
                Err(BadRegion::Outline(reason)) => return Err(BadMap::Region { index, reason }),
                Err(BadRegion::Unknown(_)) => {}
            }
        }
        Ok(Built { map, ids, regions, margin })
    }

    /// The box around all floors, obstacles and regions; `None` for a scene without points.
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        let points = self.outlines().flat_map(Outline::rings).flatten();
        Bounds::of(points.copied())
    }

    /// All its outlines: the floors, then the obstacles, then the regions.
    pub(crate) fn outlines(&self) -> impl Iterator<Item = &Outline> {
        let obstacles = self.obstacles.iter().map(|o| &o.outline);
        self.floors.iter().chain(obstacles).chain(self.regions.iter().map(|r| &r.outline))
    }

    /// What no format can say: points that are not finite, rings without points, floors without area.
    fn check_writable(&self, format: Format) -> Result<(), FileError> {
        let refuse = |what, index| Err(FileError::plain(Reason::CannotSay { format, what, index }));
        for (index, floor) in self.floors.iter().enumerate() {
            if matches!(floor, Outline::Polyline(_)) {
                return refuse("a floor that is a line", index);
            }
        }
        if format != Format::GeoJson && !self.regions.is_empty() {
            return refuse("a region", self.floors.len() + self.obstacles.len());
        }
        for (index, outline) in self.outlines().enumerate() {
            for ring in outline.rings() {
                if ring.is_empty() {
                    return refuse("a ring without points", index);
                }
                if !ring.iter().all(|p| p.is_finite()) {
                    return refuse("a point that is not finite", index);
                }
            }
        }
        Ok(())
    }
}

/// Reads a scene in one format and writes it in another, both told by the files' names; returns what was written.
///
/// A grid becomes a floor and obstacles with holes in GeoJSON; in the other formats, which have no such obstacles, its
/// walkable regions become floors with holes: the same free space.
///
/// # Errors
/// [`FileError`] of whichever file is at fault; nothing is written unless everything could be read.
pub fn convert(from: impl AsRef<Path>, to: impl AsRef<Path>) -> Result<Scene, FileError> {
    let from = from.as_ref();
    if is_ros_map(from) {
        let scene = Scene::read(from)?;
        scene.write(to)?;
        return Ok(scene);
    }
    let parsed = read_bytes(from).and_then(|bytes| match (Format::of(from, &bytes), Format::to_write(to.as_ref())) {
        (Some(Format::GridMap), Some(Format::Wkt | Format::PolygonList)) => walkable_areas(&grid_map::read(&bytes)?),
        (Some(Format::ZeroOneGrid), Some(Format::Wkt | Format::PolygonList)) => {
            walkable_areas(&zero_one_grid::read(&bytes)?)
        }
        (Some(format), _) => Scene::parse(&bytes, format),
        (None, _) => Err(FileError::plain(Reason::UnknownFormat)),
    });
    let scene = parsed.map_err(|error| error.in_file(from))?;
    scene.write(to)?;
    Ok(scene)
}

/// A ROS map is two files, so it is told by the name of the one alone.
fn is_ros_map(path: &Path) -> bool {
    path.extension().is_some_and(|e| e.eq_ignore_ascii_case("yaml") || e.eq_ignore_ascii_case("yml"))
}

fn walkable_areas(cells: &Cells) -> Result<Scene, FileError> {
    cells.walkable_areas().map_err(FileError::plain)
}

/// Writes a file beside its place and lets it take that when it is whole: on a full disk the old one stays as it was.
pub(crate) fn write_whole(path: &Path, bytes: &[u8]) -> std::io::Result<()> {
    let special = std::fs::symlink_metadata(path).is_ok_and(|known| !known.is_file());
    let Some(name) = path.file_name().filter(|_| !special) else { return std::fs::write(path, bytes) };
    let beside = path.with_file_name(format!(".{}.{}.part", name.to_string_lossy(), std::process::id()));
    let written = File::create(&beside).and_then(|mut file| {
        file.write_all(bytes)?;
        file.sync_all()
    });
    let replaced = written.and_then(|()| std::fs::rename(&beside, path));
    if replaced.is_err() {
        let _ = std::fs::remove_file(&beside);
    }
    replaced
}

/// The bytes of a file, refused when they are more than [`MAX_BYTES`].
pub(crate) fn read_bytes(path: &Path) -> Result<Vec<u8>, FileError> {
    let mut bytes = Vec::new();
    let file = File::open(path).map_err(|error| FileError::io(&error))?;
    file.take(MAX_BYTES + 1).read_to_end(&mut bytes).map_err(|error| FileError::io(&error))?;
    if bytes.len() as u64 > MAX_BYTES { Err(FileError::plain(Reason::FileTooLarge)) } else { Ok(bytes) }
}
