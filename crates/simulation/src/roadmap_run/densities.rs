//! The density of every region, and what follows from it: speed, and the cost of walking there.

use super::region_graph::{RegionGraph, RegionId};
use navigant_files::internals::{DensityMod, DensitySettings};

/// Agents a square metre at which Weidmann's pedestrians stand, and the exponent's factor.
const WEIDMANN: (f64, f64) = (5.4, 1.913);

/// The share of its speed that an agent has left in a region, before the floor.
///
/// `density` is the share of the area that agents take, `per_m2` how many there are a square metre.
pub(super) fn speed_share(density_mod: DensityMod, density: f64, per_m2: f64) -> f64 {
    match density_mod {
        DensityMod::Linear => 1.0 - density,
        DensityMod::Weidmann if per_m2 <= 0.0 => 1.0,
        DensityMod::Weidmann => 1.0 - libm::exp(-WEIDMANN.1 * (1.0 / per_m2 - 1.0 / WEIDMANN.0)),
    }
}

/// Counts of agents by region, updated as they enter and leave; speeds and costs follow at the end of a step.
#[derive(Clone, Debug)]
pub(super) struct Densities {
    people: Vec<u32>,
    densities: Vec<f64>,
    /// Metres a second of the run's clock.
    speeds: Vec<f64>,
    /// Seconds a metre; finite.
    paces: Vec<f64>,
    /// The same, infinite where a region is overcrowded.
    open_paces: Vec<f64>,
    changed: Vec<RegionId>,
    is_changed: Vec<bool>,
    /// Those whose density rose through `DensityTriggerTh` at the last refresh.
    risen: Vec<RegionId>,
}

impl Densities {
    pub(super) fn none(graph: &RegionGraph, settings: &DensitySettings) -> Densities {
        let regions = graph.region_count();
        let speed = settings.speed * settings.sec_to_time;
        Densities {
            people: vec![0; regions],
            densities: vec![0.0; regions],
            speeds: vec![speed; regions],
            paces: vec![1.0 / speed; regions],
            open_paces: vec![1.0 / speed; regions],
            changed: Vec::with_capacity(regions),
            is_changed: vec![false; regions],
            risen: Vec::with_capacity(regions),
        }
    }

    /// An agent enters a region.
    #[inline]
    pub(super) fn enter(&mut self, region: RegionId) {
        self.people[region.index()] += 1;
        self.note(region);
    }

    /// An agent leaves a region that it has entered.
    #[inline]
    pub(super) fn leave(&mut self, region: RegionId) {
        self.people[region.index()] -= 1;
        self.note(region);
    }

    #[inline]
    fn note(&mut self, region: RegionId) {
        if !self.is_changed[region.index()] {
            self.is_changed[region.index()] = true;
            self.changed.push(region);
        }
    }

    /// Brings speeds and costs up to date, in O(regions entered or left). These regions are told to `changed`.
    pub(super) fn refresh(
        &mut self,
        graph: &RegionGraph,
        settings: &DensitySettings,
        mut changed: impl FnMut(RegionId),
    ) {
        self.risen.clear();
        let full_speed = settings.speed * settings.sec_to_time;
        for region in self.changed.drain(..) {
            let i = region.index();
            self.is_changed[i] = false;
            let per_m2 = f64::from(self.people[i]) / graph.area(region);
            let (before, density) = (self.densities[i], per_m2 * settings.agent_size);
            let threshold = settings.density_trigger_th;
            if before <= threshold && density > threshold {
                self.risen.push(region);
            }
            let share = speed_share(settings.density_mod, density, per_m2).max(settings.speed_floor);
            self.densities[i] = density;
            self.speeds[i] = full_speed * share;
            self.paces[i] = 1.0 / self.speeds[i];
            self.open_paces[i] = if density > settings.overcrowded { f64::INFINITY } else { self.paces[i] };
            changed(region);
        }
        self.risen.sort_unstable();
    }

    /// Agents in a region.
    pub(super) fn people(&self, region: RegionId) -> u32 {
        self.people[region.index()]
    }

    /// The share of a region that agents take, as of the last refresh.
    #[inline]
    pub(super) fn density(&self, region: RegionId) -> f64 {
        self.densities[region.index()]
    }

    /// Metres a second of the run's clock, as of the last refresh.
    #[inline]
    pub(super) fn speed(&self, region: RegionId) -> f64 {
        self.speeds[region.index()]
    }

    /// Seconds a metre, as of the last refresh.
    #[inline]
    pub(super) fn paces(&self) -> &[f64] {
        &self.paces
    }

    /// The same, infinite where a region is overcrowded.
    #[inline]
    pub(super) fn open_paces(&self) -> &[f64] {
        &self.open_paces
    }

    /// Those whose density rose through `DensityTriggerTh` at the last refresh, in order.
    pub(super) fn risen(&self) -> &[RegionId] {
        &self.risen
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn weidmanns_pedestrians_slow_down_as_published() {
        // Weidmann (1993): 1.34 m/s alone, 1.06 m/s at 1 person/m², none left at 5.4.
        let share = |per_m2| speed_share(DensityMod::Weidmann, 0.0, per_m2);
        assert_eq!(share(0.0), 1.0);
        assert!((1.34 * share(1.0) - 1.06).abs() < 0.01);
        assert!(share(5.4).abs() < 1e-12);
        assert_eq!(speed_share(DensityMod::Linear, 0.25, 9.0), 0.75);
    }
}
