"""Views of any number of threads: their closure may be stopped at any moment and goes on as if nothing had happened."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.budget import Budget, OutOfBudget
from threadproof.engines.abstraction.options import AbstractionOptions, lowering
from threadproof.engines.abstraction.parametric import Parametric
from threadproof.engines.abstraction.views.closure import Views
from threadproof.frontend.c import COptions, load
from threadproof.ir.program import Program
from threadproof.ir.types import LP64
from threadproof.passes import runner
from threadproof.passes.recipes import lower
from threadproof.properties import UNREACH
from threadproof.refinement.refine import make_refiner
from threadproof.smt.blasted import fast_solver

TEXT = """
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER; int inside, turn;
void *work(void *arg) {
    pthread_mutex_lock(&m);
    inside++; turn = !turn; assert(inside == 1); inside--;
    pthread_mutex_unlock(&m);
    return 0;
}
int main(void) { pthread_t t; while (1) pthread_create(&t, 0, work, 0); }
"""


class Hasty(Budget):
    """Is used up after so many questions."""

    left_over: int = 0

    def check(self, counters: dict[str, float] | None = None) -> None:
        self.left_over -= 1
        if self.left_over < 0:
            raise OutOfBudget("timeout")


def hasty(questions: int) -> Hasty:
    budget = Hasty()
    budget.left_over = questions
    return budget


@pytest.fixture
def program(tmp_path: Path) -> Program:
    (tmp_path / "program.c").write_text(TEXT)
    analysed = runner.run(load(str(tmp_path / "program.c"), COptions(data_model=LP64)), runner.ANALYSE)
    return lower(analysed, lowering(AbstractionOptions()), UNREACH, 0)


def proof_of(program: Program) -> Parametric:
    return Parametric(program, fast_solver(), make_refiner(), {})


def described(views: Views) -> set[tuple[str, frozenset[str]]]:
    return {(str(view.key), frozenset(map(repr, view.facts))) for view in views.all()}


def test_a_closure_that_is_stopped_goes_on(program: Program) -> None:
    whole = proof_of(program).prove(Budget(60))
    assert whole is not None
    stopped, turns = proof_of(program), 0
    while True:
        try:
            found = stopped.prove(hasty(3 + turns % 5))
            break
        except OutOfBudget:
            turns += 1
    assert found is not None and turns > 10
    assert described(found) == described(whole)


def test_the_same_views_every_time(program: Program) -> None:
    first, second = proof_of(program), proof_of(program)
    one, two = first.prove(Budget(60)), second.prove(Budget(60))
    assert one is not None and two is not None
    assert [view.key for view in one.all()] == [view.key for view in two.all()]
    assert first.counters["view_refinements"] == second.counters["view_refinements"]


def test_a_loop_in_an_atomic_block_that_no_view_has_reached_ends_the_search_for_a_proof(tmp_path: Path) -> None:
    late = "if (turn == 7) { __VERIFIER_atomic_begin(); while (inside > 5) turn++; __VERIFIER_atomic_end(); }"
    text = TEXT.replace("return 0;", f"{late} return 0;")
    (tmp_path / "late.c").write_text(f"void __VERIFIER_atomic_begin(void); void __VERIFIER_atomic_end(void); {text}")
    analysed = runner.run(load(str(tmp_path / "late.c"), COptions(data_model=LP64)), runner.ANALYSE)
    proof = proof_of(lower(analysed, lowering(AbstractionOptions()), UNREACH, 0))
    proof.lines.predicates = lambda *_: iter(())  # type: ignore[method-assign]
    assert proof.prove(Budget(20)) is None and proof.why == "a loop inside an atomic block"
