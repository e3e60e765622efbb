//! The cheapest ways to some goals over a network: the wave from the goals, stopped early, gone on with, and repaired.

use crate::buckets::Entry;
use crate::delta_stepping::{self, Outcome};
use crate::field::{CostToGoal, Work};
use crate::lower::{Lower, Until};
use crate::network::{INFINITE, Network, State, Step};
use crate::raise::Raise;
use crate::tuning::{BUCKET_BITS, MIN_RAISED, RESTART_SHARE};
use std::sync::atomic::AtomicU32;

/// The costs of all slots of a network, as far as the wave has come.
#[derive(Debug)]
pub(crate) struct Solution<N> {
    pub(crate) network: N,
    /// The slots of the goals, open or not.
    pub(crate) goals: Vec<u32>,
    waiting: Vec<Entry>,
    /// Costs below this one are final; `None` when all are.
    pub(crate) bound: Option<u64>,
    /// Slots that a cost which does not fit was found for. Only those without another one are too far.
    overflowed: Vec<u32>,
    pub(crate) threads: usize,
}

/// Slots whose cost does not fit, by their numbers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct TooFar(pub(crate) Vec<u32>);

impl<N: Network> Solution<N> {
    /// Nothing is known yet; it has no goals and uses all cores.
    pub(crate) fn new(network: N) -> Solution<N> {
        let threads = std::thread::available_parallelism().map_or(1, usize::from);
        Solution { network, goals: Vec::new(), waiting: Vec::new(), bound: Some(0), overflowed: Vec::new(), threads }
    }

    /// Forgets all costs and takes other goals.
    pub(crate) fn set_goals(&mut self, goals: Vec<u32>) {
        self.goals = goals;
        self.restart();
    }

    /// Forgets all costs but those of the goals.
    pub(crate) fn restart(&mut self) {
        self.network.words_mut().clear();
        self.waiting.clear();
        self.overflowed.clear();
        self.bound = Some(0);
        self.open_goals();
    }

    /// Forgets the costs of the goals, too, where nothing else is known.
    pub(crate) fn clear_goals(&mut self) {
        if self.bound != Some(0) {
            self.restart();
        }
        let words = self.network.words();
        self.goals.iter().for_each(|&slot| words.set(slot, words.get(slot).with_cost(INFINITE)));
        self.waiting.clear();
    }

    /// Gives goals that are open the cost 0.
    pub(crate) fn open_goals(&mut self) {
        let words = self.network.words();
        for &slot in &self.goals {
            let state = words.get(slot);
            if state.is_open() && state.cost() != 0 {
                words.set(slot, state.with_cost(0));
                self.waiting.push(Entry { cost: 0, slot });
            }
        }
    }

    /// Takes the costs of all slots from elsewhere; those that have none there have no way to a goal.
    pub(crate) fn take_costs(&mut self, costs: &[u32]) {
        let words = self.network.words();
        for (slot, &cost) in (0..words.len() as u32).zip(costs) {
            words.set(slot, words.get(slot).with_cost(cost));
        }
        self.waiting.clear();
        self.overflowed.clear();
        self.bound = None;
    }

    /// Goes on from wherever the wave stands.
    pub(crate) fn go_on(&mut self, until: Until<'_>) -> Result<Work, TooFar> {
        if self.bound.is_none() {
            return self.checked(Work::default());
        }
        let work = self.lower(until);
        self.checked(work)
    }

    /// Restores all costs up to where they were final, after the steps of the touched slots, or of those beside them, have changed.
    pub(crate) fn repair(&mut self, touched: &[u32]) -> Result<Work, TooFar> {
        let Outcome { stopped_at, log: raised, .. } = self.raise(touched);
        let until = self.bound.map_or(Until::End, Until::Below);
        if stopped_at.is_some() {
            // Most of it changes: to find that out slot by slot takes longer than to begin again.
            self.restart();
            let work = self.lower(until);
            return self.checked(Work { raised: raised.len() as u64, ..work });
        }
        self.pull(&raised, touched);
        self.open_goals();
        let work = self.lower(until);
        let words = self.network.words();
        let has_none = |&&slot: &&u32| words.get(slot).cost() == INFINITE;
        self.overflowed.extend(raised.iter().chain(touched).filter(has_none));
        self.checked(Work { raised: raised.len() as u64, ..work })
    }

