"""The bar that long calls show on standard error."""

from __future__ import annotations

import sys


class Bar:
    """How much of a call is done. Unless told, it is shown on a terminal and in a notebook."""

    def __init__(self, total: int, unit: str, shown: bool | None = None) -> None:
        self.total = total
        self.unit = unit
        self.shown = sys.stderr is not None and (sys.stderr.isatty() or "ipykernel" in sys.modules) if shown is None else shown

    def at(self, done: int) -> None:
        """Draws it over what was drawn before."""
        if self.shown:
            filled = 30 * done // max(self.total, 1)
            print(f"\r[{'#' * filled:<30}] {done}/{self.total} {self.unit}", end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        """Ends its line."""
        if self.shown:
            print(file=sys.stderr)
