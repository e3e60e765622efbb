//! Navigant's search: the shortest path, straight on the triangulation that also takes the edits.

use crate::paths::FindsPaths;
use navigant_mesh::{Map, Point};
use navigant_search::plane::{Landmarks, PathFinder, Query};

/// A map of Navigant and the memory of one search; and its landmarks, for those who plan on a map for long.
pub(crate) struct OurPath<'m> {
    map: &'m Map,
    landmarks: Option<Landmarks>,
    finder: PathFinder,
}

impl<'m> OurPath<'m> {
    pub(crate) fn with_landmarks(map: &'m Map) -> OurPath<'m> {
        OurPath { map, landmarks: Some(Landmarks::place(map)), finder: PathFinder::new() }
    }

    /// From the bare map.
    pub(crate) fn plain(map: &'m Map) -> OurPath<'m> {
        OurPath { map, landmarks: None, finder: PathFinder::new() }
    }
}

impl FindsPaths for OurPath<'_> {
    fn name(&self) -> &'static str {
        if self.landmarks.is_some() { "navigant" } else { "navigant_plain" }
    }

    fn polygons(&self) -> usize {
        self.map.faces().filter(|&face| self.map.is_free(face)).count()
    }

    fn find(&mut self, from: Point, to: Point) -> Option<f64> {
        let query = Query { landmarks: self.landmarks.as_ref(), ..Query::new(from, to) };
        let path = self.finder.find(self.map, &query).ok()?;
        Some(path.points.windows(2).map(|w| w[0].distance(w[1])).sum())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::paths::tests::yard;

    #[test]
    fn the_way_around_a_house_is_the_shortest() {
        let map = yard();
        for mut ours in [OurPath::plain(&map), OurPath::with_landmarks(&map)] {
            assert_eq!(ours.find(Point::new(1.0, 5.0), Point::new(19.0, 5.0)), Some(20.0));
            assert_eq!(ours.find(Point::new(1.0, 5.0), Point::new(10.0, 5.0)), None, "into the courtyard");
        }
    }
}
