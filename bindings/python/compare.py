"""Navigant beside JuPedSim and extremitypathfinder: the same work, taking turns, one thread.

    python compare.py --json FILE [--rust PROGRAM]

It fails where a bar is missed. Rows are skipped, and said to be, where the other package is not installed (the two want different
numpy: use two environments, as `cargo xtask python --compare` does).
PROGRAM is `cargo build --release -p navigant-testing --example steps_with_positions`, for the same work called from Rust.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from typing import Any, Callable

import numpy as np

import navigant

Row = dict[str, Any]


def take_turns(ours: Callable[[], Any], other: Callable[[], Any], rounds: int) -> tuple[float, float]:
    """The least CPU times of two calls in milliseconds, made in turns: what else runs on the machine makes them only longer."""
    times: tuple[list[float], list[float]] = ([], [])
    for _ in range(rounds):
        for call, spent in zip((ours, other), times):
            begin = time.process_time()
            call()
            spent.append(1e3 * (time.process_time() - begin))
    return min(times[0]), min(times[1])


def row(what: str, times: tuple[float, float], bar: float | None = None) -> Row:
    ratio = times[0] / times[1]
    print(f"{what}: {times[0]:.4g} ms, other {times[1]:.4g} ms, ratio {ratio:.4f}" + (f" (bar {bar})" if bar else ""))
    return {"what": what, "navigant_ms": times[0], "other_ms": times[1], "ratio": ratio, "bar": bar, "holds": bar is None or ratio <= bar}


def places(count: int, side: float) -> np.ndarray:
    """As many places on a grid of a square, 2 m from its walls, a little out of line: nobody stands exactly behind another."""
    rows = int(np.ceil(np.sqrt(count)))
    line = np.linspace(2, side - 2, rows)
    grid = np.stack(np.meshgrid(line, line), -1).reshape(-1, 2)[:count]
    return grid + np.random.default_rng(1).uniform(-0.1, 0.1, grid.shape)


def jupedsim_rows(rounds: int) -> list[Row]:
    import jupedsim as jps

    rows = []
    for count, side, steps in ((300, 24.0, 50), (10_000, 110.0, 5)):
        # A square hall with a corridor of 4 m in the middle of its right side, where everyone leaves.
        middle = side / 2
        hall = [(0, 0), (side, 0), (side, middle - 2), (side + 10, middle - 2), (side + 10, middle + 2)]
        hall += [(side, middle + 2), (side, side), (0, side)]
        exit_area = [(side + 8, middle - 2), (side + 10, middle - 2), (side + 10, middle + 2), (side + 8, middle + 2)]
        starts = places(count, side)

        theirs = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=hall, dt=0.01)
        stage = theirs.add_exit_stage(exit_area)
        journey = theirs.add_journey(jps.JourneyDescription([stage]))
        for x, y in starts:
            agent = jps.CollisionFreeSpeedModelAgentParameters(
                position=(float(x), float(y)), journey_id=journey, stage_id=stage, radius=0.2, desired_speed=1.3
            )
            theirs.add_agent(agent)

        goals = np.tile([side + 9, middle], (count, 1))
        for avoidance, named in (("collision-free speed", "the same model"), ("orca", "ORCA")):
            crowd = navigant.Crowd(navigant.Map(hall))
            crowd.add_agents(starts, goals, radius=0.2, speed=1.3, avoidance=avoidance)
            crowd.plan_ahead()
            crowd.step(1, 0.01)
            theirs.iterate(1)
            spent = take_turns(lambda: crowd.step(steps, 0.01), lambda: theirs.iterate(steps), rounds)
            what = f"a step of {count} in a hall, {named}, beside JuPedSim's collision-free speed model"
            rows.append(row(what, (spent[0] / steps, spent[1] / steps), 0.12))
        if count == 10_000:
            spent = take_turns(crowd.positions, lambda: np.array([agent.position for agent in theirs.agents()]), rounds)
            rows.append(row("positions of 10000 as an array, beside JuPedSim", spent, 0.02))
    return rows


def extremity_rows(rounds: int) -> list[Row]:
    from extremitypathfinder import PolygonEnvironment

    random = np.random.default_rng(60)
    side, squares = 100.0, []
    while len(squares) < 60:
        corner, size = random.uniform(2, side - 8, 2), random.uniform(2, 5)
        box = np.array([corner, corner + [size, 0], corner + [size, size], corner + [0, size]])
        if all(np.any(box.min(0) > other.max(0) + 0.5) or np.any(box.max(0) < other.min(0) - 0.5) for other in squares):
            squares.append(box)
    floor = np.array([[0, 0], [side, 0], [side, side], [0, side]])
    map = navigant.Map(floor, obstacles=squares)
    free = [point for point in random.uniform(1, side - 1, (4000, 2)) if map.is_walkable(point)]
    starts, goals = np.array(free[:1000]), np.array(free[1000:2000])

    environment = PolygonEnvironment()
    environment.store(floor.tolist(), [box[::-1].tolist() for box in squares], validate=False)
    environment.prepare()
    lengths = map.find_paths(starts, goals).lengths
    found = np.array([environment.find_shortest_path(tuple(a), tuple(b))[1] for a, b in zip(starts, goals)])
    error = float(np.max(np.abs(lengths - found) / found))
    print(f"1000 lengths differ by {error:.2e} at most (bar 1e-5)")

    def theirs() -> None:
        for a, b in zip(starts[:100], goals[:100]):
            environment.find_shortest_path(tuple(a), tuple(b))

    spent = take_turns(lambda: map.find_paths(starts, goals), theirs, rounds)
    made = row("1000 queries among 60 squares, beside extremitypathfinder", (spent[0], 10 * spent[1]), 0.01)
    return [{**made, "largest_relative_difference": error, "holds": made["holds"] and error <= 1e-5}]


def rust_rows(program: str, rounds: int) -> list[Row]:
    """100 steps of 100,000 with the positions after each, in a process of its own that prints the processor's milliseconds."""
    count, side = 100_000, 400.0
    starts = places(count, side)
    map = navigant.Map([[0, 0], [side, 0], [side, side], [0, side]])

    def ours() -> float:
        crowd = navigant.Crowd(map)
        crowd.add_agents(starts, starts[::-1])
        crowd.plan_ahead()
        begin = time.process_time()
        for _ in range(100):
            crowd.step()
            crowd.positions()
        return 1e3 * (time.process_time() - begin)

    spent: tuple[list[float], list[float]] = ([], [])
    with tempfile.TemporaryDirectory() as folder:
        file = os.path.join(folder, "starts.f64")
        np.ascontiguousarray(starts).tofile(file)
        for _ in range(rounds):
            spent[0].append(ours())
            answer = subprocess.run([program, file, str(side)], capture_output=True, text=True, check=True)
            spent[1].append(float(answer.stdout))
    return [row("100 steps of 100000 with positions, called from Rust", (min(spent[0]), min(spent[1])), 1.05)]


