"""One call of `verify`, whatever was asked for: one property, several, every memory model, or fences that repair a program.

This process supervises and every piece of work has a process of its own, forked from here. So it must be a process
that has a single thread and belongs to us: the command's, or one that the public interface has started
(`service.process`). Nothing is printed here; progress is told to an `Observer`.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

from threadproof.channel import Announce
from threadproof.config.engines import AUTO
from threadproof.config.options import ALL, Config
from threadproof.counters import Counters
from threadproof.memory_models import SC, is_weak
from threadproof.properties import named
from threadproof.records import dataclass, replace
from threadproof.report.outcome import FALSE, Conjunction, ModelRow, Repair, RunOutcome
from threadproof.run import pipeline, supervise
from threadproof.run.guarded import supervised
from threadproof.run.loading import SourceFile

if TYPE_CHECKING:
    from threadproof.engines.ordering.fencing import Demands

ATTEMPT = 0.3  # of the time that is left, for each choice of fences
Live = tuple[pipeline.Progress, Callable[[], None]]  # shows counters; ends that


@dataclass(frozen=True, slots=True)
class Observer:
    """What is told to an observer. All of it is called in the processes that work, `many` in several at a time."""

    width: int = pipeline.WIDTH  # of a counterexample
    live: Callable[[Config], Live] | None = None  # of the engine that was named
    many: Callable[[Config], pipeline.Progress] | None = None  # of one of several engines
    stage: Callable[[Config, str], None] | None = None


@dataclass(frozen=True, slots=True)
class Verified:
    """The answer as a whole, and what it is made of if it is about several properties or memory models."""

    whole: RunOutcome
    found: Conjunction | None = None
    rows: tuple[ModelRow, ...] = ()
    repair: Repair | None = None
    missing: tuple[str, ...] = ()  # outputs that were asked for and are not written, with the reason


def several(config: Config) -> bool:
    """Whether the answer is about several properties."""
    return len(config.properties) != 1 and config.memory_model != ALL and not config.suggest_fences


def verify(file: str, config: Config, started: float, view: Observer) -> Verified:
    run = _VerificationRun(file, config, started, view)
    if several(config):
        return run.every_property()
    if config.memory_model == ALL:
        return run.every_model()
    outcome = run.verified(config, started)
    if not config.suggest_fences or outcome.verdict != FALSE:
        return Verified(outcome)
    from threadproof.run.memory_models import under

    plain = replace(under(config, SC), timeout=run.left())
    return Verified(outcome, repair=run.mended(config, outcome, lambda: run.verified(plain)))


def stopped(file: str, config: Config, reason: str, started: float) -> Verified:
    """When the run was ended from outside before anything was known."""
    if several(config):
        from threadproof.run import conjunction

        found = conjunction.stopped(file, config, reason, started)
        return Verified(conjunction.whole(found), found)
    return Verified(pipeline.stopped(file, config, reason, started))


class _VerificationRun:
    def __init__(self, file: str, config: Config, started: float, view: Observer) -> None:
        self.file, self.config, self.started, self.view = file, config, started, view

    def left(self) -> float:
        """Seconds until the time of the whole call is over."""
        return max(0.01, self.config.timeout - (time.monotonic() - self.started))

    def verified(self, config: Config, started: float | None = None) -> RunOutcome:
        """One verification, in a process of its own. `started`: if it is the only one."""
        begun = time.monotonic() if started is None else started
        answer = supervised(self.file, config, lambda announce: self.one(config, announce, None, begun), begun)
        if isinstance(answer, supervise.Stopped):
            if answer.reason == supervise.INTERRUPTED and started is None:
                raise KeyboardInterrupt  # one of several: the others are not wanted any more either
            return pipeline.stopped(self.file, config, answer.reason, begun, answer.counters)
        return answer

    def one(self, config: Config, announce: Announce, source: SourceFile | None, started: float) -> RunOutcome:
        """In the process that was made for it."""
        return verify_one(self.file, config, announce, source, started, self.view)

    def every_property(self) -> Verified:
        from threadproof.run import conjunction

        def work(announce: Announce) -> Conjunction:
            return conjunction.verify(self.file, self.config, self.one, announce, self.started)

        answer = supervised(self.file, self.config, work, self.started)
        if isinstance(answer, supervise.Stopped):
            return stopped(self.file, self.config, answer.reason, self.started)
        return Verified(conjunction.whole(answer), answer)

    def every_model(self) -> Verified:
        from threadproof.run import memory_models

        rows = memory_models.verify_all(
            self.config,
            lambda mine, share: self.verified(replace(mine, timeout=self.left() * share)),
            lambda mine, outcome, under_sc: self.mended(replace(mine, timeout=self.config.timeout), outcome, under_sc),
        )
        return Verified(memory_models.summary(rows), rows=tuple(rows))

    def mended(self, config: Config, outcome: RunOutcome, under_sc: Callable[[], RunOutcome]) -> Repair:
        """Fences that repair it; each attempt may use a share of the time that is left, since some are never decided."""
        from threadproof.engines.ordering.fencing import Demands
        from threadproof.run.repair import repair

        bare = replace(config, certificate="", json="")

        def verify(places: tuple[str, ...], seconds: float) -> RunOutcome:
            timeout = min(seconds, ATTEMPT * self.left())
            return self.verified(replace(bare, fence=(*config.fence, *places), timeout=timeout))

        def demanded() -> tuple[Demands, dict[str, dict[str, object]]]:
            limited = replace(bare, timeout=self.left())
            found = supervised(
                self.file, limited, lambda announce: pipeline.demanded(self.file, limited, announce), time.monotonic()
            )
            return (Demands((), found.reason), {}) if isinstance(found, supervise.Stopped) else found

        return replace(repair(outcome, verify, under_sc, demanded), model=config.memory_model)


def verify_one(
    file: str, config: Config, announce: Announce, source: SourceFile | None, started: float, view: Observer
) -> RunOutcome:
    """One property under one memory model. `source`: the file, if it is parsed already."""
    if named(config.property).interleavings and is_weak(config.memory_model):
        from threadproof.run.memory_models import race_verdict, under

        return race_verdict(config, verify_one(file, under(config, SC), announce, source, started, view))

    told = announce if view.stage is None else _Watched(announce, partial(view.stage, config))
    if config.engine == AUTO:
        from threadproof.run import portfolio

        return portfolio.verify(file, config, told, view.many, started, view.width, source)
    show, clear = view.live(config) if view.live is not None else (None, None)
    try:
        return pipeline.verify(file, config, told, show, started, view.width, source)
    finally:
        if clear is not None:
            clear()


class _Watched(Announce):
    """What is announced, and passed on to a listener as well."""

    def __init__(self, announce: Announce, stage: Callable[[str], None]) -> None:
        self.announce, self.stage = announce, stage

    def __call__(self, stage: str) -> None:
        self.announce(stage)
        self.stage(stage)

    def count(self, counters: Counters) -> None:
        self.announce.count(counters)

    def keep(self, thing: object) -> None:
        self.announce.keep(thing)
