//! Plane scenes cut along chords into layers, against the scene that is not cut: the position of seams must not change any answer.

mod discs;

use super::case_seed;
use crate::generate::{Cut, city, coarse_soup, cut, soup};
use crate::rng::Rng;
use navigant_geometry::internals::distance_to_segment;
use navigant_geometry::internals::{LatticePoint, PointInternals as _};
use navigant_geometry::{Bounds, Outline, Point};
use navigant_mesh::internals::{LayerIdInternals as _, LayeredMapInternals as _, MapInternals as _};
use navigant_mesh::{EdgeId, FaceId, LayerId, LayeredMap, Map, ObstacleId};
use navigant_search::internals::PathFinderInternals as _;
use navigant_search::plane::{LayeredQuery, NoLayeredPath, NoPath, PathFinder, Query};

/// Questions asked in one case, for points and for discs.
pub const QUERIES_PER_CASE: u64 = 2 * STATES * QUERIES_PER_STATE;
/// States of the map in one case: after some edits each.
const STATES: u64 = 4;
const QUERIES_PER_STATE: u64 = 30;
const MOST_EDITS: u32 = 9;
const MOST_OBSTACLES: usize = 14;
const SIZE: f64 = 64.0;

/// One case: a floor, cut and whole; edits of both; questions to both; and all edits undone.
///
/// # Errors
/// What is answered otherwise by the layers, after how many edits.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let mut scene = Scene::new(&mut rng)?;
    let empty = canonical(scene.layers.as_map());
    let mut finders = [PathFinder::new(), PathFinder::new()];
    for _ in 0..STATES {
        for _ in 0..rng.between(1, MOST_EDITS) {
            let what = scene.edit(&mut rng)?;
            scene.check().map_err(|wrong| scene.tell(&format!("{what}: {wrong}")))?;
        }
        scene.compare_with_rebuilt(&mut rng).map_err(|wrong| scene.tell(&wrong))?;
        if scene.is_tame {
            for _ in 0..QUERIES_PER_STATE {
                scene.ask(&mut rng, &mut finders).map_err(|wrong| scene.tell(&wrong))?;
                scene.ask_for_disc(&mut rng, &mut finders).map_err(|wrong| scene.tell(&wrong))?;
            }
        }
    }
    for (_, id, _) in scene.present.drain(..) {
        scene.layers.remove(id).map_err(|e| e.to_string())?;
    }
    if canonical(scene.layers.as_map()) != empty {
        return Err(scene.tell("removing everything does not restore the empty layers"));
    }
    Ok(())
}

/// The same floor cut and whole, with the same obstacles.
struct Scene {
    cut: Cut,
    whole: Map,
    layers: LayeredMap,
    /// In the whole map, in the layers, and its outline and layer.
    present: Vec<(ObstacleId, ObstacleId, (Outline, LayerId))>,
    outlines: Box<dyn Iterator<Item = Outline>>,
    /// Whether a lattice step decides nothing.
    is_tame: bool,
    edits: u32,
}

