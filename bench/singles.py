"""Every engine by itself on the tasks of a result file, for as long as the run in the file took: no slower one is the best.

    python bench/singles.py auto.csv TASKS --options '--data-model ILP32' --every 1 --out bench/results/singles.csv
    python bench/virtual.py auto.csv bench/results/singles.csv

TASKS is the folder that the folders of the tasks lie in. Tasks that the file does not solve get `--timeout` seconds. What
`--out` holds already is not run again."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Sequence
from pathlib import Path

from threadproof.bench import results
from threadproof.bench.measure import BenchRow, ProcessGroups, RunLimits, Tool, measure
from threadproof.bench.tasks import BenchTask
from threadproof.config.engines import ENGINES

MEMORY = 8000  # MiB
LEAST = 2.0  # seconds


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("csv", type=Path)
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--options", default="")
    parser.add_argument("--engines", nargs="+", default=[e.name for e in ENGINES if "preemptive" in e.schedulers])
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=60.0)
    parser.add_argument("--out", type=Path, default=Path("singles.csv"))
    args = parser.parse_args(argv)
    done = {(row.tool, row.task) for row in results.read(args.out)}
    if not args.out.exists():
        results.write(args.out, [])
    for row in results.read(args.csv)[:: args.every]:
        for engine in args.engines:
            if (engine, row.task) not in done:
                results.append(args.out, run(row, engine, args))
                print(engine, row.task, flush=True)
    return 0


def run(row: BenchRow, engine: str, args: argparse.Namespace) -> BenchRow:
    seconds = max(LEAST, min(args.timeout, row.seconds)) if row.grade() in ("correct", "ok") else args.timeout
    task = BenchTask(args.tasks / row.task, row.property, row.expected, "")
    tool = Tool(engine, options=("--engine", engine, *shlex.split(args.options)))
    return measure(task, tool, RunLimits(seconds, MEMORY), ProcessGroups())


if __name__ == "__main__":
    sys.exit(main())
