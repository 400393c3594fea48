"""The table of operations is complete, and whoever tells operations apart says what happens to those that it does not name.

An operation that is new fails here until it has a row, belongs to the groups that its row says, can be printed, written as IVL
and read again; mypy says where a `match` forgets it.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterator
from types import UnionType
from typing import Any, get_args

import pytest

from tests.unit.ir import dispatch
from threadproof.errors import InternalError
from threadproof.export.ivl.names import IvlNames, Records
from threadproof.export.ivl.operation import OperationWriter
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir import opfacts
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.opfacts import FACTS, End, Form, Role, Touch, Waiting
from threadproof.ir.text import op_text
from threadproof.ir.types import U32
from threadproof.ir.uses import map_op, op_changed, op_exprs, op_target, op_variables


def declared() -> list[type]:
    """Classes of `ir/op` that are no enumerations: whether anybody has thought of them or not."""
    return [
        kind
        for kind in vars(ops).values()
        if inspect.isclass(kind) and kind.__module__ == ops.__name__ and hasattr(kind, "_fields")
    ]


def sample(kind: type, number: Iterator[int]) -> tuple[Any, list[Expr], list[Variable]]:
    """An operation of the kind with a different expression and variable wherever it has one."""
    exprs: list[Expr] = []
    variables: list[Variable] = []
    values: list[object] = []

    def one() -> Expr:
        exprs.append(e.var(Variable(f"x{next(number)}", U32)))
        return exprs[-1]

    for type_ in kind.__annotations__.values():
        match type_:
            case "Expr" | "Expr | None":
                values.append(one())
            case "tuple[Expr, ...]":
                values.append((one(), one()))
            case "Variable" | "Variable | None":
                variables.append(Variable(f"v{next(number)}", U32))
                values.append(variables[-1])
            case _:
                values.append({"bool": True, "str": "RW", "Origin": ops.Origin.INPUT, "tuple[int, ...]": (1,)}.get(type_))
    return kind(*values), exprs, variables


def kinds() -> list[type]:
    return list(get_args(ops.Op))


def with_fact(holds: Any) -> set[type]:
    return {kind for kind, facts in FACTS.items() if holds(facts)}


def test_every_operation_has_a_row_and_is_one() -> None:
    assert set(declared()) == set(kinds()), "a class of ir/op that is not in Op"
    assert set(FACTS) == set(kinds()), "a row in ir/opfacts for each class of Op"


LOWERED = (Form.LOWERED, Form.EVERY)
COLUMNS: list[tuple[UnionType, Any]] = [
    (ops.Access, lambda f: f.touches in (Touch.READ, Touch.WRITE)),
    (ops.Touching, lambda f: f.touches is not Touch.NOTHING),
    (ops.Ordering, lambda f: f.visible and f.touches is Touch.NOTHING),
    (ops.Blocking, lambda f: f.waits is Waiting.BLOCKS),
    (ops.Yielding, lambda f: f.waits is Waiting.GIVES_WAY),
    (ops.Bracket, lambda f: f.nests != 0),
    (ops.ThreadEnd, lambda f: f.ends is End.THREAD),
    (ops.Ending, lambda f: f.ends is not End.NOTHING),
    (ops.Entering, lambda f: f.enters),
    (ops.Failing, lambda f: f.fails and f.form in LOWERED and f.role is not Role.KERNEL),
    (ops.Kernel, lambda f: f.role is Role.KERNEL),
    (ops.DataOp, lambda f: f.role is Role.DATA),
]


@pytest.mark.parametrize(("group", "holds"), COLUMNS, ids=[str(group).replace("threadproof.ir.op.", "") for group, _ in COLUMNS])
def test_groups_are_columns(group: UnionType, holds: Any) -> None:
    assert set(get_args(group)) == with_fact(holds)


def test_groups_by_field() -> None:
    assert set(get_args(ops.Condition)) == {kind for kind in kinds() if "condition" in kind.__annotations__}
    assert set(get_args(ops.EventOp)) == {kind for kind in kinds() if "event" in kind.__annotations__}
    control = with_fact(lambda f: f.role in (Role.CONTROL, Role.THREADS)) - set(get_args(ops.Condition))
    assert set(get_args(ops.ControlOp)) == control


def test_every_group_is_compared_with_the_table() -> None:
    by_field = {"Condition", "EventOp", "ControlOp"}
    compared = {name for name, value in vars(ops).items() if any(value is group for group, _ in COLUMNS)}
    assert compared | by_field == dispatch.GROUPS


@pytest.mark.parametrize("kind", kinds(), ids=lambda kind: kind.__name__)
def test_operands_and_variables_are_the_fields(kind: type) -> None:
    op, exprs, variables = sample(kind, iter(range(100)))
    assert op_exprs(op) == tuple(exprs)
    assert [op_changed(op)] == (variables or [None])
    assert op_target(op) is (op_changed(op) if "target" in kind.__annotations__ else None)
    assert set(op_variables(op)) == {*variables, *(expr.payload for expr in exprs)}
    assert map_op(op, lambda expr: expr, lambda variable: variable) == op
    other = {variable: Variable(f"{variable.name}'", U32) for variable in [*variables, *(expr.payload for expr in exprs)]}
    moved = map_op(op, lambda expr: e.var(other[expr.payload]), lambda variable: other[variable])
    assert op_exprs(moved) == tuple(e.var(other[expr.payload]) for expr in exprs)
    assert op_changed(moved) is (other[variables[0]] if variables else None)


def ivl(op: ops.Op) -> str:
    op = ops.Fence(op.before, op.after) if isinstance(op, ops.Fence) else op  # one that is only wanted is not written
    return OperationWriter(IvlNames(), Records()).text(op)


@pytest.mark.parametrize("shown", [op_text, ivl])
def test_texts_tell_operations_apart(shown: Callable[[ops.Op], str]) -> None:
    texts: dict[str, str] = {}
    for kind in kinds():
        op = sample(kind, iter(range(100)))[0]
        try:
            text = shown(op)
        except AssertionError:
            pytest.fail(f"no text for {kind.__name__}")
        assert texts.setdefault(text, kind.__name__) == kind.__name__


def test_ivl_reads_every_operation() -> None:
    made = "".join(file.read_text() for file in (dispatch.SOURCES / "frontend" / "ivl").glob("*.py"))
    assert [kind.__name__ for kind in kinds() if not re.search(rf"\bops\.{kind.__name__}\b", made)] == []


def test_what_nobody_declared_is_an_error() -> None:
    class Unknown:
        pass

    for use in (op_exprs, op_text):
        with pytest.raises((InternalError, AssertionError)):
            use(Unknown())  # type: ignore[operator]
    with pytest.raises(InternalError, match="analyses/x does not know the operation Halt"):
        opfacts.ignored(ops.Halt(), "analyses/x", Role.DATA)


# -- dispatch --------------------------------------------------------------------------------------------------------------


def test_every_match_says_what_becomes_of_other_operations() -> None:
    """`case _: assert_never(op)`, `case _: ignored(op, ...)`, or what is right for any operation."""
    found = list(dispatch.matches())
    assert len(found) > 40
    assert [f"{place.file}:{place.line}" for place in found if not place.complete] == []


ALLOWED = "others are refused, stay as they are, or are assumed to do anything"
NAMED = "about what just these mean"
LOCAL = {
    "Advance Idle Simulate": NAMED,  # main's, before which threads do not run (`passes/initialised_constants`)
    "Alloc Assign Assume Halt Havoc Return Skip ThreadExit": ALLOWED,
    "Assign Assume AtomicBegin AtomicEnd Await Check Cut Halt Havoc Join Return Skip Spawn ThreadExit Write": ALLOWED,
    "Assign Assume AtomicBegin AtomicEnd Await Check Havoc Skip Write": ALLOWED,
    "Assign Assume AtomicBegin AtomicEnd Check Fence Havoc Skip Write": ALLOWED,
    "Assign AtomicBegin AtomicEnd Came Havoc Now RequestUpdate Skip Write": ALLOWED,
    "Assign Havoc": NAMED,  # of `DataOp`: sets a whole variable
    "Assign Fence": NAMED,  # what an attempt at a lock leaves behind (`passes/attempts`)
    "Assign Havoc Load Skip Store": ALLOWED,
    "Assign Havoc Skip": ALLOWED,
    "Assign Havoc Write": ALLOWED,
    "Assign Now Return Skip": ALLOWED,
    "Assign Write": ALLOWED,
    "Assume Await": NAMED,  # conditions that hold where the step is taken
    "Assume Skip": ALLOWED,
    "Await Check": NAMED,  # conditions that a counterexample may end at
    "Await Ending": NAMED,
    "Await Join Spawn": NAMED,  # begin a step; so does `AtomicBegin`, by itself
    "AwaitEnd Resume Suspend": NAMED,  # refuse some constant operands
    "AwaitEnd Wait": NAMED,  # wait for something that others do
    "Blocking Halt": NAMED,
    "Bracket Condition Cut DataOp Fence Skip": ALLOWED,
    "Call Havoc Load ObjectSize": ALLOWED,
    "Check Cut": NAMED,  # what is reported at once
    "Check Cut Halt": NAMED,
    "Compared Free Load ObjectSize Store": NAMED,  # have an address whose object matters
    "Free Lifetime Store": NAMED,  # may change or end an object that holds a lock (`sched/lock_writes`)
    "Free Load": NAMED,  # what a delayed write may be overtaken by, under tso
    "Free Load ObjectSize Store": NAMED,
    "Free Store": NAMED,  # what changes an object
    "Halt ThreadExit": NAMED,  # of `Ending`: those that are there after `inline`, without a failure
    "Idle Wait": NAMED,
    "Join Spawn": NAMED,  # what has to do with the numbers of threads
    "Ordering Touching": NAMED,  # a thread rests before them
    "Resume Stop Suspend": NAMED,  # orders to a thread
    "Resume Suspend": NAMED,
}


def test_groups_have_names() -> None:
    """A group that is written out in place is not seen by whoever adds an operation: `ir/op` names them, or it is known here."""
    found = {" ".join(sorted(place.names)): f"{place.file}:{place.line}" for place in dispatch.groups()}
    assert {names: place for names, place in found.items() if names not in LOCAL} == {}
    assert set(LOCAL) <= set(found), "no longer there"
