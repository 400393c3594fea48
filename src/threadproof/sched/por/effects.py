"""Dependence of operations: which *resource* each uses, in which *manner*.

Resources are shared variables (of an array: every cell with a constant index, and all others together), events, threads that are
suspended or resumed, the number of threads, and the course of the execution as such. Two uses of one resource commute unless
their manners are in conflict (`CONFLICTS`):

- Data: reads commute, writes do not. *Updates* (v := v + e, and the like) commute with updates by the same operator, as long as
  nothing else looks at the value that was read (`updates`).
- Events: an immediate notification is lost unless a thread waits already, so it is in conflict with beginning to wait;
  and it cancels what is pending, so it is in conflict with delayed notifications. Of those the earliest counts, in any
  order.
- Threads: a suspension is in conflict with whatever the thread does next, and with resumptions.
- The course: what may end the execution without an error (an assumption that fails, the end of the program) is in conflict with
  what may be an error, which would never be reached after it.

Whatever is not known beforehand (an index, an event that a pointer refers to) stands for everything that it may be.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from enum import IntEnum

from threadproof.analyses.accesses import SharedAccess, expr_accesses, op_accesses
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable, var
from threadproof.ir.opfacts import Role, ignored
from threadproof.ir.program import Edge, Function, Program
from threadproof.ir.types import BOOL, is_integral, width
from threadproof.ir.uses import expr_variables, op_changed, op_exprs, op_target
from threadproof.ir.walk import subterms


class Manner(IntEnum):
    READ = 0
    WRITE = 1
    ADD = 2
    MULTIPLY = 3
    AND = 4
    OR = 5
    XOR = 6
    NOTIFY = 7  # at once
    NOTIFY_LATER = 8
    CANCEL = 9
    AWAIT = 10  # begin to wait for an event
    RUN = 11  # be a thread
    SUSPEND = 12
    RESUME = 13
    RESUME_NOW = 14
    STOP = 15  # perhaps end the execution
    FAIL = 16  # perhaps be an error


Effects = dict[Manner, int]
"""The resources that are used in each manner, as bits."""

_M = Manner
UPDATES = {"add": _M.ADD, "sub": _M.ADD, "mul": _M.MULTIPLY, "and": _M.AND, "or": _M.OR, "xor": _M.XOR}
CHANGES = (_M.WRITE, *sorted(set(UPDATES.values())))
CONFLICTS: dict[Manner, tuple[Manner, ...]] = {
    _M.READ: CHANGES,
    _M.WRITE: (_M.READ, *CHANGES),
    **{update: tuple(m for m in (_M.READ, *CHANGES) if m is not update) for update in UPDATES.values()},
    _M.NOTIFY: (_M.NOTIFY_LATER, _M.AWAIT),
    _M.NOTIFY_LATER: (_M.NOTIFY, _M.CANCEL),
    _M.CANCEL: (_M.NOTIFY_LATER,),
    _M.AWAIT: (_M.NOTIFY,),
    _M.RUN: (_M.SUSPEND,),
    _M.SUSPEND: (_M.RUN, _M.RESUME, _M.RESUME_NOW),
    _M.RESUME: (_M.SUSPEND, _M.RESUME_NOW),
    _M.RESUME_NOW: (_M.SUSPEND, _M.RESUME),
    _M.STOP: (_M.FAIL,),
    _M.FAIL: (_M.STOP,),
}
COURSE, THREADS, ENDS = 1 << 0, 1 << 1, 1 << 2  # the course of the execution; how many threads there are; that one ends
_OTHER = object()  # a thread or event that no constant names


def merge(into: Effects, more: Effects) -> None:
    for manner, resources in more.items():
        into[manner] = into.get(manner, 0) | resources


class Resources:
    """Bits for everything that a program uses."""

    def __init__(self, program: Program) -> None:
        self._cells: dict[Variable, dict[object, int]] = {}
        self._events: dict[object, int] = {}
        self._threads: dict[object, int] = {}
        self._count = 3
        self._number(self._events, _OTHER)
        self._number(self._threads, _OTHER)
        for function in program.functions.values():
            for edge in function.edges:
                for op in edge.ops:
                    self._collect(op)

    @property
    def size(self) -> int:
        """How many bits there are."""
        return self._count

    def _number(self, table: dict[object, int], key: object) -> None:
        if key not in table:
            table[key] = 1 << self._count
            self._count += 1

    def _collect(self, op: ops.Op) -> None:
        for access in op_accesses(op):
            cells = self._cells.setdefault(access.variable, {})
            self._number(cells, _OTHER)
            if access.index is not None and access.index.is_const:
                self._number(cells, access.index.payload)
        for table, exprs in ((self._events, _events(op)), (self._threads, _threads(op))):
            for expr in exprs:
                if expr.is_const:
                    self._number(table, expr.payload)

    def cell(self, access: SharedAccess) -> int:
        return _possible(self._cells[access.variable], access.index)

    def event(self, event: Expr) -> int:
        return _possible(self._events, event)

    def suspended(self, thread: Expr) -> int:
        return _possible(self._threads, thread)

    def thread(self, number: int | None) -> int:
        """None: one whose number is not known."""
        return sum(self._threads.values()) if number is None else self._threads.get(number, self._threads[_OTHER])


def _possible(table: dict[object, int], expr: Expr | None) -> int:
    """Everything that an expression may stand for."""
    if expr is not None and expr.is_const:
        return table[expr.payload]
    return sum(table.values())


def _events(op: ops.Op) -> tuple[Expr, ...]:
    if isinstance(op, ops.Wait):
        return op.events
    return (op.event,) if isinstance(op, ops.EventOp) else ()


def _threads(op: ops.Op) -> tuple[Expr, ...]:
    return (op.thread,) if isinstance(op, ops.Suspend | ops.Resume) else ()


# -- effects of edges --------------------------------------------------------------------------------------------------


class EdgeEffects:
    """`commuting`: whether updates are told from other writes."""

    def __init__(self, program: Program, resources: Resources, commuting: bool = True) -> None:
        self.resources = resources
        self.commuting = commuting
        self._made: dict[Edge, Effects] = {}
        for name, function in program.functions.items():
            occurrences = _occurrences(function)
            for edge in function.edges:
                self._made[edge] = self._make(edge, name == program.main, occurrences)

    def of(self, edge: Edge) -> Effects:
        return self._made[edge]

    def _make(self, edge: Edge, main: bool, occurrences: Counter[Variable]) -> Effects:
        found: Effects = {}
        commuting = dict(updates(edge, occurrences)) if self.commuting else {}
        for number, op in enumerate(edge.ops):
            update = commuting.get(number)
            if update is None:
                for access in op_accesses(op):
                    merge(found, {Manner.WRITE if access.write else Manner.READ: self.resources.cell(access)})
            elif update is not Manner.READ:
                (access,) = (access for access in op_accesses(op) if access.write)
                merge(found, {update: self.resources.cell(access)})
                for access in op_accesses(op):
                    if not access.write and access.variable is not op_changed(op):
                        merge(found, {Manner.READ: self.resources.cell(access)})
            merge(found, self._kernel(op))
            merge(found, _course(op, main))
            if isinstance(op, ops.Suspend | ops.Resume | ops.AwaitEnd) or (isinstance(op, ops.Kernel) and not _constant(op)):
                merge(found, {Manner.FAIL: COURSE})  # an operand that the kernel does not accept
        return found

    def _kernel(self, op: ops.Op) -> Effects:
        resources = self.resources
        match op:
            case ops.Wait(events):
                found: Effects = {}
                for event in events:
                    merge(found, {Manner.AWAIT: resources.event(event)})
                return found
            case ops.Present(event=event):
                return {Manner.AWAIT: resources.event(event)}
            case ops.AwaitEnd():
                return {Manner.AWAIT: ENDS}
            case ops.ThreadExit() | ops.Return():
                return {Manner.NOTIFY: ENDS}
            case ops.Notify(event, delay):
                return {Manner.NOTIFY if delay is None else Manner.NOTIFY_LATER: resources.event(event)}
            case ops.Cancel(event):
                return {Manner.CANCEL: resources.event(event)}
            case ops.Suspend(thread):
                return {Manner.SUSPEND: resources.suspended(thread)}
            case ops.Resume(thread, now):
                return {Manner.RESUME_NOW if now else Manner.RESUME: resources.suspended(thread)}
            case ops.Came() | ops.Now() | ops.RequestUpdate() | ops.PickUpdate():
                return {}  # what a thread alone knows, or phases in which no thread runs
            case ops.Simulate() | ops.Advance() | ops.Idle() | ops.Stop():
                return {}  # of main, while no thread runs; `Stop` takes effect there
            case _:
                ignored(op, "sched/por/effects", Role.DATA, Role.CHECK, Role.CONTROL, Role.THREADS)
                return {}


def _constant(op: ops.Kernel) -> bool:
    return all(expr.is_const for expr in op_exprs(op))


def _course(op: ops.Op, main: bool) -> Effects:
    match op:
        case ops.Spawn():
            return {Manner.WRITE: THREADS}
        case ops.Join():
            return {Manner.READ: THREADS, Manner.FAIL: COURSE}
        case ops.Check() | ops.Cut():
            return {Manner.FAIL: COURSE}
        case ops.Halt() | ops.Assume(branch=False):
            return {Manner.STOP: COURSE}
        case ops.Return() if main:
            return {Manner.STOP: COURSE}
        case ops.AtomicBegin() | ops.AtomicEnd() | ops.Await() | ops.Fence():
            return {}
        case _:
            ignored(op, "sched/por/effects", Role.DATA, Role.CONTROL, Role.KERNEL)
            return {}


# -- updates that commute ----------------------------------------------------------------------------------------------


def _occurrences(function: Function) -> Counter[Variable]:
    """How many operations read a register, plus how many set it."""
    found: Counter[Variable] = Counter()
    for edge in function.edges:
        for op in edge.ops:
            target = op_target(op)
            found.update({v for expr in op_exprs(op) for v in expr_variables(expr) if not v.shared})
            found.update(() if target is None or target.shared else (target,))
    return found


def updates(edge: Edge, occurrences: Counter[Variable]) -> Iterator[tuple[int, Manner]]:
    """Operations that together are `v := v op e`, where the old value is used for nothing else: by number, with the manner of
    the one that writes; READ for the one that only fetches the old value into a register."""
    fetched: dict[SharedAccess, tuple[int, Expr]] = {}  # where the value now is in a register
    for number, op in enumerate(edge.ops):
        accesses = list(op_accesses(op))
        written = next((access for access in accesses if access.write), None)
        if written is not None and isinstance(op, ops.Assign | ops.Write):
            old = SharedAccess(written.variable, written.index, False)
            before = fetched.get(old)
            if before is not None and not _reads(accesses, written.variable):
                manner = _manner(op.value, before[1], written)
                if manner is not None:
                    yield before[0], Manner.READ
                    yield number, manner
            elif before is None and _reads(accesses, written.variable) == [old]:
                cell = next(node for node in subterms(op.value) if list(expr_accesses(node)) == [old])
                manner = _manner(op.value, cell, written)
                if manner is not None:
                    yield number, manner
        for access in accesses:
            fetched = {place: item for place, item in fetched.items() if place.variable is not access.variable}
        if isinstance(op, ops.Assign) and not op.target.shared and len(accesses) == 1 and occurrences[op.target] == 2:
            (access,) = accesses
            if list(expr_accesses(op.value)) == [access] and op.value.op in ("var", "select"):
                fetched[access] = (number, var(op.target))


def _reads(accesses: Iterable[SharedAccess], variable: Variable) -> list[SharedAccess]:
    return [access for access in accesses if access.variable is variable and not access.write]


def _manner(value: Expr, old: Expr, written: SharedAccess) -> Manner | None:
    """The operator by which a value is made of the old one. Conversions in between do not matter as long as they keep the bits
    that are stored, because every operator here computes the low bits from low bits."""
    index = written.index
    if index is not None and (not index.is_const or _contains(index, old)):
        return None
    if not is_integral(value.type) and value.type is not BOOL:
        return None
    manner, bits = None, width(value.type)
    while value is not old:
        if value.op == "cast":
            (value,) = value.args
            if not is_integral(value.type) or width(value.type) < bits:
                return None
            continue
        own = UPDATES.get(value.op)
        if own is None or (manner is not None and own is not manner):
            return None
        left, right = (_contains(arg, old) for arg in value.args)
        if left == right or (right and value.op == "sub"):
            return None
        manner = own
        value = value.args[0] if left else value.args[1]
    return manner


def _contains(expr: Expr, part: Expr) -> bool:
    return any(node is part for node in subterms(expr))
