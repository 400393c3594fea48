"""Figures of `--engine ordering`: where its time goes over many tasks, the columns of its order solvers over a sample of
them, and its growth over a family of programs.

    python bench/ordering.py split TASKS/pthread-wmm --out bench/results/wmm.csv --timeout 60
    python bench/ordering.py columns TASKS --out bench/results/columns.csv --timeout 10
    python bench/ordering.py growth --out bench/ordering-growth.csv --plot bench/ordering-growth.svg

TASKS is the folder that holds `pthread-wmm`, `pthread`, `pthread-atomic` and `pthread-lit`; the sample is every tenth task of
the first and all of the others. Seconds are those of the processor, so that other work on the machine does not count, but for
those of `split`, which are what a user waits. The CSV is written row by row, and the same command goes on where it stopped.
"""

from __future__ import annotations

import argparse
import csv
import json
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from pathlib import Path

COLUMNS = {
    "basic": ("basic", "off"),
    "basic+conflicts": ("basic", "on"),
    "prop": ("prop", "off"),
    "prop+conflicts": ("prop", "on"),
    "eager": ("eager", "off"),
}
FIELDS = (
    "column",
    "task",
    "expected",
    "verdict",
    "cpu",
    "solver",
    "encode",
    "clauses",
    "up front",
    "decisions",
    "events",
    "nodes",
)
SPLIT = ("task", "expected", "verdict", "reason")
TIMES = ("wall", "cpu", "parse", "passes", "encode", "solver", "engine", "replay", "total")
GROWTH = ("family", "size", "verdict", "cpu", "solver", "encode", "events", "nodes")


