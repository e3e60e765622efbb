//! Small maps that change, discs on them, and places to ask about: what the soaks of discs share.

use super::edits::step;
use crate::generate::{city, coarse_soup, maze, rooms, rows, soup};
use crate::oracle::clearance::has_room;
use crate::oracle::disc_paths::LEAST_RADIUS;
use crate::oracle::disc_reach::Reach;
use crate::oracle::walls::{Wall, Walls};
use crate::rng::Rng;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint, PointInternals as _};
use navigant_geometry::{Bounds, Lattice, Outline, Point};
use navigant_mesh::{Map, ObstacleId};

/// More walls than this take the oracles too long.
pub const MOST_WALLS: usize = 44;
/// As many small things stand in rows.
const MOST_IN_ROWS: u32 = 36;
/// Edits between two states.
const MOST_EDITS: u32 = 12;

/// A map that changes and what it is made of.
pub struct DiscScene {
    /// The floors.
    pub floors: Vec<Outline>,
    /// The map, for the system under test; the oracles do not look at it.
    pub map: Map,
    /// The obstacles that are there.
    pub present: Vec<(ObstacleId, Outline)>,
    /// How many edits there were.
    pub edits: u32,
    /// What may come.
    outlines: Box<dyn Iterator<Item = Outline>>,
    /// Where places are looked for.
    centre: Bounds,
}

impl DiscScene {
    /// A random scene: a city, a maze, rooms, hostile outlines, outlines on a coarse grid where everything coincides, such
    /// a grid of a few steps of the lattice, or walls and posts anywhere.
    ///
    /// # Errors
    /// If no map can be built of it.
    pub fn new(rng: &mut Rng) -> Result<Self, String> {
        let seed = rng.next_u64();
        let square =
            |low: f64, size: f64| Bounds { min: Point::new(low, low), max: Point::new(low + size, low + size) };
        let world = square(0.0, 64.0);
        let mut centre = world;
        let step = Lattice::covering(world).map_or(1.0, |l| l.step());
        let floor = Outline::rectangle(world.min, world.max);
        let (floor, obstacles, outlines): (_, Vec<Outline>, Box<dyn Iterator<Item = Outline>>) = match rng.below(10) {
            0 => {
                let [scene, other] = [seed, !seed].map(|seed| city(seed, 64.0, 64.0, 24));
                (scene.0, scene.1, again(seed, other.1))
            }
            1 => {
                let (thickness, loops) = (*rng.pick(&[0.0, 0.0, 1.0]), rng.range(0.0..0.4));
                let (columns, rows) = (rng.between(2, 4), rng.between(2, 4));
                let [scene, other] = [seed, !seed].map(|seed| maze(seed, columns, rows, 8.0, thickness, loops));
                (scene.0, scene.1, again(seed, other.1))
            }
            2 => {
                let (width, height) = (rng.range(5.0..10.0), rng.range(5.0..10.0));
                let [scene, other] = [seed, !seed].map(|seed| rooms(seed, width, height, 6.0));
                (scene.0, scene.1, again(seed, other.1))
            }
            3 => (floor, Vec::new(), Box::new(soup(seed, world))),
            4..7 => (floor, Vec::new(), Box::new(coarse_soup(seed, world, *rng.pick(&[4, 8, 16, 64])))),
            7 => {
                let cells = *rng.pick(&[6, 10, 24]);
                centre = square(32.0 - 4.0 * step, f64::from(cells) * step);
                (floor, Vec::new(), Box::new(coarse_soup(seed, centre, cells)))
            }
            _ => (floor, Vec::new(), Box::new(sticks(seed, world))),
        };
        if let Some(bounds) = floor.bounds().filter(|_| centre == world) {
            centre = bounds;
        }
        let mut floors = vec![floor];
        if rng.one_in(12) {
            floors.push(Outline::polygon([[40.0, 12.0], [72.0, 32.0], [40.0, 48.0]]));
        }
        let mut scene = DiscScene::of(floors, obstacles, outlines, centre)?;
        if scene.present.is_empty() {
            for _ in 0..rng.below(9) {
                let outline = scene.outlines.next().ok_or("out of outlines")?;
                let id = scene.map.insert(&outline).map_err(|e| e.to_string())?;
                scene.present.push((id, outline));
            }
        }
        Ok(scene)
    }

