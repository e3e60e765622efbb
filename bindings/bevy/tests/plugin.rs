//! The plugin: the same bits as the library, messages, change detection, bad input.

use bevy_app::App;
use bevy_ecs::entity::Entity;
use bevy_ecs::message::{Message, Messages};
use bevy_math::{Quat, Vec2, Vec3};
use bevy_navigant::{Agent, Arrived, NavigantPlugin, Navigation, NoWay, Obstacle, Plane, Refused, Target, Velocity};
use bevy_time::{Fixed, Time, TimePlugin, TimeUpdateStrategy};
use bevy_transform::components::Transform;
use navigant::crowd::{self, Crowd, NoWayReason};
use navigant::geometry::internals::OutlineInternals as _;
use navigant::mesh::internals::MapInternals as _;
use navigant::mesh::{Map, Outline};
use std::time::Duration;

const STEP: Duration = Duration::from_millis(100);

fn hall() -> Map {
    Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap()
}

fn app(map: Map, plane: Plane) -> App {
    let mut app = App::new();
    app.add_plugins((TimePlugin, NavigantPlugin::new(map).in_plane(plane)));
    app.insert_resource(Time::<Fixed>::from_duration(STEP));
    app.insert_resource(TimeUpdateStrategy::ManualDuration(STEP));
    app.update();
    app
}

fn said<M: Message>(app: &mut App) -> Vec<M> {
    app.world_mut().resource_mut::<Messages<M>>().drain().collect()
}

fn navigation(app: &App) -> &Navigation {
    app.world().resource::<Navigation>()
}

fn walker(app: &mut App, from: [f32; 2], to: [f32; 2]) -> Entity {
    let transform = Transform::from_xyz(from[0], from[1], 0.5);
    app.world_mut().spawn((Agent::default(), transform, Target(Vec2::from(to)))).id()
}

#[test]
fn the_same_bits_as_the_library() {
    let mut app = app(hall(), Plane::Xy);
    let (mut map, mut crowd) = (hall(), Crowd::new(&hall()));
    for _ in 0..navigation(&app).crowd().steps() {
        crowd.step(&map, STEP.as_secs_f64()).unwrap();
    }
    for i in 0..60 {
        let (x, y) = (1.0 + 0.6 * (i % 10) as f32, 2.0 + 2.5 * (i / 10) as f32);
        walker(&mut app, [x, y], [38.0 - x, y]);
        let agent = crowd::Agent::new([f64::from(x), f64::from(y)]).with_goal([f64::from(38.0 - x), f64::from(y)]);
        crowd.add(&map, &agent).unwrap();
    }
    let wall = Outline::rectangle([-1.0, -6.0], [1.0, 6.0]);
    let mut standing = None;
    for step in 0..300 {
        match step {
            50 => {
                let id = map.insert(&wall.translated(20.0, 8.0)).unwrap();
                standing = Some((
                    id,
                    app.world_mut().spawn((Obstacle(wall.clone()), Transform::from_xyz(20.0, 8.0, 0.0))).id(),
                ));
            }
            120 => {
                let (id, entity) = standing.unwrap();
                map.move_to(id, &wall.translated(20.0, 12.0)).unwrap();
                app.world_mut().get_mut::<Transform>(entity).unwrap().translation.y = 12.0;
            }
            200 => {
                let (id, entity) = standing.unwrap();
                map.remove(id).unwrap();
                app.world_mut().despawn(entity);
            }
            _ => {}
        }
        crowd.step(&map, STEP.as_secs_f64()).unwrap();
        app.update();
        assert_eq!(navigation(&app).crowd().steps(), crowd.steps());
        assert_eq!(navigation(&app).crowd().hash(), crowd.hash(), "step {step}");
    }
    assert_eq!(navigation(&app).map().version(), map.version());
}

#[test]
fn who_arrives_is_told_once_for_each_target() {
    let mut app = app(hall(), Plane::Xy);
    let anna = walker(&mut app, [2.0, 10.0], [12.0, 10.0]);
    let mut arrived = Vec::new();
    for step in 0..300 {
        if step == 150 {
            app.world_mut().get_mut::<Target>(anna).unwrap().0 = Vec2::new(2.0, 10.0);
        }
        app.update();
        arrived.extend(said::<Arrived>(&mut app).into_iter().map(|arrived| (step > 150, arrived.entity)));
    }
    assert_eq!(arrived, [(false, anna), (true, anna)]);
    let place = app.world().get::<Transform>(anna).unwrap().translation;
    assert!(place.distance(Vec3::new(2.0, 10.0, 0.5)) < 0.3, "{place}: the height stays");
    assert!(app.world().get::<Velocity>(anna).unwrap().0.length() < 0.3);
}

