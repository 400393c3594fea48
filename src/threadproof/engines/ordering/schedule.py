"""From a model to a schedule: the edges that each thread executes, in the total order of the nodes, become a path of the
lowered program, and the interpreter follows that path (`concretise`).

Only edges that matter become steps of the path: those of nodes that are part of the question, those that create a thread, the
end of a thread that is joined. What lies between is left to the interpreter: it may go another way there than the model says,
since nothing that matters depends on it. What comes after the failure is left out, so is every thread that did not get that
far.
"""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.counterexample.claims import Chosen, Lost
from threadproof.counterexample.concretise import Approach, RaceFollower, concretise, to_rest
from threadproof.events.event import DrawnInput, EventNode, Guard, Instance, PossibleFailure, RacingAccess, Ran
from threadproof.events.problem import EventModel
from threadproof.events.world import Unrolling
from threadproof.evidence.result import Schedule
from threadproof.ir import op as ops
from threadproof.ir.program import Edge, Program
from threadproof.properties import DEADLOCK, RACE
from threadproof.records import replace
from threadproof.sched.system import HALTED, SystemStep
from threadproof.smt.bitblast import Value, cooked
from threadproof.smt.gates import Literal


class Path:
    """The path of a model, step by step."""

    def __init__(self, world: Unrolling, nodes: list[EventNode], model: EventModel) -> None:
        self.matters = set(nodes)
        self.values = world.gates.evaluate(model.true)
        self.steps: list[SystemStep] = []
        self.chosen: Chosen = []
        self.runs: dict[Instance, list[Ran]] = {thread: self._executed(thread) for thread in world.threads}
        self.done: dict[Instance, int] = dict.fromkeys(world.threads, 0)
        self.creation = {
            child: (thread, i) for thread, runs in self.runs.items() for i, ran in enumerate(runs) for child in ran.spawned
        }

    def holds(self, literal: Literal) -> bool:
        return self.values[literal] if literal > 0 else not self.values[-literal]

    def all(self, guard: Guard) -> bool:
        return all(map(self.holds, guard))

    def number(self, value: Value) -> int:
        if isinstance(value, int):
            return value
        return sum(self.holds(bit) << i for i, bit in enumerate(value))

    def _executed(self, thread: Instance) -> list[Ran]:
        """Without blocks that were begun but not completed."""
        runs = [ran for ran in thread.ran if self.all(ran.guard)]
        complete = {ran.node for ran in runs if ran.closes}
        return [ran for ran in runs if ran.node is None or ran.node in complete or not self._blocked(ran.node)]

    def _blocked(self, node: EventNode) -> bool:
        return not any(self.all(guard) for guard in node.completed) and bool(node.completed)

    def advance(self, thread: Instance, upto: int) -> None:
        """Let a thread execute its edges up to a number."""
        while self.done[thread] < upto:
            if thread.parent is not None and thread in self.creation:
                parent, index = self.creation[thread]
                self.advance(parent, index + 1)
            ran = self.runs[thread][self.done[thread]]
            for same, other in ran.joined:
                if self.holds(same):
                    self.advance(other, len(self.runs[other]))
            self.done[thread] += 1
            self._take(thread, ran)

    def _take(self, thread: Instance, ran: Ran) -> None:
        ends = any(isinstance(op, ops.ThreadExit) for op in ran.edge.ops)
        if ran.node in self.matters or ran.spawned:
            self._emit(thread, ran.edge, len(ran.edge.ops), ran.inputs)
        else:
            self.draw(thread, ran.inputs)
            if ends:
                self._emit(thread, replace(ran.edge, origin=()), len(ran.edge.ops), ())

    def _emit(self, thread: Instance, edge: Edge, upto: int, inputs: Sequence[DrawnInput]) -> None:
        self.steps.append(SystemStep(self.number(thread.number), edge, (), HALTED, None, upto))
        self.draw(thread, inputs)

    def draw(self, thread: Instance, inputs: Sequence[DrawnInput]) -> None:
        number = self.number(thread.number)
        for drawn in inputs:
            if drawn.register is not None:
                value = cooked(drawn.variable.type, self.number(drawn.value))
                self.chosen.append((number, drawn.register, drawn.origin, value))

    def node(self, node: EventNode) -> None:
        """Let the thread take the step of a node, if it does."""
        runs = self.runs[node.thread]
        last = max((i for i, ran in enumerate(runs) if ran.node is node), default=-1)
        self.advance(node.thread, last + 1)

    def behind(self, runs: list[Ran]) -> set[EventNode | None]:
        """Nodes that are certainly before the end of these edges: their own, and those of threads that they join."""
        found: set[EventNode | None] = set()
        seen: set[Instance] = set()
        work = list(runs)
        while work:
            ran = work.pop()
            found.add(ran.node)
            for same, other in ran.joined:
                if self.holds(same) and other not in seen:
                    seen.add(other)
                    work += self.runs[other]
        return found

    def fail(self, failure: PossibleFailure) -> None:
        before = [ran for ran in failure.thread.ran[: failure.steps] if self.all(ran.guard)]
        self.runs[failure.thread] = before
        self.advance(failure.thread, len(before))
        if failure.thread in self.creation:
            parent, index = self.creation[failure.thread]
            self.advance(parent, index + 1)
        self._emit(failure.thread, failure.edge, failure.upto, failure.inputs)


def deadlock_schedule(program: Program, world: Unrolling, nodes: list[EventNode], model: EventModel) -> Schedule | Lost:
    """To the state in which no thread can move."""
    path = Path(world, nodes, model)
    for i in model.sequence:
        path.node(nodes[i])
    for thread in world.threads:
        path.advance(thread, len(path.runs[thread]))
    return to_rest(program, DEADLOCK, path.steps, path.chosen)


def race_schedule(
    program: Program, world: Unrolling, nodes: list[EventNode], model: EventModel, pair: Sequence[RacingAccess]
) -> Schedule | Lost:
    """To the state in which two threads are about to race, then the two steps."""
    path = Path(world, nodes, model)
    for i in model.sequence:
        path.node(nodes[i])
    for access in pair:
        thread = access.node.thread
        while thread in path.creation:
            parent, index = path.creation[thread]
            path.advance(parent, index + 1)
            thread = parent
    follower = RaceFollower(program, RACE, path.chosen)
    if not follower.turn(0) or not all(follower.follow(step) for step in path.steps):
        return Lost.NOT_FOLLOWED
    first, second = (_approach(path, access) for access in pair)
    return follower.races(first, second)


def _approach(path: Path, access: RacingAccess) -> Approach:
    thread = access.node.thread
    passes = sum(any(origin[-1:] == (access.edge,) for origin in ran.edge.origin) for ran in path.runs[thread])
    return path.number(thread.number), access.edge, passes


def schedule(
    program: Program, world: Unrolling, nodes: list[EventNode], model: EventModel, failure: PossibleFailure, property_: str
) -> Schedule | Lost:
    path = Path(world, nodes, model)
    before = [ran for ran in failure.thread.ran[: failure.steps] if path.all(ran.guard)]
    needed = path.behind(before) | {failure.node}
    needed.intersection_update(nodes)
    for i in model.sequence:
        if not needed or nodes[i] is failure.node:
            break
        path.node(nodes[i])
        needed.discard(nodes[i])
    path.fail(failure)
    return concretise(program, property_, path.steps, path.chosen)
