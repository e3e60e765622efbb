"""Messages, and what was built."""

from __future__ import annotations

import platform
from collections.abc import Callable

from .. import __version__

_callbacks: dict[str, Callable[[str], None]] = {}


def say(level: str, message: str) -> None:
    """Hands a message to whoever asked for those of its level."""
    callback = _callbacks.get(level)
    if callback is not None:
        callback(message)


def set_debug_callback(fn: Callable[[str], None]) -> None:
    """Sets who receives messages for debugging."""
    _callbacks["debug"] = fn


def set_info_callback(fn: Callable[[str], None]) -> None:
    """Sets who receives information."""
    _callbacks["info"] = fn


def set_warning_callback(fn: Callable[[str], None]) -> None:
    """Sets who receives warnings, such as that a model is substituted by another."""
    _callbacks["warning"] = fn


def set_error_callback(fn: Callable[[str], None]) -> None:
    """Sets who receives errors. Errors are raised as exceptions too."""
    _callbacks["error"] = fn


class BuildInfo:
    """The version of Navigant. It knows neither its commit nor its branch: those are empty."""

    git_commit_hash: str = ""
    git_commit_date: str = ""
    git_branch: str = ""
    compiler: str = "rustc"
    compiler_version: str = ""
    library_version: str = __version__

    def __repr__(self) -> str:
        return f"Navigant {self.library_version} for JuPedSim's interface, {platform.python_implementation()}"


def get_build_info() -> BuildInfo:
    """The version of Navigant, to be printed."""
    return BuildInfo()
