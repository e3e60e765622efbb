//! Runs along a roadmap: everyone arrives, whatever the strategy; bad input is refused by name.

use navigant_files::Scenario;
use navigant_mesh::{Map, Outline};
use navigant_simulation::Simulation;
use navigant_simulation::internals::{
    BadRegionGraph, BadRoadmapRun, DensityMod, DensitySettings, RegionGraph, RoadmapRun, RoadmapSearch, Strategy, Trip,
};

fn hall() -> Map {
    let mut map = Map::new(&Outline::rectangle([0.0, 0.0], [96.0, 54.0])).unwrap();
    for (min, max) in [([20.0, 8.0], [36.0, 30.0]), ([30.0, 36.0], [50.0, 48.0]), ([58.0, 14.0], [72.0, 44.0])] {
        map.insert(&Outline::rectangle(min, max)).unwrap();
    }
    map
}

fn trips() -> [Trip; 2] {
    [[[3.0, 20.0], [93.0, 34.0]], [[3.0, 34.0], [93.0, 20.0]]]
        .map(|[start, goal]| Trip { start: start.into(), goal: goal.into() })
}

fn finish(mut run: RoadmapRun) -> RoadmapRun {
    while !run.is_done() {
        assert!(run.steps() < 20_000, "some never arrive");
        run.step();
    }
    run
}

#[test]
fn everyone_arrives_with_every_search_and_strategy_on_every_kind_of_region() {
    let map = hall();
    for search in RoadmapSearch::ALL {
        for strategy in Strategy::ALL {
            let density_mod = if search == RoadmapSearch::AStar { DensityMod::Weidmann } else { DensityMod::Linear };
            let settings = DensitySettings { search, strategy, density_mod, ..DensitySettings::default() };
            let graphs = [
                RegionGraph::of_quad_tree(&map, &settings),
                RegionGraph::of_grid(&map, 2.0, 0.3),
                RegionGraph::of_faces(&map),
            ];
            for graph in graphs {
                let run = finish(RoadmapRun::new(graph.unwrap(), &trips(), 200, settings.clone()).unwrap());
                let figures = run.figures();
                assert_eq!((figures.entered, figures.arrived), (200, 200));
                assert!(run.graph().regions().all(|region| run.people(region) == 0));
                // Nobody is faster than at full speed on the straight line between the vertices.
                let full = settings.speed * settings.sec_to_time;
                for (trip, time) in trips().iter().zip(figures.travel_s()) {
                    let [start, goal] = [trip.start, trip.goal].map(|p| run.graph().nearest(p).unwrap());
                    let line = run.graph().centre(start).distance(run.graph().centre(goal));
                    assert!(time.unwrap() >= line / full - 1e-9);
                }
            }
        }
    }
}

#[test]
fn searches_are_counted_as_the_strategies_say() {
    let map = hall();
    let count = |strategy| {
        let settings = DensitySettings { strategy, n: 2, p: 5, overcrowded: 1e9, ..DensitySettings::default() };
        let graph = RegionGraph::of_quad_tree(&map, &settings).unwrap();
        let run = finish(RoadmapRun::new(graph, &trips(), 300, settings).unwrap());
        (run.figures().searches, run.steps())
    };
    assert_eq!(count(Strategy::None).0, 2);
    let (per, steps) = count(Strategy::Per);
    assert!(per > 2 && per <= 2 + 2 * steps.div_ceil(5));
    let (per_init, steps) = count(Strategy::PerInit);
    assert!(per_init >= 302 && per_init <= 302 + 2 * steps.div_ceil(5));
}

#[test]
fn who_replans_on_sight_is_among_those_who_replan_at_once_and_two_strategies_add_up() {
    let map = hall();
    let most = |strategy, also| {
        let settings =
            DensitySettings { strategy, also, agent_size: 0.5, density_dist_event: 25.0, ..DensitySettings::default() };
        let graph = RegionGraph::of_quad_tree(&map, &settings).unwrap();
        let run = finish(RoadmapRun::new(graph, &trips(), 600, settings).unwrap());
        assert_eq!(run.figures().arrived, 600);
        (run.figures().searches, run.figures().most_searches)
    };
    let [at_once, sight] = [Strategy::AtOnce, Strategy::Sight].map(|strategy| most(strategy, Strategy::None));
    assert!(sight.0 > 2 && sight.1 < at_once.1, "{sight:?}, {at_once:?}");
    let both = most(Strategy::PerInit, Strategy::Sight);
    assert!(both.0 > 602, "{both:?}");
    assert_eq!(most(Strategy::None, Strategy::Event), most(Strategy::Event, Strategy::None));
}

