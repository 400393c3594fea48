"""The table of a counterexample as text: one column per thread and one row per executed source line, as far as they fit."""

from __future__ import annotations

import textwrap

from threadproof.report.trace import Table, TraceRow

WIDTH = 120
NARROWEST = 26  # columns below this width are not readable: one column for all threads instead
MOST_NOTES = 8
MOST_ROWS = 240


def render(table: Table, width: int = WIDTH) -> str:
    """The table as text of at most `width` columns (where the words are not longer)."""
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
    lines += body(table, threads_shown, margin, column)
    return "\n".join(lines) + "\n"


def body(table: Table, threads: list[int], margin: int, column: int) -> list[str]:
    lines: list[str] = []
    files = {row.pos.file for row in table.rows}
    previous = None
    for number, row in enumerate(table.rows):
        if len(table.rows) > MOST_ROWS and MOST_ROWS // 3 <= number < len(table.rows) - MOST_ROWS * 2 // 3:
            if number == MOST_ROWS // 3:
                lines.append(f"{'...':>{margin}}  ({len(table.rows) - MOST_ROWS} lines left out)")
            continue
        if previous is not None and previous.thread != row.thread:
            lines.append(" " * margin + f"  ~~~ thread {row.thread} ".ljust((column + 2) * len(threads), "~"))
        if len(files) > 1 and (previous is None or previous.pos.file != row.pos.file):
            lines.append(" " * margin + f"  {row.pos.file}:")
        place = threads.index(row.thread) if row.thread in threads else 0
        prefix = "" if row.thread in threads else f"{row.thread}: "
        for n, text in enumerate(cell(row, prefix, column)):
            cells = [text if at == place else "" for at in range(len(threads))]
            lines.append(line_of(str(row.pos.line) if n == 0 else "", cells, margin, column))
        previous = row
    return lines


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
