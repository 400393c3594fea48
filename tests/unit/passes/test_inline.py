"""Copies of functions: names, bounds, activations, and where operations come from."""

from __future__ import annotations

from tests.unit.passes.c import source, stage, verdict
from threadproof.evidence.result import Safe, Unknown, Unsafe
from threadproof.ir import op as ops
from threadproof.ir.program import Program
from threadproof.passes.options import PassOptions

ADD = """
extern void reach_error(void);
int g;
static int add(int a, int b) { int r = a + b; return r; }
static int twice(int a) { return add(a, a); }
"""


def operations(program: Program, kind: type, function: str = "main") -> list[ops.Op]:
    return [op for edge in program.functions[function].edges for op in edge.ops if isinstance(op, kind)]


def test_no_calls_are_left_and_copies_have_names() -> None:
    program = stage(ADD + "int main(void) { g = add(1, 2) + twice(3); return 0; }", "inlined")
    assert list(program.functions) == ["main"]
    assert not operations(program, ops.Call) and not operations(program, ops.Return)
    names = {variable.name for variable in program.entry.locals}
    assert {"add.r", "add#2.r", "twice.a"} <= names


def test_origins_are_edges_of_the_source() -> None:
    text = ADD + "int main(void) { g = twice(3); return 0; }"
    before = {edge for f in source(text).functions.values() for edge in f.edges}
    program = stage(text, "inlined")
    for edge in program.entry.edges:
        assert len(edge.origin) == len(edge.ops)
        assert before.issuperset(edge.origin[0])
    inner = [edge for edge in program.entry.edges if isinstance(edge.ops[0], ops.Assign) and edge.ops[0].target.name == "add.r"]
    (trail,) = inner[0].origin
    assert [type(step.ops[0]).__name__ for step in trail] == ["Call", "Call", "Assign"]


def test_recursion_is_cut() -> None:
    text = ADD + "int f(int n) { return n ? f(n - 1) : 0; } int main(void) { if (f(3)) reach_error(); return 0; }"
    assert isinstance(verdict(stage(text, "inlined", PassOptions(recursion=3))), Safe)
    result = verdict(stage(text, "inlined", PassOptions(recursion=2)))
    assert isinstance(result, Unknown) and "recursion bound 2 of f at" in result.reason


def test_size_limit() -> None:
    text = ADD + "int f(int n) { return n ? f(n - 1) + f(n - 1) : 0; } int main(void) { return f(30); }"
    program = stage(text, "inlined", PassOptions(recursion=30, inline_edges=2000))
    assert len(program.entry.edges) < 3000
    assert any("size limit" in op.reason for op in operations(program, ops.Cut) if isinstance(op, ops.Cut))


def test_beyond_the_size_limit_the_beginning_of_a_thread_stays() -> None:
    deep = "".join(f"int f{i}(int n) {{ return f{i - 1}(n) + f{i - 1}(n); }}\n" for i in range(1, 14))
    text = ADD + "int x; void first(void) { x = 1; }\nint f0(int n) { return n + x; }\n" + deep
    text += "int main(void) { first(); if (x == 1) reach_error(); return f13(2); }"
    program = stage(text, "inlined", PassOptions(inline_edges=2000))
    reasons = {op.reason for op in operations(program, ops.Cut) if isinstance(op, ops.Cut)}
    assert reasons and all(reason.startswith("size limit of a thread (2000 operations), at the call of f") for reason in reasons)
    assert isinstance(verdict(program), Unsafe)


def test_an_activation_sees_nothing_of_the_last_one() -> None:
    text = ADD + "int f(int set) { int r; if (set) r = 1; return r; } int main(void) { int a = 0; for (int i = 0; i < 2; i++) "
    text += "a = f(!i) & 1; if (a) reach_error(); return 0; }"
    for name in ("analysed", "inlined", "lowered"):
        assert isinstance(verdict(stage(text, name)), Unsafe), name  # whatever r holds is not the 1 of the first call for sure
    text = text.replace("if (a)", "if (!a)")
    for name in ("analysed", "inlined", "lowered"):
        assert isinstance(verdict(stage(text, name)), Unsafe), name


def test_wrong_function_pointer() -> None:
    text = ADD + "int main(void) { int (*f)(int) = g ? twice : 0; return f(1); }"
    for name in ("analysed", "inlined", "lowered"):
        result = verdict(stage(text, name))
        assert isinstance(result, Unknown) and "undefined behaviour" in result.reason, (name, result)


def test_return_from_main_ends_the_program_and_others_end_their_thread() -> None:
    text = "#include <pthread.h>\nvoid *w(void *a) { return a; }\n"
    text += "int main(void) { pthread_t t; pthread_create(&t, 0, w, 0); return 1; }"
    program = stage(text, "inlined")
    assert len(operations(program, ops.Halt)) == 1 and len(operations(program, ops.ThreadExit, "w")) == 1
    assert [op.function.payload.name for op in operations(program, ops.Spawn) if isinstance(op, ops.Spawn)] == ["w"]
