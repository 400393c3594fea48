"""Symbolic execution of one transition: a thread from where it rests to where it rests next.

Branches whose condition is not decided fork; the path condition grows only where both sides are possible. What single operations
do is said in `operations`.

A transition has several successors where inputs decide. Its outcome also says whether some of its executions *ended*:
were discarded by an assumption, or stay inside the transition for ever. A reduction must not rely on what follows such
a transition. Every path is recorded as a trail of edges, which is enough to rebuild it as a formula (`counterexample`).
"""

from __future__ import annotations

from typing import Protocol

from threadproof.engines.simulation.branch import PathEdge, SymbolicBranch, TransitionOutcome
from threadproof.engines.simulation.code import TemplateCode
from threadproof.engines.simulation.operations import SymbolicOperations
from threadproof.engines.simulation.state import END, NO_LITERALS, SymbolicState, literals_of, relevant
from threadproof.errors import InternalError
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Edge
from threadproof.sched.meaning import initial_values


class Watching(Protocol):
    """Told of every edge that was executed, and of every successor, the last one first."""

    def moved(self, branch: SymbolicBranch, edge: Edge) -> None: ...

    def rested(self, branch: SymbolicBranch, state: SymbolicState) -> None: ...


class TransitionExecutor(SymbolicOperations):
    """Runs transitions of one lowered program."""

    watch: Watching | None = None

    def initial(self) -> SymbolicState:
        """Before the first transition."""
        known = dict(initial_values(self.program))
        values = [known.get(variable) for variable in self.variables]
        main = self.number[self.program.main]
        start = self._frame(main, self.program.entry.entry, {})
        return SymbolicState(self.scheduler.start(), (start,), tuple(values), frozenset())

    def enabled(self, state: SymbolicState) -> tuple[int, ...]:
        """Threads that may move, as far as the scheduler knows."""
        return self.scheduler.enabled(state.scheduler)

    def may_wait(self, state: SymbolicState, thread: int) -> bool:
        """Whether that depends on data, too."""
        template, location = state.frames[thread].at
        return self.kernel is None and self.codes[template].may_wait(location)

    def live(self, state: SymbolicState) -> tuple[int, ...]:
        return self.scheduler.live(state.scheduler)

    # -- transitions -----------------------------------------------------------------------------------------------------

    def run(self, state: SymbolicState, thread: int) -> TransitionOutcome:
        """One transition of a thread that may move."""
        outcome = TransitionOutcome()
        first = self._resume(state, thread)
        work = [first]
        while work:
            work += self._advance(work.pop(), thread, outcome)
        outcome.successors.reverse()
        return outcome

    def _resume(self, state: SymbolicState, thread: int) -> SymbolicBranch:
        branch = SymbolicBranch()
        frame = state.frames[thread]
        code = self.codes[frame.at[0]]
        branch.scheduler, branch.frames, branch.pc = state.scheduler, list(state.frames), state.pc
        branch.shared = dict(zip(self.variables, state.shared, strict=True))
        branch.location = frame.at[1]
        branch.registers = dict(zip(code.live(branch.location), frame.values, strict=True))
        return branch

    def _advance(self, branch: SymbolicBranch, thread: int, outcome: TransitionOutcome) -> list[SymbolicBranch]:
        """Go on until the thread rests or the execution forks; the forks."""
        code = self.codes[branch.frames[thread].at[0]]
        while True:
            if branch.edge is None:
                chosen = self._choose(branch, code, thread, outcome)
                if len(chosen) != 1 or chosen[0] is not branch:
                    return chosen
            edge = branch.edge
            assert edge is not None
            while branch.index < len(edge.ops):
                op = edge.ops[branch.index]
                branch.index += 1
                after = self._does.get(op.__class__, self._kernel)(branch, op, thread, outcome)
                if len(after) != 1 or after[0] is not branch:
                    return after[::-1]
            branch.trail = (*branch.trail, PathEdge(edge, len(edge.ops), branch.answers))
            branch.location, branch.edge, branch.index, branch.answers = edge.target, None, 0, ()
            if self.watch is not None:
                self.watch.moved(branch, edge)
            branch.drawn = NO_LITERALS
            if branch.frames[thread].at[1] == END or self._rests(branch, code, thread):
                outcome.successors.append((self._rest(branch, thread), branch.trail))
                if self.watch is not None:
                    self.watch.rested(branch, outcome.successors[-1][0])
                return []
            if edge.back and self._repeats(branch, code):
                outcome.ended = True
                return []

    def _choose(
        self, branch: SymbolicBranch, code: TemplateCode, thread: int, outcome: TransitionOutcome
    ) -> list[SymbolicBranch]:
        """The edges that can be taken; conditions are added where there are several."""
        edges = code.out.get(branch.location)
        if not edges:
            raise InternalError(f"{code.function.name}: location {branch.location} leads nowhere")
        taken: list[tuple[Edge, Expr]] = []
        for number, edge in enumerate(edges):
            first = edge.ops[0] if edge.ops else None
            guard = E.TRUE
            if isinstance(first, ops.Assume) and first.branch:
                guard = self._evaluate(branch, first.condition, thread)
            rest = len(edges) == 2 and number == 1 and not taken and _opposite(edges)
            if rest or self.feasibility.possible(branch.pc, guard):
                taken.append((edge, guard))
        outcome.edges.update([edge for edge, _ in taken] if len(edges) == 1 or _opposite(edges) else edges)
        if not taken:
            outcome.ended = True  # only where the solver gave up before: the path is not possible
        if len(taken) == 1:
            branch.edge, branch.index = taken[0][0], _skip(taken[0][0])
            return [branch]
        forks = []
        for edge, guard in reversed(taken):
            other = branch.fork()
            self._assert(other, guard)
            other.edge, other.index = edge, _skip(edge)
            forks.append(other)
        return forks

    def _rests(self, branch: SymbolicBranch, code: TemplateCode, thread: int) -> bool:
        if self.kernel is not None:
            return not self.kernel.runs_on(branch.scheduler, thread)
        return branch.depth == 0 and not code.passes(branch.location)

    def _repeats(self, branch: SymbolicBranch, code: TemplateCode) -> bool:
        """Whether exactly this situation was met before in this transition: then it never gives way. What is dead does not
        count, and inputs that were forgotten may come again."""
        self.budget.check()
        branch.registers = {name: branch.registers.get(name) for name in code.live(branch.location)}
        branch.used = None
        values = (*branch.shared.values(), *branch.registers.values())
        branch.pc = relevant(branch.pc, literals_of(values).union(*[frame.literals for frame in branch.frames]))
        situation = (branch.location, values, branch.pc, branch.scheduler, branch.depth, len(branch.frames))
        if situation in branch.seen:
            return True
        branch.seen |= {situation}
        return False

    def _rest(self, branch: SymbolicBranch, thread: int) -> SymbolicState:
        frame = branch.frames[thread]
        if frame.at[1] != END:
            branch.frames[thread] = self._frame(frame.at[0], branch.location, branch.registers)
        shared = tuple(branch.shared.values())
        live = literals_of(shared).union(*[frame.literals for frame in branch.frames])
        return SymbolicState(branch.scheduler, tuple(branch.frames), shared, relevant(branch.pc, live))


def _skip(edge: Edge) -> int:
    """The guard was evaluated already."""
    first = edge.ops[0] if edge.ops else None
    return int(isinstance(first, ops.Assume) and first.branch)


def _opposite(edges: tuple[Edge, ...]) -> bool:
    """Whether exactly one of two guards holds."""
    guards = [edge.ops[0] for edge in edges if edge.ops]
    conditions = [guard.condition for guard in guards if isinstance(guard, ops.Assume) and guard.branch]
    return len(conditions) == 2 and E.lnot(conditions[0]) is conditions[1]
