//! Random edits of hostile outlines on small maps, every one checked against the oracle.

use super::case_seed;
use crate::generate::{coarse_soup, soup};
use crate::oracle::map::{canonical, check};
use crate::rng::Rng;
use navigant_geometry::internals::LatticeInternals as _;
use navigant_geometry::internals::OutlineInternals as _;
use navigant_geometry::{Bounds, Lattice, Outline, Point};
use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{Map, ObstacleId};

/// Edits in one case.
pub const EDITS_PER_CASE: u64 = 40;
/// A map is compared with rebuilt ones after this many edits.
const REBUILD_EVERY: u64 = 8;

/// One case: a small map, and edits that are checked one by one.
///
/// # Errors
/// What is wrong, after which edit.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let scene = Scenery::new(&mut rng);
    let mut outlines = scene.outlines;
    let mut map = Map::build(&scene.floors, &[]).map_err(|e| e.to_string())?.0;
    let mut present: Vec<(ObstacleId, Outline)> = Vec::new();
    check(&map, &scene.floors, &present).map_err(|e| format!("the empty map: {e}"))?;
    let limit = 1 + rng.below(scene.most);
    for edit in 0..EDITS_PER_CASE {
        let before = map.version();
        let what = step(&mut rng, &mut map, &mut present, &mut outlines, limit as usize)?;
        let wrong = |reason: String| format!("edit {edit} ({what}): {reason}");
        if map.version() != before + 1 {
            return Err(wrong("the version did not go up by one".into()));
        }
        check(&map, &scene.floors, &present).map_err(wrong)?;
        check_change(&map).map_err(wrong)?;
        if edit % REBUILD_EVERY == REBUILD_EVERY - 1 {
            compare_with_rebuilt(&mut rng, &map, &scene.floors, &present).map_err(wrong)?;
        }
    }
    for (id, _) in present.drain(..) {
        map.remove(id).map_err(|e| e.to_string())?;
    }
    let empty = Map::build(&scene.floors, &[]).map_err(|e| e.to_string())?.0;
    if canonical(&map) != canonical(&empty) {
        return Err("removing everything does not restore the empty map".into());
    }
    Ok(())
}

/// A floor and a stream of outlines to put on it.
struct Scenery {
    floors: Vec<Outline>,
    outlines: Box<dyn Iterator<Item = Outline>>,
    most: u32,
}

impl Scenery {
    fn new(rng: &mut Rng) -> Self {
        let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
        let seed = rng.next_u64();
        let step = Lattice::covering(world).map_or(1.0, |l| l.step());
        // So small a corner of the world that every crossing is rounded by a good part of its size.
        let tiny = |cells: u32| {
            let at = Point::new(32.0 - 4.0 * step, 32.0 - 4.0 * step);
            let size = f64::from(cells) * step;
            Bounds { min: at, max: Point::new(at.x + size, at.y + size) }
        };
        let (outlines, most): (Box<dyn Iterator<Item = Outline>>, u32) = match rng.below(6) {
            0 | 1 => (Box::new(soup(seed, world)), 8),
            2 => (Box::new(coarse_soup(seed, world, 8)), 10),
            n => {
                let cells = [6, 10, 24][n as usize - 3];
                (Box::new(coarse_soup(seed, tiny(cells), cells)), 8)
            }
        };
        let floors = match rng.below(4) {
            0 => vec![
                Outline::rectangle([0.0, 0.0], [40.0, 64.0]),
                Outline::polygon([[30.0, 10.0], [64.0, 32.0], [30.0, 50.0]]),
            ],
            1 => {
                vec![Outline::rectangle([0.0, 0.0], [64.0, 64.0]).with_hole([[30.0, 30.0], [34.0, 30.0], [32.0, 32.0]])]
            }
            _ => vec![Outline::rectangle([0.0, 0.0], [64.0, 64.0])],
        };
        Scenery { floors, outlines, most }
    }
}

/// One random edit; returns what it was.
pub(super) fn step(
    rng: &mut Rng,
    map: &mut Map,
    present: &mut Vec<(ObstacleId, Outline)>,
    outlines: &mut dyn Iterator<Item = Outline>,
    limit: usize,
) -> Result<&'static str, String> {
    let outline = outlines.next().ok_or("out of outlines")?;
    let choice = rng.below(10);
    if present.is_empty() || (present.len() < limit && choice < 5) {
        let id = map.insert(&outline).map_err(|e| e.to_string())?;
        present.push((id, outline));
        return Ok("insert");
    }
    let which = rng.below(present.len() as u32) as usize;
    if choice < 7 {
        let moved = if rng.chance(0.5) { outline } else { nudged(rng, map, &present[which].1) };
        map.move_to(present[which].0, &moved).map_err(|e| e.to_string())?;
        present[which].1 = moved;
        Ok("move")
    } else {
        map.remove(present[which].0).map_err(|e| e.to_string())?;
        present.remove(which);
        Ok("remove")
    }
}

fn nudged(rng: &mut Rng, map: &Map, outline: &Outline) -> Outline {
    let step = map.lattice().step();
    let mut by = || step * (f64::from(rng.below(5)) - 2.0);
    outline.translated(by(), by())
}

/// The faces a change names exist, each once.
fn check_change(map: &Map) -> Result<(), String> {
    let change = map.change();
    let mut added = change.added.clone();
    added.sort_unstable();
    if added.windows(2).any(|w| w[0] == w[1]) {
        return Err("the change names a face twice".into());
    }
    let existing: std::collections::BTreeSet<_> = map.faces().collect();
    match added.iter().find(|f| !existing.contains(f)) {
        Some(f) => Err(format!("the change names {f:?}, which does not exist")),
        None => Ok(()),
    }
}

/// The same scene built at once and one by one, both in shuffled order.
fn compare_with_rebuilt(
    rng: &mut Rng,
    map: &Map,
    floors: &[Outline],
    present: &[(ObstacleId, Outline)],
) -> Result<(), String> {
    let mut outlines: Vec<Outline> = present.iter().map(|(_, outline)| outline.clone()).collect();
    rng.shuffle(&mut outlines);
    let built = Map::build(floors, &outlines).map_err(|e| e.to_string())?.0;
    if canonical(&built) != canonical(map) {
        return Err("differs from the map built at once".into());
    }
    rng.shuffle(&mut outlines);
    let mut one_by_one = Map::build(floors, &[]).map_err(|e| e.to_string())?.0;
    for outline in &outlines {
        one_by_one.insert(outline).map_err(|e| e.to_string())?;
    }
    if canonical(&one_by_one) != canonical(map) {
        return Err("differs from the map built one by one".into());
    }
    Ok(())
}
