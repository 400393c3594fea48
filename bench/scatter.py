"""Two result files of `threadproof bench` as a scatter plot, and who solves what.

    python bench/scatter.py ONE.csv TWO.csv --names one two --out bench/plot.svg

Prints, per folder of tasks, how many both solve, only one of them, and none, the tasks that only one solves, and on how many of
those that both solve each is at least twice as fast.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from threadproof.bench import results
from threadproof.bench.measure import BenchRow
from threadproof.bench.page import scatter

Pairs = Sequence[tuple[BenchRow, BenchRow]]


def solved(row: BenchRow) -> bool:
    return row.grade() in ("correct", "ok")


def table(pairs: Pairs, names: Sequence[str]) -> str:
    groups = sorted({a.task.split("/")[0] for a, _ in pairs})
    lines = [f"| | tasks | both | {names[0]} only | {names[1]} only | neither | wrong |", "|---" * 7 + "|"]
    for group in [*groups, "all"]:
        mine = [(a, b) for a, b in pairs if group in ("all", a.task.split("/")[0])]
        count = Counter((solved(a), solved(b)) for a, b in mine)
        wrong = sum("wrong" in (a.grade(), b.grade()) for a, b in mine)
        cells = [count[True, True], count[True, False], count[False, True], count[False, False], wrong]
        lines.append(f"| {group} | {len(mine)} | {' | '.join(map(str, cells))} |")
    return "\n".join(lines)


def differences(pairs: Pairs, names: Sequence[str]) -> str:
    lines = []
    for number, name in enumerate(names):
        alone = [pair[number] for pair in pairs if solved(pair[number]) and not solved(pair[1 - number])]
        lines.append(f"{name} only: " + ", ".join(f"{row.task} ({row.verdict}, {row.seconds:.1f} s)" for row in alone))
        both = [pair for pair in pairs if all(map(solved, pair))]
        faster = [pair for pair in both if pair[number].seconds * 2 <= pair[1 - number].seconds]
        lines.append(f"{name} at least twice as fast: {len(faster)} of {len(both)}")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", type=Path, nargs=2)
    parser.add_argument("--names", nargs=2, default=("one", "two"))
    parser.add_argument("--out", type=Path, required=True)
    args = parser.parse_args(argv)
    pairs = results.pairs(*(results.read(file) for file in args.files))
    args.out.write_text(scatter(pairs, *(f"seconds of {name}" for name in args.names)) + "\n")
    print(table(pairs, args.names), differences(pairs, args.names), sep="\n\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
