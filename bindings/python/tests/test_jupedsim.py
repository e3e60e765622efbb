"""The interface of JuPedSim: names, scripts that run under either import, behaviour."""

import importlib.util
import pathlib
import re
import sqlite3
import subprocess
import sys
import warnings

import numpy as np
import pytest

shapely = pytest.importorskip("shapely")

import navigant.jupedsim as jps  # noqa: E402

SCRIPTS = sorted((pathlib.Path(__file__).parent.parent / "examples/jupedsim").glob("*.py"))
HALL = [(0, 0), (20, 0), (20, 10), (0, 10)]
OTHERS = [name for name in ("navigant.jupedsim", "jupedsim") if name != "jupedsim" or importlib.util.find_spec(name)]


def has(package):
    return importlib.util.find_spec(package) is not None


def simulation(model=None, geometry=HALL, **more):
    return jps.Simulation(model=model or jps.CollisionFreeSpeedModel(), geometry=geometry, dt=0.05, **more)


def walker(made, place=(2, 5), area=((18, 4), (20, 4), (20, 6), (18, 6)), **more):
    exit = made.add_exit_stage(list(area))
    journey = made.add_journey(jps.JourneyDescription([exit]))
    parameters = jps.models.PARAMETERS[type(made._model)]
    return made.add_agent(parameters(position=place, journey_id=journey, stage_id=exit, **more))


def empties(made, seconds=120):
    while made.agent_count() > 0 and made.elapsed_time() < seconds:
        made.iterate()
    return made.agent_count() == 0


@pytest.mark.parametrize("package", OTHERS)
@pytest.mark.parametrize("script", SCRIPTS, ids=lambda script: script.stem)
def test_a_script_runs_under_either_import(script, package, tmp_path):
    text = script.read_text()
    assert text.count("import navigant.jupedsim as jps\n") == 1
    copy = tmp_path / "script.py"
    copy.write_text(text.replace("import navigant.jupedsim as jps", f"import {package} as jps"))
    made = subprocess.run([sys.executable, copy, tmp_path / "out.sqlite"], capture_output=True, text=True)
    assert made.returncode == 0, made.stderr
    assert re.fullmatch(r"0 are left after [\d.]+ s\n", made.stdout)
    if has("pedpy"):
        import pedpy

        data = pedpy.load_trajectory_from_jupedsim_sqlite(trajectory_file=tmp_path / "out.sqlite")
        assert len(data.data) > 100 and data.frame_rate > 0
        if script.stem != "closed_door":  # Its area is not one.
            area = pedpy.load_walkable_area_from_jupedsim_sqlite(trajectory_file=tmp_path / "out.sqlite")
            assert pedpy.is_trajectory_valid(traj_data=data, walkable_area=area)


def test_there_are_ten_scripts():
    assert len(SCRIPTS) >= 10


@pytest.mark.skipif(not has("jupedsim"), reason="jupedsim is not installed")
def test_nine_of_ten_names_are_here_and_the_rest_says_so():
    import jupedsim

    names = [name for name in dir(jupedsim) if not name.startswith("_")]
    here, missing = [], []
    for name in names:
        try:
            getattr(jps, name)
            here.append(name)
        except NotImplementedError as error:
            assert name in str(error)
            missing.append(name)
    assert len(here) >= 0.9 * len(names), missing
    assert set(jupedsim.__all__) - set(jps.__all__) <= set(missing)


@pytest.mark.skipif(not has("jupedsim"), reason="jupedsim is not installed")
def test_defaults_are_those_of_jupedsim():
    import jupedsim

    for ours in [*jps.models.PARAMETERS, *jps.models.PARAMETERS.values()]:
        theirs = getattr(jupedsim, ours.__name__)
        for name, value in vars(theirs()).items():
            if name != "rng_seed":  # Random there.
                assert getattr(ours(), name) == value, (ours, name)


def test_models_that_are_not_here_are_substituted_with_a_warning():
    for model in jps.models.SUBSTITUTED:
        said = []
        jps.set_warning_callback(said.append)
        with pytest.warns(jps.SubstitutedModelWarning, match=model.__name__):
            made = simulation(model())
        assert model.__name__ in said[0]
        walker(made)
        assert empties(made)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        simulation(jps.SocialForceModel())


def test_speed_alone_is_the_desired_one():
    made = simulation()
    id = walker(made, desired_speed=1.0)
    made.iterate(100)
    assert made.agent(id).position[0] == pytest.approx(2 + 100 * 0.05, abs=0.2)
    assert made.agent(id).orientation == pytest.approx((1, 0), abs=1e-3)
    made.agent(id).model.desired_speed = 0.5
    before = made.agent(id).position[0]
    made.iterate(40)
    assert made.agent(id).position[0] - before == pytest.approx(1.0, abs=0.1)


