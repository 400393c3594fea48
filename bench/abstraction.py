"""Figures of `--engine abstraction` over all its configurations: domain x partial order reduction x cone of influence.

    python bench/abstraction.py TASKS/pthread TASKS/pthread-atomic --out bench/results/matrix.csv --timeout 10

Every task runs once per configuration, without the hunt for violations, so that only what the configuration explores counts. The
CSV is written row by row, and the same command goes on where it stopped; without tasks it only prints the table.
"""

from __future__ import annotations

import argparse
import csv
import json
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path

CONFIGURATIONS = list(
    product(("explicit", "predicate", "product"), ("none", "static", "abstract"), ("none", "static", "dynamic", "both"))
)
FIELDS = ("domain", "por", "coi", "task", "expected", "verdict", "reason", "wall", "actions", "successor", "solver")


def run(task: Path, domain: str, por: str, coi: str, timeout: float) -> dict[str, object]:
    options = ["--domain", domain, "--por", por, "--coi", coi, "--hunt", "off", "--timeout", str(timeout)]
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = ["threadproof", "verify", str(task), "--engine", "abstraction", "--quiet", "--json", str(out), *options]
        subprocess.run(command, capture_output=True, check=False)
        found = json.loads(out.read_text()) if out.exists() else {"verdict": "ERROR", "counters": {}}
    counters = found.get("counters", {})
    return {
        "verdict": found["verdict"],
        "reason": found.get("reason") or "",
        "wall": round(time.monotonic() - started, 2),
        "actions": int(counters.get("actions", 0)),
        "successor": round(counters.get("successor_seconds", 0), 2),
        "solver": round(counters.get("solver_seconds", 0), 2),
    }


def table(rows: Sequence[dict[str, str]]) -> str:
    """Actions and seconds are summed over the tasks that every configuration with that domain solves."""
    tasks = {row["task"] for row in rows}
    right = {(row["domain"], row["por"], row["coi"], row["task"]) for row in rows if row["verdict"] == row["expected"]}
    known = {tuple(row[name] for name in ("domain", "por", "coi")) for row in rows}
    lines = [f"{len(tasks)} tasks.", "", "| domain | por | coi | solved | wrong | in common | actions | successor s | solver s |"]
    lines.append("|---|---|---|---|---|---|---|---|---|")
    for configuration in CONFIGURATIONS:
        if configuration not in known:
            continue
        mine = [row for row in rows if (row["domain"], row["por"], row["coi"]) == configuration]
        same = [other for other in known if other[0] == configuration[0]]
        common = {task for task in tasks if all((*other, task) in right for other in same)}
        wrong = sum(row["verdict"] in ("TRUE", "FALSE") and row["verdict"] != row["expected"] for row in mine)
        solved = sum(row["verdict"] == row["expected"] for row in mine)
        both = [row for row in mine if row["task"] in common]
        actions, successor, solver = (sum(float(row[name]) for row in both) for name in ("actions", "successor", "solver"))
        figures = f"{solved} | {wrong} | {len(common)} | {actions:.0f} | {successor:.1f} | {solver:.1f}"
        lines.append(f"| {' | '.join(configuration)} | {figures} |")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", type=Path, nargs="*", help="folders, or files")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--timeout", type=float, default=10)
    args = parser.parse_args(argv)
    rows = list(csv.DictReader(args.out.open())) if args.out.exists() else []
    done = {(row["domain"], row["por"], row["coi"], row["task"]) for row in rows}
    args.out.parent.mkdir(parents=True, exist_ok=True)
    files = [f for root in args.tasks for f in (sorted(root.glob("*-unreach-call*.i")) if root.is_dir() else [root])]
    with args.out.open("a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if not rows:
            writer.writeheader()
        for task in files:
            name = f"{task.parent.name}/{task.name}"
            expected = "TRUE" if "_true-unreach-call" in task.name else "FALSE"
            for configuration in CONFIGURATIONS:
                if (*configuration, name) not in done:
                    head = dict(zip(("domain", "por", "coi"), configuration, strict=True))
                    writer.writerow({**head, "task": name, "expected": expected, **run(task, *configuration, args.timeout)})
                    file.flush()
    print(table(list(csv.DictReader(args.out.open()))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
