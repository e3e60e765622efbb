//! Which format a file has.

use std::fmt;
use std::path::Path;

use crate::scanner::Scanner;

/// A format of scenes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Format {
    /// See [`crate::geojson`].
    GeoJson,
    /// See [`crate::wkt`].
    Wkt,
    /// See [`crate::grid_map`].
    GridMap,
    /// See [`crate::zero_one_grid`].
    ZeroOneGrid,
    /// See [`crate::polyanya_mesh`].
    PolyanyaMesh,
    /// See [`crate::polygon_list`].
    PolygonList,
    /// See [`crate::jupedsim_xml`].
    JuPedSimXml,
}

impl Format {
    /// All of them.
    pub const ALL: [Format; 7] = [
        Format::GeoJson,
        Format::Wkt,
        Format::GridMap,
        Format::ZeroOneGrid,
        Format::PolyanyaMesh,
        Format::PolygonList,
        Format::JuPedSimXml,
    ];

    /// The format of a file to read: by its extension, or, where several formats share one (`.txt`) or none is known,
    /// by how it begins.
    ///
    /// ```
    /// use navigant_files::Format;
    /// use navigant_files::internals::FormatInternals as _;
    /// assert_eq!(Format::of("a.map", b""), Some(Format::GridMap));
    /// assert_eq!(Format::of("a.txt", b"[SCALE]\n1.0\n"), Some(Format::PolygonList));
    /// assert_eq!(Format::of("a.txt", b"Dear Sir"), None);
    /// ```
    pub(crate) fn of(path: impl AsRef<Path>, bytes: &[u8]) -> Option<Format> {
        match extension(path.as_ref()).as_deref() {
            Some("geojson" | "json") => Some(Format::GeoJson),
            Some("wkt") => Some(Format::Wkt),
            Some("map") => Some(Format::GridMap),
            Some("mesh") => Some(Format::PolyanyaMesh),
            Some("xml") => Some(Format::JuPedSimXml),
            _ => Format::sniff(bytes),
        }
    }

    /// The format to write a file in, by its extension; `None` where no writer has it.
    pub(crate) fn to_write(path: impl AsRef<Path>) -> Option<Format> {
        match extension(path.as_ref()).as_deref() {
            Some("geojson" | "json") => Some(Format::GeoJson),
            Some("wkt") => Some(Format::Wkt),
            Some("txt") => Some(Format::PolygonList),
            Some("map") => Some(Format::GridMap),
            Some("mesh") => Some(Format::PolyanyaMesh),
            _ => None,
        }
    }

    /// The format by the first word or two.
    fn sniff(bytes: &[u8]) -> Option<Format> {
        let mut scanner = Scanner::new(bytes);
        let word = scanner.token()?;
        let is_count = |word: &[u8]| !word.is_empty() && word.iter().all(u8::is_ascii_digit);
        match word.bytes {
            b"type" => Some(Format::GridMap),
            b"mesh" => Some(Format::PolyanyaMesh),
            [b'{', ..] => Some(Format::GeoJson),
            [b'<', ..] => Some(Format::JuPedSimXml),
            [b'[', .., b']'] => Some(Format::PolygonList),
            number if is_count(number) && scanner.token().is_some_and(|t| is_count(t.bytes)) => {
                Some(Format::ZeroOneGrid)
            }
            keyword if crate::wkt::begins(keyword) => Some(Format::Wkt),
            _ => None,
        }
    }
}

/// A path's extension in lower case.
fn extension(path: &Path) -> Option<String> {
    path.extension().and_then(|e| e.to_str()).map(str::to_ascii_lowercase)
}

impl fmt::Display for Format {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Format::GeoJson => "GeoJSON",
            Format::Wkt => "WKT",
            Format::GridMap => "a Moving AI grid map",
            Format::ZeroOneGrid => "a 0/1 grid",
            Format::PolyanyaMesh => "a Polyanya mesh",
            Format::PolygonList => "a polygon list",
            Format::JuPedSimXml => "JuPedSim's geometry",
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_decides_where_it_can() {
        assert_eq!(Format::of("City.GeoJSON", b"POLYGON EMPTY"), Some(Format::GeoJson));
        assert_eq!(Format::of("room.wkt", b"{}"), Some(Format::Wkt));
    }

    #[test]
    fn otherwise_the_first_words_decide() {
        let cases: [(&[u8], Option<Format>); 10] = [
            (b"<?xml version=\"1.0\"?>\n<geometry/>", Some(Format::JuPedSimXml)),
            (b"\xEF\xBB\xBF {\"type\": \"FeatureCollection\"}", Some(Format::GeoJson)),
            (b"[BORDER]\n0 0\n", Some(Format::PolygonList)),
            (b"10 7\n0 0 1", Some(Format::ZeroOneGrid)),
            (b"type octile\nheight 1", Some(Format::GridMap)),
            (b"mesh\n2\n", Some(Format::PolyanyaMesh)),
            (b"\n  geometrycollection empty", Some(Format::Wkt)),
            (b"SRID=4326;POLYGON EMPTY", Some(Format::Wkt)),
            (b"", None),
            (b"10 x", None),
        ];
        for (bytes, format) in cases {
            assert_eq!(Format::of("scene.txt", bytes), format, "{}", String::from_utf8_lossy(bytes));
            assert_eq!(Format::of("scene", bytes), format);
        }
    }
}
