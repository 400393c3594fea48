"""Functions that run before and after main: `__attribute__((constructor(N)))` and `destructor(N)`, handlers of `atexit`.

Constructors run in the first thread, those with smaller numbers first, those without a number last; destructors run in the
opposite order, where main returns or `exit` is called, and `_exit`, `abort` and the like call none. Among equal numbers the order
is that of the text and of the files, as with gcc and GNU's linker. Other threads go on meanwhile.

So main begins with calls of the constructors, and calls of the destructors stand before each of its ends and in the model of
`exit`. Before them, handlers that `atexit` and `on_exit` have registered run, where main ends and in `exit` (`models/exit.c`). If
the first thread ends by `pthread_exit`, all that runs when the last thread has ended; that is not followed.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from threadproof.errors import NOWHERE, UnsupportedError
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.link import Linker
from threadproof.frontend.c.syntax.directives import last_location
from threadproof.ir import expr as e
from threadproof.ir.op import Assume, Call, Cut, Halt, Op, Return, ThreadExit
from threadproof.ir.program import Edge, Function
from threadproof.ir.types import I32, U32, PtrType
from threadproof.records import dataclass, field, replace

if TYPE_CHECKING:
    from threadproof.frontend.c.clang.node import Module

_WRITTEN = re.compile(r"\b(constructor|destructor)(?:\((\d+)\))?")
_LAST = 65535
_REGISTER = ("atexit", "on_exit")
_HANDLERS = "__tp_run_at_exit"


@dataclass(slots=True)
class AroundMain:
    """What runs around main, in the order of the text, with its number."""

    before: list[tuple[int, Function]] = field(default_factory=list)
    after: list[tuple[int, Function]] = field(default_factory=list)
    handlers: Function | None = None  # runs those that were registered


def find(linker: Linker) -> AroundMain:
    """The functions are lowered because they are named here."""
    found = AroundMain()
    for module in linker.image.modules:
        for name, function in module.functions.items():
            for kind, number in _attributes(module, name):
                if function.arguments:
                    error = UnsupportedError(f"unsupported: __attribute__(({kind})) of a function with parameters", function.pos)
                    linker.around_main[error] = kind == "constructor"
                    continue
                definition = linker.definition(module, name, function.pos)
                assert definition is not None
                linker.results_ignored.add(definition.function)
                (found.before if kind == "constructor" else found.after).append((number, definition.function))
    if any(name in linker.image.mentioned for name in _REGISTER):
        handlers = linker.definition(linker.image.modules[0], _HANDLERS, NOWHERE)
        assert handlers is not None
        found.handlers = handlers.function
    if (found.before or found.after or found.handlers) and "main" in linker.image.mentioned:
        main, what = linker.functions["main"], "handlers of atexit" if found.handlers else "constructors"
        linker.around_main[UnsupportedError(f"unsupported: calls of main in a program with {what}", main.pos)] = True
    return found


def _attributes(module: Module, name: str) -> dict[tuple[str, int], None]:
    declarations = [node for node in module.prototypes[name] if node.has_attributes and not node.is_system]
    return {each: None for node in declarations for each in _written(node)}


def _written(node: Node) -> list[tuple[str, int]]:
    """Clang repeats what earlier declarations say without its number."""
    head = node.pretty().partition("{")[0]
    return [(kind, int(number or _LAST)) for kind, number in _WRITTEN.findall(head)]


def complete(linker: Linker, around: AroundMain) -> None:
    """Put the calls into main and `exit`."""
    main, pointer = linker.functions["main"], linker.options.data_model.pointer
    before = [Call(None, e.addr(function, pointer), ()) for _, function in sorted(around.before, key=lambda one: one[0])]
    after = [Call(None, e.addr(function, pointer), ()) for _, function in sorted(around.after, key=lambda one: one[0])][::-1]
    if before:
        first = last_location(main) + 1
        ends = [*range(first + 1, first + len(before)), main.entry]
        main.edges[:0] = [Edge(first + n, ends[n], (op,), main.pos) for n, op in enumerate(before)]
        main.entry = first
    if not after and around.handlers is None:
        return
    _ended(main, (Return,), around.handlers, after, pointer)
    if after and "exit" in linker.functions and linker.image.function("exit") is None:
        _ended(linker.functions["exit"], (Halt,), None, after, pointer)
    what = "destructors that run" if after else "handlers of atexit that run"
    for function in linker.functions.values():
        _cut_in_main(function, f"{what} when the last thread has ended")


def _ended(
    function: Function, kinds: tuple[type[Op], ...], handlers: Function | None, after: Sequence[Op], pointer: PtrType
) -> None:
    """With calls before every operation of these kinds. Handlers are called with the status."""
    here = last_location(function)
    for edge in [edge for edge in function.edges if isinstance(edge.ops[0], kinds)]:
        steps = [*(_run_handlers(handlers, edge.ops[0], pointer) if handlers else ()), *after]
        places = [edge.source, *range(here + 1, here + len(steps) + 1)]
        here += len(steps)
        function.edges.remove(edge)
        function.edges += [Edge(places[n], places[n + 1], (op,), edge.pos) for n, op in enumerate(steps)]
        function.edges.append(replace(edge, source=places[-1]))


def _run_handlers(handlers: Function, end: Op, pointer: PtrType) -> list[Op]:
    """Where main has no result, nothing is promised of the status."""
    value = end.value if isinstance(end, Return) else None
    if value is None:
        return [Cut("the status of a main without a result, which handlers may see")]
    return [Call(None, e.addr(handlers, pointer), (e.cast(I32, value),))]


def _cut_in_main(function: Function, why: str) -> None:
    """Where the first thread ends, and the program goes on."""
    here = last_location(function)
    is_first = e.eq(e.this_thread(), e.zero(U32))
    for edge in [edge for edge in function.edges if isinstance(edge.ops[0], ThreadExit)]:
        function.edges.remove(edge)
        function.edges += [
            Edge(edge.source, here + 1, (Assume(is_first),), edge.pos),
            Edge(here + 1, here + 2, (Cut(why),), edge.pos),
            Edge(edge.source, here + 3, (Assume(e.lnot(is_first)),), edge.pos),
            replace(edge, source=here + 3),
        ]
        here += 3
