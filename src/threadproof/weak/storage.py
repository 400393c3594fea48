"""Storage: under Power a write reaches different threads at different times, so that memory is not all that a read may find.

A write still takes its place in memory at one moment; that is its place in the order of writes to one place. But a thread t may
*miss* it: right before, what a place x held is put aside for t, and t's reads of x find either that, or memory and
from then on memory again. While t misses something at x, four things are known about it:

* who has *seen* one of the writes to x that t misses: who wrote or read it;
* who is *behind* one: has passed a fence since, or has seen what somebody wrote who was behind it;
* which places hold a value that was written by somebody behind it;
* a thread is seen as the reader of what is put aside for it, at that moment.

t stops to miss what it misses at x where it reads a value from behind that, or writes x itself; where somebody who has seen it
passes a full fence; and, for simplicity, where somebody behind it writes to a place that is not followed here, and with every
atomic block, creation or end of a thread.

Why all that the program does is allowed (`weak/power_axioms`). Take the order of moments in which reads are satisfied and
writes reach memory. Preserved program order, fences, reads-from between threads and the order of writes are part of it
(`ahead`); from-read is, unless the read misses the write. So happens-before has no cycle. A thread's reads of a place see
writes in their order, also around its own writes: sc per location. Let w be a write that a read r of t misses, and let a
propagation chain lead from w to e.

* It starts with writes to x from w on, or reads of them: their threads have seen it. At its first fence the thread is behind it,
  and so is everybody whom it reaches by happens-before from there, with the places on the way. (What a thread writes goes to
  memory after what it wrote before a fence, so a thread with any fence is behind its own writes at once. A read that is
  served by the own buffer has not seen memory, but nothing gets out of the thread past a fence before that write does.)
* If it comes to t, that stops to miss w: r is not behind it. That is observation.
* If it has a full fence, t stops to miss w there, so the fence and e come after r: also from r, by from-read, the chain leads to
  something later. Every propagation chain thus leads forward in the order of moments, as the order of writes does: propagation.

An atomic block finds that nobody misses anything, and nobody misses a part of it.

Not all executions: one value is put aside per thread and place, a write of t goes before no write that t misses, and only those
pairs of a thread and a place are followed that are on a cycle which the program would lack otherwise (`kept`). If there are
none, the program stays as it is.
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
from threadproof.weak.buffer_slots import Code, Place, address_of, cell_type


class Kind(StrEnum):
    """What happens, as functions of models/store_buffer.c."""

    MISSES = "__tp_storage_misses"
    OLDER = "__tp_storage_older"
    REACHES = "__tp_storage_reaches"
    ELSEWHERE = "__tp_storage_elsewhere"
    LIGHT = "__tp_storage_light"
    FULL = "__tp_storage_full"
    ALL = "__tp_storage_all"


MOST = 32  # threads, and places
Pair = tuple[str, Place]


@dataclass(frozen=True, slots=True)
class Missed:
    """What a thread misses at a place. All of it is zero where it misses nothing. Sets are bits."""

    thread: int
    place: int
    misses: MemoryObject
    older: MemoryObject  # what was put aside
    seen: MemoryObject  # threads
    behind: MemoryObject  # threads
    held: MemoryObject  # places

    def objects(self) -> tuple[MemoryObject, ...]:
        return self.misses, self.older, self.seen, self.behind, self.held


class Storage:
    """`threads`: their functions; `fenced`: those that pass light fences. Functions are made per thread and place on demand."""

    def __init__(
        self, program: Program, threads: Sequence[str], fenced: set[str], places: list[Place], pairs: list[Pair]
    ) -> None:
        self.program, self.pointer = program, program.data_model.pointer
        self.threads, self.places = list(threads), places
        self.fenced = {number for number, thread in enumerate(threads) if thread in fenced}
        self.me = _object("__tp_me", U32, thread_local=True)
        self.missed = [self._missed(number, *pair) for number, pair in enumerate(pairs)]
        self.made: dict[str, Function] = {}

    def _missed(self, number: int, thread: str, place: Place) -> Missed:
        word = IntType(8 * byte_size(place.type), False)
        named = {"misses": BOOL, "older": word, "seen": U32, "behind": U32, "held": U32}
        cells = [_object(f"__tp_{name}{number}", type_) for name, type_ in named.items()]
        return Missed(self.threads.index(thread), next(n for n, p in enumerate(self.places) if p.same(place)), *cells)

    def finish(self, program: Program) -> Program:
        """With the functions, and what they work on."""
        objects = [*program.objects, self.me, *(item for missed in self.missed for item in missed.objects())]
        return replace(program, functions={**program.functions, **self.made}, objects=objects)

    # -- functions -------------------------------------------------------------------------------------------------------

    def function(self, kind: Kind, thread: int | None, place: int | None = None) -> Function:
        """For one thread and place; None: whichever they are."""
        name = f"{kind}#{'' if thread is None else thread}#{'' if place is None else place}"
        if name not in self.made:
            stub = self.program.functions[kind]
            self.made[name] = function = replace(stub, name=name, identity=object())
            code = Code(self.pointer, function)
            if thread is None and kind != Kind.ALL:
                self._by_thread(code, kind, place)
            elif place is None and kind in (Kind.MISSES, Kind.OLDER, Kind.REACHES):
                self._by_place(code, kind, thread)
            else:
                self._body(code, kind, -1 if thread is None else thread, -1 if place is None else place)
            self.made[name] = code.done(closed=kind in (Kind.MISSES, Kind.OLDER))
        return self.made[name]

    def _body(self, code: Code, kind: Kind, thread: int, place: int) -> None:
        match kind:
            case Kind.MISSES:
                self._misses(code, thread, place)
            case Kind.OLDER:
                self._older(code, thread, place)
            case Kind.REACHES:
                self._reaches(code, thread, place)
            case Kind.LIGHT:
                self._light(code, thread)
            case Kind.FULL:
                self._stop_where(code, thread, lambda missed: missed.seen)
            case Kind.ELSEWHERE:
                self._stop_where(code, thread, lambda missed: missed.behind)
            case Kind.ALL:
                for missed in self.missed:
                    with self._while(code, missed):
                        self._stop(code, missed)

    def _by_thread(self, code: Code, kind: Kind, place: int | None) -> None:
        me = code.read(self.me)
        for thread in range(1, len(self.threads)):
            other = code.unless(e.eq(me, e.const(U32, thread)))
            self._tail(code, self.function(kind, thread, place))
            code.here = other
        self._tail(code, self.function(kind, 0, place))

    def _by_place(self, code: Code, kind: Kind, thread: int | None) -> None:
        where = e.var(code.function.params[0])
        for number, place in enumerate(self.places):
            other = code.unless(e.eq(where, address_of(place, self.pointer)))
            self._tail(code, self.function(kind, thread, number))
            code.here = other
        if kind == Kind.REACHES:
            self._tail(code, self.function(Kind.ELSEWHERE, thread))
        else:
            assert code.function.result is not None
            code.give_back(e.zero(code.function.result))

    def _tail(self, code: Code, function: Function) -> None:
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

    def _misses(self, code: Code, thread: int, place: int) -> None:
        """A read: whether it finds what was put aside."""
        for own in self._of(thread, place):
            with self._while(code, own):
                memory = code.unless(code.any())
                code.give_back(e.const(BOOL, True))
                code.here = memory
                self._stop(code, own)
        self._reads(code, thread, place)
        code.give_back(e.const(BOOL, False))

    def _older(self, code: Code, thread: int, place: int) -> None:
        found = [e.cast(U64, code.read(own.older)) for own in self._of(thread, place)]
        code.give_back(found[0] if found else e.zero(U64))

    def _reaches(self, code: Code, thread: int, place: int) -> None:
        """A write, right before it reaches memory. Whoever is to miss it reads what is there now."""
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

    def _light(self, code: Code, thread: int) -> None:
        for missed in self.missed:
            if missed.thread != thread:
                with self._while(code, missed), _when(code, _has(code.read(missed.seen), thread)):
                    self._add(code, missed.behind, thread)

    # -- parts -----------------------------------------------------------------------------------------------------------

    def _of(self, thread: int, place: int) -> list[Missed]:
        return [missed for missed in self.missed if (missed.thread, missed.place) == (thread, place)]

    def _reads(self, code: Code, thread: int, place: int) -> None:
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
                        self._add(code, missed.behind, thread)

    def _put_aside(self, code: Code, missed: Missed) -> None:
        self._stop(code, missed)
        old = code.register(cell_type(missed.older))
        code.do(ops.Load(old, address_of(self.places[missed.place], self.pointer)))
        code.write(missed.older, e.var(old))
        code.write(missed.misses, e.const(BOOL, True))

    def _written(self, code: Code, missed: Missed, thread: int, place: int) -> None:
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
                self._add(code, missed.behind, thread)
        ends = code.unless(_has(code.read(missed.behind), thread))
        self._add(code, missed.held, place)
        done, code.here = code.here, ends
        self._remove(code, missed.held, place)
        code.join([done])

    def _stop_where(self, code: Code, thread: int, which: Callable[[Missed], MemoryObject]) -> None:
        for missed in self.missed:
            if missed.thread != thread:
                with self._while(code, missed), _when(code, _has(code.read(which(missed)), thread)):
                    self._stop(code, missed)

    def _stop(self, code: Code, missed: Missed) -> None:
        for item in missed.objects():
            code.write(item, e.zero(cell_type(item)))

    def _while(self, code: Code, missed: Missed) -> AbstractContextManager[None]:
        return _when(code, code.read(missed.misses))

    def _add(self, code: Code, item: MemoryObject, number: int) -> None:
        code.write(item, e.binary("or", code.read(item), e.const(U32, 1 << number)))

    def _remove(self, code: Code, item: MemoryObject, number: int) -> None:
        code.write(item, e.binary("and", code.read(item), e.const(U32, ~(1 << number) & 0xFFFFFFFF)))


@contextmanager
def _when(code: Code, condition: Expr) -> Iterator[None]:
    other = code.unless(condition)
    yield
    code.join([other])


def _has(bits: Expr, number: int) -> Expr:
    return e.ne(e.binary("and", bits, e.const(U32, 1 << number)), e.zero(U32))


def _object(name: str, type_: Type, thread_local: bool = False) -> MemoryObject:
    return MemoryObject(name, byte_size(type_), byte_size(type_), type_, thread_local=thread_local)
