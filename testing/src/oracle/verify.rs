//! Can a path be walked, and is it what it says it is?

use super::sight::{cross, sectors, walk};
use navigant_geometry::Point;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Map};
use navigant_search::plane::{Bend, Path, Turn};

/// Checks a path between two points: its ends, its length, its bends, and that a vanishing disc can follow it in such a
/// way that it is tight (string pulling) around a corner at every bend. Whether it is the shortest is not tested here.
///
/// # Errors
/// A sentence that says what is wrong.
pub fn verify(map: &Map, from: Point, to: Point, path: &Path) -> Result<(), String> {
    if path.revision != map.revision() {
        return Err(format!("the path is of {:?}, the map of {:?}", path.revision, map.revision()));
    }
    if path.points.len() != path.bends.len() + 2 {
        return Err(format!("{} bends between {} points", path.bends.len(), path.points.len()));
    }
    check_ends(map, from, to, &path.points)?;
    let sum: f64 = path.points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
    let adds_up = (path.length - sum).abs() <= 1e-12 * sum;
    if !adds_up {
        return Err(format!("the length is said to be {}, the legs add up to {sum}", path.length));
    }
    let points = path.points.iter().map(|&p| map.lattice().snap(p).map_err(|e| e.to_string()));
    let points: Vec<LatticePoint> = points.collect::<Result<_, _>>()?;
    for (i, bend) in path.bends.iter().enumerate() {
        check_bend(map, bend, path.points[i + 1], &points[i..i + 3]).map_err(|wrong| format!("bend {i}: {wrong}"))?;
    }
    follow(map, &points)
}

fn check_ends(map: &Map, from: Point, to: Point, points: &[Point]) -> Result<(), String> {
    for (asked, given) in [(from, points[0]), (to, points[points.len() - 1])] {
        let rounded = map.lattice().snap(asked).map(|p| map.lattice().world(p)).map_err(|e| e.to_string())?;
        if given != asked && given != rounded {
            return Err(format!("the path ends at {given}, not at {asked}"));
        }
    }
    Ok(())
}

/// A bend is where its vertex is, and turns the way it says.
fn check_bend(map: &Map, bend: &Bend, at: Point, around: &[LatticePoint]) -> Result<(), String> {
    if !map.vertices().any(|v| v == bend.vertex) || map.point(bend.vertex) != at {
        return Err(format!("{:?} is not at {at}", bend.vertex));
    }
    let [before, here, after] = [around[0], around[1], around[2]];
    if before == here || here == after {
        return Err(format!("it is where the point before or after it is, {at}"));
    }
    let turn = match cross(before, here, after) {
        // No shortest path turns back: whoever follows a wall on both sides passes one end of the way on the other side.
        0 => return Err(format!("the path does not bend at {at}")),
        left if left > 0 => Turn::Left,
        _ => Turn::Right,
    };
    if turn != bend.turn {
        return Err(format!("it is said to turn {:?}, and turns {turn:?} at {at}", bend.turn));
    }
    Ok(())
}

/// Whether a vanishing disc can follow some points with a tight string behind it (string pulling).
fn follow(map: &Map, points: &[LatticePoint]) -> Result<(), String> {
    // The faces in which the disc can set out on the next leg, and those in which it could without the string.
    let mut tight: Vec<FaceId> = sectors(map, points[0]).concat();
    let mut slack = tight.clone();
    for (i, leg) in points.windows(2).enumerate() {
        let arrived = walk(map, leg[0], leg[1], &tight);
        if arrived.is_empty() {
            let blocked = walk(map, leg[0], leg[1], &slack).is_empty();
            return Err(match blocked {
                true => format!("leg {i} from {:?} to {:?} is blocked", leg[0], leg[1]),
                false => format!("there is no corner at {:?} on the inside of the bend", leg[0]),
            });
        }
        let Some(&after) = points.get(i + 2) else { return Ok(()) };
        (tight, slack) = (Vec::new(), Vec::new());
        for sector in sectors(map, leg[1]) {
            for &came in arrived.iter().filter(|f| sector.contains(f)) {
                let inside = inside_of_bend(map, came, [leg[0], leg[1], after]);
                tight.extend(sector.iter().filter(|f| !inside.contains(f)));
                slack.extend(&sector);
            }
        }
    }
    Ok(())
}

