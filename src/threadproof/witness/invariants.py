"""Invariants for a witness out of a proof: what its nodes know, in terms of the source.

A node of a proof says where every thread is and what holds there. For a loop of the source, and for each statement that
checks something, all nodes are collected in which some thread is about to evaluate its condition or to begin it. Of
their facts those are selected that speak of globals and of the locals of that thread, written as C; one of the
remaining conjunctions holds whenever that place is reached. Where there are many, they are replaced by what they have
in common: facts, ranges of variables, equalities. That a mutex is held is no expression of C: a ghost variable says it,
updated where the mutex is locked and unlocked.

What comes out are candidates. A proof may have left out executions that need not be followed, and a mutex may be held
by ways that the ghost does not see; so they are checked before a witness is written (`attestation`).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from threadproof.errors import Pos
from threadproof.evidence.graph import Proof
from threadproof.frontend.c.syntax.statements import LOOP, PLAIN, Statement, Syntax
from threadproof.ir.expr import Expr
from threadproof.ir.interp.places import in_library
from threadproof.ir.op import Check
from threadproof.ir.program import Edge
from threadproof.ir.types import BOOL, FloatType, PtrType
from threadproof.records import dataclass, field, replace
from threadproof.sched.system import System
from threadproof.witness import document as d
from threadproof.witness.document import Ghost, Invariant, Update, Witness

MOST_CASES = 5  # in a disjunction
MOST_PLACES = 16
MOST_NAMES = 8  # compared with each other
LOCKS = {"pthread_mutex_lock": "1", "pthread_mutex_unlock": "0"}
SETS_UP = ("pthread_mutex_init", "pthread_mutex_destroy")
_REGISTER = re.compile(r"(?:(\w+)(?:#\d+)?\.)?([A-Za-z_]\w*)(?:#\d+)?@(\d+)$")
_NAME = re.compile(r"[A-Za-z_]\w*")
_LOCK = re.compile(r"(\w+)\.__words\[0\]$")
_INFIX = {"add": "+", "sub": "-", "mul": "*", "eq": "==", "lt": "<", "le": "<="}
_NEGATED = {"eq": "!=", "lt": ">=", "le": ">"}
Case = frozenset[str]


class _Hidden(Exception):
    """No expression of C at that place."""


@dataclass(slots=True)
class PlaceInvariant:
    """What is known at one place: a conjunction for each node."""

    statement: Statement
    type: str
    cases: set[Case] = field(default_factory=set)


def candidates(proof: Proof, syntax: Syntax) -> Witness:
    """Invariants with the ghosts that they need, not checked."""
    reader = _FactReader(proof.system, syntax)
    places: dict[tuple[str, Statement], PlaceInvariant] = {}
    for node in proof.nodes:
        for thread, (template, location) in enumerate(node.control.at):
            for type_, statement in reader.places(template, location):
                found = places.setdefault((type_, statement), PlaceInvariant(statement, type_))
                found.cases.add(frozenset(reader.texts(node.facts, thread, statement)))
    stated: list[Invariant] = []
    for found in sorted(places.values(), key=lambda found: (found.type != d.LOOP_INVARIANT, found.statement.span)):
        item = candidate(found.type, found.statement, found.cases, syntax)
        if item is not None and len(stated) < MOST_PLACES:
            stated.append(item)
    return with_ghosts(stated, syntax)


def candidate(type_: str, statement: Statement, cases: set[Case], syntax: Syntax) -> Invariant | None:
    texts = summaries(cases, syntax.visible(statement))
    if not texts:
        return None
    (line, column), function = statement.span[0], statement.function
    return Invariant(type_, line, column, texts[0], syntax.file, function, weaker=tuple(texts[1:]))


class _FactReader:
    """Facts of a proof as C."""

    def __init__(self, system: System, syntax: Syntax) -> None:
        self.system, self.syntax = system, syntax
        self._places: dict[tuple[int, int], list[tuple[str, Statement]]] = {}

    def places(self, template: int, location: int) -> list[tuple[str, Statement]]:
        """What a thread is about to do there, as far as an invariant may stand before it."""
        key = (template, location)
        if key not in self._places:
            edges = self.system.outgoing[template].get(location, []) if location >= 0 else []
            self._places[key] = list(dict.fromkeys(place for edge in edges if (place := self._place(edge)) is not None))
        return self._places[key]

    def _place(self, edge: Edge) -> tuple[str, Statement] | None:
        chain = edge.origin[0] if edge.origin else (edge,)
        user = [origin.pos for origin in chain if origin.pos.file == self.syntax.file and not in_library(origin.pos)]
        pos = user[-1] if user else Pos()
        statement = self.syntax.at((pos.line, pos.column))
        if statement is None:
            return None
        if statement.kind == LOOP:
            test = statement.test
            inside = test is not None and test[0] <= (pos.line, pos.column) < test[1]
            return (d.LOOP_INVARIANT, statement) if inside else None
        checks = any(isinstance(op, Check) and op.kind == "reach-error" for op in edge.ops)
        return (d.LOCATION_INVARIANT, statement) if checks and statement.kind == PLAIN else None

    def texts(self, facts: Iterable[Expr], thread: int, statement: Statement) -> set[str]:
        found = set()
        for fact in facts:
            try:
                found.add(self._text(fact, thread, statement))
            except _Hidden:
                continue
        return found

    def _text(self, fact: Expr, thread: int, statement: Statement) -> str:
        lock = _LOCK.match(fact.args[0].payload.name) if fact.op == "eq" and fact.args[0].op == "var" else None
        if lock and fact.args[1].is_const and lock[1] in mutexes(self.syntax):
            return f"{ghost_name(lock[1])} == {int(fact.args[1].payload != 0)}"
        if fact.op == "lnot" and fact.args[0].op in _NEGATED:
            sides = [self._term(side, thread, statement) for side in fact.args[0].args]
            return f"{sides[0]} {_NEGATED[fact.args[0].op]} {sides[1]}"
        if fact.op not in ("eq", "lt", "le") or isinstance(fact.args[0].type, FloatType):
            raise _Hidden
        return f" {_INFIX[fact.op]} ".join(self._term(side, thread, statement) for side in fact.args)

    def _term(self, term: Expr, thread: int, statement: Statement) -> str:
        match term.op:
            case "const" if term.type.integral or term.type == BOOL:
                value = int(term.payload)
                if not -(1 << 31) < value < 1 << 31:
                    raise _Hidden
                return str(value)
            case "var" if not isinstance(term.type, PtrType):
                return self._name(term.payload.name, term.payload.shared, thread, statement)
            case "add" | "sub" | "mul":
                left, right = (self._term(side, thread, statement) for side in term.args)
                return f"({left} {_INFIX[term.op]} {right})"
        raise _Hidden

    def _name(self, name: str, shared: bool, thread: int, statement: Statement) -> str:
        if shared:
            if name not in self.syntax.globals or name in self.syntax.locals.get(statement.function, ()):
                raise _Hidden
            return name
        register = _REGISTER.match(name)
        if register is None or int(register[3]) != thread or register[2] not in self.syntax.visible(statement):
            raise _Hidden
        if register[1] not in (None, statement.function):
            raise _Hidden
        return register[2]


# -- many cases as one expression ------------------------------------------------------------------------------------------


def summaries(cases: set[Case], locals_: set[str]) -> list[str]:
    """Expressions that hold in each of the cases, stronger ones first: all cases, what they have in common, and of that what is
    known of locals alone. None if nothing is known in one of the cases."""
    least = [case for case in cases if not any(other < case for other in cases)]
    if not least or frozenset() in least:
        return []
    texts = sorted(" && ".join(sorted(case)) for case in least)
    whole = texts[0] if len(texts) == 1 else " || ".join(f"({text})" for text in texts)
    own = [frozenset(text for text in case if set(_NAME.findall(text)) <= locals_) for case in least]
    found = [whole] if len(least) <= MOST_CASES else []
    return list(dict.fromkeys(text for text in (*found, _common(least), _common(own)) if text))


def _common(cases: list[Case]) -> str:
    """Facts that are in all cases, ranges and equalities of variables."""
    parts = sorted(frozenset.intersection(*cases))
    values = [_constants(case) for case in cases]
    names = sorted(set.intersection(*(set(found) for found in values)))
    for name in names:
        known = [found[name] for found in values]
        if len(set(known)) > 1 and not name.endswith(GHOST):
            parts.append(f"{min(known)} <= {name} && {name} <= {max(known)}")
    return " && ".join([*parts, *_equalities(values, names)])


def _constants(case: Case) -> dict[str, int]:
    found = (re.fullmatch(r"([A-Za-z_]\w*) == (-?\d+)", text) for text in case)
    return {match[1]: int(match[2]) for match in found if match}


def _equalities(values: list[dict[str, int]], names: list[str]) -> list[str]:
    """Two variables that are always equal, or as long as a lock is not held."""
    locks = [name for name in names if name.endswith(GHOST)]
    plain = [name for name in names if name not in locks][:MOST_NAMES]
    found = []
    for n, one in enumerate(plain):
        for other in plain[n + 1 :]:
            apart = [case for case in values if case[one] != case[other]]
            if not apart:
                found.append(f"{one} == {other}")
                continue
            guard = next((lock for lock in locks if all(case[lock] for case in apart)), "")
            if guard:
                found.append(f"({guard} == 1 || {one} == {other})")
    return found


# -- ghosts ----------------------------------------------------------------------------------------------------------------

GHOST = "_is_held"


def ghost_name(mutex: str) -> str:
    return f"{mutex}{GHOST}"


def mutexes(syntax: Syntax) -> set[str]:
    """Mutexes that are locked and unlocked by statements that do nothing else, and used in no other way."""
    found: set[str] = set()
    others: set[str] = set()
    for call in syntax.calls:
        statement = syntax.at(call.span[0])
        plain = call.name in LOCKS and statement is not None and statement.span == call.span
        names = {argument.removeprefix("&") for argument in call.arguments}
        (found if plain else others).update(names if call.name not in SETS_UP else ())
    return found - others


def with_ghosts(stated: list[Invariant], syntax: Syntax) -> Witness:
    """The ghosts that the invariants mention, updated by every statement that is a call of lock or unlock."""
    mentioned = {name for item in stated for name in re.findall(rf"\b(\w+){GHOST}\b", item.value)}
    ghosts = tuple(Ghost(ghost_name(mutex), "int", "0") for mutex in sorted(mentioned))
    updates = []
    for call in syntax.calls:
        statement = syntax.at(call.span[0])
        mutex = call.arguments[0].removeprefix("&") if call.arguments else ""
        if call.name in LOCKS and mutex in mentioned and statement is not None and statement.span == call.span:
            (line, column), function = statement.span[0], statement.function
            updates.append(Update(line, column, ghost_name(mutex), LOCKS[call.name], syntax.file, function))
    return Witness(d.CORRECTNESS, (), tuple(stated), ghosts, tuple(updates))


def weakened(witness: Witness, number: int, syntax: Syntax) -> Witness:
    """Without an invariant that has failed, or with a weaker one in its place."""
    stated = list(witness.invariants)
    failed = stated.pop(number)
    if failed.weaker:
        stated.insert(number, replace(failed, value=failed.weaker[0], weaker=failed.weaker[1:]))
    return with_ghosts(stated, syntax)


Keep = Callable[[Invariant], bool]


def only(witness: Witness, keep: Keep, syntax: Syntax) -> Witness:
    return with_ghosts([item for item in witness.invariants if keep(item)], syntax)
