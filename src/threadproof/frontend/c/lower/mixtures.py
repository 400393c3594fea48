"""What a program that uses FairThreads may not do beside.

It runs under their scheduler. POSIX threads are another world: nothing may block or be created in their way beside it. Main is
the scheduler from `ft_scheduler_start` on. In reality it goes on beside the threads, at any speed; so that this makes no
difference, nothing may follow in main that they could notice, or that could notice them.
"""

from __future__ import annotations

from collections.abc import Container, Iterator

from threadproof.errors import Pos, UnsupportedError
from threadproof.frontend.c.lower import unsupported
from threadproof.frontend.c.lower.link import Linker
from threadproof.frontend.c.lower.outside import cut_before
from threadproof.ir import op as ops
from threadproof.ir.program import Edge, Function, Program

MODEL = "fthread.c"
START, CREATE = "ft_scheduler_start", "ft_thread_create"
HARMLESS = {"ft_exit", "pthread_exit", "exit", "_exit", "abort", "printf", "puts", "fflush", "sleep", "usleep", "pause"}
_QUIET = (ops.Assign, ops.Havoc, ops.Assume, ops.Skip, ops.Return, ops.Halt, ops.ThreadExit, ops.Alloc)


def refuse_mixtures(linker: Linker, program: Program) -> None:
    """What does not go together with FairThreads is not supported: executions end there. What main does after the start of the
    scheduler runs beside the threads, so they end before the start."""
    for function in program.functions.values():
        found: dict[int, UnsupportedError] = {}
        for edge in function.edges:
            for op in edge.ops:
                if isinstance(op, ops.Blocking) or (isinstance(op, ops.Spawn) and function.name != CREATE):
                    what = f"'{function.name}' beside FairThreads"
                    advice = "threads are created by ft_thread_create, and wait for events, for instants and for each other's end"
                    found[edge.source] = UnsupportedError(f"unsupported: {what}", _called(program, function), advice)
        _cut(linker, function, found)
    starting = _starting(program)
    late = next(_after_start(program, starting), None)
    if late is not None:
        message = f"unsupported: what main does after {START}, beside the threads"
        error = UnsupportedError(message, late.pos, "only ft_exit, return and the like may follow")
        for function in starting:
            _cut(linker, function, {edge.source: error for edge in function.edges if any(c in starting for c in _callees(edge))})


def _cut(linker: Linker, function: Function, places: dict[int, UnsupportedError]) -> None:
    for error in places.values():
        unsupported.note(linker, error)
    cut_before(linker, function, places)


def _called(program: Program, function: Function) -> Pos:
    """Where a function of the library is called first by the program."""
    file = program.entry.pos.file
    callers, work = {function}, [function]
    while work:
        callee = work.pop()
        for other in program.functions.values():
            for edge in other.edges:
                if callee in _callees(edge):
                    if edge.pos.file == file:
                        return edge.pos
                    if other not in callers:
                        callers.add(other)
                        work.append(other)
    return function.pos


def _callees(edge: Edge) -> Iterator[Function]:
    for op in edge.ops:
        if isinstance(op, ops.Call) and op.callee.op == "addr":
            yield op.callee.payload


def _starting(program: Program) -> dict[Function, None]:
    """The start of the scheduler, and the functions that may call it."""
    start = program.functions.get(START)
    starting: dict[Function, None] = {} if start is None else {start: None}
    before = -1
    while before != len(starting):
        before = len(starting)
        starting |= {
            f: None for f in program.functions.values() if any(c in starting for edge in f.edges for c in _callees(edge))
        }
    return starting


def _after_start(program: Program, starting: Container[Function]) -> Iterator[Edge]:
    """Edges after the start of the scheduler that do more than end main."""
    for function in program.functions.values():
        if function not in starting or function.name == START:
            continue
        out = function.successors()
        work = [edge.target for edge in function.edges if any(callee in starting for callee in _callees(edge))]
        seen = set(work)
        while work:
            for edge in out.get(work.pop(), ()):
                if not _is_harmless(edge):
                    yield edge
                if edge.target not in seen:
                    seen.add(edge.target)
                    work.append(edge.target)


def _is_harmless(edge: Edge) -> bool:
    callees = {callee.name for callee in _callees(edge)}
    return all(isinstance(op, _QUIET) or (isinstance(op, ops.Call) and callees and callees <= HARMLESS) for op in edge.ops)
