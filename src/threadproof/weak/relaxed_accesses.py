"""Relaxed accesses: the accesses of a thread that need not wait for an earlier read, under a memory model that
preserves nothing but dependencies, fences, and accesses to one place (RMO).

Dependencies are those that are left in the lowered program, as the axioms have them (`events/dependencies`). The value
of a read is followed through registers; a branch on it, once taken, orders all later writes after it; a value or an
address orders its own access. Where paths meet, what holds on all of them is left, and nothing where a path leads around
the read. That is at most what the axioms know, so every pair that the axioms do not preserve is found.

Two more kinds of pairs are preserved:
* A later read of the same place, if the thread does not write it in between. If the two see different writes, the first
  one's is older in coherence, so it was first. If they see the same one, the first may be moved to the moment of the
  second: its address is a constant, so that nothing orders it that does not order the second as well.
* A read of a place that the thread wrote in between, where the write depends on the first read. It sees that write or a
  later one, and neither is there before. The element of an array is such a place if its index is certain (`known_index`),
  whatever it is computed from.

The state of the walk from one read says what is certain about all paths (`tainted`, `controlled`, `fenced`, `dependent`)
and what is possible (`live`: no fence so far, `overwritten`, `seen`, `blocked`). `exact`: registers with the value of
the read. Origins lead back to edges of the program before lowering. If lowering cuts something off, nothing is known.

`depends` asks the opposite question, for Power: which accesses are certainly ordered after a read, because of a
dependency. There a branch orders writes only, and every access after an `isync` that follows it; `isync` alone orders
nothing; a write that depends on a branch may be forwarded to a read before the branch is decided. Where a path has a
fence that orders reads, nothing is said about the accesses after it.
"""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum

from threadproof.analyses.accesses import SharedAccess, observable, op_accesses
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable, var
from threadproof.ir.opfacts import Role, ignored
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import expr_variables, op_exprs, op_target
from threadproof.ir.walk import subterms
from threadproof.passes import runner
from threadproof.passes.options import PassOptions
from threadproof.records import dataclass, replace
from threadproof.weak.buffer_slots import constant_place
from threadproof.weak.known_index import NO_VALUES, Values, element, held

Variables = frozenset[Variable]
NONE: Variables = frozenset()
Spot = tuple[Variable, Expr | None]  # a variable, or an element of an array


class Preservation(IntEnum):
    """How a later access stands to an earlier read; of several paths the largest counts."""

    YES = 0
    FIRST = 1  # order not preserved; its place was neither read nor written in between
    NO = 2


@dataclass(frozen=True, slots=True)
class _State:
    tainted: Variables
    controlled: bool = False  # a branch depends on the read
    addressed: bool = False  # the address of an access does
    fenced: bool = False  # later writes stay after it for another reason
    dependent: frozenset[Spot] = frozenset()  # what was written last in a way that depends on it
    exact: Variables = NONE
    live: bool = True
    blocked: bool = False
    overwritten: Variables = NONE
    seen: Variables = NONE

    def meet(self, other: _State) -> _State:
        return _State(
            self.tainted & other.tainted,
            self.controlled and other.controlled,
            self.addressed and other.addressed,
            self.fenced and other.fenced,
            self.dependent & other.dependent,
            self.exact & other.exact,
            self.live or other.live,
            self.blocked or other.blocked,
            self.overwritten | other.overwritten,
            self.seen | other.seen,
        )


def unkept(program: Program, options: PassOptions) -> dict[Edge, dict[Edge, Preservation]] | None:
    """By read: accesses after it whose order is not preserved."""
    return _walks(program, options, _ReadWalk)


def depends(program: Program, options: PassOptions) -> dict[Edge, dict[Edge, Preservation]]:
    """By read: accesses after it. YES: their value or address depends on it, or they are after a branch and `isync`;
    FIRST: only a branch before them depends on it, or the address of an access before a write, which keeps as much; NO:
    nothing, on some path. Those that are missing come after a fence."""
    return _walks(program, options, _Depends) or {}


