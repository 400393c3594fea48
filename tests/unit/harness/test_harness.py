"""Harnesses: what is chosen, an argument for every kind of parameter, and what the programs show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import ROOT
from threadproof.config.options import Config
from threadproof.errors import UserError
from threadproof.frontend.c import load
from threadproof.frontend.c.options import COptions
from threadproof.harness.command import default_path, generated
from threadproof.ir.program import Program
from threadproof.ir.types import LP64
from threadproof.run.pipeline import verify

STACK = str(ROOT / "examples/library/stack.c")

KINDS = """
#include <stdlib.h>
#include <stdint.h>
typedef struct { int lock; int room; } table;
struct node { struct node *next; };
struct hidden;
enum colour { RED, GREEN };
typedef int (*compare)(const void *, const void *);
table *table_create(int room) { table *t = malloc(sizeof *t); t->room = room; return t; }
void table_destroy(table *t) { free(t); }
int put(table *t, void *item, int value, unsigned char small, _Bool flag) { return flag + small + value + (item != 0); }
void link_node(table *t, struct node *node) { node->next = 0; }
double number(table *t, double x, float y, enum colour c) { return x + y + c; }
int text(const table *t, const char *name, char *other) { return name[0] + other[0]; }
int take(table *t, int *out, int **pointer, void **any) { *out = 1; *pointer = 0; *any = 0; return 0; }
int fill(table *t, char *buffer, size_t length) { if (length) buffer[length - 1] = 1; return 0; }
int raw(table *t, void *data, int length) { return 0; }
int sorted(table *t, compare less, void (*done)(void *)) { done(0); return less(t, t); }
struct node value(table *t, struct node n, uint64_t big) { return n; }
void opaque(table *t, struct hidden *h) { (void)h; }
static int invisible(table *t) { return 0; }
"""


def written(tmp_path: Path, text: str, **options: object) -> str:
    source = tmp_path / "unit.c"
    source.write_text(text)
    made = generated(str(source), Config(**options), str(tmp_path))
    (tmp_path / "harness.c").write_text(made)
    return made


def lowered(tmp_path: Path) -> Program:
    return load(str(tmp_path / "harness.c"), COptions(LP64))


def test_every_kind_of_parameter(tmp_path: Path) -> None:
    made = written(tmp_path, KINDS)
    program = lowered(tmp_path)
    for name in ("put", "link_node", "number", "text", "take", "fill", "raw", "sorted", "value", "opaque"):
        assert name in program.functions, name
        assert f"{name}(subject" in made
    assert "subject = table_create(2);" in made
    assert "table_destroy(subject);" in made
    assert "invisible" not in made
    assert "nothing is known about struct hidden" in made


def test_any_number_of_threads(tmp_path: Path) -> None:
    made = written(tmp_path, KINDS, unbounded=True, calls=("put",))
    assert "while (__VERIFIER_nondet_bool())" in made and "for (;;)" in made
    assert "put" in lowered(tmp_path).functions


def test_threads_with_calls_of_their_own(tmp_path: Path) -> None:
    made = written(tmp_path, Path(STACK).read_text(), calls=("stack_push", "stack_pop,stack_peek"), threads=3)
    assert "caller0, (void *)0L" in made and "for (long i = 1; i < 3; i++)" in made
    first, second = made.split("static void *caller1")
    assert "stack_push(&subject" in first and "stack_pop" not in first.split("caller0")[1]
    assert "stack_pop(&subject" in second and "stack_push(&subject" not in second
    assert {"caller0", "caller1"} <= set(lowered(tmp_path).functions)


def test_the_head_repeats_the_command(tmp_path: Path) -> None:
    made = written(tmp_path, Path(STACK).read_text(), calls=("stack_push",), each=1, below=2, init="stack_init(&subject)")
    assert "--each 1 --init 'stack_init(&subject)' --below 2 --calls stack_push" in made
    assert "// Not called: stack_init, stack_pop, stack_peek." in made
    assert "    stack_init(&subject);" in made


def test_a_program_with_main_and_a_header(tmp_path: Path) -> None:
    made = written(tmp_path, "int x;\nvoid bump(void) { x++; }\nint main(void) { bump(); return 0; }\n")
    assert "#define main main_of_the_program" in made
    lowered(tmp_path)
    header = tmp_path / "counter.h"
    header.write_text("struct counter { int n; };\nstatic inline int count(struct counter *c) { return c->n++; }\n")
    text = generated(str(header), Config(), str(tmp_path))
    (tmp_path / "harness.c").write_text(text)
    assert "count(&subject)" in text and "count" in lowered(tmp_path).functions


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("static int f(void) { return 0; }\n", {}, "defines no function"),
        ("int f(int *p) { return *p; }\n", {"calls": ("g",)}, "no function 'g'"),
        ("int f(int *p) { return *p; }\n", {"linearizable": True}, "no function takes a pointer"),
        ("struct s { int x; }; int f(struct s *p) { return 0; }\n", {"linearizable": True, "unbounded": True}, "needs a bound"),
        ("struct s { int x; }; int f(struct s *p) { return 0; }\n", {"linearizable": True, "threads": 9}, "too much to compare"),
        ("struct s { int x; }; int f(struct s *p, struct s q) { return 0; }\n", {"linearizable": True}, "the parameter 'q'"),
    ],
)
def test_refused(tmp_path: Path, text: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(UserError, match=message):
        written(tmp_path, text, **options)


def test_default_path() -> None:
    assert default_path("src/queue.c") == "queue_harness.c"


BROKEN = """
struct counter { int n; };
int next(struct counter *c) { int n = __atomic_load_n(&c->n, 0); __atomic_store_n(&c->n, n + 1, 0); return n; }
"""
RIGHT = "struct counter { int n; };\nint next(struct counter *c) { return __atomic_fetch_add(&c->n, 1, 0); }\n"


@pytest.mark.parametrize(("text", "verdict"), [(BROKEN, "FALSE"), (RIGHT, "TRUE")])
def test_linearizable(tmp_path: Path, text: str, verdict: str) -> None:
    written(tmp_path, text, linearizable=True, each=1)
    assert verify(str(tmp_path / "harness.c"), Config(engine="explicit")).verdict == verdict


OUT = """
struct cell { int full, value; };
int put(struct cell *c, int value) { %s; if (c->full) { %s; return 0; } c->full = 1; c->value = value; %s; return 1; }
int get(struct cell *c, int *value) { %s; int some = c->full; if (some) { *value = c->value; c->full = 0; } %s; return some; }
"""
LOCKED = (
    "__VERIFIER_atomic_begin()",
    "__VERIFIER_atomic_end()",
    "__VERIFIER_atomic_end()",
    "__VERIFIER_atomic_begin()",
    "__VERIFIER_atomic_end()",
)


@pytest.mark.parametrize(("marks", "verdict"), [(("0",) * 5, "FALSE"), (LOCKED, "TRUE")])
def test_linearizable_results_through_pointers(tmp_path: Path, marks: tuple[str, ...], verdict: str) -> None:
    declared = "extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);\n"
    written(tmp_path, declared + OUT % marks, linearizable=True, each=1, below=2)
    assert verify(str(tmp_path / "harness.c"), Config(engine="explicit")).verdict == verdict
