//! A scenario as TOML has it.

use serde::Deserialize;
use toml::Spanned;

use super::journey::raw::{Ages, Exit, Queue, Speed, Stairs, Stop};
use super::{Choice, OnArrival};
use crate::density_settings::Raw as Roadmap;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Scenario {
    #[serde(default)]
    pub(super) about: String,
    pub(super) scene: Spanned<String>,
    #[serde(default)]
    pub(super) seed: u32,
    pub(super) dt: Option<Spanned<f64>>,
    pub(super) steps: Option<Spanned<u64>>,
    #[serde(default)]
    pub(super) planning: Planning,
    pub(super) knowledge: Option<Spanned<Knowledge>>,
    pub(super) roadmap: Option<Spanned<Roadmap>>,
    pub(super) agents: Spanned<Vec<Group>>,
    #[serde(default)]
    pub(super) things: Vec<Spanned<Thing>>,
    #[serde(default)]
    pub(super) edits: Vec<Spanned<Edit>>,
    pub(super) random_edits: Option<RandomEdits>,
    #[serde(default)]
    pub(super) exits: Vec<Spanned<Exit>>,
    #[serde(default)]
    pub(super) queues: Vec<Spanned<Queue>>,
    #[serde(default)]
    pub(super) stairs: Vec<Spanned<Stairs>>,
}

#[derive(Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Planning {
    #[serde(default)]
    pub(super) notice: Notice,
    pub(super) sight: Option<Spanned<f64>>,
    pub(super) expansions_per_step: Option<Spanned<u32>>,
    pub(super) expansions_per_search: Option<Spanned<u32>>,
    pub(super) hysteresis: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Knowledge {
    pub(super) sight: Option<Spanned<f64>>,
    pub(super) contact: Option<Spanned<f64>>,
    pub(super) turning: Option<Spanned<f64>>,
}

#[derive(Clone, Copy, Default, Deserialize, PartialEq)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Notice {
    #[default]
    AtOnce,
    WhenSeen,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Group {
    pub(super) count: Spanned<u64>,
    pub(super) area: Option<Spanned<Vec<[f64; 2]>>>,
    pub(super) radius: Option<Spanned<Span>>,
    pub(super) speed: Option<Spanned<Speed>>,
    pub(super) comfort: Option<Spanned<Span>>,
    pub(super) ages: Option<Spanned<Ages>>,
    pub(super) premovement: Option<Spanned<Span>>,
    pub(super) schedule: Option<Spanned<Vec<[f64; 2]>>>,
    pub(super) stops: Option<Spanned<Vec<Spanned<Stop>>>>,
    #[serde(default)]
    pub(super) avoidance: Avoidance,
    pub(super) per_second: Option<Spanned<f64>>,
    pub(super) together: Option<Spanned<u32>>,
    #[serde(default)]
    pub(super) district: u8,
    pub(super) goal: Spanned<Goal>,
    #[serde(default)]
    pub(super) arrival: OnArrival,
    pub(super) wishes: Option<Spanned<String>>,
    pub(super) wishes_until: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Thing {
    pub(super) name: String,
    pub(super) outline: Option<Vec<[f64; 2]>>,
    pub(super) at: Option<[f64; 2]>,
    pub(super) radius: Option<f64>,
    #[serde(default)]
    pub(super) facing: f64,
    pub(super) reach: Option<f64>,
    pub(super) view: Option<[f64; 2]>,
    #[serde(default)]
    pub(super) patrol: Vec<[f64; 2]>,
    pub(super) speed: Option<f64>,
}

/// A number, or the least and the most.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, expecting = "a number, or two in brackets: the least and the most")]
pub(super) enum Span {
    One(f64),
    Two([f64; 2]),
}

#[derive(Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(super) enum Avoidance {
    #[default]
    Orca,
    Vision,
    SocialForce,
    CollisionFreeSpeed,
    Weidmann,
    Nothing,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Goal {
    pub(super) at: Option<[f64; 2]>,
    pub(super) area: Option<Vec<[f64; 2]>>,
    pub(super) away: Option<[f64; 2]>,
    pub(super) exits: Option<Vec<String>>,
    pub(super) choice: Option<Choice>,
    pub(super) field: Option<bool>,
    pub(super) cell: Option<f64>,
    pub(super) density: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Edit {
    pub(super) at: f64,
    pub(super) insert: Option<Vec<[f64; 2]>>,
    pub(super) name: Option<String>,
    pub(super) remove: Option<String>,
    #[serde(rename = "move")]
    pub(super) moved: Option<String>,
    pub(super) to: Option<[f64; 2]>,
    pub(super) path: Option<Vec<[f64; 2]>>,
    pub(super) speed: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RandomEdits {
    pub(super) per_second: Spanned<f64>,
    pub(super) size: Spanned<Span>,
    pub(super) most: Spanned<u32>,
}
