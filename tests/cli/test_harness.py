"""`threadproof harness`, and `verify --harness`: from a library to a program to a verdict."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.cli.command import threadproof
from tests.places import ROOT
from threadproof.config.option import HARNESS, VERIFY
from threadproof.config.options import OPTIONS

pytestmark = pytest.mark.wall_clock
STACK = ROOT / "examples/library/stack.c"


def test_written_and_verified(tmp_path: Path) -> None:
    done = threadproof("harness", STACK, "--calls", "stack_push,stack_peek", cwd=tmp_path)
    assert done.out == "Written: stack_harness.c. Next: threadproof verify stack_harness.c\n"
    found = threadproof("verify", "stack_harness.c", "--property", "no-data-race", cwd=tmp_path)
    assert found.verdict == "VERDICT: FALSE(no-data-race)"
    assert "stack_peek" in found.out


def test_in_one_step(tmp_path: Path) -> None:
    """The same program, and a counterexample that a certificate holds for it."""
    options = ("--harness", "--calls", "stack_push,stack_peek", "--threads", 2, "--property", "no-data-race")
    found = threadproof("verify", STACK, *options, "--certificate", "race.json", cwd=tmp_path)
    assert found.out.startswith("Harness: stack_harness.c\n") and found.verdict == "VERDICT: FALSE(no-data-race)"
    made = (tmp_path / "stack_harness.c").read_text()
    assert made == threadproof("harness", STACK, *options[1:5], "-o", "-", cwd=tmp_path).out
    checked = threadproof("certify", "stack_harness.c", "race.json", cwd=tmp_path)
    assert checked.out.endswith("CERTIFICATE: FALSE(no-data-race)\n")


def test_several_files(tmp_path: Path) -> None:
    """The first one says what is offered, the others are linked."""
    (tmp_path / "count.h").write_text("struct count;\nstruct count *count_new(void);\nint count_next(struct count *);\n")
    (tmp_path / "count.c").write_text(
        '#include <stdlib.h>\n#include "inc/bits.h"\n#include "count.h"\nstruct count { int n; };\n'
        "struct count *count_new(void) { return calloc(1, sizeof(struct count)); }\n"
        "int count_next(struct count *c) { return c->n += BITS; }\n"
    )
    (tmp_path / "include/inc").mkdir(parents=True)
    (tmp_path / "include/inc/bits.h").write_text("#define BITS 1\n")
    done = threadproof("harness", "count.h", "count.c", "-I", "include", cwd=tmp_path)
    assert done.out.endswith("Next: threadproof verify count_harness.c count.c -Iinclude\n")
    found = threadproof("verify", "count.h", "count.c", "-I", "include", "--harness", "--quiet", cwd=tmp_path, every=True)
    assert found.out == "VERDICT: FALSE(no-data-race)\n"


def test_a_comparison_is_about_results_and_deadlocks(tmp_path: Path) -> None:
    mailbox = ROOT / "examples/library/mailbox.c"
    options = ("--harness", "--linearizable", "--each", 1, "--below", 2, "--engine", "explicit")
    found = threadproof("verify", mailbox, *options, cwd=tmp_path, every=True)
    assert found.verdict == "VERDICT: FALSE(unreach-call)" and "is_linearizable()" in found.out
    assert "no-deadlock   holds" in found.out and "no-data-race" not in found.out


@pytest.mark.parametrize("option", [each for each in OPTIONS if each.commands[0] == HARNESS], ids=lambda each: each.name)
def test_options_need_a_harness(option: object, tmp_path: Path) -> None:
    """Every option of `harness` is one of `verify`, too, with --harness."""
    assert VERIFY in option.commands
    value = {bool: (), int: (1,), str: ("x",), tuple: ("x=1",)}[type(option.default)]
    done = threadproof("verify", STACK, option.flag, *value, *(("--linearizable",) if option.name == "pending" else ()))
    assert done.code == 3 and "--" in done.err
    assert "without --harness" in done.err or option.name == "observe"


def test_an_edited_harness_is_not_lost(tmp_path: Path) -> None:
    threadproof("harness", STACK, cwd=tmp_path)
    made = tmp_path / "stack_harness.c"
    made.write_text(made.read_text() + "// mine\n")
    for command in (("harness", STACK), ("verify", STACK, "--harness")):
        done = threadproof(*command, cwd=tmp_path)
        assert done.code == 3 and "--output" in done.err and made.read_text().endswith("// mine\n")
    assert threadproof("harness", STACK, "-o", "stack_harness.c", cwd=tmp_path).code == 0
    assert "// mine" not in made.read_text()


def test_standard_output() -> None:
    done = threadproof("harness", "examples/library/stack.c", "--output", "-")
    assert '#include "examples/library/stack.c"' in done.out and done.out.startswith("// Threads that call")
    done = threadproof("verify", "examples/library/stack.c", "--harness", "--output", "-")
    assert done.code == 3 and "needs its name" in done.err


def test_no_build_knows_a_harness() -> None:
    done = threadproof("verify", "examples/library/stack.c", "--harness", "-p", "build")
    assert done.code == 3 and "instead of -p" in done.err
