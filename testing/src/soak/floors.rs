//! Floors that overlap and touch in every way, united by the map and by `i_overlay`, an independent library.
//!
//! The two round crossings differently, by at most a step each. So areas may differ by what a border of that width holds,
//! points within some steps of an edge are not compared, and what is connected is compared with the union made smaller and
//! larger by a few steps: what is connected in the smaller one must be so in the map, what is not in the larger one
//! must not. That the map is exactly what it should be is asked of our own oracle, edge by edge.

use super::case_seed;
use crate::generate::{coarse_soup, soup};
use crate::oracle::map::check;
use crate::oracle::reachability::check_components;
use crate::rng::Rng;
use i_overlay::core::fill_rule::FillRule;
use i_overlay::core::overlay_rule::OverlayRule;
use i_overlay::float::single::SingleFloatOverlay;
use i_overlay::mesh::float::outline::offset::OutlineOffset;
use i_overlay::mesh::float::style::{LineJoin, OutlineStyle};
use navigant_geometry::internals::{LatticeInternals as _, Loops, PointInternals as _};
use navigant_geometry::{Bounds, Lattice, Outline, Point, Role, internals};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{BadMap, BadOutline, Map};

/// Scenes in one case.
pub const SCENES_PER_CASE: u64 = 4;
/// Points compared in a scene.
const POINTS: usize = 60;
/// Points nearer to an edge than this, in steps, are not compared; by so much unions are made smaller and larger.
const MARGIN: f64 = 4.0;

/// Contours of shapes, in steps of the lattice.
type Shapes = Vec<Vec<Vec<[f64; 2]>>>;

/// One case: some scenes of floors.
///
/// # Errors
/// What is wrong, in which scene.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    for scene in 0..SCENES_PER_CASE {
        let floors = floors(&mut rng);
        compare(&mut rng, &floors).map_err(|reason| format!("scene {scene}: {reason}"))?;
    }
    Ok(())
}

/// Some floors with an area: hostile ones, rooms that share walls, or both.
fn floors(rng: &mut Rng) -> Vec<Outline> {
    let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
    let (seed, cells) = (rng.next_u64(), 1 << rng.between(2, 5));
    let wanted = rng.between(1, 7) as usize;
    let outlines: Box<dyn Iterator<Item = Outline>> = match rng.below(4) {
        0 => Box::new(soup(seed, world)),
        1 => Box::new(coarse_soup(seed, world, cells)),
        2 => Box::new(coarse_soup(seed, world, 3 * cells)),
        _ => Box::new(soup(seed, world).zip(coarse_soup(seed, world, cells)).flat_map(|(a, b)| [a, b])),
    };
    let has_area = |outline: &Outline| {
        let inside = outline.rings().flatten().all(|p| (-64.0..128.0).contains(&p.x) && (-64.0..128.0).contains(&p.y));
        inside && Map::new(outline).is_ok()
    };
    outlines.filter(has_area).take(wanted).collect()
}

fn compare(rng: &mut Rng, floors: &[Outline]) -> Result<(), String> {
    let map = match Map::build(floors, &[]) {
        Ok((map, _)) => map,
        // On the lattice of all floors a small one may have no area.
        Err(BadMap::Floor { reason: BadOutline::NoArea, .. }) => return Ok(()),
        Err(reason) => return Err(reason.to_string()),
    };
    check(&map, floors, &[])?;
    check_components(&map)?;
    let lattice = map.lattice();
    let mut edges = Vec::new();
    let mut parts: Shapes = Vec::new();
    for floor in floors {
        let loops = Loops::from_outline(floor, lattice).map_err(|e| e.to_string())?;
        edges.extend(loops.segments(0..loops.chains().len()).map(|(.., line)| [line.a, line.b].map(steps)));
        parts.extend(without_holes(&loops));
    }
    let union = parts.overlay_as::<i64>(&Shapes::new(), OverlayRule::Union, FillRule::NonZero);
    compare_areas(&map, &union, &edges)?;
    let places = places(rng, &edges);
    compare_points(&map, &union, &places)?;
    compare_connectivity(&map, &union, &places)
}

/// What a floor covers: wound around by its exterior and by no hole.
fn without_holes(loops: &Loops) -> Shapes {
    let rings = |role: Role| -> Vec<Vec<[f64; 2]>> {
        let rings = loops.chains().filter(|(r, _)| *r == role);
        rings.map(|(_, points)| points.iter().map(|&p| [f64::from(p.x), f64::from(p.y)]).collect()).collect()
    };
    rings(Role::Exterior).overlay_as::<i64>(&rings(Role::Hole), OverlayRule::Difference, FillRule::NonZero)
}

