"""`--engine predicate`: predicate abstraction at the ends of blocks, refined by spurious paths of blocks.

Between two block ends nothing is abstracted: all paths of a block are one formula (`block`). At its ends, what is known is
the strongest combination of the predicates that are kept there (`keeping`), and, with `--values on`, the constants that
variables hold. A state that an older one at the same control implies is covered. A failure that is possible from an abstract
state gives a path of blocks: it is real, or refuted by interpolants at the block ends (`refine`), and the graph is built anew
from the first block end where predicates are new. When nothing waits any more, no failure is possible.

Partial order reduction inside of a block is that of `unwind`. Every cycle of the program repeats a loop, so it passes the end
of a block where a loop is repeated; the block that begins there follows all threads, and it is only covered by a block that
does so, too. So no cycle of the graph leaves a thread out."""

from __future__ import annotations

from threadproof.domains.precision import Precision, Precisions
from threadproof.engines.base import Budget, Result, Safe, Task, Unknown
from threadproof.engines.blocks.block import Abstract, Block, Exit
from threadproof.engines.blocks.export import export_blocks
from threadproof.engines.blocks.formula import execute
from threadproof.engines.blocks.keeping import make as make_keeping
from threadproof.engines.blocks.options import Options, lower, make_frontier, make_parts
from threadproof.engines.blocks.query import Queries, violation
from threadproof.engines.blocks.refine import BlockPath, Refuted, Refuter
from threadproof.engines.blocks.unwind import Arrow
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.properties import KINDS
from threadproof.reach.graph import Graph, Node
from threadproof.sched.system import Control, Step
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import Oracle

MANY = 12  # a variable that holds more constants than this at one control has to make do with predicates


