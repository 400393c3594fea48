"""Which accesses need no scheduling point, and which do."""

from __future__ import annotations

import pytest

from tests.unit.passes.c import stage
from threadproof.ir import op as ops

HEAD = """
#include <pthread.h>
#include <stdlib.h>
int x, y, *p, table[2] = { 1, 2 };
_Thread_local int mine;
_Thread_local int *where;
pthread_t t, u;
"""
LOOP = "for (int i = 0; i < 2; i++) pthread_create(&t, 0, work, 0);"
INNER = "int **q = malloc(sizeof *q); int a; *q = &a;\n**q = 1; //inner\np = *q;"
START = "pthread_create(&t, 0, work, 0); pthread_create(&u, 0, work, 0);"


def private_lines(text: str) -> dict[str, bool]:
    """For each line with a comment `//name`: whether all of its memory accesses are private."""
    program = stage(HEAD + text, "analysed")
    names = {number: line.partition("//")[2].strip() for number, line in enumerate((HEAD + text).splitlines(), 1) if "//" in line}
    found: dict[str, bool] = {}
    for function in program.functions.values():
        for edge in function.edges:
            if isinstance(edge.ops[0], ops.Load | ops.Store | ops.Free) and edge.pos.line in names:
                name = names[edge.pos.line]
                found[name] = found.get(name, True) and edge in program.private
    assert set(found) == set(names.values())
    return found


@pytest.mark.parametrize(
    ("work", "main", "expected"),
    [
        pytest.param("int a = 0, *q = &a;\n*q = 1; //local", START, {"local": True}, id="local"),
        pytest.param("int a = 0, *q = &a; p = q;\n*q = 1; //kept", START, {"kept": False}, id="stored in a global"),
        pytest.param("int *q = malloc(4);\n*q = 1; //own\nfree(q); //own", START, {"own": True}, id="own heap block"),
        pytest.param("int *q = malloc(4); p = q;\n*q = 1; //given away", START, {"given away": False}, id="published heap block"),
        pytest.param(
            "int **q = malloc(sizeof *q); int a; *q = &a;\n**q = 1; //inner\np = *q;",
            START,
            {"inner": False},
            id="through the heap",
        ),
        pytest.param("mine++; //tls", START, {"tls": True}, id="thread-local"),
        pytest.param("where = &mine;\n*where = 1; //tls", START, {"tls": True}, id="thread-local pointer"),
        pytest.param("p = &mine;\nmine = 1; //tls", START, {"tls": False}, id="escaping thread-local"),
        pytest.param("x = 1;", START + "\ny = 1; //main only", {"main only": True}, id="only main"),
        pytest.param("x = 1;", START + "\nx = 1; //both", {"both": False}, id="main and threads"),
        pytest.param("x = 1; //twice", START, {"twice": False}, id="two threads of one function"),
        pytest.param("x = 1; //once", "pthread_create(&t, 0, work, 0);", {"once": True}, id="one thread"),
        pytest.param(
            "x = 1; //loop",
            "for (int i = 0; i < 2; i++) pthread_create(&t, 0, work, 0);",
            {"loop": False},
            id="spawned in a loop",
        ),
        pytest.param("int a = table[1]; //constant", START, {"constant": True}, id="never written"),
        pytest.param("int a = table[1]; //changed", START + "table[0] = 1;", {"changed": False}, id="written elsewhere"),
    ],
)
def test_accesses(work: str, main: str, expected: dict[str, bool]) -> None:
    text = f"void *work(void *arg) {{\n{work}\nreturn 0; }}\nint main(void) {{ {main}\nreturn 0; }}"
    assert private_lines(text) == expected


def test_spawn_argument_escapes() -> None:
    text = """void *work(void *arg) {
    *(int *)arg = 1; //there
    return 0; }
int main(void) { int a = 0, b = 0, *q = &b;
    pthread_create(&t, 0, work, &a); pthread_create(&u, 0, work, &a);
    a = 2; //here
    *q = 2; //other
    return 0; }"""
    assert private_lines(text) == {"there": False, "here": False, "other": True}


def test_result_of_a_thread_escapes() -> None:
    text = """void *work(void *arg) { int *q = malloc(4);
    *q = 1; //made
    return q; }
int main(void) { pthread_create(&t, 0, work, 0); pthread_create(&u, 0, work, 0);
    void *r; pthread_join(t, &r);
    *(int *)r = 2; //got
    return 0; }"""
    assert private_lines(text) == {"made": False, "got": False}


def test_frame_of_another_thread() -> None:
    """Only `inner` accesses the variable, but its end matters, too."""
    text = """void *inner(void *arg) {
    *(int *)arg = 1; //inner
    return 0; }
void *work(void *arg) { int a; pthread_create(&u, 0, inner, &a); return 0; }
int main(void) { pthread_create(&t, 0, work, 0); return 0; }"""
    assert private_lines(text) == {"inner": False}


def test_unknown_addresses_are_not_private() -> None:
    text = """int *external(void);
int main(void) { int *q = external();
    *q = 1; //wild
    return 0; }"""
    assert private_lines(text) == {"wild": False}


@pytest.mark.parametrize(
    ("starts", "single"), [("start(work);", True), ("start(work); start(work);", False), ("again();", False)]
)
def test_threads_are_counted_through_calls(starts: str, single: bool) -> None:
    text = f"""void *work(void *arg) {{
    x = 1; //work
    return 0; }}
static void *other(void *arg) {{ return 0; }}
static void start(void *(*f)(void *)) {{ pthread_create(&t, 0, f, 0); }}
static void again(void) {{ for (int i = 0; i < 2; i++) start(work); }}
int main(void) {{ {starts} start(other); return 0; }}"""
    assert private_lines(text) == {"work": single}
