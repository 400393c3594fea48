"""Delta debugging on the tree: the smallest program found that still satisfies a predicate ("the two sides still disagree").

Rounds of three kinds of change, each accepted only if the predicate holds on the result, until a whole round changes
nothing or the budget of predicate calls is used up: drop runs of children of a `seq` (halves, quarters, ... single
ones), replace a statement by what is inside it, replace an expression by a constant or by a sub-expression. A change
may yield nonsense (a use without its declaration); the predicate is expected to refuse what does not compile.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Generic

from threadproof.shrink.tree import N, Path


class Shrinker(Generic[N]):
    def __init__(self, holds: Callable[[N], bool], budget: int) -> None:
        self.holds = holds
        self.left = budget
        self.seen: set[str] = set()

    def accepts(self, tree: N) -> bool:
        text = tree.text()
        if text in self.seen or self.left <= 0:
            return False
        self.seen.add(text)
        self.left -= 1
        return self.holds(tree)

    def run(self, tree: N) -> N:
        changed = True
        while changed and self.left > 0:
            before = tree.text()
            for step in (self.thin, self.unwrap, self.simplify):
                tree = step(tree)
            changed = tree.text() != before
        return tree

    def thin(self, tree: N) -> N:
        """Drop children of `seq` nodes, outer ones first, in runs of decreasing length."""
        for path in [path for path, n in tree.walk() if n.kind == "seq"]:
            if not _exists(tree, path) or tree.at(path).kind != "seq":
                continue
            length = max(1, len(tree.at(path).parts))
            while length >= 1:
                start = 0
                while start < len(tree.at(path).parts):
                    parts = tree.at(path).parts
                    smaller = tree.replaced(path, tree.at(path).made("seq", (*parts[:start], *parts[start + length :])))
                    if self.accepts(smaller):
                        tree = smaller
                    else:
                        start += length
                length //= 2
        return tree

    def unwrap(self, tree: N) -> N:
        """Replace a statement by one of the sequences inside it."""
        return self._rewrite(tree, lambda n: (inner for _, inner in _below(n, "seq")) if n.kind == "stmt" else iter(()))

    def simplify(self, tree: N) -> N:
        return self._rewrite(tree, _simpler)

    def _rewrite(self, tree: N, options: Callable[[N], Iterator[N]]) -> N:
        for path in [path for path, _ in tree.walk()]:
            if not _exists(tree, path):
                continue
            for new in options(tree.at(path)):
                smaller = tree.replaced(path, new)
                if self.accepts(smaller):
                    tree = smaller
                    break
        return tree


def _exists(tree: N, path: Path) -> bool:
    for i in path:
        if not tree.has(i):
            return False
        tree = tree.at((i,))
    return True


def _below(root: N, kind: str) -> Iterator[tuple[Path, N]]:
    return ((path, n) for path, n in root.walk() if path and n.kind == kind)


def _simpler(n: N) -> Iterator[N]:
    if n.kind not in ("int", "flt"):
        return
    constants = ("0", "1") if n.kind == "int" else ("0.0", "1.0")
    if n.text().strip() in constants:
        return
    yield from (n.made(n.kind, [text]) for text in constants)
    yield from (inner for _, inner in _below(n, n.kind))


def shrink(tree: N, holds: Callable[[N], bool], budget: int = 1500) -> N:
    """The tree must satisfy the predicate."""
    return Shrinker(holds, budget).run(tree)
