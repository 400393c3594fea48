"""Signals that arrive from outside, where the property is `unreach-call`.

A handler is run by a thread of its own, at most once, in one indivisible step, or not at all. For other properties no signal
arrives: a handler does not race with the thread that it interrupts, which a thread would, and nothing promises that a signal
ends a wait.
"""

from __future__ import annotations

from threadproof.frontend.c import library
from threadproof.frontend.c.context import Context
from threadproof.frontend.c.node import Node

_HANDLED = {"signal": "__tp_signal", "sigaction": "__tp_sigaction"}


def variant(context: Context, node: Node, name: str) -> str:
    """The name of the model."""
    arrives = context.options.errors and not context.module.is_model
    if name not in _HANDLED or not arrives or context.linker.defines(name):
        return name
    model = library.find(_HANDLED[name])
    assert model is not None
    context.linker.note(model.kind, node.pos, f"library function {name}", model.text)
    return _HANDLED[name]
