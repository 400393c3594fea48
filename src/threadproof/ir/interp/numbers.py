"""Numbers of threads, given again: a program that creates and joins threads for ever has finitely many states then.

With `Limits.reuse` a new thread gets the smallest number that is free: it belonged to a thread that was joined, and
nothing in the state refers to it, as with addresses of dead objects. The models keep numbers as handles and as owners
of locks: n + 1, also in the low half of a word (recursive mutexes) or negative (writers), and n + 2 (`pthread_once`);
registers of models also hold n. So a handle that is still somewhere, or a lock that a thread still holds at its end,
keeps its number from being used. Joining a handle twice is seen: its thread stays joined as long as there is the
handle. The models observe nothing but equality of numbers, so a state behaves like one with other numbers, unless the
program itself computes with handles; a violation has to be confirmed with numbers that are not given again.

Schedules name threads by the order of their creation: `Machine.created` tells which number each new one got.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any

from threadproof.ir import op as ops
from threadproof.ir.interp.control import ControlEventKind, Recycling
from threadproof.ir.interp.state import Thread
from threadproof.ir.program import Program

if TYPE_CHECKING:
    from threadproof.ir.interp.run import StepRun

LOW, WORD = 0xFFFF, 0xFFFFFFFF
GONE = "__tp_gone"  # where the model of detached threads keeps books by number
READERS = "pthread_rwlock_rdlock"  # a model that keeps masks of numbers


def recyclable(program: Program) -> bool:
    """Whether it joins threads, and no model keeps books that go by numbers."""
    if program.scheduler != "preemptive" or any(item.name.startswith(GONE) for item in program.objects):
        return False
    edges = [edge for function in program.functions.values() for edge in function.edges]
    return READERS not in program.functions and any(isinstance(op, ops.Join) for edge in edges for op in edge.ops)


def vacant(run: StepRun) -> int:
    """The number of the next thread."""
    number = len(run.threads)
    if run.machine.limits.reuse:
        number = next(_free(run), number)
        run.machine.created.append(number)
    return number


def retire(run: StepRun, thread: int) -> None:
    """A thread was joined: it must not be looked at any more."""
    scheduler = run.machine.scheduler
    if run.machine.limits.reuse and isinstance(scheduler, Recycling):
        if scheduler.joined(run.control, thread):
            raise run.broken("invalid-call", f"join of thread {thread}, which was joined before")
        run.own = False
        run.threads[thread] = Thread((), (), None)
        run.advance(ControlEventKind.JOINED, thread)


def _free(run: StepRun) -> Iterator[int]:
    scheduler = run.machine.scheduler
    if not isinstance(scheduler, Recycling):
        return
    free = [number for number in range(1, len(run.threads)) if scheduler.joined(run.control, number)]
    if not free:
        return
    registers = {value & WORD for value in run.contents() if value.__class__ is int}
    words = registers | _words({*run.memory.cells, *(block.data for block in run.memory.blocks.values())})
    low = {word & LOW for word in words}
    for number in free:
        if not (number + 1 in low or number + 2 in words or -(number + 1) & WORD in words or number in registers):
            yield number


def _words(contents: Iterable[Any]) -> set[int]:
    """What 32 bits of memory hold, wherever they begin."""
    found: set[int] = set()
    for data in contents:
        for begin in range(min(4, len(data) - 3)):
            found.update(struct.unpack_from(f"<{(len(data) - begin) // 4}I", data, begin))
    return found
