"""Loads that become constants, and loads that do not."""

from __future__ import annotations

import pytest

from tests.unit.passes.c import source
from threadproof.ir import op as ops
from threadproof.ir.text import op_text
from threadproof.passes import runner
from threadproof.passes.constant_memory import fold_constant_loads

HEAD = """
struct s { short half; int whole; int *p; } s = { 1, 2, &s.whole };
int x = 5, y, arr[3] = { 1, 2, 3 };
_Thread_local int mine = 4;
union { unsigned u; unsigned char b[4]; } w = { 0x04030201 };
int *where(int i) { return i ? &x : 0; }
"""


def loads(body: str) -> int:
    """How many loads are left."""
    program = runner.run(source(HEAD + "int main(int argc, char **argv) { " + body + " return 0; }"), runner.LOWER[:3])
    program, _ = fold_constant_loads(program)
    found = [op_text(op) for edge in program.entry.edges for op in edge.ops if isinstance(op, ops.Load)]
    return len(found)


@pytest.mark.parametrize(
    ("body", "left"),
    [
        ("int t = x;", 0),
        ("int t = x + s.whole + s.half + arr[2] + mine;", 0),
        ("int t = *s.p;", 0),
        ("int t = w.b[2] + (int)w.u;", 0),
        ("x = 5; y = 0; s.p = &s.whole; int t = x + y + *s.p;", 0),  # nothing but the initial values again
        ("x = 6; int t = x;", 1),
        ("int t = arr[argc];", 1),
        ("arr[argc] = 1; int t = arr[1];", 1),
        ("arr[1] = 7; int t = arr[0] + arr[1];", 1),
        ("w.b[0] = 9; int t = w.u + w.b[1];", 1),
        ("int t = *where(argc);", 1),  # may be null
        ("int *p = where(1); p = &y; if (argc) p = &x; *p = 1; int t = x + y + s.whole;", 2),
    ],
)
def test_loads(body: str, left: int) -> None:
    assert loads(body) == left
