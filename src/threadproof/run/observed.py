"""An observer that tells what it sees over a pipe: stages and counters, a line for each. Processes that are forked write for
themselves; a line is written at once, or not at all."""

from __future__ import annotations

import json
import os
import time
from contextlib import suppress

from threadproof.config.options import Config
from threadproof.counters import Counters, plain
from threadproof.run import pipeline
from threadproof.run.verification import Observer

INTERVAL = 0.2  # seconds between two lines with counters, at least
TOGETHER = 512  # bytes that POSIX promises to keep together
MOST = 8  # counters of a line


def over(writer: int, width: int = pipeline.WIDTH) -> Observer:
    """`writer`: the end of a pipe, which the processes that work inherit."""

    def write(config: Config, stage: str, counters: dict[str, float]) -> None:
        line = json.dumps([config.property, config.engine, stage, counters]) + "\n"
        if len(line) <= TOGETHER:
            with suppress(OSError):
                os.write(writer, line.encode())

    def many(config: Config) -> pipeline.Progress:
        shown = time.monotonic()

        def show(counters: Counters) -> None:
            nonlocal shown
            if counters and time.monotonic() - shown >= INTERVAL:
                shown = time.monotonic()
                write(config, "engine", dict(list(plain(counters).items())[:MOST]))

        return show

    return Observer(
        width,
        live=lambda config: (many(config), lambda: None),
        many=many,
        stage=lambda config, stage: write(config, stage, {}),
    )
