"""Simulations: stages, journeys, agents, iterations."""

from __future__ import annotations

import math
import time
import warnings
from collections.abc import Iterator
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt
import shapely  # type: ignore[import-untyped,import-not-found,unused-ignore]

from ..errors import NavigantError
from . import library, stages
from .agent import Agent
from .geometry import Geometry
from .geometry_utils import build_geometry
from .journey import Journey, JourneyDescription
from .models import PARAMETERS, SubstitutedModelWarning, radius_of, substituted
from .population import Population, Record
from .serialization import TrajectoryWriter
from .states import STATES

_Stage: TypeAlias = stages.Waypoint | stages.Exit | stages.Line | stages.Steering


class Trace:
    """How long the last iteration took, in microseconds."""

    def __init__(self, iteration_duration: float = 0.0, operational_level_duration: float = 0.0) -> None:
        self.iteration_duration = iteration_duration
        self.operational_level_duration = operational_level_duration

    def __repr__(self) -> str:
        return f"Trace(iteration {self.iteration_duration:.0f} us, operational {self.operational_level_duration:.0f} us)"


class Simulation:
    """A simulation with JuPedSim's interface, by Navigant's maps and crowds.

    >>> import navigant.jupedsim as jps
    >>> hall = [(0, 0), (10, 0), (10, 4), (0, 4)]
    >>> simulation = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=hall, dt=0.05)
    >>> exit = simulation.add_exit_stage([(9, 1), (10, 1), (10, 3), (9, 3)])
    >>> journey = simulation.add_journey(jps.JourneyDescription([exit]))
    >>> agent = jps.CollisionFreeSpeedModelAgentParameters(position=(1, 2), journey_id=journey, stage_id=exit)
    >>> _ = simulation.add_agent(agent)
    >>> while simulation.agent_count() > 0:
    ...     simulation.iterate()
    >>> 6 < simulation.elapsed_time() < 8
    True
    """

    def __init__(
        self,
        *,
        model: Any,
        geometry: Any,
        dt: float = 0.01,
        trajectory_writer: TrajectoryWriter | None = None,
        **kwargs: Any,
    ) -> None:
        if type(model) not in PARAMETERS:
            raise Exception("Unknown model type supplied")
        if not (0.0 < dt <= 1.0):
            raise RuntimeError(f"dt: seconds above 0 and at most 1 are wanted, not {dt}")
        said = substituted(type(model))
        if said is not None:
            library.say("warning", said)
            warnings.warn(said, SubstitutedModelWarning, stacklevel=2)
        self._model, self._dt, self._writer = model, float(dt), trajectory_writer
        self._geometry = build_geometry(geometry, **kwargs)
        self._people = Population(self._geometry._polygon, model)
        self._stages: dict[int, _Stage] = {}
        self._journeys: dict[int, Journey] = {}
        self._iterations = 0
        self._last_agent = 0
        self._marked: set[int] = set()
        self._removed: list[int] = []
        self._trace, self._is_tracing = Trace(), False
        self._groups: dict[int, list[int]] | None = None

    # Stages and journeys.

    def add_waypoint_stage(self, position: tuple[float, float], distance: float) -> int:
        """Adds a place that is passed within a distance, in metres."""
        if not distance > 0.0:
            raise RuntimeError(f"waypoint: a distance above 0 is wanted, not {distance}")
        return self._add_stage(stages.Waypoint(_point(position), float(distance)))

    def add_queue_stage(self, positions: list[tuple[float, float]]) -> int:
        """Adds a queue; the first place is its head."""
        return self._add_stage(stages.Line([_point(p) for p in positions], is_queue=True))

    def add_waiting_set_stage(self, positions: list[tuple[float, float]]) -> int:
        """Adds a waiting set; its places are taken in their order."""
        return self._add_stage(stages.Line([_point(p) for p in positions], is_queue=False))

    def add_exit_stage(self, polygon: Any) -> int:
        """Adds an exit: who enters its polygon is removed."""
        return self._add_stage(stages.Exit(shapely.Polygon(build_geometry(polygon).boundary())))

    def add_direct_steering_stage(self) -> int:
        """Adds a stage of agents that are steered by their `target`. It must be the only one of its journey."""
        return self._add_stage(stages.Steering())

    def _add_stage(self, stage: _Stage) -> int:
        self._check_stage(stage, self._geometry)
        id = len(self._stages) + 1
        self._stages[id] = stage
        return id

    def _check_stage(self, stage: _Stage, geometry: Geometry) -> None:
        for place in stage.places:
            if not geometry._polygon.intersects(shapely.Point(place)):
                raise RuntimeError(f"a stage at ({place[0]}, {place[1]}) is not inside of the walkable area")

    def add_journey(self, journey: JourneyDescription) -> int:
        """Adds a journey."""
        made = Journey(journey)
        if not made.stages:
            raise RuntimeError("a journey needs at least one stage")
        for stage in made.stages:
            if isinstance(self._stage(stage), stages.Steering) and len(made.stages) > 1:
                raise RuntimeError("a direct steering stage must be the only stage of its journey")
        id = len(self._journeys) + 1
        self._journeys[id] = made
        return id

    def get_stage(self, stage_id: int) -> Any:
        """A stage, to ask and change it."""
        stage = self._stage(stage_id)
        if isinstance(stage, stages.Waypoint):
            return stages.WaypointStage((self, stage_id, stage))
        if isinstance(stage, stages.Exit):
            return stages.ExitStage((self, stage_id, stage))
        if isinstance(stage, stages.Line):
            kind = stages.NotifiableQueueStage if stage.is_queue else stages.WaitingSetStage
            return kind((self, stage_id, stage))
        raise RuntimeError(f"stage {stage_id} is steered directly and has nothing to be asked")

    # Agents.

    def add_agent(self, parameters: Any) -> int:
        """Adds an agent of the simulation's model, and returns its id."""
        if type(parameters) is not PARAMETERS[type(self._model)]:
            wanted = PARAMETERS[type(self._model)].__name__
            raise RuntimeError(f"an agent of this model is described by {wanted}, not {type(parameters).__name__}")
        copied: Any = parameters
        parameters = copied.as_native()
        self._check_on_journey(int(parameters.journey_id), int(parameters.stage_id))
        position = _point(parameters.position)
        self._check_distances(position, radius_of(parameters))
        record = Record(self._last_agent + 1, parameters)
        try:
            self._people.add(record, position)
        except NavigantError as error:
            raise RuntimeError(f"the agent is refused: {error}") from error
        self._last_agent = record.id
        self._groups = None
        self._aim(record)
        return record.id

    def _check_distances(self, position: tuple[float, float], radius: float) -> None:
        found = self._people.overlapping(position, radius)
        if found is not None:
            raise RuntimeError(f"the agent at {position} is too close to agent {found[0]}: {found[1]:.3f} m")

    def _near(self, position: tuple[float, float], distance: float) -> list[int]:
        offsets = self._people.positions() - np.asarray(position, dtype=float)
        ids = list(self._people.records)
        return [ids[row] for row in np.flatnonzero(np.hypot(offsets[:, 0], offsets[:, 1]) <= distance)]

    def mark_agent_for_removal(self, agent_id: int) -> bool:
        """Removes an agent at the start of the next iteration; says whether there is such an agent."""
        self._record(agent_id)
        self._marked.add(agent_id)
        return True

    def removed_agents(self) -> list[int]:
        """Who was removed in the last iteration."""
        return list(self._removed)

    def switch_agent_journey(self, agent_id: int, journey_id: int, stage_id: int) -> None:
        """Puts an agent on another journey, at one of its stages."""
        record = self._record(agent_id)
        self._check_on_journey(journey_id, stage_id)
        record.journey = journey_id
        self._go(record, stage_id)

    def agent_count(self) -> int:
        """How many agents there are."""
        return len(self._people.records)

    def agents(self) -> Iterator[Agent]:
        """All agents, one by one."""
        return (Agent((self, id)) for id in list(self._people.records))

    def agent(self, agent_id: int) -> Agent:
        """An agent by its id."""
        return Agent((self, self._record(agent_id).id))

    def agents_in_range(self, pos: tuple[float, float], distance: float) -> list[int]:
        """The ids of all agents within a distance of a point, in metres."""
        return self._near(_point(pos), distance) if self._people.records else []

    def agents_in_polygon(self, poly: Any) -> list[int]:
        """The ids of all agents in a polygon."""
        if not self._people.records:
            return []
        points = self._people.positions()
        area = shapely.Polygon(build_geometry(poly).boundary())
        inside = shapely.intersects_xy(area, points[:, 0], points[:, 1])
        return [id for id, is_inside in zip(self._people.records, inside) if is_inside]

    # Time.

    def iterate(self, count: int = 1) -> None:
        """Makes iterations of dt seconds each."""
        if self._writer and self._iterations == 0:
            self._writer.begin_writing(self)
            self._writer.write_iteration_state(self)
        for _ in range(count):
            self._iterate()
            if self._writer:
                self._writer.write_iteration_state(self)

    def _iterate(self) -> None:
        begin = time.perf_counter()
        self._removed = [id for id in self._people.records if id in self._marked]
        self._marked.clear()
        for id in self._removed:
            self._people.remove(id)
        if self._removed:
            self._groups = None
        self._update_stages()
        self._go_on()
        middle = time.perf_counter()
        self._people.step(self._dt)
        self._iterations += 1
        if self._is_tracing:
            end = time.perf_counter()
            self._trace = Trace(1e6 * (end - begin), 1e6 * (end - middle))

    def _update_stages(self) -> None:
        for id, agents in self._grouped().items():
            def points(agents: list[int] = agents) -> npt.NDArray[np.float64]:
                return self._people.positions()[self._rows(agents)]

            if self._stages[id].update(agents, points):
                for agent in agents:
                    self._aim(self._people.records[agent])

    def _go_on(self) -> None:
        """Sends those on who have completed their stage."""
        completed: list[int] = []
        for id, agents in self._grouped().items():
            stage = self._stages[id]
            if isinstance(stage, stages.Steering) or (isinstance(stage, stages.Line) and stage.is_active and not stage.popped):
                continue
            rows = self._rows(agents)
            done = stage.is_completed(agents, self._people.positions()[rows])
            # Where the place itself has no room for an agent, it is there when it is as near as it gets.
            if isinstance(stage, stages.Exit | stages.Waypoint) and not done.all():
                done |= self._people.has_arrived(rows)
            completed += [agents[index] for index in np.flatnonzero(done)]
        for agent in sorted(completed):
            record = self._people.records[agent]
            if isinstance(self._stages[record.stage], stages.Exit):
                self._marked.add(agent)
                continue
            after = self._journeys[record.journey].after(record.stage, self._targeting)
            if after is not None:
                self._go(record, after)

    def _go(self, record: Record, stage: int) -> None:
        old, groups = record.stage, self._grouped()
        groups[old].remove(record.id)
        groups.setdefault(stage, []).append(record.id)
        record.stage = stage
        self._aim(record)

    def _aim(self, record: Record) -> None:
        target = self._stages[record.stage].target(record.id)
        if target is not None:
            self._people.aim(record, target)

    def _grouped(self) -> dict[int, list[int]]:
        """Who walks to which stage."""
        if self._groups is None:
            self._groups = {}
            for record in self._people.records.values():
                self._groups.setdefault(record.stage, []).append(record.id)
        return self._groups

    def _rows(self, agents: list[int]) -> npt.NDArray[np.intp]:
        rows = self._people._located()[1]
        return np.array([rows[agent] for agent in agents], dtype=np.intp)

    def elapsed_time(self) -> float:
        """How many seconds were simulated."""
        return self._iterations * self._dt

    def delta_time(self) -> float:
        """How long an iteration is, in seconds."""
        return self._dt

    def iteration_count(self) -> int:
        """How many iterations were made."""
        return self._iterations

    def set_tracing(self, status: bool) -> None:
        """Whether iterations are timed."""
        self._is_tracing = bool(status)

    def get_last_trace(self) -> Trace:
        """How long the last iteration took."""
        return self._trace

    # The area.

    def get_geometry(self) -> Geometry:
        """The walkable area."""
        return self._geometry

    def switch_geometry(self, geometry: Any) -> None:
        """Takes another walkable area; all agents and stages must be inside of it."""
        new = build_geometry(geometry)
        for stage in self._stages.values():
            self._check_stage(stage, new)
        people = Population(new._polygon, self._model)
        records = list(self._people.records.values())
        old = [(record.handle, record.goal) for record in records]
        try:
            for record in records:
                people.add(record, self._people.position(record.id))
        except NavigantError as error:
            for record, (handle, goal) in zip(records, old):
                record.handle, record.goal = handle, goal
            raise RuntimeError(f"an agent is outside of the new area: {error}") from error
        self._people, self._geometry = people, new
        for record in records:
            self._aim(record)

    # For agents, stages and states.

    def _record(self, id: int) -> Record:
        record = self._people.records.get(id)
        if record is None:
            raise RuntimeError(f"unknown agent {id}")
        return record

    def _stage(self, id: int) -> _Stage:
        stage = self._stages.get(id)
        if stage is None:
            raise RuntimeError(f"unknown stage {id}")
        return stage

    def _check_on_journey(self, journey: int, stage: int) -> None:
        if journey not in self._journeys:
            raise RuntimeError(f"unknown journey {journey}")
        if stage not in self._journeys[journey].stages:
            raise RuntimeError(f"stage {stage} is not part of journey {journey}")

    def _targeting(self, stage: int) -> int:
        return len(self._grouped().get(stage, []))

    def _position(self, id: int) -> tuple[float, float]:
        self._record(id)
        return self._people.position(id)

    def _velocity(self, id: int) -> tuple[float, float]:
        self._record(id)
        return self._people.velocity(id)

    def _orientation(self, id: int) -> tuple[float, float]:
        record, (x, y) = self._record(id), self._people.velocity(id)
        if x == 0.0 and y == 0.0:
            at = self._people.position(id)
            x, y = record.target[0] - at[0], record.target[1] - at[1]
        length = math.hypot(x, y)
        return (x / length, y / length) if length > 0.0 else (0.0, 0.0)

    def _steer(self, id: int, target: tuple[float, float]) -> None:
        record = self._record(id)
        if isinstance(self._stages[record.stage], stages.Steering):
            if not self._geometry._polygon.intersects(shapely.Point(target)):
                raise RuntimeError(f"the target ({target[0]}, {target[1]}) is not inside of the walkable area")
            self._people.aim(record, _point(target), straight=True)

    def _model_state(self, id: int) -> Any:
        return STATES[type(self._model)]((self, self._record(id).id))

    def _change(self, id: int, name: str, value: Any) -> None:
        record = self._record(id)
        before = getattr(record.parameters, name)
        setattr(record.parameters, name, value)
        try:
            if name == "desired_speed":
                self._people.crowd.set_speed(record.handle, float(value))
            else:
                record.radius = radius_of(record.parameters)
                self._people.again(record)
        except NavigantError as error:
            setattr(record.parameters, name, before)
            raise RuntimeError(f"{name}: {error}") from error


def _point(point: Any) -> tuple[float, float]:
    x, y = point
    if not (math.isfinite(x) and math.isfinite(y)):
        raise RuntimeError(f"refused: ({x}, {y}) is not finite")
    return float(x), float(y)
