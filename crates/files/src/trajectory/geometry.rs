//! The walkable area as JuPedSim has it: one polygon with holes, as well-known text.

use navigant_mesh::internals::MapInternals as _;
use std::collections::{BTreeMap, HashMap};
use std::fmt::Write;

use navigant_geometry::{Outline, Point};
use navigant_mesh::{EdgeId, FaceId, Map, ObstacleId, VertexId};

use super::timeline::{Timeline, TimelinePiece};

/// How wide walls are that have no width, in metres: a polygon cannot say a line.
const WALL: f64 = 0.01;

/// The walkable area of a map that changes.
#[derive(Debug, Default)]
pub(super) struct WalkableArea {
    /// Once there are walls without width: the same map with slits in their place.
    slit: Option<Slit>,
}

#[derive(Debug)]
struct Slit {
    map: Map,
    /// The obstacles that stand, by the pieces of the timeline.
    standing: BTreeMap<usize, Vec<ObstacleId>>,
    /// The number of pieces of the timeline that are known.
    known: usize,
}

impl WalkableArea {
    /// The largest connected part of the free space, of a map that a timeline has followed.
    pub(super) fn text(&mut self, map: &Map, timeline: &Timeline) -> String {
        match &mut self.slit {
            Some(slit) => slit.follow(timeline),
            None => self.slit = Slit::of(map, timeline),
        }
        walkable_area(self.slit.as_ref().map_or(map, |slit| &slit.map))
    }
}

impl Slit {
    /// None while there is no wall that needs a slit.
    fn of(map: &Map, timeline: &Timeline) -> Option<Slit> {
        let stand = || timeline.pieces().iter().enumerate().filter(|(_, piece)| piece.gone.is_none());
        if !stand().any(|(_, piece)| matches!(piece.outline, Outline::Polyline(_))) {
            return None;
        }
        let floors: Vec<Outline> =
            stand().filter(|(_, piece)| piece.is_floor).map(|(_, piece)| piece.outline.clone()).collect();
        let width = width(map);
        let obstacles = stand().filter(|(_, piece)| !piece.is_floor);
        let obstacles: Vec<(usize, Vec<Outline>)> = obstacles.map(|(i, piece)| (i, solid(piece, width))).collect();
        let outlines: Vec<Outline> = obstacles.iter().flat_map(|(_, outlines)| outlines.clone()).collect();
        let (map, ids) = Map::build(&floors, &outlines).ok()?;
        let mut ids = ids.into_iter();
        let standing = obstacles.iter().map(|(i, outlines)| (*i, ids.by_ref().take(outlines.len()).collect()));
        Some(Slit { standing: standing.collect(), map, known: timeline.pieces().len() })
    }

    fn follow(&mut self, timeline: &Timeline) {
        let pieces = timeline.pieces();
        let has_gone = |i: &usize| pieces.get(*i).is_none_or(|piece| piece.gone.is_some());
        for (_, ids) in self.standing.extract_if(.., |i, _| has_gone(i)) {
            for id in ids {
                let _ = self.map.remove(id);
            }
        }
        let width = width(&self.map);
        for (i, piece) in pieces.iter().enumerate().skip(self.known) {
            if !piece.is_floor && piece.gone.is_none() {
                let ids = solid(piece, width).iter().filter_map(|outline| self.map.insert(outline).ok()).collect();
                self.standing.insert(i, ids);
            }
        }
        self.known = pieces.len();
    }
}

/// How wide a slit is: wide enough for the lattice to tell.
fn width(map: &Map) -> f64 {
    WALL.max(8.0 * map.lattice().step())
}

/// An obstacle with an area: a wall as a rectangle a segment, a little longer so that they overlap.
fn solid(piece: &TimelinePiece, width: f64) -> Vec<Outline> {
    let Outline::Polyline(points) = &piece.outline else { return vec![piece.outline.clone()] };
    let half = 0.5 * width;
    if let [p] = points.as_slice() {
        return vec![Outline::rectangle([p.x - half, p.y - half], [p.x + half, p.y + half])];
    }
    let slit = |[a, b]: &[Point; 2]| {
        let length = a.distance(*b).max(f64::MIN_POSITIVE);
        let (x, y) = (half * (b.x - a.x) / length, half * (b.y - a.y) / length);
        Outline::polygon([
            [a.x - x + y, a.y - y - x],
            [b.x + x + y, b.y + y - x],
            [b.x + x - y, b.y + y + x],
            [a.x - x - y, a.y - y + x],
        ])
    };
    points.array_windows().map(slit).collect()
}

