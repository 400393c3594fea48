"""What operations a construct becomes."""

from __future__ import annotations

from itertools import pairwise
from pathlib import Path

import pytest

from tests.unit.frontend.lowering import cuts, lower, names, ops
from threadproof.analyses.graph import cyclic_locations
from threadproof.ir.layout import Record
from threadproof.ir.op import (
    Alloc,
    Assign,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Call,
    Check,
    Cut,
    Havoc,
    Load,
    Origin,
    Return,
    Store,
)
from threadproof.ir.program import Function, NoteKind, Program
from threadproof.ir.types import BOOL, I8, I32, I64, P32, U8, U16, U32


def main(body: str, before: str = "int g, h; _Bool b; _Atomic int at;") -> Program:
    return lower(f"{before} int main(void) {{ {body} return 0; }}")


def test_scalars_are_registers_unless_their_address_is_taken() -> None:
    program = main("int r = 1, m = 2, *p = &m; struct { int x; } s; int a[2]; _Atomic int c = 3; volatile char v = 4; (&(r));")
    assert names(program) == {"p", "c", "v"}
    assert {op.name for op in ops(program, Alloc) if isinstance(op, Alloc)} == {"r", "m", "s", "a"}


def test_stack_objects_are_made_once_at_the_entry() -> None:
    program = main("for (int i = 0; i < 3; i++) { struct { int a; } x; x.a = i; }")
    edges = program.entry.edges
    assert isinstance(edges[0].ops[0], Alloc)
    assert edges[0].source == program.entry.entry


def test_stack_objects_are_made_in_each_iteration_if_their_address_may_be_kept() -> None:
    program = main("for (int i = 0; i < 3; i++) { int x; int *p = &x; *p = i; }")
    (made,) = (edge for edge in program.entry.edges if isinstance(edge.ops[0], Alloc))
    assert made.source in cyclic_locations(program.entry.edges)


def test_each_edge_has_one_operation_and_a_position() -> None:
    program = main("int x = g + h; g = x > 3 ? h : 2; while (g) h++;")
    for edge in program.entry.edges:
        assert len(edge.ops) == 1
        assert edge.pos.line == 1
        assert edge.pos.column > 0


def test_shared_increment_is_a_load_and_a_store() -> None:
    program = main("g++;")
    assert [type(op) for op in ops(program, (Load, Store, AtomicBegin))] == [Load, Store]


@pytest.mark.parametrize("update", ["at++;", "at += 2;", "--at;", "at |= 1;"])
def test_atomic_update_is_one_block(update: str) -> None:
    program = main(update)
    found = ops(program, (AtomicBegin, AtomicEnd, Load, Store))
    assert [type(op) for op in found] == [AtomicBegin, Load, Store, AtomicEnd]
    assert all(op.atomic for op in found if isinstance(op, Load | Store))


def test_atomic_accesses_are_marked() -> None:
    program = main("at = g; g = at;")
    assert [op.atomic for op in ops(program, (Load, Store)) if isinstance(op, Load | Store)] == [False, True, True, False]


def test_operand_of_an_atomic_update_is_evaluated_before_the_block() -> None:
    found = ops(main("at += g;"), (AtomicBegin, Load))
    assert [type(op) for op in found] == [Load, AtomicBegin, Load]


def test_values_go_straight_into_registers() -> None:
    program = lower("int g; int f(void); int f(void) { return 1; } int main(void) { int x = g, y = f(); return x + y; }")
    assert not ops(program, Assign)


def test_short_circuit_without_access_is_one_condition() -> None:
    assert len(ops(main("int x = 1, y = 2; if (x > 0 && y > 0) g = 1;"), Assume)) == 2
    assert len(ops(main("int x = 1; if (x > 0 && g > 0) h = 1;"), Assume)) == 4
    assert len(ops(main("int x = 1, y = 2; if (x > 0 && 5 / y) g = 1;"), Assume)) == 4


