//! The shortest path map of a point: where shortest paths from it bend last.
//!
//! ```text
//!   flood ──▶ windows: root, face, wedge ──▶ lookup: locate the face, the nearest root that sees the point
//!                                       └──▶ cells: around each root the border of its cell, in polar coordinates
//! ```
//!
//! | module | what |
//! |---|---|
//! | `lookup`, `batch`, `face_grid` | distances and paths to points, to many at once; point location for them |
//! | [`cells`], `envelope` | the cells and the straight and hyperbolic arcs between them; the lower envelope they come from |
//! | [`isochrone`] | what is no farther than a length |

mod batch;
mod cells;
mod envelope;
mod face_grid;
mod isochrone;
mod lookup;

use super::ends::{End, Ends};
use super::frontier::{Frontier, Search};
use super::path::Bend;
use super::visibility::{NoView, stand};
use super::wedge::{Way, Wedge};
use super::windows::Window;
use face_grid::FaceGrid;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_mesh::internals::{IdInternals as _, LatticePoint, MapInternals as _};
use navigant_mesh::{FaceId, Map, NotFollowed, Point, Revision};

pub use cells::{Border, Cells, Curve};
pub use isochrone::{Isochrone, RimArc};
pub use lookup::NoRoute;

/// The shortest path map of a source: for every point of a map, the last bend of the shortest path from the source to it.
///
/// It cuts the free space into O(n) cells, one for each corner at which shortest paths bend last, by straight and hyperbolic
/// arcs (Mitchell, "Shortest paths among polygonal obstacles in the plane", 1996; found here by the search of
/// [`PathFinder`](super::PathFinder) let loose without a goal, a continuous Dijkstra). A path to any target is then a point
/// location and a look at the few roots that see the target's triangle.
///
/// It is for points, and for one revision of the map: after an edit [`follow`](Self::follow) it, or it answers
/// [`NoRoute::Stale`].
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::plane::ShortestPathMap;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
/// map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 12.0]]))?;
/// let spm = ShortestPathMap::of(&map, [3.0, 0.0])?;
/// assert_eq!(spm.distance_to(&map, [13.0, 0.0])?, 26.0);
/// assert_eq!(spm.path_to(&map, [13.0, 0.0])?.points.len(), 3);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ShortestPathMap {
    revision: Revision,
    source: Point,
    /// Nothing is known of what is farther, in metres.
    limit: f64,
    roots: Vec<MapRoot>,
    /// By root: the root before it, and the bend there; none at the source. Apart from the roots: lookups need those.
    bends: Vec<Option<(u32, Bend)>>,
    /// By face: where its windows begin.
    first: Vec<u32>,
    windows: Vec<Seen>,
    grid: FaceGrid,
}

/// A place where shortest paths start or bend.
#[derive(Clone, Copy, Debug)]
struct MapRoot {
    at: LatticePoint,
    /// Where the root before it is; here, at the source.
    from: LatticePoint,
    /// How long the way to it is: in steps between lattice points, and in metres from the source as it was given.
    steps: f64,
    metres: f64,
}

/// What is seen of a face from a root, the nearest first.
#[derive(Clone, Copy, Debug)]
struct Seen {
    /// A lower bound for the way to anything in it, in steps.
    least: f32,
    root: u32,
    wedge: Wedge,
}

impl Seen {
    fn new(window: &Window, least: f64) -> Seen {
        // Rounded down.
        Seen { least: (least as f32).next_down().max(0.0), root: window.root, wedge: window.wedge }
    }
}

/// What following the edits of a map came to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Followed {
    /// Nothing has changed since.
    Unchanged,
    /// The edits touched nothing that can be reached from the source within the limit, so everything was kept.
    Kept,
    /// It was found from scratch.
    Rebuilt,
}

impl ShortestPathMap {
    /// The map of a source. On a wall or a vertex paths start on all sides of it.
    ///
    /// Cost: a search through all that can be reached.
    ///
    /// # Errors
    /// [`NoView`] where one cannot stand.
    pub fn of(map: &Map, source: impl Into<Point>) -> Result<ShortestPathMap, NoView> {
        ShortestPathMap::within(map, source, f64::INFINITY)
    }

    /// The same, of what is nearer than a length in metres only: the rest is not looked at.
    ///
    /// # Errors
    /// [`NoView`] where one cannot stand.
    pub fn within(map: &Map, source: impl Into<Point>, length: f64) -> Result<ShortestPathMap, NoView> {
        let source = source.into();
        let (at, location) = stand(map, source)?;
        let (mut frontier, mut ends) = (Frontier::default(), Ends::default());
        ends.begin(map);
        frontier.begin(map, at);
        let search = Search::new(map, &ends, at, End::Goal).mapping();
        frontier.set_out(&search, location);
        // Points that are rounded to the lattice may be nearer by a step, on either end.
        let limit = length / map.lattice().step() + 2.0;
        while frontier.expand_next(&search, limit).is_some() {}
        let mut spm = ShortestPathMap {
            revision: map.revision(),
            source,
            limit: length,
            roots: Vec::new(),
            bends: Vec::new(),
            first: Vec::new(),
            windows: Vec::new(),
            grid: FaceGrid::default(),
        };
        spm.gather_roots(map, &frontier);
        let noted = frontier.windows().all();
        // Infinite for those that are dominated by now.
        let bounds: Vec<f64> =
            noted.iter().map(|window| frontier.bound(&search, window).unwrap_or(f64::INFINITY)).collect();
        let kept = || noted.iter().zip(bounds.iter().copied()).filter(|(_, bound)| bound.is_finite());
        spm.make_room(map.face_slots(), kept().map(|(window, _)| window.entry.face()));
        spm.fill(kept().map(|(window, least)| (window.entry.face(), Seen::new(window, least))));
        spm.sort(0..map.face_slots());
        spm.grid = FaceGrid::of(map, &spm);
        Ok(spm)
    }

