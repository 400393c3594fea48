"""Calls of the core: `__name(...)`. As a value an operator that converts nothing, as a statement one operation.

The names are those that `export.ivl` writes. Arguments are taken as they are; `intrinsic` gives each operation its operands.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.frontend.ivl import itype as t
from threadproof.frontend.ivl import syntax as s
from threadproof.frontend.ivl.context import FunctionContext, Value, fail, named_type
from threadproof.frontend.ivl.itype import IvlType
from threadproof.ir import expr as e
from threadproof.ir import op as ops
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.layout import ArrayOf, Layout, size_of
from threadproof.ir.types import PtrType, Type

BINARY = ("add", "sub", "mul", "div", "rem", "and", "or", "xor", "shl", "shr")
OTHERS: dict[str, Callable[[Expr, Expr], Expr]] = {"eq": e.eq, "lt": e.lt, "le": e.le, "displace": e.displace}
UNARY: dict[str, Callable[[Expr], Expr]] = {"neg": e.neg, "not": e.bit_not, "lnot": e.lnot}
PLAIN: dict[str, Callable[[], ops.Op]] = {
    "skip": ops.Skip,
    "halt": ops.Halt,
    "atomic_begin": ops.AtomicBegin,
    "atomic_end": ops.AtomicEnd,
    "idle": ops.Idle,
}


def language_type(type_: Type) -> IvlType:
    """Addresses have no type beyond that."""
    return t.Pointer(t.VOID) if isinstance(type_, PtrType) else t.Scalar(type_)


def value(ctx: FunctionContext, node: s.Call) -> Value:
    """An operator on operands as they are."""
    name, args = node.function.removeprefix("__"), node.args
    if name == "self" and not args:
        return _typed(e.this_thread())
    if name == "bitcast" and len(args) == 2 and isinstance(args[0], s.TypeArgument):
        type_ = t.value_type(named_type(ctx.world, args[0].type), ctx.model)
        if type_ is not None:
            return _typed(e.bitcast(type_, expr(ctx, args[1])))
    given = [expr(ctx, arg) for arg in args if not isinstance(arg, s.TypeArgument | s.StringLiteral)]
    if len(given) == len(args):
        try:
            if name in UNARY and len(args) == 1:
                return _typed(UNARY[name](*given))
            if name in OTHERS and len(args) == 2:
                return _typed(OTHERS[name](*given))
            if name in BINARY and len(args) == 2:
                return _typed(e.binary(name, *given))
        except TypeError as error:
            fail(f"operands that do not fit: {error}", node.pos)
    fail(f"'{node.function}' is no operator of the core with these operands", node.pos)


def _typed(found: Expr) -> Value:
    return Value(found, language_type(found.type))


def expr(ctx: FunctionContext, node: s.Expr) -> Expr:
    from threadproof.frontend.ivl.expression import value as any_value

    return any_value(ctx, node).expr


# -- operations --------------------------------------------------------------------------------------------------------


class Arguments:
    """The arguments of a call, taken one after the other."""

    def __init__(self, ctx: FunctionContext, node: s.Call) -> None:
        self.ctx = ctx
        self.node = node
        self.rest = list(node.args)

    def next(self) -> s.Expr:
        if not self.rest:
            fail(f"'{self.node.function}' lacks an argument", self.node.pos)
        return self.rest.pop(0)

    def expr(self) -> Expr:
        return expr(self.ctx, self.next())

    def optional(self) -> Expr | None:
        return self.expr() if self.rest else None

    def all(self) -> tuple[Expr, ...]:
        found = []
        while self.rest:
            found.append(self.expr())
        return tuple(found)

    def text(self) -> str:
        found = self.next()
        return found.text if isinstance(found, s.StringLiteral) else fail("expected a string", found.pos)

    def type(self) -> Type:
        found = self.next()
        type_ = (
            t.value_type(named_type(self.ctx.world, found.type), self.ctx.model) if isinstance(found, s.TypeArgument) else None
        )
        return type_ if type_ is not None else fail("expected the type of a value", found.pos)

    def layout(self) -> Layout | None:
        found = self.next() if self.rest else None
        if found is None:
            return None
        return layout_of(self.ctx, found) if isinstance(found, s.TypeArgument) else fail("expected a type", found.pos)


def layout_of(ctx: FunctionContext, node: s.TypeArgument) -> Layout:
    """A missing size is not known."""
    found = t.layout_of(named_type(ctx.world, node.type), ctx.model)
    for size in reversed(node.sizes):
        count = int(expr(ctx, size).payload) if size is not None else 0
        found = ArrayOf(found, count, size_of(found))
    return found


def intrinsic(ctx: FunctionContext, node: s.Call, target: Variable | None) -> ops.Op:
    """The operation that a call of the core is; with its result in `target`."""
    name, args = node.function.removeprefix("__"), Arguments(ctx, node)
    found = PLAIN[name]() if name in PLAIN else _statement(name, args) if target is None else _producer(name, args, target)
    if found is None:
        fail(f"'{node.function}' is no operation of the core {'without' if target is None else 'with'} a result", node.pos)
    if args.rest:
        fail(f"'{node.function}' has too many arguments", args.rest[0].pos)
    return found


def _producer(name: str, args: Arguments, target: Variable) -> ops.Op | None:
    match name:
        case "havoc":
            word = args.text()
            return ops.Havoc(target, ops.Origin(word), args.text()) if word in [o.value for o in ops.Origin] else None
        case "atomic_load":
            return ops.Load(target, args.expr(), True) if args.type() == target.type else None
        case "sync":
            type_, words, address = args.type(), args.text().split(), args.expr()
            if type_ != target.type or words[:1] not in ([kind.value] for kind in ops.Sync):
                return None
            return ops.Load(target, address, True, ops.Sync(words[0]), "weaker" not in words)
        case "alloc":
            words = args.text().split()
            size, label = args.expr(), args.text()
            return ops.Alloc(target, size, "stack" in words, label, args.layout(), "zeroed" in words)
        case "object_size":
            return ops.ObjectSize(target, args.expr())
        case "call":
            return ops.Call(target, args.expr(), args.all())
        case "spawn":
            return ops.Spawn(target, args.expr(), args.expr())
        case "join":
            return ops.Join(target, args.expr())
        case "pick_update":
            return ops.PickUpdate(target, tuple(int(update.payload) for update in args.all()))
        case "advance":
            return ops.Advance(target)
        case "now":
            return ops.Now(target)
        case "came":
            return ops.Came(target)
        case "present":
            return ops.Present(target, args.expr())
    return None


def _statement(name: str, args: Arguments) -> ops.Op | None:
    match name:
        case "atomic_store":
            return ops.Store(args.expr(), args.expr(), True)
        case "fence":
            before, after = args.text(), args.text()
            return ops.Fence(before, after) if {before, after} <= {"R", "W", "RW"} else None
        case "guard":
            return ops.Assume(args.expr())
        case "await":
            return ops.Await(args.expr(), args.all())
        case "check":
            return ops.Check(kind=args.text(), condition=args.expr(), message=args.text())
        case "cut":
            return ops.Cut(args.text())
        case "end" | "renew":
            return ops.Lifetime(args.expr(), name == "renew")
        case "compared":
            return ops.Compared(args.expr())
        case "call":
            return ops.Call(None, args.expr(), args.all())
        case "exit":
            return ops.ThreadExit(args.optional())
        case "join":
            return ops.Join(None, args.expr())
    return _kernel(name, args)


def _kernel(name: str, args: Arguments) -> ops.Op | None:
    match name:
        case "wait" | "wait_for":
            timeout = args.expr() if name == "wait_for" else None
            every = args.text() == "all"
            return ops.Wait(args.all(), every, timeout)
        case "notify":
            return ops.Notify(args.expr(), args.optional())
        case "cancel":
            return ops.Cancel(args.expr())
        case "suspend":
            return ops.Suspend(args.expr())
        case "resume" | "resume_now":
            return ops.Resume(args.expr(), name == "resume_now")
        case "await_end":
            return ops.AwaitEnd(args.expr(), args.optional())
        case "stop_thread":
            return ops.Stop(args.expr())
        case "request_update":
            return ops.RequestUpdate(args.expr())
        case "simulate":
            return ops.Simulate(args.optional())
    return None