def run(file: Path, options: Sequence[str], timeout: float) -> dict[str, object]:
    """One task in a process of its own."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    started = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out.json"
        command = [
            "threadproof",
            "verify",
            str(file),
            "--engine",
            "ordering",
            "--timeout",
            str(timeout),
            "--quiet",
            "--json",
            str(out),
        ]
        subprocess.run([*command, *options], capture_output=True, check=False)
        found = json.loads(out.read_text()) if out.exists() else {"verdict": "ERROR", "counters": {}}
    wall = time.monotonic() - started
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    counters = found.get("counters", {})
    return {
        "verdict": found["verdict"],
        "cpu": round(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime, 3),
        "solver": round(counters.get("solver_seconds", 0), 3),
        "encode": round(counters.get("encode_seconds", 0), 3),
        "clauses": int(counters.get("order_clauses", 0)),
        "up front": int(sum(value for name, value in counters.items() if name.startswith("conflict_clauses"))),
        "decisions": int(counters.get("decisions", 0)),
        "events": int(counters.get("events", 0)),
        "nodes": int(counters.get("nodes", 0)),
        "reason": found.get("reason") or "",
        "wall": round(wall, 3),
        **{name: round(seconds, 3) for name, seconds in found.get("times", {}).items()},
    }


def done(out: Path, keys: Sequence[str]) -> set[tuple[str, ...]]:
    if not out.exists():
        return set()
    with out.open() as file:
        return {tuple(row[key] for key in keys) for row in csv.DictReader(file)}


def append(out: Path, fields: Sequence[str], row: dict[str, object]) -> None:
    new = not out.exists()
    out.parent.mkdir(parents=True, exist_ok=True)
    with out.open("a", newline="") as file:
        writer = csv.DictWriter(file, fields, extrasaction="ignore")
        if new:
            writer.writeheader()
        writer.writerow(row)


def expected(task: Path) -> str:
    return "TRUE" if "_true-unreach-call" in task.name else "FALSE"


# -- split -------------------------------------------------------------------------------------------------------------


def split(args: argparse.Namespace) -> None:
    known = done(args.out, ("task",))
    for task in sorted(task for folder in args.tasks for task in folder.glob("*-unreach-call*.i")):
        name = f"{task.parent.name}/{task.name}"
        if (name,) not in known:
            row = run(task, ["--data-model", "ILP32"], args.timeout)
            append(args.out, SPLIT + TIMES, {"task": name, "expected": expected(task), **row})
    with args.out.open() as file:
        print(quartiles(list(csv.DictReader(file))))


def quartiles(rows: Sequence[dict[str, str]]) -> str:
    right = sum(row["verdict"] == row["expected"] for row in rows)
    wrong = sum(row["verdict"] in ("TRUE", "FALSE") and row["verdict"] != row["expected"] for row in rows)
    lines = [f"{len(rows)} tasks, {right} correct, {wrong} wrong"]
    lines += ["| seconds | median | 95 % | slowest | sum |", "|---|---|---|---|---|"]
    for name in TIMES:
        values = sorted(float(row[name] or 0) for row in rows)
        middle, most = values[len(values) // 2], values[len(values) * 95 // 100]
        lines.append(f"| {name} | {middle:.2f} | {most:.2f} | {values[-1]:.2f} | {sum(values):.1f} |")
    return "\n".join(lines)


# -- columns -----------------------------------------------------------------------------------------------------------


def sample(tasks: Path) -> list[Path]:
    found = sorted((tasks / "pthread-wmm").glob("*.i"))[::10]
    for folder in ("pthread", "pthread-atomic", "pthread-lit"):
        found += sorted((tasks / folder).glob("*-unreach-call*.i"))
    return found


def columns(args: argparse.Namespace) -> None:
    known = done(args.out, ("column", "task"))
    for task in sample(args.tasks):
        name = f"{task.parent.name}/{task.name}"
        for column, (solver, conflicts) in COLUMNS.items():
            if (column, name) not in known:
                options = ["--data-model", "ILP32", "--order-solver", solver, "--conflicts", conflicts]
                row = run(task, options, args.timeout)
                append(args.out, FIELDS, {"column": column, "task": name, "expected": expected(task), **row})
    print(table(args.out))


def table(out: Path) -> str:
    """Solved, wrong, and sums over the tasks that every column solves."""
    with out.open() as file:
        rows = list(csv.DictReader(file))
    right = {(row["column"], row["task"]) for row in rows if row["verdict"] == row["expected"]}
    common = {row["task"] for row in rows if all((column, row["task"]) in right for column in COLUMNS)}
    lines = [f"{len({row['task'] for row in rows})} tasks, {len(common)} solved by every column; sums over those"]
    lines.append("| column | solved | wrong | cpu s | solver s | clauses up front | clauses while solving | decisions |")
    lines.append("|---|---|---|---|---|---|---|---|")
    for column in COLUMNS:
        mine = [row for row in rows if row["column"] == column]
        wrong = sum(row["verdict"] in ("TRUE", "FALSE") and row["verdict"] != row["expected"] for row in mine)
        both = [row for row in mine if row["task"] in common]
        sums = [sum(float(row[name]) for row in both) for name in ("cpu", "solver", "up front", "clauses", "decisions")]
        solved = sum((column, row["task"]) in right for row in mine)
        lines.append(
            f"| {column} | {solved} | {wrong} | "
            + " | ".join(f"{x:.1f}" if i < 2 else f"{x:.0f}" for i, x in enumerate(sums))
            + " |"
        )
    return "\n".join(lines)


# -- growth ------------------------------------------------------------------------------------------------------------


def counters_under_a_lock(threads: int, rounds: int) -> str:
    """Each thread adds one under a mutex, some rounds; main joins all and looks at the sum."""
    creates = "".join(f"pthread_create(&t[{i}], 0, thread, 0);\n" for i in range(threads))
    joins = "".join(f"pthread_join(t[{i}], 0);\n" for i in range(threads))
    return f"""#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
