//! Agents on the edges of a roadmap.

use super::densities::Densities;
use super::region_graph::{EdgeId, RegionGraph, RegionId};
use navigant_mesh::Point;

/// Where an agent is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum Position {
    /// At the centre of a region.
    At(RegionId),
    /// On an edge, at a distance from its beginning in metres.
    On(EdgeId, f64),
}

/// An agent under way.
#[derive(Clone, Debug)]
pub(super) struct Agent {
    /// The number of those who entered before.
    pub(super) serial: u32,
    pub(super) trip: u32,
    pub(super) entered: u64,
    pub(super) position: Position,
    /// Where it counts.
    pub(super) region: RegionId,
    /// The regions to pass, the last first.
    pub(super) path: Vec<RegionId>,
    /// The step in which its path was found; 0 as long as it has that of all on its trip.
    pub(super) planned: u64,
    /// How often it has searched.
    pub(super) searches: u32,
    pub(super) is_here: bool,
}

/// An agent as it is seen from outside.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Walker {
    /// The number of those who entered before.
    pub serial: u32,
    /// Which trip it is on.
    pub trip: u32,
    /// Where it is.
    pub at: Point,
    /// The region it counts in.
    pub region: RegionId,
}

impl Agent {
    pub(super) fn at(&self, graph: &RegionGraph) -> Point {
        match self.position {
            Position::At(region) => graph.centre(region),
            Position::On(edge, along) => graph.point_on(edge, along),
        }
    }

    /// The regions it has still to enter, in turn.
    pub(super) fn ahead<'a>(&'a self, graph: &RegionGraph) -> impl Iterator<Item = RegionId> + use<'a> {
        let next = Some(self.next_vertex(graph)).filter(|&next| next != self.region);
        next.into_iter().chain(self.path.iter().rev().copied())
    }

    /// The vertex that it is at or walks to: nobody turns back on an edge, so that is where a new path begins. (Those who might
    /// turn back do so together when density rises ahead of them, again and again, and some never arrive.)
    pub(super) fn next_vertex(&self, graph: &RegionGraph) -> RegionId {
        match self.position {
            Position::At(region) => region,
            Position::On(edge, _) => graph.edge(edge).to,
        }
    }

    /// Walks for a step at the speed of its region. Whether it has arrived.
    pub(super) fn walk(&mut self, graph: &RegionGraph, densities: &Densities, seconds: f64) -> bool {
        let mut left = densities.speed(self.region) * seconds;
        loop {
            match self.position {
                Position::At(here) => {
                    let next = self.path.pop().and_then(|next| graph.edge_between(here, next));
                    let Some(edge) = next else { return true };
                    self.position = Position::On(edge, 0.0);
                }
                Position::On(edge, along) if along + left < graph.edge(edge).length => {
                    self.position = Position::On(edge, along + left);
                    self.region = graph.region_on(edge, along + left);
                    return false;
                }
                Position::On(edge, along) => {
                    let edge = graph.edge(edge);
                    left -= edge.length - along;
                    self.position = Position::At(edge.to);
                }
            }
        }
    }
}
