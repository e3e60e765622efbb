//! From a scene file to a map.

use navigant::prelude::*;
use std::error::Error;
use std::path::Path;

/// The obstacles of a scene, and what its file calls them.
type Obstacles = Vec<(ObstacleId, Option<String>)>;

/// Reads a scene and builds its map.
pub(crate) fn open(path: &Path) -> Result<(Map, Obstacles), Box<dyn Error>> {
    let scene = Scene::read(path)?;
    let (map, ids) = build(&scene).map_err(|reason| format!("{}: {reason}", path.display()))?;
    let names = scene.obstacles.into_iter().map(|o| o.id);
    Ok((map, ids.into_iter().zip(names).collect()))
}

/// Builds the map of a scene. Where it has no floor, the box around its obstacles is one, a tenth larger.
pub(crate) fn build(scene: &Scene) -> Result<(Map, Vec<ObstacleId>), Box<dyn Error>> {
    let obstacles: Vec<Outline> = scene.obstacles.iter().map(|o| o.outline.clone()).collect();
    if !scene.floors.is_empty() {
        return Ok(Map::build(&scene.floors, &obstacles)?);
    }
    let around = scene.bounds().ok_or(BadMap::NoFloor)?;
    let (width, height) = around.size();
    let margin = 0.05 * width.max(height);
    let floor = Outline::rectangle(
        [around.min.x - margin, around.min.y - margin],
        [around.max.x + margin, around.max.y + margin],
    );
    eprintln!("note: the scene has no outline to walk in; taking the box around its obstacles, {margin} m larger");
    Ok(Map::build(&[floor], &obstacles)?)
}
