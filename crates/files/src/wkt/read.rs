//! Reading well-known text.

use navigant_geometry::{Outline, Point};

use crate::assembly::{Assembly, polygon, post};
use crate::error::{FileError, Reason};
use crate::limits::MAX_DEPTH;
use crate::scanner::{Scanner, Token};
use crate::scene::Scene;

/// The geometries we know.
#[derive(Clone, Copy)]
enum Geometry {
    Point,
    Line,
    Polygon,
    MultiPoint,
    MultiLine,
    MultiPolygon,
    Collection,
}

impl Geometry {
    /// The geometry of a keyword, in any case, with or without a dimension stuck to it (`POLYGONZ`).
    fn of(keyword: &[u8]) -> Option<Geometry> {
        let upper = keyword.to_ascii_uppercase();
        let name = [b"ZM".as_slice(), b"Z", b"M"].into_iter().find_map(|d| upper.strip_suffix(d)).unwrap_or(&upper);
        Some(match name {
            b"POINT" => Geometry::Point,
            b"LINESTRING" | b"LINEARRING" => Geometry::Line,
            b"POLYGON" => Geometry::Polygon,
            b"MULTIPOINT" => Geometry::MultiPoint,
            b"MULTILINESTRING" => Geometry::MultiLine,
            b"MULTIPOLYGON" => Geometry::MultiPolygon,
            b"GEOMETRYCOLLECTION" => Geometry::Collection,
            _ => return None,
        })
    }
}

/// Whether a text with this first word may be WKT.
pub(crate) fn begins(word: &[u8]) -> bool {
    Geometry::of(word).is_some() || is_srid(word)
}

fn is_srid(word: &[u8]) -> bool {
    word.get(..5).is_some_and(|start| start.eq_ignore_ascii_case(b"SRID="))
}

/// Reads WKT.
pub(crate) fn read(bytes: &[u8]) -> Result<Scene, FileError> {
    let mut reader = Reader { scanner: Scanner::new(bytes), assembly: Assembly::default(), depth: 0 };
    let between = "a comma or a closing parenthesis";
    let mut wants_geometry = true;
    // Collections are counted instead of recursed into: no input can exhaust the stack.
    loop {
        if wants_geometry {
            wants_geometry = reader.geometry()?;
            continue;
        }
        match (reader.scanner.peek(), reader.depth) {
            (None, 0) => return Ok(reader.assembly.scene),
            (None, _) => return Err(reader.scanner.ends_early(between)),
            (Some(Token { bytes: b";", .. }), 0) => drop(reader.scanner.token()),
            (Some(_), 0) => wants_geometry = true,
            (Some(Token { bytes: b",", .. }), _) => {
                reader.scanner.token();
                wants_geometry = true;
            }
            (Some(Token { bytes: b")", .. }), _) => {
                reader.scanner.token();
                reader.depth -= 1;
            }
            (Some(other), _) => return Err(reader.scanner.unexpected(other, between)),
        }
    }
}

struct Reader<'a> {
    scanner: Scanner<'a>,
    assembly: Assembly,
    /// How many collections are open.
    depth: usize,
}

