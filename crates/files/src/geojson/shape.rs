//! What the JSON of a GeoJSON file must look like, piece by piece.
//!
//! A piece of JSON is kept as the text it is until it is known what it should be, because members may come in any order:
//! `coordinates` may stand before the `type` that says what they are. The text also tells where in the file it stands.

use std::borrow::Cow;
use std::fmt;

use navigant_geometry::Point;
use serde::de::{DeserializeSeed, Deserializer, Error as _, IgnoredAny, SeqAccess, Visitor};
use serde::{Deserialize, de};
use serde_json::value::RawValue;

use crate::limits::MAX_RINGS;

/// The members of a FeatureCollection, a Feature or a geometry; any may be missing.
#[derive(Deserialize)]
pub(crate) struct Members<'a> {
    #[serde(borrow, rename = "type")]
    pub(crate) kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) features: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) geometry: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) properties: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) coordinates: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) geometries: Option<&'a RawValue>,
}

/// What we read of a feature's properties.
#[derive(Deserialize, Default)]
pub(crate) struct Properties<'a> {
    #[serde(borrow)]
    pub(crate) kind: Option<Cow<'a, str>>,
    #[serde(borrow)]
    pub(crate) id: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) name: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) layer: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) layers: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) z: Option<&'a RawValue>,
    #[serde(borrow)]
    pub(crate) tolls: Option<&'a RawValue>,
}

/// A position: two numbers, and more that are skipped.
pub(crate) struct Position(pub(crate) Point);

impl<'de> Deserialize<'de> for Position {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct TwoNumbers;
        impl<'de> Visitor<'de> for TwoNumbers {
            type Value = Position;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a position: an array of two numbers")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Position, A::Error> {
                let x = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(0, &self))?;
                let y = seq.next_element()?.ok_or_else(|| A::Error::invalid_length(1, &self))?;
                while seq.next_element::<IgnoredAny>()?.is_some() {}
                Ok(Position(Point::new(x, y)))
            }
        }
        deserializer.deserialize_seq(TwoNumbers)
    }
}

/// The points of a ring or a line.
pub(crate) struct Line(pub(crate) Vec<Point>);

impl<'de> Deserialize<'de> for Line {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Points;
        impl<'de> Visitor<'de> for Points {
            type Value = Line;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("a ring or line: an array of positions, at least one")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Line, A::Error> {
                let mut points = Vec::new();
                while let Some(Position(point)) = seq.next_element()? {
                    points.push(point);
                }
                if points.is_empty() { Err(A::Error::invalid_length(0, &self)) } else { Ok(Line(points)) }
            }
        }
        deserializer.deserialize_seq(Points)
    }
}

/// The rings of a polygon.
pub(crate) struct Rings(pub(crate) Vec<Line>);

impl<'de> Deserialize<'de> for Rings {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Lines;
        impl<'de> Visitor<'de> for Lines {
            type Value = Rings;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, "a polygon: an array of at least one and at most {MAX_RINGS} rings")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut seq: A) -> Result<Rings, A::Error> {
                let mut rings = Vec::new();
                while let Some(ring) = seq.next_element()? {
                    rings.push(ring);
                    if rings.len() > MAX_RINGS {
                        return Err(A::Error::invalid_length(rings.len(), &self));
                    }
                }
                if rings.is_empty() { Err(A::Error::invalid_length(0, &self)) } else { Ok(Rings(rings)) }
            }
        }
        deserializer.deserialize_seq(Lines)
    }
}

/// Hands the elements of an array to a function one by one, none of them kept; the function says whether to go on.
pub(crate) struct ForEach<F>(pub(crate) F);

impl<'de, F: FnMut(&'de RawValue) -> bool> DeserializeSeed<'de> for ForEach<F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, F: FnMut(&'de RawValue) -> bool> Visitor<'de> for ForEach<F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an array")
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut seq: A) -> Result<(), A::Error> {
        while let Some(element) = seq.next_element()? {
            if !(self.0)(element) {
                return Err(de::Error::custom("stopped"));
            }
        }
        Ok(())
    }
}
