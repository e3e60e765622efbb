//! One source and many targets: all distances, or the nearest target, in one search.

use super::ends::{End, Ends};
use super::finder::PathFinder;
use super::frontier::{Frontier, Search};
use super::path::{NoPath, Path, Query};
use super::path_map::NoRoute;
use super::visibility::{NoView, stand};
use super::wedge::Way;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_mesh::internals::LatticePoint;
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Location, Map, Point};

/// Finds the distances from a point to many others, and the nearest of many goals, in one search each: the search of
/// [`PathFinder`] without a goal, nearest first, until enough is known. Holds its memory for the next search. As ways lead
/// back as they lead forth, it is also many to one.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::plane::ManyFinder;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
/// map.insert(&Outline::polyline([[8.0, 0.0], [8.0, 12.0]]))?;
/// let (mut finder, exits) = (ManyFinder::new(), [[13.0, 0.0], [3.0, 16.0], [20.0, 3.0]].map(Into::into));
/// let distances = finder.distances(&map, [3.0, 0.0], &exits)?;
/// assert_eq!((&distances[0], &distances[1], distances[2].is_err()), (&Ok(26.0), &Ok(16.0), true));
/// assert_eq!(finder.nearest(&map, [3.0, 0.0], &exits)?, Some((1, 16.0)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct ManyFinder {
    frontier: Frontier,
    ends: Ends,
    finder: PathFinder,
    expansions: u64,
}

/// A target that may be reached.
struct Target {
    index: usize,
    at: LatticePoint,
    /// The shortest way found so far, in steps, and the last root on it.
    best: (f64, u32),
}

/// How much is to be known.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Wanted {
    All,
    Nearest,
}

impl ManyFinder {
    /// A finder without memory yet.
    pub fn new() -> Self {
        ManyFinder::default()
    }

    /// How many nodes the last search expanded, its disc searches counted in.
    pub(crate) fn expansions(&self) -> u64 {
        self.expansions
    }

    /// The length of the shortest path to each target, in metres, in their order; or why there is none.
    ///
    /// Cost: one search as far as the farthest target that can be reached.
    ///
    /// # Errors
    /// [`NoView`] if one cannot stand at the source.
    pub fn distances(
        &mut self,
        map: &Map,
        from: impl Into<Point>,
        targets: &[Point],
    ) -> Result<Vec<Result<f64, NoRoute>>, NoView> {
        let from = from.into();
        let (mut answers, found) = self.search(map, from, targets, Wanted::All)?;
        for target in found {
            answers[target.index] = Ok(self.metres(map, from, targets[target.index], target.best.1));
        }
        Ok(answers)
    }

    /// The nearest of some goals by its number, and the length of the shortest path to it; `None` if none can be reached. Of
    /// two that are as far, the first.
    ///
    /// Cost: a search as far as the nearest goal.
    ///
    /// # Errors
    /// [`NoView`] if one cannot stand at the source.
    pub fn nearest(
        &mut self,
        map: &Map,
        from: impl Into<Point>,
        goals: &[Point],
    ) -> Result<Option<(usize, f64)>, NoView> {
        let from = from.into();
        let (_, found) = self.search(map, from, goals, Wanted::Nearest)?;
        let nearest = found.iter().filter(|target| target.best.0.is_finite()).min_by(|a, b| {
            let by_length = a.best.0.total_cmp(&b.best.0);
            by_length.then(a.index.cmp(&b.index))
        });
        Ok(nearest.map(|target| (target.index, self.metres(map, from, goals[target.index], target.best.1))))
    }

    /// The nearest of some goals for whoever asks the query, and the path to it; its own goal does not count.
    ///
    /// A point's distances are lower bounds for a disc's. So the disc is searched for from the goal with the least of them on, until
    /// the best path is no longer than the next bound.
    ///
    /// # Errors
    /// [`NoPath`] of the last goal that was tried, if none can be reached.
    pub fn nearest_for(
        &mut self,
        map: &Map,
        query: &Query<'_>,
        goals: &[Point],
    ) -> Result<Option<(usize, Path)>, NoPath> {
        let bounds = self.distances(map, query.from, goals).map_err(|reason| match reason {
            NoView::NotFinite(p) => NoPath::NotFinite(p),
            NoView::Outside { nearest } => NoPath::StartOutside { nearest },
        })?;
        let mut order: Vec<(usize, f64)> =
            bounds.iter().enumerate().filter_map(|(index, bound)| Some((index, *bound.as_ref().ok()?))).collect();
        order.sort_by(|a, b| a.1.total_cmp(&b.1).then(a.0.cmp(&b.0)));
        let (mut best, mut failed): (Option<(usize, Path)>, _) = (None, None);
        for (index, bound) in order {
            if best.as_ref().is_some_and(|(_, path)| path.length <= bound) {
                break;
            }
            let found = self.finder.find(map, &Query { to: goals[index], ..*query });
            match found {
                Ok(path) if best.as_ref().is_none_or(|(_, known)| path.length < known.length) => {
                    best = Some((index, path.clone()));
                }
                Ok(_) => {}
                Err(reason) => failed = Some(reason),
            }
            self.expansions += self.finder.expansions();
        }
        match (best, failed) {
            (None, Some(reason)) => Err(reason),
            (best, _) => Ok(best),
        }
    }

