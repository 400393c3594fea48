"""`--engine bmc` through the pipeline: verdicts in every configuration, bounds, and proofs that are checked again."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import CORPUS
from threadproof.config.options import Config
from threadproof.run.pipeline import verify

PROGRAMS = {"cover_expansion": "FALSE", "litmus_mp": "TRUE", "litmus_sb": "TRUE"}

COUNTING = """
int reach_error(void);
int __VERIFIER_nondet_int(void);
int x;
int main(void) {{
  int n = __VERIFIER_nondet_int();
  if (n != {times}) return 0;
  for (int i = 0; i < n; i++) x += i;
  if (x == {bad}) reach_error();
}}
"""


@pytest.mark.parametrize(
    ("values", "factor", "por"), [("on", "off", "static"), ("on", "on", "none"), ("off", "on", "static"), ("off", "off", "none")]
)
@pytest.mark.parametrize("name", PROGRAMS)
def test_configurations_agree(name: str, por: str, factor: str, values: str) -> None:
    config = Config(engine="bmc", por=por, factor=factor, values=values, timeout=20.0)
    outcome = verify(str(CORPUS / f"{name}.c"), config)
    assert outcome.verdict == PROGRAMS[name]
    assert outcome.verdict != "TRUE" or outcome.checked == "re-checked"


def counting(folder: Path, times: int, bad: int, bound: int) -> tuple[str, str]:
    file = folder / "counting.c"
    file.write_text(COUNTING.format(times=times, bad=bad))
    outcome = verify(str(file), Config(engine="bmc", bound=bound, timeout=20.0))
    return outcome.verdict, outcome.reason


@pytest.mark.parametrize("bound", [0, 3, 4])
def test_forward_condition(tmp_path: Path, bound: int) -> None:
    assert counting(tmp_path, 3, 7, bound) == ("TRUE", "")


@pytest.mark.parametrize("bound", [1, 2])
def test_a_path_beyond_the_bound_forbids_true(tmp_path: Path, bound: int) -> None:
    assert counting(tmp_path, 3, 7, bound) == ("UNKNOWN", f"bound {bound}")


def test_the_violation_needs_the_bound(tmp_path: Path) -> None:
    assert counting(tmp_path, 3, 3, 2)[0] == "UNKNOWN"
    assert counting(tmp_path, 3, 3, 3)[0] == "FALSE"
    assert counting(tmp_path, 3, 3, 0)[0] == "FALSE"


CONSTANT = """
int reach_error(void);
int main(void) {
  int x = 0;
  for (int i = 0; i < 9; i++) x += i;
  if (x != 36) reach_error();
}
"""


def test_a_loop_that_counts_is_not_cut(tmp_path: Path) -> None:
    file = tmp_path / "constant.c"
    file.write_text(CONSTANT)
    assert verify(str(file), Config(engine="bmc", bound=1, timeout=20.0)).verdict == "TRUE"


def test_rounds_go_up_to_the_bound(tmp_path: Path) -> None:
    file = tmp_path / "counting.c"
    file.write_text(COUNTING.format(times=3, bad=3))
    outcome = verify(str(file), Config(engine="bmc", bound=100, timeout=20.0))
    assert (outcome.verdict, outcome.counters["bound"]) == ("FALSE", 4)


EARLY = """
#include <pthread.h>
int reach_error(void);
int sum, other;
void *work(void *arg) {
  for (int i = 0; i < 4; i++) {
    if (sum < 0) return 0;
    sum += i;
  }
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  if (sum != 6) reach_error();
}
"""


def test_a_loop_that_counts_may_have_other_ways_out(tmp_path: Path) -> None:
    file = tmp_path / "early.c"
    file.write_text(EARLY)
    outcome = verify(str(file), Config(engine="bmc", bound=1, timeout=20.0))
    assert (outcome.verdict, outcome.checked) == ("TRUE", "re-checked")


LOCAL_LOOP = """
#include <pthread.h>
int reach_error(void);
int x, y;
void *spin(void *arg) { while (x != 9) x = 1 - x; return 0; }
void *fail(void *arg) { y++; y++; if (y == 2) reach_error(); return 0; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, spin, 0);
  pthread_create(&a, 0, spin, 0);
  pthread_create(&b, 0, fail, 0);
  return 0;
}
"""


def test_reduction_does_not_hide_a_failure_behind_a_cut(tmp_path: Path) -> None:
    file = tmp_path / "local.c"
    file.write_text(LOCAL_LOOP)
    assert verify(str(file), Config(engine="bmc", bound=1, timeout=20.0)).verdict == "FALSE"


MANY = """
#include <pthread.h>
void *work(void *arg) { return 0; }
int main(void) {
  pthread_t t[4];
  for (int i = 0; i < 4; i++) pthread_create(&t[i], 0, work, 0);
  return 0;
}
"""


def test_the_thread_limit_forbids_true(tmp_path: Path) -> None:
    file = tmp_path / "many.c"
    file.write_text(MANY)
    outcome = verify(str(file), Config(engine="bmc", threads=3, timeout=20.0))
    assert (outcome.verdict, outcome.reason) == ("UNKNOWN", "thread limit 3 (--threads)")
    assert verify(str(file), Config(engine="bmc", threads=5, timeout=20.0)).verdict == "TRUE"
