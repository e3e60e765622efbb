//! The published tables, reproduced; each a module with one entry.
//!
//! An experiment fills a [`frame::Report`] with comparisons, tables, plots and drawings. The frame prints it, writes it as
//! JSON and as an HTML page, and shows how far things are.
//!
//! | module | what |
//! |---|---|
//! | [`frame`] | what every experiment shares |
//! | [`anytime`] | searches that repair their plans: the 31/27/20 example, anytime curves, changing maps |
//! | [`constraints`] | constraint-aware paths: dense, hybrid and triangulation; repairs as constraints move |
//! | [`density`] | density and replanning strategies, 12,000 agents on three maps |
//! | [`domains`] | space-time planning in several domains, on 1,000 random scenes |
//! | [`fields`] | cost-to-goal fields on the CPU and on a GPU |
//! | [`replan`] | DPA* against A* on five maps with obstacles that come and go |
//! | [`validate`] | the RiMEA tests, fundamental diagram, bottlenecks, lanes |

pub mod anytime;
pub mod constraints;
pub mod density;
pub mod domains;
pub mod fields;
pub mod frame;
pub mod replan;
pub mod validate;