def _walks(program: Program, options: PassOptions, walk: type[_ReadWalk]) -> dict[Edge, dict[Edge, Preservation]] | None:
    passes = (runner.FENCES, *runner.LOWER)
    lowered = runner.run(program, passes, replace(options, marks=False))
    shared, constants = observable(lowered), held(lowered)
    found: dict[Edge, dict[Edge, Preservation]] = {}
    for function in lowered.functions.values():
        for edge in function.edges:
            for number, op in enumerate(edge.ops):
                source = _source(edge, number)
                if isinstance(op, ops.Cut) and (source is None or not isinstance(source.ops[0], ops.Cut)):
                    return None
                if source is None or not isinstance(source.ops[0], ops.Load) or source.ops[0].atomic:
                    continue
                read = [access for access in op_accesses(op) if access.variable in shared]
                if read and op_target(op) is not None:
                    place = read[0].variable if constant_place(source.ops[0].address, source.ops[0].target.type) else None
                    whole = place is not None and isinstance(op, ops.Assign) and op.value == var(place)
                    values = constants.get(place, NO_VALUES) if place is not None and whole else NO_VALUES
                    walk(function, shared, place, values, found.setdefault(source, {})).run(edge, number)
    return found


def _source(edge: Edge, number: int) -> Edge | None:
    way = edge.origin[number] if number < len(edge.origin) else ()
    return way[-1] if way else None


class _ReadWalk:
    """From one read. `place`: what it reads, if that is certain; `values`: all that it may find, if that is known.
    `pairs`: what was found, to be added to."""

    def __init__(
        self, function: Function, shared: Variables, place: Variable | None, values: Values, pairs: dict[Edge, Preservation]
    ) -> None:
        self.function, self.shared, self.place, self.values, self.pairs = function, shared, place, values, pairs
        self.out = function.successors()

    def run(self, start: Edge, number: int) -> None:
        around = self._around(start)
        target = op_target(start.ops[number])
        registers = frozenset({target} if target is not None else ())
        first = _State(registers, exact=registers)
        states: dict[int, _State] = {}
        work: list[int] = []

        def arrive(location: int, state: _State) -> None:
            if location in around:
                state = replace(state, tainted=NONE, controlled=False, addressed=False, dependent=frozenset(), exact=NONE)
            old = states.get(location)
            new = state if old is None else old.meet(state)
            if new != old:
                states[location] = new
                work.append(location)

        arrive(start.target, self._edge(first, start, number + 1))
        while work:
            location = work.pop()
            for edge in self.out.get(location, ()):
                arrive(edge.target, self._edge(states[location], edge, 0))
        self._edge(first, start, number + 1, self._report)
        for location, state in states.items():
            for edge in self.out.get(location, ()):
                self._edge(state, edge, 0, self._report)

    def _around(self, start: Edge) -> set[int]:
        """Locations that are reached without the read."""
        found, work = {self.function.entry}, [self.function.entry]
        while work:
            for edge in self.out.get(work.pop(), ()):
                if edge is not start and edge.target not in found:
                    found.add(edge.target)
                    work.append(edge.target)
        return found

    def _report(self, edge: Edge, how: Preservation) -> None:
        if how is not Preservation.YES:
            self.pairs[edge] = max(how, self.pairs.get(edge, Preservation.YES))

    def _fenced(self, state: _State, op: ops.Op, source: Edge | None) -> _State:
        return _fences(state, op, source)

    def _bound(self, state: _State, given: bool) -> bool:
        """Whether a write that is forwarded to a read orders that after the first read, too."""
        return given or state.controlled

    def _edge(self, state: _State, edge: Edge, begin: int, report: Callable[[Edge, Preservation], None] | None = None) -> _State:
        address = False
        for number in range(begin, len(edge.ops)):
            op, source = edge.ops[number], _source(edge, number)
            given = any(not state.tainted.isdisjoint(expr_variables(expr)) for expr in op_exprs(op))
            if isinstance(op, ops.Condition):
                if source is not None and isinstance(source.ops[0], ops.Touching):
                    address = address or given
                elif given:
                    state = replace(state, controlled=True)
            state = self._fenced(state, op, source)
            touched = [self._certain(state, access) for access in op_accesses(op) if access.variable in self.shared]
            kept = False
            for access in touched:
                how = self._how(state, op, access, given, address)
                kept = how is Preservation.YES
                if report is not None and source is not None and state.live:
                    report(source, how)
                state = _accessed(state, access, self._bound(state, given or address))
                if self._addressed(state, op, address):
                    state = replace(state, addressed=True)
            state = self._set(state, op, given or (kept and bool(touched)))
            if touched and source is not None and isinstance(source.ops[0], ops.Load) and source.ops[0].atomic:
                state = replace(state, live=False)  # nothing passes what acquires
        return state

    def _certain(self, state: _State, access: SharedAccess) -> SharedAccess:
        index = None if access.index is None else element(access.index, state.exact, self.values)
        return access if index is None else replace(access, index=index)

    def _how(self, state: _State, op: ops.Op, access: SharedAccess, given: bool, address: bool) -> Preservation:
        variable = access.variable
        same = variable is self.place and access.index is None
        simple = access.index is None and variable not in state.overwritten | state.seen and not state.blocked
        otherwise = Preservation.FIRST if simple else Preservation.NO
        if access.write:
            return Preservation.YES if same or state.controlled or state.fenced or given or address else otherwise
        if self._addressed(state, op, address):
            return Preservation.YES
        if (variable, access.index) in state.dependent or (same and variable not in state.overwritten):
            return Preservation.YES
        return otherwise

    def _addressed(self, state: _State, op: ops.Op, address: bool) -> bool:
        """Whether the address of an access depends on the first read."""
        indices = [part.args[1] for expr in op_exprs(op) for part in subterms(expr) if part.op == "select"]
        indices += [op.index] if isinstance(op, ops.Write) else []
        return address or any(not state.tainted.isdisjoint(expr_variables(index)) for index in indices)

    def _set(self, state: _State, op: ops.Op, tainted: bool) -> _State:
        target = op_target(op)
        if target is None or target in self.shared or isinstance(target.type, ArrayType):
            return state
        state = replace(state, exact=state.exact - {target})
        return replace(state, tainted=state.tainted | {target} if tainted else state.tainted - {target})


