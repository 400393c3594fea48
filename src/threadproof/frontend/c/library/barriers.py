"""Instructions of inline assembly that order memory accesses and do nothing else, by their names.

`full` orders everything, `late` writes before reads, `light` all but that, `store` writes among each other, `load` reads before
everything. A fence that orders more than the memory model relaxes is what is left of it there. `none` orders instructions, no
accesses; behind a branch that depends on a read, later accesses come after that read (`control_fences`). An empty template, or
one that only tells the processor to take its time, is a barrier for the compiler only.
"""

from __future__ import annotations

import re

from threadproof.errors import InternalError
from threadproof.frontend.c.clang.node import Node
from threadproof.frontend.c.lower.context import Context
from threadproof.ir import expr as e
from threadproof.ir.op import Call
from threadproof.memory_models import named

FULL, LATE, LIGHT, STORE, LOAD, NONE = "full", "late", "light", "store", "load", "none"

# instruction -> strength; of several instructions the strongest counts
TABLE = {
    "mfence": FULL,
    "sync": FULL,
    "hwsync": FULL,
    "dmb": FULL,
    "dmb sy": FULL,
    "dmb ish": FULL,
    "dsb": FULL,
    "dsb sy": FULL,
    "lock addl $0,0(%esp)": FULL,
    "lock addl $0,0(%rsp)": FULL,
    "membar #sync": FULL,
    "membar #storeload": LATE,
    "sfence": STORE,
    "lwsync": LIGHT,
    "eieio": STORE,
    "dmb st": STORE,
    "dmb ishst": STORE,
    "membar #storestore": STORE,
    "lfence": LOAD,
    "isync": NONE,
    "isb": NONE,
    "dmb ld": LOAD,
    "dmb ishld": LOAD,
}
_HINTS = frozenset({"pause", "rep", "nop", "rep nop", "yield", "wfe", "sev"})
_WRITES = "__tp_buffer_fence"
# functions of models/store_buffer.c; with the others where reads are delayed, too
_FUNCTIONS = {FULL: "__tp_buffer_drain", LATE: "__tp_buffer_drain", LIGHT: _WRITES, STORE: _WRITES}
_ALL = {**_FUNCTIONS, LATE: "__tp_buffer_write_read", LIGHT: "__tp_buffer_light", LOAD: "__tp_buffer_acquire"}
_CONTROL = {**_ALL, NONE: "__tp_buffer_instructions"}


def strength(template: str) -> str | None:
    """Of a template: "" for an empty one, None if it contains anything but barriers."""
    parts = [_normal(part) for part in re.split(r"\\n|\\t|;", template.replace("lock;", "lock "))]
    found = [TABLE.get(part) for part in parts if part and part not in _HINTS]
    if None in found:
        return None
    return next((level for level in (FULL, LATE, LIGHT, STORE, LOAD, NONE) if level in found), "")


def _normal(instruction: str) -> str:
    text = " ".join(instruction.lower().replace("%%", "%").split())
    return re.sub(r" ?, ?", ",", text)


def emit(context: Context, node: Node, level: str) -> None:
    """The call of the model that a barrier means, where writes are held back in store buffers."""
    model = named(context.options.memory_model)
    functions = _CONTROL if model.control_fences else _ALL if model.delays_reads else _FUNCTIONS
    name = functions.get(level)
    if name is None:
        return
    definition = context.linker.definition(context.module, name, node.pos)
    if definition is None:
        raise InternalError(f"no model of {name}")
    context.at(node)
    context.builder.emit(Call(None, e.addr(definition.function, context.pointer), ()))