def test_branches_are_complementary() -> None:
    function = main("int x = g; switch (x) { case 1: h = 1; break; case 3: h = 2; }").entry
    guards = [edges for edges in function.successors().values() if len(edges) > 1]
    assert [len(edges) for edges in guards] == [3]
    assert all(isinstance(edge.ops[0], Assume) and edge.ops[0].branch for edges in guards for edge in edges)


def test_loops_have_heads_and_back_edges() -> None:
    function = main("for (int i = 0; i < 3; i++) while (g) h = 1; do g = 0; while (h); again: if (g) goto again;").entry
    back = [edge for edge in function.edges if edge.back]
    assert {edge.target for edge in back} == function.loop_heads
    assert len(function.loop_heads) == 4


def test_empty_endless_loop_stays() -> None:
    function = main("for (;;);").entry
    assert any(edge.back and edge.source == edge.target for edge in function.edges)


def test_unreachable_code_is_dropped() -> None:
    program = main("return 1; g = 2;")
    assert not ops(program, Store)
    assert len(ops(program, Return)) == 1


def _well_formed(function: Function) -> None:
    reached, stack = {function.entry}, [function.entry]
    successors = function.successors()
    while stack:
        for edge in successors.get(stack.pop(), []):
            if edge.target not in reached:
                reached.add(edge.target)
                stack.append(edge.target)
    assert all(edge.source in reached for edge in function.edges)
    assert not any(edge.target == function.entry for edge in function.edges)


def test_automata_are_well_formed() -> None:
    program = main("while (g) { if (h) break; if (b) continue; goto out; } out: switch (g) { default: h = 1; }")
    _well_formed(program.entry)


def test_bit_field_is_written_by_its_unit() -> None:
    program = main("s.b = 5;", "struct { unsigned a : 3, b : 5; int c : 4; } s;")
    load, store = ops(program, (Load, Store))
    assert isinstance(load, Load) and isinstance(store, Store)
    assert load.target.type == U16 and load.address is store.address


def test_layout_of_bit_fields_and_unions() -> None:
    before = "struct { char c; unsigned a : 3, : 2, b : 5; union { int i; char k; } u; } s;"
    layout = main("s.c = 1;", before).objects[0].layout
    assert isinstance(layout, Record)
    assert [(field.name, field.offset) for field in layout.fields] == [("c", 0), ("a:b", 1), ("u", 4)]
    union = layout.fields[2].layout
    assert isinstance(union, Record) and union.is_union and [field.layout for field in union.fields] == [I32, I8]


def test_reserved_names_win_over_bodies() -> None:
    text = """
        int lock;
        void __VERIFIER_atomic_begin(void) { lock = 1; }
        void reach_error(void) { lock = 2; }
        void __VERIFIER_assume(int c) { if (!c) lock = 3; }
        int main(void) { __VERIFIER_atomic_begin(); __VERIFIER_assume(lock); reach_error(); return 0; }"""
    program = lower(text)
    assert list(program.functions) == ["main"]
    found = ops(program, (AtomicBegin, Assume, Check))
    assert [type(op) for op in found] == [AtomicBegin, Assume, Check]
    assert isinstance(found[1], Assume) and not found[1].branch
    assert isinstance(found[2], Check) and found[2].kind == "reach-error"


def test_atomic_functions_are_blocks() -> None:
    program = lower(
        "int g; int __VERIFIER_atomic_f(int x) { if (x) return g; g = 1; return g; }"
        " int main(void) { return __VERIFIER_atomic_f(1); }"
    )
    found = ops(program, (AtomicBegin, AtomicEnd, Return, Load), "__VERIFIER_atomic_f")
    assert isinstance(found[0], AtomicBegin)
    assert [type(op) for op in found].count(AtomicEnd) == [type(op) for op in found].count(Return) == 2
    for before, after in pairwise(found):
        assert not isinstance(after, Return) or isinstance(before, AtomicEnd)


