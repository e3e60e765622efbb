"""A map that a robot has made of its surroundings, the way of a robot through it, and a message that ROS reads; writes a picture.

python robot.py robot.svg
"""

import pathlib
import sys
import tempfile

import navigant

folder = pathlib.Path(tempfile.mkdtemp())
# What a robot's mapping leaves: a picture of 200 x 140 cells of 5 cm, walls black, a corner where nobody has been grey.
rows = [[254] * 200 for _ in range(140)]
for y in range(140):
    for x in range(200):
        if x in (0, 199) or y in (0, 139) or (x in range(60, 64) and y > 40) or (x in range(120, 124) and y < 100):
            rows[y][x] = 0
        elif x > 150 and y > 110:
            rows[y][x] = 205
(folder / "office.pgm").write_bytes(b"P5\n200 140\n255\n" + bytes(value for row in rows for value in row))
(folder / "office.yaml").write_text(
    "image: office.pgm\nresolution: 0.05\norigin: [-2.0, -1.0, 0.0]\n"
    "negate: 0\noccupied_thresh: 0.65\nfree_thresh: 0.196\nmode: trinary\n"
)

# ANCHOR: plan
office = navigant.Map.read(folder / "office.yaml")
path = office.find_path((-1, 0), (7, 5), radius=0.3)
print(f"{path.length:.2f} m for a robot of 30 cm")
# ANCHOR_END: plan

# ANCHOR: refused
try:
    office.find_path((-0.5, 2), (6, 4), radius=1.1)
except navigant.NoPath as error:
    print(f"{error.reason}: {error.radius:.2f} m at ({error.place[0]:.2f}, {error.place[1]:.2f})")
# ANCHOR_END: refused

# ANCHOR: message
message = path.ros_message("map", stamp=1_700_000_000_000_000_000)
print(f"{len(message)} bytes of nav_msgs/msg/Path")
# ANCHOR_END: message

# ANCHOR: write
pallet = office.insert([[2.5, 0.5], [3.5, 0.5], [3.5, 1.5], [2.5, 1.5]])
office.write_ros(folder / "with_pallet.yaml", resolution=0.05)
# ANCHOR_END: write

if len(sys.argv) > 1:
    pathlib.Path(sys.argv[1]).write_text(path._repr_svg_())
