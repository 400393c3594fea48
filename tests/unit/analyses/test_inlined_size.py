"""Operations of threads, before calls are inlined."""

from __future__ import annotations

import pytest

from tests.unit.passes.c import source
from threadproof.analyses.inlined_size import inlined_sizes
from threadproof.ir import op as ops
from threadproof.passes import runner

HEAD = "#include <pthread.h>\nint x;\nint one(void) { return x; }\nint two(void) { return one() + one(); }\n"
THREAD = "void *run(void *p) { two(); return 0; }\n"
MAIN = (
    "int main(void) { pthread_t t; int (*f)(void) = x ? one : two; pthread_create(&t, 0, run, 0); return f() + two() + two(); }"
)
RECURSIVE = "int f(int n) { return n ? f(n - 1) + two() : one(); } int main(void) { return f(x); }"


def test_it_counts_what_inlining_copies() -> None:
    program = runner.run(source(HEAD + THREAD + MAIN), (runner.REACHABLE,))
    sizes = inlined_sizes(program)
    inlined = runner.run(program, (runner.INLINE,))
    assert set(sizes) == {"main", "run"} == set(inlined.functions) - {"one", "two"}
    for name, size in sizes.items():
        edges = inlined.functions[name].edges
        added = sum(len(edge.origin[0]) > 1 and isinstance(edge.origin[0][-1].ops[0], ops.Call) for edge in edges)
        assert size <= len(edges) + added  # beside these: the choice of a function, parameters
        assert size > len(edges) // 2


@pytest.mark.parametrize("bound", [1, 4])
def test_recursion_counts_once(bound: int) -> None:
    program = runner.run(source(HEAD + RECURSIVE), (runner.REACHABLE,))
    own = sum(len(program.functions[name].edges) for name in ("main", "f", "two")) + 3 * len(program.functions["one"].edges)
    assert inlined_sizes(program) == {"main": own}
