"""The program with the invariants of a witness as assertions, and its ghost variables as variables.

Each invariant is evaluated in one step where it must hold: before the statement that it names, or before each evaluation of
the condition of the loop that it names. That adds steps to the threads and changes nothing else, provided that evaluating it
has no effect, which is checked on the syntax tree (`effects`). So if no assertion fails in the new program, every invariant
holds whenever it is reached, and whatever holds in the new program holds in the old one.

An update of a ghost happens in one step with the statement that it belongs to. Only statements that are one call of a
function that does what it does in one step anyway may have updates (locks, thread creation): otherwise executions would be
lost.
"""

from __future__ import annotations

import re

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Module, Node
from threadproof.frontend.c.clang.source import parse
from threadproof.frontend.c.clang.stack import with_deep_stack
from threadproof.frontend.c.options import COptions
from threadproof.frontend.c.syntax.ctype import TypeTable
from threadproof.frontend.c.syntax.statements import DECLARATION, LOOP, PLAIN, Place, Statement, Syntax
from threadproof.records import dataclass, field
from threadproof.witness import document as d
from threadproof.witness.document import Invariant, Update, Witness, WitnessError

MESSAGE = "invariant "
LONGEST = 100_000  # characters of an expression
DECLARED = (
    "extern void __tp_check(_Bool, const char *, const char *);\n"
    "extern void __tp_atomic_begin(void);\nextern void __tp_atomic_end(void);\n"
)
ONE_STEP = frozenset({
    "pthread_mutex_lock", "pthread_mutex_unlock", "pthread_rwlock_rdlock", "pthread_rwlock_wrlock", "pthread_rwlock_unlock",
    "pthread_spin_lock", "pthread_spin_unlock", "sem_wait", "sem_post", "mtx_lock", "mtx_unlock",
    "__VERIFIER_atomic_begin", "__VERIFIER_atomic_end", "pthread_create", "pthread_join",
})  # fmt: skip
_BAD = re.compile(r"[;{}#\"'\\\n\r\0@$`]|//|/\*|\+\+|--|(?<![=!<>])=(?!=)|<<=|>>=")
_COMMENT = re.compile(rb"(?:\s|//[^\n]*\n|/\*.*?\*/)*", re.S)


@dataclass(slots=True)
class Edits:
    """Texts to be put in, by place; of two at the same place the earlier one comes first."""

    found: list[tuple[Place, int, str]] = field(default_factory=list)

    def put(self, place: Place, text: str, closing: bool = False) -> None:
        """What closes something comes before what opens something else there, the last opened first."""
        self.found.append((place, -len(self.found) - 1 if closing else len(self.found), text))

    def applied(self, source: bytes) -> str:
        starts = [0, *(match.end() for match in re.finditer(rb"\n|\r\n?", source))]
        parts: list[bytes] = []
        done = 0
        for (line, column), _, text in sorted(self.found):
            offset = starts[line - 1] + column - 1
            parts += [source[done:offset], text.encode()]
            done = offset
        return b"".join([*parts, source[done:]]).decode("utf-8", "replace")


def instrumented(witness: Witness, syntax: Syntax, source: bytes) -> tuple[str, str]:
    """The text of the program, and what is to be read before it. Raises WitnessError."""
    edits, places = Edits(), _Places(source)
    declared = DECLARED
    for ghost in witness.ghosts:
        _plain(ghost.initial, ghost)
        declared += f"static {ghost.type} {ghost.name} = ({ghost.initial});\n"
    for number, invariant in enumerate(witness.invariants):
        _plain(invariant.value, invariant)
        check = f'__tp_check(({invariant.value}) ? 1 : 0, "reach-error", "{MESSAGE}{number}")'
        if invariant.type == d.LOOP_INVARIANT:
            _in_loop(invariant, check, syntax, edits, places)
        else:
            _before(invariant, check, syntax, edits, places)
    for update in witness.updates:  # after them: what holds before a statement holds before its update
        _update(update, witness, syntax, edits, places)
    return edits.applied(source), declared


def _plain(text: str, item: Invariant | d.Ghost | Update) -> None:
    """An expression that ends where it ends: the rest is for the parser to say."""
    if len(text) > LONGEST:
        raise WitnessError("the expression is too long", item.origin)
    depth = 0
    for character in text:
        depth += (character in "([") - (character in ")]")
        if depth < 0:
            break
    if depth or _BAD.search(text) or not text.strip():
        raise WitnessError("not an expression of C without effects", item.origin)


def _before(invariant: Invariant, check: str, syntax: Syntax, edits: Edits, places: _Places) -> None:
    found = syntax.starting(invariant.line, invariant.column)
    if not found:
        raise WitnessError(f"no statement begins at line {invariant.line}", invariant.origin)
    statement = found[0]
    text = f"__tp_atomic_begin(); {check}; __tp_atomic_end(); "
    if statement.listed:
        edits.put(statement.span[0], text)
        return
    if statement.kind == DECLARATION:
        raise WitnessError("nothing can be put before this declaration", invariant.origin)
    edits.put(statement.span[0], "{ " + text)
    edits.put(places.end(statement), " }", closing=True)