/// The largest connected part of the free space.
fn walkable_area(map: &Map) -> String {
    let components = map.components();
    let largest = map.component_areas().into_iter().max_by(|a, b| a.1.total_cmp(&b.1)).map(|(component, _)| component);
    let faces = map.faces().filter(|&f| map.is_free(f) && components.of(f) == largest);
    let border = |e: EdgeId| !map.is_free(map.twin(e).face());
    let edges: Vec<EdgeId> = faces.flat_map(FaceId::edges).filter(|&e| border(e)).collect();
    let mut seen: HashMap<EdgeId, ()> = HashMap::with_capacity(edges.len());
    let (mut exterior, mut holes) = (Vec::new(), Vec::new());
    for &start in &edges {
        if seen.contains_key(&start) {
            continue;
        }
        let (mut ring, mut e) = (Vec::new(), start);
        while seen.insert(e, ()).is_none() {
            ring.push(map.origin(e));
            // The next edge of the border, around the vertex through free faces: rings that touch stay apart.
            e = e.next();
            while !border(e) {
                e = map.twin(e).next();
            }
        }
        for ring in simple_rings(ring) {
            match twice_area(map, &ring) {
                area if area > 0 => exterior.push(ring),
                area if area < 0 => holes.push(ring),
                _ => {}
            }
        }
    }
    let mut text = "POLYGON (".to_owned();
    for (i, ring) in exterior.iter().take(1).chain(&holes).enumerate() {
        text.push_str(if i > 0 { ", (" } else { "(" });
        for &v in ring.iter().chain(ring.first()) {
            let p = map.point(v);
            let comma = if text.ends_with('(') { "" } else { ", " };
            let _ = write!(text, "{comma}{} {}", p.x, p.y);
        }
        text.push(')');
    }
    text.push(')');
    text
}

/// Cuts a ring where it touches itself: what lies between is a ring of its own.
fn simple_rings(ring: Vec<VertexId>) -> Vec<Vec<VertexId>> {
    let (mut rings, mut way, mut at) = (Vec::new(), Vec::new(), HashMap::new());
    for v in ring {
        if let Some(first) = at.get(&v).copied() {
            let cut: Vec<VertexId> = way.drain(first..).collect();
            for u in &cut {
                at.remove(u);
            }
            rings.push(cut);
        }
        at.insert(v, way.len());
        way.push(v);
    }
    rings.push(way);
    rings
}

fn twice_area(map: &Map, ring: &[VertexId]) -> i128 {
    let place = |v: &VertexId| map.lattice_point(*v);
    let ends = ring.iter().zip(ring.iter().cycle().skip(1));
    let cross = ends
        .map(|(a, b)| (place(a), place(b)))
        .map(|(a, b)| i128::from(a.x) * i128::from(b.y) - i128::from(b.x) * i128::from(a.y));
    cross.sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::Outline;

    #[test]
    fn walls_without_width_are_slits_as_long_as_they_stand() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [8.0, 8.0])).unwrap();
        let mut timeline = Timeline::of(&map);
        let mut area = WalkableArea::default();
        let plain = area.text(&map, &timeline);
        let wall = map.insert(&Outline::polyline([[2.0, 2.0], [6.0, 2.0], [6.0, 6.0]])).unwrap();
        timeline.follow(&map, 1);
        let slit = area.text(&map, &timeline);
        assert_eq!(slit.matches('(').count(), 2 + 1, "a hole: {slit}");
        map.insert(&Outline::rectangle([1.0, 5.0], [2.0, 6.0])).unwrap();
        timeline.follow(&map, 2);
        assert_eq!(area.text(&map, &timeline).matches('(').count(), 2 + 2);
        map.remove(wall).unwrap();
        timeline.follow(&map, 3);
        assert_eq!(area.text(&map, &timeline).matches('(').count(), 2 + 1);
        assert_eq!(plain.matches('(').count(), 2);
    }

    #[test]
    fn the_walkable_area_is_a_polygon_with_holes() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [8.0, 8.0])).unwrap();
        map.insert(&Outline::rectangle([2.0, 2.0], [4.0, 4.0])).unwrap();
        // Touches the other at a corner, and the floor's border.
        map.insert(&Outline::polygon([[4.0, 4.0], [8.0, 4.0], [6.0, 6.0]])).unwrap();
        let text = walkable_area(&map);
        assert_eq!(text.matches('(').count(), 2 + 2, "a border and two holes that touch it and each other: {text}");
        for corner in ["0 0", "8 8", "2 2", "6 6"] {
            assert!(text.contains(corner), "{text}");
        }
    }
}
