"""Random places for agents: in a polygon, by number or density, in rings.

Places keep their distances to each other and to the polygon. The same seed gives the same places here, but not those of JuPedSim.
"""

from __future__ import annotations

import math
from typing import Any, TypeAlias

import numpy as np
import shapely  # type: ignore[import-untyped,import-not-found,unused-ignore]

_Place: TypeAlias = tuple[float, float]


class AgentNumberError(Exception):
    """Not all agents could be placed."""


class IncorrectParameterError(Exception):
    """A parameter is of the wrong kind."""


class OverlappingCirclesError(Exception):
    """Rings overlap."""


class NegativeValueError(Exception):
    """A number is negative that must not be."""


class _Grid:
    """Places with a least distance to each other, in cells that hold at most one."""

    def __init__(self, polygon: Any, distance: float, to_polygon: float) -> None:
        self.distance, self.to_polygon = distance, to_polygon
        self.polygon, self.boundary = polygon, polygon.boundary
        self.size = max(distance, 1e-6) / math.sqrt(2.0)
        self.cells: dict[tuple[int, int], _Place] = {}
        self.places: list[_Place] = []
        shapely.prepare(self.polygon)

    def _cell(self, place: _Place) -> tuple[int, int]:
        return math.floor(place[0] / self.size), math.floor(place[1] / self.size)

    def has_room(self, place: _Place) -> bool:
        column, row = self._cell(place)
        for i in range(column - 2, column + 3):
            for j in range(row - 2, row + 3):
                other = self.cells.get((i, j))
                if other is not None and math.hypot(other[0] - place[0], other[1] - place[1]) < self.distance:
                    return False
        point = shapely.Point(place)
        return bool(self.polygon.contains(point) and self.boundary.distance(point) >= self.to_polygon)

    def put(self, place: _Place) -> None:
        self.cells[self._cell(place)] = place
        self.places.append(place)


def _checked(polygon: Any) -> Any:
    if getattr(polygon, "geom_type", None) != "Polygon":
        raise IncorrectParameterError(f"Polygon is expected to be a shapely Polygon, not {type(polygon).__name__}")
    return polygon


def _random_place(rng: np.random.Generator, bounds: tuple[float, float, float, float]) -> _Place:
    return float(rng.uniform(bounds[0], bounds[2])), float(rng.uniform(bounds[1], bounds[3]))


def _place(grid: _Grid, count: int, draw: Any, max_iterations: int) -> list[_Place]:
    """Places as many at random; gives up when one finds no room in as many attempts."""
    placed: list[_Place] = []
    while len(placed) < count:
        for _ in range(max_iterations):
            place = draw()
            if place is not None and grid.has_room(place):
                grid.put(place)
                placed.append(place)
                break
        else:
            raise AgentNumberError(
                f"Only {len(placed)} of {count} agents could be placed. Density: "
                f"{len(placed) / grid.polygon.area:.2f} p/m^2"
            )
    return placed


def distribute_by_number(
    *,
    polygon: Any,
    number_of_agents: int,
    distance_to_agents: float,
    distance_to_polygon: float,
    seed: int | None = None,
    max_iterations: int = 10000,
) -> list[_Place]:
    """As many places as wanted, at random. Raises `AgentNumberError`.

    >>> import shapely
    >>> room = shapely.box(0, 0, 5, 5)
    >>> len(distribute_by_number(polygon=room, number_of_agents=9, distance_to_agents=0.5, distance_to_polygon=0.2, seed=1))
    9
    """
    grid = _Grid(_checked(polygon), distance_to_agents, distance_to_polygon)
    rng = np.random.default_rng(seed)
    bounds = polygon.bounds
    return _place(grid, int(number_of_agents), lambda: _random_place(rng, bounds), max_iterations)


def distribute_by_density(
    *,
    polygon: Any,
    density: float,
    distance_to_agents: float,
    distance_to_polygon: float,
    seed: int | None = None,
    max_iterations: int = 10000,
) -> list[_Place]:
    """As many places as a density of agents a square metre asks for. Raises `AgentNumberError`."""
    return distribute_by_number(
        polygon=_checked(polygon),
        number_of_agents=round(density * polygon.area),
        distance_to_agents=distance_to_agents,
        distance_to_polygon=distance_to_polygon,
        seed=seed,
        max_iterations=max_iterations,
    )


