"""Stubborn sets against brute force: the sets that are chosen are persistent, and neither errors nor deadlocks are lost."""

from __future__ import annotations

import pytest

from tests.fuzz.concurrent import Knobs as CKnobs
from tests.fuzz.concurrent import concurrent
from tests.fuzz.ivl import Knobs, model
from tests.unit.passes.c import source
from tests.unit.sched.space import Space, TooLarge
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate
from threadproof.ir.program import Program
from threadproof.passes import runner
from threadproof.properties import DEADLOCK, UNREACH
from threadproof.sched.por.stubborn import NAMES, make
from threadproof.sched.por.transitions import ThreadTransition, Transitions


def ivl(text: str, property_: str = UNREACH) -> Program:
    return runner.run(translate(text, "model.ivl", IvlOptions(errors=property_ == UNREACH)), runner.LOWER)


def check(program: Program, property_: str, limit: int) -> tuple[int, int]:
    """How many states full enumeration has, and the best reduction."""
    space = Space(program, property_, limit)
    states, full = space.everything()
    transitions = Transitions(program)
    fewest = full.states
    for name in NAMES:
        reduction = make(name, transitions)
        for state in states:
            enabled = space.enabled(state)
            chosen = reduction.choose(space.at(state), enabled)
            assert set(chosen) <= set(enabled) and bool(chosen) == bool(enabled)
            if len(chosen) < len(enabled):
                clash = space.clash(state, chosen)
                assert not clash, f"{name}: {chosen} of {enabled}: {clash}"
        if property_ == DEADLOCK:
            found = space.reduced(reduction, proviso=False)
            assert found.deadlocks == full.deadlocks, name
        else:
            found = space.reduced(reduction, proviso=True)
            assert found.error == full.error, name
        fewest = min(fewest, found.states)
    return full.states, fewest


@pytest.mark.parametrize("property_", [UNREACH, DEADLOCK])
@pytest.mark.parametrize("first", range(0, 40, 10))
def test_random_models(first: int, property_: str) -> None:
    total = least = 0
    for seed in range(first, first + 10):
        try:
            full, fewest = check(ivl(model(seed, Knobs(assertions=1.0)).text, property_), property_, 4000)
        except TooLarge:
            continue
        total, least = total + full, least + fewest
    assert least < total


def test_random_c_programs() -> None:
    total = least = 0
    for seed in (0, 1, 4, 5, 6, 11):
        program = runner.run(source(concurrent(seed, CKnobs(states=40, max_threads=3)).tree.text()), runner.LOWER)
        for property_ in (UNREACH, DEADLOCK):
            full, fewest = check(program, property_, 1500)
            total, least = total + full, least + fewest
    assert least < total * 0.8


# -- the relations -----------------------------------------------------------------------------------------------------

HEAD = "event e, f; u8 x, y, a[3]; u8 i = ?(u8);\n"
WORD = {True: "dependent", False: "independent"}


def first_steps(one: str, other: str, preamble: str = HEAD) -> bool:
    """Whether the first transitions of two threads are in conflict."""
    program = ivl(
        f"{preamble}thread A {{ {one} }}\nthread B {{ {other} }}\nmain {{ start; assert x + y + a[0] + a[1] + a[i % 3] == 0; }}"
    )
    transitions = Transitions(program)
    relations = transitions.relations(tuple(transitions.number[name] for name in ("main", "A", "B")))
    entries = [transitions.templates[n].entry for n in relations.templates]
    answers = {relations.dependent(ThreadTransition(1, entries[1]), ThreadTransition(2, entries[2]))}
    answers.add(relations.dependent(ThreadTransition(2, entries[2]), ThreadTransition(1, entries[1])))
    (found,) = answers
    return found


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        ("x = 1;", "y = 1;", False),
        ("x = 1;", "x = 2;", True),
        ("x = 1;", "y = x;", True),
        ("y = i;", "x = i;", False),
        ("x += 1;", "x += i;", False),
        ("x -= 1;", "x = 3 + x;", False),
        ("x = 1 - x;", "x += 1;", True),
        ("x *= 2;", "x += 1;", True),
        ("x *= 2;", "x *= i;", False),
        ("x |= 2;", "x |= 4;", False),
        ("x |= 2;", "x ^= 4;", True),
        ("x += 1; x *= 2;", "x += 1;", True),
        ("x += 1; y = x;", "x += 1;", True),
        ("x += x;", "x += 1;", True),
        ("x = (x + 1) & 3;", "x = (x + 1) & 3;", True),
        ("x += 1; x = x / 2;", "x += 1;", True),
        ("x = (u8)((u16)x + 300);", "x += 1;", False),
        ("a[0] = 1;", "a[1] = 1;", False),
        ("a[0] += 1;", "a[0] += 2;", False),
        ("a[0] = 1;", "a[i % 3] = 1;", True),
        ("a[i % 3] += 1;", "a[i % 3] += 1;", True),
        ("notify e;", "wait e; x = 1;", True),
        ("notify e;", "wait f; x = 1;", False),
        ("notify e;", "wait e | f; x = 1;", True),
        ("notify e, 0;", "wait e; x = 1;", False),
        ("notify e;", "notify e;", False),
        ("notify e, 1;", "notify e, 2;", False),
        ("notify e;", "notify e, 0;", True),
        ("cancel e;", "notify e, 0;", True),
        ("cancel e;", "notify e;", False),
        ("suspend B;", "x = 1;", True),
        ("resume B;", "x = 1;", False),
        ("suspend A; x = 1;", "resume A;", True),
        ("suspend A; x = 1;", "resume_now A;", True),
        ("resume A; x = 1;", "resume_now A;", True),
        ("assume i == 1;", "assert i == 1;", True),
        ("assume i == 1;", "x = 1;", False),
        ("for (int k = 0; k < 3; k++) { y = y + i; } wait e;", "y = 1;", True),
        ("wait e; x = 1;", "x = 1;", False),
        ("if (i == 0) wait e; x = 1;", "x = 1;", True),
    ],
)
def test_first_steps(one: str, other: str, expected: bool) -> None:
    assert WORD[first_steps(one, other)] == WORD[expected]


