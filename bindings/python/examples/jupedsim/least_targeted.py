"""Everyone takes the door that the fewest walk to."""

import pathlib
import sys

import shapely

import navigant.jupedsim as jps

hall = shapely.box(0, 0, 16, 10)
writer = jps.SqliteTrajectoryWriter(output_file=pathlib.Path(sys.argv[1]), every_nth_frame=10)
simulation = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=hall, dt=0.02, trajectory_writer=writer)
gate = simulation.add_waypoint_stage((6, 5), 1.5)
doors = [simulation.add_exit_stage(shapely.box(14, y, 16, y + 2)) for y in (0.5, 4, 7.5)]
description = jps.JourneyDescription([gate, *doors])
description.set_transition_for_stage(gate, jps.Transition.create_least_targeted_transition(doors))
journey = simulation.add_journey(description)
places = jps.distribute_by_percentage(
    polygon=shapely.box(0, 2, 4, 8), percent=50, distance_to_agents=0.9, distance_to_polygon=0.3, seed=5
)
for place in places:
    simulation.add_agent(jps.CollisionFreeSpeedModelAgentParameters(position=place, journey_id=journey, stage_id=gate))
while simulation.agent_count() > 0 and simulation.elapsed_time() < 300:
    simulation.iterate()
writer.close()
print(f"{simulation.agent_count()} are left after {simulation.elapsed_time():.1f} s")
