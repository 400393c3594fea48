"""Shared variables that main sets once at the beginning are constants for everybody else."""

from __future__ import annotations

from pathlib import Path

from threadproof.frontend.c import COptions, load
from threadproof.ir import op as ops
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
