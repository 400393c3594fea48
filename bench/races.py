"""Data races in C files as projects ship them, beside what comments in them say.

    python bench/races.py FOLDER... --engines modular --seconds 5 --options '-I INCLUDE' --out rows.csv [--every N]
    python bench/races.py --sum rows.csv

A comment `// RACE!` says that its line is part of a data race, `// NORACE` that it is not. A file with the first kind should be
FALSE; one that only has the second kind should be TRUE, unless lines without a mark race. `RACE` without `!` is a false alarm of
some tool, or not: such files, and those without marks, have no expected verdict. Seconds are of the processor: `--seconds` is
what a run may use of it, three times as much may pass. What `--out` holds already is not run again."""

from __future__ import annotations

import argparse
import re
import shlex
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from threadproof.bench import results
from threadproof.bench.measure import BenchRow, ProcessGroups, RunLimits, Tool, measure
from threadproof.bench.tasks import BenchTask
from threadproof.records import replace

MEMORY = 3000  # MiB
SLACK = 3  # seconds that may pass for each second of the processor
MAIN = re.compile(r"^[^\n/*#;]*\bmain[ \t]*\([^;{]*\)[^;{=]*\{", re.MULTILINE)
MARK = re.compile(r"//.*?\b(NO)?RACE(!?)")


OTHERWISE = re.compile(r"allfuns|sem\.lock\.fail")  # marks of programs that mean something else there


def expected(text: str) -> str:
    if OTHERWISE.search(text.partition("\n")[0]):
        return ""
    marks = {(bool(no), bool(surely)) for no, surely in MARK.findall(text)}
    if (False, True) in marks:
        return "FALSE"
    return "TRUE" if marks and all(no for no, _ in marks) else ""


def tasks(roots: Sequence[Path], marked: bool) -> Iterator[BenchTask]:
    for root in roots:
        for file in sorted(root.rglob("*.c")) if root.is_dir() else [root]:
            text = file.read_text(encoding="utf-8", errors="replace")
            if MAIN.search(text) and (MARK.search(text) or not marked):
                yield BenchTask(file, "no-data-race", expected(text))


def run(task: BenchTask, engine: str, args: argparse.Namespace) -> BenchRow:
    tool = Tool(engine, options=("--engine", engine, *shlex.split(args.options)))
    row = measure(task, tool, RunLimits(SLACK * args.seconds, MEMORY), ProcessGroups())
    if row.cpu > args.seconds and row.verdict == "UNKNOWN":
        return replace(row, reason="timeout")
    return row


def kind(reason: str) -> str:
    """Reasons of one kind, without places and names."""
    text = re.sub(r"\bline \d+|\S+:\d+(:\d+)?", "PLACE", reason)
    text = re.sub(r"(protection of|protect|on|by|it depends on) \S+", r"\1 ...", text)
    text = re.sub(r"'[^']*'|`[^`]*`", "'...'", text)
    return re.sub(r"\d+", "N", text)[:90]


def summary(rows: Sequence[BenchRow]) -> Iterator[str]:
    for tool in dict.fromkeys(row.tool for row in rows):
        own = [row for row in rows if row.tool == tool]
        counts = Counter((row.expected or "none", row.verdict) for row in own)
        yield f"{tool}: {len(own)} files, {sum(row.cpu for row in own):.0f} s of the processor"
        for (mark, verdict), number in sorted(counts.items()):
            yield f"  expected {mark}: {verdict} {number}"
        for row in own:
            if row.grade() in ("wrong", "error"):
                yield f"  {row.grade()}: {row.task}: {row.verdict}, expected {row.expected or 'nothing'}: {row.reason[:120]}"
        unknown = Counter(kind(row.reason) for row in own if row.verdict == "UNKNOWN" and row.expected != "FALSE")
        yield from (f"  {number:4} {reason}" for reason, number in unknown.most_common())


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*")
    parser.add_argument("--engines", nargs="+", default=["modular"])
    parser.add_argument("--seconds", type=float, default=5.0)
    parser.add_argument("--options", default="")
    parser.add_argument("--marked", action="store_true", help="only files with marks")
    parser.add_argument("--every", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("races.csv"))
    parser.add_argument("--sum", type=Path, nargs="*", default=[])
    args = parser.parse_args(argv)
    for path in args.sum:
        print("\n".join(summary(results.read(path))))
    done = {(row.tool, row.task) for row in results.read(args.out)}
    if args.folders and not args.out.exists():
        results.write(args.out, [])
    chosen = list(tasks(args.folders, args.marked))[:: args.every]
    left = [(task, engine) for task in chosen for engine in args.engines if (engine, task.name()) not in done]
    with ThreadPoolExecutor(args.jobs) as pool:
        for row in pool.map(lambda each: run(*each, args), left):
            results.append(args.out, row)
            print(row.tool, row.task, row.expected, row.verdict, row.reason, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
