"""A hall, a path, a crowd that learns of an obstacle; writes a picture.

python first_steps.py first_steps.svg
"""

import pathlib
import sys

import numpy as np

import navigant

# ANCHOR: map
hall = navigant.Map([[0, 0], [40, 0], [40, 20], [0, 20]], obstacles=[[[19, 0], [21, 0], [21, 15], [19, 15]]])
path = hall.find_path((2, 5), (38, 5), radius=0.25)
print(f"{path.length:.2f} m")
# ANCHOR_END: map

# ANCHOR: edit
crate = hall.insert([[26, 14], [30, 14], [30, 19], [26, 19]])
longer = hall.find_path((2, 17), (38, 17), radius=0.25)
print(f"around the crate: {longer.length:.2f} m")
# ANCHOR_END: edit

# ANCHOR: crowd
crowd = navigant.Crowd(hall)
starts = np.column_stack([np.repeat([2.0, 4.0], 40), np.tile(np.linspace(1, 19, 40), 2)])
crowd.add_agents(starts, goals=np.column_stack([40 - starts[:, 0], starts[:, 1]]))
crowd.step(160)
print(f"{np.sum(crowd.positions()[:, 0] > 20)} of {len(crowd)} are through the door")
# ANCHOR_END: crowd

if len(sys.argv) > 1:
    pathlib.Path(sys.argv[1]).write_text(crowd._repr_svg_())
