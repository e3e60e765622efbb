"""Models of JuPedSim, their parameters by agent, and what walks in their place.

| JuPedSim | here |
|---|---|
| `CollisionFreeSpeedModel`, `CollisionFreeSpeedModelV2` | the same model |
| `SocialForceModel` | the same model without sliding friction, its contact force bounded |
| `CollisionFreeSpeedModelV3`, `AnticipationVelocityModel` | substituted by the collision-free speed model |
| `GeneralizedCentrifugalForceModel` | substituted by the social force model |
| `WarpDriverModel` | substituted by ORCA |

A substitute takes over radius, desired speed and what else means the same, and `SubstitutedModelWarning` says so.
"""

from __future__ import annotations

import dataclasses
import warnings
from typing import Any, ClassVar

_REASON = "navigant has no {}: agents walk by {} instead"


class SubstitutedModelWarning(UserWarning):
    """Agents walk by another model than the one that was asked for."""


def _old(old: str, new: str) -> Any:
    """A property by an old name."""

    def warn() -> None:
        warnings.warn(f"'{old}' is deprecated, use '{new}' instead.", DeprecationWarning, stacklevel=3)

    def get(self: Any) -> Any:
        warn()
        return getattr(self, new)

    def set_(self: Any, value: Any) -> None:
        warn()
        setattr(self, new, value)

    return property(get, set_, doc=f"The old name of `{new}`.")


class _Settings:
    """Numbers by name; those that are not given have the value that stands in their class."""

    _renamed: ClassVar[dict[str, str]] = {}

    def __init__(self, **settings: Any) -> None:
        names = {field.name: field.default for field in dataclasses.fields(self)}  # type: ignore[arg-type]
        for old, new in self._renamed.items():
            if settings.get(old) is not None:
                warnings.warn(f"'{old}' is deprecated, use '{new}' instead.", DeprecationWarning, stacklevel=2)
                settings[new] = settings[old]
            settings.pop(old, None)
        for name in settings:
            if name not in names:
                raise TypeError(f"{type(self).__name__} has no '{name}', but {', '.join(names)}")
        for name, usual in names.items():
            setattr(self, name, settings.get(name, usual))

    def as_native(self) -> Any:
        """A copy."""
        return dataclasses.replace(self)  # type: ignore[type-var]


@dataclasses.dataclass(init=False)
class CollisionFreeSpeedModel(_Settings):
    """The collision-free speed model (Tordeux, Chraibi, Seyfried, 2016), with repulsion that all agents share."""

    strength_neighbor_repulsion: float = 8.0
    range_neighbor_repulsion: float = 0.1
    strength_geometry_repulsion: float = 5.0
    range_geometry_repulsion: float = 0.02


@dataclasses.dataclass(init=False)
class CollisionFreeSpeedModelAgentParameters(_Settings):
    """An agent of the `CollisionFreeSpeedModel`."""

    _renamed = {"v0": "desired_speed"}
    position: tuple[float, float] = (0.0, 0.0)
    time_gap: float = 1.0
    desired_speed: float = 1.2
    radius: float = 0.2
    journey_id: int = 0
    stage_id: int = 0
    v0 = _old("v0", "desired_speed")


@dataclasses.dataclass(init=False)
class CollisionFreeSpeedModelV2(_Settings):
    """The collision-free speed model, with repulsion by agent."""


@dataclasses.dataclass(init=False)
class CollisionFreeSpeedModelV2AgentParameters(CollisionFreeSpeedModelAgentParameters):
    """An agent of the `CollisionFreeSpeedModelV2`."""

    strength_neighbor_repulsion: float = 8.0
    range_neighbor_repulsion: float = 0.1
    strength_geometry_repulsion: float = 5.0
    range_geometry_repulsion: float = 0.02


@dataclasses.dataclass(init=False)
class CollisionFreeSpeedModelV3(_Settings):
    """The collision-free speed model that turns by an angle; substituted by the one of 2016."""


@dataclasses.dataclass(init=False)
class CollisionFreeSpeedModelV3AgentParameters(CollisionFreeSpeedModelV2AgentParameters):
    """An agent of the `CollisionFreeSpeedModelV3`."""

    range_x_scale: float = 20.0
    range_y_scale: float = 8.0
    theta_max_upper_bound: float = 1.57
    agent_buffer: float = 0.0


@dataclasses.dataclass(init=False)
class AnticipationVelocityModel(_Settings):
    """The anticipation velocity model; substituted by the collision-free speed model."""

    pushout_strength: float = 0.3
    rng_seed: int = 0


@dataclasses.dataclass(init=False)
class AnticipationVelocityModelAgentParameters(_Settings):
    """An agent of the `AnticipationVelocityModel`."""

    position: tuple[float, float] = (0.0, 0.0)
    time_gap: float = 1.06
    desired_speed: float = 1.2
    radius: float = 0.2
    journey_id: int = 0
    stage_id: int = 0
    strength_neighbor_repulsion: float = 8.0
    range_neighbor_repulsion: float = 0.1
    wall_buffer_distance: float = 0.1
    anticipation_time: float = 1.0
    reaction_time: float = 0.3


@dataclasses.dataclass(init=False)
class GeneralizedCentrifugalForceModel(_Settings):
    """The generalized centrifugal force model; substituted by the social force model."""

    strength_neighbor_repulsion: float = 0.3
    strength_geometry_repulsion: float = 0.2
    max_neighbor_interaction_distance: float = 2
    max_geometry_interaction_distance: float = 2
    max_neighbor_interpolation_distance: float = 0.1
    max_geometry_interpolation_distance: float = 0.1
    max_neighbor_repulsion_force: float = 9
    max_geometry_repulsion_force: float = 3


