"""Litmus tests under sequential consistency: enumeration finds exactly the outcomes of all interleavings, no more and no fewer.

The expected sets are computed here, by merging the threads' instructions in every order; nothing of the tool is used for that.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.fuzz.single import parse
from threadproof.engines.explicit import outcomes
from threadproof.passes import runner

Instruction = tuple[str, str, str | int]  # target, "=" or "+=", a constant or the variable that is read
Threads = tuple[tuple[Instruction, ...], ...]

LITMUS: dict[str, Threads] = {
    "SB": ((("x", "=", 1), ("a", "=", "y")), (("y", "=", 1), ("b", "=", "x"))),
    "MP": ((("x", "=", 1), ("y", "=", 1)), (("a", "=", "y"), ("b", "=", "x"))),
    "LB": ((("a", "=", "x"), ("y", "=", 1)), (("b", "=", "y"), ("x", "=", 1))),
    "2+2W": ((("x", "=", 1), ("y", "=", 2)), (("y", "=", 1), ("x", "=", 2))),
    "CoRR": ((("x", "=", 1), ("x", "=", 2)), (("a", "=", "x"), ("b", "=", "x"))),
    "R": ((("x", "=", 1), ("y", "=", 1)), (("y", "=", 2), ("a", "=", "x"))),
    "S": ((("x", "=", 2), ("y", "=", 1)), (("a", "=", "y"), ("x", "=", 1))),
    "increments": ((("x", "+=", 1),), (("x", "+=", 2),), (("x", "+=", 4),)),
    "WRC": ((("x", "=", 1),), (("a", "=", "x"), ("y", "=", 1)), (("b", "=", "y"), ("c", "=", "x"))),
    "IRIW": ((("x", "=", 1),), (("y", "=", 1),), (("a", "=", "x"), ("b", "=", "y")), (("c", "=", "y"), ("d", "=", "x"))),
}
NAMES = ("a", "b", "c", "d", "x", "y")
State = tuple[int, ...]


def accesses(thread: tuple[Instruction, ...]) -> list[tuple[str, str, str | int]]:
    """One step per shared access: (read, into, from) or (write, to, what). Results are shared, too."""
    steps: list[tuple[str, str, str | int]] = []
    for target, op, value in thread:
        if op == "+=":
            steps += [("read", "", target), ("write+", target, value)]
        elif isinstance(value, str):
            steps += [("read", "", value), ("write", target, "")]
        else:
            steps.append(("write", target, value))
    return steps


def merged(threads: Threads) -> set[State]:
    """Final values over all interleavings; each thread has one register."""
    programs = [accesses(thread) for thread in threads]
    found: set[State] = set()
    seen = set()
    work = [((0,) * len(programs), (0,) * len(programs), (0,) * len(NAMES))]
    while work:
        at = work.pop()
        if at in seen:
            continue
        seen.add(at)
        following = list(successors(programs, *at))
        work += following
        if not following:
            found.add(at[2])
    return found


def successors(
    programs: list[list[tuple[str, str, str | int]]], counters: State, registers: State, memory: State
) -> Iterator[tuple[State, State, State]]:
    for i, program in enumerate(programs):
        if counters[i] == len(program):
            continue
        kind, target, value = program[counters[i]]
        own, cells = list(registers), list(memory)
        if kind == "read":
            own[i] = cells[NAMES.index(str(value))]
        else:
            what = own[i] if value == "" else int(value) + (own[i] if kind == "write+" else 0)
            cells[NAMES.index(target)] = what
        moved = (*counters[:i], counters[i] + 1, *counters[i + 1 :])
        yield moved, tuple(own), tuple(cells)


def c_text(threads: Threads) -> str:
    lines = ["#include <pthread.h>", f"int {', '.join(NAMES)};"]
    for i, thread in enumerate(threads):
        body = " ".join(f"{target} {op} {value};" for target, op, value in thread)
        lines.append(f"void *t{i}(void *arg) {{ {body} return 0; }}")
    create = " ".join(f"pthread_create(&t[{i}], 0, t{i}, 0);" for i in range(len(threads)))
    join = " ".join(f"pthread_join(t[{i}], 0);" for i in range(len(threads)))
    return "\n".join([*lines, f"int main(void) {{ pthread_t t[{len(threads)}]; {create} {join} return 0; }}", ""])


@pytest.mark.parametrize("name", LITMUS)
@pytest.mark.parametrize("passes", [(), runner.ANALYSE], ids=["source", "analysed"])
def test_outcomes_are_exactly_those_of_the_interleavings(name: str, passes: tuple[runner.Pass, ...]) -> None:
    threads = LITMUS[name]
    used = {str(word) for thread in threads for instruction in thread for word in instruction} & set(NAMES)
    shown = [i for i, variable in enumerate(NAMES) if variable in used]
    program = runner.run(parse(c_text(threads), "LP64"), passes)
    expected = {tuple(outcome[i] for i in shown) for outcome in merged(threads)}
    assert outcomes(program, [NAMES[i] for i in shown]) == expected


def test_the_forbidden_outcomes_are_forbidden() -> None:
    """The computed sets themselves, by what is known about them."""
    found = {name: {tuple(outcome[:4]) for outcome in merged(threads)} for name, threads in LITMUS.items()}
    assert found["SB"] == {(0, 1, 0, 0), (1, 0, 0, 0), (1, 1, 0, 0)}
    assert found["MP"] == {(0, 0, 0, 0), (0, 1, 0, 0), (1, 1, 0, 0)}
    assert found["LB"] == {(0, 0, 0, 0), (0, 1, 0, 0), (1, 0, 0, 0)}
    assert (1, 0, 1, 0) not in found["IRIW"] and len(found["IRIW"]) == 15
    assert {outcome[4] for outcome in merged(LITMUS["increments"])} == set(range(1, 8))
