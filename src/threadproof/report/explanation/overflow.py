"""Arithmetic that overflows: operands, the exact result, and what the type holds.

The check computes the operation in a type that is wide enough, and asks whether the result fits. So its condition has the
operation with both operands, converted; their values are those of the registers. A register that was read from memory has the
name of what was read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from threadproof.ir import arith
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.interp.outcome import Access, Assigned, FailedCheck
from threadproof.ir.interp.values import UNINIT, UNSET, Lazy
from threadproof.ir.types import DataModel, IntType
from threadproof.ir.walk import subterms
from threadproof.report.explanation.history import ExecutionHistory
from threadproof.report.explanation.model import ExplainedValue, OverflowExplanation

KIND = "overflow"
SIGNS = {"add": "+", "sub": "-", "mul": "*", "shl": "<<"}


def overflow(past: ExecutionHistory, check: FailedCheck) -> OverflowExplanation | None:
    """None where the operation is not found, or an operand not known."""
    if check.kind != KIND or check.condition is None:
        return None
    values = dict(check.registers)
    read = _read_into(past)
    for term in subterms(check.condition):
        if term.op in SIGNS and isinstance(term.type, IntType):
            left, right = term.args
            narrow = left.args[0] if left.op == "cast" else right.args[0] if right.op == "cast" else None
            if narrow is None or not isinstance(narrow.type, IntType) or 2 * narrow.type.bits != term.type.bits:
                continue
            a, b = evaluated(left, values), evaluated(right, values)
            if a is None or b is None:
                return None
            type_, exact = narrow.type, arith.binary(term.op, term.type, a, b)
            high = (1 << type_.bits - 1) - 1
            operands = tuple(ExplainedValue(_text(each, read), str(value)) for each, value in ((left, a), (right, b)))
            name = spelled(type_, past.run.program.data_model)
            return OverflowExplanation(SIGNS[term.op], operands, name, int(exact), -high - 1, high)
    return None


def operands(past: ExecutionHistory, check: FailedCheck) -> tuple[ExplainedValue, ...]:
    """What the condition of a check depends on, as far as it has a name."""
    if check.condition is None:
        return ()
    values, read = dict(check.registers), _read_into(past)
    found: dict[str, str] = {}
    for term in subterms(check.condition):
        value = evaluated(term, values) if term.op == "var" else None
        if value is not None and (text := _text(term, read)):
            found[text] = past.names.value(term.type, value)
    return tuple(ExplainedValue(text, value) for text, value in found.items())


def evaluated(term: Expr, values: Mapping[Variable, Any]) -> Any:
    """The value of an expression over registers; None where one has none yet."""
    if term.is_const:
        return term.payload
    if term.op == "var":
        found = values.get(term.payload, UNSET)
        return None if found is UNSET or found is UNINIT or isinstance(found, Lazy) else found
    args = [evaluated(arg, values) for arg in term.args]
    if any(arg is None for arg in args) or not args:
        return None
    if term.op == "cast":
        return arith.cast(term.type, term.args[0].type, args[0])
    if len(args) == 2 and term.op in ("add", "sub", "mul", "and", "or", "xor", "shl", "shr", "eq", "lt", "le"):
        return arith.binary(term.op, term.args[0].type, *args)
    return None


def spelled(type_: IntType, model: DataModel) -> str:
    """As C names it."""
    names = {8: "char", 16: "short", 32: "int", model.long_bits: "long", 64: "long" if model.long_bits == 64 else "long long"}
    name = {**names, 32: "int"}.get(type_.bits, str(type_))
    return name if type_.signed else f"unsigned {name}"


def _text(term: Expr, read: Mapping[str, str]) -> str:
    while term.op == "cast":
        term = term.args[0]
    if term.op != "var":
        return ""
    name = term.payload.name
    return read.get(name, "") if name.startswith("%") else name.split("#")[0]


def _read_into(past: ExecutionHistory) -> dict[str, str]:
    """What the thread has read last into registers without a name."""
    thread = past.run.turns[-1].turn.thread
    found, last = dict[str, str](), None
    for taken in past.run.turns:
        for entry in taken.log if taken.turn.thread == thread else ():
            if isinstance(entry, Access) and not entry.write:
                last = entry
            elif isinstance(entry, Assigned) and last is not None:
                found[entry.name] = past.names.learn(last)
                last = None
            else:
                last = None
    return found
