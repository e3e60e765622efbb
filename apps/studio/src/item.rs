//! What is drawn: floors, obstacles, walls, and who walks between them.

use crate::refusal::Refusal;
use crate::things;
use navigant::mesh::{Bounds, Outline, Point};
use navigant::planning::constraint::Wishes;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of an item in its document; never used twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Key(pub(crate) u32);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Kind {
    /// Where one may walk.
    Floor,
    /// An area that stands in the way.
    Obstacle,
    /// A line that does.
    Wall,
    /// Where people come from; everywhere if it has no rings.
    Source,
    /// Where they go: an area, or a single point.
    Goal,
    /// A goal where they stay.
    Waiting,
    /// An area of a kind, which is its name: it is marked, and in nobody's way.
    Region,
    /// What wishes name: a house, a guard. It is in nobody's way either.
    Thing,
}

impl Kind {
    /// Whether it is a part of the map that a running crowd can see come and go.
    pub(crate) fn is_in_the_way(self) -> bool {
        matches!(self, Kind::Obstacle | Kind::Wall)
    }

    /// Whether the running map has it: it comes and goes there without a reset.
    pub(crate) fn is_live(self) -> bool {
        self.is_in_the_way() || self == Kind::Region
    }

    pub(crate) fn word(self) -> &'static str {
        match self {
            Kind::Floor => "floor",
            Kind::Obstacle => "obstacle",
            Kind::Wall => "wall",
            Kind::Source => "source",
            Kind::Goal => "goal",
            Kind::Waiting => "waiting place",
            Kind::Region => "region",
            Kind::Thing => "thing",
        }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct Item {
    #[serde(default)]
    pub(crate) key: Key,
    pub(crate) kind: Kind,
    #[serde(default)]
    pub(crate) name: Option<String>,
    #[serde(default)]
    pub(crate) rings: Vec<Vec<[f64; 2]>>,
    /// The page's own note of how it was drawn.
    #[serde(default)]
    pub(crate) shape: Value,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) source: Option<Source>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) thing: Option<Thing>,
    /// The triangles it covers, where that is not plain from its rings ([`fill`](crate::fill)).
    #[serde(default, skip_deserializing, skip_serializing_if = "Option::is_none")]
    pub(crate) fill: Option<Vec<[f64; 2]>>,
}

/// Who comes from a source.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Source {
    pub(crate) count: u32,
    /// How many come in a second; all at once if it is null.
    pub(crate) per_second: Option<f64>,
    pub(crate) radius: [f64; 2],
    pub(crate) speed: [f64; 2],
    /// A goal or a waiting place; null for places of their own that are far away.
    pub(crate) goal: Option<Key>,
    /// How far away these are, at least and at most, in metres.
    pub(crate) away: Option<[f64; 2]>,
    pub(crate) avoidance: AvoidanceModel,
    pub(crate) arrival: Arrival,
    /// The size of social groups; 1 for none.
    pub(crate) together: u32,
    /// What they wish of their paths, in the language of wishes; nothing if it is empty.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub(crate) wishes: String,
    /// Until when, in seconds; for ever if it is null.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) wishes_until: Option<f64>,
}

impl Default for Source {
    fn default() -> Source {
        Source {
            count: 100,
            per_second: None,
            radius: [0.25; 2],
            speed: [1.3; 2],
            goal: None,
            away: None,
            avoidance: AvoidanceModel::Orca,
            arrival: Arrival::Leave,
            together: 1,
            wishes: String::new(),
            wishes_until: None,
        }
    }
}

/// What a thing is besides its outline; one of a single point is a disc.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub(crate) struct Thing {
    /// The radius of a disc, in metres.
    pub(crate) radius: f64,
    /// Where it faces: degrees, counter-clockwise from +x.
    pub(crate) facing: f64,
    /// How far its annotations reach from its sides, in metres; as far as its longer side is long if it is null.
    pub(crate) reach: Option<f64>,
    /// Its field of view: the whole angle in degrees, and how far it sees in metres. All around if it is null.
    pub(crate) view: Option<[f64; 2]>,
    /// Between which points it goes to and fro; it stands if there are none.
    pub(crate) patrol: Vec<[f64; 2]>,
    /// How fast, in metres a second.
    pub(crate) speed: f64,
}

impl Default for Thing {
    fn default() -> Thing {
        Thing { radius: 0.25, facing: 0.0, reach: None, view: None, patrol: Vec::new(), speed: 1.0 }
    }
}

