//! Journeys as TOML has them.

use serde::Deserialize;
use toml::Spanned;

use super::super::raw::Span;
use super::WhenFull;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Exit {
    pub(super) name: String,
    pub(super) area: Vec<[f64; 2]>,
    pub(super) width: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Queue {
    pub(super) name: String,
    pub(super) line: Vec<[f64; 2]>,
    pub(super) service: Spanned<Span>,
    pub(super) spacing: Option<f64>,
    pub(super) most: Option<u32>,
    #[serde(default)]
    pub(super) when_full: WhenFull,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Stairs {
    pub(super) name: String,
    pub(super) area: Vec<[f64; 2]>,
    pub(super) up: Option<[f64; 2]>,
    pub(super) ascending: f64,
    pub(super) descending: Option<f64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Stop {
    pub(super) at: Option<[f64; 2]>,
    pub(super) area: Option<Vec<[f64; 2]>>,
    pub(super) queue: Option<String>,
    pub(super) wait: Option<Spanned<Span>>,
}

/// A number, the least and the most, or a normal distribution.
#[derive(Clone, Copy, Deserialize)]
#[serde(untagged, expecting = "a number, two in brackets, or { mean = …, deviation = …, least = …, most = … }")]
pub(in super::super) enum Speed {
    Span(Span),
    Normal(Normal),
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Normal {
    pub(super) mean: f64,
    pub(super) deviation: f64,
    pub(super) least: f64,
    pub(super) most: f64,
}

#[derive(Clone, Copy, Deserialize)]
#[serde(deny_unknown_fields)]
pub(in super::super) struct Ages {
    #[serde(default)]
    pub(super) under_30: f64,
    #[serde(default)]
    pub(super) from_30_to_50: f64,
    #[serde(default)]
    pub(super) over_50: f64,
    #[serde(default)]
    pub(super) impaired: f64,
}
