//! A disc's path, from the corners it bends around.

use super::super::path::{Bend, Path, Proof, Query, Turn};
use super::tangent::{is_a_little_back, passing_or_touching, turned_on_path};
use navigant_geometry::internals::Offset;
use navigant_mesh::Map;
use navigant_mesh::internals::MapInternals as _;

/// Lays out the path between the ends of a query that bends around `path.bends` in turn.
pub(super) fn lay_out(map: &Map, query: &Query<'_>, path: &mut Path) {
    let radius = query.radius / map.lattice().step();
    let legs = Legs { map, bends: &path.bends, ends: [query.from, query.to].map(|p| map.steps(p)), radius };
    path.points.clear();
    path.corners.clear();
    path.corners.extend(path.bends.iter().map(|bend| map.point(bend.vertex)));
    path.points.push(query.from);
    let mut length = 0.0;
    let mut arrived: Option<(Offset, Turn)> = None;
    for leg in 0..=path.bends.len() {
        let ((from, side), (to, to_side)) = (legs.circle(leg), legs.circle(leg + 1));
        let heading = legs.heading(leg);
        if let Some((before, turn)) = arrived {
            length += turned_on_path(before, heading, turn) * radius;
            path.points.push(map.at_steps(from - heading.left() * side));
        }
        length += heading.dot(to - from).max(0.0);
        path.points.push(match path.bends.get(leg) {
            Some(_) => map.at_steps(to - heading.left() * to_side),
            None => query.to,
        });
        arrived = path.bends.get(leg).map(|bend| (heading, bend.turn));
    }
    path.radius = query.radius;
    path.length = length * map.lattice().step();
    path.proof = Proof::Shortest;
    path.revision = map.revision();
}

/// The legs of a path: leg i leads to bend i, the last one to the goal. In steps.
struct Legs<'p> {
    map: &'p Map,
    bends: &'p [Bend],
    ends: [Offset; 2],
    radius: f64,
}

impl Legs<'_> {
    /// Where a leg starts, or the one before it ends: a corner or an end of the path, and how far to the left of the leg it is.
    fn circle(&self, leg: usize) -> (Offset, f64) {
        match leg.checked_sub(1) {
            None => (self.ends[0], 0.0),
            Some(bend) => match self.bends.get(bend) {
                Some(bend) => (Offset::to(self.map.lattice_point(bend.vertex)), bend.turn.side() * self.radius),
                None => (self.ends[1], 0.0),
            },
        }
    }

    fn tangent(&self, leg: usize) -> Offset {
        let ((from, side), (to, to_side)) = (self.circle(leg), self.circle(leg + 1));
        passing_or_touching(to - from, to_side - side)
    }

    /// The heading of a leg: that of the tangent, unless an end of the path is so near to the circle, but a rounding off it, that the
    /// tangent would touch it beyond where the path leaves it. Then the path leads straight on.
    fn heading(&self, leg: usize) -> Offset {
        let own = self.tangent(leg);
        let is_back = |bend: usize| {
            let Bend { turn, .. } = self.bends[bend];
            is_a_little_back(self.tangent(bend), self.tangent(bend + 1), turn)
        };
        let last = self.bends.len();
        match last {
            0 => own,
            1 if is_back(0) => {
                let (centre, side) = self.circle(1);
                let detour = |heading: &Offset| {
                    let touch = centre - heading.left() * side;
                    self.ends.into_iter().map(|end| (end - touch).length()).sum::<f64>()
                };
                let headings = [self.tangent(0), self.tangent(1)];
                if detour(&headings[0]) <= detour(&headings[1]) { headings[0] } else { headings[1] }
            }
            1 => own,
            _ if leg == 0 && is_back(0) => self.tangent(1),
            _ if leg == last && is_back(last - 1) => self.tangent(last - 1),
            _ => own,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    /// Two posts that are passed on their left, and ends where the disc touches them, but for rounding. The tangent from an end
    /// that is nearer than the radius touches the circle where the path has not come to yet, or has left it: there is no arc.
    #[test]
    fn a_path_leads_straight_on_past_a_circle_that_an_end_lies_in() {
        let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
        let posts = [[16.0, 32.0], [48.0, 32.0]];
        let (map, _) = Map::build(&[floor], &posts.map(|post| Outline::polyline([post]))).unwrap();
        let vertices = posts.map(|post| map.vertices().find(|&v| map.point(v) == post.into()).unwrap());
        for beyond in [1e-8, 1e-7, 1e-6, 1e-5] {
            let query = Query::new([16.0 + beyond, 36.0 - 1e-9], [48.0 - beyond, 36.0 - 1e-9]).with_radius(4.0);
            let mut path = Path::default();
            path.bends.extend(vertices.map(|vertex| Bend { vertex, turn: Turn::Right }));
            lay_out(&map, &query, &mut path);
            let [_, to_first, from_first, to_second, from_second, _] = path.points[..] else { panic!("{path:?}") };
            assert_eq!((to_first, to_second), (from_first, from_second), "{beyond}");
            assert!((path.length - 32.0).abs() < 1e-4, "{beyond}: {path:?}");
        }
    }
}
