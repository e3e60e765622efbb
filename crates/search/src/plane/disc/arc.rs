//! Walking along the circle around a corner, from face to face, as long as the disc has room.

use super::super::path::{Bend, Turn};
use super::search::is_as_long;
use super::tangent::{ROUNDING, ahead, unit};
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::{Feature, MapInternals as _, gap_is_below};
use navigant_mesh::{EdgeId, FaceId, Map, VertexId};

/// The circle around a corner that the centre of a disc walks along when it bends there.
///
/// A *direction* is that from the corner to the centre of the disc, as a unit vector.
pub(super) struct Circle<'m> {
    pub(super) map: &'m Map,
    pub(super) bend: Bend,
    pub(super) at: LatticePoint,
    pub(super) radius: f64,
    /// The directions of the corner's walls, if nothing else can be in the way.
    pub(super) only_walls: Option<&'m [Offset]>,
}

/// Where a walk inside one face ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct Stretch {
    /// The direction.
    pub(super) to: Offset,
    /// The edge by which it leaves the face; `None` where there is no room to go on.
    pub(super) exit: Option<EdgeId>,
    /// The corner that is in the way there, if it is one.
    pub(super) blocked_by: Option<VertexId>,
}

/// A circle that reaches over an edge by less, in radii, does not leave the face it came from: it does so for less than 10⁻⁷ radii.
const GRAZING: f64 = 5e-15;

impl Circle<'_> {
    /// The direction in which the disc is when it walks with a heading.
    #[inline]
    pub(super) fn direction(turn: Turn, heading: Offset) -> Offset {
        heading.left() * -turn.side()
    }

    /// The heading with which it walks in a direction.
    #[inline]
    pub(super) fn heading(turn: Turn, direction: Offset) -> Offset {
        direction.left() * turn.side()
    }

    /// How far the walk leads from a direction in a face; it came there through the edge `entered` of that face.
    ///
    /// Of what is in the way only the features of this face matter: nothing else is nearest inside it.
    pub(super) fn walk(&self, f: FaceId, entered: Option<EdgeId>, from: Offset) -> Stretch {
        let (exit, mut stretch) = self.leave(f, entered, from);
        let mut least = exit;
        let mut meet = |feature: Option<Feature>, centre: Offset, start: Offset| {
            // Inside of what is blocked, but for rounding: it leads in if the centre is still ahead.
            let is_beside = |feature: Feature| self.is_beside(feature, from);
            let is_inside = is_nearer(from, start, centre) && feature.is_none_or(is_beside);
            let turn = self.bend.turn;
            let at = if is_inside && ahead(from, centre, turn) <= 2.0 { 0.0 } else { ahead(from, start, turn) };
            if at <= least
                && feature.is_none_or(|feature| self.is_seen(f, if at == 0.0 { from } else { start }, feature))
            {
                least = at;
                let to = if at == 0.0 { from } else { start };
                let blocked_by = if let Some(Feature::Corner(v)) = feature { Some(v) } else { None };
                stretch = Stretch { to, exit: None, blocked_by };
            }
        };
        match self.only_walls {
            Some(walls) => walls.iter().for_each(|&wall| meet(None, wall, self.before(wall, 0.0))),
            None => self.map.features_near(f).for_each(|feature| {
                if let Some((centre, start)) = self.blocked(feature) {
                    meet(Some(feature), centre, start);
                }
            }),
        }
        stretch
    }

    /// Whether a feature near a face is really there for a disc in some direction.
    #[inline]
    fn is_seen(&self, f: FaceId, direction: Offset, feature: Feature) -> bool {
        self.map.layer_count() == 1 || self.map.is_seen(f, Offset::to(self.at) + direction * self.radius, feature)
    }

    /// Where the circle leaves a face, and how far ahead that is.
    fn leave(&self, f: FaceId, entered: Option<EdgeId>, from: Offset) -> (f64, Stretch) {
        let (map, turn) = (self.map, self.bend.turn);
        let mut first = (f64::INFINITY, Stretch { to: from, exit: None, blocked_by: None });
        for e in f.edges() {
            let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::between(self.at, map.lattice_point(v)));
            let along = unit(b - a);
            let outward = along.left() * -1.0;
            // How far the edge is, in radii; most are farther than the circle reaches.
            let off = outward.dot(a) / self.radius;
            if off > 1.0 - GRAZING {
                continue;
            }
            let half = (1.0 - off * off).max(0.0).sqrt();
            let to = outward * off - along * (turn.side() * half);
            // Beyond the edge by rounding and on its way out, or all of the circle is beyond: it leaves at once.
            let is_out = outward.dot(from) >= off && outward.dot(Circle::heading(turn, from)) >= 0.0;
            let is_beyond = is_out || off <= -1.0 + ROUNDING;
            let at = if is_beyond && entered != Some(e) { 0.0 } else { ahead(from, to, turn) };
            if at < first.0 {
                let to = if at == 0.0 { from } else { to };
                first = (at, Stretch { to, exit: Some(e), blocked_by: None });
            }
        }
        if let Some(e) = first.1.exit
            && (map.is_wall(e) || !is_as_long(map, e, 2.0 * self.radius))
        {
            first.1.exit = None;
        }
        first
    }

    /// The directions in which a feature is too near: the middle one, and the first when turning to the side of the bend.
    /// `None` if there are none.
    fn blocked(&self, feature: Feature) -> Option<(Offset, Offset)> {
        let map = self.map;
        let [a, b] = feature.ends(map).map(|p| p - Offset::to(self.at));
        let (centre, cosine) = match feature {
            // At the end of a seam it has an id on either layer.
            Feature::Corner(_) if a == Offset::default() => return None,
            Feature::Corner(_) => {
                let distance = a.length();
                (a * (1.0 / distance), distance / (2.0 * self.radius))
            }
            // Its own walls: as soon as the disc is beside one.
            Feature::Wall(_) if a == Offset::default() => (unit(b), 0.0),
            Feature::Wall(_) if b == Offset::default() => (unit(a), 0.0),
            Feature::Wall(_) => {
                // Exact: the ends are lattice points. What is on the other side of a wall is not in the way.
                let (area, wall) = (a.cross(b - a), b - a);
                if area <= 0.0 {
                    return None;
                }
                let (along, height) = (unit(wall), area / wall.length());
                (along.left() * -1.0, height / self.radius - 1.0)
            }
        };
        // What is clearly far enough away is not measured in integers.
        if cosine > 1.0 + 1e-9 || !gap_is_below(map, self.at, feature, 2.0 * self.radius) {
            return None;
        }
        // In the middle of a gap that is too narrow by less than rounding there is no room either.
        let start = self.before(centre, cosine.min(1.0 - f64::EPSILON));
        let start = if self.is_beside(feature, start) { Some(start) } else { self.first_beside(feature, centre) };
        start.map(|start| (centre, start))
    }

    /// The direction in which the disc comes beside a wall, if the middle direction is beside it.
    fn first_beside(&self, feature: Feature, centre: Offset) -> Option<Offset> {
        let [a, b] = feature.ends(self.map).map(|p| p - Offset::to(self.at));
        let along = unit(b - a);
        let end = if Circle::heading(self.bend.turn, centre).dot(along) > 0.0 { a } else { b };
        let across = along.dot(end) / self.radius;
        let depth = (1.0 - across * across).max(0.0).sqrt();
        self.is_beside(feature, centre).then(|| along * across + centre * depth)
    }

    /// Whether a wall that does not end at the corner has its nearest point to the disc between its ends; else its ends are
    /// in the way.
    fn is_beside(&self, feature: Feature, direction: Offset) -> bool {
        let Feature::Wall(_) = feature else { return true };
        let [a, b] = feature.ends(self.map).map(|p| p - Offset::to(self.at));
        if a == Offset::default() || b == Offset::default() {
            return true;
        }
        let foot = (b - a).dot(direction * self.radius - a);
        (0.0..=(b - a).squared()).contains(&foot)
    }

    /// The direction from which one comes to another, when turning to the side of the bend, after an angle with this cosine.
    fn before(&self, direction: Offset, cosine: f64) -> Offset {
        let sine = (1.0 - cosine * cosine).max(0.0).sqrt();
        direction * cosine - direction.left() * (self.bend.turn.side() * sine)
    }
}

