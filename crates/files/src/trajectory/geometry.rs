//! The walkable area as JuPedSim has it: one polygon with holes, as well-known text.

use std::collections::HashMap;
use std::fmt::Write;

use navigant_mesh::{EdgeId, FaceId, Map, VertexId};

/// The largest connected part of the free space. Walls without width, which a polygon cannot say, are left out.
pub(super) fn walkable_area(map: &Map) -> String {
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