impl Scene {
    fn new(rng: &mut Rng) -> Result<Scene, String> {
        let most = rng.between(2, 12) as usize;
        let cut = cut(rng, SIZE, most);
        let whole = Map::new(&cut.floor).map_err(|e| e.to_string())?;
        let layers =
            LayeredMap::build(&cut.layers, &cut.seams).map_err(|e| format!("{e}: {:?} {:?}", cut.layers, cut.seams))?;
        let seed = rng.next_u64();
        let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(SIZE, SIZE) };
        let step = whole.lattice().step();
        let kind = rng.below(6);
        let outlines: Box<dyn Iterator<Item = Outline>> = match kind {
            0 | 1 => {
                let corners = 20 + rng.below(60) as usize;
                let tame = city(seed, SIZE, SIZE, corners).1;
                let mut rng = Rng::new(seed);
                let boxes = std::iter::from_fn(move || Some(turned_box(&mut rng)));
                Box::new(tame.into_iter().chain(boxes))
            }
            2 => Box::new(soup(seed, world)),
            3 => Box::new(coarse_soup(seed, world, 16)),
            // About a point of a seam, so small that every crossing is rounded by a good part of its size.
            _ => {
                let at = cut.seams.first().map_or(Point::new(32.0, 32.0), |s| {
                    let along = if rng.one_in(2) { 0.0 } else { rng.range(0.0..1.0) };
                    s.ends[0].lerp(s.ends[1], along)
                });
                let cells = *rng.pick(&[6, 10, 24]);
                let low = Point::new(at.x - 4.0 * step, at.y - 4.0 * step);
                let size = f64::from(cells) * step;
                let tiny = Bounds { min: low, max: Point::new(low.x + size, low.y + size) };
                Box::new(coarse_soup(seed, tiny, cells))
            }
        };
        Ok(Scene { cut, whole, layers, present: Vec::new(), outlines, is_tame: kind < 2, edits: 0 })
    }

    /// Inserts, moves or removes an obstacle in both maps.
    fn edit(&mut self, rng: &mut Rng) -> Result<String, String> {
        self.edits += 1;
        let is_full = self.present.len() >= MOST_OBSTACLES;
        if !self.present.is_empty() && (is_full || rng.one_in(4)) {
            let (whole, layered, what) = self.present.swap_remove(rng.below(self.present.len() as u32) as usize);
            self.whole.remove(whole).map_err(|e| e.to_string())?;
            self.layers.remove(layered).map_err(|e| e.to_string())?;
            return Ok(format!("removed {what:?}"));
        }
        let (outline, layer) = self.next_outline();
        if !self.present.is_empty() && rng.one_in(4) {
            let at = rng.below(self.present.len() as u32) as usize;
            // One stays on the layer it was inserted on, so it can be moved only to what begins there.
            if self.present[at].2.1 == layer {
                self.whole.move_to(self.present[at].0, &outline).map_err(|e| e.to_string())?;
                self.layers.move_to(self.present[at].1, &outline).map_err(|e| e.to_string())?;
                let what = format!("moved {:?} to {outline:?}", self.present[at].2);
                self.present[at].2 = (outline, layer);
                return Ok(what);
            }
        }
        let whole = self.whole.insert(&outline).map_err(|e| e.to_string())?;
        let layered = self.layers.insert_on(layer, &outline).map_err(|e| e.to_string())?;
        let what = format!("inserted {outline:?} on {layer}");
        self.present.push((whole, layered, (outline, layer)));
        Ok(what)
    }

    /// An outline of one ring or polyline on the floor, and a layer that its first point is on.
    fn next_outline(&mut self) -> (Outline, LayerId) {
        loop {
            let Some(outline) = self.outlines.next() else { continue };
            let is_inside = |p: &Point| self.layer_of(*p).is_some();
            let fits = outline.rings().count() == 1 && outline.rings().flatten().all(is_inside);
            let first = outline.rings().flatten().next().copied();
            if let Some(layer) = first.filter(|_| fits).and_then(|p| self.layer_of(p)) {
                return (outline, layer);
            }
        }
    }

    /// The layer whose floor a point is in, obstacles or not.
    fn layer_of(&self, p: Point) -> Option<LayerId> {
        let is_in = |corners: &[Point]| {
            let n = corners.len();
            (0..n).all(|i| {
                let (a, b) = (corners[i], corners[(i + 1) % n]);
                (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) >= 0.0
            })
        };
        let floors = self.cut.layers.iter().flat_map(|layer| layer.floors.iter().flat_map(Outline::rings));
        (0..).map(LayerId::new).zip(floors).find(|(_, ring)| is_in(ring)).map(|(layer, _)| layer)
    }

    fn tell(&self, wrong: &str) -> String {
        let obstacles: Vec<&(Outline, LayerId)> = self.present.iter().map(|(_, _, what)| what).collect();
        format!(
            "after {} edits: {wrong}\nlayers {:?}\nseams {:?}\nobstacles {obstacles:?}",
            self.edits, self.cut.layers, self.cut.seams
        )
    }

    /// Whether the layers are what they should be: twins fit, and free faces go on as free ones.
    fn check(&self) -> Result<(), String> {
        let map = self.layers.as_map();
        let at = |v| map.lattice_point(v);
        let mut crossed = 0;
        for e in map.faces().flat_map(FaceId::edges) {
            let twin = map.twin(e);
            let ends = |e: EdgeId| [at(map.origin(e)), at(map.target(e))];
            let [a, b] = ends(e);
            if map.twin(twin) != e || ends(twin) != [b, a] && map.has_face(twin.face()) {
                return Err(format!("the twin of {a:?} – {b:?} does not fit"));
            }
            if map.is_wall(e) != map.is_wall(twin) {
                return Err(format!("{a:?} – {b:?} is a wall from one side"));
            }
            if !map.is_wall(e) && map.is_free(e.face()) != map.is_free(twin.face()) {
                return Err(format!("{a:?} – {b:?} is free on one side, and no wall"));
            }
            crossed += u32::from(map.layer_of(e.face()) != map.layer_of(twin.face()) && map.is_free(e.face()));
        }
        if self.present.is_empty() && crossed == 0 && !self.cut.seams.is_empty() {
            return Err("no seam is open".into());
        }
        let areas = [self.whole.free_area(), map.free_area()];
        if self.is_tame && (areas[0] - areas[1]).abs() > 1e-3 {
            return Err(format!("free areas of {areas:?}"));
        }
        let counts = [&self.whole, map].map(|map| map.components().count());
        if self.is_tame && counts[0] != counts[1] {
            return Err(format!("{counts:?} components"));
        }
        Ok(())
    }

    /// Whether the layers are those that are built again, in another order.
    fn compare_with_rebuilt(&self, rng: &mut Rng) -> Result<(), String> {
        let mut again = LayeredMap::build(&self.cut.layers, &self.cut.seams).map_err(|e| e.to_string())?;
        let mut order: Vec<&(Outline, LayerId)> = self.present.iter().map(|(_, _, what)| what).collect();
        rng.shuffle(&mut order);
        for (outline, layer) in order {
            again.insert_on(*layer, outline).map_err(|e| e.to_string())?;
        }
        if canonical(self.layers.as_map()) != canonical(again.as_map()) {
            return Err("edited layers are not the rebuilt ones".into());
        }
        let counts = [self.layers.as_map(), again.as_map()].map(|map| (map.components().count(), pinches(map)));
        if counts[0] != counts[1] {
            return Err(format!("edited layers have other components or pinches than rebuilt ones: {counts:?}"));
        }
        Ok(())
    }

    fn place(&self, rng: &mut Rng) -> Point {
        let corner = |outline: &Outline, rng: &mut Rng| outline.rings().next().map(|ring| *rng.pick(ring));
        let lerp = |[a, b]: [Point; 2], rng: &mut Rng| a.lerp(b, rng.range(0.0..1.0));
        match rng.below(8) {
            0 if !self.present.is_empty() => corner(&rng.pick(&self.present).2.0.clone(), rng).unwrap_or_default(),
            1 if !self.cut.seams.is_empty() => lerp(rng.pick(&self.cut.seams).ends, rng),
            2 if !self.cut.seams.is_empty() => rng.pick(&self.cut.seams).ends[0],
            _ => Point::new(rng.range(0.0..SIZE), rng.range(0.0..SIZE)),
        }
    }

    /// Whether a point or the line between two is within two steps of the corner of something: a step may decide there.
    fn is_close(&self, p: Point, q: Point) -> bool {
        let step = self.whole.lattice().step();
        let outlines = self.present.iter().map(|(_, _, (outline, _))| outline).chain([&self.cut.floor]);
        let mut sides = outlines
            .flat_map(Outline::rings)
            .flat_map(|ring| (0..ring.len()).map(|i| [ring[i], ring[(i + 1) % ring.len()]]));
        let crossings = self.whole.vertices().map(|v| self.whole.point(v));
        let far = 3.0 * step;
        sides.any(|[a, b]| [p, q].iter().any(|&e| distance_to_segment(e, a, b) < far))
            || crossings.into_iter().any(|v| distance_to_segment(v, p, q) < far)
            || self.cut.seams.iter().flat_map(|s| s.ends).any(|v| distance_to_segment(v, p, q) < far)
    }

    /// The same question to the whole map and to the layers.
    fn ask(&self, rng: &mut Rng, finders: &mut [PathFinder; 2]) -> Result<(), String> {
        let (p, q) = (self.place(rng), self.place(rng));
        let stands = |p: Point| self.layers.layers().filter(|&l| self.layers.is_walkable(l, p)).collect::<Vec<_>>();
        let (on_p, on_q) = (stands(p), stands(q));
        let is_close = self.is_close(p, q);
        for (at, on) in [(p, &on_p), (q, &on_q)] {
            if self.whole.is_walkable(at) == on.is_empty() && !self.is_close(at, at) {
                return Err(format!("{at} is walkable on {on:?}"));
            }
        }
        if on_p.is_empty() || on_q.is_empty() || !self.whole.is_walkable(p) || !self.whole.is_walkable(q) {
            return Ok(());
        }
        let (from, to) = ((*rng.pick(&on_p), p), (*rng.pick(&on_q), q));
        let seen = [self.whole.sees(p, q), self.layers.sees(from, to), self.layers.sees(to, from)];
        if (seen[0] != seen[1] || seen[0] != seen[2]) && !is_close {
            return Err(format!("{p} sees {q}: whole, layers, backwards {seen:?}"));
        }
        let [whole_finder, finder] = finders;
        let whole = whole_finder.find(&self.whole, &Query::new(p, q));
        let layered = finder.find_on_layers(&self.layers, &LayeredQuery::new([p.x, p.y, 0.0], [q.x, q.y, 0.0]));
        match (whole, layered) {
            (Ok(whole), Ok(layered)) => {
                let step = self.whole.lattice().step();
                let tolerance = 2.0 * step * (whole.bends.len() + layered.plan.bends.len() + 4) as f64;
                if (whole.length - layered.plan.length).abs() > tolerance {
                    let lengths = [whole.length, layered.plan.length];
                    return Err(format!(
                        "{p} to {q}: whole and layered are {lengths:?} long\n{:?}\n{:?}",
                        whole.points, layered.points
                    ));
                }
                let line: f64 = layered.points.windows(2).map(|w| w[0].point.distance(w[1].point)).sum();
                if (line - layered.plan.length).abs() > tolerance || (layered.ground_length - line).abs() > tolerance {
                    return Err(format!("{p} to {q}: {} m, and traced {line} m", layered.plan.length));
                }
                let changes = layered.points.windows(2).filter(|pair| pair[0].layer != pair[1].layer).count();
                if changes != layered.seams.len() {
                    let seams = &layered.seams;
                    return Err(format!("{p} to {q}: seams {seams:?}, points {:?}", layered.points));
                }
                for pair in layered.points.windows(2) {
                    let middle = pair[0].point.lerp(pair[1].point, 0.5);
                    let is_there = self.layers.is_walkable(pair[0].layer, middle);
                    if !is_there && !self.is_close(middle, middle) && !self.is_on_seam(middle) {
                        return Err(format!("{p} to {q}: {middle} is not on {}", pair[0].layer));
                    }
                }
                Ok(())
            }
            (Err(NoPath::Disconnected { .. }), Err(NoLayeredPath::Disconnected { .. })) => Ok(()),
            (whole, layered) if !is_close => {
                let layered = layered.map(|path| path.plan.length);
                Err(format!("{p} to {q}: whole {:?}, layered {layered:?}", whole.map(|path| path.length)))
            }
            _ => Ok(()),
        }
    }

    fn is_on_seam(&self, p: Point) -> bool {
        let far = 3.0 * self.whole.lattice().step();
        self.cut.seams.iter().any(|s| distance_to_segment(p, s.ends[0], s.ends[1]) < far)
    }
}

