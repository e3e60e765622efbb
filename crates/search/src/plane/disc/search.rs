//! What does not change during one search for a disc: the query, what may be crossed, and lower bounds on what is left.

use super::super::frontier::Search;
use super::super::guide::Guide;
use super::tangent::unit;
use navigant_geometry::internals::Offset;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::{Feature, MapInternals as _, Profiles, gap_is_below, leeway};
use navigant_mesh::{EdgeId, FaceId, Map, VertexId};

/// One search: what does not change while it runs. Lengths are in lattice steps.
pub(in super::super) struct DiscSearch<'m> {
    pub(in super::super) map: &'m Map,
    /// Which edges may be crossed.
    pub(in super::super) plain: Search<'m>,
    /// Lower bounds from the search for a point, if there was one.
    pub(in super::super) guide: Option<Guide<'m>>,
    /// The guide rounds both ends to the lattice: its lengths may be too long by this.
    pub(in super::super) rounded: f64,
    pub(in super::super) radius: f64,
    pub(in super::super) from: Offset,
    pub(in super::super) to: Offset,
    /// The free faces that both lie in.
    pub(in super::super) faces: [Option<FaceId>; 2],
}

/// Factor above 1 for what passages, which are kept as floats of 32 bits, are rounded by.
const ROUNDED_PASSAGE: f64 = 1.0 + 1e-6;

/// Whether an edge is at least as long as a width in steps, exactly.
#[inline]
pub(super) fn is_as_long(map: &Map, e: EdgeId, width: f64) -> bool {
    let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
    let (squared, width_squared) = (Offset::between(a, b).squared(), width * width);
    squared > width_squared * (1.0 + 1e-9)
        || squared >= width_squared * (1.0 - 1e-9) && !gap_is_below(map, a, Feature::Corner(map.target(e)), width)
}

