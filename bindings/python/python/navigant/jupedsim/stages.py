"""Stages of journeys: waypoints, exits, queues, waiting sets."""

from __future__ import annotations

from collections.abc import Callable
from enum import Enum
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely  # type: ignore[import-untyped,import-not-found,unused-ignore]

if TYPE_CHECKING:
    from .simulation import Simulation

    _Points: TypeAlias = npt.NDArray[np.float64]
    _Bools: TypeAlias = npt.NDArray[np.bool_]

ENQUEUE_DISTANCE = 2.0
"""Who is at most this far from the next free place of a queue or waiting set takes it, in metres."""
PASS_DISTANCE = 1.0
"""A waiting set that is not active is passed at this distance from its first place, in metres."""


class Waypoint:
    """A place to be passed within a distance."""

    def __init__(self, position: tuple[float, float], distance: float) -> None:
        self.position, self.distance = position, distance
        self.places = [position]

    def target(self, agent: int) -> tuple[float, float]:
        return self.position

    def is_completed(self, agents: list[int], points: _Points) -> _Bools:
        return np.asarray(np.hypot(*(points - self.position).T) <= self.distance)

    def update(self, agents: list[int], points: Callable[[], _Points]) -> bool:
        return False


class Exit:
    """A polygon in which agents are removed."""

    def __init__(self, polygon: Any) -> None:
        self.polygon = polygon
        center = polygon.centroid if polygon.contains(polygon.centroid) else polygon.representative_point()
        self.position = (float(center.x), float(center.y))
        self.places = [self.position]
        shapely.prepare(polygon)

    def target(self, agent: int) -> tuple[float, float]:
        return self.position

    def is_completed(self, agents: list[int], points: _Points) -> _Bools:
        return np.asarray(shapely.intersects_xy(self.polygon, points[:, 0], points[:, 1]), dtype=bool)

    def update(self, agents: list[int], points: Callable[[], _Points]) -> bool:
        return False


class Steering:
    """Agents walk straight to the targets that they are given."""

    places: list[tuple[float, float]] = []

    def target(self, agent: int) -> tuple[float, float] | None:
        return None

    def is_completed(self, agents: list[int], points: _Points) -> _Bools:
        return np.zeros(len(agents), dtype=bool)

    def update(self, agents: list[int], points: Callable[[], _Points]) -> bool:
        return False


class Line:
    """Places that are taken in their order: a queue, or a waiting set."""

    def __init__(self, places: list[tuple[float, float]], is_queue: bool) -> None:
        if not places:
            raise RuntimeError("at least one waiting position is needed")
        self.places, self.is_queue, self.is_active = places, is_queue, True
        self.occupants: list[int] = []
        self.popped: set[int] = set()
        self.has_changed = False

    def target(self, agent: int) -> tuple[float, float]:
        if not self.is_active:
            return self.places[0]
        place = self.occupants.index(agent) if agent in self.occupants else len(self.occupants)
        return self.places[min(place, len(self.places) - 1)]

    def is_completed(self, agents: list[int], points: _Points) -> _Bools:
        if self.is_active:
            return np.array([agent in self.popped for agent in agents], dtype=bool)
        return np.asarray(np.hypot(*(points - self.places[0]).T) <= PASS_DISTANCE)

    def update(self, agents: list[int], points: Callable[[], _Points]) -> bool:
        """Lets those near the free places take them; says whether somebody has another target now."""
        there = set(agents)
        kept = [agent for agent in self.occupants if agent in there]
        has_changed = self.has_changed or len(kept) != len(self.occupants)
        self.occupants, self.has_changed = kept, False
        self.popped &= there
        if not self.is_active or len(kept) == len(self.places) or len(kept) == len(agents):
            return has_changed
        taken = set(kept) | self.popped
        free = [index for index, agent in enumerate(agents) if agent not in taken]
        where = points()
        while free and len(kept) < len(self.places):
            distances = np.hypot(*(where[free] - self.places[len(kept)]).T)
            nearest = int(np.argmin(distances))
            if distances[nearest] > ENQUEUE_DISTANCE:
                break
            kept.append(agents[free.pop(nearest)])
            has_changed = True
        return has_changed

    def pop(self, count: int) -> None:
        """Lets the first few go on."""
        self.popped.update(self.occupants[:count])
        self.occupants, self.has_changed = self.occupants[count:], True

    def set_active(self, is_active: bool) -> None:
        self.has_changed |= self.is_active != is_active
        self.is_active = is_active
        if not is_active:
            self.occupants = []


class _Proxy:
    def __init__(self, backing: tuple[Simulation, int, Any]) -> None:
        self._simulation, self._id, self._stage = backing

    def count_targeting(self) -> int:
        """How many agents walk to this stage."""
        return self._simulation._targeting(self._id)


class WaypointStage(_Proxy):
    """A waypoint: passed within a distance."""


class ExitStage(_Proxy):
    """An exit: who enters its polygon is removed."""


class NotifiableQueueStage(_Proxy):
    """A queue: agents take its places in their order, and wait until they are popped."""

    def count_enqueued(self) -> int:
        """How many wait in the queue."""
        return len(self._stage.occupants)

    def pop(self, count: int) -> None:
        """Lets the first few go on; the others move up."""
        self._stage.pop(int(count))

    def enqueued(self) -> list[int]:
        """Who waits, the first in the queue first."""
        return list(self._stage.occupants)


class WaitingSetState(Enum):
    """Whether a waiting set holds agents back."""

    ACTIVE = 1
    INACTIVE = 0


class WaitingSetStage(_Proxy):
    """A waiting set: agents wait at its places while it is active; else it is a waypoint at the first one."""

    def count_waiting(self) -> int:
        """How many wait."""
        return len(self._stage.occupants)

    def waiting(self) -> list[int]:
        """Who waits, in the order of the places."""
        return list(self._stage.occupants)

    @property
    def state(self) -> WaitingSetState:
        """Active or inactive."""
        return WaitingSetState.ACTIVE if self._stage.is_active else WaitingSetState.INACTIVE

    @state.setter
    def state(self, new_state: WaitingSetState) -> None:
        self._stage.set_active(new_state == WaitingSetState.ACTIVE)
