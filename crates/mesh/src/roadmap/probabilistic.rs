//! The probabilistic roadmap.

use super::MapRoadmap;
use super::dirty::dirty_boxes;
use super::graph::{Roadmap, WaypointId};
use crate::clearance::Room;
use crate::journal::Revision;
use crate::map::Map;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::{Bounds, Point};
use std::collections::HashMap;

/// A probabilistic roadmap: random points, those near each other joined where a disc can move straight between them.
///
/// (Kavraki, Švestka, Latombe, Overmars, "Probabilistic roadmaps for path planning in high-dimensional configuration spaces", 1996;
/// the simplified one with a connection radius of Karaman and Frazzoli, "Sampling-based algorithms for optimal motion
/// planning", 2011.) The samples follow from the seed and the floors' box alone. So the roadmap is a function of the map: a sample
/// that an obstacle covers is a waypoint again when the obstacle goes.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_mesh::roadmap::{MapRoadmap, ProbabilisticRoadmap, Sampling};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0]))?;
/// let sampling = Sampling { samples: 500, reach: 6.0, radius: 0.4, seed: 7 };
/// let mut roadmap = ProbabilisticRoadmap::of(&map, sampling)?;
/// let waypoints = roadmap.roadmap().waypoints().count();
/// let wall = map.insert(&Outline::rectangle([30.0, 0.0], [34.0, 60.0]))?;
/// roadmap.follow(&map);
/// assert!(roadmap.roadmap().waypoints().count() < waypoints);
/// map.remove(wall)?;
/// roadmap.follow(&map);
/// assert_eq!(roadmap.roadmap().waypoints().count(), waypoints);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ProbabilisticRoadmap {
    sampling: Sampling,
    samples: Vec<Point>,
    /// By sample.
    waypoints: Vec<Option<WaypointId>>,
    /// Samples by squares as large as the reach, each list in ascending order.
    squares: HashMap<[i64; 2], Vec<u32>>,
    roadmap: Roadmap,
    revision: Revision,
}

/// How a probabilistic roadmap is made.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sampling {
    /// How many points are thrown into the floors' box; those without room are no waypoints.
    pub samples: usize,
    /// Points no farther apart are joined, in metres.
    pub reach: f64,
    /// The radius of the discs that it is for, in metres.
    pub radius: f64,
    /// Where the random numbers start.
    pub seed: u64,
}

/// Why there is no probabilistic roadmap.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum BadSampling {
    /// More samples than [`Sampling::MOST_SAMPLES`].
    TooMany(usize),
    /// The reach is not a positive number of metres.
    Reach(f64),
    /// The radius is negative or not a number.
    Radius(f64),
}

impl Sampling {
    /// The most samples.
    pub const MOST_SAMPLES: usize = 1 << 24;

    fn check(&self) -> Result<(), BadSampling> {
        if self.samples > Sampling::MOST_SAMPLES {
            return Err(BadSampling::TooMany(self.samples));
        }
        if !self.reach.is_finite() || self.reach <= 0.0 {
            return Err(BadSampling::Reach(self.reach));
        }
        if self.radius.is_nan() || self.radius < 0.0 {
            return Err(BadSampling::Radius(self.radius));
        }
        Ok(())
    }
}

impl std::fmt::Display for BadSampling {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            BadSampling::TooMany(samples) => write!(f, "{samples} samples; at most {} can be", Sampling::MOST_SAMPLES),
            BadSampling::Reach(reach) => write!(f, "a reach of {reach} m; it must be a number above 0"),
            BadSampling::Radius(radius) => write!(f, "a radius of {radius} m; it must be a number of 0 or more"),
        }
    }
}

impl std::error::Error for BadSampling {}

impl ProbabilisticRoadmap {
    /// The roadmap of a map as it is now.
    ///
    /// # Errors
    /// [`BadSampling`] names what cannot be.
    pub fn of(map: &Map, sampling: Sampling) -> Result<ProbabilisticRoadmap, BadSampling> {
        sampling.check()?;
        let origin = map.lattice().origin();
        let bounds = map.floor_bounds().unwrap_or(Bounds { min: origin, max: origin });
        let mut random = Random(sampling.seed);
        let samples: Vec<Point> = (0..sampling.samples)
            .map(|_| {
                let (x, y) = (random.unit(), random.unit());
                let p = Point::new(bounds.min.x + x * bounds.size().0, bounds.min.y + y * bounds.size().1);
                map.lattice().snap(p).map_or(p, |p| map.lattice().world(p))
            })
            .collect();
        let mut squares: HashMap<[i64; 2], Vec<u32>> = HashMap::new();
        for (index, &p) in samples.iter().enumerate() {
            squares.entry(square_of(p, sampling.reach)).or_default().push(index as u32);
        }
        let waypoints = vec![None; samples.len()];
        let (roadmap, revision) = (Roadmap::default(), map.revision());
        let mut new = ProbabilisticRoadmap { sampling, samples, waypoints, squares, roadmap, revision };
        new.look_again(map, (0..new.samples.len() as u32).collect());
        Ok(new)
    }

    /// How it was made.
    pub(crate) fn sampling(&self) -> Sampling {
        self.sampling
    }

