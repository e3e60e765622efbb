//! Saved maps, in small claims.

use navigant_mesh::internals::MapInternals as _;
use navigant_mesh::{BadSave, Map, NotFollowed, Outline};

fn some_map() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
    map.insert(&Outline::rectangle([10.0, 10.0], [20.0, 20.0])).unwrap();
    let gone = map.insert(&Outline::polygon([[15.0, 5.0], [30.0, 15.0], [12.0, 30.0]])).unwrap();
    map.insert(&Outline::polyline([[5.0, 40.0], [60.0, 45.0]])).unwrap();
    map.insert_region("grass", &Outline::rectangle([5.0, 5.0], [25.0, 50.0])).unwrap();
    map.remove(gone).unwrap();
    map
}

#[test]
fn every_changed_byte_and_every_cut_is_noticed() {
    let bytes = some_map().save();
    assert!(Map::load(&bytes).is_ok());
    for at in 0..bytes.len() {
        let mut changed = bytes.clone();
        for bit in [0, 7] {
            changed[at] ^= 1 << bit;
            let refused = Map::load(&changed).map(|map| map.version());
            match at {
                0..8 => assert_eq!(refused, Err(BadSave::NotAMap)),
                8..12 => assert!(matches!(refused, Err(BadSave::UnknownVersion(_)))),
                _ => assert_eq!(refused, Err(BadSave::Damaged), "byte {at}"),
            }
        }
        assert!(Map::load(&bytes[..at]).is_err(), "cut at {at}");
    }
    let longer: Vec<u8> = bytes.iter().copied().chain([0]).collect();
    assert_eq!(Map::load(&longer).err(), Some(BadSave::Damaged));
    assert_eq!(Map::load(b"PK").err(), Some(BadSave::NotAMap));
}

#[test]
fn a_loaded_map_goes_on_where_the_saved_one_was() {
    let mut map = some_map();
    let before = map.revision();
    let last = map.insert(&Outline::rectangle([40.0, 10.0], [50.0, 20.0])).unwrap();
    let mut again = Map::load(&map.save()).unwrap();
    assert_eq!(again.revision(), map.revision());
    assert_eq!(again.change(), map.change());
    assert_eq!(again.changes_since(before).map(Iterator::count), Ok(1), "the latest change is known");
    let first = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap().revision();
    assert!(matches!(again.changes_since(first).err(), Some(NotFollowed::Forgotten { .. })), "older ones are not");
    assert_eq!(again.regions().kind(again.regions().at([6.0, 6.0])[0]), Some("grass"));
    for map in [&mut map, &mut again] {
        map.remove(last).unwrap();
    }
    assert_eq!(map.save(), again.save());
}

/// Enough bytes for several threads: what they read and find wrong is what one would.
#[test]
fn a_larger_map_is_loaded_and_its_damage_noticed() {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [64.0, 64.0])).unwrap();
    for i in 0..400 {
        let (x, y) = (1.0 + 3.0 * f64::from(i % 20), 1.0 + 3.0 * f64::from(i / 20));
        map.insert(&Outline::rectangle([x, y], [x + 1.0, y + 2.0])).unwrap();
    }
    let bytes = map.save();
    assert!(bytes.len() > 1 << 17, "{}", bytes.len());
    assert_eq!(Map::load(&bytes).map(|again| again.save()), Ok(bytes.clone()));
    for at in (12..bytes.len()).step_by(4_999) {
        let mut changed = bytes.clone();
        changed[at] ^= 4;
        assert_eq!(Map::load(&changed).err(), Some(BadSave::Damaged), "byte {at}");
        assert!(Map::load(&bytes[..at]).is_err(), "cut at {at}");
    }
}
