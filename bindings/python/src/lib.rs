//! Navigant for Python: the compiled part of the package `navigant`.
//!
//! ```text
//!   Python ──arrays, WKT, GeoJSON──▶ arrays, outline ──▶ Map, Crowd, Simulation (locks) ──▶ the library
//!                                                          │ interpreter lock released, threads of our own
//!   Python ◀──arrays, Path, exceptions (errors)────────────┘
//! ```
//!
//! | module | what |
//! |---|---|
//! | `work` | calls without the interpreter lock: panics become exceptions, Ctrl-C is obeyed |
//! | `pool` | the threads, and what a fork does to them |
//! | `errors` | an exception for each error of the library |
//! | `arrays` | points from anything like an array, arrays from points |
//! | `outline` | outlines from arrays, WKT, GeoJSON and `__geo_interface__` |
//! | `map`, `path` | maps, and what is asked of them |
//! | `crowd`, `agent`, `order` | crowds; agents, and how they are ordered |
//! | `scenario` | scenarios and their runs |

mod agent;
mod arrays;
mod crowd;
mod errors;
mod map;
mod order;
mod outline;
mod path;
mod pool;
mod scenario;
mod work;

/// The compiled part of the package.
#[pyo3::pymodule(gil_used = true)]
mod _navigant {
    #[pymodule_export]
    use crate::agent::{AgentId, AgentView};
    #[pymodule_export]
    use crate::crowd::{Crowd, Report};
    #[pymodule_export]
    use crate::map::{Map, ObstacleId};
    #[pymodule_export]
    use crate::outline::Outline;
    #[pymodule_export]
    use crate::path::{Path, Paths};
    #[pymodule_export]
    use crate::pool::{set_threads, threads};
    #[pymodule_export]
    use crate::scenario::{Scenario, Simulation, scenario_names};
    #[pymodule_export]
    use crate::work::_panic;
}
