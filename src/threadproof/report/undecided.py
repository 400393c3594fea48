"""UNKNOWN for people: what is known so far, what is in the way, and what to try next.

Engines say why they gave up, each in a sentence of its own. The obstacle is the first of `OBSTACLES` that one of them names: what
is not supported or not known about the program stops every engine sooner or later, limits come next, and that the time was over
says least. Then the loop is named whose number of rounds no constant bounds. How long the next bound takes is estimated from the
last two: an estimate, and said as one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from threadproof.records import dataclass
from threadproof.report.outcome import Undecided

AT = r"(?: at (?P<place>\S+:\d+(?::\d+)?))?"


@dataclass(frozen=True, slots=True)
class Obstacle:
    """What a reason looks like, what it means, and what helps. Both texts may mention the groups of the pattern."""

    pattern: str
    meaning: str
    advice: str


OBSTACLES = (
    Obstacle(
        r"(?P<what>.*unsupported.*?|.*is not modelled.*?|.*inline assembly.*?)" + AT + "$",
        "{what}{at}: an execution may get there, and is not followed",
        "give a model of it in C (--model FILE), or leave it out with a macro (-D); threadproof doctor lists all such places",
    ),
    Obstacle(
        r"(?P<what>.* may do anything, being defined in no given file).*?" + AT + "$",
        "{what}{at}",
        "name the file that defines it, or say what it does: --extern pure (only returns), --extern arguments, or --model FILE",
    ),
    Obstacle(
        r"(?P<what>.*not confirmed.*|.*did not follow.*)",
        "an engine claims a violation that the interpreter does not show: {what}",
        "report the bundle that the warning names; --engine explicit decides small programs by itself",
    ),
    Obstacle(r"recursion(?:: (?P<what>.*?))?" + AT + "$", "calls nest{at}: {what}", "raise --unwind"),
    Obstacle(r"threads(?:: (?P<what>.*?))?(?: \(--threads\))?" + AT + "$", "threads{at}: {what}", "raise --threads"),
    Obstacle(
        r"memory(?:: (?P<what>.*?))?" + AT + "$",
        "the limit of memory was met{at} {what}",
        "raise --memory, or make the program smaller (fewer threads or loop iterations)",
    ),
    Obstacle(
        r"undefined(?: behaviour)?: (?P<what>.*?)" + AT + "$",
        "an execution does something that C does not define{at}: {what}",
        "check that first: --property valid-memsafety shows a schedule for invalid memory accesses; or verify what comes before "
        "it: --undefined stop",
    ),
    Obstacle(r"loop: (?P<what>.*?)" + AT + "$", "a loop{at}: {what}", "bound the loop, or its input"),
)
TIMEOUT = "timeout"
INPUT = re.compile(r"inputs: (?P<what>.*?)(?: of type (?P<type>\S+))?" + AT + "$")
OPEN_CHECK = re.compile(r"(?P<what>.*) \((?P<kind>[a-z-]+) at (?P<place>[^)]*)\) is not excluded thread by thread")


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """What the run was given. `endless`: places of loops whose number of rounds no constant bounds."""

    seconds: float
    endless: Sequence[str] = ()


def undecided(reasons: Mapping[str, str], counters: Mapping[str, float], limits: SearchLimits) -> Undecided:
    """`reasons`: by engine."""
    obstacle, advice = _obstacle(reasons, limits)
    steps = tuple(filter(None, (advice, *_next(reasons, counters, limits))))
    return Undecided(tuple(_known(reasons, counters)), obstacle, tuple(dict.fromkeys(steps)))


def _known(reasons: Mapping[str, str], counters: Mapping[str, float]) -> Iterator[str]:
    clear = int(_counter(counters, "clear_bound"))
    if clear:
        yield f"no violation was found with up to {clear} iteration{'' if clear == 1 else 's'} of each loop"
    states = {name.removesuffix("_states") or "explicit": value for name, value in counters.items() if name.endswith("_states")}
    for engine in ("explicit", "simulation"):
        if states.get(engine, 0) > 1:
            yield f"none in the {states[engine]:,.0f} states that {engine} has visited".replace(",", " ")
    for reason in reasons.values():
        found = OPEN_CHECK.fullmatch(reason)
        if found is not None:
            yield f"modular, thread by thread, is left with the check at {found['place']}"


def _obstacle(reasons: Mapping[str, str], limits: SearchLimits) -> tuple[str, str]:
    """What is in the way, and what helps against that."""
    for obstacle in OBSTACLES:
        for reason in reasons.values():
            found = re.match(obstacle.pattern, reason)
            if found is not None:
                groups = {name: value or "" for name, value in found.groupdict().items()}
                at = f" at {groups['place']}" if groups.get("place") else ""
                return _filled(obstacle.meaning, groups, at), _filled(obstacle.advice, groups, at)
    if TIMEOUT in reasons.values():
        if limits.endless:
            more = f" and {len(limits.endless) - 1} more" if len(limits.endless) > 1 else ""
            return f"the loop at {limits.endless[0]}{more}: no constant says how often it repeats, and no invariant was found", ""
        return f"the search did not end within {limits.seconds:g} s: too many interleavings, or arithmetic that is too hard", ""
    for reason in reasons.values():
        found = INPUT.match(reason)
        if found is not None and len(reasons) == 1:
            return f"the input {found['what']} at {found['place']} may have too many values to try each of them", ""
    return next(iter(reasons.values()), "nothing was tried"), ""


def _filled(text: str, groups: Mapping[str, str], at: str) -> str:
    return " ".join(text.format(at=at, **{"what": "", **groups}).split()).rstrip(": ")


def _next(reasons: Mapping[str, str], counters: Mapping[str, float], limits: SearchLimits) -> Iterator[str]:
    last, growth = _counter(counters, "clear_seconds"), _counter(counters, "clear_growth")
    clear = int(_counter(counters, "clear_bound"))
    for reason in reasons.values():
        found = INPUT.match(reason)
        if found is not None:
            yield f"restrict the input at {found['place']}: a narrower type, a mask such as x & 7, or __VERIFIER_assume"
    if TIMEOUT in reasons.values():
        estimate = ""
        if clear and last and growth:
            seconds = max(1.0, last * max(growth, 1.0))
            estimate = f" ({2 * clear} iterations take about {seconds:,.0f} s for engine ordering, if it goes on like this)"
        yield f"more time: raise --timeout; for this there were {limits.seconds:.0f} s{estimate}"
        yield "a smaller program: fewer threads, or loops with constant bounds"


def _counter(counters: Mapping[str, float], name: str) -> float:
    """Also of an engine among several."""
    return max((value for key, value in counters.items() if key == name or key.endswith(f"_{name}")), default=0.0)
