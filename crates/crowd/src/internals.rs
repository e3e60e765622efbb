//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::cell_list::{Body, CellList, Fine, Sorted};
pub use crate::crowd::Glimpse;
pub use crate::neighbours::{NeighbourFinder, Neighbours, Reach};
pub use crate::orca::lines::{Line, Lines};
pub use crate::orca::program::solve;
pub use crate::snapshot::write_checksum;

use crate::{
    Agent, AgentId, Aim, Avoidance, BadAgent, BadLayeredAgent, BadSharedGoal, BadState, Control, Crowd, LayeredAgent,
    LayeredCrowd, Planning, Seen, SharedGoal, UnknownAgent, Vector,
};
use navigant_geometry::internals::expose;
use navigant_mesh::{LayeredMap, Map, Point};
use rayon::iter::IndexedParallelIterator;

expose! {
    /// What simulations and tests need of [`Crowd`] beyond its public interface.
    CrowdInternals for Crowd {
        /// All agents, by all threads at once.
        fn par_agents(&self) -> impl IndexedParallelIterator<Item = Seen> + '_;
        /// Where all agents are, by all threads at once: little of each, for who looks at everyone in every step.
        fn par_glimpses(&self) -> impl IndexedParallelIterator<Item = Glimpse> + '_;
        /// A number that follows from an agent's state.
        fn agent_hash(&self, id: AgentId) -> Result<u64, UnknownAgent>;
        /// How long the rest of an agent's route is, in metres, from corner to corner; 0 for one that has none.
        ///
        /// # Errors
        /// [`UnknownAgent`].
        fn way_left(&self, id: AgentId) -> Result<f64, UnknownAgent>;
        /// The same crowd that reckons with agents up to a radius, in metres: where one of them could walk around an obstacle, few search
        /// for a better route when it goes. Wider ones search more often. What is not a radius changes nothing.
        fn with_widest_radius(self, radius: f64) -> Crowd;
        /// Lets all who are given a goal in a polygon from now on follow one field to the nearest part of it, until they are there; then
        /// each walks to its own by a route. `goal` says the cells, the radius and the cost of density, and names a place of it.
        ///
        /// # Errors
        /// [`BadSharedGoal`]; nothing is changed.
        fn share_area(&mut self, map: &Map, corners: &[Point], goal: &SharedGoal) -> Result<(), BadSharedGoal>;
        /// How long the way from a place to a goal is by the field that those of a radius follow to it, in metres, with what density
        /// costs; nothing without one, or where it does not lead.
        fn shared_way(&self, from: Point, goal: Point, radius: f64) -> Option<f64>;
        /// Changes the settings for planning, from the next step on. A number that cannot be changes nothing.
        fn set_planning(&mut self, planning: Planning);
        /// The map and the crowd on it as bytes: [`Map::save`] and [`Crowd::save`] in one.
        fn save_with_map(&self, map: &Map) -> Vec<u8>;
        /// A map and the crowd on it that were saved together.
        ///
        /// # Errors
        /// [`BadState`] says what is wrong with the bytes.
        fn load_with_map(bytes: &[u8]) -> Result<(Map, Crowd), BadState>;
        /// About how many obstacles an agent is wrong: that are there and that it does not know, or that have gone and that it believes
        /// in. Nothing if all agents agree with the map.
        ///
        /// # Errors
        /// [`UnknownAgent`].
        fn mistakes(&self, id: AgentId) -> Result<Option<usize>, UnknownAgent>;
        /// Changes how fast an agent likes to walk and how fast it can, in metres a second; it keeps its route.
        ///
        /// # Errors
        /// [`BadAgent`]: unknown, or no speed; nothing is changed.
        fn set_speed(&mut self, id: AgentId, speed: f64, max_speed: f64) -> Result<(), BadAgent>;
        /// Adds an agent from a source. Its id is the source and a serial number there, so it behaves the same whatever other sources
        /// add, in any order.
        ///
        /// # Errors
        /// [`BadAgent`] says what is wrong with it; nothing is added.
        fn add_from(&mut self, map: &Map, source: u32, agent: &Agent) -> Result<AgentId, BadAgent>;
    }
}

expose! {
    /// What simulations and tests need of [`LayeredCrowd`] beyond its public interface.
    LayeredCrowdInternals for LayeredCrowd {
        /// Adds an agent from a source: it behaves the same whatever other sources add, in any order.
        ///
        /// # Errors
        /// [`BadLayeredAgent`] says what is wrong with it; nothing is added.
        fn add_from(&mut self, map: &LayeredMap, source: u32, agent: &LayeredAgent) -> Result<AgentId, BadLayeredAgent>;
        /// The rest of an agent's route in plan; see [`Crowd::way`].
        ///
        /// # Errors
        /// [`UnknownAgent`].
        fn way(&self, id: AgentId) -> Result<Vec<Point>, UnknownAgent>;
        /// A number that follows from the state of all agents; see [`Crowd::hash`].
        fn hash(&self) -> u64;
        /// How many steps have been made.
        fn steps(&self) -> u64;
        /// The same crowd with other settings for planning; a number that cannot be changes nothing. Edits are known at once, whatever is
        /// said about when they are noticed.
        fn with_planning(self, planning: Planning) -> LayeredCrowd;
    }
}

expose! {
    /// What the other crates need of [`Agent`] beyond its public interface.
    AgentInternals for Agent {
        /// The same in another district.
        fn with_district(self, district: u8) -> Agent;
        /// The same with another aim.
        fn with_aim(self, aim: Aim) -> Agent;
        /// The same with another control: moved by the crowd, by the caller, or a player.
        fn with_control(self, control: Control) -> Agent;
        /// The same with another way of avoiding others.
        fn with_avoidance(self, avoidance: Avoidance) -> Agent;
        /// The same who keeps up to this much farther than its radius from the corners it walks around, in metres: at most half of what
        /// a passage leaves. Where routes lead does not change, only how they are followed.
        fn with_comfort(self, comfort: f64) -> Agent;
    }
}

expose! {
    /// What the other crates need of [`AgentId`] beyond its public interface.
    AgentIdInternals for AgentId {
        /// Its place in arrays by agent: agents that are there at the same time have different ones, small and in the order
        /// in which they were added. It is no part of who the agent is, and is used again.
        fn index(self) -> usize;
        /// Its serial number in its source, from 0.
        fn serial(self) -> u32;
    }
}

expose! {
    /// What the other crates need of [`Vector`] beyond its public interface.
    VectorInternals for Vector {
        /// The same direction with length 1; nothing for a vector without one.
        fn direction(self) -> Vector;
        /// Neither coordinate is NaN or infinite.
        fn is_finite(self) -> bool;
        /// The vector (x, y).
        fn new(x: f32, y: f32) -> Self;
    }
}
