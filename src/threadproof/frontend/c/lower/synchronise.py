"""What the C program's operations on atomic variables, locks and atomic blocks do for happens-before, where data races
are looked for: the intrinsics by which headers and models express it, and which of them remain in a program where it
does not matter.

`__tp_sync(p, kind)` stands in the atomic section that makes the accesses to `*p`; the kinds are those of `op.Sync`,
with `weaker` after one that is less than sequentially consistent. The atomic blocks of SV-COMP synchronise as if one
lock protected all of them.
"""

from __future__ import annotations

from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.library.table import MODELS
from threadproof.frontend.c.lower.context import UNIT, Context
from threadproof.frontend.c.syntax.ctype import CType
from threadproof.ir import expr as e
from threadproof.ir import happens_before
from threadproof.ir.expr import Expr
from threadproof.ir.layout import leaves
from threadproof.ir.op import AtomicBegin, AtomicEnd, Fence, Load, Op, Skip, Sync
from threadproof.ir.program import Edge, Function, MemoryObject, Program
from threadproof.ir.types import I32, U8, Type
from threadproof.records import replace

BLOCKS = "__tp_blocks"
"""The lock that atomic blocks share; nothing is ever stored there."""


def synchronise(context: Context, node: Node, address: Node, words: list[str]) -> Expr:
    """__tp_sync(address, words)"""
    place = context.value(address)
    context.at(node)
    if context.options.races:
        type_ = address.strip().type
        emit(context, place, _scalar(type_.target if type_.is_address else type_), Sync(words[0]), "weaker" not in words)
    return UNIT


def peek(context: Context, node: Node, target: Node, address: Node) -> Expr:
    """__tp_peek(variable, address)"""
    place, where = context.place(target.strip()), context.value(address)
    context.at(node)
    type_ = _scalar(address.strip().type.target)
    found = context.builder.temporary(type_)
    context.builder.emit(Load(found, where, True, Sync.PEEK))
    context.write(place, e.var(found))
    return UNIT


def fence(context: Context, node: Node, words: list[str]) -> Expr:
    """__tp_sync_fence(words)"""
    context.at(node)
    if context.options.races:
        context.builder.emit(Fence(*words))
    return UNIT


def begin_block(context: Context) -> None:
    context.builder.emit(AtomicBegin())
    if context.options.races:
        emit(context, _blocks(context), I32, Sync.ACQUIRE)


def end_block(context: Context) -> None:
    if context.options.races:
        emit(context, _blocks(context), I32, Sync.EXTEND)
    context.builder.emit(AtomicEnd())


def emit(context: Context, address: Expr, type_: Type, kind: Sync, total: bool = True) -> None:
    """What an access to an object, in the atomic section that makes it, does for happens-before."""
    context.builder.emit(Load(context.builder.temporary(type_), address, True, kind, total))


def _scalar(type_: CType) -> Type:
    """Of a struct: its first scalar stands for it."""
    if type_.value is not None:
        return type_.value
    first = next(iter(leaves(type_.layout)), None) if type_.layout is not None else None
    return first[1] if first is not None and first[0] == 0 else U8


def _blocks(context: Context) -> Expr:
    objects = context.linker.objects
    found = next((item for item in objects if item.name == BLOCKS), None)
    if found is None:
        found = MemoryObject(BLOCKS, 4, 4, I32)
        objects.append(found)
    return e.addr(found, context.pointer)


# -- a program in which races are states -------------------------------------------------------------------------------


def simplified(program: Program) -> Program:
    """Without all this, if every atomic read synchronises with what it reads: `ir.happens_before` says why that is the same."""
    happens_before.classify(program, _mixed(program))
    if not happens_before.is_weak(program):
        for function in program.functions.values():
            _without(function)
        program.objects[:] = [item for item in program.objects if item.name != BLOCKS]
    return program


def _mixed(program: Program) -> bool:
    """Whether there are atomic blocks of SV-COMP besides atomic operations of C: a plain read in a block, of what an atomic
    operation has written (or the other way round), is no data race, and no synchronisation either."""
    blocks = any(item.name == BLOCKS for item in program.objects)
    return blocks and any(_of_an_atomic_operation(edge) for function in program.functions.values() for edge in function.edges)


def _of_an_atomic_operation(edge: Edge) -> bool:
    """Not of a lock, whose word no block may look at."""
    first = edge.ops[0] if edge.ops else None
    if not isinstance(first, Load) or first.sync in (None, Sync.PEEK):
        return False
    return not (first.address.op == "addr" and first.address.payload.name == BLOCKS) and not edge.pos.file.startswith(MODELS)


def _without(function: Function) -> None:
    """Edges of operations that only synchronise shrink to a point, unless they close a loop; they are alone where they start."""
    found = [edge for edge in function.edges if happens_before.is_sync(edge.ops[0]) and not edge.back]
    onward = {edge.source: edge.target for edge in found}

    def end(location: int) -> int:
        while location in onward:
            location = onward[location]
        return location

    kept: list[Edge] = []
    for edge in function.edges:
        if edge.source not in onward:
            kept.append(replace(edge, target=end(edge.target), ops=(_plain(edge.ops[0]),)))
    function.edges[:] = kept
    function.entry = end(function.entry)


def _plain(op: Op) -> Op:
    if happens_before.is_sync(op):
        return Skip()
    return Load(op.target, op.address, True) if isinstance(op, Load) and op.sync is Sync.PEEK else op
