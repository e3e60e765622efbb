//! Where agents may start and go: random places with room, in a polygon, all within reach of each other.

use crate::draws::Draws;
use crate::tuning::ground::{ANCHORS, TRIES, TRIES_BESIDE};
use crate::words::{Read, Words};
use navigant_geometry::internals::LatticeInternals as _;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Bounds, ComponentId, Map, Point};

/// A part of the map to draw places from.
#[derive(Clone)]
pub(crate) struct Ground {
    polygon: Option<Vec<Point>>,
    bounds: Bounds,
    /// Places in the largest connected component, where no polygon says which is meant. Ids of components are good for
    /// one version of the map only, and an obstacle may come to stand on a place.
    anchors: Vec<Point>,
}

impl Ground {
    /// The ground within a polygon, or the largest connected one.
    pub(crate) fn of(map: &Map, polygon: Option<&[Point]>) -> Ground {
        let bounds = match polygon {
            Some(polygon) => Bounds::of(polygon.iter().copied()),
            None => {
                Bounds::of(map.faces().filter(|&f| map.is_free(f)).flat_map(|f| map.corners(f)).map(|v| map.point(v)))
            }
        };
        let largest =
            map.component_areas().into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(component, _)| component);
        let bounds = bounds.unwrap_or(map.lattice().reach());
        let anchors = match polygon {
            Some(_) => Vec::new(),
            None => {
                let mut draws = Draws::new(0);
                let tried = (0..TRIES).map(|_| draws.point(bounds));
                tried.filter(|&p| largest.is_some() && map.component_at(p) == largest).take(ANCHORS).collect()
            }
        };
        Ground { polygon: polygon.map(<[Point]>::to_vec), bounds, anchors }
    }

    /// What is to be known about it beside the polygon: both follow from the map as it was at the start.
    pub(crate) fn save(&self, words: &mut Words) {
        words.point(self.bounds.min);
        words.point(self.bounds.max);
        words.list(self.anchors.iter(), |words, &p| words.point(p));
    }

    pub(crate) fn load(map: &Map, polygon: Option<&[Point]>, words: &mut Read<'_>) -> Option<Ground> {
        let bounds = Bounds { min: words.point()?, max: words.point()? };
        let reach = map.lattice().reach();
        let is_inside = |p: Point| reach.contains(p);
        let is_known = polygon.is_some() || is_inside(bounds.min) && is_inside(bounds.max);
        let anchors = words.list(|words| words.point().filter(|&p| is_inside(p)))?;
        let is_box = bounds.min.x <= bounds.max.x && bounds.min.y <= bounds.max.y;
        (is_known && is_box).then_some(Ground { polygon: polygon.map(<[Point]>::to_vec), bounds, anchors })
    }

    /// The component, by its present id: most anchors are free and in it, so the first free one is.
    fn component(&self, map: &Map) -> Option<ComponentId> {
        self.anchors.iter().find_map(|&p| map.component_at(p))
    }

    /// A place on it with room for a radius, such that something holds; none if none is found.
    pub(crate) fn place(
        &self,
        map: &Map,
        draws: &mut Draws,
        radius: f64,
        mut is_good: impl FnMut(Point) -> bool,
    ) -> Option<Point> {
        let component = self.component(map);
        let mut drawn = (0..TRIES).map(|_| draws.point(self.bounds));
        drawn.find(|&p| self.contains(map, component, p, radius) && is_good(p))
    }

    /// A place about so far away from another.
    pub(crate) fn away(
        &self,
        map: &Map,
        draws: &mut Draws,
        radius: f64,
        (from, distance): (Point, [f64; 2]),
    ) -> Option<Point> {
        // Draws beside the circle are rejected, but only these.
        let Bounds { min, max } = self.bounds;
        let far = distance[1];
        let near = Bounds {
            min: Point::new(min.x.max(from.x - far), min.y.max(from.y - far)),
            max: Point::new(max.x.min(from.x + far), max.y.min(from.y + far)),
        };
        let is_good = |p: Point| (distance[0]..=distance[1]).contains(&p.distance(from));
        let component = self.component(map);
        (0..TRIES).map(|_| draws.point(near)).find(|&p| is_good(p) && self.contains(map, component, p, radius))
    }

    /// A place no farther away from another than a distance, such that something holds.
    pub(crate) fn beside(
        &self,
        map: &Map,
        draws: &mut Draws,
        radius: f64,
        (other, distance): (Point, f64),
        is_good: &impl Fn(Point, f64) -> bool,
    ) -> Option<Point> {
        let near = Bounds {
            min: Point::new(other.x - distance, other.y - distance),
            max: Point::new(other.x + distance, other.y + distance),
        };
        let component = self.component(map);
        let mut drawn = (0..TRIES_BESIDE).map(|_| draws.point(near));
        drawn.find(|&p| is_good(p, radius) && self.contains(map, component, p, radius))
    }

    /// False for points that are surely outside of its box, whatever rounding does.
    pub(crate) fn may_contain(&self, p: Point) -> bool {
        let Bounds { min, max } = self.bounds;
        let leeway = 1e-9 * (max.x.abs() + min.x.abs() + max.y.abs() + min.y.abs());
        p.x >= min.x - leeway && p.x <= max.x + leeway && p.y >= min.y - leeway && p.y <= max.y + leeway
    }

    fn contains(&self, map: &Map, component: Option<ComponentId>, p: Point, radius: f64) -> bool {
        self.polygon.as_ref().is_none_or(|polygon| is_inside(polygon, p))
            && map.clearance_at(p).is_some_and(|clearance| clearance > radius)
            && (component.is_none() || map.component_at(p) == component)
    }
}

/// Even-odd rule.
pub(crate) fn is_inside(polygon: &[Point], p: Point) -> bool {
    let ends = polygon.iter().zip(polygon.iter().cycle().skip(1));
    let crossed =
        ends.filter(|(a, b)| (a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x));
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;

    #[test]
    fn places_have_room_and_lie_where_they_should() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 10.0])).unwrap();
        map.insert(&Outline::polyline([[15.0, 0.0], [15.0, 10.0]])).unwrap();
        let mut draws = Draws::new(1);
        let largest = Ground::of(&map, None);
        for _ in 0..100 {
            let p = largest.place(&map, &mut draws, 0.5, |_| true).unwrap();
            assert!((0.5..14.5).contains(&p.x), "{p}: beyond the wall is the smaller part");
            let q = largest.away(&map, &mut draws, 0.5, (p, [3.0, 9.0])).unwrap();
            assert!((3.0..=9.0).contains(&p.distance(q)));
        }
        let corner = [Point::new(16.0, 1.0), Point::new(19.0, 1.0), Point::new(16.0, 4.0)];
        let corner = Ground::of(&map, Some(&corner)).place(&map, &mut draws, 0.5, |_| true).unwrap();
        assert!(corner.x + corner.y <= 20.0 && corner.x > 16.0);
        map.insert(&Outline::rectangle([4.0, 4.0], [5.0, 5.0])).unwrap();
        assert!(largest.place(&map, &mut draws, 0.5, |_| true).is_some(), "it is still there after an edit");
        assert_eq!(largest.place(&map, &mut draws, 6.0, |_| true), None, "no room for so large a disc");
    }
}
