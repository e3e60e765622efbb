//! Putting a scene together ring by ring, with the checks that all readers share.

use navigant_geometry::{Outline, Point};

use crate::error::Reason;
use crate::limits::{MAX_BYTES, MAX_RINGS};
use crate::scene::{Scene, SceneObstacle, SceneRegion};

/// A scene in the making.
#[derive(Default)]
pub(crate) struct Assembly {
    pub(crate) scene: Scene,
    rings: usize,
    id_bytes: u64,
}

impl Assembly {
    /// Takes in a closed ring: drops the points at its end that repeat its first one.
    pub(crate) fn ring(&mut self, mut points: Vec<Point>) -> Result<Vec<Point>, Reason> {
        while points.len() > 1 && points.first() == points.last() {
            points.pop();
        }
        self.line(points)
    }

    /// Takes in an open line.
    pub(crate) fn line(&mut self, mut points: Vec<Point>) -> Result<Vec<Point>, Reason> {
        if points.is_empty() {
            return Err(Reason::EmptyRing);
        }
        self.rings += 1;
        if self.rings > MAX_RINGS {
            return Err(Reason::TooMany { what: "rings and lines", limit: MAX_RINGS as u64 });
        }
        points.shrink_to_fit();
        Ok(points)
    }

    /// Adds a floor.
    pub(crate) fn floor(&mut self, outline: Outline) {
        self.scene.floors.push(outline);
    }

    /// Adds an obstacle.
    pub(crate) fn obstacle(&mut self, outline: Outline) {
        self.scene.obstacles.push(SceneObstacle { id: None, outline });
    }

    /// Adds an obstacle with an id, which a small file may repeat for a million parts.
    pub(crate) fn named_obstacle(&mut self, id: &str, outline: Outline) -> Result<(), Reason> {
        self.count_bytes(id)?;
        self.scene.obstacles.push(SceneObstacle { id: Some(id.to_owned()), outline });
        Ok(())
    }

    /// Adds a region of a kind, whose name a small file may repeat for a million parts.
    pub(crate) fn region(&mut self, kind: &str, outline: Outline) -> Result<(), Reason> {
        self.count_bytes(kind)?;
        self.scene.regions.push(SceneRegion { kind: kind.to_owned(), outline });
        Ok(())
    }

    fn count_bytes(&mut self, id: &str) -> Result<(), Reason> {
        self.id_bytes += id.len() as u64;
        if self.id_bytes > MAX_BYTES {
            return Err(Reason::TooMany { what: "bytes of ids", limit: MAX_BYTES });
        }
        Ok(())
    }
}

/// The polygon of some rings, the first of them its exterior; `None` without any.
pub(crate) fn polygon(rings: Vec<Vec<Point>>) -> Option<Outline> {
    let mut rings = rings.into_iter();
    let exterior = rings.next()?;
    Some(Outline::Polygon { exterior, holes: rings.collect() })
}

/// A post: a polygon that is a single point.
pub(crate) fn post(point: Point) -> Outline {
    Outline::Polygon { exterior: vec![point], holes: Vec::new() }
}
