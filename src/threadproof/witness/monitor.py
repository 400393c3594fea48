"""Whether an execution goes along a witness: an automaton over its segments, told what the execution passes.

In each segment one waypoint is to be followed. As soon as the execution comes to its place, in its thread, its constraint
must hold; then the next segment begins. Where it does not hold, the execution does not match the witness (`dead`), and
neither does one that passes a waypoint to avoid. Beginnings that precede what other threads can see (a local assignment, say)
may be counted any time before the next visible operation of their thread: such executions differ in nothing that can be
observed. At the end, the violation itself must lie in the statement of the target, or the two accesses of a race in those of
the two targets.

Threads are numbered as the witness does: 0 is main, k the one that the k-th followed `function_enter` at a creation creates.
A witness that numbers no thread means any.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from contextlib import suppress

from threadproof.errors import Pos
from threadproof.frontend.c.syntax.statements import IF, LOOP, CallSite, Place, Statement, Syntax
from threadproof.ir.interp.outcome import Access, Entry, ThreadEvent
from threadproof.ir.interp.places import in_library
from threadproof.records import dataclass, replace
from threadproof.witness import document as d
from threadproof.witness.condition import CNumber, Unclear, holds
from threadproof.witness.document import Waypoint, Witness, WitnessError
from threadproof.witness.passage import BEGINS, BRANCHES, ENTERS, RETURNS, Passage, PassageEvent

_KINDS = {d.ASSUMPTION: BEGINS, d.AFTER: BEGINS, d.BRANCHING: BRANCHES, d.ENTER: ENTERS, d.RETURN: RETURNS}


@dataclass(frozen=True, slots=True, eq=False)
class SegmentPoint:
    """A waypoint with what its place means in the program."""

    waypoint: Waypoint
    statements: frozenset[Statement]
    calls: frozenset[CallSite]
    creates: bool  # a call that creates a thread


CREATORS = frozenset({"pthread_create", "thrd_create"})


def resolved(witness: Witness, syntax: Syntax) -> tuple[tuple[SegmentPoint, ...], ...]:
    """Raises WitnessError where a waypoint is at no place of the program. Loose ones are left out there."""
    found = []
    for segment in witness.segments:
        points = [point for waypoint in segment if (point := _found(waypoint, syntax)) is not None]
        if points:
            found.append(tuple(points))
    return tuple(found)


def _found(waypoint: Waypoint, syntax: Syntax) -> SegmentPoint | None:
    if not waypoint.loose:
        return _point(waypoint, syntax)
    for column in dict.fromkeys((waypoint.column, 0)):
        with suppress(WitnessError):
            return _point(replace(waypoint, column=column), syntax)
    if waypoint.type == d.TARGET:
        raise WitnessError(f"no statement is at line {waypoint.line}", waypoint.origin)
    return None


def _point(waypoint: Waypoint, syntax: Syntax) -> SegmentPoint:
    line, column = waypoint.line, waypoint.column
    if waypoint.type in (d.ENTER, d.RETURN):
        calls = syntax.calls_at(line, column)
        calls = [call for call in calls if waypoint.callee in ("", call.name)]
        if not calls:
            raise WitnessError(f"no call ends at line {line}{_column(column)}", waypoint.origin)
        return SegmentPoint(waypoint, frozenset(), frozenset(calls), any(call.name in CREATORS for call in calls))
    if waypoint.type == d.AFTER:
        return SegmentPoint(waypoint, frozenset(), frozenset(), False)
    if column or waypoint.type != d.TARGET:
        found = syntax.starting(line, column)
    else:
        found = [statement for statement in syntax.statements if statement.span[0][0] == line]
    if waypoint.type == d.BRANCHING:
        found = [statement for statement in _branching(syntax, line, column) if statement.kind in (IF, LOOP)]
    if not found:
        what = "statement with a condition" if waypoint.type == d.BRANCHING else "statement"
        raise WitnessError(f"no {what} begins at line {line}{_column(column)}", waypoint.origin)
    return SegmentPoint(waypoint, frozenset(found), frozenset(), False)


def _branching(syntax: Syntax, line: int, column: int) -> list[Statement]:
    if column:
        return syntax.starting(line, column)
    return [s for s in syntax.statements if s.kind in (IF, LOOP) and s.span[0][0] == line][:1]


def _column(column: int) -> str:
    return f", column {column}" if column else ""


class Monitor:
    """Follows one execution. `reached`: segments that are passed; `why`: the last thing that went wrong."""

    def __init__(self, points: tuple[tuple[SegmentPoint, ...], ...], passage: Passage, long_bits: int = 64) -> None:
        self.points, self.passage, self.long_bits = points, passage, long_bits
        self.reached = 0
        self.dead = False
        self.why = ""
        self.named = any(point.waypoint.thread is not None for segment in points for point in segment)
        self.threads = [0]  # as the witness numbers them
        self.pending: dict[int, tuple[PassageEvent, ...]] = {}

    def copy(self) -> Monitor:
        other = Monitor.__new__(Monitor)
        other.points, other.long_bits, other.named = self.points, self.long_bits, self.named
        other.passage = self.passage.copy()
        other.reached, other.dead, other.why = self.reached, self.dead, self.why
        other.threads, other.pending = list(self.threads), dict(self.pending)
        return other

    @property
    def last(self) -> bool:
        """Only the target is left."""
        return self.reached == len(self.points) - 1

    def feed(self, log: Iterable[Entry]) -> None:
        for entry in log:
            if self.dead:
                return
            for event in self.passage.feed(entry):
                self._happened(event)
            if (isinstance(entry, Access) and not entry.private) or (isinstance(entry, ThreadEvent) and entry.what == "join"):
                self._visible(entry.thread)

    def _happened(self, event: PassageEvent) -> None:
        for point in self.points[self.reached][:-1]:
            if point.waypoint.action == d.AVOID and self._fits(point, event) and self._passes(point, event) is True:
                self.dead, self.why = True, f"passes the waypoint to avoid at line {point.waypoint.line}"
                return
        self.pending[event.thread] = (*self.pending.get(event.thread, ()), event)
        self._advance()

    def _advance(self) -> None:
        """Follow as far as what happened allows."""
        while not self.last:
            point = self.points[self.reached][-1]
            found = self._found(point)
            if found is None:
                return
            thread, index = found
            used = point.waypoint.type != d.AFTER  # that the next statement begins is what the next waypoint may wait for
            self.pending[thread] = self.pending[thread][index + used :]
            self.reached += 1

    def _found(self, point: SegmentPoint) -> tuple[int, int] | None:
        """The first event that fits, if it passes."""
        for thread, events in self.pending.items():
            for index, event in enumerate(events):
                if self._fits(point, event):
                    if self._passes(point, event):
                        if event.created >= 0:
                            self.threads.append(event.created)
                        return thread, index
                    break
        return None

    def _visible(self, thread: int) -> None:
        """What the thread has begun cannot be counted any more. A waypoint that it came to and that did not pass ends
        it."""
        events = self.pending.pop(thread, ())
        if self.last:
            return
        point = self.points[self.reached][-1]
        for event in events:
            if self._fits(point, event):
                self.dead = True
                self.why = self.why or f"the constraint at line {point.waypoint.line} does not hold"

    def _fits(self, point: SegmentPoint, event: PassageEvent) -> bool:
        waypoint = point.waypoint
        if event.kind != _KINDS.get(waypoint.type) or not self._in_thread(waypoint, event.thread):
            return False
        if waypoint.type == d.AFTER:
            return True
        if point.calls:
            return event.call in point.calls and (not point.creates or event.created >= 0)
        return event.statement in point.statements

    def _in_thread(self, waypoint: Waypoint, thread: int) -> bool:
        if not self.named:
            return True
        number = waypoint.thread or 0
        return number < len(self.threads) and self.threads[number] == thread

    def _passes(self, point: SegmentPoint, event: PassageEvent) -> bool:
        waypoint = point.waypoint
        if waypoint.type == d.BRANCHING:
            return event.value is (waypoint.constraint == "true")
        if not waypoint.constraint:
            return True

        def lookup(name: str) -> CNumber:
            if name == r"\result":
                if not isinstance(event.value, CNumber):
                    raise Unclear("the result is not known")
                return event.value
            return self.passage.lookup(event.thread, name)

        try:
            return holds(waypoint.constraint, lookup, self.long_bits)
        except Unclear as reason:
            self.why = f"the constraint at line {waypoint.line} cannot be decided: {reason}"
            return False

    # -- the end ---------------------------------------------------------------------------------------------------------

    def hits(self, places: Sequence[tuple[int, tuple[Pos, ...]]]) -> bool:
        """Whether the violation is at the target: which thread violates the property, and where (with the calls that
        led there). Of a race there are two, of a deadlock one for every thread that waits."""
        if self.dead or not self.last:
            return False
        targets = [point for point in self.points[-1] if point.waypoint.type == d.TARGET]
        if len(targets) == 2:
            if len(places) != 2:
                return False
            pairs = (list(zip(targets, places)), list(zip(targets, reversed(places))))
            return any(all(self._at(target, *place) for target, place in pair) for pair in pairs)
        return any(self._at(targets[0], *place) for place in places)

    def _at(self, target: SegmentPoint, thread: int, stack: tuple[Pos, ...]) -> bool:
        syntax = self.passage.syntax
        inside = (syntax.at(_place(pos)) for pos in stack if pos.file == syntax.file and not in_library(pos))
        return self._in_thread(target.waypoint, thread) and any(found in target.statements for found in inside if found)


def _place(pos: Pos) -> Place:
    return pos.line, pos.column
