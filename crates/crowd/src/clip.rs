//! Moves of discs among walls: as far as there is room, then along the wall.

use crate::tuning::clip::{LEEWAY, MAX_TURNS};
use crate::walls::Wall;
use navigant_geometry::internals::Offset;

/// Where a disc gets to by a move, all in steps: it keeps its radius from every wall all the way. It must have room where it
/// is, up to [`LEEWAY`], and the walls must be all those within the radius and the length of the move.
pub(crate) fn clipped(walls: &[Wall], from: Offset, by: Offset, radius: f64) -> Offset {
    let (mut place, mut rest) = (from, by);
    for _ in 0..MAX_TURNS {
        let Some((share, away)) = first_contact(walls, place, rest, radius) else {
            place = place + rest;
            break;
        };
        place = place + rest * share;
        rest = rest * (1.0 - share);
        let into = rest.dot(away);
        if into < 0.0 {
            rest = rest + away * -into;
        }
        if rest.squared() < 1e-6 {
            break;
        }
    }
    // Whatever rounding did: no place without room is ever taken.
    if clearance(walls, place) >= radius - LEEWAY { place } else { from }
}

/// How far the nearest of some walls is.
fn clearance(walls: &[Wall], place: Offset) -> f64 {
    walls.iter().map(|wall| wall.distance(place)).fold(f64::INFINITY, f64::min)
}

/// After which share of a move the disc first touches a wall that it moves towards, and the direction away from it.
fn first_contact(walls: &[Wall], from: Offset, by: Offset, radius: f64) -> Option<(f64, Offset)> {
    let length = by.length();
    let mut first: Option<(f64, Offset)> = None;
    for wall in walls {
        let nearest = wall.nearest(from);
        let apart = (from - nearest).length();
        if apart > radius + length {
            continue;
        }
        let contact = if apart <= radius {
            // Touching already: then nothing that leads nearer.
            let away = (from - nearest) * (1.0 / apart);
            (apart > 0.0 && by.dot(away) < -1e-12 * length).then_some((0.0, away))
        } else {
            contact_with(wall, from, by, radius)
        };
        if let Some(contact) = contact
            && first.is_none_or(|first| contact.0 < first.0)
        {
            first = Some(contact);
        }
    }
    first
}

/// When a disc that is apart from a wall touches it: its flank, or one of its ends.
fn contact_with(wall: &Wall, from: Offset, by: Offset, radius: f64) -> Option<(f64, Offset)> {
    let along = wall.right - wall.left;
    let squared = along.squared();
    let ends = [wall.left, wall.right].map(|end| contact_with_point(end, from, by, radius));
    let flank = (squared > 0.0).then(|| {
        let length = squared.sqrt();
        let normal = along.left() * (1.0 / length);
        let (height, speed) = ((from - wall.left).dot(normal), by.dot(normal));
        let side = if height >= 0.0 { 1.0 } else { -1.0 };
        // It is apart, so what is below 0 is rounding.
        let share = ((height * side - radius) / (-speed * side)).max(0.0);
        let foot = (from + by * share - wall.left).dot(along);
        let touches = share <= 1.0 && (0.0..=squared).contains(&foot) && speed * side < 0.0;
        touches.then_some((share, normal * side))
    });
    ends.into_iter().chain(flank).flatten().min_by(|a, b| a.0.total_cmp(&b.0))
}

