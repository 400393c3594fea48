"""Which renamings of literals are worth trying: the mapping generator.

Values at the same place of two states should be equal, so a literal of the one corresponds to a literal that occurs in the same
values of the other. Each pair of values is a constraint: the literals of one side may only be mapped to those of the other.
Constraints that overlap are split until all are disjoint: what is left are classes of literals with the same type that occur in
the same pairs. Within a class the smaller side is mapped into the larger one in every way, and the classes are combined.

The literals of both states are apart from each other, and whatever map is chosen is checked with a solver; a map that is left out
can cost a match, but never make a wrong one. So the path condition only helps: a pair of conditions is a constraint for
literals that occur in no value, and otherwise decides which maps come first.

`regular` gives up unless both sides of every class have the same size, `almost-regular` unless they differ by at most one;
`location` wants mapped literals to come from the same place of the program.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import islice, permutations, product

from threadproof.ir.expr import Expr, Variable
from threadproof.ir.uses import expr_variables

Mapping = dict[Variable, Variable]
Class = tuple[list[Variable], list[Variable]]
MODES = {"type": None, "location": None, "regular": 0, "almost-regular": 1}
"""How much the sides of a class may differ; None: any number."""


class Generator:
    def __init__(self, mode: str = "type", source: Callable[[Variable], object] | None = None, most: int = 64) -> None:
        self.mode = mode
        self.source = source
        self.most = most

    def classes(
        self, pairs: Sequence[tuple[Expr, Expr]], conditions: tuple[frozenset[Expr], frozenset[Expr]]
    ) -> list[Class] | None:
        """Literals that correspond to each other; None: no map is regular."""
        marks: tuple[dict[Variable, int], dict[Variable, int]] = ({}, {})
        for number, pair in enumerate(pairs):
            names = [expr_variables(side) for side in pair]
            if names[0] and names[1]:
                for side in (0, 1):
                    for name in names[side]:
                        marks[side][name] = marks[side].get(name, 0) | 1 << number
        for side in (0, 1):
            for conjunct in conditions[side]:
                for name in expr_variables(conjunct):
                    marks[side].setdefault(name, 0)
        found: dict[tuple[object, ...], Class] = defaultdict(lambda: ([], []))
        for side in (0, 1):
            for name in sorted(marks[side], key=lambda literal: (len(literal.name), literal.name)):
                place = self.source(name) if self.mode == "location" and self.source is not None else None
                found[name.type, marks[side][name], place][side].append(name)
        most = MODES[self.mode]
        if most is not None and any(abs(len(a) - len(b)) > most for a, b in found.values()):
            return None
        return [found[key] for key in found]

    def maps(self, pairs: Sequence[tuple[Expr, Expr]], conditions: tuple[frozenset[Expr], frozenset[Expr]]) -> Iterator[Mapping]:
        """At most so many maps from the literals of the left sides to those of the right ones."""
        classes = self.classes(pairs, conditions)
        if classes is None:
            return iter(())
        choices = [list(islice(injections(a, b), self.most)) for a, b in classes if a and b]
        combined = (dict(item for part in parts for item in part) for parts in product(*choices))
        return islice(combined, self.most)


def injections(a: list[Variable], b: list[Variable]) -> Iterator[list[tuple[Variable, Variable]]]:
    """Every way to map the smaller side into the larger one; the given orders correspond to each other first."""
    if len(a) <= len(b):
        for chosen in permutations(b, len(a)):
            yield list(zip(a, chosen, strict=True))
    else:
        for chosen in permutations(a, len(b)):
            yield list(zip(chosen, b, strict=True))


def count(classes: Iterable[Class]) -> int:
    """How many maps there are."""
    total = 1
    for a, b in classes:
        n, k = max(len(a), len(b)), min(len(a), len(b))
        for factor in range(n - k + 1, n + 1):
            total *= factor
    return total