class _Depends(_ReadWalk):
    """What `depends` says."""

    def _report(self, edge: Edge, how: Preservation) -> None:
        self.pairs[edge] = max(how, self.pairs.get(edge, Preservation.YES))

    def _fenced(self, state: _State, op: ops.Op, source: Edge | None) -> _State:
        """`fenced`: after a branch and `isync`."""
        if isinstance(op, ops.Fence) and op.before in "CL" and not op.place:
            return replace(state, fenced=state.fenced or (op.before == "C" and state.controlled))
        return replace(_fences(state, op, source), fenced=state.fenced)

    def _bound(self, state: _State, given: bool) -> bool:
        return given

    def _how(self, state: _State, op: ops.Op, access: SharedAccess, given: bool, address: bool) -> Preservation:
        if state.fenced:
            return Preservation.YES
        if access.write:
            return (
                Preservation.YES
                if given or address
                else Preservation.FIRST
                if state.controlled or state.addressed
                else Preservation.NO
            )
        after_own = (access.variable, access.index) in state.dependent
        return Preservation.YES if self._addressed(state, op, address) or after_own else Preservation.NO


def _accessed(state: _State, access: SharedAccess, given: bool) -> _State:
    variable = access.variable
    if not access.write:
        return replace(state, seen=state.seen | {variable})
    overwritten = state.overwritten if access.index is None and given else state.overwritten | {variable}
    others = frozenset(spot for spot in state.dependent if spot[0] is not variable)
    certain = given and (access.index is None or access.index.is_const)
    return replace(state, dependent=others | {(variable, access.index)} if certain else others, overwritten=overwritten)


def _fences(state: _State, op: ops.Op, source: Edge | None) -> _State:
    """Before its accesses. `blocked`: the buffers do more than the fence says."""
    match op:
        case ops.Spawn() | ops.Join() | ops.Await() | ops.ThreadExit():
            return replace(state, live=False)
        case ops.AtomicBegin() | ops.AtomicEnd() if source is not None and source.ops[0].__class__ is op.__class__:
            return replace(state, live=False)
        case ops.Fence(before, after, place) if not place:
            if before == "W":
                return replace(state, blocked=state.blocked or after != "W")
            return replace(state, live=False) if after == "RW" else replace(state, fenced=True)
        case ops.AtomicBegin() | ops.AtomicEnd() | ops.Fence():
            pass
        case _:
            ignored(op, "weak/relaxed_accesses", Role.DATA, Role.CHECK, Role.CONTROL, Role.KERNEL)
    if source is not None and isinstance(source.ops[0], ops.Store) and source.ops[0].atomic:
        return replace(state, live=False)
    return state
