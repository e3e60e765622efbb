//! Ways from here to there: paths, comparisons of searches, searches step by step, and what is seen.

mod compare;
mod find;
mod funnel;
mod journey;
mod profile;
mod repair;
mod roadmaps;
mod trace;
mod watched;
mod wedges;
mod wishes;

pub(crate) use compare::compare;
pub(crate) use find::{find, see};
pub(crate) use funnel::funnel;
pub(crate) use profile::profile;
pub(crate) use roadmaps::{MOST_CELLS, MOST_SAMPLES, Roadmaps, Sizes};
pub(crate) use trace::trace;
pub(crate) use wedges::wedges;
pub(crate) use wishes::{Wishing, check, plan};
