//! Why nothing can be made of a soup.

use navigant_geometry::BadExtent;
use navigant_mesh::BadLayers;

/// What of the soup's surface cannot be stood on, and why.
///
/// Areas are in plan, in square metres, and counted once for each triangle: the same place may be refused twice, for two triangles there.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Refused {
    /// Triangles that face up and are steeper than the slope.
    pub steep: usize,
    /// Their area in plan.
    pub steep_area: f64,
    /// Ground with something above it that is higher than a step and lower than the height.
    pub low_area: f64,
    /// Ground that something lies on: the next thing above is not higher than a step.
    pub covered_area: f64,
    /// Triangles that face down.
    pub down: usize,
    /// Triangles without area.
    pub without_area: usize,
}

/// Why there is no ground in a soup.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadSoup {
    /// There is no triangle.
    Empty,
    /// A coordinate is NaN or infinite.
    NotFinite {
        /// Which vertex.
        vertex: usize,
        /// Where it is.
        at: [f64; 3],
    },
    /// A triangle names a vertex that there is not.
    OutOfRange {
        /// Which triangle.
        triangle: usize,
        /// The number that it names.
        index: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A measure of who is to stand there makes no sense.
    Walker {
        /// Which.
        name: &'static str,
        /// What was given.
        value: f64,
        /// What it must be.
        wants: &'static str,
    },
    /// The world is too small or too large.
    Extent(BadExtent),
    /// One can stand nowhere.
    NoGround(Refused),
    /// Too many triangles lie above one another.
    TooDense {
        /// The triangle that most lie above, among those that were examined.
        triangle: usize,
        /// How many do.
        above: usize,
        /// Its first corner.
        at: [f64; 3],
    },
    /// The place to keep is on no floor.
    NothingToKeep {
        /// The place.
        at: [f64; 3],
    },
    /// The floors that were found are no layered map: a bug of this library.
    Layers(BadLayers),
}

impl std::fmt::Display for BadSoup {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadSoup::Empty => write!(f, "there is no triangle"),
            BadSoup::NotFinite { vertex, at } => write!(f, "vertex {vertex} is not a number: {at:?}"),
            BadSoup::OutOfRange { triangle, index, vertices } => {
                write!(f, "triangle {triangle} names vertex {index} of {vertices}")
            }
            BadSoup::Walker { name, value, wants } => write!(f, "the {name} is {value}; it must be {wants}"),
            BadSoup::Extent(reason) => reason.fmt(f),
            BadSoup::NoGround(refused) => write!(f, "there is nothing to stand on: {}", refused.most()),
            BadSoup::TooDense { triangle, above, at } => {
                write!(f, "{above} triangles lie above triangle {triangle}, at {at:?}: too many in one column")
            }
            BadSoup::NothingToKeep { at } => write!(f, "the place to keep, {at:?}, is on no floor"),
            BadSoup::Layers(reason) => write!(f, "a bug in Navigant, please report it with the level: {reason}"),
        }
    }
}

impl std::error::Error for BadSoup {}

impl Refused {
    /// Which rule refused most.
    pub(crate) fn most(&self) -> String {
        let Refused { steep, steep_area, low_area, covered_area, down, .. } = *self;
        let most = steep_area.max(low_area).max(covered_area);
        if most > 0.0 && most == steep_area {
            format!("{steep} triangles that face up are too steep, {steep_area:.2} m² in plan")
        } else if most > 0.0 && most == low_area {
            format!("{low_area:.2} m² of ground are too low under something")
        } else if most > 0.0 {
            format!("{covered_area:.2} m² of ground are covered")
        } else if down > 0 {
            format!(
                "{down} triangles face down; if all should face up, their corners are in clockwise order, or another axis is up"
            )
        } else {
            "all triangles stand upright or have no area".to_owned()
        }
    }
}
