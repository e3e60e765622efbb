//! A disc that touches one site in a point and grows away from it.
//!
//! Places may be a fraction of a step from a wall whose ends are far apart, and a wall may turn by an angle that floats
//! hardly know from none. So everything is measured from the end of the wall that is nearest to the point, and which way
//! walls turn is told by cross products of whole numbers, which are exact.

use super::site::{Measured, Site};
use navigant_geometry::internals::Offset;

/// The disc's point of contact, and the direction in which its centre moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Growing {
    nearest: Measured,
    /// A lattice point: the corner that is touched, or the end of the wall from which the point of contact is measured.
    from: Offset,
    beyond: f64,
    /// Of length 1.
    away: Offset,
    /// A wall's vector from start to end, which is exact; zero for a corner.
    way: Offset,
}

impl Growing {
    /// From the site that is nearest to a place.
    pub(super) fn new(nearest: Measured, place: Offset) -> Growing {
        let [a, b] = nearest.site.ends();
        let way = b - a;
        let from = if (place - a).dot(way) <= (b - place).dot(way) { a } else { b };
        let away = if nearest.is_wall() {
            nearest.normal()
        } else {
            let d = place - from;
            d * (1.0 / d.length())
        };
        let beyond =
            (place - from).dot(nearest.along).clamp((a - from).dot(nearest.along), (b - from).dot(nearest.along));
        Growing { nearest, from, beyond, away, way }
    }

    /// The centre of the disc when it has some radius.
    pub(super) fn centre(&self, radius: f64) -> Offset {
        self.from + (self.nearest.along * self.beyond + self.away * radius)
    }

    /// How large the disc is when it touches another site; infinite if it never does.
    pub(super) fn until(&self, site: &Measured) -> f64 {
        let [a, b] = site.site.ends();
        // The wall's own sides and ends are not in its way, nor are walls in that of the end they share.
        if site.site == self.nearest.site || !self.nearest.is_wall() && (a == self.from || b == self.from) {
            return f64::INFINITY;
        }
        let at_ends = self.until_corner(a).min(self.until_corner(b));
        if site.is_wall() { self.until_wall(site, [a, b]).min(at_ends) } else { at_ends }
    }

    fn until_corner(&self, corner: Offset) -> f64 {
        let d = corner - self.from;
        // Whole numbers, so that what is in line with the wall is not ahead.
        let ahead = if self.nearest.is_wall() { self.way.cross(d) / self.nearest.length } else { self.away.dot(d) };
        if ahead > 0.0 { (d - self.nearest.along * self.beyond).squared() / (2.0 * ahead) } else { f64::INFINITY }
    }

    /// When a wall is touched between its ends, from whichever side.
    fn until_wall(&self, site: &Measured, [a, b]: [Offset; 2]) -> f64 {
        let way = b - a;
        // How the wall turns against the direction in which the point of touch lies along its own.
        let (sin, cos) = match self.nearest.site {
            Site::Wall(..) => {
                let lengths = self.nearest.length * site.length;
                (self.way.cross(way) / lengths, self.way.dot(way) / lengths)
            }
            Site::Corner(_) => (-self.away.dot(site.along), self.away.dot(site.normal())),
        };
        // How far off the point of touch is: exactly from a lattice point to the wall, and from there on.
        let off = way.cross(self.from - a) / site.length - sin * self.beyond;
        let (off, cos) = if off < 0.0 { (-off, -cos) } else { (off, cos) };
        // 1 − cos, without losing what is left of it when the two walls are nearly in line.
        let opens = if cos > 0.5 { sin * sin / (1.0 + cos) } else { 1.0 - cos };
        let radius = off / opens;
        let foot = site.along.dot(self.centre(radius) - a);
        if radius > 0.0 && (0.0..=site.length).contains(&foot) { radius } else { f64::INFINITY }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::internals::LatticePoint;

    fn wall(a: [i32; 2], b: [i32; 2]) -> Measured {
        let [a, b] = [a, b].map(|[x, y]| LatticePoint::new(x, y));
        Measured::new(Site::Wall(a, b))
    }

    #[test]
    fn the_end_of_a_wall_is_not_in_its_way_even_where_floats_see_it_ahead() {
        let slanted = wall([31_738_800, -15_592_001], [31_064_800, -15_597_858]);
        let ends = slanted.site.ends();
        let end = Site::Corner(LatticePoint::new(ends[1].x as i32, ends[1].y as i32));
        for beside in 1..100 {
            let growing = Growing::new(slanted, ends[1] + Offset::new(1e-3 * f64::from(beside), -1.0));
            assert_eq!(growing.until(&Measured::new(end)), f64::INFINITY);
        }
    }

    #[test]
    fn a_disc_in_a_corner_grows_until_it_touches_both_walls() {
        let (floor, side) = (wall([0, 0], [1000, 0]), wall([1000, 0], [1000, 1000]));
        let growing = Growing::new(floor, Offset::new(999.75, 0.001));
        assert_eq!(growing.until(&side), 0.25);
        // Where the corner is all but straight, the disc becomes large before it does.
        let (long, rising) = (wall([-30_000_000, 0], [0, 0]), wall([0, 0], [30_000_000, 1]));
        let growing = Growing::new(long, Offset::new(-1.0, 0.5));
        let half_angle = (std::f64::consts::PI - (1.0 / 30_000_000f64).atan()) / 2.0;
        assert!((growing.until(&rising) / half_angle.tan() - 1.0).abs() < 1e-6);
    }

    #[test]
    fn a_wall_is_in_the_way_from_behind_as_well() {
        let floor = wall([0, 0], [100, 0]);
        let growing = Growing::new(floor, Offset::new(50.0, 1.0));
        assert_eq!(growing.until(&wall([80, 40], [20, 40])), 20.0);
        assert_eq!(growing.until(&wall([20, 40], [80, 40])), 20.0);
    }
}
