"""Boolean predicate abstraction: the strongest Boolean combination of the predicates that holds after a step, not only
those that hold by themselves (Cartesian).

The literals that hold in every case are facts, as in the Cartesian abstraction; what is left of the cases is one more fact, a
disjunction of cubes over the other predicates. The cases are enumerated by the solver, over the predicates that the step may
change and those that are tied to them by a disjunction; more than LIMIT cases are too many, and only the literals remain. Two
cases that differ in one literal are one case without it, so the same set of cases is nearly always the same formula.

Whether a state covers another one is no longer a matter of comparing literals: where that fails, the solver decides.
"""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.domains.precision import Precision
from threadproof.domains.product import AbstractState, Around, Product
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables
from threadproof.smt.solver import Answer

LIMIT = 32  # cases
Cube = frozenset[Expr]


class Boolean(Product):
    def _literals(self, around: Around, precision: Precision, values: dict[Variable, Expr]) -> Iterable[Expr]:
        literals = frozenset(super()._literals(around, precision, values))
        decided = {atom(literal) for literal in literals}
        open_ = [p for p in precision.predicates if p not in decided and not expr_variables(p) <= values.keys()]
        kept, affected = self._split(around, open_)
        cubes = self._cases(around, sorted(affected, key=repr)) if len(affected) > 1 else None
        if cubes:
            kept |= {disjunction(cubes)} - {E.TRUE}
        return literals | kept

    def _split(self, around: Around, predicates: list[Expr]) -> tuple[set[Expr], list[Expr]]:
        """Disjunctions that the step leaves as they are, and predicates about which cases have to be computed."""
        effect = around.effect
        kept: set[Expr] = set()
        tied: set[Expr] = set()
        for fact in around.state.facts:
            if fact.op == "or":
                parts = {atom(literal) for cube in fact_cubes(fact) for literal in cube}
                names = expr_variables(fact)
                changed = not names.isdisjoint(effect.written) or not names.isdisjoint(around.concerned)
                if changed or not parts <= set(predicates):
                    tied |= parts
                else:
                    kept.add(fact)
        fixed = {atom(literal) for fact in kept for cube in fact_cubes(fact) for literal in cube}
        touched = effect.written | around.concerned
        affected = [p for p in predicates if p not in fixed and (p in tied or not expr_variables(p).isdisjoint(touched))]
        return kept, affected

    def _cases(self, around: Around, predicates: list[Expr]) -> set[Cube] | None:
        """All of them, since the solver excludes anything else; None if they are too many or not told apart."""
        after = {p: around.after(p) for p in predicates}
        solver = self.oracle.solver
        base: set[Expr] = set()
        for value in after.values():
            base |= around.base.related(value) - {value}
        found: set[Cube] = set()
        while True:
            answer = solver.check(tuple(base), self.oracle.limit)
            if answer is not Answer.SAT:
                return None if answer is Answer.UNKNOWN else merged(found)
            if len(found) >= LIMIT:
                return None
            model = solver.model()
            holds = {p: value is E.TRUE if value.is_const else bool(model.evaluate(value)) for p, value in after.items()}
            cube = frozenset(p if holds[p] else E.lnot(p) for p in predicates)
            if cube in found:  # a model may leave elements of arrays open; then it does not say which case it is
                return None
            found.add(cube)
            case = E.TRUE
            for p, value in after.items():
                case = E.land(case, value if holds[p] else E.lnot(value))
            base.add(E.lnot(case))

    def covers(self, big: AbstractState, small: AbstractState) -> bool:
        if super().covers(big, small):
            return True
        if any(small.values.get(variable) is not value for variable, value in big.values.items()):
            return False
        missing = big.facts - small.facts
        if any(E.lnot(fact) in small.facts for fact in missing):
            return False
        return not any(self.oracle.satisfiable(small.assumed.related(E.lnot(small.put_in(fact)))) for fact in missing)


def atom(literal: Expr) -> Expr:
    return literal.args[0] if literal.op == "lnot" else literal


def merged(cubes: set[Cube]) -> set[Cube]:
    """Pairs of cases that differ in one literal become one, as long as there are any."""
    while True:
        for cube in sorted(cubes, key=lambda c: sorted(map(repr, c))):
            for literal in sorted(cube, key=repr):
                other = (cube - {literal}) | {E.lnot(literal)}
                if other in cubes:
                    cubes = cubes - {cube, other} | {cube - {literal}}
                    break
            else:
                continue
            break
        else:
            return cubes


def disjunction(cubes: set[Cube]) -> Expr:
    """In one order, so that equal sets of cases are the same formula."""
    result = E.FALSE
    for cube in sorted(cubes, key=lambda c: sorted(map(repr, c))):
        case = E.TRUE
        for literal in sorted(cube, key=repr):
            case = E.land(case, literal)
        result = E.lor(result, case)
    return result


def fact_cubes(fact: Expr) -> list[Cube]:
    """The cases of a disjunction that `disjunction` made."""
    found, stack = [], [fact]
    while stack:
        node = stack.pop()
        if node.op == "or" and node.type == E.TRUE.type:
            stack.extend(node.args)
            continue
        cube, parts = set(), [node]
        while parts:
            part = parts.pop()
            if part.op == "and":
                parts.extend(part.args)
            else:
                cube.add(part)
        found.append(frozenset(cube))
    return found
