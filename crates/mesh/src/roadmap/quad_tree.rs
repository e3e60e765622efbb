//! The quad-tree mesh.

use super::MapRoadmap;
use super::graph::{Roadmap, WaypointId};
use super::nearest_k::{looking_into, nearest};
use super::squares::{SquareId, Squares, Turnover};
use crate::change::Change;
use crate::journal::{NotFollowed, Revision};
use crate::map::Map;
use crate::tolerance::NUDGED;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::{Bounds, Point};

/// The quad-tree mesh of "Multi-agent pathfinding in crowded environments": the floor's box is cut into four, three times,
/// and further on where something stands, down to a minimum size. The centres of free squares are joined to their k
/// nearest, unless something stands between them.
///
/// A square is free if nothing reaches into it by more than a few steps of the lattice.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_mesh::roadmap::{MapRoadmap, QuadTreeMesh};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0]))?;
/// let mut mesh = QuadTreeMesh::of(&map, 1.0, 8)?;
/// assert_eq!(mesh.roadmap().waypoints().count(), 64);
/// map.insert(&Outline::rectangle([1.0, 1.0], [3.0, 3.0]))?;
/// mesh.follow(&map);
/// // One square of 8 m becomes three of 4 m and twelve of 1 m, around the four that are occupied.
/// assert_eq!(mesh.roadmap().waypoints().count(), 63 + 3 + 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct QuadTreeMesh {
    squares: Squares,
    roadmap: Roadmap,
    neighbours: usize,
    /// By waypoint.
    leaves: Vec<Leaf>,
    revision: Revision,
}

#[derive(Clone, Debug)]
struct Leaf {
    square: SquareId,
    /// Its k nearest, and whether they are seen.
    picks: Vec<(WaypointId, bool)>,
    /// Whose nearest it is.
    picked_by: Vec<WaypointId>,
}

/// Why there is no quad-tree mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadQuadTree {
    /// The minimum size is not a positive number.
    Minimum(f64),
    /// The minimum size would cut the map's box in two more than 16 times.
    TooFine {
        /// The minimum size.
        minimum: f64,
        /// The width or height of the map.
        extent: f64,
    },
}

impl std::fmt::Display for BadQuadTree {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadQuadTree::Minimum(minimum) => write!(f, "squares of at least {minimum} m; it must be more than 0"),
            BadQuadTree::TooFine { minimum, extent } => {
                write!(f, "squares of {minimum} m are too small for a map of {extent} m; 2⁻¹⁶ of it is the least")
            }
        }
    }
}

impl std::error::Error for BadQuadTree {}

impl QuadTreeMesh {
    /// The mesh of a map as it is now: squares are not split once they are no larger than `minimum`, in metres, and each
    /// is joined to its `neighbours` nearest.
    ///
    /// # Errors
    /// [`BadQuadTree`] when the minimum is no length, or far too small for the map.
    pub fn of(map: &Map, minimum: f64, neighbours: usize) -> Result<QuadTreeMesh, BadQuadTree> {
        QuadTreeMesh::with_minimum(map, [minimum; 2], neighbours)
    }

    /// The same with a minimum for the width and one for the height (`MinimumWidth` and `MinimumHeight` in the paper): a
    /// rectangle is split while it is larger than one of them.
    ///
    /// # Errors
    /// As [`of`](Self::of).
    pub(crate) fn with_minimum(map: &Map, minimum: [f64; 2], neighbours: usize) -> Result<QuadTreeMesh, BadQuadTree> {
        if let Some(&minimum) = minimum.iter().find(|minimum| minimum.is_nan() || **minimum <= 0.0) {
            return Err(BadQuadTree::Minimum(minimum));
        }
        // A map has a floor.
        let origin = map.lattice().origin();
        let bounds = map.floor_bounds().unwrap_or(Bounds { min: origin, max: origin });
        let (width, height) = bounds.size();
        for (minimum, extent) in [(minimum[0], width), (minimum[1], height)] {
            if minimum * f64::from(1 << 16) < extent {
                return Err(BadQuadTree::TooFine { minimum, extent });
            }
        }
        let squares = Squares::new(bounds, minimum);
        let (roadmap, revision) = (Roadmap::default(), map.revision());
        let mut mesh = QuadTreeMesh { squares, roadmap, neighbours, leaves: Vec::new(), revision };
        mesh.look_again(map, &|_| true, &[]);
        Ok(mesh)
    }

    /// The square around a waypoint; `None` if there is no such waypoint.
    pub(crate) fn square(&self, waypoint: WaypointId) -> Option<Bounds> {
        self.roadmap.point(waypoint)?;
        self.leaves.get(waypoint.index()).map(|leaf| self.squares.at(leaf.square).bounds)
    }

