"""Oracle (b): whatever a compiled multi-threaded program was seen to do, plain enumeration finds, too.

An outcome is the tuple of final results, or "error" where an assertion failed; then the verdict of `unreach-call` must be
FALSE. A run that gets stuck would mean that the generator made a program that does not end.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import partial

from tests.fuzz.concurrent import Concurrent, Knobs, concurrent
from tests.fuzz.native import batches
from tests.fuzz.native_threads import Outcome, observed
from tests.fuzz.report import Failure, Report
from tests.fuzz.single import parse
from tests.fuzz.tree import Node, node
from threadproof.budget import Budget, OutOfBudget
from threadproof.engines.explicit import ExplicitEngine, IncompleteSearch, outcomes
from threadproof.evidence.result import Unsafe
from threadproof.evidence.task import Task
from threadproof.passes import runner
from threadproof.properties import UNREACH
from threadproof.shrink.debug import shrink

BATCH = 10
SECONDS = 30.0


@dataclass(frozen=True, slots=True)
class Unexplained:
    """An outcome that enumeration does not find (or, without one, why there is no answer)."""

    what: str
    outcome: Outcome | None = None


def explained(program: Concurrent, seen: set[Outcome], seconds: float = SECONDS) -> Unexplained | None:
    """What is wrong about our answer, if anything. May raise OutOfBudget."""
    if "stuck" in seen:
        return Unexplained("a native run did not end")
    try:
        parsed = runner.run(parse(program.tree.text(), "LP64"), runner.ANALYSE)
        possible = outcomes(parsed, program.results, Budget(seconds))
        missing = sorted(o for o in seen if not isinstance(o, str) and o not in possible)
        if missing:
            values = ", ".join(f"{name} = {value}" for name, value in zip(program.results, missing[0], strict=True))
            return Unexplained(f"not among the {len(possible)} outcomes found: {values}", missing[0])
        if "error" in seen and not isinstance(ExplicitEngine().check(parsed, Task(UNREACH), Budget(seconds), {}), Unsafe):
            return Unexplained("an assertion failed in a native run", "error")
    except OutOfBudget:
        raise
    except IncompleteSearch as reason:
        return Unexplained(f"enumeration is incomplete: {reason}")
    except Exception as error:  # a crash of ours is a failure of this program, not of the whole run
        return Unexplained(f"{type(error).__name__}: {error}")
    return None


def check_batch(seeds: list[int], runs: int, knobs: Knobs) -> Report:
    report = Report()
    programs = [concurrent(seed, knobs) for seed in seeds]
    for seed, program, seen in zip(seeds, programs, observed(programs, runs), strict=True):
        if seen is None:
            report.skipped.append(seed)
            continue
        try:
            wrong = explained(program, seen)
        except OutOfBudget:
            report.skipped.append(seed)
            continue
        report.passed += wrong is None
        if wrong is not None:
            report.failures.append(Failure(seed, wrong.what))
    return report


def judge(program: Concurrent, runs: int) -> Unexplained | None:
    seen = observed([program], runs)[0]
    if seen is None or "stuck" in seen:
        return None
    try:
        return explained(program, seen, 10.0)
    except OutOfBudget:
        return None


def minimise(seed: int, runs: int, budget: int, knobs: Knobs) -> tuple[Node, Unexplained] | None:
    program = concurrent(seed, knobs)
    first = judge(program, runs)
    if first is None:
        return None

    def same(tree: Node) -> bool:
        wrong = judge(Concurrent(tree, program.results), runs)
        return wrong is not None and (wrong.outcome is None) == (first.outcome is None)

    smaller = shrink(program.tree, same, budget)
    wrong = judge(Concurrent(smaller, program.results), 4 * runs)
    return smaller, wrong or first


def as_corpus(tree: Node, wrong: Unexplained, results: tuple[str, ...]) -> Node:
    """The program with the outcome that must be found as its error."""
    if wrong.outcome is None or isinstance(wrong.outcome, str):
        return tree
    *parts, end = tree.parts
    assert isinstance(end, Node)
    same = " && ".join(f"@{name} == {value}" for name, value in zip(results, wrong.outcome, strict=True))
    return node("fix", *parts, node("fix", *end.parts[:-1], f"if ({same}) reach_error();\n", end.parts[-1]))


def tasks(seeds: Iterable[int], runs: int, knobs: Knobs) -> list[partial[Report]]:
    return [partial(check_batch, batch, runs, knobs) for batch in batches(seeds, BATCH)]