impl Reader<'_> {
    /// One geometry; of a collection only its beginning, and then true: a geometry must follow.
    fn geometry(&mut self) -> Result<bool, FileError> {
        let wanted = "a geometry such as POLYGON";
        let mut keyword = self.scanner.wanted(wanted)?;
        if is_srid(keyword.bytes) && self.depth == 0 {
            self.scanner.expect(b";", "a semicolon")?;
            keyword = self.scanner.wanted(wanted)?;
        }
        let Some(geometry) = Geometry::of(keyword.bytes) else {
            let is_word = keyword.bytes.first().is_some_and(u8::is_ascii_alphabetic);
            return Err(match is_word {
                true => self.scanner.fault(keyword, Reason::UnknownGeometry(keyword.shown())),
                false => self.scanner.unexpected(keyword, wanted),
            });
        };
        if !self.opens()? {
            return Ok(false);
        }
        match geometry {
            Geometry::Collection => {
                self.depth += 1;
                if self.depth > MAX_DEPTH {
                    let reason = Reason::TooMany { what: "collections in one another", limit: MAX_DEPTH as u64 };
                    return Err(self.scanner.fault(keyword, reason));
                }
                return Ok(true);
            }
            Geometry::Point => {
                let point = self.point()?;
                self.scanner.expect(b")", "a closing parenthesis")?;
                self.post(point)?;
            }
            Geometry::Line => self.wall()?,
            Geometry::Polygon => self.floor()?,
            Geometry::MultiPoint => self.each(Reader::point_of_several)?,
            Geometry::MultiLine => self.each(|reader| if reader.opens()? { reader.wall() } else { Ok(()) })?,
            Geometry::MultiPolygon => self.each(|reader| if reader.opens()? { reader.floor() } else { Ok(()) })?,
        }
        Ok(false)
    }

    /// An opening parenthesis, after perhaps a dimension; false for EMPTY.
    fn opens(&mut self) -> Result<bool, FileError> {
        let wanted = "an opening parenthesis or EMPTY";
        let mut token = self.scanner.wanted(wanted)?;
        if [b"Z".as_slice(), b"M", b"ZM"].iter().any(|d| token.bytes.eq_ignore_ascii_case(d)) {
            token = self.scanner.wanted(wanted)?;
        }
        match token.bytes {
            b"(" => Ok(true),
            word if word.eq_ignore_ascii_case(b"EMPTY") => Ok(false),
            _ => Err(self.scanner.unexpected(token, wanted)),
        }
    }

    /// Things with commas between them, up to the closing parenthesis.
    fn each(&mut self, mut one: impl FnMut(&mut Self) -> Result<(), FileError>) -> Result<(), FileError> {
        let wanted = "a comma or a closing parenthesis";
        loop {
            one(self)?;
            let next = self.scanner.wanted(wanted)?;
            match next.bytes {
                b"," => {}
                b")" => return Ok(()),
                _ => return Err(self.scanner.unexpected(next, wanted)),
            }
        }
    }

    /// The rings of a polygon whose parenthesis is open.
    fn floor(&mut self) -> Result<(), FileError> {
        let mut rings = Vec::new();
        self.each(|reader| {
            reader.scanner.expect(b"(", "an opening parenthesis")?;
            let start = reader.scanner.here();
            let points = reader.points()?;
            rings.push(reader.assembly.ring(points).map_err(|reason| reader.scanner.fault(start, reason))?);
            Ok(())
        })?;
        if let Some(outline) = polygon(rings) {
            self.assembly.floor(outline);
        }
        Ok(())
    }

    /// The points of a line whose parenthesis is open.
    fn wall(&mut self) -> Result<(), FileError> {
        let start = self.scanner.here();
        let points = self.points()?;
        let points = self.assembly.line(points).map_err(|reason| self.scanner.fault(start, reason))?;
        self.assembly.obstacle(Outline::Polyline(points));
        Ok(())
    }

    /// A point of a MULTIPOINT, with or without parentheses of its own.
    fn point_of_several(&mut self) -> Result<(), FileError> {
        let bracketed = self.scanner.here().bytes == b"(";
        if bracketed {
            self.scanner.token();
        }
        let point = self.point()?;
        if bracketed {
            self.scanner.expect(b")", "a closing parenthesis")?;
        }
        self.post(point)
    }

    fn post(&mut self, point: Point) -> Result<(), FileError> {
        let here = self.scanner.here();
        self.assembly.ring(vec![point]).map_err(|reason| self.scanner.fault(here, reason))?;
        self.assembly.obstacle(post(point));
        Ok(())
    }

    /// Points up to the closing parenthesis; none when it follows at once.
    fn points(&mut self) -> Result<Vec<Point>, FileError> {
        let mut points = Vec::new();
        if self.scanner.here().bytes == b")" {
            self.scanner.token();
            return Ok(points);
        }
        self.each(|reader| {
            points.push(reader.point()?);
            Ok(())
        })?;
        Ok(points)
    }

    /// Two numbers, and perhaps one or two more, which are skipped.
    fn point(&mut self) -> Result<Point, FileError> {
        let point = self.scanner.point()?;
        for _ in 0..2 {
            if !matches!(self.scanner.here().bytes, b"," | b")" | b"") {
                self.scanner.number("a comma or a closing parenthesis")?;
            }
        }
        Ok(point)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::TextPosition;

    fn refusal(text: &str) -> (Reason, TextPosition) {
        let error = read(text.as_bytes()).unwrap_err();
        (error.reason, error.place.unwrap())
    }

    #[test]
    fn a_polygon_with_holes_is_a_floor() {
        let scene = read(b"POLYGON((0 0, 9 0, 9 9, 0 0), (3 2, 4 2, 4 3, 3 2))").unwrap();
        let floor =
            Outline::polygon([[0.0, 0.0], [9.0, 0.0], [9.0, 9.0]]).with_hole([[3.0, 2.0], [4.0, 2.0], [4.0, 3.0]]);
        assert_eq!(scene, Scene { floors: vec![floor], obstacles: vec![], regions: vec![] });
    }

    #[test]
    fn collections_and_multi_geometries_are_taken_apart() {
        let text = "SRID=25832;geometrycollection (MULTIPOLYGON (((0 0, 1 0, 1 1)), EMPTY, ((5 5, 6 5, 6 6))), \
                    GEOMETRYCOLLECTION EMPTY, GEOMETRYCOLLECTION (LINESTRING (0 0, 1 1), POINT (2 2)), \
                    MULTIPOINT (1 2, (3 4)), MULTILINESTRING ((0 0, 1 0), (0 1, 1 1)), POINT EMPTY);\n\
                    POLYGON Z ((7 7 1, 8 7 1, 8 8 1, 7 7 1))\nPOLYGONZM EMPTY";
        let scene = read(text.as_bytes()).unwrap();
        assert_eq!((scene.floors.len(), scene.obstacles.len()), (3, 6));
        assert_eq!(scene.obstacles[0].outline, Outline::polyline([[0.0, 0.0], [1.0, 1.0]]));
        assert_eq!(scene.obstacles[1].outline, Outline::polygon([[2.0, 2.0]]));
    }

    #[test]
    fn faults_are_named_with_line_and_column() {
        assert_eq!(refusal("POLYGON (())"), (Reason::EmptyRing, TextPosition { line: 1, column: 11 }));
        let (reason, place) = refusal("POLYGON ((0 0,\n 1 inf))");
        assert_eq!(
            (reason, place),
            (Reason::NotFinite { found: "inf".to_owned() }, TextPosition { line: 2, column: 4 })
        );
        assert_eq!(refusal("CIRCULARSTRING (0 0)").0, Reason::UnknownGeometry("CIRCULARSTRING".to_owned()));
        assert!(matches!(refusal("POLYGON ((0 0, 1 0)").0, Reason::EndsEarly { .. }));
        assert!(matches!(refusal("POLYGON ((0 0 0 0 0))").0, Reason::Expected { .. }));
        assert!(matches!(refusal("POLYGON EMPTY)").0, Reason::Expected { .. }));
        assert!(matches!(refusal("").0, Reason::EndsEarly { .. }));
    }

    #[test]
    fn depth_is_bounded() {
        let deep = "GEOMETRYCOLLECTION (".repeat(1_000_000);
        assert!(matches!(refusal(&deep).0, Reason::TooMany { limit: 8, .. }));
    }
}
