//! Facets: triangles with their corners on the lattice in plan, told apart by how they lie.

use crate::boxes::Box3;
use crate::errors::{BadSoup, Refused};
use crate::soup::{Soup, Walker};
use crate::tuning::{FLUSH, LEVEL, LEVELLED};
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint, orient};
use navigant_geometry::{Bounds, Lattice, Point};

/// How a facet lies.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Faces up and is not steeper than the slope.
    Ground,
    /// Is steeper than the slope, facing up or down.
    Upright,
    /// Faces down and is not upright.
    Ceiling,
    /// Was added to join two floors over a gap: one stands on it, and it is above nothing.
    Bridge,
}

/// A triangle on the lattice.
#[derive(Clone, Debug)]
pub(crate) struct Facet {
    /// Its corners in plan; counter-clockwise unless they are on one line.
    pub(crate) at: [LatticePoint; 3],
    /// How high its corners are, in metres.
    pub(crate) z: [f64; 3],
    pub(crate) kind: Kind,
    /// Its plane, unless its corners are on one line in plan.
    pub(crate) plane: Option<Plane>,
    /// The number of the triangle.
    pub(crate) triangle: usize,
}

/// Heights over the plan, in metres over lattice steps.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Plane {
    origin: [f64; 2],
    z: f64,
    slope: [f64; 2],
}

impl Plane {
    pub(crate) fn at(&self, [x, y]: [f64; 2]) -> f64 {
        self.z + self.slope[0] * (x - self.origin[0]) + self.slope[1] * (y - self.origin[1])
    }

    /// Whether it is level.
    pub(crate) fn is_level(&self) -> bool {
        self.slope == [0.0; 2]
    }

    /// The height at a lattice point.
    pub(crate) fn over(&self, p: LatticePoint) -> f64 {
        self.at(steps(p))
    }

    /// The same plane over metres: its height at x = y = 0, and its slopes.
    pub(crate) fn in_metres(&self, lattice: &Lattice) -> navigant_mesh::Height {
        let slope = self.slope.map(|s| s / lattice.step());
        let [x, y] = self.origin;
        let at = Point::new(lattice.origin().x + x * lattice.step(), lattice.origin().y + y * lattice.step());
        navigant_mesh::Height { z: self.z - slope[0] * at.x - slope[1] * at.y, slope }
    }
}

pub(crate) fn steps(p: LatticePoint) -> [f64; 2] {
    [f64::from(p.x), f64::from(p.y)]
}

/// The lattice point whose pixel holds a place in steps.
pub(crate) fn rounded([x, y]: [f64; 2]) -> LatticePoint {
    let round = |c: f64| (c + 0.5).floor().clamp(-f64::from(Lattice::REACH), f64::from(Lattice::REACH)) as i32;
    LatticePoint::new(round(x), round(y))
}

impl Facet {
    pub(crate) fn new(mut at: [LatticePoint; 3], mut z: [f64; 3], kind: Kind, triangle: usize) -> Facet {
        let twice = orient(at[0], at[1], at[2]);
        if twice < 0 {
            at.swap(1, 2);
            z.swap(1, 2);
        }
        let plane = (twice != 0).then(|| {
            let [a, b, c] = at.map(steps);
            let ([bx, by], [cx, cy]) = ([b[0] - a[0], b[1] - a[1]], [c[0] - a[0], c[1] - a[1]]);
            let high = z.into_iter().fold(f64::NEG_INFINITY, f64::max);
            if z.iter().all(|z| high - z < LEVEL) {
                // All pieces of one floor are in one plane, so that what is above them is cut in one way.
                return Plane { origin: [0.0; 2], z: (high / LEVEL).round() * LEVEL, slope: [0.0; 2] };
            }
            let (rise_b, rise_c, area) = (z[1] - z[0], z[2] - z[0], bx * cy - by * cx);
            Plane {
                origin: a,
                z: z[0],
                slope: [(rise_b * cy - rise_c * by) / area, (rise_c * bx - rise_b * cx) / area],
            }
        });
        Facet { at, z, kind, plane, triangle }
    }

    /// Its box in metres from the lattice's origin.
    pub(crate) fn bounds(&self, step: f64) -> Box3 {
        Box3::of(self.at.iter().zip(self.z).map(|(p, z)| [f64::from(p.x) * step, f64::from(p.y) * step, z]))
    }

    /// Between which heights above a ground it counts as above it; `None` for a bridge, which never does.
    pub(crate) fn slab(&self, walker: &Walker) -> Option<[f64; 2]> {
        match self.kind {
            Kind::Upright => Some([walker.step, walker.height]),
            Kind::Ground | Kind::Ceiling => Some([FLUSH, walker.height]),
            Kind::Bridge => None,
        }
    }

    /// Whether one may stand on it, if there is room.
    pub(crate) fn is_stood_on(&self) -> bool {
        matches!(self.kind, Kind::Ground | Kind::Bridge)
    }
}

/// All facets of a soup, their lattice, and what was refused so far.
pub(crate) fn facets(soup: &Soup, walker: &Walker) -> Result<(Lattice, Vec<Facet>, Refused), BadSoup> {
    soup.check()?;
    walker.check()?;
    let used = soup.triangles.iter().flatten().map(|&index| soup.vertices[index as usize]);
    let world = Bounds::of(used.map(|[x, y, _]| Point::new(x, y))).ok_or(BadSoup::Empty)?;
    let lattice = Lattice::covering(world).map_err(BadSoup::Extent)?;
    let least = libm::cos(walker.slope.to_radians()) - LEVELLED;
    let mut refused = Refused::default();
    let mut facets = Vec::with_capacity(soup.triangles.len());
    for triangle in 0..soup.triangles.len() {
        let Some(corners) = soup.corners(triangle) else { continue };
        let [nx, ny, nz] = normal(corners);
        let long = (nx * nx + ny * ny + nz * nz).sqrt();
        if !(long > 0.0 && long.is_finite()) {
            refused.without_area += 1;
            continue;
        }
        let kind = match nz / long {
            up if up >= least => Kind::Ground,
            up if up <= -least => Kind::Ceiling,
            _ => Kind::Upright,
        };
        let snap = |[x, y, _]: [f64; 3]| lattice.snap(Point::new(x, y)).unwrap_or_default();
        let facet = Facet::new(corners.map(snap), corners.map(|p| p[2]), kind, triangle);
        refused.down += usize::from(nz < 0.0);
        if kind == Kind::Upright && nz > 0.0 {
            refused.steep += 1;
            refused.steep_area += nz / 2.0;
        }
        if facet.plane.is_none() && kind != Kind::Upright {
            refused.without_area += 1;
            continue;
        }
        facets.push(facet);
    }
    Ok((lattice, facets, refused))
}

fn normal([a, b, c]: [[f64; 3]; 3]) -> [f64; 3] {
    let (u, v) = ([0, 1, 2].map(|i| b[i] - a[i]), [0, 1, 2].map(|i| c[i] - a[i]));
    [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]
}
