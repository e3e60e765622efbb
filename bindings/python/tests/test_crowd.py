"""Crowds and scenarios."""

import pathlib

import numpy as np
import pytest

import navigant
from navigant import Crowd, Map, Scenario, Simulation, Status
from navigant.errors import UnknownAgent

HALL = [[0, 0], [40, 0], [40, 20], [0, 20]]

# What `navigant run NAME --steps 300` prints as the state.
STATES = (pathlib.Path(__file__).parents[2] / "same_bits.txt").read_text().splitlines()
STATES = [line.split() for line in STATES if not line.startswith("#")]


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("name, state", STATES)
def test_the_same_bits_as_the_program(name, state, threads):
    navigant.set_threads(threads)
    try:
        assert navigant.threads() == threads
        assert navigant.run(name, steps=300).hash == state
    finally:
        navigant.set_threads(0)


def test_arrays_are_in_the_order_of_ids():
    crowd = Crowd(Map(HALL))
    rng = np.random.default_rng(3)
    places = np.stack(np.meshgrid(np.arange(1, 39), np.arange(1, 19)), -1).reshape(-1, 2)
    goals = rng.uniform(2, 18, places.shape)
    ids = crowd.add_agents(places, goals, radius=rng.uniform(0.1, 0.3, len(places)))
    assert crowd.ids() == ids and np.array_equal(crowd.positions(), places)
    for _ in range(5):
        crowd.step(7)
        for gone in rng.choice(len(ids), 3, replace=False)[::-1]:
            crowd.remove(ids[gone])
        ids = crowd.ids()
        assert ids == sorted(ids) and len(ids) == len(crowd)
        ids.append(crowd.add(crowd.map.nearest((20, 10)), source=2))
        positions, velocities, statuses = crowd.positions(), crowd.velocities(), crowd.statuses()
        goals, radii = crowd.goals(), crowd.radii()
        for at, agent in enumerate(crowd.agent(id) for id in crowd.ids()):
            assert agent.position == tuple(positions[at]) and agent.velocity == tuple(velocities[at])
            assert agent.status == statuses[at] and agent.radius == radii[at]
            assert agent.goal == tuple(goals[at]) if agent.goal else np.isnan(goals[at]).all()


def test_a_crowd_learns_of_edits():
    hall = Map(HALL)
    crowd = Crowd(hall)
    anna = crowd.add((2, 10), (38, 10))
    crowd.plan_ahead()
    assert crowd.agent(anna).status == Status.WALKING and crowd.way(anna).shape == (2, 2)
    hall.insert([[20, 0], [21, 0], [21, 20], [20, 20]])
    crowd.step(50)
    agent = crowd.agent(anna)
    assert agent.status == Status.NO_WAY and agent.no_way == "disconnected" and agent.no_way_place == (20.0, 10.0)


def test_goals_velocities_and_places():
    crowd = Crowd(Map(HALL))
    agent = crowd.add((2, 10))
    assert crowd.agent(agent).status == Status.FREE and np.isnan(crowd.goals()).all()
    crowd.set_velocity(agent, (1, 0))
    crowd.step(10)
    assert crowd.positions()[0, 0] == pytest.approx(3, abs=0.2)
    crowd.place(agent, (30, 5))
    crowd.set_goal(agent, (35, 5))
    crowd.step(60)
    assert crowd.agent(agent).status == Status.ARRIVED
    crowd.set_goal(agent, None)
    assert crowd.agent(agent).goal is None
    crowd.remove(agent)
    assert len(crowd) == 0 and crowd.positions().shape == (0, 2) and crowd.ids() == []
    with pytest.raises(UnknownAgent):
        crowd.set_goal(agent, (1, 1))


def test_every_avoidance_walks():
    for name in ["orca", "vision", "social force", "collision-free speed", "nothing"]:
        crowd = Crowd(Map(HALL))
        crowd.add_agents([[2, 5], [38, 5.1]], [[38, 5], [2, 5]], avoidance=name)
        crowd.step(100)
        assert crowd.positions()[0, 0] > 8, name


def test_a_saved_crowd_goes_on_as_the_other():
    hall = Map(HALL)
    crowd = Crowd(hall)
    crowd.add_agents([[2, 5], [38, 5]], [[38, 5], [2, 5]])
    crowd.step(30)
    other = Crowd.load(hall, crowd.save())
    assert other.hash() == crowd.hash()
    assert crowd.step(30).steps == other.step(30).steps == 30
    assert other.hash() == crowd.hash()


def test_a_run_is_recorded(capsys):
    run = navigant.run("head-on", steps=20, every=5, progress=True, agents=10)
    assert run.frames.shape == (50, 4) and set(run.frames[:, 1]) == set(range(10))
    assert np.array_equal(run.frames[-10:, 2:], run.positions())
    assert "20/20 steps" in capsys.readouterr().err
    assert "wall_crossings" in run._repr_html_() and "20 steps" in repr(run)
    assert run.map.bounds[2] > 0


def test_scenarios():
    assert "bottleneck" in navigant.scenario_names()
    scenario = Scenario.open("bottleneck")
    assert scenario.about and scenario.steps > 0 and scenario.with_agents(7).agents == 7
    floor = "POLYGON ((0 0, 20 0, 20 20, 0 20, 0 0))"
    text = 'scene = "here"\n[[agents]]\ncount = 3\ngoal = { at = [10, 10] }\n'
    simulation = Simulation(Scenario.parse(text, floor))
    simulation.step(3)
    assert (simulation.steps, len(simulation)) == (3, 3) and simulation.seconds == pytest.approx(0.3)
    assert simulation.positions().shape == simulation.velocities().shape == (3, 2)
    assert len(simulation.ids()) == len(simulation.statuses()) == 3


def test_pictures():
    crowd = Crowd(Map(HALL))
    crowd.add((2, 2))
    assert crowd._repr_svg_().startswith("<svg") and "1 agents" in repr(crowd)


def test_long_calls_show_a_bar_where_it_is_wanted(capsys):
    crowd = Crowd(Map(HALL))
    crowd.add_agents([[2, 2], [2, 5]], [[38, 2], [38, 5]])
    crowd.plan_ahead(progress=True)
    crowd.step(30, progress=True)
    crowd.map.find_paths(np.full((50, 2), 1.0), np.full((50, 2), 15.0), progress=True)
    shown = capsys.readouterr().err
    assert "2/2 agents" in shown and "30/30 steps" in shown and "50/50 paths" in shown and shown.count("\n") == 3
    crowd.step(30, progress=False)
    crowd.step(30)
    assert capsys.readouterr().err == ""


def test_a_bar_that_cannot_be_drawn_ends_the_call(monkeypatch):
    class Broken:
        def write(self, text):
            raise OSError("no terminal")

    crowd = Crowd(Map(HALL))
    crowd.add((2, 2), (38, 2))
    monkeypatch.setattr("sys.stderr", Broken())
    with pytest.raises(OSError, match="no terminal"):
        crowd.step(5, progress=True)
    monkeypatch.undo()
    assert crowd.step(5).steps == 5
