//! Writing well-known text.

use std::fmt::{self, Write as _};

use navigant_geometry::{Bounds, Outline, Point};

use crate::boxes::Boxes;
use crate::decimal::Decimal;
use crate::error::{FileError, Reason};
use crate::format::Format;
use crate::limits::MAX_RINGS;
use crate::scene::Scene;

/// Writes a GEOMETRYCOLLECTION, one geometry a line.
pub(crate) fn write(scene: &Scene) -> Result<String, FileError> {
    let mut geometries = Vec::new();
    for (floor, cuts) in scene.floors.iter().zip(cuts(scene)?) {
        geometries.push(format!("POLYGON ({})", Rings(floor.rings().chain(cuts).collect())));
    }
    for obstacle in &scene.obstacles {
        match &obstacle.outline {
            Outline::Polyline(points) => geometries.push(format!("LINESTRING {}", Points(points, false))),
            Outline::Polygon { exterior, .. } => match exterior.as_slice() {
                post @ [_] => geometries.push(format!("POINT {}", Points(post, false))),
                wall @ [_, _] => geometries.push(format!("LINESTRING {}", Points(wall, false))),
                _ => {}
            },
        }
    }
    Ok(match geometries.is_empty() {
        true => "GEOMETRYCOLLECTION EMPTY\n".to_owned(),
        false => format!("GEOMETRYCOLLECTION (\n{}\n)\n", geometries.join(",\n")),
    })
}

/// The obstacles that become holes of each floor: all polygons whose box meets the floor's.
fn cuts(scene: &Scene) -> Result<Vec<Vec<&[Point]>>, FileError> {
    let boxes = Boxes::of(scene.floors.iter());
    let mut cuts = vec![Vec::new(); scene.floors.len()];
    let mut count = 0;
    for (index, obstacle) in scene.obstacles.iter().enumerate() {
        let Outline::Polygon { exterior, holes } = &obstacle.outline else { continue };
        let refuse = |what| {
            let index = scene.floors.len() + index;
            Err(FileError::plain(Reason::CannotSay { format: Format::Wkt, what, index }))
        };
        if !holes.is_empty() {
            return refuse("an obstacle with holes");
        }
        if exterior.len() < 3 {
            continue;
        }
        if scene.floors.is_empty() {
            return refuse("a polygon as obstacle where there is no floor");
        }
        let Some(bounds) = Bounds::of(exterior.iter().copied()) else { continue };
        for floor in boxes.meeting(bounds) {
            count += 1;
            if count > MAX_RINGS {
                let what = "holes, for obstacles are cut from every floor they may touch";
                return Err(FileError::plain(Reason::TooMany { what, limit: MAX_RINGS as u64 }));
            }
            if let Some(cut) = cuts.get_mut(floor) {
                cut.push(exterior.as_slice());
            }
        }
    }
    Ok(cuts)
}

/// Rings with commas between them.
struct Rings<'a>(Vec<&'a [Point]>);

/// Points in parentheses; closed by repeating the first, or not.
struct Points<'a>(&'a [Point], bool);

impl fmt::Display for Rings<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (i, ring) in self.0.iter().enumerate() {
            let comma = if i > 0 { ", " } else { "" };
            write!(f, "{comma}{}", Points(ring, true))?;
        }
        Ok(())
    }
}

impl fmt::Display for Points<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Points(points, closed) = *self;
        let back = points.first().filter(|first| closed && (points.len() == 1 || points.last() != Some(first)));
        for (i, p) in points.iter().chain(back).enumerate() {
            let before = if i > 0 { ", " } else { "(" };
            write!(f, "{before}{} {}", Decimal(p.x), Decimal(p.y))?;
        }
        f.write_char(')')
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::scene::SceneObstacle;

    fn obstacle(outline: Outline) -> SceneObstacle {
        SceneObstacle { id: None, outline }
    }

    fn read_back(scene: &Scene) -> Scene {
        Scene::parse(write(scene).unwrap().as_bytes(), Format::Wkt).unwrap()
    }

    #[test]
    fn floors_walls_and_posts_come_back_bit_for_bit() {
        let floor =
            Outline::rectangle([-0.1, 1e-300], [1e300, 1.0 / 3.0]).with_hole([[0.1, 0.2], [0.3, 0.2], [0.3, 5e-324]]);
        let wall = obstacle(Outline::polyline([[0.1, -0.0], [0.7, 1e16], [0.1, -0.0]]));
        let scene = Scene {
            floors: vec![floor],
            obstacles: vec![wall, obstacle(Outline::polygon([[0.25, 0.1]]))],
            regions: vec![],
        };
        assert_eq!(read_back(&scene), scene);
        assert_eq!(read_back(&Scene::default()), Scene::default());
    }

    #[test]
    fn obstacles_become_holes_of_the_floors_they_may_touch() {
        let (near, far) = (Outline::rectangle([0.0, 0.0], [9.0, 9.0]), Outline::rectangle([50.0, 0.0], [60.0, 9.0]));
        let pillar = obstacle(Outline::rectangle([2.0, 2.0], [3.0, 3.0]));
        let back =
            read_back(&Scene { floors: vec![near.clone(), far.clone()], obstacles: vec![pillar], regions: vec![] });
        let cut = near.with_hole([[2.0, 2.0], [3.0, 2.0], [3.0, 3.0], [2.0, 3.0]]);
        assert_eq!(back, Scene { floors: vec![cut, far], obstacles: vec![], regions: vec![] });
    }

    #[test]
    fn what_would_change_its_meaning_is_refused() {
        let square = Outline::rectangle([0.0, 0.0], [9.0, 9.0]);
        let lone = Scene { floors: vec![], obstacles: vec![obstacle(square.clone())], regions: vec![] };
        assert!(matches!(write(&lone).unwrap_err().reason, Reason::CannotSay { index: 0, .. }));
        let courtyard = obstacle(square.clone().with_hole([[3.0, 3.0], [6.0, 3.0], [6.0, 6.0]]));
        let scene = Scene { floors: vec![square], obstacles: vec![courtyard], regions: vec![] };
        assert!(matches!(write(&scene).unwrap_err().reason, Reason::CannotSay { index: 1, .. }));
    }
}
