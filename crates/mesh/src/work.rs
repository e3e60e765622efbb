//! Work counters for tests of complexity, which use no clock.

#[cfg(test)]
use std::sync::atomic::{AtomicU64, Ordering};

/// Counts flips, faces, edges and owners of walls that edits look at; nothing, and at no cost, outside of tests.
#[derive(Debug, Default)]
pub(crate) struct Work(#[cfg(test)] AtomicU64);

impl Work {
    /// Adds to the count.
    #[inline(always)]
    pub(crate) fn add(&self, _amount: u64) {
        #[cfg(test)]
        self.0.fetch_add(_amount, Ordering::Relaxed);
    }

    /// How much there was in all.
    #[cfg(test)]
    pub(crate) fn done(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

impl Clone for Work {
    fn clone(&self) -> Work {
        #[cfg(test)]
        return Work(AtomicU64::new(self.done()));
        #[cfg(not(test))]
        Work()
    }
}

#[cfg(test)]
mod tests {
    use crate::{FaceId, Map, Outline};
    use std::f64::consts::TAU;

    /// Points on a closed curve: how far from the middle, by the number of the point.
    fn ring(n: u32, turns: u32, reach: impl Fn(u32) -> f64) -> Outline {
        Outline::polygon((0..n).map(|i| {
            let (sin, cos) = (TAU * f64::from(i * turns % n) / f64::from(n)).sin_cos();
            [32.0 + reach(i) * cos, 32.0 + reach(i) * sin]
        }))
    }

    /// Segments that run to and fro along nearly the same line: each crosses most others, through most of the same pixels.
    fn to_and_fro(n: u32) -> Outline {
        Outline::polyline((0..=n).map(|i| {
            let along = 2.0 * (f64::from(i) * 0.618_033_988_75).fract();
            let off = f64::from(i * 37 % 101 % 5) * 2f64.powi(-20);
            [if i % 2 == 0 { 10.0 } else { 50.0 } + along, 32.0 + off]
        }))
    }

    /// The same segment over and over, there and back.
    fn over_and_over(n: u32) -> Outline {
        Outline::polyline((0..=n).map(|i| [if i % 2 == 0 { 10.0 } else { 50.0 }, 32.0]))
    }

    /// Long teeth, close together, and a line across them.
    fn comb(n: u32) -> Outline {
        let teeth = (0..n).map(|i| [4.0 + 56.0 * f64::from(i) / f64::from(n), if i % 2 == 0 { 8.0 } else { 56.0 }]);
        Outline::polyline(teeth.chain([[63.0, 30.0], [1.0, 31.0]]))
    }

    /// Segments through one pixel, in all directions.
    fn sheaf(n: u32) -> Outline {
        Outline::polyline((0..2 * n).map(|i| {
            // There, along half of the rim, and back through the middle.
            let (sin, cos) = (TAU * f64::from(i / 2) / f64::from(2 * n)).sin_cos();
            let side = if (i / 2 + i).is_multiple_of(2) { 20.0 } else { -20.0 };
            [32.0 + side * cos, 32.0 + side * sin]
        }))
    }

    /// Lines across and lines down, to and fro.
    fn weave(n: u32) -> Outline {
        let place = |i: u32| 4.0 + 56.0 * f64::from(i) / f64::from(n) + 1e-4 * f64::from(i * 37 % 101);
        let end = |i: u32| if (i / 2 + i).is_multiple_of(2) { 3.0 } else { 61.0 };
        let across = (0..2 * n).map(move |i| [end(i), place(i / 2)]);
        let down = (0..2 * n).map(move |i| [place(i / 2), end(i)]);
        Outline::polyline(across.chain(down))
    }

    /// How large what an outline is rounded to is: its vertices, its edges as often as segments run along them, and the pairs of
    /// segments that cross.
    fn size(map: &Map) -> u64 {
        let sides = map.faces().flat_map(FaceId::edges).map(|e| map.multiplicity(e) as u64);
        map.vertex_count() as u64 + sides.sum::<u64>() / 2 + map.plane.crossing_pairs()
    }

    /// The bound: work is a constant times the number of vertices, of edges, each as often as segments run along it, and of pairs of
    /// segments that cross, that an outline has when it is rounded. Long teeth close together are the exception, by a root of their
    /// number: an edge that is forced through many others flips them all. And a vertex at which n segments end is looked around n
    /// times.
    #[test]
    fn work_grows_as_what_is_made_of_the_outline_does() {
        type Family = (&'static str, fn(u32) -> Outline, u32);
        let families: [Family; 9] = [
            ("to and fro", to_and_fro, 40),
            ("over and over", over_and_over, 500),
            ("circle", |n| ring(n, 1, |_| 20.0), 1000),
            ("wavy ring", |n| ring(n, 1, |i| 20.0 + (f64::from(i) / 8.0).sin()), 1000),
            ("spiked ring", |n| ring(n, 1, |i| if i % 2 == 0 { 4.0 } else { 28.0 }), 1000),
            ("star", |n| ring(n | 1, (n | 1) / 2, |_| 20.0), 31),
            ("comb", comb, 500),
            ("sheaf", sheaf, 100),
            ("weave", weave, 20),
        ];
        for (name, outline, n) in families {
            let shares = [n, 2 * n, 4 * n].map(|n| {
                let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
                let mut map = Map::new(&floor).unwrap();
                let id = map.insert(&outline(n)).unwrap();
                let (inserted, size) = (map.plane.tri.work.done(), size(&map) as f64);
                map.remove(id).unwrap();
                let removed = map.plane.tri.work.done() - inserted;
                let built = Map::build(&[floor], &[outline(n)]).unwrap().0.plane.tri.work.done();
                [built, inserted, removed].map(|work| work as f64 / size)
            });
            for (small, large) in [(0, 1), (1, 2), (0, 2)] {
                for (before, after) in shares[small].iter().zip(shares[large]) {
                    assert!(after <= 1.5 * before + 20.0, "{name}: {before} times its size, then {after}");
                }
            }
            assert!(shares.iter().flatten().all(|share| *share < 120.0), "{name}: {shares:?}");
        }
    }
}