def counting_rows() -> list[Row]:
    """How fast a thread counts while a crowd steps, beside how fast it counts alone."""
    crowd = navigant.Crowd(navigant.Map([[0, 0], [110, 0], [110, 110], [0, 110]]))
    starts = places(10_000, 110.0)
    crowd.add_agents(starts, starts[::-1])
    crowd.plan_ahead()

    def count(seconds: float) -> float:
        end, counted = time.perf_counter() + seconds, 0
        while time.perf_counter() < end:
            counted += 1
        return counted / seconds

    alone = count(2.0)
    stop = threading.Event()

    def walk() -> None:
        while not stop.is_set():
            crowd.step(5)

    thread = threading.Thread(target=walk)
    thread.start()
    beside = count(4.0)
    stop.set()
    thread.join()
    print(f"a counting thread keeps {beside / alone:.2f} of its rate while a crowd steps (bar 0.3)")
    share = beside / alone
    return [{"what": "share of its rate that a counting thread keeps", "value": share, "bar": 0.3, "holds": share >= 0.3}]


def interrupt_rows(rounds: int) -> list[Row]:
    """How long Ctrl-C takes to end a call that would last for hours; the crowd goes on afterwards."""
    crowd = navigant.Crowd(navigant.Map([[0, 0], [110, 0], [110, 110], [0, 110]]))
    starts = places(10_000, 110.0)
    crowd.add_agents(starts, starts[::-1])
    crowd.plan_ahead()
    sent = 0.0

    def interrupt() -> None:
        nonlocal sent
        time.sleep(0.4)
        sent = time.perf_counter()
        os.kill(os.getpid(), signal.SIGINT)

    spent = []
    for _ in range(rounds):
        thread = threading.Thread(target=interrupt)
        thread.start()
        try:
            crowd.step(10**9, progress=False)
        except KeyboardInterrupt:
            spent.append(time.perf_counter() - sent)
        thread.join()
        steps = crowd.steps
        assert crowd.step(2).steps == 2 and crowd.steps == steps + 2
    print(f"Ctrl-C ends a call within {max(spent):.3f} s, of {rounds} times (bar 0.3)")
    return [{"what": "seconds from Ctrl-C to the end of a call", "value": max(spent), "bar": 0.3, "holds": max(spent) <= 0.3}]


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--rust", metavar="PROGRAM")
    parser.add_argument("--rounds", type=int, default=7)
    arguments = parser.parse_args()
    navigant.set_threads(1)
    rows: list[Row] = []
    for name, make in (("jupedsim", jupedsim_rows), ("extremitypathfinder", extremity_rows)):
        try:
            rows += make(arguments.rounds)
        except ModuleNotFoundError as missing:
            print(f"{name}: skipped, {missing.name} is not installed")
    rows += counting_rows() + interrupt_rows(arguments.rounds)
    if arguments.rust:
        rows += rust_rows(arguments.rust, min(arguments.rounds, 3))
    if arguments.json:
        with open(arguments.json, "w") as file:
            json.dump({"rows": rows}, file, indent=1)
    missed = [made["what"] for made in rows if not made["holds"]]
    for what in missed:
        print(f"missed: {what}", file=sys.stderr)
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
