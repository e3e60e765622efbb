//! What stays the same during one search for a disc: what it may pass.

use super::super::frontier::Search;
use super::super::guide::Guide;
use super::frontier::Root;
use super::lines::Lines;
use navigant_geometry::Offset;
use navigant_mesh::{EdgeId, LatticePoint, Profiles, VertexId};
use std::cell::Cell;

/// What is wider than the disc by less than this factor may be as wide.
pub(super) const TIE: f64 = 1.0 + 1e-5;

/// What stays the same during one search; lengths are in steps.
pub(in super::super) struct DiscSearch<'m> {
    pub(super) plain: Search<'m>,
    pub(super) guide: Guide<'m>,
    pub(super) profiles: &'m Profiles,
    pub(super) radius: f64,
    /// By how much a line may pass nearer to a corner than the radius: what rounding does.
    pub(super) leeway: f64,
    /// What passages are compared with.
    pub(super) width: f32,
    /// What squares of edges are compared with.
    pub(super) width_squared: f64,
    /// Whether something was found as wide as the disc, but for rounding.
    pub(super) has_ties: Cell<bool>,
}

impl<'m> DiscSearch<'m> {
    pub(in super::super) fn new(plain: Search<'m>, guide: Guide<'m>, radius: f64) -> Self {
        let leeway = (radius * 1e-3).min(1e-6);
        let width = 2.0 * (radius - leeway);
        let profiles = plain.map.profiles();
        DiscSearch {
            plain,
            guide,
            profiles,
            radius,
            leeway,
            width: width as f32,
            width_squared: width * width,
            has_ties: Cell::new(false),
        }
    }

    /// Whether the disc gets through an edge, and past the corner that it shares with the edge through which its face was
    /// entered, if it was: `across` is the third edge of the face, and `along` the way from one end of the first to the other.
    #[inline]
    pub(super) fn may_pass(&self, edge: EdgeId, across: Option<EdgeId>, along: Offset) -> bool {
        let passage = across.map_or(f32::INFINITY, |across| self.profiles.passage(across));
        self.may_cross(edge) && self.is_wide(passage, along)
    }

    /// Whether one may cross an edge out of its face: a dead end is entered too, if the circle around a corner before it
    /// reaches into it.
    #[inline]
    pub(super) fn may_cross(&self, edge: EdgeId) -> bool {
        let map = self.plain.map;
        let reaches_in = || f64::from(self.profiles.corner_beyond(map.twin(edge))) < self.radius;
        self.plain.may_cross(edge) || !map.is_wall(edge) && reaches_in()
    }

    /// Whether the disc gets through a passage and an edge.
    #[inline]
    pub(super) fn is_wide(&self, passage: f32, along: Offset) -> bool {
        let squared = along.squared();
        let is_wide = passage >= self.width && squared >= self.width_squared;
        if is_wide && (passage <= self.width * TIE as f32 || squared <= self.width_squared * TIE) {
            self.has_ties.set(true);
        }
        is_wide
    }

    /// Whether no corner but its ends is nearer to an edge than the radius: a disc can go along it.
    #[inline]
    pub(super) fn is_open(&self, edge: EdgeId) -> bool {
        [edge, self.plain.map.twin(edge)].into_iter().all(|e| f64::from(self.profiles.corner_beyond(e)) >= self.radius)
    }

    #[inline]
    pub(super) fn lines_from(&self, root: &Root) -> Lines {
        Lines { side: root.side, radius: self.radius, leeway: self.leeway }
    }

    #[inline]
    pub(super) fn way(&self, from: LatticePoint, to: VertexId) -> Offset {
        Offset::between(from, self.plain.map.lattice_point(to))
    }
}
