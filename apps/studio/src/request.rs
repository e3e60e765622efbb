//! What is asked, parsed: past this door there are no NaNs, no unknown verbs and no missing fields.

use crate::export::Column;
use crate::item::{Item, Key};
use crate::measure;
use crate::outbox::{self, Outbox, REPLY};
use crate::refusal::Refusal;
use crate::strategies::Strategies;
use crate::upload::Dropped;
use serde::Deserialize;
use serde_json::{Map, Value, json};
use std::collections::BTreeSet;
use std::sync::Arc;
use tokio::sync::OwnedSemaphorePermit;

/// A connection.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Who(pub(crate) u64);

/// A request's sender, waiting for the one answer that each request has. Whoever drops it unanswered was stopped by a bug,
/// and the sender is told so.
#[derive(Debug)]
pub(crate) struct Asked {
    id: Value,
    pub(crate) who: Who,
    waiting: Option<(Arc<Outbox>, OwnedSemaphorePermit)>,
}

impl Asked {
    pub(crate) fn new(id: Value, who: Who, outbox: Arc<Outbox>, permit: OwnedSemaphorePermit) -> Asked {
        Asked { id, who, waiting: Some((outbox, permit)) }
    }

    pub(crate) fn answer(mut self, answer: Result<Value, Refusal>) {
        self.send(answer);
    }

    fn send(&mut self, answer: Result<Value, Refusal>) {
        let Some((outbox, permit)) = self.waiting.take() else { return };
        let id = std::mem::take(&mut self.id);
        let reply = match answer {
            Ok(ok) => json!({ "id": id, "ok": ok }),
            Err(refusal) => json!({ "id": id, "error": refusal.json() }),
        };
        outbox.reply(outbox::json(REPLY, &reply), Some(permit));
    }
}

impl Drop for Asked {
    fn drop(&mut self) {
        self.send(Err(Refusal::new("something went wrong inside; this is a bug, and the world was rebuilt")));
    }
}

/// A command, by its verb.
#[derive(Debug, Deserialize)]
#[serde(tag = "do", rename_all = "snake_case")]
pub(crate) enum Request {
    Hello {
        version: u32,
    },
    Open {
        name: Option<String>,
        path: Option<String>,
    },
    New {
        bounds: [f64; 4],
    },
    Files {
        #[serde(default)]
        path: String,
    },
    Save {
        path: String,
    },
    Add {
        item: Item,
    },
    Change {
        item: Option<Item>,
        #[serde(default)]
        items: Vec<Item>,
        /// Changes with the same number, one after the other, are one step of undo.
        drag: Option<u32>,
        /// What is done, for undo to say.
        what: Option<String>,
    },
    Remove {
        keys: Vec<Key>,
    },
    Paste {
        items: Vec<Item>,
        /// Items that these take the place of.
        #[serde(default)]
        replaces: BTreeSet<Key>,
        what: Option<String>,
    },
    Undo,
    Redo,
    Layers(Wanted),
    Path {
        from: [f64; 2],
        to: [f64; 2],
        #[serde(default)]
        radius: f64,
        comfort: Option<f64>,
    },
    /// A plan that keeps to wishes.
    Wished(Wished),
    /// Whether wishes can be understood here.
    Wishes {
        text: String,
    },
    Compare {
        from: [f64; 2],
        to: [f64; 2],
        #[serde(default)]
        radius: f64,
    },
    Trace(Traced),
    /// The funnel algorithm, portal by portal.
    Funnel {
        from: [f64; 2],
        to: [f64; 2],
    },
    /// A point's search, wedge by wedge.
    Wedges {
        from: [f64; 2],
        to: [f64; 2],
    },
    Troubles,
    /// What queries cost on this map.
    Profile {
        #[serde(default)]
        seed: u64,
    },
    /// A run along a roadmap, measured.
    Strategies(Strategies),
    ReplayRun,
    BackToRun,
    Cancel,
    See {
        from: [f64; 2],
    },
    Play,
    Pause,
    Step {
        #[serde(default = "one")]
        count: u32,
    },
    Reset {
        seed: Option<u64>,
    },
    Speed {
        factor: f64,
    },
    Settings(Map<String, Value>),
    Follow {
        agent: Option<u32>,
    },
    Route {
        agent: u32,
    },
    Density {
        cell: Option<f64>,
    },
    Figures,
    /// What is measured in the run: these lines and areas from now on.
    Measure {
        lines: Vec<measure::Asked>,
    },
    /// What lies about for a team that plans in space and time, and how far it is.
    Team,
    /// A table of figures as Parquet, to be had as a download.
    Table {
        name: String,
        columns: Vec<Column>,
    },
    Export {
        what: Exported,
        path: Option<String>,
    },
    Replay {
        frame: u32,
    },
    /// Another recording beside the one that is open; without a path, that one alone again.
    Beside {
        path: Option<String>,
    },
    /// Figures over the whole recording.
    Series,
    /// Where everyone was in the last seconds.
    Trails {
        seconds: f64,
    },
    /// A file that was dropped on the page; it comes in parts and not as JSON.
    #[serde(skip)]
    Dropped(Dropped),
}

