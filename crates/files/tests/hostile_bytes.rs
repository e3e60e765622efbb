//! Whatever the bytes: a scene that keeps the readers' promises, or a typed error. Never a panic.

use navigant_files::internals::{FormatInternals as _, SceneInternals as _, parse_queries};
use navigant_files::{FileError, Format, Reason, Scene};
use navigant_geometry::internals::PointInternals as _;

/// The fixtures, one of each format.
const FIXTURES: [(Format, &[u8]); 7] = [
    (Format::GeoJson, include_bytes!("fixtures/courtyard.geojson")),
    (Format::Wkt, include_bytes!("fixtures/two_rooms.wkt")),
    (Format::GridMap, include_bytes!("fixtures/islands.map")),
    (Format::ZeroOneGrid, include_bytes!("fixtures/diagonal_grid.txt")),
    (Format::PolyanyaMesh, include_bytes!("fixtures/annulus.mesh")),
    (Format::PolygonList, include_bytes!("fixtures/pillars.txt")),
    (Format::JuPedSimXml, include_bytes!("fixtures/landing.xml")),
];
const QUERIES: &[u8] = include_bytes!("fixtures/queries.csv");

/// What every reader promises about a scene, and every refusal about itself.
fn check(parsed: &Result<Scene, FileError>) {
    match parsed {
        Ok(scene) => {
            for ring in scene.outlines().flat_map(navigant_geometry::Outline::rings) {
                assert!(!ring.is_empty() && ring.iter().all(|p| p.is_finite()));
            }
            let text = scene.to_text(Format::GeoJson).expect("what was read can be written");
            assert_eq!(Scene::parse(text.as_bytes(), Format::GeoJson).as_ref(), Ok(scene));
            for format in [Format::Wkt, Format::PolygonList] {
                if let Ok(text) = scene.to_text(format) {
                    let back = Scene::parse(text.as_bytes(), format);
                    assert!(back.is_ok(), "{back:?}");
                }
            }
        }
        Err(error) => {
            let message = error.to_string();
            assert!(message.len() < 400 && !message.contains('\u{1b}'), "{message}");
        }
    }
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ (z >> 31)
    }

    fn below(&mut self, n: usize) -> usize {
        (self.next() % n.max(1) as u64) as usize
    }
}

/// Words that have broken readers before.
const WORDS: [&str; 20] = [
    "NaN",
    "-inf",
    "1e300",
    "1e999",
    "4e-320",
    "-1",
    "0",
    "4294967296",
    "99999999999999999999",
    "-0",
    "(",
    ")",
    ",",
    "[",
    "]",
    "{",
    "}",
    "\"",
    "EMPTY",
    "\u{feff}",
];

/// A few bytes flipped, words put in, pieces cut out or doubled, digits exchanged.
fn mutated(bytes: &[u8], random: &mut Random) -> Vec<u8> {
    let mut bytes = bytes.to_vec();
    for _ in 0..=random.below(3) {
        let at = random.below(bytes.len());
        let end = (at + random.below(12)).min(bytes.len());
        match random.below(8) {
            0 if at < bytes.len() => bytes[at] ^= 1 << random.below(8),
            1 if at < bytes.len() => bytes[at] = random.next() as u8,
            2 => drop(bytes.splice(at..end, WORDS[random.below(WORDS.len())].bytes())),
            3 => drop(bytes.drain(at..end)),
            // A digit for a digit: the text stays well formed and says something else.
            4.. => {
                if let Some(digit) = bytes.iter_mut().skip(at).find(|b| b.is_ascii_digit()) {
                    *digit = b'0' + random.below(10) as u8;
                }
            }
            _ => {
                let piece = bytes[at..end].to_vec();
                let to = random.below(bytes.len());
                bytes.splice(to..to, piece);
            }
        }
    }
    bytes
}

#[test]
fn fixtures_are_read() {
    for (format, bytes) in FIXTURES {
        let scene = Scene::parse(bytes, format).unwrap_or_else(|error| panic!("{format}: {error}"));
        assert!(!scene.floors.is_empty(), "{format}");
        check(&Ok(scene));
        assert_eq!(Format::of("unknown", bytes), Some(format), "told by how it begins");
    }
    assert_eq!(parse_queries(QUERIES).unwrap().len(), 3);
}

