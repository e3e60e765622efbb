"""The table of the guide that lists JuPedSim's names and what they are here, made from both packages.

    python jupedsim_table.py [--check]

writes it into docs/guide/src/jupedsim.md, or fails where the page has another one.
"""

from __future__ import annotations

import inspect
import pathlib
import sys
from typing import Any

import jupedsim

import navigant.jupedsim

PAGE = pathlib.Path(__file__).parent.parent.parent / "docs/guide/src/jupedsim.md"
BEGIN, END = "<!-- made by bindings/python/jupedsim_table.py -->\n", "<!-- end -->\n"


def members(value: Any) -> list[str]:
    if not inspect.isclass(value) or issubclass(value, Exception):
        return []
    return [name for name in dir(value) if not name.startswith("_")]


def here(owner: Any, name: str) -> bool:
    try:
        found = getattr(owner, name)
    except (AttributeError, NotImplementedError):
        return False
    return "NotImplementedError" not in (inspect.getsource(found) if inspect.isfunction(found) else "")


def table() -> tuple[str, float]:
    names = sorted({*jupedsim.__all__, *(name for name in dir(jupedsim) if not name.startswith("_"))})
    substituted = {
        f"{model.__name__}{kind}" for model in navigant.jupedsim.models.SUBSTITUTED for kind in ("", "AgentParameters", "State")
    }
    counts = {"same": 0, "substituted": 0, "not here": 0}
    lines = ["| name in JuPedSim | here | members here | not here |", "|---|---|---|---|"]
    for name in names:
        is_here = here(navigant.jupedsim, name)
        kind = "not here" if not is_here else "substituted" if name in substituted else "same"
        counts[kind] += 1
        wanted = members(getattr(jupedsim, name)) if is_here else []
        ours = getattr(navigant.jupedsim, name) if is_here else None
        missing = [member for member in wanted if not here(ours, member) and not is_field(ours, member)]
        share = f"{len(wanted) - len(missing)} of {len(wanted)}" if wanted else ""
        lines.append(f"| `{name}` | {kind} | {share} | {', '.join(f'`{member}`' for member in missing)} |")
    total = sum(counts.values())
    share = (total - counts["not here"]) / total
    said = (
        f"JuPedSim {jupedsim.__version__} has {total} public names: {counts['same']} mean the same here, "
        f"{counts['substituted']} belong to models that are substituted, {counts['not here']} are not here and raise "
        f"`NotImplementedError`: {share:.0%} are here.\n"
    )
    return said + "\n" + "\n".join(lines) + "\n", share


def is_field(owner: Any, name: str) -> bool:
    """Whether it is an attribute that only objects have."""
    return name in getattr(owner, "__annotations__", {}) or f"self.{name} " in inspect.getsource(owner)


def main() -> int:
    text = PAGE.read_text()
    before, rest = text.split(BEGIN)
    old, after = rest.split(END)
    made, share = table()
    if share < 0.9:
        print(f"only {share:.0%} of the names are here")
        return 1
    if "--check" in sys.argv:
        if old != made:
            print(f"{PAGE.name} has another table: run jupedsim_table.py")
            return 1
        return 0
    PAGE.write_text(before + BEGIN + made + END + after)
    print(made.splitlines()[0])
    return 0


if __name__ == "__main__":
    sys.exit(main())
