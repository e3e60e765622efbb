//! A triangulation as bytes, and back.

use super::glue::Glued;
use super::{EditLog, SQUARE, Side, Triangulation, Vertex, WallId};
use crate::cover::CoverId;
use crate::hierarchical_grid::HierarchicalGrid;
use crate::ids::{EdgeId, FaceId, LayerId, VertexId};
use crate::saved::{BadSave, Reader, Writer, in_parts, point};
use crate::work::Work;
use navigant_geometry::internals::orient;
use std::ops::Range;

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
        self.index[0].save(w);
    }

    /// The bytes of one, passed over.
    pub(crate) fn section<'b>(r: &mut Reader<'b>) -> Result<&'b [u8], BadSave> {
        let bytes = r.rest();
        r.skip_list::<4>()?;
        r.skip_list::<10>()?;
        r.skip_list::<1>()?;
        r.skip_list::<1>()?;
        HierarchicalGrid::skip(r)?;
        Ok(&bytes[..bytes.len() - r.rest().len()])
    }

    /// What was saved, not checked yet.
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
        let index = HierarchicalGrid::load(r, vertices.len())?;
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
            index: vec![index],
            layer: LayerId::default(),
            layers: Vec::new(),
            outer: 2,
            glued: Glued::default(),
            work: Work::default(),
        })
    }

    /// The walls but for the rim, each once.
    pub(crate) fn walls(&self) -> impl Iterator<Item = WallId> {
        let of_edges = self.sides.iter().zip((0..).map(EdgeId)).filter(|(side, e)| e.0 & 3 < 3 && side.twin > *e);
        of_edges.map(|(side, _)| side.wall).filter(|wall| !wall.is_free() && *wall != WallId::RIM)
    }

    /// Whether it is a triangulation of the square.
    pub(crate) fn check(&self) -> Result<(), BadSave> {
        let wrong = |what: &'static str| Err(BadSave::Invalid(what));
        if self.vertices.len() < 4 || self.covers.len() < 4 || self.covers.len() > 1 << 30 {
            return wrong("too few or too many triangles");
        }
        if !self.vertices[..4].iter().zip(SQUARE).all(|(v, corner)| v.at == corner && v.heat == 0) {
            return wrong("other corners than the lattice");
        }
        let faces = used(self.covers.len(), self.unused_faces.iter().map(|f| f.index()))?;
        let vertices = used(self.vertices.len(), self.unused_vertices.iter().map(|v| v.index()))?;
        let area_of = |slots: Range<usize>| -> Result<i128, BadSave> {
            let mut area = 0;
            for f in slots.map(|slot| FaceId(slot as u32)) {
                if faces[f.index()] {
                    area += self.check_face(f)?;
                } else if f.0 < 2 || !self.is_blank(f) {
                    return Err(BadSave::Invalid("a triangle that is used and is not"));
                }
            }
            Ok(area)
        };
        let areas: Result<Vec<i128>, BadSave> = in_parts(0..self.covers.len(), area_of).into_iter().collect();
        // All inner triangles turn left, so they cover the square once if they are as large together.
        if areas?.into_iter().sum::<i128>() != 2 * (1i128 << 52) {
            return wrong("triangles that do not fill the lattice");
        }
        let is_good = |index: usize| {
            let (e, is_used) = (self.vertices[index].edge, self.is_used(index));
            // Sides of unused triangles start at the first corner of the square.
            let starts_here = self.sides.get(e.index()).is_some_and(|side| side.corner.index() == index);
            let is_inner = e.0 & 3 < 3 && e.face().0 >= 2 && (index > 0 || faces.get(e.face().index()) == Some(&true));
            is_used == vertices[index] && (!is_used || starts_here && is_inner)
        };
        if in_parts(0..self.vertices.len(), |mut slots| slots.all(is_good)).contains(&false) {
            return wrong("a vertex without an edge, or one that is used and is not");
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
    fn check_face(&self, f: FaceId) -> Result<i128, BadSave> {
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Map, Outline};

    /// What `check` says of a map with two boxes, one of which is gone, that was tampered with.
    fn told(tamper: impl Fn(&mut Triangulation)) -> Result<(), BadSave> {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [16.0, 16.0])).unwrap();
        let gone = map.insert(&Outline::rectangle([2.0, 2.0], [4.0, 4.0])).unwrap();
        map.insert(&Outline::rectangle([8.0, 8.0], [9.0, 9.0])).unwrap();
        map.remove(gone).unwrap();
        let mut triangulation = map.plane.tri.clone();
        assert!(triangulation.check().is_ok() && !triangulation.unused_faces.is_empty());
        tamper(&mut triangulation);
        triangulation.check()
    }

    #[test]
    fn what_is_wrong_with_a_triangulation_is_named() {
        let wrong = |what| Err(BadSave::Invalid(what));
        assert_eq!(told(|t| t.vertices[2].heat = 1), wrong("other corners than the lattice"));
        assert_eq!(told(|t| t.vertices[2].at.x -= 1), wrong("other corners than the lattice"));
        let is_not = wrong("a triangle that is used and is not");
        assert_eq!(told(|t| t.unused_faces.push(FaceId(2))), is_not);
        assert_eq!(
            told(|t| {
                let f = FaceId(0);
                for e in f.edges() {
                    (t.sides[e.index()].corner, t.sides[e.index()].twin) = (VertexId(0), e);
                }
                t.unused_faces.push(f);
            }),
            is_not
        );
        let last = |t: &Triangulation| (0..t.vertices.len()).rfind(|&v| t.is_used(v)).unwrap();
        let no_edge = wrong("a vertex without an edge, or one that is used and is not");
        assert_eq!(
            told(|t| {
                let v = last(t);
                t.vertices[v].edge = t.vertices[0].edge;
            }),
            no_edge
        );
        let one_side = wrong("an edge without another side");
        assert_eq!(
            told(|t| {
                let (e, beside) = (EdgeId(8), EdgeId(11));
                (t.sides[e.index()].twin, t.sides[beside.index()].twin) = (beside, e);
            }),
            one_side
        );
    }
}
