"""setjmp and longjmp: a jump returns from function to function until the one that called setjmp is reached.

A function that calls setjmp has an object on the stack, its *marks*, one for each call of setjmp in its text. setjmp stores
the address of its mark in the `jmp_buf`, and longjmp stores that address in the thread-local variable `__tp_jump`
(`models/setjmp.c`). After each call of something that may jump stands a test of this variable. Where it is NULL, the program
goes on. Otherwise a function without marks returns at once; one with marks compares the address with its own ones, and goes on
behind the setjmp that it belongs to, as by `goto` (`lifetime`), or returns.

Why that is right: the marks live as long as the activation, and no other object has their address (architecture.md, Values and
memory), so reading the mark in longjmp is undefined exactly if the activation has ended; it holds the number of its thread.
Hence a jump that begins meets its marks in the calls around it, and never gets to the outermost function of the thread.

Which calls may jump is known when everything is lowered (`complete`): the callees, closed under calls; a call through a pointer
may reach every function whose address is taken. Where nothing jumps, tests are not made, or fold.

Variables of the function that are not volatile and were changed after setjmp hold anything after it (C11 7.13.2.1p3). That is
followed for scalars whose address is not taken; the others keep what was stored last, as they do with every compiler.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from threadproof.errors import Pos
from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.library import table as library
from threadproof.frontend.c.lower import lifetime
from threadproof.frontend.c.syntax.directives import last_location
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.layout import ArrayOf
from threadproof.ir.op import Assign, Assume, Call, Cut, Havoc, Load, Op, Origin, Return, Store
from threadproof.ir.program import Edge, Function
from threadproof.ir.types import I32, U32, FloatType
from threadproof.records import dataclass, replace

if TYPE_CHECKING:
    from threadproof.frontend.c.lower.context import Context
    from threadproof.frontend.c.lower.link import Linker

MODEL = f"{library.MODELS}/setjmp.c"
WITH_MASK = frozenset({"sigsetjmp", "__sigsetjmp", "__sigsetjmp_cancel"})
SETJMP = frozenset({"setjmp", "_setjmp", "__builtin_setjmp"}) | WITH_MASK
_SIZE = 4  # of a mark
_ASSIGNING = (k.POST_INC, k.POST_DEC, k.PRE_INC, k.PRE_DEC)


@dataclass(frozen=True, slots=True, eq=False)
class Marks:
    """Of a function that is being lowered."""

    base: Expr  # the address of the first one
    numbers: dict[int, int]  # calls of setjmp, as labels
    changed: frozenset[int]  # variables that are assigned somewhere, and not volatile


def enter(context: Context, body: Node) -> None:
    """If the function calls setjmp, it gets marks."""
    if context.module.is_model or not context.module.mentioned & SETJMP:
        return
    calls = [node for node in body.walk() if node.kind == k.CALL and node.spelling in SETJMP]
    if not calls:
        return
    if context.atomic:
        raise context.unsupported(calls[0], "setjmp in a function that is one atomic block")
    numbers = {node.cursor.second: number for number, node in enumerate(calls)}
    context.has_labels = True
    base = context.builder.stack_object("marks", _SIZE * len(calls), ArrayOf(U32, len(calls), _SIZE))
    context.marks = Marks(base, numbers, _changed(body))


def _changed(body: Node) -> frozenset[int]:
    found = set()
    for node in body.walk():
        assigns = node.kind == k.COMPOUND_ASSIGN or (node.kind == k.BINARY and node.binary == k.ASSIGN)
        if assigns or (node.kind == k.UNARY and node.unary in _ASSIGNING):
            target = node.expressions[0].strip()
            if target.kind == k.DECL_REF and not target.type.volatile:
                found.add(target.referenced.key)
    return frozenset(found)


def _variable(linker: Linker, name: str) -> Expr:
    """A variable of the model."""
    found = linker.variable(linker.load_model(MODEL).variables[name])
    return e.addr(found, linker.options.data_model.pointer)


def _mark(context: Context, marks: Marks, number: int) -> Expr:
    return e.add(marks.base, e.const(context.pointer, _SIZE * number))


def call(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """setjmp: 0, or what longjmp says."""
    marks, builder = context.marks, context.builder
    label = node.cursor.second
    if marks is None or label not in marks.numbers:
        raise context.unsupported(node, f"'{node.spelling}' outside of a function")
    values = context.operands(*arguments[: 2 if node.spelling in WITH_MASK else 1])
    context.at(node)
    context.linker.note_model("longjmp", node.pos)
    store = context.linker.definition(context.linker.load_model(MODEL), "__tp_mark", node.pos)
    assert store is not None
    mask = e.cast(I32, values[1]) if len(values) > 1 else e.zero(I32)
    result, end, caught = builder.temporary(I32), builder.location(), builder.location()
    mark = _mark(context, marks, marks.numbers[label])
    builder.emit(Call(None, e.addr(store.function, context.pointer), (mark, e.cast(context.pointer, values[0]), mask)))
    saved = [(variable, builder.freeze(e.var(variable))) for variable in _kept(context, marks)]
    builder.emit(Assign(result, e.zero(I32)))
    builder.jump(end)
    lifetime.arrive_from_elsewhere(context, label, caught)
    builder.here = caught
    builder.emit(Store(_variable(context.linker, "__tp_jump"), e.zero(context.pointer)))
    builder.emit(Load(result, _variable(context.linker, "__tp_jump_value")))
    for variable, before in saved:
        changed, done = builder.location(), builder.location()
        builder.branch(_same(e.var(variable), before), done, changed)
        builder.here = changed
        builder.emit(Havoc(variable, Origin.UNINIT))
        builder.jump(done)
        builder.here = done
    builder.jump(end)
    builder.here = end
    return e.var(result)


def _kept(context: Context, marks: Marks) -> list[Variable]:
    return [variable for key, variable in context.registers.items() if key in marks.changed]


def _same(one: Expr, other: Expr) -> Expr:
    equal = e.eq(one, other)
    return e.lor(equal, e.land(e.ne(one, one), e.ne(other, other))) if isinstance(one.type, FloatType) else equal


def after_call(context: Context) -> None:
    """In a function with marks: whether the call has ended by a jump. `complete` drops this where it never does."""
    marks, builder = context.marks, context.builder
    if marks is None:
        return
    assert context.function is not None
    jump = builder.temporary(context.pointer)
    plain, jumping = builder.location(), builder.location()
    builder.emit(Load(jump, _variable(context.linker, "__tp_jump")))
    builder.branch(e.eq(e.var(jump), e.zero(context.pointer)), plain, jumping)
    builder.here = jumping
    for label, number in marks.numbers.items():
        mine, other = builder.location(), builder.location()
        builder.branch(e.eq(e.var(jump), _mark(context, marks, number)), mine, other)
        builder.here = mine
        lifetime.goto(context, label)
        builder.here = other
    value = context.function.type.result.value
    builder.stop(Return(None if value is None else e.zero(value)))
    builder.here = plain


# -- when everything is lowered ------------------------------------------------------------------------------------------


def complete(linker: Linker, is_atomic: Callable[[str], bool]) -> None:
    """Tests after the calls that may jump, and after no others."""
    if not linker.marked and not any(name in linker.functions for name in ("longjmp", "_longjmp", "siglongjmp")):
        return
    jump = _variable(linker, "__tp_jump")
    source = linker.load_model(MODEL).functions["longjmp"]
    start = linker.definition(source.module, "longjmp", source.pos)
    assert start is not None
    jumping = _closed(linker, start.function)
    for function in linker.functions.values():
        if function in linker.marked:
            _drop_tests(linker, function, jumping, jump)
        elif function is not start.function:
            _add_tests(linker, function, jumping, jump, is_atomic(function.name))


def _closed(linker: Linker, start: Function) -> set[Function]:
    """The functions in whose activations a jump may begin."""
    jumping, before = {start}, 0
    while before != len(jumping):
        before = len(jumping)
        for function in linker.functions.values():
            if function not in jumping and any(_may_jump(linker, edge.ops[0], jumping) for edge in function.edges):
                jumping.add(function)
    return jumping


def _may_jump(linker: Linker, op: Op, jumping: set[Function]) -> bool:
    if not isinstance(op, Call):
        return False
    if op.callee.op == "addr" and isinstance(op.callee.payload, Function):
        return op.callee.payload in jumping
    return not jumping.isdisjoint(linker.address_taken)


def _drop_tests(linker: Linker, function: Function, jumping: set[Function], jump: Expr) -> None:
    """In a function with marks: after calls that may not jump. Where none stands after one that may, a jump is not followed."""
    tests = {edge.source for edge in function.edges if isinstance(edge.ops[0], Load) and edge.ops[0].address == jump}
    calls = [edge for edge in function.edges if isinstance(edge.ops[0], Call)]
    jumps = [edge for edge in calls if _may_jump(linker, edge.ops[0], jumping)]
    quiet = {edge.target for edge in calls} - {edge.target for edge in jumps}
    for number, edge in enumerate(function.edges):
        op = edge.ops[0]
        if edge.source in quiet & tests and isinstance(op, Load):
            function.edges[number] = replace(edge, ops=(Assign(op.target, e.zero(op.target.type)),))
    bare = [edge for edge in jumps if edge.target not in tests]
    _insert(linker, function, bare, jump, Cut("a jump out of a call that the program does not write"))


def _add_tests(linker: Linker, function: Function, jumping: set[Function], jump: Expr, atomic: bool) -> None:
    found = [edge for edge in function.edges if _may_jump(linker, edge.ops[0], jumping)]
    leaves: Op = Return(None if function.result is None else e.zero(function.result))
    if atomic:
        leaves = Cut("a jump out of a function that is one atomic block")
    _insert(linker, function, found, jump, leaves)


def _insert(linker: Linker, function: Function, found: list[Edge], jump: Expr, leaves: Op) -> None:
    if not found:
        return
    test = Variable(linker.unique("%jump"), linker.options.data_model.pointer)
    function.locals.append(test)
    kept = [edge for edge in function.edges if edge not in found]
    here = last_location(function)
    for edge in found:
        kept += _tested(edge, here + 1, test, jump, leaves)
        here += 4
    function.edges = kept


def _tested(edge: Edge, free: int, test: Variable, jump: Expr, leaves: Op) -> list[Edge]:
    pos: Pos = edge.pos
    none = e.eq(e.var(test), e.zero(test.type))
    return [
        replace(edge, target=free, back=False),
        Edge(free, free + 1, (Load(test, jump),), pos),
        Edge(free + 1, edge.target, (Assume(none),), pos, edge.back),
        Edge(free + 1, free + 2, (Assume(e.lnot(none)),), pos),
        Edge(free + 2, free + 3, (leaves,), pos),
    ]
