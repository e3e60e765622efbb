//! The nodes of the axis and the arcs that join them.
//!
//! ```text
//!            s
//!         ───┬───            A node touches its sites in some order, counter-clockwise. Between two that follow each
//!      ╲     ┊     ╱         other an arc leaves it, with the first to its right and the second to its left. At the
//!       ╲┄┄┄ ● ┄┄┄╱          arc's other end the two come in the opposite order. So who is joined to whom follows from
//!     u  ╲   ┊   ╱  t        the sites alone, but for pairs of sites that have more than one arc between them: these
//!            ┊               come in turns, one end and the other, along the line of their equal distance.
//! ```

use super::double::{Double, Vector};
use super::in_face::Found;
use super::site::{Exactly, Measured, Site};
use crate::face_set::Scatter;
use crate::tolerance::SAME_NODE;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::Offset;
use std::collections::HashMap;
use std::hash::{BuildHasher, BuildHasherDefault};

/// A node of the axis, valid until the next edit that touches it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(pub(super) u32);

impl NodeId {
    /// Its index in arrays by node, below `Axis::node_slots`.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// An arc of the axis as seen from the node where it starts. Each arc is two of these, one for each way.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ArcId {
    pub(super) node: NodeId,
    pub(super) exit: u32,
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) at: Vector,
    pub(super) radius: Double,
    /// Sorted; none in an unused slot.
    pub(super) sites: Vec<Site>,
    pub(super) exits: Vec<Exit>,
    /// How many faces list it.
    listed: u32,
}

/// Where an arc leaves a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Exit {
    pub(super) right: Site,
    pub(super) left: Site,
    /// The same arc from its other end.
    pub(super) other: Option<ArcId>,
}

impl Exit {
    /// What is said of an arc that is not there.
    const NONE: Exit = {
        let middle = Site::Corner(LatticePoint { x: 0, y: 0 });
        Exit { right: middle, left: middle, other: None }
    };
}

type By<K, V> = HashMap<K, V, BuildHasherDefault<Scatter>>;

#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    unused: Vec<NodeId>,
    /// By a hash of the sites: the nodes, mostly one.
    by_sites: By<u64, Vec<NodeId>>,
    /// By two sites, the smaller first: the ends of arcs between them.
    pairs: By<[Site; 2], Vec<ArcId>>,
    /// Pairs that have gained or lost an end.
    unlinked: Vec<[Site; 2]>,
    /// Nodes that no face lists any more, or did not for a while.
    unlisted: Vec<NodeId>,
    /// Nodes that the current or latest edit has added, removed or joined otherwise.
    pub(super) changed: Vec<NodeId>,
}

impl Graph {
    pub(super) fn count(&self) -> usize {
        self.nodes.len() - self.unused.len()
    }

    /// Its memory in bytes, without spare capacity.
    pub(super) fn memory_bytes(&self) -> usize {
        let nodes = self
            .nodes
            .iter()
            .map(|node| size_of::<Node>() + size_of_val(node.sites.as_slice()) + size_of_val(node.exits.as_slice()));
        let by_sites =
            self.by_sites.values().map(|nodes| size_of::<(u64, Vec<NodeId>)>() + size_of_val(nodes.as_slice()));
        let pairs = self.pairs.values().map(|arcs| size_of::<([Site; 2], Vec<ArcId>)>() + size_of_val(arcs.as_slice()));
        nodes.chain(by_sites).chain(pairs).sum()
    }

    /// Where a node lies, and the radius of its disc; the middle of the lattice if it is not there.
    pub(super) fn disc(&self, n: NodeId) -> (Offset, f64) {
        let node = self.nodes.get(n.index());
        node.map_or((Offset::default(), 0.0), |node| {
            let [x, y] = node.at.rounded();
            (Offset::new(x, y), node.radius.rounded())
        })
    }

    /// The sites of a node; none if it is not there.
    pub(super) fn sites(&self, n: NodeId) -> &[Site] {
        self.nodes.get(n.index()).map_or(&[], |node| &node.sites)
    }

    /// Where arcs leave a node; nowhere if it is not there.
    pub(super) fn exits(&self, n: NodeId) -> &[Exit] {
        self.nodes.get(n.index()).map_or(&[], |node| &node.exits)
    }

    pub(super) fn exit(&self, arc: ArcId) -> &Exit {
        self.exits(arc.node).get(arc.exit as usize).unwrap_or(&Exit::NONE)
    }

