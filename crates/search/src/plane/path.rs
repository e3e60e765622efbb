//! A path: points, bends, and what is known about it.

use super::disc::turned_on_path;
pub use super::no_path::NoPath;
pub use super::query::{Comfort, Query};
use navigant_geometry::internals::Offset;
use navigant_mesh::{Point, Revision, VertexId};

/// Which way a path turns at a bend; the obstacle it bends around is on that side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Turn {
    /// Counter-clockwise.
    Left,
    /// Clockwise.
    Right,
}

/// A corner that a path bends around.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Bend {
    /// The vertex; valid for the revision of the map that the path was made for.
    pub vertex: VertexId,
    /// Which way the path turns there.
    pub turn: Turn,
}

/// What is known about a path.
#[derive(Clone, Copy, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub enum Proof {
    /// No path is shorter.
    Shortest,
    /// No path in the corridor, a chain of faces, that it was sought in is shorter.
    ShortestInCorridor,
    /// No path is shorter than this length, in metres.
    AtLeast(f64),
}

/// A path: straight from point to point, or for a disc from arc to arc; then it is the path of its centre.
///
/// ```
/// use navigant_mesh::{Map, Outline, Point};
/// use navigant_search::plane::{FindPath, Query};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0]))?;
/// map.insert(&Outline::rectangle([8.0, 0.0], [12.0, 6.0]))?;
/// let path = map.find_path(Query::new([2.0, 2.0], [18.0, 2.0]))?;
/// // Straight to the two corners of the obstacle and on.
/// assert_eq!(path.points.len(), 4);
/// // After three metres, and what is left from there.
/// let at = path.at(3.0).ok_or("no points")?;
/// assert!((at.distance(Point::new(2.0, 2.0)) - 3.0).abs() < 1e-9);
/// assert!((path.remaining(at) - (path.length - 3.0)).abs() < 1e-6);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Path {
    /// The start, the bends and the goal; for a disc, where each arc starts and where it ends.
    pub points: Vec<Point>,
    /// The corners it bends around, in order.
    pub bends: Vec<Bend>,
    /// Where these corners are.
    pub corners: Vec<Point>,
    /// The radius of the disc in metres; 0 for a point. Arcs may be wider, for [comfort](Comfort).
    pub radius: f64,
    /// How long it is, in metres.
    pub length: f64,
    /// What was proved.
    pub proof: Proof,
    /// The map it was found in, and its version.
    pub revision: Revision,
}

impl Default for Path {
    /// The path of no length from nowhere to nowhere: what a finder holds before its first search.
    fn default() -> Self {
        Path {
            points: Vec::new(),
            bends: Vec::new(),
            corners: Vec::new(),
            radius: 0.0,
            length: 0.0,
            proof: Proof::Shortest,
            revision: Revision::default(),
        }
    }
}

/// A piece of a path.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum PathPiece {
    /// A straight leg.
    Straight {
        /// Where it starts.
        from: Point,
        /// Where it ends.
        to: Point,
    },
    /// A part of a circle around a corner.
    Arc {
        /// The corner.
        centre: Point,
        /// Where it starts.
        from: Point,
        /// Where it ends.
        to: Point,
        /// By how much it turns, in radians: positive to the left.
        turn: f64,
    },
}

impl Path {
    /// The path as a line of points: itself for a point; for a disc, arcs become chords that are no farther from them than a
    /// tolerance in metres, which is at least a ten-thousandth of their radius.
    pub fn polyline(&self, tolerance: f64) -> Vec<Point> {
        let mut line: Vec<Point> = self.points.first().copied().into_iter().collect();
        for piece in self.pieces() {
            match piece {
                PathPiece::Straight { to, .. } => line.push(to),
                PathPiece::Arc { centre, from, to, turn } => {
                    let radius = from.distance(centre);
                    let flat = (tolerance / radius).clamp(1e-4, 1.0);
                    let chord = 2.0 * libm::acos(1.0 - flat);
                    let count = (turn.abs() / chord).ceil().max(1.0) as u32;
                    let start = libm::atan2(from.y - centre.y, from.x - centre.x);
                    line.extend((1..count).map(|i| {
                        let angle = start + turn * f64::from(i) / f64::from(count);
                        Point::new(centre.x + radius * libm::cos(angle), centre.y + radius * libm::sin(angle))
                    }));
                    line.push(to);
                }
            }
        }
        line
    }

    /// Whether it is that of a disc, of legs and arcs in turn: then each bend has two points.
    pub(super) fn has_arcs(&self) -> bool {
        self.points.len() == 2 * self.bends.len() + 2
    }

    /// The legs of a path, and the arcs between them if it is that of a disc.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline};
    /// use navigant_search::plane::{FindPath, PathPiece, Query, Turn};
    /// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
    /// map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 8.0]]))?;
    /// let path = map.find_path(Query::new([2.0, 4.0], [14.0, 4.0]).with_radius(0.5))?;
    /// assert_eq!(path.bends[0].turn, Turn::Right);
    /// let pieces: Vec<PathPiece> = path.pieces().collect();
    /// assert!(matches!(pieces[..], [PathPiece::Straight { .. }, PathPiece::Arc { turn, .. }, PathPiece::Straight { .. }] if turn < 0.0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn pieces(&self) -> impl Iterator<Item = PathPiece> + '_ {
        let is_disc = self.has_arcs();
        self.points.windows(2).enumerate().map(move |(i, ends)| {
            let (from, to) = (ends[0], ends[1]);
            match (self.corners.get(i / 2), self.bends.get(i / 2)) {
                (Some(&centre), Some(bend)) if is_disc && i % 2 == 1 => {
                    let [a, b] = [from, to].map(|p| Offset::new(p.x - centre.x, p.y - centre.y));
                    let turn = turned_on_path(a, b, bend.turn) * bend.turn.side();
                    PathPiece::Arc { centre, from, to, turn }
                }
                _ => PathPiece::Straight { from, to },
            }
        })
    }
}
