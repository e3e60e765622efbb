//! The plan of an agent in every domain, for those who look at it.

use super::{MemberId, Team};
use navigant_geometry::Point;

/// The last plan of an agent in Σ1, Σ2, Σ3 and λ(s, Σ3, Σ4), and the tunnels between them. Π(Σ4) is the plan that is walked.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct DomainLines {
    /// Π(Σ1), over the middles of the gates between triangles.
    pub static_mesh: Vec<Point>,
    /// Π(Σ2).
    pub dynamic_mesh: Vec<Point>,
    /// Π(Σ3), straightened, to the goal or the next waypoint.
    pub grid: Vec<Point>,
    /// Π(Σ3) with times: the middle of the tunnel in Σ4.
    pub timed: Vec<(f64, Point)>,
    /// Metres to either side of Π(Σ1) in which Σ2 was planned; `None` where there was no tunnel.
    pub mesh_width: Option<f64>,
    /// Metres to either side of Π(Σ2) in which Σ3 was planned.
    pub grid_width: Option<f64>,
    /// The widths of the tunnel in Σ4: metres, and seconds.
    pub width: f64,
    /// The width in time.
    pub lag: f64,
}

impl Team {
    /// From now on the plan of every agent in every domain is kept, which takes some kilobytes for each.
    pub(crate) fn keep_lines(&mut self) {
        self.keeps_lines = true;
    }

    /// The last plan of an agent in every domain; `None` without one, or if they are not kept.
    pub(crate) fn lines(&self, id: MemberId) -> Option<&DomainLines> {
        self.members.get(id.0 as usize)?.lines.as_deref()
    }
}