    fn look_again(&mut self, map: &Map, is_dirty: &impl Fn(Bounds) -> bool, dirty: &[Bounds]) {
        self.roadmap.begin();
        let mut turnover = Turnover::default();
        self.squares.look_again(map, is_dirty, &mut turnover);
        // Squares whose k nearest neighbours may have changed.
        let mut looking = Vec::new();
        let boxes = dirty.iter().copied().chain(turnover.went.iter().map(|&(_, bounds)| bounds));
        let came = turnover.came.iter().map(|&id| self.squares.at(id).bounds);
        for region in boxes.chain(came) {
            looking_into(&self.squares, Squares::ROOT, region, &mut looking);
        }
        let mut altered: Vec<WaypointId> = looking.iter().filter_map(|&id| self.squares.at(id).waypoint).collect();
        for &(waypoint, _) in &turnover.went {
            altered.extend(self.forget_picks(waypoint));
            altered.append(&mut self.leaves[waypoint.index()].picked_by);
            self.roadmap.remove(waypoint);
        }
        for id in turnover.came {
            let waypoint = self.roadmap.add(self.squares.centre(id));
            self.squares.set_place(id, waypoint);
            let leaf = Leaf { square: id, picks: Vec::new(), picked_by: Vec::new() };
            match self.leaves.get_mut(waypoint.index()) {
                Some(slot) => *slot = leaf,
                None => self.leaves.push(leaf),
            }
            looking.push(id);
            altered.push(waypoint);
        }
        let mut looking: Vec<WaypointId> = looking.into_iter().filter_map(|id| self.squares.at(id).waypoint).collect();
        looking.sort_unstable();
        looking.dedup();
        for waypoint in looking {
            altered.extend(self.forget_picks(waypoint));
            altered.extend(self.pick(map, waypoint));
        }
        self.join(altered);
        self.roadmap.finish();
    }

    /// Clears the neighbours that a waypoint has picked, and returns them.
    fn forget_picks(&mut self, waypoint: WaypointId) -> Vec<WaypointId> {
        let picks = std::mem::take(&mut self.leaves[waypoint.index()].picks);
        for &(other, _) in &picks {
            self.leaves[other.index()].picked_by.retain(|&by| by != waypoint);
        }
        picks.into_iter().map(|(other, _)| other).collect()
    }

    /// Picks the k nearest neighbours of a waypoint, and returns them.
    fn pick(&mut self, map: &Map, waypoint: WaypointId) -> Vec<WaypointId> {
        let square = self.leaves[waypoint.index()].square;
        let mut picks = Vec::new();
        let reach = nearest(&self.squares, square, self.neighbours, &mut picks);
        self.squares.set_reach(square, reach);
        let here = self.squares.centre(square);
        for &other in &picks {
            let seen = map.sees(here, self.squares.centre(self.leaves[other.index()].square));
            self.leaves[waypoint.index()].picks.push((other, seen));
            self.leaves[other.index()].picked_by.push(waypoint);
        }
        picks
    }

    /// Joins waypoints to those they have picked and to those that have picked them.
    fn join(&mut self, mut waypoints: Vec<WaypointId>) {
        waypoints.sort_unstable();
        waypoints.dedup();
        let mut edges = Vec::new();
        for waypoint in waypoints {
            let Some(at) = self.roadmap.point(waypoint) else { continue };
            let leaf = &self.leaves[waypoint.index()];
            let picked_it = |by: &WaypointId| self.leaves[by.index()].picks.contains(&(waypoint, true));
            let picked = leaf.picks.iter().filter(|(_, seen)| *seen).map(|&(other, _)| other);
            let mut ends: Vec<WaypointId> = picked.chain(leaf.picked_by.iter().copied().filter(picked_it)).collect();
            ends.sort_unstable();
            ends.dedup();
            edges.clear();
            edges.extend(ends.into_iter().filter_map(|end| Some((end, at.distance(self.roadmap.point(end)?)))));
            self.roadmap.set_edges(waypoint, &mut edges);
        }
    }
}

impl MapRoadmap for QuadTreeMesh {
    /// Catches up with the edits of its map, by [`Map::changes_since`]. If these are forgotten, it looks at everything again; of
    /// another map, it does so within the box of the one that it was made for.
    ///
    /// Cost: the squares that what came or went reaches into, and those whose nearest they are.
    fn follow(&mut self, map: &Map) {
        let slack = NUDGED * map.lattice().step();
        let grown = |b: Bounds| Bounds {
            min: Point::new(b.min.x - slack, b.min.y - slack),
            max: Point::new(b.max.x + slack, b.max.y + slack),
        };
        let changed = |change: &Change| -> Vec<Bounds> {
            let nudged = change.nudged.iter().filter_map(|wall| Bounds::of([wall.from, wall.to]));
            change.region.into_iter().chain(nudged).map(grown).collect()
        };
        let dirty: Result<Vec<Bounds>, NotFollowed> =
            map.changes_since(self.revision).map(|changes| changes.flat_map(changed).collect());
        match dirty {
            Ok(dirty) if dirty.is_empty() => self.roadmap.begin(),
            Ok(dirty) => self.look_again(map, &|square| dirty.iter().any(|&b| meet(b, square)), &dirty),
            Err(_) => {
                let everything = Bounds { min: Point::new(f64::MIN, f64::MIN), max: Point::new(f64::MAX, f64::MAX) };
                self.look_again(map, &|_| true, &[everything]);
            }
        }
        self.revision = map.revision();
    }

    fn roadmap(&self) -> &Roadmap {
        &self.roadmap
    }
}

fn meet(a: Bounds, b: Bounds) -> bool {
    a.min.x <= b.max.x && b.min.x <= a.max.x && a.min.y <= b.max.y && b.min.y <= a.max.y
}
