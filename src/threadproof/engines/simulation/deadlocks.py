"""Deadlocks of symbolic states: whether one of the concrete states that they stand for is one.

Either no thread can move, although not all have ended; or some threads wait for each other for ever (`sched.waits`).
Each thread that may have to wait says under which conditions, and for which thread. For the first, one condition of
every thread must hold together; for the second, those along a cycle of the wait-for graph, or along a chain to a thread
that has ended. A holder that is not constant may be any thread, under the condition that it is.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from threadproof.engines.simulation.branch import BlockedBranch, Path, TransitionOutcome
from threadproof.engines.simulation.execute import TransitionExecutor
from threadproof.engines.simulation.feasibility import LIMIT
from threadproof.engines.simulation.state import SymbolicState
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables

Edge = tuple[int, frozenset[Expr], BlockedBranch]
"""Of the wait-for graph: the holder, when that is so, and where the thread waits."""


class SymbolicDeadlocks:
    def __init__(self, executor: TransitionExecutor) -> None:
        self.executor = executor

    def global_deadlock(self, state: SymbolicState, outcomes: Mapping[int, TransitionOutcome]) -> Path | None:
        """Where all threads wait, if there is such a concrete state."""
        executor = self.executor
        if not executor.live(state):
            return None
        cases: list[tuple[frozenset[Expr], Path]] = [(state.pc, [])]
        for thread, outcome in outcomes.items():
            blocked = [(self._apart(state, wait.pc, thread), wait.trail) for wait in outcome.blocked]
            joint = [(pc | other, [*path, (thread, trail)]) for pc, path in cases for other, trail in blocked]
            cases = [case for case in joint if executor.feasibility.model(list(case[0]), LIMIT) is not None]
        return cases[0][1] if cases else None

    def some(self, state: SymbolicState, outcomes: Mapping[int, TransitionOutcome]) -> Path | None:
        """Where threads wait that wait for each other, if there is such a concrete state."""
        graph = {thread: list(self._edges(state, thread, outcome)) for thread, outcome in outcomes.items() if outcome.blocked}
        for thread in graph:
            for pc, path in self._chains(state, graph, thread, {}, frozenset()):
                if self.executor.feasibility.model(list(state.pc | pc), LIMIT) is not None:
                    return path
        return None

    def _edges(self, state: SymbolicState, thread: int, outcome: TransitionOutcome) -> Iterator[Edge]:
        terms = self.executor.terms
        for wait in outcome.blocked:
            for holder in wait.holders:
                if holder.is_const:
                    yield int(holder.payload), self._apart(state, wait.pc, thread), wait
                    continue
                for number in range(len(state.frames)):
                    equal = terms.build("eq", E.TRUE.type, (holder, E.const(holder.type, number)))
                    if equal is not E.FALSE:
                        yield number, self._apart(state, wait.pc.union(terms.conjuncts(equal)), thread), wait

    def _chains(
        self,
        state: SymbolicState,
        graph: Mapping[int, list[Edge]],
        thread: int,
        path: dict[int, BlockedBranch],
        pc: frozenset[Expr],
    ) -> Iterator[tuple[frozenset[Expr], Path]]:
        """Every way from holder to holder that returns to a thread on the way, or comes to one that has ended."""
        for holder, when, wait in graph[thread]:
            further = {**path, thread: wait}
            if holder in further or self.executor.scheduler.ended(state.scheduler, holder):
                yield pc | when, [(waiting, met.trail) for waiting, met in further.items()]
            elif holder in graph:
                yield from self._chains(state, graph, holder, further, pc | when)

    def _apart(self, state: SymbolicState, pc: frozenset[Expr], thread: int) -> frozenset[Expr]:
        """Inputs that a thread would draw on the way are its own, whatever their names."""
        known = state.literals().union(*map(expr_variables, state.pc))
        drawn = frozenset[Variable]().union(*map(expr_variables, pc)) - known
        own = {literal: E.var(Variable(f"{literal.name}@{thread}", literal.type)) for literal in drawn}
        return frozenset(self.executor.terms.substitute(part, own, {}) for part in pc) if own else pc
