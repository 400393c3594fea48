"""Executes the operations of one thread on a symbolic state, and records what other threads can notice."""

from __future__ import annotations

from threadproof.errors import InternalError
from threadproof.events.event import BlockedThread, DrawnInput, EventNode, Guard, Instance, Joined, Ran, WriteEvent
from threadproof.events.program_order import CONTROL, FULL, LAST
from threadproof.events.state import ThreadState
from threadproof.events.variables import Dead, Variables
from threadproof.events.world import THREADS, LateJoin, Unrolling
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Edge
from threadproof.ir.types import U32, ArrayType
from threadproof.ir.uses import expr_variables
from threadproof.sched.meaning import NO_SUCH_THREAD, NOT_BEGUN, too_many_threads
from threadproof.smt.bitblast import Value, literal, unpack
from threadproof.smt.gates import FALSE, TRUE, Literal


class EdgeExecutor(Variables):
    """Executes the edges of one thread. `complete` collects created threads whose creation is complete."""

    def __init__(self, world: Unrolling, thread: Instance) -> None:
        super().__init__(world, thread)
        self.begun: dict[Instance, ThreadState] = {}  # created threads and what they start with
        self.complete: list[tuple[Instance, Guard]] = []

    def run(self, state: ThreadState, edge: Edge) -> bool | None:
        """Execute an edge. False if the thread or the program ends there, None if the edge cannot be taken to its
        end."""
        self._edge = edge
        self._ran = ran = Ran(edge, (), state.node, False)
        goes_on = True
        self._strong = False
        depend = self._depend
        if depend is not None:
            depend.edge()
        try:
            for self._done, op in enumerate(edge.ops, 1):
                goes_on = self._step(state, op)
                if depend is not None:
                    source = self._source()
                    acquires = depend.touched is not None and isinstance(source, ops.Load) and source.atomic
                    depend.done(state, op, source)
                    if acquires:
                        self._fenced(state, ("R" if self._atomic else LAST, "RW"))
        except Dead:
            return None
        ran.guard = state.guard
        ran.closes = ran.node is not None and state.node is None
        self.thread.ran.append(ran)
        self.world.edges += 1
        return goes_on

    def condition(self, state: ThreadState, edge: Edge) -> Literal:
        """What must hold for a branch to be taken, as far as registers say."""
        first = edge.ops[0]
        if not isinstance(first, ops.Assume) or any(self._visible(state, v) for v in expr_variables(first.condition)):
            return TRUE
        return literal(self._value(state, first.condition))

    # -- operations --------------------------------------------------------------------------------------------------------

    def _step(self, state: ThreadState, op: ops.Op) -> bool:
        match op:
            case ops.Assign(target, value):
                self._set(
                    state, target, self._array(state, value) if isinstance(target.type, ArrayType) else self._value(state, value)
                )
            case ops.Havoc():
                self._havoc(state, op)
            case ops.Write(array, index, value):
                self._store(state, array, self._value(state, index), self._value(state, value))
            case ops.Assume(condition):
                self._require(state, literal(self._value(state, condition)))
            case ops.Await(condition, holders):
                self._fenced(state)
                self._strong = True
                holds = literal(self._value(state, condition))
                known = [self._value(state, holder) for holder in holders if state.atomic <= 1]
                self._strong = False
                assert self._ran is not None
                self._wait(state, holds, state.node or self._ran.node, known)
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

    def _control(self, state: ThreadState, op: ops.Op) -> bool:
        match op:
            case ops.AtomicBegin():
                state.depth += 1
                state.atomic += isinstance(self._source(), ops.AtomicBegin)
                if state.depth == 1 and not state.alone:
                    self._current(self.world.node(self.thread, state.guard))
                    state.node = self._node
                    state.node.block = True
                if state.node is not None and isinstance(self._source(), ops.AtomicBegin):
                    state.node.fence = FULL
            case ops.AtomicEnd() if not state.depth:
                self._fail(state, TRUE, "invalid-call", NOT_BEGUN)
                raise Dead
            case ops.AtomicEnd():
                state.depth -= 1
                state.atomic -= isinstance(self._source(), ops.AtomicEnd)
                if state.depth == 0:
                    self._close(state)
            case ops.Fence(before, after, place):
                if not place:
                    self._fenced(state, (before, after))
                elif self.world.optional is not None and state.node is None and not state.alone:
                    there = self.world.optional.setdefault(place, self.gates.input())
                    self.world.fence(self.thread, (*state.guard, there))
            case ops.Spawn():
                self._strong = True
                self._spawn(state, op)
                self._strong = False
            case ops.Join(target, joined):
                self._fenced(state)
                self._strong = True
                self._join(state, target, self._value(state, joined))
                self._strong = False
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

    def _fenced(self, state: ThreadState, kinds: tuple[str, str] = FULL) -> None:
        """A fence, where program order is not preserved anyway."""
        if self.world.model is not None and state.node is None and not state.alone:
            node = self.world.fence(self.thread, state.guard, kinds)
            node.control = {CONTROL: state.branches, LAST: state.recent}.get(kinds[0], 0)

    def _wait(self, state: ThreadState, holds: Literal, node: EventNode | None, holders: list[Value]) -> None:
        if holds != TRUE:
            when = self.gates.and_(self.world.holds(state.guard), -holds)
            self.world.blocked.append(BlockedThread(self.thread, node, when, self._position(), tuple(holders)))
        self._require(state, holds)

    def _havoc(self, state: ThreadState, op: ops.Havoc) -> None:
        if isinstance(op.target.type, ArrayType):
            self._set(state, op.target, self.arrays.anything(op.target.type))
            return
        value = self.blaster.fresh(op.target.type)
        assert self._ran is not None
        source = self._source()
        register = source.target if isinstance(source, ops.Havoc) else None
        self._ran.inputs.append(DrawnInput(register, op.origin, op.target, value))
        self._set(state, op.target, value)

    def _exit(self, state: ThreadState, value: Expr | None) -> None:
        if value is not None:
            pointer = self.world.program.data_model.pointer
            result = self._value(state, E.cast(pointer, value))
            here = self.world.holds(state.guard)
            self.thread.result = self.blaster.ite(here, result, self.thread.result, pointer)
        if state.depth:
            state.depth = state.atomic = 0
            self._close(state)
        self.thread.ended = self.gates.or_(self.thread.ended, self.world.holds(state.guard))

    def _close(self, state: ThreadState) -> None:
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
                node.writes.append(WriteEvent(node, variable, None, guard, value))
            node.completed.append(state.guard)
        for child in state.spawned:
            child.before = self.thread.last if node is None else node
            self.complete.append((child, state.guard))
        state.node, state.changed, state.spawned = None, {}, ()

    def settle(self, state: ThreadState) -> None:
        """Main is not alone any more: shared variables leave its registers."""
        node = self.world.node(self.thread, state.guard)
        for variable in sorted(self.world.observable, key=lambda variable: variable.name):
            value = state.registers.pop(variable, None)
            if value is None:
                value = self.world.initial(variable)
            node.writes.append(WriteEvent(node, variable, None, state.guard, value))
        node.completed.append(state.guard)
        node.fence = FULL
        state.alone = False

    # -- threads -----------------------------------------------------------------------------------------------------------

    def _spawn(self, state: ThreadState, op: ops.Spawn) -> None:
        world = self.world
        if op.function.op != "addr":
            raise InternalError("unresolved thread function")
        if len(world.threads) >= world.limits.threads:
            self._fail(state, TRUE, "cut", too_many_threads(world.limits.threads))
            raise Dead
        if state.alone and not state.depth:
            self.settle(state)
        self._fenced(state)
        number = self._value(state, E.var(THREADS))
        self._set(state, THREADS, self._successor(number))
        function = world.templates[op.function.payload.name].function
        child = Instance(len(world.threads), function, number, (), self.thread)
        world.threads.append(child)
        start = ThreadState(state.guard, {v: x for v, x in state.registers.items() if v.shared and v not in world.observable})
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

    def _join(self, state: ThreadState, target: Variable | None, number: Value) -> None:
        known = THREADS not in self.world.observable
        count = self._value(state, E.var(THREADS))
        exists = self.blaster.less(unpack(number, 32), unpack(count, 32), False)
        self._fail(state, -exists, "invalid-call", NO_SUCH_THREAD)
        self._require(state, exists)
        node = state.node or self.world.node(self.thread, state.guard)
        node.fence = FULL
        self._current(node)
        if not known:
            assert self._ran is not None
            late = LateJoin(
                node,
                self._ran,
                state.guard,
                number,
                self.gates.input(),
                self.blaster.fresh(self.world.program.data_model.pointer),
            )
            self.world.late.append(late)
            self._wait(state, late.ended, state.node, [] if state.atomic else [number])
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
        self._wait(state, ended, state.node, [] if state.atomic else [number])
        here = self.world.holds(state.guard)
        for same, other in matches:
            self.world.joined.append(Joined(node, other, self.gates.and_(here, same), state.guard if same == TRUE else None))
        assert self._ran is not None
        self._ran.joined += matches
        if target is not None:
            self._set(state, target, result)
