"""Maps: building, editing, asking."""

import copy
import math
import pickle

import numpy as np
import pytest

from navigant import Map, NoPath, Outline
from navigant.errors import UnknownObstacle

SQUARE = [[0, 0], [10, 0], [10, 10], [0, 10]]
BOX = [[4, 4], [6, 4], [6, 6], [4, 6]]


class Geo:
    """Something with a `__geo_interface__`, as shapely's geometries have."""

    def __init__(self, kind, coordinates):
        self.__geo_interface__ = {"type": kind, "coordinates": coordinates}


@pytest.mark.parametrize(
    "floor",
    [
        SQUARE,
        np.array(SQUARE),
        np.array(SQUARE, dtype=float),
        np.array(SQUARE, dtype=">f8"),
        np.array(SQUARE, dtype=np.float32),
        np.array(SQUARE, dtype=float, order="F"),
        np.repeat(np.array(SQUARE, dtype=float), 2, axis=1)[:, ::2],
        [tuple(p) for p in SQUARE],
        "POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))",
        '{"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 10], [0, 10], [0, 0]]]}',
        {"type": "Polygon", "coordinates": [SQUARE + SQUARE[:1]]},
        Geo("Polygon", [SQUARE + SQUARE[:1]]),
        Outline.rectangle((0, 0), (10, 10)),
        [np.array(SQUARE)],
        [Geo("Polygon", [SQUARE])],
    ],
)
def test_a_floor_can_be_said_in_many_ways(floor):
    map = Map(floor)
    assert map.bounds == (0, 0, 10, 10)
    assert map.clearance((5, 5)) == 5


def test_a_read_only_array_is_read_in_place():
    floor = np.array(SQUARE, dtype=float)
    floor.setflags(write=False)
    assert Map(floor).is_walkable((1, 1))


def test_holes_and_multipolygons():
    yard = Map(Outline.polygon(SQUARE, holes=[BOX]))
    assert not yard.is_walkable((5, 5))
    two = Map(SQUARE, obstacles="MULTIPOLYGON (((1 1, 2 1, 2 2, 1 1)), ((4 4, 5 4, 5 5, 4 4)))")
    assert len(two.built_with) == 2


def test_an_outline_goes_out_as_it_came_in():
    outline = Outline.polygon(SQUARE, holes=[BOX])
    assert Outline.all_of(outline.__geo_interface__) == [outline]
    wall = Outline.polyline([[0, 0], [1, 2]])
    assert Outline.all_of(wall.__geo_interface__) == [wall]
    assert wall != outline and wall != 3


def test_edits_and_ids():
    map = Map(SQUARE)
    box = map.insert(BOX)
    assert box in map and map.obstacles() == [box] and map.obstacles_at((5, 5)) == [box]
    assert map.look((1, 5), (9, 5)) == ((4.0, 5.0), box)
    map.move(box, np.array(BOX) + [0, 3])
    assert map.sees((1, 5), (9, 5)) and map.look((1, 5), (9, 5)) is None
    map.remove(box)
    assert box not in map and map.version == 4
    with pytest.raises(UnknownObstacle) as refused:
        map.remove(box)
    assert refused.value.id == box


def test_an_id_of_another_map_is_refused():
    one, other = Map(SQUARE), Map([[0, 0], [11, 0], [11, 10]])
    box = one.insert(BOX)
    other.insert(BOX)
    with pytest.raises(UnknownObstacle):
        other.remove(box)
    with pytest.raises(UnknownObstacle):
        other.move(box, BOX)
    with pytest.raises(TypeError):
        other.remove(3)


def test_paths():
    map = Map(SQUARE, obstacles=[BOX])
    path = map.find_path((1, 5), (9, 5))
    assert path.length == pytest.approx(2 * math.hypot(3, 1) + 2)
    assert path.points.shape == (4, 2) and path.points.dtype == np.float64
    assert path.lower_bound == path.length
    disc = map.find_path((1, 5), (9, 5), radius=0.5)
    assert disc.length > path.length and disc.polyline(0.001).shape[0] > disc.points.shape[0]
    assert np.hypot(*np.diff(disc.polyline(1e-4), axis=0).T).sum() == pytest.approx(disc.length, rel=1e-4)
    wide = map.find_path((1, 5), (9, 5), radius=0.5, comfort=0.5, longer=1.5)
    assert disc.length < wide.length <= 1.5 * disc.length


