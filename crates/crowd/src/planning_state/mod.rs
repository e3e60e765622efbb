//! The planning state of one agent: its states, the events that happen to it, and the transitions.
//!
//! ```text
//!                 Aimed (a goal)            Found                  Reached
//!        Free ───────────────▶ Waiting ───────────▶ Walking ◀───────────────▶ Arrived
//!                                 │   NoWay            │  ▲     PushedAway
//!                                 ▼                    ▼  │ Found
//!   Buried: any ──▶ Stuck       NoWay ◀────────────────┴──┘
//!   Displaced: any ──▶ Waiting, or Free without a goal
//! ```
//!
//! Beside its state an agent has a *request*: what it waits for from the planner. The most urgent one counts; a plan answers
//! it. And it remembers two edits of the map that concern its route but that it has not seen: one that cuts the route and
//! one that may have opened a shorter way. Each has a slot of its own, so neither makes it forget the other.
//!
//! | event | in | then |
//! |---|---|---|
//! | `Aimed` | any but Stuck | Waiting and request Route, or Free; nothing is unseen any more |
//! | `Buried` | any | Stuck, without a request |
//! | `Displaced` | any | as `Aimed`, also from Stuck |
//! | `Cut` | Walking, Arrived, NoWay | the edit takes the slot; that there is another is noted as *more cuts* |
//! | `Opened` | Walking, Arrived | the slack grows; the edit takes the slot if it may be worth a search |
//! | `Opened` | NoWay | the edit takes the slot |
//! | `CutSeen` | Walking, Arrived, NoWay | the slot is empty, request Detour |
//! | `CutGone` | Walking, Arrived, NoWay | the slot gets another cut if there is one |
//! | `OpeningSeen` | Walking, Arrived | the slot is empty, request Better if a way by there may be shorter; with a cut, a search |
//! | `OpeningSeen` | NoWay | the slot is empty, request Detour |
//! | `OffRoute` | Walking, NoWay, no request | request Onward |
//! | `Stalled` | Walking, NoWay | counted; after some seconds request Onward, if Walking and without a request |
//! | `StalledInFlow` | any | counted |
//! | `Reached` | Walking | Arrived |
//! | `PushedAway` | Arrived | Walking |
//! | `Planned(PutOff)` | any but Arrived | the same request again, with twice the budget |
//! | `Planned(Kept)`, `Planned(Mended)` | Walking | the request is answered; cuts farther ahead than was looked take the slot |
//! | `Planned(Found)` | any but Arrived | Walking; both slots are empty, for the search knew the whole map |
//! | `Planned(NotBetter)` | Walking | the request is answered, the slack is known, no opening is unseen |
//! | `Planned(NoWay)` | any but Arrived | NoWay, with the reason; both slots are empty |
//!
//! Everything else changes nothing, and a plan for an agent that has arrived meanwhile is dropped.

mod bytes;

use crate::agent::NoWayReason;
use crate::deadlock::LOOK_AROUND;
use navigant_geometry::internals::LatticePoint;
use std::num::NonZeroU32;

/// The number of an edit of the map, counted by the crowd from 1.
pub(crate) type EditNumber = NonZeroU32;

/// Where an agent is in its planning.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) enum State {
    /// It has no goal.
    #[default]
    Free,
    /// It has a goal and no route.
    Waiting,
    /// It follows its route.
    Walking(Bound),
    /// It is at its goal.
    Arrived(Bound),
    /// There is no way to its goal; its route leads to the nearest place, if to any.
    NoWay(NoWay),
    /// An obstacle is on top of it, and there is no place for it anywhere near.
    Stuck,
}

/// What is known about the length of a route.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct Bound {
    /// An upper bound on how much longer the route is than the shortest one, in lattice steps.
    pub(crate) slack: f32,
    /// The version of the map in which the shortest route was last searched for: what came since and goes again makes no
    /// route shorter than that was.
    pub(crate) sought: u32,
}

/// Why there is no way, and where.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct NoWay {
    pub(crate) reason: NoWayReason,
    pub(crate) place: LatticePoint,
}

/// What an agent asks of the planner, the most urgent last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Request {
    #[default]
    Nothing,
    /// A better route may have opened.
    Better,
    /// Another way to see its route again, or further along it.
    Onward,
    /// Its route is cut.
    Detour,
    /// It has no route at all.
    Route,
}

