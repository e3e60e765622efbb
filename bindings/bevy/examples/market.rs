//! A hundred people cross a market while carts move through it; without a window: it writes a picture of where they walked.
//!
//! `cargo run --example market -- market.svg`

use bevy_app::App;
use bevy_ecs::message::Messages;
use bevy_math::Vec2;
use bevy_navigant::{Agent, Arrived, NavigantPlugin, Navigation, NoWay, Obstacle, Target};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use navigant::files::svg::Style;
use navigant::files::svg_crowd::{Density, draw_crowd};
use navigant::mesh::internals::MapInternals as _;
use navigant::mesh::{Map, Outline};
use std::time::Duration;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let file = std::env::args().nth(1).unwrap_or_else(|| "market.svg".to_owned());
    let stalls: Vec<Outline> = (0..15)
        .map(|i| (8.0 + 8.0 * f64::from(i % 5), 6.0 + 8.0 * f64::from(i / 5)))
        .map(|(x, y)| Outline::rectangle([x, y], [x + 4.0, y + 3.0]))
        .collect();
    let (map, _) = Map::build(&[Outline::rectangle([0.0, 0.0], [52.0, 30.0])], &stalls)?;

    // ANCHOR: app
    let mut app = App::new();
    app.add_plugins((TimePlugin, NavigantPlugin::new(map)));
    app.insert_resource(Time::<Fixed>::from_seconds(0.1));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(Duration::from_millis(100)));
    // ANCHOR_END: app
    // ANCHOR: entities
    for i in 0..100 {
        let (x, y) = (1.0 + 1.1 * (i % 4) as f32, 2.0 + 1.05 * (i / 4) as f32);
        let (from, to) = if i % 2 == 0 { (x, 51.0 - x) } else { (51.0 - x, x) };
        app.world_mut().spawn((
            Agent::default(),
            Transform::from_xyz(from, y, 0.0),
            Target(Vec2::new(to, 28.0 - y + 1.0)),
        ));
    }
    let cart = Obstacle(Outline::rectangle([-1.0, -0.6], [1.0, 0.6]));
    let carts: Vec<_> = [14.0, 22.0, 30.0]
        .map(|x| app.world_mut().spawn((cart.clone(), Transform::from_xyz(x, 3.0, 0.0))).id())
        .to_vec();
    // ANCHOR_END: entities

    let navigation = app.world().resource::<Navigation>();
    let mut density = Density::of(navigation.map());
    let (mut arrived, mut no_way) = (0, 0);
    // ANCHOR: updates
    for step in 0..600 {
        for (at, &cart) in carts.iter().enumerate() {
            if let Some(mut transform) = app.world_mut().get_mut::<Transform>(cart) {
                transform.translation.y = 15.0 + 11.0 * (0.01 * step as f32 + at as f32).sin();
            }
        }
        app.update();
        let navigation = app.world().resource::<Navigation>();
        density.add(navigation.crowd().agents().map(|agent| agent.position));
        arrived += app.world_mut().resource_mut::<Messages<Arrived>>().drain().count();
        no_way += app.world_mut().resource_mut::<Messages<NoWay>>().drain().count();
    }
    // ANCHOR_END: updates
    let navigation = app.world().resource::<Navigation>();
    std::fs::write(&file, draw_crowd(navigation.map(), &Style::default(), &density, &[]))?;
    println!(
        "{arrived} arrivals and {no_way} times no way in a minute, {} edits of the map: {file}",
        navigation.map().version() - 1
    );
    Ok(())
}
