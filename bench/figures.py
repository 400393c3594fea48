"""`make figures`: the tables of bench/*.md that have their rows in a CSV file, made of these rows.

    python -m bench.figures                      rewrites the tables
    python -m bench.figures record FILE...       says that these files were measured with the present commit

A table stands between `<!-- table NAME -->` and `<!-- end -->`. measured.csv says of each file with which commit its rows were
measured, and has a digest of them: rows that changed without a word about their commit are an error here and in the tests, so a
table is never older than its rows, and rows never pass for those of another version."""

from __future__ import annotations

import csv
import hashlib
import re
import statistics
import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from bench import abstraction, blocks, scatter
from threadproof.bench import results

HERE = Path(__file__).parent
MEASURED = HERE / "measured.csv"
SMALL = ("pthread", "pthread-atomic", "pthread-lit", "ldv-races")
BLOCK = re.compile(r"(<!-- table ([\w-]+) -->\n).*?(<!-- end -->)", re.DOTALL)
Rows = Sequence[dict[str, str]]


@dataclass(frozen=True)
class Figure:
    files: tuple[str, ...]
    make: Callable[..., str]

    def text(self, commits: dict[str, str]) -> str:
        made = self.make(*(_rows(file) for file in self.files))
        of = ", ".join(f"[{file}]({file}): `{commits[file]}`" for file in self.files)
        return f"{made}\n\n{of}\n"


def _rows(file: str) -> Rows:
    with (HERE / file).open(newline="") as source:
        return list(csv.DictReader(source))


def folders(rows: Rows) -> str:
    """Per folder: what was decided, rightly and wrongly, what was checked, and how long it took."""
    lines = ["| folder | tasks | correct TRUE | correct FALSE | wrong | unknown | checked | seconds, median | of those solved |"]
    lines.append("|---" * 9 + "|")
    for name in [*dict.fromkeys(row["task"].split("/")[0] for row in rows), "all"]:
        mine = [row for row in rows if row["expected"] and name in ("all", row["task"].split("/")[0])]
        right = [row for row in mine if row["verdict"] == row["expected"]]
        wrong = sum(row["verdict"] in ("TRUE", "FALSE") and row["verdict"] != row["expected"] for row in mine)
        true = sum(row["verdict"] == "TRUE" for row in right)
        cells: list[object] = [len(mine), true, len(right) - true, wrong, len(mine) - len(right) - wrong]
        cells.append(sum(row["check"] not in ("", "none") for row in right) if "check" in rows[0] else "")
        took = statistics.median(float(row["seconds"]) for row in mine), sum(float(row["seconds"]) for row in right)
        lines.append(f"| {name} | {' | '.join(map(str, cells))} | {took[0]:.1f} | {took[1]:.0f} |")
    return "\n".join(lines)


def of_folders(*chosen: str) -> Callable[[Rows], str]:
    return lambda rows: abstraction.table([row for row in rows if row["task"].split("/")[0] in chosen])


def beside(one: str, two: str) -> Callable[[Rows, Rows], str]:
    def table(*_: Rows) -> str:
        pairs = results.pairs(*(results.read(HERE / file) for file in FIGURES["impact-abstraction"].files))
        return scatter.table(pairs, (one, two))

    return table


def family(rows: Rows) -> str:
    """The largest size that each configuration solves."""
    lines = ["| configuration | largest N solved | time there | actions there |", "|---|---|---|---|"]
    for por, coi in dict.fromkeys((row["por"], row["coi"]) for row in rows):
        mine = [row for row in rows if (row["por"], row["coi"]) == (por, coi) and row["verdict"] == "TRUE"]
        if mine:
            best = max(mine, key=lambda row: int(row["N"]))
            lines.append(f"| `--por {por} --coi {coi}` | {best['N']} | {best['seconds']} s | {int(best['actions']):,} |")
    return "\n".join(lines)