/// A way of avoiding others; its parameters are among the settings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum AvoidanceModel {
    #[default]
    Orca,
    Vision,
    #[serde(alias = "social-force")]
    SocialForce,
    #[serde(alias = "collision-free-speed")]
    CollisionFreeSpeed,
    Weidmann,
    Nothing,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Arrival {
    #[default]
    Leave,
    Stay,
    Wander,
}

/// Coordinates beyond this, in metres, are mistakes.
pub(crate) const FAR: f64 = 1e7;
/// The most people of a source.
pub(crate) const MOST_PEOPLE: u32 = 200_000;
/// The most bytes of a source's wishes.
pub(crate) const MOST_WISHES: usize = 10_000;
/// The most points of an item.
const MOST_POINTS: usize = 100_000;

impl Item {
    /// Says what is wrong with it, and where.
    pub(crate) fn check(&self) -> Result<(), Refusal> {
        let what = self.kind.word();
        let points = || self.rings.iter().flatten();
        if let Some(&p) = points().find(|p| !p.iter().all(|c| c.abs() <= FAR)) {
            return Err(Refusal::at(format!("this {what} has a point farther away than {FAR} m"), p));
        }
        if points().count() > MOST_POINTS {
            return Err(Refusal::new(format!("this {what} has more than {MOST_POINTS} points; draw it with fewer")));
        }
        if self.name.as_ref().is_some_and(|name| name.len() > 200) {
            return Err(Refusal::new(format!("the name of this {what} has more than 200 bytes")));
        }
        let place = points().next().copied();
        let refuse = |message: String| match place {
            Some(place) => Err(Refusal::at(message, place)),
            None => Err(Refusal::new(message)),
        };
        let least = match self.kind {
            Kind::Wall => 1,
            Kind::Goal | Kind::Waiting | Kind::Thing if self.rings.iter().all(|ring| ring.len() == 1) => 1,
            _ => 3,
        };
        match self.kind {
            Kind::Wall if self.rings.len() != 1 => return refuse("a wall is one line".to_owned()),
            Kind::Source | Kind::Goal | Kind::Waiting | Kind::Thing if self.rings.len() > 1 => {
                return refuse(format!("a {what} is one polygon without holes"));
            }
            Kind::Source => {}
            _ if self.rings.is_empty() => return refuse(format!("this {what} has no points")),
            _ => {}
        }
        if let Some(ring) = self.rings.iter().find(|ring| ring.len() < least) {
            return refuse(format!("a {what} needs {least} points or more, not {}", ring.len()));
        }
        match (&self.source, self.kind) {
            (Some(source), Kind::Source) => source.check().or_else(refuse)?,
            (None, Kind::Source) => refuse("a source needs its \"source\": who comes from it".to_owned())?,
            (Some(_), _) => refuse(format!("a {what} is not a source"))?,
            (None, _) => {}
        }
        if self.thing.is_some() && self.kind != Kind::Thing {
            return refuse(format!("a {what} is not a thing"));
        }
        if self.kind == Kind::Thing {
            things::check(self).or_else(refuse)?;
        }
        Ok(())
    }

    /// Its shape as the map takes it.
    pub(crate) fn outline(&self) -> Outline {
        let ring = |ring: &Vec<[f64; 2]>| ring.iter().map(|&p| Point::from(p)).collect::<Vec<_>>();
        let mut rings = self.rings.iter().map(ring);
        let first = rings.next().unwrap_or_default();
        match self.kind {
            Kind::Wall => Outline::Polyline(first),
            _ => Outline::Polygon { exterior: first, holes: rings.collect() },
        }
    }

    /// What kind of region it is.
    pub(crate) fn region_kind(&self) -> &str {
        self.name.as_deref().unwrap_or("region")
    }

    /// The item of an outline.
    pub(crate) fn of(kind: Kind, name: Option<String>, outline: &Outline) -> Item {
        let rings = outline.rings().map(|ring| ring.iter().map(|&p| p.into()).collect()).collect();
        Item { key: Key::default(), kind, name, rings, shape: Value::Null, source: None, thing: None, fill: None }
    }

    pub(crate) fn bounds(&self) -> Option<Bounds> {
        Bounds::of(self.rings.iter().flatten().map(|&p| Point::from(p)))
    }

    /// How much memory it takes, more or less, in points.
    pub(crate) fn weight(&self) -> usize {
        let patrol = self.thing.as_ref().map_or(0, |thing| thing.patrol.len());
        8 + patrol + self.rings.iter().map(Vec::len).sum::<usize>()
    }
}

