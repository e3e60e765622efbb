//! The indices of a run.

use crate::step_times::StepTimes;

/// AvrA is the mean over steps with more agents than this.
const MANY: u32 = 1500;

/// What a run has shown so far.
#[derive(Clone, Debug, Default)]
pub struct RoadmapFigures {
    /// Times of steps, searches included: their mean is avCT.
    pub steps: StepTimes,
    /// pthR: searches run.
    pub searches: u64,
    /// The most searches in one step.
    pub most_searches: u64,
    /// maxA: the most agents at a time.
    pub max_agents: u32,
    /// How many have entered.
    pub entered: u32,
    /// How many have arrived.
    pub arrived: u32,
    /// Groups of agents seen, summed over the steps in which the strategy looked for them.
    pub groups_seen: u64,
    /// Steps with more than 1,500 agents, and agents in them.
    crowded: (u64, u64),
    /// By trip: how many arrived, and the steps they took.
    trips: Vec<(u64, u64)>,
}

impl RoadmapFigures {
    pub(super) fn of_trips(trips: usize) -> RoadmapFigures {
        RoadmapFigures { trips: vec![(0, 0); trips], ..RoadmapFigures::default() }
    }

    pub(super) fn arrive(&mut self, trip: u32, steps: u64) {
        self.arrived += 1;
        let (count, sum) = &mut self.trips[trip as usize];
        *count += 1;
        *sum += steps;
    }

    pub(super) fn count(&mut self, present: u32) {
        self.max_agents = self.max_agents.max(present);
        if present > MANY {
            self.crowded.0 += 1;
            self.crowded.1 += u64::from(present);
        }
    }

    /// AvrA: the mean number of agents over steps with more than 1,500; none if there were no such steps.
    pub fn avr_agents(&self) -> Option<f64> {
        (self.crowded.0 > 0).then(|| self.crowded.1 as f64 / self.crowded.0 as f64)
    }

    /// TrvT: the mean travelling time of those who arrived, by trip, in seconds; none if nobody did.
    pub fn travel_s(&self) -> impl Iterator<Item = Option<f64>> + use<'_> {
        let mean = |&(count, sum): &(u64, u64)| (count > 0).then(|| sum as f64 / count as f64 * super::STEP_S);
        self.trips.iter().map(mean)
    }
}
