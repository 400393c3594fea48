"""The published table of lazy abstraction with interpolants for threads, beside what `--engine impact` does on the same programs.

    python bench/impact.py TASKS --out bench/results/impact.csv --timeout 60

TASKS is the folder that holds `pthread` and `pthread-atomic`. Per cell: processor seconds of the whole command (with the
re-check of the proof or the replay) / nodes / implications that reached the solver / share of nodes from cover expansion. The
CSV is written row by row, and the same command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

CONFIGURATIONS = {
    "shared": ("--por", "shared", "--force-cover", "off"),
    "shared, force cover": ("--por", "shared", "--force-cover", "on"),
    "monotonic": ("--por", "monotonic", "--force-cover", "off"),
    "monotonic, force cover": ("--por", "monotonic", "--force-cover", "on"),
}
# program -> published nodes, in the order of the configurations; 0: not solved
PROGRAMS = {
    "pthread-atomic/dekker_true": (7407, 504, 433, 331),
    "pthread-atomic/lamport_true": (36624, 4740, 7418, 1700),
    "pthread-atomic/peterson_true": (3155, 419, 1081, 199),
    "pthread-atomic/szymanski_true": (13332, 1059, 1264, 673),
    "pthread-atomic/read_write_lock_false": (31786, 7628, 18261, 4899),
    "pthread-atomic/read_write_lock_true": (109096, 12932, 36777, 7065),
    "pthread-atomic/time_var_mutex_true": (867, 867, 435, 252),
    "pthread/stack_false": (0, 0, 2589, 424),
    "pthread/stack_true": (0, 0, 0, 2037),
}
FIELDS = ("program", "configuration", "verdict", "seconds", "nodes", "implications", "cover_expanded")


def run(task: Path, options: Sequence[str], timeout: float) -> dict[str, object]:
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        fixed = ("--data-model", "ILP32", "--engine", "impact", "--timeout", str(timeout), "--quiet", "--json", str(out))
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(["threadproof", "verify", str(task), *fixed, *options], stdout=subprocess.DEVNULL, check=False)
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        found = json.loads(out.read_text())
    seconds = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    counters = {name: found["counters"].get(name, 0) for name in ("nodes", "implications", "cover_expanded")}
    return {"verdict": found["verdict"], "seconds": round(seconds, 1), **counters}


def cell(row: dict[str, str], published: int) -> str:
    share = f" / {100 * int(row['cover_expanded']) // max(1, int(row['nodes']))}%" if "mono" in row["configuration"] else ""
    solved = "" if row["verdict"] in ("TRUE", "FALSE") else "limit: "
    return f"{solved}{row['seconds']} / {row['nodes']} ({published or '-'}) / {row['implications']}{share}"


def table(rows: Sequence[dict[str, str]]) -> str:
    found = {(row["program"], row["configuration"]): row for row in rows}
    lines = [f"| program | {' | '.join(CONFIGURATIONS)} |", "|---" * 5 + "|"]
    for program, published in PROGRAMS.items():
        cells = [
            cell(found[program, c], n) if (program, c) in found else "" for c, n in zip(CONFIGURATIONS, published, strict=True)
        ]
        lines.append(f"| {program.split('/')[1]} | {' | '.join(cells)} |")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("tasks", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--timeout", type=float, default=60)
    args = parser.parse_args(argv)
    rows = list(csv.DictReader(args.out.open())) if args.out.exists() else []
    done = {(row["program"], row["configuration"]) for row in rows}
    args.out.parent.mkdir(parents=True, exist_ok=True)
    with args.out.open("a", newline="") as file:
        writer = csv.DictWriter(file, FIELDS)
        if not rows:
            writer.writeheader()
        for program in PROGRAMS:
            for name, options in CONFIGURATIONS.items():
                if (program, name) not in done:
                    found = run(args.tasks / f"{program}-unreach-call.i", options, args.timeout)
                    writer.writerow({"program": program, "configuration": name, **found})
                    file.flush()
    print(table(list(csv.DictReader(args.out.open()))))
    return 0


if __name__ == "__main__":
    sys.exit(main())
