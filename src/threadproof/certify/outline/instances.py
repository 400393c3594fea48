"""Facts about every element of an array, as the elements that a question is about.

A fact F that mentions EVERY says F for each of its values. To show it, EVERY is left as it is, a name for any number. To use it,
any instance will do: F itself, for the number that is to be shown, and F at the indices that a move reads or writes and at the
places of the threads in the ghost `over`. Fewer instances can only lose a proof."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from threadproof.certify.formulas import replaced
from threadproof.certify.implication import SymbolicEffect
from threadproof.evidence.outline import EVERY
from threadproof.ir.expr import Expr
from threadproof.ir.uses import expr_variables
from threadproof.ir.walk import subterms


def about_every(fact: Expr) -> bool:
    return EVERY in expr_variables(fact)


def with_instances(facts: frozenset[Expr], indices: Iterable[Expr]) -> frozenset[Expr]:
    """The facts, and those about every element at the indices."""
    general = [fact for fact in facts if about_every(fact)]
    if not general:
        return facts
    return facts.union(replaced(fact, {EVERY: index}) for index in dict.fromkeys(indices) for fact in general)


def touched(effect: SymbolicEffect) -> Iterator[Expr]:
    """Indices that a step reads or writes, in terms of the state before it."""
    seen: set[Expr] = set()
    for root in (*effect.conditions, *effect.after.values()):
        for node in subterms(root):
            if node.op in ("select", "store") and node not in seen:
                seen.add(node)
                yield node.args[1]