def _check_rings(
    polygon: Any, center: Any, radii: Any, values: Any
) -> tuple[_Place, list[tuple[float, float]]]:
    _checked(polygon)
    try:
        x, y = center
        rings = [(float(inner), float(outer)) for inner, outer in radii]
        wanted = len(values)
    except (TypeError, ValueError) as error:
        raise IncorrectParameterError(f"a center point, pairs of radii and a value for each are wanted: {error}") from error
    if len(rings) != wanted:
        raise IncorrectParameterError(f"{len(rings)} rings, but {wanted} values")
    if any(inner < 0 or outer < 0 for inner, outer in rings) or any(value < 0 for value in values):
        raise NegativeValueError("radii and values must not be negative")
    ordered = sorted(rings)
    if any(inner >= outer for inner, outer in rings) or any(a[1] > b[0] for a, b in zip(ordered, ordered[1:])):
        raise OverlappingCirclesError(f"rings overlap, or end before they begin: {rings}")
    return (float(x), float(y)), rings


def distribute_in_circles_by_number(
    *,
    polygon: Any,
    distance_to_agents: float,
    distance_to_polygon: float,
    center_point: _Place,
    circle_segment_radii: list[tuple[float, float]],
    numbers_of_agents: list[int],
    seed: int | None = None,
    max_iterations: int = 10_000,
) -> list[_Place]:
    """As many places as wanted in each ring around a point. Raises `AgentNumberError`, `OverlappingCirclesError`."""
    center, rings = _check_rings(polygon, center_point, circle_segment_radii, numbers_of_agents)
    grid = _Grid(polygon, distance_to_agents, distance_to_polygon)
    rng = np.random.default_rng(seed)
    for (inner, outer), count in zip(rings, numbers_of_agents):

        def draw(inner: float = inner, outer: float = outer) -> _Place:
            # The area of a ring grows with the square of its radius.
            radius = math.sqrt(rng.uniform(inner * inner, outer * outer))
            angle = rng.uniform(0.0, math.tau)
            return center[0] + radius * math.cos(angle), center[1] + radius * math.sin(angle)

        _place(grid, int(count), draw, max_iterations)
    return grid.places


def distribute_in_circles_by_density(
    *,
    polygon: Any,
    distance_to_agents: float,
    distance_to_polygon: float,
    center_point: _Place,
    circle_segment_radii: list[tuple[float, float]],
    densities: list[float],
    seed: int | None = None,
    max_iterations: int = 10_000,
) -> list[_Place]:
    """As many places in each ring around a point as its density asks for. Raises `AgentNumberError`, `OverlappingCirclesError`."""
    center, rings = _check_rings(polygon, center_point, circle_segment_radii, densities)
    middle = shapely.Point(center)
    areas = [
        polygon.intersection(middle.buffer(outer, 64).difference(middle.buffer(inner, 64))).area for inner, outer in rings
    ]
    return distribute_in_circles_by_number(
        polygon=polygon,
        distance_to_agents=distance_to_agents,
        distance_to_polygon=distance_to_polygon,
        center_point=center_point,
        circle_segment_radii=circle_segment_radii,
        numbers_of_agents=[round(density * area) for density, area in zip(densities, areas)],
        seed=seed,
        max_iterations=max_iterations,
    )


def distribute_until_filled(
    *,
    polygon: Any,
    distance_to_agents: float,
    distance_to_polygon: float,
    seed: int | None = None,
    max_iterations: int = 10_000,
    k: int = 30,
) -> list[_Place]:
    """As many places as fit, by Poisson disc sampling (Bridson, 2007). Raises `AgentNumberError` if there is none."""
    grid = _Grid(_checked(polygon), distance_to_agents, distance_to_polygon)
    rng = np.random.default_rng(seed)
    bounds = polygon.bounds
    active = _place(grid, 1, lambda: _random_place(rng, bounds), max_iterations)
    while active:
        index = int(rng.integers(len(active)))
        x, y = active[index]
        for _ in range(k):
            radius, angle = rng.uniform(1.0, 2.0) * distance_to_agents, rng.uniform(0.0, math.tau)
            place = (x + float(radius * math.cos(angle)), y + float(radius * math.sin(angle)))
            if grid.has_room(place):
                grid.put(place)
                active.append(place)
                break
        else:
            active[index] = active[-1]
            active.pop()
    return grid.places


def distribute_by_percentage(
    *,
    polygon: Any,
    percent: float,
    distance_to_agents: float,
    distance_to_polygon: float,
    seed: int | None = None,
    max_iterations: int = 10000,
    k: int = 30,
) -> list[_Place]:
    """A share, in percent, of as many places as fit."""
    if not 0 <= percent <= 100:
        raise IncorrectParameterError(f"percent: 0 to 100 is wanted, not {percent}")
    places = distribute_until_filled(
        polygon=polygon,
        distance_to_agents=distance_to_agents,
        distance_to_polygon=distance_to_polygon,
        seed=seed,
        max_iterations=max_iterations,
        k=k,
    )
    chosen = np.random.default_rng(seed).permutation(len(places))[: round(len(places) * percent / 100)]
    return [places[index] for index in sorted(chosen)]
