//! Dirty boxes: where the map has changed since a revision.

use crate::journal::{NotFollowed, Revision};
use crate::map::Map;
use navigant_geometry::{Bounds, Point};

/// The boxes around all that came, went or was nudged since a revision, grown by a distance in metres and by what rounding may
/// have moved.
pub(super) fn dirty_boxes(map: &Map, since: Revision, reach: f64) -> Result<Vec<Bounds>, NotFollowed> {
    let reach = reach + 4.0 * map.lattice().step();
    let grown = |b: Bounds| Bounds {
        min: Point::new(b.min.x - reach, b.min.y - reach),
        max: Point::new(b.max.x + reach, b.max.y + reach),
    };
    let changes = map.changes_since(since)?;
    let boxes = changes.flat_map(|change| {
        let nudged = change.nudged.iter().filter_map(|wall| Bounds::of([wall.from, wall.to]));
        change.region.into_iter().chain(nudged)
    });
    Ok(boxes.map(grown).collect())
}
