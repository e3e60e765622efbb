//! From a building to layers: subrooms of one plane are one layer, doors between planes are seams.

use navigant_geometry::Outline;
use navigant_mesh::internals::{HeightInternals as _, LayerIdInternals as _};
use navigant_mesh::{Height, LayerId, LayeredMap, Seam};

use super::building::{Building, Door, Subroom};
use super::rings;
use crate::assembly::post;
use crate::error::{FileError, Reason};
use crate::layered_scene::{LayeredScene, SceneLayer};
use crate::scene::SceneObstacle;

/// The layers of a building.
pub(super) fn of(bytes: &[u8], building: &Building) -> Result<LayeredScene, FileError> {
    let planes = planes(bytes, building)?;
    let layer_of = |subroom: usize| planes.of_subroom.get(subroom).copied().unwrap_or_default();
    let mut doors_of = vec![Vec::new(); building.subrooms.len()];
    for door in &building.doors {
        for side in door.sides.into_iter().flatten() {
            doors_of.get_mut(side).into_iter().for_each(|doors| doors.push(door.ends));
        }
    }
    let mut scene = LayeredScene::default();
    for (index, members) in planes.members.iter().enumerate() {
        let (name, plane) = named(building, index, members);
        scene.layers.push(SceneLayer { name, height: height(plane), floors: Vec::new() });
    }
    for (index, (subroom, doors)) in building.subrooms.iter().zip(&doors_of).enumerate() {
        let (layer, planes_members) = (layer_of(index), &planes.members);
        let walls = rings::joined(&subroom.walls, doors);
        let floor = rings::surrounded(&walls, doors);
        let floor = floor.map_err(|end| not_closed(bytes, subroom, end))?;
        if let (Some(floor), Some(layer)) = (floor, scene.layers.get_mut(layer)) {
            layer.floors.push(floor);
        }
        // The border of a lone subroom is its wall; floors of several would be united over it.
        if planes_members.get(layer).is_some_and(|members| members.len() > 1) {
            let walls = walls.into_iter().filter(|wall| wall.len() > 1);
            scene.obstacles.extend(walls.map(|wall| (id(layer), Outline::Polyline(wall).into())));
        }
        for obstacle in &subroom.obstacles {
            let points = obstacle.points.clone();
            let outline = match points.as_slice() {
                [point] => post(*point),
                _ if obstacle.is_closed => Outline::Polygon { exterior: unrepeated(points), holes: Vec::new() },
                _ => Outline::Polyline(points),
            };
            scene.obstacles.push((id(layer), SceneObstacle { id: obstacle.id.clone(), outline }));
        }
    }
    for Door { sides, ends } in &building.doors {
        if let [Some(one), Some(other)] = sides.map(|side| side.map(layer_of))
            && one != other
        {
            scene.seams.push(Seam { layers: [id(one), id(other)], ends: *ends, tolls: [0.0; 2] });
        }
    }
    Ok(scene)
}

/// Which subrooms are one layer.
struct Planes {
    /// The layer of each subroom.
    of_subroom: Vec<usize>,
    /// The subrooms of each layer.
    members: Vec<Vec<usize>>,
}

fn planes(bytes: &[u8], building: &Building) -> Result<Planes, FileError> {
    let mut found = std::collections::BTreeMap::new();
    let mut planes = Planes { of_subroom: Vec::new(), members: Vec::new() };
    for (index, subroom) in building.subrooms.iter().enumerate() {
        // Adding 0 makes −0 and 0 one.
        let key = subroom.plane.map(|factor| (factor + 0.0).to_bits());
        let layer = *found.entry(key).or_insert(planes.members.len());
        if layer == planes.members.len() {
            planes.members.push(Vec::new());
        }
        if planes.members.len() > LayeredMap::MAX_LAYERS {
            let reason = Reason::TooMany { what: "planes", limit: LayeredMap::MAX_LAYERS as u64 };
            return Err(FileError::at(bytes, subroom.offset, reason));
        }
        planes.members.get_mut(layer).into_iter().for_each(|members| members.push(index));
        planes.of_subroom.push(layer);
    }
    Ok(planes)
}

/// What a layer is called, and its plane: what is level by its height, what rises by its first subroom.
fn named(building: &Building, layer: usize, members: &[usize]) -> (String, [f64; 3]) {
    let Some(first) = members.first().and_then(|&first| building.subrooms.get(first)) else {
        return (layer.to_string(), [0.0; 3]);
    };
    let [a, b, c] = first.plane;
    let name = if a == 0.0 && b == 0.0 { format!("{} m", c + 0.0) } else { first.name.clone() };
    (name, first.plane)
}

/// The height a·x + b·y + c.
fn height([a, b, c]: [f64; 3]) -> Height {
    if a == 0.0 && b == 0.0 { Height::level(c) } else { Height::between([0.0, 0.0, c], [a, b, c + a * a + b * b]) }
}

fn not_closed(bytes: &[u8], subroom: &Subroom, end: rings::OpenEnd) -> FileError {
    let nearest = end.nearest.map_or(String::new(), |far| format!("; the nearest other end is {far:.3} m away"));
    let why = format!("the walls and doors of {} are not closed: nothing goes on at {}{nearest}", subroom.name, end.at);
    FileError::at(bytes, subroom.offset, Reason::BadRoom(why))
}

/// A ring without the points at its end that repeat its first.
fn unrepeated(mut points: Vec<navigant_geometry::Point>) -> Vec<navigant_geometry::Point> {
    while points.len() > 1 && points.first() == points.last() {
        points.pop();
    }
    points
}

fn id(layer: usize) -> LayerId {
    LayerId::new(layer as u16)
}