    /// The scene of a case: every eighth is made of small things in rows, so that much is seen from one place; the others
    /// are what [`DiscScene::new`] makes.
    ///
    /// # Errors
    /// If no map can be built of it.
    pub fn of_case(number: u64, rng: &mut Rng) -> Result<Self, String> {
        if number % 8 != 7 {
            return DiscScene::new(rng);
        }
        let seed = rng.next_u64();
        let [scene, other] = [seed, !seed].map(|seed| rows(seed, 64.0, MOST_IN_ROWS));
        let centre = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
        DiscScene::of(vec![scene.0], scene.1, again(seed, other.1), centre)
    }

    fn of(
        floors: Vec<Outline>,
        obstacles: Vec<Outline>,
        outlines: Box<dyn Iterator<Item = Outline>>,
        centre: Bounds,
    ) -> Result<Self, String> {
        let (map, ids) = Map::build(&floors, &obstacles).map_err(|e| e.to_string())?;
        let present = ids.into_iter().zip(obstacles).collect();
        Ok(DiscScene { floors, map, present, outlines, centre, edits: 0 })
    }

    /// Some random edits.
    ///
    /// # Errors
    /// If the map refuses one.
    pub fn edit(&mut self, rng: &mut Rng) -> Result<(), String> {
        let count = rng.between(1, MOST_EDITS);
        self.edit_one_by_one(rng, count, |_| {})
    }

    /// A number of random edits; after each, the map is shown to its followers.
    ///
    /// # Errors
    /// If the map refuses one.
    pub fn edit_one_by_one(&mut self, rng: &mut Rng, count: u32, mut follow: impl FnMut(&Map)) -> Result<(), String> {
        let limit = self.present.len().max(3) + 1;
        for _ in 0..count {
            step(rng, &mut self.map, &mut self.present, &mut self.outlines, limit)?;
            self.edits += 1;
            follow(&self.map);
        }
        Ok(())
    }

    /// The walls as they are now; obstacles are removed until there are few enough.
    ///
    /// # Errors
    /// If an outline is refused.
    pub fn walls(&mut self, rng: &mut Rng) -> Result<Walls, String> {
        self.walls_following(rng, |_| {})
    }

    /// The same; after each removal, the map is shown to whoever follows it.
    ///
    /// # Errors
    /// If an outline is refused.
    pub fn walls_following(&mut self, rng: &mut Rng, mut follow: impl FnMut(&Map)) -> Result<Walls, String> {
        loop {
            let outlines = self.present.iter().map(|(_, outline)| outline);
            let walls = Walls::of(self.map.lattice(), &self.floors, outlines).map_err(|e| e.to_string())?;
            if walls.len() <= MOST_WALLS || self.present.is_empty() {
                return Ok(walls);
            }
            let (id, _) = self.present.swap_remove(rng.below(self.present.len() as u32) as usize);
            self.map.remove(id).map_err(|e| e.to_string())?;
            self.edits += 1;
            follow(&self.map);
        }
    }

    /// A radius to ask about, in metres and never below [`LEAST_RADIUS`]: half of a gap exactly, a little less or more,
    /// anything from a few steps to the size of the world.
    pub fn radius(&self, rng: &mut Rng, reach: &Reach) -> f64 {
        let step = self.map.lattice().step();
        let (width, height) = self.centre.size();
        let gaps: Vec<f64> = reach.gaps().iter().map(|gap| gap.width * step).filter(|&width| width > 0.0).collect();
        let gap = if gaps.is_empty() { width } else { *rng.pick(&gaps) };
        // Narrow ones come first, and matter most.
        let narrow = gaps.get(rng.below(gaps.len() as u32 / 4 + 1) as usize).copied().unwrap_or(width);
        let radius = match rng.below(20) {
            0..5 => narrow / 2.0,
            5..8 => gap / 2.0,
            8 => (narrow / 2.0).next_up(),
            9 => (narrow / 2.0).next_down(),
            10..13 => narrow / 2.0 * (1.0 + *rng.pick(&[-0.5, -0.01, -1e-6, -1e-9, 1e-9, 1e-6, 0.01])),
            13..18 => width.min(height) * 0.25 * rng.range(0.0..1.0) * rng.range(0.0..1.0),
            18 => step * rng.range(0.01..10.0),
            _ => width.max(height) * rng.range(0.2..2.0),
        };
        radius.max(LEAST_RADIUS * step)
    }

