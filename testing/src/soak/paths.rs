//! Shortest paths on random maps that change, against the visibility graph by brute force.

use super::case_seed;
use super::edits::step;
use crate::generate::{city, coarse_soup, maze, rooms, soup};
use crate::oracle::paths::Visibility;
use crate::oracle::sight::{faces_around, sectors};
use crate::oracle::verify::verify;
use crate::rng::Rng;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::{
    LatticeInternals as _, PointInternals as _, distance_to_segment, nearest_on_segment, orient,
};
use navigant_geometry::{Bounds, Lattice, Outline, Point};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{FaceId, Map, ObstacleId};
use navigant_search::plane::{Landmarks, NoPath, Path, PathFinder, Proof, Query};

/// Paths asked for in one case.
pub const QUERIES_PER_CASE: u64 = STATES * QUERIES_PER_STATE;
/// States of the map in one case: as built, and after some edits each.
const STATES: u64 = 4;
const QUERIES_PER_STATE: u64 = 50;
/// Edits between two states.
const MOST_EDITS: u32 = 33;
/// The visibility graph of more vertices takes too long.
const MOST_VERTICES: usize = 120;

/// One case: a small map, paths on it, edits, paths again, all by one path finder.
///
/// # Errors
/// The query that is answered wrongly, after how many edits.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = Changing::new(&mut rng)?;
    let mut finder = PathFinder::new();
    for state in 0..STATES {
        if state > 0 {
            scene.edit(&mut rng)?;
        }
        scene.thin_out(&mut rng)?;
        let landmarks = Landmarks::place(&scene.map);
        if rng.one_in(2) {
            scene.add(&mut rng);
        }
        let visibility = Visibility::of(&scene.map);
        for _ in 0..QUERIES_PER_STATE {
            let from = scene.place(&mut rng);
            let to = if rng.one_in(50) { from } else { scene.place(&mut rng) };
            let query = Query::new(from, to);
            let query = if rng.one_in(2) { query.with_landmarks(&landmarks) } else { query };
            let answer = finder.find(&scene.map, &query);
            check(&visibility, &query, answer).map_err(|wrong| {
                let obstacles: Vec<&Outline> = scene.present.iter().map(|(_, outline)| outline).collect();
                let (floors, edits) = (&scene.floors, scene.edits);
                format!("from {from} to {to} after {edits} edits: {wrong}\nfloors {floors:?}\nobstacles {obstacles:?}")
            })?;
        }
    }
    Ok(())
}

/// A map and what it is made of.
struct Changing {
    floors: Vec<Outline>,
    map: Map,
    present: Vec<(ObstacleId, Outline)>,
    /// What may come.
    outlines: Stream,
    edits: u32,
}

type Stream = Box<dyn Iterator<Item = Outline>>;

/// Mostly tame outlines, over and over, with hostile ones in between.
fn mixed(seed: u64, tame: Vec<Outline>, hostile: impl Iterator<Item = Outline> + 'static) -> Stream {
    let (mut rng, mut hostile) = (Rng::new(seed), hostile);
    Box::new(std::iter::from_fn(move || {
        if tame.is_empty() || rng.one_in(5) { hostile.next() } else { Some(rng.pick(&tame).clone()) }
    }))
}

