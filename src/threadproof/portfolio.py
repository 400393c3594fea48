"""`--engine auto`: several engines on one program, each in a process of its own; the first that knows the answer ends the others.

The program is loaded once; the processes are forked from there. An engine that gives up, runs into its limits or crashes makes
room for the next one of the plan; a crash leaves the others alone. If nobody knows the answer, it is UNKNOWN with everybody's
reason. Whatever is answered was checked as if its engine had been named.
"""

from __future__ import annotations

import os
import sys
import time
import traceback
from collections.abc import Callable

from threadproof import pipeline, plan, supervise
from threadproof.config import Config
from threadproof.records import dataclass, replace
from threadproof.report.outcome import UNKNOWN, Outcome

RESERVE = 1.0  # seconds, to tell what the engines said before somebody loses patience with all of them


@dataclass(frozen=True, slots=True)
class Crash:
    """An exception in an engine, as data."""

    details: str


def verify(
    file: str,
    config: Config,
    announce: pipeline.Announce = pipeline.quietly,
    progress: pipeline.Progress | None = None,
    started: float | None = None,
    width: int = pipeline.WIDTH,
) -> Outcome:
    clock = pipeline.Clock(announce, started)
    program = pipeline.prepare(file, config, clock)
    found = plan.features(pipeline.run_passes(program, config, "lowered"), config.property)
    chosen = plan.choose(found)
    jobs = config.jobs or len(os.sched_getaffinity(0)) if sys.platform == "linux" else config.jobs or os.cpu_count() or 1
    limit = clock.started + config.timeout - min(RESERVE, 0.05 * config.timeout)
    after = {run.engine: len(chosen.runs) - i - 1 for i, run in enumerate(chosen.runs)}

    def work(run: plan.Run) -> tuple[supervise.Work[Outcome | Crash], float]:
        """Made when the turn of the run comes."""
        left = limit - time.monotonic()
        seconds = left if len(chosen.runs) <= jobs or not after[run.engine] else left * run.share
        mine = replace(config, engine=run.engine, timeout=time.monotonic() - clock.started + seconds, jobs=0, explain_plan=False)

        def verify_one(announce: Callable[[str], None]) -> Outcome | Crash:
            own = pipeline.Clock(announce, clock.started)
            own.times = dict(clock.times)
            try:
                return pipeline.answer(program, file, mine, own, None, width)
            except MemoryError:
                raise
            except Exception:
                return Crash(traceback.format_exc())

        return verify_one, seconds

    announce("engines")
    answers = supervise.race([lambda run=run: work(run) for run in chosen.runs], jobs, config.memory, decides)  # type: ignore[misc]
    words = plan.explain(found, chosen, jobs)
    for answer in answers:
        if isinstance(answer, Outcome) and decides(answer):
            return replace(answer, plan=words)
    return replace(_nobody(file, config, clock, chosen, answers), plan=words)


def decides(answer: Outcome | Crash) -> bool:
    return isinstance(answer, Outcome) and answer.verdict != UNKNOWN


def _nobody(
    file: str,
    config: Config,
    clock: pipeline.Clock,
    chosen: plan.Plan,
    answers: list[Outcome | Crash | supervise.Stopped | supervise.Died | None],
) -> Outcome:
    reasons = []
    for run, answer in zip(chosen.runs, answers, strict=True):
        match answer:
            case Outcome(reason=reason) | supervise.Stopped(reason=reason):
                reasons.append(f"{run.engine}: {reason}")
            case Crash(details=details):
                from threadproof.report.bundle import write_bundle

                folder = write_bundle(file, {"engine": run.engine}, details, ())
                reasons.append(f"{run.engine}: internal error, see {folder}")
            case supervise.Died(how=how):
                reasons.append(f"{run.engine}: {how}")
    remarks = next((answer.remarks for answer in answers if isinstance(answer, Outcome)), ())
    ended = pipeline.stopped(
        file, config, "; ".join(reasons) or "no engine checks this property of such a program", clock.started
    )
    return replace(ended, times=clock.total(), remarks=remarks)
