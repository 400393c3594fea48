"""Hash-consed, side-effect free expressions; equal expressions are the same object, so `is` and `id` compare them.

Every expression is one node class with an operator name, a type, arguments and (for leaves) a payload:

| operator | arguments | payload | meaning |
|---|---|---|---|
| const | - | Python value | a constant |
| var | - | Variable | current value of a register (or, lowered, of a cell) |
| addr | - | MemoryObject or Function | its address; per thread for thread-local objects |
| self | - | - | number of the running thread, u32 (main is 0) |
| neg not lnot | 1 | - | arithmetic minus, bitwise complement, Boolean negation |
| add sub mul div rem and or xor shl shr | 2 | - | operands and result of one type (shift amounts: any integer) |
| eq lt le | 2 | - | operands of one type, result bool |
| displace | 2 | - | address plus a signed number of bytes, without leaving its zone (`zones`); not in lowered programs |
| ite | 3 | - | condition, then, else |
| cast | 1 | - | C conversion to the type |
| bitcast | 1 | - | same bits, other type of the same width |
| select | 2 | - | lowered only: array, index (u64) |
| store | 3 | - | in formulas only: the array that differs from another at one index |
| fill | 1 | - | in formulas only: the array that holds one value everywhere |
| same | 2 | - | in formulas only: identity of floats (NaN is the same as NaN, -0 is not 0) and of arrays |

`and or xor` also work on bool. There is no `ne gt ge`: constructors express them with `eq lt le`. The constructors at the end
of the file fold constants and drop neutral elements; nothing else may create an `Expr`.
"""

from __future__ import annotations

import struct
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from threadproof.ir import arith, zones
from threadproof.ir.bounds import bounds
from threadproof.ir.types import BOOL, INDEX, U32, ArrayType, BoolType, FloatType, PtrType, Type, is_integral, is_signed, width
from threadproof.records import dataclass

if TYPE_CHECKING:
    from threadproof.ir.program import Function, MemoryObject


@dataclass(frozen=True, slots=True, eq=False)
class Variable:
    """A register, or in a lowered program a cell or array. Compared by identity.

    `shared` is false for registers: each activation of the owning function (lowered: each thread instance) has its own.
    """

    name: str
    type: Type
    shared: bool = False

    def __repr__(self) -> str:
        return self.name


class Expr:
    """A hash-consed node; build it with the functions below. `names` belongs to `uses.expr_variables`."""

    __slots__ = ("args", "is_const", "names", "op", "payload", "type")
    op: str
    type: Type
    args: tuple[Expr, ...]
    payload: Any
    is_const: bool
    names: frozenset[Variable] | None

    def __repr__(self) -> str:
        from threadproof.ir.text import brief_text

        return brief_text(self)


_table: dict[tuple[object, ...], Expr] = {}


def _make(op: str, type_: Type, args: tuple[Expr, ...] = (), payload: object = None, key: object = None) -> Expr:
    signature = (op, type_, args, payload if key is None else key)
    found = _table.get(signature)
    if found is None:
        found = Expr()
        found.op, found.type, found.args, found.payload = op, type_, args, payload
        found.is_const, found.names = op == "const", None
        _table[signature] = found
    return found


# -- leaves ------------------------------------------------------------------------------------------------------------


def const(type_: Type, value: arith.Value) -> Expr:
    assert not isinstance(type_, ArrayType)
    if isinstance(type_, BoolType):
        return _make("const", type_, (), bool(value))
    if isinstance(type_, FloatType):
        value = arith.round_float(type_, float(value))
        return _make("const", type_, (), value, struct.pack("<d", value))
    return _make("const", type_, (), arith.wrap(type_, int(value)))


TRUE, FALSE = const(BOOL, True), const(BOOL, False)


def zero(type_: Type) -> Expr:
    return const(type_, 0)


def var(variable: Variable) -> Expr:
    return _make("var", variable.type, (), variable)


def addr(target: MemoryObject | Function, pointer: PtrType) -> Expr:
    return _make("addr", pointer, (), target)


def this_thread() -> Expr:
    return _make("self", U32)


# -- operators ---------------------------------------------------------------------------------------------------------

COMMUTATIVE = frozenset({"add", "mul", "and", "or", "xor", "eq"})


def _same_type(op: str, a: Expr, b: Expr) -> None:
    if a.type is not b.type:
        raise TypeError(f"{op}: {a.type} and {b.type}")


