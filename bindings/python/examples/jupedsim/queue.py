"""A queue before a counter: every two seconds the first one is served."""

import pathlib
import sys

import shapely

import navigant.jupedsim as jps

hall = shapely.box(0, 0, 20, 8)
writer = jps.SqliteTrajectoryWriter(output_file=pathlib.Path(sys.argv[1]), every_nth_frame=10)
simulation = jps.Simulation(model=jps.CollisionFreeSpeedModel(), geometry=hall, dt=0.02, trajectory_writer=writer)
queue = simulation.add_queue_stage([(14 - 0.8 * place, 4) for place in range(10)])
exit = simulation.add_exit_stage([(18, 2), (20, 2), (20, 6), (18, 6)])
description = jps.JourneyDescription([queue, exit])
description.set_transition_for_stage(queue, jps.Transition.create_fixed_transition(exit))
journey = simulation.add_journey(description)
for number in range(10):
    place = (1 + number % 2, 1 + 0.6 * number)
    simulation.add_agent(jps.CollisionFreeSpeedModelAgentParameters(position=place, journey_id=journey, stage_id=queue))
counter = simulation.get_stage(queue)
while simulation.agent_count() > 0 and simulation.elapsed_time() < 300:
    if simulation.iteration_count() % 100 == 0 and counter.count_enqueued() > 0:
        counter.pop(1)
    simulation.iterate()
writer.close()
print(f"{simulation.agent_count()} are left after {simulation.elapsed_time():.1f} s")
