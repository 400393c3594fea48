"""Figures of the engines that encode blocks (`bmc`, `predicate`, `kinduction`), in six configurations.

    python bench/blocks.py TASKS --every 3 --out bench/results/blocks.csv

TASKS is the folder that holds `pthread`, `pthread-wmm` and the others. The tasks are those of the published comparison (every
ninth of pthread-wmm, all of pthread, -atomic, -lit and ldv-races, 32 of pthread-ext), of which `--every N` takes every Nth,
from number `--first` on. The CSV is written row by row; the same command goes on where it stopped, and one with another
`--every` or `--first` adds to it. Without TASKS only the tables are printed."""

from __future__ import annotations

import argparse
import csv
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

LIMITS = ("--data-model", "ILP32", "--threads", "5")
CONFIGURATIONS = {
    "bmc": ("--engine", "bmc", "--bound", "10", "--values", "off"),
    "bmc+factor": ("--engine", "bmc", "--bound", "10", "--values", "off", "--factor", "on"),
    "bmc+value": ("--engine", "bmc", "--bound", "10", "--values", "on"),
    "predicate": ("--engine", "predicate", "--values", "off"),
    "predicate+value": ("--engine", "predicate", "--values", "on"),
    "kinduction": ("--engine", "kinduction"),
}
"""The bound of loops and the limit of threads are the published ones; here a program with more threads is UNKNOWN."""
PUBLISHED = {
    "bmc+value": "702 of 1082 (152 TRUE), 7 wrong",
    "predicate": "204 (168 TRUE), 9 wrong",
    "predicate+value": "896 (178 TRUE), 15 wrong",
}
FIELDS = ("configuration", "task", "expected", "verdict", "checked", "reason", "wall", "cpu", "mib", "solver")


FOLDERS = ("pthread", "pthread-atomic", "pthread-lit", "ldv-races", "pthread-wmm", "pthread-ext")


def sample(root: Path) -> list[Path]:
    every = {name: sorted((root / name).glob("*-unreach-call*.i")) for name in FOLDERS}
    every["pthread-wmm"] = every["pthread-wmm"][::9]
    every["pthread-ext"] = every["pthread-ext"][:32]
    return [task for tasks in every.values() for task in tasks]


def run(task: Path, options: Sequence[str], timeout: float) -> dict[str, object]:
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        limits = ("--timeout", str(timeout), "--quiet", "--json", str(out))
        command = ["threadproof", "verify", str(task), *LIMITS, *limits, *options]
        with subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            _, _, usage = os.wait4(process.pid, 0)
            process.returncode = 0
        found = json.loads(out.read_text()) if out.exists() else {"verdict": "ERROR", "counters": {}}
    return {
        "verdict": found["verdict"],
        "checked": found.get("certificate") or "",
        "reason": found.get("reason") or "",
        "wall": round(time.monotonic() - started, 2),
        "cpu": round(usage.ru_utime + usage.ru_stime, 2),
        "mib": usage.ru_maxrss >> 10,
        "solver": round(found["counters"].get("solver_seconds", 0), 2),
    }


def table(rows: Sequence[dict[str, str]]) -> str:
    lines = [
        "| configuration | tasks | TRUE | FALSE | wrong | bound | threads | time-out | other | CPU s | wall s | peak MiB "
        "| published |",
        "|---|---|---|---|---|---|---|---|---|---|---|---|---|",
    ]
    for name in CONFIGURATIONS:
        mine = [row for row in rows if row["configuration"] == name]
        right = [row for row in mine if row["verdict"] == row["expected"]]
        wrong = sum(row["verdict"] in ("TRUE", "FALSE") and row["verdict"] != row["expected"] for row in mine)
        bound = sum(row["reason"].startswith("bound") for row in mine)
        many = sum(row["reason"].startswith("thread limit") for row in mine)
        late = sum(row["reason"] == "timeout" for row in mine)
        other = len(mine) - len(right) - wrong - bound - many - late
        true = sum(row["verdict"] == "TRUE" for row in right)
        cpu, wall = (round(sum(float(row[field]) for row in mine)) for field in ("cpu", "wall"))
        peak = max((int(row["mib"]) for row in mine), default=0)
        figures = (len(mine), true, len(right) - true, wrong, bound, many, late, other, cpu, wall, peak)
        lines.append(f"| {name} | {' | '.join(map(str, figures))} | {PUBLISHED.get(name, '')} |")
    return "\n".join(lines)


def by_folder(rows: Sequence[dict[str, str]]) -> str:
    """How many tasks of each folder every configuration solves."""
    lines = [f"| folder | tasks | {' | '.join(CONFIGURATIONS)} |", "|---" * (len(CONFIGURATIONS) + 2) + "|"]
    for folder in FOLDERS:
        mine = [row for row in rows if row["task"].startswith(f"{folder}/")]
        solved = [(row["configuration"], row["task"]) for row in mine if row["verdict"] == row["expected"]]
        counts = [sum(found == name for found, _ in solved) for name in CONFIGURATIONS]
        lines.append(f"| {folder} | {len({row['task'] for row in mine})} | {' | '.join(map(str, counts))} |")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", type=Path, nargs="?", help="the folder of the folders; without it, only the table is printed")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--timeout", type=float, default=60)
    parser.add_argument("--configuration", action="append", choices=CONFIGURATIONS)
    args = parser.parse_args(argv)
    rows = list(csv.DictReader(args.out.open())) if args.out.exists() else []
    done = {(row["configuration"], row["task"]) for row in rows}
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if not rows:
            writer.writeheader()
        tasks = sample(args.tasks)[args.first :: args.every] if args.tasks else []
        for task in tasks:
            name = f"{task.parent.name}/{task.name}"
            expected = "TRUE" if "_true-unreach-call" in task.name else "FALSE"
            for configuration in args.configuration or CONFIGURATIONS:
                if (configuration, name) not in done:
                    found = run(task, CONFIGURATIONS[configuration], args.timeout)
                    writer.writerow({"configuration": configuration, "task": name, "expected": expected, **found})
                    file.flush()
    rows = list(csv.DictReader(args.out.open()))
    print(table(rows), by_folder(rows), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
