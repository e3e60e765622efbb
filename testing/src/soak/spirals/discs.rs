//! Discs on ramps that wind over themselves: clearances against all corners and walls that are seen, paths against those of a point where
//! all walls are thicker by the radius.

use crate::generate::{Spiral, Thicker};
use crate::rng::Rng;
use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Outline, Point};
use navigant_mesh::internals::{IdInternals as _, LayerIdInternals as _, LayeredMapInternals as _, MapInternals as _};
use navigant_mesh::{FaceId, LayerId, LayeredMap, ObstacleId};
use navigant_search::internals::PathFinderInternals as _;
use navigant_search::plane::{LayeredQuery, NoLayeredPath, PathFinder};

/// Sides of what replaces a circle: lengths of arcs are then off by less than 10⁻⁴ of themselves.
const SIDES: u32 = 240;
/// Lattice steps by which lengths may differ that were rounded apart.
const STEPS: f64 = 8.0;

/// What stands on a ramp: ids, layers and outlines.
type Present = [(ObstacleId, (LayerId, Outline))];

/// Asks for clearances, and for the path of a disc.
pub(super) fn ask(
    rng: &mut Rng,
    ramp: &Spiral,
    map: &LayeredMap,
    present: &Present,
    ends: [(LayerId, Point); 2],
) -> Result<(), String> {
    let step = map.as_map().lattice().step();
    let mut room = f64::INFINITY;
    for (layer, p) in ends {
        let (clearance, known) = (map.clearance_at(layer, p).unwrap_or(0.0), seen_clearance(map, layer, p));
        if (clearance - known).abs() > STEPS * step {
            return Err(format!("the clearance at {p} on {layer} is {clearance}, and {known} by brute force"));
        }
        room = room.min(clearance);
    }
    let radius = room * rng.range(0.05..1.0);
    // What is thicker must not reach around the post.
    let post = ramp.post.iter().map(|p| p.x.hypot(p.y)).fold(f64::INFINITY, f64::min);
    let is_odd = |outline: &Outline| reaches_around(outline, radius) || reaches_through(outline, &ramp.post);
    if radius > 0.95 * post || present.iter().any(|(_, (_, outline))| is_odd(outline)) {
        return Ok(());
    }
    let high = |(layer, p): (LayerId, Point)| [p.x, p.y, ramp.rise * layer.index() as f64];
    let query = LayeredQuery::new(high(ends[0]), high(ends[1]));
    let answer = PathFinder::new().find_on_layers(map, &query.with_radius(radius));
    let thicker = |more: f64, is_outside: bool| {
        let thicker = Thicker { radius: radius + more, sides: SIDES, is_outside };
        inflated(ramp, present, thicker).map(|map| PathFinder::new().find_on_layers(&map, &query).ok().map(|p| p.cost))
    };
    let (Some(low), Some(high)) = (thicker(-STEPS * step, false), thicker(STEPS * step, true)) else { return Ok(()) };
    let is_right = match &answer {
        Ok(path) => {
            let length = path.cost;
            low.is_some_and(|low| low <= length + STEPS * step) && high.is_none_or(|high| length <= high + STEPS * step)
        }
        Err(NoLayeredPath::TooNarrow { .. } | NoLayeredPath::Disconnected { .. }) => high.is_none(),
        Err(_) => false,
    };
    if is_right {
        return Ok(());
    }
    let answer = answer.map(|path| (path.cost, path.plan.length, path.points));
    Err(format!("{ends:?}, {radius} m: {answer:?}, and a point past thicker walls between {low:?} and {high:?}"))
}

/// Whether an outline that is thicker by a radius reaches more than half around the post, for all that is seen at once.
fn reaches_around(outline: &Outline, radius: f64) -> bool {
    let points: Vec<Point> = outline.rings().flatten().copied().collect();
    let sum = points.iter().fold(Point::default(), |sum, p| Point::new(sum.x + p.x, sum.y + p.y));
    let long = sum.x.hypot(sum.y);
    points.iter().any(|p| (p.x * sum.x + p.y * sum.y) / long < 1.01 * radius)
}

/// Whether an outline reaches into the post: beyond, it may lie on another floor, and does if it is thicker.
fn reaches_through(outline: &Outline, post: &[Point]) -> bool {
    let is_inside = |p: Point| {
        (0..post.len()).all(|i| {
            let (a, b) = (post[i], post[(i + 1) % post.len()]);
            (b.x - a.x) * (p.y - a.y) - (b.y - a.y) * (p.x - a.x) > 0.0
        })
    };
    let points: Vec<Point> = outline.rings().flatten().copied().collect();
    let sides = (0..points.len()).map(|i| [points[i], points[(i + 1) % points.len()]]);
    sides.into_iter().any(|[a, b]| (0..32).any(|part| is_inside(a.lerp(b, f64::from(part) / 32.0))))
}

/// The ramp with thicker walls and obstacles.
fn inflated(ramp: &Spiral, present: &Present, thicker: Thicker) -> Option<LayeredMap> {
    let (layers, mut seams) = ramp.inflated(thicker)?;
    seams.iter_mut().zip(&ramp.seams).for_each(|(seam, given)| seam.tolls = given.tolls);
    let mut map = LayeredMap::build(&layers, &seams).ok()?;
    for (layer, wall) in ramp.ends() {
        map.insert_on(LayerId::new(layer), &Outline::polygon(thicker.outline(&wall))).ok()?;
    }
    for (_, (layer, outline)) in present {
        let points: Vec<Point> = outline.rings().flatten().copied().collect();
        map.insert_on(*layer, &Outline::polygon(thicker.outline(&points))).ok()?;
    }
    Some(map)
}

/// The distance to the nearest corner or foot on a wall that is seen.
fn seen_clearance(layers: &LayeredMap, layer: LayerId, p: Point) -> f64 {
    let map = layers.as_map();
    let step = map.lattice().step();
    let walls = map.faces().filter(|&f| map.is_free(f)).flat_map(FaceId::edges).filter(|&e| map.is_wall(e));
    let mut least = f64::INFINITY;
    for e in walls {
        let on = map.layer_of(e.face());
        let [a, b] = [map.origin(e), map.target(e)].map(|v| map.point(v));
        let (along, way) = ([b.x - a.x, b.y - a.y], [p.x - a.x, p.y - a.y]);
        let squared = along[0] * along[0] + along[1] * along[1];
        let part = (along[0] * way[0] + along[1] * way[1]) / squared;
        let mut places = vec![a, b];
        if (0.0..=1.0).contains(&part) {
            // A little before the wall: feet are rounded.
            let foot = a.lerp(b, part);
            let far = foot.distance(p);
            places.push(if far > 4.0 * step { foot.lerp(p, 3.0 * step / far) } else { p });
        }
        for place in places {
            let far = place.distance(p);
            if far < least && layers.sees((layer, p), (on, place)) {
                least = far;
            }
        }
    }
    least
}
