"""A proof outline as plain data, and back.

    terms, facts, variables   as in other proofs (`certify.graph.document`)
    always     numbers of the facts that hold between any two moves
    alive      the same, of facts about holders of locks, where deadlocks are excluded
    ranks      at: a place; ranks: of each of its cubes (`certify.outline.deadlocks`)
    outline    at: a template and a location of it, `work:7`; cubes: lists of numbers of facts, one of which holds as a whole
               while a thread rests there

Registers are called `work.x`, the number of the thread that rests there `%self`, ghosts as `sched.solo` calls them, and
`%index` is any number: a fact that mentions it is one for each."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from threadproof.certify.fields import as_list, as_numbers, as_text
from threadproof.certify.format import ExprReader, FormatError, Writer
from threadproof.certify.names import ProgramNames, of_function
from threadproof.evidence.outline import EVERY, FactCube, ProofOutline, RestingPlace
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import BOOL
from threadproof.ir.uses import expr_variables
from threadproof.records import dataclass
from threadproof.sched.solo import SELF, Solo


@dataclass(frozen=True, slots=True, eq=False)
class StatedOutline:
    always: tuple[Expr, ...]
    alive: tuple[Expr, ...]
    places: Mapping[RestingPlace, tuple[FactCube, ...]]


class OutlineNames:
    def __init__(self, solo: Solo) -> None:
        known = ProgramNames(solo.program)
        self.variables, self.names = dict(known.variables), dict(known.names)
        for ghost in (*solo.ghosts(), SELF, EVERY):
            if ghost.name in self.variables:
                raise FormatError(f"a variable of the program is called {ghost.name}")
            self.variables[ghost.name] = ghost
            self.names[ghost] = ghost.name


def encode(outline: ProofOutline, told: Sequence[Expr] | None = None) -> dict[str, Any]:
    """`told`: more facts, whose numbers are wanted."""
    names = OutlineNames(outline.solo)
    cubes = [cube for found in outline.places.values() for cube in found]
    facts = list(dict.fromkeys(fact for cube in (outline.always, outline.alive, *cubes, told or ()) for fact in cube))
    writer = Writer(lambda variable: names.names[variable])
    texts = writer.write(facts)
    order = sorted(range(len(facts)), key=lambda i: texts[i])
    place = {facts[old]: new for new, old in enumerate(order)}
    mentioned = {variable for fact in facts for variable in expr_variables(fact)}
    stated = [
        {"at": f"{template}:{location}", "cubes": sorted(sorted(place[fact] for fact in cube) for cube in found)}
        for (template, location), found in sorted(outline.places.items())
    ]
    return {
        "variables": sorted(names.names[variable] for variable in mentioned),
        "terms": writer.table,
        "facts": [texts[i] for i in order],
        "always": sorted(place[fact] for fact in outline.always),
        **_holders(outline, place),
        "outline": stated,
        **({} if told is None else {"told": [place[fact] for fact in told]}),
    }


def _holders(outline: ProofOutline, number: Mapping[Expr, int]) -> dict[str, Any]:
    """What is said for deadlocks."""
    if not outline.alive and not outline.ranks:
        return {}
    ranks = []
    for at, cubes in sorted(outline.places.items()):
        if any((at, cube) in outline.ranks for cube in cubes):
            order = sorted(cubes, key=lambda cube: sorted(number[fact] for fact in cube))
            ranks.append({"at": f"{at[0]}:{at[1]}", "ranks": [outline.ranks.get((at, cube), 0) for cube in order]})
    return {"alive": sorted(number[fact] for fact in outline.alive), "ranks": ranks}


def known_facts(data: Mapping[str, Any], solo: Solo) -> list[Expr]:
    """All facts of a document."""
    names = OutlineNames(solo)
    terms, texts, variables = ([as_text(e) for e in as_list(data.get(key), key)] for key in ("terms", "facts", "variables"))
    reader = ExprReader(names.variables.get, terms)
    facts = [reader.read(text) for text in texts]
    if any(fact.type != BOOL for fact in facts):
        raise FormatError("a fact is neither true nor false")
    if sorted({names.names[v] for fact in facts for v in expr_variables(fact)}) != variables:
        raise FormatError("these are not the variables of the facts")
    return facts


def decode(data: Mapping[str, Any], solo: Solo) -> StatedOutline:
    """Raises FormatError for whatever `encode` cannot have written, and for facts about variables of another thread."""
    facts = known_facts(data, solo)
    always = tuple(facts[i] for i in as_numbers(data.get("always"), 0, len(facts)))
    alive = tuple(facts[i] for i in as_numbers(data.get("alive", []), 0, len(facts)))
    _only((*always, *alive), frozenset(), "what always holds")
    owned = {name: _registers(solo.program, f.name) for name, f in solo.functions.items()}
    places: dict[RestingPlace, tuple[FactCube, ...]] = {}
    for entry in as_list(data.get("outline"), "outline"):
        if not isinstance(entry, dict) or entry.keys() != {"at", "cubes"}:
            raise FormatError(f"not a place: {entry!r:.80}")
        template, _, location = as_text(entry["at"]).rpartition(":")
        if template not in owned or not location.isdecimal() or len(location) > 9 or (template, int(location)) in places:
            raise FormatError(f"not a place: {entry['at']!r:.80}")
        numbers = [as_numbers(cube, 0, len(facts)) for cube in as_list(entry["cubes"], "cubes")]
        cubes = tuple(frozenset(facts[i] for i in cube) for cube in numbers)
        for cube in cubes:
            _only(cube, owned[template] | {SELF}, entry["at"])
        places[template, int(location)] = cubes
    return StatedOutline(always, alive, places)


def _only(facts: frozenset[Expr] | tuple[Expr, ...], registers: frozenset[Variable], place: str) -> None:
    for fact in facts:
        for variable in expr_variables(fact):
            if not variable.shared and variable not in registers:
                raise FormatError(f"a fact of {place} is about {variable}")


def _registers(program: Program, function: str) -> frozenset[Variable]:
    return frozenset(variable for variable in of_function(program.functions[function]) if not variable.shared)
