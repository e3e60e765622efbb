"""Geometries from whatever JuPedSim's users describe them with."""

from __future__ import annotations

from typing import Any

import shapely  # type: ignore[import-untyped,import-not-found,unused-ignore]

from .geometry import Geometry


class GeometryError(Exception):
    """What was given describes no walkable area."""

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message


def build_geometry(geometry: Any, **kwargs: Any) -> Geometry:
    """A geometry from WKT, a shapely polygon or a collection of them, or a list of points with `excluded_areas`.

    >>> build_geometry("POLYGON ((0 0, 4 0, 4 3, 0 3, 0 0))").boundary()
    [(0.0, 0.0), (4.0, 0.0), (4.0, 3.0), (0.0, 3.0)]
    """
    if isinstance(geometry, Geometry):
        return geometry
    try:
        union = shapely.union_all(_polygons(geometry, kwargs.get("excluded_areas")))
    except (TypeError, ValueError, shapely.errors.ShapelyError) as error:
        raise GeometryError(f"no geometry can be made of this: {error}") from error
    if union.geom_type != "Polygon" or union.is_empty:
        raise RuntimeError(f"the walkable area must be one polygon, not {union.geom_type} ({len(_parts(union))} parts)")
    return Geometry(union)


def _polygons(geometry: Any, excluded: Any) -> list[Any]:
    if isinstance(geometry, str):
        return _polygons(shapely.from_wkt(geometry), None)
    kind = getattr(geometry, "geom_type", None)
    if kind is None:
        return [_checked(shapely.Polygon(geometry, holes=excluded))]
    if kind == "Polygon":
        return [_checked(geometry)]
    if kind in ("LinearRing", "MultiPoint"):
        points = geometry.geoms if kind == "MultiPoint" else None
        return [_checked(shapely.Polygon([p.coords[0] for p in points] if points else geometry))]
    if kind in ("MultiPolygon", "GeometryCollection"):
        return [polygon for part in geometry.geoms for polygon in _polygons(part, None)]
    raise GeometryError(f"a polygon is wanted, or a collection of polygons, not a {kind}")


def _checked(polygon: Any) -> Any:
    if polygon.is_empty or not polygon.is_valid:
        raise GeometryError(f"not a simple polygon: {shapely.is_valid_reason(polygon)}")
    return polygon


def _parts(union: Any) -> list[Any]:
    return list(getattr(union, "geoms", [union]))
