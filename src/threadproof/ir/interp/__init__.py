"""The reference semantics: a plain concrete interpreter of the intermediate representation, independent of every engine.

`machine` is the entry; `outcome` says what a step can lead to, `state` what lies between steps, `values` how inputs are asked
for. The machine itself is loaded when it is first asked for: proofs do without.
"""

from typing import TYPE_CHECKING, Any

from threadproof.ir.interp.state import State
from threadproof.ir.interp.values import Given, Inputs, Lazy, NeedInput, ValueRequest

if TYPE_CHECKING:
    from threadproof.ir.interp.machine import Limits, Machine

__all__ = ["Given", "Inputs", "Lazy", "Limits", "Machine", "NeedInput", "State", "ValueRequest"]


def __getattr__(name: str) -> Any:
    if name not in ("Limits", "Machine"):
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from threadproof.ir.interp import machine

    return getattr(machine, name)
