//! Things that wishes name, from code.

use super::ScenarioBuilder;
use navigant_files::scenario::NamedThing;

impl ScenarioBuilder {
    /// Something that [wishes](super::People::wishing) may name: where it is, where it faces, what it sees and where it walks.
    ///
    /// ```
    /// use navigant_files::scenario::{Form, NamedThing};
    /// use navigant_simulation::{People, ScenarioBuilder};
    ///
    /// let guard = NamedThing::new("guard", Form::Disc([20.0, 5.0].into(), 0.25));
    /// let patrol = vec![[20.0, 5.0].into(), [20.0, 9.0].into()];
    /// let scenario = ScenarioBuilder::new()
    ///     .thing(NamedThing { facing: 90.0, view: Some([60.0, 15.0]), patrol, speed: 1.2, ..guard })
    ///     .people(People::new(20).wishing("never in sight of guard").going_to([38.0, 10.0]))
    ///     .build()?;
    /// assert_eq!(scenario.things.len(), 1);
    /// # Ok::<(), navigant_files::FileError>(())
    /// ```
    #[must_use]
    pub fn thing(mut self, thing: NamedThing) -> ScenarioBuilder {
        self.scenario.things.push(thing);
        self
    }
}
