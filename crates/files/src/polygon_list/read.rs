//! Reading polygon lists.

use navigant_geometry::internals::PointInternals as _;
use navigant_geometry::{Outline, Point};

use crate::assembly::Assembly;
use crate::error::{FileError, Reason};
use crate::scanner::{Scanner, Token};
use crate::scene::Scene;

/// Reads a polygon list.
pub(crate) fn read(bytes: &[u8]) -> Result<Scene, FileError> {
    let mut scanner = Scanner::new(bytes);
    let mut assembly = Assembly::default();
    let mut scale = 1.0;
    let mut first = true;
    while let Some(section) = scanner.token() {
        match section.text().map(str::to_ascii_uppercase).as_deref() {
            Some("[NAME]") => {
                scanner.line();
                scanner.line();
            }
            Some("[SCALE]") if first => scale = scanner.number("the scale")?,
            Some("[SCALE]") => return Err(scanner.unexpected(section, "a ring's section: the scale comes first")),
            Some("[BORDER]") => {
                let exterior = ring(&mut scanner, section, scale, &mut assembly)?;
                assembly.floor(Outline::Polygon { exterior, holes: Vec::new() });
                first = false;
            }
            Some("[OBSTACLE]") => {
                let exterior = ring(&mut scanner, section, scale, &mut assembly)?;
                assembly.obstacle(Outline::Polygon { exterior, holes: Vec::new() });
                first = false;
            }
            Some(name) if name.starts_with('[') => {
                return Err(scanner.fault(section, Reason::UnknownSection(section.shown())));
            }
            _ => return Err(scanner.unexpected(section, "a section such as [BORDER]")),
        }
    }
    if first {
        return Err(scanner.ends_early("a [BORDER] or an [OBSTACLE]"));
    }
    Ok(assembly.scene)
}

/// The points up to the next section.
fn ring(
    scanner: &mut Scanner<'_>,
    section: Token<'_>,
    scale: f64,
    assembly: &mut Assembly,
) -> Result<Vec<Point>, FileError> {
    let mut points = Vec::new();
    while let Some(next) = scanner.peek().filter(|t| !t.bytes.starts_with(b"[")) {
        let p = scanner.point()?;
        let scaled = Point::new(p.x * scale, p.y * scale);
        if !scaled.is_finite() {
            return Err(scanner.fault(next, Reason::NotFinite { found: format!("{p} times the scale") }));
        }
        points.push(scaled);
    }
    assembly.ring(points).map_err(|reason| scanner.fault(section, reason))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::TextPosition;

    #[test]
    fn borders_are_floors_and_the_scale_applies_to_all_points() {
        let scene =
            read(b"[NAME]\nmy [map]\n[Scale]\n2\n[Border]\n0 0\n4 0\n4 4\n[Obstacle]\n1 1\n2 1\n2 2\n").unwrap();
        assert_eq!(scene.floors, [Outline::polygon([[0.0, 0.0], [8.0, 0.0], [8.0, 8.0]])]);
        assert_eq!(scene.obstacles[0].outline, Outline::polygon([[2.0, 2.0], [4.0, 2.0], [4.0, 4.0]]));
    }

    #[test]
    fn empty_rings_unknown_sections_and_overflow_are_named_with_their_place() {
        let refusal = |text: &str| {
            let error = read(text.as_bytes()).unwrap_err();
            (error.reason, error.place.unwrap())
        };
        assert_eq!(refusal("[BORDER]\n\n[OBSTACLE]\n1 1\n"), (Reason::EmptyRing, TextPosition { line: 1, column: 1 }));
        let (reason, place) = refusal("[BORDER]\n0 0\n[WATER]\n1 1\n");
        assert_eq!((reason, place.line), (Reason::UnknownSection("[WATER]".to_owned()), 3));
        assert!(matches!(refusal("[SCALE]\n1e300\n[BORDER]\n1e300 0\n").0, Reason::NotFinite { .. }));
        assert!(matches!(refusal("[BORDER]\n0 0\n1").0, Reason::EndsEarly { .. }));
        assert!(matches!(refusal("").0, Reason::EndsEarly { .. }));
    }
}
