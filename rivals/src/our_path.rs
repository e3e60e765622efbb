//! Navigant's search: the shortest path, straight on the triangulation that also takes the edits.

use crate::paths::FindsPaths;
use navigant_mesh::{Map, Point};
use navigant_search::plane::{PathFinder, Query};

/// A map of Navigant and the memory of one search.
pub(crate) struct OurPath<'m> {
    map: &'m Map,
    finder: PathFinder,
}

impl<'m> OurPath<'m> {
    pub(crate) fn on(map: &'m Map) -> OurPath<'m> {
        OurPath { map, finder: PathFinder::new() }
    }
}

impl FindsPaths for OurPath<'_> {
    fn name(&self) -> &'static str {
        "navigant"
    }

    fn polygons(&self) -> usize {
        self.map.faces().filter(|&face| self.map.is_free(face)).count()
    }

    fn find(&mut self, from: Point, to: Point) -> Option<f64> {
        let path = self.finder.find(self.map, &Query::new(from, to)).ok()?;
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
        let mut ours = OurPath::on(&map);
        assert_eq!(ours.find(Point::new(1.0, 5.0), Point::new(19.0, 5.0)), Some(20.0));
        assert_eq!(ours.find(Point::new(1.0, 5.0), Point::new(10.0, 5.0)), None, "into the courtyard");
    }
}
