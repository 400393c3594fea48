"""Harnesses: what is chosen, an argument for every kind of parameter, and what the programs show."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.places import ROOT
from threadproof.config.options import Config
from threadproof.errors import UserError
from threadproof.frontend.c import load
from threadproof.frontend.c.options import COptions
from threadproof.harness.arguments import Purpose
from threadproof.harness.command import generated, path, repeated, verified
from threadproof.ir.program import Program
from threadproof.ir.types import LP64
from threadproof.run.pipeline import verify
from threadproof.run.projects import of_files

MORE = """
void store(table *t, const int *value) { t->room = *value; }
int opaque_take(table *t, void *into) { *(void **)into = t; return 0; }
"""

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
    target = tmp_path / "harness.c"
    made = generated((str(source),), Config(output=str(target), **options))
    target.write_text(made)
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
    assert "--each 1 --calls stack_push --init 'stack_init(&subject)' --below 2" in made
    assert "// Not called: stack_init, stack_pop, stack_peek." in made
    assert f"// to be edited and kept, and verified by\n//     threadproof verify {tmp_path}/harness.c\n" in made
    assert "    stack_init(&subject);" in made


def test_a_program_with_main_and_a_header(tmp_path: Path) -> None:
    made = written(tmp_path, "int x;\nvoid bump(void) { x++; }\nint main(void) { bump(); return 0; }\n")
    assert "#define main main_of_the_program" in made
    lowered(tmp_path)
    header = tmp_path / "counter.h"
    header.write_text("struct counter { int n; };\nstatic inline int count(struct counter *c) { return c->n++; }\n")
    text = generated((str(header),), Config(output=str(tmp_path / "harness.c")))
    (tmp_path / "harness.c").write_text(text)
    assert "count(&subject)" in text and "count" in lowered(tmp_path).functions


VOID = "struct s { int x; }; void f(struct s *p, int n) { p->x = n; }\nint g(struct s *p) { return p->x; }\n"


@pytest.mark.parametrize(
    ("text", "options", "message"),
    [
        ("static int f(void) { return 0; }\n", {}, "defines no function"),
        ("int f(int *p) { return *p; }\n", {"calls": ("g",)}, "no function 'g'"),
        ("int f(int *p) { return *p; }\n", {"linearizable": True}, "no function takes a pointer"),
        ("struct s { int x; }; int f(struct s *p) { return 0; }\n", {"linearizable": True, "unbounded": True}, "needs a bound"),
        ("struct s { int x; }; int f(struct s *p) { return 0; }\n", {"linearizable": True, "threads": 9}, "too much to compare"),
        (VOID, {"linearizable": True, "calls": ("f",)}, "--observe"),
        (VOID, {"linearizable": True, "calls": ("f+g",)}, "single functions"),
        (VOID, {"linearizable": True, "observe": "g", "pending": True}, "give one of them"),
        (VOID, {"argument": ("x",)}, "expected .FUNCTION"),
        (VOID, {"argument": ("f.x=1",)}, "no parameter of that name"),
        (VOID, {"argument": ("f.n=out",)}, "is no pointer"),
        (VOID, {"calls": ("f,",), "init": "h"}, "no function 'h'"),
    ],
)
def test_refused(tmp_path: Path, text: str, options: dict[str, object], message: str) -> None:
    with pytest.raises(UserError, match=message):
        written(tmp_path, text, **options)


def test_paths_and_commands() -> None:
    assert path("src/queue.c", Config()) == "queue_harness.c"
    config = Config(include=("inc",), define=("N=2",), data_model="ILP32", calls=("a", "b"), below=2, argument=("a.x=1 + 1",))
    compiling = "-DN=2 -Iinc -m32"
    assert verified(("q.h", "q.c"), config) == f"threadproof verify q_harness.c q.c {compiling}"
    options = "--calls a --calls b --below 2 --argument 'a.x=1 + 1'"
    assert repeated(("q.h", "q.c"), config) == f"threadproof harness q.h q.c {compiling} {options}"


def test_every_purpose_of_a_parameter(tmp_path: Path) -> None:
    """What each one becomes in a harness that compares."""
    made = written(tmp_path, KINDS + MORE, linearizable=True, each=1, argument=("put.small=7", "opaque_take.into=out"))
    lowered(tmp_path)
    shown = {
        Purpose.SHARED: "put(subject, ",
        Purpose.SAID: ", 7, call->passed.put_flag)",
        Purpose.NUMBER: "int put_value;",
        Purpose.LENGTH: "__VERIFIER_assume(0 <= length_in && length_in <= 8)",
        Purpose.STRUCTURE: "__VERIFIER_nondet_memory(&call->passed.value_n, sizeof call->passed.value_n);",
        Purpose.FUNCTION: "call->passed.sorted_done = callback",
        Purpose.ITEM: "call->passed.put_item = &items_passed[self][at];",
        Purpose.PLACE: "call->take_out == again->take_out",
        Purpose.INPUT: "&call->passed.store_value",
        Purpose.RECORD: "&call->link_node_node",
        Purpose.BYTES: "__builtin_memcmp(call->fill_buffer, again->fill_buffer, 8)",
        Purpose.NOTHING: "0 /* nothing is known about struct hidden */",
    }
    for purpose in Purpose:
        assert shown[purpose] in made, purpose
    assert "void *opaque_take_into;" in made and "what_is(call->opaque_take_into" in made
    assert "call->value_result.next" in made


def test_functions_of_other_headers_and_macros(tmp_path: Path) -> None:
    (tmp_path / "inner.h").write_text(
        "struct s { int x; };\ntypedef union { struct s *p; const void *q; } any __attribute__((__transparent_union__));\n"
        "static inline void set_(any a, int x) { a.p->x = x; }\nstatic inline void init_s(struct s *s) { s->x = 0; }\n"
    )
    (tmp_path / "outer.h").write_text('#include "inner.h"\n#define set set_\nextern int get(struct s *s);\n')
    (tmp_path / "outer.c").write_text('#include "outer.h"\nint get(struct s *s) { return s->x; }\n')
    target = tmp_path / "harness.c"
    files = (str(tmp_path / "outer.h"), str(tmp_path / "outer.c"))
    made = generated(files, Config(output=str(target), calls=("set,get", "get,set"), init="init_s"))
    with pytest.raises(UserError, match="no function 'sett'"):
        generated(files, Config(calls=("set,sett",)))
    assert "set((any){.p = &subject}, __VERIFIER_nondet_int());" in made and "get(&subject);" in made
    target.write_text(made)
    config = Config(engine="explicit", property="no-data-race", project=of_files((str(target), files[1])))
    assert verify(str(target), config).verdict == "FALSE"


def test_what_all_functions_take_is_shared(tmp_path: Path) -> None:
    text = """
    struct head { int x; }; struct tail { int y; }; struct cell { int z; }; struct node { int n; };
    void queue_init(struct head *h, struct tail *t) { h->x = t->y = 0; }
    int put(struct head *h, struct tail *t, struct cell *c, struct node *n) { return c[3].z; }
    int take(struct head *h, struct tail *t, struct cell *c) { return 0; }
    """
    made = written(tmp_path, text)
    assert "queue_init(&subject, &subject_t);" in made and "put(&subject, &subject_t, subject_c, n);" in made
    observed = written(tmp_path, text, calls=("put",), observe="take", linearizable=True)
    assert "put(subject, subject_t, subject_c, &call->put_n);" in observed
    alone = written(tmp_path, text, calls=("put",), init="queue_init(&subject, &subject_t); subject_n->n = 1")
    assert "put(&subject, subject_t, subject_c, subject_n);" in alone
    assert "static struct cell subject_c[4];" in made and "struct node *n = calloc(1, sizeof *n);" in made


def test_calls_one_after_the_other(tmp_path: Path) -> None:
    text = """
    typedef unsigned long handle;
    struct s { int x; };
    int begin(struct s *s, handle *h, int n) { *h = n; return 0; }
    int end(struct s *s, handle h, int n) { return h == n; }
    """
    made = written(tmp_path, text, calls=("begin+end",), each=1)
    assert "begin(&subject, &h, n);" in made and "end(&subject, h, n);" in made
    assert "case 1" not in made
    lowered(tmp_path)


def test_what_a_call_returns_is_passed_on(tmp_path: Path) -> None:
    made = written(tmp_path, KINDS, calls=("table_create+link_node+table_destroy",), argument=("room=3",))
    assert "subject" not in made
    assert "table *made;" in made and "made = table_create(3);" in made
    assert "link_node(made, node);" in made and "table_destroy(made);" in made
    lowered(tmp_path)
