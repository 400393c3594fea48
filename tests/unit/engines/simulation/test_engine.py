"""The engine on the regression programs of the literature, and how much it explores."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace

import pytest

from tests.unit.engines.simulation.models import UNSAFE, counts, family, orders, simulate
from threadproof.config.engines import MATCHERS
from threadproof.config.options import Config
from threadproof.report.outcome import FALSE, TRUE
from threadproof.run.pipeline import verify

RING = """
event E1, EM; int token;
thread master { int local; while (true) { token = ?(int); local = token; notify E1; wait EM; assert token == local + 1; } }
thread transmit { while (true) { wait E1; token = token + 1; notify EM; } }
main { start; }
"""


SETS = ("none", "ct", "stub", "stub2", "ct-min", "stub-min", "stub2-min", "dynamic", "combined")


@pytest.mark.parametrize("name", UNSAFE)
def test_regressions_in_every_order_of_threads(name: str, tmp_path: Path) -> None:
    """Each order with another reduction and matcher, and each reduction and matcher with some order."""
    texts = orders(name)
    for number in range(max(len(texts), len(SETS), len(MATCHERS))):
        text, por, match = texts[number % len(texts)], SETS[number % len(SETS)], MATCHERS[number % len(MATCHERS)]
        assert simulate(text, tmp_path, por=por, match=match).verdict == FALSE, (text, por, match)


def test_a_model_that_never_ends_is_proved(tmp_path: Path) -> None:
    outcome = simulate(RING, tmp_path)
    assert (outcome.verdict, outcome.counters["transitions"]) == (TRUE, 9)


@pytest.mark.parametrize(("size", "expected"), [(6, 58), (9, 100), (13, 315)])
def test_token_rings_with_stubborn_sets(size: int, expected: int, tmp_path: Path) -> None:
    assert counts(f"token-ring.{size}", tmp_path, por="stub") == (TRUE, expected)


@pytest.mark.parametrize("por", ["dynamic", "combined"])
@pytest.mark.parametrize("name", ["cyclic", "missing_dependency"])
def test_dynamic_reduction_in_every_order_of_threads(name: str, por: str, tmp_path: Path) -> None:
    """Where effects behind visited states matter, and where a cycle must be expanded: found for all six orders."""
    for text in orders(name):
        for hbr in (False, True):
            assert simulate(text, tmp_path, por=por, hbr=hbr).verdict == FALSE, (text, hbr)


def test_dynamic_reduction_explores_what_the_literature_says(tmp_path: Path) -> None:
    assert counts("token-ring.9", tmp_path, por="dynamic", match="esmh") == (TRUE, 3348)
    assert counts("token-ring.9", tmp_path, por="combined", match="esmh") == (TRUE, 100)


def test_a_proof_by_dynamic_reduction_of_a_cycle_is_labelled(tmp_path: Path) -> None:
    """Unless it is confirmed by the check, which knows nothing of how it was found."""
    outcome = simulate(family("simple-pipeline"), tmp_path, por="dynamic")
    assert outcome.verdict == TRUE and "not proved" in outcome.checked
    assert simulate(RING, tmp_path, por="dynamic").checked == "re-checked"


def test_cycles_that_all_take_time_are_found(tmp_path: Path) -> None:
    """What no proof shows is shown by all states of the model."""
    endless = "int x; thread A { while (true) { x = 1 - x; wait_time 1; } } main { start; }"
    for por in ("dynamic", "combined"):
        outcome = simulate(endless, tmp_path, por=por, property="no-deadlock")
        assert outcome.verdict == TRUE and outcome.checked == "re-checked"
        once = endless.replace("while (true)", "if (true)")
        assert simulate(once, tmp_path, por=por, property="no-deadlock").checked == "re-checked"


LOCKED = """
#include <assert.h>
#include <pthread.h>
pthread_mutex_t m;
int x;
void *keep(void *a) { pthread_mutex_lock(&m); x = 1; return 0; }
void *look(void *a) { pthread_mutex_lock(&m); assert(x == CLAIM); return 0; }
int main(void) {
  pthread_t t, u;
  pthread_create(&t, 0, keep, 0);
  pthread_create(&u, 0, look, 0);
  pthread_join(t, 0);
  pthread_join(u, 0);
  return 0;
}
"""


@pytest.mark.parametrize("por", ["dynamic", "combined"])
def test_dynamic_reduction_of_preemptive_threads(por: str, tmp_path: Path) -> None:
    """Who gets the lock keeps it: the step of the other one is never seen, and must count all the same."""
    file = tmp_path / "program.c"
    for claim, expected in ((0, TRUE), (1, FALSE)):
        for text in (LOCKED, LOCKED.replace("keep, 0", "@").replace("look, 0", "keep, 0").replace("@", "look, 0")):
            file.write_text(text.replace("CLAIM", str(claim)))
            for hbr in (False, True):
                assert verify(str(file), Config(engine="simulation", por=por, hbr=hbr)).verdict == expected
    assert verify(str(file), Config(engine="simulation", por=por, property="no-deadlock")).verdict == FALSE


def test_what_is_found_does_not_depend_on_the_clock(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The adaptive matcher counts its work: on a machine that is a thousand times slower it compares the same states."""

    def slowly() -> float:
        slowly.now += 100.0  # type: ignore[attr-defined]
        return slowly.now  # type: ignore[attr-defined,no-any-return]

    slowly.now = 0.0  # type: ignore[attr-defined]
    counted = ("transitions", "comparisons", "solver_calls", "matches")
    for name in ("toy-sym", "symbolic-counter.2.9", "condition-builder.8"):
        plain = simulate(family(name), tmp_path).counters
        with monkeypatch.context() as patched:
            for module in ("quantified", "bitwuzla", "blasted"):
                patched.setattr(f"threadproof.smt.{module}.time", SimpleNamespace(monotonic=slowly))
            slow = simulate(family(name), tmp_path).counters
        assert [plain[key] for key in counted] == [slow[key] for key in counted], name


@pytest.mark.parametrize(
    ("name", "match", "expected"),
    [
        pytest.param("rbuf-2.3", "sbc-cv", 6 * 3 + 2, marks=pytest.mark.nightly),
        ("symmetric-accumulator.2", "sbc-cv", 7 * 2 + 3),
        ("condition-builder.8", "sbc-eq", 64),
        ("symbolic-counter.1.3", "sbc-cv", 39 - 2 * 2),  # without what forks count
        ("symbolic-counter.1.6", "sbc-cv", 57 - 2 * 2),
    ],
)
def test_published_numbers_of_transitions(name: str, match: str, expected: int, tmp_path: Path) -> None:
    assert counts(name, tmp_path, match=match, por="stub") == (TRUE, expected)


def test_names_of_inputs_do_not_matter(tmp_path: Path) -> None:
    assert counts("token-ring.1", tmp_path, match="esm") == counts("token-ring.1", tmp_path, match="esmh") == (TRUE, 9)


def test_an_operand_of_the_kernel_may_have_a_few_values(tmp_path: Path) -> None:
    text = "u8 n = ?(u8); thread A { assume n < 4; wait_time n; assert @time == n && n != 3; } main { start; }"
    assert simulate(text, tmp_path).verdict == FALSE
    assert simulate(text.replace("n != 3", "n != 4"), tmp_path).verdict == TRUE


def test_an_operand_of_the_kernel_with_many_values_is_unknown(tmp_path: Path) -> None:
    outcome = simulate("uint n = ?(uint); thread A { wait_time n; } main { start; }", tmp_path)
    assert outcome.reason.startswith("more than 32 values of")
