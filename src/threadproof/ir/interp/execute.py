"""Operations as Python closures: `execute(registers, run)`, translated once per edge.

What an operation does to the state is all here, in the order of `ir.op`. It ends the step by raising `StepStopped`,
and returns True where it moved the control of its thread itself (calls, returns, ends).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, assert_never

from threadproof.ir import arith
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.interp import direct, kernel, numbers
from threadproof.ir.interp.evaluate import Closure, Compiler
from threadproof.ir.interp.outcome import (
    Access,
    Assigned,
    Blocked,
    CutOff,
    Discarded,
    Fenced,
    Infeasible,
    StepStopped,
    Synchronised,
)
from threadproof.ir.interp.state import HEAP, STACK, Array, Site
from threadproof.ir.interp.values import UNINIT, UNSET, Lazy
from threadproof.ir.program import Edge
from threadproof.ir.types import ArrayType, FloatType, Type

if TYPE_CHECKING:
    from threadproof.ir.interp.machine import Machine
    from threadproof.ir.interp.run import StepRun

Execute = Callable[[list[Any], "StepRun"], bool | None]
Receive = Callable[[list[Any], "StepRun", Any, Type | None], None]
Setter = Callable[[list[Any], "StepRun", Any], None]


class Translator:
    """Translates the operations of one function."""

    def __init__(self, compiler: Compiler, machine: Machine) -> None:
        self.compiler = compiler
        self.machine = machine

    def translate(self, op: ops.Op, edge: Edge) -> Execute:
        match op:
            case ops.Assign():
                return self.assign(op)
            case ops.Havoc():
                return self.havoc(op)
            case ops.Load():
                return self.load(op, edge)
            case ops.Store():
                return self.store(op, edge)
            case ops.Alloc():
                return self.alloc(op)
            case ops.Free():
                return self.free(op, edge)
            case ops.Compared():
                return self.compared(op)
            case ops.Lifetime():
                return self.lifetime(op)
            case ops.ObjectSize():
                return self.object_size(op)
            case ops.Write():
                return self.write(op)
            case ops.Assume() | ops.Await() | ops.Check():
                return self.condition(op)
            case ops.Call():
                return self.call(op)
            case ops.Return():
                return self.return_(op)
            case ops.ThreadExit():
                return self.exit(op)
            case ops.Spawn():
                return self.spawn(op)
            case ops.Join():
                return self.join(op)
            case _ if isinstance(op, ops.Kernel):
                return kernel.translate(self, op)
            case _:
                return self.simple(op)

    # -- values ----------------------------------------------------------------------------------------------------------

    def carried(self, value: Expr, target: Type) -> Closure:
        """Evaluates `value` and converts it to a type; an unknown value that is only passed on stays unknown."""
        closure = self.compiler.compile(value)
        if value.type != target and not isinstance(value.type, ArrayType):
            source = value.type
            return lambda registers, run: arith.cast(target, source, closure(registers, run))
        if value.op != "var" or value.payload.shared or isinstance(value.type, ArrayType):
            return closure
        variable: Variable = value.payload
        slot = self.compiler.slots[variable]

        def read(registers: list[Any], run: StepRun) -> Any:
            found = registers[slot]
            return found if found is not UNINIT and found is not UNSET else run.share(registers, slot, variable)

        return read

    def setter(self, variable: Variable) -> Setter:
        """Sets a variable as a whole."""
        if variable.shared:
            number = self.compiler.shared[variable]

            def set_shared(registers: list[Any], run: StepRun, value: Any) -> None:
                if value.__class__ is Lazy:
                    value = run.force_value(value)
                run.shared[number] = value
                if run.log is not None:
                    run.note_shared(variable, 0, True, value)

            return set_shared
        slot = self.compiler.slots[variable]
        name, type_ = variable.name, variable.type
        if not self.machine.trace:
            return lambda registers, run, value: registers.__setitem__(slot, value)

        def set_register(registers: list[Any], run: StepRun, value: Any) -> None:
            registers[slot] = value
            run.note(Assigned(run.thread, name, type_, value))

        return set_register

    def assign(self, op: ops.Assign) -> Execute:
        value = self.carried(op.value, op.target.type)
        if op.target.shared or self.machine.trace:
            put = self.setter(op.target)
            return lambda registers, run: put(registers, run, value(registers, run))
        slot = self.compiler.slots[op.target]

        def execute(registers: list[Any], run: StepRun) -> None:
            registers[slot] = value(registers, run)

        return execute

    def havoc(self, op: ops.Havoc) -> Execute:
        put, item = self.setter(op.target), (op.target.type, op.target, op.origin, op.name)
        if isinstance(op.target.type, ArrayType):
            return lambda registers, run: put(registers, run, Array(UNINIT))
        if op.origin is ops.Origin.UNINIT and not op.target.shared:
            return lambda registers, run: put(registers, run, run.unset(op.target))
        return lambda registers, run: put(registers, run, run.arbitrary(*item))

    def write(self, op: ops.Write) -> Execute:
        type_ = op.array.type
        assert isinstance(type_, ArrayType)
        index, value = self.compiler.compile(op.index), self.compiler.compile(op.value)
        shared, array = op.array.shared, op.array
        slot = self.compiler.shared[array] if shared else self.compiler.slots[array]

        def execute(registers: list[Any], run: StepRun) -> None:
            at, new = index(registers, run), value(registers, run)
            if type_.size and at >= type_.size:
                raise run.broken("invalid-deref", f"index {at} of {array.name}, which has {type_.size} elements")
            stored = arith.to_bytes(type_.element, new) if isinstance(type_.element, FloatType) else new
            home = run.shared if shared else registers
            home[slot] = home[slot].put(at, stored)
            if shared and run.log is not None:
                run.note_shared(array, at, True, new)

        return execute

    # -- memory ----------------------------------------------------------------------------------------------------------

    def load(self, op: ops.Load, edge: Edge) -> Execute:
        address, put, type_ = self.compiler.compile(op.address), self.setter(op.target), op.target.type
        private, atomic, logs = edge in self.machine.program.private, op.atomic, self.machine.logs
        sync = op.sync or (ops.Sync.ACQUIRE if atomic else None)

        def execute(registers: list[Any], run: StepRun) -> None:
            at = address(registers, run)
            value, place, offset = run.read(at, type_)
            if logs:
                if sync is not None:  # what a read acquires happens before it
                    run.note(Synchronised(run.thread, sync, at, run.size(type_)))
                if op.sync is None:
                    item = (place, at, offset, run.size(type_), type_, False, value, atomic or run.depth > 0, private)
                    run.note(Access(run.thread, edge, *item))
            put(registers, run, value)

        spot = None if logs or op.target.shared else direct.spot(self.machine.statics, op.address, type_)
        return execute if spot is None else direct.load(spot, self.compiler.slots[op.target], execute)

    def store(self, op: ops.Store, edge: Edge) -> Execute:
        address, value, type_ = self.compiler.compile(op.address), self.carried(op.value, op.value.type), op.value.type
        private, atomic, logs = edge in self.machine.program.private, op.atomic, self.machine.logs

        def execute(registers: list[Any], run: StepRun) -> None:
            at = address(registers, run)
            new = value(registers, run)
            place, offset = run.write(at, type_, new)
            if logs:
                item = (place, at, offset, run.size(type_), type_, True, new, atomic or run.depth > 0, private)
                run.note(Access(run.thread, edge, *item))
                if atomic:
                    run.note(Synchronised(run.thread, ops.Sync.RELEASE, at, run.size(type_)))

        spot = None if logs else direct.spot(self.machine.statics, op.address, type_)
        return execute if spot is None else direct.store(spot, value, execute)

    def alloc(self, op: ops.Alloc) -> Execute:
        size, put, site = self.compiler.compile(op.size), self.setter(op.target), Site(op.name, op.layout)
        kind = STACK if op.stack else HEAP
        return lambda registers, run: put(registers, run, run.allocate(size(registers, run), op.zeroed, kind, site))

    def free(self, op: ops.Free, edge: Edge) -> Execute:
        address, private, logs = self.compiler.compile(op.address), edge in self.machine.program.private, self.machine.logs

        def execute(registers: list[Any], run: StepRun) -> None:
            at = address(registers, run)
            if at == 0:
                return
            block = run.heap_object(at)
            if logs:
                item = (block.site, at, 0, max(1, len(block.data)), None, True, None, run.depth > 0, private, True)
                run.note(Access(run.thread, edge, *item))
            run.memory.kill(at)

        return execute

    def lifetime(self, op: ops.Lifetime) -> Execute:
        address = self.compiler.compile(op.address)
        if op.alive:
            return lambda registers, run: run.memory.renew(address(registers, run))

        def end(registers: list[Any], run: StepRun) -> None:
            at = address(registers, run)
            assert run.frame is not None
            run.memory.kill(at)
            run.frame.objects = tuple([found for found in run.frame.objects if found != at])

        return end

    def compared(self, op: ops.Compared) -> Execute:
        address = self.compiler.compile(op.address)

        def execute(registers: list[Any], run: StepRun) -> None:
            if run.memory.ended(address(registers, run)):
                raise run.broken("invalid-call", "the address of an object that has ended is compared")

        return execute

    def object_size(self, op: ops.ObjectSize) -> Execute:
        address, put = self.compiler.compile(op.address), self.setter(op.target)
        return lambda registers, run: put(registers, run, len(run.heap_object(address(registers, run)).data))

    # -- conditions ------------------------------------------------------------------------------------------------------

    def condition(self, op: ops.Condition) -> Execute:
        holds = self.compiler.compile(op.condition)
        match op:
            case ops.Check(kind=kind, message=message):

                def check(registers: list[Any], run: StepRun) -> None:
                    if not holds(registers, run):
                        raise run.broken(kind, message or kind, op.condition)

                return check
            case ops.Await(holders=holders):
                return self.await_(holds, [self.compiler.compile(holder) for holder in holders])
            case ops.Assume(branch=branch):
                failure: type[Discarded | Infeasible] = Infeasible if branch else Discarded
            case _:
                assert_never(op)

        def require(registers: list[Any], run: StepRun) -> None:
            if not holds(registers, run):
                raise StepStopped(failure(run.pos))

        return require

    def await_(self, holds: Closure, holders: list[Closure]) -> Execute:
        def require(registers: list[Any], run: StepRun) -> None:
            if not holds(registers, run):
                alone = run.depth <= 1  # in a larger block, what comes before may have looked at something else
                raise StepStopped(Blocked(run.pos, tuple([number(registers, run) for number in holders if alone])))

        return require

    # -- control and threads ---------------------------------------------------------------------------------------------

    def simple(self, op: ops.Cut | ops.Skip | ops.Halt | ops.Bracket | ops.Fence) -> Execute:
        match op:
            case ops.Fence(before, after) if self.machine.logs and "C" not in before and "L" not in before:
                acquires, releases = "R" in before and "W" in after and "R" in after, before == "RW" and "W" in after
                return lambda registers, run: run.note(Fenced(run.thread, acquires, releases))
            case ops.Skip() | ops.Fence():
                return lambda registers, run: None
            case ops.Cut(reason=reason):
                return lambda registers, run: _stop(CutOff(reason, run.pos))
            case ops.Halt():
                return lambda registers, run: run.halt()
            case ops.AtomicBegin():
                return lambda registers, run: run.begin()
            case ops.AtomicEnd():
                return lambda registers, run: run.end()
            case _:
                assert_never(op)

    def call(self, op: ops.Call) -> Execute:
        callee = self.compiler.compile(op.callee)
        args = [(self.carried(arg, arg.type), arg.type) for arg in op.args]
        return lambda registers, run: run.call(callee(registers, run), [(arg(registers, run), type_) for arg, type_ in args])

    def receiver(self, op: ops.Call) -> Receive:
        """Takes the result of a call, when the callee returns."""
        if op.target is None:
            return lambda registers, run, value, type_: None
        put, target = self.setter(op.target), op.target.type
        return lambda registers, run, value, type_: put(registers, run, run.converted(value, type_, target))

    def return_(self, op: ops.Return) -> Execute:
        if op.value is None:
            return lambda registers, run: run.leave(UNINIT, None)
        value, type_ = self.carried(op.value, op.value.type), op.value.type
        return lambda registers, run: run.leave(value(registers, run), type_)

    def exit(self, op: ops.ThreadExit) -> Execute:
        if op.value is None:
            return lambda registers, run: run.finish(UNINIT, None)
        value, type_ = self.carried(op.value, op.value.type), op.value.type
        return lambda registers, run: run.finish(value(registers, run), type_)

    def spawn(self, op: ops.Spawn) -> Execute:
        function, put = self.compiler.compile(op.function), self.setter(op.target)
        argument, type_ = self.carried(op.argument, op.argument.type), op.argument.type
        return lambda registers, run: put(registers, run, run.spawn(function(registers, run), argument(registers, run), type_))

    def join(self, op: ops.Join) -> Execute:
        thread = self.compiler.compile(op.thread)
        put = None if op.target is None else self.setter(op.target)

        def execute(registers: list[Any], run: StepRun) -> None:
            number = thread(registers, run)
            if not run.has_ended(number):
                raise StepStopped(Blocked(run.pos, () if run.depth else (number,)))
            if put is not None:
                put(registers, run, run.result_of(number))
            numbers.retire(run, number)

        return execute


def _stop(outcome: CutOff) -> None:
    raise StepStopped(outcome)
