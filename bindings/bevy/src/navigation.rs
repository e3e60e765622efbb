//! The resource: the map and the crowd.

use crate::plane::Plane;
use bevy_ecs::entity::{Entity, EntityHashMap};
use bevy_ecs::resource::Resource;
use navigant::crowd::internals::AgentIdInternals as _;
use navigant::crowd::{AgentId, Crowd, Status};
use navigant::mesh::{Map, ObstacleId};

/// The map and the crowd. Ask them whatever you like; obstacles and agents are entities.
#[derive(Resource)]
pub struct Navigation {
    pub(crate) map: Map,
    pub(crate) crowd: Crowd,
    pub(crate) plane: Plane,
    pub(crate) obstacles: EntityHashMap<ObstacleId>,
    pub(crate) agents: EntityHashMap<AgentId>,
    /// By the index of an agent's id: its entity, and how it was doing after the last step.
    pub(crate) known: Vec<Option<(Entity, Status)>>,
}

impl Navigation {
    pub(crate) fn new(map: Map, plane: Plane) -> Navigation {
        let crowd = Crowd::new(&map);
        let (obstacles, agents) = (EntityHashMap::default(), EntityHashMap::default());
        Navigation { map, crowd, plane, obstacles, agents, known: Vec::new() }
    }

    /// The map as it is now: paths, sight, clearance.
    pub fn map(&self) -> &Map {
        &self.map
    }

    /// The crowd as it is now.
    pub fn crowd(&self) -> &Crowd {
        &self.crowd
    }

    /// How the floor lies in the world.
    pub fn plane(&self) -> Plane {
        self.plane
    }

    /// The agent of an entity, if it was not refused.
    pub fn agent(&self, entity: Entity) -> Option<AgentId> {
        self.agents.get(&entity).copied()
    }

    /// The entity of an agent.
    pub fn entity(&self, agent: AgentId) -> Option<Entity> {
        let (entity, _) = self.known.get(agent.index()).copied().flatten()?;
        (self.agent(entity) == Some(agent)).then_some(entity)
    }

    pub(crate) fn note(&mut self, agent: AgentId, entity: Entity) {
        if self.known.len() <= agent.index() {
            self.known.resize(agent.index() + 1, None);
        }
        if let Some(known) = self.known.get_mut(agent.index()) {
            *known = Some((entity, Status::Free));
        }
        self.agents.insert(entity, agent);
    }

    /// Lets go of the agent of an entity.
    pub(crate) fn forget(&mut self, entity: Entity) {
        if let Some(agent) = self.agents.remove(&entity) {
            // It is there as long as it is listed.
            let _ = self.crowd.remove(agent);
            if let Some(known) = self.known.get_mut(agent.index()) {
                *known = None;
            }
        }
    }
}
