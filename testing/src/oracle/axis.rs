//! The medial axis by solving for every three sites.

use super::axis_curves::Curve;
use super::axis_discs::{LEAST_RADIUS, Rough, is_roughly_empty, refined, solve};
use super::axis_sites::{Corner, CornerKind, Measured, Site, corners, exact, sites};
use super::clearance::clearance;
use super::double_double::{Double, Pair, minus, norm};
use super::walls::Walls;
use navigant_geometry::Point;
use navigant_geometry::internals::LatticeInternals as _;
use std::collections::BTreeMap;

/// The generalized Voronoi diagram of the free space, and in it the medial axis.
///
/// *Sites* are the sides of walls that face free space, and the vertices that stick out into it ([`Site`]). A vertex
/// around which half a turn or less is free is nowhere nearest alone, and is no site.
///
/// *Nodes* are the points where at least three sites are nearest, all of those merged into one, and, with radius 0, every
/// corner of the free space, one for each free sector at a vertex.
///
/// *Edges* are the curves along which two sites are nearest. Those between a side and its own end, and those between two
/// sides that are one straight line, are the *spokes*: along them the two nearest points are the same, so they are no
/// part of the medial axis. Every other edge is, also those that run into corners where less than half a turn is free.
///
/// - [`Axis::of`] is everything: the full generalized Voronoi diagram. Every node but the corners has as many edges as
///   sites, which is checked.
/// - [`Axis::medial`] is without spokes. Its nodes with two edges are *bends*: the nearest sites change, the axis goes on.
/// - [`Axis::without_corners`] is without the arcs that end in corners, too.
#[derive(Clone, Debug)]
pub struct Axis {
    /// Where three sites or more are nearest, and corners.
    pub nodes: Vec<AxisNode>,
    /// Where two are.
    pub edges: Vec<AxisEdge>,
    sites: Vec<Measured>,
}

/// A point where at least three sites are nearest, or a corner.
#[derive(Clone, Debug, PartialEq)]
pub struct AxisNode {
    /// All of its nearest sites, sorted. At a corner, both sides and, if it is a site, the vertex.
    pub sites: Vec<Site>,
    /// Where it is.
    pub at: Point,
    /// Its clearance in metres; 0 at a corner.
    pub radius: f64,
    exact: Pair,
    steps: Double,
}

/// A curve along which two sites are nearest: straight, or a parabola between a side and a vertex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct AxisEdge {
    /// The two, sorted.
    pub sites: [Site; 2],
    /// Its ends, by their place among the nodes.
    pub nodes: [usize; 2],
    /// The least clearance along it in metres.
    pub least: f64,
    /// By how it is named within.
    pub(super) pair: [usize; 2],
}

/// Why an axis is not certain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ambiguous(
    /// What is odd about it.
    pub String,
);

/// What is taken for nothing, in steps: equations are solved to some 24 decimals, and things on the lattice that do not
/// coincide are hardly ever nearer to doing so. Corners side by side, far from a node, may differ by 10⁻¹⁴.
const NOTHING: f64 = 1e-17;
/// Nodes of the same sites that are nearer to each other are the same.
const SAME: f64 = 1e-9;

impl Axis {
    /// Solves for every three sites.
    ///
    /// # Errors
    /// [`Ambiguous`] if the nodes do not have the edges they should have: two things are so nearly the same that this
    /// oracle cannot tell.
    pub fn of(walls: &Walls) -> Result<Axis, Ambiguous> {
        let corners = corners(walls);
        let sites = sites(walls, &corners).into_iter().map(|site| Measured::new(site, walls)).collect();
        let mut axis = Axis { nodes: Vec::new(), edges: Vec::new(), sites };
        axis.add_corners(walls, &corners);
        axis.add_nodes(walls);
        axis.add_edges(walls);
        axis.check(&corners)?;
        Ok(axis)
    }

    /// The medial axis: without spokes and what only they lead to.
    pub fn medial(&self) -> Axis {
        self.without(|edge| edge.sites[0].is_spoke_with(edge.sites[1]))
    }

    /// The medial axis without the arcs that end in a corner.
    pub fn without_corners(&self) -> Axis {
        let medial = self.medial();
        medial.without(|edge| edge.nodes.iter().any(|&n| medial.nodes[n].radius == 0.0))
    }

    /// How many edges end at a node.
    pub fn degree(&self, node: usize) -> usize {
        self.edges.iter().flat_map(|edge| edge.nodes).filter(|&n| n == node).count()
    }