@dataclasses.dataclass(init=False)
class GeneralizedCentrifugalForceModelAgentParameters(_Settings):
    """An agent of the `GeneralizedCentrifugalForceModel`: an ellipse there, a disc of its smaller semi-axis here."""

    _renamed = {"v0": "desired_speed", "e0": "desired_direction"}
    speed: float = 0.0
    desired_direction: tuple[float, float] = (0.0, 0.0)
    position: tuple[float, float] = (0.0, 0.0)
    orientation: tuple[float, float] = (1.0, 0.0)
    journey_id: int = -1
    stage_id: int = -1
    mass: float = 1
    tau: float = 0.5
    desired_speed: float = 1.2
    a_v: float = 1
    a_min: float = 0.2
    b_min: float = 0.2
    b_max: float = 0.4
    e0 = _old("e0", "desired_direction")


@dataclasses.dataclass(init=False)
class SocialForceModel(_Settings):
    """The social force model (Helbing, Farkas, Vicsek, 2000), without sliding friction."""

    _renamed = {"bodyForce": "body_force"}
    body_force: float = 120000
    friction: float = 240000
    bodyForce = _old("bodyForce", "body_force")


@dataclasses.dataclass(init=False)
class SocialForceModelAgentParameters(_Settings):
    """An agent of the `SocialForceModel`."""

    _renamed = {
        "desiredSpeed": "desired_speed",
        "reactionTime": "reaction_time",
        "agentScale": "agent_scale",
        "obstacleScale": "obstacle_scale",
        "forceDistance": "force_distance",
    }
    position: tuple[float, float] = (0.0, 0.0)
    orientation: tuple[float, float] = (0.0, 0.0)
    journey_id: int = -1
    stage_id: int = -1
    velocity: tuple[float, float] = (0.0, 0.0)
    mass: float = 80.0
    desired_speed: float = 0.8
    reaction_time: float = 0.5
    agent_scale: float = 2000
    obstacle_scale: float = 2000
    force_distance: float = 0.08
    radius: float = 0.3
    desiredSpeed = _old("desiredSpeed", "desired_speed")
    reactionTime = _old("reactionTime", "reaction_time")
    agentScale = _old("agentScale", "agent_scale")
    obstacleScale = _old("obstacleScale", "obstacle_scale")
    forceDistance = _old("forceDistance", "force_distance")


@dataclasses.dataclass(init=False)
class WarpDriverModel(_Settings):
    """The WarpDriver model; substituted by ORCA."""

    time_horizon: float = 2.0
    step_size: float = 0.5
    sigma: float = 0.3
    time_uncertainty: float = 0.5
    velocity_uncertainty_x: float = 0.2
    velocity_uncertainty_y: float = 0.2


@dataclasses.dataclass(init=False)
class WarpDriverModelAgentParameters(_Settings):
    """An agent of the `WarpDriverModel`."""

    position: tuple[float, float] = (0.0, 0.0)
    orientation: tuple[float, float] = (0.0, 0.0)
    journey_id: int = 0
    stage_id: int = 0
    desired_speed: float = 1.2
    radius: float = 0.15


def radius_of(agent: Any) -> float:
    """The radius of the disc that walks for an agent, in metres."""
    if isinstance(agent, GeneralizedCentrifugalForceModelAgentParameters):
        return float(min(agent.a_min, agent.b_min))
    return float(agent.radius)


def avoidance_of(model: Any, agent: Any) -> dict[str, Any]:
    """How an agent avoids others: an avoidance profile of `navigant.Crowd.add`."""
    if isinstance(model, SocialForceModel):
        # Forces by mass are accelerations.
        return {
            "model": "social force",
            "relaxation": agent.reaction_time,
            "strength": agent.agent_scale / agent.mass,
            "range": agent.force_distance,
            "stiffness": min(model.body_force / agent.mass, 1e4),
        }
    if isinstance(model, GeneralizedCentrifugalForceModel):
        return {"model": "social force", "relaxation": agent.tau}
    if isinstance(model, WarpDriverModel):
        return {"model": "orca", "horizon": model.time_horizon}
    repulsion = model if isinstance(model, CollisionFreeSpeedModel) else agent
    profile = {
        "model": "collision-free speed",
        "time_gap": agent.time_gap,
        "strength": repulsion.strength_neighbor_repulsion,
        "range": repulsion.range_neighbor_repulsion,
    }
    if not isinstance(model, AnticipationVelocityModel):
        profile["wall_strength"] = repulsion.strength_geometry_repulsion
        profile["wall_range"] = repulsion.range_geometry_repulsion
    return profile


PARAMETERS: dict[type, type] = {
    CollisionFreeSpeedModel: CollisionFreeSpeedModelAgentParameters,
    CollisionFreeSpeedModelV2: CollisionFreeSpeedModelV2AgentParameters,
    CollisionFreeSpeedModelV3: CollisionFreeSpeedModelV3AgentParameters,
    AnticipationVelocityModel: AnticipationVelocityModelAgentParameters,
    GeneralizedCentrifugalForceModel: GeneralizedCentrifugalForceModelAgentParameters,
    SocialForceModel: SocialForceModelAgentParameters,
    WarpDriverModel: WarpDriverModelAgentParameters,
}
"""The parameters that agents of a model have."""

SUBSTITUTED: dict[type, str] = {
    CollisionFreeSpeedModelV3: "the collision-free speed model",
    AnticipationVelocityModel: "the collision-free speed model",
    GeneralizedCentrifugalForceModel: "the social force model",
    WarpDriverModel: "ORCA",
}
"""Models that Navigant does not have, and what agents walk by in their place."""


def substituted(model: type) -> str | None:
    """What is said of a model that is substituted."""
    return _REASON.format(model.__name__, SUBSTITUTED[model]) if model in SUBSTITUTED else None
