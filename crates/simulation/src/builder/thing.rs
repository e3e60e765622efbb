//! Things that wishes name, from code.

use super::{ScenarioBuilder, polygon, said};
use navigant_files::scenario::{Form, NamedThing};
use navigant_mesh::Point;

/// Something that [wishes](super::People::wishing) name: where it is, where it faces, what it sees and where it walks.
///
/// ```
/// use navigant_simulation::{People, ScenarioBuilder, NamedThingBuilder};
///
/// let scenario = ScenarioBuilder::new()
///     .thing(NamedThingBuilder::disc("guard", [20.0, 5.0], 0.25).facing(90.0).seeing(60.0, 15.0).patrolling([[20.0, 5.0], [20.0, 9.0]], 1.2))
///     .thing(NamedThingBuilder::polygon("grass", [[5.0, 5.0], [9.0, 5.0], [9.0, 9.0]]).reaching(2.0))
///     .people(People::new(20).wishing("avoid in grass weight 5; never in sight of guard").going_to([38.0, 10.0]))
///     .steps(300)
///     .build()?;
/// assert_eq!(scenario.things.len(), 2);
/// # Ok::<(), navigant_files::FileError>(())
/// ```
#[derive(Clone, Debug)]
pub struct NamedThingBuilder {
    named: NamedThing,
}

impl NamedThingBuilder {
    /// A disc: its middle, and its radius in metres.
    pub fn disc(name: impl Into<String>, at: impl Into<Point>, radius: f64) -> NamedThingBuilder {
        NamedThingBuilder::of(name.into(), Form::Disc(at.into(), radius))
    }

    /// A polygon.
    pub fn polygon<P: Into<Point>>(name: impl Into<String>, outline: impl IntoIterator<Item = P>) -> NamedThingBuilder {
        NamedThingBuilder::of(name.into(), Form::Polygon(polygon(outline)))
    }

    fn of(name: String, form: Form) -> NamedThingBuilder {
        let (facing, reach, view, patrol, speed) = (0.0, None, None, Vec::new(), 1.0);
        NamedThingBuilder { named: NamedThing { name: said(name), form, facing, reach, view, patrol, speed } }
    }

    /// Where it faces: degrees, counter-clockwise from the direction (1, 0).
    #[must_use]
    pub fn facing(mut self, degrees: f64) -> NamedThingBuilder {
        self.named.facing = degrees;
        self
    }

    /// How far "behind", "left of" and the like go from its sides, in metres; as far as its longer side is long unless told.
    #[must_use]
    pub fn reaching(mut self, reach: f64) -> NamedThingBuilder {
        self.named.reach = Some(reach);
        self
    }

    /// Its field of view: the whole angle in degrees, and how far it sees in metres; all around unless told.
    #[must_use]
    pub fn seeing(mut self, degrees: f64, range: f64) -> NamedThingBuilder {
        self.named.view = Some([degrees, range]);
        self
    }

    /// It goes to and fro between some points, at a speed in metres a second, and keeps its facing.
    #[must_use]
    pub fn patrolling<P: Into<Point>>(mut self, points: impl IntoIterator<Item = P>, speed: f64) -> NamedThingBuilder {
        (self.named.patrol, self.named.speed) = (polygon(points), speed);
        self
    }
}

impl ScenarioBuilder {
    /// Something that wishes may name.
    #[must_use]
    pub fn thing(mut self, thing: NamedThingBuilder) -> ScenarioBuilder {
        self.scenario.things.push(thing.named);
        self
    }
}
