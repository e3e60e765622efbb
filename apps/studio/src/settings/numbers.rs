//! The numbers among the settings, each with its range and what it means.

use super::Settings;
use serde_json::{Value, json};

/// A number among the settings.
pub(super) struct Number {
    pub(super) name: &'static str,
    pub(super) least: f64,
    pub(super) most: f64,
    pub(super) unit: &'static str,
    pub(super) about: &'static str,
    /// It can be changed while the crowd walks; else it counts from the next reset.
    pub(super) live: bool,
    /// It is a whole number.
    pub(super) whole: bool,
    pub(super) get: fn(&Settings) -> f64,
    pub(super) set: fn(&mut Settings, f64),
}

impl Number {
    pub(super) fn json(&self, settings: &Settings) -> Value {
        let value = (self.get)(settings);
        if self.whole { json!(value as u64) } else { json!(tidy(value)) }
    }
}

macro_rules! number {
    ($name:literal, $least:literal..=$most:literal, $unit:literal, $live:literal, $about:literal, $($field:ident).+ as $type:ty) => {
        Number {
            name: $name,
            least: $least,
            most: $most,
            unit: $unit,
            about: $about,
            live: $live,
            whole: !matches!(stringify!($type).as_bytes(), b"f32" | b"f64"),
            get: |settings| settings.$($field).+ as f64,
            set: |settings, value| settings.$($field).+ = value as $type,
        }
    };
}

pub(super) const NUMBERS: &[Number] = &[
    number!(
        "sight",
        1.0..=1000.0,
        "m",
        true,
        "From how far away changes are seen, with the policy \"seen\".",
        sight as f64
    ),
    number!(
        "budget",
        100.0..=10000000.0,
        "expansions",
        true,
        "How much planning there is to a step; who gets none waits.",
        planning.expansions_per_step as u32
    ),
    number!(
        "search_budget",
        100.0..=10000000.0,
        "expansions",
        true,
        "How much one search gets before it is put off; then twice as much.",
        planning.expansions_per_search as u32
    ),
    number!(
        "hysteresis",
        0.0..=1.0,
        "",
        true,
        "A route is changed for one that is shorter by more than this share.",
        planning.hysteresis as f64
    ),
    number!("dt", 0.01..=0.5, "s", true, "How long a step lasts.", dt as f64),
    number!("seed", 0.0..=4294967295.0, "", false, "Everything random follows from it.", seed as u64),
    number!("steps", 0.0..=1000000.0, "", true, "When the run ends; 0: when everyone has left.", steps as u64),
    number!(
        "news_sight",
        0.01..=1000.0,
        "m",
        false,
        "News: from how far one sees what came and went.",
        news.sight as f64
    ),
    number!(
        "news_contact",
        0.0..=1000.0,
        "m",
        false,
        "News: how near somebody has to be to tell; 0: nobody tells.",
        news.contact as f64
    ),
    number!(
        "news_turning",
        0.0..=1000.0,
        "m",
        false,
        "News: from how far one infers why somebody turned back; 0: never.",
        news.turning as f64
    ),
    number!(
        "random_per_second",
        0.001..=100.0,
        "1/s",
        false,
        "How many boxes come and go in a second, with random boxes on.",
        random.per_second as f64
    ),
    number!("random_most", 1.0..=10000.0, "", false, "How many such boxes stand at once.", random.most as usize),
    number!(
        "orca_distance",
        0.5..=20.0,
        "m",
        false,
        "ORCA: others farther away are not looked at.",
        orca.neighbour_distance as f32
    ),
    number!(
        "orca_neighbours",
        1.0..=16.0,
        "",
        false,
        "ORCA: the number of nearest neighbours that are avoided.",
        orca.most_neighbours as u32
    ),
    number!(
        "orca_horizon",
        0.1..=20.0,
        "s",
        false,
        "ORCA: how far ahead collisions with others are avoided.",
        orca.horizon as f32
    ),
    number!(
        "orca_wall_horizon",
        0.1..=20.0,
        "s",
        false,
        "ORCA: how far ahead collisions with walls are avoided.",
        orca.wall_horizon as f32
    ),
    number!("vision_horizon", 0.5..=20.0, "m", false, "Vision: how far an agent looks.", vision.horizon as f32),
    number!("vision_field", 0.1..=3.0, "rad", false, "Vision: how far to either side.", vision.field as f32),
    number!(
        "vision_relaxation",
        0.05..=5.0,
        "s",
        false,
        "Vision: the time kept to what is ahead.",
        vision.relaxation as f32
    ),
    number!(
        "vision_stiffness",
        0.0..=5000.0,
        "1/s²",
        false,
        "Vision: how strongly those are pushed apart who overlap.",
        vision.stiffness as f32
    ),
    number!(
        "force_relaxation",
        0.05..=5.0,
        "s",
        false,
        "Social force: how long it takes to get up to speed.",
        social_force.relaxation as f32
    ),
    number!(
        "force_strength",
        0.0..=100.0,
        "m/s²",
        false,
        "Social force: how strongly others push who touch.",
        social_force.strength as f32
    ),
    number!(
        "force_range",
        0.01..=5.0,
        "m",
        false,
        "Social force: over what distance that falls to a third.",
        social_force.range as f32
    ),
    number!(
        "force_stiffness",
        0.0..=5000.0,
        "1/s²",
        false,
        "Social force: how strongly those are pushed apart who overlap.",
        social_force.stiffness as f32
    ),
    number!(
        "speed_time_gap",
        0.1..=5.0,
        "s",
        false,
        "Collision-free speed: the time kept to whoever walks ahead.",
        collision_free_speed.time_gap as f32
    ),
    number!(
        "speed_strength",
        0.0..=50.0,
        "",
        false,
        "Collision-free speed: how strongly others bend the direction.",
        collision_free_speed.strength as f32
    ),
    number!(
        "speed_range",
        0.01..=5.0,
        "m",
        false,
        "Collision-free speed: over what distance that falls to a third.",
        collision_free_speed.range as f32
    ),
    number!(
        "speed_wall_strength",
        0.0..=50.0,
        "",
        false,
        "Collision-free speed: how strongly walls bend the direction.",
        collision_free_speed.wall_strength as f32
    ),
    number!(
        "speed_wall_range",
        0.01..=5.0,
        "m",
        false,
        "Collision-free speed: over what distance that falls to a third.",
        collision_free_speed.wall_range as f32
    ),
];

/// An f32 told as an f64 has digits that nobody wrote.
fn tidy(value: f64) -> f64 {
    let single = value as f32;
    if f64::from(single) == value { single.to_string().parse().unwrap_or(value) } else { value }
}
