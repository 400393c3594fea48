"""`--engine predicate`: predicate abstraction at the ends of blocks, refined by spurious paths of blocks.

Between two block ends nothing is abstracted: all paths of a block are one formula (`block`, `blockgraph`). A failure that is
possible from an abstract state gives a path of blocks: it is real, or refuted by predicates at the block ends (`refine`), and
the graph is built anew from the first block end where something else is known then. When nothing waits any more, no failure
is possible."""

from __future__ import annotations

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.domains.precision import Precision
from threadproof.engines.blocks.block import Abstract, Block
from threadproof.engines.blocks.blockgraph import BlockGraph
from threadproof.engines.blocks.export import export_blocks
from threadproof.engines.blocks.query import violation
from threadproof.engines.blocks.refine import BlockPath, BlockPathRefuter, Refuted
from threadproof.engines.blocks.unwind import Arrow
from threadproof.evidence.result import Result, Safe, Unknown
from threadproof.evidence.task import Task
from threadproof.ir.expr import Expr
from threadproof.ir.program import Program
from threadproof.reach.graph import ReachNode
from threadproof.sched.system import Control, SystemStep


class PredicateEngine:
    name = "predicate"

    def check(self, program: Program, task: Task, budget: Budget, counters: Counters) -> Result:
        return Predicate(program, task, budget, counters).run()


class Predicate(BlockGraph):
    def __init__(self, program: Program, task: Task, budget: Budget, counters: Counters) -> None:
        super().__init__(program, task, budget, counters)
        self.refuter = BlockPathRefuter(self.system, self.options.refine, budget)
        counters["refinements"] = 0

    def run(self) -> Result:
        try:
            while (node := self.next()) is not None:
                found = self._expand(node)
                if found is not None:
                    return found
            return Unknown(self.failures.trouble) if self.failures.trouble else Safe(export_blocks(self))
        finally:
            self.count(self.refuter.solver)

    def _expand(self, node: ReachNode[Abstract]) -> Result | None:
        block = self.block(node.control, node.state)
        self.graph.expand(node)
        for failing in self._failures(block):
            if block.queries.possible(block.failures(failing)):
                found = self._analyse(node, failing)
                if found is not None or not node.alive or not node.expanded:
                    return found
        self.follow(node, block)
        return None

    def _failures(self, block: Block) -> list[list[Arrow]]:
        """Violations first; then, unless TRUE is excluded anyway, whatever else forbids it."""
        violations = [arrow for arrow in block.unwinding.failures if self.failures.violates(arrow.step)]
        others = [arrow for arrow in block.unwinding.failures if not self.failures.violates(arrow.step)]
        return [violations] if self.failures.trouble else [violations, others]

    # -- refinement ------------------------------------------------------------------------------------------------------

    def _analyse(self, node: ReachNode[Abstract], failing: list[Arrow]) -> Result | None:
        self.counters["refinements"] += 1
        nodes = node.path()
        blocks = [self.block(n.control, n.state) for n in nodes]
        path = BlockPath(blocks, [self.exits[n] for n in nodes[1:]], failing)
        found = self.refuter.refute(path)
        if isinstance(found, str):
            return Unknown(found)
        if isinstance(found, list):
            return self._real(found)
        return self._learn(nodes, path, found)

    def _real(self, steps: list[SystemStep]) -> Result | None:
        if self.failures.violates(steps[-1]):
            return violation(self.program, self.task, self.system.initial_ops(), steps, self.budget)
        self.failures.possible(steps[-1])
        return None

    def _learn(self, nodes: list[ReachNode[Abstract]], path: BlockPath, refuted: Refuted) -> Result | None:
        """Proposals are taken one after the other, until the path is impossible with what is known then."""
        before = self.precisions
        known = self._replay(path) is None  # what was learnt since then suffices
        for cuts in () if known else refuted:
            self.precisions = self.precisions.grown(
                (place, Precision(predicates=frozenset(predicates)))
                for control, predicates in self._placed(path, cuts)
                for place in self.keeping.places(control)
            )
            if self.precisions != before and self._replay(path) is None:
                break
        else:
            if not known and self.precisions == before:
                return Unknown("refinement made no progress")
        self.counters["predicates"] = len(self.precisions.union.predicates)
        self._rebuild(nodes, path)
        return None

    def _placed(self, path: BlockPath, cuts: list[set[Expr]]) -> list[tuple[Control, set[Expr]]]:
        controls = [exit_.control for exit_ in path.exits]
        if self.options.placement == "matching":
            return list(zip(controls, cuts, strict=True))
        every = set().union(*cuts)
        return [(control, every) for control in controls]

    def _replay(self, path: BlockPath) -> list[Abstract] | None:
        """The states along the path with the present precision; None if it is impossible then."""
        state = self.graph.root.state
        control, states = self.system.initial, [self.graph.root.state]
        for old in path.exits:
            block = self.block(control, state)
            exit_ = block.similar(old)
            found = None if exit_ is None else self.after(block, exit_)
            if exit_ is None or found is None:
                return None
            state, control = found, exit_.control
            states.append(state)
        block = self.block(control, state)
        steps = {arrow.step for arrow in path.failing}
        failing = [arrow for arrow in block.unwinding.failures if arrow.step in steps]
        return states if block.queries.possible(block.failures(failing)) else None

    def _rebuild(self, nodes: list[ReachNode[Abstract]], path: BlockPath) -> None:
        """Remove what lies after the first node of the path whose state is another one now."""
        pivot = len(nodes) - 1
        for number, (before, exit_, node) in enumerate(zip(nodes, path.exits, nodes[1:], strict=False)):
            if self.after(self.block(before.control, before.state), exit_) != node.state:
                pivot = number
                break
        below = nodes[pivot]
        for node in self.graph.remove_below(below):
            self.waiting.push(node)
        self.waiting.push(below)
