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

/// Builds the map of a scene, and says so where a floor had to be invented.
pub(crate) fn build(scene: &Scene) -> Result<(Map, Vec<ObstacleId>), Box<dyn Error>> {
    let built = scene.build()?;
    if let Some(margin) = built.margin {
        eprintln!("note: the scene has no outline to walk in; taking the box around its obstacles, {margin} m larger");
    }
    Ok((built.map, built.ids))
}
