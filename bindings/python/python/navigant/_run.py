"""`run`: a scenario from its start to its end, with a bar."""

from __future__ import annotations

import html
import os
from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from ._bar import Bar
from ._navigant import Scenario, Simulation

if TYPE_CHECKING:
    from ._navigant import Map


class Run:
    """What came of a scenario.

    `frames` holds, if it was recorded, a row for each agent and frame: frame, id, x, y.
    """

    def __init__(self, simulation: Simulation, dt: float, every: int) -> None:
        self.simulation = simulation
        self.dt = dt
        self.every = every
        self.frames: npt.NDArray[np.float64] = np.empty((0, 4))
        self._parts: list[npt.NDArray[np.float64]] = []
        self._numbers: dict[Any, int] = {}

    @property
    def figures(self) -> dict[str, Any]:
        """What the run has shown, as `navigant run --json` writes it."""
        return self.simulation.figures()

    @property
    def hash(self) -> str:
        """A number for the state at the end: the same for the same run, on every machine."""
        return self.simulation.hash()

    @property
    def map(self) -> Map:
        """The map as it was at the end."""
        return self.simulation.map()

    def positions(self) -> npt.NDArray[np.float64]:
        """Where everyone is at the end, in metres, of shape (n, 2)."""
        return self.simulation.positions()

    def to_pedpy(self) -> Any:
        """The recorded frames as PedPy's `TrajectoryData`. Needs `every`, and the package pedpy."""
        if self.every == 0:
            raise ValueError("nothing was recorded: run(..., every=1) keeps every step")
        import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
        import pedpy  # type: ignore[import-untyped,import-not-found,unused-ignore]

        table = pandas.DataFrame(self.frames, columns=["frame", "id", "x", "y"])
        table = table.astype({"frame": int, "id": int})
        return pedpy.TrajectoryData(data=table, frame_rate=1.0 / (self.dt * self.every))

    def _record(self) -> None:
        ids = self.simulation.ids()
        numbers = [self._numbers.setdefault(agent, len(self._numbers)) for agent in ids]
        frame = np.full(len(ids), self.simulation.steps // self.every, dtype=float)
        self._parts.append(np.column_stack([frame, np.array(numbers, dtype=float), self.simulation.positions()]))

    def _finish(self) -> None:
        if self._parts:
            self.frames = np.concatenate(self._parts)
        self._parts = []

    def _repr_html_(self) -> str:
        rows = "".join(f"<tr><td>{html.escape(k)}</td><td>{html.escape(str(v))}</td></tr>" for k, v in self.figures.items())
        return f"<table>{rows}</table>"

    def __repr__(self) -> str:
        return f"<Run: {self.simulation.steps} steps, state {self.hash}>"


def run(
    scenario: Scenario | str | os.PathLike[str],
    *,
    steps: int | None = None,
    agents: int | None = None,
    every: int = 0,
    progress: bool | None = None,
) -> Run:
    """Runs a scenario: one that the package brings along, a file, or a `Scenario`.

    `every` records all positions at an interval of steps, 0 for none. `progress` shows a bar; unless told, on a terminal and in a notebook.

    >>> import navigant
    >>> result = navigant.run("bottleneck", steps=20, every=10)
    >>> result.figures["steps"], sorted(set(result.frames[:, 0].tolist()))
    (20, [0.0, 1.0, 2.0])
    """
    if every < 0:
        raise ValueError(f"every: an interval of at least 1 step, or 0 for none, not {every}")
    if not isinstance(scenario, Scenario):
        scenario = Scenario.open(scenario)
    if agents is not None:
        scenario = scenario.with_agents(agents)
    total = scenario.steps if steps is None else steps
    simulation = Simulation(scenario)
    result = Run(simulation, scenario.dt, every)
    bar = Bar(total, "steps", progress)
    piece = every if every > 0 else max(1, total // 100)
    try:
        if every:
            result._record()
        while (done := simulation.steps) < total:
            bar.at(done)
            simulation.step(min(piece, total - done))
            if every and simulation.steps % every == 0:
                result._record()
        bar.at(total)
    finally:
        result._finish()
        bar.close()
    return result