    fn without(&self, is_dropped: impl Fn(&AxisEdge) -> bool) -> Axis {
        let mut kept = Axis { nodes: Vec::new(), edges: Vec::new(), sites: self.sites.clone() };
        let mut places = BTreeMap::new();
        for edge in self.edges.iter().filter(|edge| !is_dropped(edge)) {
            let nodes = edge.nodes.map(|n| {
                *places.entry(n).or_insert_with(|| {
                    kept.nodes.push(self.nodes[n].clone());
                    kept.nodes.len() - 1
                })
            });
            kept.edges.push(AxisEdge { nodes, ..*edge });
        }
        kept
    }

    fn add_corners(&mut self, walls: &Walls, corners: &[Corner]) {
        for corner in corners {
            let vertex = (corner.kind == CornerKind::Outward).then_some(Site::Vertex(corner.at));
            let mut sites: Vec<Site> = corner.sides.into_iter().chain(vertex).collect();
            sites.sort_unstable();
            let at = walls.lattice().world(corner.at);
            self.nodes.push(AxisNode { sites, at, radius: 0.0, exact: exact(corner.at), steps: Double::ZERO });
        }
    }

    fn add_nodes(&mut self, walls: &Walls) {
        let rough: Vec<Rough> = self.sites.iter().map(Rough::of).collect();
        let mut found: BTreeMap<Vec<usize>, Vec<(Pair, Double)>> = BTreeMap::new();
        let mut held = 0;
        for i in 0..rough.len() {
            for j in 0..i {
                for k in 0..j {
                    for (at, radius) in solve([&rough[i], &rough[j], &rough[k]]).into_iter().flatten() {
                        if !is_roughly_empty(&rough, [i, j, k], at, radius, &mut held) {
                            continue;
                        }
                        let Some((at, radius)) = refined([i, j, k].map(|i| &self.sites[i]), at, radius) else {
                            continue;
                        };
                        let near = self.nearest(at, radius);
                        let has_all = [i, j, k].iter().all(|i| near.contains(i));
                        if !has_all || !self.is_empty(at, radius) || !walls.is_free_at(at.map(Double::rounded)) {
                            continue;
                        }
                        let same = found.entry(near).or_default();
                        if same.iter().all(|(p, _)| norm(minus(*p, at)).rounded() > SAME) {
                            same.push((at, radius));
                        }
                    }
                }
            }
        }
        for (near, places) in found {
            for (exact, steps) in places {
                let at = walls.world(exact.map(Double::rounded));
                let radius = steps.rounded() * walls.lattice().step();
                let sites = near.iter().map(|&i| self.sites[i].site).collect();
                self.nodes.push(AxisNode { sites, at, radius, exact, steps });
            }
        }
    }

    /// The sites that are as far from a point as a radius says.
    fn nearest(&self, at: Pair, radius: Double) -> Vec<usize> {
        let is_near =
            |site: &Measured| site.is_in_reach(at, NOTHING) && (site.distance(at) - radius).abs().rounded() <= NOTHING;
        (0..self.sites.len()).filter(|&i| is_near(&self.sites[i])).collect()
    }

    /// Whether no site is nearer to a point.
    fn is_empty(&self, at: Pair, radius: Double) -> bool {
        self.sites.iter().all(|site| {
            // What a side that is passed on its other side hides is hidden by its other side too, or is not free.
            let distance = site.distance(at).abs();
            !site.is_in_reach(at, NOTHING) || distance >= radius - Double::from(NOTHING)
        })
    }

    fn add_edges(&mut self, walls: &Walls) {
        let place: BTreeMap<Site, usize> = self.sites.iter().enumerate().map(|(i, site)| (site.site, i)).collect();
        let mut shared: BTreeMap<[usize; 2], Vec<usize>> = BTreeMap::new();
        for (n, node) in self.nodes.iter().enumerate() {
            let near: Vec<usize> = node.sites.iter().map(|site| place[site]).collect();
            for (k, &j) in near.iter().enumerate() {
                for &i in &near[..k] {
                    shared.entry([i, j]).or_default().push(n);
                }
            }
        }
        for (pair, nodes) in shared {
            let curve = Curve::between(&self.sites[pair[0]], &self.sites[pair[1]]);
            let mut along: Vec<(Double, usize)> =
                nodes.into_iter().map(|n| (curve.along(self.nodes[n].exact, self.nodes[n].steps), n)).collect();
            along.sort_by(|(s, _), (t, _)| s.partial_cmp(t).unwrap_or(std::cmp::Ordering::Equal));
            for ends in along.windows(2) {
                let [a, b] = [&self.nodes[ends[0].1], &self.nodes[ends[1].1]];
                let (middle, radius) = curve.middle((a.exact, a.steps), (b.exact, b.steps));
                let [s, t] = pair.map(|i| &self.sites[i]);
                let is_theirs = [s, t].iter().all(|site| {
                    site.is_in_reach(middle, NOTHING) && (site.distance(middle) - radius).abs().rounded() <= NOTHING
                });
                // Both sides of one wall meet in its ends only.
                let has_room = radius.rounded() > LEAST_RADIUS;
                if !has_room
                    || !is_theirs
                    || !self.is_empty(middle, radius)
                    || !walls.is_free_at(middle.map(Double::rounded))
                {
                    continue;
                }
                let least = curve.least([(ends[0].0, a.steps), (ends[1].0, b.steps)]);
                let least = least.rounded() * walls.lattice().step();
                let nodes = [ends[0].1, ends[1].1];
                self.edges.push(AxisEdge { sites: [s.site, t.site], nodes, least, pair });
            }
        }
    }