    /// The samples in a box.
    fn within(&self, region: Bounds) -> Vec<u32> {
        let is_in = |&sample: &u32| region.contains(self.samples[sample as usize]);
        let [low, high] = [region.min, region.max].map(|p| square_of(p, self.sampling.reach));
        let squares = high[0].saturating_sub(low[0]).saturating_mul(high[1].saturating_sub(low[1]));
        // Of a box with more squares than there are samples, the samples are looked at.
        if squares > self.samples.len() as i64 {
            return (0..self.samples.len() as u32).filter(is_in).collect();
        }
        let squares = (low[1]..=high[1]).flat_map(|y| (low[0]..=high[0]).map(move |x| [x, y]));
        squares.filter_map(|square| self.squares.get(&square)).flatten().copied().filter(is_in).collect()
    }

    /// Looks again at some samples and at all edges from them.
    fn look_again(&mut self, map: &Map, samples: Vec<u32>) {
        self.roadmap.begin();
        for &sample in &samples {
            let (at, waypoint) = (self.samples[sample as usize], self.waypoints[sample as usize]);
            match (map.has_room_at(at, self.sampling.radius), waypoint) {
                (true, None) => self.waypoints[sample as usize] = Some(self.roadmap.add(at)),
                (false, Some(waypoint)) => {
                    self.roadmap.remove(waypoint);
                    self.waypoints[sample as usize] = None;
                }
                _ => {}
            }
        }
        let (mut room, mut edges) = (Room::default(), Vec::new());
        for sample in samples {
            let Some(waypoint) = self.waypoints[sample as usize] else { continue };
            self.ways_from(map, &mut room, sample, &mut edges);
            self.roadmap.set_edges(waypoint, &mut edges);
        }
        self.roadmap.finish();
    }

    fn ways_from(&self, map: &Map, room: &mut Room, sample: u32, edges: &mut Vec<(WaypointId, f64)>) {
        edges.clear();
        let here = self.samples[sample as usize];
        let [x, y] = square_of(here, self.sampling.reach);
        let around = (-1..=1).flat_map(|dy| (-1..=1).map(move |dx| [x.saturating_add(dx), y.saturating_add(dy)]));
        for &other in around.filter_map(|square| self.squares.get(&square)).flatten() {
            let Some(waypoint) = self.waypoints[other as usize].filter(|_| other != sample) else { continue };
            let length = here.distance(self.samples[other as usize]);
            // Always tested from the same end, so that the result is symmetric.
            let [a, b] = [sample.min(other), sample.max(other)].map(|i| self.samples[i as usize]);
            if length <= self.sampling.reach && is_roomy(map, room, [a, b], self.sampling.radius) {
                edges.push((waypoint, length));
            }
        }
    }
}

impl MapRoadmap for ProbabilisticRoadmap {
    /// Catches up with the edits of its map, by [`Map::changes_since`]; if these are forgotten, or of another map, it looks at
    /// all samples again.
    ///
    /// Cost: the samples nearer to what came or went than reach and radius, and the edges between them.
    fn follow(&mut self, map: &Map) {
        let Sampling { reach, radius, .. } = self.sampling;
        let samples = match dirty_boxes(map, self.revision, reach + radius) {
            Err(_) => (0..self.samples.len() as u32).collect(),
            Ok(dirty) => {
                let mut found: Vec<u32> = dirty.iter().flat_map(|&region| self.within(region)).collect();
                found.sort_unstable();
                found.dedup();
                found
            }
        };
        self.look_again(map, samples);
        self.revision = map.revision();
    }

    fn roadmap(&self) -> &Roadmap {
        &self.roadmap
    }
}

/// Whether a disc can move straight from one point to another.
fn is_roomy(map: &Map, room: &mut Room, [a, b]: [Point; 2], radius: f64) -> bool {
    if radius == 0.0 {
        map.sees(a, b)
    } else {
        room.along_line(map, map.steps(a), map.steps(b), radius / map.lattice().step())
    }
}

fn square_of(p: Point, size: f64) -> [i64; 2] {
    [(p.x / size).floor() as i64, (p.y / size).floor() as i64]
}

/// Random numbers (Steele, Lea, Flood, "Fast splittable pseudorandom number generators", 2014).
struct Random(u64);

impl Random {
    /// A number from 0 to below 1.
    fn unit(&mut self) -> f64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) >> 11) as f64 / (1u64 << 53) as f64
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;

    #[test]
    fn a_seed_is_a_roadmap() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
        let of = |seed| {
            let roadmap =
                ProbabilisticRoadmap::of(&map, Sampling { samples: 200, reach: 8.0, radius: 0.5, seed }).unwrap();
            let points: Vec<_> = roadmap.samples.iter().map(|p| [p.x.to_bits(), p.y.to_bits()]).collect();
            (points, roadmap.roadmap().edge_count())
        };
        assert_eq!(of(3), of(3));
        assert_ne!(of(3), of(4));
    }

    #[test]
    fn bad_numbers_are_named() {
        let map = Map::new(&Outline::rectangle([0.0, 0.0], [8.0, 8.0])).unwrap();
        let good = Sampling { samples: 9, reach: 8.0, radius: 0.0, seed: 1 };
        let of = |sampling| ProbabilisticRoadmap::of(&map, sampling).err();
        assert_eq!(of(Sampling { reach: 0.0, ..good }), Some(BadSampling::Reach(0.0)));
        assert_eq!(of(Sampling { reach: f64::INFINITY, ..good }), Some(BadSampling::Reach(f64::INFINITY)));
        assert_eq!(of(Sampling { radius: -1.0, ..good }), Some(BadSampling::Radius(-1.0)));
        assert_eq!(of(Sampling { samples: usize::MAX, ..good }), Some(BadSampling::TooMany(usize::MAX)));
        assert_eq!(of(Sampling { samples: 0, ..good }), None);
        assert_eq!(of(good), None);
    }
}
