"""Feasibility of a path of blocks; if it is spurious, predicates at the block ends that show it.

The whole path is one formula (`interpolate`). If it is impossible, several ways to find predicates are proposed, cheapest
first: conditions of one path of steps through the blocks, pushed backwards (`refinement.refine`): few and close to the
source, but they only refute that path; then interpolants of the formula, from bitwuzla or Spacer, which refute all of them; then
those of the one path with a variable per cell of its arrays (`refinement.cells`).
The engine takes the first that makes the path of blocks impossible."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from threadproof.budget import Budget
from threadproof.engines.blocks.block import Block, Exit
from threadproof.engines.blocks.interpolate import FormulaChain
from threadproof.engines.blocks.unwind import Arrow, path
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.records import dataclass
from threadproof.refinement.refine import Refinement, make_refiner
from threadproof.sched.system import System, SystemStep
from threadproof.smt.solver import Answer

WAYS = {
    "auto": ("flags", "wp", "interpolants", "spacer", "cells"),
    "wp": ("flags", "wp"),
    "interpolants": ("interpolants", "cells"),
    "spacer": ("spacer",),
}
SHARE = 5.0  # seconds for one attempt to interpolate

Refuted = Iterator[list[set[Expr]]]
"""Proposals: predicates for each block end of the path."""


@dataclass(frozen=True, slots=True, eq=False)
class BlockPath:
    """Blocks, where all but the last one end, and the failing steps of the last."""

    blocks: Sequence[Block]
    exits: Sequence[Exit]
    failing: Sequence[Arrow]


class BlockPathRefuter:
    def __init__(self, system: System, refine: str, budget: Budget) -> None:
        self.system, self.ways, self.budget = system, WAYS[refine], budget
        self.refiner = make_refiner()
        self.solver = self.refiner.solver

    def refute(self, blocks: BlockPath) -> list[SystemStep] | Refuted | str:
        """The steps of a real path, or proposals, or why it is not known."""
        chain = FormulaChain(blocks.exits, blocks.failing)
        answer = chain.solve(self._left())
        if answer is Answer.UNKNOWN:
            self.budget.check()
            return "the solver gave up on a path"
        return chain.steps() if answer is Answer.SAT else self._proposals(blocks, chain)

    def _proposals(self, blocks: BlockPath, chain: FormulaChain) -> Refuted:
        sample: tuple[list[SystemStep], list[int]] | None = None
        for way in self.ways:
            if way in self.refiner.interpolators:
                found = chain.interpolants(self.refiner.interpolators[way](), min(SHARE, self._left() or SHARE))
            else:
                sample = sample or self._sample(blocks)
                found = self._backwards(*sample, way)
            if found is not None and any(found):
                yield found

    def _sample(self, blocks: BlockPath) -> tuple[list[SystemStep], list[int]]:
        """One path of steps that is possible block by block, and how many steps it has taken at each block end."""
        steps: list[SystemStep] = []
        ends: list[int] = []
        for block, exit_ in zip(blocks.blocks, blocks.exits, strict=False):
            block.queries.possible(exit_.paths.formula)
            holds = block.queries.holds
            choices = zip(exit_.arrows, exit_.paths.choices, strict=True)
            steps += path(next(a for a, choice in choices if holds(a.formula) and holds(choice)), holds)
            ends.append(len(steps))
        last = blocks.blocks[-1]
        last.queries.possible(last.failures(blocks.failing))
        steps += path(next(a for a in blocks.failing if last.queries.holds(a.formula)), last.queries.holds)
        return steps, ends

    def _backwards(self, steps: list[SystemStep], ends: list[int], way: str) -> list[set[Expr]] | None:
        operations: list[Sequence[ops.DataOp]] = [self.system.initial_ops(), *(step.ops for step in steps)]
        found = self.refiner.analyse(operations, way, self._left())
        if not isinstance(found, Refinement) or not found.cuts:
            return None
        return [found.cuts[end + 1] for end in ends]

    def _left(self) -> float | None:
        left = self.budget.left()
        return None if left == float("inf") else max(left, 0.01)
