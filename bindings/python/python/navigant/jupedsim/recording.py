"""Recorded trajectories, read from a sqlite database."""

from __future__ import annotations

import sqlite3
from dataclasses import dataclass
from typing import Any

import shapely  # type: ignore[import-untyped,import-not-found,unused-ignore]

from .sqlite_serialization import DATABASE_VERSION


@dataclass
class RecordingAgent:
    """An agent in a frame."""

    id: int
    position: tuple[float, float]
    orientation: tuple[float, float]


@dataclass
class RecordingFrame:
    """A frame: everyone who was there."""

    index: int
    agents: list[RecordingAgent]


@dataclass
class AABB:
    """A box with sides along the axes."""

    xmin: float
    xmax: float
    ymin: float
    ymax: float

    @property
    def width(self) -> float:
        """How wide it is."""
        return self.xmax - self.xmin

    @property
    def height(self) -> float:
        """How high it is."""
        return self.ymax - self.ymin

    @property
    def center(self) -> tuple[float, float]:
        """Its middle."""
        return self.xmin + self.width / 2, self.ymin + self.height / 2


class Recording:
    """A recording of a simulation: what `SqliteTrajectoryWriter` has written, here or in JuPedSim."""

    def __init__(self, db_connection_str: str, uri: bool = False) -> None:
        self.db = sqlite3.connect(db_connection_str, uri=uri)
        version = self._metadata("version")
        if version != str(DATABASE_VERSION):
            raise Exception(f"Incompatible database version {version}: {DATABASE_VERSION} is wanted")

    def _metadata(self, key: str) -> str:
        row = self.db.execute("SELECT value FROM metadata WHERE key = ?", (key,)).fetchone()
        if row is None:
            raise Exception(f"the database has no '{key}'")
        return str(row[0])

    def frame(self, index: int) -> RecordingFrame:
        """A frame by its number, its agents by their ids."""
        query = "SELECT id, pos_x, pos_y, ori_x, ori_y FROM trajectory_data WHERE frame = ? ORDER BY id"
        rows = self.db.execute(query, (index,)).fetchall()
        return RecordingFrame(index, [RecordingAgent(id, (x, y), (u, v)) for id, x, y, u, v in rows])

    def geometry(self) -> Any:
        """The walkable area; the union of all if it was switched."""
        texts = [row[0] for row in self.db.execute("SELECT wkt FROM geometry")]
        return shapely.union_all([shapely.from_wkt(text) for text in texts])

    def geometry_id_for_frame(self, frame_id: int) -> int:
        """Which of the areas a frame has."""
        query = "SELECT geometry_hash FROM frame_data WHERE frame = ?"
        return int(self.db.execute(query, (frame_id,)).fetchone()[0])

    def bounds(self) -> AABB:
        """The box around all areas."""
        xmin, xmax, ymin, ymax = (float(self._metadata(key)) for key in ("xmin", "xmax", "ymin", "ymax"))
        return AABB(xmin, xmax, ymin, ymax)

    @property
    def num_frames(self) -> int:
        """How many frames there are."""
        return int(self.db.execute("SELECT count(*) FROM frame_data").fetchone()[0])

    @property
    def fps(self) -> float:
        """How many frames there are in a second."""
        return float(self._metadata("fps"))
