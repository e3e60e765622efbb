//! What is known of a window once a search is done.

use super::{Frontier, Search};
use crate::plane::windows::Window;

impl Frontier {
    /// A lower bound for the way to anything in a window, in steps; `None` if everything in it is nearer by way of other roots, as
    /// far as it is known by now.
    pub(in crate::plane) fn bound(&self, search: &Search, window: &Window) -> Option<f64> {
        let &Window { entry, root, wedge } = window;
        if self.is_outdated(root) {
            return None;
        }
        let length = self.roots[root as usize].length;
        if !self.is_crossed(search, window) {
            return Some(length);
        }
        let edge = search.map.twin(entry);
        let view = wedge.view(self.ways_to_ends(search, edge, root));
        if self.is_dominated(search, edge, root, &view) { None } else { Some(length + view.nearest()) }
    }
}