    /// A node has as many edges as sites. A corner has one, and two where the vertex is a site.
    fn check(&self, corners: &[Corner]) -> Result<(), Ambiguous> {
        let mut degrees = vec![0; self.nodes.len()];
        self.edges.iter().flat_map(|edge| edge.nodes).for_each(|n| degrees[n] += 1);
        for (n, (node, &degree)) in self.nodes.iter().zip(&degrees).enumerate() {
            let expected = match corners.get(n) {
                Some(corner) if corner.kind == CornerKind::Outward => 2,
                Some(_) => 1,
                None => node.sites.len(),
            };
            if degree != expected {
                return Err(Ambiguous(format!("{degree} edges, should be {expected}, at {node:?}")));
            }
        }
        Ok(())
    }

    pub(super) fn curve(&self, edge: &AxisEdge) -> Curve {
        Curve::between(&self.sites[edge.pair[0]], &self.sites[edge.pair[1]])
    }

    pub(super) fn measured(&self, edge: &AxisEdge) -> [&Measured; 2] {
        edge.pair.map(|i| &self.sites[i])
    }

    pub(super) fn end(&self, node: usize) -> (Pair, Double) {
        (self.nodes[node].exact, self.nodes[node].steps)
    }
}

/// Checks what is said about a point of the axis: its clearance, and two points of walls that are nearest to it. All
/// within a leeway in metres.
///
/// # Errors
/// What is wrong.
pub fn check_axis_point(walls: &Walls, at: Point, nearest: [Point; 2], radius: f64, leeway: f64) -> Result<(), String> {
    let Some(found) = clearance(walls, at) else { return Err(format!("{at} is not free")) };
    if (found.radius - radius).abs() > leeway {
        return Err(format!("the clearance at {at} is said to be {radius}, and is {}", found.radius));
    }
    for p in nearest {
        let on_wall = super::clearance::nearest(walls, walls.steps(p)).map(|(d, _)| d * walls.lattice().step());
        if on_wall.is_none_or(|off| off > leeway) {
            return Err(format!("{p}, which is said to be nearest to {at}, is on no wall"));
        }
        if (p.distance(at) - radius).abs() > leeway {
            return Err(format!("{p}, which is said to be nearest to {at}, is {} m from it", p.distance(at)));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::walls::tests::room;
    use super::*;
    use navigant_geometry::Outline;

    /// Where a medial axis has nodes of at least three edges, and their clearances.
    fn junctions(axis: &Axis) -> Vec<([f64; 2], f64)> {
        let rounded = |c: f64| (c * 1e9).round() / 1e9;
        let found = (0..axis.nodes.len()).filter(|&n| axis.degree(n) > 2).map(|n| &axis.nodes[n]);
        let mut found: Vec<_> = found.map(|n| ([rounded(n.at.x), rounded(n.at.y)], rounded(n.radius))).collect();
        found.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap());
        found
    }

    fn counts(axis: &Axis) -> (usize, usize) {
        (axis.nodes.len(), axis.edges.len())
    }

    #[test]
    fn a_square_has_a_cross() {
        let axis = Axis::of(&room(&[])).unwrap();
        assert_eq!((counts(&axis), counts(&axis.medial())), ((5, 4), (5, 4)));
        assert_eq!(junctions(&axis), [([8.0, 8.0], 8.0)]);
        assert_eq!(axis.nodes[4].sites.len(), 4);
        assert_eq!(counts(&axis.without_corners()), (0, 0));
    }

    #[test]
    fn an_oblong_room_has_a_ridge() {
        let block = Outline::rectangle([0.0, 10.0], [16.0, 16.0]);
        let axis = Axis::of(&room(&[block])).unwrap();
        assert_eq!(junctions(&axis), [([5.0, 5.0], 5.0), ([11.0, 5.0], 5.0)]);
        assert_eq!((counts(&axis), counts(&axis.without_corners())), ((6, 5), (2, 1)));
    }

    #[test]
    fn around_a_post_run_parabolas() {
        let axis = Axis::of(&room(&[Outline::polyline([[8.0, 8.0]])])).unwrap();
        // On the diagonal, as far from the walls as from the post.
        let near = 8.0 * 2f64.sqrt() / (1.0 + 2f64.sqrt());
        let found = junctions(&axis);
        assert_eq!((found.len(), counts(&axis), counts(&axis.without_corners())), (4, (8, 8), (4, 4)));
        assert!((found[0].0[0] - near).abs() < 1e-9 && (found[0].1 - near).abs() < 1e-9);
        let round = axis.without_corners();
        assert!(round.edges.iter().all(|edge| edge.least == 4.0), "half way between post and wall");
    }

    #[test]
    fn a_wall_that_ends_in_the_open_has_two_spokes() {
        // From the left to the middle: along it the axis is straight, then parabolas around its end.
        let axis = Axis::of(&room(&[Outline::polyline([[0.0, 8.0], [8.0, 8.0]])])).unwrap();
        let spokes = axis.edges.iter().filter(|e| e.sites[0].is_spoke_with(e.sites[1])).count();
        assert_eq!(spokes, 2);
        let medial = axis.medial();
        // Two bends above and below the end of the wall, two corners at its root and four of the room.
        let degree = |d: usize| (0..medial.nodes.len()).filter(|&n| medial.degree(n) == d).count();
        assert_eq!((degree(1), degree(2), degree(3)), (6, 2, 4));
        let at = |x: f64, y: f64| medial.nodes.iter().find(|n| n.at.distance(Point::new(x, y)) < 1e-9);
        assert_eq!((at(8.0, 4.0).unwrap().radius, at(8.0, 12.0).unwrap().radius), (4.0, 4.0));
        assert_eq!((at(4.0, 4.0).unwrap().radius, at(4.0, 12.0).unwrap().radius), (4.0, 4.0));
    }

    #[test]
    fn a_vertex_in_a_straight_wall_makes_no_difference_but_a_bend() {
        let plain = Axis::of(&room(&[Outline::polyline([[4.0, 8.0], [12.0, 8.0]])])).unwrap();
        let split = Axis::of(&room(&[Outline::polyline([[4.0, 8.0], [7.0, 8.0], [12.0, 8.0]])])).unwrap();
        assert_eq!(junctions(&plain.medial()), junctions(&split.medial()));
        assert_eq!(counts(&split.medial()), (counts(&plain.medial()).0 + 2, counts(&plain.medial()).1 + 2));
    }

    #[test]
    fn many_sites_at_once_are_one_node() {
        // Eight posts on a circle around (8, 8).
        let ring =
            [[5.0, 4.0], [11.0, 4.0], [4.0, 5.0], [12.0, 5.0], [4.0, 11.0], [12.0, 11.0], [5.0, 12.0], [11.0, 12.0]];
        let posts: Vec<Outline> = ring.iter().map(|&p| Outline::polyline([p])).collect();
        let axis = Axis::of(&room(&posts)).unwrap();
        let node = axis.nodes.iter().position(|n| n.at.distance(Point::new(8.0, 8.0)) < 1e-9).unwrap();
        assert_eq!((axis.degree(node), axis.nodes[node].sites.len(), axis.nodes[node].radius), (8, 8, 5.0));
    }

    #[test]
    fn claims_about_points_of_the_axis_are_checked() {
        let walls = room(&[Outline::polyline([[8.0, 8.0]])]);
        let check = |at: [f64; 2], p: [f64; 2], q: [f64; 2], radius: f64| {
            check_axis_point(&walls, at.into(), [p.into(), q.into()], radius, 1e-9)
        };
        assert_eq!(check([8.0, 4.0], [8.0, 8.0], [8.0, 0.0], 4.0), Ok(()));
        assert!(check([8.0, 4.0], [8.0, 8.0], [8.0, 0.0], 4.1).is_err());
        assert!(check([8.0, 4.5], [8.0, 8.0], [8.0, 0.0], 3.5).is_err());
        assert!(check([8.0, 4.0], [8.0, 8.0], [8.0, 8.0], 4.0).is_ok());
        assert!(check([8.0, 4.0], [12.0, 4.0], [8.0, 0.0], 4.0).is_err());
    }
}
