//! Planning in several domains: the tables of "Multi-Domain Real-time Planning in Dynamic Environments" (Kapadia et al.).
//!
//! | part | what |
//! |---|---|
//! | [`scene`] | the random scenes |

pub mod scene;
