"""Variables as a thread sees them: its registers, and shared variables either as values that it keeps to itself or as events.

The first read of a variable in an atomic block is an event; a later one sees what the block wrote since, if it did. Outside of
blocks, each access is a node of its own.
"""

from __future__ import annotations

from threadproof.analyses.raceable import source
from threadproof.errors import InternalError, Pos
from threadproof.events.arrays import Array, KnownArray
from threadproof.events.dependencies import Dependencies
from threadproof.events.event import EventNode, Instance, PossibleFailure, RacingAccess, Ran, ReadEvent, WriteEvent
from threadproof.events.program_order import FULL
from threadproof.events.state import ThreadState
from threadproof.events.world import Unrolling
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.types import INDEX, ArrayType
from threadproof.ir.walk import fold
from threadproof.sched.meaning import position
from threadproof.smt.bitblast import Value, raw
from threadproof.smt.gates import FALSE, TRUE, Literal


class Dead(Exception):
    """The path ends here."""


class Variables:
    """Of one thread. `_ran` is the edge that is being executed, `_done` the number of its operations so far."""

    def __init__(self, world: Unrolling, thread: Instance) -> None:
        self.world, self.thread = world, thread
        self.gates, self.blaster, self.arrays = world.gates, world.blaster, world.arrays
        self._unset: dict[Variable, Value | Array] = {}
        self._ran: Ran | None = None
        self._done = 0
        self._edge: Edge | None = None
        self._strong = False  # whether accesses are full fences now
        self._atomic = world.model is None or world.model.atomic
        self._depend = Dependencies() if world.model is not None and world.model.dependencies else None

    def _require(self, state: ThreadState, condition: Literal) -> None:
        if condition == FALSE or -condition in state.guard:
            raise Dead
        if condition != TRUE and condition not in state.guard:
            state.guard = (*state.guard, condition)

    # -- variables ---------------------------------------------------------------------------------------------------------

    def _value(self, state: ThreadState, expr: Expr) -> Value:
        def visit(node: Expr, args: list[Value]) -> Value:
            op = node.op
            if op == "const":
                return raw(node.type, node.payload)
            if op == "var":
                return node.payload if isinstance(node.type, ArrayType) else self._get(state, node.payload)
            if op == "select":
                return self._select(state, args[0], args[1])  # type: ignore[arg-type]
            if op == "self":
                return self.thread.number
            return self.blaster.apply(node, args)

        return fold(expr, visit)

    def _array(self, state: ThreadState, expr: Expr) -> Array:
        if expr.op == "fill":
            return KnownArray(expr.args[0].type, self._value(state, expr.args[0]), {})
        if expr.op != "var" or self._visible(state, expr.payload):
            raise InternalError(f"an array is set to {expr}")
        return self._private(state, expr.payload)  # type: ignore[return-value]

    def _visible(self, state: ThreadState, variable: Variable) -> bool:
        return variable.shared and not state.alone and variable in self.world.observable

    def _private(self, state: ThreadState, variable: Variable) -> Value | Array:
        found = state.registers.get(variable)
        if found is None:
            found = state.registers[variable] = self.default(variable)
        return found

    def default(self, variable: Variable) -> Value | Array:
        """A shared variable that main left alone, or a register that was never set: it holds anything, but always the same."""
        if variable.shared:
            return self.world.initial(variable)
        if variable not in self._unset:
            type_ = variable.type
            self._unset[variable] = self.arrays.anything(type_) if isinstance(type_, ArrayType) else self.blaster.fresh(type_)
        return self._unset[variable]

    def _get(self, state: ThreadState, variable: Variable) -> Value:
        if not self._visible(state, variable):
            return self._private(state, variable)  # type: ignore[return-value]
        if state.node is None:
            value = self._read(self._single(state), variable, None)
            self._note(state, variable, None, False)
            return value
        self._note(state, variable, None, False)
        written, value = state.changed.get(variable, (FALSE, 0))
        if written == TRUE:
            return value
        return self.blaster.ite(written, value, self._read(state.node, variable, None), variable.type)

    def _select(self, state: ThreadState, array: Variable, index: Value) -> Value:
        if not self._visible(state, array):
            return self.arrays.select(self._private(state, array), index)  # type: ignore[arg-type]
        if state.node is None:
            value = self._read(self._single(state), array, index)
            self._note(state, array, index, False)
            return value
        self._note(state, array, index, False)
        value = self._read(state.node, array, index)
        assert isinstance(array.type, ArrayType)
        for other, at, guard, stored in state.node.stores:
            if other is not array:
                continue
            here = self.gates.all([x for x in guard if x not in state.guard])
            if at is not None:
                here = self.gates.and_(here, self.blaster.equal(at, index, INDEX))
            elif here != FALSE:
                stored = self.arrays.select(stored, index)  # type: ignore[arg-type]
            value = self.blaster.ite(here, stored, value, array.type.element)  # type: ignore[arg-type]
        return value

    def _set(self, state: ThreadState, variable: Variable, value: Value | Array) -> None:
        if not self._visible(state, variable):
            state.registers[variable] = value
        elif isinstance(variable.type, ArrayType):
            self._store(state, variable, None, value)
        else:
            if state.node is not None:
                self._note(state, variable, None, True)
                state.changed[variable] = (TRUE, value)  # type: ignore[assignment]
                self._wrote(state.node)
            else:
                self._write(state, variable, None, value)

    def _store(self, state: ThreadState, array: Variable, index: Value | None, value: Value | Array) -> None:
        if not self._visible(state, array):
            assert index is not None
            state.registers[array] = self.arrays.store(self._private(state, array), index, value)  # type: ignore[arg-type]
            return
        if state.node is not None:
            self._note(state, array, index, True)
            state.node.stores.append((array, index, state.guard, value))
            self._wrote(state.node)
        else:
            self._write(state, array, index, value)

    def _write(self, state: ThreadState, variable: Variable, index: Value | None, value: Value | Array) -> None:
        node = self._single(state)
        self._note(state, variable, index, True)
        node.writes.append(WriteEvent(node, variable, index, state.guard, value))
        node.completed.append(state.guard)
        self._wrote(node)

    def _wrote(self, node: EventNode) -> None:
        if self._depend is not None:
            self._depend.touched, self._depend.wrote = node, True

    def _single(self, state: ThreadState) -> EventNode:
        """A step outside of atomic blocks."""
        strong = self._strong
        if self.world.model is not None and _is_atomic(self._source(), loads=not self._atomic):
            if not self._atomic:
                self.world.fence(self.thread, state.guard)  # as compilers put it: a full fence, then the access
            else:
                strong = True
        node = self._current(self.world.node(self.thread, state.guard))
        if self.world.model is not None and strong:
            node.fence = FULL
        return node

    def _current(self, node: EventNode) -> EventNode:
        assert self._ran is not None
        self._node = self._ran.node = node
        return node

    def _read(self, node: EventNode, variable: Variable, index: Value | None) -> Value:
        found = node.reads.get((variable, index))
        if found is None:
            type_ = variable.type.element if isinstance(variable.type, ArrayType) else variable.type
            found = node.reads[variable, index] = ReadEvent(node, variable, index, self.blaster.fresh(type_))
        if self._depend is not None:
            self._depend.reads |= 1 << node.number
            self._depend.touched = node
        return found.value

    def _source(self) -> ops.Op | None:
        """The operation of the program before inlining that is executed."""
        assert self._edge is not None
        return source(self._edge, self._done - 1)

    def _note(self, state: ThreadState, variable: Variable, index: Value | None, write: bool) -> None:
        """An access that may be part of a data race. Outside of blocks, the thread may stop there; in blocks, see `_close`."""
        if variable not in self.world.races:
            return
        origin = self._source()
        if not isinstance(origin, ops.Touching):
            return
        assert self._edge is not None
        node = state.node or self._node
        atomic = state.atomic > 0 or getattr(origin, "atomic", False)
        edge = self._edge.origin[self._done - 1][-1]
        node.accesses.append(RacingAccess(node, variable, index, state.guard, write, atomic, edge, self._position()))
        if not node.stop:
            node.stop = self.gates.input()
        if state.node is None:
            self._require(state, -node.stop)

    # -- failures ----------------------------------------------------------------------------------------------------------

    def _fail(self, state: ThreadState, condition: Literal, kind: str, message: str) -> None:
        if condition == FALSE or -condition in state.guard:
            return
        when = self.gates.and_(self.world.holds(state.guard), condition)
        if when != FALSE:
            self.failure(state, when, kind, message)

    def failure(self, state: ThreadState, when: Literal, kind: str, message: str) -> None:
        assert self._ran is not None and self._edge is not None
        place = PossibleFailure(
            kind,
            message,
            self._position(),
            when,
            self.thread,
            state.node or self._ran.node,
            len(self.thread.ran),
            self._edge,
            self._done,
            tuple(self._ran.inputs),
        )
        self.world.failures.append(place)

    def _position(self) -> Pos:
        assert self._edge is not None
        return position(self.world.program, self._edge, self._done)


def _is_atomic(op: ops.Op | None, loads: bool) -> bool:
    return (isinstance(op, ops.Store) or (loads and isinstance(op, ops.Load))) and op.atomic
