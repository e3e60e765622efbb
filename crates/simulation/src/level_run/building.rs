//! The buildings that the program brings along: storeys with people, and what leads from one to the next.

use navigant_mesh::internals::{LayerIdInternals as _, LayeredMapInternals as _};
use navigant_mesh::{BadLayers, Layer, LayerId, LayeredMap, Map, Outline, Point, Seam};

/// A building: storeys of one shape above each other, the ground floor first.
pub(super) struct Building {
    pub(super) map: LayeredMap,
    /// From one storey to the next, in metres.
    pub(super) storey: f64,
    pub(super) storeys: u16,
    /// A hall reaches from the origin so far, in metres.
    pub(super) hall: [f64; 2],
    /// Pillars of every storey.
    pillars: Vec<Outline>,
    /// Before the stairs or ramps of every storey.
    pub(super) ways: Vec<Point>,
    /// Where one has left the ground floor.
    pub(super) exits: Vec<Point>,
    /// What is put before one of the ways for a while, on a storey.
    pub(super) barrier: (LayerId, Outline),
}

/// Layers and seams on their way to a map.
#[derive(Default)]
struct Plan {
    layers: Vec<Layer>,
    seams: Vec<Seam>,
}

impl Plan {
    fn add(&mut self, layer: Layer) -> u16 {
        self.layers.push(layer);
        (self.layers.len() - 1) as u16
    }

    fn join(&mut self, layers: [u16; 2], from: [f64; 2], to: [f64; 2]) {
        self.seams.push(Seam::new(layers, from, to));
    }

    /// Stairs of two flights that turn back, from a storey to the next: beside the wall at `x`, outwards, from `y` on.
    fn stairs(&mut self, storey: u16, [z, rise]: [f64; 2], [x, y]: [f64; 2], outwards: f64) {
        let (end, back) = (x + outwards * FLIGHT, x + outwards * (FLIGHT + STAIR));
        let (turn, top) = (y + STAIR + GAP, y + 2.0 * STAIR + GAP);
        let lower = Layer::flight([x, y, z], [end, y, z + 0.5 * rise], [Outline::rectangle([x, y], [end, y + STAIR])]);
        let lower = self.add(lower);
        let landing = self.add(Layer::level(z + 0.5 * rise, [Outline::rectangle([end, y], [back, top])]));
        let upper = Outline::rectangle([x, turn], [end, top]);
        let upper = self.add(Layer::flight([end, y, z + 0.5 * rise], [x, y, z + rise], [upper]));
        self.join([storey, lower], [x, y], [x, y + STAIR]);
        self.join([lower, landing], [end, y], [end, y + STAIR]);
        self.join([landing, upper], [end, turn], [end, top]);
        self.join([upper, storey + 1], [x, turn], [x, top]);
    }
}

/// The length of a flight in plan, the width of stairs, and how far flights are apart, in metres.
const FLIGHT: f64 = 5.0;
const STAIR: f64 = 2.4;
const GAP: f64 = 0.2;

fn pillars(hall: [f64; 2]) -> Vec<Outline> {
    let across = [1.0, 2.0, 3.0, 4.0].map(|i| 0.2 * i * hall[0]);
    let places = across.into_iter().flat_map(|x| [0.33, 0.67].map(|share| [x, share * hall[1]]));
    places.map(|[x, y]| Outline::rectangle([x - 0.4, y - 0.4], [x + 0.4, y + 0.4])).collect()
}

impl Building {
    /// 20 storeys of 60 m by 40 m with four stairs that turn back.
    pub(super) fn tower() -> Result<Building, BadLayers> {
        let (storeys, storey, hall) = (20u16, 3.2, [60.0, 40.0]);
        let mut plan = Plan::default();
        for k in 0..storeys {
            plan.add(Layer::level(storey * f64::from(k), [Outline::rectangle([0.0, 0.0], hall)]));
        }
        let rows = [7.0, 28.0];
        for k in 0..storeys - 1 {
            for y in rows {
                plan.stairs(k, [storey * f64::from(k), storey], [hall[0], y], 1.0);
                plan.stairs(k, [storey * f64::from(k), storey], [0.0, y], -1.0);
            }
        }
        let ways =
            rows.into_iter().flat_map(|y| [Point::new(1.0, y + 3.7), Point::new(hall[0] - 1.0, y + 3.7)]).collect();
        // Before the lower flight to the storey below, on one side.
        let barrier = (LayerId::new(10), Outline::rectangle([hall[0] - 1.5, 9.0], [hall[0] - 0.8, 13.0]));
        Building::of(&plan, storeys, storey, hall, ways, barrier)
    }

