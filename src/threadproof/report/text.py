"""Plain text for people: one sentence before the verdict, statistics, tables; the same on a terminal and in a file."""

from __future__ import annotations

from collections.abc import Sequence

from threadproof.report.outcome import FALSE, TRUE, Outcome, Remark

# What usually helps; looked up by the first word of the reason.
ADVICE = {
    "timeout": "raise --timeout, or make the program smaller (fewer threads or loop iterations)",
    "memory": "raise --memory, or make the program smaller (fewer threads or loop iterations)",
    "inputs": "restrict the inputs (__VERIFIER_assume does not help here: use a narrower type or a mask)",
    "threads": "raise --threads",
    "undefined": "check that first: --property valid-memsafety shows a schedule for invalid memory accesses",
}


def table(rows: Sequence[Sequence[str]], header: Sequence[str] = (), indent: str = "") -> str:
    """Left-aligned columns; the last one is not padded."""
    every = [tuple(header), *rows] if header else list(rows)
    widths = [max(len(row[i]) for row in every) for i in range(len(every[0]))] if every else []
    lines = ["  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip() for row in every]
    if header:
        lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join(indent + line for line in lines)


def number(value: float) -> str:
    """1234567 -> 1 234 567; whole numbers without a point."""
    return f"{value:,.0f}".replace(",", " ") if value == int(value) else f"{value:.3f}"


def explanation(outcome: Outcome) -> str:
    """The sentence above the verdict line."""
    effort = ", ".join(f"{number(outcome.counters[key])} {key}" for key in ("states", "steps") if key in outcome.counters)
    effort = f"{outcome.engine}: {effort}, {outcome.times.get('total', 0.0):.2f} s" if effort else outcome.engine
    if outcome.verdict == TRUE:
        return f"{outcome.property} holds in every execution ({effort})."
    if outcome.verdict == FALSE:
        return f"{outcome.property} is violated at {outcome.place}: {outcome.message} ({effort})."
    advice = ADVICE.get(outcome.reason.replace(":", " ").split()[0] if outcome.reason else "", "")
    return f"{outcome.property} is not decided: {outcome.reason} ({effort})." + (f"\nTo go on: {advice}." if advice else "")


def statistics(outcome: Outcome) -> str:
    times = [(f"{stage} time", f"{seconds:.3f} s") for stage, seconds in outcome.times.items()]
    counters = [(key.replace("_", " "), number(value)) for key, value in outcome.counters.items()]
    return table([*times, *counters], indent="  ")


def warnings(found: Sequence[Remark]) -> list[str]:
    """What a user should know before trusting the answer; the rest is for `doctor`."""
    return [f"{r.place}: {r.what}: {r.effect}" for r in found if r.kind in ("assumed", "approximated")]


def remarks(found: Sequence[Remark]) -> str:
    """What `doctor` prints."""
    if not found:
        return "Nothing was assumed, approximated or left out."
    return table([(r.place, r.kind, r.what, r.effect) for r in found], ("where", "kind", "what", "effect on the verdict"))
