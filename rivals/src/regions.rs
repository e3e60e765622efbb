//! The free space of a map as polygons with holes, for those who triangulate it themselves.

use navigant_mesh::internals::{IdInternals as _, MapInternals as _};
use navigant_mesh::{ComponentId, EdgeId, Map, Point};
use std::collections::BTreeMap;

/// One connected part of the free space. Rings may touch themselves and each other in corners, but never cross.
#[derive(Debug, Default)]
pub(crate) struct Region {
    /// Counter-clockwise.
    pub(crate) outer: Vec<Point>,
    /// Clockwise.
    pub(crate) holes: Vec<Vec<Point>>,
}

/// All connected parts of the free space.
pub(crate) fn free_regions(map: &Map) -> Vec<Region> {
    let components = map.components();
    let mut regions: BTreeMap<ComponentId, Region> = BTreeMap::new();
    let mut walked = vec![false; 4 * map.face_slots()];
    for face in map.faces().filter(|&face| map.is_free(face)) {
        let Some(component) = components.of(face) else { continue };
        for (side, start) in face.edges().into_iter().enumerate() {
            if !is_border(map, start) || walked[4 * face.index() + side] {
                continue;
            }
            let ring = border_from(map, start, &mut walked);
            let region = regions.entry(component).or_default();
            if twice_area(&ring) > 0.0 {
                region.outer = ring;
            } else {
                region.holes.push(ring);
            }
        }
    }
    regions.into_values().collect()
}

/// Whether the free space to the left of an edge ends there.
pub(crate) fn is_border(map: &Map, e: EdgeId) -> bool {
    map.is_wall(e) || !map.is_free(map.twin(e).face())
}

/// The ring of borders that an edge is part of, with the free space to its left; marks what it walks along.
fn border_from(map: &Map, start: EdgeId, walked: &mut [bool]) -> Vec<Point> {
    let mut ring = Vec::new();
    let mut edge = start;
    loop {
        let side = edge.face().edges().iter().position(|&e| e == edge).unwrap_or_default();
        walked[4 * edge.face().index() + side] = true;
        ring.push(map.point(map.origin(edge)));
        // Around the edge's end, within the same free space, to the next border.
        edge = edge.next();
        while !is_border(map, edge) {
            edge = map.twin(edge).next();
        }
        if edge == start {
            return ring;
        }
    }
}

/// Positive for a ring that runs counter-clockwise.
fn twice_area(ring: &[Point]) -> f64 {
    let Some(&o) = ring.first() else { return 0.0 };
    ring.windows(2).map(|w| (w[0].x - o.x) * (w[1].y - o.y) - (w[0].y - o.y) * (w[1].x - o.x)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;

    #[test]
    fn regions_have_the_area_of_the_free_space() {
        let floor = Outline::rectangle([0.0, 0.0], [20.0, 10.0]);
        let yard = [[2.0, 2.0], [6.0, 2.0], [6.0, 6.0], [2.0, 6.0]];
        let obstacles = [
            Outline::rectangle([1.0, 1.0], [8.0, 8.0]).with_hole(yard),
            Outline::rectangle([3.0, 3.0], [4.0, 4.0]),
            Outline::rectangle([15.0, 4.0], [20.0, 6.0]),
        ];
        let (map, _) = Map::build(&[floor], &obstacles).unwrap();
        let regions = free_regions(&map);
        let mut holes: Vec<usize> = regions.iter().map(|region| region.holes.len()).collect();
        holes.sort_unstable();
        assert_eq!(holes, [1, 1], "the yard around its post, and what lies around the house");
        let rings = regions.iter().flat_map(|region| region.holes.iter().chain([&region.outer]));
        let area: f64 = rings.map(|ring| twice_area(ring) / 2.0).sum();
        assert!((area - map.free_area()).abs() < 1e-9);
    }

    #[test]
    fn places_that_touch_in_a_corner_only_are_regions_of_their_own() {
        let floor = Outline::rectangle([0.0, 0.0], [2.0, 2.0]);
        let obstacles = [Outline::rectangle([0.0, 1.0], [1.0, 2.0]), Outline::rectangle([1.0, 0.0], [2.0, 1.0])];
        let (map, _) = Map::build(&[floor], &obstacles).unwrap();
        let regions = free_regions(&map);
        assert_eq!(regions.len(), 2);
        assert!(regions.iter().all(|region| region.outer.len() == 4 && region.holes.is_empty()));
    }
}
