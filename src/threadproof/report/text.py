"""Plain text for people: one sentence before the verdict, statistics, tables; the same on a terminal and in a file."""

from __future__ import annotations

import textwrap
from collections.abc import Sequence
from itertools import zip_longest

from threadproof.report.outcome import FALSE, NO_PROOF, TRUE, Certified, Remark, RunOutcome, Validated, visible


def table(rows: Sequence[Sequence[str]], header: Sequence[str] = (), indent: str = "", limit: int = 0) -> str:
    """Left-aligned columns; with a limit, the last one is wrapped to keep it (but never below 30 characters)."""
    every = [tuple(header), *rows] if header else list(rows)
    widths = [max(len(row[i]) for row in every) for i in range(len(every[0]))] if every else []
    left = max(30, limit - len(indent) - sum(width + 2 for width in widths[:-1])) if limit else 0
    lines: list[str] = []
    for row in every:
        last = textwrap.wrap(row[-1], left) if left else [row[-1]]
        for start, end in zip_longest([row[:-1]], last or [""], fillvalue=("",) * (len(row) - 1)):
            cells = [cell.ljust(width) for cell, width in zip((*start, end), widths, strict=True)]
            lines.append(indent + "  ".join(cells).rstrip())
    if header:
        rule = [*widths[:-1], min(left or widths[-1], widths[-1])]
        lines.insert(1, indent + "  ".join("-" * width for width in rule))
    return "\n".join(lines)


def number(value: float) -> str:
    """1234567 -> 1 234 567; whole numbers without a point."""
    return f"{value:,.0f}".replace(",", " ") if value == int(value) else f"{value:.3f}"


def note(kind: str, name: str, value: str, race: bool = False) -> str:
    """What happened on a line of a counterexample. `race`: it is one of two accesses that race."""
    if race:
        return f"RACE: {note(kind, name, value)}"
    match kind:
        case "read":
            return f"reads {name} = {value}"
        case "input":
            return f"input {value}"
        case "event":
            return name
    return f"{name} = {value}"


def effort(outcome: RunOutcome) -> str:
    """The engine that answered, and what it took."""
    counts = ", ".join(f"{number(outcome.counters[key])} {key}" for key in ("states", "steps") if key in outcome.counters)
    beside = f" for this and {', '.join(outcome.beside)}" if outcome.beside else ""
    return f"{outcome.engine}{': ' if counts else ''}{counts}, {outcome.times.get('total', 0.0):.2f} s{beside}"


def holds(outcome: RunOutcome) -> str:
    """What TRUE says."""
    upto = f" {outcome.scope}" if outcome.scope else ""
    return f"holds in every execution{upto}{given(outcome)}" + (
        f": nothing to check, {outcome.nothing}" if outcome.nothing else ""
    )


def given(outcome: RunOutcome) -> str:
    """The options that change what the program means."""
    return f", with {outcome.rests_on['options']}" if "options" in outcome.rests_on else ""


def explanation(outcome: RunOutcome, where: str = "above") -> str:
    """The sentence beside the verdict. `where`: the counterexample is."""
    rests = f"\n{rests_on(outcome.verdict, outcome.rests_on)}" if outcome.rests_on else ""
    if outcome.verdict == TRUE:
        proof = f"\nProof: {outcome.checked or NO_PROOF}."
        return f"{outcome.property} {holds(outcome)} ({effort(outcome)}).{proof}{rests}"
    if outcome.verdict == FALSE:
        return f"{outcome.property} is violated, as shown {where}{given(outcome)} ({effort(outcome)}).{rests}"
    why = "".join(f"\n{line}" for line in undecided(outcome))
    reason = f": {outcome.reason}" if outcome.undecided is None else ""
    return f"{outcome.property} is not decided{reason} ({effort(outcome)}).{why}{rests}"


def undecided(outcome: RunOutcome, indent: str = "") -> list[str]:
    """What is known, what is in the way, and what to try."""
    found = outcome.undecided
    if found is None:
        return []
    lines = [f"{indent}Known so far: {'; '.join(found.known) or 'nothing'}.", f"{indent}In the way: {found.obstacle}."]
    return lines + [f"{indent}{'Next:' if number == 0 else '  or:'} {step}." for number, step in enumerate(found.next)]


def rests_on(verdict: str, found: dict[str, str]) -> str:
    """What a verdict rests on, as far as it is not obvious or said elsewhere."""
    parts = [found["data model"]]
    if found["scheduler"] == "preemptive":
        parts += [f"{found['memory model']} memory", "allocations that never fail"]
    if "program" in found:
        parts.append(found["program"])
    if "configuration" in found:
        parts.append(f"options of {found['configuration']}")
    if found["external functions"] != "none":
        parts.append(found["external functions"])
    shown = f"check: {found['check']}" if verdict == FALSE else f"bounds: {found['bounds']}"
    return f"Rests on: {', '.join(parts)}; {shown}."


def certified(found: Certified) -> str:
    """The sentence above the last line of `certify`."""
    if found.rejected:
        return "The certificate proves nothing about this program."
    if found.open:
        return f"The certificate was not checked to the end: {found.open}."
    if found.claim != TRUE:
        return f"The schedule was replayed: it violates {found.property}{found.given()}."
    kinds = (("views", "moves"), ("nodes", "steps"), ("questions", "lemmas"), ("states", "steps"), ("controls", "moves"))
    sizes = next(kind for kind in kinds if all(key in found.counters for key in kind))
    counts = ", ".join(f"{number(found.counters[key])} {key}" for key in sizes)
    return f"The proof was checked: {found.property} holds in every execution{found.given()} ({counts})."


def validated(found: Validated) -> str:
    """The sentence above the last line of `validate`."""
    if found.rejected:
        return f"The witness is wrong: {visible(found.rejected)}."
    if found.open:
        return f"The witness is neither confirmed nor wrong: {visible(found.open)}."
    return found.shown


def statistics(outcome: RunOutcome) -> str:
    times = [(f"{stage} time", f"{seconds:.3f} s") for stage, seconds in outcome.times.items()]
    counters = [(key.replace("_", " "), number(value)) for key, value in outcome.counters.items()]
    return table([*times, *counters], indent="  ")


def warnings(found: Sequence[Remark]) -> list[str]:
    """What was assumed about things that we know nothing of; how the library is modelled is for `doctor` to say, and users
    know their models."""
    doubtful = [
        r for r in found if r.kind in ("assumed", "approximated", "failed") and not r.what.startswith(("library", "modelled"))
    ]
    return [f"{r.place}: {r.what}: {r.effect}" for r in doubtful]


def remarks(found: Sequence[Remark], limit: int = 0) -> str:
    """What `doctor` prints."""
    if not found:
        return "Nothing was assumed, approximated or left out."
    return table(
        [(r.place, r.kind, r.what, r.effect) for r in found], ("where", "kind", "what", "effect on the verdict"), limit=limit
    )
