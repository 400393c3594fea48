"""`--junit`: the answer as JUnit XML, which servers for continuous integration show: a test case for each property.

A property that is violated is a failure with the counterexample; one that is not decided is an error, since nothing is known that
a build could rely on. Characters that XML does not have are shown as escapes.
"""

from __future__ import annotations

from collections.abc import Sequence
from xml.sax.saxutils import escape, quoteattr

from threadproof.report import text as plain
from threadproof.report.outcome import FALSE, UNKNOWN, RunOutcome
from threadproof.report.terminal import printable


def to_junit(file: str, outcomes: Sequence[RunOutcome], left_out: Sequence[tuple[str, str]] = ()) -> str:
    """`left_out`: properties that the options exclude, with the reason."""
    cases = [_case(file, outcome) for outcome in outcomes]
    cases += [_opening(file, name, 0.0, f"<skipped message={_quoted(why)}/>") for name, why in left_out]
    counts = (
        f'tests="{len(cases)}" failures="{sum(o.verdict == FALSE for o in outcomes)}" '
        f'errors="{sum(o.verdict == UNKNOWN for o in outcomes)}" skipped="{len(left_out)}"'
    )
    seconds = sum(outcome.times.get("total", 0.0) for outcome in outcomes)
    suite = f'<testsuite name={_quoted(f"threadproof {file}")} {counts} time="{seconds:.3f}">'
    return "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', f"<testsuites>{suite}", *cases, "</testsuite></testsuites>", ""])


def _case(file: str, outcome: RunOutcome) -> str:
    seconds = outcome.times.get("total", 0.0)
    if outcome.verdict == FALSE:
        message = _quoted(f"{outcome.message} at {outcome.place}")
        content = f"<failure type={_quoted(outcome.property)} message={message}>{escape(printable(outcome.trace))}</failure>"
    elif outcome.verdict == UNKNOWN:
        why = escape(printable("\n".join(plain.undecided(outcome))))
        content = f'<error type="UNKNOWN" message={_quoted(" ".join(outcome.reason.split()))}>{why}</error>'
    else:
        content = f"<system-out>{escape(printable(plain.explanation(outcome)))}</system-out>"
    return _opening(file, outcome.property, seconds, content)


def _opening(file: str, name: str, seconds: float, content: str) -> str:
    return f'<testcase classname={_quoted(file)} name={_quoted(name)} time="{seconds:.3f}">{content}</testcase>'


def _quoted(text: str) -> str:
    return quoteattr(printable(text))
