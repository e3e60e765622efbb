"""Threads, forks, Ctrl-C, memory."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import numpy as np
import pytest

from navigant import Crowd, Map

HALL = [[0, 0], [60, 0], [60, 60], [0, 60]]


def filled(side):
    crowd = Crowd(Map(HALL))
    places = np.stack(np.meshgrid(np.linspace(2, 58, side), np.linspace(2, 58, side)), -1).reshape(-1, 2)
    crowd.add_agents(places, places[::-1])
    return crowd


def test_two_threads_step_one_crowd():
    crowd, alone = filled(20), filled(20)
    threads = [threading.Thread(target=crowd.step, args=(25,)) for _ in range(2)]
    for thread in threads:
        thread.start()
    while any(thread.is_alive() for thread in threads):
        assert crowd.positions().shape == (400, 2)
    alone.step(50)
    assert crowd.steps == 50 and crowd.hash() == alone.hash()


def test_edits_during_searches_and_steps():
    crowd = filled(15)
    map = crowd.map
    rng = np.random.default_rng(1)
    starts, goals = rng.uniform(1, 59, (2, 2000, 2))
    done = threading.Event()
    errors = []

    def work(call):
        try:
            while not done.is_set():
                call()
        except BaseException as error:
            errors.append(error)

    calls = [lambda: map.find_paths(starts, goals, 0.2), lambda: crowd.step(3), lambda: map.find_path((1, 1), (59, 59))]
    threads = [threading.Thread(target=work, args=(call,)) for call in calls]
    for thread in threads:
        thread.start()
    for i in range(60):
        place = rng.uniform(1, 59, 2)
        box = map.insert(place + np.array([[0, 0], [1, 0], [1, 1], [0, 1]]))
        if i % 2:
            map.remove(box)
    done.set()
    for thread in threads:
        thread.join()
    assert not errors and map.version == 91


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_fork_after_a_step_goes_on():
    crowd, alone = filled(50), filled(50)
    crowd.step(5)
    crowd.hash()
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        crowd.step(5)
        crowd.map.find_paths(np.ones((100, 2)), np.full((100, 2), 50.0))
        os.write(write, crowd.hash().encode())
        os._exit(0)
    os.close(write)
    alone.step(10)
    assert os.read(read, 64).decode() == alone.hash()
    assert os.waitpid(child, 0)[1] == 0
    crowd.step(5)
    assert crowd.hash() == alone.hash()


INTERRUPTED = """
import sys, time
sys.path[:0] = [{tests!r}]
from test_threads import filled
crowd = filled(40)
crowd.step(1)
print("ready", flush=True)
try:
    crowd.step(10**9)
except KeyboardInterrupt:
    steps = crowd.steps
    crowd.step(2)
    assert crowd.steps == steps + 2
    print("goes on", flush=True)
"""


def test_ctrl_c_ends_a_long_call_and_the_crowd_goes_on():
    script = INTERRUPTED.format(tests=str(pathlib.Path(__file__).parent))
    with subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None and process.stdout.readline() == "ready\n"
        time.sleep(0.3)
        # How long this takes is asked by compare.py.
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "goes on\n"
    assert process.returncode == 0


def test_a_long_batch_of_paths_obeys_ctrl_c():
    map = Map(HALL, obstacles=[[[x, y], [x + 1, y], [x, y + 1]] for x in range(2, 58, 2) for y in range(2, 58, 2)])
    rng = np.random.default_rng(2)
    starts, goals = rng.uniform(0, 60, (2, 1_000_000, 2))
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        while True:
            map.find_paths(starts, goals, 0.2)
    assert map.find_path((1, 1), (59, 59)).length > 0


def resident_bytes():
    return int(pathlib.Path("/proc/self/statm").read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")


@pytest.mark.skipif(not pathlib.Path("/proc/self/statm").exists(), reason="no /proc here")
def test_maps_that_are_dropped_leave_nothing():
    square = np.array([[0, 0], [10, 0], [10, 10], [0, 10]], dtype=float)

    def make(count):
        for _ in range(count):
            map = Map(square)
            map.insert(square / 2 + 2)
            map.find_path((0.5, 0.5), (9.5, 9.5), 0.2)
            crowd = Crowd(map)
            crowd.add((1, 1), (9, 9))
            crowd.step(1)

    make(100)
    before = resident_bytes()
    make(9_900)
    assert resident_bytes() - before < 1_000_000
