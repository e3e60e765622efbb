//! Distances to many points at once.
//!
//! On a large map a lookup mostly waits for memory, three times: for the faces of a cell, for the windows of a face, and for their roots,
//! each of which says where the next are. So some lookups are made together, step by step: while one waits, the others do.

use super::super::tuning::path_map::{LOOKUPS_TOGETHER, ROOTS_AHEAD};
use super::ShortestPathMap;
use super::lookup::NoRoute;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_mesh::{Map, Point};
use std::hint::black_box;

impl ShortestPathMap {
    /// The lengths of the shortest paths to some points, in metres: of each what [`distance_to`](Self::distance_to) says, to the last
    /// bit. For all agents of a crowd, say, with the same goal.
    ///
    /// ```
    /// use navigant_mesh::{Map, Outline, Point};
    /// use navigant_search::plane::{NoRoute, ShortestPathMap};
    /// let map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0]))?;
    /// let spm = ShortestPathMap::of(&map, [3.0, 2.0])?;
    /// let found = spm.distances_to(&map, &[Point::new(3.0, 7.0), Point::new(20.0, 2.0)]);
    /// assert!(matches!(found[..], [Ok(5.0), Err(NoRoute::NoView(_))]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// Cost: as many lookups, which wait for memory together: on large maps they are several times faster.
    pub fn distances_to(&self, map: &Map, targets: &[Point]) -> Vec<Result<f64, NoRoute>> {
        if map.revision() != self.revision {
            return vec![Err(NoRoute::Stale); targets.len()];
        }
        let mut found = Vec::with_capacity(targets.len());
        for targets in targets.chunks(LOOKUPS_TOGETHER) {
            self.look_up_together(map, targets, &mut found);
        }
        found
    }

    fn look_up_together(&self, map: &Map, targets: &[Point], found: &mut Vec<Result<f64, NoRoute>>) {
        let mut faces = [const { None }; LOOKUPS_TOGETHER];
        for (target, faces) in targets.iter().zip(&mut faces) {
            *faces = map.lattice().snap(*target).ok().and_then(|at| Some((at, self.grid.faces_near(at)?)));
        }
        for (_, faces) in faces.iter().flatten() {
            self.grid.touch(faces.clone());
        }
        let windows = faces.map(|faces| faces.and_then(|(at, faces)| Some((at, self.grid.windows_at(faces, at)?))));
        let ahead = || {
            windows
                .iter()
                .flatten()
                .flat_map(|(_, windows)| &self.windows[windows.clone()][..ROOTS_AHEAD.min(windows.len())])
        };
        ahead().for_each(|window| _ = black_box(window.root));
        ahead().for_each(|window| _ = black_box(self.roots[window.root as usize].steps));
        for (&target, windows) in targets.iter().zip(windows) {
            found.push(self.root_among(map, target, windows).map(|root| root.length));
        }
    }
}