def lnot(a: Expr) -> Expr:
    if a.type is not BOOL:
        raise TypeError(f"lnot: {a.type}")
    if a.is_const:
        return const(BOOL, not a.payload)
    if a.op == "lnot":
        return a.args[0]
    return _make("lnot", BOOL, (a,))


def neg(a: Expr) -> Expr:
    return const(a.type, arith.unary("neg", a.type, a.payload)) if a.is_const else _make("neg", a.type, (a,))


def bit_not(a: Expr) -> Expr:
    if a.type is BOOL:
        return lnot(a)
    return const(a.type, arith.unary("not", a.type, a.payload)) if a.is_const else _make("not", a.type, (a,))


def _neutral(op: str, a: Expr, b: Expr) -> Expr | None:
    """`a op b` where one side is a constant that decides it. Integers, addresses and Booleans only."""
    if a.is_const and op in COMMUTATIVE:
        a, b = b, a
    if not b.is_const:
        if a is b and op in ("and", "or"):
            return a
        if a is b and op in ("xor", "sub"):
            return zero(a.type)
        return None
    ones = arith.wrap(a.type, -1) if is_integral(a.type) else 1
    value = int(b.payload)
    if value == 0:
        if op in ("add", "sub", "or", "xor", "shl", "shr"):
            return a
        if op in ("mul", "and"):
            return zero(a.type)
    if value == 1 and op in ("mul", "div") and a.type is not BOOL:
        return a
    if value == ones and op == "and":
        return a
    if value == ones and op == "or":
        return b
    if value == 1 and op == "xor" and a.type is BOOL:
        return lnot(a)
    return None


def binary(op: str, a: Expr, b: Expr) -> Expr:
    """Arithmetic and bit operations; see the table in the head of the file."""
    if op not in ("shl", "shr"):
        _same_type(op, a, b)
    if a.is_const and b.is_const and not (op in ("div", "rem") and b.payload == 0):
        return const(a.type, arith.binary(op, a.type, a.payload, b.payload))
    if not isinstance(a.type, FloatType):
        found = _neutral(op, a, b)
        if found is not None:
            return found
        if a.is_const and op in COMMUTATIVE:
            a, b = b, a
        if op == "sub" and b.is_const:
            return binary("add", a, neg(b))
        if op == "add" and b.is_const and a.op == "add" and a.args[1].is_const:
            return binary("add", a.args[0], binary("add", a.args[1], b))
    return _make(op, a.type, (a, b))


def add(a: Expr, b: Expr) -> Expr:
    return binary("add", a, b)


def sub(a: Expr, b: Expr) -> Expr:
    return binary("sub", a, b)


def mul(a: Expr, b: Expr) -> Expr:
    return binary("mul", a, b)


def land(a: Expr, b: Expr) -> Expr:
    return binary("and", a, b)


def lor(a: Expr, b: Expr) -> Expr:
    return binary("or", a, b)


def displace(address: Expr, distance: Expr) -> Expr:
    """A plain sum where that certainly stays in the zone."""
    if not isinstance(address.type, PtrType) or not is_signed(distance.type):
        raise TypeError(f"displace: {address.type} by {distance.type}")
    if address.is_const and distance.is_const:
        return const(address.type, arith.displace(address.type, address.payload, distance.payload))
    if _stays(address, distance):
        return add(address, narrowed(address.type, distance))
    return _make("displace", address.type, (address, distance))


def _stays(address: Expr, distance: Expr) -> bool:
    if distance.is_const and distance.payload == 0:
        return True
    base, offset = address, 0
    if address.op == "add" and address.args[1].is_const:
        base, offset = address.args[0], int(address.args[1].payload)
    size = getattr(base.payload, "size", None) if base.op == "addr" else None
    if size is None:
        return False
    bits, (low, high) = width(address.type), bounds(distance)
    offset -= (offset >> bits - 1) << bits
    lowest, highest = zones.room(bits, size)
    return lowest <= offset <= highest and lowest <= offset + low and offset + high <= highest


def narrowed(type_: Type, distance: Expr) -> Expr:
    """The conversion of an integer; of a product or a sum, those of its parts."""
    if distance.op in ("mul", "neg", "add") and is_integral(distance.type):
        return rebuild(distance, tuple(narrowed(type_, arg) for arg in distance.args))
    return cast(type_, distance)


def _compare(op: str, a: Expr, b: Expr) -> Expr:
    _same_type(op, a, b)
    if a.is_const and b.is_const:
        return const(BOOL, arith.binary(op, a.type, a.payload, b.payload))
    if a is b and not isinstance(a.type, FloatType):
        return const(BOOL, op != "lt")
    return _make(op, BOOL, (a, b))