/// A rectangle, turned.
fn turned_box(rng: &mut Rng) -> Outline {
    let (x, y) = (rng.range(2.0..SIZE), rng.range(2.0..SIZE));
    let [dx, dy] = rng.direction();
    let (long, wide) = (rng.range(0.2..16.0), rng.range(0.2..4.0));
    let corner = |a: f64, b: f64| [x + a * long * dx - b * wide * dy, y + a * long * dy + b * wide * dx];
    Outline::polygon([corner(0.0, 0.0), corner(1.0, 0.0), corner(1.0, 1.0), corner(0.0, 1.0)])
}

/// Every edge: its layer, ends, whether it is a wall, and the layer beyond it; and every free face.
type Canonical = (Vec<(LayerId, LatticePoint, LatticePoint, bool, LayerId)>, Vec<(LayerId, [LatticePoint; 3])>);

/// A map without its ids.
fn canonical(map: &Map) -> Canonical {
    let (mut edges, mut free) = (Vec::new(), Vec::new());
    for f in map.faces() {
        let layer = map.layer_of(f);
        for e in f.edges() {
            let [a, b] = [map.origin(e), map.target(e)].map(|v| map.lattice_point(v));
            edges.push((layer, a, b, map.is_wall(e), map.layer_of(map.twin(e).face())));
        }
        if map.is_free(f) {
            let mut corners = map.corners(f).map(|v| map.lattice_point(v));
            corners.sort_unstable();
            free.push((layer, corners));
        }
    }
    edges.sort_unstable();
    free.sort_unstable();
    (edges, free)
}

/// How many vertices are pinches.
fn pinches(map: &Map) -> usize {
    map.vertices().filter(|&v| map.pinches().contains(v)).count()
}
