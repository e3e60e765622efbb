//! Following the world's changes, the step, writing back. Who came or changed at once is followed in the order of entities, so
//! that a run does not depend on how Bevy stores them.

#![allow(clippy::needless_pass_by_value)] // So systems take their parameters.

use crate::components::{Agent, Obstacle, Target, Velocity};
use crate::messages::{Arrived, NoWay, Refused};
use crate::navigation::Navigation;
use crate::plane::{exact, near};
use bevy_ecs::change_detection::{DetectChanges, Ref, Res, ResMut};
use bevy_ecs::entity::Entity;
use bevy_ecs::lifecycle::RemovedComponents;
use bevy_ecs::message::MessageWriter;
use bevy_ecs::query::{Changed, Or, With};
use bevy_ecs::system::Query;
use bevy_math::Vec2;
use bevy_time::Time;
use bevy_transform::components::Transform;
use navigant::crowd::internals::AgentIdInternals as _;
use navigant::crowd::{self, Aim, Status};

type ChangedObstacles<'w, 's> =
    Query<'w, 's, (Entity, (&'static Obstacle, &'static Transform)), Or<(Changed<Obstacle>, Changed<Transform>)>>;
type ChangedAgents<'w, 's> =
    Query<'w, 's, (Entity, (&'static Agent, &'static Transform, Option<&'static Target>)), Changed<Agent>>;
type ChangedTargets<'w, 's> = Query<'w, 's, (Entity, (&'static Target, Ref<'static, Agent>)), Changed<Target>>;

/// Those that changed, in the order of their entities' indices: that of spawning, unless indices are used again.
fn in_order<T>(changed: impl Iterator<Item = (Entity, T)>) -> Vec<(Entity, T)> {
    let mut all: Vec<_> = changed.collect();
    // Not by `Entity` itself, whose bits are stored inverted: the last one spawned would come first.
    all.sort_by_key(|(entity, _)| entity.index_u32());
    all
}

/// Obstacles come, move and go.
pub(crate) fn follow_obstacles(
    mut navigation: ResMut<'_, Navigation>,
    changed: ChangedObstacles<'_, '_>,
    mut gone: RemovedComponents<'_, '_, Obstacle>,
    present: Query<'_, '_, (), With<Obstacle>>,
    mut refused: MessageWriter<'_, Refused>,
) {
    let Navigation { map, obstacles, plane, .. } = &mut *navigation;
    for entity in gone.read().filter(|&entity| !present.contains(entity)) {
        if let Some(id) = obstacles.remove(&entity) {
            // It is there as long as it is listed.
            let _ = map.remove(id);
        }
    }
    for (entity, (obstacle, transform)) in in_order(changed.iter()) {
        let outline = plane.placed(&obstacle.0, transform);
        let done = match obstacles.get(&entity) {
            Some(&id) => map.move_to(id, &outline).map_err(|why| why.to_string()),
            None => map.insert(&outline).map_err(|why| why.to_string()).map(|id| {
                obstacles.insert(entity, id);
            }),
        };
        if let Err(why) = done {
            // What is refused is not there: not where it was before either.
            if let Some(id) = obstacles.remove(&entity) {
                let _ = map.remove(id);
            }
            refused.write(Refused { entity, why });
        }
    }
}

/// Agents come, change and go.
pub(crate) fn follow_agents(
    mut navigation: ResMut<'_, Navigation>,
    changed: ChangedAgents<'_, '_>,
    mut gone: RemovedComponents<'_, '_, Agent>,
    present: Query<'_, '_, (), With<Agent>>,
    mut refused: MessageWriter<'_, Refused>,
) {
    let navigation = &mut *navigation;
    for entity in gone.read().filter(|&entity| !present.contains(entity)) {
        navigation.forget(entity);
    }
    for (entity, (agent, transform, target)) in in_order(changed.iter()) {
        let Navigation { map, crowd, plane, agents, .. } = navigation;
        let Agent { radius, speed, max_speed, avoidance } = *agent;
        let done = match agents.get(&entity) {
            Some(&id) => crowd.description(id).map_err(Into::into).and_then(|known| {
                crowd.describe(map, id, &crowd::Agent { radius, speed, max_speed, avoidance, ..known })
            }),
            None => {
                let place = exact(plane.flat(transform.translation));
                let new = crowd::Agent { radius, speed, max_speed, avoidance, ..crowd::Agent::new(place) };
                let new = target.map_or(new, |target| new.with_goal(exact(target.0)));
                crowd.add(map, &new).map(|id| navigation.note(id, entity))
            }
        };
        if let Err(why) = done {
            refused.write(Refused { entity, why: why.to_string() });
        }
    }
}

/// Targets come, change and go.
pub(crate) fn follow_targets(
    mut navigation: ResMut<'_, Navigation>,
    changed: ChangedTargets<'_, '_>,
    mut gone: RemovedComponents<'_, '_, Target>,
    present: Query<'_, '_, (), With<Target>>,
    mut refused: MessageWriter<'_, Refused>,
) {
    let Navigation { crowd, agents, known, .. } = &mut *navigation;
    for entity in gone.read().filter(|&entity| !present.contains(entity)) {
        if let Some(&id) = agents.get(&entity) {
            let _ = crowd.set_aim(id, Aim::Stand);
        }
    }
    for (entity, (target, agent)) in in_order(changed.iter()) {
        let Some(&id) = agents.get(&entity) else { continue };
        // Who has just come has it already.
        if agent.is_added() && crowd.agent(id).is_ok_and(|seen| seen.aim == Aim::Goal(exact(target.0))) {
            continue;
        }
        match crowd.set_aim(id, Aim::Goal(exact(target.0))) {
            // An arrival at another target is another arrival.
            Ok(()) => {
                if let Some(Some((_, status))) = known.get_mut(id.index()) {
                    *status = Status::Free;
                }
            }
            Err(why) => {
                refused.write(Refused { entity, why: why.to_string() });
            }
        }
    }
}

/// Everyone walks.
pub(crate) fn step(
    mut navigation: ResMut<'_, Navigation>,
    time: Res<'_, Time>,
    mut entities: Query<'_, '_, (&mut Transform, &mut Velocity), With<Agent>>,
    mut arrived: MessageWriter<'_, Arrived>,
    mut no_way: MessageWriter<'_, NoWay>,
) {
    let Navigation { map, crowd, plane, known, .. } = &mut *navigation;
    // A step of no time, or of hours, is none.
    if crowd.step(map, time.delta_secs_f64()).is_err() {
        return;
    }
    for seen in crowd.agents() {
        let Some(Some((entity, status))) = known.get_mut(seen.id.index()) else { continue };
        if let Ok((mut transform, mut velocity)) = entities.get_mut(*entity) {
            plane.put(&mut transform.translation, near(seen.position));
            velocity.0 = Vec2::new(seen.velocity.x, seen.velocity.y);
        }
        if *status != seen.status {
            match seen.status {
                Status::Arrived => {
                    arrived.write(Arrived { entity: *entity });
                }
                Status::NoWay(why) => {
                    no_way.write(NoWay { entity: *entity, reason: why.reason, place: near(why.place) });
                }
                _ => {}
            }
            *status = seen.status;
        }
    }
}