fn contact_with_point(point: Offset, from: Offset, by: Offset, radius: f64) -> Option<(f64, Offset)> {
    let way = from - point;
    let (a, b, c) = (by.squared(), way.dot(by), (way.squared() - radius * radius).max(0.0));
    if b >= 0.0 {
        return None;
    }
    let discriminant = b * b - a * c;
    if discriminant < 0.0 {
        return None;
    }
    // The smaller root of a·t² + 2·b·t + c, without cancellation.
    let share = c / (-b + discriminant.sqrt());
    let away = way + by * share;
    (share <= 1.0).then(|| (share, away * (1.0 / away.length())))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::walls::WallFinder;
    use navigant_mesh::internals::MapInternals as _;
    use navigant_mesh::{LayerId, Map, Outline};

    fn walls_of(map: &Map, at: [f64; 2], range: f64) -> (Vec<Wall>, Offset) {
        let place = map.steps(at.into());
        let face = map.locate(at).and_then(|location| map.faces_at(location).next()).unwrap();
        let (mut finder, range) = (WallFinder::default(), range / map.lattice().step());
        finder.look_around(map, (LayerId::default(), face), place, range);
        (finder.within(place, range, |_| true).to_vec(), place)
    }

    fn moved(map: &Map, from: [f64; 2], by: [f64; 2], radius: f64) -> [f64; 2] {
        let step = map.lattice().step();
        let (walls, place) = walls_of(map, from, radius + by[0].hypot(by[1]));
        let by = Offset::new(by[0] / step, by[1] / step);
        map.at_steps(clipped(&walls, place, by, radius / step)).into()
    }

    fn assert_near(a: [f64; 2], b: [f64; 2]) {
        assert!((a[0] - b[0]).abs() < 1e-5 && (a[1] - b[1]).abs() < 1e-5, "{a:?}, should be {b:?}");
    }

    #[test]
    fn a_disc_stops_at_its_radius_from_a_wall_and_slides_along_it() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0])).unwrap();
        assert_near(moved(&map, [5.0, 5.0], [30.0, 0.0], 1.0), [9.0, 5.0]);
        assert_near(moved(&map, [8.0, 5.0], [2.0, 2.0], 1.0), [9.0, 7.0]);
        assert_near(moved(&map, [8.0, 8.0], [50.0, 40.0], 1.0), [9.0, 9.0]);
    }

    #[test]
    fn a_disc_does_not_jump_over_a_thin_wall_or_a_point() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0])).unwrap();
        map.insert(&Outline::polyline([[5.0, 0.0], [5.0, 10.0]])).unwrap();
        assert_near(moved(&map, [2.0, 5.0], [7.0, 0.0], 0.5), [4.5, 5.0]);
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0])).unwrap();
        map.insert(&Outline::polyline([[5.0, 5.0], [5.0, 5.0]])).unwrap();
        let [x, y] = moved(&map, [2.0, 5.0], [7.0, 0.0], 0.5);
        assert!((x - 5.0).hypot(y - 5.0) >= 0.5 - 1e-5, "({x}, {y})");
    }

    #[test]
    fn a_disc_that_touches_up_to_rounding_does_not_get_through() {
        // Found by the soak: the distance to the wall was above the radius by one formula and below it by another.
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 40.0])).unwrap();
        map.insert(&Outline::polyline([[10.3, 0.7], [17.9, 37.1]])).unwrap();
        let step = map.lattice().step();
        let (a, along) =
            (map.steps([10.3, 0.7].into()), map.steps([17.9, 37.1].into()) - map.steps([10.3, 0.7].into()));
        let normal = along.left() * (-1.0 / along.length());
        for i in 0..2000 {
            let radius = (0.05 + 0.0001 * f64::from(i)) / step;
            let place = a + along * (0.1 + 0.0004 * f64::from(i)) + normal * radius;
            let (walls, _) = walls_of(&map, map.at_steps(place).into(), 3.0);
            let end = clipped(&walls, place, normal * (-2.0 / step) + along * 0.01, radius);
            assert!((end - a).dot(normal) >= radius - 1.0, "{i}: {} of {radius}", (end - a).dot(normal));
        }
    }

    #[test]
    fn a_disc_that_does_not_fit_through_a_gap_stays_out() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [10.0, 10.0])).unwrap();
        map.insert(&Outline::rectangle([5.0, 0.0], [6.0, 4.5])).unwrap();
        map.insert(&Outline::rectangle([5.0, 5.5], [6.0, 10.0])).unwrap();
        assert!(moved(&map, [2.0, 5.0], [7.0, 0.0], 0.6)[0] < 5.0);
        assert_near(moved(&map, [2.0, 5.0], [7.0, 0.0], 0.4), [9.0, 5.0]);
    }
}
