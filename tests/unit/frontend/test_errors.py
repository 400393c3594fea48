"""What is refused, and what ends the executions that get there: always one line, with a position, never a traceback."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.unit.frontend.lowering import cuts, lower, run
from threadproof.errors import InputError, UserError
from threadproof.frontend.c import COptions, load
from threadproof.ir.interp.outcome import Halted
from threadproof.ir.op import Check, Cut
from threadproof.ir.program import NoteKind

UNSUPPORTED = {
    "assembly": 'asm("cli");',
    "assembly with output": 'int x; asm("cli" : "=r"(x));',
    "complex": "_Complex double z = 1; z += 1;",
    "vector": "typedef int v4 __attribute__((vector_size(16))); v4 v; v[0] = 1;",
    "cleanup": "void f(int *); int x __attribute__((cleanup(f)));",
    "clone": "int clone(void); clone();",
    "variable dimensions by a typedef": "int n = 2; typedef int row[n]; int b[4]; row *p = (row *)b; p[1][0] = 1;",
    "variable dimensions of a conversion": "int n = 2, b[4]; return ((int (*)[n])b)[1][0];",
    "size of a variable type": "int n = 2; return sizeof(int[n]);",
}


@pytest.mark.parametrize("body", UNSUPPORTED.values(), ids=list(UNSUPPORTED))
def test_unsupported_constructs_have_a_position(body: str) -> None:
    program = lower(f"int main(void) {{\n{body}\nreturn 0; }}")
    ((pos, reason),) = cuts(program)
    assert pos.line == 2 and pos.column > 0 and "\n" not in reason
    note = next(note for note in program.notes if note.kind is NoteKind.UNSUPPORTED)
    assert note.pos == pos and reason == f"unsupported: {note.what}"


def test_collected_instead_of_raised() -> None:
    program = lower('int main(void) {\nasm("cli");\nasm("hlt");\nreturn 0; }', collect=True)
    unsupported = [note for note in program.notes if note.kind is NoteKind.UNSUPPORTED]
    assert [note.pos.line for note in unsupported] == [2, 3]


def test_constructors_with_parameters_come_before_main() -> None:
    program = lower("__attribute__((constructor)) void f(int n) { }\nint main(void) { return 0; }")
    (op,) = [op for edge in program.entry.edges for op in edge.ops]
    assert op == Cut("unsupported: __attribute__((constructor)) of a function with parameters")


OTHER_NAMES = {
    "alias": 'int g(void) { return 3; } int f(void) __attribute__((alias("g")));',
    "alias by a macro": '#define ALIAS __attribute__((alias("g")))\nint g(void) { return 3; } int f(void) ALIAS;',
    "asm": 'int g(void) { return 3; } int f(void) __asm__("g");',
    "alias of a variable": 'int g; extern int v __attribute__((alias("g"))); int f(void) { return v; }',
    "asm of a variable": 'int g; extern int v __asm__("g"); int f(void) { return v; }',
}


@pytest.mark.parametrize("text", OTHER_NAMES.values(), ids=list(OTHER_NAMES))
def test_other_names_of_what_is_defined_are_followed(text: str) -> None:
    program = lower(f"{text}\nint main(void) {{ return f(); }}")
    defined = [item.name for item in program.objects] + list(program.functions)
    assert not cuts(program) and "g" in defined and "v" not in defined


def test_names_that_a_function_chooses_are_not_followed() -> None:
    text = 'int g(void) { return 3; } int (*h(void))(void) { return g; } int f(void) __attribute__((ifunc("h")));'
    ((pos, reason),) = cuts(lower(f"{text}\nint main(void) {{ return f(); }}"))
    assert pos.line > 0 and "ifunc" in reason


def test_other_names_of_what_is_defined_elsewhere_are_not() -> None:
    lower('int f(void) __asm__("__elsewhere_f");\nint main(void) { return f(); }')


WEAK = {
    "address": "extern void f(void) __attribute__((weak)); int main(void) { return f == 0; }",
    "call": "int f(void); int main(void) { return f(); } int f(void) __attribute__((weak));",
    "macro": "#define WEAK __attribute__((__weak__))\nextern int f(void) WEAK; int main(void) { return f(); }",
    "pragma": "#pragma weak f\nint f(void); int main(void) { return f ? f() : 0; }",
    "operator": 'int f(void); _Pragma("weak f") int main(void) { return f ? f() : 0; }',
    "variable": "extern int f __attribute__((weak)); int main(void) { return &f == 0; }",
}


@pytest.mark.parametrize("text", WEAK.values(), ids=list(WEAK))
def test_weak_names_that_are_not_defined_are_null(text: str) -> None:
    program = lower(text)
    assert not cuts(program) and [note.what for note in program.notes if note.kind is NoteKind.ASSUMED] == ["weak name f"]
    checks = [op for edge in program.entry.edges for op in edge.ops if isinstance(op, Check)]
    assert all("f, which is weak" in check.message for check in checks) and bool(checks) == ("return f()" in text)


def test_weak_names_of_the_system_are_not_followed() -> None:
    ((_, reason),) = cuts(
        lower(
            "double gamma(double) __attribute__((weak)); double tgamma(double) __attribute__((weak));\n"
            "int main(void) { return tgamma(1) == 1; }"
        )
    )
    assert "weak, and not modelled" in reason


def test_weak_names_that_are_defined_are_not() -> None:
    definitions = "#pragma weak g\n__attribute__((weak)) int f(void) { return 0; } int g(void) { return 0; }"
    lower(f"{definitions}\nint main(void) {{ return f() + g(); }}")
    lower("extern void *malloc(unsigned long) __attribute__((weak));\nint main(void) { return malloc(1) == 0; }")


def test_names_that_are_refused_may_be_defined() -> None:
    lower("int clone(int x) { return x; }\nint main(void) { return clone(1); }")


def test_unknown_functions_can_be_refused() -> None:
    with pytest.raises(InputError, match="'f'"):
        lower("int f(void);\nint main(void) { return f(); }", extern="reject")


def test_syntax_error_is_the_first_one() -> None:
    with pytest.raises(InputError) as caught:
        lower("int main(void) {\n  int x = ;\n  y z;\n}")
    assert (caught.value.pos.line, caught.value.pos.column) == (2, 11)


def test_positions_are_physical() -> None:
    with pytest.raises(InputError) as caught:
        lower('# 100 "elsewhere.c"\nint main(void) { return x; }')
    assert caught.value.pos.file.endswith("program.c") and caught.value.pos.line == 2


def test_main_is_needed() -> None:
    with pytest.raises(InputError, match="main"):
        lower("int f(void) { return 0; }")


@pytest.mark.parametrize("data", [b"", b"  \n", b"\x7fELF\0\0", b"((((", b"\xff\xfe{}", b"a" * 1_000_000, b"(" * 1_000_000])
def test_files_that_are_no_programs(tmp_path: Path, data: bytes) -> None:
    path = tmp_path / "file.c"
    path.write_bytes(data)
    with pytest.raises(InputError) as caught:
        load(path, COptions())
    assert len(str(caught.value)) < 1000 and "\n" not in str(caught.value)


def test_missing_files_and_directories(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "none.c"):
        with pytest.raises(InputError):
            load(path, COptions())


DEEP = {
    "parentheses": "x = " + "(" * 5000 + "1" + ")" * 5000 + ";",
    "blocks": "{" * 3000 + "}" * 3000,
    "sum": "x = " + "+".join(["x"] * 20_000) + ";",
    "not": "x = " + "!" * 3000 + "x;",
    "conditional": "x = " + "x ? 1 : " * 2000 + "2;",
    "and": "if (" + " && ".join(["g"] * 2000) + ") x = 1;",
    "else if": "".join(f"if (x == {i}) x = 2; else " for i in range(2000)) + ";",
    "case": "switch (x) { " + "".join(f"case {i}: " for i in range(2000)) + "; }",
    "while": "while (g) " * 2000 + ";",
    "line": "x++; " * 20_000,
}


@pytest.mark.parametrize("body", DEEP.values(), ids=list(DEEP))
def test_deep_nesting_is_lowered_or_refused(body: str) -> None:
    try:
        program = lower(f"int g; int main(void) {{ int x = 1; {body} return 0; }}")
    except UserError as error:
        assert "nest" in error.message
    else:
        assert program.entry.edges


def test_two_loads_do_not_meet() -> None:
    first, second = (lower(f"int g = {i}; int main(void) {{ return g; }}") for i in range(2))
    assert first.objects[0] is not second.objects[0]
    assert isinstance(run(first), Halted) and isinstance(run(second), Halted)
