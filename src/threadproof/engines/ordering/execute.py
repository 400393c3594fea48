"""Executes the operations of one thread on a symbolic state, and records what other threads can notice."""

from __future__ import annotations

from threadproof.engines.ordering.arrays import Array, Known
from threadproof.engines.ordering.events import Access, Failure, Guard, Input, Instance, Joined, Node, Ran, Read, Write
from threadproof.engines.ordering.state import State
from threadproof.engines.ordering.world import THREADS, Late, World
from threadproof.errors import InternalError, Pos
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.types import INDEX, U32, ArrayType
from threadproof.ir.walk import fold
from threadproof.passes.raceable import source
from threadproof.smt.bitblast import Value, literal, raw, unpack
from threadproof.smt.gates import FALSE, TRUE, Literal


class Dead(Exception):
    """The path ends here."""


class Executor:
    """One thread. `started` collects created threads whose creation is complete, with the state of their parameters."""

    def __init__(self, world: World, thread: Instance) -> None:
        self.world, self.thread = world, thread
        self.gates, self.blaster, self.arrays = world.gates, world.blaster, world.arrays
        self.begun: dict[Instance, State] = {}  # created threads and what they start with
        self.complete: list[tuple[Instance, Guard]] = []  # those whose creation is complete
        self._unset: dict[Variable, Value | Array] = {}
        self._ran: Ran | None = None
        self._done = 0
        self._edge: Edge | None = None

    def run(self, state: State, edge: Edge) -> bool | None:
        """Execute an edge. False if the thread or the program ends there, None if the edge cannot be taken to its end."""
        self._edge = edge
        self._ran = ran = Ran(edge, (), state.node, False)
        goes_on = True
        try:
            for self._done, op in enumerate(edge.ops, 1):
                goes_on = self._step(state, op)
        except Dead:
            return None
        ran.guard = state.guard
        ran.closes = ran.node is not None and state.node is None
        self.thread.ran.append(ran)
        self.world.edges += 1
        return goes_on

    # -- operations --------------------------------------------------------------------------------------------------------

    def _step(self, state: State, op: ops.Op) -> bool:
        match op:
            case ops.Assign(target, value):
                self._set(
                    state, target, self._array(state, value) if isinstance(target.type, ArrayType) else self._value(state, value)
                )
            case ops.Havoc():
                self._havoc(state, op)
            case ops.Write(array, index, value):
                self._store(state, array, self._value(state, index), self._value(state, value))
            case ops.Assume(condition) | ops.Await(condition):
                self._require(state, literal(self._value(state, condition)))
            case ops.Check(condition, kind, message):
                holds = literal(self._value(state, condition))
                self._fail(state, -holds, kind, message)
                self._require(state, holds)
            case ops.Cut(reason):
                self._fail(state, TRUE, "cut", reason)
                raise Dead
            case ops.Skip():
                pass
            case _:
                return self._control(state, op)
        return True

    def _control(self, state: State, op: ops.Op) -> bool:
        match op:
            case ops.AtomicBegin():
                state.depth += 1
                state.atomic += isinstance(self._source(), ops.AtomicBegin)
                if state.depth == 1 and not state.alone:
                    self._current(self.world.node(self.thread, state.guard))
                    state.node = self._node
                    state.node.block = True
            case ops.AtomicEnd():
                state.depth -= 1
                state.atomic -= isinstance(self._source(), ops.AtomicEnd)
                if state.depth == 0:
                    self._close(state)
            case ops.Spawn():
                self._spawn(state, op)
            case ops.Join(target, joined):
                self._join(state, target, self._value(state, joined))
            case ops.Halt():
                return False
            case ops.ThreadExit(value) | ops.Return(value):
                if isinstance(op, ops.Return) and self.thread.parent is None:
                    return False
                self._exit(state, value)
                return False
            case _:
                raise InternalError(f"not a lowered program: {op}")
        return True

    def _require(self, state: State, condition: Literal) -> None:
        if condition == FALSE or -condition in state.guard:
            raise Dead
        if condition != TRUE and condition not in state.guard:
            state.guard = (*state.guard, condition)

    def _havoc(self, state: State, op: ops.Havoc) -> None:
        if isinstance(op.target.type, ArrayType):
            self._set(state, op.target, self.arrays.anything(op.target.type))
            return
        value = self.blaster.fresh(op.target.type)
        assert self._ran is not None
        source = self._source()
        register = source.target if isinstance(source, ops.Havoc) else None
        self._ran.inputs.append(Input(register, op.origin, op.target, value))
        self._set(state, op.target, value)

    def _exit(self, state: State, value: Expr | None) -> None:
        if value is not None:
            pointer = self.world.program.data_model.pointer
            result = self._value(state, E.cast(pointer, value))
            here = self.world.holds(state.guard)
            self.thread.result = self.blaster.ite(here, result, self.thread.result, pointer)
        if state.depth:
            state.depth = state.atomic = 0
            self._close(state)
        self.thread.ended = self.gates.or_(self.thread.ended, self.world.holds(state.guard))

    def _close(self, state: State) -> None:
        """The end of an atomic block: what it changed becomes visible, the threads that it created exist."""
        if state.alone and state.spawned:
            self.settle(state)
        node = state.node
        if node is not None:
            if node.stop:
                if any(access.atomic for access in node.accesses):
                    node.exits.append(state.guard)
                self._require(state, -node.stop)
            for variable, (written, value) in state.changed.items():
                guard = state.guard if written == TRUE else (*state.guard, written)
                node.writes.append(Write(node, variable, None, guard, value))
            node.completed.append(state.guard)
        for child in state.spawned:
            child.before = self.thread.last if node is None else node
            self.complete.append((child, state.guard))
        state.node, state.changed, state.spawned = None, {}, ()

    def settle(self, state: State) -> None:
        """Main is not alone any more: shared variables leave its registers."""
        node = self.world.node(self.thread, state.guard)
        for variable in sorted(self.world.observable, key=lambda variable: variable.name):
            value = state.registers.pop(variable, None)
            if value is None:
                value = self.world.initial(variable)
            node.writes.append(Write(node, variable, None, state.guard, value))
        node.completed.append(state.guard)
        state.alone = False

    # -- threads -----------------------------------------------------------------------------------------------------------

    def _spawn(self, state: State, op: ops.Spawn) -> None:
        world = self.world
        if op.function.op != "addr":
            raise InternalError("unresolved thread function")
        if len(world.threads) >= world.limits.threads:
            self._fail(state, TRUE, "cut", f"thread limit {world.limits.threads}")
            raise Dead
        if state.alone and not state.depth:
            self.settle(state)
        number = self._value(state, E.var(THREADS))
        self._set(state, THREADS, self._successor(number))
        function = world.templates[op.function.payload.name].function
        child = Instance(len(world.threads), function, number, (), self.thread)
        world.threads.append(child)
        start = State(state.guard, {v: x for v, x in state.registers.items() if v.shared and v not in world.observable})
        for param in function.params[:1]:
            start.registers[param] = self._value(state, E.cast(param.type, op.argument))
        self.begun[child] = start
        self._set(state, op.target, number)
        assert self._ran is not None
        self._ran.spawned.append(child)
        if state.depth:
            state.spawned = (*state.spawned, child)
        else:
            child.before = self.thread.last
            self.complete.append((child, state.guard))

    def _successor(self, number: Value) -> Value:
        if isinstance(number, int):
            return number + 1
        return self.blaster.sum(number, unpack(1, 32), FALSE)[0]

    def _join(self, state: State, target: Variable | None, number: Value) -> None:
        known = THREADS not in self.world.observable
        count = self._value(state, E.var(THREADS))
        exists = self.blaster.less(unpack(number, 32), unpack(count, 32), False)
        self._fail(state, -exists, "invalid-call", "join of no thread")
        self._require(state, exists)
        node = state.node or self.world.node(self.thread, state.guard)
        self._current(node)
        if not known:
            late = Late(node, state.guard, number, self.gates.input(), self.blaster.fresh(self.world.program.data_model.pointer))
            self.world.late.append(late)
            self._require(state, late.ended)
            if target is not None:
                self._set(state, target, late.result)
            return
        ended, result = FALSE, 0
        pointer = self.world.program.data_model.pointer
        matches = []
        for other in self.world.threads:
            same = self.blaster.equal(number, other.number, U32)
            if same != FALSE and other is not self.thread:
                matches.append((same, other))
                ended = self.gates.or_(ended, self.gates.and_(same, other.ended))
                result = self.blaster.ite(same, other.result, result, pointer)  # type: ignore[assignment]
        self._require(state, ended)
        here = self.world.holds(state.guard)
        for same, other in matches:
            self.world.joined.append(Joined(node, other, self.gates.and_(here, same), state.guard if same == TRUE else None))
        assert self._ran is not None
        self._ran.joined += matches
        if target is not None:
            self._set(state, target, result)

    # -- variables ---------------------------------------------------------------------------------------------------------

    def _value(self, state: State, expr: Expr) -> Value:
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

    def _array(self, state: State, expr: Expr) -> Array:
        if expr.op == "fill":
            return Known(expr.args[0].type, self._value(state, expr.args[0]), {})
        if expr.op != "var" or self._visible(state, expr.payload):
            raise InternalError(f"an array is set to {expr}")
        return self._private(state, expr.payload)  # type: ignore[return-value]

    def _visible(self, state: State, variable: Variable) -> bool:
        return variable.shared and not state.alone and variable in self.world.observable

    def _private(self, state: State, variable: Variable) -> Value | Array:
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

    def _get(self, state: State, variable: Variable) -> Value:
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

    def _select(self, state: State, array: Variable, index: Value) -> Value:
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

    def _set(self, state: State, variable: Variable, value: Value | Array) -> None:
        if not self._visible(state, variable):
            state.registers[variable] = value
        elif isinstance(variable.type, ArrayType):
            self._store(state, variable, None, value)
        else:
            if state.node is not None:
                self._note(state, variable, None, True)
                state.changed[variable] = (TRUE, value)  # type: ignore[assignment]
            else:
                self._write(state, variable, None, value)

    def _store(self, state: State, array: Variable, index: Value | None, value: Value | Array) -> None:
        if not self._visible(state, array):
            assert index is not None
            state.registers[array] = self.arrays.store(self._private(state, array), index, value)  # type: ignore[arg-type]
            return
        if state.node is not None:
            self._note(state, array, index, True)
            state.node.stores.append((array, index, state.guard, value))
        else:
            self._write(state, array, index, value)

    def _write(self, state: State, variable: Variable, index: Value | None, value: Value | Array) -> None:
        node = self._single(state)
        self._note(state, variable, index, True)
        node.writes.append(Write(node, variable, index, state.guard, value))
        node.completed.append(state.guard)

    def _single(self, state: State) -> Node:
        """A step outside of atomic blocks."""
        return self._current(self.world.node(self.thread, state.guard))

    def _current(self, node: Node) -> Node:
        assert self._ran is not None
        self._node = self._ran.node = node
        return node

    def _read(self, node: Node, variable: Variable, index: Value | None) -> Value:
        found = node.reads.get((variable, index))
        if found is None:
            type_ = variable.type.element if isinstance(variable.type, ArrayType) else variable.type
            found = node.reads[variable, index] = Read(node, variable, index, self.blaster.fresh(type_))
        return found.value

    def _source(self) -> ops.Op | None:
        """The operation of the program before inlining that is executed."""
        assert self._edge is not None
        return source(self._edge, self._done - 1)

    def _note(self, state: State, variable: Variable, index: Value | None, write: bool) -> None:
        """An access that may be part of a data race. Outside of blocks, the thread may stop there; in blocks, see `_close`."""
        if variable not in self.world.races:
            return
        origin = self._source()
        if not isinstance(origin, ops.Load | ops.Store | ops.Free):
            return
        assert self._edge is not None
        node = state.node or self._node
        atomic = state.atomic > 0 or getattr(origin, "atomic", False)
        edge = self._edge.origin[self._done - 1][-1]
        node.accesses.append(Access(node, variable, index, state.guard, write, atomic, edge, self._position()))
        if not node.stop:
            node.stop = self.gates.input()
        if state.node is None:
            self._require(state, -node.stop)

    # -- failures ----------------------------------------------------------------------------------------------------------

    def _fail(self, state: State, condition: Literal, kind: str, message: str) -> None:
        if condition == FALSE or -condition in state.guard:
            return
        when = self.gates.and_(self.world.holds(state.guard), condition)
        if when != FALSE:
            self.failure(state, when, kind, message)

    def failure(self, state: State, when: Literal, kind: str, message: str) -> None:
        assert self._ran is not None and self._edge is not None
        place = Failure(
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
        """Where the operation is, or the call in the user's file that led to it."""
        assert self._edge is not None
        trail = self._edge.origin[self._done - 1] if self._edge.origin else ()
        places = [edge.pos for edge in trail if edge.pos.file == self.world.program.entry.pos.file]
        return places[-1] if places else self._edge.pos
