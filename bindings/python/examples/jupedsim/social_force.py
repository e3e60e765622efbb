"""The social force model, in rings around a point."""

import pathlib
import sys

import shapely

import navigant.jupedsim as jps

square = shapely.box(0, 0, 20, 20)
writer = jps.SqliteTrajectoryWriter(output_file=pathlib.Path(sys.argv[1]), every_nth_frame=20)
simulation = jps.Simulation(model=jps.SocialForceModel(), geometry=square, dt=0.01, trajectory_writer=writer)
exit = simulation.add_exit_stage(shapely.box(17, 8, 20, 12))
journey = simulation.add_journey(jps.JourneyDescription([exit]))
places = jps.distribute_in_circles_by_number(
    polygon=square,
    distance_to_agents=1.0,
    distance_to_polygon=0.5,
    center_point=(8, 10),
    circle_segment_radii=[(0, 2), (3, 5)],
    numbers_of_agents=[3, 8],
    seed=6,
)
for place in places:
    simulation.add_agent(
        jps.SocialForceModelAgentParameters(position=place, journey_id=journey, stage_id=exit, desired_speed=1.2, radius=0.25)
    )
while simulation.agent_count() > 0 and simulation.elapsed_time() < 300:
    simulation.iterate()
writer.close()
print(f"{simulation.agent_count()} are left after {simulation.elapsed_time():.1f} s")
