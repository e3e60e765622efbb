//! From XML to a building.

use std::collections::HashMap;

use navigant_geometry::Point;
use roxmltree::{Document, Node, ParsingOptions};

use super::building::{Building, Door, Obstacle, Subroom};
use crate::error::{FileError, Reason, TextPosition};
use crate::limits::{MAX_WALLS, MAX_XML_NODES};
use crate::scanner::{shortened, shown};

pub(super) fn read(bytes: &[u8]) -> Result<Building, FileError> {
    let unmarked = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mark = bytes.len() - unmarked.len();
    let text = std::str::from_utf8(unmarked)
        .map_err(|error| FileError::at(bytes, mark + error.valid_up_to(), Reason::NotText))?;
    let options = ParsingOptions { nodes_limit: MAX_XML_NODES, ..ParsingOptions::default() };
    let document = Document::parse_with_options(text, options).map_err(|error| malformed(&error))?;
    let reader = Reader { bytes, mark };
    let root = document.root_element();
    if root.tag_name().name() != "geometry" {
        let found = format!("<{}>", shown(root.tag_name().name().as_bytes()));
        return Err(reader.fault(root, Reason::Expected { wanted: "the <geometry> of a JuPedSim building", found }));
    }
    if let Some(unit) = root.attribute("unit").filter(|unit| *unit != "m") {
        let reason = Reason::Expected { wanted: "unit=\"m\": only metres are read", found: shown(unit.as_bytes()) };
        return Err(reader.fault(root, reason));
    }
    reader.building(root)
}

fn malformed(error: &roxmltree::Error) -> FileError {
    let reason = match error {
        roxmltree::Error::NodesLimitReached => Reason::TooMany { what: "XML nodes", limit: MAX_XML_NODES.into() },
        // Its words end in the place.
        _ => {
            let words = error.to_string();
            Reason::Xml(shortened(words.rsplit_once(" at ").map_or(words.as_str(), |(words, _)| words), 160))
        }
    };
    let at = error.pos();
    let place = TextPosition { line: at.row as usize, column: at.col as usize };
    FileError { place: Some(place), ..FileError::plain(reason) }
}

struct Reader<'t> {
    bytes: &'t [u8],
    /// How many bytes the byte order mark has.
    mark: usize,
}

/// Which subroom has which ids of room and subroom.
type Ids<'d> = HashMap<(&'d str, &'d str), usize>;

