"""The command: which tasks and tools are missing in the result file, run them, show how far it is, and sum up.

Each result is written when it is there; the same command goes on where it stopped. Ctrl-C ends the runs and keeps what there is.
"""

from __future__ import annotations

import os
import shlex
import signal
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from contextlib import suppress
from pathlib import Path

from threadproof.bench import results
from threadproof.bench.measure import OURS, BenchRow, ProcessGroups, RunLimits, Tool, measure, tool
from threadproof.bench.page import page
from threadproof.bench.tasks import BenchTask, find
from threadproof.config.options import Config
from threadproof.errors import OptionError, Pos
from threadproof.report.outputs import ensure_writable, write
from threadproof.report.terminal import one_line, say, tell
from threadproof.report.text import table


def bench(roots: Sequence[str], config: Config) -> int:
    """Exit code 1 if a verdict is wrong."""
    tools = _tools(config)
    path = Path(config.out)
    rows, before = _files(config)
    tasks = [task for name in config.properties or (config.property,) for task in find(roots, name)]
    limits = RunLimits(config.timeout, config.memory)
    results.write(path, rows)
    known = {(row.tool, row.task, row.property) for row in rows}
    todo = [(task, each) for task in tasks for each in tools if (each.name, task.name(), task.property) not in known]
    if not config.quiet:
        tell(f"{len(tasks)} tasks, {len(rows)} results in {path}, {len(todo)} to do")
    try:
        rows += run(todo, limits, config.jobs or os.cpu_count() or 1, path, not config.quiet)
    except KeyboardInterrupt:
        kept = len(results.read(path))
        tell(f"interrupted: {kept} results are in {path}, and the same command goes on from there")
        return 2
    say(results.text(rows))
    if before:
        found = results.differences(before, rows)
        say("\n" + (table(found, results.DIFFERENCE) if found else f"no difference to {config.compare}"))
    if config.html:
        write(config.html, page(f"threadproof bench: {' '.join(roots)}", rows, before), "--html")
    return 1 if any(row.grade() == "wrong" for row in rows) else 0


def _files(config: Config) -> tuple[list[BenchRow], list[BenchRow]]:
    """The rows that there are, and those to compare with. What cannot be read or written shows before the work."""
    with suppress(OSError):
        Path(config.out).parent.mkdir(parents=True, exist_ok=True)
    ensure_writable(config.out, "--out")
    ensure_writable(config.html, "--html")
    for option, name in (("--out", config.out), ("--compare", config.compare)):
        if name and Path(name).exists() and not Path(name).is_file():
            raise OptionError(f"{option}: not a file", Pos(name))
    if config.compare and not Path(config.compare).exists():
        raise OptionError("--compare: no such file", Pos(config.compare))
    return results.read(Path(config.out)), results.read(Path(config.compare)) if config.compare else []


def _tools(config: Config) -> list[Tool]:
    options = tuple(shlex.split(config.options))
    given = [tool(text) for text in config.tool]
    if any(not each.name or not each.command for each in given):
        raise OptionError("--tool: expected NAME=COMMAND, with {file} where the file belongs")
    return [Tool(" ".join([OURS, *options]), (), options), *given]


def run(todo: Sequence[tuple[BenchTask, Tool]], limits: RunLimits, jobs: int, path: Path, show: bool) -> list[BenchRow]:
    rows: list[BenchRow] = []
    started = time.monotonic()
    pool, running = ThreadPoolExecutor(jobs), ProcessGroups()
    runs = [pool.submit(measure, task, each, limits, running) for task, each in todo]
    former = signal.signal(signal.SIGTERM, signal.default_int_handler)
    try:
        for done in as_completed(runs):
            row = done.result()
            rows.append(row)
            results.append(path, row)
            if show:
                left = (time.monotonic() - started) / len(rows) * (len(todo) - len(rows))
                head = f"[{len(rows)}/{len(todo)}, about {left / 60:.0f} min left]"
                said = f"{row.tool}: {row.task}  {row.reason}"
                tell(f"{head} {row.grade():<8}{row.seconds:8.2f} s  {one_line(said)}")
    finally:
        signal.signal(signal.SIGTERM, former)
        running.end()
        pool.shutdown(cancel_futures=True)
    return rows
