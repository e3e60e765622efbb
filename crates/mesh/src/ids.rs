//! Typed ids. Vertices, edges and faces are valid until the next edit; obstacles until they are removed.

/// A corner of the triangulation.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct VertexId(pub(crate) u32);

/// A triangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FaceId(pub(crate) u32);

/// A half-edge: a side of a triangle, directed so that the triangle lies to its left.
///
/// Each edge between two triangles is two of these, one the [twin](crate::Map::twin) of the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EdgeId(pub(crate) u32);

/// An obstacle in a map. Ids are not reused: a removed obstacle's id never means another one, nor does it in another map. In a
/// clone, the obstacles that were there when it was made keep their ids.
///
/// ```
/// use navigant_mesh::{Map, Outline};
/// let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [9.0, 9.0]))?;
/// let first = map.insert(&Outline::rectangle([1.0, 1.0], [2.0, 2.0]))?;
/// map.remove(first)?;
/// let second = map.insert(&Outline::rectangle([1.0, 1.0], [2.0, 2.0]))?;
/// assert!(first != second && map.outline(first).is_err() && map.outline(second).is_ok());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ObstacleId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
    /// A piece of the hash of the map's history when it was inserted.
    pub(crate) mark: u32,
}

/// A layer of a [`LayeredMap`](crate::LayeredMap): one of its planes, by its place in the list that it was built from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct LayerId(pub(crate) u16);

/// A seam of a [`LayeredMap`](crate::LayeredMap), by its place in the list that it was built from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct SeamId(pub(crate) u32);

/// A region of a map; as an [`ObstacleId`], it never means another one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RegionId {
    pub(crate) index: u32,
    pub(crate) generation: u32,
    pub(crate) mark: u32,
}

impl LayerId {
    /// The layer with a number; whether a map has it, the map tells.
    pub(crate) fn new(number: u16) -> LayerId {
        LayerId(number)
    }

    /// Its place in the list of layers.
    pub(crate) fn index(self) -> usize {
        self.0.into()
    }
}

impl SeamId {
    /// Its place in the list of seams.
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl std::fmt::Display for LayerId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "layer {}", self.0)
    }
}

impl std::fmt::Display for SeamId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "seam {}", self.0)
    }
}

impl VertexId {
    /// Its index in arrays by vertex, below [`Map::vertex_slots`](crate::Map::vertex_slots).
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

impl FaceId {
    /// Its index in arrays by face, below [`Map::face_slots`](crate::Map::face_slots).
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// Its three edges, counter-clockwise.
    #[inline]
    pub fn edges(self) -> [EdgeId; 3] {
        [0, 1, 2].map(|i| EdgeId(self.0 << 2 | i))
    }
}

impl EdgeId {
    #[inline]
    pub(crate) fn of(face: FaceId, side: usize) -> EdgeId {
        EdgeId(face.0 << 2 | side as u32)
    }

    /// Its index in arrays by edge, below four times [`Map::face_slots`](crate::Map::face_slots).
    #[inline]
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }

    /// The triangle to its left.
    #[inline]
    pub fn face(self) -> FaceId {
        FaceId(self.0 >> 2)
    }

    #[inline]
    pub(crate) fn side(self) -> usize {
        (self.0 & 3) as usize
    }

    /// The next edge of the same triangle, counter-clockwise.
    #[inline]
    #[allow(clippy::should_implement_trait)] // "next" is the field's word for it
    pub fn next(self) -> EdgeId {
        // 0, 1, 2 become 1, 2, 0; without a branch, for the side is as good as random.
        EdgeId(self.0 + 1 - 3 * (self.0 >> 1 & 1))
    }

    /// The edge before it in the same triangle.
    #[inline]
    pub(crate) fn prev(self) -> EdgeId {
        // 0, 1, 2 become 2, 0, 1.
        EdgeId(self.0 + 2 - 3 * ((self.0 | self.0 >> 1) & 1))
    }
}

impl std::fmt::Display for ObstacleId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "obstacle {}.{}", self.index, self.generation)
    }
}

impl std::fmt::Display for RegionId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "region {}.{}", self.index, self.generation)
    }
}
