//! Navigant.

use crate::builds::{Builds, Case, Size};
use crate::city::{City, Square};
use crate::updates::Updates;
use navigant_mesh::internals::{AxisInternals as _, ChangeInternals as _, MapInternals as _};
use navigant_mesh::{Map, ObstacleId, Outline};
use navigant_testing::rng::Rng;

/// A map of Navigant, and the square that stands in it.
pub(crate) struct Ours {
    map: Map,
    square: Option<ObstacleId>,
    kept: Kept,
}

/// Sides of the regions that [`Kept::Regions`] lays over a city, in metres.
const REGION_SIDES: std::ops::Range<f64> = 4.0..40.0;
/// How many.
const REGIONS: usize = 2_000;

/// What is up to date after each edit. Navigant itself leaves all but the map to whoever asks for it first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kept {
    Map,
    /// The map, with regions all over it.
    Regions,
    Clearance,
    Axis,
}

impl Ours {
    pub(crate) fn of_city(city: &City) -> Ours {
        Ours::keeping(city, Kept::Map)
    }

    pub(crate) fn keeping(city: &City, kept: Kept) -> Ours {
        let floors = std::slice::from_ref(&city.floor);
        let (mut map, _) = Map::build(floors, &city.buildings).expect("a city is a good map");
        if kept == Kept::Regions {
            lay_regions(&mut map, city.side);
        }
        let ours = Ours { map, square: None, kept };
        ours.bring_up_to_date();
        ours
    }

    fn bring_up_to_date(&self) {
        match self.kept {
            Kept::Map | Kept::Regions => {}
            Kept::Clearance => _ = self.map.profiles(),
            Kept::Axis => _ = self.map.axis(),
        }
    }

    /// How many nodes and arcs the medial axis has.
    pub(crate) fn axis_size(&self) -> (usize, usize) {
        (self.map.axis().node_count(), self.map.axis().arcs().count())
    }

    /// How many faces the last edit took away or brought.
    pub(crate) fn faces_touched(&self) -> usize {
        self.map.change().faces_touched()
    }

    pub(crate) fn faces(&self) -> usize {
        self.map.face_count()
    }
}

/// Rectangles of three kinds, some of them over each other.
fn lay_regions(map: &mut Map, side: f64) {
    let mut rng = Rng::new(11);
    for kind in ["grass", "road", "water"].into_iter().cycle().take(REGIONS) {
        let low = [(); 2].map(|()| rng.range(0.0..side));
        let high = low.map(|c| c + rng.range(REGION_SIDES));
        map.insert_region(kind, &Outline::rectangle(low, high)).expect("a rectangle is a good outline");
    }
}

impl Updates for Ours {
    fn name(&self) -> String {
        let name = match self.kept {
            Kept::Map => "navigant",
            Kept::Regions => "navigant_regions",
            Kept::Clearance => "navigant_clearance",
            Kept::Axis => "navigant_axis",
        };
        name.into()
    }

    fn vertices(&self) -> Option<usize> {
        Some(self.map.vertex_count())
    }

    fn insert(&mut self, square: Square) {
        self.square = Some(self.map.insert(&square.outline()).expect("a square is a good outline"));
        self.bring_up_to_date();
    }

    fn remove(&mut self) {
        let square = self.square.take().expect("a square was inserted");
        self.map.remove(square).expect("it still stands");
        self.bring_up_to_date();
    }
}

/// Building a map of Navigant: floor, obstacles with their ids, coverage and all.
#[derive(Default)]
pub(crate) struct OurBuild {
    map: Option<Map>,
}

impl Builds for OurBuild {
    fn name(&self) -> String {
        "navigant".into()
    }

    fn prepare(&mut self, _: &Case) {
        self.map = None;
    }

    fn build(&mut self, case: &Case) {
        let floors = std::slice::from_ref(&case.floor);
        self.map = Map::build(floors, &case.obstacles).ok().map(|(map, _)| map);
    }

    fn size(&self) -> Option<Size> {
        let map = self.map.as_ref()?;
        Some(Size { vertices: map.vertex_count(), faces: map.face_count(), bytes: Some(map.memory_bytes()) })
    }
}
