//! The plugin and its settings.

use crate::messages::{Arrived, NoWay, Refused};
use crate::navigation::Navigation;
use crate::plane::Plane;
use crate::systems;
use bevy_app::{App, FixedUpdate, Plugin};
use bevy_ecs::schedule::{IntoScheduleConfigs, SystemSet};
use navigant::mesh::Map;

/// Adds the map, the crowd and their systems, in `FixedUpdate`: a step lasts as long as `Time<Fixed>` says.
pub struct NavigantPlugin {
    map: Map,
    plane: Plane,
}

impl NavigantPlugin {
    /// A world with the floors, and the obstacles that never move, of a map.
    pub fn new(map: Map) -> NavigantPlugin {
        NavigantPlugin { map, plane: Plane::Xy }
    }

    /// The same with the floor in another plane.
    #[must_use]
    pub fn in_plane(self, plane: Plane) -> NavigantPlugin {
        NavigantPlugin { plane, ..self }
    }
}

/// What the plugin does in `FixedUpdate`, in this order.
#[derive(SystemSet, Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum NavigantSystems {
    /// Obstacles, agents and targets that came, changed or went are followed.
    Follow,
    /// Everyone walks, and entities learn where they are.
    Step,
}

impl Plugin for NavigantPlugin {
    fn build(&self, app: &mut App) {
        app.insert_resource(Navigation::new(self.map.clone(), self.plane));
        app.add_message::<Arrived>().add_message::<NoWay>().add_message::<Refused>();
        app.configure_sets(FixedUpdate, (NavigantSystems::Follow, NavigantSystems::Step).chain());
        let follow = (systems::follow_obstacles, systems::follow_agents, systems::follow_targets);
        app.add_systems(FixedUpdate, follow.chain().in_set(NavigantSystems::Follow));
        app.add_systems(FixedUpdate, systems::step.in_set(NavigantSystems::Step));
    }
}