def growth(rows: Rows) -> str:
    """The largest size of each family that was decided, and what it took."""
    lines = ["| family | largest size | CPU s | of that solver | of that encoding | events |", "|---|---|---|---|---|---|"]
    for name in dict.fromkeys(row["family"] for row in rows):
        best = max((row for row in rows if row["family"] == name and row["verdict"] == "TRUE"), key=lambda row: int(row["size"]))
        lines.append(f"| {name} | {' | '.join(best[key] for key in ('size', 'cpu', 'solver', 'encode', 'events'))} |")
    return "\n".join(lines)


def plain(rows: Rows) -> str:
    """All rows as they are."""
    lines = [f"| {' | '.join(rows[0])} |", "|---" * len(rows[0]) + "|"]
    return "\n".join([*lines, *(f"| {' | '.join(row.values())} |" for row in rows)])


FIGURES = {
    "abstraction-60s": Figure(("abstraction-60s.csv",), folders),
    "abstraction-matrix": Figure(
        ("abstraction-matrix.csv",), of_folders("pthread", "pthread-atomic", "pthread-lit", "ldv-races")
    ),
    "abstraction-matrix-ext": Figure(("abstraction-matrix.csv",), of_folders("pthread-ext")),
    "auto-60s": Figure(("auto-60s.csv",), folders),
    "systemc-60s": Figure(("systemc-60s.csv",), folders),
    "explicit-10s": Figure(("explicit-10s.csv",), folders),
    "blocks": Figure(("blocks-60s.csv",), blocks.table),
    "blocks-folders": Figure(("blocks-60s.csv",), blocks.by_folder),
    "family": Figure(("family.csv",), family),
    "impact-abstraction": Figure(("impact-60s.csv", "impact-60s-abstraction.csv"), beside("impact", "abstraction")),
    "ordering-growth": Figure(("ordering-growth.csv",), growth),
    "simulation-matchers": Figure(("simulation-matchers.csv",), plain),
}


def digest(file: str) -> str:
    return hashlib.sha256((HERE / file).read_bytes()).hexdigest()[:16]


def commits() -> dict[str, str]:
    """Of each file with rows: with which commit they were measured."""
    with MEASURED.open(newline="") as source:
        known = {row["file"]: row for row in csv.DictReader(source)}
    for file in sorted(path.name for path in HERE.glob("*.csv") if path != MEASURED):
        if file not in known:
            raise SystemExit(f"bench/{file}: with which commit was it measured? python -m bench.figures record {file}")
        if known[file]["digest"] != digest(file):
            raise SystemExit(f"bench/{file} has other rows than those measured at {known[file]['commit']}")
    return {file: row["commit"] for file, row in known.items()}


def rewritten(text: str, known: dict[str, str]) -> str:
    return BLOCK.sub(lambda found: f"{found[1]}{FIGURES[found[2]].text(known)}{found[3]}", text)


def record(files: Sequence[str], commit: str) -> None:
    rows: dict[str, tuple[str, str]] = {}
    if MEASURED.exists():
        with MEASURED.open(newline="") as source:
            rows = {row["file"]: (row["commit"], row["digest"]) for row in csv.DictReader(source)}
    rows.update({Path(file).name: (commit, digest(Path(file).name)) for file in files})
    with MEASURED.open("w", newline="") as out:
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(("file", "commit", "digest"))
        writer.writerows((file, *rows[file]) for file in sorted(rows))


def main() -> None:
    if sys.argv[1:2] == ["record"]:
        head = subprocess.run(["git", "rev-parse", "--short=8", "HEAD"], cwd=HERE, capture_output=True, text=True, check=True)
        record(sys.argv[2:], head.stdout.strip())
    known = commits()
    for document in sorted(HERE.glob("*.md")):
        before = document.read_text()
        if (after := rewritten(before, known)) != before:
            document.write_text(after)
            print(f"rewritten: bench/{document.name}")


if __name__ == "__main__":
    main()