    /// The ends of the arcs between two sites.
    pub(super) fn between(&self, s: Site, t: Site) -> impl Iterator<Item = ArcId> + '_ {
        self.pairs.get(&sorted(s, t)).into_iter().flatten().copied()
    }

    /// Adds a node to the list of a face. `None` if no arc leaves it.
    pub(super) fn list(&mut self, found: Found) -> Option<NodeId> {
        let key = hash(&found.sites);
        let same = self.by_sites.get(&key).into_iter().flatten().copied().find(|&n| {
            let node = &self.nodes[n.index()];
            node.sites == found.sites && (node.at - found.at).length().rounded() < SAME_NODE
        });
        if let Some(same) = same {
            self.nodes[same.index()].listed += 1;
            return Some(same);
        }
        let exits = exits(&found);
        if exits.is_empty() {
            return None;
        }
        let Found { at, radius, sites } = found;
        let node = Node { at, radius, sites, exits, listed: 1 };
        let id = match self.unused.pop() {
            Some(id) => {
                self.nodes[id.index()] = node;
                id
            }
            None => {
                self.nodes.push(node);
                NodeId(self.nodes.len() as u32 - 1)
            }
        };
        self.changed.push(id);
        self.by_sites.entry(key).or_default().push(id);
        for (exit, &Exit { right, left, .. }) in self.nodes[id.index()].exits.iter().enumerate() {
            let pair = sorted(right, left);
            self.pairs.entry(pair).or_default().push(ArcId { node: id, exit: exit as u32 });
            self.unlinked.push(pair);
        }
        Some(id)
    }

    /// Removes a node from the list of a face.
    pub(super) fn unlist(&mut self, id: NodeId) {
        let node = &mut self.nodes[id.index()];
        node.listed -= 1;
        if node.listed == 0 {
            self.unlisted.push(id);
        }
    }

    /// Removes the nodes that no face lists, and links arcs whose other end was removed or added.
    pub(super) fn link(&mut self) {
        for id in std::mem::take(&mut self.unlisted) {
            if self.nodes[id.index()].listed == 0 && !self.nodes[id.index()].sites.is_empty() {
                self.forget(id);
            }
        }
        let mut unlinked = std::mem::take(&mut self.unlinked);
        unlinked.sort_unstable();
        unlinked.dedup();
        for pair in unlinked.drain(..) {
            self.link_pair(pair);
        }
        self.unlinked = unlinked;
        self.changed.sort_unstable();
        self.changed.dedup();
    }

    fn forget(&mut self, id: NodeId) {
        let node = &mut self.nodes[id.index()];
        let (sites, exits) = (std::mem::take(&mut node.sites), std::mem::take(&mut node.exits));
        let key = hash(&sites);
        if let Some(same) = self.by_sites.get_mut(&key) {
            same.retain(|&n| n != id);
            if same.is_empty() {
                self.by_sites.remove(&key);
            }
        }
        for Exit { right, left, .. } in exits {
            let pair = sorted(right, left);
            if let Some(ends) = self.pairs.get_mut(&pair) {
                ends.retain(|end| end.node != id);
                if ends.is_empty() {
                    self.pairs.remove(&pair);
                }
            }
            self.unlinked.push(pair);
        }
        self.unused.push(id);
        self.changed.push(id);
    }

    fn link_pair(&mut self, pair: [Site; 2]) {
        let Some(ends) = self.pairs.get(&pair) else { return };
        let is_forward = |nodes: &[Node], end: ArcId| nodes[end.node.index()].exits[end.exit as usize].right == pair[0];
        if let &[a, b] = ends.as_slice() {
            let joined = is_forward(&self.nodes, a) != is_forward(&self.nodes, b);
            self.join(a, joined.then_some(b));
            self.join(b, joined.then_some(a));
            return;
        }
        // Along the line on which the first of the two is to the right.
        let along = Along::between(pair);
        let mut ends: Vec<(Double, bool, ArcId)> = ends
            .iter()
            .map(|&end| {
                let node = &self.nodes[end.node.index()];
                (along.measure(node.at), is_forward(&self.nodes, end), end)
            })
            .collect();
        ends.sort_by(|a, b| a.0.partial_cmp(&b.0).unwrap_or(std::cmp::Ordering::Equal).then(a.2.cmp(&b.2)));
        let mut open = None;
        for (_, forward, end) in ends {
            self.join(end, None);
            if forward {
                open = Some(end);
            } else if let Some(start) = open.take() {
                self.join(start, Some(end));
                self.join(end, Some(start));
            }
        }
    }

    fn join(&mut self, end: ArcId, other: Option<ArcId>) {
        let known = &mut self.nodes[end.node.index()].exits[end.exit as usize].other;
        if std::mem::replace(known, other) != other {
            self.changed.push(end.node);
        }
    }
}

