//! Other avoidance models: each takes what one agent sees and returns its velocity.
//!
//! | module | what |
//! |---|---|
//! | `vision` | directions are looked along, and the one that leads farthest towards the goal is taken |
//! | `social_force` | others and walls push |
//! | `collision_free_speed` | directions are bent by others, speeds follow from the space ahead |
//! | `weidmann` | the same directions; speeds follow from the density ahead, by Weidmann's fundamental diagram |

pub(crate) mod collision_free_speed;
pub(crate) mod social_force;
pub(crate) mod vision;
pub(crate) mod weidmann;

pub use collision_free_speed::CollisionFreeSpeed;
pub use social_force::SocialForce;
pub use vision::Vision;
pub use weidmann::Weidmann;

use crate::avoidance::Avoidance;
use crate::neighbours::{Bodies, Neighbours};
use crate::orca::SeenWall;
use crate::vector::Vector;

/// What one agent is and sees.
pub(crate) struct Situation<'s> {
    pub(crate) velocity: Vector,
    pub(crate) preferred: Vector,
    pub(crate) radius: f32,
    pub(crate) max_speed: f32,
    /// The k nearest others, for models that rank them.
    pub(crate) neighbours: &'s Neighbours,
    /// All others within sight, for models that sum over them.
    pub(crate) bodies: &'s Bodies,
    /// Walls and how far they are, nearest first.
    pub(crate) walls: &'s [SeenWall],
    /// Seconds.
    pub(crate) dt: f32,
}

/// Another agent, or the nearest point of a wall.
pub(crate) struct Other {
    /// The way to it.
    pub(crate) way: Vector,
    pub(crate) velocity: Vector,
    /// 0 for a wall.
    pub(crate) radius: f32,
}

impl Avoidance {
    /// The velocity that a model gives to one agent; for ORCA, which is no model of this kind, as for nobody avoided.
    pub(crate) fn velocity(&self, me: &Situation<'_>) -> Vector {
        match self {
            Avoidance::Vision(model) => vision::velocity(model, me),
            Avoidance::SocialForce(model) => social_force::velocity(model, me),
            Avoidance::CollisionFreeSpeed(model) => collision_free_speed::velocity(model, me),
            Avoidance::Weidmann(model) => weidmann::velocity(model, me),
            Avoidance::Orca(_) | Avoidance::Nothing => me.preferred.at_most(me.max_speed),
        }
    }
}

impl Situation<'_> {
    pub(crate) fn others(&self) -> impl Iterator<Item = Other> + '_ {
        let near = self.neighbours;
        (0..near.len()).map(|i| Other {
            way: Vector::new(near.x[i], near.y[i]),
            velocity: Vector::new(near.vx[i], near.vy[i]),
            radius: near.radius[i],
        })
    }

    /// The nearest points of the walls.
    pub(crate) fn wall_points(&self) -> impl Iterator<Item = Other> + '_ {
        self.walls.iter().map(|wall| {
            let along = wall.right - wall.left;
            let squared = along.squared();
            let share = if squared > 0.0 { (-wall.left.dot(along) / squared).clamp(0.0, 1.0) } else { 0.0 };
            Other { way: wall.left + along * share, velocity: Vector::ZERO, radius: 0.0 }
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::{Agent, Avoidance, CollisionFreeSpeed, Crowd, SocialForce, Status, Vision, Weidmann};
    use navigant_mesh::{Map, Outline};

    const MODELS: [Avoidance; 4] = [
        Avoidance::Vision(Vision::DEFAULT),
        Avoidance::SocialForce(SocialForce::DEFAULT),
        Avoidance::CollisionFreeSpeed(CollisionFreeSpeed::DEFAULT),
        Avoidance::Weidmann(Weidmann::DEFAULT),
    ];

    #[test]
    fn alone_everyone_walks_at_its_own_speed_and_arrives() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap();
        for avoidance in MODELS {
            let mut crowd = Crowd::new(&map);
            let agent = Agent::new([2.0, 10.0]).with_goal([32.0, 10.0]).with_avoidance(avoidance);
            let id = crowd.add(&map, &agent).unwrap();
            for _ in 0..260 {
                crowd.step(&map, Crowd::DT).unwrap();
            }
            let seen = crowd.agent(id).unwrap();
            assert_eq!(seen.status, Status::Arrived, "{avoidance:?}: {}", seen.position);
        }
    }

    #[test]
    fn two_streams_pass_each_other_without_running_through() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [30.0, 6.0])).unwrap();
        for avoidance in MODELS {
            let mut crowd = Crowd::new(&map);
            for i in 0..8 {
                let y = 0.6 + 0.68 * f64::from(i);
                let agent = Agent::new([1.0, y]).with_goal([29.0, y]).with_avoidance(avoidance);
                crowd.add(&map, &agent).unwrap();
                let agent = Agent::new([29.0, y + 0.05]).with_goal([1.0, y]).with_avoidance(avoidance);
                crowd.add(&map, &agent).unwrap();
            }
            let mut closest = f64::INFINITY;
            for _ in 0..600 {
                crowd.step(&map, Crowd::DT).unwrap();
                let seen: Vec<_> = crowd.agents().collect();
                for (i, a) in seen.iter().enumerate() {
                    let nearest = seen[..i].iter().map(|b| a.position.distance(b.position));
                    closest = nearest.fold(closest, f64::min);
                }
            }
            let arrived = crowd.agents().filter(|agent| agent.status == Status::Arrived).count();
            assert!(arrived >= 12, "{avoidance:?}: only {arrived} of 16 have arrived");
            assert!(closest > 0.2, "{avoidance:?}: two of 0.25 m radius were {closest} m apart");
        }
    }
}
