"""Result files, and what they say: per folder and tool, which tasks were solved, and where two files differ."""

from __future__ import annotations

import csv
import re
import statistics
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from threadproof.bench.measure import BenchRow
from threadproof.errors import InputError, OptionError, Pos
from threadproof.records import asdict, fields
from threadproof.report.outcome import confirmed
from threadproof.report.text import table

NAMES = tuple(field.name for field in fields(BenchRow))
LATER = ("engine", "check")  # columns that older files do not have
GRADES = ("correct", "wrong", "unknown", "error", "ok")


def read(path: Path) -> list[BenchRow]:
    """The rows of a file; a last line that was cut off by a crash does not count."""
    if not path.exists():
        return []
    with path.open(newline="", encoding="utf-8", errors="surrogateescape") as file:
        reader = csv.DictReader(file)
        older = tuple(name for name in NAMES if name not in LATER)
        if reader.fieldnames is not None and tuple(reader.fieldnames) not in (NAMES, older):
            raise InputError(
                "not a result file of `threadproof bench`", Pos(str(path)), f"expected the columns {', '.join(NAMES)}"
            )
        return [_row(entry) for entry in reader if None not in entry.values() and entry["peak_mib"].isdigit()]


def _row(entry: dict[str, str]) -> BenchRow:
    numbers = {"seconds": float(entry["seconds"]), "cpu": float(entry["cpu"]), "peak_mib": int(entry["peak_mib"])}
    return BenchRow(**{**entry, **numbers})  # type: ignore[arg-type]


def write(path: Path, rows: Sequence[BenchRow]) -> None:
    """All of a file, or nothing: what was there is not lost."""
    new = path.with_name(path.name + ".new")
    with _written(path), new.open("w", newline="", encoding="utf-8", errors="surrogateescape") as file:
        writer = csv.DictWriter(file, NAMES)
        writer.writeheader()
        writer.writerows(asdict(row) for row in rows)
    new.replace(path)


def append(path: Path, row: BenchRow) -> None:
    with _written(path), path.open("a", newline="", encoding="utf-8", errors="surrogateescape") as file:
        csv.DictWriter(file, NAMES).writerow(asdict(row))


@contextmanager
def _written(path: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise OptionError(f"cannot write --out: {error.strerror}", Pos(str(path))) from None


def summary(rows: Sequence[BenchRow]) -> list[tuple[str, ...]]:
    """A line per tool and folder, and one for all of a tool."""
    groups: dict[tuple[str, str], list[BenchRow]] = defaultdict(list)
    for row in rows:
        groups[row.tool, row.task.rpartition("/")[0]].append(row)
    lines = []
    for tool in dict.fromkeys(row.tool for row in rows):
        mine = [(folder, members) for (name, folder), members in sorted(groups.items()) if name == tool]
        everything = [("all", [row for row in rows if row.tool == tool])] if len(mine) > 1 else []
        for folder, members in [*mine, *everything]:
            grades = Counter(row.grade() for row in members)
            checked = sum(confirmed(row.check) for row in members)
            times = [row.seconds for row in members]
            figures = (
                *(str(grades[name]) for name in GRADES),
                str(checked),
                f"{statistics.median(times):.2f} s",
                f"{sum(times):.1f} s",
            )
            lines.append((tool, folder, str(len(members)), *figures))
    return lines


HEADER = ("tool", "folder", "tasks", *GRADES, "checked", "median", "total")


def reasons(rows: Sequence[BenchRow]) -> list[tuple[str, str]]:
    """Why there is no verdict, most frequent first; without places, so that equal causes are counted together."""
    found = Counter(
        f"{row.verdict}: {re.sub(r'( at )?[^ ]+:[0-9]+(:[0-9]+:? ?)?', '', row.reason)[:100]}"
        for row in rows
        if row.grade() in ("unknown", "error")
    )
    return [(str(count), reason) for reason, count in found.most_common(40)]


def text(rows: Sequence[BenchRow]) -> str:
    if not rows:
        return "no results"
    parts = [table(summary(rows), HEADER)]
    if reasons(rows):
        parts.append(table(reasons(rows), ("tasks", "why not")))
    wrong = [(row.tool, row.verdict, row.task) for row in rows if row.grade() == "wrong"]
    if wrong:
        parts.append(table(wrong, ("tool", "WRONG", "task")))
    return "\n\n".join(parts)


# -- two files ------------------------------------------------------------------------------------------------------------


def pairs(old: Sequence[BenchRow], new: Sequence[BenchRow]) -> list[tuple[BenchRow, BenchRow]]:
    """The same task in both."""
    known = {(row.task, row.property): row for row in old}
    return [(known[row.task, row.property], row) for row in new if (row.task, row.property) in known]


def differences(old: Sequence[BenchRow], new: Sequence[BenchRow]) -> list[tuple[str, ...]]:
    """Tasks whose verdict changed, then those whose time changed by more than half and a second."""
    changed = [(a, b) for a, b in pairs(old, new) if a.verdict != b.verdict]
    timed = [
        (a, b)
        for a, b in pairs(old, new)
        if a.verdict == b.verdict and abs(a.seconds - b.seconds) > max(1.0, 0.5 * min(a.seconds, b.seconds))
    ]
    timed.sort(key=lambda pair: abs(pair[0].seconds - pair[1].seconds), reverse=True)
    return [(b.task, a.verdict, b.verdict, f"{a.seconds:.2f}", f"{b.seconds:.2f}") for a, b in [*changed, *timed]]


DIFFERENCE = ("task", "before", "after", "s before", "s after")
