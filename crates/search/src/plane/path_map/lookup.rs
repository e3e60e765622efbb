//! Distances and paths to points.

use super::{MapRoot, Seen, ShortestPathMap};
use crate::plane::path::{Path, Proof};
use crate::plane::visibility::{NoView, stand};
use crate::plane::wedge::Way;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Location, Map, Point};
use std::ops::Range;

/// Why a shortest path map knows no path to a point.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum NoRoute {
    /// One cannot stand there.
    NoView(NoView),
    /// There is no way from the source to there.
    Unreachable,
    /// It is farther than the map was made for.
    Beyond {
        /// How far the map knows the way, in metres.
        limit: f64,
    },
    /// The map has been edited since, or it is another one: follow it first.
    Stale,
}

impl std::fmt::Display for NoRoute {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            NoRoute::NoView(reason) => reason.fmt(f),
            NoRoute::Unreachable => write!(f, "there is no way from the source to there"),
            NoRoute::Beyond { limit } => {
                write!(f, "farther from the source than {limit} m, which is all that was looked at")
            }
            NoRoute::Stale => write!(f, "the map has changed since its shortest path map was made; follow it first"),
        }
    }
}

impl std::error::Error for NoRoute {}

impl From<NoView> for NoRoute {
    fn from(reason: NoView) -> NoRoute {
        NoRoute::NoView(reason)
    }
}

impl ShortestPathMap {
    /// The length of the shortest path to a point, in metres. The point is rounded to the lattice to decide what is in the way.
    ///
    /// Cost: a point location, and a look at the roots that see the point's triangle, nearest first.
    ///
    /// For many points at once there is [`distances_to`](Self::distances_to).
    ///
    /// # Errors
    /// [`NoRoute`].
    pub fn distance_to(&self, map: &Map, target: impl Into<Point>) -> Result<f64, NoRoute> {
        Ok(self.last_root(map, target.into())?.length)
    }

    /// The shortest path to a point.
    ///
    /// Cost: that of [`distance_to`](Self::distance_to), and the bends of the path.
    ///
    /// # Errors
    /// [`NoRoute`].
    pub fn path_to(&self, map: &Map, target: impl Into<Point>) -> Result<Path, NoRoute> {
        let target = target.into();
        let LastRoot { at: mut next, root: mut last, .. } = self.last_root(map, target)?;
        let mut path = Path { points: vec![target], revision: map.revision(), ..Path::default() };
        loop {
            last = self.last_kept(last, next);
            let root = &self.roots[last as usize];
            let Some((before, bend)) = self.bends[last as usize] else { break };
            let at = map.lattice().world(root.at);
            path.points.push(at);
            path.corners.push(at);
            path.bends.push(bend);
            (next, last) = (root.at, before);
        }
        path.points.push(self.source);
        path.points.reverse();
        path.corners.reverse();
        path.bends.reverse();
        path.length = path.points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        path.proof = Proof::Shortest;
        Ok(path)
    }

    /// Where a root is; the source as it was given.
    pub(super) fn place_of(&self, map: &Map, root: u32) -> Point {
        if self.bends[root as usize].is_some() {
            map.lattice().world(self.roots[root as usize].at)
        } else {
            self.source
        }
    }

    /// The last root, from one on backwards, at which a path to a place bends: a corner that it only touches is no bend.
    pub(super) fn last_kept(&self, root: u32, next: LatticePoint) -> u32 {
        let mut last = root;
        while let Some((before, _)) = self.bends[last as usize] {
            let MapRoot { at, from, .. } = self.roots[last as usize];
            if Way::between(from, at).cross(Way::between(at, next)) != 0 {
                break;
            }
            last = before;
        }
        last
    }

    /// The length of the path to a target, at a lattice point, by way of a root.
    #[inline]
    fn length_by(&self, map: &Map, root: u32, at: LatticePoint, target: Point) -> f64 {
        let last = &self.roots[root as usize];
        if Way::between(last.from, last.at).cross(Way::between(last.at, at)) != 0 {
            return last.metres + map.lattice().world(last.at).distance(target);
        }
        let root = self.last_kept(root, at);
        self.roots[root as usize].metres + self.place_of(map, root).distance(target)
    }

    /// The root of the cell that a point lies in.
    fn last_root(&self, map: &Map, target: Point) -> Result<LastRoot, NoRoute> {
        if map.revision() != self.revision {
            return Err(NoRoute::Stale);
        }
        let at = map.lattice().snap(target).ok();
        let windows = at.and_then(|at| Some((at, self.grid.windows_at(self.grid.faces_near(at)?, at)?)));
        self.root_among(map, target, windows)
    }

    /// The same, given where the target is on the lattice and the windows of the face that has it inside, if that is known.
    #[inline]
    pub(super) fn root_among(
        &self,
        map: &Map,
        target: Point,
        windows: Option<(LatticePoint, Range<usize>)>,
    ) -> Result<LastRoot, NoRoute> {
        let seen = windows.and_then(|(at, windows)| Some((at, self.nearest_of(&self.windows[windows], at).1?)));
        let (at, root) = match seen {
            Some(seen) => seen,
            None => {
                // On an edge, where one cannot stand or get, or beyond the limit.
                let (at, location) = stand(map, target)?;
                (at, self.nearest_root(map, at, location).ok_or_else(|| self.beyond_or_unreachable())?)
            }
        };
        let length = self.length_by(map, root, at, target);
        if length <= self.limit { Ok(LastRoot { at, root, length }) } else { Err(self.beyond_or_unreachable()) }
    }

    fn beyond_or_unreachable(&self) -> NoRoute {
        if self.limit < f64::INFINITY { NoRoute::Beyond { limit: self.limit } } else { NoRoute::Unreachable }
    }

    /// The root by which a lattice point is nearest, of all faces that it lies in or on.
    fn nearest_root(&self, map: &Map, at: LatticePoint, location: Location) -> Option<u32> {
        let faces = map.faces_at(location).filter(|&f| map.is_free(f));
        faces.map(|f| self.nearest_of(self.windows_of(f), at)).min_by(|a, b| a.0.total_cmp(&b.0))?.1
    }

    /// The root, of a face's windows, by which a lattice point in it is nearest, after how many steps.
    #[inline]
    fn nearest_of(&self, windows: &[Seen], at: LatticePoint) -> (f64, Option<u32>) {
        let mut best = (f64::INFINITY, None);
        for window in windows {
            if f64::from(window.least) >= best.0 {
                break;
            }
            let root = &self.roots[window.root as usize];
            let way = Way::between(root.at, at);
            let steps = root.steps + way.length();
            if window.wedge.contains(way) & (steps < best.0) {
                best = (steps, Some(window.root));
            }
        }
        best
    }
}

/// Where a shortest path bends last.
pub(super) struct LastRoot {
    /// The target on the lattice.
    at: LatticePoint,
    root: u32,
    /// The length of the path, in metres.
    pub(super) length: f64,
}
