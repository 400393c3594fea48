"""Algorithms that synchronise by plain accesses: which model breaks each, and which fences repair it."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.config.validation import validate
from threadproof.report.outcome import FALSE, TRUE
from threadproof.run import pipeline

FOLDER = Path(__file__).parent / "programs"
FULL, STORE = "FULL=__sync_synchronize()", "STORE=__atomic_thread_fence(__ATOMIC_RELEASE)"


@pytest.mark.parametrize(
    "name, model, fences, verdict",
    [
        ("peterson", "sc", (), TRUE),
        ("peterson", "tso", (), FALSE),
        ("peterson", "tso", (FULL,), TRUE),
        ("peterson", "pso", (FULL,), FALSE),
        ("peterson", "pso", (FULL, STORE), TRUE),
        ("dekker", "sc", (), TRUE),
        ("dekker", "tso", (), FALSE),
        ("dekker", "tso", (FULL,), TRUE),
        ("dekker", "pso", (FULL,), TRUE),
        ("seqlock", "tso", (), TRUE),
        ("seqlock", "pso", (), FALSE),
        ("seqlock", "pso", (STORE,), TRUE),
        ("ring", "tso", (), TRUE),
        ("ring", "pso", (), FALSE),
        ("ring", "pso", (STORE,), TRUE),
    ],
)
def test_program(name: str, model: str, fences: tuple[str, ...], verdict: str) -> None:
    config = validate(Config(engine="explicit", memory_model=model, define=fences, timeout=100.0))
    outcome = pipeline.verify(str(FOLDER / f"{name}.c"), config)
    assert outcome.verdict == verdict, outcome.reason
