//! Things that annotations are attached to.

use navigant_geometry::internals::OutlineInternals as _;
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{BadOutline, Outline, Point};

/// Something in the world with a place, an outline and a facing: a house, a statue, a guard. It may move.
///
/// ```
/// use navigant_planning::constraint::{Thing, View};
/// let guard = Thing::disc([10.0, 5.0], 0.3)?.facing(1.57).seeing(View { angle: 1.2, range: 15.0 })?;
/// let later = guard.moved_to([12.0, 5.0], 0.0)?;
/// assert_eq!(later.at(), [12.0, 5.0].into());
/// # Ok::<(), navigant_planning::constraint::BadThing>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Thing {
    at: Point,
    /// Radians, counter-clockwise from the direction (1, 0).
    facing: f64,
    /// In its own frame: relative to `at`, facing (1, 0).
    outline: Outline,
    reach: Option<f64>,
    view: View,
}

/// The field of view of a thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct View {
    /// The whole angle, in radians; 2π and more is all around.
    pub angle: f64,
    /// How far it sees, in metres.
    pub range: f64,
}

impl View {
    /// All around, as far as the map goes.
    pub const ALL_AROUND: View = View { angle: std::f64::consts::TAU, range: f64::INFINITY };
}

/// Why something is no thing.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadThing {
    /// Its outline is refused.
    Outline(BadOutline),
    /// Its place or its facing is not a number.
    NotFinite {
        /// The place.
        at: Point,
        /// The facing.
        facing: f64,
    },
    /// A radius, reach, angle or range that is not a number above 0.
    NotPositive(f64),
}

impl std::fmt::Display for BadThing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadThing::Outline(reason) => reason.fmt(f),
            BadThing::NotFinite { at, facing } => write!(f, "a thing at {at} facing {facing}: these must be numbers"),
            BadThing::NotPositive(x) => write!(f, "a radius, reach, angle or range of {x}; it must be above 0"),
        }
    }
}

impl std::error::Error for BadThing {}

fn positive(x: f64) -> Result<f64, BadThing> {
    if x > 0.0 { Ok(x) } else { Err(BadThing::NotPositive(x)) }
}

impl Thing {
    /// A thing with an outline in the world, facing in the direction (1, 0). Its place is the middle of the outline's box.
    ///
    /// # Errors
    /// [`BadThing::Outline`].
    pub fn new(outline: &Outline) -> Result<Thing, BadThing> {
        for (ring, points) in outline.rings().enumerate() {
            if points.is_empty() {
                return Err(BadThing::Outline(BadOutline::Empty { ring }));
            }
            if let Some(index) = points.iter().position(|p| !p.is_finite()) {
                return Err(BadThing::Outline(BadOutline::NotFinite { ring, index, point: points[index] }));
            }
        }
        let bounds = outline.bounds().ok_or(BadThing::Outline(BadOutline::Empty { ring: 0 }))?;
        let at = bounds.min.lerp(bounds.max, 0.5);
        let outline = outline.translated(-at.x, -at.y);
        Ok(Thing { at, facing: 0.0, outline, reach: None, view: View::ALL_AROUND })
    }

    /// A round thing, such as a person.
    ///
    /// # Errors
    /// [`BadThing`].
    pub fn disc(at: impl Into<Point>, radius: f64) -> Result<Thing, BadThing> {
        let (at, radius) = (at.into(), positive(radius)?);
        let corner = |i: u32| {
            let angle = f64::from(i) * std::f64::consts::TAU / 12.0;
            Point::new(at.x + radius * libm::cos(angle), at.y + radius * libm::sin(angle))
        };
        Thing::new(&Outline::polygon((0..12).map(corner)))?.moved_to(at, 0.0)
    }

    /// The same thing where its outline is, with another side called its front. A facing that is not a number is taken for 0.
    #[must_use]
    pub fn facing(mut self, angle: f64) -> Thing {
        let angle = if angle.is_finite() { angle } else { 0.0 };
        let turn = self.facing - angle;
        self.outline = turned(&self.outline, turn);
        self.facing = angle;
        self
    }

    /// The same thing with annotations that reach this far from its sides, in metres. Else they reach as far as its longer side is long.
    ///
    /// # Errors
    /// [`BadThing::NotPositive`].
    pub fn reaching(mut self, reach: f64) -> Result<Thing, BadThing> {
        self.reach = Some(positive(reach)?);
        Ok(self)
    }

    /// The same thing with a field of view.
    ///
    /// # Errors
    /// [`BadThing::NotPositive`].
    pub fn seeing(mut self, view: View) -> Result<Thing, BadThing> {
        self.view = View { angle: positive(view.angle)?, range: positive(view.range)? };
        Ok(self)
    }

    /// The same thing, moved to a place and turned with its outline to a facing.
    ///
    /// # Errors
    /// [`BadThing::NotFinite`].
    pub fn moved_to(&self, at: impl Into<Point>, facing: f64) -> Result<Thing, BadThing> {
        let at = at.into();
        if !at.is_finite() || !facing.is_finite() {
            return Err(BadThing::NotFinite { at, facing });
        }
        Ok(Thing { at, facing, ..self.clone() })
    }

    /// Where it is.
    pub fn at(&self) -> Point {
        self.at
    }

    /// Where it faces: radians, counter-clockwise from the direction (1, 0).
    pub(crate) fn angle(&self) -> f64 {
        self.facing
    }

    /// Its field of view.
    pub(crate) fn view(&self) -> View {
        self.view
    }

    /// Its outline in the world.
    pub(crate) fn outline(&self) -> Outline {
        turned(&self.outline, self.facing).translated(self.at.x, self.at.y)
    }

    /// A point of its own frame, in the world.
    pub(super) fn world(&self, p: Point) -> Point {
        let p = rotated(p, self.facing);
        Point::new(p.x + self.at.x, p.y + self.at.y)
    }

    /// The box around it in its own frame, and how far its annotations reach.
    pub(super) fn frame(&self) -> (navigant_geometry::Bounds, f64) {
        let at = Point::ORIGIN;
        let bounds = self.outline.bounds().unwrap_or(navigant_geometry::Bounds { min: at, max: at });
        let (length, width) = bounds.size();
        (bounds, self.reach.unwrap_or(length.max(width)))
    }
}

fn rotated(p: Point, angle: f64) -> Point {
    let (sin, cos) = (libm::sin(angle), libm::cos(angle));
    Point::new(p.x * cos - p.y * sin, p.x * sin + p.y * cos)
}

fn turned(outline: &Outline, angle: f64) -> Outline {
    if angle == 0.0 {
        return outline.clone();
    }
    let turn = |points: &[Point]| points.iter().map(|&p| rotated(p, angle)).collect::<Vec<_>>();
    match outline {
        Outline::Polygon { exterior, holes } => {
            Outline::Polygon { exterior: turn(exterior), holes: holes.iter().map(|hole| turn(hole)).collect() }
        }
        Outline::Polyline(points) => Outline::Polyline(turn(points)),
    }
}
