//! Every parameter of a run that can be changed, each with its name, its range and what it means.

use crate::item::Manner;
use crate::refusal::Refusal;
use navigant::crowd::{Avoidance, CollisionFreeSpeed, Notice, Orca, Planning, SocialForce, Vision};
use navigant::files::Scenario;
use navigant::files::scenario::RandomEdits;
use serde_json::{Map, Value, json};

/// The settings of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// How everyone avoids others; none: as each source says.
    avoidance: Option<Manner>,
    orca: Orca,
    vision: Vision,
    social_force: SocialForce,
    collision_free_speed: CollisionFreeSpeed,
    seen: bool,
    sight: f64,
    planning: Planning,
    pub(crate) dt: f64,
    pub(crate) seed: u64,
    /// When the run ends; 0: when everyone has left.
    pub(crate) steps: u64,
    random: RandomEdits,
    /// Whether boxes come and go at random.
    is_random: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            avoidance: None,
            orca: Orca::default(),
            vision: Vision::default(),
            social_force: SocialForce::default(),
            collision_free_speed: CollisionFreeSpeed::default(),
            seen: false,
            sight: 50.0,
            planning: Planning::default(),
            dt: navigant::crowd::Crowd::DT,
            seed: 1,
            steps: 0,
            random: RandomEdits { per_second: 5.0, size: [0.8, 3.0], most: 60 },
            is_random: false,
        }
    }
}

/// A number among the settings.
struct Number {
    name: &'static str,
    least: f64,
    most: f64,
    unit: &'static str,
    about: &'static str,
    /// It can be changed while the crowd walks; else it counts from the next reset.
    live: bool,
    /// It is a whole number.
    whole: bool,
    get: fn(&Settings) -> f64,
    set: fn(&mut Settings, f64),
}

