//! Regions come, move and go on maps that are edited, beside twins of these maps without any: who walks notices nothing.

use super::case_seed;
use super::edits::step;
use crate::generate::{coarse_soup, soup};
use crate::oracle::map::canonical;
use crate::rng::Rng;
use navigant_geometry::internals::Loops;
use navigant_geometry::internals::{LatticeInternals as _, LatticePoint};
use navigant_geometry::{Bounds, Outline, Point, Role, internals};
use navigant_mesh::internals::{AxisInternals as _, MapInternals as _, RegionsInternals as _, RevisionInternals as _};
use navigant_mesh::{FaceId, Map, ObstacleId, RegionId};
use navigant_search::plane::{Path, PathFinder, Query};

/// Rounds of edits and comparisons in one case.
pub const ROUNDS_PER_CASE: u64 = 12;
/// Points asked about in a round.
const POINTS: usize = 24;
/// Points nearer to an edge of a region than this, in steps, are not compared with its outline as given.
const MARGIN: f64 = 2.0;

/// One case: a map with regions and its twin without, edited alike.
///
/// # Errors
/// What is wrong, after which round.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
    let floor = Outline::rectangle(world.min, world.max);
    let (mut map, mut twin) = (Map::new(&floor).map_err(text)?, Map::new(&floor).map_err(text)?);
    let (mut obstacles, mut of_twin): (Vec<_>, Vec<_>) = (Vec::new(), Vec::new());
    let mut regions: Vec<(RegionId, Outline)> = Vec::new();
    let stream = |seed: u64, rng: &mut Rng| -> Box<dyn Iterator<Item = Outline>> {
        if rng.chance(0.5) { Box::new(soup(seed, world)) } else { Box::new(coarse_soup(seed, world, 16)) }
    };
    let (walls, marks) = (rng.next_u64(), rng.next_u64());
    let (mut walls, mut marks) = (stream(walls, &mut rng), stream(marks, &mut rng));
    for round in 0..ROUNDS_PER_CASE {
        let wrong = |reason: String| format!("round {round}: {reason}");
        edit_both(&mut rng, [&mut map, &mut twin], [&mut obstacles, &mut of_twin], &mut *walls).map_err(wrong)?;
        edit_regions(&mut rng, &mut map, &mut regions, &mut *marks).map_err(wrong)?;
        compare_maps(&mut rng, &map, &twin).map_err(wrong)?;
        compare_regions(&mut rng, &map, &regions).map_err(wrong)?;
    }
    for (id, _) in regions {
        map.remove_region(id).map_err(text)?;
    }
    if map.regions().is_empty() && map.regions().faces().count() == 2 {
        return Ok(());
    }
    Err("something is left of regions that were removed".into())
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

/// The same random edit of obstacles in both maps: ids, changes and all are the same.
fn edit_both(
    rng: &mut Rng,
    [map, twin]: [&mut Map; 2],
    [obstacles, of_twin]: [&mut Vec<(ObstacleId, Outline)>; 2],
    outlines: &mut dyn Iterator<Item = Outline>,
) -> Result<(), String> {
    let two: Vec<Outline> = outlines.take(1).collect();
    let mut again = rng.clone();
    step(rng, map, obstacles, &mut two.clone().into_iter(), 8)?;
    step(&mut again, twin, of_twin, &mut two.into_iter(), 8)?;
    if obstacles != of_twin || map.change() != twin.change() || map.revision() != twin.revision() {
        return Err("the edit of an obstacle did something else where there are regions".into());
    }
    Ok(())
}

fn edit_regions(
    rng: &mut Rng,
    map: &mut Map,
    regions: &mut Vec<(RegionId, Outline)>,
    outlines: &mut dyn Iterator<Item = Outline>,
) -> Result<(), String> {
    let before = (map.revision(), map.change().clone());
    let outline = outlines.next().ok_or("out of outlines")?;
    let version = map.regions().revision().version();
    if regions.is_empty() || regions.len() < 6 && rng.chance(0.5) {
        let id = map.insert_region(["grass", "road", "water"][rng.below(3) as usize], &outline).map_err(text)?;
        regions.push((id, outline));
    } else {
        let which = rng.below(regions.len() as u32) as usize;
        if rng.chance(0.5) {
            map.move_region(regions[which].0, &outline).map_err(text)?;
            regions[which].1 = outline;
        } else {
            let (gone, _) = regions.remove(which);
            map.remove_region(gone).map_err(text)?;
            if map.regions().contains(gone) || map.remove_region(gone).is_ok() {
                return Err("a region that was removed is still known".into());
            }
        }
    }
    if map.regions().revision().version() != version + 1 || map.regions().change().version != version + 1 {
        return Err("the edit of a region is no change".into());
    }
    if before != (map.revision(), map.change().clone()) {
        return Err("the edit of a region changed what is walkable".into());
    }
    Ok(())
}

