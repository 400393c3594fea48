"""A lowered program as loop-free threads that meet in events: symbolic execution of every thread by itself, with all paths
merged.

Locations of the unrolled automaton are taken in topological order (`analyses.weak_topological_order`), so every
location is executed once, whatever the number of paths. Constants are folded on the way and branches that cannot be
taken are not followed; that also decides the number of iterations of most loops. An iteration counts against the bound
only if the loop could have been left in it (or has no way out at all); what is beyond the bound is a failure of kind
"bound", and TRUE requires that it is unreachable.

Iterations that change nothing are not repeated, so busy waiting does not exceed any bound: see `repeat`.

A created thread is unrolled where its creation is complete, so that its end is known when it is joined. Before main
creates its first thread, it works on values instead of events; its final values are one node that writes every variable
(`_settle`).
"""

from __future__ import annotations

import heapq
from collections.abc import Hashable, Sequence

from threadproof.analyses.raceable import raceable
from threadproof.analyses.weak_topological_order import Key
from threadproof.budget import Budget
from threadproof.events.event import EventNode, Guard, Instance, Joined, PossibleFailure
from threadproof.events.execute import EdgeExecutor
from threadproof.events.repeat import RepeatedRounds, Visit
from threadproof.events.state import ThreadState
from threadproof.events.world import Unrolling, UnrollingLimits
from threadproof.ir.program import Edge, Program
from threadproof.ir.types import U32
from threadproof.memory_models import MemoryModel
from threadproof.passes import runner
from threadproof.properties import Shape, shape
from threadproof.smt.gates import FALSE, TRUE, Literal


def unroll(
    program: Program,
    limits: UnrollingLimits,
    budget: Budget,
    races: bool = False,
    model: MemoryModel | None = None,
    optional: bool = False,
) -> Unrolling:
    """`races`: threads may stop where a data race may be. `optional`: with fences that may be there or not."""
    found = raceable(program) if races else frozenset()
    world = Unrolling(program, limits, budget, model=model, races=found, optional={} if optional else None)
    main = Instance(0, program.entry, 0, (), None)
    world.threads.append(main)
    _Thread(world, main).run(ThreadState((), {}, alone=True))
    for node in world.nodes:
        world.finish(node)
    _resolve(world)
    _fix_joins(world)
    return world


def sought(program: Program, property_: str) -> Shape:
    """How violations of a property look in a lowered program: data races may be checks there."""
    look = shape(property_)
    return Shape.STEP if look is Shape.RACE and checks_races(program) else look


def checks_races(program: Program) -> bool:
    """Whether data races are failures there, and not pairs of accesses that threads stop before."""
    return runner.WATCH.name in program.passes


