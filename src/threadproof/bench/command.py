"""The command: which tasks and tools are missing in the result file, run them, show how far it is, and sum up.

Each result is written when it is there; the same command goes on where it stopped. Ctrl-C ends the runs and keeps what there is.
"""

from __future__ import annotations

import os
import shlex
import sys
import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from threadproof.bench import results
from threadproof.bench.measure import OURS, Limits, Row, Tool, measure, tool
from threadproof.bench.page import page
from threadproof.bench.tasks import Task, find
from threadproof.config import Config
from threadproof.errors import OptionError
from threadproof.report.text import table


def bench(roots: Sequence[str], config: Config) -> int:
    """Exit code 1 if a verdict is wrong."""
    tools = _tools(config)
    path = Path(config.out)
    tasks = find(roots, config.property)
    limits = Limits(config.timeout, config.memory)
    rows = results.read(path)
    path.parent.mkdir(parents=True, exist_ok=True)
    results.write(path, rows)
    known = {(row.tool, row.task, row.property) for row in rows}
    todo = [(task, each) for task in tasks for each in tools if (each.name, task.name(), task.property) not in known]
    if not config.quiet:
        print(f"{len(tasks)} tasks, {len(rows)} results in {path}, {len(todo)} to do", file=sys.stderr)
    rows += run(todo, limits, config.jobs or os.cpu_count() or 1, path, not config.quiet)
    print(results.text(rows))
    before = results.read(Path(config.compare)) if config.compare else []
    if before:
        found = results.differences(before, rows)
        print("\n" + (table(found, results.DIFFERENCE) if found else f"no difference to {config.compare}"))
    if config.html:
        Path(config.html).write_text(page(f"threadproof bench: {' '.join(roots)}", rows, before), encoding="utf-8")
    return 1 if any(row.grade() == "wrong" for row in rows) else 0


def _tools(config: Config) -> list[Tool]:
    options = tuple(shlex.split(config.options))
    given = [tool(text) for text in config.tool]
    if any(not each.name or not each.command for each in given):
        raise OptionError("--tool: expected NAME=COMMAND, with {file} where the file belongs")
    return [Tool(" ".join([OURS, *options]), (), options), *given]


def run(todo: Sequence[tuple[Task, Tool]], limits: Limits, jobs: int, path: Path, show: bool) -> list[Row]:
    rows: list[Row] = []
    started = time.monotonic()
    pool = ThreadPoolExecutor(jobs)
    runs = [pool.submit(measure, task, each, limits) for task, each in todo]
    try:
        for done in as_completed(runs):
            row = done.result()
            rows.append(row)
            results.append(path, row)
            if show:
                left = (time.monotonic() - started) / len(rows) * (len(todo) - len(rows))
                head = f"[{len(rows)}/{len(todo)}, about {left / 60:.0f} min left]"
                print(
                    f"{head} {row.grade():<8}{row.seconds:8.2f} s  {row.tool}: {row.task}  {row.reason}",
                    file=sys.stderr,
                    flush=True,
                )
    finally:
        pool.shutdown(cancel_futures=True)
    return rows
