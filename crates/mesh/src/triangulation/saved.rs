//! A triangulation as bytes, and back.

use super::{EditLog, SQUARE, Side, Triangulation, Vertex, WallId};
use crate::cover::CoverId;
use crate::ids::{EdgeId, FaceId, VertexId};
use crate::saved::{BadSave, Reader, Writer, point};
use crate::work::Work;
use navigant_geometry::orient;

impl Triangulation {
    pub(crate) fn save(&self, w: &mut Writer) {
        w.list(self.vertices.iter().map(|v| [v.at.x as u32, v.at.y as u32, v.edge.0, v.heat]));
        w.list((0..self.covers.len()).map(|f| {
            let side = |i: usize| self.sides[4 * f + i];
            let words = |i: usize| [side(i).corner.0, side(i).twin.0, side(i).wall.0];
            let ([a, b, c], [d, e, g], [h, i, j]) = (words(0), words(1), words(2));
            [a, b, c, d, e, g, h, i, j, self.covers[f].number()]
        }));
        w.list(self.unused_vertices.iter().map(|v| [v.0]));
        w.list(self.unused_faces.iter().map(|f| [f.0]));
        self.index.save(w);
    }

    pub(crate) fn load(r: &mut Reader) -> Result<Triangulation, BadSave> {
        let vertices: Vec<Vertex> =
            r.list_of(|[x, y, edge, heat]| Ok(Vertex { at: point(x, y)?, edge: EdgeId(edge), heat }))?;
        let faces = r.list::<10>()?;
        let mut sides = Vec::with_capacity(4 * faces.len());
        let mut covers = Vec::with_capacity(faces.len());
        for [a, b, c, d, e, f, g, h, i, cover] in faces {
            let side = |[corner, twin, wall]: [u32; 3]| Side {
                corner: VertexId(corner),
                twin: EdgeId(twin),
                wall: WallId(wall),
            };
            sides.extend([side([a, b, c]), side([d, e, f]), side([g, h, i]), Side::BLANK]);
            covers.push(CoverId::numbered(cover));
        }
        let unused_vertices: Vec<VertexId> = r.list::<1>()?.map(|[v]| VertexId(v)).collect();
        let unused_faces: Vec<FaceId> = r.list::<1>()?.map(|[f]| FaceId(f)).collect();
        let index = crate::hierarchical_grid::HierarchicalGrid::load(r, vertices.len())?;
        let log = EditLog { epoch: 1, stamps: vec![0; covers.len()], ..EditLog::default() };
        Ok(Triangulation {
            vertices,
            sides,
            covers,
            unused_vertices,
            unused_faces,
            flip_stack: Vec::new(),
            rim: Vec::new(),
            log,
            index,
            work: Work::default(),
        })
    }

    /// Whether it is a triangulation of the square, with walls that are good.
    pub(crate) fn check(&self, mut is_good: impl FnMut(WallId) -> bool) -> Result<(), BadSave> {
        let wrong = |what: &'static str| Err(BadSave::Invalid(what));
        if self.vertices.len() < 4 || self.covers.len() < 4 || self.covers.len() > 1 << 30 {
            return wrong("too few or too many triangles");
        }
        if !self.vertices[..4].iter().zip(SQUARE).all(|(v, corner)| v.at == corner && v.heat == 0) {
            return wrong("other corners than the lattice");
        }
        let faces = used(self.covers.len(), self.unused_faces.iter().map(|f| f.index()))?;
        let vertices = used(self.vertices.len(), self.unused_vertices.iter().map(|v| v.index()))?;
        let mut area = 0i128;
        for f in (0..self.covers.len() as u32).map(FaceId) {
            if faces[f.index()] {
                area += self.check_face(f, &mut is_good)?;
            } else if f.0 < 2 || !self.is_blank(f) {
                return wrong("a triangle that is used and is not");
            }
        }
        // All inner triangles turn left, so they cover the square once if they are as large together.
        if area != 2 * (1i128 << 52) {
            return wrong("triangles that do not fill the lattice");
        }
        for (index, vertex) in self.vertices.iter().enumerate() {
            let (e, is_hot) = (vertex.edge, self.is_used(index));
            if is_hot != vertices[index] {
                return wrong("a vertex that is used and is not");
            }
            // Sides of unused triangles start at the first corner of the square.
            let starts_here = self.sides.get(e.index()).is_some_and(|side| side.corner.index() == index);
            let is_inner = e.0 & 3 < 3 && e.face().0 >= 2 && (index > 0 || faces.get(e.face().index()) == Some(&true));
            if is_hot && !(starts_here && is_inner) {
                return wrong("a vertex without an edge");
            }
        }
        Ok(())
    }

    /// Whether a vertex is there: hot, or a corner of the square.
    fn is_used(&self, index: usize) -> bool {
        index < 4 || self.vertices[index].heat > 0
    }

    /// Whether a slot is as one is left that holds no face.
    fn is_blank(&self, f: FaceId) -> bool {
        f.edges().into_iter().all(|e| {
            let Side { corner, twin, .. } = self.sides[e.index()];
            corner == VertexId(0) && twin == e
        })
    }

    /// Twice the area of a face if it is an inner one; its sides fit to those beyond.
    fn check_face(&self, f: FaceId, is_good: &mut impl FnMut(WallId) -> bool) -> Result<i128, BadSave> {
        let wrong = |what: &'static str| Err(BadSave::Invalid(what));
        let corners = f.edges().map(|e| self.sides[e.index()].corner);
        if corners.iter().any(|v| v.index() >= self.vertices.len() || !self.is_used(v.index())) {
            return wrong("a triangle without a corner");
        }
        let at = corners.map(|v| self.vertices[v.index()].at);
        let is_inner = f.0 >= 2;
        let area = orient(at[0], at[1], at[2]);
        if (area > 0) != is_inner {
            return wrong("a triangle that is turned over");
        }
        for (i, e) in f.edges().into_iter().enumerate() {
            let Side { twin, wall, .. } = self.sides[e.index()];
            // The sides of unused triangles are their own twins.
            let Some(beyond) = self.sides.get(twin.index()).filter(|beyond| beyond.twin == e && twin.0 & 3 < 3) else {
                return wrong("an edge without another side");
            };
            // The rest once for both sides.
            if twin < e {
                continue;
            }
            let fits = beyond.wall == wall && beyond.corner == corners[(i + 1) % 3];
            if twin == e || !fits || self.sides[twin.next().index()].corner != corners[i] {
                return wrong("two sides of an edge that do not fit");
            }
            if (wall == WallId::RIM) != (!is_inner || twin.face().0 < 2) {
                return wrong("a rim in the wrong place");
            }
            if !wall.is_free() && !is_good(wall) {
                return wrong("a wall without an owner, or with another's");
            }
        }
        Ok(if is_inner { i128::from(area) } else { 0 })
    }
}

/// Which slots are in use, given those that are not.
fn used(slots: usize, unused: impl Iterator<Item = usize>) -> Result<Vec<bool>, BadSave> {
    let mut used = vec![true; slots];
    for slot in unused {
        if !used.get_mut(slot).is_some_and(|used| std::mem::replace(used, false)) {
            return Err(BadSave::Invalid("a slot that is unused twice"));
        }
    }
    Ok(used)
}
