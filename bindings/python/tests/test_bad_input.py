"""Nothing that is passed in crashes: every refusal is an exception that names what and where."""

import math

import numpy as np
import pytest

import navigant
from navigant import Crowd, Map, Outline, Scenario
from navigant.errors import (
    BadAgent,
    BadAim,
    BadArray,
    BadFile,
    BadMap,
    BadOutline,
    BadSave,
    BadStep,
    InternalError,
    NavigantError,
    UnknownAgent,
)

SQUARE = [[0, 0], [10, 0], [10, 10], [0, 10]]


@pytest.mark.parametrize(
    "array",
    [
        [1, 2, 3, 4],
        np.zeros((3, 3)),
        np.zeros((3, 2, 2)),
        np.zeros((4, 2), dtype=complex),
        np.zeros((4, 2), dtype=bool),
        np.array([["a", "b"], ["c", "d"]]),
        np.array([[None, 1], [2, 3]], dtype=object),
        np.zeros(3, dtype=[("x", float), ("y", float)]),
        np.array(["2020-01-01"], dtype="datetime64[D]"),
        [[0, 0], [1]],
        object(),
        3,
        None,
        b"POLYGON",
    ],
)
def test_what_is_no_array_of_points(array):
    map = Map(SQUARE)
    with pytest.raises(BadArray) as refused:
        map.find_paths(array, array)
    assert refused.value.argument == "starts" and "starts" in str(refused.value)
    with pytest.raises(NavigantError):
        map.insert(array)
    with pytest.raises(NavigantError):
        Crowd(map).add_agents(array)


def test_empty_arrays():
    with pytest.raises(BadMap) as refused:
        Map([])
    assert refused.value.reason in ("no floor", "empty")
    with pytest.raises(BadOutline) as empty:
        Map(SQUARE).insert(np.zeros((0, 2)))
    assert (empty.value.reason, empty.value.ring) == ("empty", 0)
    assert len(Map(SQUARE).find_paths([], [])) == 0
    assert Crowd(Map(SQUARE)).add_agents([]) == []


def test_numbers_that_are_none():
    bad = [[1, 1], [2, math.nan], [3, 3]]
    with pytest.raises(BadOutline) as refused:
        Map(SQUARE).insert(bad)
    assert (refused.value.ring, refused.value.vertex) == (0, 1) and math.isnan(refused.value.point[1])
    with pytest.raises(BadMap) as built:
        Map(SQUARE, obstacles=[SQUARE, bad])
    assert (built.value.kind, built.value.index, built.value.vertex) == ("obstacle", 1, 1)
    with pytest.raises(BadMap) as line:
        Map([[0, 0], [1, 1]])
    assert line.value.reason == "no area"
    with pytest.raises(BadMap):
        Map([[0, 0], [1e300, 0], [0, 1e300]])
    map = Map(SQUARE)
    for bad in (math.nan, math.inf, 1e300):
        assert not map.is_walkable((bad, 1)) and map.clearance((1, bad)) is None and not map.sees((bad, 1), (1, 1))
        map.look((bad, 1), (1, 1)), map.widest((bad, 1), (1, 1)), map.obstacles_at((bad, bad)), map.nearest((bad, 1))
        assert math.isnan(map.find_paths([[bad, 1]], [[1, 1]]).lengths[0])
    assert math.isnan(map.find_paths([[1, 1]], [[2, 2]], [math.nan]).lengths[0])
    with pytest.raises(BadArray):
        map.find_paths([[1, 1]], [[2, 2]], [1.0, 2.0])
    with pytest.raises(BadArray):
        map.find_paths([[1, 1]], [[2, 2], [3, 3]])
    with pytest.raises((BadArray, TypeError)):
        map.is_walkable("here")
    with pytest.raises(BadArray):
        map.is_walkable((1, 2, 3))


@pytest.mark.parametrize(
    "text",
    ["", "POLYGON", "POLYGON ((0 0, 9 NaN))", "{", '{"type": "Polygon"}', '{"type": "Nothing"}', "CIRCLE (1 2)", "\0"],
)
def test_texts_that_are_no_outline(text):
    with pytest.raises(NavigantError):
        Map(SQUARE).insert(text)
    with pytest.raises(NavigantError):
        Map(text)


def test_the_place_in_a_text():
    with pytest.raises(BadFile) as refused:
        Map("POLYGON ((0 0, 9 NaN))")
    assert (refused.value.line, refused.value.column) == (1, 18)
    with pytest.raises(NavigantError):
        Map(SQUARE).insert({"type": "Polygon", "coordinates": [[[0, 0], [math.nan, 1], [1, 1]]]})
    with pytest.raises(BadOutline, match="2 outlines"):
        Map(SQUARE).insert("MULTIPOINT ((1 1), (2 2))")


