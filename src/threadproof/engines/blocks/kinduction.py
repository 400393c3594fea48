"""`--engine kinduction`: k-induction: no failure within k blocks of the start, and none after any k blocks without one.

First a closed graph of blocks is built with what is cheap to know (`blockgraph`): constants, then also the conditions of the
program as predicates. What its nodes know are invariants, whatever fails or not. If no failure is possible from them, that is
a proof. Otherwise, for k = 1, 2, ...:

- base: is a chain of fewer than k blocks from the initial state into a failure possible (`chains`)? Then it is real.
- step: is a chain of k blocks into a failure possible that begins in any state of any node? (A chain goes on after a
  check only where it holds, so none of its blocks but the last one fails.) If not, nothing fails: a failure has fewer
  than k blocks before it, or k.

Loops that no bound unwinds are proved if the property is k-inductive relative to the invariants.
"""

from __future__ import annotations

import time

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.domains.atoms import atoms
from threadproof.domains.precision import Precision
from threadproof.engines.blocks.block import Block
from threadproof.engines.blocks.blockgraph import BlockGraph
from threadproof.engines.blocks.chains import BlockLink, Chains, Head
from threadproof.engines.blocks.export import export_blocks
from threadproof.engines.blocks.interpolate import FormulaChain
from threadproof.engines.blocks.query import Queries, violation
from threadproof.engines.blocks.unwind import Arrow
from threadproof.evidence.result import Result, Safe, Unknown
from threadproof.evidence.task import Task
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Program
from threadproof.smt.solver import Answer

FIRST = 2  # k with constants alone; then predicates are worth their price
PREDICATES = 24
STRAIGHT = 0.3  # of the time for violations that are found on the way
SHARE = 5.0  # seconds for one of them


class KInductionEngine:
    name = "kinduction"

    def check(self, program: Program, task: Task, budget: Budget, counters: Counters) -> Result:
        return KInduction(program, task, budget, counters).run()


class KInduction(BlockGraph):
    def __init__(self, program: Program, task: Task, budget: Budget, counters: Counters) -> None:
        super().__init__(program, task, budget, counters)
        self.queries = Queries(self.options.factor == "on", budget)
        self.base = 0  # no chain from the start with fewer blocks fails
        self.straight = 0.0  # seconds
        counters["k"] = 0

    def run(self) -> Result:
        try:
            return self._prove(FIRST) or self._again()
        finally:
            self.count(self.queries.solver)

    def _again(self) -> Result:
        """With predicates, and for every k."""
        self.precisions = self.precisions.grown([(None, Precision(predicates=self._conditions()))])
        self.counters["predicates"] = len(self.precisions.union.predicates)
        self.restart()
        self.base = 0  # reduction may follow other executions now
        limit = self.options.bound or 1 << 30
        return self._prove(limit) or Unknown(self.failures.trouble or f"bound {limit}")

    def _conditions(self) -> frozenset[Expr]:
        """Of the program, as the threads of the graph evaluate them; those that many places ask for first."""
        asked: dict[Expr, int] = {}
        threads = {(thread, place[0]) for node in self.graph.nodes() for thread, place in enumerate(node.control.at)}
        for thread, template in sorted(threads):
            for edge in self.system.templates[template].edges:
                for op in edge.ops:
                    if isinstance(op, ops.Condition):
                        for atom in atoms(self.system.expr(op.condition, thread)):
                            asked[atom] = asked.get(atom, 0) + 1
        return frozenset(sorted(asked, key=lambda atom: (-asked[atom], repr(atom)))[:PREDICATES])

    def _prove(self, limit: int) -> Result | None:
        """None: not with this k and these invariants."""
        while (node := self.next()) is not None:
            block = self.block(node.control, node.state)
            self.graph.expand(node)
            found = self._straight(node, block)
            if found is not None:
                return found
            self.follow(node, block)
        heads = [node for node in self.graph.nodes() if node.coverer is None]
        blocks = {head: self.block(head.control, head.state) for head in heads}
        links = [BlockLink(head, self.exits[child], child.coverer or child) for head in heads for child in head.children]
        failing = {head: block.unwinding.failures for head, block in blocks.items() if self._fails(block)}
        for k in range(limit + 1):
            self.budget.check(self.counters)
            self.counters["k"] = k
            found = self._step(k, links, blocks, failing) or self._from_start(k, links, blocks, failing)
            if found is not None:
                return found
        return None

    def _straight(self, node: Head, block: Block) -> Result | None:
        """A violation in the block of a node, after the blocks on the way to it in the tree: while the graph is being built,
        for part of the time. It may be found long before the graph is closed."""
        violations = [arrow for arrow in block.unwinding.failures if self.failures.violates(arrow.step)]
        started = time.monotonic()
        if not violations or self.straight > STRAIGHT * (started - self.budget.started):
            return None
        found: Result | None = None
        if block.queries.possible(block.failures(violations)):
            chain = FormulaChain([self.exits[n] for n in node.path()[1:]], violations)
            if chain.solve(max(0.01, min(SHARE, self.budget.left()))) is Answer.SAT:
                found = violation(self.program, self.task, self.system.initial_ops(), chain.steps(), self.budget)
        self.straight += time.monotonic() - started
        return found

    def _fails(self, block: Block) -> bool:
        return block.queries.possible(block.failures(block.unwinding.failures))

    def _step(self, k: int, links: list[BlockLink], blocks: dict[Head, Block], failing: dict[Head, list[Arrow]]) -> Result | None:
        if self.base < k:
            return None
        if self.failures.trouble:  # TRUE is impossible; what remains is whether a violation is
            chosen = {head: [arrow for arrow in arrows if self.failures.violates(arrow.step)] for head, arrows in failing.items()}
            failing = {head: arrows for head, arrows in chosen.items() if arrows}
        if failing and self.queries.possible(Chains(links, blocks, failing, k, blocks).formula):
            return None
        return Unknown(self.failures.trouble) if self.failures.trouble else Safe(export_blocks(self, k))

    def _from_start(
        self, k: int, links: list[BlockLink], blocks: dict[Head, Block], failing: dict[Head, list[Arrow]]
    ) -> Result | None:
        """Chains of k blocks from the start: a violation is the answer, something else forbids TRUE."""
        if self.base > k:
            return None
        for wanted in (True, False):
            chosen = {head: [a for a in arrows if self.failures.violates(a.step) == wanted] for head, arrows in failing.items()}
            chains = Chains(links, blocks, {head: arrows for head, arrows in chosen.items() if arrows}, k, [self.graph.root])
            if (wanted or not self.failures.trouble) and self.queries.possible(chains.formula):
                steps = chains.steps(self.queries.solver.model())
                if wanted:
                    return violation(self.program, self.task, self.system.initial_ops(), steps, self.budget)
                self.failures.possible(steps[-1])
        self.base = k + 1
        return None
