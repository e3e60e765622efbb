//! Reading GeoJSON.

use navigant_geometry::Outline;
use navigant_mesh::internals::HeightInternals as _;
use navigant_mesh::{Height, LayerId};
use serde::Deserialize;
use serde::de::DeserializeSeed;
use serde_json::value::RawValue;

use super::shape::{ForEach, Line, Members, Position, Properties, Rings};
use crate::assembly::{Assembly, polygon, post};
use crate::error::{FileError, Reason};
use crate::layered_scene::{LayerAssembly, LayeredScene};
use crate::limits::MAX_DEPTH;
use crate::scanner::{shortened, shown};
use crate::scene::Scene;

/// Reads GeoJSON.
pub(crate) fn read(bytes: &[u8]) -> Result<Scene, FileError> {
    let mut reader = Reader::new(bytes, None)?;
    reader.whole()?;
    let mut scene = reader.assembly.scene;
    if reader.geometries == 1 && reader.lone_area {
        scene.floors = scene.obstacles.drain(..).map(|obstacle| obstacle.outline).collect();
    }
    Ok(scene)
}

/// Reads GeoJSON with layers.
pub(crate) fn read_layers(bytes: &[u8]) -> Result<LayeredScene, FileError> {
    let mut reader = Reader::new(bytes, Some(LayerAssembly::default()))?;
    reader.whole()?;
    let Scene { floors, obstacles, .. } = reader.assembly.scene;
    reader.layers.unwrap_or_default().scene(floors, obstacles).map_err(FileError::plain)
}

/// The text of a file.
fn text_of(bytes: &[u8]) -> Result<&str, FileError> {
    let unmarked = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(bytes);
    let mark = bytes.len() - unmarked.len();
    std::str::from_utf8(unmarked).map_err(|error| FileError::at(bytes, mark + error.valid_up_to(), Reason::NotText))
}

struct Reader<'a> {
    text: &'a str,
    assembly: Assembly,
    /// How many geometries were met, collections not counted.
    geometries: usize,
    /// The last of them was a Polygon or MultiPolygon without a kind.
    lone_area: bool,
    /// The layers, if it reads a file with layers.
    layers: Option<LayerAssembly>,
}

/// What a feature says about its geometries.
#[derive(Clone, Default)]
struct Label {
    kind: Option<Kind>,
    id: Option<String>,
    /// What kind of region it is.
    name: String,
    /// The layers that a seam joins.
    joins: [LayerId; 2],
    /// What crossing it costs there and back.
    tolls: [f64; 2],
}

#[derive(Clone, Copy, PartialEq)]
enum Kind {
    Floor,
    Obstacle,
    Region,
    Seam,
}

