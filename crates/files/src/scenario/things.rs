//! Things that wishes name: where they are, where they face, what they see, and where they walk.

use navigant_geometry::{Outline, Point};
use navigant_planning::constraint::{BadThing, Thing, View};

use super::Keyed;
use crate::error::TextPosition;

/// A thing that wishes name.
///
/// ```
/// use navigant_files::scenario::{Form, NamedThing};
/// let guard = NamedThing::new("guard", Form::Disc([20.0, 5.0].into(), 0.3));
/// let looking_north = NamedThing { facing: 90.0, view: Some([60.0, 15.0]), ..guard };
/// assert_eq!(looking_north.reach, None);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct NamedThing {
    /// Its name.
    pub name: Keyed<String>,
    /// Its outline.
    pub form: Form,
    /// Where it faces: degrees, counter-clockwise from the direction (1, 0).
    pub facing: f64,
    /// How far its annotations reach from its sides, in metres; as far as its longer side is long if it is none.
    pub reach: Option<f64>,
    /// Its field of view: the whole angle in degrees, and how far it sees in metres. All around if it is none.
    pub view: Option<[f64; 2]>,
    /// The points between which it goes to and fro; it stands if there are none.
    pub patrol: Vec<Point>,
    /// How fast it goes, in metres a second.
    pub speed: f64,
}

/// The outline of a thing.
#[derive(Clone, Debug, PartialEq)]
pub enum Form {
    /// A polygon.
    Polygon(Vec<Point>),
    /// A disc: its middle and its radius in metres.
    Disc(Point, f64),
}

impl NamedThing {
    /// A thing that faces in the direction (1, 0), sees all around and stands.
    pub fn new(name: impl Into<String>, form: Form) -> NamedThing {
        let name = Keyed { value: name.into(), key: String::new(), place: TextPosition { line: 0, column: 0 } };
        NamedThing { name, form, facing: 0.0, reach: None, view: None, patrol: Vec::new(), speed: 1.0 }
    }

    /// The thing where it begins.
    ///
    /// # Errors
    /// [`BadThing`].
    pub(crate) fn thing(&self) -> Result<Thing, BadThing> {
        let mut thing = match &self.form {
            Form::Polygon(ring) => Thing::new(&Outline::polygon(ring.iter().copied()))?,
            Form::Disc(at, radius) => Thing::disc(*at, *radius)?,
        };
        thing = thing.facing(self.facing.to_radians());
        if let Some(reach) = self.reach {
            thing = thing.reaching(reach)?;
        }
        if let Some([angle, range]) = self.view {
            thing = thing.seeing(View { angle: angle.to_radians(), range })?;
        }
        Ok(thing)
    }
}
