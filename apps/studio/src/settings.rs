//! Every parameter of a run that can be changed, each with its name, its range and what it means.

mod numbers;

use crate::item::AvoidanceModel;
use crate::refusal::Refusal;
use navigant::crowd::{Avoidance, CollisionFreeSpeed, News, Notice, Orca, Planning, SocialForce, Vision, Weidmann};
use navigant::files::Scenario;
use navigant::files::scenario::RandomEdits;
use numbers::{NUMBERS, Number};
use serde_json::{Map, Value, json};

/// The settings of a run.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Settings {
    /// How everyone avoids others; none: as each source says.
    avoidance: Option<AvoidanceModel>,
    orca: Orca,
    vision: Vision,
    social_force: SocialForce,
    collision_free_speed: CollisionFreeSpeed,
    seen: bool,
    sight: f64,
    planning: Planning,
    news: News,
    /// Whether agents plan on what they believe.
    believes: bool,
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
            news: News::default(),
            believes: false,
            dt: navigant::crowd::Crowd::DT,
            seed: 1,
            steps: 0,
            random: RandomEdits { per_second: 5.0, size: [0.8, 3.0], most: 60 },
            is_random: false,
        }
    }
}

/// The avoidance models by name, as the page says them.
const MODELS: [(&str, Option<AvoidanceModel>); 7] = [
    ("each", None),
    ("orca", Some(AvoidanceModel::Orca)),
    ("vision", Some(AvoidanceModel::Vision)),
    ("social_force", Some(AvoidanceModel::SocialForce)),
    ("collision_free_speed", Some(AvoidanceModel::CollisionFreeSpeed)),
    ("weidmann", Some(AvoidanceModel::Weidmann)),
    ("nothing", Some(AvoidanceModel::Nothing)),
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
            news: scenario.knowledge.as_ref().map_or(usual.news, |knowledge| knowledge.value),
            believes: scenario.knowledge.is_some(),
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
                let found = one_of(&MODELS.map(|(word, _)| word))?;
                self.avoidance = MODELS.get(found).and_then(|(_, model)| *model);
            }
            "policy" => self.seen = one_of(&["at_once", "seen"])? == 1,
            "news" => self.believes = one_of(&["off", "on"])? == 1,
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
        let model = MODELS.iter().find(|(_, model)| *model == self.avoidance).map_or("each", |(word, _)| word);
        let choice = |name: &str, value: &str, choices: &[&str], live: bool, about: &str| {
            json!({ "name": name, "value": value, "choices": choices, "live": live, "about": about,
                "least": null, "most": null, "unit": "" })
        };
        let mut all = vec![
            choice(
                "avoidance",
                model,
                &MODELS.map(|(word, _)| word),
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
                "news",
                if self.believes { "on" } else { "off" },
                &["off", "on"],
                false,
                "Whether agents plan on what they believe: what they have seen, been told or inferred. Then \"Changes known\" means nothing.",
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

    /// Whether a run with other settings before must restart to have these.
    pub(crate) fn needs_reset(&self, before: &Settings) -> bool {
        let live = Settings { planning: before.planning, seen: before.seen, sight: before.sight, ..self.clone() };
        Settings { steps: before.steps, dt: before.dt, ..live } != *before
    }

    pub(crate) fn planning(&self) -> Planning {
        let notice = if self.seen { Notice::WhenSeen(self.sight) } else { Notice::AtOnce };
        Planning { notice, ..self.planning }
    }

    /// How news passes, if agents plan on what they believe.
    pub(crate) fn knowledge(&self) -> Option<News> {
        self.believes.then_some(self.news)
    }

    pub(crate) fn random_edits(&self) -> Option<RandomEdits> {
        self.is_random.then_some(self.random)
    }

    /// How somebody of a source avoids others.
    pub(crate) fn avoidance(&self, of_source: AvoidanceModel) -> Avoidance {
        match self.avoidance.unwrap_or(of_source) {
            AvoidanceModel::Orca => Avoidance::Orca(self.orca),
            AvoidanceModel::Vision => Avoidance::Vision(self.vision),
            AvoidanceModel::SocialForce => Avoidance::SocialForce(self.social_force),
            AvoidanceModel::CollisionFreeSpeed => Avoidance::CollisionFreeSpeed(self.collision_free_speed),
            AvoidanceModel::Weidmann => Avoidance::Weidmann(Weidmann::default()),
            AvoidanceModel::Nothing => Avoidance::Nothing,
        }
    }
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
        assert_eq!(given.len(), NUMBERS.len() + 4, "no name twice");
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
