"""Types and expressions of lowered programs as C. Addresses are unsigned integers; arithmetic is done in unsigned types, where C
wraps around, and converted back, so that the C program means what the expression means, without undefined behaviour."""

from __future__ import annotations

from collections.abc import Callable

from threadproof.errors import UnsupportedError
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.types import BoolType, FloatType, IntType, PtrType, Type, is_signed, width
from threadproof.ir.walk import fold

WORDS = {8: "char", 16: "short", 32: "int", 64: "long long", 128: "__int128"}
INPUTS = {8: "char", 16: "short", 32: "int", 64: "longlong", 128: "int128"}
_WRAPPING = {"add": "+", "sub": "-", "mul": "*", "and": "&", "or": "|", "xor": "^"}
_DIRECT = {"div": "/", "rem": "%", "eq": "==", "lt": "<", "le": "<="}


def type_text(type_: Type) -> str:
    match type_:
        case BoolType():
            return "_Bool"
        case FloatType(bits=bits) if bits in (32, 64):
            return "float" if bits == 32 else "double"
        case IntType(bits=bits) | PtrType(bits=bits) if bits in WORDS:
            return ("signed " if is_signed(type_) and bits == 8 else "" if is_signed(type_) else "unsigned ") + WORDS[bits]
    raise UnsupportedError(f"unsupported: values of type {type_} in C")


def input_text(type_: Type) -> str:
    """The name of the function that gives an arbitrary value."""
    match type_:
        case BoolType():
            return "__VERIFIER_nondet_bool"
        case FloatType():
            return f"__VERIFIER_nondet_{type_text(type_)}"
    type_text(type_)  # refuses what has no name
    sign = "" if is_signed(type_) else "u"
    bits = width(type_)
    return f"__VERIFIER_nondet_{'s' if sign == '' and bits == 8 else sign}{INPUTS[bits]}"


def constant_text(type_: Type, value: bool | int | float) -> str:
    if isinstance(type_, FloatType):
        if value != value or abs(float(value)) == float("inf"):
            raise UnsupportedError("unsupported: a float constant that C cannot write")
        return f"({type_text(type_)}){float(value).hex()}"
    if isinstance(type_, BoolType):
        return str(int(value))
    number, bits = int(value), width(type_)
    if bits == 128:
        return f"(({type_text(type_)})(((unsigned __int128){(number >> 64) & (2**64 - 1)}ULL << 64) | {number & (2**64 - 1)}ULL))"
    if bits == 32 and is_signed(type_) and abs(number) < 2**31:
        return str(number) if number >= 0 else f"({number})"
    suffix = {64: "ULL"}.get(bits, "U")
    plain = str(number & (2**bits - 1)) + suffix
    return plain if bits >= 32 and not is_signed(type_) else f"({type_text(type_)}){plain}"


class Expressions:
    """`name` says what a variable is called; `thread` is what `self` means."""

    def __init__(self, name: Callable[[Variable], str], thread: int) -> None:
        self.name = name
        self.thread = thread

    def text(self, expr: Expr) -> str:
        return fold(expr, self._visit)

    def _visit(self, node: Expr, args: list[str]) -> str:
        match node.op:
            case "const":
                return constant_text(node.type, node.payload)
            case "var":
                return self.name(node.payload)
            case "self":
                return f"{self.thread}U"
            case "select":
                return f"{args[0]}[{args[1]}]"
            case "ite":
                return f"({args[0]} ? {args[1]} : {args[2]})"
            case "lnot":
                return f"(!{args[0]})"
            case "cast":
                return self._cast(node, args[0])
            case "neg" | "not":
                return self._unary(node, args[0])
            case "shl" | "shr":
                return self._shift(node, *args)
        if node.op in _DIRECT:
            text = f"({args[0]} {_DIRECT[node.op]} {args[1]})"
            return text if node.op in ("eq", "lt", "le") else f"(({type_text(node.type)}){text})"
        if node.op in _WRAPPING:
            return self._wrapping(node, *args)
        raise UnsupportedError(f"unsupported: the operator '{node.op}' in C")

    def _wide(self, type_: Type) -> str:
        """The unsigned type in which something is computed."""
        bits = width(type_)
        return f"unsigned {WORDS[max(32, bits)]}" if bits in WORDS else type_text(type_)

    def _wrapping(self, node: Expr, left: str, right: str) -> str:
        operator = _WRAPPING[node.op]
        if isinstance(node.type, BoolType):
            return f"({left} {'!=' if node.op == 'xor' else operator * 2} {right})"
        if isinstance(node.type, FloatType):
            return f"({left} {operator} {right})"
        wide = self._wide(node.type)
        return f"(({type_text(node.type)})(({wide}){left} {operator} ({wide}){right}))"

    def _unary(self, node: Expr, operand: str) -> str:
        if isinstance(node.type, FloatType):
            return f"(-{operand})"
        wide = self._wide(node.type)
        return f"(({type_text(node.type)})({'0U - ' if node.op == 'neg' else '~'}({wide}){operand}))"

    def _shift(self, node: Expr, left: str, right: str) -> str:
        """By the width or more: zero, or all sign bits."""
        bits, own, amount = width(node.type), type_text(node.type), node.args[1]
        least, most = f"(({own})0)", f"(({own})({left} >> {bits - 1}))"
        if node.op == "shl":
            shifted, other = f"(({own})(({self._wide(node.type)}){left} << {right}))", least
        else:
            shifted, other = f"(({own})({left} >> {right}))", most if is_signed(node.type) else least
        if amount.is_const:
            return shifted if 0 <= int(amount.payload) < bits else other
        negative = f"{right} < 0 || " if is_signed(amount.type) else ""
        return f"({negative}{right} >= {bits} ? {other} : {shifted})"

    def _cast(self, node: Expr, operand: str) -> str:
        if isinstance(node.type, BoolType):
            return f"({operand} != 0)"
        return f"(({type_text(node.type)}){operand})"
