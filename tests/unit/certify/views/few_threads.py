"""Configurations of a few threads, enumerated with concrete values: what a proof about any number of threads must contain.

Arbitrary values are 0 or 1 here, so there may be more configurations than these; but each of these is real in the program without
thread numbers.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from threadproof.certify.names import places_text
from threadproof.certify.views.anonymous import SELF, UNREAD, without_numbers
from threadproof.certify.views.document import decode
from threadproof.evidence.graph import PairClaim, Place
from threadproof.ir import expr as E
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.ir.types import ArrayType
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import substitute
from threadproof.sched.base import scheduler_of
from threadproof.sched.system import HALTED, Control, System

Values = dict[Variable, Expr]


@dataclass(frozen=True)
class Configuration:
    control: Control
    values: Values


class FewThreads:
    def __init__(self, program: Program, threads: int, limit: int = 1500) -> None:
        """`threads` besides main; the first `limit` configurations."""
        self.system = System(without_numbers(program), scheduler_of(program), threads + 1)
        self.fails = False
        self.complete = True
        self.found: list[Configuration] = []
        self._pairs: list[tuple[tuple[Place, ...], Values]] = []
        seen = set()
        waiting = [Configuration(self.system.initial, values) for values in self.run({}, self.system.initial_ops())]
        for configuration in waiting:
            key = (configuration.control, frozenset(configuration.values.items()))
            if key in seen:
                continue
            seen.add(key)
            self.complete = len(seen) <= limit
            if not self.complete:
                return
            if configuration.control.depth == 0:
                self.found.append(configuration)
            for step in self.system.steps(configuration.control):
                for values in self.run(configuration.values, step.ops):
                    self.fails |= step.failure is not None and step.failure.kind != "cut"
                    if step.target is not HALTED:
                        waiting.append(Configuration(step.target, values))

    def run(self, values: Values, operations) -> Iterator[Values]:
        every = [dict(values)]
        for op in operations:
            match op:
                case ops.Assume(condition):
                    every = [found for found in every if value(condition, found) is E.TRUE]
                case ops.Assign(target, term):
                    every = [{**found, target: value(term, found)} for found in every]
                case ops.Havoc(target):
                    every = [{**found, target: E.const(target.type, bit)} for found in every for bit in (0, 1)]
                case ops.Write(array, index, term):
                    every = [{**found, array: value(E.store(E.var(array), index, term), found)} for found in every]
        yield from every

    def pairs(self) -> list[tuple[tuple[Place, ...], Values]]:
        """Main and every two threads, in ascending order of places, as threads 0, 1 and 2; or as many as there are."""
        if not self._pairs:
            self._pairs = list(self._all_pairs())
        return self._pairs

    def _all_pairs(self) -> Iterator[tuple[tuple[Place, ...], Values]]:
        for configuration in self.found:
            main, *others = configuration.control.at
            for chosen in combinations(range(1, len(others) + 1), min(2, len(others))):
                ordered = sorted(chosen, key=lambda thread: configuration.control.at[thread])
                number = {0: 0, **{thread: new for new, thread in enumerate(ordered, 1)}}
                values = {}
                for variable, term in configuration.values.items():
                    origin = self.system.origin(variable)
                    if variable.shared:
                        values[variable] = term
                    elif origin is not None and origin[1] in number and origin[0].name != UNREAD:
                        values[self.system.instance(origin[0], number[origin[1]])] = term
                yield (main, *(configuration.control.at[thread] for thread in ordered)), values

    def claims(self) -> tuple[PairClaim, ...]:
        """Exactly these configurations, as a proof would claim them."""
        cubes: dict[tuple[Place, ...], dict[frozenset[Expr], None]] = {}
        for places, values in self.pairs():
            facts = frozenset(E.same(E.var(variable), term) for variable, term in values.items())
            cubes.setdefault(places, {})[facts] = None
        return tuple(PairClaim(places[0], places[1:], tuple(found)) for places, found in cubes.items())

    def outside(self, data) -> str:
        """A place where something happens that no cube of a document contains; empty if there is none."""
        stated = decode(data, self.system)
        mentioned = {v for cubes in stated.values() for cube in cubes for fact in cube for v in expr_variables(fact)}
        mentioned |= {self._mirrored(v) for v in mentioned}
        for places, state in dict.fromkeys((places, _part(values, mentioned)) for places, values in self.pairs()):
            at, values = places_text(self.system, places), dict(state)
            variants = [values]
            if len(places) == 3 and places[1] == places[2]:
                variants.append({self._mirrored(variable): term for variable, term in values.items()})
            cubes = stated.get(at, ())
            if not any(all(value(fact, variant) is E.TRUE for fact in cube) for cube in cubes for variant in variants):
                return at
        return ""

    def _mirrored(self, variable: Variable) -> Variable:
        origin = self.system.origin(variable)
        return variable if origin is None else self.system.instance(origin[0], (0, 2, 1)[origin[1]])


def _part(values: Values, variables: set[Variable]) -> frozenset[tuple[Variable, Expr]]:
    return frozenset((variable, term) for variable, term in values.items() if variable in variables)


def value(term: Expr, values: Values) -> Expr:
    """What was never set is zero; all threads have the number 1."""

    def replace(node: Expr) -> Expr | None:
        if node.op != "var":
            return None
        type_ = node.payload.type
        unset = E.fill(type_, E.zero(type_.element)) if isinstance(type_, ArrayType) else E.zero(type_)
        if node.payload.name.startswith(SELF):
            unset = E.const(type_, 1)
        return values.get(node.payload, unset)

    return substitute(term, replace)
