"""Journeys: which stages an agent passes, and which one comes next."""

from __future__ import annotations

from collections.abc import Callable, Iterable


class Transition:
    """Which stage comes after a stage: always the same, in turns, or the one that the fewest walk to."""

    def __init__(self, backing: tuple[str, tuple[tuple[int, int], ...]]) -> None:
        self._kind, self._choices = backing

    @staticmethod
    def create_fixed_transition(stage_id: int) -> Transition:
        """Everyone goes on to the same stage."""
        return Transition(("fixed", ((int(stage_id), 1),)))

    @staticmethod
    def create_round_robin_transition(stage_weights: list[tuple[int, int]]) -> Transition:
        """As many as its weight says go to the first stage, then as many to the second, and so on, and from the start again."""
        choices = tuple((int(stage), int(weight)) for stage, weight in stage_weights)
        if not choices or any(weight <= 0 for _, weight in choices):
            raise RuntimeError("round robin: every stage needs a weight above 0")
        return Transition(("round robin", choices))

    @staticmethod
    def create_least_targeted_transition(stage_ids: list[int]) -> Transition:
        """Everyone goes to the stage that the fewest walk to at that time."""
        choices = tuple((int(stage), 1) for stage in stage_ids)
        if not choices:
            raise RuntimeError("least targeted: at least one stage is needed")
        return Transition(("least targeted", choices))

    def _stages(self) -> list[int]:
        return [stage for stage, _ in self._choices]


class JourneyDescription:
    """A graph of stages and transitions, for `Simulation.add_journey`."""

    def __init__(self, stage_ids: list[int] | None = None) -> None:
        self._stages: list[int] = []
        self._transitions: dict[int, Transition] = {}
        self.add(stage_ids or [])

    def add(self, stages: int | list[int]) -> None:
        """Adds a stage, or several."""
        for stage in stages if isinstance(stages, Iterable) else [stages]:
            if int(stage) not in self._stages:
                self._stages.append(int(stage))

    def set_transition_for_stage(self, stage_id: int, transition: Transition) -> None:
        """Sets what comes after a stage; what was set before is forgotten."""
        self._transitions[int(stage_id)] = transition


class Journey:
    """A journey of a simulation: a description, and how far its turns have got."""

    def __init__(self, description: JourneyDescription) -> None:
        self.stages = list(description._stages)
        self._transitions = dict(description._transitions)
        self._turns: dict[int, int] = {}
        for stage, transition in self._transitions.items():
            for other in [stage, *transition._stages()]:
                if other not in self.stages:
                    raise RuntimeError(f"a transition of the journey names stage {other}, which is not part of it")

    def after(self, stage: int, targeting: Callable[[int], int]) -> int | None:
        """The stage that somebody goes to after a stage; None if it is the last."""
        transition = self._transitions.get(stage)
        if transition is None:
            return None
        if transition._kind == "least targeted":
            return min(transition._stages(), key=targeting)
        turn = self._turns.get(stage, 0)
        self._turns[stage] = turn + 1
        turn %= sum(weight for _, weight in transition._choices)
        for choice, weight in transition._choices:
            if turn < weight:
                return choice
            turn -= weight
        return None