#[test]
fn no_way_names_the_narrow_place() {
    let mut app = app(hall(), Plane::Xy);
    for [from, to] in [[0.0, 9.9], [10.1, 20.0]] {
        let wall = Outline::rectangle([20.0, from], [21.0, to]);
        app.world_mut().spawn(Obstacle(wall));
    }
    let anna = walker(&mut app, [2.0, 10.0], [38.0, 10.0]);
    let mut told = Vec::new();
    for _ in 0..50 {
        app.update();
        told.extend(said::<NoWay>(&mut app));
    }
    let [NoWay { entity, reason: NoWayReason::TooNarrow, place }] = told[..] else { panic!("{told:?}") };
    assert_eq!(entity, anna);
    assert!(place.distance(Vec2::new(20.5, 10.0)) < 0.6, "{place}");
}

#[test]
fn obstacles_turn_and_grow_with_their_transform_in_three_dimensions() {
    let mut app = app(Map::new(&Outline::rectangle([-20.0, -20.0], [20.0, 20.0])).unwrap(), Plane::Xz);
    let wall = Outline::rectangle([0.0, -0.5], [4.0, 0.5]);
    let entity = app.world_mut().spawn((Obstacle(wall), Transform::from_xyz(5.0, 3.0, -5.0))).id();
    app.update();
    let walkable = |app: &App, x: f64, y: f64| navigation(app).map().is_walkable([x, y]);
    assert!(!walkable(&app, 8.0, 5.0) && walkable(&app, 5.0, 8.0));
    {
        let mut transform = app.world_mut().get_mut::<Transform>(entity).unwrap();
        transform.rotation = Quat::from_rotation_y(std::f32::consts::FRAC_PI_2);
        transform.scale = Vec3::splat(2.0);
    }
    app.update();
    assert!(walkable(&app, 8.0, 5.0) && !walkable(&app, 5.0, 12.0), "turned counter-clockwise, and twice as long");
    app.world_mut().entity_mut(entity).remove::<Obstacle>();
    app.update();
    assert!(walkable(&app, 5.0, 12.0));
}

#[test]
fn what_cannot_be_is_refused_and_the_rest_goes_on() {
    let mut app = app(hall(), Plane::Xy);
    let good = walker(&mut app, [2.0, 10.0], [38.0, 10.0]);
    let outside = walker(&mut app, [-5.0, 10.0], [38.0, 10.0]);
    let nan = walker(&mut app, [2.0, f32::NAN], [38.0, 10.0]);
    let nowhere = app.world_mut().spawn((Obstacle(Outline::polygon([[f64::NAN, 0.0]])), Transform::IDENTITY)).id();
    let bad_scale = Transform::from_scale(Vec3::splat(f32::INFINITY));
    let infinite = app.world_mut().spawn((Obstacle(Outline::rectangle([1.0, 1.0], [2.0, 2.0])), bad_scale)).id();
    app.update();
    let refused: Vec<_> = said::<Refused>(&mut app).into_iter().map(|refused| refused.entity).collect();
    for entity in [outside, nan, nowhere, infinite] {
        assert!(refused.contains(&entity), "{refused:?}");
    }
    app.world_mut().get_mut::<Target>(good).unwrap().0 = Vec2::splat(f32::NAN);
    app.update();
    assert_eq!(said::<Refused>(&mut app).len(), 1);
    // Put right, it is there.
    app.world_mut().get_mut::<Transform>(infinite).unwrap().scale = Vec3::ONE;
    app.update();
    assert!(!navigation(&app).map().is_walkable([1.5, 1.5]));
    assert_eq!(navigation(&app).crowd().len(), 1);
}

#[test]
fn who_is_despawned_leaves_the_crowd() {
    let mut app = app(hall(), Plane::Xy);
    let [anna, bert] = [[2.0, 5.0], [2.0, 10.0]].map(|from| walker(&mut app, from, [38.0, 10.0]));
    app.update();
    app.world_mut().despawn(anna);
    app.update();
    assert_eq!(navigation(&app).crowd().len(), 1);
    assert!(navigation(&app).agent(anna).is_none());
    let id = navigation(&app).agent(bert).unwrap();
    assert_eq!(navigation(&app).entity(id), Some(bert));
    app.world_mut().entity_mut(bert).remove::<Target>();
    app.update();
    assert_eq!(navigation(&app).crowd().agent(id).unwrap().aim, crowd::Aim::Stand);
    app.world_mut().get_mut::<Agent>(bert).unwrap().radius = 0.4;
    app.update();
    assert!((navigation(&app).crowd().agent(id).unwrap().radius - 0.4).abs() < 1e-6);
}
