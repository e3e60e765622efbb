"""The exceptions: one for each error of the library, with the place of what is wrong as attributes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from . import AgentId, ObstacleId


class NavigantError(Exception):
    """Everything that this package raises by itself."""

    def __init__(self, message: str = "", **place: Any) -> None:
        super().__init__(message)
        self.__dict__.update(place)


class InternalError(NavigantError, RuntimeError):
    """A bug in Navigant. The object that was being changed is of no use any more; all others are."""


class BadArray(NavigantError, ValueError):
    """An argument is no array of the wanted shape and kind."""

    argument: str | None = None
    """The name of the argument."""


class BadOutline(NavigantError, ValueError):
    """An outline is refused."""

    reason: str | None = None
    """`"empty"`, `"not finite"`, `"too far"`, `"no area"` or `"not one"`."""
    ring: int | None = None
    """Which ring: 0 is the exterior or the line, then come the holes."""
    vertex: int | None = None
    """Which of its points."""
    point: tuple[float, float] | None = None
    """The point itself."""


class BadMap(BadOutline):
    """No map can be built."""

    kind: str | None = None
    """`"floor"`, `"obstacle"` or `"region"`; None if it is none of them."""
    index: int | None = None
    """Which of the floors, obstacles or regions."""


class UnknownObstacle(NavigantError, LookupError):
    """No obstacle of the map has this id: it was removed, or belongs to another map."""

    id: ObstacleId | None = None


class NoPath(NavigantError):
    """There is no path."""

    reason: str = ""
    """`"start outside"`, `"goal outside"`, `"no room at start"`, `"no room at goal"`, `"too narrow"`, `"disconnected"`,
    `"budget spent"`, `"not finite"`, `"bad radius"` or `"bad comfort"`."""
    place: tuple[float, float] | None = None
    """The narrow place, the nearest walkable point or the nearest point that can be reached."""
    radius: float | None = None
    """The largest radius that has room at the end, or gets through; the radius itself if it is none."""
    lower_bound: float | None = None
    """No path is shorter than this, in metres, if the budget was spent."""


class BadAgent(NavigantError, ValueError):
    """An agent is refused."""

    reason: str = ""
    """`"not finite"`, `"radius"`, `"speed"`, `"avoidance"`, `"no room"`, `"other map"` or `"too many"`."""
    index: int | None = None
    """Which one of many."""
    place: tuple[float, float] | None = None
    """Where it was to stand."""
    radius: float | None = None
    """The largest radius that has room there; the radius itself if that is refused."""
    speed: float | None = None
    """The speed that is refused."""


class BadAim(NavigantError, ValueError):
    """A goal or a velocity is NaN, infinite or absurdly large."""


class UnknownAgent(NavigantError, LookupError):
    """No agent of the crowd has this id: it was removed, or belongs to another crowd."""

    id: AgentId | None = None


class BadStep(NavigantError, ValueError):
    """A step was not made."""

    dt: float | None = None
    """Its length in seconds, if that is why."""


class BadFile(NavigantError, ValueError):
    """A scene, a scenario or a text in WKT or GeoJSON cannot be read."""

    file: str | None = None
    line: int | None = None
    column: int | None = None


class BadSave(NavigantError, ValueError):
    """Bytes that are no saved map or crowd, or are damaged."""
