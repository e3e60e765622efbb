"""A door closes while people walk to it: they turn round and take the other one."""

import pathlib
import sys

import shapely

import navigant.jupedsim as jps

rooms = shapely.union_all([shapely.box(0, 0, 9, 10), shapely.box(10, 0, 18, 10)])
doors = [shapely.box(9, 1, 10, 3), shapely.box(9, 7, 10, 9)]
writer = jps.SqliteTrajectoryWriter(output_file=pathlib.Path(sys.argv[1]), every_nth_frame=10)
both = shapely.union_all([rooms, *doors])
simulation = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=both, dt=0.02, trajectory_writer=writer)
exit = simulation.add_exit_stage(shapely.box(16, 0.5, 18, 3.5))
journey = simulation.add_journey(jps.JourneyDescription([exit]))
places = jps.distribute_in_circles_by_density(
    polygon=shapely.box(0, 0, 9, 10),
    distance_to_agents=0.6,
    distance_to_polygon=0.3,
    center_point=(3, 4),
    circle_segment_radii=[(0, 2.5)],
    densities=[0.6],
    seed=7,
)
for place in places:
    simulation.add_agent(
        jps.CollisionFreeSpeedModelAgentParameters(position=place, journey_id=journey, stage_id=exit, radius=0.2)
    )
simulation.iterate(100)
simulation.switch_geometry(shapely.union_all([rooms, doors[1]]))
while simulation.agent_count() > 0 and simulation.elapsed_time() < 300:
    simulation.iterate()
writer.close()
print(f"{simulation.agent_count()} are left after {simulation.elapsed_time():.1f} s")
