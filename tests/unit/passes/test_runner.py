"""The runner refuses wrong orders, and passes leave their input alone."""

from __future__ import annotations

import pytest

from tests.unit.passes.c import source
from threadproof.errors import InternalError
from threadproof.ir.program import Fact
from threadproof.ir.text import program_text
from threadproof.passes import runner

TEXT = """
#include <pthread.h>
int x;
void *work(void *arg) { for (int i = 0; i < 2; i++) x += i; return arg; }
int unused(void) { return 1; }
int main(void) { pthread_t t; pthread_create(&t, 0, work, 0); pthread_join(t, 0); return x; }
"""


def test_wrong_order_is_refused() -> None:
    with pytest.raises(InternalError, match="memory requires inlined"):
        runner.run(source(TEXT), (runner.REACHABLE, runner.MEMORY))


def test_what_a_pass_undoes_has_to_be_done_again() -> None:
    program = runner.run(source(TEXT), (runner.REACHABLE, runner.LOOPS, runner.PRIVATE, runner.INLINE))
    assert program.ensures == {Fact.REACHABLE, Fact.INLINED}


def test_input_is_not_changed() -> None:
    program = source(TEXT)
    before = program_text(program)
    for step in runner.LOWER:
        text = program_text(program)
        following = runner.run(program, (step,))
        assert program_text(program) == text, step.name
        program = following
    assert program_text(source(TEXT)) == before
    assert program.ensures >= {Fact.MEMORY, Fact.BLOCKS, Fact.LOOPS}


def test_lowered_programs_have_templates_and_variables_only() -> None:
    program = runner.run(source(TEXT), runner.LOWER)
    assert list(program.functions) == ["main", "work"]
    assert not program.objects
    text = program_text(program)
    assert "shared x: i32 = 0" in text and "thread work(" in text


def test_every_pass_is_registered_under_its_name() -> None:
    declared = [step for step in vars(runner).values() if isinstance(step, runner.Pass)]
    assert sorted(step.name for step in runner.PASSES) == sorted(step.name for step in declared)
    assert runner.named([step.name for step in runner.PASSES]) == list(runner.PASSES)
    with pytest.raises(InternalError, match="no pass is called 'loop'"):
        runner.named(["loops", "loop"])


def test_what_a_pass_requires_is_established_by_another() -> None:
    established = {fact for step in runner.PASSES for fact in step.ensures}
    for step in runner.PASSES:
        assert step.requires <= established, step.name
    assert established == set(Fact) - {Fact.WEAK, Fact.PARTIAL}  # those two are the front end's
