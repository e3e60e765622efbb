//! Ways from here to there: paths, comparisons of searches, searches step by step, and what is seen.

mod compare;
mod find;
mod journey;
mod profile;
mod roadmaps;
mod trace;

pub(crate) use compare::compare;
pub(crate) use find::{find, see};
pub(crate) use profile::profile;
pub(crate) use roadmaps::{MOST_CELLS, MOST_SAMPLES, Roadmaps, Sizes};
pub(crate) use trace::trace;