impl Number {
    fn json(&self, settings: &Settings) -> Value {
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

const NUMBERS: &[Number] = &[
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
    number!("dt", 0.01..=0.5, "s", false, "How long a step lasts.", dt as f64),
    number!("seed", 0.0..=4294967295.0, "", false, "Everything random follows from it.", seed as u64),
    number!("steps", 0.0..=1000000.0, "", true, "When the run ends; 0: when everyone has left.", steps as u64),
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
        "ORCA: at most so many others are looked at.",
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

/// The manners by name, as the page says them.
const MANNERS: [(&str, Option<Manner>); 6] = [
    ("each", None),
    ("orca", Some(Manner::Orca)),
    ("vision", Some(Manner::Vision)),
    ("social_force", Some(Manner::SocialForce)),
    ("collision_free_speed", Some(Manner::CollisionFreeSpeed)),
    ("nothing", Some(Manner::Nothing)),
];

impl Settings {
    /// The settings of a scenario.
    pub(crate) fn of(scenario: &Scenario) -> Settings {
        let usual = Settings::default();
        let (seen, sight) = match scenario.planning.notice {
            Notice::AtOnce => (false, usual.sight),
            Notice::WhenSeen(sight) => (true, sight),
        };
        Settings {
            seen,
            sight,
            planning: scenario.planning,
            dt: scenario.dt,
            seed: scenario.seed,
            random: scenario.random_edits.unwrap_or(usual.random),
            is_random: scenario.random_edits.is_some(),
            ..usual
        }
    }

    /// Changes some of them: all that are given, or none if one is refused.
    pub(crate) fn change(&mut self, given: &Map<String, Value>) -> Result<(), Refusal> {
        let mut changed = self.clone();
        for (name, value) in given {
            changed.change_one(name, value)?;
        }
        *self = changed;
        Ok(())
    }

    fn change_one(&mut self, name: &str, value: &Value) -> Result<(), Refusal> {
        let one_of = |words: &[&str]| {
            let found = value.as_str().and_then(|word| words.iter().position(|known| *known == word));
            found.ok_or_else(|| Refusal::new(format!("{name} is one of {}, not {value}", words.join(", "))))
        };
        match name {
            "avoidance" => {
                let found = one_of(&MANNERS.map(|(word, _)| word))?;
                self.avoidance = MANNERS.get(found).and_then(|(_, manner)| *manner);
            }
            "policy" => self.seen = one_of(&["at_once", "seen"])? == 1,
            "random_boxes" => self.is_random = one_of(&["off", "on"])? == 1,
            _ => {
                let Some(number) = NUMBERS.iter().find(|number| number.name == name) else {
                    return Err(Refusal::new(format!("there is no setting {name:?}")));
                };
                let Some(given) = value.as_f64().filter(|x| (number.least..=number.most).contains(x)) else {
                    let Number { least, most, unit, .. } = number;
                    return Err(Refusal::new(format!("{name} must be {least} to {most} {unit}, not {value}")));
                };
                (number.set)(self, given);
            }
        }
        Ok(())
    }

    /// All of them, for the page to show.
    pub(crate) fn json(&self) -> Value {
        let manner = MANNERS.iter().find(|(_, manner)| *manner == self.avoidance).map_or("each", |(word, _)| word);
        let choice = |name: &str, value: &str, choices: &[&str], live: bool, about: &str| {
            json!({ "name": name, "value": value, "choices": choices, "live": live, "about": about,
                "least": null, "most": null, "unit": "" })
        };
        let mut all = vec![
            choice(
                "avoidance",
                manner,
                &MANNERS.map(|(word, _)| word),
                false,
                "How everyone avoids others; \"each\": as each source says.",
            ),
            choice(
                "policy",
                if self.seen { "seen" } else { "at_once" },
                &["at_once", "seen"],
                true,
                "When agents learn that an obstacle has come or gone: at once, or when they see the place.",
            ),
            choice(
                "random_boxes",
                if self.is_random { "on" } else { "off" },
                &["off", "on"],
                false,
                "Whether boxes come and go at random places while the crowd walks.",
            ),
        ];
        all.extend(NUMBERS.iter().map(|number| {
            json!({ "name": number.name, "value": number.json(self), "least": number.least, "most": number.most,
                "unit": number.unit, "about": number.about, "live": number.live, "whole": number.whole })
        }));
        Value::Array(all)
    }

    /// Whether a run with other settings before must begin anew to have these.
    pub(crate) fn needs_reset(&self, before: &Settings) -> bool {
        let live = Settings { planning: before.planning, seen: before.seen, sight: before.sight, ..self.clone() };
        Settings { steps: before.steps, ..live } != *before
    }

    pub(crate) fn planning(&self) -> Planning {
        let notice = if self.seen { Notice::WhenSeen(self.sight) } else { Notice::AtOnce };
        Planning { notice, ..self.planning }
    }

    pub(crate) fn random_edits(&self) -> Option<RandomEdits> {
        self.is_random.then_some(self.random)
    }

    /// How somebody of a source avoids others.
    pub(crate) fn avoidance(&self, of_source: Manner) -> Avoidance {
        match self.avoidance.unwrap_or(of_source) {
            Manner::Orca => Avoidance::Orca(self.orca),
            Manner::Vision => Avoidance::Vision(self.vision),
            Manner::SocialForce => Avoidance::SocialForce(self.social_force),
            Manner::CollisionFreeSpeed => Avoidance::CollisionFreeSpeed(self.collision_free_speed),
            Manner::Nothing => Avoidance::Nothing,
        }
    }
}

/// An f32 told as an f64 has digits that nobody wrote.
fn tidy(value: f64) -> f64 {
    let single = value as f32;
    if f64::from(single) == value { single.to_string().parse().unwrap_or(value) } else { value }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_setting_can_be_told_what_it_says_it_is() {
        let mut settings = Settings::default();
        let all = settings.json();
        let given: Map<String, Value> = all
            .as_array()
            .unwrap()
            .iter()
            .map(|setting| (setting["name"].as_str().unwrap().to_owned(), setting["value"].clone()))
            .collect();
        assert_eq!(given.len(), NUMBERS.len() + 3, "no name twice");
        settings.change(&given).unwrap();
        assert_eq!(settings, Settings::default());
        for number in NUMBERS {
            for value in [number.least, number.most] {
                settings.change_one(number.name, &json!(value)).unwrap();
                assert!(((number.get)(&settings) - value).abs() <= 1e-6 * value.abs(), "{}", number.name);
            }
        }
    }

    #[test]
    fn one_bad_setting_leaves_all_as_they_were() {
        let mut settings = Settings::default();
        for (name, value, said) in [
            ("dt", json!(0), "dt must be 0.01 to 0.5 s, not 0"),
            ("dt", json!("soon"), "must be"),
            ("avoidance", json!("prayer"), "avoidance is one of each, orca"),
            ("colour", json!(1), "there is no setting"),
        ] {
            let given = Map::from_iter([("budget".to_owned(), json!(500)), (name.to_owned(), value)]);
            let refused = settings.change(&given).unwrap_err();
            assert!(refused.message.contains(said), "{refused}");
            assert_eq!(settings, Settings::default());
        }
    }
}
