"""A short run of every oracle, and the machinery itself: seeds repeat, shrinking shrinks, the oracles notice a wrong answer."""

from __future__ import annotations

from dataclasses import replace

import pytest

from tests.fuzz import engines, native, single, stages, threads
from tests.fuzz.concurrent import Concurrent, Knobs, concurrent
from tests.fuzz.generate import single as single_program
from tests.fuzz.report import Report
from tests.fuzz.tree import Node, node, seq
from threadproof.properties import DEADLOCK, RACE, UNREACH
from threadproof.shrink.debug import shrink

needs_gcc = pytest.mark.skipif(not native.have_gcc(), reason="no gcc")
SMALL = Knobs(states=120)


def firsts(*bounds: int, now: int) -> list[object]:
    """First seeds of batches; after so many the rest is for the night."""
    marks = pytest.mark.nightly
    return [first if number < now else pytest.param(first, marks=marks) for number, first in enumerate(range(*bounds))]


def check(report: Report, programs: int) -> None:
    assert not report.failures, "\n".join(f"seed {f.seed}: {f.what}" for f in report.failures)
    assert report.passed >= programs - 2, f"too many without an answer: {report.skipped}"


@needs_gcc
@pytest.mark.parametrize("first", firsts(0, 60, 10, now=3))
def test_single(first: int) -> None:
    check(single.check_batch(list(range(first, first + 10)), m32=False), 10)


@needs_gcc
@pytest.mark.parametrize("first", firsts(100, 120, 10, now=1))
def test_single_ilp32(first: int) -> None:
    if not native.have_m32():
        pytest.skip("no 32-bit code here")
    check(single.check_batch(list(range(first, first + 10)), m32=True), 10)


@needs_gcc
@pytest.mark.parametrize("first", firsts(0, 20, 5, now=2))
def test_native(first: int) -> None:
    check(threads.check_batch(list(range(first, first + 5)), 30, SMALL), 5)


@pytest.mark.parametrize("first", range(0, 8, 4))
def test_stages(first: int) -> None:
    check(stages.check_batch(list(range(first, first + 4)), replace(SMALL, assertions=1.0)), 4)


@pytest.mark.parametrize("property_", [UNREACH, RACE, DEADLOCK])
def test_engines(property_: str) -> None:
    config = engines.configure("explicit", property_, ["search=dfs"], 60.0)
    check(engines.check_batch(list(range(10)), [config], replace(SMALL, assertions=1.0)), 10)


# -- the machinery -----------------------------------------------------------------------------------------------------


def test_seeds_repeat() -> None:
    assert single_program(7).text() == single_program(7).text() != single_program(8).text()
    assert concurrent(7).tree.text() == concurrent(7).tree.text() != concurrent(8).tree.text()


def test_prefix_and_perturbation_are_markers_only() -> None:
    tree = concurrent(3).tree
    assert not set("@`$") & set(tree.text()) and "fuzz_yield" not in tree.text()
    assert "fuzz_yield" in tree.text(native=True) and "p1_main" in tree.text(prefix="p1_")


@needs_gcc
def test_a_wrong_value_is_noticed() -> None:
    tree = single_program(5)
    (expected,) = native.single_results([tree])
    assert expected is not None and single.interpreted(tree, "LP64", expected) is None
    wrong = single.interpreted(tree, "LP64", (*expected[:-1], expected[-1] ^ 1))
    assert wrong is not None and f"out[{len(expected) - 1}]" in wrong.what


def test_an_impossible_outcome_is_noticed() -> None:
    program = concurrent(0, SMALL)
    assert threads.explained(program, set()) is None
    unseen = threads.explained(program, {tuple(4711 for _ in program.results)})
    assert unseen is not None and unseen.outcome is not None


@needs_gcc
def test_a_difference_between_data_models_is_noticed() -> None:
    text = "unsigned long long @out[1];\nint @main(void) {\n@out[0] = sizeof(long);\nreturn 0;\n}\n"
    tree = node("fix", text, node("fix", ""))
    (expected,) = native.single_results([tree])
    assert expected == (8,) and single.interpreted(tree, "ILP32", expected) is not None


def test_shrinking_finds_the_one_statement() -> None:
    tree = next(t for t in map(single_program, range(50)) if "memmove(" in t.text() and t.size() > 300)
    small = shrink(tree, lambda t: "memmove(" in t.text(), 500)
    assert "memmove(" in small.text() and small.size() < 25


def test_shrinking_keeps_what_is_needed() -> None:
    tree = seq([node("stmt", f"a{i};\n") for i in range(20)])
    small = shrink(tree, lambda t: "a3;" in t.text() and "a17;" in t.text())
    assert small.text() == "a3;\na17;\n"


def test_a_failing_program_becomes_a_corpus_program() -> None:
    tree: Node = single_program(5)
    text = single.as_corpus(tree, single.Wrong("x", tuple(range(200)))).text()
    assert "if (out[3] != 0x3ULL) reach_error();" in text
    program: Concurrent = concurrent(0, SMALL)
    outcome = tuple(range(len(program.results)))
    assert "if (r0 == 0 && r1 == 1" in threads.as_corpus(program.tree, threads.Unexplained("x", outcome), program.results).text()
