"""Several properties on one screen: every counterexample, then a line for each property, then what all of it rests on."""

from __future__ import annotations

from threadproof.report import text as plain
from threadproof.report.outcome import FALSE, NO_PROOF, TRUE, Conjunction, RunOutcome


def text(whole: RunOutcome, found: Conjunction, plans: bool, stats: bool) -> str:
    parts: list[str] = []
    for outcome in found.outcomes:
        parts += [outcome.trace.rstrip("\n"), ""] if outcome.trace else []
        parts += [f"{outcome.property}: {outcome.plan}"] if plans and outcome.plan else []
    rows = [(outcome.property, line(outcome)) for outcome in found.outcomes]
    rows += [(name, f"not verified: {why}") for name, why in found.left_out]
    parts.append(plain.table(rows))
    for outcome in found.outcomes:
        if outcome.undecided is not None:
            parts += [f"{outcome.property}:", *plain.undecided(outcome, "  ")]
    if whole.rests_on:
        parts.append(plain.rests_on(whole.verdict, whole.rests_on))
    for outcome in found.outcomes if stats else ():
        parts += [f"{outcome.property}:", plain.statistics(outcome)]
    return "\n".join(parts)


def line(outcome: RunOutcome, where: str = "above") -> str:
    """What there is to say about one of them, in one line."""
    said = plain.effort(outcome)
    if outcome.verdict == TRUE:
        return f"{plain.holds(outcome)} ({said}; proof: {outcome.checked or NO_PROOF})"
    if outcome.verdict == FALSE:
        return f"is violated, as shown {where}{plain.given(outcome)} ({said})"
    return f"is not decided: {' '.join(outcome.reason.split())} ({said})"


def warnings(found: Conjunction) -> list[str]:
    return list(dict.fromkeys(warning for outcome in found.outcomes for warning in plain.warnings(outcome.remarks)))
