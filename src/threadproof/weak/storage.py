"""Propagation under Power: a write reaches different threads at different times, so that a read may find an older value
than that of memory.

The idea: memory holds the last write to a place in coherence order, and a thread may *miss* writes for a while: it reads
an older value, until Power forbids that. A write still takes its place in memory at one moment; that is its place in
coherence. Right before that moment the value of a place x may be set aside for a thread t. Then t's reads of x find
either that value, or memory and from then on memory again. While t misses a write at x, four things are known about it:

* the threads that have *seen* one of the writes to x that t misses: they wrote it or read it;
* the threads that come *after* one: they have passed a fence since they saw it, or have seen a write that was made by a
  thread after it;
* the places that hold a value which was written by a thread after it;
* a thread counts as a reader of the value that is set aside for it, at that moment.

t stops missing writes at x where it reads a value that was written after them, or writes x itself; where a thread that
has seen them passes a full fence; and, for simplicity, where a thread after them writes to a place that is not followed
here, and with every atomic block, creation or end of a thread.

Why all that the program does is allowed (`weak/power_axioms`). Take the order of moments in which reads are satisfied
and writes reach memory. Preserved program order, fences, reads-from between threads and coherence are part of it
(`early_accesses`); from-read is, unless the read misses the write. So happens-before has no cycle. A thread's reads of a
place see writes in coherence order, also around its own writes: sc per location. Let w be a write that a read r of t
misses, and let a propagation chain lead from w to e.

* It starts with writes to x from w on, or reads of them: their threads have seen it. From its first fence on the thread
  is after it, and so is every thread that it reaches by happens-before from there, with the places on the way. (What a
  thread writes goes to memory after what it wrote before a fence, so a thread with any fence is after its own writes at
  once. A read that is forwarded from the thread's own buffer has not seen memory, but nothing gets out of the thread
  past a fence before that write does.)
* If it comes to t, then t stops missing w: r does not come after w. That is observation.
* If it has a full fence, t stops missing w there, so the fence and e come after r: also from r, by from-read, the chain
  leads to something later. Every propagation chain thus leads forward in the order of moments, as coherence does: that
  is propagation.

An atomic block finds that no thread misses anything, and no thread misses a part of it.

Not all executions: one value is set aside per thread and place, a write of t precedes no write that t misses, and only
those pairs of a thread and a place are followed that are on a cycle which the program would lack otherwise
(`preserved_order`). If there are none, the program stays as it is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from enum import StrEnum

from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Function, MemoryObject, Program
from threadproof.ir.types import BOOL, U32, U64, IntType, Type, byte_size
from threadproof.records import dataclass, replace
from threadproof.weak.buffer_slots import BodyBuilder, BufferedPlace, address_of, cell_type


class StorageFunction(StrEnum):
    """What happens, as functions of models/store_buffer.c."""

    MISSES = "__tp_storage_misses"
    OLDER = "__tp_storage_older"
    REACHES = "__tp_storage_reaches"
    ELSEWHERE = "__tp_storage_elsewhere"
    LIGHT = "__tp_storage_light"
    FULL = "__tp_storage_full"
    ALL = "__tp_storage_all"


MOST = 32  # threads, and places
Pair = tuple[str, BufferedPlace]


@dataclass(frozen=True, slots=True)
class Missed:
    """What a thread misses at a place. All of it is zero where it misses nothing. Sets are bits."""

    thread: int
    place: int
    misses: MemoryObject
    older: MemoryObject  # what was put aside
    seen: MemoryObject  # threads
    after: MemoryObject  # threads that come after the write in propagation order
    held: MemoryObject  # places

    def objects(self) -> tuple[MemoryObject, ...]:
        return self.misses, self.older, self.seen, self.after, self.held


class Storage:
    """`threads`: their functions; `fenced`: those that pass light fences. Functions are made per thread and place on demand."""

    def __init__(
        self, program: Program, threads: Sequence[str], fenced: set[str], places: list[BufferedPlace], pairs: list[Pair]
    ) -> None:
        self.program, self.pointer = program, program.data_model.pointer
        self.threads, self.places = list(threads), places
        self.fenced = {number for number, thread in enumerate(threads) if thread in fenced}
        self.me = _object("__tp_me", U32, thread_local=True)
        self.missed = [self._missed(number, *pair) for number, pair in enumerate(pairs)]
        self.made: dict[str, Function] = {}

    def _missed(self, number: int, thread: str, place: BufferedPlace) -> Missed:
        word = IntType(8 * byte_size(place.type), False)
        named = {"misses": BOOL, "older": word, "seen": U32, "after": U32, "held": U32}
        cells = [_object(f"__tp_{name}{number}", type_) for name, type_ in named.items()]
        return Missed(self.threads.index(thread), next(n for n, p in enumerate(self.places) if p.same(place)), *cells)

    def finish(self, program: Program) -> Program:
        """With the functions, and what they work on."""
        objects = [*program.objects, self.me, *(item for missed in self.missed for item in missed.objects())]
        return replace(program, functions={**program.functions, **self.made}, objects=objects)

    # -- functions -------------------------------------------------------------------------------------------------------

    def function(self, kind: StorageFunction, thread: int | None, place: int | None = None) -> Function:
        """For one thread and place; None: whichever they are."""
        name = f"{kind}#{'' if thread is None else thread}#{'' if place is None else place}"
        if name not in self.made:
            stub = self.program.functions[kind]
            self.made[name] = function = replace(stub, name=name, identity=object())
            code = BodyBuilder(self.pointer, function)
            if thread is None and kind != StorageFunction.ALL:
                self._by_thread(code, kind, place)
            elif place is None and kind in (StorageFunction.MISSES, StorageFunction.OLDER, StorageFunction.REACHES):
                self._by_place(code, kind, thread)
            else:
                self._body(code, kind, -1 if thread is None else thread, -1 if place is None else place)
            self.made[name] = code.done(closed=kind in (StorageFunction.MISSES, StorageFunction.OLDER))
        return self.made[name]

    def _body(self, code: BodyBuilder, kind: StorageFunction, thread: int, place: int) -> None:
        match kind:
            case StorageFunction.MISSES:
                self._misses(code, thread, place)
            case StorageFunction.OLDER:
                self._older(code, thread, place)
            case StorageFunction.REACHES:
                self._reaches(code, thread, place)
            case StorageFunction.LIGHT:
                self._light(code, thread)
            case StorageFunction.FULL:
                self._stop_where(code, thread, lambda missed: missed.seen)
            case StorageFunction.ELSEWHERE:
                self._stop_where(code, thread, lambda missed: missed.after)
            case StorageFunction.ALL:
                for missed in self.missed:
                    with self._while(code, missed):
                        self._stop(code, missed)

    def _by_thread(self, code: BodyBuilder, kind: StorageFunction, place: int | None) -> None:
        me = code.read(self.me)
        for thread in range(1, len(self.threads)):
            other = code.unless(e.eq(me, e.const(U32, thread)))
            self._tail(code, self.function(kind, thread, place))
            code.here = other
        self._tail(code, self.function(kind, 0, place))

    def _by_place(self, code: BodyBuilder, kind: StorageFunction, thread: int | None) -> None:
        where = e.var(code.function.params[0])
        for number, place in enumerate(self.places):
            other = code.unless(e.eq(where, address_of(place, self.pointer)))
            self._tail(code, self.function(kind, thread, number))
            code.here = other
        if kind == StorageFunction.REACHES:
            self._tail(code, self.function(StorageFunction.ELSEWHERE, thread))
        else:
            assert code.function.result is not None
            code.give_back(e.zero(code.function.result))

    def _tail(self, code: BodyBuilder, function: Function) -> None:
        """A call, and what it gives is given back."""
        params = tuple(e.var(param) for param in code.function.params) if function.params else ()
        if function.result is None:
            code.call(function, *params)
            code.give_back()
        else:
            result = code.register(function.result)
            code.call(function, *params, target=result)
            code.give_back(e.var(result))

    # -- bodies ----------------------------------------------------------------------------------------------------------

    def _misses(self, code: BodyBuilder, thread: int, place: int) -> None:
        """A read: whether it finds what was put aside."""
        for own in self._of(thread, place):
            with self._while(code, own):
                memory = code.unless(code.any())
                code.give_back(e.const(BOOL, True))
                code.here = memory
                self._stop(code, own)
        self._reads(code, thread, place)
        code.give_back(e.const(BOOL, False))

    def _older(self, code: BodyBuilder, thread: int, place: int) -> None:
        found = [e.cast(U64, code.read(own.older)) for own in self._of(thread, place)]
        code.give_back(found[0] if found else e.zero(U64))

    def _reaches(self, code: BodyBuilder, thread: int, place: int) -> None:
        """A write, right before it reaches memory. A thread that is to miss it reads what is there now."""
        mine = [missed for missed in self.missed if missed.place == place]
        chosen = [(missed, code.any()) for missed in mine if missed.thread != thread]
        for missed, choice in chosen:
            with _when(code, choice):
                self._reads(code, missed.thread, place)
        for missed, choice in chosen:
            with _when(code, choice):
                self._put_aside(code, missed)
        for missed in self.missed:
            with self._while(code, missed):
                self._written(code, missed, thread, place)

    def _light(self, code: BodyBuilder, thread: int) -> None:
        for missed in self.missed:
            if missed.thread != thread:
                with self._while(code, missed), _when(code, _has(code.read(missed.seen), thread)):
                    self._add(code, missed.after, thread)

    # -- parts -----------------------------------------------------------------------------------------------------------

    def _of(self, thread: int, place: int) -> list[Missed]:
        return [missed for missed in self.missed if (missed.thread, missed.place) == (thread, place)]

    def _reads(self, code: BodyBuilder, thread: int, place: int) -> None:
        """The thread sees what memory holds at the place."""
        for missed in self.missed:
            if (missed.thread, missed.place) == (thread, place):
                continue
            with self._while(code, missed):
                if missed.place == place:
                    self._add(code, missed.seen, thread)
                with _when(code, _has(code.read(missed.held), place)):
                    if missed.thread == thread:
                        self._stop(code, missed)
                    else:
                        self._add(code, missed.seen, thread)
                        self._add(code, missed.after, thread)

    def _put_aside(self, code: BodyBuilder, missed: Missed) -> None:
        self._stop(code, missed)
        old = code.register(cell_type(missed.older))
        code.do(ops.Load(old, address_of(self.places[missed.place], self.pointer)))
        code.write(missed.older, e.var(old))
        code.write(missed.misses, e.const(BOOL, True))

    def _written(self, code: BodyBuilder, missed: Missed, thread: int, place: int) -> None:
        """By a write of the thread, while something is missed."""
        if missed.thread == thread:
            if missed.place == place:
                self._stop(code, missed)
            else:
                self._remove(code, missed.held, place)
            return
        if missed.place == place:
            self._add(code, missed.seen, thread)
            if thread in self.fenced:
                self._add(code, missed.after, thread)
        ends = code.unless(_has(code.read(missed.after), thread))
        self._add(code, missed.held, place)
        done, code.here = code.here, ends
        self._remove(code, missed.held, place)
        code.join([done])

    def _stop_where(self, code: BodyBuilder, thread: int, which: Callable[[Missed], MemoryObject]) -> None:
        for missed in self.missed:
            if missed.thread != thread:
                with self._while(code, missed), _when(code, _has(code.read(which(missed)), thread)):
                    self._stop(code, missed)

    def _stop(self, code: BodyBuilder, missed: Missed) -> None:
        for item in missed.objects():
            code.write(item, e.zero(cell_type(item)))

    def _while(self, code: BodyBuilder, missed: Missed) -> AbstractContextManager[None]:
        return _when(code, code.read(missed.misses))

    def _add(self, code: BodyBuilder, item: MemoryObject, number: int) -> None:
        code.write(item, e.binary("or", code.read(item), e.const(U32, 1 << number)))

    def _remove(self, code: BodyBuilder, item: MemoryObject, number: int) -> None:
        code.write(item, e.binary("and", code.read(item), e.const(U32, ~(1 << number) & 0xFFFFFFFF)))


@contextmanager
def _when(code: BodyBuilder, condition: Expr) -> Iterator[None]:
    other = code.unless(condition)
    yield
    code.join([other])


def _has(bits: Expr, number: int) -> Expr:
    return e.ne(e.binary("and", bits, e.const(U32, 1 << number)), e.zero(U32))


def _object(name: str, type_: Type, thread_local: bool = False) -> MemoryObject:
    return MemoryObject(name, byte_size(type_), byte_size(type_), type_, thread_local=thread_local)
