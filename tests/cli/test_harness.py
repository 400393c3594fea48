"""`threadproof harness`: from a library to a program to a verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import threadproof
from tests.places import ROOT

pytestmark = pytest.mark.wall_clock
STACK = ROOT / "examples/library/stack.c"


def test_written_and_verified(tmp_path: Path) -> None:
    done = threadproof("harness", STACK, "--calls", "stack_push,stack_peek", cwd=tmp_path)
    assert done.out == "Written: stack_harness.c. Next: threadproof verify stack_harness.c\n"
    found = threadproof("verify", "stack_harness.c", "--property", "no-data-race", cwd=tmp_path)
    assert found.verdict == "VERDICT: FALSE(no-data-race)"
    assert "stack_peek" in found.out


def test_an_edited_harness_is_not_lost(tmp_path: Path) -> None:
    threadproof("harness", STACK, cwd=tmp_path)
    made = tmp_path / "stack_harness.c"
    made.write_text(made.read_text() + "// mine\n")
    done = threadproof("harness", STACK, cwd=tmp_path)
    assert done.code == 3 and "--output" in done.err and made.read_text().endswith("// mine\n")
    assert threadproof("harness", STACK, "-o", "stack_harness.c", cwd=tmp_path).code == 0
    assert "// mine" not in made.read_text()


def test_standard_output() -> None:
    done = threadproof("harness", "examples/library/stack.c", "--output", "-")
    assert '#include "examples/library/stack.c"' in done.out and done.out.startswith("// Threads that call")
