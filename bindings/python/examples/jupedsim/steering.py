"""An agent that is steered by hand, and then put on a journey to the exit."""

import pathlib
import sys

import shapely

import navigant.jupedsim as jps

hall = shapely.box(0, 0, 12, 12)
writer = jps.SqliteTrajectoryWriter(output_file=pathlib.Path(sys.argv[1]), every_nth_frame=10)
simulation = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=hall, dt=0.02, trajectory_writer=writer)
steered = simulation.add_direct_steering_stage()
by_hand = simulation.add_journey(jps.JourneyDescription([steered]))
exit = simulation.add_exit_stage(shapely.box(10, 10, 12, 12))
home = simulation.add_journey(jps.JourneyDescription([exit]))
walker = simulation.add_agent(
    jps.CollisionFreeSpeedModelAgentParameters(position=(1, 1), journey_id=by_hand, stage_id=steered)
)
for corner in ((10, 1), (10, 6), (2, 6)):
    for _ in range(1500):
        agent = simulation.agent(walker)
        agent.target = corner
        simulation.iterate()
        if abs(agent.position[0] - corner[0]) + abs(agent.position[1] - corner[1]) < 0.5:
            break
    else:
        raise SystemExit(f"{corner} was not reached")
simulation.switch_agent_journey(walker, home, exit)
simulation.agent(walker).model.desired_speed = 1.5
while simulation.agent_count() > 0 and simulation.elapsed_time() < 300:
    simulation.iterate()
writer.close()
assert list(simulation.agents()) == []
print(f"{simulation.agent_count()} are left after {simulation.elapsed_time():.1f} s")