int n;
void *thread(void *arg) {{
    for (int i = 0; i < {rounds}; i++) {{ pthread_mutex_lock(&m); n++; pthread_mutex_unlock(&m); }}
    return 0;
}}
int main(void) {{
pthread_t t[{threads}];
{creates}{joins}assert(n == {threads * rounds});
return 0;
}}
"""


FAMILIES = {
    "threads (1 round each)": [(n, counters_under_a_lock(n, 1)) for n in (1, 2, 3, 4, 5, 6, 7, 8)],
    "rounds (2 threads)": [(n, counters_under_a_lock(2, n)) for n in (1, 2, 3, 4, 5, 6, 8, 10, 12, 14)],
}


def growth(args: argparse.Namespace) -> None:
    known = done(args.out, ("family", "size"))
    for family, members in FAMILIES.items():
        for size, text in members:
            if (family, str(size)) in known:
                continue
            with tempfile.TemporaryDirectory() as folder:
                file = Path(folder) / "member.c"
                file.write_text(text)
                append(args.out, GROWTH, {"family": family, "size": size, **run(file, [], args.timeout)})
    with args.out.open() as file:
        args.plot.write_text(plot(list(csv.DictReader(file))))


def plot(rows: Iterable[dict[str, str]]) -> str:
    """Processor seconds over the number of events, one line per family, both axes logarithmic."""
    from math import log10

    width, height, margin = 640, 400, 60
    points: dict[str, list[tuple[float, float, str]]] = {}
    for row in rows:
        if row["verdict"] == "TRUE":
            points.setdefault(row["family"], []).append((float(row["events"]), float(row["cpu"]), row["size"]))
    every = [point for line in points.values() for point in line]
    left, right = log10(min(p[0] for p in every)), log10(max(p[0] for p in every))
    low, high = log10(min(p[1] for p in every)), log10(max(p[1] for p in every))

    def place(x: float, y: float) -> tuple[float, float]:
        across = margin + (log10(x) - left) / ((right - left) or 1) * (width - 2 * margin)
        return across, height - margin - (log10(y) - low) / ((high - low) or 1) * (height - 2 * margin)

    parts = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" font-family="sans-serif" font-size="12">']
    parts.append(f'<rect width="{width}" height="{height}" fill="white"/>')
    parts.append(f'<path d="M{margin} {margin}V{height - margin}H{width - margin}" fill="none" stroke="black"/>')
    parts.append(
        f'<text x="{width / 2}" y="{height - 15}" text-anchor="middle">events ({10**left:.0f} to {10**right:.0f})</text>'
    )
    parts.append(
        f'<text x="12" y="{margin - 15}">processor seconds ({10**low:.2f} to {10**high:.1f}), both axes logarithmic</text>'
    )
    for (family, line), colour in zip(points.items(), ("#1f5fa8", "#b5441f"), strict=False):
        path = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(p[0], p[1]) for p in line))
        parts.append(f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="2"/>')
        for events, seconds, size in line:
            x, y = place(events, seconds)
            parts.append(f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{colour}"/>')
            parts.append(f'<text x="{x + 5:.1f}" y="{y + 12:.1f}" fill="{colour}">{size}</text>')
        row = list(points).index(family)
        parts.append(f'<text x="{margin + 15}" y="{margin + 15 + 16 * row}" fill="{colour}">{family}</text>')
    return "\n".join([*parts, "</svg>"]) + "\n"


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    commands = parser.add_subparsers(required=True)
    zero = commands.add_parser("split")
    zero.add_argument("tasks", type=Path, nargs="+")
    zero.add_argument("--out", type=Path, required=True)
    zero.add_argument("--timeout", type=float, default=60)
    zero.set_defaults(run=split)
    one = commands.add_parser("columns")
    one.add_argument("tasks", type=Path)
    one.add_argument("--out", type=Path, required=True)
    one.add_argument("--timeout", type=float, default=10)
    one.set_defaults(run=columns)
    two = commands.add_parser("growth")
    two.add_argument("--out", type=Path, required=True)
    two.add_argument("--plot", type=Path, required=True)
    two.add_argument("--timeout", type=float, default=100)
    two.set_defaults(run=growth)
    args = parser.parse_args(argv)
    args.run(args)
    return 0


if __name__ == "__main__":
    sys.exit(main())
