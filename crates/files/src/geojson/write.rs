//! Writing GeoJSON.

use std::fmt::Write as _;

use navigant_geometry::{Outline, Point};

use crate::decimal::Decimal;
use crate::scene::Scene;

/// Writes a FeatureCollection, one feature a line.
pub(crate) fn write(scene: &Scene) -> String {
    let mut features = Vec::new();
    for floor in &scene.floors {
        features.push(feature(r#"{"kind":"outline"}"#, "Polygon", &rings(floor)));
    }
    for obstacle in &scene.obstacles {
        let id = obstacle.id.as_ref().map(|id| format!(r#","id":{}"#, serde_json::Value::from(id.as_str())));
        let properties = format!(r#"{{"kind":"obstacle"{}}}"#, id.unwrap_or_default());
        features.push(any_feature(&properties, &obstacle.outline));
    }
    for region in &scene.regions {
        let name = serde_json::Value::from(region.kind.as_str());
        features.push(any_feature(&format!(r#"{{"kind":"region","name":{name}}}"#), &region.outline));
    }
    format!("{{\"type\":\"FeatureCollection\",\"features\":[\n{}\n]}}\n", features.join(",\n"))
}

/// A feature of whatever geometry an outline is.
fn any_feature(properties: &str, outline: &Outline) -> String {
    let (kind, coordinates) = match outline {
        Outline::Polyline(points) => ("LineString", positions(points, false)),
        Outline::Polygon { exterior, holes } => match (exterior.as_slice(), holes.is_empty()) {
            ([post], true) => ("Point", position(*post)),
            _ => ("Polygon", rings(outline)),
        },
    };
    feature(properties, kind, &coordinates)
}

fn feature(properties: &str, kind: &str, coordinates: &str) -> String {
    format!(
        r#"{{"type":"Feature","properties":{properties},"geometry":{{"type":"{kind}","coordinates":{coordinates}}}}}"#
    )
}

fn rings(outline: &Outline) -> String {
    let rings: Vec<_> = outline.rings().map(|ring| positions(ring, true)).collect();
    format!("[{}]", rings.join(","))
}

/// The points, closed by repeating the first or not.
fn positions(points: &[Point], closed: bool) -> String {
    let mut text = String::from("[");
    let back = points.first().filter(|first| closed && (points.len() == 1 || points.last() != Some(first)));
    for (i, p) in points.iter().chain(back).enumerate() {
        let comma = if i > 0 { "," } else { "" };
        let _ = write!(text, "{comma}{}", position(*p));
    }
    text.push(']');
    text
}

fn position(p: Point) -> String {
    format!("[{},{}]", Decimal(p.x), Decimal(p.y))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::format::Format;
    use crate::scene::{SceneObstacle, SceneRegion};

    #[test]
    fn every_scene_comes_back_bit_for_bit() {
        let obstacle = |id: Option<&str>, outline| SceneObstacle { id: id.map(str::to_owned), outline };
        let scene = Scene {
            floors: vec![
                Outline::rectangle([-0.1, 5e-324], [1e300, 1.0 / 3.0]).with_hole([[0.1, 0.2], [0.3, 0.2], [0.3, 0.1]]),
                Outline::rectangle([0.0, -0.0], [1.0, 1.0]),
                Outline::polygon([[1.0, 1.0]]),
            ],
            obstacles: vec![
                obstacle(Some("quote \" and \\ and \u{1}"), Outline::polyline([[0.1, 0.0], [0.7, 1e16], [0.1, 0.0]])),
                obstacle(None, Outline::polygon([[0.25, 0.1]])),
                obstacle(Some(""), Outline::polygon([[0.25, 0.1], [0.5, 0.1]])),
            ],
            regions: vec![
                SceneRegion { kind: "wet \"grass\"".into(), outline: Outline::rectangle([0.1, 0.1], [0.3, 0.9]) },
                SceneRegion { kind: String::new(), outline: Outline::polyline([[0.1, 0.1], [0.3, 0.9]]) },
            ],
        };
        let text = write(&scene);
        let back = Scene::parse(text.as_bytes(), Format::GeoJson).unwrap();
        assert_eq!(back, scene);
        assert_eq!(write(&back), text, "to the last bit, the sign of zero included");
        assert_eq!(Scene::parse(write(&Scene::default()).as_bytes(), Format::GeoJson), Ok(Scene::default()));
    }
}
