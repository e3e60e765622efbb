//! The changed region of a roadmap after an edit.

use super::StateId;
use super::state_set::StateSet;
use crate::graph::tuning::dpa_star::MAX_PAIRED;
use navigant_mesh::internals::{IdInternals as _, RoadmapInternals as _};
use navigant_mesh::{Bounds, Effect, Roadmap, WaypointId};
use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// The waypoints that an edit changed, computed once for all agents on the roadmap.
///
/// After an edit that can shorten paths it also knows the distances between the waypoints that stay, before the edit along edges
/// that it changed, and now. Cost: then, two short searches from each of them.
#[derive(Clone, Debug, Default)]
pub struct AffectedWaypoints {
    places: StateSet,
    bounds: Option<Bounds>,
    /// The waypoints that stay, sorted.
    stay: Vec<WaypointId>,
    /// Their former distances from each other, row by row; empty if there are too many.
    lengths: Vec<f64>,
    /// The pairs that have become nearer, the largest gain first: an upper bound on the gain, the pair, its distance now.
    gains: Vec<(f64, WaypointId, WaypointId, f64)>,
}

impl AffectedWaypoints {
    /// What the latest edit of a roadmap affected; the edit had this [effect](navigant_mesh::Change::effect).
    pub fn of(roadmap: &Roadmap, effect: Effect) -> AffectedWaypoints {
        let mut places = StateSet::default();
        roadmap.affected().iter().for_each(|place| places.insert(StateId(place.0)));
        let mut affected =
            AffectedWaypoints { places, bounds: roadmap.affected_bounds(), ..AffectedWaypoints::default() };
        if effect != Effect::Lengthens && roadmap.former().len() <= MAX_PAIRED {
            affected.measure(roadmap);
            affected.compare(roadmap);
        }
        affected
    }

    /// Whether a waypoint is affected.
    #[inline]
    pub fn contains(&self, place: WaypointId) -> bool {
        self.places.contains(StateId(place.0))
    }

    /// The box around the affected waypoints that exist.
    #[inline]
    pub(crate) fn bounds(&self) -> Option<Bounds> {
        self.bounds
    }

    /// An upper bound on the distance between two affected waypoints before the edit; infinite if none is known.
    pub fn former_length(&self, from: WaypointId, to: WaypointId) -> f64 {
        match (self.stay.binary_search(&from), self.stay.binary_search(&to)) {
            (Ok(row), Ok(column)) => self.lengths.get(row * self.stay.len() + column).copied().unwrap_or(f64::INFINITY),
            _ => f64::INFINITY,
        }
    }

    /// The largest of these bounds from a waypoint.
    pub fn former_reach(&self, from: WaypointId) -> f64 {
        let Ok(row) = self.stay.binary_search(&from) else { return f64::INFINITY };
        let row = self.lengths.get(row * self.stay.len()..(row + 1) * self.stay.len());
        row.map_or(f64::INFINITY, |row| row.iter().copied().fold(0.0, f64::max))
    }

    /// Calls `pair` with any two waypoints that stay and their distance now, where that has become less by more than `above`.
    pub fn gains(&self, above: f64, mut pair: impl FnMut(WaypointId, WaypointId, f64)) {
        for &(_, from, to, length) in self.gains.iter().take_while(|gain| gain.0 > above) {
            pair(from, to, length);
        }
    }

    /// Dijkstra in the roadmap as it is now, from every waypoint that stays, up to the former distance of the others.
    fn compare(&mut self, roadmap: &Roadmap) {
        let mut lengths = vec![f64::INFINITY; roadmap.slots()];
        let mut seen: Vec<WaypointId> = Vec::new();
        for (row, &start) in self.stay.iter().enumerate() {
            let row_of_lengths = &self.lengths[row * self.stay.len()..][..self.stay.len()];
            let reach = row_of_lengths.iter().copied().filter(|length| length.is_finite()).fold(0.0, f64::max);
            seen.drain(..).for_each(|place| lengths[place.index()] = f64::INFINITY);
            let mut waiting = BinaryHeap::from([(Reverse(0), start)]);
            lengths[start.index()] = 0.0;
            seen.push(start);
            while let Some((Reverse(bits), place)) = waiting.pop() {
                let length = f64::from_bits(bits);
                if length > reach {
                    break;
                }
                for &(end, more) in roadmap.edges(place) {
                    let known = &mut lengths[end.index()];
                    if length + more < *known {
                        if known.is_infinite() {
                            seen.push(end);
                        }
                        *known = length + more;
                        waiting.push((Reverse((length + more).to_bits()), end));
                    }
                }
            }
            for (column, &end) in self.stay.iter().enumerate() {
                let (then, now) = (self.lengths[row * self.stay.len() + column], lengths[end.index()]);
                // Farther than it was, it may not have been looked for.
                let now = now.min(reach);
                if then > now && row != column {
                    self.gains.push((then - now, start, end, now));
                }
            }
        }
        self.gains.sort_unstable_by(|a, b| b.0.total_cmp(&a.0).then((a.1, a.2).cmp(&(b.1, b.2))));
    }

    /// Dijkstra in the changed part as it was before, from every waypoint of it that stays.
    fn measure(&mut self, roadmap: &Roadmap) {
        let mut former: Vec<_> = roadmap.former().iter().collect();
        former.sort_unstable_by_key(|former| former.waypoint);
        self.stay = former.iter().filter(|former| former.stays).map(|former| former.waypoint).collect();
        let find = |place: WaypointId| former.binary_search_by_key(&place, |former| former.waypoint).ok();
        for start in former.iter().filter(|former| former.stays) {
            let mut lengths = vec![f64::INFINITY; former.len()];
            let mut waiting = BinaryHeap::new();
            if let Some(index) = find(start.waypoint) {
                lengths[index] = 0.0;
                waiting.push((Reverse(0), index));
            }
            while let Some((Reverse(bits), index)) = waiting.pop() {
                let length = f64::from_bits(bits);
                if length > lengths[index] {
                    continue;
                }
                for &(end, more) in &former[index].edges {
                    if let Some(end) = find(end).filter(|&end| length + more < lengths[end]) {
                        lengths[end] = length + more;
                        // Numbers of 0 or more are in the order of their bits.
                        waiting.push((Reverse(lengths[end].to_bits()), end));
                    }
                }
            }
            let stay = former.iter().zip(&lengths).filter(|(former, _)| former.stays);
            self.lengths.extend(stay.map(|(_, &length)| length));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use navigant_mesh::roadmap::{AxisGraph, MapRoadmap as _};
    use navigant_mesh::{Map, Outline};

    #[test]
    fn the_reach_of_a_waypoint_is_its_largest_former_length() {
        let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 30.0])).unwrap();
        let ids: Vec<_> = (0..6)
            .map(|i| {
                let (x, y) = (5.0 + 10.0 * f64::from(i % 3), 6.0 + 12.0 * f64::from(i / 3));
                map.insert(&Outline::rectangle([x, y], [x + 3.0, y + 4.0])).unwrap()
            })
            .collect();
        let mut graph = AxisGraph::of(&map, 0.2);
        map.remove(ids[1]).unwrap();
        graph.follow(&map);
        let affected = AffectedWaypoints::of(graph.roadmap(), Effect::Shortens);
        assert!(affected.stay.len() > 3, "{}", affected.stay.len());
        for &from in &affected.stay {
            let largest = affected.stay.iter().map(|&to| affected.former_length(from, to)).fold(0.0, f64::max);
            assert_eq!(affected.former_reach(from), largest);
        }
    }
}
