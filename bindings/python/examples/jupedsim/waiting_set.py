"""People wait before a crossing until the light turns green."""

import pathlib
import sys

import shapely

import navigant.jupedsim as jps

street = shapely.box(0, 0, 24, 6)
writer = jps.SqliteTrajectoryWriter(output_file=pathlib.Path(sys.argv[1]), every_nth_frame=10)
simulation = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=street, dt=0.02, trajectory_writer=writer)
waiting = simulation.add_waiting_set_stage([(10 - column, 1 + row) for column in range(2) for row in range(5)])
exit = simulation.add_exit_stage([(22, 0), (24, 0), (24, 6), (22, 6)])
description = jps.JourneyDescription([waiting, exit])
description.set_transition_for_stage(waiting, jps.Transition.create_fixed_transition(exit))
journey = simulation.add_journey(description)
for number in range(8):
    place = (1 + number % 2, 0.8 + 0.6 * number)
    simulation.add_agent(jps.CollisionFreeSpeedModelAgentParameters(position=place, journey_id=journey, stage_id=waiting))
light = simulation.get_stage(waiting)
while simulation.agent_count() > 0 and simulation.elapsed_time() < 300:
    if simulation.iteration_count() == 1000:
        assert light.count_waiting() > 0 and light.state == jps.WaitingSetState.ACTIVE
        light.state = jps.WaitingSetState.INACTIVE
    simulation.iterate()
writer.close()
print(f"{simulation.agent_count()} are left after {simulation.elapsed_time():.1f} s")