def test_changed_parameters_are_kept_and_what_cannot_be_is_refused():
    made = simulation()
    first, second = walker(made), walker(made, place=(2, 7))
    model = made.agent(first).model
    model.time_gap, model.radius = 0.5, 0.3
    assert (model.time_gap, model.radius) == (0.5, 0.3)
    assert [agent.id for agent in made.agents()] == [second, first]
    assert made.agent(first).position == (2, 5) and made.agent(second).position == (2, 7)
    with pytest.raises(RuntimeError, match="radius"):
        model.radius = -1.0
    assert model.radius == 0.3 and made.agent_count() == 2
    assert empties(made)


def test_old_names_still_work():
    with pytest.warns(DeprecationWarning, match="desired_speed"):
        agent = jps.CollisionFreeSpeedModelAgentParameters(v0=0.7)
    assert agent.desired_speed == 0.7
    with pytest.raises(TypeError, match="speeed"):
        jps.CollisionFreeSpeedModelAgentParameters(speeed=1)


def test_bad_agents_are_refused_and_nothing_is_added():
    made = simulation()
    walker(made)
    for place, said in (((2.1, 5), "too close"), ((0.05, 5), "refused"), ((30, 5), "refused"), ((float("nan"), 1), "refused")):
        with pytest.raises((RuntimeError, ValueError), match=said):
            walker(made, place=place)
    with pytest.raises(RuntimeError, match="unknown journey"):
        made.add_agent(jps.CollisionFreeSpeedModelAgentParameters(position=(5, 5), journey_id=99, stage_id=1))
    with pytest.raises(RuntimeError, match="described by"):
        made.add_agent(jps.SocialForceModelAgentParameters(position=(5, 5), journey_id=1, stage_id=1))
    assert made.agent_count() == 1
    for wrong in (lambda: made.agent(77), lambda: made.get_stage(77), lambda: made.mark_agent_for_removal(77)):
        with pytest.raises(RuntimeError, match="unknown"):
            wrong()


def test_stages_and_areas_outside_are_refused():
    made = simulation()
    with pytest.raises(RuntimeError, match="not inside"):
        made.add_waypoint_stage((30, 30), 1)
    with pytest.raises(RuntimeError, match="part of it"):
        description = jps.JourneyDescription([1])
        description.set_transition_for_stage(1, jps.Transition.create_fixed_transition(2))
        made.add_journey(description)
    with pytest.raises(RuntimeError, match="one polygon"):
        simulation(geometry=shapely.MultiPolygon([shapely.box(0, 0, 1, 1), shapely.box(2, 2, 3, 3)]))
    for wrong in ("POINT (1 1)", "POLYGON ((0 0, 1", [(0, 0), (1, 1)]):
        with pytest.raises((RuntimeError, jps.geometry_utils.GeometryError)):
            simulation(geometry=wrong)


def test_an_exit_without_room_is_left_by_as_near_as_one_gets():
    made = simulation()
    walker(made, area=((19.9, 4), (20, 4), (20, 6), (19.9, 6)), radius=0.3)
    assert empties(made)


def test_marked_agents_go_with_the_next_iteration():
    made = simulation()
    id = walker(made)
    assert made.mark_agent_for_removal(id) and made.agent_count() == 1
    made.iterate()
    assert made.agent_count() == 0 and made.removed_agents() == [id]


def test_agents_are_found_by_place():
    made = simulation()
    first, second = walker(made, (2, 5)), walker(made, (8, 5))
    assert made.agents_in_range((2, 5), 1) == [first]
    assert made.agents_in_polygon([(7, 4), (9, 4), (9, 6), (7, 6)]) == [second]


def test_the_area_can_be_switched_unless_somebody_is_outside():
    made = simulation()
    walker(made, (2, 5))
    with pytest.raises(RuntimeError, match="outside of the new area"):
        made.switch_geometry([(4, 0), (20, 0), (20, 10), (4, 10)])
    made.switch_geometry([(0, 0), (25, 0), (25, 10), (0, 10)])
    assert made.get_geometry().boundary()[1] == (25.0, 0.0)
    assert empties(made)


def test_a_run_is_the_same_every_time():
    def run():
        made = simulation(jps.CollisionFreeSpeedModelV2())
        exit = made.add_exit_stage([(18, 4), (20, 4), (20, 6), (18, 6)])
        journey = made.add_journey(jps.JourneyDescription([exit]))
        places = jps.distribute_by_density(
            polygon=shapely.box(0, 0, 8, 10), density=1.0, distance_to_agents=0.5, distance_to_polygon=0.3, seed=9
        )
        for place in places:
            made.add_agent(jps.CollisionFreeSpeedModelV2AgentParameters(position=place, journey_id=journey, stage_id=exit))
        made.iterate(100)
        return [agent.position for agent in made.agents()]

    assert run() == run()


