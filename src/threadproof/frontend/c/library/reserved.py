"""Names with a built-in meaning: SV-COMP's reserved functions (even where the file also defines them) and the intrinsics of
the models.

One entry per name; an entry is a function from the call to its value. To add an intrinsic, add a line to `TABLE`.
"""

from __future__ import annotations

from collections.abc import Callable

from threadproof.frontend.c.clang import kinds as k
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower import cooperative, dangling, extended, nonlocal_jump, synchronise
from threadproof.frontend.c.lower.context import UNIT, Context
from threadproof.frontend.c.syntax.strings import units
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr
from threadproof.ir.op import (
    Alloc,
    Assume,
    AtomicBegin,
    AtomicEnd,
    Await,
    Check,
    Cut,
    Free,
    Halt,
    Join,
    ObjectSize,
    Op,
    Origin,
    Spawn,
    ThreadExit,
)  # fmt: skip
from threadproof.ir.types import BOOL, F32, F64, I8, I16, I32, I64, I128, U8, U16, U32, U64, U128, IntType, Type

Builtin = Callable[[Context, Node, list[Node]], Expr]

NONDET = "__VERIFIER_nondet_"
MODELLED = frozenset({"__VERIFIER_nondet_memory"})  # in models/verifier.c
ATOMIC = "__VERIFIER_atomic_"


def find_undefined(name: str) -> Builtin | None:
    """The meaning of a name that the program uses without defining it."""
    return check_assertion if name in ("assert", "__VERIFIER_assert") else None


def find(name: str) -> Builtin | None:
    if name.startswith(NONDET) and name not in MODELLED:
        return nondet
    return TABLE.get(name)


def is_ordinary(name: str, errors: bool) -> bool:
    """Whether a function of the program with this name is just that: it is called so by chance, or (if errors are not what we
    look for) its body says what happens."""
    return name in REFUSED or name in nonlocal_jump.SETJMP or (name in ERRORS and not errors)


def is_atomic_function(name: str) -> bool:
    """Whether the body of a function with this name is one atomic block."""
    return name.startswith(ATOMIC) and name not in TABLE


def text(node: Node) -> str:
    """The string literal in an argument; "" if it is none."""
    for inner in node.walk():
        if inner.kind == k.STRING:
            return bytes(unit & 255 for unit in units(inner)).decode("utf-8", "replace")
    return ""


# -- inputs --------------------------------------------------------------------------------------------------------------

_LONG = {"long", "ulong", "unsigned_long", "size_t", "off_t", "ssize_t", "ptrdiff_t", "uintptr_t", "intptr_t"}
_NAMED: dict[str, Type] = {
    "bool": BOOL, "_Bool": BOOL, "char": I8, "schar": I8, "uchar": U8, "unsigned_char": U8, "u8": U8, "s8": I8,
    "int8_t": I8, "uint8_t": U8, "short": I16, "ushort": U16, "unsigned_short": U16, "u16": U16, "s16": I16,
    "int16_t": I16, "uint16_t": U16, "int": I32, "uint": U32, "unsigned": U32, "unsigned_int": U32, "u32": U32,
    "s32": I32, "int32_t": I32, "uint32_t": U32, "longlong": I64, "ulonglong": U64, "loff_t": I64, "u64": U64,
    "s64": I64, "int64_t": I64, "uint64_t": U64, "int128": I128, "uint128": U128, "float": F32, "double": F64,
}  # fmt: skip


def _implied(context: Context, name: str, declared: Type) -> Type:
    """The type that the name speaks of."""
    suffix = name.removeprefix(NONDET)
    model = context.builder.data_model
    if suffix in _LONG:
        return IntType(model.long_bits, suffix in ("long", "off_t", "ssize_t", "ptrdiff_t", "intptr_t"))
    if suffix in ("pointer", "pchar"):
        return context.pointer
    return _NAMED.get(suffix, declared)


def nondet(context: Context, node: Node, arguments: list[Node]) -> Expr:
    for argument in arguments:
        context.unused(argument)
    context.at(node)
    declaration = node.referenced
    name = declaration.spelling
    result = node.type
    if result.value is None:
        raise context.unsupported(node, f"'{name}' with a result of type '{result.spelling}'")
    type_ = _implied(context, name, result.value) if declaration.is_implicit else result.value
    if result.kind == k.T_LONG_DOUBLE:
        extended.may_be_any(context)
    value = context.builder.havoc(type_, Origin.INPUT, name)
    return e.cast(result.value, value)


