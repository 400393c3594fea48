"""Two versions of threadproof on the same tasks, in turn: the ratio of their times, task by task.

    python bench/versions.py OLD NEW TASKS/pthread TASKS/pthread-wmm=15 --timeout 20 --out bench/results/versions.csv

OLD and NEW are checkouts. `=15` takes every fifteenth task of a folder. Each task runs with one version right after the other,
and which one is first alternates, so that a busy or a warm machine counts for both. What `--out` holds already is not run again.
The ratio of a task counts where both versions solve it; the geometric mean is over those. A verdict that changed is listed.

Processor time leaves out engines that were stopped, since nobody waits for them; with `--options '--jobs 1'` on a quiet machine
the seconds count everything. Compile the checkouts first (`python -m compileall`), so that no run pays for that."""

from __future__ import annotations

import argparse
import shlex
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from math import exp, log
from pathlib import Path

from threadproof.bench import results, tasks
from threadproof.bench.measure import BenchRow, ProcessGroups, RunLimits, Tool, measure

MEMORY = 4000  # MiB
GRACE = 3.0  # seconds beyond the limit before a run is killed: versions keep their limits themselves


def version(name: str, checkout: Path, options: Sequence[str], seconds: float) -> Tool:
    command = ("env", f"PYTHONPATH={checkout.resolve() / 'src'}", sys.executable, "-m", "threadproof", "verify", "{file}")
    limits = ("--property", "{property}", "--timeout", f"{seconds:g}", "--memory", str(MEMORY), "--data-model", "{data_model}")
    return Tool(name, (*command, *limits, *options))


def chosen(words: Sequence[str], property_: str) -> Iterator[tasks.BenchTask]:
    for word in words:
        folder, _, every = word.partition("=")
        yield from tasks.find([folder], property_)[:: int(every or 1)]


def solved(row: BenchRow) -> bool:
    return row.grade() in ("correct", "ok")


def ratio(pairs: Sequence[tuple[BenchRow, BenchRow]], name: str) -> str:
    """Sums, and the geometric mean of the ratios."""
    times = [(max(getattr(old, name), 0.01), max(getattr(new, name), 0.01)) for old, new in pairs]
    mean = exp(sum(log(now / before) for before, now in times) / len(times)) if times else 1.0
    return f"{name} {sum(t[0] for t in times):.1f} before, {sum(t[1] for t in times):.1f} now, geometric mean {mean:.3f}"


def compare(rows: Sequence[BenchRow]) -> str:
    by_task: dict[str, dict[str, BenchRow]] = {}
    for row in rows:
        by_task.setdefault(row.task, {})[row.tool] = row
    pairs = [(found["old"], found["new"]) for found in by_task.values() if len(found) == 2]
    both = [(old, new) for old, new in pairs if solved(old) and solved(new)]
    lines = [f"{len(pairs)} tasks; solved: {sum(solved(o) for o, _ in pairs)} before, {sum(solved(n) for _, n in pairs)} now"]
    lines += [f"wrong: {new.task} {new.verdict}" for _, new in pairs if new.grade() == "wrong"]
    lines += [f"{old.task}: {old.verdict}, now {new.verdict}({new.reason})" for old, new in pairs if old.verdict != new.verdict]
    for folder in ["", *sorted({old.task.partition("/")[0] for old, _ in both})]:
        part = [(old, new) for old, new in both if not folder or old.task.startswith(f"{folder}/")]
        lines.append(f"{folder or 'all'}: {len(part)} tasks; " + "; ".join(ratio(part, name) for name in ("seconds", "cpu")))
    slower = sorted(both, key=lambda pair: pair[0].seconds - pair[1].seconds)[:12]
    lines += [f"  {new.task}: {old.seconds:.2f} s, now {new.seconds:.2f} s" for old, new in slower if new.seconds > old.seconds]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("old", type=Path)
    parser.add_argument("new", type=Path)
    parser.add_argument("tasks", nargs="*")
    parser.add_argument("--property", default="unreach-call")
    parser.add_argument("--options", default="")
    parser.add_argument("--timeout", type=float, default=20.0)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("versions.csv"))
    args = parser.parse_args(argv)
    done = {row.task for row in results.read(args.out)}
    if not args.out.exists():
        results.write(args.out, [])
    both = [version(name, getattr(args, name), shlex.split(args.options), args.timeout) for name in ("old", "new")]
    running = ProcessGroups()

    def run(number: int, task: tasks.BenchTask) -> list[BenchRow]:
        turns = both if number % 2 else both[::-1]
        return [measure(task, tool, RunLimits(args.timeout + GRACE, MEMORY), running) for tool in turns]

    wanted = [task for task in chosen(args.tasks, args.property) if task.name() not in done]
    with ThreadPoolExecutor(args.jobs) as pool:
        for rows in pool.map(run, range(len(wanted)), wanted):
            for row in rows:
                results.append(args.out, row)
            print(rows[0].task, *(f"{row.tool} {row.verdict} {row.cpu:.2f}" for row in rows), flush=True)
    print(compare(results.read(args.out)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
