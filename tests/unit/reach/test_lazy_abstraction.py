"""The loop of lazy abstraction: what it visits, and what its end means."""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.budget import Budget
from threadproof.errors import NOWHERE
from threadproof.evidence.result import Result, Unknown
from threadproof.evidence.task import Task
from threadproof.frontend.ivl import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.ir.program import Edge
from threadproof.reach.frontier import DepthFirst
from threadproof.reach.lazy_abstraction import LazyAbstraction
from threadproof.refinement.refine import Feasible
from threadproof.sched.base import scheduler_of
from threadproof.sched.branch import StepFailure
from threadproof.sched.system import Control, System, SystemStep
from threadproof.smt.ssa import Ssa

CLOSED = Unknown("closed")


class Counting(LazyAbstraction[int]):
    """Nodes are numbers; each has half of its number after it, and even ones postpone a thread."""

    def __init__(self, stop: int = -1) -> None:
        program = translate("main { assert true; }", "search.ivl", IvlOptions())
        super().__init__(program, Task("unreach-call"), Budget(10.0), {}, System(program, scheduler_of(program), 2))
        self.stop, self.seen, self.required = stop, list[int](), set[int]()
        self.waiting = DepthFirst()
        self.waiting.push(9)

    def visit(self, node: int) -> Result | None:
        self.seen.append(node)
        if node > 1 and node not in self.required:
            self.waiting.push(node // 2)
        return Unknown("found") if node == self.stop else None

    def postponed(self) -> Iterator[tuple[int, frozenset[int]]]:
        for node in self.seen:
            if node % 2 == 0 and node not in self.required:
                yield node, frozenset({1})

    def require(self, node: int, threads: frozenset[int]) -> None:
        self.required.add(node)

    def closed(self) -> Result:
        return CLOSED


def fails(kind: str) -> SystemStep:
    at = Control(None, ((0, 0),))
    return SystemStep(0, Edge(0, 0, (), NOWHERE), (), at, StepFailure(kind, "it fails", NOWHERE))


def test_what_was_postponed_is_visited_before_the_end() -> None:
    search = Counting()
    assert search.search() is CLOSED
    assert search.seen == [9, 4, 2, 1, 2, 4] and search.required == {2, 4}


def test_an_answer_ends_it() -> None:
    search = Counting(stop=4)
    assert search.search() == Unknown("found")
    assert search.seen == [9, 4]


def test_a_failure_that_is_no_violation_forbids_true() -> None:
    search = Counting()
    feasible = Feasible({}, Ssa(), [])
    assert search.real([fails("cut")], feasible) is None
    assert search.search() == Unknown("it fails")
    assert not search.required  # nothing more is asked of a search that proves nothing
