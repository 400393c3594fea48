"""Data races as failing checks, for engines that look for those: a thread may stop for ever right before an access, and
a conflicting access of another thread then fails its check.

A data race is a state in which two threads are about to access one place, one of them writing, not both atomically. If
the first of them (whose access is not atomic) stops, the second one only has to take its next step, which begins with
its access. So before each access that is not atomic an arbitrary choice is made. Either the thread notes in a variable
that belongs to the place what it is about to do (read or write; of an array also where, or all of it), and waits for
ever; or it goes on. Each access, atomic or not, checks that no stopped thread watches its place. A thread that stops
does nothing that the program could not do by not scheduling it, so a check that fails is a data race as well, unless
what shares a variable here is apart in memory (bytes of a union); a violation must be confirmed on the program itself
before it is reported.

A check and its access are one step: if they were two, nothing would be lost, but there would be more to interleave.
Reading a variable in the condition of a branch has its check after it: it is the same state. Inside of blocks that
lowering has put around accesses to several variables a thread stops after the preceding accesses of the block, which
others cannot observe if it was going to race there. What main does before it creates a thread races with nothing.

Where a program synchronises weakly, races are not states, unless that leaves no trace (`attempts`): see `taint` for how they
become checks there.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce

from threadproof.analyses.accesses import SharedAccess, alone_locations, op_accesses
from threadproof.analyses.graph import with_edges
from threadproof.analyses.raceable import change, depths, is_access, raceable, source
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.happens_before import is_weak
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import BOOL, U8, U64, ArrayType
from threadproof.passes.options import PassOptions
from threadproof.records import replace

HOW, WHERE = "%watched", "%watched.index"
READ, WRITTEN, ALL_READ, ALL_WRITTEN = 1, 2, 3, 4
ATOMIC = 4  # is added for an atomic access; those are noted in `taint` only


def watch_races(program: Program, options: PassOptions) -> Program:
    if program.scheduler != "preemptive":
        return program
    if is_weak(program):
        from threadproof.passes.attempts import traceless, without_marks
        from threadproof.passes.taint import track_races

        if not traceless(program):
            return track_races(program)
        program = without_marks(program)
    watched = {variable: Watched(variable) for variable in raceable(program)}
    alone = alone_locations(program)
    functions = {}
    for name, function in program.functions.items():
        functions[name] = _WatchRewriter(function, watched, alone if name == program.main else set()).run()
    initial = {variable: e.zero(variable.type) for found in watched.values() for variable in found.variables()}
    return replace(program, functions=functions, initial={**program.initial, **initial})


def is_watch(variable: Variable) -> bool:
    """Whether it is one of those that threads note in what they are about to do."""
    return variable.name.endswith((HOW, WHERE))


class Watched:
    """What is noted about a variable: what is done to it, and (of an array) where."""

    def __init__(self, variable: Variable) -> None:
        self.how = Variable(f"{variable.name}{HOW}", U8, True)
        self.index = Variable(f"{variable.name}{WHERE}", U64, True) if isinstance(variable.type, ArrayType) else None

    def variables(self) -> list[Variable]:
        return [self.how, *([] if self.index is None else [self.index])]

    def note(self, access: SharedAccess, atomic: bool = False) -> list[ops.Op]:
        whole = self.index is not None and access.index is None
        how = (ALL_WRITTEN if whole else WRITTEN) if access.write else (ALL_READ if whole else READ)
        noted: list[ops.Op] = [ops.Assign(self.how, e.const(U8, how + ATOMIC if atomic else how))]
        return noted if self.index is None or access.index is None else [*noted, ops.Assign(self.index, access.index)]

    def free(self, access: SharedAccess, kinds: Sequence[int] = (0,)) -> Expr:
        """That nothing is noted which conflicts with the access. `kinds`: of what may be noted, ATOMIC or not."""
        how = e.var(self.how)
        ways = (READ, WRITTEN, ALL_READ, ALL_WRITTEN) if access.write else (WRITTEN, ALL_WRITTEN)
        apart = e.FALSE if access.index is None or self.index is None else e.ne(e.var(self.index), access.index)
        fine = []
        for way in ways if self.index is not None else [way for way in ways if way <= WRITTEN]:
            noted = [e.ne(how, e.const(U8, way + kind)) for kind in kinds]
            fine.append(e.lor(_all(noted), apart if way <= WRITTEN else e.FALSE))
        return _all(fine)


class _WatchRewriter:
    def __init__(self, function: Function, watched: dict[Variable, Watched], alone: set[int]) -> None:
        self.function, self.watched, self.alone = function, watched, alone
        self.atomic = depths(function, change)
        self.inside = depths(function, any_change)
        self.edges: list[Edge] = []
        self.made: list[Variable] = []
        self.fresh = 1 + max((max(edge.source, edge.target) for edge in function.edges), default=function.entry)

    def run(self) -> Function:
        for edge in self.function.edges:
            if edge.source in self.alone or not any(self.accesses(op) for op in edge.ops):
                self.edges.append(edge)
            else:
                self.split(edge)
        result = with_edges(self.function, self.edges, set())
        result.locals.extend(self.made)
        return result

    def accesses(self, op: ops.Op) -> list[SharedAccess]:
        return [access for access in op_accesses(op) if access.variable in self.watched]

    def split(self, edge: Edge) -> None:
        """Operation by operation: at most one of an edge, or of a block, is something that others can notice."""
        at, atomic, inside = edge.source, self.atomic.get(edge.source, 0), self.inside.get(edge.source, 0)
        for number, op in enumerate(edge.ops):
            origin = source(edge, number)
            target = edge.target if number == len(edge.ops) - 1 else self.location()
            part = replace(edge, source=at, target=target, ops=(op,), origin=edge.origin[number : number + 1])
            self.rewrite(part, self.accesses(op), origin, atomic > 0, inside > 0)
            atomic, inside = max(0, atomic + change(op, origin)), max(0, inside + any_change(op, origin))
            at = target

    def rewrite(self, edge: Edge, accesses: list[SharedAccess], origin: ops.Op | None, atomic: bool, block: bool) -> None:
        op, at = edge.ops[0], edge.source
        checks = [_check(self.watched[access.variable].free(access), access) for access in accesses]
        plain = is_access(origin) and not getattr(origin, "atomic", False)
        stops = accesses if plain and not atomic else []
        if not accesses:
            self.edges.append(edge)
        elif isinstance(op, ops.Assume | ops.Await):
            at = self.step(edge, at, [op])
            for access in stops:
                at = self.stop(edge, at, access, block)
            self.step(edge, at, checks, edge.target)
        else:
            for access in stops:
                at = self.stop(edge, at, access, block)
            around: tuple[list[ops.Op], list[ops.Op]] = ([], []) if block else ([ops.AtomicBegin()], [ops.AtomicEnd()])
            self.step(edge, at, [*around[0], *checks, op, *around[1]], edge.target)

    def stop(self, edge: Edge, at: int, access: SharedAccess, block: bool) -> int:
        """Where the thread goes on if it does not."""
        chosen = Variable(f"%stops{len(self.made)}", BOOL)
        self.made.append(chosen)
        here = self.step(edge, at, [ops.Havoc(chosen, ops.Origin.INPUT)], plain=True)
        note = self.watched[access.variable].note(access)
        whole = [ops.AtomicBegin(), *note, ops.AtomicEnd()] if len(note) > 1 and not block else note
        end: list[ops.Op] = [ops.AtomicEnd()] if block else []
        self.step(edge, here, [ops.Assume(e.var(chosen)), *whole, *end, ops.Await(e.FALSE)])
        return self.step(edge, here, [ops.Assume(e.lnot(e.var(chosen)))])

    def step(self, edge: Edge, at: int, steps: Sequence[ops.Op], target: int | None = None, plain: bool = False) -> int:
        """One edge for each operation. `plain`: it comes from nowhere."""
        for number, op in enumerate(steps):
            last = target is not None and number == len(steps) - 1
            following = target if last and target is not None else self.location()
            origin = ((),) if plain or isinstance(op, ops.Bracket) else edge.origin
            self.edges.append(replace(edge, source=at, target=following, ops=(op,), origin=origin))
            at = following
        return at

    def location(self) -> int:
        self.fresh += 1
        return self.fresh


def _all(conditions: Sequence[Expr]) -> Expr:
    return reduce(e.land, conditions)


def _check(condition: Expr, access: SharedAccess) -> ops.Check:
    return ops.Check(condition, "data-race", f"data race on {access.variable.name}")


def any_change(op: ops.Op, origin: ops.Op | None) -> int:
    return int(isinstance(op, ops.AtomicBegin)) - int(isinstance(op, ops.AtomicEnd))