@pytest.mark.parametrize(
    ("declaration", "name", "type_"),
    [
        ("", "__VERIFIER_nondet_bool", BOOL),
        ("", "__VERIFIER_nondet_uint", U32),
        ("", "__VERIFIER_nondet_char", I8),
        ("", "__VERIFIER_nondet_something", I32),
        ("_Bool __VERIFIER_nondet_bool(void);", "__VERIFIER_nondet_bool", BOOL),
        ("extern int __VERIFIER_nondet_uchar();", "__VERIFIER_nondet_uchar", I32),
        ("long long __VERIFIER_nondet_mine(void);", "__VERIFIER_nondet_mine", I64),
        ("void *__VERIFIER_nondet_pointer(void);", "__VERIFIER_nondet_pointer", P32),
    ],
)
def test_inputs_have_the_declared_or_implied_type(declaration: str, name: str, type_: object) -> None:
    program = lower(f"{declaration} long long x; int main(void) {{ x = (long long){name}(); return 0; }}")
    (havoc,) = ops(program, Havoc)
    assert isinstance(havoc, Havoc)
    assert (havoc.target.type, havoc.origin, havoc.name) == (type_, Origin.INPUT, name)


EXTERN = """struct s { char c; int i; }; int f(struct s *, const int *, void *);
int main(void) { struct s s; int k, n; return f(&s, &k, &n); }"""


def test_unknown_functions_overwrite_their_pointees() -> None:
    program = lower(EXTERN, extern="arguments")
    assert [op.target.type for op in ops(program, Havoc) if isinstance(op, Havoc)] == [I8, I32, I32, I32]
    assert len(ops(program, Store)) == 3 and not ops(program, Cut)
    assert [note.kind for note in program.notes] == [NoteKind.ASSUMED]
    assert "f" in program.notes[0].what


def test_unknown_functions_may_do_more_than_is_explored() -> None:
    program = lower(EXTERN)
    assert [op.target.type for op in ops(program, Havoc) if isinstance(op, Havoc)] == [BOOL, I8, I32, I32, I32]
    (cut,) = ops(program, Cut)
    assert isinstance(cut, Cut) and cut.reason.startswith("f may do anything") and "--extern pure" in cut.reason
    assert "forbids TRUE" in program.notes[0].effect


@pytest.mark.parametrize(
    "declaration",
    ["__attribute__((pure)) int f(int *);", "int f(int *) __attribute__((const));", "int f(int *); int f(int *) PURE;"],
)
def test_functions_that_are_declared_pure_only_return(declaration: str) -> None:
    program = lower(f"#define PURE __attribute__((__pure__))\n{declaration}\nint main(void) {{ int x; return f(&x); }}")
    assert not ops(program, Store) and not ops(program, Cut)


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("#pragma omp parallel\n", "#pragma omp"),
        ("#pragma acc kernels\n", "#pragma acc"),
        ('_Pragma("omp barrier")\n', "#pragma omp"),
        ("#define P(x) _Pragma(#x)\nP(frobnicate now)\n", "#pragma (from a macro)"),
        ("#pragma scalar_storage_order big-endian\n", "#pragma scalar_storage_order"),
        ('#pragma GCC optimize ("fast-math")\n', "#pragma GCC optimize"),
        ("int x __attribute__((frobnicate));\n", "__attribute__((frobnicate))"),
        ('asm("nop");\n', "assembly outside functions"),
        ('__asm__("nop");\n', "assembly outside functions"),
    ],
)
def test_what_is_not_understood_is_named_and_forbids_true(text: str, named: str) -> None:
    program = lower(f"{text}int main(void) {{ return 0; }}")
    assert [note.what for note in program.notes] == [named]
    assert [op.reason for op in ops(program, Cut) if isinstance(op, Cut)] == [f"{named} is not understood"]


