"""Linearisability: objects that are, and objects that are not, each with a reason of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from threadproof.config.options import Config
from threadproof.harness.command import generated
from threadproof.run.pipeline import verify


def verdict(tmp_path: Path, text: str, property: str = "unreach-call", **options: object) -> str:
    source, target = tmp_path / "unit.c", tmp_path / "harness.c"
    source.write_text(text)
    choices = {"linearizable": True, "each": 1, **options}
    target.write_text(generated((str(source),), Config(output=str(target), **choices)))
    return verify(str(target), Config(engine="explicit", property=property)).verdict


COUNTER = "struct counter { int n; };\nint next(struct counter *c) { %s }\n"
BROKEN = COUNTER % "int n = __atomic_load_n(&c->n, 0); __atomic_store_n(&c->n, n + 1, 0); return n;"
RIGHT = COUNTER % "return __atomic_fetch_add(&c->n, 1, 0);"


@pytest.mark.parametrize(("text", "expected"), [(BROKEN, "FALSE"), (RIGHT, "TRUE")])
def test_results(tmp_path: Path, text: str, expected: str) -> None:
    assert verdict(tmp_path, text) == expected


SILENT = """
struct counter { int n; };
void add(struct counter *c) { %s }
int value(struct counter *c) { return __atomic_load_n(&c->n, 0); }
"""
LOST = SILENT % "int n = __atomic_load_n(&c->n, 0); __atomic_store_n(&c->n, n + 1, 0);"
KEPT = SILENT % "__atomic_fetch_add(&c->n, 1, 0);"


@pytest.mark.parametrize(("text", "expected"), [(LOST, "FALSE"), (KEPT, "TRUE")])
def test_final_state(tmp_path: Path, text: str, expected: str) -> None:
    """Nothing that the threads call tells; what main calls in the end does."""
    assert verdict(tmp_path, text, calls=("add",), observe="value") == expected
    assert verdict(tmp_path, text, calls=("add",), observe="value,add,value") == expected


CELL = """
extern void __VERIFIER_atomic_begin(void), __VERIFIER_atomic_end(void);
struct cell { int full, value; };
int put(struct cell *c, int value) { %s; if (c->full) { %s; return 0; } c->full = 1; c->value = value; %s; return 1; }
int get(struct cell *c, int *value) { %s; int some = c->full; if (some) { *value = c->value; c->full = 0; } %s; return some; }
"""
BEGIN, END = "__VERIFIER_atomic_begin()", "__VERIFIER_atomic_end()"


@pytest.mark.parametrize(("marks", "expected"), [(("0",) * 5, "FALSE"), ((BEGIN, END, END, BEGIN, END), "TRUE")])
def test_results_through_pointers(tmp_path: Path, marks: tuple[str, ...], expected: str) -> None:
    assert verdict(tmp_path, CELL % marks, below=2) == expected


NODES = """
struct node { struct node *next; };
struct list { struct node *first; };
void push(struct list *l, struct node *n) {
    struct node *old = __atomic_load_n(&l->first, 0);
    do n->next = old; while (!__atomic_compare_exchange_n(&l->first, &old, n, 0, 0, 0));
}
struct node *pop(struct list *l) {
    struct node *old = __atomic_load_n(&l->first, 0);
    %s
    return old;
}
"""
EXCHANGED = NODES % "while (old && !__atomic_compare_exchange_n(&l->first, &old, old->next, 0, 0, 0));"
STORED = NODES % "if (old) __atomic_store_n(&l->first, old->next, 0);"


@pytest.mark.parametrize(("text", "expected"), [(EXCHANGED, "TRUE"), (STORED, "FALSE")])
def test_records_that_are_kept(tmp_path: Path, text: str, expected: str) -> None:
    """A stack of nodes: the same node is popped twice. That a node comes back is seen by which call passed it."""
    found = verdict(tmp_path, text, calls=("push", "pop"), init="push(&subject, calloc(1, sizeof(struct node)))", threads=3)
    assert found == expected


ORDER = """
struct queue { int tail, head; void *cells[4]; };
void put(struct queue *q, void *item) { q->cells[q->tail++] = item; }
void *take(struct queue *q) { return q->head < q->tail ? q->cells[%s] : 0; }
"""


def test_items(tmp_path: Path) -> None:
    """In one thread, where nothing can go wrong: items of the calls again are those of the calls before."""
    assert verdict(tmp_path, ORDER % "q->head++", threads=1, each=3) == "TRUE"


REAL_TIME = """
struct cell { int now, later; };
int write(struct cell *c, int value) { __atomic_store_n(&c->now, value, 0); return 0; }
int read(struct cell *c) { int old = __atomic_load_n(&c->%s, 0); __atomic_store_n(&c->later, c->now, 0); return old; }
"""


@pytest.mark.parametrize(("field", "expected"), [("now", "TRUE"), ("later", "FALSE")])
def test_real_time(tmp_path: Path, field: str, expected: str) -> None:
    """A value that is one read late: the code run alone says so, too, but not that another thread's read makes it current."""
    text = REAL_TIME % field
    assert verdict(tmp_path, text, calls=("write,read", "read"), below=2, each=2) == expected


STUCK = """
struct cell { int busy, value; };
int put(struct cell *c) {
    if (__atomic_exchange_n(&c->busy, 1, 0)) {
        %s
        for (;;);
    }
    __atomic_store_n(&c->value, 1, 0);
    __atomic_store_n(&c->busy, 0, 0);
    return 0;
}
int get(struct cell *c) { return __atomic_load_n(&c->value, 0); }
"""
SPOILT = STUCK % "__atomic_store_n(&c->value, 2, 0);"
UNCHANGED = STUCK % ""


@pytest.mark.parametrize(
    ("text", "pending", "calls", "expected"),
    [
        (SPOILT, False, ("put", "get", "put"), "TRUE"),
        (SPOILT, True, ("put", "get", "put"), "FALSE"),
        (UNCHANGED, True, ("put,get", "put"), "TRUE"),
    ],
)
def test_calls_that_never_return(tmp_path: Path, text: str, pending: bool, calls: tuple[str, ...], expected: str) -> None:
    """A second `put` at the same time is stuck, and what it did before is seen by a `get` that returns."""
    assert verdict(tmp_path, text, calls=calls, threads=len(calls), pending=pending) == expected


@pytest.mark.parametrize("first", ["put", "get"])
def test_a_call_that_has_not_returned_may_have_happened(tmp_path: Path, first: str) -> None:
    """`get` sees what `put` wrote before it returns: the call in progress counts, or does not, as it must."""
    assert verdict(tmp_path, UNCHANGED, calls=(first, "get"), pending=True) == "TRUE"


@pytest.mark.parametrize(
    ("text", "options", "expected"),
    [(BROKEN, {}, "FALSE"), (KEPT, {"calls": ("add",), "observe": "value"}, "TRUE"), (RIGHT, {"pending": True}, "TRUE")],
)
def test_the_comparison_hides_and_makes_no_races(tmp_path: Path, text: str, options: dict[str, object], expected: str) -> None:
    """The counts order nothing: a race of the library stays one, and the records are no race."""
    plain = text.replace("__atomic_store_n(&c->n, n + 1, 0)", "c->n = n + 1")
    assert verdict(tmp_path, plain, "no-data-race", **options) == expected
