"""Which places addresses may refer to."""

from __future__ import annotations

from pytest import MonkeyPatch

from tests.unit.passes.c import source
from threadproof.analyses import andersen
from threadproof.analyses.andersen import overlaps
from threadproof.analyses.points_to import Pointees, PointsTo, Target
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr
from threadproof.ir.program import Edge, MemoryObject, Program
from threadproof.passes import runner

HEAD = """
#include <pthread.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
struct pair { int a; int *b; };
int x, y, arr[4];
struct pair s, pairs[3];
int *p;
"""


def pointees(body: str, before: str = "") -> Pointees:
    """Of the last store of 77."""
    program = runner.run(source(HEAD + before + "int main(void) {\n" + body + "\nreturn 0; }"), (runner.REACHABLE,))
    points = PointsTo(program)
    return points.of(stores(program)[-1].address)


def stores(program: Program) -> list[ops.Store]:
    found = [op for f in program.functions.values() for edge in f.edges for op in edge.ops if isinstance(op, ops.Store)]
    return [store for store in found if store.value.is_const and store.value.payload == 77]


def places(found: Pointees) -> set[tuple[str, int, int]]:
    names = {place: _name(place.target) for place in found.places}
    return {(names[place], place.offset, place.stride) for place in found.places}


def _name(target: object) -> str:
    if isinstance(target, Edge):
        (op,) = target.ops
        assert isinstance(op, ops.Alloc)
        return op.name or "heap"
    return str(target)


def test_members_have_constant_offsets() -> None:
    assert places(pointees("struct pair *q = &s; int **r = &q->b; *r = &x; *s.b = 77;")) == {("x", 0, 0)}
    assert places(pointees("*(&s.a) = 77;")) == {("s", 0, 0)}


def test_indices_have_strides() -> None:
    found = pointees("int i = x; pairs[i].a = 77;")
    assert places(found) == {("pairs", 0, 8)}
    assert not found.number and not found.unknown
    assert places(pointees("int i = x; arr[i] = 77;")) == {("arr", 0, 4)}
    assert places(pointees("int i = x; ((char *)&arr[i])[1] = 77;")) == {("arr", 1, 4)}


def test_pointers_that_walk_get_a_stride() -> None:
    assert places(pointees("for (int *q = arr; q < arr + 4; q++) *q = 77;")) == {("arr", 0, 0), ("arr", 0, 4)}


def test_order_does_not_matter_and_null_is_a_number() -> None:
    found = pointees("p = 0; p = &x; int *q = p; if (y) q = &y; *q = 77;")
    assert places(found) == {("x", 0, 0), ("y", 0, 0)}
    assert found.number


def test_certain_addresses_are_no_numbers() -> None:
    assert not pointees("int *q = y ? &x : &arr[2]; *q = 77;").number


def test_unset_registers_may_be_anything() -> None:
    assert pointees("int *q; if (y) q = &x; *q = 77;").number


def test_container_of_and_integers() -> None:
    assert places(pointees("int **m = &s.b; struct pair *q = (struct pair *)((char *)m - 4); q->a = 77;")) == {("s", 0, 0)}
    assert places(pointees("uintptr_t n = (uintptr_t)&x; n += 0; int *q = (int *)n; *q = 77;")) == {("x", 0, 0)}
    assert places(pointees("uintptr_t n = (uintptr_t)&x | 1; int *q = (int *)(n & ~1u); *q = 77;")) == {("x", 0, 1)}


def test_distances_are_numbers() -> None:
    assert places(pointees("long d = &arr[3] - arr; int *q = &x + d; *q = 77;")) == {("x", 0, 4)}


def test_copied_structs_keep_their_pointers() -> None:
    assert places(pointees("s.b = &x; pairs[1] = s; struct pair t; memcpy(&t, &pairs[1], sizeof t); *t.b = 77;")) >= {("x", 0, 0)}
    assert "y" not in {name for name, _, _ in places(pointees("s.b = &x; struct pair t = s; *t.b = 77; p = &y;"))}


def test_each_allocation_is_an_object() -> None:
    body = "int *q = __builtin_alloca(4); int local; int *r = y ? q : &local; *r = 77;"
    assert {name for name, _, _ in places(pointees(body))} >= {"local"}


def test_calls_through_pointers() -> None:
    before = "void one(int *t) { *t = 77; } void two(int *t) { *t = 5; } void (*table[])(int *) = { one, two };"
    assert places(pointees("table[x](&y); one(&x);", before)) == {("x", 0, 0), ("y", 0, 0)}


