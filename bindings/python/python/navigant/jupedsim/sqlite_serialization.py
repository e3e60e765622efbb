"""Trajectories in a sqlite database, in JuPedSim's layout (version 2), and in memory for PedPy."""

from __future__ import annotations

import os
import sqlite3
import zlib
from typing import Any

from .serialization import TrajectoryWriter

DATABASE_VERSION = 2

_TABLES = """
DROP TABLE IF EXISTS trajectory_data;
CREATE TABLE trajectory_data (frame INTEGER NOT NULL, id INTEGER NOT NULL, pos_x REAL NOT NULL, pos_y REAL NOT NULL,
    ori_x REAL NOT NULL, ori_y REAL NOT NULL);
DROP TABLE IF EXISTS metadata;
CREATE TABLE metadata (key TEXT NOT NULL UNIQUE PRIMARY KEY, value TEXT NOT NULL);
DROP TABLE IF EXISTS geometry;
CREATE TABLE geometry (hash INTEGER NOT NULL, wkt TEXT NOT NULL);
CREATE UNIQUE INDEX geometry_hash ON geometry (hash);
DROP TABLE IF EXISTS frame_data;
CREATE TABLE frame_data (frame INTEGER NOT NULL, geometry_hash INTEGER NOT NULL);
CREATE INDEX frame_id_idx ON trajectory_data (frame, id);
"""


class SqliteTrajectoryWriter(TrajectoryWriter):
    """Writes a database that JuPedSim's tools and PedPy read."""

    def __init__(
        self, *, output_file: str | os.PathLike[str], every_nth_frame: int = 4, commit_every_nth_write: int = 100
    ) -> None:
        if every_nth_frame < 1:
            raise TrajectoryWriter.Exception("'every_nth_frame' has to be > 0")
        if commit_every_nth_write < 1:
            raise TrajectoryWriter.Exception("'commit_every_nth_write' has to be > 0")
        self._every, self._commit_every = every_nth_frame, commit_every_nth_write
        self._written = 0
        self._bounds: tuple[float, float, float, float] | None = None
        self._con: sqlite3.Connection | None = sqlite3.connect(output_file)

    def begin_writing(self, simulation: Any) -> None:
        """Makes the tables."""
        frames_per_second = 1 / simulation.delta_time() / self._every
        try:
            self.connection().executescript(_TABLES)
            metadata = (("version", DATABASE_VERSION), ("fps", frames_per_second))
            self.connection().executemany("INSERT INTO metadata VALUES (?, ?)", metadata)
        except sqlite3.Error as error:
            raise TrajectoryWriter.Exception(f"Error creating database: {error}") from error

    def write_iteration_state(self, simulation: Any) -> None:
        """Writes a frame, if it is the turn of one."""
        iteration = simulation.iteration_count()
        if iteration % self._every != 0:
            return
        connection, frame = self.connection(), iteration // self._every
        rows = [(frame, agent.id, *agent.position, *agent.orientation) for agent in simulation.agents()]
        geometry = simulation.get_geometry()
        text = geometry.as_wkt()
        number = zlib.crc32(text.encode())
        try:
            connection.executemany("INSERT INTO trajectory_data VALUES (?, ?, ?, ?, ?, ?)", rows)
            connection.execute("INSERT OR IGNORE INTO geometry (hash, wkt) VALUES (?, ?)", (number, text))
            connection.execute("INSERT INTO frame_data VALUES (?, ?)", (frame, number))
            self._write_bounds(geometry.boundary())
            self._written += 1
            if self._written % self._commit_every == 0:
                connection.commit()
        except sqlite3.Error as error:
            raise TrajectoryWriter.Exception(f"Error writing to database: {error}") from error

    def _write_bounds(self, boundary: list[tuple[float, float]]) -> None:
        xs, ys = zip(*boundary)
        old = self._bounds or (min(xs), max(xs), min(ys), max(ys))
        new = (min(old[0], *xs), max(old[1], *xs), min(old[2], *ys), max(old[3], *ys))
        if new != self._bounds:
            self._bounds = new
            rows = zip(("xmin", "xmax", "ymin", "ymax"), map(str, new))
            self.connection().executemany("INSERT OR REPLACE INTO metadata (key, value) VALUES (?, ?)", rows)

    def close(self) -> None:
        """Writes what is left and closes the database."""
        if self._con is not None:
            self._con.commit()
            self._con.close()
            self._con = None

    def every_nth_frame(self) -> int:
        """The interval between frames, in iterations."""
        return self._every

    def connection(self) -> sqlite3.Connection:
        """The database."""
        if self._con is None:
            raise TrajectoryWriter.Exception("Database not opened.")
        return self._con

    def __del__(self) -> None:
        # JuPedSim's users do not always close; sqlite would drop what was not committed.
        if getattr(self, "_con", None) is not None:
            self.close()


class MemoryTrajectoryWriter(TrajectoryWriter):
    """Keeps trajectories in memory, for PedPy: no file in between. JuPedSim has no such writer."""

    def __init__(self, *, every_nth_frame: int = 4) -> None:
        if every_nth_frame < 1:
            raise TrajectoryWriter.Exception("'every_nth_frame' has to be > 0")
        self._every = every_nth_frame
        self._rate = 0.0
        self._rows: list[tuple[int, int, float, float]] = []
        self._area = ""

    def begin_writing(self, simulation: Any) -> None:
        """Forgets what was written before."""
        self._rows = []
        self._rate = 1 / simulation.delta_time() / self._every

    def write_iteration_state(self, simulation: Any) -> None:
        """Keeps a frame, if it is the turn of one."""
        iteration = simulation.iteration_count()
        if iteration % self._every == 0:
            frame = iteration // self._every
            self._rows += [(frame, agent.id, *agent.position) for agent in simulation.agents()]
            self._area = simulation.get_geometry().as_wkt()

    def every_nth_frame(self) -> int:
        """The interval between frames, in iterations."""
        return self._every

    def to_pedpy(self) -> Any:
        """What was written, as PedPy's `TrajectoryData`. Needs the package pedpy."""
        import pandas  # type: ignore[import-untyped,import-not-found,unused-ignore]
        import pedpy  # type: ignore[import-untyped,import-not-found,unused-ignore]

        table = pandas.DataFrame(self._rows, columns=["frame", "id", "x", "y"])
        return pedpy.TrajectoryData(data=table, frame_rate=self._rate)

    def walkable_area(self) -> Any:
        """The area of the last frame, as PedPy's `WalkableArea`."""
        import pedpy  # type: ignore[import-untyped,import-not-found,unused-ignore]

        return pedpy.WalkableArea(self._area)
