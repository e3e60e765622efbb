"""ROS: maps as picture and YAML, paths as messages."""

import math
import struct

import numpy as np
import pytest

from navigant import Map
from navigant.errors import BadFile

SQUARE = [[0, 0], [10, 0], [10, 10], [0, 10]]
BOX = [[4, 4], [6, 4], [6, 6], [4, 6]]


def test_a_map_goes_out_and_comes_in_again(tmp_path):
    map = Map(SQUARE, obstacles=[BOX])
    map.write_ros(tmp_path / "hall.yaml", 0.25)
    assert (tmp_path / "hall.pgm").read_bytes().startswith(b"P5\n40 40\n255\n")
    again = Map.read(tmp_path / "hall.yaml")
    for point in np.random.default_rng(1).uniform(0, 10, (500, 2)):
        assert again.is_walkable(point) == map.is_walkable(point)
    assert again.find_path((1, 5), (9, 5)).length == map.find_path((1, 5), (9, 5)).length


def test_bad_ros_maps(tmp_path):
    yaml = tmp_path / "bad.yaml"
    head = "image: bad.pgm\nresolution: 0.05\norigin: [0, 0, 0]\noccupied_thresh: 0.65\nfree_thresh: 0.196\n"
    yaml.write_text(head)
    with pytest.raises(BadFile) as missing:
        Map.read(yaml)
    assert missing.value.file and missing.value.file.endswith("bad.pgm")
    for picture in (b"P5\n20 20\n255\n\0", b"P5\n40000 25000\n255\n\0", b"GIF89a", b""):
        (tmp_path / "bad.pgm").write_bytes(picture)
        with pytest.raises(BadFile):
            Map.read(yaml)
    for resolution in (0.0, -1.0, math.nan, 1e-12):
        with pytest.raises(BadFile):
            Map(SQUARE).write_ros(tmp_path / "out.yaml", resolution)


def test_a_path_is_a_message():
    path = Map(SQUARE, obstacles=[BOX]).find_path((1, 5), (9, 5))
    message = path.ros_message("odom", stamp=3_000_000_007)
    assert message[:4] == bytes([0, 1, 0, 0])
    assert struct.unpack_from("<iII5s", message, 4) == (3, 7, 5, b"odom\0")


def test_rosbags_reads_the_message_if_it_is_there():
    typesys = pytest.importorskip("rosbags.typesys")
    store = typesys.get_typestore(typesys.Stores.ROS2_HUMBLE)
    path = Map(SQUARE, obstacles=[BOX]).find_path((1, 5), (9, 5), radius=0.5)
    read = store.deserialize_cdr(path.ros_message("map frame"), "nav_msgs/msg/Path")
    line = path.polyline()
    assert read.header.frame_id == "map frame" and len(read.poses) == len(line)
    for pose, (x, y) in zip(read.poses, line):
        assert (pose.pose.position.x, pose.pose.position.y) == (x, y)
        assert pose.pose.orientation.z ** 2 + pose.pose.orientation.w ** 2 == pytest.approx(1)
