"""How objects become cells: their shape, the arithmetic on addresses, and what a lowered program looks like."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.unit.passes.c import shared_names, stage, verdict
from threadproof.evidence.result import Safe, Unknown
from threadproof.ir import arith
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.layout import ArrayOf, Field, Record
from threadproof.ir.program import Program
from threadproof.ir.text import program_text
from threadproof.ir.types import BOOL, F32, I8, I16, I32, INDEX, P32, U8, U16, U32, U64, ArrayType, IntType, Type, byte_size
from threadproof.ir.walk import substitute
from threadproof.passes.memory.cells import Cell, load, store
from threadproof.passes.memory.linear import linear
from threadproof.passes.memory.shape import Pattern, divide
from threadproof.passes.options import PassOptions

# -- shape -------------------------------------------------------------------------------------------------------------


def shape(size: int | None, *patterns: tuple[int, int, Type], layout: object = None) -> set[tuple[int, int, int, str]]:
    """(first, step, count, type) of every column."""
    columns = divide(size, layout, [Pattern(*pattern) for pattern in patterns])  # type: ignore[arg-type]
    return {(column.first, column.step, column.count or 0, str(column.type)) for column in columns}


def test_members_get_a_cell_each() -> None:
    assert shape(12, (0, 0, I32), (4, 0, P32), (8, 0, I16)) == {(0, 0, 1, "i32"), (4, 0, 1, "p32"), (8, 0, 1, "i16")}


def test_accesses_of_one_width_share_a_typed_cell() -> None:
    assert shape(1, (0, 0, BOOL), (0, 0, U8)) == {(0, 0, 1, "u8")}
    assert shape(4, (0, 0, F32), (0, 0, U32)) == {(0, 0, 1, "u32")}


def test_parts_of_a_word_share_a_wide_cell() -> None:
    assert shape(4, (0, 0, U32), (1, 0, U8)) == {(0, 0, 1, "u32")}
    assert shape(8, (0, 0, U32), (2, 0, U32)) == {(0, 0, 1, "u48")}


def test_arrays_and_columns() -> None:
    assert shape(20, (0, 4, I32), (8, 0, I32)) == {(0, 4, 5, "i32")}
    assert shape(24, (0, 12, I32), (4, 12, P32), (8, 12, I8)) == {(0, 12, 2, "i32"), (4, 12, 2, "p32"), (8, 12, 2, "i8")}
    assert shape(24, (0, 12, I32), (4, 12, P32), (16, 0, P32)) == {(0, 12, 2, "i32"), (4, 12, 2, "p32")}


def test_what_does_not_fit_becomes_bytes() -> None:
    assert shape(8, (0, 4, I32), (0, 1, U8)) == {(0, 1, 8, "u8")}


def test_a_member_array_leaves_the_rest_alone() -> None:
    layout = Record(24, (Field("n", 0, I32), Field("data", 4, ArrayOf(I32, 4, 4)), Field("end", 20, I32)))
    patterns = ((0, 0, I32), (4, 4, I32), (20, 0, I32))
    assert shape(24, *patterns, layout=layout) == {(0, 0, 1, "i32"), (4, 4, 4, "i32"), (20, 0, 1, "i32")}
    assert shape(24, *patterns) == {(0, 4, 6, "i32")}
    assert shape(24, *patterns, (0, 4, I32), layout=layout) == {(0, 4, 6, "i32")}


def test_accesses_outside_get_nothing() -> None:
    assert shape(4, (4, 0, I32), (-4, 0, I32)) == set()


# -- cells -------------------------------------------------------------------------------------------------------------

SCALARS = [BOOL, U8, I8, I16, U16, I32, U32, P32, F32]


def evaluate(expr: Expr, known: dict[Variable, Expr]) -> Expr:
    return substitute(expr, lambda node: known.get(node.payload) if node.op == "var" else None)


@given(st.binary(min_size=8, max_size=8), st.data())
def test_a_cell_holds_bytes(data: bytes, draw: st.DataObject) -> None:
    """Writing a scalar into a wide cell and reading any scalar back is what happens to bytes in memory."""
    variable = Variable("cell", IntType(64, False), shared=True)
    memory = bytearray(data)
    written, read = draw.draw(st.sampled_from(SCALARS)), draw.draw(st.sampled_from(SCALARS))
    at, back = (draw.draw(st.integers(0, 8 - byte_size(type_))) for type_ in (written, read))
    value = arith.from_bytes(written, draw.draw(st.binary(min_size=byte_size(written), max_size=byte_size(written))))
    (op,) = store(Cell(variable), at, e.const(written, value))
    assert isinstance(op, ops.Assign)
    content = evaluate(op.value, {variable: e.const(U64, int.from_bytes(memory, "little"))})
    memory[at : at + byte_size(written)] = arith.to_bytes(written, value)
    assert content is e.const(U64, int.from_bytes(memory, "little"))
    found = evaluate(load(Cell(variable), back, read), {variable: content})
    assert found is e.const(read, arith.from_bytes(read, bytes(memory[back : back + byte_size(read)])))


def test_words_in_an_array_of_bytes() -> None:
    variable = Variable("bytes", ArrayType(U8, 8), shared=True)
    cell = Cell(variable, e.const(INDEX, 2))
    writes = store(cell, 0, e.const(I32, 0x01020304))
    assert [(op.index.payload, op.value.payload) for op in writes if isinstance(op, ops.Write)] == [
        (2, 4),
        (3, 3),
        (4, 2),
        (5, 1),
    ]
    array = e.fill(ArrayType(U8, 8), e.const(U8, 0))
    for op in writes:
        assert isinstance(op, ops.Write)
        array = e.store(array, op.index, op.value)
    assert evaluate(load(cell, 0, I32), {variable: array}) is e.const(I32, 0x01020304)


# -- addresses ---------------------------------------------------------------------------------------------------------


@given(st.lists(st.tuples(st.sampled_from(["add", "sub", "mul"]), st.integers(-50, 50)), max_size=6), st.integers(0, 99))
def test_linear_form_has_the_same_value(steps: list[tuple[str, int]], start: int) -> None:
    i, j = Variable("i", I32), Variable("j", P32)
    expr: Expr = e.cast(P32, e.var(i))
    for op, number in steps:
        operand = e.const(P32, number)
        expr = e.binary(op, expr, operand) if op == "mul" else e.binary(op, expr, e.mul(e.var(j), operand))
    known = {i: e.const(I32, start - 50), j: e.const(P32, 3 * start)}
    form = linear(expr, P32)
    assert evaluate(form.expr(), known) is evaluate(expr, known)
    assert evaluate(form.minus(7).expr(), known) is evaluate(e.sub(expr, e.const(P32, 7)), known)


def test_the_base_of_an_array_cancels_out() -> None:
    i = e.var(Variable("i", I32))
    form = linear(e.add(e.mul(e.cast(P32, i), e.const(P32, 12)), e.const(P32, 0x10004)), P32).minus(0x10000)
    assert form.terms == ((i, 12),) and form.constant == 4
    assert form.minus(4).divides(12) and form.minus(4).over(12).expr() is e.cast(P32, i)


# -- programs ----------------------------------------------------------------------------------------------------------


def operations(program: Program, kind: type) -> list[ops.Op]:
    return [op for f in program.functions.values() for edge in f.edges for op in edge.ops if isinstance(op, kind)]


THREADS = """
#include <pthread.h>
#include <stdlib.h>
extern void reach_error(void);
struct node { int value; struct node *next; } *head;
int limit, seen[4];
void *work(void *arg) {
    %s
    return 0;
}
int main(void) { pthread_t t, u; pthread_create(&t, 0, work, 0); pthread_create(&u, 0, work, 0);
    %s
    return 0; }
