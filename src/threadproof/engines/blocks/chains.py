"""Chains of blocks: several blocks one after another, in all ways that a graph of blocks allows, as one formula.

A chain of length k ends with a failure in its last block, after k other blocks. It begins at the initial state, or
anywhere: in any state that the invariant of a node allows. All chains of one length form layers: layer i holds the
nodes from which the failing block is i blocks away, and where chains meet they are merged as paths inside of a block
are (`formula`). To go through a block, its formula is taken over what the variables hold, with inputs and choices of
its own.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from threadproof.engines.blocks.block import Abstract, Block, Exit
from threadproof.engines.blocks.formula import BlockLocal, MergedPaths, Values, disjunction, merge, start
from threadproof.engines.blocks.unwind import Arrow, Holds, path
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.walk import substitute
from threadproof.reach.graph import ReachNode
from threadproof.records import dataclass
from threadproof.sched.system import SystemStep
from threadproof.smt.solver import Model

Head = ReachNode[Abstract]


@dataclass(frozen=True, slots=True, eq=False)
class BlockLink:
    """One way from a node to another: an exit of its block."""

    source: Head
    exit: Exit
    target: Head


class BlockInstance:
    """A block, entered with given values: its formulas with variables and locals of their own."""

    def __init__(self, values: Values) -> None:
        self._values = values
        self._fresh: dict[Variable, Expr] = {}
        self._memo: dict[Expr, Expr] = {}

    def rename(self, expr: Expr) -> Expr:
        return substitute(expr, self._replace, self._memo)

    def _replace(self, node: Expr) -> Expr | None:
        if node.op != "var":
            return None
        variable = node.payload
        if not isinstance(variable, BlockLocal):
            return self._values.get(variable)
        if variable not in self._fresh:
            self._fresh[variable] = E.var(BlockLocal(variable.name, variable.type))
        return self._fresh[variable]

    def through(self, paths: MergedPaths, exit_: Exit) -> MergedPaths:
        """The paths that enter the block, and leave it at an exit."""
        values = dict(self._values)
        values.update((name, self.rename(value)) for name, value in exit_.paths.values.items())
        return start(E.land(paths.formula, self.rename(exit_.paths.formula)), values)


class Chains:
    """All chains of one length into failures. `starts`: nodes at which one may begin."""

    def __init__(
        self,
        links: Sequence[BlockLink],
        blocks: Mapping[Head, Block],
        failing: Mapping[Head, list[Arrow]],
        length: int,
        starts: Iterable[Head],
    ) -> None:
        self.blocks, self.failing = blocks, failing
        self._passages: dict[tuple[int, Head], BlockInstance] = {}
        self._links: dict[tuple[int, Head], tuple[list[BlockLink], MergedPaths]] = {}
        self._ways: dict[tuple[int, Head], list[Expr]] = {}
        away = _layers(links, failing, length)
        begin = set(starts)
        layer = {head: start(E.TRUE, {}) for head in away[length] if head in begin}
        for distance in range(length, 0, -1):
            self._enter(distance, layer)
            arriving: dict[Head, list[tuple[BlockLink, MergedPaths]]] = {}
            for link in links:
                if link.source in layer and link.target in away[distance - 1]:
                    passed = self._passages[distance, link.source].through(layer[link.source], link.exit)
                    if passed.formula is not E.FALSE:
                        arriving.setdefault(link.target, []).append((link, passed))
            layer = {}
            for head, ways in arriving.items():
                layer[head] = merge([passed for _, passed in ways])
                self._links[distance - 1, head] = ([link for link, _ in ways], layer[head])
                self._ways[distance - 1, head] = [passed.formula for _, passed in ways]
        self._enter(0, layer)
        self.ends = {head: self._failure(head, paths) for head, paths in layer.items()}
        self.formula = disjunction(list(self.ends.values()))
        self.length = length

    def _enter(self, distance: int, layer: Mapping[Head, MergedPaths]) -> None:
        for head, paths in layer.items():
            self._passages[distance, head] = BlockInstance(paths.values)

    def _failure(self, head: Head, paths: MergedPaths) -> Expr:
        passage = self._passages[0, head]
        return E.land(paths.formula, passage.rename(disjunction([arrow.formula for arrow in self.failing[head]])))

    def steps(self, model: Model) -> list[SystemStep]:
        """The steps of the chain that a model is about."""

        def true(formula: Expr) -> bool:
            return formula is E.TRUE or (formula is not E.FALSE and bool(model.evaluate(formula)))

        head = next(head for head, formula in self.ends.items() if true(formula))
        passage = self._passages[0, head]
        holds = self._holds(passage, true)
        found = path(next(a for a in self.failing[head] if holds(a.formula)), holds)
        for distance in range(self.length):
            links, paths = self._links[distance, head]
            formulas = self._ways[distance, head]
            ways = zip(links, formulas, paths.choices, strict=True)
            link = next(link for link, formula, choice in ways if true(formula) and true(choice))
            head, passage = link.source, self._passages[distance + 1, link.source]
            choices = zip(link.exit.arrows, link.exit.paths.choices, strict=True)
            holds = self._holds(passage, true)
            found = path(next(a for a, choice in choices if holds(a.formula) and holds(choice)), holds) + found
        return found

    def _holds(self, passage: BlockInstance, true: Holds) -> Holds:
        return lambda formula: true(passage.rename(formula))


def _layers(links: Sequence[BlockLink], failing: Iterable[Head], length: int) -> list[set[Head]]:
    """By distance to a failing block: the nodes from which it can be reached in exactly so many blocks."""
    found = [set(failing)]
    for _ in range(length):
        found.append({link.source for link in links if link.target in found[-1]})
    return found