impl<'a> Reader<'a> {
    fn new(bytes: &'a [u8], layers: Option<LayerAssembly>) -> Result<Reader<'a>, FileError> {
        let text = text_of(bytes)?;
        Ok(Reader { text, assembly: Assembly::default(), geometries: 0, lone_area: false, layers })
    }

    fn whole(&mut self) -> Result<(), FileError> {
        let whole: &RawValue = self.parse(self.text)?;
        self.object(whole)
    }

    /// The outermost object.
    fn object(&mut self, raw: &'a RawValue) -> Result<(), FileError> {
        let members: Members<'a> = self.parse(raw.get())?;
        match members.kind.as_deref() {
            Some("FeatureCollection") => {
                let features = self.member(raw, members.features, "features")?;
                self.each(features, Reader::feature)
            }
            Some("Feature") => self.feature(raw),
            _ => self.geometry(raw, &Label::default(), 0),
        }
    }

    fn feature(&mut self, raw: &'a RawValue) -> Result<(), FileError> {
        let members: Members<'a> = self.parse(raw.get())?;
        if members.kind.as_deref() != Some("Feature") {
            let found = members.kind.map_or("an object without type".to_owned(), |kind| shown(kind.as_bytes()));
            return Err(self.fault(raw, Reason::Expected { wanted: "a Feature", found }));
        }
        let Some(geometry) = members.geometry else { return Ok(()) };
        let properties = members.properties.map(|properties| self.parse(properties.get())).transpose()?;
        let Properties { kind, id, name, layer, layers, z, tolls } = properties.unwrap_or_default();
        let kind = match kind.as_deref() {
            None => None,
            Some("outline") => Some(Kind::Floor),
            Some("obstacle") => Some(Kind::Obstacle),
            Some("region") => Some(Kind::Region),
            Some("seam") => Some(Kind::Seam),
            Some(other) => return Err(self.fault(raw, Reason::UnknownKind(shown(other.as_bytes())))),
        };
        let id = id.or(members.id).map(|id| self.id(id)).transpose()?;
        // Only of a region it is asked what it is called; elsewhere a name may be anything.
        let name = name.filter(|_| kind == Some(Kind::Region)).map(|name| self.id(name)).transpose()?;
        let mut label = Label { kind, id, name: name.unwrap_or_default(), ..Label::default() };
        if self.layers.is_none() {
            // Other programs write layers of their own; ours are those of floors.
            if kind == Some(Kind::Seam) || kind == Some(Kind::Floor) && layer.is_some() {
                return Err(self.fault(raw, Reason::HasLayers));
            }
            return self.geometry(geometry, &label, 0);
        }
        let layer = match kind {
            Some(Kind::Region) => {
                let why = "regions are not read in files with layers yet".to_owned();
                return Err(self.fault(raw, Reason::BadLayer(why)));
            }
            Some(Kind::Seam) => {
                let names = self.member(raw, layers, "layers")?;
                label.joins = self.two_layers(names)?;
                label.tolls = tolls.map_or(Ok([0.0; 2]), |tolls| self.tolls(tolls))?;
                LayerId::default()
            }
            Some(Kind::Floor | Kind::Obstacle) | None => {
                let name = self.member(raw, layer, "layer")?;
                self.layer(name)?
            }
        };
        if kind == Some(Kind::Floor)
            && let Some(z) = z
        {
            let height = self.height(z)?;
            let set = self.layers.as_mut().map_or(Ok(()), |layers| layers.set_height(layer, height));
            set.map_err(|reason| self.fault(z, reason))?;
        }
        self.geometry(geometry, &label, 0)?;
        let Scene { floors, obstacles, .. } = &self.assembly.scene;
        let (floors, obstacles) = (floors.len(), obstacles.len());
        self.layers.iter_mut().for_each(|layers| layers.assign(layer, floors, obstacles));
        Ok(())
    }

    /// The layer with a name, a string or a number.
    fn layer(&mut self, raw: &'a RawValue) -> Result<LayerId, FileError> {
        let name = self.id(raw)?;
        let layer = self.layers.as_mut().map_or(Ok(LayerId::default()), |layers| layers.layer(name));
        layer.map_err(|reason| self.fault(raw, reason))
    }

    /// The two layers of a seam.
    fn two_layers(&mut self, raw: &'a RawValue) -> Result<[LayerId; 2], FileError> {
        let names: [&'a RawValue; 2] = self.parse(raw.get())?;
        Ok([self.layer(names[0])?, self.layer(names[1])?])
    }

    /// What crossing a seam costs: a number for both ways, or one each way; `"closed"` is infinite.
    fn tolls(&self, raw: &'a RawValue) -> Result<[f64; 2], FileError> {
        let one = |raw: &'a RawValue| match raw.get() {
            "\"closed\"" => Ok(f64::INFINITY),
            _ => match self.parse(raw.get())? {
                toll if toll >= 0.0 => Ok(toll),
                toll => Err(self.fault(raw, Reason::BadLayer(format!("a toll of {toll} m; it is at least 0")))),
            },
        };
        if raw.get().starts_with('[') {
            let [there, back]: [&'a RawValue; 2] = self.parse(raw.get())?;
            return Ok([one(there)?, one(back)?]);
        }
        one(raw).map(|toll| [toll; 2])
    }

    /// A height: a number, or two places `[x, y, z]` between which it rises.
    fn height(&self, raw: &'a RawValue) -> Result<Height, FileError> {
        if raw.get().starts_with('[') {
            let [from, to]: [[f64; 3]; 2] = self.parse(raw.get())?;
            return Ok(Height::between(from, to));
        }
        Ok(Height::level(self.parse(raw.get())?))
    }

    /// A string, or a number as it is written.
    fn id(&self, raw: &'a RawValue) -> Result<String, FileError> {
        match raw.get().bytes().next() {
            Some(b'"') => self.parse(raw.get()),
            Some(b'-' | b'0'..=b'9') => Ok(raw.get().to_owned()),
            _ => Err(self.fault(
                raw,
                Reason::Expected { wanted: "an id, a string or a number", found: shown(raw.get().as_bytes()) },
            )),
        }
    }

    fn geometry(&mut self, raw: &'a RawValue, label: &Label, depth: usize) -> Result<(), FileError> {
        if depth > MAX_DEPTH {
            let reason = Reason::TooMany { what: "collections in one another", limit: MAX_DEPTH as u64 };
            return Err(self.fault(raw, reason));
        }
        let members: Members<'a> = self.parse(raw.get())?;
        let kind = self.member(raw, members.kind, "type")?;
        if kind == "GeometryCollection" {
            let geometries = self.member(raw, members.geometries, "geometries")?;
            return self.each(geometries, |reader, part| reader.geometry(part, label, depth + 1));
        }
        let add: fn(&mut Self, &'a RawValue, &Label) -> Result<(), FileError> = match &*kind {
            "Polygon" | "MultiPolygon" => Reader::polygon,
            "LineString" | "MultiLineString" => Reader::line,
            "Point" | "MultiPoint" => Reader::point,
            _ => return Err(self.fault(raw, Reason::UnknownGeometry(shown(kind.as_bytes())))),
        };
        self.geometries += 1;
        self.lone_area = kind.ends_with("Polygon") && label.kind.is_none();
        if label.kind == Some(Kind::Floor) && !kind.ends_with("Polygon") {
            return Err(self.fault(raw, Reason::FloorWithoutArea));
        }
        if label.kind == Some(Kind::Seam) && !kind.ends_with("LineString") {
            return Err(self.fault(raw, Reason::BadLayer(format!("a seam is a LineString, not a {kind}"))));
        }
        let coordinates = self.member(raw, members.coordinates, "coordinates")?;
        if kind.starts_with("Multi") {
            self.each(coordinates, |reader, part| add(reader, part, label))
        } else {
            add(self, coordinates, label)
        }
    }

    fn polygon(&mut self, coordinates: &'a RawValue, label: &Label) -> Result<(), FileError> {
        let Rings(lines) = self.parse(coordinates.get())?;
        let rings = lines.into_iter().map(|Line(points)| self.assembly.ring(points)).collect::<Result<_, _>>();
        let rings: Vec<_> = rings.map_err(|reason| self.fault(coordinates, reason))?;
        match (polygon(rings), label.kind) {
            (Some(outline), Some(Kind::Floor)) => {
                self.assembly.floor(outline);
                Ok(())
            }
            (Some(outline), _) => self.obstacle(coordinates, label, outline),
            (None, _) => Ok(()),
        }
    }

    fn line(&mut self, coordinates: &'a RawValue, label: &Label) -> Result<(), FileError> {
        let Line(points) = self.parse(coordinates.get())?;
        let points = self.assembly.line(points).map_err(|reason| self.fault(coordinates, reason))?;
        if let (Some(Kind::Seam), Some(layers)) = (label.kind, &mut self.layers) {
            let added = layers.seam(label.joins, label.tolls, &points);
            return added.map_err(|reason| self.fault(coordinates, reason));
        }
        self.obstacle(coordinates, label, Outline::Polyline(points))
    }

    fn point(&mut self, coordinates: &'a RawValue, label: &Label) -> Result<(), FileError> {
        let Position(point) = self.parse(coordinates.get())?;
        self.assembly.ring(vec![point]).map_err(|reason| self.fault(coordinates, reason))?;
        self.obstacle(coordinates, label, post(point))
    }

    fn obstacle(&mut self, coordinates: &'a RawValue, label: &Label, outline: Outline) -> Result<(), FileError> {
        if label.kind == Some(Kind::Region) {
            let added = self.assembly.region(&label.name, outline);
            return added.map_err(|reason| self.fault(coordinates, reason));
        }
        match &label.id {
            None => self.assembly.obstacle(outline),
            Some(id) => {
                let added = self.assembly.named_obstacle(id, outline);
                added.map_err(|reason| self.fault(coordinates, reason))?;
            }
        }
        Ok(())
    }

    /// Each element of an array.
    fn each(
        &mut self,
        array: &'a RawValue,
        mut one: impl FnMut(&mut Self, &'a RawValue) -> Result<(), FileError>,
    ) -> Result<(), FileError> {
        let mut fault = None;
        let mut json = serde_json::Deserializer::from_str(array.get());
        let walked = ForEach(|element| match one(self, element) {
            Ok(()) => true,
            Err(error) => {
                fault = Some(error);
                false
            }
        })
        .deserialize(&mut json);
        match (fault, walked) {
            (Some(error), _) => Err(error),
            (None, Err(error)) => Err(self.json_fault(array.get(), &error)),
            (None, Ok(())) => Ok(()),
        }
    }

    /// A member that must be there.
    fn member<T>(&self, object: &RawValue, member: Option<T>, name: &'static str) -> Result<T, FileError> {
        member.ok_or_else(|| self.fault(object, Reason::MissingMember(name)))
    }

    /// A part of the text as what it should be.
    fn parse<T: Deserialize<'a>>(&self, part: &'a str) -> Result<T, FileError> {
        serde_json::from_str(part).map_err(|error| self.json_fault(part, &error))
    }

    /// A fault at the beginning of a part.
    fn fault(&self, part: &RawValue, reason: Reason) -> FileError {
        FileError::at(self.text.as_bytes(), self.offset(part.get()), reason)
    }

    /// The JSON parser's fault within a part, which it places within that part.
    fn json_fault(&self, part: &str, error: &serde_json::Error) -> FileError {
        let line_start = match error.line() {
            0 | 1 => 0,
            line => part.match_indices('\n').nth(line - 2).map_or(part.len(), |(at, _)| at + 1),
        };
        let within = (line_start + error.column().saturating_sub(1)).min(part.len());
        let place = self.offset(part) + within;
        let reason = match not_finite(part, within) {
            Some(found) => Reason::NotFinite { found },
            None if error.is_eof() => Reason::EndsEarly { wanted: "more JSON" },
            // Its words end in " at line 1 column 2", counted within the part, and may quote all of a long string.
            None => {
                let message = error.to_string();
                let words = message.rsplit_once(" at line ").map_or(message.as_str(), |(words, _)| words);
                Reason::Json(shortened(words, 160))
            }
        };
        FileError::at(self.text.as_bytes(), place, reason)
    }

    /// Where a part of the text begins.
    fn offset(&self, part: &str) -> usize {
        part.as_ptr().addr().saturating_sub(self.text.as_ptr().addr())
    }
}

/// The number around a place, if it is one that JSON or f64 has no room for: NaN, Infinity, 1e999.
fn not_finite(part: &str, at: usize) -> Option<String> {
    let in_number = |c: &u8| c.is_ascii_alphanumeric() || b"+-.".contains(c);
    let bytes = part.as_bytes();
    let before = bytes.get(..at)?.iter().rev().take_while(|c| in_number(c)).count();
    let after = bytes.get(at..)?.iter().take_while(|c| in_number(c)).count();
    let word = part.get(at - before..at + after)?;
    let value: f64 = word.parse().ok()?;
    (!value.is_finite()).then(|| shown(word.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::TextPosition;

    fn refusal(text: &str) -> (Reason, TextPosition) {
        let error = read(text.as_bytes()).unwrap_err();
        (error.reason, error.place.unwrap())
    }

    const TRIANGLE: &str = r#"{"coordinates": [[[0, 0], [4, 0], [4, 4], [0, 0]]], "type": "Polygon"}"#;

    fn triangle() -> Outline {
        Outline::polygon([[0.0, 0.0], [4.0, 0.0], [4.0, 4.0]])
    }

    #[test]
    fn a_lone_polygon_without_kind_is_a_floor() {
        for text in [
            TRIANGLE.to_owned(),
            format!(r#"{{"type": "Feature", "geometry": {TRIANGLE}}}"#),
            format!(r#"{{"type": "FeatureCollection", "features": [{{"geometry": {TRIANGLE}, "type": "Feature"}}]}}"#),
        ] {
            let scene = read(text.as_bytes()).unwrap();
            assert_eq!(scene, Scene { floors: vec![triangle()], obstacles: vec![], regions: vec![] }, "{text}");
        }
    }

    #[test]
    fn kinds_and_ids_are_read_and_kind_is_obstacle_by_default() {
        let text = format!(
            r#"{{"type": "FeatureCollection", "name": "x", "features": [
                {{"type": "Feature", "properties": {{"kind": "outline"}}, "geometry": {TRIANGLE}}},
                {{"type": "Feature", "properties": {{"id": "a\u00e9", "kind": "obstacle"}}, "geometry": {TRIANGLE}}},
                {{"type": "Feature", "properties": null, "id": 7, "geometry": {TRIANGLE}}},
                {{"type": "Feature", "properties": {{"height": 3}}, "geometry": null}},
                {{"type": "Feature", "properties": {{}}, "geometry": {{"type": "GeometryCollection", "geometries": [
                    {{"type": "Point", "coordinates": [1, 2, 3]}},
                    {{"type": "MultiLineString", "coordinates": [[[0, 0], [1, 1]], [[2, 2], [3, 3]]]}}]}}}}]}}"#
        );
        let scene = read(text.as_bytes()).unwrap();
        assert_eq!(scene.floors, [triangle()]);
        let ids: Vec<_> = scene.obstacles.iter().map(|o| o.id.as_deref()).collect();
        assert_eq!(ids, [Some("aé"), Some("7"), None, None, None]);
        assert_eq!(scene.obstacles[2].outline, Outline::polygon([[1.0, 2.0]]));
        assert_eq!(scene.obstacles[4].outline, Outline::polyline([[2.0, 2.0], [3.0, 3.0]]));
    }

    #[test]
    fn numbers_that_are_not_finite_are_named_with_line_and_column() {
        for word in ["NaN", "Infinity", "-Infinity", "1e999", "-1e999"] {
            let text = format!("{{\"type\": \"Point\",\n \"coordinates\": [0, {word}]}}");
            let (reason, place) = refusal(&text);
            assert_eq!(reason, Reason::NotFinite { found: word.to_owned() });
            assert_eq!(place.line, 2);
            assert!((20..30).contains(&place.column), "{word} at {place}");
        }
        assert!(read(br#"{"type": "Point", "coordinates": [1e300, -0.0]}"#).is_ok());
    }

    #[test]
    fn faults_are_named_with_line_and_column() {
        assert_eq!(
            refusal("{\"type\":\n\"Polygon\"}"),
            (Reason::MissingMember("coordinates"), TextPosition { line: 1, column: 1 })
        );
        assert!(matches!(refusal("{\"type\": \"Poly").0, Reason::EndsEarly { .. }));
        let (reason, place) = refusal("{\"type\": \"Polygon\", \"coordinates\":\n [[]]}");
        assert!(matches!(reason, Reason::Json(_)), "{reason}");
        assert_eq!(place.line, 2);
        assert_eq!(refusal(r#"{"type": "Circle"}"#).0, Reason::UnknownGeometry("Circle".to_owned()));
        let wall = r#"{"type": "LineString", "coordinates": [[0, 0], [1, 1]]}"#;
        let feature = |kind| {
            format!("\n\n {{\"type\": \"Feature\", \"properties\": {{\"kind\": \"{kind}\"}}, \"geometry\": {wall}}}")
        };
        assert_eq!(refusal(&feature("outline")).0, Reason::FloorWithoutArea);
        assert_eq!(
            refusal(&feature("wall")),
            (Reason::UnknownKind("wall".to_owned()), TextPosition { line: 3, column: 2 })
        );
    }

    #[test]
    fn depth_is_bounded() {
        let part = r#"{"type": "GeometryCollection", "geometries": ["#;
        assert!(read(part.repeat(100_000).as_bytes()).is_err());
        let closed = part.repeat(40) + &"]}".repeat(40);
        assert!(matches!(refusal(&closed).0, Reason::TooMany { limit: 8, .. }));
        assert!(read("[".repeat(1_000_000).as_bytes()).is_err());
    }
}
