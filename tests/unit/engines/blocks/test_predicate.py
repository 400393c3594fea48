"""`--engine predicate` through the pipeline: verdicts in every configuration, loops without bound, re-checked proofs."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import CORPUS
from threadproof.config.options import Config
from threadproof.run.pipeline import verify

UPTO = """
int reach_error(void);
int main(void) {
  int n = 0, m = 0;
  while (n < 1000000) { n++; m++; }
  if (n != m) reach_error();
}
"""

LOCKED = """
#include <pthread.h>
int reach_error(void);
pthread_mutex_t m;
int x;
void *work(void *arg) {
  while (1) { pthread_mutex_lock(&m); x = 1; x = 0; pthread_mutex_unlock(&m); }
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  while (1) { pthread_mutex_lock(&m); if (x BAD 0) reach_error(); pthread_mutex_unlock(&m); }
}
"""


def answer(folder: Path, text: str, **options: str) -> tuple[str, str]:
    file = folder / "program.c"
    file.write_text(text)
    outcome = verify(str(file), Config(engine="predicate", timeout=30.0, **options))  # type: ignore[arg-type]
    return outcome.verdict, outcome.checked


@pytest.mark.parametrize("values", ["on", "off"])
@pytest.mark.parametrize(("precision", "placement"), [("global", "path"), ("function", "matching"), ("location", "matching")])
def test_a_loop_without_bound(tmp_path: Path, values: str, precision: str, placement: str) -> None:
    found = answer(tmp_path, UPTO, values=values, precision=precision, placement=placement)
    assert found == ("TRUE", "re-checked")


@pytest.mark.parametrize("values", ["on", "off"])
@pytest.mark.parametrize("blocks", ["loops", "loops+functions", "every"])
@pytest.mark.parametrize("bad", ["!=", "=="])
def test_two_threads_for_ever(tmp_path: Path, bad: str, blocks: str, values: str) -> None:
    found = answer(tmp_path, LOCKED.replace("BAD", bad), values=values, blocks=blocks)
    assert found == (("TRUE", "re-checked") if bad == "!=" else ("FALSE", "replayed"))


@pytest.mark.parametrize(("search", "por"), [("bfs", "none"), ("dfs", "static"), ("threads", "static")])
@pytest.mark.parametrize(("name", "verdict"), [("cover_expansion", "FALSE"), ("litmus_mp", "TRUE")])
def test_orders_agree(name: str, verdict: str, search: str, por: str) -> None:
    outcome = verify(str(CORPUS / f"{name}.c"), Config(engine="predicate", search=search, por=por, timeout=20.0))
    assert outcome.verdict == verdict


@pytest.mark.parametrize("refine", ["wp", "interpolants", "spacer"])
def test_every_way_to_refine(tmp_path: Path, refine: str) -> None:
    found = answer(tmp_path, LOCKED.replace("BAD", "!="), values="off", refine=refine)
    assert found == ("TRUE", "re-checked")


def test_larger_blocks_are_fewer(tmp_path: Path) -> None:
    def blocks(operator: str) -> float:
        file = tmp_path / "locked.c"
        file.write_text(LOCKED.replace("BAD", "!="))
        return verify(str(file), Config(engine="predicate", blocks=operator, timeout=30.0)).counters["blocks"]

    assert blocks("loops") < blocks("every")


SHORT = """
int reach_error(void);
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
  for (int i = 0; i < TIMES; i++)
    if (x == i) return 0;
  if (x == 0) reach_error();
}
"""


@pytest.mark.parametrize(("times", "one"), [("5", True), ("5000", False)])
def test_a_short_loop_does_not_end_a_block(tmp_path: Path, times: str, one: bool) -> None:
    file = tmp_path / "program.c"
    file.write_text(SHORT.replace("TIMES", times))
    outcome = verify(str(file), Config(engine="predicate", timeout=30.0))
    assert (outcome.verdict, outcome.checked) == ("TRUE", "re-checked")
    assert (outcome.counters["blocks"] == 1) == one