def test_events_behind_pointers_may_be_any() -> None:
    assert first_steps("event* p = i == 0 ? &e : &f; notify *p;", "wait f; x = 1;")


def places(program: Program) -> tuple[Transitions, tuple[tuple[int, int] | None, ...]]:
    """All threads are where they start; main waits."""
    transitions = Transitions(program)
    idle = transitions.places[transitions.main][-1]
    at = [(transitions.main, idle)]
    at += [(n, f.entry) for n, f in enumerate(transitions.templates) if n != transitions.main]
    return transitions, tuple(at)


def chosen(text: str, name: str) -> tuple[int, ...]:
    transitions, at = places(ivl(text))
    return make(name, transitions).choose(at, tuple(range(1, len(at))))


def test_who_enables_what_is_in_conflict_comes_with_it() -> None:
    text = "event e; int x;\nthread A { assert x == 0; }\nthread B { notify e; }\nthread D { wait e; x = 1; }\nmain { start; }"
    assert chosen(text, "ct") == (1, 2, 3)
    assert chosen(text, "stub") == (1, 2, 3)  # B enables it, and D must not begin to wait too late
    assert chosen(text.replace("notify e;", "notify e, 0;"), "stub") == (1,)
    assert chosen(text.replace("notify e;", "notify e, 0;"), "stub2") == (1, 3)


def test_the_smallest_of_all_seeds() -> None:
    text = "int x, y;\nthread A { x = 1; }\nthread B { x = 2; }\nthread C { y = 1; }\nmain { start; assert x + y > 0; }"
    assert chosen(text, "stub") == (1, 2)
    assert chosen(text, "stub-min") == (3,)


def test_doubtful_threads_are_no_seeds() -> None:
    transitions, at = places(ivl("int x, y;\nthread A { x = 1; }\nthread B { y = 1; }\nmain { start; assert x + y > 0; }"))
    reduction = make("stub-min", transitions)
    assert reduction.choose(at, (1, 2), frozenset({1})) == (2,)
    assert reduction.choose(at, (1, 2), frozenset({1, 2})) == (1, 2)


UNSAFE = {
    "lost notification": """event e; u8 x = ?(u8) & 3; u8 a, b;
        thread A { if (x % 2) a = 1; else a = 0; } thread B { wait e; b = x / 2; } thread C { notify e; }
        main { start; assert 2 * b + a == x; }""",
    "enabler": "event e; int x; thread A { assert x == 0; } thread B { notify e; } thread D { wait e; x = 1; } main { start; }",
    "resumed": "int x; thread A { assert x == 0; } thread B { resume_now D; } thread D { suspend D; x = 1; } main { start; }",
    "ignoring": """event eA, eB; thread A { wait_time 0; while (true) { notify eB; wait eA; } }
        thread B { while (true) { wait eB; notify eA; } } thread D { wait_time 0; assert false; } main { start; }""",
    "missing dependency": """int a, b; thread A { a = 1; b = 0; } thread B { if (a == 0) b = 1; }
        thread C { if (b > 0) assert false; } main { start; }""",
    "cyclic": """int b, c; thread A { wait_time 0; while (true) { wait_time 0; assert c == 0; } }
        thread B { while (true) { wait_time 0; if (c > 0) c = 0; else b = 1; } }
        thread C { while (true) { wait_time 0; if (b > 0) b = 0; else c = 1; } } main { start; }""",
    "time": "thread A { while (@time < 3) wait_time 1; assert false; } thread B { wait_time 1; } main { start 5; }",
    "time limit": """event e; int n = 1; thread A { n = 0; } thread B { if (n != 0) wait_time 8; else wait_time 4; notify e, 3; }
        thread C { wait e; assert false; } main { start 9; }""",
    "assumption": "int x; thread A { assume x == 1; } thread B { x = 1; assert false; } main { start; }",
    "endless": "thread A { while (true) { wait_time 1; } } thread B { wait_time 3; assert false; } main { start; }",
}


@pytest.mark.parametrize("name", sorted(UNSAFE))
def test_no_error_is_lost(name: str) -> None:
    program = ivl(UNSAFE[name])
    space = Space(program, UNREACH, 4000)
    transitions = Transitions(program)
    for reduction in NAMES:
        assert space.reduced(make(reduction, transitions), proviso=True).error, reduction


def test_without_proviso_an_error_is_ignored() -> None:
    program = ivl(UNSAFE["ignoring"])
    assert not Space(program, UNREACH, 4000).reduced(make("stub", Transitions(program)), proviso=False).error
