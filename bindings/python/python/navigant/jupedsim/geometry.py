"""Where agents can walk: `Geometry`."""

from __future__ import annotations

from typing import Any

import shapely  # type: ignore[import-untyped,import-not-found,unused-ignore]


class Geometry:
    """The walkable area of a simulation: one polygon, with holes."""

    def __init__(self, obj: Any) -> None:
        self._polygon = obj

    def boundary(self) -> list[tuple[float, float]]:
        """The outer ring, without repeating its first point."""
        return _ring(self._polygon.exterior)

    def holes(self) -> list[list[tuple[float, float]]]:
        """The rings of the holes."""
        return [_ring(hole) for hole in self._polygon.interiors]

    def as_wkt(self) -> str:
        """The area in Well Known Text, with all digits."""
        text: str = shapely.to_wkt(self._polygon, rounding_precision=-1)
        return text


def _ring(ring: Any) -> list[tuple[float, float]]:
    return [(float(x), float(y)) for x, y in ring.coords[:-1]]
