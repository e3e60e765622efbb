//! The medial axis of random maps that change, against brute force.
//!
//! Whoever is to be tested answers as [`MedialAxis`]; [`case`] asks.

use super::case_seed;
use super::disc_scene::DiscScene;
use crate::oracle::axis::{Axis, check_axis_point};
use crate::oracle::axis_sites::Site;
use crate::oracle::walls::Walls;
use crate::rng::Rng;
use navigant_geometry::Point;
use navigant_mesh::Map;
use navigant_mesh::axis::Axis as Ours;
use navigant_mesh::internals::{AxisInternals as _, IdInternals as _, MapInternals as _, Site as OurSite};

/// Axes compared in one case.
pub const AXES_PER_CASE: u64 = 4;
/// By how much positions and clearances may differ, in metres.
const LEEWAY: f64 = 1e-7;

/// The system under test: it follows the edits of one map.
pub trait MedialAxis {
    /// Takes in a map as it was built.
    fn build(&mut self, map: &Map);

    /// Takes in the map's latest edit, [`Map::change`].
    fn follow(&mut self, map: &Map);

    /// The medial axis as it is now, without spokes.
    fn axis(&mut self) -> GivenAxis;
}

/// A medial axis as it is given: what there is to compare.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GivenAxis {
    /// Its nodes: corners, junctions, and bends where the nearest sites change.
    pub nodes: Vec<GivenNode>,
    /// Its edges.
    pub edges: Vec<GivenEdge>,
}

/// A node of a given axis.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenNode {
    /// Where it is.
    pub at: Point,
    /// Its clearance in metres.
    pub radius: f64,
    /// Its nearest sites, in any order.
    pub sites: Vec<Site>,
}

/// An edge of a given axis.
#[derive(Clone, Debug, PartialEq)]
pub struct GivenEdge {
    /// Its ends, by their place among the nodes.
    pub nodes: [usize; 2],
    /// The two nearest sites along it, in any order.
    pub sites: [Site; 2],
    /// Points along it with their clearance, and the nearest point of either site: as many as one likes.
    pub points: Vec<(Point, f64, [Point; 2])>,
}

/// One case: a map, its axis, edits, the axis after each. How many axes were certain and so compared.
///
/// # Errors
/// What is wrong with the axis.
pub fn case(seed: u64, number: u64, tested: &mut impl MedialAxis) -> Result<u64, String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = DiscScene::of_case(number, &mut rng)?;
    tested.build(&scene.map);
    let mut compared = 0;
    for state in 0..AXES_PER_CASE {
        if state > 0 {
            let edits = rng.between(1, 6);
            scene.edit_one_by_one(&mut rng, edits, |map| tested.follow(map))?;
        }
        let walls = scene.walls_following(&mut rng, |map| tested.follow(map))?;
        let Ok(axis) = Axis::of(&walls) else { continue };
        compare(&walls, &axis.medial(), &tested.axis()).map_err(|wrong| format!("{wrong}\n{}", scene.describe()))?;
        compared += 1;
    }
    Ok(compared)
}

/// One case of our own axis: it follows each edit by itself, is found from scratch beside that, and the map keeps one, too.
///
/// # Errors
/// What is wrong with one of them.
pub fn our_case(seed: u64, number: u64) -> Result<(), String> {
    let mut tested = Following { axis: None, wrong: None };
    case(seed, number, &mut tested)?;
    tested.wrong.map_or(Ok(()), Err)
}

/// An axis that follows a map.
struct Following {
    axis: Option<Ours>,
    /// Where it has differed from a rebuilt one.
    wrong: Option<String>,
}

impl MedialAxis for Following {
    fn build(&mut self, map: &Map) {
        self.axis = Some(Ours::of(map));
    }

    fn follow(&mut self, map: &Map) {
        let Some(axis) = &mut self.axis else { return };
        axis.follow(map);
        let (followed, fresh, kept) = (combinatorics(axis), combinatorics(&Ours::of(map)), combinatorics(map.axis()));
        if self.wrong.is_none() && (followed != fresh || kept != fresh) {
            let first = followed.iter().zip(&fresh).find(|(a, b)| a != b);
            self.wrong = Some(format!("version {}: followed and rebuilt differ: {first:?}", map.version()));
        }
    }

    fn axis(&mut self) -> GivenAxis {
        self.axis.as_ref().map(given_by).unwrap_or_default()
    }
}

/// What an axis is made of, whatever its nodes are called: each arc by the sites of its ends and beside it, sorted.
fn combinatorics(axis: &Ours) -> Vec<[Vec<OurSite>; 3]> {
    let arcs = axis.nodes().flat_map(|n| axis.arcs_from(n));
    let named = |arc| {
        let ends = [axis.origin(arc), axis.target(arc)].map(|n| axis.sites(n).to_vec());
        let [from, to] = ends;
        [axis.sides(arc).to_vec(), from, to]
    };
    let mut arcs: Vec<_> = arcs.map(named).collect();
    arcs.sort_unstable();
    arcs
}

