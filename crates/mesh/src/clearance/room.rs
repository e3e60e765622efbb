//! Room: how far the walls are from a point, and whether a disc has room along a line.

use super::feature::Feature;
use crate::ids::FaceId;
use crate::map::Map;
use navigant_geometry::{Offset, Point};

impl Map {
    /// How far the nearest wall is from a point, in metres; `None` where one cannot stand. Good to a lattice step.
    ///
    /// Cost: locating the point, and a look at the features around its face.
    pub fn clearance_at(&self, p: impl Into<Point>) -> Option<f64> {
        let p = p.into();
        let location = self.locate(p)?;
        let here = self.steps(p);
        let faces = self.faces_at(location).filter(|&f| self.is_free(f));
        let distances = faces.flat_map(|f| self.features_near(f).map(move |feature| feature.distance(self, here)));
        distances.min_by(f64::total_cmp).map(|steps| steps * self.lattice().step())
    }

    /// The feature that is nearest to a point, and its point there; `None` where one cannot stand.
    pub fn nearest_feature(&self, p: impl Into<Point>) -> Option<(Feature, Point)> {
        let p = p.into();
        let location = self.locate(p)?;
        let here = self.steps(p);
        let faces = self.faces_at(location).filter(|&f| self.is_free(f));
        let features = faces.flat_map(|f| self.features_near(f));
        let nearest = features.min_by(|a, b| a.distance(self, here).total_cmp(&b.distance(self, here)))?;
        let at = nearest.nearest(self, here) * self.lattice().step();
        let origin = self.lattice().origin();
        Some((nearest, Point::new(origin.x + at.x, origin.y + at.y)))
    }

    /// The features among which the nearest one of every point in a free face is: the face's own, and those in the
    /// profiles of its edges. Some may come twice.
    pub fn features_near(&self, f: FaceId) -> impl Iterator<Item = Feature> + '_ {
        let corners = self.corners(f).into_iter().map(Feature::Corner);
        let walls = f.edges().into_iter().filter(|&e| self.is_wall(e)).map(Feature::Wall);
        let open = f.edges().into_iter().filter(|&e| !self.is_wall(e));
        corners.chain(walls).chain(open.flat_map(|e| self.profiles().left_of(self.twin(e))))
    }

    /// A point in steps of the lattice, not rounded.
    pub(crate) fn steps(&self, p: Point) -> Offset {
        let [x, y] = self.lattice().steps(p);
        Offset::new(x, y)
    }
}