impl Changing {
    fn new(rng: &mut Rng) -> Result<Self, String> {
        let seed = rng.next_u64();
        let square =
            |low: f64, size: f64| Bounds { min: Point::new(low, low), max: Point::new(low + size, low + size) };
        let world = square(0.0, 64.0);
        let floor = Outline::rectangle(world.min, world.max);
        // So small a corner of the world that every crossing is rounded by a good part of its size.
        let step = Lattice::covering(world).map_or(1.0, |l| l.step());
        let (floor, obstacles, outlines): (Outline, Vec<Outline>, Stream) = match rng.below(8) {
            0 | 1 => {
                let corners = 10 + rng.below(60) as usize;
                let [scene, other] = [seed, !seed].map(|seed| city(seed, 64.0, 64.0, corners));
                (scene.0, scene.1, mixed(seed, other.1, soup(seed, world)))
            }
            2 => {
                let (thickness, loops) = (*rng.pick(&[0.0, 0.0, 1.0]), rng.range(0.0..0.4));
                let (columns, rows) = (rng.between(2, 7), rng.between(2, 6));
                let [scene, other] = [seed, !seed].map(|seed| maze(seed, columns, rows, 8.0, thickness, loops));
                (scene.0, scene.1, mixed(seed, other.1, coarse_soup(seed, world, 16)))
            }
            3 => {
                let (width, height) = (rng.range(6.0..14.0), rng.range(6.0..14.0));
                let [scene, other] = [seed, !seed].map(|seed| rooms(seed, width, height, 5.0));
                (scene.0, scene.1, mixed(seed, other.1, soup(seed, square(0.0, 12.0))))
            }
            4 => {
                let mut outlines = soup(seed, world);
                let count = rng.below(8) as usize;
                (floor, outlines.by_ref().take(count).collect(), Box::new(outlines))
            }
            kind => {
                let mut outlines = match kind {
                    5 => coarse_soup(seed, world, *rng.pick(&[4, 6])),
                    6 => coarse_soup(seed, world, *rng.pick(&[8, 16])),
                    _ => {
                        let cells = *rng.pick(&[6, 10, 24]);
                        coarse_soup(seed, square(32.0 - 4.0 * step, f64::from(cells) * step), cells)
                    }
                };
                let count = rng.below(10) as usize;
                (floor, outlines.by_ref().take(count).collect(), Box::new(outlines))
            }
        };
        let mut floors = vec![floor];
        if rng.one_in(5) {
            floors.push(Outline::polygon([[40.0, 12.0], [72.0, 32.0], [40.0, 48.0]]));
        }
        if rng.one_in(8) {
            floors.push(Outline::rectangle([66.0, 0.0], [80.0, 16.0]));
        }
        let (map, ids) = Map::build(&floors, &obstacles).map_err(|e| e.to_string())?;
        let present = ids.into_iter().zip(obstacles).collect();
        Ok(Changing { floors, map, present, outlines, edits: 0 })
    }

    fn edit(&mut self, rng: &mut Rng) -> Result<(), String> {
        let limit = self.present.len().max(3) + 2;
        for _ in 0..rng.between(1, MOST_EDITS) {
            step(rng, &mut self.map, &mut self.present, &mut self.outlines, limit)?;
            self.edits += 1;
        }
        Ok(())
    }

    /// Adds a few obstacles: landmarks stay good.
    fn add(&mut self, rng: &mut Rng) {
        for outline in self.outlines.by_ref().take(rng.between(1, 5) as usize) {
            if let Ok(id) = self.map.insert(&outline) {
                self.present.push((id, outline));
                self.edits += 1;
            }
        }
    }

    /// Removes obstacles until the map is small enough for the oracle.
    fn thin_out(&mut self, rng: &mut Rng) -> Result<(), String> {
        while self.map.vertex_count() > MOST_VERTICES && !self.present.is_empty() {
            let (id, _) = self.present.swap_remove(rng.below(self.present.len() as u32) as usize);
            self.map.remove(id).map_err(|e| e.to_string())?;
            self.edits += 1;
        }
        Ok(())
    }

    /// A place to ask about, mostly where one can stand.
    fn place(&self, rng: &mut Rng) -> Point {
        let mut place = self.any_place(rng);
        while is_outside(&self.map, place) && !rng.one_in(8) {
            place = self.any_place(rng);
        }
        place
    }

    /// Anywhere, on vertices, on edges, beside them, outside, nowhere.
    fn any_place(&self, rng: &mut Rng) -> Point {
        let (map, lattice) = (&self.map, self.map.lattice());
        let world = Bounds::of(self.floors.iter().flat_map(Outline::rings).flatten().copied());
        let world = world.unwrap_or(lattice.reach());
        let anywhere = |rng: &mut Rng, margin: f64| {
            let (width, height) = world.size();
            let mut at = |low: f64, size: f64| rng.range(low - margin * size..low + (1.0 + margin) * size);
            Point::new(at(world.min.x, width), at(world.min.y, height))
        };
        let rounded = |p: Point| lattice.snap(p).map_or(p, |p| lattice.world(p));
        let vertex = |rng: &mut Rng| {
            let vertices: Vec<_> = map.vertices().collect();
            map.lattice_point(*rng.pick(&vertices))
        };
        match rng.below(40) {
            0..14 => rounded(anywhere(rng, 0.0)),
            14..17 => anywhere(rng, 0.0),
            17..21 => {
                // On the grid that coarse soups are made of.
                let p = anywhere(rng, 0.0);
                Point::new(p.x.round(), p.y.round())
            }
            21..27 => lattice.world(vertex(rng)),
            27..32 => {
                let edges: Vec<_> = map.faces().filter(|&f| map.is_free(f)).flat_map(FaceId::edges).collect();
                if edges.is_empty() {
                    return anywhere(rng, 0.0);
                }
                let e = *rng.pick(&edges);
                let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
                lattice.world(on_segment(rng, a, b))
            }
            32..37 => {
                let p = vertex(rng);
                let mut beside = |c: i32| c + rng.below(7) as i32 - 3;
                lattice.world(LatticePoint::new(beside(p.x), beside(p.y)))
            }
            37 | 38 => anywhere(rng, 0.5),
            _ => *rng.pick(&[
                Point::new(f64::NAN, 1.0),
                Point::new(3.0, f64::INFINITY),
                Point::new(1e9, -1e9),
                Point::new(-1e300, 3.0),
                lattice.reach().max,
            ]),
        }
    }
}