#[test]
fn a_file_cut_at_any_byte_is_read_or_refused() {
    for (format, bytes) in FIXTURES {
        for end in 0..bytes.len() {
            check(&Scene::parse(&bytes[..end], format));
        }
        let half = Scene::parse(&bytes[..bytes.len() / 2], format);
        assert!(half.is_err() || format == Format::PolygonList, "{format}: half a file is noticed");
    }
    for end in 0..QUERIES.len() {
        let _ = parse_queries(&QUERIES[..end]);
    }
}

#[test]
fn mutated_files_are_read_or_refused() {
    let seed = 2024;
    let mut random = Random(seed);
    let (mut read, mut refused) = (0, 0);
    for round in 0..20_000 {
        let (format, bytes) = FIXTURES[round % FIXTURES.len()];
        let bytes = mutated(bytes, &mut random);
        let parsed = std::panic::catch_unwind(|| {
            let parsed = Scene::parse(&bytes, format);
            check(&parsed);
            parsed.is_ok()
        });
        match parsed {
            Ok(true) => read += 1,
            Ok(false) => refused += 1,
            Err(_) => panic!("seed {seed}, round {round}, {format}: {:?}", String::from_utf8_lossy(&bytes)),
        }
        let _ = parse_queries(&mutated(QUERIES, &mut random));
    }
    assert!(read > 1000 && refused > 1000, "mutations should be neither all harmless nor all fatal: {read}, {refused}");
}

#[test]
fn every_reader_refuses_the_other_formats() {
    for (format, _) in FIXTURES {
        for (other, bytes) in FIXTURES.into_iter().filter(|(other, _)| *other != format) {
            assert!(Scene::parse(bytes, format).is_err(), "{other} read as {format}");
        }
    }
}

#[test]
fn ten_million_of_anything_in_a_hundred_bytes_are_refused() {
    let cases: [(Format, &str); 5] = [
        (Format::PolyanyaMesh, "mesh\n2\n10000000 1\n0 0 0\n"),
        (Format::PolyanyaMesh, "mesh\n2\n1 1\n0 0 10000000 1\n"),
        (Format::PolyanyaMesh, "mesh\n2\n3 1\n0 0 0\n1 0 0\n0 1 0\n10000000 0 1 2\n"),
        (Format::GridMap, "type octile\nheight 10000000\nwidth 1\nmap\n.\n"),
        (Format::ZeroOneGrid, "10000000 10000000\n0 1 0\n"),
    ];
    for (format, text) in cases {
        let error = Scene::parse(text.as_bytes(), format).unwrap_err();
        assert!(matches!(error.reason, Reason::CountBeyondFile { .. }), "{error}");
        assert!(error.place.is_some());
    }
}

#[test]
fn numbers_that_are_not_finite_are_refused_with_their_place_and_huge_ones_pass() {
    let texts: [(Format, &str); 4] = [
        (Format::GeoJson, "{\"type\": \"Polygon\",\n\"coordinates\": [[[0, 0], [X, 0], [0, 9]]]}"),
        (Format::Wkt, "POLYGON ((0 0,\nX 0, 0 9, 0 0))"),
        (Format::PolyanyaMesh, "mesh 2 3 1\n0 X 0\n 1 0 0\n 0 1 0\n3 0 1 2 -1 -1 -1"),
        (Format::PolygonList, "[BORDER]\nX 0\n9 0\n9 9\n"),
    ];
    for (format, text) in texts {
        for word in ["NaN", "-inf", "Infinity", "1e309"] {
            let error = Scene::parse(text.replace('X', word).as_bytes(), format).unwrap_err();
            assert_eq!(error.reason, Reason::NotFinite { found: word.to_owned() }, "{format}");
            assert_eq!(error.place.unwrap().line, 2, "{format}");
        }
        for word in ["1e300", "4e-320", "-0.0"] {
            let scene = Scene::parse(text.replace('X', word).as_bytes(), format).unwrap();
            let value: f64 = word.parse().unwrap();
            let points = scene.outlines().flat_map(navigant_geometry::Outline::rings).flatten();
            let found = points.flat_map(|p| [p.x, p.y]).any(|c| c.to_bits() == value.to_bits());
            assert!(found, "{format}: {word} is kept to the bit");
        }
    }
}
