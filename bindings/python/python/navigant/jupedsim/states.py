"""What can be read and changed of an agent's model while it walks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import models
from .models import _old

if TYPE_CHECKING:
    from .simulation import Simulation


def _of(name: str) -> Any:
    """A parameter of the agent; the agent is changed with it."""

    def get(self: Any) -> Any:
        return getattr(self._simulation._record(self._id).parameters, name)

    def set_(self: Any, value: Any) -> None:
        self._simulation._change(self._id, name, value)

    return property(get, set_, doc=f"`{name}` of this agent.")


class _State:
    def __init__(self, backing: tuple[Simulation, int]) -> None:
        self._simulation, self._id = backing


class CollisionFreeSpeedModelState(_State):
    """An agent of the `CollisionFreeSpeedModel`."""

    time_gap = _of("time_gap")
    desired_speed = _of("desired_speed")
    radius = _of("radius")
    v0 = _old("v0", "desired_speed")


class CollisionFreeSpeedModelV2State(CollisionFreeSpeedModelState):
    """An agent of the `CollisionFreeSpeedModelV2`."""

    strength_neighbor_repulsion = _of("strength_neighbor_repulsion")
    range_neighbor_repulsion = _of("range_neighbor_repulsion")
    strength_geometry_repulsion = _of("strength_geometry_repulsion")
    range_geometry_repulsion = _of("range_geometry_repulsion")


class CollisionFreeSpeedModelV3State(CollisionFreeSpeedModelV2State):
    """An agent of the `CollisionFreeSpeedModelV3`."""

    range_x_scale = _of("range_x_scale")
    range_y_scale = _of("range_y_scale")
    theta_max_upper_bound = _of("theta_max_upper_bound")
    agent_buffer = _of("agent_buffer")


class AnticipationVelocityModelState(_State):
    """An agent of the `AnticipationVelocityModel`."""

    time_gap = _of("time_gap")
    desired_speed = _of("desired_speed")
    radius = _of("radius")
    strength_neighbor_repulsion = _of("strength_neighbor_repulsion")
    range_neighbor_repulsion = _of("range_neighbor_repulsion")
    wall_buffer_distance = _of("wall_buffer_distance")
    anticipation_time = _of("anticipation_time")
    reaction_time = _of("reaction_time")


class GeneralizedCentrifugalForceModelState(_State):
    """An agent of the `GeneralizedCentrifugalForceModel`."""

    desired_direction = _of("desired_direction")
    tau = _of("tau")
    desired_speed = _of("desired_speed")
    a_v = _of("a_v")
    a_min = _of("a_min")
    b_min = _of("b_min")
    b_max = _of("b_max")
    v0 = _old("v0", "desired_speed")
    e0 = _old("e0", "desired_direction")

    @property
    def speed(self) -> float:
        """How fast it is, in metres a second."""
        x, y = self._simulation._velocity(self._id)
        return float((x * x + y * y) ** 0.5)


class SocialForceModelState(_State):
    """An agent of the `SocialForceModel`."""

    mass = _of("mass")
    desired_speed = _of("desired_speed")
    reaction_time = _of("reaction_time")
    agent_scale = _of("agent_scale")
    obstacle_scale = _of("obstacle_scale")
    force_distance = _of("force_distance")
    radius = _of("radius")
    desiredSpeed = _old("desiredSpeed", "desired_speed")
    reactionTime = _old("reactionTime", "reaction_time")
    agentScale = _old("agentScale", "agent_scale")
    obstacleScale = _old("obstacleScale", "obstacle_scale")
    forceDistance = _old("forceDistance", "force_distance")

    @property
    def velocity(self) -> tuple[float, float]:
        """How fast it is, in metres a second."""
        return self._simulation._velocity(self._id)


class WarpDriverModelState(_State):
    """An agent of the `WarpDriverModel`."""

    radius = _of("radius")
    desired_speed = _of("desired_speed")


STATES: dict[type, type[_State]] = {
    models.CollisionFreeSpeedModel: CollisionFreeSpeedModelState,
    models.CollisionFreeSpeedModelV2: CollisionFreeSpeedModelV2State,
    models.CollisionFreeSpeedModelV3: CollisionFreeSpeedModelV3State,
    models.AnticipationVelocityModel: AnticipationVelocityModelState,
    models.GeneralizedCentrifugalForceModel: GeneralizedCentrifugalForceModelState,
    models.SocialForceModel: SocialForceModelState,
    models.WarpDriverModel: WarpDriverModelState,
}
"""The states that agents of a model have."""
