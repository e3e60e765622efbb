//! A floor plan: rooms behind doors, with furniture.

use super::Scene;
use super::shapes::{bounds, point_in, rectangle, round, turned_rectangle};
use crate::rng::Rng;
use navigant_geometry::{Bounds, Outline};

/// How thick a wall is, in metres.
const WALL: f64 = 0.25;
/// How wide a door is, in metres; the last ones are double doors.
const DOORS: [f64; 3] = [0.875, 1.0, 1.75];

/// A building of `width` × `height` metres, halved again and again by walls until no room is longer than `largest`.
///
/// Every dividing wall has at least one door, so every room can be reached from every other. Walls overlap where they
/// meet. Rooms hold tables, cupboards against the wall, and columns.
///
/// ```
/// use navigant_testing::generate::rooms;
/// let (_floor, obstacles) = rooms(7, 60.0, 40.0, 8.0);
/// assert!(obstacles.len() > 100);
/// ```
pub fn rooms(seed: u64, width: f64, height: f64, largest: f64) -> Scene {
    let mut rng = Rng::new(seed);
    let floor = bounds(0.0, 0.0, width, height);
    let mut outlines = Vec::new();
    let mut undivided = vec![floor];
    while let Some(room) = undivided.pop() {
        if let Some(halves) = divide(&mut rng, room, largest.max(4.0 * DOORS[2]), &mut outlines) {
            undivided.extend(halves);
        } else {
            furnish(&mut rng, room, &mut outlines);
        }
    }
    (rectangle(floor), outlines)
}

/// Builds a wall with doors across a room that is too long.
fn divide(rng: &mut Rng, room: Bounds, largest: f64, outlines: &mut Vec<Outline>) -> Option<[Bounds; 2]> {
    let (width, height) = room.size();
    if width.max(height) <= largest {
        return None;
    }
    let upright = width >= height;
    let (long, wide) = if upright { (width, height) } else { (height, width) };
    let at = long * rng.range(0.35..0.65);
    // Along the wall, `u`; across it, `v`: as if the room were upright.
    let place = |u0: f64, u1: f64, v0: f64, v1: f64| {
        if upright {
            bounds(room.min.x + v0, room.min.y + u0, v1 - v0, u1 - u0)
        } else {
            bounds(room.min.x + u0, room.min.y + v0, u1 - u0, v1 - v0)
        }
    };
    let mut from = -WALL / 2.0;
    let doors = if wide > 3.0 * largest { 3 } else { 1 };
    for door in 0..doors {
        let stretch = wide / f64::from(doors);
        let gap = rng.pick(&DOORS).min(stretch / 2.0);
        let start = stretch * f64::from(door) + rng.range(0.0..stretch - gap);
        if start > from {
            outlines.push(rectangle(place(from, start, at - WALL / 2.0, at + WALL / 2.0)));
        }
        from = start + gap;
    }
    outlines.push(rectangle(place(from, wide + WALL / 2.0, at - WALL / 2.0, at + WALL / 2.0)));
    Some([place(0.0, wide, 0.0, at), place(0.0, wide, at, long)])
}

/// Puts tables, cupboards and columns into a room.
fn furnish(rng: &mut Rng, room: Bounds, outlines: &mut Vec<Outline>) {
    let (width, height) = room.size();
    for _ in 0..rng.below(2 + (width * height / 8.0) as u32) {
        let centre = point_in(rng, room);
        outlines.push(match rng.below(4) {
            0 => {
                let direction = rng.direction();
                turned_rectangle(centre, rng.range(0.3..0.9), rng.range(0.25..0.5), direction)
            }
            1 => rectangle(bounds(room.min.x, centre.y, WALL / 2.0 + 0.5, rng.range(0.5..1.5))),
            2 => round(rng, centre, 0.25, 8),
            _ => rectangle(bounds(centre.x, centre.y, rng.range(0.5..1.5), rng.range(0.4..0.8))),
        });
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_floor_plan_follows_from_its_seed_alone() {
        assert_eq!(rooms(1, 50.0, 40.0, 8.0), rooms(1, 50.0, 40.0, 8.0));
        assert_ne!(rooms(1, 50.0, 40.0, 8.0), rooms(2, 50.0, 40.0, 8.0));
    }

    #[test]
    fn every_wall_leaves_a_door() {
        for seed in 0..50 {
            let mut walls = Vec::new();
            let room = bounds(0.0, 0.0, 20.0, 10.0);
            let [left, right] = divide(&mut Rng::new(seed), room, 9.0, &mut walls).unwrap();
            assert_eq!(left.max.x, right.min.x);
            let built: f64 = walls.iter().map(|w| w.bounds().unwrap().size().1).sum();
            assert!(built <= 10.0 + WALL - DOORS[0] + 1e-9, "seed {seed}");
        }
    }

    #[test]
    fn walls_stay_in_the_building() {
        let (_, outlines) = rooms(3, 60.0, 30.0, 7.0);
        let roomy = bounds(-2.0, -2.0, 64.0, 34.0);
        assert!(outlines.iter().flat_map(Outline::rings).flatten().all(|&p| roomy.contains(p)));
        assert!(rooms(3, 1.0, 1.0, 0.0).1.len() < 5, "a cupboard is not divided for ever");
    }
}
