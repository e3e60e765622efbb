"""A corridor by density, with agents who differ in speed."""

import pathlib
import sys

import shapely

import navigant.jupedsim as jps

corridor = shapely.box(0, 0, 40, 3)
writer = jps.SqliteTrajectoryWriter(output_file=pathlib.Path(sys.argv[1]), every_nth_frame=10)
simulation = jps.Simulation(model=jps.CollisionFreeSpeedModelV2(), geometry=corridor, dt=0.02, trajectory_writer=writer)
exit = simulation.add_exit_stage("POLYGON ((38 0, 40 0, 40 3, 38 3, 38 0))")
journey = simulation.add_journey(jps.JourneyDescription([exit]))
places = jps.distribute_by_density(
    polygon=shapely.box(0, 0, 10, 3), density=0.8, distance_to_agents=0.6, distance_to_polygon=0.3, seed=2
)
for number, place in enumerate(places):
    agent = jps.CollisionFreeSpeedModelV2AgentParameters(position=place, journey_id=journey, stage_id=exit)
    agent.desired_speed = 0.9 + 0.02 * number
    agent.time_gap = 0.8
    simulation.add_agent(agent)
while simulation.agent_count() > 0 and simulation.elapsed_time() < 300:
    simulation.iterate(5)
writer.close()
print(f"{simulation.agent_count()} are left after {simulation.elapsed_time():.1f} s")