/// What happens to an agent.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Event {
    /// It has another aim: a goal to be planned for, or something else.
    Aimed { has_goal: bool },
    /// An obstacle is on top of it, and there is no place for it.
    Buried,
    /// It was put somewhere else.
    Displaced { has_goal: bool },
    /// An edit that it has not seen cuts its route.
    Cut(EditNumber),
    /// An edit that it has not seen may have opened a way that is shorter: the slack is at most this now. The edit is given if
    /// it may be worth a search.
    Opened { edit: Option<EditNumber>, slack: f32 },
    /// It sees an edit that cuts its route.
    CutSeen,
    /// What cut its route, unseen, has gone: what cuts it still.
    CutGone(Unseen),
    /// It sees an opening; whether a way by it may be shorter by enough.
    OpeningSeen { helps: bool },
    /// It has lost sight of its route.
    OffRoute,
    /// The number of steps for which it has made no progress.
    Stalled(u8),
    /// The same for one that follows the field of a shared goal: it has no route to be planned again.
    StalledInFlow(u8),
    /// It is at its goal.
    Reached,
    /// It is no longer at its goal.
    PushedAway,
    /// Its request is answered.
    Planned(Answer),
}

/// What the planner answers.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Answer {
    /// The budget was spent.
    PutOff,
    /// The route has room, as far as was looked.
    Kept(Unseen),
    /// The route was repaired; the slack is an upper bound on how much longer it is than the shortest.
    Mended { slack: f32, cuts: Unseen },
    /// The shortest route was found.
    Found(Bound),
    /// The shortest route was found, and is not shorter by enough to be taken.
    NotBetter(Bound),
    /// There is no way.
    NoWay(NoWay),
}

/// Edits that cut a route and that its agent has not seen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Unseen {
    /// One of them.
    pub(crate) cut: Option<EditNumber>,
    /// Whether there are more.
    pub(crate) more: bool,
}

/// The planning state of an agent: written by [`PlanningState::on`] alone.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(crate) struct PlanningState {
    state: State,
    request: Request,
    /// How often a search for it ran out of its budget; each time, it is given twice as much.
    retries: u8,
    /// For how many steps it has got nowhere.
    stalled: u8,
    flags: Flags,
    /// The step in which it made its request.
    since: u32,
    cut: Option<EditNumber>,
    opening: Option<EditNumber>,
}

/// Two answers in a byte: there are many agents.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Flags(u8);

impl Flags {
    /// More than one unseen edit cuts the route.
    const MORE_CUTS: Flags = Flags(1);
    /// What is asked for is also a better route: then one that only has room is not enough.
    const SAW_OPENING: Flags = Flags(2);

    fn has(self, flag: Flags) -> bool {
        self.0 & flag.0 != 0
    }

    fn set(&mut self, flag: Flags, to: bool) {
        self.0 = self.0 & !flag.0 | if to { flag.0 } else { 0 };
    }
}

impl PlanningState {
    #[inline]
    pub(crate) fn state(&self) -> State {
        self.state
    }

    #[inline]
    pub(crate) fn request(&self) -> Request {
        self.request
    }

    pub(crate) fn since(&self) -> u32 {
        self.since
    }

    pub(crate) fn retries(&self) -> u8 {
        self.retries
    }

    #[inline]
    pub(crate) fn stalled(&self) -> u8 {
        self.stalled
    }

    /// The unseen edits that cut the route.
    #[inline]
    pub(crate) fn unseen(&self) -> Unseen {
        Unseen { cut: self.cut, more: self.flags.has(Flags::MORE_CUTS) }
    }

    /// The unseen edit that may have opened a shorter way.
    #[inline]
    pub(crate) fn opening(&self) -> Option<EditNumber> {
        self.opening
    }

    #[inline]
    pub(crate) fn is_stuck(&self) -> bool {
        self.state == State::Stuck
    }

    #[inline]
    pub(crate) fn is_walking(&self) -> bool {
        matches!(self.state, State::Walking(_))
    }

    #[inline]
    pub(crate) fn is_arrived(&self) -> bool {
        matches!(self.state, State::Arrived(_))
    }

    /// Whether its request may be answered by mending the route it has.
    pub(crate) fn may_mend(&self) -> bool {
        self.is_walking()
            && matches!(self.request, Request::Detour | Request::Onward)
            && !self.flags.has(Flags::SAW_OPENING)
    }

    #[inline]
    pub(crate) fn has_route(&self) -> bool {
        matches!(self.state, State::Walking(_) | State::Arrived(_) | State::NoWay(_))
    }

    /// What is known about the length of the route; nothing without a way to the goal.
    #[inline]
    pub(crate) fn bound(&self) -> Option<Bound> {
        match self.state {
            State::Walking(bound) | State::Arrived(bound) => Some(bound),
            State::Free | State::Waiting | State::NoWay(_) | State::Stuck => None,
        }
    }

