"""A union of cubes as one formula that is small where the cubes are alike.

The formula branches on every atom that all cubes decide, like a decision tree, and equal halves become one: what all combinations
leave open disappears, what all have in common is said once. Atoms that only some cubes decide stay in a disjunction below.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import reduce

from threadproof.ir import expr as E
from threadproof.ir.expr import Expr

FactSet = tuple[Expr, ...]


def union(cubes: Sequence[FactSet]) -> Expr:
    if not cubes:
        return E.FALSE
    decided = _decided(cubes)
    below: dict[tuple[bool, ...], Expr] = {}
    for cube in cubes:
        literals = set(cube)
        branch = tuple(atom in literals for atom in decided)
        rest = _all(literal for literal in cube if _atom(literal) not in decided)
        if any(E.lnot(atom) in literals for atom, chosen in zip(decided, branch, strict=True) if chosen):
            continue  # it contradicts itself
        below[branch] = E.lor(below.get(branch, E.FALSE), rest)
    for depth, atom in reversed(list(enumerate(decided))):
        above: dict[tuple[bool, ...], list[Expr]] = {}
        for branch, formula in below.items():
            above.setdefault(branch[:depth], [E.FALSE, E.FALSE])[branch[depth]] = formula
        below = {branch: _either(atom, yes, no) for branch, (no, yes) in above.items()}
    return below.get((), E.FALSE)


def common(cubes: Sequence[FactSet]) -> frozenset[Expr]:
    """Facts of all the cubes."""
    return frozenset(cubes[0]).intersection(*cubes[1:]) if cubes else frozenset()


def _decided(cubes: Sequence[FactSet]) -> dict[Expr, None]:
    """Atoms that are in all the cubes, or their negations are, in the order of the first one."""
    others = [{_atom(literal) for literal in cube} for cube in cubes[1:]]
    return {atom: None for atom in map(_atom, cubes[0]) if all(atom in atoms for atoms in others)}


def _either(atom: Expr, yes: Expr, no: Expr) -> Expr:
    return yes if yes is no else E.lor(E.land(atom, yes), E.land(E.lnot(atom), no))


def _atom(literal: Expr) -> Expr:
    return literal.args[0] if literal.op == "lnot" else literal


def _all(parts: Iterable[Expr]) -> Expr:
    return reduce(E.land, parts, E.TRUE)
