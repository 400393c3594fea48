"""Every verdict says what it rests on."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.command import threadproof

CALL = "int mystery(int);\nint main(void) { return mystery(1) == 2; }\n"


def rests_on(out: Path, *arguments: object) -> tuple[str, dict[str, Any]]:
    run = threadproof("verify", *arguments, "--json", out)
    return run.out, json.loads(out.read_text())["rests_on"]


def test_true_says_what_was_assumed_about_the_outside(tmp_path: Path) -> None:
    (tmp_path / "call.c").write_text(CALL)
    shown, found = rests_on(
        tmp_path / "out.json", tmp_path / "call.c", "--engine", "abstraction", "--coi", "none", "--extern", "pure"
    )
    assert (
        found["external functions"].startswith("external function mystery: ") and found["bounds"] == "none was met (64 threads)"
    )
    assert (
        found["assertions"] == "none: nothing to check" and "nothing to check, main reaches no assertion that could fail" in shown
    )
    assert found["method"] == "abstraction --coi none" and found["check"] == "re-checked"
    assert "Rests on: LP64, sequentially consistent memory, allocations that never fail, external function mystery: " in shown
    assert "; bounds: none was met (64 threads).\n" in shown


@pytest.mark.parametrize(
    ("file", "extra"), [("examples/c/counter.c", {"wake-ups", "memory"}), ("examples/ivl/delta_notification.ivl", set())]
)
def test_other_verdicts(tmp_path: Path, file: str, extra: set[str]) -> None:
    shown, found = rests_on(tmp_path / "out.json", file, "--engine", "explicit")
    common = {"property", "data model", "scheduler", "memory model", "bounds", "external functions", "method", "check"}
    assert found.keys() == common | extra and "\nRests on: LP64" in shown


@pytest.mark.parametrize("engine", [(), ("--engine", "explicit")])
def test_unknown_names_the_bounds(tmp_path: Path, engine: tuple[str, ...]) -> None:
    shown, found = rests_on(tmp_path / "out.json", "examples/c/peterson.c", "--threads", "1", *engine)
    assert found["bounds"] == "1 thread" and "check" not in found and "; bounds: 1 thread.\n" in shown
