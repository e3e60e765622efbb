"""JuPedSim's interface, by Navigant: `import navigant.jupedsim as jps`.

Simulations, stages, journeys, agents, distributions and writers have the names and the meaning that they have in JuPedSim 1.4, so
that its users change one line. What is not here raises `NotImplementedError` with its name; models that Navigant does not have are
substituted, and `SubstitutedModelWarning` says so. Needs shapely, as JuPedSim does: `pip install navigant[jupedsim]`.

Beyond JuPedSim: `MemoryTrajectoryWriter`, whose `to_pedpy()` needs no file in between.
"""

from typing import NoReturn

from .. import __version__
from .agent import Agent
from .distributions import (
    AgentNumberError,
    IncorrectParameterError,
    NegativeValueError,
    OverlappingCirclesError,
    distribute_by_density,
    distribute_by_number,
    distribute_by_percentage,
    distribute_in_circles_by_density,
    distribute_in_circles_by_number,
    distribute_until_filled,
)
from .geometry import Geometry
from .journey import JourneyDescription, Transition
from .library import (
    BuildInfo,
    get_build_info,
    set_debug_callback,
    set_error_callback,
    set_info_callback,
    set_warning_callback,
)
from .models import (
    AnticipationVelocityModel,
    AnticipationVelocityModelAgentParameters,
    CollisionFreeSpeedModel,
    CollisionFreeSpeedModelAgentParameters,
    CollisionFreeSpeedModelV2,
    CollisionFreeSpeedModelV2AgentParameters,
    CollisionFreeSpeedModelV3,
    CollisionFreeSpeedModelV3AgentParameters,
    GeneralizedCentrifugalForceModel,
    GeneralizedCentrifugalForceModelAgentParameters,
    SocialForceModel,
    SocialForceModelAgentParameters,
    SubstitutedModelWarning,
    WarpDriverModel,
    WarpDriverModelAgentParameters,
)
from .recording import Recording, RecordingAgent, RecordingFrame
from .routing import RoutingEngine
from .serialization import TrajectoryWriter
from .simulation import Simulation, Trace
from .sqlite_serialization import MemoryTrajectoryWriter, SqliteTrajectoryWriter
from .stages import ExitStage, NotifiableQueueStage, WaitingSetStage, WaitingSetState, WaypointStage
from .states import (
    AnticipationVelocityModelState,
    CollisionFreeSpeedModelState,
    CollisionFreeSpeedModelV2State,
    CollisionFreeSpeedModelV3State,
    GeneralizedCentrifugalForceModelState,
    SocialForceModelState,
    WarpDriverModelState,
)

__commit__ = ""
__compiler__ = "rustc"

_NOT_HERE = ("Hdf5TrajectoryWriter", "hdf5_serialization", "internal", "native", "py_jupedsim")


def __getattr__(name: str) -> NoReturn:
    if name in _NOT_HERE:
        raise NotImplementedError(f"navigant.jupedsim: {name}")
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Agent",
    "AgentNumberError",
    "AnticipationVelocityModel",
    "AnticipationVelocityModelAgentParameters",
    "AnticipationVelocityModelState",
    "BuildInfo",
    "CollisionFreeSpeedModel",
    "CollisionFreeSpeedModelAgentParameters",
    "CollisionFreeSpeedModelState",
    "CollisionFreeSpeedModelV2",
    "CollisionFreeSpeedModelV2AgentParameters",
    "CollisionFreeSpeedModelV2State",
    "CollisionFreeSpeedModelV3",
    "CollisionFreeSpeedModelV3AgentParameters",
    "CollisionFreeSpeedModelV3State",
    "ExitStage",
    "GeneralizedCentrifugalForceModel",
    "GeneralizedCentrifugalForceModelAgentParameters",
    "GeneralizedCentrifugalForceModelState",
    "Geometry",
    "IncorrectParameterError",
    "JourneyDescription",
    "MemoryTrajectoryWriter",
    "NegativeValueError",
    "NotifiableQueueStage",
    "OverlappingCirclesError",
    "Recording",
    "RecordingAgent",
    "RecordingFrame",
    "RoutingEngine",
    "Simulation",
    "SocialForceModel",
    "SocialForceModelAgentParameters",
    "SocialForceModelState",
    "SqliteTrajectoryWriter",
    "SubstitutedModelWarning",
    "Trace",
    "TrajectoryWriter",
    "Transition",
    "WaitingSetStage",
    "WaitingSetState",
    "WarpDriverModel",
    "WarpDriverModelAgentParameters",
    "WarpDriverModelState",
    "WaypointStage",
    "__commit__",
    "__compiler__",
    "__version__",
    "distribute_by_density",
    "distribute_by_number",
    "distribute_by_percentage",
    "distribute_in_circles_by_density",
    "distribute_in_circles_by_number",
    "distribute_until_filled",
    "get_build_info",
    "set_debug_callback",
    "set_error_callback",
    "set_info_callback",
    "set_warning_callback",
]