@pytest.mark.parametrize(
    "text",
    [
        'asm(".symver old, f@V1\\n\\t.section .note.GNU-stack,\\"\\",@progbits\\n .previous");\n',
        '#pragma GCC optimize ("O3,unroll-loops")\n',
        '#pragma merger("0","/tmp/cil-a.i","-g")\n',
        '#pragma GCC diagnostic ignored "-Wall"\n',
        "#pragma pack(1)\n",
        "#pragma STDC FP_CONTRACT OFF\n",
        "#if 0\n#pragma omp parallel\n#endif\n",
        "__attribute__((optimize(0), noclone, leaf, cold)) int f(void);\n",
    ],
)
def test_hints_are_left_out(text: str) -> None:
    program = lower(f"{text}int main(void) {{ return 0; }}")
    assert not program.notes and not ops(program, Cut)


@pytest.mark.parametrize(
    ("macro", "text", "refused"),
    [
        ("constructor", "M void f(int x) {} ", "constructor"),
        ("destructor", "void f(int x) M; void f(int x) {} ", "destructor"),
        (
            "overloadable",
            "M int f(int x) { return 1; } M int f(long x) { return 2; } int g(void) { return f(1); }",
            "overloadable",
        ),
    ],
)
def test_attributes_from_macros_of_another_file(tmp_path: Path, macro: str, text: str, refused: str) -> None:
    (tmp_path / "macros.h").write_text(f"#define M __attribute__(({macro}))\n")
    main = "int main(void) { return g(); }" if "g(" in text else "int main(void) { return 0; }"
    ((_, reason),) = cuts(lower(f'#include "{tmp_path}/macros.h"\n{text}{main}'))
    assert refused in reason


def test_cleanup_from_a_macro_of_another_file(tmp_path: Path) -> None:
    (tmp_path / "macros.h").write_text("#define M __attribute__((cleanup(done)))\n")
    program = lower(f'#include "{tmp_path}/macros.h"\nvoid done(int *p) {{}} int main(void) {{ M int x = 1; return x; }}')
    assert "done" in program.functions


def test_pure_unknown_functions_only_return() -> None:
    program = lower(EXTERN, extern="pure")
    assert [op.target.type for op in ops(program, Havoc) if isinstance(op, Havoc)] == [I32]
    assert not ops(program, Store)


def test_address_of_an_unknown_function() -> None:
    program = lower("void f(int *); int main(void) { void (*p)(int *) = f; int x; p(&x); return x; }")
    assert ops(program, Store, "f") and ops(program, Return, "f")


def test_external_object_is_noted() -> None:
    program = lower("extern int e; int t; int main(void) { return e + t; }")
    assert [(note.kind, note.what) for note in program.notes] == [(NoteKind.ASSUMED, "external object e")]


def test_only_what_main_reaches_is_lowered() -> None:
    program = lower(
        "int a, b; void f(void) { a = 1; } void g(void) { b = 1; } void (*p)(void) = g; int main(void) { p(); return 0; }"
    )
    assert set(program.functions) == {"main", "g"}
    assert {item.name for item in program.objects} == {"p", "b"}


def test_calls_convert_and_complete_arguments() -> None:
    program = lower("int f(c, d) char c; short d; { return c + d; } int main(void) { return f(300); }")
    (call,) = ops(program, Call)
    assert isinstance(call, Call)
    assert [argument.type.bits for argument in call.args] == [8, 16]  # type: ignore[attr-defined]


def test_struct_results_use_a_hidden_parameter() -> None:
    program = lower(
        "struct p { int x, y; }; struct p f(int a) { struct p r = { a }; return r; } int main(void) { return f(2).x; }"
    )
    assert [v.type for v in program.functions["f"].params] == [P32, I32]
    assert program.functions["f"].result is None


def test_same_names_stay_apart() -> None:
    text = """static int n; int f(void) { static int n = 1; return n++; } int g(void) { static int n = 2; return n; }
        int main(void) { int n = 3; return n + f() + g(); }"""
    program = lower(text)
    assert len({item.name for item in program.objects}) == len(program.objects) == 2


def test_thread_local_and_constant_objects() -> None:
    program = lower(
        "__thread int a; static _Thread_local int b; const int c = 1;"
        ' int main(void) { static __thread int d; return a + b + c + d + "s"[0]; }'
    )
    assert sorted((item.name, item.thread_local, item.constant) for item in program.objects) == [
        ("a", True, False), ("b", True, False), ("c", False, True), ("d", True, False), ("string0", False, True),
    ]  # fmt: skip


