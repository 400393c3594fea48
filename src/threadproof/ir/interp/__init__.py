"""The reference semantics: a plain concrete interpreter of the intermediate representation, independent of every engine.

`machine` is the entry; `outcome` says what a step can lead to, `state` what lies between steps, `values` how inputs are asked
for.
"""

from threadproof.ir.interp.machine import Limits, Machine
from threadproof.ir.interp.state import State
from threadproof.ir.interp.values import Given, Inputs, Lazy, NeedInput, ValueRequest

__all__ = ["Given", "Inputs", "Lazy", "Limits", "Machine", "NeedInput", "State", "ValueRequest"]
