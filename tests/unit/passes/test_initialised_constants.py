"""Shared variables that main sets once at the beginning are constants for everybody else."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.frontend.c import COptions, load
from threadproof.ir import op as ops
from threadproof.ir.text import program_text
from threadproof.ir.types import LP64
from threadproof.ir.uses import op_variables
from threadproof.passes import runner

TEXT = """
#include <pthread.h>
int once, twice, late, input;
extern int __VERIFIER_nondet_int(void);
int out[4];
void *f(void *a) { out[0] = once; out[1] = twice; out[2] = late; out[3] = input; return 0; }
int main(void) {
    pthread_t t;
    once = 3; twice = 1; twice = 2; input = __VERIFIER_nondet_int();
    pthread_create(&t, 0, f, 0);
    late = 4;
    pthread_create(&t, 0, f, 0);
    return 0;
}
"""


def test_what_is_settled(tmp_path: Path) -> None:
    path = tmp_path / "program.c"
    path.write_text(TEXT)
    program = runner.run(load(str(path), COptions(data_model=LP64)), runner.ANALYSE)
    lowered = runner.run(program, [runner.REACHABLE, runner.INLINE, runner.CONSTANTS, runner.MEMORY, runner.CONSTANTS])
    after = runner.run(lowered, [runner.SETTLED])

    def read(what: object) -> set[str]:
        operations = [op for edge in what.functions["f"].edges for op in edge.ops]  # type: ignore[attr-defined]
        return {v.name for op in operations for v in op_variables(op) if v.shared and not v.name.startswith("out")}

    assert read(lowered) == {"once", "twice", "late", "input"}
    assert read(after) == {"twice", "late", "input"}
    kept = [op for edge in after.entry.edges for op in edge.ops if isinstance(op, ops.Assign) and op.target.name == "once"]
    assert len(kept) == 1


HANDLES = """
#include <fthread.h>
extern _Bool __VERIFIER_nondet_bool(void);
ft_event_t e;
ft_thread_t t;
void other(void *unused) { ft_thread_await(e); }
void run(void *unused) { ft_thread_generate(e); ft_thread_join(t); }
int main(void) {
    ft_scheduler_t s = ft_scheduler_create();
    BEFORE
    t = ft_thread_create(s, other, NULL, NULL);
    ft_thread_create(s, run, NULL, NULL);
    ft_scheduler_start(s);
    ft_exit();
}
"""


def lowered_text(before: str, folder: Path) -> str:
    path = folder / "program.c"
    path.write_text(HANDLES.replace("BEFORE", before))
    return program_text(runner.run(load(str(path), COptions(data_model=LP64)), runner.LOWER))


def test_handles(tmp_path: Path) -> None:
    found = lowered_text("e = ft_event_create(s);", tmp_path)
    assert "notify 0x" in found and "wait for the end of 1" in found


@pytest.mark.parametrize(
    "before",
    [
        "if (__VERIFIER_nondet_bool()) e = ft_event_create(s);",
        "e = ft_event_create(s); e = ft_event_create(s);",
        "ft_event_t a = ft_event_create(s), b = ft_event_create(s); e = __VERIFIER_nondet_bool() ? a : b;",
    ],
)
def test_handles_that_are_not_settled(before: str, tmp_path: Path) -> None:
    assert "notify 0x" not in lowered_text(before, tmp_path)