def _in_loop(invariant: Invariant, check: str, syntax: Syntax, edits: Edits, places: _Places) -> None:
    loops = [s for s in syntax.statements if s.kind == LOOP]
    found = [s for s in loops if s.span[0][0] == invariant.line and invariant.column in (0, s.span[0][1])]
    found = found or [s for s in loops if s.span[0][0] == invariant.otherwise]
    if not found:
        raise WitnessError(f"no loop begins at line {invariant.line}", invariant.origin)
    text = f"__tp_atomic_begin(), {check}, __tp_atomic_end()"
    loop = found[0]
    if loop.test is not None:
        edits.put(loop.test[0], f"({text}), (")
        edits.put(loop.test[1], ")", closing=True)
        return
    empty = places.empty_condition(loop)
    if empty is None:
        raise WitnessError("the condition of this loop cannot be told apart", invariant.origin)
    edits.put(empty, f"({text}), 1")


def _update(update: Update, witness: Witness, syntax: Syntax, edits: Edits, places: _Places) -> None:
    _plain(update.value, update)
    if update.variable not in {ghost.name for ghost in witness.ghosts}:
        raise WitnessError(f"there is no ghost variable {update.variable[:40]!r}", update.origin)
    found = [s for s in syntax.starting(update.line, update.column) if s.kind == PLAIN]
    if not found:
        raise WitnessError(f"no plain statement begins at line {update.line}", update.origin)
    statement = found[0]
    calls = [call for call in syntax.calls if statement.contains(call.span[0])]
    if len(calls) != 1 or calls[0].name not in ONE_STEP or calls[0].span != statement.span:
        message = "updates are supported together with a call that is one step (a lock, a creation), nowhere else"
        raise WitnessError(message, update.origin)
    edits.put(statement.span[0], "{ __tp_atomic_begin(); ")
    edits.put(places.end(statement), f" {update.variable} = ({update.value}); __tp_atomic_end(); }}", closing=True)


class _Places:
    """Places that the syntax tree does not tell."""

    def __init__(self, source: bytes) -> None:
        self.source = source
        self.starts = [0, *(match.end() for match in re.finditer(rb"\n|\r\n?", source))]

    def offset(self, place: Place) -> int:
        return self.starts[place[0] - 1] + place[1] - 1

    def place(self, offset: int) -> Place:
        line = sum(start <= offset for start in self.starts)
        return line, offset - self.starts[line - 1] + 1

    def end(self, statement: Statement) -> Place:
        """After the semicolon."""
        offset = self.offset(statement.span[1])
        if self.source[offset - 1 : offset] in (b"}", b";"):
            return statement.span[1]
        gap = _COMMENT.match(self.source, offset)
        offset = gap.end() if gap else offset
        return self.place(offset + 1) if self.source[offset : offset + 1] == b";" else statement.span[1]

    def empty_condition(self, loop: Statement) -> Place | None:
        """Of `for (...;;...)`: between the semicolons."""
        start, end = self.offset(loop.span[0]), self.offset(loop.span[1])
        head = re.match(rb"for\s*\([^;()]*;\s*(?=;)", self.source[start:end])
        return self.place(start + head.end()) if head else None


def failing(message: str) -> int | None:
    """The number of the invariant that an execution violates, by the message of the violation."""
    found = re.fullmatch(rf"{MESSAGE}(\d+)", message)
    return int(found[1]) if found else None


# -- effects -------------------------------------------------------------------------------------------------------------


def effects(path: str, options: COptions) -> set[int]:
    """The numbers of invariants whose evaluation may have an effect. `options` replace the file by the instrumented text."""
    return with_deep_stack(lambda: _effects(path, options))


def _effects(path: str, options: COptions) -> set[int]:
    unit = parse(options.command(path), options)
    try:
        module = Module(unit, TypeTable(options.data_model, lambda: None), False)
        calls = [n for f in module.functions.values() for n in f.walk() if n.kind == k.CALL and n.spelling == "__tp_check"]
        return {_number(call) for call in calls if any(map(_acts, call.expressions[1].walk()))}
    finally:
        unit.close()


def _number(call: Node) -> int:
    words = call.expressions[3].tokens()
    return int(words[0].strip('"').removeprefix(MESSAGE)) if words else -1


def _acts(node: Node) -> bool:
    if node.kind == k.UNARY:
        return node.unary in (k.POST_INC, k.POST_DEC, k.PRE_INC, k.PRE_DEC)
    if node.kind == k.BINARY:
        return node.binary == k.ASSIGN or k.MUL_ASSIGN <= node.binary <= k.OR_ASSIGN
    return node.kind in (k.CALL, k.COMPOUND_ASSIGN, k.STATEMENT_EXPR)
