"""Factoring: what all alternatives of a disjunction have in common is said once.

`(a & b & c) | (a & b & d)` becomes `a & b & (c | d)`. Formulas of merged paths are full of such disjunctions, because paths
that meet began together. Every formula is seen as a set of conjuncts: that of a conjunction is the union of its sides' sets,
that of a disjunction is their intersection and one disjunction of what is left. Each shared part is simplified once and sets
are limited in size (a larger one counts as a single conjunct), so the work is linear in the number of distinct parts and the
result is no larger than that. The result is equivalent."""

from __future__ import annotations

from collections.abc import Iterable

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr
from threadproof.ir.types import BOOL

LARGE = 400  # conjuncts
Conjuncts = dict[Expr, None]
"""An ordered set: the result does not depend on addresses in memory."""


class Factoring:
    def __init__(self) -> None:
        self._sets: dict[Expr, Conjuncts] = {}

    def simplify(self, formula: Expr) -> Expr:
        stack = [formula]
        while stack:
            node = stack[-1]
            if node in self._sets:
                stack.pop()
                continue
            inner = node.args if node.op in ("and", "or") and node.type is BOOL else ()
            missing = [arg for arg in inner if arg not in self._sets]
            if missing:
                stack.extend(missing)
                continue
            stack.pop()
            self._sets[node] = self._combine(node, [self._sets[arg] for arg in inner])
        return conjunction(self._sets[formula])

    def _combine(self, node: Expr, parts: list[Conjuncts]) -> Conjuncts:
        if not parts:
            return {node: None}
        if node.op == "and":
            found = parts[0] | parts[1]
            return found if len(found) <= LARGE else {conjunction(found): None}
        first, second = parts
        common = {part: None for part in first if part in second}
        left = conjunction(part for part in first if part not in common)
        right = conjunction(part for part in second if part not in common)
        rest = E.lor(left, right)
        return common if rest is E.TRUE else common | {rest: None}


def conjunction(parts: Iterable[Expr]) -> Expr:
    """As a balanced tree."""
    found = list(parts)
    while len(found) > 1:
        found = [E.land(found[i], found[i + 1]) if i + 1 < len(found) else found[i] for i in range(0, len(found), 2)]
    return found[0] if found else E.TRUE
