"""The ends of blocks: jumps, and what they hand over to the `phi`s of the blocks that they lead to.

The `phi`s of a block take their values at once, at the end of the block before: where one of them is used by another, its
old value is saved first.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.errors import UnsupportedError
from threadproof.frontend.llvm.lower import calls, reserved
from threadproof.frontend.llvm.lower.frame import FunctionFrame, Tree
from threadproof.frontend.llvm.lower.memory import write
from threadproof.frontend.llvm.text.tree import Instr, Typed
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Check, Return
from threadproof.ir.walk import variables


def reach(frame: FunctionFrame, name: str) -> None:
    """Go on at a block."""
    frame.entered.add(name)
    assigned: list[tuple[Variable, Expr]] = []
    for each in frame.blocks[name].body:
        if each.op != "phi":
            break
        value = next((found for found, source in each.incoming if source == frame.block), None)
        if value is None:
            raise UnsupportedError(f"unsupported: a phi without a value for %{frame.block}")
        scalars = _scalars(frame.tree(Typed(each.type, value)))
        assigned += zip(frame.phis[each.result], scalars, strict=True)
    targets = {variable for variable, _ in assigned}
    if len(assigned) > 1:
        assigned = [(variable, _safe(frame, value, targets - {variable})) for variable, value in assigned]
    for variable, scalar in assigned:
        if scalar is not e.var(variable):
            frame.builder.assign(variable, scalar)
    frame.builder.jump(frame.locations[name])


def _scalars(value: Tree) -> list[Expr]:
    return [leaf for part in value for leaf in _scalars(part)] if isinstance(value, tuple) else [value]


def _safe(frame: FunctionFrame, value: Expr, assigned: set[Variable]) -> Expr:
    return frame.builder.freeze(value) if not assigned.isdisjoint(variables(value)) else value


def _br(frame: FunctionFrame, each: Instr) -> None:
    if not each.operands:
        reach(frame, each.targets[0])
        return
    condition = frame.value(each.operands[0])
    _either(frame, condition, *each.targets)


def _either(frame: FunctionFrame, condition: Expr, yes: str, no: str) -> None:
    builder = frame.builder
    if condition.is_const:
        reach(frame, yes if condition.payload else no)
        return
    places = builder.location(), builder.location()
    builder.branch(condition, *places)
    for place, name in zip(places, (yes, no), strict=True):
        builder.here = place
        reach(frame, name)


def _switch(frame: FunctionFrame, each: Instr) -> None:
    builder, value = frame.builder, frame.value(each.operands[0])
    by_target: dict[str, Expr] = {}
    for number, name in each.cases:
        same = e.eq(value, e.const(value.type, number))
        by_target[name] = e.lor(by_target[name], same) if name in by_target else same
    source, other = builder.here, e.TRUE
    for name, condition in by_target.items():
        place = builder.location()
        builder.guard(source, condition, place)
        builder.here = place
        reach(frame, name)
        other = e.land(other, e.lnot(condition))
    if not each.cases:
        builder.here = source
        reach(frame, each.targets[0])
        return
    place = builder.location()
    builder.guard(source, other, place)
    builder.here = place
    reach(frame, each.targets[0])


def _ret(frame: FunctionFrame, each: Instr) -> None:
    atomic = reserved.is_atomic_function(frame.signature.text.name)
    value = frame.tree(each.operands[0]) if each.operands else None
    if frame.result is not None and value is not None:
        write(frame, frame.result, each.operands[0].type, value)
        value = None
    if atomic:
        value = frame.builder.freeze(value) if isinstance(value, Expr) else value
        reserved.end_block(frame)
    assert not isinstance(value, tuple)
    frame.builder.stop(Return(value))


def _unreachable(frame: FunctionFrame, each: Instr) -> None:
    frame.builder.stop(Check(e.FALSE, "unreachable", "__builtin_unreachable is reached"))


def _invoke(frame: FunctionFrame, each: Instr) -> None:
    """Nothing is thrown."""
    calls.call(frame, each)
    reach(frame, each.targets[0])


TERMINATORS: dict[str, Callable[[FunctionFrame, Instr], None]] = {
    "br": _br,
    "switch": _switch,
    "ret": _ret,
    "unreachable": _unreachable,
    "invoke": _invoke,
}
