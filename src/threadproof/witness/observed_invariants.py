"""Dynamic invariant inference: candidates for invariants where no proof is at hand, from the executions of a short
exploration.

The reference interpreter runs the program through different schedules and inputs, first come those that are nearest to the
start. Whenever a thread is about to evaluate the condition of a loop, the values of globals and of its locals are noted. What
they have in common is a candidate (`witness.invariants`); it may fail in executions that were not seen, so it is checked
before it is written.
"""

from __future__ import annotations

import re
import time
from collections import deque
from collections.abc import Iterator, Mapping

from threadproof.certify.replay.follow import recorder
from threadproof.frontend.c.syntax.statements import LOOP, Statement, Syntax
from threadproof.ir.arith import Value
from threadproof.ir.interp import Given, Machine, NeedInput, State
from threadproof.ir.interp.outcome import Access, Log, Next, StepOutcome
from threadproof.ir.interp.values import small_domain
from threadproof.ir.program import Program
from threadproof.records import dataclass, field
from threadproof.witness import document as d
from threadproof.witness.condition import CNumber
from threadproof.witness.document import Witness
from threadproof.witness.invariants import Case, candidate, ghost_name, mutexes, with_ghosts
from threadproof.witness.passage import TESTS, Globals, Passage

MOST_STATES = 4000
MOST_VALUES = 3  # of an input
_LOCK = re.compile(r"(\w+)\.__words\[0\]$")


@dataclass(frozen=True, slots=True, eq=False)
class ObservedState:
    """A state, how it was reached, and of each thread that may still be before a condition: which one, and its locals there."""

    state: State | None
    passage: Passage
    before: dict[int, tuple[Statement, Case]] = field(default_factory=dict)


def candidates(program: Program, property_: str, syntax: Syntax, seconds: float) -> Witness:
    cases: dict[Statement, set[Case]] = {}
    until = time.monotonic() + seconds
    machine = recorder(program, property_)
    queue = deque([ObservedState(None, Passage(syntax, Globals(program, syntax)))])
    known: set[State] = set()
    while queue and len(known) < MOST_STATES and time.monotonic() < until:
        seen = queue.popleft()
        for outcome in outcomes(machine, seen.state, until):
            after = ObservedState(None, seen.passage.copy(), dict(seen.before))
            note(outcome.log, after, cases)
            if isinstance(outcome, Next) and outcome.state not in known:
                known.add(outcome.state)
                queue.append(ObservedState(outcome.state, after.passage, after.before))
    return stated(cases, syntax)


def outcomes(machine: Machine, state: State | None, until: float) -> Iterator[StepOutcome]:
    """Of every thread that can move, with a few values of each input."""
    for thread in (0,) if state is None else machine.enabled(state):
        pending: list[tuple[Value, ...]] = [()]
        while pending and time.monotonic() < until:
            given = pending.pop()
            try:
                inputs = Given(given)
                yield machine.start(inputs) if state is None else machine.step(state, thread, inputs)
            except NeedInput as need:
                few = small_domain(need.request)
                pending += [(*given, value) for value in ((0, 1, -1) if few is None else few)[:MOST_VALUES]]


def note(log: Log, seen: ObservedState, cases: dict[Statement, set[Case]]) -> None:
    """A thread that has evaluated a condition and done nothing since that others can see might as well not have come to it yet,
    whatever the others do meanwhile."""
    passage, before = seen.passage, seen.before
    for entry in log:
        for event in passage.feed(entry):
            if event.kind == TESTS and event.statement is not None and event.statement.kind == LOOP:
                before[event.thread] = (event.statement, own(passage, event.thread, event.statement))
        if isinstance(entry, Access) and not entry.private:
            before.pop(entry.thread, None)
        for statement, case in before.values():
            cases.setdefault(statement, set()).add(case | shared(passage, statement))


def own(passage: Passage, thread: int, statement: Statement) -> Case:
    """Values of the locals of a thread."""
    visible = passage.syntax.visible(statement)
    return _texts({name: value for name, value in passage.threads[thread][-1].values.items() if name in visible})


def shared(passage: Passage, statement: Statement) -> Case:
    """Values of globals, and which locks are held."""
    syntax = passage.syntax
    hidden = set(syntax.locals.get(statement.function, ()))
    plain = {name: value for name, value in passage.values.items() if name in syntax.globals and name not in hidden}
    locks = {lock[1]: value for name, value in passage.values.items() if (lock := _LOCK.match(name)) and value is not None}
    held = mutexes(syntax) if locks else set()
    return _texts(plain) | {f"{ghost_name(name)} == {int(value.value != 0)}" for name, value in locks.items() if name in held}


def _texts(values: Mapping[str, CNumber | None]) -> Case:
    small = {name: value.value for name, value in values.items() if value is not None and abs(value.value) < 1 << 31}
    return frozenset(f"{name} == {value}" for name, value in small.items())


def stated(cases: dict[Statement, set[Case]], syntax: Syntax) -> Witness:
    places = sorted(cases, key=lambda statement: statement.span)
    found = (candidate(d.LOOP_INVARIANT, statement, cases[statement], syntax) for statement in places)
    return with_ghosts([item for item in found if item is not None], syntax)