    fn gather_roots(&mut self, map: &Map, frontier: &Frontier) {
        for root in frontier.roots() {
            let metres = root.bend.map_or(0.0, |(before, _)| {
                let before = self.last_kept(before, root.at);
                self.roots[before as usize].metres + self.place_of(map, before).distance(map.lattice().world(root.at))
            });
            let from = root.bend.map_or(root.at, |(before, _)| self.roots[before as usize].at);
            self.roots.push(MapRoot { at: root.at, from, steps: root.length(), metres });
            self.bends.push(root.bend);
        }
    }

    /// Makes room for windows, given the face of each.
    fn make_room(&mut self, faces: usize, of: impl Iterator<Item = FaceId>) {
        self.first.clear();
        self.first.resize(faces + 1, 0);
        of.for_each(|f| self.first[f.index() + 1] += 1);
        for f in 1..self.first.len() {
            self.first[f] += self.first[f - 1];
        }
    }

    /// Puts windows into the room that was made for them.
    fn fill(&mut self, windows: impl Iterator<Item = (FaceId, Seen)>) {
        let nothing = Wedge { right: Way { x: 0, y: 0 }, left: Way { x: 0, y: 0 } };
        let blank = Seen { least: 0.0, root: 0, wedge: nothing };
        let mut filled = vec![blank; self.first.last().copied().unwrap_or(0) as usize];
        let mut next = self.first.clone();
        for (face, seen) in windows {
            let slot = &mut next[face.index()];
            filled[*slot as usize] = seen;
            *slot += 1;
        }
        self.windows = filled;
    }

    /// Sorts the windows of faces, the nearest first.
    fn sort(&mut self, faces: impl Iterator<Item = usize>) {
        for f in faces {
            let windows = &mut self.windows[self.first[f] as usize..self.first[f + 1] as usize];
            windows.sort_by(|a, b| a.least.total_cmp(&b.least));
        }
    }

    /// Catches up with the edits of its map: keeps everything if these touched nothing that can be reached from the source within
    /// the `limit`, else finds everything from scratch. So a map of what is near, made by [`within`](Self::within),
    /// outlasts edits farther away.
    ///
    /// What is kept is still true. A way that an edit opens or closes leads through a face that it touched, and into that over its
    /// border, to where ways are as they were: none, or none within the limit, for else the face would have been seen.
    ///
    /// Cost: the faces that the edits touched, or that of [`within`](Self::within).
    ///
    /// # Errors
    /// [`NoView`] if one cannot stand at the source any more; then it stays as it was.
    pub fn follow(&mut self, map: &Map) -> Result<Followed, NoView> {
        if self.revision == map.revision() {
            return Ok(Followed::Unchanged);
        }
        let is_out_of_reach = match map.changes_since(self.revision) {
            Err(NotFollowed::Foreign | NotFollowed::Forgotten { .. }) => false,
            Ok(mut changes) => changes.all(|change| change.removed.iter().all(|&f| self.windows_of(f).is_empty())),
        };
        // The source may stand on a wall that is touched from its other side.
        if is_out_of_reach && stand(map, self.source).is_ok() {
            self.first.resize(map.face_slots() + 1, self.windows.len() as u32);
            self.revision = map.revision();
            return Ok(Followed::Kept);
        }
        *self = ShortestPathMap::within(map, self.source, self.limit)?;
        Ok(Followed::Rebuilt)
    }

    /// The source, as it was given.
    pub(crate) fn source(&self) -> Point {
        self.source
    }

    /// How far it knows the way, in metres.
    pub(crate) fn limit(&self) -> f64 {
        self.limit
    }

    /// The revision of the map that it is of.
    pub(crate) fn revision(&self) -> Revision {
        self.revision
    }

    /// How many pieces of faces it lists, each seen from a root.
    pub(crate) fn window_count(&self) -> usize {
        self.windows.len()
    }

    /// The memory it takes, in bytes.
    pub(crate) fn memory_bytes(&self) -> usize {
        let roots = size_of_val(&*self.roots) + size_of_val(&*self.bends);
        roots + size_of_val(&*self.first) + size_of_val(&*self.windows) + self.grid.memory_bytes()
    }

    /// What is seen of a face, the nearest first.
    #[inline]
    fn windows_of(&self, f: FaceId) -> &[Seen] {
        let range = self.first.get(f.index()).zip(self.first.get(f.index() + 1));
        range.and_then(|(&from, &to)| self.windows.get(from as usize..to as usize)).unwrap_or(&[])
    }
}

#[cfg(test)]
mod tests;