/// A lattice point of a segment; one of its ends where there is no other.
fn on_segment(rng: &mut Rng, a: LatticePoint, b: LatticePoint) -> LatticePoint {
    let (dx, dy) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    let (mut count, mut rest) = (dx.abs(), dy.abs());
    while rest != 0 {
        (count, rest) = (rest, count % rest);
    }
    let k = i64::from(rng.below(count as u32 + 1));
    LatticePoint::new(a.x + (dx / count * k) as i32, a.y + (dy / count * k) as i32)
}

fn check(visibility: &Visibility, query: &Query, answer: Result<&Path, NoPath>) -> Result<(), String> {
    let map = visibility.map();
    let step = map.lattice().step();
    // An end where one cannot stand is moved to the nearest of its sides; without one to the nearest place, if that is not far: it
    // is named but for a step.
    let is_refused = matches!(answer, Err(NoPath::StartOutside { .. } | NoPath::GoalOutside { .. }));
    let far = if is_refused { MOVED } else { MOVED + 1.0 };
    let [starts, goals] = [query.from, query.to].map(|p| sides(map, p));
    let taken = |p: Point, sides: &[Point]| {
        let side = sides.iter().copied().min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)));
        let place = || map.nearest_walkable(p).filter(|q| q.distance(p) <= far * step);
        if is_outside(map, p) { side.or_else(place).unwrap_or(p) } else { p }
    };
    let (mut from, mut to) = (taken(query.from, &starts), taken(query.to, &goals));
    // Which side of a wall such an end is on, or one between lattice points, cannot be told: it is on the one from where it is nearer.
    if let Ok(path) = &answer {
        let beyond = |asked: Point, taken: Point, given: Point| {
            let rounded = map.lattice().snap(asked).map(|p| map.lattice().world(p));
            let is_between = rounded.is_ok_and(|rounded| asked != rounded && given != rounded);
            let is_moved = given.distance(asked) <= MOVED * step;
            if (is_between || is_outside(map, asked)) && is_moved { given } else { taken }
        };
        let [first, last] = [path.points[0], path.points[path.points.len() - 1]];
        [from, to] = [beyond(query.from, from, first), beyond(query.to, to, last)];
        let ends = starts.iter().flat_map(|&start| goals.iter().map(move |&goal| (start, goal)));
        for (start, goal) in ends.filter(|&ends| ends != (from, to)) {
            if let Some(way) = visibility.shortest(start, goal).filter(|way| path.length > way.length + AROUND * step) {
                let Path { length, points, .. } = path;
                return Err(format!(
                    "{length} m by {points:?}, should be {} m at most by {:?}",
                    way.length, way.points
                ));
            }
        }
    }
    let way = visibility.shortest(from, to);
    match (answer, way) {
        (Ok(path), Some(way)) => {
            verify(map, from, to, path)?;
            if path.proof != Proof::Shortest {
                return Err(format!("without a limit only {:?} is proved", path.proof));
            }
            // The ends may be as asked or as rounded.
            let rounded = path.points[0] == way.points[0] && path.points.last() == way.points.last();
            let leeway = 1e-9 * way.length + if rounded { 0.0 } else { 2.0 * step };
            if (path.length - way.length).abs() <= leeway {
                return Ok(());
            }
            Err(format!("{} m by {:?}, should be {} m by {:?}", path.length, path.points, way.length, way.points))
        }
        (Ok(path), None) => Err(format!("a path of {} m by {:?} where there is none", path.length, path.points)),
        (Err(NoPath::NotFinite(p)), None) if !p.is_finite() && [from, to].iter().any(|q| is_same(p, *q)) => Ok(()),
        (Err(NoPath::StartOutside { nearest }), None) if is_outside(map, from) => {
            check_nearest(map, from, nearest, [&free_faces(map); 2], 3.0 * step)
        }
        (Err(NoPath::GoalOutside { nearest }), None) if is_outside(map, to) => {
            check_nearest(map, to, nearest, [&free_faces(map); 2], 3.0 * step)
        }
        (Err(NoPath::Disconnected { nearest_reachable }), None) if ![from, to].iter().any(|p| is_outside(map, *p)) => {
            if let Some(way) = starts.iter().find_map(|s| goals.iter().find_map(|g| visibility.shortest(*s, *g))) {
                return Err(format!("walled off, should be {} m by {:?}", way.length, way.points));
            }
            let surely = reachable(map, starts.iter().flat_map(|&start| faces_at(map, start)));
            let at_most = reachable(map, faces_at(map, from).into_iter().chain(faces_beside(map, query.from)));
            check_nearest(map, to, Some(nearest_reachable), [&surely, &at_most], 4.0 * step)
        }
        (Err(reason), Some(way)) => Err(format!("{reason:?}, should be {} m by {:?}", way.length, way.points)),
        (Err(reason), None) => Err(format!("there is no path, but not because of {reason:?}")),
    }
}

