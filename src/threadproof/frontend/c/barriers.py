"""Instructions of inline assembly that order memory accesses and do nothing else, by their names.

`full` orders everything; `store` orders writes among each other; `none` orders reads, which are never delayed as long as the
memory model keeps their order. An empty template is a barrier for the compiler only.
"""

from __future__ import annotations

import re

from threadproof.errors import InternalError
from threadproof.frontend.c.context import Context
from threadproof.frontend.c.node import Node
from threadproof.ir import expr as e
from threadproof.ir.op import Call

FULL, STORE, NONE = "full", "store", "none"

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
    "membar #storeload": FULL,
    "sfence": STORE,
    "lwsync": STORE,
    "eieio": STORE,
    "dmb st": STORE,
    "dmb ishst": STORE,
    "membar #storestore": STORE,
    "lfence": NONE,
    "isync": NONE,
    "isb": NONE,
    "dmb ld": NONE,
    "dmb ishld": NONE,
}
_FUNCTIONS = {FULL: "__tp_buffer_drain", STORE: "__tp_buffer_fence"}  # of models/store_buffer.c


def strength(template: str) -> str | None:
    """Of a template: "" for an empty one, None if it contains anything but barriers."""
    parts = [_normal(part) for part in re.split(r"\\n|\\t|;", template.replace("lock;", "lock "))]
    found = [TABLE.get(part) for part in parts if part]
    if None in found:
        return None
    return next((level for level in (FULL, STORE, NONE) if level in found), "")


def _normal(instruction: str) -> str:
    text = " ".join(instruction.lower().replace("%%", "%").split())
    return re.sub(r" ?, ?", ",", text)


def emit(context: Context, node: Node, level: str) -> None:
    """The call of the model that a barrier means, where writes are held back in store buffers."""
    name = _FUNCTIONS.get(level)
    if name is None:
        return
    definition = context.linker.definition(context.module, name, node.pos)
    if definition is None:
        raise InternalError(f"no model of {name}")
    context.at(node)
    context.builder.emit(Call(None, e.addr(definition.function, context.pointer), ()))