def test_arguments_and_results_of_threads() -> None:
    before = "void *work(void *arg) { *(int *)arg = 77; return &x; }"
    body = "pthread_t t; pthread_create(&t, 0, work, &y); pthread_join(t, 0);"
    assert places(pointees(body, before)) == {("y", 0, 0)}
    body = "pthread_t t; void *r; pthread_create(&t, 0, work, &y); pthread_join(t, &r); *(int *)r = 77;"
    assert places(pointees(body, before.replace("77", "1"))) == {("x", 0, 0)}


def test_unknown_addresses_are_known_to_be_unknown() -> None:
    assert pointees("int *q = external(); *q = 77;", "int *external(void);").unknown
    found = pointees("int *q = (int *)(uintptr_t)nondet(); *q = 77;", "extern unsigned nondet(void);")
    assert found.places == () and found.number


def test_overlaps() -> None:
    assert overlaps((0, 0, 4), (3, 0, 1)) and not overlaps((0, 0, 4), (4, 0, 4))
    assert overlaps((0, 8, 4), (16, 0, 4)) and not overlaps((0, 8, 4), (20, 0, 4))
    assert overlaps((0, 8, 4), (4, 12, 2))  # 8 * n and 4 + 12 * m meet at 16


WALKS = """
struct node { struct node *next; int *value; void (*then)(int *); } nodes[40];
void one(int *q) { *q = 1; }
void two(int *q) { p = q; }
void walk(void) {
    struct node *at = nodes;
    for (char **slot = (char **)&at; x; *slot += sizeof(struct node)) {
        at->next = at + x;
        at->value = x ? &arr[x] : &y;
        at->then = x ? one : two;
        if (at->next->value)
            at->next->then(at->value);
        memcpy(&s, at, sizeof s);
        s.b = (int *)((char *)at->next + y);
    }
    int *a = &x, *b = &y;
    for (int i = 0; i < y; i++) {
        int *c = a;
        a = b;
        b = c;
        *c = i;
    }
    *a = *b;
}
"""


def addresses(program: Program) -> dict[Expr, Pointees]:
    points = PointsTo(program)
    accesses = (op for f in points.edges.values() for edge in f for op in edge.ops if isinstance(op, ops.Load | ops.Store))
    return {op.address: points.of(op.address) for op in accesses}


def walks() -> Program:
    body = "int main(void) { p = &x; walk(); *p = 77; return 0; }"
    return runner.run(source(HEAD + WALKS + body), (runner.REACHABLE,))


def test_cycles_of_copies_are_one_node(monkeypatch: MonkeyPatch) -> None:
    plain = addresses(walks())
    monkeypatch.setattr(andersen, "_PATIENCE", -1)
    merged: list[list[int]] = []
    merge = andersen.PointsToSolver._merge

    def noted(self: andersen.PointsToSolver[Target], kept: int, nodes: list[int]) -> None:
        merged.append(nodes)
        merge(self, kept, nodes)

    monkeypatch.setattr(andersen.PointsToSolver, "_merge", noted)
    found = addresses(walks())
    assert merged
    assert {at: (places(one), one.number, one.unknown) for at, one in found.items()} == {
        at: (places(one), one.number, one.unknown) for at, one in plain.items()
    }


def test_objects_are_not_divided_where_that_takes_too_long(monkeypatch: MonkeyPatch) -> None:
    plain = addresses(walks())
    monkeypatch.setattr(andersen, "_STEPS", 0)
    found = addresses(walks())
    assert set(plain) <= set(found)
    assert any(place.stride for one in found.values() for place in one.places)
    for at, one in plain.items():
        assert one.targets <= found[at].targets
        assert one.number <= found[at].number and one.unknown <= found[at].unknown
        assert all(place.stride == 1 or not isinstance(place.target, MemoryObject) for place in found[at].places)


def test_a_pointer_that_walks_through_memory_has_few_places() -> None:
    found = pointees("char *at = (char *)&x; for (char **slot = &at; y; *slot += 4) { } *at = 77;")
    inside = {place.offset for place in found.places if not place.stride}
    assert {0, 4} <= inside and len(found.places) < 16
    assert any(place.stride == 8 for place in found.places)


def test_a_function_pointer_that_is_copied_by_bytes_is_called() -> None:
    before = "void store(void) { x = 77; }\nvoid (*given)(void) = store, (*taken)(void);\n"
    copy = "for (int i = 0; i < (int)sizeof given; i++) ((char *)&taken)[i] = ((char *)&given)[i];"
    program = runner.run(source(HEAD + before + "int main(void) { " + copy + " taken(); return 0; }"), (runner.REACHABLE,))
    assert "store" in PointsTo(program).edges