/// How far ends are moved, in steps.
pub(super) const MOVED: f64 = 2.2;

/// How near a wall is, in steps, to an end between lattice points that may be on the other side of it.
const BESIDE_WALL: f64 = 1.5;

/// By how many steps paths from two lattice points of one side may differ: the way between them, around what is beside the end.
const AROUND: f64 = 4.0 * MOVED;

/// The sides of walls that an end is on: itself if it is a point of the lattice where one can stand, and else every such point nearby,
/// but for those in the same faces as another. If there is none, the nearest place.
fn sides(map: &Map, p: Point) -> Vec<Point> {
    let Ok(at) = map.lattice().snap(p) else { return Vec::new() };
    let (is_outside, world, step) = (is_outside(map, p), |at| map.lattice().world(at), map.lattice().step());
    if !is_outside && world(at) == p {
        return vec![p];
    }
    let far = if is_outside { MOVED } else { BESIDE_WALL };
    let around = (0..49).map(|i| world(LatticePoint::new(at.x + i % 7 - 3, at.y + i / 7 - 3)));
    let (mut found, mut faces): (Vec<Point>, Vec<FaceId>) = (Vec::new(), Vec::new());
    for q in around.filter(|q| q.distance(p) <= far * step) {
        let here = faces_at(map, q);
        if here.iter().any(|f| !faces.contains(f)) {
            found.push(q);
            faces.extend(here);
        }
    }
    if found.is_empty() {
        found.extend(map.nearest_walkable(p).filter(|q| q.distance(p) <= MOVED * step));
    }
    found
}

/// The free faces at a point, rounded to the lattice.
fn faces_at(map: &Map, p: Point) -> Vec<FaceId> {
    map.lattice().snap(p).map_or(Vec::new(), |p| sectors(map, p).concat())
}

/// The free faces that an end may be in which is not on the lattice, or where one cannot stand.
fn faces_beside(map: &Map, p: Point) -> Vec<FaceId> {
    let is_given = !is_outside(map, p) && map.lattice().snap(p).is_ok_and(|at| map.lattice().world(at) == p);
    let far = if is_given { return Vec::new() } else { MOVED * map.lattice().step() };
    map.faces().filter(|&f| map.is_free(f) && distance_to_face(map, f, p) <= far).collect()
}

fn is_same(p: Point, q: Point) -> bool {
    (p.x.to_bits(), p.y.to_bits()) == (q.x.to_bits(), q.y.to_bits())
}

/// Whether one cannot stand at a point that is one.
fn is_outside(map: &Map, p: Point) -> bool {
    let Ok(at) = map.lattice().snap(p) else { return p.is_finite() };
    !faces_around(map, at).iter().any(|&f| map.is_free(f))
}

fn free_faces(map: &Map) -> Vec<FaceId> {
    map.faces().filter(|&f| map.is_free(f)).collect()
}

/// Every face that one gets to from some.
fn reachable(map: &Map, from: impl IntoIterator<Item = FaceId>) -> Vec<FaceId> {
    let mut found: Vec<FaceId> = from.into_iter().collect();
    let mut i = 0;
    while let Some(&f) = found.get(i) {
        for e in f.edges().into_iter().filter(|&e| !map.is_wall(e)) {
            let beyond = map.twin(e).face();
            if !found.contains(&beyond) {
                found.push(beyond);
            }
        }
        i += 1;
    }
    found
}

