//! Whole scenarios: a file says who comes, where they go, what changes and when.

use crate::components::Velocity;
use crate::plane::{Plane, near};
use bevy_app::{App, FixedUpdate, Plugin, Startup};
use bevy_ecs::change_detection::ResMut;
use bevy_ecs::component::Component;
use bevy_ecs::entity::Entity;
use bevy_ecs::query::With;
use bevy_ecs::resource::Resource;
use bevy_ecs::schedule::IntoScheduleConfigs;
use bevy_ecs::system::{Commands, Query};
use bevy_math::{Vec2, Vec3};
use bevy_time::{Fixed, Time};
use bevy_transform::components::Transform;
use navigant::crowd::AgentId;
use navigant::crowd::internals::AgentIdInternals as _;
use navigant::files::FileError;
use navigant::simulation::internals::SimulationInternals as _;
use navigant::simulation::{Simulation, embedded};
use std::error::Error;
use std::sync::{Mutex, PoisonError};

/// Runs a scenario: an entity with [`ScenarioAgent`], [`Transform`] and [`Velocity`] for everyone who is there, and a step in each
/// `FixedUpdate`, which it makes as long as the scenario's steps.
///
/// It stands by itself: [`NavigantPlugin`](crate::NavigantPlugin) is for crowds whose agents are your entities.
///
/// ```
/// use bevy_app::App;
/// use bevy_navigant::{ScenarioPlugin, ScenarioRun};
/// use bevy_time::{TimePlugin, TimeUpdateStrategy};
/// use std::time::Duration;
///
/// let mut app = App::new();
/// app.add_plugins((TimePlugin, ScenarioPlugin::open("bottleneck")?));
/// app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
/// for _ in 0..21 {
///     app.update();
/// }
/// assert_eq!(app.world().resource::<ScenarioRun>().simulation().steps(), 20);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct ScenarioPlugin {
    /// Taken out when the plugin is built.
    begun: Mutex<Option<Simulation>>,
    plane: Plane,
}

impl ScenarioPlugin {
    /// A scenario that the library brings along, such as "bottleneck", or one from a file.
    ///
    /// # Errors
    /// What is wrong with the scenario or its scene, and where.
    pub fn open(name: &str) -> Result<ScenarioPlugin, Box<dyn Error>> {
        let (scenario, scene) = embedded::open(name)?;
        let mut begun = Simulation::spawn(scene.build()?.map, &scenario, |_| {})?.without_copy();
        begun.plan_ahead(|_| {});
        Ok(ScenarioPlugin::new(begun))
    }

    /// A scenario that has been begun, by [`Simulation::spawn`].
    pub fn new(begun: Simulation) -> ScenarioPlugin {
        ScenarioPlugin { begun: Mutex::new(Some(begun)), plane: Plane::Xy }
    }

    /// The same with the floor in another plane.
    #[must_use]
    pub fn in_plane(self, plane: Plane) -> ScenarioPlugin {
        ScenarioPlugin { plane, ..self }
    }
}

impl Plugin for ScenarioPlugin {
    fn build(&self, app: &mut App) {
        // A plugin is built once: Bevy refuses one that is added twice.
        let Some(simulation) = self.begun.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
        app.insert_resource(Time::<Fixed>::from_seconds(simulation.dt()));
        app.insert_resource(ScenarioRun { simulation, plane: self.plane, known: Vec::new(), error: None });
        app.add_systems(Startup, follow);
        app.add_systems(FixedUpdate, (step, follow).chain());
    }
}

/// Somebody of a scenario. The scenario spawns and despawns these entities.
#[derive(Component, Clone, Copy, Debug, PartialEq, Eq)]
pub struct ScenarioAgent {
    /// Who it is in the crowd.
    pub agent: AgentId,
    /// Which group of the scenario it is of, from 0.
    pub group: usize,
}

/// The resource: the scenario under way.
#[derive(Resource)]
pub struct ScenarioRun {
    simulation: Simulation,
    plane: Plane,
    /// By the index of an agent's id.
    known: Vec<Option<Known>>,
    error: Option<FileError>,
}

/// An agent that has an entity.
#[derive(Clone, Copy)]
struct Known {
    agent: AgentId,
    entity: Entity,
    /// After which step it was there last.
    seen: u64,
}

impl ScenarioRun {
    /// The map, the crowd and the figures as they are now.
    pub fn simulation(&self) -> &Simulation {
        &self.simulation
    }

    /// Why no more steps are made: an edit of the scenario that cannot be.
    pub fn error(&self) -> Option<&FileError> {
        self.error.as_ref()
    }

    /// The entity of an agent.
    pub fn entity(&self, agent: AgentId) -> Option<Entity> {
        let known = self.known.get(agent.index()).copied().flatten()?;
        (known.agent == agent).then_some(known.entity)
    }
}

/// One step, unless an earlier one could not be made.
fn step(mut run: ResMut<'_, ScenarioRun>) {
    let ScenarioRun { simulation, error, .. } = &mut *run;
    if error.is_none() {
        *error = simulation.step().err();
    }
}

/// Entities learn where they are; they come and go with their agents.
fn follow(
    mut run: ResMut<'_, ScenarioRun>,
    mut commands: Commands<'_, '_>,
    mut entities: Query<'_, '_, (&mut Transform, &mut Velocity), With<ScenarioAgent>>,
) {
    let ScenarioRun { simulation, plane, known, .. } = &mut *run;
    let now = simulation.steps();
    for agent in simulation.crowd().agents() {
        let index = agent.id.index();
        if known.len() <= index {
            known.resize(index + 1, None);
        }
        let Some(place) = known.get_mut(index) else { continue };
        let flat = near(agent.position);
        let velocity = Velocity(Vec2::new(agent.velocity.x, agent.velocity.y));
        match place {
            Some(known) if known.agent == agent.id => {
                known.seen = now;
                if let Ok((mut transform, mut kept)) = entities.get_mut(known.entity) {
                    plane.put(&mut transform.translation, flat);
                    *kept = velocity;
                }
            }
            _ => {
                if let Some(gone) = place.take() {
                    commands.entity(gone.entity).try_despawn();
                }
                let mut translation = Vec3::ZERO;
                plane.put(&mut translation, flat);
                let who = ScenarioAgent { agent: agent.id, group: simulation.group_of(agent.id) };
                let entity = commands.spawn((who, Transform::from_translation(translation), velocity)).id();
                *place = Some(Known { agent: agent.id, entity, seen: now });
            }
        }
    }
    for place in known {
        if let Some(gone) = place.take_if(|known| known.seen != now) {
            commands.entity(gone.entity).try_despawn();
        }
    }
}
