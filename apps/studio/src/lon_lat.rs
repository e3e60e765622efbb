//! Scenes in degrees, as GeoJSON usually is, laid out in metres.

use navigant::files::Scene;
use navigant::files::internals::SceneInternals as _;
use navigant::mesh::{Outline, Point};

/// Metres a degree of latitude, and of longitude at the equator (WGS 84, mean).
const LATITUDE: f64 = 111_132.95;
const LONGITUDE: f64 = 111_319.49;
/// A scene smaller than this in metres has room for nobody: it is one in degrees.
const SMALLEST: f64 = 0.5;

/// The scene in metres about its middle (equirectangular), and what a user should know; none for a scene that is in metres.
pub(crate) fn projected(scene: &Scene) -> Option<(Scene, String)> {
    let bounds = scene.bounds()?;
    let (width, height) = bounds.size();
    let [min, max] = [bounds.min, bounds.max];
    let is_lon_lat = min.x >= -180.0 && max.x <= 180.0 && min.y >= -90.0 && max.y <= 90.0;
    if !is_lon_lat || width.max(height) >= SMALLEST || width.max(height) <= 0.0 {
        return None;
    }
    let middle = Point::new(0.5 * (min.x + max.x), 0.5 * (min.y + max.y));
    let across = LONGITUDE * middle.y.to_radians().cos();
    let place = |p: &Point| Point::new((p.x - middle.x) * across, (p.y - middle.y) * LATITUDE);
    let ring = |ring: &[Point]| ring.iter().map(place).collect::<Vec<Point>>();
    let outline = |outline: &Outline| match outline {
        Outline::Polyline(points) => Outline::Polyline(ring(points)),
        Outline::Polygon { exterior, holes } => {
            Outline::Polygon { exterior: ring(exterior), holes: holes.iter().map(|hole| ring(hole)).collect() }
        }
    };
    let mut scene = scene.clone();
    for floor in &mut scene.floors {
        *floor = outline(floor);
    }
    for obstacle in &mut scene.obstacles {
        obstacle.outline = outline(&obstacle.outline);
    }
    for region in &mut scene.regions {
        region.outline = outline(&region.outline);
    }
    let note = format!(
        "This file is in degrees of longitude and latitude. It was laid out in metres around {:.5}, {:.5}: {:.0} × {:.0} m.",
        middle.x,
        middle.y,
        width * across,
        height * LATITUDE
    );
    Some((scene, note))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_in_degrees_becomes_one_in_metres() {
        let square = |x: f64, y: f64, side: f64| Outline::rectangle([x, y], [x + side, y + side]);
        let mut scene = Scene { floors: vec![square(8.54, 47.37, 0.001)], ..Scene::default() };
        let (laid_out, note) = projected(&scene).unwrap();
        let (width, height) = laid_out.bounds().unwrap().size();
        assert!((width - 75.4).abs() < 0.2 && (height - 111.1).abs() < 0.2, "{width} {height}");
        assert!(note.contains("75 × 111 m"), "{note}");
        scene.floors = vec![square(8.0, 47.0, 4.0)];
        assert!(projected(&scene).is_none(), "a room of four metres");
        scene.floors.clear();
        assert!(projected(&scene).is_none());
    }
}
