//! What the readers promise for any bytes; each fuzz target holds one of them to it.

use navigant_files::internals::parse_queries;
use navigant_files::{Format, Scene};
use navigant_geometry::Outline;

/// Read or refused with a short message; what is read is finite, has no empty ring, and survives being written.
pub fn reader_keeps_its_promises(bytes: &[u8], format: Format) {
    let scene = match Scene::parse(bytes, format) {
        Ok(scene) => scene,
        Err(error) => {
            assert!(error.to_string().len() < 500);
            return;
        }
    };
    for ring in scene.outlines().flat_map(Outline::rings) {
        assert!(!ring.is_empty() && ring.iter().all(|p| p.is_finite()));
    }
    assert!(scene.floors.iter().all(|floor| matches!(floor, Outline::Polygon { .. })));
    let text = scene.to_text(Format::GeoJson).expect("GeoJSON says everything");
    let back = Scene::parse(text.as_bytes(), Format::GeoJson).expect("what was written can be read");
    assert_eq!(back, scene);
    assert_eq!(back.to_text(Format::GeoJson).as_ref(), Ok(&text), "to the last bit");
    for format in [Format::Wkt, Format::PolygonList] {
        if let Ok(text) = scene.to_text(format) {
            let back = Scene::parse(text.as_bytes(), format);
            assert!(back.is_ok(), "{format}: {back:?}");
        }
    }
}

/// Read or refused; what is read is finite.
pub fn query_reader_keeps_its_promises(bytes: &[u8]) {
    if let Ok(queries) = parse_queries(bytes) {
        assert!(queries.iter().all(|q| q.from.is_finite() && q.to.is_finite()));
    }
}

/// A file without a name is told by how it begins, and then read or refused.
pub fn told_format_keeps_its_promises(bytes: &[u8]) {
    if let Some(format) = Format::of("scene", bytes) {
        reader_keeps_its_promises(bytes, format);
    }
}
