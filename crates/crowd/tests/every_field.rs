//! Every public field of everything that a crowd is told, set to numbers that are hard to bear: what cannot be is refused with its reason
//! and changes nothing, and with all else everybody walks on and is somewhere.
//!
//! The lists of fields are complete: a type with a field that is not in its list does not compile.

use navigant_crowd::internals::AgentInternals as _;
use navigant_crowd::internals::{CrowdInternals as _, VectorInternals as _};
use navigant_crowd::{
    Agent, Aim, Avoidance, BadStep, CollisionFreeSpeed, Control, Crowd, Notice, Orca, Planning, SocialForce, Vector,
    Vision, Weidmann,
};
use navigant_geometry::internals::PointInternals as _;
use navigant_mesh::{Map, Outline, Point};

const BAD: [f64; 16] = [
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    1e300,
    -1e300,
    1e-300,
    f64::MAX,
    f64::MIN_POSITIVE,
    f32::MAX as f64,
    f32::MIN_POSITIVE as f64,
    1e9,
    1e3,
    -1.0,
    -0.0,
    1e-38,
    5e-324,
];

/// A value with one number in it changed, in every possible place.
trait Spoilt: Copy {
    fn spoilt(self, bad: f64) -> Vec<Self>;
}

macro_rules! numbers {
    ($($number:ty),*) => { $(impl Spoilt for $number {
        fn spoilt(self, bad: f64) -> Vec<$number> {
            vec![bad as $number]
        }
    })* };
}
numbers!(f64, f32, u32, u8);

macro_rules! every_field {
    ($type:ident { $($field:ident),* }) => {
        impl Spoilt for $type {
            fn spoilt(self, bad: f64) -> Vec<$type> {
                // Without `..`: it names every field there is.
                let $type { $($field),* } = self;
                let mut all = Vec::new();
                $(all.extend($field.spoilt(bad).into_iter().map(|$field| $type { $field, ..self }));)*
                all
            }
        }
    };
}
every_field!(Point { x, y });
every_field!(Vector { x, y });
every_field!(Orca { neighbour_distance, most_neighbours, horizon, wall_horizon });
every_field!(Vision { horizon, field, relaxation, stiffness });
every_field!(SocialForce { relaxation, strength, range, stiffness });
every_field!(CollisionFreeSpeed { time_gap, strength, range, wall_strength, wall_range });
every_field!(Weidmann { gamma, jam_density, time_gap, strength, range, wall_strength, wall_range });
every_field!(Agent { position, radius, speed, max_speed, velocity, aim, avoidance, comfort, district, control });
every_field!(Planning { expansions_per_step, expansions_per_search, hysteresis, notice });

impl Spoilt for Aim {
    fn spoilt(self, bad: f64) -> Vec<Aim> {
        let (p, v) = (Point::new(35.0, 10.0).spoilt(bad), Vector::new(1.0, 0.5).spoilt(bad));
        let points = p.into_iter().flat_map(|p| [Aim::Goal(p), Aim::Straight(p)]);
        let all = points.chain(v.into_iter().map(Aim::Velocity)).collect::<Vec<_>>();
        for aim in &all {
            // A new kind of aim is to be added here.
            match aim {
                Aim::Goal(_) | Aim::Straight(_) | Aim::Velocity(_) | Aim::Stand => {}
            }
        }
        all
    }
}

impl Spoilt for Avoidance {
    fn spoilt(self, bad: f64) -> Vec<Avoidance> {
        let models = [
            Avoidance::Orca(Orca::default()),
            Avoidance::Vision(Vision::DEFAULT),
            Avoidance::SocialForce(SocialForce::DEFAULT),
            Avoidance::CollisionFreeSpeed(CollisionFreeSpeed::DEFAULT),
            Avoidance::Weidmann(Weidmann::DEFAULT),
        ];
        let of = |model: Avoidance| -> Vec<Avoidance> {
            match model {
                Avoidance::Nothing => Vec::new(),
                Avoidance::Orca(model) => model.spoilt(bad).into_iter().map(Avoidance::Orca).collect(),
                Avoidance::Vision(model) => model.spoilt(bad).into_iter().map(Avoidance::Vision).collect(),
                Avoidance::SocialForce(model) => model.spoilt(bad).into_iter().map(Avoidance::SocialForce).collect(),
                Avoidance::CollisionFreeSpeed(model) => {
                    model.spoilt(bad).into_iter().map(Avoidance::CollisionFreeSpeed).collect()
                }
                Avoidance::Weidmann(model) => model.spoilt(bad).into_iter().map(Avoidance::Weidmann).collect(),
            }
        };
        models.into_iter().flat_map(of).collect()
    }
}

impl Spoilt for Notice {
    fn spoilt(self, bad: f64) -> Vec<Notice> {
        vec![Notice::WhenSeen(bad)]
    }
}

impl Spoilt for Control {
    fn spoilt(self, _: f64) -> Vec<Control> {
        vec![Control::Crowd, Control::Outside, Control::Player]
    }
}

fn hall() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [40.0, 20.0])).unwrap();
    map.insert(&Outline::rectangle([10.0, 5.0], [20.0, 15.0])).unwrap();
    map
}

