"""Real-time navigation for crowds in worlds that change.

| name | what |
|---|---|
| `Map`, `Outline`, `ObstacleId` | the walkable map: building, editing, asking |
| `Path`, `Paths` | shortest paths, one or many at once |
| `Crowd`, `AgentId`, `AgentView`, `Report`, `Status` | agents that walk |
| `Scenario`, `Simulation`, `Run`, `run`, `scenario_names` | who walks where in a scene, and what changes meanwhile |
| `threads`, `set_threads` | how many threads are used |
| `errors` | the exceptions |

Coordinates are metres, arrays of points have the shape (n, 2). Calls that may last release the interpreter lock.
"""

from enum import IntEnum

from . import errors
from ._navigant import (
    AgentId,
    AgentView,
    Crowd,
    Map,
    ObstacleId,
    Outline,
    Path,
    Paths,
    Report,
    Scenario,
    Simulation,
    scenario_names,
    set_threads,
    threads,
)
from .errors import NavigantError, NoPath
from ._run import Run, run

__version__ = "0.1.0"


class Status(IntEnum):
    """How an agent is doing."""

    FREE = 0
    """It stands or walks as it is told to."""
    WAITING = 1
    """It waits for its route."""
    WALKING = 2
    """It follows its route."""
    ARRIVED = 3
    """It is where it wants to be."""
    NO_WAY = 4
    """There is no way to its goal; `AgentView.no_way` says why."""
    STUCK = 5
    """An obstacle is on top of it and there is no place for it anywhere near."""


__all__ = [
    "AgentId",
    "AgentView",
    "Crowd",
    "Map",
    "NavigantError",
    "NoPath",
    "ObstacleId",
    "Outline",
    "Path",
    "Paths",
    "Report",
    "Run",
    "Scenario",
    "Simulation",
    "Status",
    "errors",
    "run",
    "scenario_names",
    "set_threads",
    "threads",
]