    /// Searches until enough is known: why some targets cannot be reached, and how the others are.
    #[allow(clippy::type_complexity)]
    fn search(
        &mut self,
        map: &Map,
        from: Point,
        targets: &[Point],
        wanted: Wanted,
    ) -> Result<(Vec<Result<f64, NoRoute>>, Vec<Target>), NoView> {
        let (start, location) = stand(map, from)?;
        let (answers, mut found, by_face) = sort_targets(map, location, targets);
        self.ends.begin(map);
        self.frontier.begin(map, start);
        let search = Search::new(map, &self.ends, start, End::Goal).mapping();
        self.frontier.set_out(&search, location);
        let (mut seen, mut limit) = (0, f64::INFINITY);
        while !found.is_empty() {
            let mut is_news = false;
            for window in &self.frontier.windows().all()[seen..] {
                let root = self.frontier.root(window.root);
                let here = by_face.partition_point(|&(f, _)| f < window.entry.face());
                for &(_, target) in by_face[here..].iter().take_while(|&&(f, _)| f == window.entry.face()) {
                    let way = Way::between(root.at, found[target].at);
                    let length = root.length() + way.length();
                    if window.wedge.contains(way) && length < found[target].best.0 {
                        found[target].best = (length, window.root);
                        is_news = true;
                    }
                }
            }
            seen = self.frontier.windows().all().len();
            if is_news {
                let lengths = found.iter().map(|target| target.best.0);
                limit = match wanted {
                    Wanted::All => lengths.fold(0.0, f64::max),
                    Wanted::Nearest => lengths.fold(f64::INFINITY, f64::min),
                };
            }
            if self.frontier.expand_next(&search, limit).is_none() {
                break;
            }
        }
        self.expansions = self.frontier.expansions();
        Ok((answers, found))
    }

    /// The length of the way by a root to a target, in metres.
    fn metres(&self, map: &Map, from: Point, target: Point, root: u32) -> f64 {
        let (mut at, mut next, mut length) = (map.lattice().snap(target).unwrap_or_default(), target, 0.0);
        let mut root = self.frontier.root(root);
        while let Some((before, _)) = root.bend {
            let previous = self.frontier.root(before);
            // A corner that the path only touches is no bend.
            if Way::between(previous.at, root.at).cross(Way::between(root.at, at)) != 0 {
                let corner = map.lattice().world(root.at);
                length += corner.distance(next);
                (at, next) = (root.at, corner);
            }
            root = previous;
        }
        length + from.distance(next)
    }
}

/// The targets that can be reached, and by which faces; why the others cannot.
#[allow(clippy::type_complexity)]
fn sort_targets(
    map: &Map,
    from: Location,
    targets: &[Point],
) -> (Vec<Result<f64, NoRoute>>, Vec<Target>, Vec<(FaceId, usize)>) {
    let free = |location: Location| map.faces_at(location).filter(|&f| map.is_free(f));
    let components = map.components();
    let mut answers = vec![Err(NoRoute::Unreachable); targets.len()];
    let (mut found, mut by_face) = (Vec::new(), Vec::new());
    for (index, &point) in targets.iter().enumerate() {
        match stand(map, point) {
            Err(reason) => answers[index] = Err(reason.into()),
            Ok((at, location)) => {
                let is_reachable = |f: &FaceId| free(from).any(|source| components.of(source) == components.of(*f));
                let before = by_face.len();
                by_face.extend(free(location).filter(is_reachable).map(|f| (f, found.len())));
                if by_face.len() > before {
                    found.push(Target { index, at, best: (f64::INFINITY, 0) });
                }
            }
        }
    }
    by_face.sort_unstable();
    (answers, found, by_face)
}
