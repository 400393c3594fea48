"""A proof outline as plain data, and back.

    terms, facts, variables   as in other proofs (`certify.graph.document`)
    always     numbers of the facts that hold between any two moves
    alive      the same, of facts about holders of locks, where deadlocks are excluded
    ranks      at: a place; ranks: of each of its cubes (`certify.outline.deadlocks`)
    outline    at: a template and a location of it, `work:7`; cubes: lists of numbers of facts, one of which holds as a whole
               while a thread rests there
    counters   optional: for each thread counter the places of its set, `work:end` for threads of `work` that have ended, and
               for those with a condition on the registers there the number of that fact
    pairs      optional: one, two: places; facts: what holds of the registers of any two threads that rest there

Registers are called `work.x`, those of the second of two threads `work.x'`, the number of the thread that rests there `%self`,
ghosts as `sched.solo` calls them, and `%index` is any number: a fact that mentions it is one for each."""

from __future__ import annotations

from collections.abc import Container, Mapping, Sequence
from typing import Any

from threadproof.certify.fields import as_list, as_numbers, as_text
from threadproof.certify.format import ExprReader, FormatError, Writer
from threadproof.certify.names import ProgramNames, of_function
from threadproof.evidence.outline import EVERY, FactCube, PlacePair, ProofOutline
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import BOOL
from threadproof.ir.uses import expr_variables
from threadproof.records import dataclass
from threadproof.sched.other_thread import OtherThread
from threadproof.sched.solo import END, SELF, Solo
from threadproof.sched.thread_counters import RestingPlace, ThreadCounter, named_counter

COUNTERS = 200  # in one proof


@dataclass(frozen=True, slots=True, eq=False)
class StatedOutline:
    solo: Solo
    always: tuple[Expr, ...]
    alive: tuple[Expr, ...]
    places: Mapping[RestingPlace, tuple[FactCube, ...]]
    pairs: Mapping[PlacePair, FactCube]


class OutlineNames:
    def __init__(self, solo: Solo, other: OtherThread) -> None:
        known = ProgramNames(solo.program)
        self.variables, self.names = dict(known.variables), dict(known.names)
        registers = [variable for variable in known.names if not variable.shared]
        for variable in (*registers, SELF):
            second = other.variable(variable)
            name = f"{known.names.get(variable, SELF.name)}{other.mark}"
            if name in self.variables:
                raise FormatError(f"a variable of the program is called {name}")
            self.variables[name] = second
            self.names[second] = name
        for ghost in (*solo.ghosts(), SELF, EVERY):
            if ghost.name in self.variables:
                raise FormatError(f"a variable of the program is called {ghost.name}")
            self.variables[ghost.name] = ghost
            self.names[ghost] = ghost.name


