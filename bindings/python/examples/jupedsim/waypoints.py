"""Agents pass two waypoints around a pillar before they leave."""

import pathlib
import sys

import shapely

import navigant.jupedsim as jps

hall = shapely.box(0, 0, 20, 12).difference(shapely.box(8, 4, 12, 8))
writer = jps.SqliteTrajectoryWriter(output_file=pathlib.Path(sys.argv[1]), every_nth_frame=10)
simulation = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=hall, dt=0.02, trajectory_writer=writer)
first = simulation.add_waypoint_stage((10, 10), 1.0)
second = simulation.add_waypoint_stage((16, 2), 1.0)
exit = simulation.add_exit_stage([(0, 0), (2, 0), (2, 2), (0, 2)])
description = jps.JourneyDescription([first, second, exit])
description.set_transition_for_stage(first, jps.Transition.create_fixed_transition(second))
description.set_transition_for_stage(second, jps.Transition.create_fixed_transition(exit))
journey = simulation.add_journey(description)
places = jps.distribute_until_filled(polygon=shapely.box(1, 8, 4, 11), distance_to_agents=0.8, distance_to_polygon=0.3, seed=3)
for place in places:
    simulation.add_agent(jps.CollisionFreeSpeedModelAgentParameters(position=place, journey_id=journey, stage_id=first))
while simulation.agent_count() > 0 and simulation.elapsed_time() < 300:
    simulation.iterate()
writer.close()
print(f"{simulation.agent_count()} are left after {simulation.elapsed_time():.1f} s")
