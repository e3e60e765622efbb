//! The studio: a local web server and a page to draw, build, run and look.
#![doc = include_str!("../PROTOCOL.md")]
