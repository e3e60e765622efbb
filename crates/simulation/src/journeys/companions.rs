//! Those who keep together on a journey: one exit for all of them, one waiting time, and nobody goes on before the last has come.

use super::{Clock, JOURNEY_STREAM, Journeys, Phase, Traveller};
use crate::draws::Draws;
use navigant_crowd::internals::AgentIdInternals as _;
use navigant_files::scenario::Group;

/// Waiting times of social groups are drawn from another stream than those of their members.
const COMPANIONS: u64 = 0x636F_6D70_616E_6965;

impl Journeys {
    /// The serial number of the first of those whom a traveller keeps together with: they come one after the other.
    fn first_companion(group: &Group, traveller: &Traveller) -> u32 {
        let serial = traveller.id.serial();
        serial - serial % group.together.max(1)
    }

    /// The others whom a traveller keeps together with, as far as they are there.
    fn companions<'a>(&'a self, group: &Group, traveller: &Traveller) -> impl Iterator<Item = &'a Traveller> + use<'a> {
        let (source, first, own) =
            (traveller.id.source(), Journeys::first_companion(group, traveller), traveller.id.serial());
        let together = group.together.max(1);
        let all = self.travellers.range((source, first)..(source, first.saturating_add(together)));
        all.map(|(_, other)| other).filter(move |other| other.id.serial() != own)
    }

    /// The exit that companions have chosen, if one has.
    pub(super) fn exit_of_companions(&self, group: &Group, traveller: &Traveller) -> Option<u32> {
        self.companions(group, traveller).find_map(|other| other.exit)
    }

    /// Random numbers that all companions draw alike at a stop.
    pub(super) fn draws_of_companions(&self, group: &Group, traveller: &Traveller) -> Draws {
        let first = Journeys::first_companion(group, traveller);
        Draws::of_agent(self.seed ^ JOURNEY_STREAM ^ COMPANIONS, traveller.id.source(), first, traveller.leg)
    }

    /// Whether all whom one keeps together with have come to the stop where it waits, and have waited.
    pub(super) fn is_complete(&self, group: &Group, traveller: &Traveller, clock: Clock) -> bool {
        let still_waits = |phase| match phase {
            Phase::Waiting { until } => !clock.is_over(until),
            phase => phase == Phase::Walking,
        };
        let is_behind =
            |other: &Traveller| other.leg < traveller.leg || other.leg == traveller.leg && still_waits(other.phase);
        group.together < 2 || !self.companions(group, traveller).any(is_behind)
    }
}