    /// Takes an event in, in a step of the crowd; says whether the agent waits for a plan then.
    #[inline]
    pub(crate) fn on(&mut self, event: Event, now: u32) -> bool {
        match event {
            Event::Aimed { has_goal } if !self.is_stuck() => self.start(has_goal, now),
            Event::Displaced { has_goal } => self.start(has_goal, now),
            Event::Buried => *self = PlanningState { state: State::Stuck, ..PlanningState::default() },
            Event::Cut(edit) if self.has_route() => {
                if self.cut.is_some_and(|cut| cut != edit) {
                    self.flags.set(Flags::MORE_CUTS, true);
                }
                self.cut = Some(edit);
            }
            Event::Opened { edit, slack } => match &mut self.state {
                State::Walking(bound) | State::Arrived(bound) => {
                    bound.slack = bound.slack.max(slack);
                    self.opening = edit.or(self.opening);
                }
                State::NoWay(_) => self.opening = edit.or(self.opening),
                State::Free | State::Waiting | State::Stuck => {}
            },
            Event::CutSeen if self.has_route() => {
                // Whether there are more is found out with the plan.
                self.cut = None;
                self.ask(Request::Detour, now);
            }
            Event::CutGone(left) if self.has_route() => {
                self.flags.set(Flags::MORE_CUTS, left.more);
                self.cut = left.cut;
            }
            Event::OpeningSeen { helps } if self.has_route() => {
                self.opening = None;
                match self.state {
                    State::NoWay(_) => self.ask(Request::Detour, now),
                    _ if helps => {
                        self.flags.set(Flags::SAW_OPENING, true);
                        self.ask(Request::Better, now);
                    }
                    _ => {}
                }
            }
            Event::OffRoute if self.request == Request::Nothing => self.ask(Request::Onward, now),
            Event::Stalled(steps) => {
                self.stalled = steps;
                if steps == LOOK_AROUND && self.request == Request::Nothing && self.is_walking() {
                    self.ask(Request::Onward, now);
                }
            }
            Event::StalledInFlow(steps) => self.stalled = steps,
            Event::Reached => {
                if let State::Walking(bound) = self.state {
                    self.state = State::Arrived(bound);
                }
            }
            Event::PushedAway => {
                if let State::Arrived(bound) = self.state {
                    self.state = State::Walking(bound);
                }
            }
            Event::Planned(answer) => self.take_up(answer, now),
            Event::Aimed { .. } | Event::Cut(_) | Event::CutSeen | Event::CutGone(_) => {}
            Event::OpeningSeen { .. } | Event::OffRoute => {}
        }
        self.request != Request::Nothing
    }

    /// What was searched for in another version of the map is as good as searched for in this one, at worst.
    pub(crate) fn forget_ages(&mut self, version: u32) {
        if let State::Walking(bound) | State::Arrived(bound) = &mut self.state {
            bound.sought = version;
        }
    }

    fn start(&mut self, has_goal: bool, now: u32) {
        *self = PlanningState { stalled: self.stalled, ..PlanningState::default() };
        if has_goal {
            self.state = State::Waiting;
            self.ask(Request::Route, now);
        }
    }

    fn ask(&mut self, request: Request, now: u32) {
        if self.request == Request::Nothing {
            self.since = now;
        }
        self.request = self.request.max(request);
    }

    fn take_up(&mut self, answer: Answer, now: u32) {
        let is_dropped = self.is_arrived() || self.is_stuck();
        if answer == Answer::PutOff && !is_dropped {
            // Others come first now.
            (self.retries, self.since) = (self.retries.saturating_add(1), now);
            return;
        }
        (self.request, self.retries) = (Request::Nothing, 0);
        self.flags.set(Flags::SAW_OPENING, false);
        if is_dropped {
            return;
        }
        match (answer, &mut self.state) {
            (Answer::Kept(cuts), State::Walking(_)) => self.beyond(cuts),
            (Answer::Mended { slack, cuts }, State::Walking(bound)) => {
                bound.slack = slack;
                self.beyond(cuts);
            }
            (Answer::Found(bound), _) => {
                self.state = State::Walking(bound);
                (self.cut, self.opening, self.flags) = (None, None, Flags::default());
            }
            (Answer::NotBetter(bound), State::Walking(known)) => {
                *known = bound;
                self.opening = None;
            }
            (Answer::NoWay(no_way), _) => {
                self.state = State::NoWay(no_way);
                (self.cut, self.opening, self.flags) = (None, None, Flags::default());
            }
            (Answer::PutOff | Answer::Kept(_) | Answer::Mended { .. } | Answer::NotBetter(_), _) => {}
        }
    }

    /// What was looked at has room: only what is farther ahead is unseen. What came in this very step stays.
    fn beyond(&mut self, cuts: Unseen) {
        self.flags.set(Flags::MORE_CUTS, cuts.more || cuts.cut.is_some() && self.cut.is_some());
        self.cut = self.cut.or(cuts.cut);
    }
}
