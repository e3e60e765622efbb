//! Errors of layered maps.

use crate::errors::{BadMap, UnknownObstacle};
use crate::ids::{LayerId, SeamId};
use navigant_geometry::{BadOutline, Point};

/// Why no layered map can be built.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadLayers {
    /// There are more layers than [`LayeredMap::MAX_LAYERS`](crate::LayeredMap::MAX_LAYERS), or none.
    Count(usize),
    /// The floors of a layer were refused.
    Layer {
        /// Which layer.
        layer: LayerId,
        /// Why.
        reason: BadMap,
    },
    /// The height of a layer is not finite.
    Height(LayerId),
    /// A seam was refused.
    Seam {
        /// Which seam.
        seam: SeamId,
        /// Why.
        reason: BadSeam,
    },
}

/// Why a seam is refused.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadSeam {
    /// It names a layer that does not exist.
    UnknownLayer(LayerId),
    /// Both its layers are the same.
    SameLayer(LayerId),
    /// An end is not a number or outside the world.
    BadEnd(Point),
    /// Its ends are the same point of the lattice.
    NoLength,
    /// It does not lie on the border of a layer's floor.
    OffBorder {
        /// The layer.
        layer: LayerId,
    },
    /// Both floors lie on the same side of it.
    FoldedBack,
    /// Its layers are too far apart in height to go on as one.
    Step {
        /// Where.
        at: Point,
        /// How far apart they are, in metres.
        step: f64,
    },
    /// A toll is less than nothing, or not a number.
    Toll(f64),
    /// It shares a piece of border with another seam.
    Overlaps,
    /// Another piece of the border of a layer's floor comes within rounding of it.
    BorderNear {
        /// The layer.
        layer: LayerId,
    },
    /// The floors turn more than once around an end of it: around a post without thickness.
    FullTurn {
        /// Where.
        at: Point,
    },
    /// There is no wall at a point of it: a seam ends at walls.
    NoWall {
        /// Where.
        at: Point,
    },
}

impl std::fmt::Display for BadLayers {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadLayers::Count(count) => write!(f, "{count} layers: there must be from 1 to 65535"),
            BadLayers::Layer { layer, reason } => write!(f, "{layer}: {reason}"),
            BadLayers::Height(layer) => write!(f, "{layer}: its height is not finite"),
            BadLayers::Seam { seam, reason } => write!(f, "{seam}: {reason}"),
        }
    }
}

impl std::fmt::Display for BadSeam {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadSeam::UnknownLayer(layer) => write!(f, "there is no {layer}"),
            BadSeam::SameLayer(layer) => write!(f, "it joins {layer} to itself; a seam joins two layers"),
            BadSeam::BadEnd(p) => write!(f, "its end {p} is not a number or not on any floor"),
            BadSeam::NoLength => write!(f, "its two ends are the same point"),
            BadSeam::OffBorder { layer } => {
                write!(
                    f,
                    "it does not run along the border of the floor of {layer}: give it two points of a straight side"
                )
            }
            BadSeam::FoldedBack => write!(f, "both floors are on the same side of it"),
            BadSeam::Step { at, step } => write!(f, "its layers are {step:.2} m apart in height at {at}"),
            BadSeam::Toll(toll) => write!(f, "its toll of {toll} m is not at least 0"),
            BadSeam::Overlaps => write!(f, "another seam runs along the same piece of border"),
            BadSeam::BorderNear { layer } => write!(f, "another piece of the border of {layer} touches it"),
            BadSeam::FullTurn { at } => {
                write!(f, "the floors turn more than once around {at}: give what they turn around a width")
            }
            BadSeam::NoWall { at } => write!(f, "there is no wall at {at}: a seam must end at walls"),
        }
    }
}

impl std::error::Error for BadLayers {}
impl std::error::Error for BadSeam {}

/// Why an obstacle of a layered map was not inserted or moved; the map is as it was.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NotInserted {
    /// There is no such layer.
    UnknownLayer(LayerId),
    /// There is no such obstacle.
    UnknownObstacle(UnknownObstacle),
    /// The outline is refused.
    Outline(BadOutline),
}

impl std::fmt::Display for NotInserted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NotInserted::UnknownLayer(layer) => write!(f, "there is no {layer}"),
            NotInserted::UnknownObstacle(reason) => reason.fmt(f),
            NotInserted::Outline(reason) => reason.fmt(f),
        }
    }
}

impl std::error::Error for NotInserted {}

/// One stands on no floor at a point.
#[derive(Clone, Debug, PartialEq)]
pub struct NotOnFloor {
    /// The point.
    pub at: [f64; 3],
    /// The layers on which one can stand above or below it, with their heights there.
    pub floors: Vec<(LayerId, f64)>,
}

impl std::fmt::Display for NotOnFloor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let [x, y, z] = self.at;
        write!(f, "no floor at ({x}, {y}, {z})")?;
        match self.floors.as_slice() {
            [] => write!(f, ", nor above or below it"),
            floors => {
                write!(f, "; there are")?;
                floors.iter().try_for_each(|(layer, z)| write!(f, " {layer} at {z:.2} m"))
            }
        }
    }
}

impl std::error::Error for NotOnFloor {}
