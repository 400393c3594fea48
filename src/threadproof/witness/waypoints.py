"""The waypoints of a counterexample: what its execution passes, in the order of its schedule (`witness.passage`).

Every statement that a thread begins is an assumption: the values that the variables in it have at that moment. Conditions are
branchings, inputs are returns, creations are entries (they number the threads). At the end stand the targets: the statement
that violates the property, or the two whose accesses race. Places are exact, with columns. A waypoint that is missing makes a
witness weaker, one at the wrong place makes it wrong: so a thread that is not created in the file itself is left out.
"""

from __future__ import annotations

import re

from threadproof.certify.replay.follow import Replay
from threadproof.errors import Pos
from threadproof.frontend.c.syntax.statements import IF, LOOP, SWITCH, Span, Statement, Syntax
from threadproof.ir.interp.places import user_place
from threadproof.properties import Shape, shape
from threadproof.witness import document as d
from threadproof.witness.condition import CNumber
from threadproof.witness.document import Waypoint
from threadproof.witness.ends import violation
from threadproof.witness.monitor import CREATORS
from threadproof.witness.passage import BEGINS, BRANCHES, ENTERS, RETURNS, Globals, Passage, PassageEvent

MOST_NAMES = 6  # in one assumption
_IDENTIFIER = re.compile(r"(?<![\w.])(?<!->)[A-Za-z_]\w*(?!\s*[\w(\[.]|\s*->)")


def segments(run: Replay, syntax: Syntax) -> tuple[tuple[Waypoint, ...], ...]:
    """One waypoint each; only a race ends with two targets in one. Empty: a target cannot be named."""
    writer = _Writer(syntax, Passage(syntax, Globals(run.program, syntax)), run.program.sources.get(syntax.file, ""))
    logs, violators = violation(run)
    for log in logs:
        for entry in log:
            for event in writer.passage.feed(entry):
                writer.tell(event)
    if shape(run.found.property) is Shape.DEADLOCK:
        violators = violators[:1]
    targets = [writer.target(thread, stack) for thread, stack in violators]
    if any(target is None for target in targets):
        return ()
    return (*((point,) for point in writer.points), tuple(target for target in targets if target is not None))


class _Writer:
    """Collects the waypoints. `numbers`: threads as the witness counts them."""

    def __init__(self, syntax: Syntax, passage: Passage, text: str) -> None:
        self.syntax, self.passage = syntax, passage
        self.lines = text.encode().splitlines()
        self.numbers = {0: 0}
        self.points: list[Waypoint] = []
        self.names: dict[Statement, list[str]] = {}
        self.visible: dict[Statement, set[str]] = {}

    def tell(self, event: PassageEvent) -> None:
        if event.thread not in self.numbers:
            return
        match event.kind:
            case k if k == BEGINS and event.statement is not None:
                self.at(event.statement, event.thread, d.ASSUMPTION, self.known(event.thread, event.statement) or "1")
            case k if k == BRANCHES and event.statement is not None and isinstance(event.value, bool):
                self.at(event.statement, event.thread, d.BRANCHING, str(event.value).lower())
            case k if k == ENTERS and event.call is not None and event.created >= 0 and event.call.name in CREATORS:
                self.numbers[event.created] = len(self.numbers)
                self.add(d.ENTER, event.call.close, event.thread)
            case k if k == RETURNS and event.call is not None and isinstance(event.value, CNumber):
                self.add(d.RETURN, event.call.close, event.thread, rf"\result == {literal(event.value)}", callee=event.call.name)

    def at(self, statement: Statement, thread: int, type_: str, constraint: str) -> None:
        self.add(type_, statement.span[0], thread, constraint, statement.function)

    def add(
        self, type_: str, place: tuple[int, int], thread: int, constraint: str = "", function: str = "", callee: str = ""
    ) -> None:
        line, column = place
        number = self.numbers[thread]
        point = Waypoint(type_, line, column, self.syntax.file, constraint, number, function=function, callee=callee)
        self.points.append(point)

    def target(self, thread: int, stack: tuple[Pos, ...]) -> Waypoint | None:
        pos = user_place(stack)
        if thread not in self.numbers or pos.file != self.syntax.file:
            return None
        found = self.syntax.at((pos.line, pos.column))
        line, column = (pos.line, 0) if found is None else found.span[0]
        function = "" if found is None else found.function
        return Waypoint(d.TARGET, line, column, self.syntax.file, "", self.numbers[thread], function=function)

    # -- assumptions -----------------------------------------------------------------------------------------------------

    def known(self, thread: int, statement: Statement) -> str:
        """What is known about the variables that the statement mentions, as a C expression."""
        if statement not in self.names:
            head = statement.test if statement.kind in (IF, LOOP, SWITCH) else statement.span
            words = _IDENTIFIER.findall("" if head is None else self.text(head))
            self.names[statement] = list(dict.fromkeys(words))
            self.visible[statement] = self.syntax.visible(statement)
        hidden = set(self.syntax.locals.get(statement.function, ()))
        values = self.passage.threads[thread][-1].values
        parts = []
        for name in self.names[statement]:
            value = values.get(name) if name in hidden else self.passage.values.get(name)
            if value is not None and (name in self.visible[statement] if name in hidden else name in self.syntax.globals):
                parts.append(f"{name} == {literal(value)}")
        return " && ".join(parts[:MOST_NAMES])

    def text(self, span: Span) -> str:
        (first, start), (last, end) = span
        lines = self.lines[first - 1 : last]
        if not lines:
            return ""
        lines[-1] = lines[-1][: end - 1]
        lines[0] = lines[0][start - 1 :]
        return b"\n".join(lines).decode(errors="replace")


def literal(number: CNumber) -> str:
    """A constant of C with that value and a type in which it fits."""
    value = number.value
    if -(1 << 31) < value < 1 << 31:
        return str(value)
    if value == -(1 << 31):
        return "(-2147483647 - 1)"
    if value == -(1 << 63):
        return "(-9223372036854775807LL - 1)"
    return f"{value}U" if 0 < value < 1 << 32 else f"{value}ULL" if value >= 1 << 63 else f"{value}LL"