def encode(outline: ProofOutline, told: Sequence[Expr] | None = None) -> dict[str, Any]:
    """`told`: more facts, whose numbers are wanted."""
    names = OutlineNames(outline.solo, outline.other)
    cubes = [cube for found in outline.places.values() for cube in found]
    where = [condition for counter in outline.solo.counters.all for condition in counter.places.values()]
    conditions = [condition for condition in where if condition is not E.TRUE]
    groups = (outline.always, outline.alive, *cubes, *outline.pairs.values(), conditions, told or ())
    facts = list(dict.fromkeys(fact for group in groups for fact in group))
    writer = Writer(lambda variable: names.names[variable])
    texts = writer.write(facts)
    order = sorted(range(len(facts)), key=lambda i: texts[i])
    place = {facts[old]: new for new, old in enumerate(order)}
    mentioned = {variable for fact in facts for variable in expr_variables(fact)}
    stated = [
        {"at": _place_text(at), "cubes": sorted(sorted(place[fact] for fact in cube) for cube in found)}
        for at, found in sorted(outline.places.items())
    ]
    counters = [
        {
            "in": sorted(map(_place_text, counter.places)),
            "where": {_place_text(at): place[c] for at, c in sorted(counter.places.items(), key=_first) if c is not E.TRUE},
        }
        for counter in outline.solo.counters.all
    ]
    pairs = [
        {"one": _place_text(one), "two": _place_text(two), "facts": sorted(place[fact] for fact in facts)}
        for (one, two), facts in sorted(outline.pairs.items())
    ]
    return {
        "variables": sorted(names.names[variable] for variable in mentioned),
        "terms": writer.table,
        "facts": [texts[i] for i in order],
        "always": sorted(place[fact] for fact in outline.always),
        **_holders(outline, place),
        "outline": stated,
        **({} if told is None else {"told": [place[fact] for fact in told]}),
        **({"counters": counters} if counters else {}),
        **({"pairs": pairs} if pairs else {}),
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


def decode(data: Mapping[str, Any], solo: Solo, other: OtherThread) -> StatedOutline:
    """Raises FormatError for whatever `encode` cannot have written, and for facts about variables of another thread. `solo`:
    without counters."""
    owned = {name: _registers(solo.program, f.name) for name, f in solo.functions.items()}
    entries = as_list(data.get("counters", []), "counters")
    sets = [_set_of_places(entry, owned) for entry in entries]
    if len(sets) > COUNTERS:
        raise FormatError("too many counters")
    variables_only = [named_counter(number, dict.fromkeys(places, E.TRUE)) for number, (places, _) in enumerate(sets)]
    names = OutlineNames(solo.counting(variables_only), other)
    facts = _facts(data, names)
    counted = solo.counting([_counter(c, where, facts, owned, solo) for c, (_, where) in zip(variables_only, sets, strict=True)])
    always = tuple(facts[i] for i in as_numbers(data.get("always"), 0, len(facts)))
    alive = tuple(facts[i] for i in as_numbers(data.get("alive", []), 0, len(facts)))
    _only((*always, *alive), frozenset(), "what always holds")
    places: dict[RestingPlace, tuple[FactCube, ...]] = {}
    for entry in as_list(data.get("outline"), "outline"):
        if not isinstance(entry, dict) or entry.keys() != {"at", "cubes"}:
            raise FormatError(f"not a place: {entry!r:.80}")
        place = _place(entry["at"], owned)
        if place in places:
            raise FormatError(f"twice: {entry['at']!r:.80}")
        numbers = [as_numbers(cube, 0, len(facts)) for cube in as_list(entry["cubes"], "cubes")]
        cubes = tuple(frozenset(facts[i] for i in cube) for cube in numbers)
        for cube in cubes:
            _only(cube, owned[place[0]] | {SELF}, entry["at"])
        places[place] = cubes
    pairs: dict[PlacePair, FactCube] = {}
    for entry in as_list(data.get("pairs", []), "pairs"):
        if not isinstance(entry, dict) or entry.keys() != {"one", "two", "facts"}:
            raise FormatError(f"not two places: {entry!r:.80}")
        one, two = (_place(entry[key], owned) for key in ("one", "two"))
        if (one, two) in pairs:
            raise FormatError(f"twice: {entry!r:.80}")
        pairs[one, two] = frozenset(facts[i] for i in as_numbers(entry["facts"], 0, len(facts)))
        known = owned[one[0]].union((SELF,), map(other.variable, (*owned[two[0]], SELF)))
        _only(pairs[one, two], known, f"{entry['one']} and {entry['two']}")
        if any(v.shared for fact in pairs[one, two] for v in expr_variables(fact)):
            raise FormatError(f"a fact about two threads is about what others may change: {entry!r:.80}")
    return StatedOutline(counted, always, alive, places, pairs)


def known_facts(data: Mapping[str, Any], solo: Solo) -> list[Expr]:
    """All facts of a document that counts no threads."""
    return _facts(data, OutlineNames(solo, OtherThread("'")))


def _facts(data: Mapping[str, Any], names: OutlineNames) -> list[Expr]:
    terms, texts, variables = ([as_text(e) for e in as_list(data.get(key), key)] for key in ("terms", "facts", "variables"))
    reader = ExprReader(names.variables.get, terms)
    facts = [reader.read(text) for text in texts]
    if any(fact.type != BOOL for fact in facts):
        raise FormatError("a fact is neither true nor false")
    if sorted({names.names[v] for fact in facts for v in expr_variables(fact)}) != variables:
        raise FormatError("these are not the variables of the facts")
    return facts


def _set_of_places(entry: object, templates: Container[str]) -> tuple[list[RestingPlace], dict[RestingPlace, object]]:
    """Places, and the numbers of the conditions of some of them."""
    if not isinstance(entry, dict) or entry.keys() != {"in", "where"} or not isinstance(entry["where"], dict):
        raise FormatError(f"not a set of places: {entry!r:.80}")
    places = [_place(text, templates, True) for text in as_list(entry["in"], "a set of places")]
    where = {_place(text, templates, True): number for text, number in entry["where"].items()}
    if not places or len(set(places)) < len(places) or not where.keys() <= set(places):
        raise FormatError(f"not a set of places: {entry!r:.80}")
    return places, where


def _counter(
    counter: ThreadCounter,
    where: Mapping[RestingPlace, object],
    facts: list[Expr],
    owned: Mapping[str, frozenset[Variable]],
    solo: Solo,
) -> ThreadCounter:
    conditions = {place: facts[as_numbers([number], 0, len(facts))[0]] for place, number in where.items()}
    for place, condition in conditions.items():
        if place == solo.entry(place[0]) or not owned[place[0]] >= expr_variables(condition):
            raise FormatError(f"threads at {_place_text(place)} are counted by more than their registers")
    return ThreadCounter(counter.variable, {**counter.places, **conditions})


def _first(item: tuple[RestingPlace, Expr]) -> RestingPlace:
    return item[0]


def _place(text: object, templates: Container[str], ended: bool = False) -> RestingPlace:
    template, _, location = as_text(text).rpartition(":")
    if template in templates and ended and location == "end":
        return template, END
    if template not in templates or not location.isdecimal() or len(location) > 9:
        raise FormatError(f"not a place: {text!r:.80}")
    return template, int(location)


def _place_text(place: RestingPlace) -> str:
    return f"{place[0]}:{'end' if place[1] == END else place[1]}"


def _only(facts: frozenset[Expr] | tuple[Expr, ...], registers: frozenset[Variable], place: str) -> None:
    for fact in facts:
        for variable in expr_variables(fact):
            if not variable.shared and variable not in registers:
                raise FormatError(f"a fact of {place} is about {variable}")


def _registers(program: Program, function: str) -> frozenset[Variable]:
    return frozenset(variable for variable in of_function(program.functions[function]) if not variable.shared)
