"""Expressions: to an expression of the intermediate representation over registers; loads, calls, inputs and checks are emitted on
the way, left to right.

`&&`, `||` and `?:` evaluate their right sides only where C would if that can be noticed (calls, checks that may fail, inputs);
otherwise both sides are evaluated, which keeps conditions in one piece.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.errors import Pos
from threadproof.frontend.ivl import core, places
from threadproof.frontend.ivl import itype as t
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.arithmetic import arithmetic, negate
from threadproof.frontend.ivl.context import (
    CORE,
    Element,
    FunctionContext,
    IvlRoutine,
    MemoryPlace,
    Numbered,
    Place,
    RegisterPlace,
    Value,
    fail,
    stored_type,
)
from threadproof.frontend.ivl.itype import IvlType
from threadproof.ir import expr as e
from threadproof.ir.displacement import elements
from threadproof.ir.expr import Expr
from threadproof.ir.op import Alloc, Call, Havoc, Load, Now, Origin
from threadproof.ir.types import BOOL, U32, U64, IntType

COMPARE: dict[str, Callable[[Expr, Expr], Expr]] = {
    "<": e.lt, "<=": e.le, ">": e.gt, ">=": e.ge, "==": e.eq, "!=": e.ne,
}  # fmt: skip


def value(ctx: FunctionContext, node: s.Expr) -> Value:
    """The value of an expression. An array is the address of its first element."""
    match node:
        case s.Number(value=number, kind=kind):
            type_ = t.WORDS[kind]
            return Value(e.const(ctx.value_type(type_), number), type_)
        case s.Null():
            return Value(e.zero(ctx.pointer), t.Pointer(t.VOID))
        case s.Unary():
            return unary(ctx, node)
        case s.Binary():
            return binary(ctx, node)
        case s.Conditional():
            return conditional(ctx, node)
        case s.Cast():
            return cast(ctx, node)
        case s.Call():
            found = core.value(ctx, node) if ctx.kind == CORE else call(ctx, node)
            return found if found is not None else fail(f"'{node.function}' returns nothing", node.pos)
        case s.Symbolic() | s.Time() | s.New() | s.SizeOf():
            return made(ctx, node)
        case s.StringLiteral() | s.TypeArgument():
            fail("this is not an expression", node.pos)
        case s.Name(text=name):
            symbol = ctx.find(name, node.pos)
            if isinstance(symbol, Value):
                return symbol
    return load(ctx, places.place(ctx, node), node.pos)


def load(ctx: FunctionContext, found: Place, pos: Pos) -> Value:
    match found:
        case Element(array=array, index=index, type=type_):
            return Value(e.select(e.var(array), index), type_)
        case RegisterPlace(variable=variable, type=type_):
            return Value(e.var(variable), type_)
        case MemoryPlace(address=address, type=t.IvlArray(element=element)):
            return Value(address, t.Pointer(element))
        case MemoryPlace(address=address, type=type_):
            inner = t.value_type(type_, ctx.model)
            if inner is None:
                fail(f"a {type_} has no value", pos, "name a field" if isinstance(type_, t.IvlStruct) else "")
            variable = ctx.builder.temporary(inner)
            ctx.builder.emit(Load(variable, address))
            return Value(e.var(variable), type_)


def made(ctx: FunctionContext, node: s.Symbolic | s.Time | s.New | s.SizeOf) -> Value:
    """Inputs, the time, new objects, sizes."""
    builder = ctx.builder
    match node:
        case s.Symbolic(type=name):
            type_ = stored_type(ctx.world, name)
            if not isinstance(type_, t.Scalar):
                fail(f"there is no arbitrary {type_}", node.pos, "only numbers can be symbolic")
            variable = builder.temporary(type_.type)
            ctx.at(node)
            builder.emit(Havoc(variable, Origin.INPUT, f"?({type_})"))
            return Value(e.var(variable), type_)
        case s.Time():
            variable = builder.temporary(U64)
            builder.emit(Now(variable))
            return Value(e.var(variable), t.U64)
        case s.SizeOf(type=name):
            return Value(e.const(ctx.model.size, t.size_of(stored_type(ctx.world, name), ctx.model)), t.Scalar(ctx.model.size))
        case s.New(type=name, count=count):
            element = stored_type(ctx.world, name)
            if t.has_values(element):
                fail("an event with values must be global", node.pos)
            size: Expr = e.const(ctx.model.size, t.size_of(element, ctx.model))
            layout = t.layout_of(element, ctx.model)
            if count is not None:
                number = integer(ctx, count)
                size, layout = e.mul(e.cast(ctx.model.size, number), size), t.layout_of(t.IvlArray(element, 0), ctx.model)
            variable = builder.temporary(ctx.pointer)
            ctx.at(node)
            builder.emit(Alloc(variable, size, False, f"new {element}", layout, zeroed=True))
            return Value(e.var(variable), t.Pointer(element))


# -- operators ---------------------------------------------------------------------------------------------------------


def number(ctx: FunctionContext, node: s.Expr) -> Value:
    found = value(ctx, node)
    if not t.is_number(found.type):
        fail(f"expected a number, found {found.type}", node.pos)
    return found


def integer(ctx: FunctionContext, node: s.Expr) -> Expr:
    """An integer, or a Boolean as 0 or 1."""
    found = value(ctx, node)
    if not t.is_integer(found.type):
        fail(f"expected an integer, found {found.type}", node.pos)
    return e.cast(t.promoted(found.expr.type), found.expr)


def condition(ctx: FunctionContext, node: s.Expr) -> Expr:
    found = value(ctx, node)
    return e.cast(BOOL, found.expr)


def unary(ctx: FunctionContext, node: s.Unary) -> Value:
    match node.operator:
        case "!":
            return Value(e.lnot(condition(ctx, node.operand)), t.BOOLEAN)
        case "*":
            return load(ctx, places.place(ctx, node), node.pos)
        case "&":
            return address_of(ctx, node)
        case "~":
            inner = integer(ctx, node.operand)
            return Value(e.bit_not(inner), t.Scalar(inner.type))
    operand = number(ctx, node.operand)
    inner = e.cast(t.promoted(operand.expr.type), operand.expr)
    ctx.at(node)
    return Value(negate(ctx, inner) if node.operator == "-" else inner, t.Scalar(inner.type))


def address_of(ctx: FunctionContext, node: s.Unary) -> Value:
    if ctx.kind == CORE and isinstance(node.operand, s.Name):
        symbol = ctx.find(node.operand.text, node.operand.pos)
        if isinstance(symbol, IvlRoutine):
            return Value(e.addr(symbol.function, ctx.pointer), t.Pointer(t.VOID))
    found = places.place(ctx, node.operand)
    if not isinstance(found, MemoryPlace):
        fail("this has no address", node.pos)
    return Value(found.address, t.Pointer(found.type))


def binary(ctx: FunctionContext, node: s.Binary) -> Value:
    if node.operator in ("&&", "||"):
        return logical(ctx, node)
    left, right = value(ctx, node.left), value(ctx, node.right)
    ctx.at(node)
    if isinstance(left.type, t.Pointer) or isinstance(right.type, t.Pointer):
        return pointers(ctx, node, left, right)
    if not (isinstance(left.type, t.Scalar) and isinstance(right.type, t.Scalar)):
        fail(f"'{node.operator}' cannot combine {left.type} and {right.type}", node.pos)
    if node.operator in COMPARE:
        type_ = left.type.type if left.type == right.type == t.BOOLEAN else t.common(left.type.type, right.type.type)
        return Value(COMPARE[node.operator](e.cast(type_, left.expr), e.cast(type_, right.expr)), t.BOOLEAN)
    if left.type == right.type == t.BOOLEAN and node.operator in ("&", "|", "^"):
        return Value(e.binary({"&": "and", "|": "or", "^": "xor"}[node.operator], left.expr, right.expr), t.BOOLEAN)
    return arithmetic(ctx, node.operator, left, right, node.pos)


def pointers(ctx: FunctionContext, node: s.Binary, left: Value, right: Value) -> Value:
    """Comparison, and steps through arrays."""
    if node.operator in COMPARE:
        a, b = (e.zero(ctx.pointer) if is_zero(v) else v.expr for v in (left, right))
        if a.type == b.type:
            return Value(COMPARE[node.operator](a, b), t.BOOLEAN)
    elif isinstance(left.type, t.Pointer) and t.is_integer(right.type) and node.operator in ("+", "-"):
        return Value(stepped(ctx, left, right.expr, node.operator), left.type)
    elif isinstance(right.type, t.Pointer) and t.is_integer(left.type) and node.operator == "+":
        return Value(stepped(ctx, right, left.expr, "+"), right.type)
    elif left.type == right.type and node.operator == "-" and isinstance(left.type, t.Pointer):
        signed = IntType(ctx.pointer.bits, True)
        size = e.const(signed, max(1, t.size_of(left.type.target, ctx.model)))
        return Value(e.binary("div", e.cast(signed, e.sub(left.expr, right.expr)), size), t.Scalar(signed))
    fail(f"'{node.operator}' cannot combine {left.type} and {right.type}", node.pos)


def is_zero(found: Value) -> bool:
    return found.expr.is_const and found.expr.payload == 0


def stepped(ctx: FunctionContext, base: Value, index: Expr, operator: str) -> Expr:
    assert isinstance(base.type, t.Pointer)
    size = max(1, t.size_of(base.type.target, ctx.model))
    distance = elements(index, size, operator == "-")
    if ctx.kind == CORE:  # as it was written: the core says `__displace` where it means that
        return e.add(base.expr, e.narrowed(ctx.pointer, distance))
    return e.displace(base.expr, distance)


def cast(ctx: FunctionContext, node: s.Cast) -> Value:
    type_ = stored_type(ctx.world, node.type)
    found = value(ctx, node.operand)
    inner = t.value_type(type_, ctx.model)
    numbers = t.is_number(found.type) and isinstance(type_, t.Scalar)
    whole = t.is_integer(found.type) or isinstance(found.type, t.Pointer)
    if inner is None or not (numbers or (whole and (t.is_integer(type_) or isinstance(type_, t.Pointer)))):
        fail(f"{found.type} cannot be converted to {type_}", node.pos)
    return Value(e.cast(inner, found.expr), type_)


def converted(ctx: FunctionContext, found: Value, type_: IvlType, pos: Pos) -> Expr:
    """Implicit conversion, as in an assignment."""
    inner = t.value_type(type_, ctx.model)
    if isinstance(type_, t.Scalar) and t.is_number(found.type) and inner is not None:
        return e.cast(inner, found.expr)
    if isinstance(type_, t.Pointer):
        if isinstance(found.type, t.Pointer) and (found.type == type_ or t.VOID in (found.type.target, type_.target)):
            return found.expr
        if t.is_integer(found.type) and is_zero(found):
            return e.zero(ctx.pointer)
    fail(f"expected {type_}, found {found.type}", pos, "write a cast" if inner is not None else "")


# -- what is evaluated only sometimes ----------------------------------------------------------------------------------


def is_safe(ctx: FunctionContext, node: s.Expr) -> bool:
    """Whether evaluating the expression has no observable effect."""
    if ctx.kind == CORE:
        return True
    match node:
        case s.Number() | s.Null() | s.SizeOf() | s.Name():
            return True
        case s.Unary(operator=operator, operand=operand):
            return operator != "*" and is_safe(ctx, operand)
        case s.Binary(operator=operator, left=left, right=right):
            harmless = operator not in ("/", "%") or (isinstance(right, s.Number) and right.value != 0)
            return harmless and not ctx.world.options.overflow and is_safe(ctx, left) and is_safe(ctx, right)
        case s.Conditional(condition=test, yes=yes, no=no):
            return is_safe(ctx, test) and is_safe(ctx, yes) and is_safe(ctx, no)
        case s.Cast(operand=operand):
            return is_safe(ctx, operand)
        case s.MemberAccess(base=base, arrow=arrow):
            return not arrow and is_safe(ctx, base)
        case s.Index(base=base, index=s.Number()):
            return is_safe(ctx, base)
    return False


def logical(ctx: FunctionContext, node: s.Binary) -> Value:
    left = condition(ctx, node.left)
    both = node.operator == "&&"
    if is_safe(ctx, node.right):
        right = condition(ctx, node.right)
        return Value(e.land(left, right) if both else e.lor(left, right), t.BOOLEAN)
    builder = ctx.builder
    result = builder.temporary(BOOL)
    more, end, short = builder.location(), builder.location(), builder.location()
    builder.branch(left, *((more, short) if both else (short, more)))
    builder.here = short
    builder.assign(result, e.const(BOOL, not both))
    builder.jump(end)
    builder.here = more
    builder.assign(result, condition(ctx, node.right))
    builder.jump(end)
    builder.here = end
    return Value(e.var(result), t.BOOLEAN)


def branch(ctx: FunctionContext, node: s.Expr, yes: int, no: int) -> None:
    """Go on at `yes` or at `no`."""
    builder = ctx.builder
    if isinstance(node, s.Unary) and node.operator == "!":
        branch(ctx, node.operand, no, yes)
    elif isinstance(node, s.Binary) and node.operator in ("&&", "||") and not is_safe(ctx, node.right):
        more = builder.location()
        branch(ctx, node.left, *((more, no) if node.operator == "&&" else (yes, more)))
        builder.here = more
        branch(ctx, node.right, yes, no)
    else:
        test = condition(ctx, node)
        ctx.at(node)
        builder.branch(test, yes, no)


def conditional(ctx: FunctionContext, node: s.Conditional) -> Value:
    if is_safe(ctx, node.yes) and is_safe(ctx, node.no):
        test = condition(ctx, node.condition)
        yes, no = value(ctx, node.yes), value(ctx, node.no)
        type_ = alternative(yes, no, node.pos)
        return Value(e.ite(test, converted(ctx, yes, type_, node.yes.pos), converted(ctx, no, type_, node.no.pos)), type_)
    builder = ctx.builder
    then, otherwise, end = builder.location(), builder.location(), builder.location()
    branch(ctx, node.condition, then, otherwise)
    builder.here = then
    yes = value(ctx, node.yes)
    from_yes = builder.here
    builder.here = otherwise
    no = value(ctx, node.no)
    type_ = alternative(yes, no, node.pos)
    result = builder.temporary(ctx.value_type(type_))
    builder.assign(result, converted(ctx, no, type_, node.no.pos))
    builder.jump(end)
    builder.here = from_yes
    builder.assign(result, converted(ctx, yes, type_, node.yes.pos))
    builder.jump(end)
    builder.here = end
    return Value(e.var(result), type_)


def alternative(a: Value, b: Value, pos: Pos) -> IvlType:
    if a.type == b.type:
        return a.type
    if isinstance(a.type, t.Scalar) and isinstance(b.type, t.Scalar):
        return t.Scalar(t.common(a.type.type, b.type.type))
    for one, other in ((a, b), (b, a)):
        if isinstance(one.type, t.Pointer) and (is_zero(other) or other.type == t.Pointer(t.VOID)):
            return one.type
    fail(f"one side is {a.type}, the other {b.type}", pos)


# -- calls -------------------------------------------------------------------------------------------------------------


def call(ctx: FunctionContext, node: s.Call) -> Value | None:
    from threadproof.frontend.ivl import fair

    if fair.is_primitive(ctx, node):
        return fair.call(ctx, node)
    routine = ctx.find(node.function, node.pos)
    if not isinstance(routine, IvlRoutine):
        fail(f"'{node.function}' is not a function", node.pos)
    if len(node.args) != len(routine.params):
        fail(f"'{node.function}' takes {len(routine.params)} arguments, not {len(node.args)}", node.pos)
    args = []
    for arg, type_ in zip(node.args, routine.params, strict=True):
        args.append(converted(ctx, value(ctx, arg), type_, arg.pos))
    ctx.at(node)
    callee = e.addr(routine.function, ctx.pointer)
    if isinstance(routine.result, t.Void):
        ctx.builder.emit(Call(None, callee, tuple(args)))
        return None
    target = ctx.builder.temporary(ctx.value_type(routine.result))
    ctx.builder.emit(Call(target, callee, tuple(args)))
    return Value(e.var(target), routine.result)


def thread_number(ctx: FunctionContext, kind: str, name: str, pos: Pos) -> Expr:
    """The number of a thread or an update."""
    symbol = ctx.find(name, pos)
    if not isinstance(symbol, Numbered) or symbol.kind != kind:
        fail(f"'{name}' is not {'an' if kind == 'update' else 'a'} {kind}", pos)
    return e.const(U32, symbol.number)
