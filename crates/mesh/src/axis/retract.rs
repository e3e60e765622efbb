//! Retraction: from any free point onto the axis, along growing clearance.

use super::arc::Curve;
use super::graph::ArcId;
use super::growing::Growing;
use super::site::{Measured, Names, Site};
use super::{Axis, OnArc};
use crate::clearance::Square;
use crate::ids::{EdgeId, FaceId};
use crate::map::Map;
use crate::tolerance::{TOUCHES, TOUCHES_PART, WAY_BESIDE};
use navigant_geometry::Point;
use navigant_geometry::internals::LatticePoint;
use navigant_geometry::internals::Offset;

/// Where a place comes to the axis.
#[derive(Clone, Copy, Debug)]
pub struct Retraction {
    /// The arc.
    pub arc: ArcId,
    /// At which part of it, from 0 where it starts to 1 where it ends.
    pub part: f64,
    /// Where that is.
    pub on_axis: OnArc,
    /// The clearance at the place itself, in metres. On the way to the axis it only grows.
    pub clearance: f64,
}

impl Axis {
    /// Where a place comes to the axis if it goes straight away from what is nearest to it until something else is as
    /// near; `None` where one cannot stand or has no room at all, and for a map at another revision than this is the axis of.
    ///
    /// Cost: the faces on the way.
    pub(crate) fn retract(&self, map: &Map, p: impl Into<Point>) -> Option<Retraction> {
        if map.revision() != self.revision {
            return None;
        }
        let p = p.into();
        let here = map.steps(p);
        let (mut names, mut sites) = (Names::default(), Vec::new());
        let mut take_in = |f: FaceId, sites: &mut Vec<Measured>| {
            for &name in names.near(map, f) {
                if sites.iter().all(|known| known.site != name) {
                    sites.push(Measured::new(name));
                }
            }
        };
        let faces = map.faces_at(map.locate(p)?).filter(|&f| map.is_free(f));
        let mut face = None;
        for f in faces {
            take_in(f, &mut sites);
            face = Some(f);
        }
        let mut face = face?;
        let (room, nearest) = nearest_to(&sites, here)?;
        let room = whole(here).map_or(room, |p| Square::to_segment(p, nearest.site.places()).root_down());
        if room <= 0.0 || room.is_nan() {
            return None;
        }
        let growing = Growing::new(nearest, here);
        let mut entry: Option<EdgeId> = None;
        let mut top = here;
        let mut radius = room;
        // No face is entered twice on a straight way.
        for _ in 0..map.face_count() {
            radius = sites.iter().map(|site| growing.until(site)).fold(f64::INFINITY, f64::min).max(room);
            if !radius.is_finite() {
                // Nothing ahead yet: as far as the lattice goes.
                radius = f64::from(1 << 27);
            }
            top = growing.centre(radius);
            let Some(exit) = exit(map, face, entry, here, top).filter(|&e| !map.is_wall(e)) else { break };
            entry = Some(map.twin(exit));
            face = map.twin(exit).face();
            take_in(face, &mut sites);
        }
        let slack = TOUCHES + TOUCHES_PART * radius;
        let touching = sites.iter().filter(|s| (s.distance(top) - radius).abs() <= slack).map(|s| s.site);
        let (arc, part) = self.arc_at(&touching.collect::<Vec<_>>(), top)?;
        let step = self.lattice.step();
        Some(Retraction { arc, part, on_axis: self.along(arc, part), clearance: room * step })
    }

    /// The arc between two of some sites that a point is on.
    fn arc_at(&self, near: &[Site], at: Offset) -> Option<(ArcId, f64)> {
        let mut best: Option<(f64, ArcId, f64)> = None;
        for (i, &s) in near.iter().enumerate() {
            for &t in &near[..i] {
                for arc in self.graph.between(s, t).filter(|&arc| self.twin(arc).is_some_and(|twin| arc < twin)) {
                    let curve: Curve = self.curve(arc);
                    let part = curve.part(at).clamp(0.0, 1.0);
                    let off = (curve.at(part).0 - at).squared();
                    if best.is_none_or(|(least, ..)| off < least) {
                        best = Some((off, arc, part));
                    }
                }
            }
        }
        best.map(|(_, arc, part)| (arc, part))
    }
}

/// The lattice point with these coordinates, if there is one.
fn whole(p: Offset) -> Option<LatticePoint> {
    let is_whole = |c: f64| c.fract() == 0.0 && c.abs() <= f64::from(1 << 26);
    (is_whole(p.x) && is_whole(p.y)).then(|| LatticePoint::new(p.x as i32, p.y as i32))
}

/// What is nearest to a point; a corner rather than a wall that is as near.
fn nearest_to(sites: &[Measured], p: Offset) -> Option<(f64, Measured)> {
    let mut nearest: Option<(f64, Measured)> = None;
    for site in sites {
        let [a, b] = site.site.ends();
        // Exact for places on the lattice: those on a wall are not behind it.
        let is_behind = (b - a).cross(p - a) < 0.0;
        // Beyond the end of a wall, that end is a site, or another wall is nearer.
        if site.is_wall() && (is_behind || !site.is_beside(p, TOUCHES)) {
            continue;
        }
        let distance = site.distance(p);
        let is_nearer = |(least, known): (f64, Measured)| {
            distance < least || distance == least && known.is_wall() && !site.is_wall()
        };
        if nearest.is_none_or(is_nearer) {
            nearest = Some((distance, *site));
        }
    }
    nearest
}

/// The edge through which the way from one point to another leaves a face; `None` if it ends there.
fn exit(map: &Map, f: FaceId, entry: Option<EdgeId>, from: Offset, to: Offset) -> Option<EdgeId> {
    let mut first: Option<(f64, EdgeId)> = None;
    for e in f.edges().into_iter().filter(|&e| Some(e) != entry) {
        let [a, b] = [map.origin(e), map.target(e)].map(|v| Offset::to(map.lattice_point(v)));
        let along = (b - a) * (1.0 / (b - a).length());
        let [before, after] = [from, to].map(|p| along.cross(p - a));
        if after < -WAY_BESIDE {
            let part = (before / (before - after)).max(0.0);
            if first.is_none_or(|(least, _)| part < least) {
                first = Some((part, e));
            }
        }
    }
    first.map(|(_, e)| e)
}