    /// Takes the cost from all slots that no longer have a way of that cost; stops when these are very many.
    fn raise(&self, touched: &[u32]) -> Outcome {
        let words = self.network.words();
        let entry = |&slot: &u32| Entry { cost: words.get(slot).cost(), slot };
        let seeds: Vec<Entry> = touched.iter().map(entry).filter(|seed| seed.cost != INFINITE).collect();
        let most = (words.len() as u64 / RESTART_SHARE).max(MIN_RAISED);
        delta_stepping::run(&Raise { network: &self.network, most }, &seeds, self.threads)
    }

    /// Lets slots that were raised or touched take the best that their neighbours offer.
    fn pull(&mut self, raised: &[u32], touched: &[u32]) {
        let words = self.network.words();
        let best = |&slot: &u32| {
            let state = words.get(slot);
            let offers = self.network.steps(slot, state).map(|step| step.state.cost().saturating_add(step.cost));
            let cost = offers.min().filter(|&cost| cost < state.cost())?;
            Some(Entry { cost, slot })
        };
        // All look before any takes, so that only those beside what has kept its cost do.
        let better: Vec<Entry> = raised.iter().chain(touched).filter_map(best).collect();
        for entry in better {
            let state = words.get(entry.slot);
            if entry.cost < state.cost() {
                words.set(entry.slot, state.with_cost(entry.cost));
                self.waiting.push(entry);
            }
        }
    }

    /// Runs the wave from what waits.
    fn lower(&mut self, until: Until<'_>) -> Work {
        let rule = Lower { network: &self.network, until, reached: AtomicU32::new(0) };
        let Outcome { waiting, stopped_at, mut log, taken, buckets } =
            delta_stepping::run(&rule, &self.waiting, self.threads);
        self.waiting = waiting;
        self.bound =
            stopped_at.map(|bucket| u64::from(bucket) << BUCKET_BITS).max(self.bound.filter(|_| stopped_at.is_some()));
        self.overflowed.append(&mut log);
        Work { expanded: taken, raised: 0, buckets }
    }

    /// The work, unless a slot is too far.
    fn checked(&mut self, work: Work) -> Result<Work, TooFar> {
        let network = &self.network;
        let overflows = |&slot: &u32| {
            let state = network.words().get(slot);
            state.cost() == INFINITE && network.steps(slot, state).any(|step| step.state.cost() != INFINITE)
        };
        self.overflowed.retain(overflows);
        if self.bound.is_none() && !self.overflowed.is_empty() {
            return Err(TooFar(self.overflowed.clone()));
        }
        Ok(work)
    }

    /// What is known about a slot.
    #[inline]
    pub(crate) fn known(&self, state: State) -> CostToGoal {
        let cost = state.cost();
        match self.bound {
            Some(bound) if state.is_open() && u64::from(cost) >= bound => CostToGoal::Beyond,
            None if cost == INFINITE && !self.overflowed.is_empty() && state.is_open() => CostToGoal::Beyond,
            _ if cost == INFINITE => CostToGoal::Unreachable,
            _ => CostToGoal::Known(cost),
        }
    }

    /// The first step of a cheapest way from a slot.
    #[inline]
    pub(crate) fn step_from(&self, slot: u32) -> Option<Step> {
        let state = self.network.words().get(slot);
        let CostToGoal::Known(cost) = self.known(state) else { return None };
        self.network.steps(slot, state).find(|step| step.state.cost().checked_add(step.cost) == Some(cost))
    }
}