/// Two of the crowd who meet, near a wall and near the agent that is tried.
fn others() -> [Agent; 2] {
    [Agent::new([8.0, 10.0]).with_goal([35.0, 10.0]), Agent::new([6.0, 10.4]).with_goal([2.0, 3.0])]
}

/// Everybody is there, in the hall, with room, at a velocity that is one.
fn check(map: &Map, crowd: &Crowd, count: usize) -> Result<(), String> {
    if crowd.len() != count {
        return Err(format!("{} agents of {count}", crowd.len()));
    }
    for agent in crowd.agents() {
        let room = map.clearance_at(agent.position).unwrap_or(-1.0);
        let is_somewhere = agent.position.is_finite() && room >= agent.radius - map.lattice().step();
        if !is_somewhere || !agent.velocity.is_finite() {
            return Err(format!("{agent:?}"));
        }
    }
    Ok(())
}

#[test]
fn every_field_of_an_agent_is_refused_or_harmless() {
    let good = Agent::new([7.0, 10.0]).with_goal([35.0, 10.0]).with_comfort(0.5);
    let (map, mut refused, mut taken) = (hall(), 0, 0);
    for bad in BAD {
        for agent in good.spoilt(bad) {
            let mut crowd = Crowd::new(&map);
            for other in others() {
                crowd.add(&map, &other).unwrap();
            }
            let before = crowd.hash();
            let added = crowd.add(&map, &agent);
            if added.is_err() {
                refused += 1;
                assert_eq!(crowd.hash(), before, "{agent:?} is refused and changes something");
            } else {
                taken += 1;
            }
            // The same, of one who is there already.
            let known = crowd.add(&map, &Agent::new([7.0, 12.0]).with_goal([35.0, 10.0])).unwrap();
            let before = crowd.hash();
            if crowd.describe(&map, known, &agent).is_err() {
                assert_eq!(crowd.hash(), before, "{agent:?} is refused and changes something");
            }
            let _ = crowd.set_aim(known, agent.aim);
            let _ = crowd.place(&map, known, agent.position, agent.velocity);
            let _ = crowd.set_speed(known, agent.speed, agent.max_speed);
            let count = 3 + usize::from(added.is_ok());
            for dt in [0.1, 1e-4, 10.0, 0.1, 0.1] {
                crowd.step(&map, dt).unwrap();
                check(&map, &crowd, count).unwrap_or_else(|reason| panic!("{agent:?}, {dt} s: {reason}"));
            }
            let again = Crowd::load(&map, &crowd.save(&map)).map(|crowd| crowd.hash());
            assert_eq!(again, Ok(crowd.hash()), "{agent:?} cannot be saved");
        }
    }
    assert!(refused > 400 && taken > 200, "{refused} refused, {taken} taken");
}

#[test]
fn every_field_of_the_planning_is_harmless() {
    let mut map = hall();
    for bad in BAD {
        for planning in Planning::default().spoilt(bad) {
            let mut crowd = Crowd::new(&map).with_planning(planning).with_widest_radius(bad);
            for other in others() {
                crowd.add(&map, &other).unwrap();
            }
            for step in 0..8 {
                if step == 2 {
                    crowd.set_planning(planning);
                    let cart = map.insert(&Outline::rectangle([22.0, 2.0], [24.0, 12.0])).unwrap();
                    crowd.step(&map, Crowd::DT).unwrap();
                    map.remove(cart).unwrap();
                }
                crowd.step(&map, Crowd::DT).unwrap();
                check(&map, &crowd, 2).unwrap_or_else(|reason| panic!("{planning:?}: {reason}"));
            }
            let again = Crowd::load(&map, &crowd.save(&map)).map(|crowd| crowd.hash());
            assert_eq!(again, Ok(crowd.hash()), "{planning:?} cannot be saved");
        }
    }
}

#[test]
fn every_number_that_a_function_takes_is_refused_or_harmless() {
    let map = hall();
    let mut crowd = Crowd::new(&map);
    let ids = others().map(|other| crowd.add(&map, &other).unwrap());
    for bad in BAD {
        let before = crowd.hash();
        if !(1e-4..=10.0).contains(&bad) {
            let told = crowd.step(&map, bad);
            assert!(matches!(told, Err(BadStep::Time(dt)) if dt.to_bits() == bad.to_bits()), "{bad}: {told:?}");
            assert_eq!(crowd.hash(), before, "a step of {bad} s is refused and changes something");
        }
        crowd.plan_ahead(&map, bad as u32);
        for p in Point::new(7.0, 10.0).spoilt(bad) {
            crowd.is_taken(p, 0.25);
            crowd.is_taken([7.0, 10.0], bad);
            let _ = crowd.add_from(&map, bad as u32, &Agent::new(p)).map(|id| crowd.remove(id));
        }
        for id in ids {
            assert!(crowd.way(id).unwrap().iter().all(|p| p.is_finite()));
            assert!(crowd.way_left(id).unwrap().is_finite());
        }
        crowd.step(&map, Crowd::DT).unwrap();
        check(&map, &crowd, 2).unwrap_or_else(|reason| panic!("{bad}: {reason}"));
    }
}
