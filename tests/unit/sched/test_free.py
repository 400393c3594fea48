"""FairThreads without their order: proofs hold, counterexamples count only where one order makes them possible."""

from __future__ import annotations

from pathlib import Path

import pytest
from bench.fair.families import program

from threadproof.config.engines import ORDERED
from threadproof.config.options import Config
from threadproof.run.pipeline import certify, quietly, verify

# In each instant thread one comes before two, or two before one; only if they change places do both of them count.
CHANGES = """
scheduler fairthreads;
int turn, first, second;
thread one { if (turn == 0) first = 1; turn = 1; cooperate(); if (turn == 1) second = 1; turn = 2; }
thread two { if (turn == 0) first = 2; turn = 1; cooperate(); if (turn == 1) second = 2; turn = 2; }
main { start; assert first == second; }
"""


@pytest.fixture
def model(tmp_path: Path) -> str:
    path = tmp_path / "model.ivl"
    path.write_text(CHANGES)
    return str(path)


@pytest.mark.parametrize("engine", ORDERED)
def test_a_change_of_order_is_no_counterexample(engine: str, model: str) -> None:
    found = {order: verify(model, Config(engine=engine, order=order, timeout=60)) for order in ("fixed", "free", "both")}
    assert [found[order].verdict for order in ("fixed", "free", "both")] == ["TRUE", "UNKNOWN", "TRUE"]


@pytest.mark.parametrize("engine", ORDERED)
def test_what_is_possible_in_one_order(engine: str, model: str) -> None:
    Path(model).write_text(CHANGES.replace("assert first == second", "assert first == 1"))
    for order in ("fixed", "both"):
        assert verify(model, Config(engine=engine, order=order, timeout=60)).verdict == "FALSE"
    assert verify(model, Config(engine=engine, order="free", timeout=60)).verdict in ("FALSE", "UNKNOWN")


def test_fewer_states(tmp_path: Path) -> None:
    """One for each set of threads that had their turn, instead of one for each order."""
    path = tmp_path / "ring.c"
    path.write_text(program("ft-token-ring.3"))
    fixed, free = (verify(str(path), Config(engine="simulation", order=order, timeout=60)) for order in ("fixed", "free"))
    assert fixed.verdict == free.verdict == "TRUE"
    assert (fixed.counters["states"], free.counters["states"]) == (241, 26)


def test_certificate(model: str, tmp_path: Path) -> None:
    Path(model).write_text(CHANGES.replace("assert first == second", "assert turn == 2"))
    proved = verify(model, Config(engine="abstraction", order="free", timeout=60, certificate="yes"))
    (tmp_path / "certificate").write_text(proved.certificate)
    checked = certify(model, str(tmp_path / "certificate"), Config(timeout=60), quietly)
    assert proved.verdict == "TRUE" and not checked.rejected and not checked.open
