"""A bottleneck by Navigant and by JuPedSim: the same collision-free speed model, the same starts, the same step.

    pip install jupedsim
    python jupedsim_bottleneck.py --navigant PROGRAM [--json FILE]

People stand in a square hall, 1.5 on a square metre, and leave by a door of 4 m. Navigant draws the starts; JuPedSim takes them from
the first frame of Navigant's trajectories, which are JuPedSim's own database. Time per iteration: processor time on one thread with
everyone still in the hall, the least of a few turns; Navigant's is that of a longer run less that of a shorter one. Flow: passages through the door a second, from the
first fifth to the last, in the mean of several sets of starts.
"""

from __future__ import annotations

import argparse
import json
import math
import pathlib
import resource
import sqlite3
import subprocess
import sys
import tempfile
import time

import jupedsim as jps

DT, RADIUS, SPEED, DOOR = 0.05, 0.2, 1.3, 4.0
Outline = list[tuple[float, float]]


def hall(count: int) -> tuple[float, Outline, Outline, Outline]:
    """Where the door is, the floor, where people start, and the exit 3 m behind the door."""
    side = round(math.sqrt(count / 1.5))
    low, high = side / 2 - DOOR / 2, side / 2 + DOOR / 2
    floor = [(0, 0), (side, 0), (side, low), (side + 4, low), (side + 4, high), (side, high), (side, side), (0, side)]
    start = [(0.3, 0.3), (side - 0.3, 0.3), (side - 0.3, side - 0.3), (0.3, side - 0.3)]
    out = [(side + 3, low), (side + 4, low), (side + 4, high), (side + 3, high)]
    return side, floor, start, out


def write_scenario(folder: pathlib.Path, count: int, seed: int = 7) -> pathlib.Path:
    _, floor, start, out = hall(count)
    ring = [list(map(float, p)) for p in [*floor, floor[0]]]
    (folder / "hall.geojson").write_text(json.dumps({"type": "Polygon", "coordinates": [ring]}))
    said = lambda outline: json.dumps([list(map(float, p)) for p in outline])
    scenario = folder / f"door-{count}-{seed}.toml"
    scenario.write_text(
        f'scene = "hall.geojson"\nseed = {seed}\ndt = {DT}\nsteps = 100\n'
        f'[[agents]]\ncount = {count}\narea = {said(start)}\nradius = {RADIUS}\nspeed = {SPEED}\n'
        f'avoidance = "collision-free-speed"\ngoal = {{ exits = ["out"] }}\n'
        f'[[exits]]\nname = "out"\narea = {said(out)}\nwidth = {DOOR}\n'
    )
    return scenario


def ours(program: str, scenario: pathlib.Path, *arguments: str) -> float:
    """Runs Navigant on one thread; the processor time it took, in milliseconds."""
    spent = lambda: sum(resource.getrusage(resource.RUSAGE_CHILDREN)[:2])
    begin = spent()
    subprocess.run([program, "run", str(scenario), "--threads", "1", *arguments], check=True, capture_output=True)
    return 1e3 * (spent() - begin)


def starts(database: pathlib.Path) -> list[tuple[float, float]]:
    with sqlite3.connect(database) as file:
        return list(file.execute("SELECT pos_x, pos_y FROM trajectory_data WHERE frame = 0 ORDER BY id"))


def theirs(count: int, places: list[tuple[float, float]], database: pathlib.Path | None) -> jps.Simulation:
    _, floor, _, out = hall(count)
    writer = jps.SqliteTrajectoryWriter(output_file=database, every_nth_frame=4) if database else None
    run = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=floor, dt=DT, trajectory_writer=writer)
    stage = run.add_exit_stage(out)
    journey = run.add_journey(jps.JourneyDescription([stage]))
    for place in places:
        run.add_agent(
            jps.CollisionFreeSpeedModelAgentParameters(
                position=place, journey_id=journey, stage_id=stage, radius=RADIUS, desired_speed=SPEED, time_gap=1.0
            )
        )
    return run


def flow(database: pathlib.Path, side: float, every: int) -> tuple[float, int]:
    """Passages a second from the first fifth to the last, and how many there are."""
    with sqlite3.connect(database) as file:
        passed = file.execute(
            "SELECT MIN(frame) FROM trajectory_data WHERE pos_x > ? GROUP BY id ORDER BY 1", (side + 0.5,)
        ).fetchall()
    frames = [frame for (frame,) in passed]
    first, last = len(frames) // 5, 4 * len(frames) // 5
    return (last - first) / ((frames[last] - frames[first]) * every * DT), len(frames)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--navigant", required=True, metavar="PROGRAM")
    parser.add_argument("--json", metavar="FILE")
    parser.add_argument("--turns", type=int, default=3)
    parser.add_argument("--sets", type=int, default=5, help="of starts, for the flows")
    arguments = parser.parse_args()
    folder = pathlib.Path(tempfile.mkdtemp())
    rows = []
    for count, steps in ((1_000, 100), (10_000, 40)):
        scenario, places = write_scenario(folder, count), folder / f"starts-{count}.sqlite"
        ours(arguments.navigant, scenario, "--steps", "1", "--out", str(places))
        spent: tuple[list[float], list[float]] = ([], [])
        other = theirs(count, starts(places), None)
        for _ in range(arguments.turns):
            few, many = (ours(arguments.navigant, scenario, "--steps", str(n)) for n in (steps, 3 * steps))
            spent[0].append((many - few) / (2 * steps))
            begin = time.process_time()
            other.iterate(steps // arguments.turns)
            spent[1].append(1e3 * (time.process_time() - begin) / (steps // arguments.turns))
        ms = [min(times) for times in spent]
        rows.append({"agents": count, "navigant_ms": ms[0], "jupedsim_ms": ms[1], "times_faster": ms[1] / ms[0]})
        print(f"{count} agents: {ms[0]:.3f} ms an iteration, JuPedSim {ms[1]:.3f} ms: {ms[1] / ms[0]:.1f} times (bar 20)")

    count, all_flows = 1_000, []
    for seed in range(7, 7 + arguments.sets):
        side, scenario = hall(count)[0], write_scenario(folder, count, seed)
        files = [folder / f"{name}-{seed}.sqlite" for name in ("ours", "theirs")]
        ours(arguments.navigant, scenario, "--until-empty", "--out", str(files[0]), "--every", "4")
        other = theirs(count, starts(files[0]), files[1])
        while other.agent_count() > 0 and other.elapsed_time() < 1200:
            other.iterate(100)
        flows = [flow(file, side, 4) for file in files]
        all_flows.append([found for found, _ in flows])
        said = [f"{found:.3f} /s ({people} people)" for found, people in flows]
        print(f"starts {seed}: flow through {DOOR} m: {said[0]}, JuPedSim {said[1]}")
    means = [sum(found) / len(all_flows) for found in zip(*all_flows)]
    print(f"mean flow of {len(all_flows)} sets: {means[0]:.3f} /s, JuPedSim {means[1]:.3f} /s; ratio {means[0] / means[1]:.3f} (bar 0.9 to 1.1)")
    if arguments.json:
        found = {"rows": rows, "flows": all_flows, "navigant_flow": means[0], "jupedsim_flow": means[1]}
        pathlib.Path(arguments.json).write_text(json.dumps(found, indent=1))
    return 0


if __name__ == "__main__":
    sys.exit(main())
