//! Ways of avoiding others, chosen by agent.

/// How an agent avoids others and walls. Walls are never entered, whichever it is.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Avoidance {
    /// Velocities without collisions, if everyone chooses so: [`crate::orca`].
    Orca(Orca),
    /// Nobody is avoided: a ghost to others, too, if they are ghosts.
    Nothing,
}

impl Default for Avoidance {
    fn default() -> Avoidance {
        Avoidance::Orca(Orca::default())
    }
}

/// The parameters of ORCA.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Orca {
    /// Others farther away than this, in metres, from centre to centre, are not looked at.
    pub neighbour_distance: f32,
    /// At most so many others are looked at, the nearest ones; not more than
    /// [`Neighbours::MOST`](crate::neighbours::Neighbours::MOST).
    pub most_neighbours: u32,
    /// For how many seconds ahead collisions with others are avoided.
    pub horizon: f32,
    /// For how many seconds ahead collisions with walls are avoided.
    pub wall_horizon: f32,
}

impl Default for Orca {
    /// For pedestrians: ten others within five metres, two seconds ahead, walls half a second.
    fn default() -> Orca {
        Orca { neighbour_distance: 5.0, most_neighbours: 10, horizon: 2.0, wall_horizon: 0.5 }
    }
}

impl Orca {
    /// The parameters of RVO2's example "Circle".
    pub const CIRCLE: Orca =
        Orca { neighbour_distance: 15.0, most_neighbours: 10, horizon: 10.0, wall_horizon: 10.0 };
}

impl Avoidance {
    /// Whether every number is one that can be worked with.
    pub(crate) fn is_sane(&self) -> bool {
        let is_length = |x: f32| (0.0..=1e4).contains(&x);
        let is_time = |x: f32| (1e-3..=1e4).contains(&x);
        match self {
            Avoidance::Orca(orca) => {
                is_length(orca.neighbour_distance) && is_time(orca.horizon) && is_time(orca.wall_horizon)
            }
            Avoidance::Nothing => true,
        }
    }
}
