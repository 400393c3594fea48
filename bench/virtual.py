"""Result files of `threadproof bench`: one against the best of the others, task by task (the virtual best).

    python bench/virtual.py auto.csv ordering.csv abstraction.csv impact.csv ...

The best of the others solves what any of them solves, in the time of the fastest. Prints what either solves, the seconds of the
tasks that both solve, and where they differ. Only tasks that are in every file count.
"""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

from threadproof.bench import results
from threadproof.bench.measure import BenchRow


def solved(row: BenchRow) -> bool:
    return row.grade() in ("correct", "ok")


def best(rows: Sequence[BenchRow]) -> BenchRow:
    """The fastest that solves the task, or else any."""
    return min(rows, key=lambda row: (not solved(row), row.seconds))


def compare(one: Sequence[BenchRow], others: Sequence[Sequence[BenchRow]]) -> str:
    named = [{row.task for row in rows} for rows in others]
    by_task: dict[str, list[BenchRow]] = {}
    for row in (row for rows in others for row in rows):
        by_task.setdefault(row.task, []).append(row)
    pairs = [(row, best(by_task[row.task])) for row in one if all(row.task in names for names in named)]
    both = [(mine, theirs) for mine, theirs in pairs if solved(mine) and solved(theirs)]
    ours, least = (sum(pair[side].seconds for pair in both) for side in (0, 1))
    lines = [
        f"{len(pairs)} tasks; solved: {sum(solved(a) for a, _ in pairs)}, best of the others {sum(solved(b) for _, b in pairs)}",
        f"both solve {len(both)}, in {ours:.1f} s and {least:.1f} s: {ours / least:.2f} times" if both else "no task in common",
        "fastest: " + ", ".join(f"{tool} {count}" for tool, count in Counter(b.tool for _, b in both).most_common()),
    ]
    for mine, theirs in pairs:
        if solved(mine) != solved(theirs):
            who = "only it" if solved(mine) else f"only {theirs.tool} ({theirs.seconds:.1f} s)"
            lines.append(f"{mine.task}: {who}")
    slower = sorted(both, key=lambda pair: pair[1].seconds - pair[0].seconds)[:10]
    lines += [f"{mine.task}: {mine.seconds:.1f} s, {theirs.tool} {theirs.seconds:.1f} s" for mine, theirs in slower]
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("one", type=Path)
    parser.add_argument("others", type=Path, nargs="+")
    args = parser.parse_args(argv)
    print(compare(results.read(args.one), [results.read(path) for path in args.others]))
    return 0


if __name__ == "__main__":
    sys.exit(main())
