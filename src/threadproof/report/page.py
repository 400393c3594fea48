"""`--report`: the answer of one run as a page for people: the verdict and what it rests on, the counterexample with one column
per thread, what it comes down to, and the source with the lines that were executed."""

from __future__ import annotations

from html import escape
from pathlib import Path
from typing import Any

from threadproof.ir.lines import lines_of
from threadproof.report import conjunction as several
from threadproof.report import text
from threadproof.report.explanation import wording
from threadproof.report.explanation.model import Explanation, RaceExplanation
from threadproof.report.html import document, table
from threadproof.report.outcome import FALSE, TRUE, Conjunction, RunOutcome

STYLE = """
h1 .true { color: #1b6e33; } h1 .false { color: #b00020; } h1 .unknown { color: #8a6100; }
code, pre, td.code { font: 13px/1.45 ui-monospace, monospace; } pre { background: #f6f6f6; padding: .8rem; overflow-x: auto; }
table.schedule { width: 100%; table-layout: fixed; } table.schedule th:first-child { width: 3.5rem; }
table.schedule td { border-bottom: 1px solid #eee; overflow-wrap: anywhere; } tr.switch td { border-top: 2px solid #999; }
.notes { color: #555; padding-left: 1rem; } .violation { color: #b00020; font-weight: bold; }
.source span { display: block; white-space: pre; } .source .ran { background: #fff3cd; } .source .failed { background: #f8d0d0; }
"""
MOST_ROWS = 400


def page(outcome: RunOutcome) -> str:
    return document(_title(outcome), [_heading(outcome), *_parts(outcome)], STYLE)


def pages(whole: RunOutcome, found: Conjunction) -> str:
    """Several properties: a line for each, then all that there is to say about each of them."""
    rows = [(outcome.property, several.line(outcome, "below")) for outcome in found.outcomes]
    rows += [(name, f"not verified: {why}") for name, why in found.left_out]
    parts = [_heading(whole), table((), rows)]
    for outcome in found.outcomes:
        kind = outcome.verdict.lower()
        parts.append(f'<hr><h1>{escape(outcome.property)}: <span class="{kind}">{escape(outcome.verdict)}</span></h1>')
        parts += _parts(outcome)
    return document(_title(whole), parts, STYLE)


def _title(outcome: RunOutcome) -> str:
    return f"{Path(outcome.file).name}: {outcome.line().removeprefix('VERDICT: ')}"


def _heading(outcome: RunOutcome) -> str:
    kind = outcome.verdict.lower()
    return f'<h1>{escape(Path(outcome.file).name)}: <span class="{kind}">{escape(outcome.verdict)}</span></h1>'


def _parts(outcome: RunOutcome) -> list[str]:
    parts = [
        *(f"<p>{escape(line)}</p>" for line in text.explanation(outcome, "below").splitlines()),
    ]
    if outcome.verdict == FALSE and outcome.steps:
        parts += ["<h2>How it happens</h2>", *_ending(outcome), _schedule(outcome)]
    warnings = text.warnings(outcome.remarks)
    if warnings:
        parts += ["<h2>Warnings</h2>", "<ul>", *(f"<li>{escape(line)}</li>" for line in warnings), "</ul>"]
    if outcome.rests_on:
        title_ = "What the verdict rests on" if outcome.verdict in (TRUE, FALSE) else "What was verified"
        parts += [f"<h2>{title_}</h2>", table((), list(outcome.rests_on.items()))]
    if outcome.plan:
        parts.append(f"<p>{escape(outcome.plan)}</p>")
    parts += ["<h2>Times and counters</h2>", table((), [*_times(outcome), *_counters(outcome)])]
    return parts + _source(outcome)


def _times(outcome: RunOutcome) -> list[tuple[str, str]]:
    return [(f"{stage} time", f"{seconds:.3f} s") for stage, seconds in outcome.times.items()]


def _counters(outcome: RunOutcome) -> list[tuple[str, str]]:
    return [(name.replace("_", " "), text.number(value)) for name, value in outcome.counters.items()]


def _ending(outcome: RunOutcome) -> list[str]:
    """What the violation comes down to."""
    found = outcome.explanation
    if found is not None:
        sides = [_side_by_side(found, found.race)] if found.race is not None else []
        return [*sides, f"<pre>{escape(wording.text(found))}</pre>"]
    table_, _, end = outcome.trace.rstrip("\n").rpartition("\n\n")
    return [f"<pre>{escape(end)}</pre>"] if table_ else []


def _side_by_side(found: Explanation, race: RaceExplanation) -> str:
    """The two accesses that race."""
    one, other = race.accesses
    rows = [
        ("", *(str(wording.thread(found, access.thread)) for access in (one, other))),
        ("access", *(f"{access.verb} {access.name}" for access in (one, other))),
        ("written", *(access.expression or access.place.source for access in (one, other))),
        ("at", *(access.place.exact for access in (one, other))),
        ("in", *(wording.called(access) for access in (one, other))),
        ("locks", *(wording.held(access.locks) for access in (one, other))),
    ]
    return table((), rows)


def _schedule(outcome: RunOutcome) -> str:
    """Rows in their order; a line across where the thread changes."""
    steps = outcome.steps
    threads = sorted({step["thread"] for step in steps})
    rows, previous = ["<tr><th>line</th>" + "".join(f"<th>thread {thread}</th>" for thread in threads) + "</tr>"], None
    for number, step in enumerate(steps):
        if MOST_ROWS // 3 <= number < len(steps) - MOST_ROWS * 2 // 3:
            if number == MOST_ROWS // 3:
                rows.append(f'<tr><td colspan="{len(threads) + 1}">{len(steps) - MOST_ROWS} lines left out</td></tr>')
            continue
        cells = "".join(f'<td class="code">{_cell(step) if thread == step["thread"] else ""}</td>' for thread in threads)
        kind = ' class="switch"' if previous not in (None, step["thread"]) else ""
        rows.append(f'<tr{kind}><td class="n">{step["line"]}</td>{cells}</tr>')
        previous = step["thread"]
    return '<table class="schedule">' + "\n".join(rows) + "</table>"


def _cell(step: dict[str, Any]) -> str:
    """The source line and what happened on it; of an execution without interpreter only the latter."""
    if "happened" not in step:
        early = ", ".join(map(str, step.get("early", ())))
        return escape(step["what"]) + (f'<div class="notes">early: before line {early} of its thread</div>' if early else "")
    notes = [text.note(note["kind"], note["what"], note["value"], note.get("race", False)) for note in step["happened"]]
    lines = [
        f'<div class="{"violation" if note.startswith(("VIOLATION", "RACE")) else "notes"}">{escape(note)}</div>'
        for note in notes
    ]
    return escape(step["source"]) + "".join(lines)


def _source(outcome: RunOutcome) -> list[str]:
    """The file, where it can be read and something was executed in it."""
    ran = {step["line"] for step in outcome.steps if step["file"] == outcome.file}
    if not ran:
        return []
    try:
        lines = lines_of(Path(outcome.file).read_text(encoding="utf-8", errors="replace"))
    except OSError:
        return []
    failed = outcome.steps[-1]["line"] if outcome.steps[-1]["file"] == outcome.file else 0
    shown = []
    for number, line in enumerate(lines, 1):
        kind = " class=failed" if number == failed else " class=ran" if number in ran else ""
        shown.append(f"<span{kind}>{number:5}  {escape(line)}</span>")
    summary = f"<summary>{escape(outcome.file)}, with the lines of the counterexample</summary>"
    return [f'<details>{summary}<pre class="source">{"".join(shown)}</pre></details>']