class PredicateEngine:
    name = "predicate"

    def check(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> Result:
        return Predicate(program, task, budget, counters).run()


class Predicate:
    def __init__(self, program: Program, task: Task, budget: Budget, counters: dict[str, float]) -> None:
        self.program, self.task, self.budget, self.counters = program, task, budget, counters
        self.options = Options.of(task)
        self.system = lower(program, self.options)
        self.parts = make_parts(self.system, self.options, self.options.blocks)
        self.oracle = Oracle(fast_solver(), 10.0)
        self.refuter = Refuter(self.system, self.options.refine, budget)
        self.keeping = make_keeping(self.options.precision)
        self.precisions = Precisions(Precision())
        self.waiting = make_frontier(self.options.search)
        self.forgotten: set[Variable] = set()
        self.trouble = ""
        self.blocks: dict[tuple[Control, Abstract], Block] = {}
        self.exits: dict[Node[Abstract], Exit] = {}
        self._constants: dict[tuple[Control, Variable], set[Expr]] = {}
        started = execute(self.system.initial_ops(), {})
        assert started is not None
        initial = Abstract(frozenset(), frozenset(started[1].items()), False)
        self.graph: Graph[Abstract] = Graph(self.system.initial, initial, Abstract.exact)
        counters.update(dict.fromkeys(("blocks", "points", "covered", "refinements", "predicates", "solver_calls"), 0))

    def run(self) -> Result:
        try:
            return self._search()
        finally:
            solvers = [self.oracle.solver, self.refuter.solver, *(block.queries.solver for block in self.blocks.values())]
            self.counters.update(
                points=sum(len(block.unwinding.points) for block in self.blocks.values()),
                solver_calls=sum(solver.calls for solver in solvers),
                solver_seconds=round(sum(solver.seconds for solver in solvers), 3),
            )

    def _search(self) -> Result:
        self.waiting.push(self.graph.root)
        while self.waiting:
            self.budget.check(self.counters)
            node = self.waiting.pop()
            if not node.alive or node.coverer is not None or node.expanded or self._covered(node):
                continue
            found = self._expand(node)
            if found is not None:
                return found
        return Unknown(self.trouble) if self.trouble else Safe(export_blocks(self))

    def block(self, control: Control, state: Abstract) -> Block:
        """The block of an abstract state, unwound once."""
        found = self.blocks.get((control, state))
        if found is None:
            queries = Queries(self.options.factor == "on", self.budget)
            found = Block(self.parts, control, state, queries, self.budget, self.options.values == "on")
            self.blocks[control, state] = found
            self.counters["blocks"] = len(self.blocks)
        return found

    def after(self, block: Block, exit_: Exit) -> Abstract | None:
        """What is known at the end of a block, with the present precision."""
        return block.after(exit_, self.at(exit_.control), self.forgotten)

    def at(self, control: Control) -> frozenset[Expr]:
        places = [place for place in self.keeping.places(control) if place is not None]
        return self.precisions.at(places).predicates

    # -- the graph -------------------------------------------------------------------------------------------------------

    def _covered(self, node: Node[Abstract]) -> bool:
        for other in self.graph.candidates(node):
            if (other.state.whole or not node.state.whole) and self._contains(other.state, node.state):
                self.graph.cover(node, other)
                self.counters["covered"] += 1
                return True
        return False

    def _contains(self, big: Abstract, small: Abstract) -> bool:
        if not big.constants <= small.constants:
            return False
        missing = big.facts - small.facts
        group = self.oracle.group(small.formulas()) if missing else None
        return group is None or not any(self.oracle.satisfiable(group.related(E.lnot(fact))) for fact in missing)

    def _expand(self, node: Node[Abstract]) -> Result | None:
        block = self.block(node.control, node.state)
        self.graph.expand(node)
        for failing in self._failures(block):
            if block.queries.possible(block.failures(failing)):
                found = self._analyse(node, failing)
                if found is not None or not node.alive or not node.expanded:
                    return found
        for exit_ in block.exits:
            state = self.after(block, exit_)
            if state is not None:
                if self._too_many(exit_.control, state):
                    return None
                child = self.graph.add(node, exit_.arrows[0].step, state)
                self.exits[child] = exit_
                self.waiting.push(child)
        return None

    def _failures(self, block: Block) -> list[list[Arrow]]:
        """Violations first; then, unless TRUE is excluded anyway, whatever else forbids it."""
        violations = [arrow for arrow in block.unwinding.failures if self._violates(arrow.step)]
        others = [arrow for arrow in block.unwinding.failures if not self._violates(arrow.step)]
        return [violations] if self.trouble else [violations, others]

    def _violates(self, step: Step) -> bool:
        return step.failure is not None and KINDS.get(step.failure.kind) == self.task.property

    def _too_many(self, control: Control, state: Abstract) -> bool:
        """Whether a variable has held too many constants at a control. Then predicates take over, from the start: what
        distinguishes paths by their length is forgotten."""
        before = len(self.forgotten)
        for name, value in state.constants:
            seen = self._constants.setdefault((control, name), set())
            seen.add(value)
            if len(seen) > MANY:
                self.forgotten.add(name)
        if len(self.forgotten) == before:
            return False
        self.waiting.clear()
        self.graph.remove_below(self.graph.root)
        self.waiting.push(self.graph.root)
        return True

    # -- refinement ------------------------------------------------------------------------------------------------------

    def _analyse(self, node: Node[Abstract], failing: list[Arrow]) -> Result | None:
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

    def _real(self, steps: list[Step]) -> Result | None:
        if self._violates(steps[-1]):
            return violation(self.program, self.task.property, self.system.initial_ops(), steps, self.budget)
        failure = steps[-1].failure
        assert failure is not None
        undefined = f"undefined behaviour: {failure.kind} at {failure.pos}"
        self.trouble = failure.message if failure.kind == "cut" else undefined
        return None

    def _learn(self, nodes: list[Node[Abstract]], path: BlockPath, refuted: Refuted) -> Result | None:
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

    def _rebuild(self, nodes: list[Node[Abstract]], path: BlockPath) -> None:
        """Remove what lies behind the first node of the path whose state is another one now."""
        pivot = len(nodes) - 1
        for number, (before, exit_, node) in enumerate(zip(nodes, path.exits, nodes[1:], strict=False)):
            if self.after(self.block(before.control, before.state), exit_) != node.state:
                pivot = number
                break
        below = nodes[pivot]
        for node in self.graph.remove_below(below):
            self.waiting.push(node)
        self.waiting.push(below)
