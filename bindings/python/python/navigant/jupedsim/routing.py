"""Shortest paths with JuPedSim's interface."""

from __future__ import annotations

from typing import Any

from .. import Map, NoPath
from .geometry_utils import build_geometry


class RoutingEngine:
    """Shortest paths of points in a walkable area.

    >>> corner = [(0, 0), (4, 0), (4, 1), (1, 1), (1, 4), (0, 4)]
    >>> RoutingEngine(corner).compute_waypoints((0.5, 3.5), (3.5, 0.5))
    [(0.5, 3.5), (1.0, 1.0), (3.5, 0.5)]
    """

    def __init__(self, geometry: Any, **kwargs: Any) -> None:
        self._map = Map(build_geometry(geometry, **kwargs)._polygon)

    def compute_waypoints(self, frm: tuple[float, float], to: tuple[float, float]) -> list[tuple[float, float]]:
        """The points of the shortest path, both ends included."""
        try:
            points = self._map.find_path(frm, to).points
        except NoPath as error:
            raise RuntimeError(f"no path: {error}") from error
        return [(float(x), float(y)) for x, y in points]

    def is_routable(self, p: tuple[float, float]) -> bool:
        """Whether a point is inside of the area."""
        return self._map.is_walkable(p)

    def mesh(self) -> tuple[list[tuple[float, float]], list[list[int]]]:
        """The vertices of the area's triangulation, and its triangles, counter-clockwise."""
        points, corners = self._map.triangles()
        return [(float(x), float(y)) for x, y in points], [[int(i) for i in triangle] for triangle in corners]

    def edges_for(self, vertex_id: int) -> Any:
        """Not here."""
        raise NotImplementedError("navigant.jupedsim: RoutingEngine.edges_for")