/// A point is in one of some faces, and as near to `p` as any of those that are surely among them, up to a leeway.
fn check_nearest(
    map: &Map,
    p: Point,
    found: Option<Point>,
    [faces, at_most]: [&[FaceId]; 2],
    leeway: f64,
) -> Result<(), String> {
    let distance_to =
        |faces: &[FaceId], p: Point| faces.iter().map(|&f| distance_to_face(map, f, p)).min_by(f64::total_cmp);
    match (found, distance_to(faces, p)) {
        (None, None) => Ok(()),
        (Some(found), Some(nearest)) => {
            let (there, off) = (found.distance(p), distance_to(at_most, found).unwrap_or(f64::INFINITY));
            // Far away, floats are coarser than the lattice.
            let leeway = leeway + 1e-12 * nearest;
            let is_nearer_than_all = distance_to(at_most, p).is_none_or(|nearest| there < nearest - leeway);
            if there - nearest <= leeway && off <= leeway && !is_nearer_than_all {
                return Ok(());
            }
            // What is nearer may hold no point of the lattice.
            let is_nearer = |f: FaceId| distance_to_face(map, f, p) < there - leeway;
            if off <= leeway && faces.iter().filter(|&&f| is_nearer(f)).all(|&f| is_thin_at(map, f, p)) {
                return Ok(());
            }
            Err(format!("the nearest place to {p} is {nearest} m away; {found} is {there} m away and {off} m off"))
        }
        (found, nearest) => Err(format!("the nearest place to {p} is {found:?}, should be {nearest:?} m away")),
    }
}

/// Whether a face holds no point of the lattice within two steps of its place nearest to a point.
fn is_thin_at(map: &Map, f: FaceId, p: Point) -> bool {
    let corners = map.corners(f).map(|v| map.lattice_point(v));
    let on_sides = [0, 1, 2].map(|i| {
        let [a, b] = [corners[i], corners[(i + 1) % 3]].map(|at| map.lattice().world(at));
        nearest_on_segment(p, a, b)
    });
    let nearest = on_sides.into_iter().min_by(|a, b| a.distance(p).total_cmp(&b.distance(p)));
    let Some(at) = nearest.and_then(|nearest| map.lattice().snap(nearest).ok()) else { return false };
    let mut around = (0..25).map(|i| LatticePoint::new(at.x + i % 5 - 2, at.y + i / 5 - 2));
    !around.any(|at| (0..3).all(|i| orient(corners[i], corners[(i + 1) % 3], at) >= 0))
}

fn distance_to_face(map: &Map, f: FaceId, p: Point) -> f64 {
    let corners = map.corners(f).map(|v| map.point(v));
    let sides = [0, 1, 2].map(|i| (corners[i], corners[(i + 1) % 3]));
    if sides.iter().all(|(a, b)| (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0) {
        return 0.0;
    }
    sides.iter().map(|&(a, b)| distance_to_segment(p, a, b)).fold(f64::INFINITY, f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_search::plane::{Bend, Turn};

    /// A way as a path: without the corners that it passes straight.
    fn path_of(map: &Map, points: &[Point]) -> Path {
        let lattice: Vec<LatticePoint> = points.iter().map(|&p| map.lattice().snap(p).unwrap()).collect();
        let mut kept = vec![0];
        let mut bends = Vec::new();
        for i in 1..points.len() - 1 {
            let turned = orient(lattice[kept[kept.len() - 1]], lattice[i], lattice[i + 1]);
            if turned != 0 {
                let vertex = map.vertices().find(|&v| map.lattice_point(v) == lattice[i]).unwrap();
                bends.push(Bend { vertex, turn: if turned > 0 { Turn::Left } else { Turn::Right } });
                kept.push(i);
            }
        }
        kept.push(points.len() - 1);
        let points: Vec<Point> = kept.into_iter().map(|i| points[i]).collect();
        let length = points.windows(2).map(|leg| leg[0].distance(leg[1])).sum();
        let corners = points[1..points.len() - 1].to_vec();
        Path { points, bends, corners, length, revision: map.revision(), ..Path::default() }
    }

    #[test]
    fn what_the_oracle_finds_passes_the_verifier() {
        for seed in 0..60 {
            let mut rng = Rng::new(seed);
            let mut scene = Changing::new(&mut rng).unwrap();
            scene.edit(&mut rng).unwrap();
            scene.thin_out(&mut rng).unwrap();
            let visibility = Visibility::of(&scene.map);
            for _ in 0..20 {
                let (from, to) = (scene.place(&mut rng), scene.place(&mut rng));
                let Some(way) = visibility.shortest(from, to) else { continue };
                let path = path_of(&scene.map, &way.points);
                if let Err(wrong) = verify(&scene.map, from, to, &path) {
                    panic!("seed {seed}, from {from} to {to} by {:?}: {wrong}", path.points);
                }
            }
        }
    }
}