    /// 10 decks of 60 m by 32 m with two straight ramps each.
    pub(super) fn car_park() -> Result<Building, BadLayers> {
        let (storeys, storey, hall, wide) = (10u16, 2.8, [60.0, 32.0], 4.0);
        let mut plan = Plan::default();
        // Left and right of a deck there is room for the feet and the heads of ramps.
        let sides = [[-wide, 0.0], [hall[0], hall[0] + wide]];
        for k in 0..storeys {
            let ends = sides.into_iter().flat_map(|[l, r]| {
                [Outline::rectangle([l, 0.0], [r, wide]), Outline::rectangle([l, hall[1] - wide], [r, hall[1]])]
            });
            let floors = [Outline::rectangle([0.0, 0.0], hall)].into_iter().chain(ends);
            plan.add(Layer::level(storey * f64::from(k), floors));
        }
        for k in 0..storeys - 1 {
            for [l, r] in sides {
                let (z, top) = (storey * f64::from(k), hall[1] - wide);
                let ramp = Outline::rectangle([l, wide], [r, top]);
                let ramp = plan.add(Layer::flight([l, wide, z], [l, top, z + storey], [ramp]));
                plan.join([k, ramp], [l, wide], [r, wide]);
                plan.join([ramp, k + 1], [l, top], [r, top]);
            }
        }
        let ways = vec![Point::new(-2.0, hall[1] - 2.0), Point::new(hall[0] + 2.0, hall[1] - 2.0)];
        let barrier =
            (LayerId::new(5), Outline::rectangle([hall[0] - 0.4, hall[1] - 4.5], [hall[0] + 0.2, hall[1] - 0.5]));
        Building::of(&plan, storeys, storey, hall, ways, barrier)
    }

    fn of(
        plan: &Plan,
        storeys: u16,
        storey: f64,
        hall: [f64; 2],
        ways: Vec<Point>,
        barrier: (LayerId, Outline),
    ) -> Result<Building, BadLayers> {
        let mut map = LayeredMap::build(&plan.layers, &plan.seams)?;
        let pillars = pillars(hall);
        for layer in map.layers().take(usize::from(storeys)).collect::<Vec<_>>() {
            for pillar in &pillars {
                // What is inside of a hall is inserted.
                let _ = map.insert_on(layer, pillar);
            }
        }
        // Doors in the long sides of the ground floor, 10 m each.
        let door = |x: f64, y: f64| (0..12).map(move |i| Point::new(x - 5.0 + f64::from(i) * 10.0 / 11.0, y));
        let exits = [0.25, 0.75].into_iter().flat_map(|share| [0.6, hall[1] - 0.6].map(|y| (share * hall[0], y)));
        let exits = exits.flat_map(|(x, y)| door(x, y)).collect();
        Ok(Building { map, storey, storeys, hall, pillars, ways, exits, barrier })
    }

    /// How high a storey is.
    pub(super) fn height(&self, storey: u16) -> f64 {
        self.storey * f64::from(storey)
    }

    /// As many halls beside each other in one plane, and where the first begins and how far apart they are.
    pub(super) fn beside(&self) -> Option<(Map, [f64; 2])> {
        let apart = [self.hall[0] + 20.0, self.hall[1] + 20.0];
        let at = |k: u16| [f64::from(k % 5) * apart[0], f64::from(k / 5) * apart[1]];
        let halls: Vec<Outline> = (0..self.storeys)
            .map(|k| Outline::rectangle(at(k), [at(k)[0] + self.hall[0], at(k)[1] + self.hall[1]]))
            .collect();
        let shifted = |k: u16| {
            let shift = move |p: &Point| Point::new(p.x + at(k)[0], p.y + at(k)[1]);
            self.pillars.iter().map(move |pillar| Outline::polygon(pillar.rings().flatten().map(shift)))
        };
        let pillars: Vec<Outline> = (0..self.storeys).flat_map(shifted).collect();
        let (map, _) = Map::build(&halls, &pillars).ok()?;
        Some((map, apart))
    }
}
