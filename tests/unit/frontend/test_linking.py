"""Programs of several files: what a name stands for, as a linker decides it. A compiler is asked about the same programs."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

from tests.unit.frontend.lowering import run
from threadproof.errors import InputError
from threadproof.frontend.c import COptions, load
from threadproof.frontend.c.project import CompileCommand
from threadproof.ir.interp.outcome import CutOff, Halted
from threadproof.ir.program import Program
from threadproof.ir.types import LP64


def linked(folder: Path, *texts: str, options: tuple[tuple[str, ...], ...] = ()) -> Program:
    names = [f"{'abc'[number]}.c" for number in range(len(texts))]
    for name, text in zip(names, texts, strict=True):
        (folder / name).write_text("#include <assert.h>\n" + text)
    given = dict(enumerate(options))
    commands = tuple(CompileCommand(str(folder / name), given.get(number, ())) for number, name in enumerate(names))
    return load(commands[0].file, COptions(data_model=LP64, commands=commands))


RIGHT = {
    "function": ("int f(int); int main(void) { assert(f(2) == 3); }", "int f(int n) { return n + 1; }"),
    "object": ("extern int x; int main(void) { assert(x == 7); x = 8; assert(x == 8); }", "int x = 7;"),
    "object of the first file": (
        "int x = 7; void f(void); int main(void) { f(); assert(x == 8); }",
        "extern int x; void f(void) { x++; }",
    ),
    "static objects": (
        "static int x = 1; int f(void); int main(void) { assert(x == 1 && f() == 2); assert(x == 1 && f() == 3); }",
        "static int x = 1; int f(void) { return ++x; }",
    ),
    "static functions": (
        "static int g(void) { return 1; } int f(void); int main(void) { assert(g() == 1 && f() == 2); }",
        "static int g(void) { return 2; } int f(void) { return g(); }",
    ),
    "a static function does not hide that of another file": (
        "int g(void), f(void); int main(void) { assert(g() == 1 && f() == 2); }",
        "static int g(void) { return 2; } int f(void) { return g(); }",
        "int g(void) { return 1; }",
    ),
    "static locals": (
        "int f(void), g(void); int main(void) { assert(f() == 1 && f() == 2 && g() == 1); }",
        "int f(void) { static int n; return ++n; } int g(void) { static int n; return ++n; }",
    ),
    "a function of the library that a file has for itself": (
        "#include <stdlib.h>\nint f(void); int main(void) { assert(abs(-3) == 3 && f() == 1); }",
        "static int abs(int n) { return n < 0; } int f(void) { return abs(-3); }",
    ),
    "a function of the library that the program has": (
        "#include <stdlib.h>\nint main(void) { assert(abs(-3) == 30); }",
        "int abs(int n) { return n < 0 ? -10 * n : n; }",
    ),
    "tentative definitions": (
        "int x; void f(void); int main(void) { f(); assert(x == 5); }",
        "int x; void f(void) { x = 5; }",
    ),
    "tentative beside a value": ("int x; int main(void) { assert(x == 5); }", "int x = 5;"),
    "size from the defining file": (
        "extern int a[]; int f(void); int main(void) { a[2] = 4; assert(f() == 5); }",
        "int a[3] = {1}; int f(void) { return a[0] + a[2]; }",
    ),
    "declared in a block": (
        "int main(void) { extern int x; int f(void); assert(x + f() == 3); }",
        "int x = 1; int f(void) { return 2; }",
    ),
    "address of a function": (
        "int f(int); int (*g(void))(int); int main(void) { assert(g() == f && g()(1) == 2); }",
        "int f(int n) { return n + 1; } int (*g(void))(int) { return f; }",
    ),
    "object that points to one of another file": (
        "extern int *p; int main(void) { assert(*p == 4); }",
        "extern int x; int *p = &x;",
        "int x = 4;",
    ),
    "inline with a definition for all": (
        "inline int f(void) { return 1; } extern int f(void); int g(void); int main(void) { assert(f() + g() == 2); }",
        "int f(void); int g(void) { return f(); }",
    ),
    "static inline in both": (
        "static inline int f(void) { return 1; } int g(void); int main(void) { assert(f() == 1 && g() == 2); }",
        "static inline int f(void) { return 2; } int g(void) { return f(); }",
    ),
    "weak function": (
        "__attribute__((weak)) int f(void) { return 1; } int main(void) { assert(f() == 2); }",
        "int f(void) { return 2; }",
    ),
    "weak object": ("extern int x; int main(void) { assert(x == 2); }", "int x __attribute__((weak)) = 1;", "int x = 2;"),
    "weak by a pragma": (
        "#pragma weak f\nint f(void) { return 1; } int main(void) { assert(f() == 2); }",
        "int f(void) { return 2; }",
    ),
    "weak value beside a tentative definition": (
        "int x; int main(void) { assert(x == 0); }",
        "int x __attribute__((weak)) = 5;",
    ),
    "members of a union in another order": (
        "union u { int a; char b; }; extern union u x; int main(void) { assert(x.a == 1); }",
        "union u { char b; int a; }; union u x = {.a = 1};",
    ),
    "inline in a header": (
        "inline int f(void) { return 1 + 1; } int main(void) { assert(f() == 2); }",
        "inline int f(void) { return /* the same */ 1 + 1; } extern int f(void);",
    ),
    "structures of the same tag": (
        "struct s { int a; struct s *next; }; int f(struct s *); int main(void) { struct s x = {3}; assert(f(&x) == 3); }",
        "struct s { int a; struct s *next; }; int f(struct s *p) { return p->a; }",
    ),
    "a structure that one file does not know": (
        "struct s; extern struct s o; int f(struct s *); int main(void) { assert(f(&o) == 3); }",
        "struct s { int a; } o = {3}; int f(struct s *p) { return p->a; }",
    ),
    "without prototype": ("int f(); int main(void) { assert(f(1) == 2); }", "int f(int n) { return n + 1; }"),
    "typedef names": (
        "typedef struct { int a; } T; typedef unsigned long N; int f(T, N); int main(void) { T t = {1}; assert(f(t, 2) == 3); }",
        "typedef struct { int a; } T; int f(const T t, const unsigned long n) { return t.a + (int)n; }",
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_right(name: str, tmp_path: Path) -> None:
    outcome = run(linked(tmp_path, *RIGHT[name]))
    assert isinstance(outcome, Halted), outcome
    assert compiled(tmp_path) == 0


TWICE = {
    "function": ("int f(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 1; }"),
    "object": ("int x = 1; int main(void) { return x; }", "int x = 1;"),
    "main": ("int main(void) { return 0; }", "int main(void) { return 0; }"),
    "extern inline": ("extern inline int f(void) { return 1; } int main(void) { return f(); }", "int f(void) { return 1; }"),
    "not reached": ("int main(void) { return 0; }", "int f(void) { return 1; }", "int f(void) { return 2; }"),
    "function and object": ("int f(void) { return 1; } int main(void) { return f(); }", "int f = 1;"),
}


@pytest.mark.parametrize("name", TWICE)
def test_twice(name: str, tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        linked(tmp_path, *TWICE[name])
    places = error.value.message + str(error.value.pos)
    assert places.count(f"{tmp_path}") == 2 and error.value.pos.line == 2
    assert compiled(tmp_path) != 0


DISAGREE = {
    "result": ("long f(void); int main(void) { return f(); }", "int f(void) { return 1; }"),
    "parameter": ("int f(long); int main(void) { return f(1); }", "int f(int n) { return n; }"),
    "number of parameters": ("int f(int); int main(void) { return f(1); }", "int f(int n, int m) { return n + m; }"),
    "promoted parameter": ("int f(); int main(void) { return f(1.0f); }", "int f(float x) { return (int)x; }"),
    "object": ("extern long x; int main(void) { return (int)x; }", "int x;"),
    "elements": ("extern int a[]; int main(void) { return a[0]; }", "long a[2];"),
    "array and pointer": ("extern int *a; int main(void) { return a == 0; }", "int a[2];"),
    "members": (
        "struct s { int a, b; }; extern struct s x; int main(void) { return x.a; }",
        "struct s { int b, a; } x;",
    ),
    "members behind a pointer": (
        "struct s { int a; }; int f(struct s *); int main(void) { struct s x = {0}; return f(&x); }",
        "struct s { short a, b; }; int f(struct s *p) { return p->b; }",
    ),
    "constant": ("extern const int x; int main(void) { return x; }", "int x;"),
    "constant elements": ("extern const int a[]; int main(void) { return a[0]; }", "int a[2];"),
    "volatile": ("extern volatile int x; int main(void) { return x; }", "int x;"),
    "declared in a block": ("int main(void) { long f(int); return f(1) > 0; }", "int f(int n) { return n; }"),
    "declared by a call": ("int main(void) { return f(1) > 0; }", "long f(int n) { return n; }"),
    "atomic": ("extern _Atomic int x; int main(void) { return x; }", "int x;"),
    "thread-local": ("extern int x; int main(void) { return x; }", "_Thread_local int x;"),
}


@pytest.mark.parametrize("name", DISAGREE)
def test_types_that_disagree_forbid_true(name: str, tmp_path: Path) -> None:
    program = linked(tmp_path, *DISAGREE[name])
    assert isinstance(run(program), CutOff)
    assert any("not declared as it is defined" in note.what and "b.c:2:" in note.what for note in program.notes)
    assert next(note.pos for note in program.notes if "declared" in note.what).file == str(tmp_path / "a.c")


def test_which_inline_definition_is_meant(tmp_path: Path) -> None:
    """Nobody knows, if there is one for all files (C11 6.7.4p7)."""
    program = linked(tmp_path, "inline int f(void) { return 1; } int main(void) { assert(f()); }", "int f(void) { return 2; }")
    assert isinstance(run(program), CutOff)
    assert any("which definition of 'f' is meant" in note.what for note in program.notes)


OTHERWISE = {
    "a function as an object": ("extern int x; int main(void) { assert(x == 0); }", "int x(void) { return 0; }"),
    "an object as a function": ("int x(void); int main(void) { assert(x() == 0); }", "int x = 3;"),
    "a function that is chosen": (
        "int f(void); int main(void) { assert(f()); }",
        'static int g(void) { return 1; } int (*h(void))(void) { return g; } int f(void) __attribute__((ifunc("h")));',
    ),
}


@pytest.mark.parametrize("name", OTHERWISE)
def test_a_name_that_is_something_else_in_another_file_is_not_invented(name: str, tmp_path: Path) -> None:
    assert isinstance(run(linked(tmp_path, *OTHERWISE[name])), CutOff)


OTHER_NAMES = {
    "alias": ("int f(void); int main(void) { assert(f() == 1); }", "static int g(void) { return 1; } int f(void) ALIAS(g);"),
    "alias of an object": ("extern int y; int main(void) { y++; assert(y == 2); }", "static int x = 1; extern int y ALIAS(x);"),
    "address": ("extern int y, *p; int main(void) { assert(&y == p); }", "int x = 1, *p = &x; extern int y ALIAS(x);"),
    "weak alias": (
        "int f(void) { return 2; } int main(void) { assert(f() == 2); }",
        "int g(void) { return 1; } int f(void) WEAK(g);",
    ),
    "reference": ("static int f(void) REF(g); int main(void) { assert(f && f() == 1); }", "int g(void) { return 1; }"),
    "reference to nothing": ("static int f(void) REF(h); int main(void) { assert(!f); }", "int g(void) { return 1; }"),
    "symbol": ('int f(void) __asm__("g"); int main(void) { assert(f() == 1); }', "int g(void) { return 1; }"),
    "absent": ("extern int f(void) W, x W; int main(void) { assert(!f && !&x); }", "int g(void) { return 1; }"),
    "present": (
        "extern int f(void) W, x W; int main(void) { assert(f && &x && f() + x == 3); }",
        "int x = 1; int f(void) { return 2; }",
    ),
}
ATTRIBUTES = """
#define ALIAS(name) __attribute__((alias(#name)))
#define WEAK(name) __attribute__((weak, alias(#name)))
#define REF(name) __attribute__((weakref(#name)))
#define W __attribute__((weak))
"""


@pytest.mark.parametrize("name", OTHER_NAMES)
def test_other_names(name: str, tmp_path: Path) -> None:
    outcome = run(linked(tmp_path, *[ATTRIBUTES + text for text in OTHER_NAMES[name]]))
    assert isinstance(outcome, Halted), outcome


def test_each_file_has_options_of_its_own(tmp_path: Path) -> None:
    texts = ("int f(void); int main(void) { assert(N == 1 && f() == 2); }", "int f(void) { return N; }")
    assert isinstance(run(linked(tmp_path, *texts, options=(("-DN=1",), ("-DN=2",)))), Halted)


def test_one_file_twice_with_other_options(tmp_path: Path) -> None:
    """As build systems do that make several objects of one file."""
    (tmp_path / "a.c").write_text(
        "#include <assert.h>\nint one(void), two(void);\nint main(void) { assert(one() == 1 && two() == 2); }"
    )
    (tmp_path / "b.c").write_text("static int value = VALUE;\nint NAME(void) { return value; }")
    a, b = str(tmp_path / "a.c"), str(tmp_path / "b.c")
    commands = (CompileCommand(a), CompileCommand(b, ("-DNAME=one", "-DVALUE=1")), CompileCommand(b, ("-DNAME=two", "-DVALUE=2")))
    assert isinstance(run(load(a, COptions(commands=commands))), Halted)


def test_inline_of_gnu89(tmp_path: Path) -> None:
    """There `inline` defines a function for all, and `extern inline` none."""
    texts = (
        "inline int f(void) { return 1; } int g(void); int main(void) { assert(g() == 1); }",
        "int f(void); int g(void) { return f(); }",
    )
    assert isinstance(run(linked(tmp_path, *texts, options=(("-std=gnu89",),))), Halted)
    extern = (
        "extern inline int f(void) { return 1; } int g(void); int main(void) { assert(f() == 1); }",
        "int f(void) { return 1; }",
    )
    assert isinstance(run(linked(tmp_path, *extern, options=(("-fgnu89-inline",),))), Halted)


def test_what_no_file_defines_is_unknown(tmp_path: Path) -> None:
    program = linked(tmp_path, "int f(void); int main(void) { return f(); }", "int f2(void); int g(void) { return f2(); }")
    assert [(note.what, note.pos.file) for note in program.notes] == [("external function f", str(tmp_path / "a.c"))]


def test_an_inline_definition_is_none_for_others(tmp_path: Path) -> None:
    program = linked(tmp_path, "int f(void); int main(void) { return f(); }", "inline int f(void) { return 1; }")
    assert [note.what for note in program.notes] == ["external function f"]


def test_positions_name_their_file(tmp_path: Path) -> None:
    program = linked(tmp_path, "void f(int); int main(void) { f(1); }", "void f(int n) { assert(n == 2); }")
    assert {edge.pos.file for edge in program.functions["f"].edges} == {str(tmp_path / "b.c")}
    assert set(program.sources) == {str(tmp_path / "a.c"), str(tmp_path / "b.c")}


def compiled(folder: Path) -> int:
    """What a compiler and a run of its program say: 0 if all assertions hold, another number otherwise."""
    gcc = shutil.which("gcc")
    if gcc is None:
        pytest.skip("no compiler")
    words = [gcc, "-w", "-fcommon", "-fno-builtin", "-o", "program", *sorted(path.name for path in folder.glob("*.c"))]
    done = subprocess.run(words, cwd=folder, capture_output=True, check=False)
    return done.returncode or subprocess.run(["./program"], cwd=folder, check=False).returncode