impl Source {
    fn check(&self) -> Result<(), String> {
        let within = |name: &str, [least, most]: [f64; 2], from: f64, to: f64| {
            if from <= least && least <= most && most <= to {
                return Ok(());
            }
            Err(format!("{name} must be {from} to {to}, the least first, not {least} and {most}"))
        };
        if !(1..=MOST_PEOPLE).contains(&self.count) {
            return Err(format!("count must be 1 to {MOST_PEOPLE}, not {}", self.count));
        }
        if !(1..=50).contains(&self.together) || self.together > 1 && self.arrival == Arrival::Wander {
            return Err(format!("together must be 1 to 50, and 1 for those who wander, not {}", self.together));
        }
        within("radius", self.radius, 0.01, 1e3)?;
        within("speed", self.speed, 0.01, 1e2)?;
        within("away", self.away.unwrap_or([0.0, FAR]), 0.0, FAR)?;
        if self.wishes.len() > MOST_WISHES {
            return Err(format!("wishes of more than {MOST_WISHES} bytes"));
        }
        Wishes::parse(&self.wishes).map_err(|reason| reason.to_string())?;
        within("wishes_until", [self.wishes_until.unwrap_or(0.0); 2], 0.0, 1e9)?;
        let rate = self.per_second.unwrap_or(1.0);
        within("per_second", [rate, rate], 1e-3, 1e6)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn item(value: Value) -> Item {
        serde_json::from_value(value).unwrap()
    }

    #[test]
    fn an_item_comes_back_as_it_was_told() {
        let told = json!({"key": 3, "kind": "source", "name": "door", "rings": [[[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]]],
            "shape": {"circle": [1, 2, 3]}, "source": {"count": 7, "per_second": 2.0, "radius": [0.2, 0.3],
            "speed": [1.0, 1.5], "goal": 4, "away": null, "avoidance": "social_force", "arrival": "stay", "together": 3}});
        let read = item(told.clone());
        assert_eq!(read.check(), Ok(()));
        assert_eq!(serde_json::to_value(read).unwrap(), told);
    }

    #[test]
    fn what_is_wrong_with_an_item_is_said_with_its_place() {
        let cases = [
            (json!({"kind": "wall", "rings": []}), "a wall is one line"),
            (json!({"kind": "obstacle", "rings": [[[1, 1], [2, 2]]]}), "needs 3 points"),
            (json!({"kind": "obstacle", "rings": []}), "no points"),
            (json!({"kind": "floor", "rings": [[[1, 1], [2, 2], [1e300, 0]]]}), "farther away"),
            (json!({"kind": "source", "rings": []}), "needs its \"source\""),
            (json!({"kind": "source", "rings": [], "source": {"count": 0}}), "count must be"),
            (json!({"kind": "source", "rings": [], "source": {"radius": [2, 1]}}), "radius must be"),
            (json!({"kind": "goal", "rings": [[[1, 1]], [[2, 2]]]}), "one polygon"),
            (
                json!({"kind": "source", "rings": [], "source": {"wishes": "avoid grass\nadmire house"}}),
                "line 2, column 1, in `admire house`",
            ),
            (json!({"kind": "source", "rings": [], "source": {"wishes_until": -1}}), "wishes_until must be"),
            (json!({"kind": "thing", "rings": [[[1, 1]]]}), "needs a name"),
            (json!({"kind": "thing", "name": "dog", "rings": [[[1, 1], [2, 2]]]}), "needs 3 points"),
            (json!({"kind": "thing", "name": "dog", "rings": [[[1, 1]]], "thing": {"radius": 0}}), "must be above 0"),
            (json!({"kind": "thing", "name": "dog", "rings": [[[1, 1]]], "thing": {"speed": 1e9}}), "speed must be"),
            (
                json!({"kind": "thing", "name": "dog", "rings": [[[1, 1]]], "thing": {"view": [0, 5]}}),
                "must be above 0",
            ),
            (json!({"kind": "thing", "name": "dog", "rings": [[[1, 1]]], "thing": {"patrol": [[1e300, 0]]}}), "patrol"),
            (json!({"kind": "obstacle", "rings": [[[1, 1], [2, 2], [3, 1]]], "thing": {}}), "not a thing"),
        ];
        for (told, said) in cases {
            let refused = item(told.clone()).check().unwrap_err();
            assert!(refused.message.contains(said), "{told}: {refused}");
        }
        assert_eq!(item(json!({"kind": "goal", "rings": [[[1, 1]]]})).check(), Ok(()));
        let refused = item(json!({"kind": "obstacle", "rings": [[[1, 1], [2, 2]]]})).check().unwrap_err();
        assert_eq!(refused.at, Some(Point::new(1.0, 1.0)));
    }
}