    /// A place on the lattice: anywhere, in the middle of a gap, or as far from a wall's end as the radius is; mostly one
    /// where the disc fits.
    pub fn place(&self, rng: &mut Rng, reach: &Reach, radius: f64) -> Point {
        let mut place = self.any_place(rng, reach, radius);
        for _ in 0..40 {
            if has_room(reach.walls(), place, radius) || rng.one_in(60) {
                break;
            }
            place = self.any_place(rng, reach, radius);
        }
        place
    }

    fn any_place(&self, rng: &mut Rng, reach: &Reach, radius: f64) -> Point {
        let walls = reach.walls();
        let anywhere = |rng: &mut Rng| {
            let (width, height) = self.centre.size();
            let mut at = |low: f64, size: f64| rng.range(low - 0.05 * size..low + 1.05 * size);
            Point::new(at(self.centre.min.x, width), at(self.centre.min.y, height))
        };
        let place = match rng.below(10) {
            0..5 => anywhere(rng),
            5 => {
                // On the grid that coarse soups are made of.
                let p = anywhere(rng);
                Point::new(p.x.round(), p.y.round())
            }
            6 | 7 if !reach.gaps().is_empty() => walls.world(rng.pick(reach.gaps()).middle()),
            8 | 9 if !walls.is_empty() => {
                let all: Vec<&Wall> = walls.iter().collect();
                let end = walls.lattice().world(rng.pick(&all).a);
                let [cos, sin] =
                    *rng.pick(&[rng.clone().direction(), [1.0, 0.0], [0.0, -1.0], [-1.0, 0.0], [0.6, 0.8]]);
                Point::new(end.x + radius * cos, end.y + radius * sin)
            }
            _ => anywhere(rng),
        };
        let lattice = walls.lattice();
        lattice.snap(place).map_or(place, |p: LatticePoint| lattice.world(p))
    }

    /// What it is made of, for whoever has to reproduce a failure.
    pub fn describe(&self) -> String {
        let obstacles: Vec<&Outline> = self.present.iter().map(|(_, outline)| outline).collect();
        format!("after {} edits\nfloors {:?}\nobstacles {obstacles:?}", self.edits, self.floors)
    }
}

/// Some outlines over and over.
fn again(seed: u64, outlines: Vec<Outline>) -> Box<dyn Iterator<Item = Outline>> {
    let mut rng = Rng::new(seed);
    let post = Outline::polyline([[3.0, 3.0]]);
    Box::new(std::iter::from_fn(move || {
        Some(if outlines.is_empty() { post.clone() } else { rng.pick(&outlines).clone() })
    }))
}

/// Walls and posts anywhere: nothing coincides.
fn sticks(seed: u64, world: Bounds) -> impl Iterator<Item = Outline> {
    let mut rng = Rng::new(seed);
    std::iter::from_fn(move || {
        let (width, height) = world.size();
        let mut at =
            || Point::new(world.min.x + rng.range(0.0..1.0) * width, world.min.y + rng.range(0.0..1.0) * height);
        let (a, b, c) = (at(), at(), at());
        let near = |p: Point| a.lerp(p, 0.3);
        Some(match rng.below(4) {
            0 => Outline::polyline([a]),
            1 | 2 => Outline::polyline([a, near(b)]),
            _ => Outline::polygon([a, near(b), near(c)]),
        })
    })
}