# -- conditions ----------------------------------------------------------------------------------------------------------


def assume(context: Context, node: Node, arguments: list[Node]) -> Expr:
    condition = context.condition(arguments[0])
    context.at(node)
    context.builder.emit(Assume(condition, branch=False))
    return UNIT


def await_(context: Context, node: Node, arguments: list[Node]) -> Expr:
    condition = context.condition(arguments[0])
    holders = [e.cast(U32, context.value(argument)) for argument in arguments[1:] if context.options.blocking]
    context.at(node)
    context.builder.emit(Await(condition, tuple(holders)))
    return UNIT


def _report(context: Context, message: str, condition: Expr = e.FALSE) -> None:
    """An error of the program, unless the condition holds."""
    builder = context.builder
    if context.options.errors:
        builder.emit(Check(condition, "reach-error", message))
    else:
        fine, failed = builder.location(), builder.location()
        builder.branch(condition, fine, failed)
        builder.here = failed
        builder.stop(Halt())
        builder.here = fine
    if condition is e.FALSE:
        builder.here = builder.location()


def error(context: Context, node: Node, arguments: list[Node]) -> Expr:
    for argument in arguments:
        context.unused(argument)
    context.at(node)
    _report(context, f"{node.spelling} is called")
    return UNIT


def failed_assertion(context: Context, node: Node, arguments: list[Node]) -> Expr:
    context.at(node)
    what = text(arguments[0]) if arguments else ""
    _report(context, f"assertion fails: {what}" if what else "assertion fails")
    return UNIT


def check_assertion(context: Context, node: Node, arguments: list[Node]) -> Expr:
    condition = context.condition(arguments[0]) if arguments else e.FALSE
    context.at(node)
    _report(context, f"{node.spelling} fails", condition)
    return UNIT