"""


def test_confined_objects_are_registers() -> None:
    program = stage(THREADS % ("struct node n, *p = &n; int a[3]; p->value = 1; a[p->value] = 2; limit = a[1];", "limit = 1;"))
    assert shared_names(program) == {"limit"}


def test_single_threaded_globals_are_registers() -> None:
    assert shared_names(stage(THREADS % ("limit = 2;", "limit = 1; head = 0; seen[1] = 1;"))) == {"limit"}


def test_instances_of_an_allocation_are_indexed() -> None:
    text = THREADS % ("struct node *n = malloc(sizeof *n); n->value = 1; head = n;", "if (head) limit = head->value;")
    program = stage(text)
    assert shared_names(program) == {"head", "heap@8"}  # nobody accesses the other member
    (array,) = (v for op in operations(program, ops.Write) for v in [op.array] if isinstance(op, ops.Write))  # type: ignore[attr-defined]
    assert array.type == ArrayType(I32, 3)  # one per thread


def test_no_guards_where_only_one_place_is_possible() -> None:
    text = THREADS % ("int *p = arg ? &limit : &limit; *p = 1; seen[2] = 1;", "limit = seen[2];")
    program = stage(text)
    assert not [op for op in operations(program, ops.Check) if isinstance(op, ops.Check) and op.kind == "invalid-deref"]


def test_bounds_are_checked_on_the_index() -> None:
    text = THREADS % ("int i = limit; seen[i] = 1;", "limit = seen[1];")
    assert 'check invalid-deref p32(%1) < 4 "write where no live object is"' in program_text(stage(text)).replace("i)", "%1)")


def test_several_objects_are_alternatives() -> None:
    text = THREADS % ("int *p = arg ? &limit : &seen[1]; *p = 1;", "limit = seen[1];")
    lowered = program_text(stage(text, "memory"))
    assert "limit := 1" in lowered and "seen[1] := 1" in lowered


def test_unresolved_pointers_are_cut() -> None:
    text = "int *external(void); int main(void) { int *p = external(); *p = 1; return 0; }"
    result = verdict(stage(text))
    assert isinstance(result, Unknown) and "unresolved pointer at" in result.reason
    cuts = [op.reason for op in operations(stage(text), ops.Cut) if isinstance(op, ops.Cut)]
    assert [reason for reason in cuts if reason.startswith("unresolved pointer") and reason.endswith("program.c:1")]


def test_limit_of_instances_is_cut() -> None:
    text = "#include <stdlib.h>\nint *p; int main(void) { for (int i = 0; i < 3; i++) "
    text += "{ int *q = malloc(4); *q = i; p = q; } return *p; }"
    assert isinstance(verdict(stage(text, options=PassOptions(heap_limit=3))), Safe)
    result = verdict(stage(text, options=PassOptions(heap_limit=2)))
    assert isinstance(result, Unknown) and "limit of 2 objects made at" in result.reason


def test_huge_objects_are_cut() -> None:
    text = "#include <stdlib.h>\nint main(void) { char *p = malloc(3000000000u); p[5] = 1; return 0; }"
    result = verdict(stage(text))
    assert isinstance(result, Unknown) and "limit of size of an object made at" in result.reason


def test_initial_values_that_differ_are_written_by_main() -> None:
    text = "int a[5] = { 7, 0, 0, 9 }, i; int main(void) { i = 1; a[i] = 1; int t = 0; "
    text += "for (int k = 0; k < 5; k++) t += a[k]; return t; }"
    program = stage(text, "memory")
    array = next(v for v in program.initial if v.name == "a")
    assert program.initial[array] is e.zero(I32)
    first = [edge for edge in program.entry.edges if edge.source == program.entry.entry]
    writes = [(op.index.payload, op.value.payload) for op in first[0].ops if isinstance(op, ops.Write)]
    assert writes == [(0, 7), (3, 9)]


@pytest.mark.parametrize("name", ["memory", "lowered"])
def test_operations_are_those_of_lowered_programs(name: str) -> None:
    text = THREADS % ("struct node *n = malloc(sizeof *n); n->next = head; head = n; free(n);", "pthread_join(t, 0);")
    kinds = {type(op) for f in stage(text, name).functions.values() for edge in f.edges for op in edge.ops}
    assert kinds.isdisjoint({ops.Load, ops.Store, ops.Alloc, ops.Free, ops.ObjectSize, ops.Call, ops.Return})


# -- objects of blocks that are entered again ----------------------------------------------------------------------------

LOOP = "int *kept; int main(void) {{ for (int i = 0; i < 9; i++) {{ int x = i; {0} }} return 0; }}"


@pytest.mark.parametrize("use", ["int *p = &x; *p = 2;", "int a[2] = {{1}}; int *p = i ? &x : a; *p = 2;"])
def test_nobody_holds_the_address_when_the_block_is_left(use: str) -> None:
    text = program_text(stage(LOOP.format(use.format())))
    assert ".ended" not in text
    assert ".count" not in text


def test_two_instances_where_the_address_is_kept() -> None:
    program = stage(LOOP.format("kept = &x; *kept = 2;"))
    text = program_text(program)
    assert "bool[2]" in text
    assert "x.count :=" in text
    assert "limit of" not in text  # whatever the number of iterations
    assert isinstance(verdict(program, "valid-memsafety"), Safe)


def test_an_instance_each_where_there_are_few() -> None:
    program = stage(LOOP.format("kept = &x; *kept = 2;").replace("9", "3"))
    text = program_text(program)
    assert "bool[3]" in text
    assert "x.count?" not in text  # nothing is chosen
    assert isinstance(verdict(program, "valid-memsafety"), Safe)


@pytest.mark.parametrize("use", ["shown[1] == shown[2]", "shown[1] < shown[2]"])
def test_an_instance_each_where_integers_made_of_addresses_are_compared(use: str) -> None:
    text = "unsigned long shown[9]; " + LOOP.format("shown[i] = (unsigned long)&x; kept = (int *)shown[i]; *kept = " + use + ";")
    assert "limit of 8 objects" in program_text(stage(text))


def test_what_is_made_while_the_last_one_lives_has_an_instance_each() -> None:
    text = "int *kept; int main(void) { int n = 2; for (int i = 0; i < 9; i++) f(); return 0; }"
    program = stage("void *malloc(unsigned long); " + text.replace("f()", "kept = malloc(4)"))
    assert "limit of 8 objects" in program_text(program)
