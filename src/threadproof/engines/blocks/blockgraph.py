"""The graph of blocks (adjustable-block encoding): abstract states where blocks begin, and covering. What `predicate`
and `kinduction` have in common.

A node is a control and what is known there (`block.Abstract`); its block is unwound once, and every exit that is
possible leads to another node, with the strongest combination of the predicates that are tracked there (`predicate_scope`) and,
with `--values on`, the constants that variables hold. A node that an older one at the same control implies is covered.

Partial order reduction inside of a block is that of `unwind`. A block that begins after one in which some thread came back to
the head of a loop that it has not left since, follows all threads, and it is only covered by a block that does so, too. Every
cycle of the graph has such a block: take a thread that moves, and the outermost loop that it repeats on the cycle. So no
cycle leaves a thread out.
"""

from __future__ import annotations

from threadproof.budget import Budget
from threadproof.counters import Counters
from threadproof.domains.precision import Precision, Precisions
from threadproof.engines.blocks.block import Abstract, Block, Exit
from threadproof.engines.blocks.formula import execute
from threadproof.engines.blocks.options import BlockOptions, make_frontier, make_parts, make_system
from threadproof.engines.blocks.predicate_scope import make as make_keeping
from threadproof.engines.blocks.query import Queries
from threadproof.evidence.task import Task, chosen
from threadproof.ir import expr as E
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.program import Program
from threadproof.reach.failures import Failures
from threadproof.reach.graph import ReachGraph, ReachNode
from threadproof.sched.system import Control
from threadproof.smt.blasted import fast_solver
from threadproof.smt.oracle import ConditionGroup, Oracle
from threadproof.smt.solver import Solver

MANY = 12  # a variable that holds more constants than this at one control has to make do with predicates


class BlockGraph:
    def __init__(self, program: Program, task: Task, budget: Budget, counters: Counters) -> None:
        self.program, self.task, self.budget, self.counters = program, task, budget, counters
        self.options = chosen(BlockOptions, task)
        self.system = make_system(program, task, self.options, counters)
        self.parts = make_parts(self.system, self.options, self.options.blocks)
        self.oracle = Oracle(fast_solver(), 10.0)
        self.keeping = make_keeping(self.options.precision)
        self.precisions = Precisions(Precision())
        self.waiting = make_frontier(self.options.search)
        self.forgotten: set[Variable] = set()
        self.failures = Failures(task.property)
        self.blocks: dict[tuple[Control, Abstract], Block] = {}
        self.exits: dict[ReachNode[Abstract], Exit] = {}
        self._constants: dict[tuple[Control, Variable], set[Expr]] = {}
        started = execute(self.system.initial_ops(), {}, self.parts.ranges)
        assert started is not None
        initial = Abstract(frozenset(), frozenset(started[1].items()), False)
        self.graph: ReachGraph[Abstract] = ReachGraph(self.system.initial, initial, Abstract.exact)
        self.waiting.push(self.graph.root)
        counters.update(dict.fromkeys(("blocks", "points", "covered", "predicates", "solver_calls"), 0))

    def count(self, *others: Solver) -> None:
        """What is only known at the end."""
        solvers = [self.oracle.solver, *others, *(block.queries.solver for block in self.blocks.values())]
        self.counters.update(
            {
                "points": sum(len(block.unwinding.points) for block in self.blocks.values()),
                "solver_calls": sum(solver.calls for solver in solvers),
                "solver_seconds": round(sum(solver.seconds for solver in solvers), 3),
            }
        )

    def next(self) -> ReachNode[Abstract] | None:
        """A node that waits and is not covered."""
        while self.waiting:
            self.budget.check(self.counters)
            node = self.waiting.pop()
            if node.alive and node.coverer is None and not node.expanded and not self._covered(node):
                return node
        return None

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

    def _covered(self, node: ReachNode[Abstract]) -> bool:
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
        group = ConditionGroup(small.formulas()) if missing else None
        return group is None or not any(self.oracle.satisfiable(group.related(E.lnot(fact))) for fact in missing)

    def follow(self, node: ReachNode[Abstract], block: Block) -> None:
        """The nodes after the exits of a block."""
        for exit_ in block.exits:
            state = self.after(block, exit_)
            if state is not None:
                if self._too_many(exit_.control, state):
                    return
                child = self.graph.add(node, exit_.arrows[0].step, state)
                self.exits[child] = exit_
                self.waiting.push(child)

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
        self.restart()
        return True

    def restart(self) -> None:
        """All of the graph is built again."""
        self.waiting.clear()
        self.graph.remove_below(self.graph.root)
        self.waiting.push(self.graph.root)