fn steps(p: navigant_geometry::internals::LatticePoint) -> Point {
    Point::new(f64::from(p.x), f64::from(p.y))
}

fn compare_areas(map: &Map, union: &Shapes, edges: &[[Point; 2]]) -> Result<(), String> {
    let twice_area = |ring: &Vec<[f64; 2]>| -> f64 {
        let ahead = ring.iter().cycle().skip(1);
        ring.iter().zip(ahead).map(|(a, b)| a[0] * b[1] - a[1] * b[0]).sum()
    };
    let expected: f64 = union.iter().flatten().map(twice_area).sum::<f64>() / 2.0;
    let step = map.lattice().step();
    let found = map.free_area() / (step * step);
    // Every wall moves by at most a step and a half in all, and so does every corner.
    let slack: f64 = edges.iter().map(|[a, b]| 3.0 * a.distance(*b) + 16.0).sum();
    // Sums of products of coordinates are rounded.
    let rounding = 1e-9 * f64::from(Lattice::REACH).powi(2);
    if (found - expected).abs() <= slack + rounding {
        return Ok(());
    }
    Err(format!("{found} square steps are free, {expected} are in the union, {slack} may differ"))
}

/// Random points, half of them beside edges, none on one.
fn places(rng: &mut Rng, edges: &[[Point; 2]]) -> Vec<Point> {
    let corners = Bounds::of(edges.iter().flatten().copied());
    let Some(Bounds { min, max }) = corners else { return Vec::new() };
    let mut places = Vec::new();
    for number in 0..POINTS {
        let at = if number % 2 == 0 {
            Point::new(rng.range(min.x..max.x + 1.0), rng.range(min.y..max.y + 1.0))
        } else {
            let [a, b] = *rng.pick(edges);
            let (along, [x, y]) = (a.lerp(b, rng.range(0.0..1.0)), rng.direction());
            let by = MARGIN * 2.0 * (1 << rng.below(16)) as f64;
            Point::new(along.x + by * x, along.y + by * y)
        };
        let reach = f64::from(Lattice::REACH);
        let at = Point::new(at.x.round().clamp(-reach, reach), at.y.round().clamp(-reach, reach));
        let is_clear = |[a, b]: &[Point; 2]| internals::distance_to_segment(at, *a, *b) > MARGIN;
        if edges.iter().all(is_clear) {
            places.push(at);
        }
    }
    places
}

/// Which shape a point is in, by crossings of a ray.
fn shape_at(shapes: &Shapes, p: Point) -> Option<usize> {
    let crosses = |a: [f64; 2], b: [f64; 2]| {
        (a[1] > p.y) != (b[1] > p.y) && p.x < (b[0] - a[0]) * (p.y - a[1]) / (b[1] - a[1]) + a[0]
    };
    shapes.iter().position(|shape| {
        let rings = shape.iter().map(|ring| {
            let ahead = ring.iter().cycle().skip(1);
            ring.iter().zip(ahead).filter(|(a, b)| crosses(**a, **b)).count()
        });
        rings.sum::<usize>() % 2 == 1
    })
}

fn world(map: &Map, p: Point) -> Point {
    let (origin, step) = (map.lattice().origin(), map.lattice().step());
    Point::new(origin.x + p.x * step, origin.y + p.y * step)
}

fn compare_points(map: &Map, union: &Shapes, places: &[Point]) -> Result<(), String> {
    for &p in places {
        let (found, expected) = (map.is_walkable(world(map, p)), shape_at(union, p).is_some());
        if found != expected {
            return Err(format!("{p} (in steps) is walkable: {found}, in the union: {expected}"));
        }
    }
    Ok(())
}

fn compare_connectivity(map: &Map, union: &Shapes, places: &[Point]) -> Result<(), String> {
    let offset = |by: f64| union.outline_as::<i64>(&OutlineStyle::new(by).line_join(LineJoin::Round(0.3)));
    let (smaller, larger) = (offset(-MARGIN), offset(MARGIN));
    let inside: Vec<_> = places
        .iter()
        .filter_map(|&p| Some((p, map.component_at(world(map, p))?)))
        .map(|(p, component)| (p, component, shape_at(&smaller, p), shape_at(&larger, p)))
        .collect();
    for (i, (p, found, small, large)) in inside.iter().enumerate() {
        for (q, other, other_small, other_large) in &inside[..i] {
            if small.is_some() && small == other_small && found != other {
                return Err(format!("{p} and {q} (in steps) are not connected, in the union they are"));
            }
            if large.is_some() && other_large.is_some() && large != other_large && found == other {
                return Err(format!("{p} and {q} (in steps) are connected, in the union they are not"));
            }
        }
    }
    Ok(())
}
