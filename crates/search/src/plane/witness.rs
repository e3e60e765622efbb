//! Who sees an event: an obstacle that has come or gone, or a place that has become crowded.

use super::visibility::{NoView, VisibilityFinder, VisibilityRegion};
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::{Map, Outline, Point};

/// Tells who sees an event, by what is seen from it: sight is mutual.
///
/// Ask it on the map without the obstacle, before it comes or after it has gone, for its inside is not seen from
/// anywhere while it is there. Agents that see the event can then replan ("Dynamically Pruned A*", van Toll, Geraerts,
/// 2015, section V).
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// use navigant_search::internals::Witnesses;
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 20.0]))?;
/// map.insert(&Outline::rectangle([9.0, 0.0], [11.0, 15.0]))?;
/// let mut witnesses = Witnesses::new();
/// let event = Outline::rectangle([2.0, 2.0], [4.0, 4.0]);
/// witnesses.look_from_centre(&map, &event)?;
/// assert!(witnesses.sees([5.0, 10.0]) && !witnesses.sees([15.0, 3.0]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default)]
pub struct Witnesses {
    finder: VisibilityFinder,
    regions: Vec<VisibilityRegion>,
}

impl Witnesses {
    /// Nobody, yet.
    pub fn new() -> Witnesses {
        Witnesses::default()
    }

    /// From now on, who sees the middle of an outline's box.
    ///
    /// Cost: the triangles that are seen from there.
    ///
    /// # Errors
    /// [`NoView`] if one cannot stand there; then nobody sees it.
    pub fn look_from_centre(&mut self, map: &Map, outline: &Outline) -> Result<(), NoView> {
        let middle = |low: f64, high: f64| low + (high - low) / 2.0;
        let centre = outline.bounds().map(|b| Point::new(middle(b.min.x, b.max.x), middle(b.min.y, b.max.y)));
        self.look_from(map, centre.unwrap_or(Point::new(f64::NAN, f64::NAN)))
    }

    /// From now on, who sees a place, such as one that has become crowded.
    ///
    /// Cost: that of [`look_from_centre`](Self::look_from_centre).
    ///
    /// # Errors
    /// [`NoView`] if one cannot stand there; then nobody sees it.
    pub fn look_from(&mut self, map: &Map, place: Point) -> Result<(), NoView> {
        self.regions.clear();
        self.look_also_from(map, place)
    }

    /// From now on, who sees a corner of an outline, or the middle of one of its sides. Those of them that stand inside
    /// something else are seen by nobody.
    ///
    /// Who sees only a piece of a side between these points does not count; how much of it that can be is half a side.
    ///
    /// Cost: that of [`look_from_centre`](Self::look_from_centre), for each corner and each side.
    ///
    /// # Errors
    /// [`NoView`] if one can stand nowhere on the outline; then nobody sees it.
    pub fn look_from_outline(&mut self, map: &Map, outline: &Outline) -> Result<(), NoView> {
        self.regions.clear();
        let mut none = Err(NoView::NotFinite(Point::new(f64::NAN, f64::NAN)));
        for ring in outline.rings() {
            for (i, &corner) in ring.iter().enumerate() {
                let next = ring[(i + 1) % ring.len()];
                for point in [corner, corner.lerp(next, 0.5)] {
                    let looked = self.look_also_from(map, point);
                    none = if looked.is_ok() || none.is_ok() { Ok(()) } else { looked };
                }
            }
        }
        none
    }

    /// Whether someone at a point sees the event. Exact for the points that are looked from.
    pub fn sees(&self, from: impl Into<Point>) -> bool {
        let from = from.into();
        self.regions.iter().any(|region| region.contains(from))
    }

    fn look_also_from(&mut self, map: &Map, point: Point) -> Result<(), NoView> {
        let region = self.finder.visible_region(map, point)?;
        self.regions.push(region.clone());
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A room with a pillar, and an event behind it.
    fn scene() -> (Map, Outline) {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [20.0, 20.0])).unwrap();
        map.insert(&Outline::rectangle([8.0, 8.0], [12.0, 12.0])).unwrap();
        (map, Outline::rectangle([14.0, 9.0], [16.0, 11.0]))
    }

    #[test]
    fn who_sees_an_edge_of_it_but_not_its_middle_is_a_witness_of_the_outline_only() {
        let (map, event) = scene();
        let mut witnesses = Witnesses::new();
        // Past the pillar's corner (12, 12): the event's upper right corner is in view, its middle is not.
        let eye = Point::new(8.0, 13.5);
        witnesses.look_from_centre(&map, &event).unwrap();
        assert!(!witnesses.sees(eye) && witnesses.sees([15.0, 19.0]));
        witnesses.look_from_outline(&map, &event).unwrap();
        assert!(witnesses.sees(eye) && !witnesses.sees([2.0, 10.0]));
    }

    #[test]
    fn the_witnesses_of_the_centre_are_those_who_see_it() {
        let (map, event) = scene();
        let mut witnesses = Witnesses::new();
        witnesses.look_from_centre(&map, &event).unwrap();
        for i in 0..400 {
            let p = Point::new(f64::from(i % 20) + 0.5, f64::from(i / 20) + 0.25);
            assert_eq!(witnesses.sees(p), map.is_walkable(p) && map.sees(p, [15.0, 10.0]), "{p}");
        }
    }

    #[test]
    fn an_event_inside_a_wall_has_no_witnesses() {
        let (map, _) = scene();
        let mut witnesses = Witnesses::new();
        assert!(witnesses.look_from_centre(&map, &Outline::rectangle([9.0, 9.0], [11.0, 11.0])).is_err());
        assert!(!witnesses.sees([1.0, 1.0]));
    }
}
