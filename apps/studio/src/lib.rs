//! The studio: a local web server and a page to draw a world, look inside its map, and let a crowd loose in it.
//!
//! ```text
//!   browser ──HTTP──▶ door ──▶ page                          threads
//!      │               │                                     ─ the server's: tokio, all connections
//!      └──websocket──▶ connection ──Request──▶ world         ─ the world's: document, map, crowd, clock
//!                      outbox ◀──replies, events, frames──   ─ one an export, while it is written; one for what is opened
//! ```
//!
//! The world's thread owns everything and waits for nobody: it takes requests between two steps and leaves what is to be sent
//! in outboxes. Outboxes are bounded: frames, layers and figures are replaced by newer ones, replies are counted before the
//! request is read, and a page that lets events pile up is disconnected as a slow consumer. So a page that does not keep up loses pictures and never
//! slows a step.
//!
//! | module | what |
//! |---|---|
//! | [`studio`] | starting and stopping |
//! | `door`, `page`, `server` | who may come in; the embedded page; addresses |
//! | `connection`, `outbox`, `upload` | one websocket; what waits to be sent to it; files in parts |
//! | `request`, `refusal` | what is asked, parsed; why something is not done |
//! | `world` | the thread: clock, commands, events |
//! | `item`, `document`, `cast`, `things` | what is drawn; undo and redo; sources as groups of a scenario; what wishes name |
//! | `settings` | every parameter of a run |
//! | `roll`, `frame`, `density` | agents with lasting places; as bytes; how crowded it is |
//! | `layers` | pictures of the map |
//! | `ways` | paths, plans under wishes, comparisons, searches step by step |
//! | `memory` | memory of large worlds, given back to the system |
//! | `folder` | files, inside one folder only |
//! | `recording`, `export`, `playback`, `beside` | a run to take along; a trajectory to look at |
//!
//! # The protocol
#![doc = include_str!("../PROTOCOL.md")]
#![cfg_attr(not(test), deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::unreachable))]

mod beside;
mod cast;
mod connection;
mod density;
mod document;
mod door;
mod export;
mod fill;
mod folder;
mod frame;
mod heat;
mod item;
mod layers;
mod lon_lat;
mod measure;
mod memory;
mod outbox;
mod page;
mod playback;
mod recording;
mod refusal;
mod request;
mod roll;
mod server;
mod settings;
mod strategies;
pub mod studio;
mod team;
mod things;
mod upload;
mod ways;
mod world;

pub use studio::{Options, Studio, run};
