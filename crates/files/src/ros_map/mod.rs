//! ROS occupancy maps: a `.yaml` that says what the pixels of a `.pgm` beside it mean.
//!
//! ```yaml
//! image: hall.pgm
//! mode: trinary            # or scale, or raw; trinary unless told
//! resolution: 0.05         # metres a pixel
//! origin: [-10.0, -5.0, 0.0]   # x, y of the lower left corner, and by how much it is turned, in radians
//! negate: 0
//! occupied_thresh: 0.65
//! free_thresh: 0.196
//! ```
//!
//! How likely a pixel is occupied is p = (255 − v) / 255, or v / 255 with `negate`. In `trinary` maps a pixel is occupied where
//! p > `occupied_thresh`, free where p < `free_thresh`, else unknown; in `scale` maps what is between becomes 1 to 99; in `raw` maps a
//! pixel is its occupancy, 0 to 100, and what is more is unknown. So says Nav2's `map_server`.
//!
//! As a scene ([`RosMap::scene`]) the rectangle of the picture is the floor and each region of cells that are not free is an obstacle:
//! unknown is not free unless told. Pixels, thresholds and the pose come back from [`RosMap::write`] as they were read.
//!
//! | module | what |
//! |---|---|
//! | `yaml` | the few forms of YAML that these files have |
//! | `pgm` | portable grey maps, plain and raw |

mod pgm;
mod yaml;

use std::path::Path;

use navigant_geometry::{Outline, Point};
use navigant_mesh::Map;

use crate::cells::Cells;
use crate::error::{FileError, Reason};
use crate::scene::{Scene, read_bytes, write_whole};

/// What the pixels of a ROS map mean.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// Occupied, free or unknown.
    #[default]
    Trinary,
    /// The same, and how likely it is in between.
    Scale,
    /// The pixel is the occupancy, 0 to 100.
    Raw,
}

/// What becomes of cells of which nothing is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Unknown {
    /// Nobody walks there.
    #[default]
    Blocked,
    /// One may walk there.
    Free,
}

/// A ROS map: pixels, and what they mean.
///
/// ```
/// use navigant_files::ros_map::{RosMap, Unknown};
/// use navigant_mesh::{Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [4.0, 2.0]))?;
/// map.insert(&Outline::rectangle([1.0, 0.0], [2.0, 1.0]))?;
/// // Pixels of 10 cm, and back: what is not free is an obstacle.
/// let picture = RosMap::of_map(&map, 0.1)?;
/// assert_eq!((picture.width, picture.height), (40, 20));
/// let again = picture.scene(Unknown::Blocked)?.build().unwrap().map;
/// assert!(again.is_walkable([3.0, 1.5]) && !again.is_walkable([1.5, 0.5]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct RosMap {
    /// How many pixels there are in a row.
    pub width: usize,
    /// How many rows there are; the first one is the uppermost.
    pub height: usize,
    /// The pixels, row by row.
    pub pixels: Vec<u8>,
    /// What they mean.
    pub mode: Mode,
    /// Metres a pixel.
    pub resolution: f64,
    /// x and y of the lower left corner, in metres, and by how much the map is turned around it, in radians.
    pub origin: [f64; 3],
    /// White is occupied, and not black.
    pub negate: bool,
    /// What is likelier occupied than this is occupied.
    pub occupied_thresh: f64,
    /// What is less likely occupied than this is free.
    pub free_thresh: f64,
}

/// A pixel that is free, one that is occupied, in a trinary map.
const FREE: u8 = 254;
const OCCUPIED: u8 = 0;

impl RosMap {
    /// Reads a `.yaml` and the picture that it names, which lies beside it or where it says.
    ///
    /// # Errors
    /// [`FileError`] names the file, the place and the reason.
    pub fn read(path: impl AsRef<Path>) -> Result<RosMap, FileError> {
        let path = path.as_ref();
        let head = read_bytes(path).and_then(|bytes| yaml::read(&bytes)).map_err(|error| error.in_file(path))?;
        let beside = path.parent().unwrap_or(Path::new("")).join(&head.image);
        let picture =
            read_bytes(&beside).and_then(|bytes| pgm::read(&bytes)).map_err(|error| error.in_file(&beside))?;
        Ok(RosMap { width: picture.width, height: picture.height, pixels: picture.pixels, ..head.map })
    }

    /// Writes a `.yaml`, and the picture beside it under the same name with `.pgm`.
    ///
    /// # Errors
    /// [`FileError`] when a number is not finite, the pixels are not as many as there should be, or the file system fails.
    pub fn write(&self, path: impl AsRef<Path>) -> Result<(), FileError> {
        let path = path.as_ref();
        self.check().map_err(|reason| FileError::plain(reason).in_file(path))?;
        let image = path.with_extension("pgm");
        let name = image.file_name().unwrap_or_default().to_string_lossy().into_owned();
        let picture = pgm::Picture { width: self.width, height: self.height, pixels: self.pixels.clone() };
        for (file, bytes) in [(&*image, pgm::write(&picture)), (path, yaml::write(self, &name).into_bytes())] {
            write_whole(file, &bytes).map_err(|error| FileError::io(&error).in_file(file))?;
        }
        Ok(())
    }