/// Whether a direction is nearer to a middle one than another is, also where cosines cannot tell.
fn is_nearer(direction: Offset, than: Offset, middle: Offset) -> bool {
    let [a, b] = [direction, than].map(|d| d.dot(middle));
    if a > 0.5 && b > 0.5 { direction.cross(middle).abs() < than.cross(middle).abs() } else { a > b }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::{Outline, Point};

    /// A post, another to its right, and a box above it.
    fn map() -> Map {
        let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
        let obstacles = [
            Outline::polyline([[32.0, 16.0]]),
            Outline::polyline([[38.0, 16.0]]),
            Outline::rectangle([8.0, 24.0], [56.0, 40.0]),
        ];
        Map::build(&[floor], &obstacles).unwrap().0
    }

    fn vertex(map: &Map, at: [f64; 2]) -> VertexId {
        map.vertices().find(|&v| map.point(v) == Point::from(at)).unwrap()
    }

    fn circle(map: &Map, at: [f64; 2], turn: Turn, radius: f64) -> Circle<'_> {
        let vertex = vertex(map, at);
        Circle { map, bend: Bend { vertex, turn }, at: map.lattice_point(vertex), radius, only_walls: None }
    }

    /// The other post, and the wall of the box that faces the first.
    fn features(map: &Map) -> [Feature; 2] {
        let [a, b] = [[8.0, 24.0], [56.0, 24.0]].map(|at| vertex(map, at));
        let between = map.edges_from(a).filter(|&e| map.target(e) == b).flat_map(|e| [e, map.twin(e)]);
        let wall = between.into_iter().find(|&e| map.is_wall(e) && map.is_free(e.face())).unwrap();
        [Feature::Corner(vertex(map, [38.0, 16.0])), Feature::Wall(wall)]
    }

    #[test]
    fn a_feature_is_in_the_way_from_where_the_disc_touches_it() {
        let map = map();
        let step = map.lattice().step();
        for turn in [Turn::Left, Turn::Right] {
            for (feature, gap) in features(&map).into_iter().zip([6.0 / step, 8.0 / step]) {
                for share in [0.51, 0.6, 0.75, 0.9, 0.999] {
                    let circle = circle(&map, [32.0, 16.0], turn, gap * share);
                    let (centre, start) = circle.blocked(feature).unwrap();
                    let distance =
                        |direction: Offset| feature.distance(&map, Offset::to(circle.at) + direction * circle.radius);
                    assert!((distance(start) - circle.radius).abs() < 1e-6 * gap, "{feature:?} {share}");
                    assert!((centre.length() - 1.0).abs() < 1e-12 && distance(centre) < circle.radius);
                    assert!(ahead(start, centre, turn) < 2.0, "the middle comes after the first");
                }
            }
        }
    }

    #[test]
    fn a_gap_of_exactly_the_width_is_not_in_the_way() {
        let map = map();
        let step = map.lattice().step();
        for (feature, gap) in features(&map).into_iter().zip([6.0 / step, 8.0 / step]) {
            let is_blocked = |radius| circle(&map, [32.0, 16.0], Turn::Left, radius).blocked(feature).is_some();
            let exact = 0.5 * gap;
            assert_eq!([0.9 * exact, exact, exact.next_up(), 1.1 * exact].map(is_blocked), [false, false, true, true]);
            // Its middle is not the first direction without room.
            for turn in [Turn::Left, Turn::Right] {
                let (centre, start) = circle(&map, [32.0, 16.0], turn, exact.next_up()).blocked(feature).unwrap();
                assert!(ahead(start, centre, turn) > 0.0 && ahead(start, centre, turn) < 1e-6);
            }
        }
    }

    /// Posts whose distance is rounded up to the width: the cosine is 1, and the gap too narrow all the same.
    #[test]
    fn the_middle_of_a_gap_that_is_too_narrow_by_a_rounding_is_not_the_first_direction_without_room() {
        let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
        let others = [[3.0, 5.0], [5.0, 3.0], [-7.0, 4.0], [2.0, -9.0], [-6.0, -5.0], [8.0, -1.0], [1.0, 12.0]];
        let posts = others.map(|[x, y]| Outline::polyline([[32.0 + x, 32.0 + y]]));
        let obstacles: Vec<Outline> = posts.into_iter().chain([Outline::polyline([[32.0, 32.0]])]).collect();
        let (map, _) = Map::build(&[floor], &obstacles).unwrap();
        let mut tried = 0;
        for turn in [Turn::Left, Turn::Right] {
            for [x, y] in others {
                let (feature, at) = (Feature::Corner(vertex(&map, [32.0 + x, 32.0 + y])), [32.0, 32.0]);
                let width = feature.distance(&map, map.steps(at.into()));
                let circle = circle(&map, at, turn, 0.5 * width);
                let blocked = circle.blocked(feature);
                assert_eq!(blocked.is_some(), gap_is_below(&map, circle.at, feature, width));
                if let Some((centre, start)) = blocked {
                    assert!(ahead(start, centre, turn) > 0.0 && ahead(start, centre, turn) < 1e-6);
                    tried += 1;
                }
            }
        }
        assert!(tried > 0);
    }

    #[test]
    fn a_circle_that_grazes_an_edge_stays_in_its_face() {
        let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
        let posts = [[32.0, 32.0], [40.0, 20.0], [40.0, 44.0], [24.0, 20.0], [24.0, 44.0]];
        let (map, _) = Map::build(&[floor], &posts.map(|post| Outline::polyline([post]))).unwrap();
        let [centre, a, b] = [posts[0], posts[1], posts[2]].map(|post| vertex(&map, post));
        let spoke = map.edges_from(centre).find(|&e| map.target(e) == a).unwrap();
        let opposite = spoke.next();
        assert_eq!(map.target(opposite), b);
        let height = 8.0 / map.lattice().step();
        for turn in [Turn::Left, Turn::Right] {
            let from = unit(Offset::new(1.0, -0.01 * turn.side()));
            let exit = |radius| circle(&map, posts[0], turn, radius).leave(spoke.face(), None, from).1.exit;
            assert_ne!(exit(height * (1.0 - 1e-9)), Some(opposite), "does not reach it");
            assert_ne!(exit(height * (1.0 + 1e-15)), Some(opposite), "grazes it");
            assert_eq!(exit(height * (1.0 + 1e-9)), Some(opposite), "crosses it");
        }
    }
}
