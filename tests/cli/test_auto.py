"""`--engine auto` from the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.command import threadproof

EXAMPLES = Path(__file__).parent.parent.parent / "examples"


@pytest.mark.parametrize(("file", "code", "word"), [("c/peterson.c", 0, "TRUE"), ("c/counter.c", 1, "FALSE(unreach-call)")])
def test_auto(tmp_path: Path, file: str, code: int, word: str) -> None:
    out = tmp_path / "out.json"
    done = threadproof("verify", EXAMPLES / file, "--engine", "auto", "--explain-plan", "--jobs", "2", "--json", out)
    assert (done.code, done.verdict) == (code, f"VERDICT: {word}")
    assert "Plan: " in done.out and "2 at a time." in done.out
    assert json.loads(out.read_text())["engine"] in ("ordering", "simulation", "abstraction", "impact", "explicit")
