//! Agents that are moved from outside, players, and whether a place is occupied.

use crate::agent::{Agent, AgentId};
use crate::columns::Traits;
use crate::crowd::Crowd;
use crate::error::{BadAgent, UnknownAgent};
use crate::guess::UNKNOWN;
use crate::vector::Vector;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, Point};
use rayon::prelude::*;

impl Crowd {
    /// Puts an agent somewhere, as fast as it is there: for those that are moved from outside, frame by frame. It keeps its route as one
    /// that was pushed does, and asks for another where it has lost sight of it.
    ///
    /// ```
    /// use navigant_crowd::{Agent, Control, Crowd, Vector};
    /// use navigant_mesh::{Map, Outline};
    ///
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
    /// let mut crowd = Crowd::new(&map);
    /// let walker = Agent { control: Control::Outside, ..Agent::new([2.0, 10.0]).with_goal([38.0, 10.0]) };
    /// let walker = crowd.add(&map, &walker)?;
    /// let player = crowd.add(&map, &Agent { control: Control::Player, ..Agent::new([20.0, 10.0]) })?;
    /// for _ in 0..150 {
    ///     crowd.step(&map, Crowd::DT)?;
    ///     // The game moves it: by what it should do, and what else happens to it.
    ///     let seen = crowd.agent(walker)?;
    ///     let by = [seen.velocity.x, seen.velocity.y].map(|speed| Crowd::DT * f64::from(speed));
    ///     crowd.place(&map, walker, [seen.position.x + by[0], seen.position.y + by[1]], seen.velocity)?;
    /// }
    /// let [walker, player] = [crowd.agent(walker)?, crowd.agent(player)?];
    /// assert!(walker.position.x > 19.0 && player.position.x == 20.0);
    /// assert!(walker.position.distance(player.position) > 0.45, "it walks around the player");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// [`BadAgent`]: unknown, no number, too fast, or no room there; nothing is changed.
    pub fn place(
        &mut self,
        map: &Map,
        id: AgentId,
        position: impl Into<Point>,
        velocity: Vector,
    ) -> Result<(), BadAgent> {
        let described = Agent { position: position.into(), velocity, ..self.described(self.slot(id)?) };
        self.describe(map, id, &described)
    }

    /// Gives an agent another description: where it is, how fast, how large, what it wants, how it avoids others. Its id, its group and, unless it wants
    /// something else, its route stay.
    ///
    /// # Errors
    /// [`BadAgent`]; nothing is changed.
    pub fn describe(&mut self, map: &Map, id: AgentId, agent: &Agent) -> Result<(), BadAgent> {
        if *map.lattice() != self.lattice {
            return Err(BadAgent::OtherMap);
        }
        let slot = self.slot(id)?;
        let traits = self.checked(agent)?;
        let (face, room) = self.standing_room(map, agent.position, traits.radius)?;
        let profile = self.profile_of(agent.avoidance)?;
        self.found_district(agent.district);
        let known = self.columns.traits[slot];
        self.columns.traits[slot] = Traits { id: known.id, group: known.group, profile, ..traits };
        let motion = &mut self.columns.motion[slot];
        (motion.place, motion.velocity, motion.face, motion.room) =
            (map.steps(agent.position), agent.velocity, face, room);
        if known.profile != profile {
            motion.guess = UNKNOWN;
        }
        self.columns.travel[slot].calm = 0.0;
        // Who had no place has one now; who is wider finds a route of its own width.
        if known.aim() != agent.aim || known.radius < traits.radius || self.columns.travel[slot].plan.is_stuck() {
            self.freed(slot);
        }
        Ok(())
    }

    /// Changes how fast an agent likes to walk and how fast it can, in metres a second; it keeps its route.
    ///
    /// # Errors
    /// [`BadAgent`]: unknown, or no speed; nothing is changed.
    pub(crate) fn set_speed(&mut self, id: AgentId, speed: f64, max_speed: f64) -> Result<(), BadAgent> {
        let slot = self.slot(id)?;
        if let Some(&bad) = [speed, max_speed].iter().find(|speed| !(0.0..=1e3).contains(*speed)) {
            return Err(BadAgent::Speed(bad));
        }
        let traits = &mut self.columns.traits[slot];
        (traits.speed, traits.max_speed) = (speed.min(max_speed) as f32, max_speed as f32);
        Ok(())
    }

    /// How an agent could be described to be as it is.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub fn description(&self, id: AgentId) -> Result<Agent, UnknownAgent> {
        Ok(self.described(self.slot(id)?))
    }

    fn described(&self, slot: usize) -> Agent {
        let (traits, motion) = (&self.columns.traits[slot], &self.columns.motion[slot]);
        Agent {
            position: self.world(motion.place),
            radius: f64::from(traits.radius),
            speed: f64::from(traits.speed),
            max_speed: f64::from(traits.max_speed),
            velocity: motion.velocity,
            aim: traits.aim(),
            avoidance: self.profiles[usize::from(traits.profile)],
            comfort: f64::from(traits.comfort),
            district: traits.district,
            control: traits.control,
        }
    }

    /// Whether an agent overlaps a disc of a radius, in metres. Cost: linear in the number of agents.
    pub fn is_taken(&self, position: impl Into<Point>, radius: f64) -> bool {
        let position = position.into();
        self.par_agents().any(|agent| agent.position.distance(position) < agent.radius + radius)
    }
}
