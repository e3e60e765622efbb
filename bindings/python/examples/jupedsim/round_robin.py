"""Two doors, taken in turns: two by the upper one, then one by the lower one."""

import pathlib
import sys

import shapely

import navigant.jupedsim as jps

hall = shapely.box(0, 0, 16, 10)
writer = jps.SqliteTrajectoryWriter(output_file=pathlib.Path(sys.argv[1]), every_nth_frame=10)
simulation = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=hall, dt=0.02, trajectory_writer=writer)
gate = simulation.add_waypoint_stage((6, 5), 1.5)
upper = simulation.add_exit_stage([(14, 7), (16, 7), (16, 9), (14, 9)])
lower = simulation.add_exit_stage([(14, 1), (16, 1), (16, 3), (14, 3)])
description = jps.JourneyDescription()
description.add([gate, upper])
description.add(lower)
description.set_transition_for_stage(gate, jps.Transition.create_round_robin_transition([(upper, 2), (lower, 1)]))
journey = simulation.add_journey(description)
places = jps.distribute_by_number(
    polygon=shapely.box(0, 2, 4, 8), number_of_agents=12, distance_to_agents=0.6, distance_to_polygon=0.3, seed=4
)
for place in places:
    simulation.add_agent(jps.CollisionFreeSpeedModelAgentParameters(position=place, journey_id=journey, stage_id=gate))
most = [0, 0]
while simulation.agent_count() > 0 and simulation.elapsed_time() < 300:
    simulation.iterate()
    most = [max(a, simulation.get_stage(exit).count_targeting()) for a, exit in zip(most, (upper, lower))]
writer.close()
assert most[0] >= most[1] > 0
print(f"{simulation.agent_count()} are left after {simulation.elapsed_time():.1f} s")
