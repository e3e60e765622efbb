"""Agents of a simulation."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .simulation import Simulation


class Agent:
    """An agent; to be had from `Simulation.agents` and `Simulation.agent`."""

    __slots__ = ("_simulation", "_id")

    def __init__(self, backing: tuple[Simulation, int]) -> None:
        self._simulation, self._id = backing

    @property
    def id(self) -> int:
        """Its id in the simulation."""
        return self._id

    @property
    def journey_id(self) -> int:
        """The journey that it follows."""
        return self._simulation._record(self._id).journey

    @property
    def stage_id(self) -> int:
        """The stage that it walks to."""
        return self._simulation._record(self._id).stage

    @property
    def position(self) -> tuple[float, float]:
        """Where it is, in metres."""
        return self._simulation._position(self._id)

    @property
    def orientation(self) -> tuple[float, float]:
        """Where it looks: the direction in which it walks, or of its target while it stands."""
        return self._simulation._orientation(self._id)

    @property
    def target(self) -> tuple[float, float]:
        """Where it walks to. Setting it has an effect in a direct steering stage only; the agent then walks straight there."""
        return self._simulation._record(self._id).target

    @target.setter
    def target(self, target: tuple[float, float]) -> None:
        self._simulation._steer(self._id, target)

    @property
    def model(self) -> Any:
        """What can be read and changed of its model."""
        return self._simulation._model_state(self._id)
