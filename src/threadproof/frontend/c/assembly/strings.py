"""`stos` and `movs`, which walk through memory, with a prefix as often as %ecx says."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.frontend.c.assembly.arithmetic import Meaning
from threadproof.frontend.c.assembly.notknown import NotKnown
from threadproof.frontend.c.assembly.operands import InMemory
from threadproof.frontend.c.assembly.processor import Processor
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import Assign

UNROLLED = 64


def string(moves: bool) -> Meaning:
    """`stos` and `movs`, once or with `rep`; upwards, since `std` is not in the table."""

    def meaning(x: Processor) -> None:
        if x.instruction.arguments or not x.suffix:
            raise NotKnown(f"{x.instruction.name} with operands")
        state = x.state
        target, source = state.named("di"), state.named("si") if moves else state.named("a")
        first = state.get(target, state.bits)
        origin = state.get(source, state.bits if moves else x.suffix)
        count, repeated = e.const(state.word, 1), x.instruction.prefixes
        if repeated:
            count = state.get(state.named("c"), state.bits)
            state.set(state.named("c"), e.const(state.word, 0))
        if repeated - {"rep"}:
            raise NotKnown(f"{x.instruction.name} with {', '.join(sorted(repeated))}")
        _each(x, count, lambda distance: _one(x, moves, first, origin, distance))
        size = e.mul(count, e.const(state.word, x.suffix // 8))
        state.set(target, e.add(first, size))
        if moves:
            state.set(source, e.add(origin, size))

    return meaning


def _one(x: Processor, moves: bool, first: Expr, origin: Expr, distance: Expr) -> None:
    to, source = (_element(x, start, distance) for start in (first, origin))
    x.store(to, x.load(source, x.suffix) if moves else origin)


def _element(x: Processor, start: Expr, distance: Expr) -> InMemory:
    pointer, declared = x.context.pointer, x.operands
    address = e.add(e.cast(pointer, start), e.cast(pointer, distance))
    return InMemory(address, reads=declared.reads_memory, writes=declared.writes_memory)


def _each(x: Processor, count: Expr, act: Callable[[Expr], None]) -> None:
    """For the distance in bytes of each element."""
    builder, word, size = x.builder, x.state.word, x.suffix // 8
    if count.is_const and count.payload <= UNROLLED:
        for number in range(count.payload):
            act(e.const(word, number * size))
        return
    done = builder.temporary(word)
    builder.emit(Assign(done, e.const(word, 0)))
    head, body, end = builder.location(), builder.location(), builder.location()
    builder.jump(head)
    builder.here = head
    builder.branch(e.ne(e.var(done), count), body, end)
    builder.here = body
    act(e.mul(e.var(done), e.const(word, size)))
    builder.emit(Assign(done, e.add(e.var(done), e.const(word, 1))))
    builder.jump(head)
    builder.here = end