def test_places_keep_their_distances():
    area = shapely.box(0, 0, 10, 10).difference(shapely.box(4, 4, 6, 6))
    common = {"polygon": area, "distance_to_agents": 0.7, "distance_to_polygon": 0.4, "seed": 3}
    filled = jps.distribute_until_filled(**common)
    some = [
        jps.distribute_by_number(number_of_agents=60, **common),
        jps.distribute_by_density(density=0.6, **common),
        jps.distribute_by_percentage(percent=40, **common),
        jps.distribute_in_circles_by_number(
            center_point=(5, 5), circle_segment_radii=[(1, 3), (3, 5)], numbers_of_agents=[5, 9], **common
        ),
        filled,
    ]
    assert len(some[0]) == 60 and len(some[1]) == round(0.6 * area.area)
    assert len(some[2]) == round(0.4 * len(filled)) and len(filled) > 90
    for places in some:
        points = np.array(places)
        distances = np.hypot(*(points[:, None] - points[None]).transpose(2, 0, 1)) + 10 * np.eye(len(points))
        assert distances.min() >= 0.7
        assert min(area.boundary.distance(shapely.Point(p)) for p in places) >= 0.4
    with pytest.raises(jps.AgentNumberError):
        jps.distribute_by_number(number_of_agents=10_000, max_iterations=100, **common)
    with pytest.raises(jps.OverlappingCirclesError):
        jps.distribute_in_circles_by_number(
            center_point=(5, 5), circle_segment_radii=[(0, 3), (2, 5)], numbers_of_agents=[1, 1], **common
        )
    with pytest.raises(jps.NegativeValueError):
        jps.distribute_in_circles_by_density(
            center_point=(5, 5), circle_segment_radii=[(0, 3)], densities=[-1], **common
        )
    with pytest.raises(jps.IncorrectParameterError):
        jps.distribute_until_filled(polygon="no", distance_to_agents=1, distance_to_polygon=1)


def test_writers_and_recordings(tmp_path):
    file = tmp_path / "run.sqlite"
    writer = jps.SqliteTrajectoryWriter(output_file=file, every_nth_frame=5)
    made = simulation(trajectory_writer=writer)
    id = walker(made)
    assert empties(made)
    writer.close()
    recording = jps.Recording(str(file))
    assert recording.fps == pytest.approx(4.0)
    assert recording.num_frames == made.iteration_count() // 5 + 1
    assert recording.frame(0).agents[0].id == id and recording.frame(0).agents[0].position == (2.0, 5.0)
    assert recording.bounds().width == 20 and recording.geometry().area == 200
    with pytest.raises(jps.TrajectoryWriter.Exception):
        jps.SqliteTrajectoryWriter(output_file=file, every_nth_frame=0)
    assert sqlite3.connect(file).execute("SELECT value FROM metadata WHERE key = 'version'").fetchone() == ("2",)


@pytest.mark.skipif(not has("pedpy"), reason="pedpy is not installed")
def test_pedpy_needs_no_file():
    writer = jps.MemoryTrajectoryWriter(every_nth_frame=5)
    made = simulation(trajectory_writer=writer)
    walker(made)
    assert empties(made)
    data = writer.to_pedpy()
    assert data.frame_rate == pytest.approx(4.0) and data.data.frame.max() > 10
    assert writer.walkable_area().area == 200


def test_routes():
    engine = jps.RoutingEngine([(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)])
    assert engine.is_routable((0.5, 0.5)) and not engine.is_routable((3, 3))
    points, triangles = engine.mesh()
    assert len(points) == 6 and len(triangles) == 4
    with pytest.raises(NotImplementedError, match="edges_for"):
        engine.edges_for(0)
    with pytest.raises(RuntimeError, match="no path"):
        engine.compute_waypoints((0.5, 0.5), (3, 3))


def test_what_is_not_here_says_so():
    with pytest.raises(NotImplementedError, match="py_jupedsim"):
        jps.py_jupedsim
    with pytest.raises(AttributeError):
        jps.nothing_of_the_kind
    assert "Navigant" in repr(jps.get_build_info())


def test_iterations_are_traced():
    made = simulation()
    walker(made)
    made.set_tracing(True)
    made.iterate()
    trace = made.get_last_trace()
    assert trace.iteration_duration >= trace.operational_level_duration > 0
