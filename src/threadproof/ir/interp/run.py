"""A step while it runs: the mutable counterpart of the state, and everything that operations do to it.

Only the running thread is unpacked: its innermost frame into an `Activation`, the frames below it stay frozen until they are
returned to. A thread that the step creates runs its leading local operations in between, while its creator is suspended.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from threadproof.errors import Pos
from threadproof.ir import arith
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.interp import numbers
from threadproof.ir.interp.code import Activation, Code
from threadproof.ir.interp.control import ControlEvent, ControlEventKind
from threadproof.ir.interp.memory import Invalid, StepMemory
from threadproof.ir.interp.outcome import (
    Access,
    Allocated,
    CutOff,
    Drew,
    Entry,
    FailedCheck,
    Log,
    StepStopped,
    ThreadEvent,
    Undefined,
    Violation,
)
from threadproof.ir.interp.places import user_place
from threadproof.ir.interp.state import STACK, THREAD, Frame, LiveObject, Site, State, Thread
from threadproof.ir.interp.values import UNINIT, UNSET, Inputs, Lazy, Stored, ValueRequest
from threadproof.ir.op import Origin
from threadproof.ir.program import Edge, MemoryObject
from threadproof.ir.types import Type, byte_size
from threadproof.properties import KINDS, checks

if TYPE_CHECKING:
    from threadproof.ir.interp.machine import Machine


class StepRun:
    """One step. The attributes of the running thread are `thread`, `below`, `frame`, `locals`, `depth` (of atomic blocks)."""

    __slots__ = (
        "below", "control", "depth", "draws", "edge", "frame", "inputs", "locals", "log", "machine", "memory", "numbers",
        "own", "paused", "shared", "suspended", "thread", "threads",
    )  # fmt: skip

    def __init__(self, machine: Machine, state: State, inputs: Inputs) -> None:
        self.machine = machine
        self.inputs = inputs
        self.control = state.control
        self.threads: list[Thread] = list(state.threads)
        self.memory = StepMemory(machine.statics, state, self.force_value)
        self.shared: list[Any] = machine.thaw_shared(state.shared)
        self.log: Log | None = [] if machine.logs else None
        self.draws = 0
        self.paused = -1
        self.own = True  # nothing of other threads was looked at or changed
        self.numbers: tuple[int, set[int]] | None = None  # a thread, and the numbers of its placeholders
        self.thread = -1
        self.below: list[Frame] = []
        self.frame: Activation | None = None
        self.locals: tuple[int, ...] = ()
        self.depth = 0
        self.edge: Edge = machine.nowhere
        self.suspended: list[tuple[int, list[Frame], Activation | None, tuple[int, ...], int, Edge]] = []

    def resume(self, thread: int) -> None:
        """Make a thread the running one."""
        frames = self.threads[thread].frames
        self.thread, self.locals = thread, self.threads[thread].locals
        self.below = list(frames[:-1])
        self.frame = frames[-1].code.thaw(frames[-1])

    def rest(self) -> None:
        """Put the running thread back among the others."""
        if self.frame is not None:
            code = self.frame.code
            self.below.append(code.freeze(self.frame, code.node(self.frame.location).dead))
            self.threads[self.thread] = Thread(tuple(self.below), self.locals, None)

    def state(self) -> State:
        return State(
            self.control, tuple(self.threads), *self.memory.frozen(), self.machine.freeze_shared(self.shared), self.paused
        )

    # -- ends and log ----------------------------------------------------------------------------------------------------

    @property
    def stack(self) -> tuple[Pos, ...]:
        """Where the running operation is, and the calls that led there, innermost first."""
        return (self.edge.pos, *(frame.code.place(frame.location) for frame in reversed(self.below)))

    @property
    def pos(self) -> Pos:
        return user_place(self.stack)

    def broken(self, kind: str, message: str, condition: Expr | None = None, address: int = -1, size: int = 0) -> StepStopped:
        """A check of some kind failed here."""
        if checks(self.machine.property, kind):
            about = FailedCheck(kind, address, size, condition, self.contents_by_name()) if self.machine.trace else None
            return StepStopped(Violation(KINDS[kind], message, self.pos, about))
        return StepStopped(Undefined(kind, message, self.pos))

    def contents_by_name(self) -> tuple[tuple[Variable, Any], ...]:
        """The registers of the running function."""
        if self.frame is None:
            return ()
        return tuple((variable, self.frame.registers[slot]) for variable, slot in self.frame.code.slots.items())

    def halt(self) -> None:
        raise StepStopped(None)

    def note(self, entry: Entry) -> None:
        if self.log is not None:
            self.log.append(entry)

    def note_shared(self, variable: Variable, index: int, write: bool, value: Any) -> None:
        item = (index, 0, 1, None, write, value, self.depth > 0, False)
        self.note(Access(self.thread, self.edge, variable.name, *item))

    def advance(self, happening: ControlEventKind, thread: int) -> None:
        self.control = self.machine.scheduler.advance(self.control, ControlEvent(happening, thread))

    # -- arbitrary values ------------------------------------------------------------------------------------------------

    def draw(self, request: ValueRequest) -> Stored:
        self.draws += 1
        value = self.inputs.draw(request)
        if self.machine.trace and value.__class__ is not Lazy:
            self.note(Drew(self.thread, request.name, value))
        return value

    def fresh(self, variable: Variable) -> Any:
        """The value of a variable that was never assigned."""
        return self.draw(self.request(variable))

    def request(self, variable: Variable, **rest: Any) -> ValueRequest:
        item = (variable.type, Origin.UNINIT, self.pos, variable.name, variable)
        return ValueRequest(*item, thread=self.thread, depth=len(self.below), **rest)

    def unset(self, variable: Variable) -> Stored:
        """A register is left without a value."""
        return self.draw(self.request(variable, defer=lambda: UNSET))

    def fresh_element(self, registers: list[Any], array: Variable, index: int) -> Any:
        element = array.type.element  # type: ignore[attr-defined]
        value = self.draw(ValueRequest(element, Origin.UNINIT, self.pos, array.name, thread=self.thread))
        code = self.frame.code if self.frame is not None else None
        assert code is not None
        home, slot = (self.shared, self.machine.shared[array]) if array.shared else (registers, code.slots[array])
        home[slot] = home[slot].put(index, arith.to_bytes(element, value) if isinstance(value, float) else value)
        return value

    def arbitrary(self, type_: Type, variable: Variable | None, origin: Origin, name: str) -> Stored:
        """An input; it may stay undecided."""
        fields = (type_, origin, self.pos, name, variable)
        return self.draw(ValueRequest(*fields, defer=lambda: self.placeholder(fields), thread=self.thread))

    def placeholder(self, fields: tuple[Any, ...]) -> Lazy:
        lazy = self.machine.lazy(self.thread, self.unused_number(), *fields)
        assert self.numbers is not None
        self.numbers[1].add(lazy.number)
        return lazy

    def share(self, registers: list[Any], slot: int, variable: Variable) -> Stored:
        """The content of a register that was never assigned, which is about to be copied."""
        fields = (variable.type, Origin.UNINIT, self.pos, variable.name, variable)
        request = self.request(variable, forced=registers[slot], defer=lambda: self.placeholder(fields))
        registers[slot] = value = self.draw(request)
        return value

    def force(self, registers: list[Any], slot: int, variable: Variable) -> Any:
        """The value of a register that holds a placeholder."""
        if registers[slot] is UNINIT or registers[slot] is UNSET:
            registers[slot] = self.draw(self.request(variable, forced=registers[slot]))
        else:
            self.force_value(registers[slot])
        return registers[slot]

    def force_value(self, lazy: Lazy) -> Any:
        """Decide a placeholder, wherever it is."""
        if lazy.owner < 0:
            raise AssertionError("only a register knows its own value")
        value = self.draw(
            ValueRequest(lazy.type, lazy.origin, lazy.pos, lazy.name, lazy.variable, forced=lazy, thread=lazy.owner)
        )
        assert value.__class__ is not Lazy
        self.own = False
        if self.numbers is not None and self.numbers[0] == lazy.owner:
            self.numbers[1].discard(lazy.number)
        for registers in self.open_registers():
            while lazy in registers:
                registers[registers.index(lazy)] = value
        for frames in (self.below, *(item[1] for item in self.suspended)):
            frames[:] = [_decide(frame, lazy, value) for frame in frames]
        for number, thread in enumerate(self.threads):
            if thread.result is lazy:
                self.threads[number] = Thread((), (), value)
            elif any(lazy in frame.registers for frame in thread.frames):
                frozen = tuple([_decide(frame, lazy, value) for frame in thread.frames])
                self.threads[number] = Thread(frozen, thread.locals, None)
        self.memory.resolve(lazy, value)
        return value

    def open_registers(self) -> Iterator[list[Any]]:
        for frame in (self.frame, *(item[2] for item in self.suspended)):
            if frame is not None:
                yield frame.registers

    def contents(self) -> Iterator[Any]:
        """What every register and thread result holds."""
        for registers in self.open_registers():
            yield from registers
        yield from self.frozen_contents()

    def references(self) -> Iterator[Any]:
        """What every register and thread result holds that may still be looked at."""
        for frame in (self.frame, *(item[2] for item in self.suspended)):
            if frame is not None:
                dead = frame.code.node(frame.location).dead
                yield from (value for slot, value in enumerate(frame.registers) if slot not in dead)
        yield from self.frozen_contents()

    def frozen_contents(self) -> Iterator[Any]:
        self.own = False
        busy = {self.thread, *(item[0] for item in self.suspended)}
        for frames in (self.below, *(item[1] for item in self.suspended)):
            for frame in frames:
                yield from frame.registers
        for number, thread in enumerate(self.threads):
            yield thread.result
            if number not in busy:
                for frame in thread.frames:
                    yield from frame.registers

    def unused_number(self) -> int:
        """The smallest number that no placeholder of this thread has. Looks through the state once, then keeps the books."""
        if self.numbers is None or self.numbers[0] != self.thread:
            every = (*self.contents(), *self.memory.deferred.values())
            self.numbers = self.thread, {x.number for x in every if x.__class__ is Lazy and x.owner == self.thread}
        used = self.numbers[1]
        return next(n for n in range(len(used) + 1) if n not in used)

    # -- memory ----------------------------------------------------------------------------------------------------------

    def read(self, address: int, type_: Type) -> tuple[Any, Site | MemoryObject, int]:
        try:
            return self.memory.read(address, type_, self.decide)
        except Invalid as error:
            what = f"invalid read: {error.message}"
            raise self.broken("invalid-deref", what, address=address, size=byte_size(type_)) from None

    def decide(self, type_: Type, defer: bool) -> Any:
        """The value of memory that was never written."""
        if defer:
            return self.arbitrary(type_, None, Origin.UNINIT, "uninitialised memory")
        return self.draw(ValueRequest(type_, Origin.UNINIT, self.pos, "uninitialised memory", thread=self.thread))

    def write(self, address: int, type_: Type, value: Any) -> tuple[Site | MemoryObject, int]:
        try:
            return self.memory.write(address, type_, value)
        except Invalid as error:
            what = f"invalid write: {error.message}"
            raise self.broken("invalid-deref", what, address=address, size=byte_size(type_)) from None

    def size(self, type_: Type) -> int:
        return byte_size(type_)

    def allocate(self, size: int, zeroed: bool, kind: str, site: Site | MemoryObject) -> int:
        if size >= self.machine.limits.object_size:
            raise StepStopped(CutOff(f"memory: {size} bytes for {site.name}", self.pos))
        data = bytes(size)
        return self.place(LiveObject(0, data, None if zeroed or not size else data, kind, site))

    def place(self, block: LiveObject) -> int:
        """Give a new object an address."""
        address = self.memory.allocate(self.thread, block, self.references())
        if address is None:
            raise StepStopped(CutOff(f"memory: no room for {block.site.name}", self.pos))
        self.note(Allocated(self.thread, address, len(block.data)))
        if block.kind == STACK and self.frame is not None:
            self.frame.objects = (*self.frame.objects, address)
        return address

    def heap_object(self, address: int) -> LiveObject:
        try:
            return self.memory.heap_object(address)
        except Invalid as error:
            raise self.broken("invalid-free", f"invalid free: {error.message}", address=address) from None

    # -- calls -----------------------------------------------------------------------------------------------------------

    def converted(self, value: Any, source: Type | None, target: Type) -> Any:
        """A value that crosses from one function to another."""
        if source is None or source == target or value is UNINIT or value is UNSET:
            return value
        return arith.cast(target, source, self.force_value(value) if value.__class__ is Lazy else value)

    def code_at(self, address: int) -> Code:
        code = self.machine.codes.get(address)
        if code is None:
            raise self.broken("invalid-function", f"call of {self.memory.nothing_at(address)}")
        return code

    def enter(self, code: Code, arguments: list[tuple[Any, Type]]) -> Activation:
        pairs = zip(arguments, code.function.params, strict=False)
        return code.enter([self.converted(value, type_, parameter.type) for (value, type_), parameter in pairs])

    def call(self, address: int, arguments: list[tuple[Any, Type]]) -> bool:
        code, frame = self.code_at(address), self.frame
        assert frame is not None
        if len(self.below) + 1 >= self.machine.limits.depth:
            raise StepStopped(CutOff(f"recursion: deeper than {self.machine.limits.depth} calls", self.pos))
        entered = self.enter(code, arguments)
        transition = frame.code.node(frame.location).only
        assert transition is not None
        self.below.append(frame.code.freeze(frame, transition.dead))
        self.frame = entered
        return True

    def leave(self, value: Any, type_: Type | None) -> bool:
        """Return from a function."""
        if not self.below:
            if self.thread == 0:
                self.halt()
            return self.finish(value, type_)
        assert self.frame is not None
        for address in self.frame.objects:
            self.memory.kill(address)
        caller = self.below.pop()
        self.frame = caller.code.thaw(caller)
        transition = caller.code.node(caller.location).only
        assert transition is not None and transition.receive is not None
        transition.receive(self.frame.registers, self, value, type_)
        self.frame.location = transition.target
        return True

    # -- threads ---------------------------------------------------------------------------------------------------------

    def finish(self, value: Any, type_: Type | None) -> bool:
        """End the running thread."""
        assert self.frame is not None
        result = self.converted(value, type_, self.machine.program.data_model.pointer)
        for address in (*self.locals, *self.frame.objects, *(a for frame in self.below for a in frame.objects)):
            self.memory.kill(address)
        self.threads[self.thread] = Thread((), (), result)
        self.below, self.frame, self.locals, self.depth = [], None, (), 0
        self.advance(ControlEventKind.ENDED, self.thread)
        self.note(ThreadEvent(self.thread, "end"))
        return True

    def stop(self, thread: int) -> None:
        """End another thread, wherever it is."""
        stopped = self.threads[thread]
        for address in (*stopped.locals, *(address for frame in stopped.frames for address in frame.objects)):
            self.memory.kill(address)
        self.own = False
        self.threads[thread] = Thread((), (), UNINIT)
        if self.machine.trace:
            self.note(ThreadEvent(self.thread, "stop", thread))

    def spawn(self, function: int, argument: Any, type_: Type) -> int:
        code, number = self.code_at(function), numbers.vacant(self)
        if self.machine.crowded(number):
            raise StepStopped(CutOff(f"threads: more than {self.machine.limits.threads} (--threads)", self.pos))
        self.note(ThreadEvent(self.thread, "spawn", number))
        entered = self.enter(code, [(argument, type_)])
        self.own = False
        self.threads[number : number + 1] = [Thread((), (), None)]
        self.advance(ControlEventKind.SPAWNED, number)
        self.suspended.append((self.thread, self.below, self.frame, self.locals, self.depth, self.edge))
        self.thread, self.below, self.frame, self.locals, self.depth = number, [], entered, (), 0
        self.make_locals()
        if self.machine.kernel is None:
            self.machine.run_local(self)
        self.rest()
        self.thread, self.below, self.frame, self.locals, self.depth, self.edge = self.suspended.pop()
        return number

    def make_locals(self) -> None:
        """Give the running thread its copies of the thread-local variables."""
        for item in self.machine.statics.locals:
            self.locals = (*self.locals, self.place(LiveObject(0, self.machine.statics.image(item), None, THREAD, item)))

    def has_ended(self, thread: int) -> bool:
        ended = self.machine.scheduler.ended(self.control, thread)
        if ended is None:
            raise self.broken("invalid-call", f"join of {thread}, which is no thread")
        if ended:
            self.note(ThreadEvent(self.thread, "join", thread))
        return ended

    def result_of(self, thread: int) -> Stored:
        """What a thread ended with; still arbitrary if it returned nothing."""
        found = self.threads[thread]
        self.own = False
        if found.result is UNINIT:
            pointer = self.machine.program.data_model.pointer
            result = self.arbitrary(pointer, None, Origin.UNINIT, f"result of thread {thread}")
            found = self.threads[thread] = found._replace(result=result)
        value: Stored = found.result
        return value

    def begin(self) -> None:
        self.depth += 1

    def end(self) -> None:
        if not self.depth:
            raise self.broken("invalid-call", "end of an atomic block that was not begun")
        self.depth -= 1


def _decide(frame: Frame, lazy: Lazy, value: Any) -> Frame:
    if lazy not in frame.registers:
        return frame
    activation = frame.code.thaw(frame)
    registers = [value if content is lazy else content for content in activation.registers]
    return frame.code.pack(frame.location, registers, frame.objects)
