"""Structural matchers: two states are the same if their terms look the same.

`ceq` and `pesm` compare terms as they are (ceq: without the simplification of `terms`). `esm` does so up to a renaming
of literals: a one-to-one map between the literals of the two states, built while values are compared from the roots
down, and then applied to the path condition. If it exists, both states mean the same set of concrete states, because
the names of literals carry no meaning. The map is stored in both directions: two literals of one state never become one
literal of the other. `esmh` finds the candidates by a hash of the shapes of all values.
"""

from __future__ import annotations

from collections.abc import Hashable

from threadproof.engines.simulation.state import SymbolicState
from threadproof.engines.simulation.terms import SimplifiedTerms
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable


class Renaming:
    """A one-to-one map of literals that grows while terms are compared."""

    def __init__(self) -> None:
        self.there: dict[Variable, Variable] = {}
        self.back: dict[Variable, Variable] = {}
        self._same: set[tuple[Expr, Expr]] = set()

    def match(self, one: Expr, two: Expr) -> bool:
        """Whether the terms are equal under an extension of the map, which is then kept. After False the map is of no use."""
        stack = [(one, two)]
        while stack:
            pair = a, b = stack.pop()
            if pair in self._same:
                continue
            if a.op != b.op or a.type is not b.type or len(a.args) != len(b.args):
                return False
            if a.op == "var":
                if not self.join(a.payload, b.payload):
                    return False
            elif not a.args and a is not b:
                return False
            self._same.add(pair)
            stack.extend(zip(a.args, b.args, strict=True))
        return True

    def join(self, x: Variable, y: Variable) -> bool:
        if x.type is not y.type:
            return False
        return self.there.setdefault(x, y) is y and self.back.setdefault(y, x) is x

    def copy(self) -> Renaming:
        other = Renaming()
        other.there, other.back = dict(self.there), dict(self.back)
        return other


class Identical:
    """`ceq`, `pesm`: the same terms."""

    def __init__(self, terms: SimplifiedTerms) -> None:
        self.terms = terms

    def key(self, state: SymbolicState) -> Hashable:
        return state.structure, state.values(), state.pc

    def covers(self, old: SymbolicState, new: SymbolicState) -> bool:
        return True  # the key says it all


class Renamed:
    """`esm`: the same terms up to names of literals. With `hashed` (`esmh`) most of what is different is never compared."""

    def __init__(self, terms: SimplifiedTerms, hashed: bool) -> None:
        self.terms = terms
        self.hashed = hashed

    def key(self, state: SymbolicState) -> Hashable:
        if not self.hashed:
            return state.structure
        shapes = self.terms.shapes
        return state.structure, shapes(state.values()), frozenset(shapes(tuple(state.pc))) if state.pc else None

    def covers(self, old: SymbolicState, new: SymbolicState) -> bool:
        return renaming(self.terms, new, old) is not None


def renaming(terms: SimplifiedTerms, new: SymbolicState, old: SymbolicState) -> Renaming | None:
    """A map from literals of the one to literals of the other that makes the states the same."""
    if len(new.pc) != len(old.pc):
        return None
    found = Renaming()
    for one, two in zip(new.values(), old.values(), strict=True):
        if one is two and (one is None or one.is_const):
            continue
        if one is None or two is None or not found.match(one, two):
            return None
    return found if same_conditions(terms, new.pc, old.pc, found) else None


def same_conditions(terms: SimplifiedTerms, new: frozenset[Expr], old: frozenset[Expr], found: Renaming) -> bool:
    """Whether the path conditions are the same under the map. Conjuncts over literals that no value mentions extend it, in the
    order of their shapes."""
    if not new:
        return not old
    values = {x: E.var(y) for x, y in found.there.items()}
    memo: dict[Expr, Expr] = {}
    rest = set(old)
    left = []
    for conjunct in new:
        renamed = terms.substitute(conjunct, values, memo)
        if renamed in rest:
            rest.discard(renamed)
        else:
            left.append(conjunct)
    if len(left) != len(rest):
        return False
    pairs = zip(sorted(left, key=terms.key), sorted(rest, key=terms.key), strict=True)
    return all(found.match(one, two) for one, two in pairs)
