//! Maps that are saved and loaded: the same in everything, and nothing else is believed.

use super::case_seed;
use super::edits::step;
use crate::generate::{coarse_soup, soup};
use crate::oracle::map::canonical;
use crate::rng::Rng;
use navigant_geometry::{Bounds, Outline, Point};
use navigant_mesh::internals::{MapInternals as _, write_checksum};
use navigant_mesh::{BadSave, Map, ObstacleId, RegionId};
use navigant_search::plane::{PathFinder, Query};

/// Damaged files in one case.
pub const DAMAGES_PER_CASE: u64 = 60;

/// One case: a map with obstacles and regions after some edits, saved, loaded, edited on, and damaged.
///
/// # Errors
/// What is not the same, or what was believed.
pub fn case(seed: u64, number: u64) -> Result<(), String> {
    let mut rng = Rng::new(case_seed(seed, number));
    let world = Bounds { min: Point::new(0.0, 0.0), max: Point::new(64.0, 64.0) };
    let stream = rng.next_u64();
    let mut outlines: Box<dyn Iterator<Item = Outline>> =
        if rng.chance(0.5) { Box::new(soup(stream, world)) } else { Box::new(coarse_soup(stream, world, 16)) };
    let first: Vec<Outline> = outlines.by_ref().take(rng.below(5) as usize).collect();
    let (mut map, ids) = Map::build(&[Outline::rectangle(world.min, world.max)], &first).map_err(text)?;
    let mut present: Vec<(ObstacleId, Outline)> = ids.into_iter().zip(first).collect();
    let mut regions: Vec<RegionId> = Vec::new();
    for _ in 0..rng.below(12) {
        edit(&mut rng, &mut map, &mut present, &mut regions, &mut *outlines)?;
    }
    let bytes = map.save();
    let mut again = Map::load(&bytes).map_err(|e| format!("what was saved is refused: {e}"))?;
    if again.save() != bytes || canonical(&again) != canonical(&map) || again.change() != map.change() {
        return Err("the loaded map is another one".into());
    }
    // Both go on in the same way.
    for round in 0..6 {
        let mut same = (rng.clone(), present.clone(), regions.clone());
        let outline = outlines.next().ok_or("out of outlines")?;
        edit(&mut rng, &mut map, &mut present, &mut regions, &mut std::iter::once(outline.clone()))?;
        edit(&mut same.0, &mut again, &mut same.1, &mut same.2, &mut std::iter::once(outline))?;
        if map.change() != again.change() || map.revision() != again.revision() || map.save() != again.save() {
            return Err(format!("after {round} edits the loaded map is another one"));
        }
    }
    (0..DAMAGES_PER_CASE).try_for_each(|_| damage(&mut rng, &bytes))
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}

fn edit(
    rng: &mut Rng,
    map: &mut Map,
    present: &mut Vec<(ObstacleId, Outline)>,
    regions: &mut Vec<RegionId>,
    outlines: &mut dyn Iterator<Item = Outline>,
) -> Result<(), String> {
    if rng.chance(0.3) {
        let outline = outlines.next().ok_or("out of outlines")?;
        if regions.len() > 3 || (!regions.is_empty() && rng.chance(0.4)) {
            let which = rng.below(regions.len() as u32) as usize;
            map.remove_region(regions.remove(which)).map_err(text)
        } else {
            regions.push(map.insert_region(["grass", "Weg", "水"][rng.below(3) as usize], &outline).map_err(text)?);
            Ok(())
        }
    } else {
        step(rng, map, present, outlines, 8).map(drop)
    }
}

/// A byte is changed or the end is cut off: that is noticed. With the checksum made right, what is still believed answers.
fn damage(rng: &mut Rng, bytes: &[u8]) -> Result<(), String> {
    let mut damaged = bytes.to_vec();
    let at = rng.below(bytes.len() as u32) as usize;
    if rng.chance(0.3) {
        damaged.truncate(at);
    } else {
        damaged[at] ^= 1 << rng.below(8);
    }
    if let Ok(map) = Map::load(&damaged) {
        return Err(format!("damage at byte {at} is believed: version {}", map.version()));
    }
    // A word that is some other small number, as in files made to deceive.
    let mut forged = bytes.to_vec();
    let words = (bytes.len() - 20) / 4;
    for _ in 0..rng.between(1, 3) {
        let at = 12 + 4 * rng.below(words as u32) as usize;
        let word = if rng.chance(0.5) { rng.below(64) } else { rng.next_u64() as u32 };
        forged[at..at + 4].copy_from_slice(&word.to_le_bytes());
    }
    write_checksum(&mut forged);
    match Map::load(&forged) {
        Err(BadSave::NotAMap | BadSave::UnknownVersion(_)) => Err("not taken for a map".into()),
        Err(_) => Ok(()),
        Ok(map) => {
            let mut finder = PathFinder::new();
            for _ in 0..4 {
                let [from, to] = [(); 2].map(|()| Point::new(rng.range(0.0..64.0), rng.range(0.0..64.0)));
                let _ =
                    (finder.find(&map, &Query::new(from, to)).is_ok(), map.obstacles_at(from), map.regions().at(to));
                let _ = (map.clearance_at(from), map.sees(from, to), map.nearest_walkable(to));
            }
            Ok(())
        }
    }
}
