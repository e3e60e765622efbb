"""Forty people leave a room by a door of 1.2 m."""

import pathlib
import sys

import shapely

import navigant.jupedsim as jps

room = shapely.union_all([shapely.box(0, 0, 8, 8), shapely.box(8, 3.4, 8.5, 4.6), shapely.box(8.5, 2, 14, 6)])
writer = jps.SqliteTrajectoryWriter(output_file=pathlib.Path(sys.argv[1]), every_nth_frame=10)
simulation = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=room, dt=0.02, trajectory_writer=writer)
exit = simulation.add_exit_stage([(13, 2.5), (14, 2.5), (14, 5.5), (13, 5.5)])
journey = simulation.add_journey(jps.JourneyDescription([exit]))
places = jps.distribute_by_number(
    polygon=shapely.box(0, 0, 6, 8), number_of_agents=40, distance_to_agents=0.5, distance_to_polygon=0.3, seed=1
)
for place in places:
    simulation.add_agent(
        jps.CollisionFreeSpeedModelAgentParameters(position=place, journey_id=journey, stage_id=exit, radius=0.15)
    )
while simulation.agent_count() > 0 and simulation.elapsed_time() < 300:
    simulation.iterate()
writer.close()
print(f"{simulation.agent_count()} are left after {simulation.elapsed_time():.1f} s")