#[test]
fn a_scenario_with_a_roadmap_is_run_along_it_and_one_that_contradicts_it_is_refused_by_its_key() {
    let scenario = |more: &str, group: &str| {
        let text = format!(
            "scene = \"hall\"\n[roadmap]\nstrategy = \"per\"\nalso = \"sight\"\nn = 2\n{more}\n[[agents]]\ncount = 50\n\
             area = [[2, 18], [4, 18], [4, 22]]\ngoal = {{ at = [93, 34] }}\n[[agents]]\ncount = 20\n{group}\n"
        );
        Scenario::parse(text.as_bytes()).unwrap()
    };
    let plain = "area = [[2, 33], [4, 33], [4, 35]]\ngoal = { area = [[92, 19], [94, 19], [94, 21]] }";
    let run = finish(RoadmapRun::of_scenario(&hall(), &scenario("", plain)).unwrap().unwrap());
    assert_eq!((run.figures().entered, run.figures().arrived), (70, 70));
    let refused = |more: &str, group: &str| {
        let refused = RoadmapRun::of_scenario(&hall(), &scenario(more, group)).unwrap();
        refused.unwrap_err().to_string()
    };
    assert!(refused("[knowledge]", plain).contains("roadmap: obstacles stay as they are"));
    assert!(refused("", &format!("{plain}\ntogether = 2")).contains("agents[1].goal: in a run along a roadmap one"));
    assert!(refused("", "goal = { at = [93, 20] }").contains("agents[1].count: a run along a roadmap begins"));
    let away = "area = [[2, 33], [4, 33], [4, 35]]\ngoal = { away = [5, 9] }";
    assert!(refused("", away).contains("agents[1].goal: a run along a roadmap leads to one place"));
    let crowd = Simulation::spawn(hall(), &scenario("", plain), |_| {});
    assert!(crowd.err().unwrap().to_string().contains("roadmap: a run along a roadmap has no crowd"));
}

#[test]
fn runs_are_the_same_on_any_number_of_threads() {
    let map = hall();
    for strategy in Strategy::ALL {
        let hash = |threads: usize| {
            let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
            pool.install(|| {
                let settings = DensitySettings { strategy, agent_size: 0.5, ..DensitySettings::default() };
                let graph = RegionGraph::of_quad_tree(&map, &settings).unwrap();
                let mut run = RoadmapRun::new(graph, &trips(), 1000, settings).unwrap();
                (0..500).for_each(|_| run.step());
                (run.hash(), run.figures().searches)
            })
        };
        let alone = hash(1);
        assert_eq!([hash(2), hash(5)], [alone; 2], "{strategy:?}");
    }
}

#[test]
fn what_cannot_be_is_refused_by_name() {
    let mut map = hall();
    let usual = DensitySettings::default();
    let graph = || RegionGraph::of_quad_tree(&hall(), &DensitySettings::default()).unwrap();
    let refused = RoadmapRun::new(graph(), &trips(), 10, DensitySettings { agent_size: f64::NAN, ..usual.clone() });
    assert!(refused.unwrap_err().to_string().starts_with("AgentSize must be 0.001 to 1000"));
    assert_eq!(RoadmapRun::new(graph(), &[], 10, usual.clone()).unwrap_err(), BadRoadmapRun::NoTrips);
    let nowhere = Trip { start: [f64::NAN, 0.0].into(), goal: [1.0, 1.0].into() };
    let refused = RoadmapRun::new(graph(), &[trips()[0], nowhere], 10, usual.clone()).unwrap_err();
    assert!(matches!(refused, BadRoadmapRun::NotAPoint { trip: 1, .. }));
    // A wall from side to side.
    map.insert(&Outline::rectangle([80.0, 0.0], [82.0, 54.0])).unwrap();
    let walled = RegionGraph::of_quad_tree(&map, &usual).unwrap();
    let refused = RoadmapRun::new(walled, &trips(), 10, usual.clone()).unwrap_err();
    assert!(matches!(refused, BadRoadmapRun::NoWay { trip: 0, .. }));
    map.insert(&Outline::rectangle([0.0, 0.0], [96.0, 54.0])).unwrap();
    assert_eq!(RegionGraph::of_quad_tree(&map, &usual).unwrap_err(), BadRegionGraph::Nothing);
    assert_eq!(RegionGraph::of_faces(&map).unwrap_err(), BadRegionGraph::Nothing);
}

#[test]
fn a_run_of_nobody_is_done() {
    let settings = DensitySettings::default();
    let graph = RegionGraph::of_quad_tree(&hall(), &settings).unwrap();
    assert!(RoadmapRun::new(graph, &trips(), 0, settings).unwrap().is_done());
}
