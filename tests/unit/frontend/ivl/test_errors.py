"""What is not IVL is refused at its place, with the line and a mark."""

from __future__ import annotations

import pytest

from threadproof.errors import InputError
from threadproof.frontend.ivl.options import IvlOptions
from threadproof.frontend.ivl.translate import translate

# text with ^ right before the place of the error, message
WRONG = [
    ("main { x = ^; }", "syntax error: unexpected ';', expected an expression"),
    ("main { int x = 1 ^}", "syntax error: unexpected '}', expected ';'"),
    ("main { if (1 ^{ } }", "syntax error: unexpected '{', expected ')'"),
    ("thread ^{ } main { }", "syntax error: unexpected '{', expected a name"),
    ("main { int x = ^\"a\"; }", "syntax error: unexpected '\"a\"', expected an expression"),
    ("main { start;^", "syntax error: the file ends too early"),
    ("main { int ^u8; }", "'u8' is a word of the language"),
    ("main { int ^wait; }", "'wait' is a word of the language"),
    ("main { ^x = 1; }", "'x' is not declared"),
    ("int x; int ^x; main { }", "'x' is declared twice"),
    ("main { int x; int ^x; }", "'x' is declared twice in this block"),
    ("main { int x; x = ^&x; }", "expected int, found int*"),
    ("int x; main { ^x(); }", "'x' is not a function"),
    ("int f(int a) { return a; } main { int x = ^f(); }", "'f' takes 1 arguments, not 0"),
    ("void f() { } main { int x = ^f(); }", "'f' returns nothing"),
    ("int f() { ^return; } main { }", "expected a value of type int"),
    ("main { return ^1; }".replace("^1", "1").replace("return", "^return"), "nothing can be returned here"),
    ("struct S { int a; }; struct S s; main { s.^b = 1; }", "struct S has no field 'b'"),
    ("struct S { int a; }; struct S* s; main { s.^a = 1; }", "a struct S* has no fields"),
    ("struct S { ^struct S inner; }; main { }", "struct 'S' contains itself"),
    ("^struct T t; main { }", "there is no struct 'T'"),
    ("struct S { int a; }; struct S s; main { int x = ^s; }", "a struct S has no value"),
    ("struct S { int a; int ^a; }; main { }", "two fields 'a'"),
    ("void f(^struct S* s) { } struct S { int a; }; main { }", "there is no struct 'S'"),
    ("struct S { int a; }; void f(struct S ^s) { } main { }", "a struct S cannot be passed"),
    ("main { int x; ^*x = 1; }", "a int points to nothing that has a type"),
    ("main { int x; x = x ^* null; }", "'*' cannot combine int and void*"),
    ("main { bool b = 1.5 ^% 2; }", "'%' cannot combine double and int"),
    ("main { ^void x; }", "nothing can have type void"),
    ("int a[^0]; main { }", "an array has 1 to 1048576 elements"),
    ("int n; int a[^n]; main { }", "this must be a constant"),
    ("int a[2] = { 1, 2, ^3 }; main { }", "3 values for an array of 2"),
    ("const int N = 1; main { ^N = 2; }", "'N' is a constant"),
    ("main { 1 = 2; }".replace("1 =", "^1 ="), "this is not a variable"),
    ("main { ^1; }", "this does nothing"),
    ("main { int* p = &^1; }", "this is not a variable"),
    ("main { int x = ?(^int*); }".replace("^", "").replace("?(", "^?("), "there is no arbitrary int*"),
    ("event e; main { ^wait e; }", "main cannot wait"),
    ("event e; update U { ^wait e; } main { }", "update cannot wait"),
    ("int x; thread T { wait ^x; } main { }", "expected an event, found int"),
    ("event e; thread T { notify ^T; } main { }", "'T' is a thread"),
    ("event e; main { int x = ^e; }", "a event has no value"),
    ("thread T { ^start; } main { }", "only main starts the simulation"),
    ("main { ^suspend main; }".replace("main;", "M;"), "'M' is not declared"),
    ("update U { } main { ^suspend U; }", "'U' is not a thread"),
    ("thread T { } main { ^request_update T; }", "'T' is not an update"),
    ("main { ^break; }", "break outside of a loop"),
    ("main { ^case 1: ; }", "a label of a switch, outside of any"),
    ("main { switch (1) { case 1: case 1: ; } }".replace("case 1: ;", "^case 1: ;"), "1 occurs twice in this switch"),
    ("main { goto ^L; }", "there is no label 'L'"),
    ("main { L: ^L: ; }", "there are two labels 'L'"),
    ("main { } ^main { }", "there are two mains"),
    ("int ^main; main { }", "'main' is a word of the language"),
    ("main { int x = ^99999999999999999999; }", "99999999999999999999 does not fit into 64 bits"),
    ("main { delete ^1; }".replace("^1", "1").replace("delete", "^delete"), "a int cannot be deleted"),
]  # fmt: skip


@pytest.mark.parametrize(("marked", "message"), WRONG, ids=lambda item: item[:40])
def test_error(marked: str, message: str) -> None:
    column = marked.index("^") + 1
    text = marked.replace("^", "", 1)
    with pytest.raises(InputError) as caught:
        translate(text, "model.ivl", IvlOptions())
    error = caught.value
    assert (error.message, error.pos.line, error.pos.column) == (message, 1, column)
    line, mark = error.excerpt.split("\n")
    assert line == f"    {text.rstrip()}" and mark == " " * (column + 3) + "^"


def test_no_main() -> None:
    with pytest.raises(InputError, match="there is no main"):
        translate("int x;", "model.ivl", IvlOptions())


def test_line_and_tabs() -> None:
    with pytest.raises(InputError) as caught:
        translate("main {\n\tint x;\n\tx = y;\n}\n", "model.ivl", IvlOptions())
    assert str(caught.value) == "model.ivl:3:6: 'y' is not declared"
    assert caught.value.excerpt == "    \tx = y;\n    \t    ^"


def test_deep_nesting_is_no_crash() -> None:
    translate(
        "main { int x = " + "(" * 3000 + "1" + ")" * 3000 + "; x = " + "-".join(["x"] * 2000) + "; }", "m.ivl", IvlOptions()
    )
    with pytest.raises(InputError, match="nested too deeply"):
        translate("main { int x; x = " + "- " * 30000 + "x; }", "m.ivl", IvlOptions())