/// Both maps are the same to the last bit and id.
fn compare_maps(rng: &mut Rng, map: &Map, twin: &Map) -> Result<(), String> {
    let faces = |map: &Map| -> Vec<(FaceId, [LatticePoint; 3], bool)> {
        map.faces().map(|f| (f, map.corners(f).map(|v| map.lattice_point(v)), map.is_free(f))).collect()
    };
    if faces(map) != faces(twin) || canonical(map) != canonical(twin) {
        return Err("the triangulations differ".into());
    }
    if map.components().count() != twin.components().count() || map.axis().node_count() != twin.axis().node_count() {
        return Err("components or axes differ".into());
    }
    let mut finder = PathFinder::new();
    for _ in 0..4 {
        let [from, to] = [(); 2].map(|()| Point::new(rng.range(0.0..64.0), rng.range(0.0..64.0)));
        let same = map.clearance_at(from).map(f64::to_bits) == twin.clearance_at(from).map(f64::to_bits)
            && map.sees(from, to) == twin.sees(from, to)
            && map.nearest_walkable(from) == twin.nearest_walkable(from);
        if !same {
            return Err(format!("clearance, sight or the nearest point differ at {from}"));
        }
        for radius in [0.0, 0.4] {
            let query = Query::new(from, to).with_radius(radius);
            let mut find = |map: &Map| finder.find(map, &query).map(bits).map_err(|e| e.to_string());
            if find(map) != find(twin) {
                return Err(format!("paths from {from} to {to} with radius {radius} differ"));
            }
        }
    }
    Ok(())
}

/// A path to the last bit.
fn bits(path: &Path) -> (Vec<[u64; 2]>, u64, u64) {
    let points = path.points.iter().map(|p| [p.x.to_bits(), p.y.to_bits()]).collect();
    (points, path.length.to_bits(), path.revision.version())
}

/// Regions are where their outlines wind, and the same as those inserted from scratch in another order.
fn compare_regions(rng: &mut Rng, map: &Map, regions: &[(RegionId, Outline)]) -> Result<(), String> {
    let floor = Outline::rectangle([0.0, 0.0], [64.0, 64.0]);
    let mut again = Map::new(&floor).map_err(text)?;
    let mut shuffled: Vec<usize> = (0..regions.len()).collect();
    rng.shuffle(&mut shuffled);
    let mut ids = vec![None; regions.len()];
    for &i in &shuffled {
        let kind = map.regions().kind(regions[i].0).ok_or("a region without a kind")?;
        ids[i] = Some(again.insert_region(kind, &regions[i].1).map_err(text)?);
    }
    if triangles(map, |id| regions.iter().position(|(known, _)| *known == id))
        != triangles(&again, |id| ids.iter().position(|known| *known == Some(id)))
    {
        return Err("edited regions differ from those inserted from scratch".into());
    }
    for _ in 0..POINTS {
        let p = Point::new(rng.range(-2.0..66.0), rng.range(-2.0..66.0));
        let Ok(at) = map.lattice().snap(p) else { continue };
        let found = map.regions().at(p);
        for (id, outline) in regions {
            let loops = Loops::from_outline(outline, map.lattice()).map_err(text)?;
            if let Some(expected) = winds_around(&loops, at)
                && found.contains(id) != expected
            {
                return Err(format!("{p} is in {id}: {}, its outline winds around it: {expected}", !expected));
            }
        }
    }
    Ok(())
}

/// A triangle by its corners, with the regions over it.
type Triangle = ([[u64; 2]; 3], Vec<Option<usize>>);

/// All triangles, in a fixed order.
fn triangles(map: &Map, number: impl Fn(RegionId) -> Option<usize>) -> Vec<Triangle> {
    let regions = map.regions();
    let mut triangles: Vec<Triangle> = Vec::new();
    for f in regions.faces() {
        let mut corners = regions.corners(f).map(|p| [p.x.to_bits(), p.y.to_bits()]);
        corners.sort_unstable();
        let mut over: Vec<_> = regions.over(f).map(&number).collect();
        over.sort_unstable();
        triangles.push((corners, over));
    }
    triangles.sort_unstable();
    triangles
}

/// Whether an outline as given winds around a point; `None` if it passes too near to say after rounding.
fn winds_around(loops: &Loops, at: LatticePoint) -> Option<bool> {
    let real = |p: LatticePoint| Point::new(f64::from(p.x), f64::from(p.y));
    let mut windings = [0, 0];
    for (_, role, line) in loops.segments(0..loops.chains().len()) {
        if internals::distance_to_segment(real(at), real(line.a), real(line.b)) < MARGIN {
            return None;
        }
        let (below, above) = (line.a.y <= at.y, line.b.y <= at.y);
        let side = i128::from(line.b.x - line.a.x) * i128::from(at.y - line.a.y)
            - i128::from(line.b.y - line.a.y) * i128::from(at.x - line.a.x);
        let turns = match (below, above) {
            (true, false) if side > 0 => 1,
            (false, true) if side < 0 => -1,
            _ => 0,
        };
        match role {
            Role::Exterior => windings[0] += turns,
            Role::Hole => windings[1] += turns,
            Role::Wall => {}
        }
    }
    Some(windings[0] != 0 && windings[1] == 0)
}