def failure(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_error(message)"""
    context.at(node)
    _report(context, text(arguments[0]))
    return UNIT


def check(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_check(condition, kind, message)"""
    condition = context.condition(arguments[0])
    context.at(node)
    context.builder.emit(Check(condition, text(arguments[1]), text(arguments[2])))
    return UNIT


def cut(context: Context, node: Node, arguments: list[Node]) -> Expr:
    context.at(node)
    context.builder.stop(Cut(text(arguments[0])))
    return UNIT


# -- threads and memory --------------------------------------------------------------------------------------------------


def _plain(op: Op, stops: bool = False) -> Builtin:
    def build(context: Context, node: Node, arguments: list[Node]) -> Expr:
        context.at(node)
        if stops:
            context.builder.stop(op)
        else:
            context.builder.emit(op)
        return UNIT

    return build


def _around(edge: Callable[[Context], None]) -> Builtin:
    def build(context: Context, node: Node, arguments: list[Node]) -> Expr:
        context.at(node)
        edge(context)
        return UNIT

    return build


def sync(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_sync(address, words)"""
    return synchronise.synchronise(context, node, arguments[0], text(arguments[1]).split())


def peek(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_peek(variable, address)"""
    return synchronise.peek(context, node, arguments[0], arguments[1])


def sync_fence(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_sync_fence(words)"""
    return synchronise.fence(context, node, text(arguments[0]).split())


def this_thread(context: Context, node: Node, arguments: list[Node]) -> Expr:
    return e.this_thread()


def spawn(context: Context, node: Node, arguments: list[Node]) -> Expr:
    function, argument = context.operands(*arguments)
    context.at(node)
    target = context.builder.temporary(U32)
    context.builder.emit(Spawn(target, e.cast(context.pointer, function), e.cast(context.pointer, argument)))
    return e.var(target)


def join(context: Context, node: Node, arguments: list[Node]) -> Expr:
    thread = e.cast(U32, context.value(arguments[0]))
    context.at(node)
    target = context.builder.temporary(context.pointer)
    context.builder.emit(Join(target, thread))
    return e.var(target)


def thread_exit(context: Context, node: Node, arguments: list[Node]) -> Expr:
    value = e.cast(context.pointer, context.value(arguments[0]))
    context.at(node)
    context.builder.stop(ThreadExit(value))
    return UNIT


def at_thread_end(context: Context, node: Node, arguments: list[Node]) -> Expr:
    order, handler, about = context.operands(*arguments)
    context.linker.register_handler(order.payload, handler.payload, context.name, about.payload)
    return UNIT


def calls(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_calls(name)"""
    return e.const(BOOL, text(arguments[0]) in context.linker.image.mentioned)


def repeats(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_repeats(name)"""
    return e.const(BOOL, context.linker.image.repeats(text(arguments[0])))


def again(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_again(name)"""
    return e.const(BOOL, context.linker.image.again(text(arguments[0])))


def signals(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_signals()"""
    return e.const(BOOL, context.options.signals)


def long_handlers(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_long_handlers()"""
    return e.const(BOOL, context.linker.image.has_long_handlers)


def observes(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_observes(name, beyond)"""
    return e.const(BOOL, context.linker.image.observes(text(arguments[0]), text(arguments[1])))


def _allocate(name: str, stack: bool, zeroed: bool) -> Builtin:
    def build(context: Context, node: Node, arguments: list[Node]) -> Expr:
        size = e.cast(context.builder.data_model.size, context.value(arguments[0]))
        for argument in arguments[1:]:
            context.unused(argument)
        context.at(node)
        target = context.builder.temporary(context.pointer)
        context.builder.emit(Alloc(target, size, stack, name, None, zeroed))
        return e.var(target)

    return build


def free(context: Context, node: Node, arguments: list[Node]) -> Expr:
    address = e.cast(context.pointer, context.value(arguments[0]))
    context.at(node)
    context.builder.emit(Free(address))
    return UNIT


def compared(context: Context, node: Node, arguments: list[Node]) -> Expr:
    """__tp_compared(found, expected)"""
    found, expected = context.operands(*arguments)
    context.at(node)
    dangling.compared(context, expected, found)
    return UNIT


def object_size(context: Context, node: Node, arguments: list[Node]) -> Expr:
    address = e.cast(context.pointer, context.value(arguments[0]))
    context.at(node)
    target = context.builder.temporary(context.builder.data_model.size)
    context.builder.emit(ObjectSize(target, address))
    return e.var(target)


def refused(what: str) -> Builtin:
    def build(context: Context, node: Node, arguments: list[Node]) -> Expr:
        raise context.unsupported(node, what)

    return build


REFUSED = ("clone", "swapcontext")

ERRORS = ("__VERIFIER_error", "reach_error")

TABLE: dict[str, Builtin] = {
    **dict.fromkeys(ERRORS, error),
    "__assert_fail": failed_assertion,
    "__assert_perror_fail": failed_assertion,
    "__assert": failed_assertion,
    "__VERIFIER_assume": assume,
    "assume_abort_if_not": assume,
    "__VERIFIER_atomic_begin": _around(synchronise.begin_block),
    "__VERIFIER_atomic_end": _around(synchronise.end_block),
    "alloca": _allocate("alloca", True, False),
    "__builtin_alloca": _allocate("alloca", True, False),
    "__builtin_alloca_with_align": _allocate("alloca", True, False),
    "__tp_atomic_begin": _plain(AtomicBegin()),
    "__tp_atomic_end": _plain(AtomicEnd()),
    "__tp_sync": sync,
    "__tp_sync_fence": sync_fence,
    "__tp_peek": peek,
    "__tp_await": await_,
    "__tp_assume": assume,
    "__tp_self": this_thread,
    "__tp_spawn": spawn,
    "__tp_join": join,
    "__tp_thread_exit": thread_exit,
    "__tp_at_thread_end": at_thread_end,
    "__tp_calls": calls,
    "__tp_repeats": repeats,
    "__tp_again": again,
    "__tp_signals": signals,
    "__tp_long_handlers": long_handlers,
    "__tp_observes": observes,
    "__tp_halt": _plain(Halt(), stops=True),
    "__tp_alloc": _allocate("heap", False, False),
    "__tp_alloc_zeroed": _allocate("heap", False, True),
    "__tp_alloca": _allocate("alloca", True, False),
    "__tp_free": free,
    "__tp_object_size": object_size,
    "__tp_compared": compared,
    "__tp_error": failure,
    "__tp_check": check,
    "__tp_cut": cut,
    **cooperative.TABLE,
    **dict.fromkeys(nonlocal_jump.SETJMP, nonlocal_jump.call),
    **{name: refused(f"'{name}'") for name in REFUSED},
}
