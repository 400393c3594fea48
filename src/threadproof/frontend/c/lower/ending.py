"""What a thread does when it ends: the handlers that models registered with `__tp_at_thread_end`.

Where some model of the program did, every function whose address is taken gets a *shell*: it calls the function, then the
handlers, and returns what the function returned. A thread that would start at the function starts at its shell; so the handlers
run exactly when the outermost function returns, and nowhere else. `ThreadExit` is preceded by the handlers, too. Which
shell a thread starts at is a conditional expression over the addresses, which folds where the function is known.

The end of the program (main returns, exit) runs no handlers. Programs whose models register nothing stay as they are, and so
do those that only ever pass NULL for what the handler is about (keys without destructors).
"""

from __future__ import annotations

from collections.abc import Iterator

from threadproof.frontend.c.lower.link import Linker
from threadproof.ir import expr as e
from threadproof.ir.expr import Expr, Variable
from threadproof.ir.op import Call, Op, Return, Spawn, ThreadExit
from threadproof.ir.program import Edge, Function
from threadproof.ir.types import PtrType
from threadproof.ir.uses import op_target
from threadproof.records import replace


def add_handlers(linker: Linker) -> None:
    pointer = linker.options.data_model.pointer
    registered = [handler for _, handler in sorted(linker.at_thread_end.items())]
    needed = [one.handler for one in registered if _ever_given(linker, one.function, one.about, set())]
    handlers = [Call(None, e.addr(function, pointer), ()) for function in needed]
    if not handlers:
        return
    functions = list(linker.functions.values())
    shells = {f: _shell(linker, f, handlers, pointer) for f in linker.address_taken if f.name != "main"}
    for function in functions:
        edges = [_started(edge, shells, pointer) for edge in function.edges]
        function.edges = _ended(function.entry, edges, handlers)


def _ever_given(linker: Linker, function: Function, about: Variable, asked: set[Variable]) -> bool:
    """Whether some call may pass anything but NULL for a parameter."""
    if about not in function.params or function in linker.address_taken or _is_assigned(function, about):
        return True
    asked.add(about)
    index = function.params.index(about)
    for caller in linker.functions.values():
        for op in _operations(caller):
            if isinstance(op, Call) and op.callee.op == "addr" and op.callee.payload == function:
                given = op.args[index]
                if given.op != "var" and not (given.is_const and not given.payload):
                    return True
                if given.op == "var" and given.payload not in asked and _ever_given(linker, caller, given.payload, asked):
                    return True
    return False


def _is_assigned(function: Function, variable: Variable) -> bool:
    return any(op_target(op) is variable for op in _operations(function))


def _operations(function: Function) -> Iterator[Op]:
    return (op for edge in function.edges for op in edge.ops)


def _shell(linker: Linker, function: Function, handlers: list[Call], pointer: PtrType) -> Function:
    result = None if function.result is None else Variable("result", function.result)
    call = Call(result, e.addr(function, pointer), tuple(e.var(param) for param in function.params))
    steps: list[Op] = [call, *handlers, Return(None if result is None else e.var(result))]
    edges = [Edge(i, i + 1, (op,), function.pos) for i, op in enumerate(steps)]
    made = Function(linker.unique(function.name), function.params, function.result, pos=function.pos, edges=edges)
    made.locals = [] if result is None else [result]
    linker.functions[made.name] = made
    return made


def _started(edge: Edge, shells: dict[Function, Function], pointer: PtrType) -> Edge:
    op = edge.ops[0]
    if not isinstance(op, Spawn):
        return edge
    start: Expr = op.function
    for function, shell in shells.items():
        start = e.ite(e.eq(op.function, e.addr(function, pointer)), e.addr(shell, pointer), start)
    return replace(edge, ops=(replace(op, function=start),))


def _ended(entry: int, edges: list[Edge], handlers: list[Call]) -> list[Edge]:
    """With the handlers before every operation that ends the thread."""
    made: list[Edge] = []
    last = max((max(edge.source, edge.target) for edge in edges), default=entry)
    for edge in edges:
        source = edge.source
        for handler in handlers if isinstance(edge.ops[0], ThreadExit) else ():
            last += 1
            made.append(Edge(source, last, (handler,), edge.pos))
            source = last
        made.append(replace(edge, source=source))
    return made