/// Which layers a page wants to see, and how fine.
#[derive(Clone, Debug, Default, Deserialize, PartialEq)]
pub(crate) struct Wanted {
    #[serde(default)]
    pub(crate) on: Vec<String>,
    /// Metres a pixel.
    pub(crate) pixel: Option<f64>,
    /// The size of the grid's cells, in metres.
    pub(crate) grid: Option<f64>,
    /// The part of the world that is looked at; all of it if there is none.
    #[serde(rename = "box")]
    pub(crate) view: Option<[f64; 4]>,
    /// The radius of the discs that grid, hybrid graph and probabilistic roadmap are for, in metres.
    pub(crate) radius: Option<f64>,
    /// The least width of a square of the quad-tree, in metres, and its least height, if that is another.
    pub(crate) square: Option<f64>,
    pub(crate) square_height: Option<f64>,
    /// The number k of nearest squares that each is joined to.
    pub(crate) neighbours: Option<usize>,
    /// How many points a probabilistic roadmap is sampled from.
    pub(crate) samples: Option<usize>,
    /// Where the shortest path map starts, and the length of its isochrone in metres.
    pub(crate) source: Option<[f64; 2]>,
    pub(crate) within: Option<f64>,
    /// The wishes whose multipliers are shown.
    pub(crate) wishes: Option<String>,
}

/// A plan that keeps to wishes.
#[derive(Clone, Debug, Deserialize)]
pub(crate) struct Wished {
    pub(crate) from: [f64; 2],
    pub(crate) to: [f64; 2],
    #[serde(default)]
    pub(crate) radius: f64,
    pub(crate) wishes: String,
}

/// A search to be watched.
#[derive(Clone, Debug, Default, Deserialize)]
pub(crate) struct Traced {
    pub(crate) from: [f64; 2],
    pub(crate) to: [f64; 2],
    #[serde(default)]
    pub(crate) search: String,
    #[serde(default)]
    pub(crate) graph: String,
    #[serde(default)]
    pub(crate) radius: f64,
    /// How much weighted A* and the first round of ARA* and AD* trust the estimate.
    pub(crate) weight: Option<f64>,
    /// Where the obstacle comes that a plan is repaired for: its middle, and its side in metres. On the middle of the path
    /// unless told.
    pub(crate) block: Option<[f64; 2]>,
    pub(crate) side: Option<f64>,
}

#[derive(Clone, Copy, Debug, Deserialize, PartialEq, Eq)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Exported {
    Csv,
    Parquet,
    Sqlite,
    Figures,
}

fn one() -> u32 {
    1
}

impl Request {
    /// The request and its id; the id is null where none could be read.
    pub(crate) fn parse(json: &[u8]) -> (Value, Result<Request, Refusal>) {
        let value: Value = match serde_json::from_slice(json) {
            Ok(value) => value,
            Err(error) => return (Value::Null, Err(Refusal::new(format!("this is not JSON: {error}")))),
        };
        let id = value.get("id").filter(|id| id.is_number() || id.is_string()).cloned().unwrap_or_default();
        let Value::Object(mut members) = value else {
            return (id, Err(Refusal::new("a request is an object such as {\"id\": 1, \"do\": \"play\"}")));
        };
        members.remove("id");
        let verb = members.get("do").and_then(Value::as_str).unwrap_or("request").to_owned();
        let request = serde_json::from_value(Value::Object(members));
        (id, request.map_err(|error| Refusal::new(format!("{verb}: {error}"))))
    }

    pub(crate) fn unknown_kind() -> Refusal {
        Refusal::new("a message is binary and begins with 1 (a request as JSON) or 2 (a part of a file)")
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_told_by_their_verbs() {
        let (id, request) = Request::parse(br#"{"id": 7, "do": "path", "from": [1, 2], "to": [3, 4], "radius": 0.3}"#);
        assert_eq!(id, 7);
        assert!(matches!(request, Ok(Request::Path { radius: 0.3, comfort: None, .. })));
        let (_, request) = Request::parse(br#"{"do": "settings", "dt": 0.05}"#);
        assert!(matches!(request, Ok(Request::Settings(given)) if given.contains_key("dt")));
        assert!(matches!(Request::parse(br#"{"do": "undo"}"#).1, Ok(Request::Undo)));
    }

    #[test]
    fn what_is_wrong_is_said_with_the_id() {
        for (text, said) in [
            ("[]", "is an object"),
            ("{\"id\": 3", "not JSON"),
            (r#"{"id": 3, "do": "fly"}"#, "fly: unknown variant"),
            (r#"{"id": 3}"#, "missing field `do`"),
            (r#"{"id": 3, "do": "path", "from": [1, 2]}"#, "path: missing field `to`"),
            (r#"{"id": 3, "do": "path", "from": [1e999, 2], "to": [1, 2]}"#, "number out of range"),
            (r#"{"id": 3, "do": "dropped"}"#, "unknown variant"),
        ] {
            let (_, refused) = Request::parse(text.as_bytes());
            let refused = refused.unwrap_err().message;
            assert!(refused.contains(said), "{text}: {refused}");
        }
        assert_eq!(Request::parse(br#"{"id": 3, "do": "fly"}"#).0, 3);
    }
}
