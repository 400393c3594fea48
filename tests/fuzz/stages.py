"""Passes change nothing: plain enumeration gives the same answers before and after them.

The program as the front end made it, with its accesses classified (`ANALYSE`), and lowered to variables (`LOWER`) must have the
same verdicts; the first two also the same final results. A lowered program may have been cut (a limit of objects, say) and
then says UNKNOWN.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial

from tests.fuzz.concurrent import Concurrent, Knobs, concurrent
from tests.fuzz.native import batches
from tests.fuzz.report import Failure, Report
from tests.fuzz.single import parse
from tests.fuzz.tree import Node
from threadproof.budget import Budget, OutOfBudget
from threadproof.engines.explicit import ExplicitEngine, IncompleteSearch, outcomes
from threadproof.evidence.result import Unknown
from threadproof.evidence.task import Task
from threadproof.ir.program import Program
from threadproof.passes import runner
from threadproof.properties import DEADLOCK, RACE, UNREACH
from threadproof.shrink.debug import shrink

BATCH = 10
SECONDS = 30.0


def verdict(program: Program, property_: str) -> str:
    result = ExplicitEngine().check(program, Task(property_), Budget(SECONDS), {})
    return f"UNKNOWN({result.reason})" if isinstance(result, Unknown) else type(result).__name__


def difference(program: Concurrent) -> str:
    """Empty where all stages agree."""
    try:
        source = parse(program.tree.text(), "LP64")
        before, after = (
            outcomes(stage, program.results, Budget(SECONDS)) for stage in (source, runner.run(source, runner.ANALYSE))
        )
        if before != after:
            return f"analysed: {len(before - after)} outcomes are lost, {len(after - before)} are new"
        for property_, passes in ((RACE, runner.ANALYSE), (UNREACH, runner.LOWER), (DEADLOCK, runner.LOWER)):
            source = parse(program.tree.text(), "LP64", property_)
            expected, found = verdict(source, property_), verdict(runner.run(source, passes), property_)
            if found != expected and not found.startswith("UNKNOWN(limit"):
                return f"{property_}: {expected}, but after {passes[-1].name} {found}"
    except OutOfBudget:
        return ""
    except IncompleteSearch as reason:
        return f"enumeration is incomplete: {reason}"
    except Exception as error:  # a crash of ours is a failure of this program, not of the whole run
        return f"{type(error).__name__}: {error}"
    return ""


def check_batch(seeds: list[int], knobs: Knobs) -> Report:
    report = Report()
    for seed in seeds:
        what = difference(concurrent(seed, knobs))
        report.passed += not what
        if what:
            report.failures.append(Failure(seed, what))
    return report


def minimise(seed: int, budget: int, knobs: Knobs) -> Node | None:
    program = concurrent(seed, knobs)
    if not difference(program):
        return None
    return shrink(program.tree, lambda tree: bool(difference(Concurrent(tree, program.results))), budget)


def tasks(seeds: Iterable[int], knobs: Knobs) -> list[partial[Report]]:
    return [partial(check_batch, batch, knobs) for batch in batches(seeds, BATCH)]
