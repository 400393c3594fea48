"""The table of a counterexample as text: one column per thread and one row per executed source line, as far as they fit. Rows
that do not matter (`report.relevance`) are folded, unless all are asked for (`--full-trace`)."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence

from threadproof.records import dataclass
from threadproof.report.trace import Table, TraceRow

WIDTH = 120
NARROWEST = 26  # columns below this width are not readable: one column for all threads instead
MOST_NOTES = 8
MOST_ROWS = 240
LEAST = 3  # rows that are folded


def render(table: Table, width: int = WIDTH, full: bool = True) -> str:
    """The table as text of at most `width` columns (where the words are not longer). `full`: no line is folded."""
    threads = sorted({row.thread for row in table.rows} | {waiting.thread for waiting in table.run.waiting}) or [0]
    margin = max([4, *(len(str(row.pos.line)) for row in table.rows)])
    column = (width - margin) // len(threads) - 2
    if column < NARROWEST:
        threads_shown, column = [-1], width - margin - 2
        header = "thread: source"
    else:
        threads_shown, header = threads, ""
    names = {t: header or f"thread {t} ({table.functions.get(t, '?')})" for t in threads_shown}
    lines = [line_of("line", [names[t] for t in threads_shown], margin, column)]
    lines.append(line_of("-" * margin, ["-" * column for _ in threads_shown], margin, column))
    lines += body(table.rows if full else folded(table.rows), threads_shown, margin, column)
    return "\n".join(lines) + "\n"


def body(rows: Sequence[TraceRow], threads: list[int], margin: int, column: int) -> list[str]:
    lines: list[str] = []
    files = {row.pos.file for row in rows}
    previous = None
    for number, row in enumerate(rows):
        if len(rows) > MOST_ROWS and MOST_ROWS // 3 <= number < len(rows) - MOST_ROWS * 2 // 3:
            if number == MOST_ROWS // 3:
                lines.append(f"{'...':>{margin}}  ({len(rows) - MOST_ROWS} lines left out)")
            continue
        if previous is not None and previous.thread != row.thread:
            lines.append(" " * margin + f"  ~~~ thread {row.thread} ".ljust((column + 2) * len(threads), "~"))
        if len(files) > 1 and (previous is None or previous.pos.file != row.pos.file):
            lines.append(" " * margin + f"  {row.pos.file}:")
        place = threads.index(row.thread) if row.thread in threads else 0
        prefix = "" if row.thread in threads else f"{row.thread}: "
        label = "..." if isinstance(row, FoldedRows) else str(row.pos.line)
        for n, text in enumerate(cell(row, prefix, column)):
            cells = [text if at == place else "" for at in range(len(threads))]
            lines.append(line_of(label if n == 0 else "", cells, margin, column))
        previous = row
    return lines


@dataclass(slots=True)
class FoldedRows(TraceRow):
    """Several rows of a thread that do not matter, as one."""


def folded(rows: Sequence[TraceRow]) -> list[TraceRow]:
    """Runs of rows that do not matter become one. The last row before another thread is shown: there it was interrupted."""
    shown: list[TraceRow] = []
    run: list[TraceRow] = []
    for number, row in enumerate(rows):
        last = number + 1 == len(rows) or rows[number + 1].thread != row.thread
        if not row.matters and not last:
            run.append(row)
            continue
        shown += _one(run)
        run = []
        shown.append(row)
    return shown


def _one(run: list[TraceRow]) -> list[TraceRow]:
    if len(run) < LEAST:
        return run
    numbers = [row.pos.line for row in run if row.pos.file == run[0].pos.file]
    created = [str(note).removeprefix("creates thread ") for row in run for note in row.notes if "creates thread" in note.name]
    joined = [str(note).removeprefix("joins thread ") for row in run for note in row.notes if "joins thread" in note.name]
    made = [f"{verb} {_threads(which)}" for verb, which in (("creates", created), ("joins", joined)) if which]
    more = f": {', '.join(made)}" if made else ""
    what = f"{len(run)} lines ({min(numbers)} to {max(numbers)}) that do not matter here{more}"
    return [FoldedRows(run[0].thread, run[0].pos, what)]


def _threads(numbers: list[str]) -> str:
    if len(numbers) == 1:
        return f"thread {numbers[0]}"
    apart = [int(number) for number in numbers]
    if apart == [*range(apart[0], apart[0] + len(apart))]:
        return f"threads {apart[0]} to {apart[-1]}"
    return f"threads {', '.join(numbers)}"


def cell(row: TraceRow, prefix: str, column: int) -> list[str]:
    """The text of a row: the source line, then what happened, indented."""
    notes = [str(note) for note in row.notes]
    if len(notes) > MOST_NOTES:
        notes = [*notes[: MOST_NOTES // 2], f"({len(notes) - MOST_NOTES} more)", *notes[-MOST_NOTES // 2 :]]
    lines = textwrap.wrap(prefix + row.source, column, subsequent_indent="  ") or [prefix]
    packed = ""
    for note in notes:
        if packed and len(packed) + len(note) + 6 > column:
            lines += textwrap.wrap(packed, column, initial_indent="    ", subsequent_indent="      ")
            packed = ""
        packed += ("; " if packed else "") + note
    return lines + textwrap.wrap(packed, column, initial_indent="    ", subsequent_indent="      ")


def line_of(number: str, cells: list[str], margin: int, column: int) -> str:
    return "  ".join([number.rjust(margin), *(text.ljust(column) for text in cells)]).rstrip()
