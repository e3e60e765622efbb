//! Avoidance profiles, chosen by agent.

use crate::models::{CollisionFreeSpeed, SocialForce, Vision, Weidmann};

/// How an agent avoids others and walls. Walls are never entered, whichever it is.
///
/// ```
/// use navigant_crowd::{Agent, Avoidance, Orca, SocialForce};
/// let far_sighted = Avoidance::Orca(Orca { horizon: 6.0, ..Orca::default() });
/// let pushed = Avoidance::SocialForce(SocialForce::default());
/// let agents = [far_sighted, pushed].map(|avoidance| Agent { avoidance, ..Agent::new([1.0, 1.0]) });
/// assert_ne!(agents[0].avoidance, agents[1].avoidance);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Avoidance {
    /// ORCA: collision-free velocities by half-planes of velocity obstacles, if all agents use it ("Reciprocal n-body collision
    /// avoidance", van den Berg, Guy, Lin, Manocha, 2011).
    Orca(Orca),
    /// The vision model ("How simple rules determine pedestrian behavior and crowd disasters", Moussaïd, Helbing, Theraulaz, 2011).
    Vision(Vision),
    /// The social force model ("Simulating dynamical features of escape panic", Helbing, Farkas, Vicsek, 2000).
    SocialForce(SocialForce),
    /// The collision-free speed model (Tordeux, Chraibi, Seyfried, 2016).
    CollisionFreeSpeed(CollisionFreeSpeed),
    /// Weidmann's pedestrian: the speed follows from the density ahead by Weidmann's fundamental diagram (1993).
    Weidmann(Weidmann),
    /// No avoidance of other agents; walls are not entered.
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
    /// The number k of nearest neighbours that are avoided; at most 32.
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
    pub const CIRCLE: Orca = Orca { neighbour_distance: 15.0, most_neighbours: 10, horizon: 10.0, wall_horizon: 10.0 };
}

/// e to the power of minus this is less than half of what a [`FixedSum`](crate::neighbours::FixedSum) counts in, 2⁻²⁰.
pub(crate) const UNBENDING: f32 = 14.6;

/// How far an agent looks.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Sight {
    /// For others, in metres from centre to centre.
    pub(crate) distance: f32,
    /// For whom of them.
    pub(crate) others: Others,
    /// For walls, in metres from the centre.
    pub(crate) walls: f32,
}

/// Which others an avoidance model looks at.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Others {
    /// The k nearest, nearest first.
    Nearest(usize),
    /// All whose bodies are no farther away than this, in metres, in any order.
    All { gap: f32 },
}

impl Avoidance {
    /// Whether it looks at all others within sight, and not only at the nearest.
    pub(crate) fn looks_at_all(&self) -> bool {
        matches!(self, Avoidance::CollisionFreeSpeed(_) | Avoidance::Weidmann(_))
    }

    /// How far an agent of a radius looks where no other has a radius above `widest`: one who likes to walk at a speed, and can at another.
    #[inline]
    pub(crate) fn sight(&self, radius: f32, [preferred, max_speed]: [f32; 2], widest: f32) -> Sight {
        match self {
            Avoidance::Orca(orca) => Sight {
                distance: orca.neighbour_distance,
                others: Others::Nearest(orca.most_neighbours as usize),
                walls: radius + max_speed * orca.wall_horizon,
            },
            Avoidance::Vision(vision) => {
                Sight { distance: vision.horizon, others: Others::Nearest(16), walls: radius + vision.horizon }
            }
            // Pushes that have fallen to a five-hundredth are none.
            Avoidance::SocialForce(force) => {
                let range = 6.0 * force.range;
                Sight { distance: 4.0 * radius + range, others: Others::Nearest(16), walls: radius + range }
            }
            Avoidance::CollisionFreeSpeed(model) => {
                // Who is farther than the time gap leaves the preferred speed, and bends the direction by what a `FixedSum` rounds to 0: nobody
                // who is left out would change a bit. A little more, for the sake of rounding.
                let gap = (1.001 * preferred * model.time_gap).max(UNBENDING * model.range);
                let walls = radius + 6.0 * model.wall_range;
                // A little more, so that no rounding decides and the gap alone says who counts.
                let distance = 1.0001 * (radius + widest + gap);
                Sight { distance, others: Others::All { gap }, walls }
            }
            Avoidance::Weidmann(model) => {
                // A density of 0.1 persons a square metre slows nobody.
                let others = Others::All { gap: f32::INFINITY };
                Sight { distance: 3.0, others, walls: radius + 6.0 * model.wall_range }
            }
            Avoidance::Nothing => Sight { distance: 0.0, others: Others::Nearest(0), walls: 0.0 },
        }
    }

    /// Whether every number is one that can be worked with.
    pub(crate) fn is_sane(&self) -> bool {
        let is_length = |x: f32| (0.0..=1e4).contains(&x);
        let is_time = |x: f32| (1e-3..=1e4).contains(&x);
        match self {
            Avoidance::Orca(orca) => {
                is_length(orca.neighbour_distance) && is_time(orca.horizon) && is_time(orca.wall_horizon)
            }
            Avoidance::Vision(v) => {
                is_time(v.horizon) && (0.0..=3.2).contains(&v.field) && is_time(v.relaxation) && is_length(v.stiffness)
            }
            Avoidance::SocialForce(f) => {
                is_time(f.relaxation) && is_length(f.strength) && is_time(f.range) && is_length(f.stiffness)
            }
            Avoidance::CollisionFreeSpeed(m) => {
                let strengths = is_length(m.strength) && is_length(m.wall_strength);
                strengths && is_time(m.time_gap) && is_time(m.range) && is_time(m.wall_range)
            }
            Avoidance::Weidmann(m) => {
                let is_density = |x: f32| (1e-3..=1e3).contains(&x);
                let strengths = is_length(m.strength) && is_length(m.wall_strength);
                let times = is_time(m.time_gap) && is_time(m.range) && is_time(m.wall_range);
                strengths && times && is_density(m.gamma) && is_density(m.jam_density)
            }
            Avoidance::Nothing => true,
        }
    }
}
