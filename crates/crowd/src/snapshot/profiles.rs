//! Avoidance profiles and aims in a snapshot.

use super::BadSnapshot;
use super::bytes::{Reader, Writer};
use crate::agent::Aim;
use crate::avoidance::{Avoidance, Orca};
use crate::models::{CollisionFreeSpeed, SocialForce, Vision, Weidmann};
use crate::vector::Vector;

impl Avoidance {
    pub(crate) fn write(&self, out: &mut Writer) {
        match self {
            Avoidance::Nothing => out.u8(0),
            Avoidance::Orca(orca) => {
                out.u8(1);
                [orca.neighbour_distance, orca.horizon, orca.wall_horizon].into_iter().for_each(|x| out.f32(x));
                out.u32(orca.most_neighbours);
            }
            Avoidance::Vision(v) => {
                out.u8(2);
                [v.horizon, v.field, v.relaxation, v.stiffness].into_iter().for_each(|x| out.f32(x));
            }
            Avoidance::SocialForce(f) => {
                out.u8(3);
                [f.relaxation, f.strength, f.range, f.stiffness].into_iter().for_each(|x| out.f32(x));
            }
            Avoidance::CollisionFreeSpeed(m) => {
                out.u8(4);
                let numbers = [m.time_gap, m.strength, m.range, m.wall_strength, m.wall_range];
                numbers.into_iter().for_each(|x| out.f32(x));
            }
            Avoidance::Weidmann(m) => {
                out.u8(5);
                let numbers = [m.gamma, m.jam_density, m.time_gap, m.strength, m.range, m.wall_strength, m.wall_range];
                numbers.into_iter().for_each(|x| out.f32(x));
            }
        }
    }

    pub(super) fn read(from: &mut Reader<'_>) -> Result<Avoidance, BadSnapshot> {
        let avoidance = match from.u8()? {
            0 => Avoidance::Nothing,
            1 => {
                let [neighbour_distance, horizon, wall_horizon] = [from.f32()?, from.f32()?, from.f32()?];
                Avoidance::Orca(Orca { neighbour_distance, most_neighbours: from.u32()?, horizon, wall_horizon })
            }
            2 => {
                let [horizon, field, relaxation, stiffness] = [from.f32()?, from.f32()?, from.f32()?, from.f32()?];
                Avoidance::Vision(Vision { horizon, field, relaxation, stiffness })
            }
            3 => {
                let [relaxation, strength, range, stiffness] = [from.f32()?, from.f32()?, from.f32()?, from.f32()?];
                Avoidance::SocialForce(SocialForce { relaxation, strength, range, stiffness })
            }
            4 => {
                let (time_gap, strength, range) = (from.f32()?, from.f32()?, from.f32()?);
                let (wall_strength, wall_range) = (from.f32()?, from.f32()?);
                Avoidance::CollisionFreeSpeed(CollisionFreeSpeed {
                    time_gap,
                    strength,
                    range,
                    wall_strength,
                    wall_range,
                })
            }
            5 => Avoidance::Weidmann(Weidmann {
                gamma: from.f32()?,
                jam_density: from.f32()?,
                time_gap: from.f32()?,
                strength: from.f32()?,
                range: from.f32()?,
                wall_strength: from.f32()?,
                wall_range: from.f32()?,
            }),
            _ => return Err(BadSnapshot::Invalid("a way of avoiding that is not known")),
        };
        if avoidance.is_sane() { Ok(avoidance) } else { Err(BadSnapshot::Invalid("parameters out of range")) }
    }
}

impl Aim {
    pub(crate) fn write(&self, out: &mut Writer) {
        let (kind, x, y) = match *self {
            Aim::Stand => (0, 0.0, 0.0),
            Aim::Velocity(v) => (1, f64::from(v.x), f64::from(v.y)),
            Aim::Straight(p) => (2, p.x, p.y),
            Aim::Goal(p) => (3, p.x, p.y),
        };
        out.u8(kind);
        out.f64(x);
        out.f64(y);
    }

    pub(super) fn read(from: &mut Reader<'_>) -> Result<Aim, BadSnapshot> {
        let (kind, p) = (from.u8()?, from.point()?);
        let aim = match kind {
            0 => Aim::Stand,
            1 => Aim::Velocity(Vector::new(p.x as f32, p.y as f32)),
            2 => Aim::Straight(p),
            3 => Aim::Goal(p),
            _ => return Err(BadSnapshot::Invalid("an aim that is not known")),
        };
        aim.is_possible().then_some(aim).ok_or(BadSnapshot::Invalid("an aim that cannot be"))
    }
}