impl Reader<'_> {
    fn building(&self, root: Node<'_, '_>) -> Result<Building, FileError> {
        let mut building = Building::default();
        let mut ids = Ids::new();
        let rooms = || children(root, "rooms").flat_map(|rooms| children(rooms, "room"));
        for room in rooms() {
            let room_id = self.attribute(room, "id")?;
            for node in children(room, "subroom") {
                let id = self.attribute(node, "id")?;
                if ids.insert((room_id, id), building.subrooms.len()).is_some() {
                    let why = format!("there are two subrooms {} of room {}", short(id), short(room_id));
                    return Err(self.fault(node, Reason::BadRoom(why)));
                }
                building.subrooms.push(self.subroom(node, format!("room {}, subroom {}", short(room_id), short(id)))?);
            }
        }
        if building.subrooms.is_empty() {
            return Err(self.fault(root, Reason::BadRoom("there is no subroom in this building".to_owned())));
        }
        for room in rooms() {
            let room_id = self.attribute(room, "id")?;
            for crossing in children(room, "crossings").flat_map(|list| children(list, "crossing")) {
                let side = |name| self.side(crossing, &ids, room_id, name);
                let sides = [side("subroom1_id")?, side("subroom2_id")?];
                building.doors.push(Door { sides, ends: self.ends(crossing)? });
            }
        }
        for transition in children(root, "transitions").flat_map(|list| children(list, "transition")) {
            let side = |room, subroom| self.side(transition, &ids, self.attribute(transition, room)?, subroom);
            let sides = [side("room1_id", "subroom1_id")?, side("room2_id", "subroom2_id")?];
            building.doors.push(Door { sides, ends: self.ends(transition)? });
        }
        let mut lines: Vec<usize> = building.subrooms.iter().map(|subroom| subroom.walls.len()).collect();
        for side in building.doors.iter().flat_map(|door| door.sides).flatten() {
            lines.get_mut(side).into_iter().for_each(|lines| *lines += 1);
        }
        match lines.into_iter().max().filter(|&most| most > MAX_WALLS) {
            Some(_) => Err(self.fault(root, Reason::TooMany { what: "walls of a subroom", limit: MAX_WALLS as u64 })),
            None => Ok(building),
        }
    }

    fn subroom(&self, node: Node<'_, '_>, name: String) -> Result<Subroom, FileError> {
        let factor = |name| node.attribute(name).map_or(Ok(0.0), |text| self.number(node, text));
        let plane = [factor("A_x")?, factor("B_y")?, factor("C_z")?];
        let walls = children(node, "polygon").map(|wall| self.points(wall)).collect::<Result<_, _>>()?;
        let mut obstacles = Vec::new();
        for obstacle in children(node, "obstacle") {
            let id = obstacle.attribute("id").or(obstacle.attribute("caption")).map(str::to_owned);
            let is_closed = obstacle.attribute("closed") != Some("0");
            for polygon in children(obstacle, "polygon") {
                obstacles.push(Obstacle { id: id.clone(), points: self.points(polygon)?, is_closed });
            }
        }
        Ok(Subroom { name, plane, walls, obstacles, offset: self.offset(node) })
    }

    /// The vertices of a line.
    fn points(&self, line: Node<'_, '_>) -> Result<Vec<Point>, FileError> {
        let coordinate = |vertex, name| self.number(vertex, self.attribute(vertex, name)?);
        let point = |vertex| Ok(Point::new(coordinate(vertex, "px")?, coordinate(vertex, "py")?));
        let points: Vec<Point> = children(line, "vertex").map(point).collect::<Result<_, FileError>>()?;
        if points.is_empty() { Err(self.fault(line, Reason::EmptyRing)) } else { Ok(points) }
    }

    /// The two ends of a door.
    fn ends(&self, door: Node<'_, '_>) -> Result<[Point; 2], FileError> {
        <[Point; 2]>::try_from(self.points(door)?).map_err(|points| {
            let why = format!("a door of {} points; it is straight, from one point to another", points.len());
            self.fault(door, Reason::BadRoom(why))
        })
    }

    /// The subroom on a side of a door; -1 is the outside.
    fn side(&self, door: Node<'_, '_>, ids: &Ids<'_>, room: &str, name: &str) -> Result<Option<usize>, FileError> {
        let subroom = self.attribute(door, name)?;
        match ids.get(&(room, subroom)) {
            Some(&index) => Ok(Some(index)),
            None if room == "-1" || subroom == "-1" => Ok(None),
            None => {
                let why = format!("there is no room {}, subroom {}", short(room), short(subroom));
                Err(self.fault(door, Reason::BadRoom(why)))
            }
        }
    }

    fn number(&self, node: Node<'_, '_>, text: &str) -> Result<f64, FileError> {
        let found = || shown(text.as_bytes());
        match text.trim().parse::<f64>() {
            Ok(number) if number.is_finite() => Ok(number),
            Ok(_) => Err(self.fault(node, Reason::NotFinite { found: found() })),
            Err(_) => Err(self.fault(node, Reason::Expected { wanted: "a number", found: found() })),
        }
    }

    fn attribute<'d>(&self, node: Node<'d, '_>, name: &str) -> Result<&'d str, FileError> {
        let lacks = || {
            let why = format!("a <{}> without {name}", short(node.tag_name().name()));
            self.fault(node, Reason::BadRoom(why))
        };
        node.attribute(name).ok_or_else(lacks)
    }

    fn fault(&self, node: Node<'_, '_>, reason: Reason) -> FileError {
        FileError::at(self.bytes, self.offset(node), reason)
    }

    fn offset(&self, node: Node<'_, '_>) -> usize {
        self.mark + node.range().start
    }
}

/// The children of a name.
fn children<'d, 'i>(node: Node<'d, 'i>, name: &'static str) -> impl Iterator<Item = Node<'d, 'i>> {
    node.children().filter(move |child| child.is_element() && child.tag_name().name() == name)
}

fn short(text: &str) -> String {
    shortened(text, 32)
}
