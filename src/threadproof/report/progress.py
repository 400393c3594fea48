"""How far a run is: one live line on a terminal, plain lines elsewhere if they are asked for (`--progress`).

A process of its own writes them. The processes that work tell it over a pipe which engine is at what (`run.observed`), and
the one that waits for them has a single thread and nothing but waiting to do, so it is the wrong place for a clock. The
display ends when it is told to, or when nobody is left who could tell it anything; an interrupt is not for it. In the first
half second nothing is shown. That a line cannot be written is no matter.
"""

from __future__ import annotations

import json
import os
import select
import signal
import time
from collections.abc import Mapping
from contextlib import suppress

from threadproof.records import dataclass, field
from threadproof.report.terminal import one_line
from threadproof.report.text import number

DELAY = 0.5  # seconds
LIVE, PLAIN = 0.2, 5.0  # seconds between two lines, on a terminal and elsewhere
LATELY = 8.0  # seconds without a word after which an engine is not shown any more, if another one has said something
CLEAR, BOUND = "clear_bound", "bound"
SHOWN = ("k", "states", "nodes", "tree_nodes", "refinements", "steps", "events", "schedules")
END = b"end\n"


def _words(name: str, value: float) -> str:
    return (name.removesuffix("s") if value == 1 else name).replace("_", " ")


@dataclass(slots=True)
class EngineState:
    stage: str = ""
    counters: Mapping[str, float] = field(default_factory=dict)
    heard: float = 0.0

    def text(self) -> str:
        """The bound and what is clear of it, or the first two of the usual counters."""
        if not any(self.counters.values()):
            return "at work" if self.counters else self.stage
        bound, clear = self.counters.get(BOUND, 0), self.counters.get(CLEAR, 0)
        parts = [f"bound {number(bound)}"] if bound else []
        parts += [f"clear up to {number(clear)}"] if clear else []
        known = [(name, self.counters[name]) for name in SHOWN if self.counters.get(name)]
        known = known or [(name, value) for name, value in self.counters.items() if value and name not in (BOUND, CLEAR)]
        return ", ".join([*parts, *(f"{number(value)} {_words(name, value)}" for name, value in known[: 2 - len(parts[1:])])])


@dataclass(slots=True)
class ProgressState:
    """What was told so far. `seconds`: the limit of the run."""

    started: float
    seconds: float
    property: str = ""
    engines: dict[str, EngineState] = field(default_factory=dict)

    def hear(self, line: bytes, now: float) -> None:
        try:
            property_, engine, stage, counters = json.loads(line)
        except (TypeError, ValueError):
            return
        if property_ != self.property:
            self.property, self.engines = property_, {}
        state = self.engines.setdefault(engine, EngineState())
        state.stage, state.heard = stage, now
        state.counters = counters or state.counters

    def text(self, now: float) -> str:
        working = {name: state for name, state in self.engines.items() if state.counters} or self.engines
        lately = {name: state for name, state in working.items() if now - state.heard < LATELY} or working
        shown = "; ".join(f"{name}: {state.text()}" for name, state in lately.items())
        left = max(0.0, self.seconds - (now - self.started))
        return f"{self.property.replace('+', ', ')}: {shown} ({now - self.started:.0f} s, at most {left:.0f} s left)"


class ProgressDisplay:
    """The process that shows how far a run is. `writer`: where that is told."""

    def __init__(self, terminal: bool, started: float, seconds: float) -> None:
        reader, self.writer = os.pipe()
        self.process = os.fork()
        if self.process == 0:
            code = 1
            try:
                os.close(self.writer)
                for ignored in (signal.SIGINT, signal.SIGTERM):
                    signal.signal(ignored, signal.SIG_IGN)
                _display(reader, ProgressState(started, seconds), terminal)
                code = 0
            finally:
                os._exit(code)
        os.close(reader)

    def end(self) -> None:
        """Once: the line is gone."""
        with suppress(OSError):
            os.write(self.writer, END)
        os.close(self.writer)
        with suppress(ChildProcessError):
            os.waitpid(self.process, 0)


def _display(reader: int, state: ProgressState, terminal: bool) -> None:
    heard, shown, next_ = b"", False, time.monotonic() + DELAY
    while True:
        if select.select([reader], [], [], max(0.0, min(LIVE, next_ - time.monotonic())))[0]:
            part = os.read(reader, 1 << 16)
            *lines, heard = (heard + part).split(b"\n")
            for line in lines:
                state.hear(line, time.monotonic())
            if not part or END.strip() in lines:
                break
        if time.monotonic() >= next_ and state.engines:
            next_, shown = time.monotonic() + (LIVE if terminal else PLAIN), True
            _show(state.text(time.monotonic()), terminal)
    if shown and terminal:
        _write("\r\x1b[K")


def _show(text: str, terminal: bool) -> None:
    if not terminal:
        _write(f"threadproof: progress: {one_line(text)}\n")
        return
    with suppress(OSError):
        _write(f"\r\x1b[K{one_line(text)[: os.get_terminal_size(2).columns - 1]}")


def _write(text: str) -> None:
    with suppress(OSError):
        os.write(2, text.encode("utf-8", "backslashreplace"))