def eq(a: Expr, b: Expr) -> Expr:
    if a.is_const and not b.is_const:
        a, b = b, a
    if b.is_const and a.type is BOOL:
        return a if b.payload else lnot(a)
    if b.is_const and a.op == "cast" and a.args[0].type is BOOL and is_integral(a.type):
        inner = a.args[0]  # (int)flag == c
        return inner if b.payload == 1 else lnot(inner) if b.payload == 0 else FALSE
    if a.op == "addr" and a is not b and (b.op == "addr" or (b.is_const and b.payload == 0)):
        return FALSE  # objects and functions lie apart, and none lies at 0
    return _compare("eq", a, b)


def ne(a: Expr, b: Expr) -> Expr:
    return lnot(eq(a, b))


def lt(a: Expr, b: Expr) -> Expr:
    return _compare("lt", a, b)


def le(a: Expr, b: Expr) -> Expr:
    return _compare("le", a, b)


def gt(a: Expr, b: Expr) -> Expr:
    return lt(b, a)


def ge(a: Expr, b: Expr) -> Expr:
    return le(b, a)


def ite(condition: Expr, a: Expr, b: Expr) -> Expr:
    _same_type("ite", a, b)
    if condition.is_const:
        return a if condition.payload else b
    if a is b:
        return a
    if a.type is BOOL and a.is_const and b.is_const:
        return condition if a.payload else lnot(condition)
    return _make("ite", a.type, (condition, a, b))


def cast(type_: Type, a: Expr) -> Expr:
    """C conversion. To bool it is `a != 0`, so no `cast` node has type bool."""
    if a.type is type_:
        return a
    if type_ is BOOL:
        return ne(a, zero(a.type))
    if a.is_const:
        return const(type_, arith.cast(type_, a.type, a.payload))
    if a.op == "cast" and is_integral(type_) and is_integral(a.type):
        inner = a.args[0]
        lossless = is_integral(inner.type) and width(a.type) >= width(type_)
        if lossless or (inner.type is BOOL and is_integral(a.type)):
            return cast(type_, inner)
    return _make("cast", type_, (a,))


def bitcast(type_: Type, a: Expr) -> Expr:
    if a.type is type_:
        return a
    if is_integral(type_) and is_integral(a.type):
        return cast(type_, a)
    if a.is_const:
        return const(type_, arith.bitcast(type_, a.type, a.payload))
    return _make("bitcast", type_, (a,))


def select(array: Expr, index: Expr) -> Expr:
    if not isinstance(array.type, ArrayType) or index.type is not INDEX:
        raise TypeError(f"select: {array.type} at {index.type}")
    element = array.type.element
    while array.op == "store" and index.is_const and array.args[1].is_const:
        if array.args[1] is index:
            return array.args[2]
        array = array.args[0]
    if array.op == "store" and array.args[1] is index:
        return array.args[2]
    if array.op == "fill":
        return array.args[0]
    return _make("select", element, (array, index))


def store(array: Expr, index: Expr, value: Expr) -> Expr:
    if not isinstance(array.type, ArrayType) or index.type is not INDEX or value.type is not array.type.element:
        raise TypeError(f"store: {value.type} into {array.type} at {index.type}")
    return _make("store", array.type, (array, index, value))


def fill(type_: ArrayType, value: Expr) -> Expr:
    if value.type is not type_.element:
        raise TypeError(f"fill: {value.type} into {type_}")
    return _make("fill", type_, (value,))


def same(a: Expr, b: Expr) -> Expr:
    """Identity: what an assignment establishes."""
    _same_type("same", a, b)
    if not isinstance(a.type, FloatType | ArrayType):
        return eq(a, b)
    return TRUE if a is b else _make("same", BOOL, (a, b))


_REBUILD: dict[str, Callable[..., Expr]] = {
    "lnot": lnot,
    "neg": neg,
    "not": bit_not,
    "eq": eq,
    "lt": lt,
    "le": le,
    "ite": ite,
    "select": select,
    "store": store,
    "same": same,
    "displace": displace,
}
_REBUILD_AS: dict[str, Callable[..., Expr]] = {"cast": cast, "bitcast": bitcast, "fill": fill}


def rebuild(node: Expr, args: tuple[Expr, ...]) -> Expr:
    """The same operator on other arguments, simplified again."""
    if not args:
        return node
    build = _REBUILD.get(node.op)
    if build is not None:
        return build(*args)
    convert = _REBUILD_AS.get(node.op)
    return binary(node.op, *args) if convert is None else convert(node.type, *args)