def test_no_path_says_why_and_where():
    map = Map(SQUARE, obstacles=[[[4, 0], [6, 0], [6, 9], [4, 9]]])
    cases = [
        ((1, 1), (9, 1), 0.75, "too narrow"),
        ((5, 5), (9, 1), 0.0, "start outside"),
        ((1, 1), (50, 1), 0.0, "goal outside"),
        ((0.2, 1), (9, 1), 0.5, "no room at start"),
        ((1, 1), (9.8, 1), 0.4, "no room at goal"),
        ((1, 1), (math.nan, 1), 0.0, "not finite"),
        ((1, 1), (9, 1), -1.0, "bad radius"),
    ]
    for start, goal, radius, reason in cases:
        with pytest.raises(NoPath) as refused:
            map.find_path(start, goal, radius)
        assert refused.value.reason == reason, str(refused.value)
    with pytest.raises(NoPath) as narrow:
        map.find_path((1, 1), (9, 1), 0.75)
    assert narrow.value.radius == 0.5 and narrow.value.place[1] == pytest.approx(9.5)
    map.insert([[4, 8], [6, 8], [6, 10], [4, 10]])
    with pytest.raises(NoPath) as walled:
        map.find_path((1, 1), (9, 1))
    assert walled.value.reason == "disconnected" and walled.value.place == (4.0, 1.0)


def test_a_budget():
    rng = np.random.default_rng(5)
    corners = rng.uniform(1, 9, (200, 1, 2))
    map = Map(SQUARE, obstacles=list(corners + rng.uniform(-0.2, 0.2, (200, 3, 2))))
    with pytest.raises(NoPath) as spent:
        map.find_path((0.1, 0.1), (9.9, 9.9), expansions=1)
    assert spent.value.reason == "budget spent" and spent.value.lower_bound >= math.hypot(9.8, 9.8) - 1e-9


def test_many_paths_are_the_same_as_one_by_one():
    rng = np.random.default_rng(7)
    map = Map(SQUARE, obstacles=[BOX, [[1, 1], [2, 1], [2, 2]]])
    starts, goals = rng.uniform(0, 10, (2, 300, 2))
    radii = rng.uniform(0, 0.6, 300)
    paths = map.find_paths(starts, goals, radii)
    assert len(paths) == 300
    points, begins = paths.points()
    for i in range(300):
        try:
            alone = map.find_path(starts[i], goals[i], radii[i])
            assert paths.lengths[i] == alone.length == paths[i].length
            assert np.array_equal(points[begins[i] : begins[i + 1]], alone.points)
        except NoPath as error:
            assert math.isnan(paths.lengths[i]) and paths.failures[i].reason == error.reason
    assert paths[-1].length == paths.lengths[-1] or math.isnan(paths.lengths[-1])
    with pytest.raises(IndexError):
        paths[300]


def test_questions_about_places():
    map = Map(SQUARE, obstacles=[BOX])
    assert map.clearance((5, 2)) == 2 and map.clearance((5, 5)) is None
    assert map.clearances([[5, 2], [5, 5], [1, 1]]).tolist()[::2] == [2, 1]
    assert map.nearest((5, -3)) == (5, 0) and map.nearest((5, 4.25)) == (5, 4)
    assert map.widest((2, 5), (8, 5))[0] == 2
    points, corners = map.triangles()
    assert points.shape == (8, 2) and corners.shape == (8, 3) and corners.max() == 7
    a, b, c = points[corners].transpose(1, 0, 2)
    u, v = b - a, c - a
    assert (u[:, 0] * v[:, 1] - u[:, 1] * v[:, 0]).sum() / 2 == pytest.approx(96)


def test_copies_and_pickles_have_the_same_ids():
    map = Map(SQUARE)
    box = map.insert(BOX)
    for other in (map.copy(), copy.copy(map), copy.deepcopy(map), pickle.loads(pickle.dumps(map)), Map.load(map.save())):
        assert box in other
        other.remove(box)
        assert box in map


def test_pictures():
    map = Map(SQUARE, obstacles=[BOX])
    assert map._repr_svg_().startswith("<svg") and "polyline" in map.find_path((1, 1), (9, 9))._repr_svg_()
    assert map.svg(width=float("nan"), clearance=True, axis=True).startswith("<svg")
    assert "1 obstacles" in repr(map) and "10 m" in repr(map)


def test_a_scene_from_a_file(tmp_path):
    file = tmp_path / "room.wkt"
    file.write_text("POLYGON ((0 0, 10 0, 10 10, 0 10, 0 0))\n")
    assert Map.read(file).clearance((5, 5)) == 5
    assert Map.embedded("hall").bounds[2] > 0


def test_shapely_and_geopandas_if_they_are_there():
    shapely = pytest.importorskip("shapely")
    floor = shapely.box(0, 0, 10, 10).difference(shapely.box(4, 4, 6, 6))
    map = Map(floor, obstacles=shapely.LineString([[1, 1], [2, 2]]))
    assert not map.is_walkable((5, 5)) and len(map.obstacles()) == 1
    assert shapely.geometry.shape(map.find_path((1, 5), (9, 5))).length == pytest.approx(map.find_path((1, 5), (9, 5)).length)