def test_files_that_are_none(tmp_path):
    with pytest.raises(BadFile) as refused:
        Map.read(tmp_path / "nothing.wkt")
    assert refused.value.file and refused.value.file.endswith("nothing.wkt")
    (tmp_path / "bad.geojson").write_bytes(b"\xff\xfe\x00")
    with pytest.raises(BadFile):
        Map.read(tmp_path / "bad.geojson")
    with pytest.raises(BadFile, match="scenarios"):
        Scenario.open("no-such-scenario")
    with pytest.raises(BadFile) as key:
        Scenario.parse("scene = 3", "POLYGON ((0 0, 1 0, 1 1))")
    assert key.value.line == 1
    with pytest.raises(ValueError):
        navigant.run("bottleneck", steps=1, every=-1)
    with pytest.raises(ValueError, match="every=1"):
        navigant.run("bottleneck", steps=1).to_pedpy()


def test_bytes_that_are_no_map():
    saved = Map(SQUARE).save()
    for bad in (b"", saved[:-1], bytes(100), saved[:50] + b"!" + saved[51:]):
        with pytest.raises(BadSave):
            Map.load(bad)
    crowd = Crowd(Map(SQUARE))
    with pytest.raises(BadSave):
        Crowd.load(Map([[0, 0], [99, 0], [0, 99]]), crowd.save())
    with pytest.raises(TypeError):
        Map.load("text")


def test_agents_that_cannot_be():
    crowd = Crowd(Map(SQUARE))
    cases = [
        (dict(position=(50, 5)), "no room"),
        (dict(position=(0.1, 5)), "no room"),
        (dict(position=(math.nan, 5)), "not finite"),
        (dict(position=(5, 5), goal=(math.inf, 5)), "not finite"),
        (dict(position=(5, 5), radius=-1.0), "radius"),
        (dict(position=(5, 5), radius=math.nan), "radius"),
        (dict(position=(5, 5), speed=1e9), "speed"),
        (dict(position=(5, 5), avoidance="politeness"), "avoidance"),
    ]
    for described, reason in cases:
        with pytest.raises(BadAgent) as refused:
            crowd.add(**described)
        assert refused.value.reason == reason, described
    with pytest.raises(BadAgent) as one:
        crowd.add_agents([[5, 5], [6, 6], [50, 5]])
    assert one.value.index == 2 and one.value.place == (50, 5) and len(crowd) == 0
    with pytest.raises(BadArray):
        crowd.add_agents([[5, 5]], goals=[[1, 1], [2, 2]])
    with pytest.raises(BadArray):
        crowd.add_agents([[5, 5]], radius=[0.1, 0.2])
    for bad in (dict(notice=-1.0), dict(notice=math.nan), dict(hysteresis=2.0)):
        with pytest.raises(ValueError):
            Crowd(Map(SQUARE), **bad)


def test_steps_and_aims_that_cannot_be():
    crowd = Crowd(Map(SQUARE))
    agent = crowd.add((5, 5))
    for dt in (0.0, -1.0, math.nan, 1e9):
        with pytest.raises(BadStep):
            crowd.step(1, dt)
    with pytest.raises(OverflowError):
        crowd.step(-1)
    with pytest.raises(BadAim):
        crowd.set_goal(agent, (math.nan, 1))
    with pytest.raises(BadAim):
        crowd.set_velocity(agent, (1e9, 0))
    with pytest.raises(BadAgent):
        crowd.place(agent, (50, 50))
    crowd.remove(agent)
    for call in (crowd.remove, crowd.agent, crowd.way, lambda id: crowd.place(id, (5, 5))):
        with pytest.raises(UnknownAgent) as refused:
            call(agent)
        assert refused.value.id == agent


def test_a_panic_spoils_only_its_object():
    from navigant import _navigant

    one, other = Map(SQUARE), Map(SQUARE)
    with pytest.raises(InternalError, match="as asked"):
        _navigant._panic()
    with pytest.raises(InternalError, match="as asked"):
        _navigant._panic(one)
    for call in (lambda: one.is_walkable((1, 1)), lambda: one.insert(SQUARE), lambda: Crowd(one)):
        with pytest.raises(InternalError, match="spoilt"):
            call()
    assert other.is_walkable((1, 1))


def test_outlines_that_are_none():
    with pytest.raises(BadArray):
        Outline.polygon([[1, 2, 3]])
    with pytest.raises(BadArray):
        Outline.polygon(SQUARE, holes=[[1, 2]])
    with pytest.raises(BadArray):
        Outline.rectangle((1, 2, 3), (4, 5))
    with pytest.raises(ValueError):
        navigant.set_threads(100_000)
