"""HTML pages that need nothing else, and tables in them: what `verify --report` and `bench --html` have in common."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from threadproof.report.terminal import printable

STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 72rem; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; margin: 1rem 0; }
td, th { padding: .2rem .8rem; text-align: left; vertical-align: top; border-bottom: 1px solid #ddd; }
td.n { text-align: right; font-variant-numeric: tabular-nums; }
.wrong { color: #b00020; font-weight: bold; } .correct { color: #1b6e33; }
"""


def document(title: str, parts: Iterable[str], style: str = "") -> str:
    head = f'<meta charset="utf-8"><title>{escape(title)}</title><style>{STYLE}{style}</style>'
    return printable(f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n' + "\n".join(parts) + "\n</body></html>\n")


def table(header: Iterable[str], rows: Iterable[Sequence[str]]) -> str:
    """Numbers, and seconds, are aligned to the right."""
    names = [*header]
    lines = ["<table>", *(["<tr>" + "".join(f"<th>{escape(name)}</th>" for name in names) + "</tr>"] if names else [])]
    for row in rows:
        cells = []
        for cell in row:
            kind = "n" if cell.removesuffix(" s").replace(".", "", 1).isdigit() else cell if cell in ("wrong", "correct") else ""
            cells.append(f'<td class="{kind}">{escape(cell)}</td>' if kind else f"<td>{escape(cell)}</td>")
        lines.append(f"<tr>{''.join(cells)}</tr>")
    return "\n".join([*lines, "</table>"])
