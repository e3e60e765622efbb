//! Unstable: what the other crates of this workspace need beyond the public interface. See `navigant_geometry::internals`.

pub use crate::cell_list::{Body, CellList, Fine, Sorted};
pub use crate::neighbours::{NeighbourFinder, Neighbours, Reach};
pub use crate::orca::lines::{Line, Lines};
pub use crate::orca::program::solve;
pub use crate::snapshot::write_checksum;

use crate::{AgentId, Crowd, Seen, UnknownAgent};
use navigant_geometry::internals::expose;
use rayon::iter::IndexedParallelIterator;

expose! {
    /// What simulations and tests need of [`Crowd`] beyond its public interface.
    CrowdInternals for Crowd {
        /// All agents, by all threads at once.
        fn par_agents(&self) -> impl IndexedParallelIterator<Item = Seen> + '_;
        /// A number that follows from an agent's state.
        fn agent_hash(&self, id: AgentId) -> Result<u64, UnknownAgent>;
    }
}
