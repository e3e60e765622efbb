//! Edits of layered maps: as those of one plane, with the seams taken apart before and joined after.

use super::errors::NotInserted;
use crate::change::Effect;
use crate::errors::UnknownObstacle;
use crate::ids::{LayerId, ObstacleId};
use crate::map::{INSERT, MOVE, Map, REMOVE};
use crate::shapes::Kind;
use navigant_geometry::internals::BoundsInternals as _;
use navigant_geometry::{Bounds, Outline};

impl Map {
    /// Joins the seams of a map that has just been built.
    pub(super) fn join_first(&mut self) {
        let layers: Vec<LayerId> = (0..self.layer_count() as u16).map(LayerId).collect();
        self.plane.begin_edit();
        self.seams.mirror(&mut self.plane, &layers);
        self.shapes.close(&mut self.plane, &mut self.covers);
        self.seams.join(&mut self.plane, &self.covers, &layers);
    }

    /// The outline of an edit, as often as there are layers that it is laid in, which are returned.
    fn copies(&mut self, layer: LayerId, outline: &Outline) -> Result<Vec<LayerId>, NotInserted> {
        self.loops.clear();
        let chains = self.loops.add(outline, &self.lattice).map_err(NotInserted::Outline)?;
        let layers = self.seams.reached(layer, &self.loops);
        if layers.len() > 1 {
            let once = self.loops.clone();
            for _ in 1..layers.len() {
                self.loops.add_chains(&once, chains.clone());
            }
        }
        Ok(layers)
    }

    pub(super) fn insert_on(&mut self, layer: LayerId, outline: &Outline) -> Result<ObstacleId, NotInserted> {
        if layer.index() >= self.layer_count() {
            return Err(NotInserted::UnknownLayer(layer));
        }
        let layers = self.copies(layer, outline)?;
        let revision = self.revision.after(INSERT, u32::from(layer.0), Some(&self.loops));
        self.plane.begin_edit();
        self.seams.take_apart(&mut self.plane, &layers);
        let shape = self.shapes.add(Kind::Obstacle, revision.version, revision.mark());
        self.shapes.lay_in(&mut self.plane, shape, &self.loops, &layers);
        self.seams.mirror(&mut self.plane, &layers);
        self.shapes.cover(&mut self.plane, &mut self.covers, shape);
        self.seams.join(&mut self.plane, &self.covers, &layers);
        self.seams.homes.insert(shape, layer);
        self.record_change(revision, shape, outline.bounds(), Effect::Lengthens);
        Ok(ObstacleId { index: shape, generation: self.shapes.generation(shape), mark: revision.mark() })
    }

    pub(super) fn remove_from_layers(&mut self, id: ObstacleId) -> Result<(), UnknownObstacle> {
        let shape = self.shape_of(id)?;
        let region = self.extent_of(shape);
        let layers = self.layers_of(shape);
        self.plane.begin_edit();
        self.seams.take_apart(&mut self.plane, &layers);
        self.shapes.clear(&mut self.plane, &mut self.covers, shape);
        self.seams.mirror(&mut self.plane, &layers);
        self.shapes.close(&mut self.plane, &mut self.covers);
        self.seams.join(&mut self.plane, &self.covers, &layers);
        self.seams.homes.remove(&shape);
        let since = self.shapes.remove(shape);
        self.record_change(self.revision.after(REMOVE, shape, None), shape, region, Effect::Shortens);
        self.note_gone(since);
        Ok(())
    }

    pub(super) fn move_in_layers(&mut self, id: ObstacleId, outline: &Outline) -> Result<(), NotInserted> {
        let shape = self.shape_of(id).map_err(NotInserted::UnknownObstacle)?;
        let home = self.seams.homes.get(&shape).copied().unwrap_or_default();
        let new = self.copies(home, outline)?;
        let mut region = self.extent_of(shape);
        for p in outline.rings().flatten() {
            region.get_or_insert(Bounds { min: *p, max: *p }).include(*p);
        }
        let mut layers = self.layers_of(shape);
        layers.extend(new.iter().copied().filter(|layer| !layers.contains(layer)).collect::<Vec<_>>());
        let revision = self.revision.after(MOVE, shape, Some(&self.loops));
        self.plane.begin_edit();
        self.seams.take_apart(&mut self.plane, &layers);
        self.shapes.clear(&mut self.plane, &mut self.covers, shape);
        self.shapes.lay_in(&mut self.plane, shape, &self.loops, &new);
        self.seams.mirror(&mut self.plane, &layers);
        self.shapes.cover(&mut self.plane, &mut self.covers, shape);
        self.seams.join(&mut self.plane, &self.covers, &layers);
        self.record_change(revision, shape, region, Effect::Either);
        let since = self.shapes.renew(shape, revision.version);
        self.note_gone(since);
        Ok(())
    }

    /// The layers that a shape is laid in.
    fn layers_of(&self, shape: u32) -> Vec<LayerId> {
        let starts = self.shapes.segments(&self.plane, shape).map(|s| self.plane.record(s).start);
        let mut layers: Vec<LayerId> = starts.map(|v| self.plane.tri.layer_of_vertex(v)).collect();
        layers.sort_unstable();
        layers.dedup();
        layers
    }
}