def test_sources_are_kept() -> None:
    program = main("g = 1;")
    (text,) = [text for file, text in program.sources.items() if file.endswith("program.c")]
    assert "g = 1;" in text
    assert {edge.pos.file for edge in program.entry.edges} <= set(program.sources)


def test_models_are_linked_and_noted() -> None:
    program = lower("#include <pthread.h>\npthread_mutex_t m; int main(void) { pthread_mutex_lock(&m); return 0; }")
    assert "pthread_mutex_lock" in program.functions
    assert any("pthread_mutex_lock" in note.what for note in program.notes)
    own = lower("int pthread_mutex_lock(int *m) { return *m; } int main(void) { int x = 1; return pthread_mutex_lock(&x); }")
    assert not own.notes


def test_memory_blocks_keep_types() -> None:
    program = lower("#include <string.h>\nstruct { char c; int i; } s; int main(void) { memset(&s, 0, sizeof s); return 0; }")
    stored = [op.value.type for op in ops(program, Store) if isinstance(op, Store)]
    assert stored == [I8, U8, U8, U8, I32]


def test_unknown_functions_overwrite_whole_arrays_but_no_constants() -> None:
    program = lower('void f(char *); int main(void) { char a[5]; f(a); f("x"); f(0); return 0; }')
    assert len(ops(program, Store)) == 5


def test_arguments_of_main_are_inputs_where_they_are_used() -> None:
    used = lower("int main(int argc, char **argv) { return argc; }")
    assert [op.name for op in ops(used, Havoc) if isinstance(op, Havoc)] == ["argc"]
    assert not ops(lower("int main(int argc, char **argv) { return 0; }"), Havoc)


def inputs(text: str) -> list[str]:
    return [op.name for op in ops(lower(text), Havoc) if isinstance(op, Havoc)]


def test_arguments_that_are_only_numbers_have_no_text() -> None:
    text = "#include <stdio.h>\n#include <stdlib.h>\nint main(int c, char **v) { %s }"
    assert inputs(text % 'printf("%s", v[0]); return v[1] != 0 ? atoi(v[1]) : 0;') == ["argc", "argv[1]"]
    assert inputs(text % "return atol(v[1]) + atol(v[2]);") == ["argc", "argv[1]", "argv[2]"]
    assert inputs(text % "return atoi(v[c - 1]);") == ["argc", "argv[0]", "argv[1]", "argv[2]", "argv[3]"]


@pytest.mark.parametrize(
    "uses",
    [
        "return atoi(v[1]) + v[1][0];",
        "return atoi(v[1]) + atol(v[1]);",
        "return (int)strtol(v[1], &v[1], 10);",
        "return (int)strtol(v[1], 0, 16);",
        "v[1] = 0; return atoi(v[1]);",
        "v++; return atoi(v[1]);",
        "return printf(v[1]);",
    ],
)
def test_arguments_of_which_more_is_known_are_texts(uses: str) -> None:
    text = "#include <stdio.h>\n#include <stdlib.h>\nint main(int c, char **v) { %s }"
    assert "argv[1][]" in inputs(text % uses)


def test_undeclared_assert_is_a_check() -> None:
    (check,) = ops(main("assert(g == 1);"), Check)
    assert isinstance(check, Check) and check.kind == "reach-error"
    own = lower("int g; void assert(int c) { g = c; } int main(void) { assert(g); return 0; }")
    assert not ops(own, Check) and "assert" in own.functions


def test_declarations_of_builtins_are_those_of_the_compiler() -> None:
    """CIL writes them, with types of its own."""
    bracket = "extern int ( __builtin_signbit)(double ) ;"
    lines = "extern char *__builtin___stpncpy_chk(char * ,\n  char const * , int ) ;"
    program = lower(f"{bracket}\n{lines}\nint main(void) {{ return __builtin_popcount(3); }}")
    assert program.entry.pos.line == 4