/// Our axis in the oracle's words.
pub fn given_by(axis: &Ours) -> GivenAxis {
    let site = |site: &OurSite| match *site {
        OurSite::Corner(p) => Site::Vertex(p),
        OurSite::Wall(a, b) => Site::Side(a, b),
    };
    let nodes: Vec<_> = axis.nodes().collect();
    let mut places = vec![0; axis.node_slots()];
    nodes.iter().enumerate().for_each(|(place, n)| places[n.index()] = place);
    let node = |&n: &_| GivenNode {
        at: axis.point(n),
        radius: axis.clearance(n),
        sites: axis.sites(n).iter().map(site).collect(),
    };
    let edge = |arc| GivenEdge {
        nodes: [axis.origin(arc), axis.target(arc)].map(|n| places[n.index()]),
        sites: axis.sides(arc).map(|s| site(&s)),
        points: [0.0, 0.13, 0.5, 0.8, 1.0]
            .map(|part| axis.along(arc, part))
            .map(|p| (p.at, p.clearance, p.nearest))
            .into(),
    };
    GivenAxis { nodes: nodes.iter().map(node).collect(), edges: axis.arcs().map(edge).collect() }
}

/// Compares a given axis with the oracle's medial axis: nodes by their sites and places, edges by their sites and ends,
/// points along edges by brute force.
///
/// # Errors
/// The first difference.
pub fn compare(walls: &Walls, medial: &Axis, given: &GivenAxis) -> Result<(), String> {
    // By node of the given axis: which of the oracle's it is.
    let mut matched: Vec<usize> = Vec::new();
    for node in &given.nodes {
        let mut sites = node.sites.clone();
        sites.sort_unstable();
        let is_same = |n: &usize| {
            let expected = &medial.nodes[*n];
            expected.sites == sites
                && expected.at.distance(node.at) <= LEEWAY
                && (expected.radius - node.radius).abs() <= LEEWAY
                && !matched.contains(n)
        };
        match (0..medial.nodes.len()).find(is_same) {
            Some(n) => matched.push(n),
            None => {
                let near = medial.nodes.iter().find(|n| n.at.distance(node.at) <= LEEWAY);
                return Err(format!("there should be no {node:?}; there, {near:?} should be"));
            }
        }
    }
    if let Some(missing) = (0..medial.nodes.len()).find(|n| !matched.contains(n)) {
        return Err(format!("there should be {:?}", medial.nodes[missing]));
    }
    let key = |nodes: [usize; 2], mut sites: [Site; 2]| {
        sites.sort_unstable();
        (sites, [nodes[0].min(nodes[1]), nodes[0].max(nodes[1])])
    };
    let mut expected: Vec<_> = medial.edges.iter().map(|edge| key(edge.nodes, edge.sites)).collect();
    let mut found = Vec::new();
    for edge in &given.edges {
        let [Some(&a), Some(&b)] = edge.nodes.map(|n| matched.get(n)) else {
            return Err(format!("{edge:?} has no ends"));
        };
        found.push(key([a, b], edge.sites));
        for (at, radius, nearest) in &edge.points {
            check_axis_point(walls, *at, *nearest, *radius, LEEWAY).map_err(|wrong| format!("{wrong}, of {edge:?}"))?;
        }
    }
    expected.sort_unstable();
    found.sort_unstable();
    if expected != found {
        let extra = found.iter().find(|edge| !expected.contains(edge));
        let missing = expected.iter().find(|edge| !found.contains(edge));
        return Err(format!("there should be no edge {extra:?}; there should be an edge {missing:?}"));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The oracle's axis as if it were given.
    fn given(medial: &Axis) -> GivenAxis {
        let node = |n: &crate::oracle::axis::AxisNode| GivenNode { at: n.at, radius: n.radius, sites: n.sites.clone() };
        let edge = |e: &crate::oracle::axis::AxisEdge| GivenEdge { nodes: e.nodes, sites: e.sites, points: Vec::new() };
        GivenAxis { nodes: medial.nodes.iter().map(node).collect(), edges: medial.edges.iter().map(edge).collect() }
    }

    #[test]
    fn the_oracles_own_axis_passes_and_what_is_changed_in_it_is_found() {
        let mut compared = 0;
        for seed in 0..30 {
            let mut rng = Rng::new(seed);
            let mut scene = DiscScene::new(&mut rng).unwrap();
            let walls = scene.walls(&mut rng).unwrap();
            let Ok(axis) = Axis::of(&walls) else { continue };
            let medial = axis.medial();
            let right = given(&medial);
            assert_eq!(compare(&walls, &medial, &right), Ok(()));
            compared += 1;
            let mut wrong = right.clone();
            wrong.edges.pop();
            assert!(compare(&walls, &medial, &wrong).is_err());
            let mut wrong = right.clone();
            wrong.nodes[0].at.x += 2.0 * LEEWAY;
            assert!(compare(&walls, &medial, &wrong).is_err());
            let mut wrong = right.clone();
            wrong.nodes[0].radius += 2.0 * LEEWAY;
            assert!(compare(&walls, &medial, &wrong).is_err());
            let mut wrong = right.clone();
            wrong.nodes[0].sites.pop();
            assert!(compare(&walls, &medial, &wrong).is_err());
            let mut wrong = right;
            let at = wrong.nodes[0].at;
            wrong.edges[0].points.push((at, 1e-6 + wrong.nodes[0].radius, [at; 2]));
            assert!(compare(&walls, &medial, &wrong).is_err());
        }
        assert!(compared >= 28, "{compared}");
    }
}
