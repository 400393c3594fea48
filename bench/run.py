#!/usr/bin/env python3
"""Runs threadproof over folders of tasks whose file names carry the verdict (`name_true-unreach-call.i`), and sums up.

    python bench/run.py TASKS... --out bench/results/explicit.csv --jobs 2 --timeout 10 -- --engine explicit --data-model ILP32
    python bench/run.py TASKS... --out bench/results/lower.csv --command lower -- --data-model ILP32

What follows `--` goes to threadproof as it is. The CSV has one row per task (task, expected, verdict, reason, seconds, peak MiB)
and is written as the tasks end; running the same command again does the missing ones only.
"""

from __future__ import annotations

import argparse
import csv
import os
import re
import signal
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor, as_completed
from dataclasses import astuple, dataclass, fields
from pathlib import Path

GRACE = 15  # seconds a run gets beyond its own limit before it is killed: a limit that is not kept must show


@dataclass(frozen=True)
class Row:
    task: str
    expected: str
    verdict: str
    reason: str
    seconds: float
    peak_mib: int
    options: str

    @property
    def grade(self) -> str:
        """correct, wrong, unknown, error; or ok where no verdict is expected."""
        if self.verdict in ("UNKNOWN", "ERROR", "OK"):
            return self.verdict.lower()
        return "ok" if not self.expected else "correct" if self.verdict == self.expected else "wrong"


def expectation(name: str, property_: str) -> str:
    match = re.search(rf"_(true|false)-{re.escape(property_)}", name)
    return match[1].upper() if match else ""


def tasks(roots: list[Path], patterns: list[str]) -> Iterator[Path]:
    for root in roots:
        found = [root] if root.is_file() else {path for pattern in patterns for path in root.rglob(pattern)}
        yield from sorted(found)


def key(task: Path) -> str:
    """Independent of where the tasks lie."""
    return f"{task.parent.name}/{task.name}"


def run_one(task: Path, command: str, options: list[str], timeout: float, property_: str) -> Row:
    argv = [sys.executable, "-m", "threadproof", command, str(task), *options]
    started = time.monotonic()
    with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
        process = subprocess.Popen(argv, stdout=out, stderr=err, start_new_session=True)
        killer = threading.Timer(timeout + GRACE, os.killpg, (process.pid, signal.SIGKILL))
        killer.start()
        _, status, usage = os.wait4(process.pid, 0)
        killer.cancel()
        process.returncode = os.waitstatus_to_exitcode(status)
        seconds = time.monotonic() - started
        out.seek(0)
        err.seek(0)
        verdict, reason = judge(command, process.returncode, out.read().decode(), err.read().decode())
    expected = expectation(task.name, property_) if command == "verify" else ""
    reason, shown = reason.replace(str(task), task.name), " ".join([command, *options])
    return Row(key(task), expected, verdict, reason, round(seconds, 3), usage.ru_maxrss >> 10, shown)


def judge(command: str, code: int, out: str, err: str) -> tuple[str, str]:
    """(verdict, reason) of one run; an exit code that contradicts the verdict line is an error."""
    errors = [line for line in err.splitlines() if "error:" in line] or err.splitlines()
    if code not in (0, 1, 2) or (command != "verify" and code != 0):
        return "ERROR", f"exit {code}: {errors[0] if errors else 'killed'}"
    if command != "verify":
        return "OK", ""
    match = re.fullmatch(r"VERDICT: (TRUE|FALSE|UNKNOWN)(?:\((.*)\))?", out.splitlines()[-1] if out else "")
    if not match or ("TRUE", "FALSE", "UNKNOWN").index(match[1]) != code:
        return "ERROR", f"exit {code} contradicts the last line"
    return match[1], match[2] or ""


def read(path: Path) -> list[Row]:
    if not path.exists():
        return []
    with path.open(newline="") as file:
        rows = list(csv.DictReader(file))
    return [Row(**{**r, "seconds": float(r["seconds"]), "peak_mib": int(r["peak_mib"])}) for r in rows]  # type: ignore[arg-type]


def summary(rows: list[Row]) -> str:
    """Per folder: grades, times, and what stood in the way, most frequent first."""
    groups: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        groups[Path(row.task).parent.name].append(row)
    names = ("correct", "wrong", "unknown", "error", "ok")
    lines = [f"{'folder':<16}{'tasks':>6}" + "".join(f"{name:>9}" for name in names) + f"{'median s':>10}{'slowest s':>11}"]
    for folder, members in [*sorted(groups.items()), ("all", rows)]:
        grades = Counter(row.grade for row in members)
        times = [row.seconds for row in members]
        figures = "".join(f"{grades[name]:>9}" for name in names)
        lines.append(f"{folder:<16}{len(members):>6}{figures}{statistics.median(times):>10.2f}{max(times):>11.2f}")
    reasons = Counter(f"{row.verdict}: {shorten(row.reason)}" for row in rows if row.grade in ("unknown", "error"))
    lines += ["", *(f"{count:>6}  {reason}" for reason, count in reasons.most_common(40))] if reasons else []
    lines += [f"  WRONG {row.verdict}: {row.task}" for row in rows if row.grade == "wrong"]
    return "\n".join(lines)


def shorten(reason: str) -> str:
    """Without places, so that equal causes are counted together."""
    return re.sub(r"( at )?\S+:\d+(:\d+:? ?)?", "", reason)[:100]


def parse_arguments() -> tuple[argparse.Namespace, list[str]]:
    cut = sys.argv.index("--") if "--" in sys.argv else len(sys.argv)
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("roots", nargs="+", type=Path, metavar="TASKS", help="folders or files")
    parser.add_argument("--out", type=Path, required=True, metavar="CSV")
    parser.add_argument("--command", choices=("verify", "lower"), default="verify")
    parser.add_argument("--property", default="unreach-call")
    parser.add_argument("--glob", action="append", help="which files of a folder (default: *.i)")
    parser.add_argument("--jobs", "-j", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=10.0, help="seconds per task")
    parser.add_argument("--memory", type=int, default=4000, help="MiB per task")
    return parser.parse_args(sys.argv[1:cut]), sys.argv[cut + 1 :]


def main() -> int:
    args, options = parse_arguments()
    if args.command == "verify":
        limits = ["--timeout", f"{args.timeout:g}", "--memory", str(args.memory), "--property", args.property]
        options = [*limits, *options]
    rows = read(args.out)
    if rows and rows[0].options != " ".join([args.command, *options]):
        sys.exit(f"{args.out} was made with other options: {rows[0].options}")
    done = {row.task for row in rows}
    todo = [task for task in tasks(args.roots, args.glob or ["*.i"]) if key(task) not in done]
    print(f"{len(todo)} tasks to do, {len(done)} done", file=sys.stderr)
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("a", newline="") as file, ThreadPoolExecutor(args.jobs) as pool:
        writer = csv.writer(file)
        if not rows:
            writer.writerow([field.name for field in fields(Row)])
        runs = [pool.submit(run_one, task, args.command, options, args.timeout, args.property) for task in todo]
        for run in as_completed(runs):
            row = run.result()
            rows.append(row)
            writer.writerow(astuple(row))
            file.flush()
            print(f"{row.grade:<8} {row.seconds:7.2f} s  {row.task}  {row.reason}", file=sys.stderr, flush=True)
    print(summary(rows))
    return 1 if any(row.grade == "wrong" for row in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
