//! Navigant for Bevy: crowds that find their way in worlds that change.
//!
//! ```text
//!   Obstacle + Transform ──changed──▶ Map ──▶ Crowd.step (FixedUpdate) ──▶ Transform, Velocity of agents
//!   Agent + Transform, Target ───────────────▶ │                        └─▶ messages Arrived, NoWay, Refused
//! ```
//!
//! ```
//! use bevy_app::App;
//! use bevy_ecs::message::Messages;
//! use bevy_math::Vec2;
//! use bevy_navigant::{Agent, Arrived, NavigantPlugin, Obstacle, Target};
//! use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
//! use bevy_transform::components::Transform;
//! use navigant::prelude::{Map, Outline};
//! use std::time::Duration;
//!
//! let mut app = App::new();
//! app.add_plugins((TimePlugin, NavigantPlugin::new(Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0]))?)));
//! app.insert_resource(Time::<Fixed>::from_seconds(0.1));
//! app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
//! let walker = app.world_mut().spawn((Agent::default(), Transform::from_xyz(2.0, 10.0, 0.0), Target(Vec2::new(38.0, 10.0)))).id();
//! app.world_mut().spawn((Obstacle(Outline::rectangle([-1.0, -8.0], [1.0, 8.0])), Transform::from_xyz(20.0, 8.0, 0.0)));
//! let mut arrived = Vec::new();
//! for _ in 0..400 {
//!     app.update();
//!     arrived.extend(app.world_mut().resource_mut::<Messages<Arrived>>().drain());
//! }
//! assert_eq!(arrived, [Arrived { entity: walker }]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | module | what |
//! |---|---|
//! | [`plugin`] | the plugin and its settings |
//! | [`components`] | what entities have: obstacles, agents, targets |
//! | [`messages`] | what happens to them |
//! | [`navigation`] | the resource: the map and the crowd |
//! | [`plane`] | how the floor lies in Bevy's world |
//! | [`scenario`] | whole scenarios, as a plugin of their own |
//! | `systems` | following the world's changes, the step, writing back |

pub mod components;
pub mod messages;
pub mod navigation;
pub mod plane;
pub mod plugin;
pub mod scenario;
mod systems;

pub use components::{Agent, Obstacle, Target, Velocity};
pub use messages::{Arrived, NoWay, Refused};
pub use navigation::Navigation;
pub use plane::Plane;
pub use plugin::{NavigantPlugin, NavigantSystems};
pub use scenario::{ScenarioAgent, ScenarioPlugin, ScenarioRun};