class _Thread:
    """Unrolls one thread. `pending`: states that wait at unrolled locations; those that can be merged lie together."""

    def __init__(self, world: Unrolling, thread: Instance) -> None:
        self.world, self.thread = world, thread
        self.template = world.templates[thread.function.name]
        self.executor = EdgeExecutor(world, thread)
        self.heap: list[Key] = []
        self.pending: dict[Key, tuple[int, dict[Hashable, list[ThreadState]]]] = {}
        self.rounds = RepeatedRounds(world, thread, self.executor)
        self.visits: dict[tuple[Key, int, EventNode | None], tuple[int, Visit]] = {}  # in loops: the last one, with its iteration
        self.left: set[Key] = set()  # iterations in which the loop could be left
        self.used: dict[Key, int] = {}  # loop -> iterations that count

    def run(self, state: ThreadState) -> None:
        entry = self.template.function.entry
        loops = len(self.template.order.loops[entry])
        state.iterations = (0,) * loops
        self._wait(entry, state)
        while self.heap:
            self.world.budget.check()
            key = heapq.heappop(self.heap)
            self._start_children()
            location, groups = self.pending.pop(key)
            for states in groups.values():
                self._arrive(location, key, states)
        self._start_children()
        if self.world.model is not None and self.thread.parent is not None:
            self.world.fence(self.thread, self.thread.guard)  # a join comes after all of it

    def _wait(self, location: int, state: ThreadState) -> None:
        key = self.template.order.key(location, state.iterations)
        if key not in self.pending:
            heapq.heappush(self.heap, key)
            self.pending[key] = (location, {})
        group = (state.node, state.depth, state.alone and state.depth > 0)
        self.pending[key][1].setdefault(group, []).append(state)

    def _arrive(self, location: int, key: Key, states: list[ThreadState]) -> None:
        if any(state.alone != states[0].alone for state in states):
            for state in states:
                if state.alone:
                    self.executor.settle(state)
        state = self.world.merger.merge(states, self.template.live(location), self.executor.default)
        loops = self.template.order.loops[location]
        if loops and not self._goes_on(location, key, state):
            return
        edges = self.template.out.get(location, ())
        choices = self._choices(state, edges) if len(edges) > 1 else [TRUE]
        for edge, choice in zip(edges, choices, strict=False):
            branch = state.copy() if len(edges) > 1 else state
            if choice != TRUE:
                branch.guard = (*branch.guard, choice)
            goes_on = self.executor.run(branch, edge)
            if goes_on is not None:
                self._follow(edge, branch, goes_on)

    def _choices(self, state: ThreadState, edges: Sequence[Edge]) -> list[Literal]:
        """Branches exclude each other, or an input decides: merging relies on it."""
        gates, literals = self.world.gates, [self.executor.condition(state, edge) for edge in edges]
        if all(gates.exclusive(a, b) for i, a in enumerate(literals) for b in literals[:i]):
            return [TRUE] * len(edges)
        inputs = [gates.input() for _ in edges[1:]]
        taken = [gates.all([*(-x for x in inputs[:i]), *inputs[i : i + 1]]) for i in range(len(edges))]
        return taken

    def _goes_on(self, location: int, key: Key, state: ThreadState) -> bool:
        """In a loop: False if this is one iteration too many, or one that changes nothing."""
        loop, number = key[:-2], state.iterations[-1]
        place = (loop, location, state.node)
        before, self.visits[place] = self.visits.get(place), (number, Visit.of(self.world, self.thread, state))
        if before is not None and before[0] == number - 1:
            condition = self.rounds.between(before[1], self.visits[place][1], self.template.live(location), state)
            if condition == FALSE or -condition in state.guard:
                return False
            if condition != TRUE:
                state.guard = (*state.guard, condition)
        head = self.template.order.loops[location][-1]
        return location != head or number == 0 or self._within_bound(location, loop, number, state)

    def _within_bound(self, location: int, loop: Key, number: int, state: ThreadState) -> bool:
        could_leave = (*loop, number - 1) in self.left or self.template.order.loops[location][-1] not in self.template.order.exits
        self.used[loop] = self.used.get(loop, 0) + could_leave
        bound = self.world.limits.unwind
        if self.used[loop] <= bound and number <= self.world.limits.static:
            return True
        self.world.long |= self.used[loop] <= bound
        edge = self.template.out[location][0]
        when = self.world.holds(state.guard)
        self.world.failures.append(
            PossibleFailure("bound", f"bound {bound}", edge.pos, when, self.thread, None, len(self.thread.ran), edge, 0)
        )
        return False

    def _follow(self, edge: Edge, state: ThreadState, goes_on: bool) -> None:
        order = self.template.order
        kept, iterations = order.follow(edge.source, edge.target, state.iterations)
        here = order.key(edge.source, state.iterations)
        for depth in range(kept, len(state.iterations)):
            self.left.add(here[: 2 * depth + 2])
        if goes_on:
            state.iterations = iterations
            self._wait(edge.target, state)

    def _start_children(self) -> None:
        """Unroll created threads as soon as every path through the block that created them is known."""
        if not self.executor.complete:
            return
        open_ = {
            child for _, groups in self.pending.values() for states in groups.values() for s in states for child in s.spawned
        }
        ready: dict[Instance, list[Guard]] = {}
        for child, guard in self.executor.complete:
            if child not in open_:
                ready.setdefault(child, []).append(guard)
        self.executor.complete = [item for item in self.executor.complete if item[0] not in ready]
        for child, guards in ready.items():
            state = self.executor.begun.pop(child)
            complete = guards[0] if len(guards) == 1 else (self.world.gates.any([self.world.holds(g) for g in guards]),)
            child.guard = state.guard = tuple(dict.fromkeys(complete + state.guard))
            _Thread(self.world, child).run(state)


def _resolve(world: Unrolling) -> None:
    """Joins of threads that were not known yet: what they waited for."""
    pointer = world.program.data_model.pointer
    for late in world.late:
        ended = FALSE
        for other in world.threads:
            same = world.blaster.equal(late.number, other.number, U32)
            if same == FALSE or other is late.node.thread:
                continue
            ended = world.gates.or_(ended, world.gates.and_(same, other.ended))
            late.ran.joined.append((same, other))
            equal = world.blaster.equal(late.result, other.result, pointer)
            world.gates.require(late.result, world.gates.or_(-world.gates.and_(same, late.ended), equal))
            when = world.holds((*late.guard, late.ended, same))
            world.joined.append(Joined(late.node, other, when, None))
        world.gates.require([late.ended], -world.gates.xor(late.ended, ended))


def _fix_joins(world: Unrolling) -> None:
    """Joins that everything after them has passed are part of the fixed order; `world.joined` keeps the others."""
    rest = []
    for join in world.joined:
        last = join.thread.last
        if last is None or join.when == FALSE:
            continue
        if join.guard is not None and _passed(world, join.node, set(join.guard)):
            join.node.after.append(last)
        else:
            rest.append(join)
    world.joined = rest


def _passed(world: Unrolling, node: EventNode, guard: set[Literal]) -> bool:
    """Whether everything that is laid out after a node happens only if the guard holds."""
    nodes = node.thread.nodes
    later = nodes[nodes.index(node) + 1 :]
    children = [t for t in world.threads if t.parent is node.thread and (t.before is node or t.before in later)]
    return all(guard.issubset(other.guard) for other in later) and all(guard.issubset(child.guard) for child in children)