/// The faces that one gets to from a face around a bend, on the inside of it: to one of these the path could be cut short.
fn inside_of_bend(map: &Map, came: FaceId, [before, at, after]: [LatticePoint; 3]) -> Vec<FaceId> {
    let side = cross(before, at, after).signum();
    let mut inside = vec![came];
    let mut i = 0;
    while let Some(&f) = inside.get(i) {
        for e in f.edges() {
            let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
            if a != at && b != at || map.is_wall(e) {
                continue;
            }
            let spoke = if a == at { b } else { a };
            let is_between = cross(before, at, spoke) * side >= 0 && cross(at, after, spoke) * side >= 0;
            let beyond = map.twin(e).face();
            if is_between && !inside.contains(&beyond) {
                inside.push(beyond);
            }
        }
        i += 1;
    }
    inside
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_geometry::Outline;
    use navigant_search::plane::Proof;

    /// A wall from (4, 8) to (8, 8), a post at (12, 4) and a floor around them.
    fn map() -> Map {
        let obstacles = [Outline::polyline([[4.0, 8.0], [8.0, 8.0]]), Outline::polyline([[12.0, 4.0]])];
        Map::build(&[Outline::rectangle([0.0, 0.0], [16.0, 16.0])], &obstacles).unwrap().0
    }

    fn verdict(map: &Map, points: &[[f64; 2]], turns: &[Turn]) -> Result<(), String> {
        let points: Vec<Point> = points.iter().map(|&p| p.into()).collect();
        let vertex = |p: Point| map.vertices().find(|&v| map.point(v) == p).unwrap();
        let bends = points[1..points.len() - 1].iter().zip(turns).map(|(&p, &turn)| Bend { vertex: vertex(p), turn });
        let path = Path {
            bends: bends.collect(),
            length: points.windows(2).map(|leg| leg[0].distance(leg[1])).sum(),
            proof: Proof::Shortest,
            revision: map.revision(),
            corners: points[1..points.len() - 1].to_vec(),
            points,
            ..Path::default()
        };
        verify(map, path.points[0], path.points[path.points.len() - 1], &path)
    }

    fn says(verdict: Result<(), String>, what: &str) {
        let wrong = verdict.unwrap_err();
        assert!(wrong.contains(what), "{wrong}");
    }

    #[test]
    fn a_tight_path_around_the_end_of_a_wall_passes() {
        assert_eq!(verdict(&map(), &[[6.0, 4.0], [8.0, 8.0], [6.0, 12.0]], &[Turn::Left]), Ok(()));
        assert_eq!(verdict(&map(), &[[6.0, 12.0], [8.0, 8.0], [6.0, 4.0]], &[Turn::Right]), Ok(()));
        assert_eq!(verdict(&map(), &[[2.0, 8.0], [8.0, 8.0], [12.0, 12.0]], &[Turn::Left]), Ok(()), "below the wall");
        assert_eq!(verdict(&map(), &[[2.0, 2.0], [14.0, 2.0]], &[]), Ok(()));
    }

    #[test]
    fn a_path_through_a_wall_is_refused() {
        says(verdict(&map(), &[[6.0, 4.0], [6.0, 12.0]], &[]), "leg 0");
        says(verdict(&map(), &[[6.0, 4.0], [20.0, 4.0]], &[]), "leg 0");
    }

    #[test]
    fn bends_that_turn_the_other_way_go_straight_or_cut_no_corner_are_refused() {
        says(verdict(&map(), &[[6.0, 4.0], [8.0, 8.0], [6.0, 12.0]], &[Turn::Right]), "said to turn");
        says(verdict(&map(), &[[8.0, 0.0], [12.0, 4.0], [16.0, 8.0]], &[Turn::Left]), "does not bend");
        says(verdict(&map(), &[[8.0, 0.0], [12.0, 4.0], [12.0, 8.0]], &[Turn::Left]), "no corner");
        says(verdict(&map(), &[[2.0, 9.0], [8.0, 8.0], [12.0, 12.0]], &[Turn::Left]), "no corner");
        says(verdict(&map(), &[[6.0, 8.0], [8.0, 8.0], [5.0, 8.0]], &[Turn::Left]), "does not bend");
        says(verdict(&map(), &[[8.0, 8.0], [8.0, 8.0], [6.0, 12.0]], &[Turn::Left]), "where the point before");
    }

    #[test]
    fn lengths_ends_and_versions_are_compared() {
        let mut map = map();
        let (from, to) = (Point::new(2.0, 2.0), Point::new(5.0, 6.0));
        let good = Path { points: vec![from, to], length: 5.0, revision: map.revision(), ..Path::default() };
        assert_eq!(verify(&map, from, to, &good), Ok(()));
        says(verify(&map, to, from, &good), "ends at");
        says(verify(&map, from, to, &Path { length: 5.0 + 1e-9, ..good.clone() }), "add up");
        says(verify(&map, from, to, &Path { points: vec![from], ..good.clone() }), "bends between");
        map.insert(&Outline::polyline([[15.0, 15.0]])).unwrap();
        says(verify(&map, from, to, &good), "version");
    }
}
