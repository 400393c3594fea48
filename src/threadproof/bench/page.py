"""Results as one HTML file that needs nothing else: tables, and two plots drawn as SVG.

The quantile plot shows how many tasks each tool solves within how many seconds each; the scatter plot compares the seconds of two
tools, or of two result files, task by task. Both have logarithmic time.
"""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import floor, log10

from threadproof.bench import results
from threadproof.bench.measure import BenchRow
from threadproof.report.html import document, table

WIDTH, HEIGHT, MARGIN, RIGHT = 640, 420, 56, 16
LEAST = 0.1  # seconds
COLOURS = ("#0b6e99", "#c4513b", "#3b8a4a", "#8a5fb0", "#b07d2b", "#555555")
STYLE = "svg { max-width: 100%; height: auto; } svg text { font: 12px system-ui, sans-serif; fill: #444; }"


def page(title: str, rows: Sequence[BenchRow], before: Sequence[BenchRow] = ()) -> str:
    """`before`: rows of another file to compare with."""
    parts = [f"<h1>{escape(title)}</h1>", table(results.HEADER, results.summary(rows))]
    tools = list(dict.fromkeys(row.tool for row in rows))
    parts += ["<h2>Solved over time</h2>", quantiles({tool: [row for row in rows if row.tool == tool] for tool in tools})]
    if before:
        parts += ["<h2>Before and after</h2>", scatter(results.pairs(before, rows), "seconds before", "seconds after")]
        parts.append(table(results.DIFFERENCE, results.differences(before, rows)))
    for other in tools[1:]:
        first = [row for row in rows if row.tool == tools[0]]
        parts.append(f"<h2>{escape(tools[0])} and {escape(other)}</h2>")
        pairs = results.pairs(first, [row for row in rows if row.tool == other])
        parts.append(scatter(pairs, f"seconds of {tools[0]}", f"seconds of {other}"))
    if results.reasons(rows):
        parts += ["<h2>Why there is no verdict</h2>", table(("tasks", "reason"), results.reasons(rows))]
    shown = [(r.tool, r.task, r.expected, r.verdict, r.grade(), r.reason, f"{r.seconds:.2f}", str(r.peak_mib)) for r in rows]
    header = ("tool", "task", "expected", "verdict", "grade", "reason", "seconds", "MiB")
    parts.append(f"<details><summary>All {len(rows)} results</summary>{table(header, shown)}</details>")
    return document(title, parts, STYLE)


# -- plots ----------------------------------------------------------------------------------------------------------------


class Plot:
    """A frame with logarithmic seconds upwards, and along x seconds or numbers of tasks."""

    def __init__(self, longest: float, most: int = 0) -> None:
        self.top = 10 ** (floor(log10(max(longest, LEAST * 10))) + 1)
        self.most = most
        self.parts: list[str] = []
        for second in _powers(LEAST, self.top):
            y = self.y(second)
            self.parts.append(f'<line x1="{MARGIN}" x2="{WIDTH - RIGHT}" y1="{y:.1f}" y2="{y:.1f}" stroke="#e4e4e4"/>')
            self.parts.append(f'<text x="{MARGIN - 6}" y="{y + 4:.1f}" text-anchor="end">{second:g}</text>')
        for value in [most * i // 5 for i in range(6)] if most else _powers(LEAST, self.top):
            self.parts.append(f'<text x="{self.x(value):.1f}" y="{HEIGHT - MARGIN + 18}" text-anchor="middle">{value:g}</text>')

    def x(self, value: float) -> float:
        share = value / self.most if self.most else self._log(value)
        return MARGIN + share * (WIDTH - MARGIN - RIGHT)

    def y(self, seconds: float) -> float:
        return HEIGHT - MARGIN - self._log(seconds) * (HEIGHT - MARGIN - 8)

    def _log(self, seconds: float) -> float:
        return log10(max(seconds, LEAST) / LEAST) / log10(self.top / LEAST)

    def svg(self, along: str, upwards: str) -> str:
        frame = f'<path d="M{MARGIN} 8V{HEIGHT - MARGIN}H{WIDTH - RIGHT}" fill="none" stroke="#444"/>'
        names = f'<text x="{(WIDTH + MARGIN) / 2}" y="{HEIGHT - 12}" text-anchor="middle">{escape(along)}</text>'
        names += f'<text x="14" y="{HEIGHT / 2 - 20}" text-anchor="middle" transform="rotate(-90 14 {HEIGHT / 2 - 20})">'
        names += f"{escape(upwards)}</text>"
        body = "".join([*self.parts, frame, names])
        size = f'viewBox="0 0 {WIDTH} {HEIGHT}" width="{WIDTH}" height="{HEIGHT}"'
        return f'<svg xmlns="http://www.w3.org/2000/svg" role="img" {size}>{body}</svg>'


def quantiles(rows: dict[str, Sequence[BenchRow]]) -> str:
    solved = {tool: sorted(row.seconds for row in mine if row.grade() in ("correct", "ok")) for tool, mine in rows.items()}
    plot = Plot(max((times[-1] for times in solved.values() if times), default=1.0), max([5, *map(len, solved.values())]))
    for number, (tool, times) in enumerate(solved.items()):
        colour = COLOURS[number % len(COLOURS)]
        points = " ".join(f"{plot.x(n):.1f},{plot.y(seconds):.1f}" for n, seconds in enumerate(times, 1))
        plot.parts.append(f'<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="2"/>')
        label = f'x="{MARGIN + 16}" y="{24 + 18 * number}" style="fill:{colour}"'
        plot.parts.append(f"<text {label}>{escape(tool)}: {len(times)} solved</text>")
    return plot.svg("tasks solved", "seconds each")


def scatter(pairs: Sequence[tuple[BenchRow, BenchRow]], along: str, upwards: str) -> str:
    """Points below the diagonal: the second is faster. What is not solved lies on the upper or right edge."""
    plot = Plot(max((max(a.seconds, b.seconds) for a, b in pairs), default=1.0))
    plot.parts.append(
        f'<path d="M{plot.x(LEAST):.1f} {plot.y(LEAST):.1f}L{plot.x(plot.top):.1f} {plot.y(plot.top):.1f}" stroke="#bbb"/>'
    )
    for a, b in pairs:
        x, y = (row.seconds if row.grade() in ("correct", "ok") else plot.top for row in (a, b))
        colour = COLOURS[1] if "wrong" in (a.grade(), b.grade()) else COLOURS[0]
        dot = f'cx="{plot.x(x):.1f}" cy="{plot.y(y):.1f}" r="4" fill="{colour}" fill-opacity="0.55"'
        plot.parts.append(f"<circle {dot}><title>{escape(a.task)}: {a.seconds:.2f} s, {b.seconds:.2f} s</title></circle>")
    return plot.svg(along, upwards)


def _powers(first: float, last: float) -> list[float]:
    found = [first]
    while found[-1] < last * 0.99:
        found.append(found[-1] * 10)
    return found
