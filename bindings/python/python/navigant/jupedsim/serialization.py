"""What a writer of trajectories must have."""

from __future__ import annotations

import abc
import builtins
from typing import Any


class TrajectoryWriter(metaclass=abc.ABCMeta):
    """Receives every iteration of a simulation."""

    @abc.abstractmethod
    def begin_writing(self, simulation: Any) -> None:
        """Is called once, before the first iteration."""

    @abc.abstractmethod
    def write_iteration_state(self, simulation: Any) -> None:
        """Is called for the start and after every iteration."""

    @abc.abstractmethod
    def every_nth_frame(self) -> int:
        """The interval between frames that are written, in iterations."""

    class Exception(builtins.Exception):
        """What a writer raises."""
