//! The nearest point with clearance: for agents that an obstacle was inserted on, and for goals without room.

use crate::tuning::displaced::{MAX_FACES, MAX_RADII};
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::{MapInternals as _, Nearest};
use navigant_mesh::{FaceId, LayerId, Map};

/// The place of a layer nearest to another, all in steps, where a disc has room; and the face it is in. `None` where there is none nearby.
pub(crate) fn nearest_place(map: &Map, layer: LayerId, from: Offset, radius: f64) -> Option<(Offset, FaceId)> {
    if map.layer_count() > 1 {
        let is_near = |place: Offset| (place - from).length() <= MAX_RADII * radius;
        return Nearest::default().find_with_room_on(map, layer, from, radius, MAX_FACES, is_near);
    }
    let (centre, radius) = (map.at_steps(from), radius * map.lattice().step());
    // An agent is not moved to the other end of the world.
    let is_near = |place| centre.distance(place) <= MAX_RADII * radius;
    let place = Nearest::default().find_with_room(map, centre, radius, MAX_FACES, is_near)?;
    let place = map.steps(place);
    free_face(map, LayerId::default(), place).map(|face| (place, face))
}

/// The free face of a layer that a place is in.
pub(crate) fn free_face(map: &Map, layer: LayerId, place: Offset) -> Option<FaceId> {
    if map.layer_count() > 1 {
        return map.face_on(layer, place);
    }
    let location = map.locate(map.at_steps(place))?;
    map.faces_at(location).find(|&f| map.is_free(f))
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;

    fn nearest(map: &Map, from: [f64; 2], radius: f64) -> Option<[f64; 2]> {
        let step = map.lattice().step();
        nearest_place(map, LayerId::default(), map.steps(from.into()), radius / step)
            .map(|(place, _)| map.at_steps(place).into())
    }

    fn assert_near(found: Option<[f64; 2]>, wanted: [f64; 2]) {
        let Some([x, y]) = found else { panic!("nothing found") };
        assert!((x - wanted[0]).abs() < 1e-4 && (y - wanted[1]).abs() < 1e-4, "({x}, {y}), should be {wanted:?}");
    }

    #[test]
    fn who_is_under_an_obstacle_comes_out_on_its_nearest_side() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 40.0])).unwrap();
        map.insert(&Outline::rectangle([10.0, 10.0], [20.0, 30.0])).unwrap();
        assert_near(nearest(&map, [18.0, 20.0], 0.5), [20.5, 20.0]);
        assert_near(nearest(&map, [20.1, 20.0], 0.5), [20.5, 20.0]);
        assert_near(nearest(&map, [5.0, 20.0], 0.5), [5.0, 20.0]);
        // Beyond the corner: on the circle around it.
        let s = 0.5 / 2f64.sqrt();
        assert_near(nearest(&map, [20.1, 30.1], 0.5), [20.0 + s, 30.0 + s]);
    }

    #[test]
    fn between_two_walls_the_place_keeps_away_from_both() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 40.0])).unwrap();
        map.insert(&Outline::rectangle([10.0, 0.0], [12.0, 40.0])).unwrap();
        map.insert(&Outline::rectangle([12.8, 0.0], [14.0, 40.0])).unwrap();
        // The gap of 0.8 m has no room for a disc of 1 m; the nearest room is beyond the thinner wall.
        assert_near(nearest(&map, [12.4, 20.0], 0.5), [14.5, 20.0]);
        assert_near(nearest(&map, [12.1, 20.0], 0.4), [12.4, 20.0]);
        assert_near(nearest(&map, [0.1, 0.2], 0.5), [0.5, 0.5]);
    }

    #[test]
    fn where_nothing_has_room_there_is_no_place() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [4.0, 1.0])).unwrap();
        assert_eq!(nearest(&map, [2.0, 0.5], 0.6), None);
    }
}
