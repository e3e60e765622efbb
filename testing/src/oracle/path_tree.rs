//! How far it is to every vertex, by all lines of sight there are.

use super::sight::{arrivals, faces_around};
use navigant_geometry::LatticePoint;
use navigant_mesh::{FaceId, Map, VertexId};

/// A place to be: at a vertex or at the source, in one of these faces; one can turn from each of them to the others.
#[derive(Clone, Debug)]
struct Place {
    vertex: Option<VertexId>,
    at: LatticePoint,
    faces: Vec<FaceId>,
    distance: Option<f64>,
}

/// How far it is from a point to everywhere: Dijkstra's algorithm over all pairs of places that see each other.
#[derive(Clone, Debug)]
pub struct Distances {
    places: Vec<Place>,
}

impl Distances {
    /// From a point; nothing is within reach of one that is not walkable.
    pub fn from(map: &Map, source: LatticePoint) -> Self {
        let faces = faces_around(map, source).into_iter().filter(|&f| map.is_free(f)).collect();
        let mut places = vec![Place { vertex: None, at: source, faces, distance: Some(0.0) }];
        places.extend(map.vertices().flat_map(|v| places_at(map, v)));
        let mut open: Vec<usize> = (0..places.len()).collect();
        loop {
            open.sort_by(|&i, &j| key(&places[j]).total_cmp(&key(&places[i])));
            let Some(nearest) = open.pop().filter(|&i| places[i].distance.is_some()) else { break };
            let here = places[nearest].clone();
            for place in &mut places {
                let offered = here.distance.map(|d| d + metres(map, here.at, place.at));
                let sees = || arrivals(map, here.at, place.at, |f| here.faces.contains(&f));
                if offered < place.distance.or(Some(f64::INFINITY)) && sees().iter().any(|f| place.faces.contains(f)) {
                    place.distance = offered;
                }
            }
        }
        Distances { places }
    }

    /// To a vertex, wherever around it; `None` if it cannot be reached.
    pub fn to_vertex(&self, vertex: VertexId) -> Option<f64> {
        let here = self.places.iter().filter(|p| p.vertex == Some(vertex));
        here.filter_map(|p| p.distance).min_by(f64::total_cmp)
    }

    /// To a point; `None` if it cannot be reached.
    pub fn to_point(&self, map: &Map, to: LatticePoint) -> Option<f64> {
        let through = self.places.iter().filter_map(|p| {
            let offered = p.distance? + metres(map, p.at, to);
            (!arrivals(map, p.at, to, |f| p.faces.contains(&f)).is_empty()).then_some(offered)
        });
        through.min_by(f64::total_cmp)
    }
}

fn key(place: &Place) -> f64 {
    place.distance.unwrap_or(f64::INFINITY)
}

fn metres(map: &Map, a: LatticePoint, b: LatticePoint) -> f64 {
    map.lattice().world(a).distance(map.lattice().world(b))
}

/// The free faces around a vertex, in groups that hang together without walls.
fn places_at(map: &Map, v: VertexId) -> Vec<Place> {
    let at = map.lattice_point(v);
    let mut left: Vec<FaceId> = faces_around(map, at).into_iter().filter(|&f| map.is_free(f)).collect();
    let mut places = Vec::new();
    while let Some(first) = left.pop() {
        let mut faces = vec![first];
        let mut next = 0;
        while let Some(&f) = faces.get(next) {
            next += 1;
            for e in f.edges().into_iter().filter(|&e| !map.is_wall(e) && (map.origin(e) == v || map.target(e) == v)) {
                let beyond = map.twin(e).face();
                if let Some(i) = left.iter().position(|&f| f == beyond) {
                    faces.push(left.remove(i));
                }
            }
        }
        places.push(Place { vertex: Some(v), at, faces, distance: None });
    }
    places
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::{Outline, Point};

    #[test]
    fn the_way_leads_round_the_wall_but_not_between_touching_squares() {
        let squares = [Outline::rectangle([0.0, 0.0], [8.0, 8.0]), Outline::rectangle([8.0, 8.0], [16.0, 12.0])];
        let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [16.0, 16.0])], &squares).unwrap();
        let snap = |x, y| map.lattice().snap(Point::new(x, y)).unwrap();
        let distances = Distances::from(&map, snap(16.0, 0.0));
        assert_eq!(distances.to_point(&map, snap(4.0, 12.0)), None, "the squares touch");
        assert_eq!(distances.to_point(&map, snap(8.0, 4.0)), Some(80f64.sqrt()));
        let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [16.0, 16.0])], &squares[1..]).unwrap();
        let distances = Distances::from(&map, snap(16.0, 0.0));
        assert_eq!(distances.to_point(&map, snap(8.0, 16.0)), Some(128f64.sqrt() + 8.0));
    }
}