fn hash(sites: &[Site]) -> u64 {
    BuildHasherDefault::<Scatter>::default().hash_one(sites)
}

fn sorted(s: Site, t: Site) -> [Site; 2] {
    if s <= t { [s, t] } else { [t, s] }
}

/// The arcs that leave a node, without spokes.
fn exits(found: &Found) -> Vec<Exit> {
    let exit = |right: Site, left: Site| Exit { right, left, other: None };
    if found.radius == Double::ZERO {
        // A corner that the axis runs into: one arc.
        let starts_here = |site: &Site| {
            matches!(site, Site::Wall(..)) && {
                let [a, _] = site.ends();
                Vector::new(a.x, a.y) == found.at
            }
        };
        return match *found.sites.as_slice() {
            [s, t] if starts_here(&s) => vec![exit(s, t)],
            [s, t] => vec![exit(t, s)],
            _ => Vec::new(),
        };
    }
    let mut around: Vec<(f64, u8, Site)> = found.sites.iter().map(|&site| touched(site, found)).collect();
    around.sort_by(|a, b| a.0.total_cmp(&b.0).then(a.1.cmp(&b.1)));
    let behind = around.iter().cycle().skip(1);
    let pairs = around.iter().zip(behind).map(|(a, b)| (a.2, b.2));
    pairs.filter(|(right, left)| right.spoke(*left).is_none()).map(|(right, left)| exit(right, left)).collect()
}

/// In which direction a node touches a site, as a number that grows counter-clockwise; and what comes first of those in
/// one direction: a wall that ends there, its end, a wall that starts there.
fn touched(site: Site, found: &Found) -> (f64, u8, Site) {
    let spokes = || found.sites.iter().filter_map(|&other| if other == site { None } else { site.spoke(other) });
    let (wall, order) = match site {
        Site::Wall(a, _) => {
            // Of walls in a straight line, the first says in which direction all are.
            let first = spokes().map(|(_, wall)| wall).chain([site]).chain(
                found
                    .sites
                    .iter()
                    .copied()
                    .filter(|&other| matches!(other, Site::Wall(..)) && site.spoke(other).is_some()),
            );
            let order = match spokes().next() {
                Some((v, _)) if v == a => 2,
                _ => 0,
            };
            (first.min(), order)
        }
        Site::Corner(_) => (spokes().map(|(_, wall)| wall).min(), 1),
    };
    let way = match wall {
        Some(wall) => {
            let Offset { x, y } = Measured::new(wall).normal();
            [-x, -y]
        }
        None => {
            let [a, _] = site.ends();
            (Vector::new(a.x, a.y) - found.at).rounded()
        }
    };
    (turn(way), order, site)
}

/// A number from −2 to 2 that grows with the direction, counter-clockwise.
fn turn([x, y]: [f64; 2]) -> f64 {
    let rise = y / (x.abs() + y.abs());
    if x >= 0.0 {
        rise
    } else if y >= 0.0 {
        2.0 - rise
    } else {
        -2.0 - rise
    }
}

/// Measures along the line on which two sites are equally far, with the first to the right.
struct Along {
    from: Vector,
    towards: Vector,
}

impl Along {
    fn between(pair: [Site; 2]) -> Along {
        let [s, t] = pair.map(Exactly::new);
        let towards = match pair {
            [Site::Corner(_), Site::Corner(_)] => (s.at - t.at).left(),
            [Site::Wall(..), Site::Wall(..)] => (t.along.left() - s.along.left()).left(),
            // A wall is passed in its own direction when it is to the right.
            [Site::Wall(..), _] => s.along,
            [_, Site::Wall(..)] => Vector { x: -t.along.x, y: -t.along.y },
        };
        Along { from: s.at, towards }
    }

    fn measure(&self, at: Vector) -> Double {
        self.towards.dot(at - self.from)
    }
}
