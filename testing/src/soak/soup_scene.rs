//! Hostile soups: floors with cracks, stairs with nosings, thin walls, decals, duplicates, triangles through each other.

use crate::rng::Rng;
use navigant_ground::Soup;

/// Metres a side of the world.
pub(super) const SIZE: f64 = 8.0;

/// Some triangles.
pub(super) fn soup(rng: &mut Rng) -> Soup {
    let mut scene = Scene { soup: Soup::default(), is_coarse: rng.one_in(2) };
    scene.floors(rng);
    for _ in 0..rng.between(1, 7) {
        match rng.below(9) {
            0 => scene.block(rng),
            1 => scene.stairs(rng),
            2 | 3 => scene.wall(rng),
            4 => scene.ramp(rng),
            5 => scene.deck(rng),
            6 => scene.rock(rng),
            7 => scene.wild(rng),
            _ => scene.again(rng),
        }
    }
    scene.soup
}

struct Scene {
    soup: Soup,
    /// Whether coordinates coincide often.
    is_coarse: bool,
}

impl Scene {
    fn quad(&mut self, corners: [[f64; 3]; 4]) {
        let first = self.soup.vertices.len() as u32;
        self.soup.vertices.extend(corners);
        self.soup.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    }

    fn level(&mut self, [x0, y0]: [f64; 2], [x1, y1]: [f64; 2], z: f64) {
        self.quad([[x0, y0, z], [x1, y0, z], [x1, y1, z], [x0, y1, z]]);
    }

    fn coordinate(&self, rng: &mut Rng) -> f64 {
        if self.is_coarse { f64::from(rng.below(17)) * 0.5 } else { rng.range(0.0..SIZE) }
    }

    fn height(&self, rng: &mut Rng) -> f64 {
        if self.is_coarse { *rng.pick(&[0.0, 0.25, 0.5, 1.0, 2.0, 3.0]) } else { rng.range(0.0..3.0) }
    }

    /// A box in plan.
    fn area(&self, rng: &mut Rng) -> [[f64; 2]; 2] {
        let [x, y] = [self.coordinate(rng), self.coordinate(rng)];
        let long =
            |rng: &mut Rng| if self.is_coarse { f64::from(rng.between(1, 6)) * 0.5 } else { rng.range(0.3..3.0) };
        [[x, y], [x + long(rng), y + long(rng)]]
    }

    /// A floor in strips, with cracks and steps between them.
    fn floors(&mut self, rng: &mut Rng) {
        let strips = rng.between(1, 4);
        let (mut x, mut z) = (0.0, 0.0);
        for _ in 0..strips {
            let end = x + SIZE / f64::from(strips);
            self.level([x, 0.0], [end, SIZE], z);
            x = end + *rng.pick(&[0.0, 0.0, 0.003, 0.03, 0.048, 0.06, 0.3]);
            z += *rng.pick(&[0.0, 0.0, 0.001, 0.2, 0.38, 0.42, -0.2]);
        }
    }

    /// A box with sides.
    fn block(&mut self, rng: &mut Rng) {
        let ([[x0, y0], [x1, y1]], low) = (self.area(rng), if rng.one_in(3) { self.height(rng) } else { 0.0 });
        let high = low + *rng.pick(&[0.1, 0.3, 0.39, 0.5, 1.0, 2.5]);
        self.level([x0, y0], [x1, y1], high);
        self.quad([[x0, y0, low], [x0, y1, low], [x1, y1, low], [x1, y0, low]]);
        let ring = [[x0, y0], [x1, y0], [x1, y1], [x0, y1]];
        for i in 0..4 {
            let ([ax, ay], [bx, by]) = (ring[i], ring[(i + 1) % 4]);
            self.quad([[ax, ay, low], [bx, by, low], [bx, by, high], [ax, ay, high]]);
        }
    }

    /// Steps with nosings and risers, or without.
    fn stairs(&mut self, rng: &mut Rng) {
        let [[x, y], [_, top]] = self.area(rng);
        let (rise, run) = (*rng.pick(&[0.17, 0.2, 0.39, 0.45]), *rng.pick(&[0.25, 0.3, 0.5]));
        let nosing = *rng.pick(&[0.0, 0.02, -0.01]);
        for i in 0..rng.between(2, 8) {
            let (i, z) = (f64::from(i), f64::from(i + 1) * rise);
            self.level([x + i * run - nosing, y], [x + (i + 1.0) * run, top], z);
            if rng.one_in(2) {
                let edge = x + i * run;
                self.quad([[edge, top, z - rise], [edge, y, z - rise], [edge, y, z], [edge, top, z]]);
            }
        }
    }

    fn wall(&mut self, rng: &mut Rng) {
        let [[x0, y0], [x1, y1]] = self.area(rng);
        let (a, b) = match rng.below(3) {
            0 => ([x0, y0], [x1, y0]),
            1 => ([x0, y0], [x0, y1]),
            _ => ([x0, y0], [x1, y1]),
        };
        let low = *rng.pick(&[0.0, 0.0, 0.3, 1.0, 1.9]);
        let high = low + *rng.pick(&[0.3, 0.35, 0.5, 2.0, 3.0]);
        self.quad([[a[0], a[1], low], [b[0], b[1], low], [b[0], b[1], high], [a[0], a[1], high]]);
    }

    fn ramp(&mut self, rng: &mut Rng) {
        let [[x0, y0], [x1, y1]] = self.area(rng);
        let (low, high) = (if rng.one_in(2) { 0.0 } else { self.height(rng) }, self.height(rng));
        self.quad([[x0, y0, low], [x1, y0, high], [x1, y1, high], [x0, y1, low]]);
    }

    /// Something level above: a decal, a table, a ceiling, an upper floor.
    fn deck(&mut self, rng: &mut Rng) {
        let ([low, high], z) = (self.area(rng), *rng.pick(&[0.00001, 0.001, 0.3, 0.8, 1.7, 1.9, 3.0]));
        if rng.one_in(4) {
            self.quad([[low[0], low[1], z], [low[0], high[1], z], [high[0], high[1], z], [high[0], low[1], z]]);
        } else {
            self.level(low, high, z);
        }
    }

    /// A rock with four sides and a top, steep or not.
    fn rock(&mut self, rng: &mut Rng) {
        let [[x0, y0], [x1, y1]] = self.area(rng);
        let top = [rng.range(x0..x1), rng.range(y0..y1), *rng.pick(&[0.3, 0.6, 1.5, 3.0])];
        let ring = [[x0, y0, 0.0], [x1, y0, 0.0], [x1, y1, 0.0], [x0, y1, 0.0]];
        let first = self.soup.vertices.len() as u32;
        self.soup.vertices.extend(ring);
        self.soup.vertices.push(top);
        self.soup.triangles.extend((0..4).map(|i| [first + i, first + (i + 1) % 4, first + 4]));
    }

    /// Any triangle.
    fn wild(&mut self, rng: &mut Rng) {
        let first = self.soup.vertices.len() as u32;
        for _ in 0..3 {
            let corner = [self.coordinate(rng), self.coordinate(rng), self.height(rng)];
            self.soup.vertices.push(corner);
        }
        self.soup.triangles.push([first, first + 1, first + 2]);
    }

    /// A triangle once more, as it is or turned over.
    fn again(&mut self, rng: &mut Rng) {
        let mut triangle = *rng.pick(&self.soup.triangles);
        if rng.one_in(2) {
            triangle.swap(0, 1);
        }
        self.soup.triangles.push(triangle);
    }
}
