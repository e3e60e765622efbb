//! Planning before the first step, and the routes of agents as seen from outside.

use crate::agent::AgentId;
use crate::crowd::Crowd;
use crate::error::UnknownAgent;
use crate::planning_state::Request;
use navigant_mesh::{Map, Point};

impl Crowd {
    /// Makes plans without a step, with a budget of its own: for crowds whose agents should all know their way when they
    /// start. Returns how many still wait; as long as there are some, call it again.
    ///
    /// ```
    /// use navigant_crowd::{Agent, Crowd, Status};
    /// use navigant_mesh::{Map, Outline};
    ///
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?;
    /// let mut crowd = Crowd::new(&map);
    /// let anna = crowd.add(&map, &Agent::new([2.0, 10.0]).with_goal([38.0, 10.0]))?;
    /// while crowd.plan_ahead(&map, 100_000) > 0 {}
    /// assert_eq!(crowd.agent(anna)?.status, Status::Walking);
    /// assert_eq!(crowd.way(anna)?.len(), 2, "straight on");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn plan_ahead(&mut self, map: &Map, expansions: u32) -> usize {
        if *map.lattice() == self.lattice {
            let per_step = std::mem::replace(&mut self.planning.expansions_per_step, expansions.max(1));
            self.districts.iter_mut().for_each(|district| district.overdrawn = 0);
            self.plan(map);
            self.planning.expansions_per_step = per_step;
            self.districts.iter_mut().for_each(|district| district.overdrawn = 0);
        }
        self.columns.travel.iter().filter(|travel| travel.plan.request() != Request::Nothing).count()
    }

    /// The rest of an agent's route: where it is, the corners it is to pass, and where the route ends. Its middle passes
    /// the corners at the distance of its radius or more. An agent without a route has only the place where it is.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub fn way(&self, id: AgentId) -> Result<Vec<Point>, UnknownAgent> {
        let slot = self.slot(id)?;
        let (travel, here) = (&self.columns.travel[slot], self.columns.motion[slot].place);
        let corners = self.routes.ahead(travel).iter().map(|bend| bend.corner());
        let ahead = corners.chain([travel.target]).filter(|_| travel.plan.has_route());
        Ok([here].into_iter().chain(ahead).map(|at| self.world(at)).collect())
    }

    /// How long the rest of an agent's route is, in metres, from corner to corner; 0 for one that has none.
    ///
    /// # Errors
    /// [`UnknownAgent`].
    pub(crate) fn way_left(&self, id: AgentId) -> Result<f64, UnknownAgent> {
        let slot = self.slot(id)?;
        let (travel, place) = (&self.columns.travel[slot], self.columns.motion[slot].place);
        let by_flow = travel.flow.and_then(|flow| self.shared.way_left(flow, place));
        Ok(by_flow.unwrap_or_else(|| self.routes.remaining(travel, place)) * self.lattice.step())
    }
}