    /// Whether all of it can be.
    fn check(&self) -> Result<(), Reason> {
        let refuse = |key: &str, why: &str| Err(Reason::BadValue { key: key.to_owned(), why: why.to_owned() });
        let cells = Cells::check_size(self.width, self.height)?;
        if cells != self.pixels.len() {
            return refuse("pixels", "there must be width times height of them");
        }
        if !(self.resolution > 0.0 && self.resolution.is_finite()) {
            return refuse("resolution", "it must be a positive number of metres");
        }
        if !self.origin.iter().all(|c| c.is_finite()) {
            return refuse("origin", "it must be three finite numbers");
        }
        let thresholds = [("occupied_thresh", self.occupied_thresh), ("free_thresh", self.free_thresh)];
        for (key, value) in thresholds {
            if !(0.0..=1.0).contains(&value) {
                return refuse(key, "it must be a number from 0 to 1");
            }
        }
        Ok(())
    }

    /// The occupancy of a pixel, 0 to 100; -1 where it is unknown.
    ///
    /// ```
    /// use navigant_files::internals::RosMapInternals as _;
    /// use navigant_files::ros_map::RosMap;
    /// let map = RosMap { width: 3, height: 1, pixels: vec![254, 0, 205], ..RosMap::default() };
    /// assert_eq!(map.pixels.iter().map(|&v| map.occupancy(v)).collect::<Vec<_>>(), [0, 100, -1]);
    /// ```
    pub(crate) fn occupancy(&self, pixel: u8) -> i8 {
        if self.mode == Mode::Raw {
            return if pixel <= 100 { pixel as i8 } else { -1 };
        }
        let shade = f64::from(if self.negate { pixel } else { 255 - pixel }) / 255.0;
        if shade > self.occupied_thresh {
            100
        } else if shade < self.free_thresh {
            0
        } else if self.mode == Mode::Trinary {
            -1
        } else {
            let share = (shade - self.free_thresh) / (self.occupied_thresh - self.free_thresh);
            // Equal thresholds leave nothing in between but themselves.
            if share.is_finite() { (1.0 + 98.0 * share) as i8 } else { 99 }
        }
    }

    /// Its scene, in metres, y up: the rectangle is the floor, each region of cells that are not free an obstacle.
    ///
    /// # Errors
    /// [`FileError`] when a number cannot be, or there are too many cells or regions.
    pub fn scene(&self, unknown: Unknown) -> Result<Scene, FileError> {
        self.check().map_err(FileError::plain)?;
        let is_blocked = |&pixel: &u8| match self.occupancy(pixel) {
            -1 => unknown == Unknown::Blocked,
            occupancy => occupancy > 0,
        };
        let cells = Cells::new(self.width, self.height, self.pixels.iter().map(is_blocked).collect());
        let mut scene = cells.scene().map_err(FileError::plain)?;
        let [x, y, yaw] = self.origin;
        let (sin, cos) = if yaw == 0.0 { (0.0, 1.0) } else { (libm::sin(yaw), libm::cos(yaw)) };
        let place = |p: Point| {
            let (right, up) = (p.x * self.resolution, (self.height as f64 - p.y) * self.resolution);
            Point::new(x + cos * right - sin * up, y + sin * right + cos * up)
        };
        scene.floors.iter_mut().for_each(|outline| move_points(outline, place));
        scene.obstacles.iter_mut().for_each(|obstacle| move_points(&mut obstacle.outline, place));
        Ok(scene)
    }

    /// The trinary map of a map's free space: a pixel is free if one can stand in its middle.
    ///
    /// # Errors
    /// [`FileError`] when the resolution is no positive number, or so small that there are too many pixels.
    pub fn of_map(map: &Map, resolution: f64) -> Result<RosMap, FileError> {
        let head = RosMap { resolution, ..RosMap::default() };
        let bounds = map.floor_bounds();
        let (min, size) = bounds.map_or((Point::ORIGIN, (0.0, 0.0)), |bounds| (bounds.min, bounds.size()));
        // A number of pixels that is none is refused below.
        let [width, height] = [size.0, size.1].map(|metres| (metres / resolution).ceil().clamp(0.0, 1e12) as usize);
        let cells = Cells::check_size(width, height).map_err(FileError::plain)?;
        let mut pixels = Vec::with_capacity(cells);
        for row in (0..height).rev() {
            for column in 0..width {
                let [x, y] = [column, row].map(|i| (i as f64 + 0.5) * resolution);
                pixels.push(if map.is_walkable([min.x + x, min.y + y]) { FREE } else { OCCUPIED });
            }
        }
        let made = RosMap { width, height, pixels, origin: [min.x, min.y, 0.0], ..head };
        made.check().map_err(FileError::plain)?;
        Ok(made)
    }
}

impl Default for RosMap {
    /// No pixels, 5 cm each, with the thresholds of ROS' `map_saver`: what it writes as unknown, 205, is read as unknown.
    fn default() -> RosMap {
        RosMap {
            width: 0,
            height: 0,
            pixels: Vec::new(),
            mode: Mode::Trinary,
            resolution: 0.05,
            origin: [0.0; 3],
            negate: false,
            occupied_thresh: 0.65,
            free_thresh: 0.196,
        }
    }
}

fn move_points(outline: &mut Outline, place: impl Fn(Point) -> Point) {
    let rings = match outline {
        Outline::Polygon { exterior, holes } => {
            holes.iter_mut().flatten().for_each(|p| *p = place(*p));
            exterior
        }
        Outline::Polyline(points) => points,
    };
    rings.iter_mut().for_each(|p| *p = place(*p));
}