impl<'m> DiscSearch<'m> {
    pub(super) fn profiles(&self) -> &'m Profiles {
        self.map.profiles()
    }

    #[inline]
    pub(super) fn tolerance(&self) -> f64 {
        leeway(self.radius)
    }

    /// What passages are compared with.
    #[inline]
    pub(super) fn width(&self) -> f32 {
        (2.0 * (self.radius - self.tolerance())) as f32
    }

    /// Whether an edge leads on. An arc may reach into a dead end, so its way out leads on too.
    #[inline]
    pub(super) fn leads_on(&self, e: EdgeId) -> bool {
        self.plain.may_cross(e) || self.plain.leads_out(e)
    }

    /// Whether the disc may cross an edge out of its face: it leads on, and is as long as the disc is wide, exactly.
    #[inline]
    pub(super) fn may_cross(&self, e: EdgeId) -> bool {
        self.leads_on(e) && is_as_long(self.map, e, 2.0 * self.radius)
    }

    /// Whether everything that is seen from a corner, but for its own walls, is farther away than the disc is wide. Then nothing else
    /// is in the way of a disc that touches the corner, by the triangle inequality. `walls` becomes the directions of its walls.
    ///
    /// In a face around the corner, what is nearer to it than both other corners is measured as the passage around it.
    pub(super) fn is_alone(&self, v: VertexId, walls: &mut Vec<Offset>) -> bool {
        let (map, profiles) = (self.map, self.profiles());
        let enough = 2.0 * (self.radius + 2.0 * self.tolerance()) * ROUNDED_PASSAGE;
        let at = map.lattice_point(v);
        walls.clear();
        // On layers there may be floors above each other around it.
        let mut is_alone = map.layer_count() == 1 || !map.pinches().contains(v);
        for e in map.edges_from(v) {
            let (spoke, is_wall) = (Offset::between(at, map.lattice_point(map.target(e))), map.is_wall(e));
            let is_free = map.is_free(e.face());
            // What bounds nothing free may be on another layer.
            if is_wall && (is_free || map.is_free(map.twin(e).face())) {
                walls.push(unit(spoke));
            }
            is_alone &= !(is_wall || is_free) || spoke.squared() > enough * enough;
            is_alone &= !is_free || f64::from(profiles.passage(e.next())) > enough;
        }
        is_alone
    }

    /// The corners beyond an edge whose circles reach over it.
    #[inline]
    pub(super) fn corners_beyond(&self, e: EdgeId) -> impl Iterator<Item = VertexId> + use<'m> {
        let profiles = self.profiles();
        let is_reached = f64::from(profiles.corner_beyond(e)) <= self.radius && !self.map.is_wall(e);
        let features = is_reached.then(|| profiles.left_of(self.map.twin(e))).into_iter().flatten();
        features.filter_map(|feature| if let Feature::Corner(v) = feature { Some(v) } else { None })
    }

    /// The free faces that a place with room lies in, or beside by rounding: one is given.
    pub(super) fn faces_at(&self, (place, face): (Offset, Option<FaceId>)) -> [Option<FaceId>; 3] {
        let map = self.map;
        let Some(face) = face else { return [None; 3] };
        let mut found = [Some(face), None, None];
        let near = face.edges().into_iter().filter(|&e| {
            let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
            !map.is_wall(e) && (b - a).cross(place - a) <= 1e-6 * (b - a).length()
        });
        for (slot, e) in found[1..].iter_mut().zip(near) {
            *slot = Some(map.twin(e).face());
        }
        found
    }

    /// A lower bound on the cost of a path through an edge; `towards` bounds that of a path from the root through the edge to
    /// a place.
    pub(super) fn estimate(&self, edge: EdgeId, unseen: f64, towards: impl Fn(Offset) -> f64) -> f64 {
        let Some(guide) = &self.guide else { return towards(self.to) };
        let corners = guide.corners(edge).map(|(at, left): (LatticePoint, f64)| towards(Offset::to(at)) + left);
        let seen = corners.fold(f64::INFINITY, f64::min) - self.rounded;
        if seen <= unseen {
            return seen;
        }
        let faces = [edge, self.map.twin(edge)].map(EdgeId::face);
        let is_looked_into = faces.into_iter().all(|f| self.plain.is_looked_into(f));
        let unseen = if is_looked_into { unseen.min(seen) - self.rounded } else { 0.0 };
        towards(self.to).max(unseen)
    }

    /// A lower bound on what is left from a place on the circle around a vertex, to which the cost is `so_far`.
    pub(super) fn left(&self, v: VertexId, so_far: f64, place: Offset) -> f64 {
        let straight = (self.to - place).length();
        // The guide has not looked into dead ends.
        let is_known = || {
            let mut around = self.map.edges_from(v).map(EdgeId::face).filter(|&f| self.map.is_free(f));
            around.any(|f| self.plain.is_looked_into(f))
        };
        match &self.guide {
            // Where it touches the circle, the disc sees the corner; but a seam with a toll may be between.
            Some(guide) if !self.plain.pays() && is_known() => {
                straight.max(guide.least(v, so_far + self.radius) - self.radius - self.rounded)
            }
            _ => straight,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::super::ends::{End, Ends};
    use super::*;
    use navigant_geometry::Outline;

    #[test]
    fn an_edge_is_crossed_by_discs_that_are_no_wider_than_it_is_long() {
        let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
        let posts = [[32.0, 28.0], [32.0, 36.0]];
        let (map, _) = Map::build(&[floor], &posts.map(|post| Outline::polyline([post]))).unwrap();
        let [a, b] = posts.map(|post| map.vertices().find(|&v| map.point(v) == post.into()).unwrap());
        let between = map.edges_from(a).find(|&e| map.target(e) == b).unwrap();
        let mut ends = Ends::default();
        ends.begin(&map);
        let exact = 4.0 / map.lattice().step();
        for (radius, may_cross) in
            [(0.25 * exact, true), (exact, true), (exact.next_up(), false), (1.5 * exact, false), (8.0 * exact, false)]
        {
            let (from, to) = (Offset::to(map.lattice_point(a)), Offset::to(map.lattice_point(b)));
            let plain = Search::new(&map, &ends, map.lattice_point(b), End::Goal);
            let search = DiscSearch { map: &map, plain, guide: None, rounded: 0.0, radius, from, to, faces: [None; 2] };
            assert_eq!(search.may_cross(between), may_cross, "{radius} of {exact}");
            assert_eq!(search.may_cross(map.twin(between)), may_cross, "{radius} of {exact}");
        }
    }

    #[test]
    fn a_place_on_an_edge_lies_in_both_faces() {
        let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
        let posts = [[62.0, 60.0], [62.0, 60.5]];
        let (map, _) = Map::build(&[floor], &posts.map(|post| Outline::polyline([post]))).unwrap();
        let mut ends = Ends::default();
        ends.begin(&map);
        let [from, to] = posts.map(|post| map.steps(post.into()));
        let plain = Search::new(&map, &ends, map.lattice_point(map.vertices().next().unwrap()), End::Goal);
        let search =
            DiscSearch { map: &map, plain, guide: None, rounded: 0.0, radius: 1.0, from, to, faces: [None; 2] };
        let middle = (from + to) * 0.5;
        for (off, faces) in [(0.0, 2), (1e-7, 2), (-1e-7, 2), (5e-5, 1), (-5e-5, 1)] {
            let place = middle + Offset::new(off, 0.0);
            let found = search.faces_at((place, map.face_of(place)));
            assert_eq!(found.into_iter().flatten().count(), faces, "{off}");
        }
    }
}
