//! Writing polygon lists.

use std::fmt::Write as _;

use navigant_geometry::{Bounds, Outline, Point};

use crate::boxes::Boxes;
use crate::decimal::Decimal;
use crate::error::{FileError, Reason};
use crate::format::Format;
use crate::scene::Scene;

/// Writes a polygon list.
pub(crate) fn write(scene: &Scene) -> Result<String, FileError> {
    let refuse = |what, index| FileError::plain(Reason::CannotSay { format: Format::PolygonList, what, index });
    if scene.outlines().next().is_none() {
        return Err(refuse("a scene without outlines", 0));
    }
    let mut text = String::from("[SCALE]\n1.0\n");
    for floor in &scene.floors {
        push_ring(&mut text, "[BORDER]", floor.rings().next().unwrap_or_default().iter());
    }
    let floors = Boxes::of(scene.floors.iter());
    for (index, floor) in scene.floors.iter().enumerate() {
        for hole in floor.rings().skip(1) {
            let bounds = Bounds::of(hole.iter().copied());
            if bounds.is_some_and(|b| floors.meeting(b).any(|other| other != index)) {
                return Err(refuse("a hole that reaches into another floor", index));
            }
            push_ring(&mut text, "[OBSTACLE]", hole.iter());
        }
    }
    for (index, obstacle) in scene.obstacles.iter().enumerate() {
        match &obstacle.outline {
            Outline::Polygon { holes, .. } if !holes.is_empty() => {
                return Err(refuse("an obstacle with holes", scene.floors.len() + index));
            }
            Outline::Polygon { exterior, .. } => push_ring(&mut text, "[OBSTACLE]", exterior.iter()),
            // There and back again: a ring that covers nothing and blocks along the line.
            Outline::Polyline(points) => {
                let back = points.iter().rev().skip(1).take(points.len().saturating_sub(2));
                push_ring(&mut text, "[OBSTACLE]", points.iter().chain(back));
            }
        }
    }
    Ok(text)
}

fn push_ring<'a>(text: &mut String, section: &str, points: impl Iterator<Item = &'a Point>) {
    let _ = writeln!(text, "\n{section}");
    for p in points {
        let _ = writeln!(text, "{} {}", Decimal(p.x), Decimal(p.y));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::SceneObstacle;

    fn obstacle(outline: Outline) -> SceneObstacle {
        SceneObstacle { id: None, outline }
    }

    #[test]
    fn rings_come_back_bit_for_bit() {
        let scene = Scene {
            floors: vec![Outline::rectangle([-0.1, 1e-300], [1e300, 0.3])],
            obstacles: vec![obstacle(Outline::polygon([[0.1, 0.2], [0.30000000000000004, 7.0], [1.0 / 3.0, -0.0]]))],
            regions: vec![],
        };
        let text = write(&scene).unwrap();
        assert_eq!(Scene::parse(text.as_bytes(), Format::PolygonList), Ok(scene));
    }

    #[test]
    fn walls_come_back_as_rings_that_run_there_and_back() {
        let wall = Outline::polyline([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]);
        let text = write(&Scene { floors: vec![], obstacles: vec![obstacle(wall)], regions: vec![] }).unwrap();
        let back = Scene::parse(text.as_bytes(), Format::PolygonList).unwrap();
        let there_and_back = Outline::polygon([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0], [1.0, 0.0]]);
        assert_eq!(back.obstacles, [obstacle(there_and_back)]);
    }

    #[test]
    fn what_would_change_its_meaning_is_refused() {
        let courtyard = Outline::rectangle([0.0, 0.0], [9.0, 9.0]).with_hole([[3.0, 3.0], [6.0, 3.0], [6.0, 6.0]]);
        let scene = Scene { floors: vec![], obstacles: vec![obstacle(courtyard.clone())], regions: vec![] };
        let error = write(&scene).unwrap_err();
        assert!(matches!(error.reason, Reason::CannotSay { what: "an obstacle with holes", index: 0, .. }));
        let bridged = Scene {
            floors: vec![courtyard, Outline::rectangle([4.0, 0.0], [5.0, 9.0])],
            obstacles: vec![],
            regions: vec![],
        };
        assert!(matches!(write(&bridged).unwrap_err().reason, Reason::CannotSay { index: 0, .. }));
    }
}
