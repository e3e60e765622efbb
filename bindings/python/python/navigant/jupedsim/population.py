"""Everyone in a simulation: a crowd of Navigant's, and what JuPedSim knows of each agent beyond it."""

from __future__ import annotations

import itertools
import math
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
import numpy.typing as npt

from .. import AgentId, Crowd, Map, NoPath, Status
from .models import avoidance_of, radius_of

if TYPE_CHECKING:
    _Points: TypeAlias = npt.NDArray[np.float64]

_WIDEST = 2.0
"""No agent of JuPedSim has a larger radius, in metres."""


def _cell(position: tuple[float, float]) -> tuple[int, int]:
    """The cell of 1 m that a point is in."""
    return math.floor(position[0]), math.floor(position[1])


class Record:
    """An agent: its id here and in the crowd, what it was described with, and where it is on its journey."""

    __slots__ = ("id", "handle", "parameters", "radius", "journey", "stage", "target", "goal")

    def __init__(self, id: int, parameters: Any) -> None:
        self.id, self.parameters, self.radius = id, parameters, radius_of(parameters)
        self.handle: AgentId
        self.journey, self.stage = int(parameters.journey_id), int(parameters.stage_id)
        self.target: tuple[float, float] = tuple(map(float, parameters.position))  # type: ignore[assignment]
        self.goal: tuple[float, float] | None = None


class Population:
    """The agents on a map, in the order in which they were added: that of the crowd's arrays."""

    def __init__(self, polygon: Any, model: Any) -> None:
        self.model = model
        self.map = Map(polygon)
        self.crowd = Crowd(self.map)
        self.records: dict[int, Record] = {}
        self._rooms: dict[tuple[float, float, float], tuple[float, float]] = {}
        self._at: tuple[_Points, dict[int, int]] | None = None
        self._cells: dict[tuple[int, int], list[tuple[float, float, float, int]]] | None = None

    def add(self, record: Record, position: tuple[float, float]) -> None:
        """Puts an agent on the map. Raises `BadAgent`."""
        # The numbers of the crowd are JuPedSim's: an agent walks no faster than it likes to.
        profile = avoidance_of(self.model, record.parameters)
        speed = float(record.parameters.desired_speed)
        record.handle = self.crowd.add(position, radius=record.radius, speed=speed, avoidance=profile)
        record.goal = None
        self.records.pop(record.id, None)
        self.records[record.id] = record
        self._at = None
        if self._cells is not None:
            self._cells.setdefault(_cell(position), []).append((*position, record.radius, record.id))

    def remove(self, id: int) -> None:
        """Takes an agent away."""
        self.crowd.remove(self.records.pop(id).handle)
        self._at = self._cells = None

    def again(self, record: Record) -> None:
        """Puts an agent on the map again, as its parameters say now. Raises `BadAgent`, and leaves it as it was."""
        position, goal, old = self.position(record.id), record.goal, record.handle
        self.add(record, position)
        self.crowd.remove(old)
        self._at = self._cells = None
        if goal is not None:
            self.aim(record, goal)

    def step(self, dt: float) -> None:
        """Makes a step."""
        self.crowd.step(1, dt)
        self._at = self._cells = None

    def overlapping(self, position: tuple[float, float], radius: float) -> tuple[int, float] | None:
        """Somebody who overlaps a disc, and how far away its centre is."""
        if self._cells is None:
            self._cells = {}
            for record, (x, y) in zip(self.records.values(), self.positions().tolist()):
                self._cells.setdefault(_cell((x, y)), []).append((x, y, record.radius, record.id))
        column, row = _cell(position)
        reach = math.ceil(radius + _WIDEST)
        for near in itertools.product(range(column - reach, column + reach + 1), range(row - reach, row + reach + 1)):
            for x, y, other, id in self._cells.get(near, ()):
                distance = math.hypot(x - position[0], y - position[1])
                if distance < radius + other:
                    return id, distance
        return None

    def positions(self) -> _Points:
        """Where everyone is, in the order of `records`."""
        return self._located()[0]

    def position(self, id: int) -> tuple[float, float]:
        """Where an agent is."""
        points, rows = self._located()
        x, y = points[rows[id]]
        return float(x), float(y)

    def _located(self) -> tuple[_Points, dict[int, int]]:
        if self._at is None:
            self._at = (self.crowd.positions(), {id: row for row, id in enumerate(self.records)})
        return self._at

    def velocity(self, id: int) -> tuple[float, float]:
        """How fast an agent is, in metres a second."""
        return self.crowd.agent(self.records[id].handle).velocity

    def has_arrived(self, rows: npt.NDArray[np.intp]) -> npt.NDArray[np.bool_]:
        """Who of some rows stands where the crowd was to bring it."""
        return np.asarray(self.crowd.statuses()[rows] == Status.ARRIVED)

    def aim(self, record: Record, target: tuple[float, float], straight: bool = False) -> None:
        """Sends an agent to a place, or as near to it as it has room."""
        record.target = target
        if straight:
            record.goal = None
            self.crowd.set_goal(record.handle, target, straight=True)
        elif record.goal != target:
            record.goal = target
            self.crowd.set_goal(record.handle, self.with_room(target, record))

    def with_room(self, place: tuple[float, float], record: Record) -> tuple[float, float]:
        """The place itself, or the nearest to it where an agent fits."""
        key = (*place, record.radius)
        if key not in self._rooms:
            self._rooms[key] = self._nearest_room(place, record)
        return self._rooms[key]

    def _nearest_room(self, place: tuple[float, float], record: Record) -> tuple[float, float]:
        clearance = self.map.clearance(place)
        if clearance is not None and clearance >= record.radius:
            return place
        try:
            self.map.find_path(self.position(record.id), place, record.radius)
        except NoPath as error:
            if error.reason in ("no room at goal", "goal outside") and error.place is not None:
                return error.place
        return place
